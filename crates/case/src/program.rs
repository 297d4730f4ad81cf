//! A test case: a program and what must be true of it.

use std::fmt;

use crate::expectation::Expectation;
use crate::language::Language;

/// The name of a program: a hash of its language and its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaseId(String);

impl CaseId {
    /// The id of a program text.
    pub fn of(language: Language, source: &str) -> CaseId {
        let mut hasher = blake3::Hasher::new();
        hasher.update(language.name().as_bytes());
        hasher.update(&[0]);
        hasher.update(source.as_bytes());
        CaseId(hasher.finalize().to_hex()[..16].to_owned())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A program and what must be true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The language of the source.
    pub language: Language,
    /// The whole program, as a user would put it in a file and compile it. How
    /// several programs are compiled at once is a matter of the target.
    pub source: String,
    /// What must be true of it.
    pub expectation: Expectation,
    /// The features and rules that it uses, sorted and without repetition, for
    /// statistics and for buckets.
    pub features: Vec<&'static str>,
}

impl TestCase {
    /// The name of this program.
    pub fn id(&self) -> CaseId {
        CaseId::of(self.language, &self.source)
    }
}
