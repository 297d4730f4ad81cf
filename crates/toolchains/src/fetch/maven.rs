//! JVM compilers and libraries: artifacts and everything they need, resolved by
//! `mvn` on a generated project.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{Fetched, Work};
use crate::catalogue::Maven;
use crate::disk;
use crate::error::Error;
use crate::manifest::Layout;
use crate::process::{Client, Listener, Progress, Tool};

pub(super) const MVN: Tool = Tool { program: "mvn", packages: &["maven"] };

pub(super) fn fetch(
    work: &Work<'_>,
    maven: &Maven,
    version: &str,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    // The JDK is looked for first, so that nothing is fetched in vain.
    work.machine.java(work.entry.name, maven.java)?;
    let place = Place { folder: work.folder, lock: work.lock };
    let artifact = format!("{}:{version}", maven.artifact);
    let home = match maven.compiler(version) {
        None => Layout::Jars { jars: copy(&place, "jars", &[&artifact], listener)? },
        Some(needed) => Layout::Library {
            compiler: copy(&place, "compiler", &[needed.compiler], listener)?,
            jars: copy(&place, "jars", &[&artifact, needed.standard_library], listener)?,
        },
    };
    Ok(Fetched { version: version.to_owned(), from: "Maven".to_owned(), suite: None, home })
}

/// Where artifacts are brought to.
pub(crate) struct Place<'a> {
    /// The folder.
    pub(crate) folder: &'a Path,
    /// The lock that clients inherit.
    pub(crate) lock: &'a File,
}

/// Brings artifacts (`group:artifact:version`) and what they need into a
/// folder, and gives the class path.
pub(crate) fn copy(
    work: &Place<'_>,
    folder: &str,
    artifacts: &[&str],
    listener: Listener<'_>,
) -> Result<Vec<PathBuf>, Error> {
    let mvn = MVN.need(work.lock, listener)?;
    listener(Progress::Step(format!("fetching {}", artifacts.join(" and "))));
    let project = work.folder.join("pom.xml");
    fs::write(&project, pom(artifacts)).map_err(Error::writing(&project))?;
    let target = work.folder.join(folder);
    let client = Client::new(mvn, work.lock)
        .args(["--batch-mode", "--file"])
        .arg(&project)
        .args(["dependency:copy-dependencies", "-DincludeScope=runtime"])
        .arg(format!("-DoutputDirectory={}", target.display()))
        .current_dir(work.folder);
    let command = client.line();
    client.run(listener).map_err(|error| plain(error, artifacts))?;
    fs::remove_file(&project).map_err(Error::writing(&project))?;

    let mut jars = Vec::new();
    if target.is_dir() {
        disk::walk(&target, &mut |path, _| {
            if path.extension().is_some_and(|ending| ending == "jar") {
                jars.push(Path::new(folder).join(path.file_name().unwrap_or_default()));
            }
        })
        .map_err(Error::reading(&target))?;
    }
    // The artifact itself comes first, then what it needs by name.
    let first = jar(artifacts[0]);
    match jars.iter().position(|jar| jar.ends_with(&first)) {
        Some(position) => jars[..=position].rotate_right(1),
        None => return Err(Error::Unexpected { command, what: format!("no {first}") }),
    }
    Ok(jars)
}

/// Leaves of what Maven printed only what it says went wrong, up to the empty
/// line after which it explains its own options.
fn plain(error: Error, artifacts: &[&str]) -> Error {
    let Error::Client { command, how, output } = error else { return error };
    let said: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("[ERROR]"))
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    if said.is_empty() {
        return Error::Client { command, how, output };
    }
    let said = said.join("\n");
    if said.contains("Could not find artifact") || said.contains("was not found in") {
        return Error::NoArtifact { artifacts: artifacts.join(" and "), said };
    }
    Error::Client { command, how, output: said }
}

fn jar(artifact: &str) -> String {
    let (_, file) = artifact.split_once(':').expect("group:artifact:version");
    format!("{}.jar", file.replace(':', "-"))
}

fn pom(artifacts: &[&str]) -> String {
    let mut pom =
        "<project>\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>wellsmith</groupId>\n  \
                   <artifactId>carrier</artifactId>\n  <version>0</version>\n  <dependencies>\n"
            .to_owned();
    for artifact in artifacts {
        let mut parts = artifact.split(':').map(escape);
        let mut part = || parts.next().expect("group:artifact:version");
        let (group, artifact, version) = (part(), part(), part());
        writeln!(
            pom,
            "    <dependency>\n      <groupId>{group}</groupId>\n      \
             <artifactId>{artifact}</artifactId>\n      <version>{version}</version>\n    \
             </dependency>"
        )
        .expect("a text can be written to");
    }
    pom.push_str("  </dependencies>\n</project>\n");
    pom
}

/// Versions come from users.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
