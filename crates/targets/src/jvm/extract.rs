//! The signatures of a library as its language sees them, for engines that work
//! from APIs: class files do not tell Kotlin's nullability or Scala's
//! higher-kinded types.

use std::path::{Path, PathBuf};
use std::{fs, io};

use toolchains::Toolchain;

use super::install::{self, MADE, Source, source};
use super::{JvmError, standard_library};
use crate::sandbox::{Command, Limits};

/// The signatures of libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extracted {
    /// The folder: one JSON file for each class, in the form that the `api`
    /// engine reads.
    pub folder: PathBuf,
    /// Why members were left out, and how many for each reason.
    pub skipped: Vec<(String, u64)>,
}

impl Extracted {
    /// Whether there are no signatures: the libraries were written in another
    /// language.
    pub fn is_empty(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.folder)? {
            if entry?.path().extension().is_some_and(|extension| extension == "json") {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The signatures of Kotlin libraries; without any, of Kotlin's own. `kotlin` is
/// a Kotlin compiler, `metadata` the library that reads what it writes
/// (`kotlin-metadata`). Each set of libraries is read once and kept in `cache`.
pub fn extract_kotlin(
    kotlin: &Toolchain,
    metadata: &Toolchain,
    libraries: &[PathBuf],
    cache: &Path,
) -> Result<Extracted, JvmError> {
    let (java, compiler) = super::home(kotlin)?;
    let (_, reader) = super::home(metadata)?;
    // The reader's own standard library comes first: it is the newer one.
    let tool = [reader, compiler].concat();
    let extractor = Extractor { class: "wellsmith.KotlinApi", sources: &KOTLIN, tool };
    extractor.run(kotlin, &java, libraries, cache)
}

/// The signatures of Scala libraries; without any, of Scala's own. Each set of
/// libraries is read once and kept in `cache`.
pub fn extract_scala(
    scala: &Toolchain,
    libraries: &[PathBuf],
    cache: &Path,
) -> Result<Extracted, JvmError> {
    let (java, tool) = super::home(scala)?;
    let extractor = Extractor { class: "wellsmith.ScalaApi", sources: &SCALA, tool };
    extractor.run(scala, &java, libraries, cache)
}

static KOTLIN: [Source; 4] = [
    source!("extract", "Output.java"),
    source!("extract", "Unsayable.java"),
    source!("extract", "ClassFile.java"),
    source!("extract", "KotlinApi.java"),
];

static SCALA: [Source; 3] = [
    source!("extract", "Output.java"),
    source!("extract", "Unsayable.java"),
    source!("extract", "ScalaApi.scala"),
];

/// A program that writes signatures. It takes the folder to write, the jars and
/// further jars that they need.
struct Extractor {
    class: &'static str,
    sources: &'static [Source],
    tool: Vec<PathBuf>,
}

impl Extractor {
    fn run(
        self,
        toolchain: &Toolchain,
        java: &Path,
        libraries: &[PathBuf],
        cache: &Path,
    ) -> Result<Extracted, JvmError> {
        let trouble = |source| JvmError::Cache { folder: cache.to_owned(), source };
        let own = standard_library(toolchain);
        let (subjects, needed) =
            if libraries.is_empty() { (&own[..], &[][..]) } else { (libraries, &own[..]) };
        let sources: Vec<&Source> = self.sources.iter().collect();
        let name = format!("api-{}", toolchain.id);
        let classes = install::classes(cache, &name, java, &sources, &self.tool)?;
        let tool: Vec<PathBuf> = [classes].into_iter().chain(self.tool).collect();
        let seen: Vec<PathBuf> = tool.iter().chain(subjects).chain(needed).cloned().collect();

        let hash = install::hash(java, &sources, &seen).map_err(trouble)?;
        let folder = install::made_once(cache, &format!("signatures-{hash}"), |work| {
            let mut command = Command::new(java, Limits::default());
            command.args = install::words(["-XX:+UseSerialGC", "-Xss8m", "-Xmx2g", "-cp"]);
            command.args.push(install::class_path(&tool));
            command.args.extend(install::words([self.class, MADE]));
            command.args.push(install::class_path(subjects));
            command.args.push(install::class_path(needed));
            install::succeed(command, &name, java, &seen, work)
        })?;
        let skipped = fs::read_to_string(folder.join("skipped")).map_err(trouble)?;
        let skipped = skipped
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(count, reason)| Some((reason.to_owned(), count.parse().ok()?)))
            .collect();
        Ok(Extracted { folder, skipped })
    }
}
