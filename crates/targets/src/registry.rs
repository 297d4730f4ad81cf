//! Which targets a toolchain gives.

use std::path::PathBuf;

use toolchains::Toolchain;

use crate::jvm::{self, JvmError};
use crate::runtimes::{self, RuntimeError};
use crate::{Target, gccrs, ghc, ocaml, rustc, work};

/// What targets need to know beside their toolchain.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder for what is built once for each toolchain.
    pub cache: PathBuf,
    /// The libraries that programs for the JVM see beside the language's own.
    pub libraries: Vec<PathBuf>,
    /// Notes which parts of compilers for the JVM are run.
    pub coverage: Option<jvm::Coverage>,
}

impl Settings {
    /// No libraries, and nothing noted.
    pub fn new(cache: PathBuf) -> Settings {
        Settings { cache, libraries: Vec::new(), coverage: None }
    }
}

/// Why a toolchain cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A channel runtime could not be made ready.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// A compiler for the JVM could not be made ready.
    #[error(transparent)]
    Jvm(#[from] JvmError),
}

/// The targets that a toolchain gives: one for each of its configurations, the
/// plain one first. None if it is nothing that programs are given to.
pub fn open(toolchain: &Toolchain, settings: &Settings) -> Result<Vec<Box<dyn Target>>, OpenError> {
    let Settings { cache, libraries, coverage } = settings;
    work::sweep(&std::env::temp_dir());
    work::sweep(cache);
    Ok(match &toolchain.id.name[..] {
        "rustc" => boxed(rustc::open(toolchain)),
        "gccrs" => boxed(gccrs::open(toolchain)),
        "ghc" => boxed(ghc::open(toolchain)),
        "ocaml" => boxed(ocaml::open(toolchain)),
        "go" => boxed([runtimes::go(toolchain, cache)?]),
        "crossbeam-channel" | "flume" | "chan" => boxed([runtimes::rust_channels(toolchain)?]),
        "crystal" => boxed(runtimes::crystal(toolchain)?),
        "kotlinx-coroutines" => boxed([runtimes::kotlin(toolchain, cache)?]),
        "flix" => boxed([runtimes::flix(toolchain, cache)?]),
        "javac" | "kotlin" | "scala" | "groovy" => {
            let settings = jvm::Settings {
                libraries: libraries.clone(),
                coverage: coverage.clone(),
                ..jvm::Settings::new(cache.clone())
            };
            boxed([jvm::open(toolchain, &settings)?])
        }
        _ => Vec::new(),
    })
}

fn boxed<T: Target + 'static>(targets: impl IntoIterator<Item = T>) -> Vec<Box<dyn Target>> {
    targets.into_iter().map(|target| Box::new(target) as Box<dyn Target>).collect()
}
