//! `wellsmith man`: manual pages for every command.

use std::path::Path;

use clap::{Command, CommandFactory};

use crate::args::Args;
use crate::exit::{Exit, setup, usage};
use crate::words::{count, printed, say};

/// Runs the command.
pub(crate) fn run(command: &[String], out: Option<&Path>) -> anyhow::Result<Exit> {
    // A page refers to those of its subcommands, and `help` needs none.
    let mut root = Args::command().disable_help_subcommand(true);
    root.build();
    let Some(folder) = out else {
        let page = page(find(&root, command)?).map_err(setup)?;
        printed(std::io::Write::write_all(&mut std::io::stdout(), &page))?;
        return Ok(Exit::Nothing);
    };
    let failed =
        |error: std::io::Error| setup(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut written = 0;
    let mut commands = vec![&root];
    while let Some(command) = commands.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        std::fs::write(folder.join(format!("{name}.1")), page(command).map_err(failed)?)
            .map_err(failed)?;
        written += 1;
        commands.extend(command.get_subcommands());
    }
    say!("{} written to {}", count(written, "manual page"), folder.display())?;
    Ok(Exit::Nothing)
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    Ok(page)
}

/// The command with this name: `findings show`.
fn find<'a>(root: &'a Command, path: &[String]) -> anyhow::Result<&'a Command> {
    path.iter().try_fold(root, |command, name| {
        command.find_subcommand(name).ok_or_else(|| {
            let known: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
            usage(format!("there is no command {name}; there is: {}", known.join(", ")))
        })
    })
}
