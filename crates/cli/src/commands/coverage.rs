//! `wellsmith fuzz --coverage`: which parts of compilers for the JVM were run,
//! by library, mode and package.
//!
//! The folder has one folder for each set of libraries, with one for each mode
//! in it. Runs add to what is there, so that libraries and modes can be compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use case::Mode;
use serde::Serialize;
use targets::jvm::{Coverage, JvmError, PackageCoverage};
use toolchains::{Cache, Progress, Toolchain};

use crate::exit::{setup, usage};
use crate::setup::Bench;
use crate::words::{percent, table, tell};

/// The folder of coverage data.
pub(crate) struct Notes {
    root: PathBuf,
    jacoco: Toolchain,
    tools: PathBuf,
    /// What this run recorded.
    pub(crate) coverage: Coverage,
    here: (String, String),
}

/// What was run of a compiler by the programs of a library and mode.
#[derive(Debug, Serialize)]
pub(crate) struct Covered {
    target: String,
    libraries: String,
    mode: String,
    lines: Counts,
    branches: Counts,
    packages: Vec<Package>,
    /// Whether it is what this run added to.
    #[serde(skip)]
    here: bool,
}

#[derive(Debug, Serialize)]
struct Package {
    package: String,
    lines: Counts,
    branches: Counts,
}

/// How much was run, and how much there is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    run: u64,
    all: u64,
}

impl Counts {
    fn new((run, all): (u64, u64)) -> Counts {
        Counts { run, all }
    }

    fn percent(self) -> String {
        percent(self.run, self.all)
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
        let tools = cache.beside("targets");
        let folder = root.join(&here.0).join(&here.1);
        let coverage = Coverage::open(&jacoco, &folder, &tools).map_err(setup)?;
        Ok(Notes { root: root.to_owned(), jacoco, tools, coverage, here })
    }

    /// What was run of the compilers, in this run and in earlier ones.
    pub(crate) fn report(&self, bench: &Bench) -> anyhow::Result<Vec<Covered>> {
        let mut all = Vec::new();
        for library in folders(&self.root)? {
            for mode in folders(&self.root.join(&library))? {
                let folder = self.root.join(&library).join(&mode);
                let notes = Coverage::open(&self.jacoco, &folder, &self.tools).map_err(setup)?;
                for compiler in &bench.chosen {
                    let Some(toolchain) = compiler.toolchain() else { continue };
                    let packages = match notes.report(toolchain) {
                        Ok(packages) => packages,
                        // It is not a JVM compiler.
                        Err(JvmError::Unknown(_)) => continue,
                        Err(error) => return Err(setup(error)),
                    };
                    let packages: Vec<Package> = packages
                        .into_iter()
                        .map(|PackageCoverage { package, lines, branches }| Package {
                            package,
                            lines: Counts::new(lines),
                            branches: Counts::new(branches),
                        })
                        .collect();
                    let total = |count: fn(&Package) -> Counts| {
                        packages.iter().map(count).fold(Counts::default(), |sum, more| Counts {
                            run: sum.run + more.run,
                            all: sum.all + more.all,
                        })
                    };
                    let lines = total(|package| package.lines);
                    if lines.run == 0 {
                        continue;
                    }
                    all.push(Covered {
                        target: compiler.name(),
                        here: self.here == (library.clone(), mode.clone()),
                        libraries: library.clone(),
                        mode: mode.clone(),
                        lines,
                        branches: total(|package| package.branches),
                        packages,
                    });
                }
            }
        }
        Ok(all)
    }
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
        let mut packages: BTreeMap<(std::cmp::Reverse<u64>, &str), &Package> = BTreeMap::new();
        for package in &covered.packages {
            packages.insert((std::cmp::Reverse(package.lines.run), &package.package), package);
        }
        let mut shown = table(["package", "lines", "of", "", "branches", "of", ""]);
        for package in packages.values().take(PACKAGES).filter(|package| package.lines.run > 0) {
            shown.add_row(row(&package.package, package.lines, package.branches));
        }
        tell!("What {} has run, the packages run most:\n{shown}\n", covered.target);
    }
    let mut shown = table(["target, library, mode", "lines", "of", "", "branches", "of", ""]);
    for covered in all {
        let name = format!("{} {} {}", covered.target, covered.libraries, covered.mode);
        shown.add_row(row(&name, covered.lines, covered.branches));
    }
    tell!("{shown}\n");
}

/// How many packages are printed; `--json` has all.
const PACKAGES: usize = 20;

fn row(name: &str, lines: Counts, branches: Counts) -> [String; 7] {
    let counts = |counts: Counts| [counts.run.to_string(), counts.all.to_string()];
    let ([lines_run, lines_all], [branches_run, branches_all]) = (counts(lines), counts(branches));
    let (lines, branches) = (lines.percent(), branches.percent());
    [name.to_owned(), lines_run, lines_all, lines, branches_run, branches_all, branches]
}
