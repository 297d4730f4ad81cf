//! Runtimes of channel-based languages as targets: compile a batch of programs
//! and run each of them many times.
//!
//! Programs are complete: each starts processes, joins all of them and prints
//! its result. In a batch they become parts of one whole, of which each is run
//! for itself: in a process of its own (`native`) or in a warm JVM (`warm`).
//! Programs that do not end are told from slow ones by what their threads do,
//! not by the clock (`watch`, and the JVM's host). What is found in a batch is
//! confirmed by compiling the program alone and unchanged, and running it more
//! often.
//!
//! There is one function for each runtime, which gives its [`Runner`].

mod crystal;
mod flix;
mod go;
mod kotlin;
mod native;
mod runner;
mod rust_channels;
mod stable;
mod warm;
mod watch;

pub use crystal::crystal;
pub use flix::flix;
pub use go::go;
pub use kotlin::kotlin;
pub use runner::{Effort, Runner};
pub use rust_channels::rust_channels;
pub use watch::HangLimits;

/// Why a runtime could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The toolchain is not one for this runtime.
    #[error("{0} cannot be used as {1}; name another with --target")]
    WrongHome(toolchains::ToolchainId, &'static str),
    /// Something that is made once for each toolchain could not be made.
    #[error("{name} could not be made ready: {why}")]
    Prepare {
        /// The toolchain.
        name: toolchains::ToolchainId,
        /// What went wrong.
        why: String,
    },
}
