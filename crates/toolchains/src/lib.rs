//! Compilers and libraries: found on the machine, or fetched through their
//! ecosystem's own client, verified and pinned in the user's cache.
//!
//! Everything that wellsmith knows stands in one table, the catalogue. A
//! [`Spec`] (`rustc`, `rustc@1.63`, `flix@/path/to/flix.jar`) names something
//! in it. [`Cache::find`] says where that is, [`Cache::install`] gets it, and
//! [`Cache::list`] says for everything known whether it is there, and how to
//! get it when it is not.
//!
//! What is found is the real program, never a shim that dispatches by folder
//! or environment: what was tested yesterday under a name is tested today. What
//! the user names by a path is run as it is.
//!
//! What is fetched comes through the client that the user has set up already:
//! `mvn`, `mmdebstrap`, `go`, `cargo`. They know the mirrors, proxies and
//! caches. An install is made in a folder of its own beside its place and is
//! renamed there when it is complete and on disk, together with a manifest of
//! checksums; so a killed install leaves no half toolchain.
//!
//! This crate never runs a compiler on a program, and names no registry.

mod cache;
mod catalogue;
mod disk;
mod error;
mod fetch;
mod library;
mod machine;
mod manifest;
mod process;
mod spec;
mod version;

use std::fmt;
use std::path::{Path, PathBuf};

pub use cache::{Cache, Listing, State};
pub use error::Error;
pub use process::Progress;
pub use spec::{Spec, Wanted};
pub use version::compare as compare_versions;

/// The names of all compilers and libraries that are known.
pub fn names() -> impl Iterator<Item = &'static str> {
    catalogue::CATALOGUE.iter().map(|entry| entry.name)
}

/// One compiler or library in one version: `rustc@1.63.0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolchainId {
    /// The name: `rustc`, `kotlin`, `flume`.
    pub name: String,
    /// The version, as the toolchain itself says it.
    pub version: String,
}

impl fmt::Display for ToolchainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version)
    }
}

/// A toolchain that is there and was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// What it is.
    pub id: ToolchainId,
    /// How to use it.
    pub home: Home,
    /// The path by which the user named it. Its results go under that path:
    /// several builds may call themselves the same version.
    pub path: Option<PathBuf>,
}

/// How a toolchain is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// A program of this machine: the real one, never a shim that dispatches by
    /// folder or environment (`rustup`'s `rustc`, `GOTOOLCHAIN`'s `go`).
    Program(PathBuf),
    /// A program that the user named by its path and that uses the installation of
    /// another one: a script that adds options, a build with a foreign library. It
    /// is run as it is.
    Wrapper {
        /// The program.
        program: PathBuf,
        /// The folder that it says it uses.
        installation: PathBuf,
    },
    /// Jars, in the order of the class path, run by the `java` program given.
    Jars {
        /// The JVM to run them on.
        java: PathBuf,
        /// The class path.
        jars: Vec<PathBuf>,
    },
    /// A JVM library, and the compiler that programs using it are compiled
    /// with. The two class paths are apart because an old library needs an
    /// older standard library than its compiler does.
    Library {
        /// The JVM to run the compiler and the programs on.
        java: PathBuf,
        /// The class path of the compiler.
        compiler: Vec<PathBuf>,
        /// The class path of programs: the library and what it needs.
        jars: Vec<PathBuf>,
    },
    /// A program inside a Debian root, to be entered by the sandbox.
    Root {
        /// The folder that becomes `/`.
        root: PathBuf,
        /// The program, as a path inside the root.
        program: PathBuf,
    },
    /// A Rust library, built for the `rustc` given.
    Crate {
        /// The compiler that built it.
        rustc: PathBuf,
        /// The library itself (`--extern name=FILE`).
        library: PathBuf,
        /// The folder of its dependencies (`-L dependency=DIR`).
        dependencies: PathBuf,
    },
}

impl Home {
    /// Where it is: the program, the root or the first jar.
    pub fn place(&self) -> &Path {
        match self {
            Home::Program(program) | Home::Wrapper { program, .. } => program,
            Home::Jars { jars, .. } | Home::Library { jars, .. } => {
                jars.first().map_or(Path::new(""), |jar| jar)
            }
            Home::Root { root, .. } => root,
            Home::Crate { library, .. } => library,
        }
    }
}
