//! Fetching through the ecosystems' own clients, one file for each.
//!
//! A client puts what it fetches into a folder that is given to it, and says
//! what it has put there.

use std::fs::File;
use std::path::Path;

use crate::catalogue::{Entry, Fetch, Root};
use crate::error::Error;
use crate::machine::Machine;
use crate::manifest::Layout;
use crate::process::Listener;
use crate::spec::{Spec, Wanted};
use crate::version;

mod cargo;
mod debian;
mod go;
pub(crate) mod maven;
mod versions;

pub(crate) use versions::versions;

/// What a client has put into a folder.
pub(crate) struct Fetched {
    /// The version, as the toolchain itself says it.
    pub(crate) version: String,
    /// Where it came from, in words.
    pub(crate) from: String,
    pub(crate) suite: Option<String>,
    pub(crate) home: Layout,
}

/// What a client works with.
pub(crate) struct Work<'work> {
    pub(crate) entry: &'static Entry,
    /// The folder to put it into.
    pub(crate) folder: &'work Path,
    pub(crate) lock: &'work File,
    pub(crate) machine: &'work Machine,
}

/// Which of a client's artifacts a spec means.
pub(crate) enum Choice {
    Debian(&'static Root),
    /// A version, in the client's own words.
    Version(String),
}

/// What would be fetched for a spec.
pub(crate) fn choose(spec: &Spec) -> Result<Choice, Error> {
    let entry = spec.entry();
    let cannot = |remedy: String| Error::CannotBeHad { spec: spec.to_string(), remedy };
    let version = match spec.wanted() {
        Wanted::Any => None,
        Wanted::Version(version) => Some(version.as_str()),
        Wanted::Path(path) => return Err(cannot(format!("look at {}", path.display()))),
    };
    match &entry.fetch {
        Fetch::Nothing(remedy) => Err(cannot((*remedy).to_owned())),
        Fetch::Debian(roots) => {
            let root = match version {
                // The newest released one: the versions of the others change.
                None => roots.iter().find(|root| !root.moves()).or(roots.first()),
                Some(version) => roots.iter().find(|root| root.is(version)),
            };
            root.map(Choice::Debian).ok_or_else(|| {
                let known: Vec<_> = roots
                    .iter()
                    .map(|root| format!("{}@{} ({})", entry.name, root.label(), root.suite))
                    .collect();
                cannot(format!(
                    "what can be fetched is {}; or name a program of yours: {}@/path/to/it",
                    known.join(", "),
                    entry.name
                ))
            })
        }
        Fetch::Maven(maven) => Ok(Choice::Version(one_of(maven.versions, version))),
        Fetch::Go(versions) => Ok(Choice::Version(one_of(versions, version))),
        Fetch::Cargo(versions) => Ok(Choice::Version(one_of(versions, version))),
    }
}

/// The notable version that is meant, or the one that was named: clients can
/// fetch any.
fn one_of(notable: &[&str], version: Option<&str>) -> String {
    let matching = |wanted: &str| notable.iter().find(|known| version::matches(wanted, known));
    match version {
        None => notable[0].to_owned(),
        Some(wanted) => matching(wanted).copied().unwrap_or(wanted).to_owned(),
    }
}

/// Fetches it.
pub(crate) fn fetch(
    work: &Work<'_>,
    choice: &Choice,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    match (&work.entry.fetch, choice) {
        (_, Choice::Debian(root)) => debian::fetch(work, root, listener),
        (Fetch::Maven(maven), Choice::Version(version)) => {
            maven::fetch(work, maven, version, listener)
        }
        (Fetch::Go(_), Choice::Version(version)) => go::fetch(work, version, listener),
        (Fetch::Cargo(_), Choice::Version(version)) => cargo::fetch(work, version, listener),
        (Fetch::Debian(_) | Fetch::Nothing(_), Choice::Version(_)) => {
            unreachable!("a version is chosen only where any can be had")
        }
    }
}
