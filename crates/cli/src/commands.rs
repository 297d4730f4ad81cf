//! One module for each command.

mod check;
mod findings;
mod fuzz;
mod generate;
mod replay;
mod toolchain;

use clap::CommandFactory;

use crate::args::{Args, Command};
use crate::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Fuzz(args) => fuzz::run(args),
        Command::Generate(args) => generate::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Findings(args) => findings::run(args),
        Command::Toolchain(args) => toolchain::run(args),
        Command::Completions { shell } => {
            let mut out = std::io::stdout().lock();
            clap_complete::generate(shell, &mut Args::command(), "wellsmith", &mut out);
            Ok(Exit::Nothing)
        }
        Command::Man => {
            clap_mangen::Man::new(Args::command()).render(&mut std::io::stdout().lock())?;
            Ok(Exit::Nothing)
        }
    }
}
