//! The targets that a toolchain gives.

use std::path::PathBuf;
use std::time::Duration;

use case::TargetName;
use toolchains::Toolchain;

use crate::jvm::{self, JvmError};
use crate::runtimes::{Efforts, RuntimeError};
use crate::{DRIVERS, Recipe, Target, TargetInfo, work};

/// The settings of targets, beside their toolchain.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder for what is built once for each toolchain.
    pub cache: PathBuf,
    /// The jars that programs for the JVM see beside the language's own.
    pub class_path: Vec<PathBuf>,
    /// Records which parts of JVM compilers are executed.
    pub coverage: Option<jvm::Coverage>,
    /// Replaces a runtime's own numbers of runs and limits.
    pub efforts: Option<Efforts>,
    /// How long a run may take where programs are not generated, and may sleep:
    /// that no thread does anything then says nothing.
    pub run_limit: Option<Duration>,
    /// Options for the compiler of a program that is compiled alone
    /// ([`Target::confirm`]), besides those of the configuration. Batches may be
    /// compiled without them.
    pub options: Vec<String>,
    /// Compilers that verify what they make in some batches do so in all.
    pub verify_all: bool,
}

impl Settings {
    /// No class path, no coverage, and the runtimes' own efforts.
    pub fn new(cache: PathBuf) -> Settings {
        Settings {
            cache,
            class_path: Vec::new(),
            coverage: None,
            efforts: None,
            run_limit: None,
            options: Vec::new(),
            verify_all: false,
        }
    }
}

/// Why a target cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A channel runtime could not be prepared.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// A compiler for the JVM could not be prepared.
    #[error(transparent)]
    Jvm(#[from] JvmError),
    /// A command that the user describes cannot be used.
    #[error("{target} cannot be used: {why}")]
    Command {
        /// The target.
        target: TargetName,
        /// What is wrong.
        why: String,
    },
    /// Options cannot be handed to the compiler.
    #[error("{target} takes no options: {why}")]
    NoOptions {
        /// The target.
        target: TargetName,
        /// Why not.
        why: &'static str,
    },
    /// The toolchain has no such target.
    #[error("{0} has no configuration {1:?}")]
    NoSuchTarget(String, String),
}

/// How one kind of toolchain is used as targets.
pub(crate) struct Driver {
    /// The toolchains it drives, by their names in the catalogue.
    pub(crate) toolchains: &'static [&'static str],
    /// The targets of a toolchain, the default configuration first. Costs
    /// nothing. Empty if this version of it cannot be used.
    pub(crate) describe: fn(&Toolchain) -> Vec<TargetInfo>,
    /// Makes one of these targets ready.
    pub(crate) open: Open,
    /// How a program is given to a target by hand. The target need not be one that
    /// is described here: its version may be another.
    pub(crate) recipe: fn(&TargetName, &str) -> Recipe,
}

type Open = fn(&Toolchain, TargetInfo, &Settings) -> Result<Box<dyn Target>, OpenError>;

fn driver(toolchain: &Toolchain) -> Option<&'static Driver> {
    let name = &toolchain.id.name[..];
    DRIVERS.iter().copied().find(|driver| driver.toolchains.contains(&name))
}

/// The name of a toolchain's default configuration.
pub fn name(toolchain: &Toolchain) -> TargetName {
    let version = match &toolchain.path {
        Some(path) => path.display().to_string(),
        None => toolchain.id.version.clone(),
    };
    TargetName::new(&toolchain.id.name[..], version)
}

/// The targets of a toolchain: one for each of its configurations, the default
/// one first. Empty if programs cannot be given to it.
pub fn describe(toolchain: &Toolchain) -> Vec<TargetInfo> {
    driver(toolchain).map_or(Vec::new(), |driver| (driver.describe)(toolchain))
}

/// Makes a target of a toolchain ready.
pub fn open(
    toolchain: &Toolchain,
    target: &TargetName,
    settings: &Settings,
) -> Result<Box<dyn Target>, OpenError> {
    work::sweep_once(&std::env::temp_dir());
    work::sweep_once(&settings.cache);
    let found = driver(toolchain).and_then(|driver| {
        let info = (driver.describe)(toolchain).into_iter().find(|info| info.name == *target)?;
        Some((driver, info))
    });
    match found {
        Some((driver, info)) => (driver.open)(toolchain, info, settings),
        None => {
            let configuration = target.configuration.clone();
            Err(OpenError::NoSuchTarget(toolchain.id.to_string(), configuration))
        }
    }
}
