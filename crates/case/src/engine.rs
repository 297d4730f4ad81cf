//! What an engine is: a pure function from inputs, plan and tape to programs.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use choice::{Choices, DeadEnd};

use crate::language::{Dialect, Language, Mode};
use crate::program::TestCase;

/// Something that an engine can use or leave out, switched by the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name, as in `--feature NAME`.
    pub name: &'static str,
    /// What it adds, in a few words.
    pub about: &'static str,
    /// Whether it is on unless the user says otherwise.
    pub default: bool,
}

impl Feature {
    /// For one of several alternatives, of which exactly one is on, what their names
    /// have in common: `heuristic=` of `heuristic=a`.
    pub fn alternatives(&self) -> Option<&'static str> {
        self.name.find('=').map(|at| &self.name[..=at])
    }
}

/// The identity of a content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 16]);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest::from_hash(blake3::hash(bytes))
    }

    /// The digest of several parts, which is not that of their concatenation.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Digest {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Digest::from_hash(hasher.finalize())
    }

    /// The digest that a hash gives.
    pub fn from_hash(hash: blake3::Hash) -> Digest {
        Digest(hash.as_bytes()[..16].try_into().expect("a hash has 32 bytes"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Something that an engine was built from: a rule file, a library, a seed
/// program. Two inputs with one digest have the same content.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId {
    /// What users call it.
    pub name: Arc<str>,
    /// What is in it.
    pub digest: Digest,
}

/// An engine's settings for one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What to generate.
    pub mode: Mode,
    /// In which language.
    pub language: Language,
    /// In which dialect of it; one of [`Engine::dialects`].
    pub dialect: Dialect,
    /// How large; 1 to 10, 4 by default. Each engine says what that means.
    pub size: u32,
    /// The features that may be used, sorted.
    pub features: Vec<&'static str>,
    /// Which of [`Engine::subjects`] the program is about, if there are any.
    pub subject: Option<Arc<str>>,
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

/// How much of what an engine has was used in the programs that it has generated
/// in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// What is counted: `rules of rust-regions`.
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

    /// The version of its generator, raised whenever the same inputs, plan and
    /// tape give another program. A tape is only replayed with the version that
    /// recorded it.
    fn version(&self) -> u32;

    /// Everything that it was built from beside its own code, sorted by name.
    fn inputs(&self) -> &[InputId];

    /// The languages it writes, each with the modes it knows there, the most
    /// important first.
    fn abilities(&self) -> Vec<(Language, Vec<Mode>)>;

    /// The dialects of a language that it writes, the usual one first. Empty for
    /// a language that it does not write.
    fn dialects(&self, language: Language) -> &[Dialect];

    /// What can be switched on and off in a language and mode.
    fn features(&self, language: Language, mode: Mode) -> &[Feature];

    /// Why programs in a dialect do not have a feature of the language, if they do
    /// not. It is never on in a plan for the dialect.
    fn lacks(&self, language: Language, dialect: Dialect, feature: &str) -> Option<&'static str> {
        let _ = (language, dialect, feature);
        None
    }

    /// Features of which at least one must be on for there to be any program.
    /// The random subsets of a campaign ("swarm") leave these alone.
    fn essential_features(&self) -> &[&'static str] {
        &[]
    }

    /// What each program is about, where that is one thing of many: the library
    /// member that is called, the seed program that is mutated. A campaign goes
    /// through all of them before it repeats one. Empty where there is no such
    /// thing. The plan's own subject does not count here. The order depends on
    /// each name alone, so that a new subject leaves the others as they are, and a
    /// program depends on no other subject than its own.
    fn subjects(&self, plan: &Plan) -> Cow<'_, [Arc<str>]> {
        let _ = plan;
        Cow::Borrowed(&[])
    }

    /// Generates the programs of one tape.
    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd>;

    /// What the programs in a language have used in this process; empty if that
    /// is not counted.
    fn coverage(&self, language: Language) -> Vec<Covered> {
        let _ = language;
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
        let dialect = self.dialects(language).first().copied().unwrap_or(Dialect::Standard);
        let plan = Plan { mode, language, dialect, size: 4, features, subject: None };
        let subject = self.subjects(&plan).first().cloned();
        Plan { subject, ..plan }
    }
}
