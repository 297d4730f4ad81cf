//! What can go wrong, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::catalogue::CATALOGUE;

/// Why a toolchain is not available. Each text says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A name that is not in the catalogue.
    #[error("unknown toolchain {name:?}; {}", suggestion(similar))]
    UnknownName {
        /// The name.
        name: String,
        /// Known names that look like it.
        similar: Vec<&'static str>,
    },
    /// An `@` with nothing behind it.
    #[error("{text:?} names no version; write NAME, NAME@VERSION or NAME@/PATH")]
    NoVersion {
        /// What was written.
        text: String,
    },
    /// A library that is not named by its coordinate.
    #[error("{text:?} is not a Maven coordinate; write GROUP:ARTIFACT:VERSION")]
    NoCoordinate {
        /// What was written.
        text: String,
    },
    /// Not on this machine, and not in the cache.
    #[error("{spec} is not installed; install it with `{command}`")]
    Missing {
        /// What was asked for.
        spec: String,
        /// The one command that gets it.
        command: String,
    },
    /// Not on this machine, and no client can fetch it.
    #[error("{spec} is not installed, and wellsmith cannot install it; {remedy}")]
    CannotBeHad {
        /// What was asked for.
        spec: String,
        /// What the user can do.
        remedy: String,
    },
    /// The file that the user named cannot be used.
    #[error("{} is not a usable {name}: {why}", path.display())]
    NotUsable {
        /// What it should have been.
        name: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// No JDK that is new enough.
    #[error(
        "{name} needs a JDK of version {least} or newer, and there is none; install one, or set \
         JAVA_HOME to the folder of one"
    )]
    NoJava {
        /// What needs it.
        name: &'static str,
        /// The oldest release that is new enough.
        least: u64,
    },
    /// A program that is needed for fetching is missing.
    #[error("this needs the program `{program}`, which is missing; {remedy}")]
    MissingTool {
        /// The program.
        program: &'static str,
        /// How to get it.
        remedy: String,
    },
    /// A client was run and failed.
    #[error("`{command}` failed ({how}):\n{output}")]
    Client {
        /// The command as it was run.
        command: String,
        /// How it ended.
        how: String,
        /// The end of what it printed.
        output: String,
    },
    /// Maven knows no such artifact.
    #[error(
        "Maven cannot find {artifacts}, or one of its dependencies; check the spelling of \
         GROUP:ARTIFACT:VERSION and the repositories in your settings.xml\n{said}"
    )]
    NoArtifact {
        /// What was asked for.
        artifacts: String,
        /// What Maven says about it.
        said: String,
    },
    /// A client succeeded, but its result is not what it should be.
    #[error("unexpected result of {command}: {what}")]
    Unexpected {
        /// The command as it was run.
        command: String,
        /// What was found, or not found.
        what: String,
    },
    /// An installed toolchain is no longer what was installed.
    #[error(
        "{id} is damaged: {} {what}; `wellsmith toolchain install {id}` reinstalls it", path.display()
    )]
    Damaged {
        /// The toolchain.
        id: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A toolchain that was to be removed is not in the cache.
    #[error(
        "{id} is not installed in the cache, so there is nothing to remove; \
         `wellsmith toolchain list` lists what is"
    )]
    NotInstalled {
        /// The toolchain.
        id: String,
    },
    /// A library was built for a compiler that is no longer there.
    #[error(
        "{id} was built by {built_by}, which is no longer there; \
         `wellsmith toolchain install {id}` rebuilds it"
    )]
    Outdated {
        /// The library.
        id: String,
        /// The compiler it was built by.
        built_by: String,
    },
    /// The cache, or a file in it, cannot be written.
    #[error(
        "cannot write to the toolchain cache at {}: {source}; make it writable, or set \
         WELLSMITH_CACHE to another folder", path.display()
    )]
    CacheNotWritable {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The disk is full.
    #[error(
        "the disk that holds {} is full, and the incomplete installation was removed; make room, or set WELLSMITH_CACHE \
         to a folder on another disk", path.display()
    )]
    DiskFull {
        /// The cache.
        path: PathBuf,
    },
    /// Another error about files.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no user's cache folder.
    #[error("no cache folder is known for this user (HOME is not set); set WELLSMITH_CACHE to one")]
    NoCacheFolder,
}

impl Error {
    /// An error about a file that was to be read.
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { path, source }
    }

    /// An error about a file or folder of the cache that was to be written.
    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull { path },
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::NotADirectory => Error::CacheNotWritable { path, source },
            _ => Error::Io { path, source },
        }
    }
}

fn suggestion(similar: &[&str]) -> String {
    if similar.is_empty() {
        let known: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
        format!("known are: {}", known.join(", "))
    } else {
        format!("did you mean {}?", similar.join(" or "))
    }
}
