//! `cargo xtask known-bugs ENGINE [NAME]`: bugs that are known to be there must
//! be met again, and the control must not have them.
//!
//! Each engine has a file with the table of its bugs; `hunt` looks for them.

mod api;
mod channels;
mod hunt;
mod mutate;
mod rules;

use anyhow::Context;
use campaign::Sighting;
use clap::ValueEnum;
use reduce::Reduced;

pub(crate) use self::channels::BUGS as CHANNELS;
use self::hunt::Bug;
use crate::common::cache;

/// The engines that have known bugs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Engine {
    /// Typing bugs of Groovy, Scala and Kotlin
    Api,
    /// Channel runtimes that hang or crash
    Channels,
    /// Bugs of swiftc
    Mutate,
    /// Bugs of rustc
    Rules,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Api => "api",
            Engine::Channels => "channels",
            Engine::Mutate => "mutate",
            Engine::Rules => "rules",
        }
    }

    fn bugs(self) -> &'static [Bug] {
        match self {
            Engine::Api => api::BUGS,
            Engine::Channels => channels::BUGS,
            Engine::Mutate => mutate::BUGS,
            Engine::Rules => rules::BUGS,
        }
    }
}

/// The names of all bugs, for the help.
pub(crate) fn list() -> String {
    let mut text = "Known bugs:".to_owned();
    for engine in Engine::value_variants() {
        let names: Vec<_> = engine.bugs().iter().map(|bug| bug.name).collect();
        text.push_str(&format!("\n  {:<9} {}", engine.name(), names.join(", ")));
    }
    text
}

/// Looks for the known bugs of an engine that have this in their names.
pub(crate) fn run(engine: Engine, name: &str) -> anyhow::Result<()> {
    hunt::run(engine.name(), engine.bugs(), name)
}

/// Looks for one known bug, and reduces the program that shows it: the finding as it was
/// met, and as it was reduced.
pub(crate) fn meet(engine: Engine, name: &str) -> anyhow::Result<(Sighting, Reduced)> {
    let bug = engine.bugs().iter().find(|bug| bug.name == name);
    let bug = bug.with_context(|| format!("no known bug is called {name:?}"))?;
    let (_, met, reduced) = hunt::meet(&cache()?, engine.name(), bug)?;
    Ok((met, reduced))
}
