//! Known bugs of compilers and runtimes that generated programs must meet again: the
//! answer to "is it good news that nothing was found?".
//!
//! [`BUGS`] is the table, [`meet`] looks for one of them: it generates the programs that
//! `wellsmith fuzz` would generate for the bug's target, with a fixed seed, until one
//! shows the bug alone and cold, and a control without the bug is right about it.
//!
//! | module | |
//! |---|---|
//! | `bug` | what a known bug is, and how it is recognised |
//! | `api`, `channels`, `functional`, `mutate`, `rules` | the tables, by engine |
//! | `hunt` | generate, get verdicts, judge, confirm, reduce |
//!
//! This crate prints nothing and keeps nothing.

mod api;
mod bug;
mod channels;
mod functional;
mod hunt;
mod mutate;
mod rules;

pub use bug::Bug;
pub use hunt::{Met, NotMet, Options, Targets, meet, open};

/// All known bugs, by engine.
pub const BUGS: &[&[Bug]] =
    &[api::BUGS, channels::BUGS, functional::BUGS, mutate::BUGS, rules::BUGS];

/// All known bugs.
pub fn bugs() -> impl Iterator<Item = &'static Bug> {
    BUGS.iter().copied().flatten()
}

/// The known bug of an engine with this name.
pub fn bug(engine: &str, name: &str) -> Option<&'static Bug> {
    bugs().find(|bug| bug.engine == engine && bug.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_bug_has_a_name_of_its_own_and_says_how_it_is_known() {
        let mut names = BTreeSet::new();
        for bug in bugs() {
            assert!(names.insert((bug.engine, bug.name)), "{} twice", bug.name);
            assert!(!bug.about.is_empty() && bug.within > 0, "{}", bug.name);
            assert!(inputs::ENGINES.contains(&bug.engine), "{}", bug.engine);
            for target in std::iter::once(bug.wrong).chain(bug.control()) {
                let spec = case::split_configuration(target).0;
                assert!(spec.parse::<toolchains::Spec>().is_ok(), "{target}");
            }
            // Where no version is right, only what is said tells it from mistakes of ours.
            assert!(bug.control().is_some() || !bug.shows.says.is_empty(), "{}", bug.name);
        }
    }
}
