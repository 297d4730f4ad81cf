//! What developers run.
//!
//! ```text
//! cargo xtask test                 get the compilers that the tests need, then run all checks
//! cargo xtask bench [NAME]         rates, each with a ratio measured in the same run
//! cargo xtask known-bugs ENGINE [NAME]
//!                                  meet bugs again that are known to be there
//! cargo xtask api-verdicts TARGET [N [SEED [LIBRARY|MODE]…]]
//!                                  where a JVM compiler and the api engine disagree
//! cargo xtask table2 [N]           heuristics A to F against a runtime that is known to be wrong
//! cargo xtask systemf-bugs [N]     which program finds each bug of a checker for System F
//! ```

mod api_verdicts;
mod bench;
mod common;
mod known_bugs;
mod systemf_bugs;
mod table2;
mod test;

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const USAGE: &str = "\
usage: cargo xtask test
       cargo xtask bench [NAME]
       cargo xtask known-bugs ENGINE [NAME]
       cargo xtask api-verdicts TARGET [PROGRAMS [SEED [LIBRARY|MODE]...]]
       cargo xtask table2 [PROGRAMS]
       cargo xtask systemf-bugs [PROGRAMS]";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["test"] => test::run(),
        // What is measured must be optimised, and this program may not be.
        ["bench" | "known-bugs" | "api-verdicts" | "table2", ..] if cfg!(debug_assertions) => {
            optimised(&args)
        }
        ["bench"] => bench::run(""),
        ["bench", name] => bench::run(name),
        ["known-bugs", engine] => known_bugs::run(engine, ""),
        ["known-bugs", engine, name] => known_bugs::run(engine, name),
        ["api-verdicts", target] => api_verdicts::run(target, 1000, 1, &[]),
        ["api-verdicts", target, programs] => api_verdicts::run(target, number(programs)?, 1, &[]),
        ["api-verdicts", target, programs, seed, ref only @ ..] => {
            api_verdicts::run(target, number(programs)?, number(seed)?, only)
        }
        ["table2"] => table2::run(500),
        ["table2", programs] => table2::run(number(programs)?),
        ["systemf-bugs"] => systemf_bugs::run(20_000),
        ["systemf-bugs", programs] => systemf_bugs::run(number(programs)?),
        _ => bail!("{USAGE}"),
    }
}

fn number(text: &str) -> anyhow::Result<u64> {
    text.parse().with_context(|| format!("{text:?} is no number"))
}

fn optimised(args: &[&str]) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "xtask", "--"])
        .args(args)
        .status()
        .context("cannot run cargo")?;
    std::process::exit(status.code().unwrap_or(1));
}
