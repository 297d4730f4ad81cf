//! Runtimes of channel-based languages as targets: compile a batch of programs
//! and run each of them many times.
//!
//! Programs are complete: each starts processes, joins all of them and prints
//! its result. In a batch they become parts of one whole, each of which is run
//! by itself: in a process of its own (`native`) or in a warm JVM (`warm`).
//! Programs that do not terminate are told from slow ones by what their threads
//! do, not by the clock (`watch`, and the JVM's host). What is found in a batch
//! is confirmed by building the program alone and unchanged, and running that
//! more often: a native program in a new process for each run, one for the JVM
//! in a new JVM.
//!
//! Each runtime is a file with a `Driver`, which gives its `Runner`.

pub(crate) mod crystal;
pub(crate) mod flix;
pub(crate) mod go;
pub(crate) mod kotlin;
pub(crate) mod native;
pub(crate) mod runner;
pub(crate) mod rust_channels;
mod warm;
mod watch;

use case::{Dialect, Does, Language};
use toolchains::Toolchain;

use crate::{TargetInfo, Used};

pub use runner::{Effort, Efforts};
pub use watch::HangLimits;

/// The default configuration of a runtime.
fn describe_runtime(toolchain: &Toolchain, language: Language, dialect: Dialect) -> TargetInfo {
    TargetInfo {
        name: crate::name(toolchain),
        language,
        dialect,
        does: Does::Runs,
        batch: 100,
        used: Used::ByDefault,
    }
}

/// Why a runtime could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// Something that is made once for each toolchain could not be made.
    #[error("{name} could not be made ready: {why}")]
    Prepare {
        /// The toolchain.
        name: toolchains::ToolchainId,
        /// What went wrong.
        why: String,
    },
}
