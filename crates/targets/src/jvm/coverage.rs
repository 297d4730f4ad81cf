//! Which parts of a compiler the programs have reached, by JaCoCo.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use toolchains::{Home, Toolchain};

use super::JvmError;
use super::install::{self, MADE, Source, source};
use crate::sandbox::{Command, Limits, Scratch};
use crate::work::WorkFolder;

/// Collects coverage of the compilers that are opened with it
/// ([`Settings::coverage`](super::Settings)). They are slower for it.
#[derive(Clone, Debug)]
pub struct Coverage {
    tool: Vec<PathBuf>,
    agent: PathBuf,
    folder: PathBuf,
}

/// The coverage of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageCoverage {
    /// The package.
    pub package: String,
    /// The lines that were run, and all lines.
    pub lines: (u64, u64),
    /// The branches that were taken, and all branches.
    pub branches: (u64, u64),
    /// The functions that were called, and all functions.
    pub functions: (u64, u64),
}

/// The file that a compiler's JVM writes.
const EXECUTED: &str = "executed";

static SOURCES: [Source; 1] = [source!("coverage", "Coverage.java")];

impl Coverage {
    /// Makes the toolchain `jacoco` ready. What compilers have run is written to
    /// `folder` when they end, and added to what is there.
    pub fn open(jacoco: &Toolchain, folder: &Path, cache: &Path) -> Result<Coverage, JvmError> {
        let Home::Jars { java, jars } = &jacoco.home else {
            return Err(JvmError::Unknown(jacoco.id.clone()));
        };
        let trouble = |source| JvmError::Cache { folder: folder.to_owned(), source };
        let java = fs::canonicalize(java).map_err(trouble)?;
        fs::create_dir_all(folder).map_err(trouble)?;
        let folder = fs::canonicalize(folder).map_err(trouble)?;
        let name = jacoco.id.to_string();
        let sources: Vec<&Source> = SOURCES.iter().collect();
        let classes = install::classes(cache, &name, &java, &sources, jars)?;
        let tool: Vec<PathBuf> = [classes].into_iter().chain(jars.iter().cloned()).collect();
        let agent = install::made_once(cache, &format!("{name}-agent"), |work| {
            tell(&java, &tool, &name, work, &["agent", MADE], &[])
        })?;
        Ok(Coverage { tool, agent: agent.join("jacocoagent.jar"), folder })
    }

    /// The jar that a compiler's JVM must be able to read.
    pub(super) fn agent(&self) -> &Path {
        &self.agent
    }

    /// The option of a compiler's JVM.
    pub(super) fn option(&self) -> String {
        format!("-javaagent:{}=destfile=/tmp/{EXECUTED}", self.agent.display())
    }

    /// Keeps what a compiler's JVM has written at its end. One that was killed has
    /// written nothing.
    pub(super) fn keep(&self, scratch: &Scratch) {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let file = format!("{}-{number}.exec", std::process::id());
        let _ = scratch.save(EXECUTED, &self.folder.join(file));
    }

    /// What was run of a compiler, by package: for each of the groups, by all that is in its
    /// folders taken together.
    pub fn report(
        &self,
        compiler: &Toolchain,
        groups: &[Vec<PathBuf>],
    ) -> Result<Vec<Vec<PackageCoverage>>, JvmError> {
        let trouble = |source| JvmError::Cache { folder: self.folder.clone(), source };
        let (java, jars) = super::home(compiler)?;
        let work = WorkFolder::new().map_err(trouble)?;
        let name = format!("coverage of {}", compiler.id);
        let mut words = vec![jars];
        for folders in groups {
            let folders = folders.iter().map(fs::canonicalize).collect::<Result<_, _>>();
            words.push(folders.map_err(trouble)?);
        }
        tell(&java, &self.tool, &name, work.path(), &["report", "."], &words)?;
        let lines = fs::read_to_string(work.path().join("packages")).map_err(trouble)?;
        let mut packages = vec![Vec::new(); groups.len()];
        for (group, package) in lines.lines().filter_map(package) {
            packages[group].push(package);
        }
        Ok(packages)
    }
}

/// Runs the helper.
fn tell(
    java: &Path,
    tool: &[PathBuf],
    name: &str,
    work: &Path,
    words: &[&str],
    lists: &[Vec<PathBuf>],
) -> Result<(), JvmError> {
    // Each group of runs is another look at all classes that they have run.
    let limits = Limits { cpu: Duration::from_secs(3600), ..Limits::default() };
    let mut command = Command::new(java, limits);
    command.args = install::words(["-XX:+UseSerialGC", "-Xmx2g", "-cp"]);
    command.args.push(install::class_path(tool));
    command.args.push("wellsmith.Coverage".into());
    command.args.extend(install::words(words.iter().copied()));
    command.args.extend(lists.iter().map(|list| install::class_path(list)));
    let seen: BTreeSet<&PathBuf> = tool.iter().chain(lists.iter().flatten()).collect();
    let seen: Vec<PathBuf> = seen.into_iter().cloned().collect();
    install::succeed(command, name, java, &seen, work)
}

/// A line of the report: the number of the group, and a package.
fn package(line: &str) -> Option<(usize, PackageCoverage)> {
    let mut words = line.split('\t');
    let group = words.next()?.parse().ok()?;
    let package = words.next()?.to_owned();
    let mut counts = words.map(str::parse);
    let mut count = || counts.next()?.ok();
    let lines = (count()?, count()?);
    let branches = (count()?, count()?);
    let functions = (count()?, count()?);
    Some((group, PackageCoverage { package, lines, branches, functions }))
}
