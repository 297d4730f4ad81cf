//! The `wellsmith` program: arguments in, words out.
//!
//! It parses the command line, joins inputs, engines, targets and store for each
//! command, and turns events and errors into text, JSON and exit codes. What is
//! a finding, which programs are generated and what is stored is decided in the
//! other crates. [`main`] is the entry point.

mod args;
mod commands;
mod compilers;
mod defaults;
mod engines;
mod exit;
mod jobs;
mod progress;
mod reductions;
mod setup;
mod show;
mod words;

/// Runs the command that the arguments of the process name.
pub fn main() -> std::process::ExitCode {
    let run = || {
        let args = defaults::arguments()?;
        args.color.apply();
        commands::run(args)
    };
    exit::report(run).into()
}
