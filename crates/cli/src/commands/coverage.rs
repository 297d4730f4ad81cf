//! `wellsmith fuzz --coverage`: which parts of compilers for the JVM were run,
//! by library, mode and package.
//!
//! The folder has one folder for each set of libraries, with one for each mode
//! in it. Runs add to what is there, so that libraries and modes can be compared: what
//! all of them have run together, and what a mode adds to the well-typed programs of the
//! same libraries, which is the baseline of the paper's Table 4.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use case::Mode;
use serde::Serialize;
use targets::jvm::{Coverage, JvmError, PackageCoverage};
use toolchains::{Cache, Progress};

use crate::exit::{setup, usage};
use crate::setup::Bench;
use crate::words::{percent, table, tell};

/// The folder of coverage data.
pub(crate) struct Notes {
    root: PathBuf,
    /// What this run recorded.
    pub(crate) coverage: Coverage,
    here: (String, String),
}

/// What was run of a compiler by the programs of some libraries in some mode.
#[derive(Debug, Serialize)]
pub(crate) struct Covered {
    target: String,
    /// The libraries, or [`ALL`].
    libraries: String,
    /// The mode, or [`ALL`].
    mode: String,
    #[serde(flatten)]
    total: Part,
    /// The lines that the well-typed programs of these libraries have not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    increase: Option<u64>,
    packages: Vec<Package>,
    /// Whether it is what this run added to.
    #[serde(skip)]
    here: bool,
}

/// All libraries, or all modes, together.
const ALL: &str = "all";

/// The mode that others are compared with.
const BASELINE: Mode = Mode::WellTyped;

#[derive(Debug, Serialize)]
struct Package {
    package: String,
    #[serde(flatten)]
    part: Part,
}

/// What was run of a part of a compiler.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Part {
    lines: Counts,
    branches: Counts,
    functions: Counts,
}

/// How much was run, and how much there is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    run: u64,
    all: u64,
}

impl std::iter::Sum for Part {
    fn sum<I: Iterator<Item = Part>>(parts: I) -> Part {
        parts.fold(Part::default(), |a, b| Part {
            lines: a.lines.and(b.lines),
            branches: a.branches.and(b.branches),
            functions: a.functions.and(b.functions),
        })
    }
}

impl Counts {
    fn new((run, all): (u64, u64)) -> Counts {
        Counts { run, all }
    }

    fn and(self, more: Counts) -> Counts {
        Counts { run: self.run + more.run, all: self.all + more.all }
    }
}

impl Notes {
    /// Makes the folder ready for a run.
    pub(crate) fn open(
        cache: &Cache,
        root: &Path,
        libraries: &[String],
        modes: &[Mode],
    ) -> anyhow::Result<Notes> {
        let [mode] = modes else {
            return Err(usage("coverage is noted for one mode at a time: name one with --mode"));
        };
        let jacoco = cache.install(&"jacoco".parse().map_err(setup)?, &mut |progress| {
            if let Progress::Waiting(text) | Progress::Step(text) = progress {
                tell!("jacoco: {text}");
            }
        });
        let jacoco = jacoco.map_err(setup)?;
        let library = match libraries {
            [] => "jdk".to_owned(),
            _ => libraries.join("+").replace(['/', ':'], "-"),
        };
        let here = (library, mode.name().to_owned());
        let folder = root.join(&here.0).join(&here.1);
        let coverage = Coverage::open(&jacoco, &folder, &cache.beside("targets")).map_err(setup)?;
        Ok(Notes { root: root.to_owned(), coverage, here })
    }

    /// What was run of the compilers, in this run and in earlier ones.
    pub(crate) fn report(&self, bench: &Bench) -> anyhow::Result<Vec<Covered>> {
        let mut runs = Vec::new();
        for library in folders(&self.root)? {
            for mode in folders(&self.root.join(&library))? {
                runs.push((library.clone(), mode));
            }
        }
        let told = groups(&runs);
        let folders = |libraries: &str, mode: &str| -> Vec<PathBuf> {
            let runs = runs.iter().filter(|(of_libraries, of_mode)| {
                [ALL, of_libraries].contains(&libraries) && [ALL, of_mode].contains(&mode)
            });
            runs.map(|(libraries, mode)| self.root.join(libraries).join(mode)).collect()
        };
        // For each group: what it has run, what its baseline has run, and both together.
        let wanted = |libraries: &str, mode: &str| {
            let (runs, baseline) = (folders(libraries, mode), folders(libraries, BASELINE.name()));
            let both: BTreeSet<PathBuf> = runs.iter().chain(&baseline).cloned().collect();
            [runs, baseline, both.into_iter().collect()]
        };
        let distinct: BTreeSet<Vec<PathBuf>> =
            told.iter().flat_map(|(libraries, mode)| wanted(libraries, mode)).collect();
        let distinct: Vec<Vec<PathBuf>> =
            distinct.into_iter().filter(|folders| !folders.is_empty()).collect();
        let mut all = Vec::new();
        for toolchain in bench.chosen.iter().filter_map(|compiler| compiler.toolchain()) {
            let reports = match self.coverage.report(toolchain, &distinct) {
                Ok(reports) => reports,
                // It is not a JVM compiler.
                Err(JvmError::Unknown(_)) => continue,
                Err(error) => return Err(setup(error)),
            };
            let reports: BTreeMap<&Vec<PathBuf>, Vec<PackageCoverage>> =
                distinct.iter().zip(reports).collect();
            let packages = |folders: &Vec<PathBuf>| -> Vec<Package> {
                let packages = reports.get(folders).into_iter().flatten();
                packages.map(|package| Package::new(package.clone())).collect()
            };
            let total = |packages: &[Package]| -> Part {
                packages.iter().map(|package| package.part).sum()
            };
            for &(libraries, mode) in &told {
                let [runs, baseline, both] = wanted(libraries, mode);
                let (baseline, both) = (total(&packages(&baseline)), total(&packages(&both)));
                let packages = packages(&runs);
                let total = total(&packages);
                if total.lines.run == 0 {
                    continue;
                }
                let compared = mode != BASELINE.name() && baseline.lines.run > 0;
                all.push(Covered {
                    target: toolchain.id.to_string(),
                    here: self.here.0 == libraries && self.here.1 == mode,
                    libraries: libraries.to_owned(),
                    mode: mode.to_owned(),
                    total,
                    increase: compared.then(|| both.lines.run - baseline.lines.run),
                    packages,
                });
            }
        }
        Ok(all)
    }
}

impl Package {
    fn new(coverage: PackageCoverage) -> Package {
        let PackageCoverage { package, lines, branches, functions } = coverage;
        let part = Part {
            lines: Counts::new(lines),
            branches: Counts::new(branches),
            functions: Counts::new(functions),
        };
        Package { package, part }
    }
}

/// What is told: each pair of libraries and a mode that was run; the libraries in all their
/// modes, the modes with all libraries, and everything, where that is more than one.
fn groups(runs: &[(String, String)]) -> BTreeSet<(&str, &str)> {
    let mut groups: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (library, mode) in runs {
        for group in [(&library[..], &mode[..]), (library, ALL), (ALL, mode), (ALL, ALL)] {
            *groups.entry(group).or_default() += 1;
        }
    }
    let several_libraries = runs.iter().any(|(library, _)| *library != runs[0].0);
    let told = groups.into_iter().filter(|&((library, mode), runs)| match (library, mode) {
        (ALL, _) => several_libraries && runs > 1,
        (_, ALL) => runs > 1,
        _ => true,
    });
    told.map(|(group, _)| group).collect()
}

/// The names of the folders in a folder, sorted.
fn folders(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder)
        .map_err(|error| setup(format!("cannot read {}: {error}", folder.display())))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok())
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    Ok(names)
}

/// Prints the packages of this run that were run most, and a line for each
/// library and mode.
pub(crate) fn print(all: &[Covered]) {
    for covered in all.iter().filter(|covered| covered.here) {
        let mut packages: Vec<&Package> =
            covered.packages.iter().filter(|package| package.part.lines.run > 0).collect();
        packages.sort_by_key(|package| (Reverse(package.part.lines.run), &package.package));
        let mut shown = table(["package", "lines", "of", "", "branches", "", "functions", ""]);
        for package in packages.into_iter().take(PACKAGES) {
            shown.add_row(cells(&package.package, &package.part));
        }
        tell!("What {} has run, the packages run most:\n{shown}\n", covered.target);
    }
    let mut shown = table([
        "target, library, mode",
        "lines",
        "of",
        "",
        "branches",
        "",
        "functions",
        "",
        "beyond well-typed",
    ]);
    for covered in all {
        let name = format!("{} {} {}", covered.target, covered.libraries, covered.mode);
        let mut row = cells(&name, &covered.total);
        row.extend(covered.increase.map(|lines| format!("+{lines}")));
        shown.add_row(row);
    }
    tell!("{shown}\n");
}

/// How many packages are printed; `--json` has all.
const PACKAGES: usize = 20;

fn cells(name: &str, part: &Part) -> Vec<String> {
    let Part { lines, branches, functions } = part;
    let mut cells = vec![name.to_owned(), lines.run.to_string(), lines.all.to_string()];
    cells.push(percent(lines.run, lines.all));
    for Counts { run, all } in [branches, functions] {
        cells.extend([run.to_string(), percent(*run, *all)]);
    }
    cells
}
