//! The vocabulary of everything else: test case, expectation, outcome, finding,
//! engine, plan, language, target name, and the gist of a message.
//!
//! An [`Engine`] generates [`TestCase`]s and knows nothing of compilers; a
//! target gives each of them an [`Outcome`] and knows nothing of engines;
//! [`judge`] holds what a panel of targets did against the [`Expectation`]s.
//!
//! This crate does no I/O, and its types have no wire format: the store and the
//! JSON output have types of their own.

mod engine;
mod expectation;
mod fingerprint;
mod gist;
mod intern;
mod judge;
mod language;
mod outcome;
mod program;
mod target;
mod words;

pub use engine::{Covered, Digest, Engine, Family, Feature, InputId, Plan};
pub use expectation::{Expectation, Reason};
pub use fingerprint::fingerprint;
pub use gist::{crash_gist, gist};
pub use intern::intern;
pub use judge::{Broken, FindingKind, Other, Side, judge, judge_change};
pub use language::{Dialect, Does, Language, Mode};
pub use outcome::{
    Behaviour, Crash, Diagnostic, Exit, Hang, HangEvidence, Outcome, OutcomeKind, Ran, RunEnd, Slow,
};
pub use program::{CaseId, TestCase};
pub use target::{BadTargetName, TargetName, split_configuration};
pub use words::UnknownWord;
