//! The `wellsmith` program: arguments in, words out.
//!
//! Everything that is decided is decided in the other crates; this one parses
//! the command line, joins engines, toolchains, targets and store, and turns
//! events and errors into text, JSON and exit codes.

mod args;
mod commands;
mod engines;
mod exit;
mod progress;
mod setup;
mod words;

use clap::Parser;

fn main() -> std::process::ExitCode {
    let args = args::Args::parse();
    exit::report(|| commands::run(args)).into()
}
