//! What developers run; `cargo xtask help` lists it.

#![allow(clippy::print_stdout, clippy::print_stderr)] // Terminal output is all it is for.

mod api_verdicts;
mod bench;
mod common;
mod mutants;
mod picture;
mod shapes;
mod soak;
mod systemf_bugs;
mod table2;
mod test;

use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

/// As in `wellsmith`, whose rates are measured here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What developers of wellsmith run
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Get the compilers that the tests need, then run all checks
    Test,
    /// Measure rates, each with a ratio measured in the same run
    ///
    /// A line that is below its floor is an error.
    #[command(after_help = bench::list())]
    Bench {
        /// Only benchmarks with this in their names
        #[arg(default_value = "", hide_default_value = true)]
        name: String,
    },
    /// Show where a JVM compiler and the api engine disagree
    ApiVerdicts {
        /// The compiler, as NAME@VERSION
        target: String,
        /// How many programs for each library and mode
        #[arg(default_value_t = 1000)]
        programs: u64,
        /// The seed of all choices
        #[arg(default_value_t = common::SEED)]
        seed: u64,
        /// Only these libraries and modes
        #[arg(value_name = "LIBRARY|MODE")]
        only: Vec<String>,
    },
    /// Try the heuristics A to F on runtimes that are known to be wrong
    Table2 {
        /// How many programs for each heuristic and runtime
        #[arg(default_value_t = 5000)]
        programs: u64,
        /// Only runtimes with this in their names
        #[arg(default_value = "", hide_default_value = true)]
        name: String,
    },
    /// Run `wellsmith demo` and draw what it prints into docs/demo.svg
    Picture {
        /// The program [default: what cargo builds]
        program: Option<std::path::PathBuf>,
    },
    /// Show what the programs of the channels engine look like
    Shapes {
        /// How many programs for each runtime
        #[arg(default_value_t = 100_000)]
        programs: u64,
    },
    /// Show which program finds each bug of a checker for System F
    SystemfBugs {
        /// How many programs for each bug
        #[arg(default_value_t = 20_000)]
        programs: u64,
    },
    /// Count the mutants of the crates in the middle that their own tests catch
    ///
    /// Runs cargo-mutants, and installs it if it is missing. Each crate is tested
    /// with its own tests alone. A crate that catches less than 80% of the viable
    /// mutants is an error.
    #[command(after_help = mutants::list())]
    Mutants(mutants::MutantsArgs),
    /// Say whether a program shows the finding that is reduced, by the exit code
    #[command(hide = true)]
    Shows {
        /// Where the test listens
        socket: std::path::PathBuf,
        /// The program
        file: std::path::PathBuf,
    },
    /// Run campaigns on a machine in trouble
    ///
    /// Compilers and the campaigns' own processes are killed and stopped, the
    /// temporary folder is filled up, and all processors are busy; for some
    /// processes the clock jumps by days, or memory runs out. A finding, a program
    /// that gets lost, and anything left behind are errors.
    Soak {
        /// For how long
        #[arg(long, default_value_t = 3600)]
        seconds: u64,
        /// The folder to work in, where the sandbox around this is made already
        #[arg(long, hide = true)]
        inside: Option<std::path::PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(Args::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Test => test::run(),
        Task::Mutants(args) => mutants::run(&args),
        Task::Picture { program } => picture::run(program.as_deref()),
        // These wait for compilers and runtimes most of the time.
        Task::Table2 { programs, name } => table2::run(programs, &name),
        Task::ApiVerdicts { target, programs, seed, only } => {
            api_verdicts::run(&target, programs, seed, &only)
        }
        Task::Shows { socket, file } => {
            anyhow::ensure!(bench::reduce::peers::shows(&socket, &file)?, "it does not show it");
            Ok(())
        }
        Task::Bench { name } if name.starts_with("reduce") => bench::run(&name),
        // What is measured must be optimised, and this program may not be.
        _ if cfg!(debug_assertions) => optimised(),
        Task::Bench { name } => bench::run(&name),
        Task::Shapes { programs } => shapes::run(programs),
        Task::SystemfBugs { programs } => systemf_bugs::run(programs),
        Task::Soak { seconds, inside } => {
            soak::run(std::time::Duration::from_secs(seconds), inside)
        }
    }
}

/// Runs this program again with the same arguments, optimised.
fn optimised() -> anyhow::Result<()> {
    let status = common::cargo()
        .args(["run", "--release", "--package", "xtask", "--"])
        .args(std::env::args_os().skip(1))
        .status()
        .context("cannot run cargo")?;
    std::process::exit(status.code().unwrap_or(1));
}
