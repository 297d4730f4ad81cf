//! The words that everything else is said in: test case, expectation, outcome,
//! finding, engine, plan, language.
//!
//! An [`Engine`] makes [`TestCase`]s and knows nothing of compilers; a target
//! gives each of them an [`Outcome`] and knows nothing of engines;
//! [`judge`] holds the one against the [`Expectation`] of the other.
//!
//! This crate does no I/O, and its types carry no wire format: the store and
//! the JSON output have types of their own.

mod engine;
mod expectation;
mod finding;
mod language;
mod outcome;
mod program;
mod words;

pub use engine::{Covered, Engine, Family, Feature, Plan};
pub use expectation::{Expectation, Reason};
pub use finding::{FindingKind, judge, judge_siblings};
pub use language::{Language, Mode};
pub use outcome::{Crash, Diagnostic, Hang, HangEvidence, Outcome, Ran, RunEnd};
pub use program::{CaseId, TestCase};
pub use words::UnknownWord;
