//! `wellsmith toolchain`: what is installed, and how to get the rest.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use toolchains::{Cache, Listing, Progress, Spec, State, Toolchain};

use crate::args::{ToolchainArgs, ToolchainCommand};
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{say, table, tell};

/// Runs the command.
pub(crate) fn run(args: ToolchainArgs) -> anyhow::Result<Exit> {
    match args.command {
        ToolchainCommand::List { json, places } => list(&machine::cache(&places)?, json),
        ToolchainCommand::Install { specs, places } => {
            let cache = machine::cache(&places)?;
            let specs = specs.iter().map(|spec| parse(spec)).collect::<Result<Vec<_>, _>>()?;
            for spec in specs {
                let toolchain = install(&cache, &spec)?;
                say!("{} is ready", toolchain.id)?;
            }
            Ok(Exit::Nothing)
        }
        ToolchainCommand::Remove { specs, places } => {
            let cache = machine::cache(&places)?;
            for spec in &specs {
                let installed = cache.installed(&parse(spec)?);
                if installed.is_empty() {
                    return Err(setup(format!(
                        "{spec} was not fetched by wellsmith, so there is nothing to remove; \
                         `wellsmith toolchain list` shows what is here"
                    )));
                }
                for id in installed {
                    cache.remove(&id).map_err(setup)?;
                    say!("{id} is removed")?;
                }
            }
            Ok(Exit::Nothing)
        }
    }
}

/// Gets what `fuzz --install` asks for: the targets named, or everything that
/// is known and missing.
pub(crate) fn install_missing(cache: &Cache, targets: &[String]) -> anyhow::Result<()> {
    if !targets.is_empty() {
        for target in targets {
            install(cache, &machine::spec(target)?)?;
        }
        return Ok(());
    }
    let mut failed = Vec::new();
    for Listing { name, version, state, .. } in cache.list() {
        if let State::Missing { .. } = state {
            let spec = parse(&format!("{name}@{version}"))?;
            // One that cannot be installed must not prevent the others.
            failed.extend(install(cache, &spec).err().map(|error| format!("{spec}: {error}")));
        }
    }
    for failure in failed {
        tell!("warning: {failure}");
    }
    Ok(())
}

fn parse(spec: &str) -> anyhow::Result<Spec> {
    spec.parse().map_err(|error: toolchains::Error| usage(error))
}

/// Installs one toolchain and shows what is going on.
pub(crate) fn install(cache: &Cache, spec: &Spec) -> anyhow::Result<Toolchain> {
    shown_while(spec, |listener| cache.install(spec, listener))
}

/// Shows what is going on while something is fetched.
pub(crate) fn shown_while<T>(
    spec: &Spec,
    work: impl FnOnce(&mut dyn FnMut(Progress)) -> Result<T, toolchains::Error>,
) -> anyhow::Result<T> {
    let terminal = std::io::stderr().is_terminal();
    let bar = if terminal { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut step = String::new();
    let done = work(&mut |progress| match progress {
        Progress::Waiting(text) | Progress::Step(text) => {
            if !terminal {
                tell!("{spec}: {text}");
            }
            bar.set_message(format!("{spec}: {text}"));
            step = text;
        }
        Progress::Line(line) => bar.set_message(format!("{spec}: {step}: {}", line.trim())),
        Progress::Bytes(bytes) => bar.set_message(format!("{spec}: {step}: {} MB", bytes >> 20)),
    });
    bar.finish_and_clear();
    done.map_err(setup)
}

fn list(cache: &Cache, json: bool) -> anyhow::Result<Exit> {
    let listings = cache.list();
    if json {
        let lines: Vec<_> = listings.iter().map(ListingJson::new).collect();
        say!("{}", serde_json::to_string(&lines)?)?;
        return Ok(Exit::Nothing);
    }
    let mut shown = table(["name", "version", "here", "from, or how to get it"]);
    for Listing { name, version, state, .. } in &listings {
        let (here, how) = match state {
            State::There { from, .. } => ("yes", from.clone()),
            State::Missing { command } => ("no", command.clone()),
            State::Unusable { why } => ("broken", why.clone()),
            State::CannotBeHad { remedy } => ("no", remedy.clone()),
        };
        shown.add_row([name, version.as_str(), here, &how]);
    }
    say!("{shown}")?;
    Ok(Exit::Nothing)
}

#[derive(Serialize)]
struct ListingJson<'a> {
    name: &'a str,
    version: &'a str,
    about: &'a str,
    here: bool,
    from: Option<&'a str>,
    command: Option<&'a str>,
    problem: Option<&'a str>,
}

impl ListingJson<'_> {
    fn new(listing: &Listing) -> ListingJson<'_> {
        let (from, command, problem) = match &listing.state {
            State::There { from, .. } => (Some(from.as_str()), None, None),
            State::Missing { command } => (None, Some(command.as_str()), None),
            State::Unusable { why } => (None, None, Some(why.as_str())),
            State::CannotBeHad { remedy } => (None, None, Some(remedy.as_str())),
        };
        ListingJson {
            name: listing.name,
            version: &listing.version,
            about: listing.about,
            here: from.is_some(),
            from,
            command,
            problem,
        }
    }
}
