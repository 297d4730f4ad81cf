//! `wellsmith toolchain`: what is installed, and how to get the rest.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, SystemTime};

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use toolchains::{Cache, Listing, Progress, Spec, State, Toolchain};

use crate::args::{ToolchainArgs, ToolchainCommand};
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{count, say, table, tell};

/// Runs the command.
pub(crate) fn run(args: ToolchainArgs) -> anyhow::Result<Exit> {
    match args.command {
        ToolchainCommand::List { json, places } => list(&machine::cache(&places)?, json),
        ToolchainCommand::Install { specs, places } => {
            let cache = machine::cache(&places)?;
            let specs = specs.iter().map(|spec| parse(spec)).collect::<Result<Vec<_>, _>>()?;
            for spec in specs {
                let toolchain = install(&cache, &spec)?;
                match bytes_of(&cache, &toolchain) {
                    Some(bytes) => say!("{} is ready ({})", toolchain.id, size(bytes))?,
                    None => say!("{} is ready", toolchain.id)?,
                }
            }
            Ok(Exit::Nothing)
        }
        ToolchainCommand::Remove { unused: Some(time), places, .. } => {
            let cache = machine::cache(&places)?;
            let since = SystemTime::now().checked_sub(time).unwrap_or(SystemTime::UNIX_EPOCH);
            let unused = cache.unused(since);
            if unused.is_empty() {
                say!("Everything installed was used in that time.")?;
            }
            for id in unused {
                cache.remove(&id).map_err(setup)?;
                say!("{id} is removed")?;
            }
            Ok(Exit::Nothing)
        }
        ToolchainCommand::Remove { specs, places, .. } => {
            let cache = machine::cache(&places)?;
            for spec in &specs {
                let installed = cache.installed(&parse(spec)?);
                if installed.is_empty() {
                    return Err(setup(format!(
                        "{spec} was not fetched by wellsmith, so there is nothing to remove; \
                         `wellsmith toolchain list` shows what is installed"
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
    let missing: Vec<Spec> = cache
        .list()
        .into_iter()
        .filter_map(|listing| match listing.state {
            State::Missing { spec, .. } => Some(spec),
            _ => None,
        })
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let all = count(missing.len() as u64, "missing version");
    tell!("Installing {all} of compilers and libraries; with --target NAME only that one.");
    let terminal = Term::stderr();
    if terminal.is_term() && std::io::stdin().is_terminal() {
        terminal.write_str("Go on? [y/N] ")?;
        if !terminal.read_line()?.trim().eq_ignore_ascii_case("y") {
            return Err(usage("nothing was installed; name what is wanted with --target"));
        }
    }
    let mut failed = Vec::new();
    for (position, spec) in missing.iter().enumerate() {
        tell!("{spec} ({} of {})", position + 1, missing.len());
        // One that cannot be installed must not prevent the others.
        failed.extend(install(cache, spec).err().map(|error| format!("{spec}: {error}")));
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
    let mut shown = table(["name", "version", "size", "where it is, or how to get it"]);
    let mut total = 0;
    for Listing { name, version, suite, state, .. } in &listings {
        let version = match suite {
            Some(suite) => format!("{version} ({suite})"),
            None => version.clone(),
        };
        let (size, how) = match state {
            State::There { home, bytes, .. } => {
                total += bytes.unwrap_or(0);
                (bytes.map(size).unwrap_or_default(), home.place().display().to_string())
            }
            State::Missing { command, .. } => (String::new(), command.clone()),
            State::Unusable { why } => ("broken".to_owned(), why.clone()),
            State::CannotBeHad { remedy } => (String::new(), remedy.clone()),
        };
        shown.add_row([name, &version[..], &size, &how]);
    }
    say!("{shown}\nInstalled by wellsmith: {}.", size(total))?;
    Ok(Exit::Nothing)
}

/// How much of the cache a toolchain takes.
fn bytes_of(cache: &Cache, toolchain: &Toolchain) -> Option<u64> {
    let is_it = |listing: &Listing| {
        listing.name == toolchain.id.name && listing.version == toolchain.id.version
    };
    match cache.list().into_iter().find(is_it)?.state {
        State::There { bytes, .. } => bytes,
        _ => None,
    }
}

fn size(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

#[derive(Serialize)]
struct ListingJson<'a> {
    name: &'a str,
    version: &'a str,
    about: &'a str,
    suite: Option<&'a str>,
    here: bool,
    path: Option<&'a Path>,
    bytes: Option<u64>,
    from: Option<&'a str>,
    command: Option<&'a str>,
    problem: Option<&'a str>,
}

impl ListingJson<'_> {
    fn new(listing: &Listing) -> ListingJson<'_> {
        let (from, command, problem) = match &listing.state {
            State::There { from, .. } => (Some(from.as_str()), None, None),
            State::Missing { command, .. } => (None, Some(command.as_str()), None),
            State::Unusable { why } => (None, None, Some(why.as_str())),
            State::CannotBeHad { remedy } => (None, None, Some(remedy.as_str())),
        };
        let (path, bytes) = match &listing.state {
            State::There { home, bytes, .. } => (Some(home.place()), *bytes),
            _ => (None, None),
        };
        ListingJson {
            name: listing.name,
            version: &listing.version,
            suite: listing.suite,
            path,
            bytes,
            about: listing.about,
            here: from.is_some(),
            from,
            command,
            problem,
        }
    }
}
