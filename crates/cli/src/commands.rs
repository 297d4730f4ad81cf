//! One module for each command.

mod api;
pub(crate) mod backtest;
mod campaigns;
mod check;
mod corpus;
mod coverage;
mod demo;
mod doctor;
mod engines;
pub(crate) mod findings;
mod fuzz;
mod generate;
mod init;
mod man;
mod reduce;
mod replay;
pub(crate) mod report;
mod rules;
mod toolchain;
mod worker;
mod workers;

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, Command};
use crate::exit::Exit;
use crate::words::printed;

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Demo(args) => demo::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Reduce(args) => reduce::run(&args),
        Command::Findings(args) => findings::run(args),
        Command::Backtest(args) => backtest::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Campaigns(args) => campaigns::run(args),
        Command::Worker(args) => worker::run(&args),
        Command::Workers(args) => workers::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Toolchain(args) => toolchain::run(args),
        Command::Rules { command } => rules::run(&command),
        Command::Api(args) => api::run(&args),
        Command::Corpus { command } => corpus::run(&command),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "wellsmith", &mut text);
            printed(std::io::stdout().write_all(&text))?;
            Ok(Exit::Nothing)
        }
        Command::Man { command, out } => man::run(&command, out.as_deref()),
    }
}
