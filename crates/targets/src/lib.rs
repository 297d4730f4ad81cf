//! Compilers and runtimes as targets: what does this one say about these
//! programs?
//!
//! A [`Target`] is one compiler or runtime in one version and configuration. It
//! compiles (and runs) a batch once and reports what was said; [`verdicts`]
//! turns such reports into one outcome for each program, for all targets alike.
//! [`open`] gives the targets of a toolchain; each is to be tried with its
//! [`canary`] programs before it is trusted. Whatever is compiled or run, is run
//! in the [`sandbox`].
//!
//! A new target is a driver that implements [`Target`] and a line in [`open`].
//!
//! This crate knows nothing of engines, judges nothing, and fetches nothing.

pub mod jvm;
pub mod runtimes;
pub mod sandbox;

mod canary;
mod checker;
mod gccrs;
mod ghc;
mod ocaml;
mod registry;
mod rustc;
mod rustc_message;
mod verdicts;
mod work;

pub use canary::{Broken, canary};
pub use registry::{OpenError, Settings, open};
pub use verdicts::{Run, Verdicts, verdicts};

use std::time::Duration;

use case::{Crash, Diagnostic, Language, Outcome, Ran};

/// One compiler or runtime in one version and configuration.
pub trait Target: Send {
    /// Its name: `rustc@1.95.0`, `rustc@1.95.0+next-solver`.
    fn name(&self) -> &str;

    /// The language it takes.
    fn language(&self) -> Language;

    /// The dialect of the language that it takes; see `case::Engine::dialects`.
    fn dialect(&self) -> &'static str;

    /// Whether it calls itself unfinished: most of what it gets wrong is no news to
    /// anyone, so it is used only where it is asked for by name.
    fn is_unfinished(&self) -> bool {
        false
    }

    /// How many programs are best put in one batch.
    fn batch_size(&self) -> usize;

    /// Programs that show whether this configuration works at all.
    fn canaries(&self) -> Canaries;

    /// Compiles (and runs) all programs at once and says what was said about
    /// each of them.
    fn submit(&mut self, programs: &[&str]) -> Report;

    /// What it does with this program alone, in a fresh process, with a full
    /// compile and larger limits.
    fn confirm(&mut self, program: &str) -> Outcome;
}

/// Programs with a known verdict.
#[derive(Clone, Debug)]
pub struct Canaries {
    /// Must be accepted (and end normally).
    pub accepted: &'static str,
    /// Must be rejected.
    pub rejected: &'static str,
    /// Must be found to hang, where the target runs programs.
    pub hangs: Option<&'static str>,
}

/// What one run over a batch gave.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was said about each program, in the order of the batch.
    pub said: Vec<Said>,
    /// How the run ended.
    pub end: End,
    /// The processor time that compiling took.
    pub cpu: Duration,
}

/// What was said about a program.
#[derive(Clone, Debug)]
pub enum Said {
    /// Nothing. If nothing was said about the others either, and the run came
    /// to its end, the program is accepted.
    Nothing,
    /// The compiler rejected it.
    Rejected(Vec<Diagnostic>),
    /// It was compiled and run.
    Ran(Ran),
}

/// How a run over a batch ended.
#[derive(Clone, Debug)]
pub enum End {
    /// It came to its end. Errors may have hidden others.
    Finished,
    /// It came to its end, and no error hides one in another program: nothing
    /// said means accepted.
    FinishedAll,
    /// The compiler crashed; on the program with this position, if it said so.
    Crashed(Crash, Option<usize>),
    /// It did not come to an end within its limits; the last program it was
    /// seen at, if known.
    TimedOut(Duration, Option<usize>),
    /// It ended in a way that says nothing about single programs.
    Failed(String),
}
