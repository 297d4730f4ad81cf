//! The `wellsmith` program: arguments in, words out.
//!
//! Everything that is decided is decided in the other crates; this one parses
//! the command line, joins engines, toolchains, targets and store, and turns
//! events and errors into text, JSON and exit codes. [`main`] is the program;
//! [`Inputs`] is there for developers' tools that need the same engines.

mod args;
mod commands;
mod engines;
mod exit;
mod progress;
mod setup;
mod words;

use clap::Parser;

pub use engines::{Inputs, library_jars};

/// Runs the command that the arguments of the process name.
pub fn main() -> std::process::ExitCode {
    let args = args::Args::parse();
    exit::report(|| commands::run(args)).into()
}
