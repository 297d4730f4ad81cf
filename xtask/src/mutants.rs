//! `cargo xtask mutants`: which changes of the crates in the middle their own
//! tests notice.
//!
//! cargo-mutants changes one thing after the other in a copy of the tree and runs
//! the tests of the crate. A mutant that does not compile is not viable. One that
//! keeps the tests from ending counts as caught, and is shown apart: on a busy
//! machine it may only have been slow.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::Deserialize;

use crate::common::{cargo, cargo_has};

/// Code that is mutated, and the tests that must notice it.
struct Scope {
    name: &'static str,
    package: &'static str,
    /// The only file that is mutated; all of the package if `None`.
    file: Option<&'static str>,
    /// The tests that are run, as arguments of `cargo test`; all of the package
    /// if there are none.
    tests: &'static [&'static str],
}

const fn package(name: &'static str) -> Scope {
    Scope { name, package: name, file: None, tests: &[] }
}

const SCOPES: &[Scope] = &[
    package("choice"),
    package("case"),
    // Tests that kill processes take most of the time.
    Scope { tests: &["--lib", "--test", "campaign"], ..package("campaign") },
    package("reduce"),
    Scope {
        tests: &["--lib", "--test", "conformance", "--test", "migrations", "--test", "trouble"],
        ..package("store")
    },
    Scope {
        name: "targets::verdicts",
        package: "targets",
        file: Some("crates/targets/src/verdicts.rs"),
        tests: &["--test", "verdicts"],
    },
];

/// The percentage of viable mutants that must be caught.
const LEAST: u64 = 80;

#[derive(Args)]
pub(crate) struct MutantsArgs {
    /// The crates whose mutants are tried; all that are listed below if none is
    /// named
    #[arg(value_name = "CRATE")]
    crates: Vec<String>,
    /// Only mutants whose description matches this (a file, a function, a change)
    #[arg(long, value_name = "REGEX")]
    only: Option<String>,
    /// Only every Nth mutant: a sample
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// How long the tests may run for one mutant; by default four times as long
    /// as without a mutant, and not less than 20 seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u32>,
    /// The tests to run instead of those below, as arguments of `cargo test`
    #[arg(last = true, value_name = "TESTS")]
    tests: Vec<String>,
}

/// What there is to mutate, for the help.
pub(crate) fn list() -> String {
    let mut text = "Crates, each with the tests that are run:".to_owned();
    for scope in SCOPES {
        let tests = match scope.tests {
            [] => "all of its own".to_owned(),
            tests => tests.join(" "),
        };
        text.push_str(&format!("\n  {:<18} {tests}", scope.name));
    }
    text
}

/// The part of `mutants.out/outcomes.json` that is read.
#[derive(Deserialize)]
struct Outcomes {
    caught: u64,
    timeout: u64,
    missed: u64,
}

impl Outcomes {
    fn viable(&self) -> u64 {
        self.caught + self.timeout + self.missed
    }

    fn percentage(&self) -> u64 {
        100 * (self.caught + self.timeout) / self.viable().max(1)
    }
}

/// Runs the command.
pub(crate) fn run(args: &MutantsArgs) -> anyhow::Result<()> {
    let scopes = chosen(&args.crates)?;
    need_cargo_mutants()?;
    let mut rows = Vec::new();
    let mut low = Vec::new();
    for scope in scopes {
        println!("== {}", scope.name);
        let folder = tempfile::tempdir().context("no folder for the results")?;
        mutate(scope, args, folder.path())?;
        let outcomes = folder.path().join("mutants.out");
        let text = std::fs::read_to_string(outcomes.join("outcomes.json"))
            .context("cargo-mutants left no results")?;
        let counted: Outcomes = serde_json::from_str(&text)?;
        if counted.percentage() < LEAST {
            low.push(scope.name);
        }
        rows.push((scope.name, counted));
    }
    println!(
        "{:<18} {:>6} {:>6} {:>9} {:>6} {:>6}",
        "crate", "viable", "caught", "timed out", "missed", "share"
    );
    for (name, counted) in &rows {
        let Outcomes { caught, timeout, missed } = counted;
        let (viable, share) = (counted.viable(), counted.percentage());
        println!("{name:<18} {viable:>6} {caught:>6} {timeout:>9} {missed:>6} {share:>5}%");
    }
    ensure!(low.is_empty(), "less than {LEAST}% are caught in: {}", low.join(", "));
    Ok(())
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Scope>> {
    if names.is_empty() {
        return Ok(SCOPES.iter().collect());
    }
    let find = |name: &String| {
        SCOPES.iter().find(|scope| scope.name == name).with_context(|| {
            let known: Vec<_> = SCOPES.iter().map(|scope| scope.name).collect();
            format!("{name:?} is not one of: {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

fn need_cargo_mutants() -> anyhow::Result<()> {
    if cargo_has("mutants") {
        return Ok(());
    }
    println!("cargo-mutants is missing: cargo install cargo-mutants --locked");
    let status = cargo().args(["install", "cargo-mutants", "--locked"]).status()?;
    ensure!(status.success(), "cargo-mutants could not be installed");
    Ok(())
}

/// Runs cargo-mutants, which prints the mutants that are missed.
fn mutate(scope: &Scope, args: &MutantsArgs, folder: &Path) -> anyhow::Result<()> {
    let mut command = cargo();
    // The copy is built in a folder of its own, where what it depends on stays built.
    command
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/mutants"));
    command.args(["mutants", "--package", scope.package, "--jobs", "1", "--no-shuffle"]);
    match args.timeout {
        Some(seconds) => command.args(["--timeout", &seconds.to_string()]),
        None => command.args(["--timeout-multiplier", "4", "--minimum-test-timeout", "20"]),
    };
    command.arg("--output").arg(folder);
    if let Some(file) = scope.file {
        command.args(["--file", file]);
    }
    if args.every > 1 {
        command.args(["--sharding", "round-robin", "--shard", &format!("0/{}", args.every)]);
    }
    if let Some(only) = &args.only {
        command.args(["--re", only]);
    }
    command.arg("--");
    match args.tests.is_empty() {
        true => command.args(scope.tests),
        false => command.args(&args.tests),
    };
    let status = command.status().context("cannot run cargo")?;
    match status.code() {
        // Everything was caught, something was missed, something timed out.
        Some(0 | 2 | 3) => Ok(()),
        _ => bail!("cargo-mutants failed ({status})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cargo-mutants would notice a test that was renamed only after it has built everything.
    #[test]
    fn the_tests_that_are_run_exist() {
        let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"));
        for scope in SCOPES {
            let tests = crates.join(scope.package).join("tests");
            for pair in scope.tests.windows(2).filter(|pair| pair[0] == "--test") {
                let is_file = tests.join(pair[1]).with_extension("rs").is_file();
                let is_folder = tests.join(pair[1]).join("main.rs").is_file();
                assert!(is_file || is_folder, "{} has no test {}", scope.name, pair[1]);
            }
        }
    }
}
