//! Which versions can be had, beside those that the catalogue names.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::maven::MVN;
use crate::catalogue::{Entry, Fetch};
use crate::error::Error;
use crate::process::{Client, Listener, Progress, on_path};

/// The releases that the entry's client knows; empty where only those of the
/// catalogue can be had.
pub(crate) fn versions(
    entry: &Entry,
    lock: &File,
    listener: Listener<'_>,
) -> Result<Vec<String>, Error> {
    match &entry.fetch {
        Fetch::Maven(maven) => of_artifact(maven.artifact, lock, listener),
        Fetch::Go(_) => of_go(lock, listener),
        Fetch::Debian(_) | Fetch::Cargo(_) | Fetch::Nothing(_) => Ok(Vec::new()),
    }
}

/// Maven keeps what a repository says about an artifact beside its versions, once it
/// had to find out which one is the latest.
fn of_artifact(artifact: &str, lock: &File, listener: Listener<'_>) -> Result<Vec<String>, Error> {
    let mvn = MVN.need(lock, listener)?;
    listener(Progress::Step(format!("asking Maven for the versions of {artifact}")));
    Client::new(&mvn, lock)
        .args(["--batch-mode", "--quiet", "--update-snapshots", "dependency:get"])
        .arg(format!("-Dartifact={artifact}:LATEST:pom"))
        .arg("-Dtransitive=false")
        .current_dir(Path::new("/"))
        .run(listener)?;
    let client = Client::new(mvn, lock)
        .args(["--batch-mode", "--quiet", "help:evaluate"])
        .args(["-Dexpression=settings.localRepository", "-DforceStdout"])
        .current_dir(Path::new("/"));
    let command = client.line();
    let answer = client.answer(listener)?;
    // What colours the terminal may stand around the path.
    let repository = answer.lines().rev().find_map(|line| line.find('/').map(|at| &line[at..]));
    let repository = repository.map(|path| path.split('\u{1b}').next().unwrap_or(path).trim());
    let unexpected = |what: String| Error::Unexpected { command: command.clone(), what };
    let repository =
        repository.ok_or_else(|| unexpected("no path of a local repository".to_owned()))?;
    let (group, name) = artifact.split_once(':').expect("group:artifact");
    let folder: PathBuf = Path::new(repository).join(group.replace('.', "/")).join(name);
    let mut versions = Vec::new();
    for file in fs::read_dir(&folder).map_err(Error::reading(&folder))?.flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("maven-metadata-") && name.ends_with(".xml") {
            let text = fs::read_to_string(file.path()).map_err(Error::reading(&file.path()))?;
            versions.extend(listed(&text));
        }
    }
    match versions.is_empty() {
        true => Err(unexpected(format!("no list of versions in {}", folder.display()))),
        false => Ok(versions),
    }
}

/// The releases in a list of versions of Maven.
fn listed(text: &str) -> Vec<String> {
    let versions = text.split("<version>").skip(1).filter_map(|rest| rest.split_once("</version>"));
    versions.map(|(version, _)| version.trim().to_owned()).filter(|v| is_release(v)).collect()
}

/// The toolchains that Go can fetch are versions of a module.
fn of_go(lock: &File, listener: Listener<'_>) -> Result<Vec<String>, Error> {
    let Some(go) = on_path("go") else { return Ok(Vec::new()) };
    listener(Progress::Step("asking Go for its versions".to_owned()));
    let client = Client::new(go, lock)
        .args(["list", "-m", "-versions", "golang.org/toolchain"])
        .current_dir(Path::new("/"))
        .env("GOFLAGS", "-mod=mod");
    let answer = client.answer(listener)?;
    Ok(toolchains_of_go(&answer))
}

/// The releases in a list such as `golang.org/toolchain v0.0.1-go1.21.0.linux-amd64 …`.
fn toolchains_of_go(answer: &str) -> Vec<String> {
    let mut versions: Vec<String> = answer
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("v0.0.1-go"))
        .filter_map(|word| word.split_once(".linux-").map(|(version, _)| version.to_owned()))
        .filter(|version| is_release(version))
        .collect();
    versions.sort();
    versions.dedup();
    versions
}

/// Whether a version is made of numbers alone.
fn is_release(version: &str) -> bool {
    version.starts_with(|c: char| c.is_ascii_digit())
        && version.chars().all(|c| c.is_ascii_digit() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read_from_what_clients_say() {
        let xml = "<versioning><latest>2.5.0-Beta2</latest><versions>\n<version>1.8.20</version>\
                   <version>2.0.0-RC1</version> <version> 2.0.0 </version></versions>";
        assert_eq!(listed(xml), ["1.8.20", "2.0.0"]);
        let go = "golang.org/toolchain v0.0.1-go1.21.0.linux-amd64 v0.0.1-go1.21.0.linux-arm64 \
                  v0.0.1-go1.21rc2.linux-amd64 v0.0.1-go1.9.2rc2.windows-386 \
                  v0.0.1-go1.27.3.linux-amd64";
        assert_eq!(toolchains_of_go(go), ["1.21.0", "1.27.3"]);
    }
}
