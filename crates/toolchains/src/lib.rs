//! Compilers and libraries: found on the machine, or fetched through their
//! ecosystem's own client, verified and pinned in the user's cache.
//!
//! This crate never runs a compiler on a program and names no registry.

use std::fmt;
use std::path::PathBuf;

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
}

/// How a toolchain is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// A program of this machine: the real one, never a shim that dispatches by
    /// folder or environment (`rustup`'s `rustc`, `GOTOOLCHAIN`'s `go`).
    Program(PathBuf),
    /// Jars, in the order of the class path, run by the `java` program given.
    Jars {
        /// The JVM to run them on.
        java: PathBuf,
        /// The class path.
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
