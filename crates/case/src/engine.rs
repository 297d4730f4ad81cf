//! What an engine is: a pure function from inputs, plan and tape to programs.

use choice::{Choices, DeadEnd};

use crate::language::{Language, Mode};
use crate::program::TestCase;

/// Something that an engine can use or leave out, switched by the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name, as in `--feature NAME`.
    pub name: &'static str,
    /// What it adds, in a few words.
    pub about: &'static str,
    /// Whether it is on when nobody says anything.
    pub default: bool,
}

/// An engine's settings for a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What to make.
    pub mode: Mode,
    /// In which language.
    pub language: Language,
    /// In which dialect of it: a library or a version with a syntax of its own
    /// (`flume`). One of [`Engine::dialects`].
    pub dialect: &'static str,
    /// How large; 1 to 10, 4 by default. Each engine says what that means.
    pub size: u32,
    /// The features that may be used, sorted.
    pub features: Vec<&'static str>,
}

impl Plan {
    /// Whether a feature may be used.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(&feature)
    }
}

/// The programs of one tape: one, or a class of siblings that must get the same
/// verdict.
pub type Family = Vec<TestCase>;

/// How much of what an engine has was used in the programs that it has made in
/// this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Things of which kind: `rules of rust-regions`.
    pub what: String,
    /// How many of them were used.
    pub used: u64,
    /// How many there are.
    pub of: u64,
    /// Those that are in the fewest programs, with the number of these.
    pub rarest: Vec<(String, u64)>,
}

/// A generator of programs. It does no I/O while generating, and what it makes
/// depends on nothing but its inputs, the plan and the choices.
pub trait Engine: Send + Sync {
    /// Its name, as in `--engine NAME`.
    fn name(&self) -> &'static str;

    /// One line about it.
    fn about(&self) -> &'static str;

    /// What it was built from besides its own version (libraries, rule files),
    /// so that a tape can be told from one with other inputs. Empty when there
    /// is nothing.
    fn inputs(&self) -> String {
        String::new()
    }

    /// The languages it writes, each with the modes it knows there, the most
    /// important first.
    fn abilities(&self) -> Vec<(Language, Vec<Mode>)>;

    /// The dialects of a language, the usual one first. At least one.
    fn dialects(&self, language: Language) -> &'static [&'static str];

    /// What can be switched on and off in a language and mode.
    fn features(&self, language: Language, mode: Mode) -> &'static [Feature];

    /// The features that a swarm does not leave out by chance: there is nothing
    /// to make without any of them.
    fn steady(&self) -> &'static [&'static str] {
        &[]
    }

    /// Makes the programs of one tape.
    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd>;

    /// What the programs in a language have used in this process; nothing where
    /// nobody counts.
    fn coverage(&self, _language: Language) -> Vec<Covered> {
        Vec::new()
    }

    /// A plan with everything at its default.
    fn plan(&self, language: Language, mode: Mode) -> Plan {
        let mut features: Vec<_> = self
            .features(language, mode)
            .iter()
            .filter(|feature| feature.default)
            .map(|feature| feature.name)
            .collect();
        features.sort_unstable();
        Plan { mode, language, dialect: self.dialects(language)[0], size: 4, features }
    }
}
