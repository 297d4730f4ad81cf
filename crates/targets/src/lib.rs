//! Compilers and runtimes as targets that programs are given to.
//!
//! A [`Target`] is one compiler or runtime in one version and configuration. It
//! compiles (and runs) a batch once and reports that; [`verdicts`] turns such
//! reports into one outcome for each program, for all targets alike.
//! [`describe`] lists the targets of a toolchain, which costs nothing; [`open`]
//! makes one of them ready. Each must pass its [`canary`] programs before it is
//! trusted. All compilers and programs run inside the [`sandbox`].
//!
//! A new target is one file with a `Driver`, and two lines here.
//!
//! This crate generates no programs, judges nothing, and fetches nothing.

pub mod command;
pub mod jvm;
pub mod runtimes;
pub mod sandbox;

mod canary;
mod checker;
mod ended;
mod gccrs;
mod ghc;
mod ocaml;
mod proc;
mod recipe;
mod registry;
mod rustc;
mod rustc_message;
mod sample;
mod signature;
mod swift;
mod verdicts;
mod work;

pub use canary::{Broken, Unfit, canary, still_works};
pub use recipe::{Recipe, recipe};
pub use registry::{OpenError, Settings, describe, name, open};
pub use verdicts::{Run, Verdicts, verdicts};

use std::borrow::Cow;
use std::time::Duration;

use case::{Behaviour, Crash, Diagnostic, Dialect, Does, Language, Outcome, Ran, TargetName};

/// Every driver. The first that drives a toolchain is used.
const DRIVERS: &[&registry::Driver] = &[
    &rustc::DRIVER,
    &gccrs::DRIVER,
    &ghc::DRIVER,
    &ocaml::DRIVER,
    &swift::DRIVER,
    &jvm::DRIVER,
    &runtimes::go::DRIVER,
    &runtimes::rust_channels::DRIVER,
    &runtimes::crystal::DRIVER,
    &runtimes::kotlin::DRIVER,
    &runtimes::flix::DRIVER,
];

/// The description of a target, known without opening it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetInfo {
    /// Its name.
    pub name: TargetName,
    /// The language it takes.
    pub language: Language,
    /// The dialect of the language that it takes.
    pub dialect: Dialect,
    /// Whether it checks programs or runs them.
    pub does: Does,
    /// How many programs are best put in one batch.
    pub batch: usize,
    /// When it is used.
    pub used: Used,
}

/// When a target is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// Wherever its toolchain is installed.
    ByDefault,
    /// Where the user names its toolchain: that is not for everybody.
    WithToolchain,
    /// Where the user names this very configuration: it is one of many.
    ByName,
}

/// One compiler or runtime in one version and configuration, ready to be used.
/// Opening it may start processes; see [`describe`] for what is known without.
pub trait Target: Send {
    /// Its description.
    fn info(&self) -> &TargetInfo;

    /// Programs that show whether this configuration works at all.
    fn canaries(&self) -> Vec<Canary>;

    /// Compiles (and runs) all programs at once and reports the diagnostics and
    /// runs of each.
    fn submit(&mut self, programs: &[&str]) -> Report;

    /// The outcome of this program alone, in a fresh process, with a full compile
    /// and larger limits.
    fn confirm(&mut self, program: &str) -> Alone;

    /// What the compiler says about the types of the expressions in each program,
    /// in words of its own, or why it says nothing; `None` if it never does.
    fn type_dumps(&mut self, programs: &[&str]) -> Option<Vec<Result<String, String>>> {
        let _ = programs;
        None
    }
}

/// The outcome of one program alone.
#[derive(Clone, Debug)]
pub struct Alone {
    /// The outcome.
    pub outcome: Outcome,
    /// The processor time that compiling took.
    pub cpu: Duration,
}

/// A program with a known verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canary {
    /// The program.
    pub program: Cow<'static, str>,
    /// What the target must do with it.
    pub must: Must,
    /// Further programs, of which any may take the place of the first: a compiler
    /// with a bug may be wrong about some of them, and still be one.
    pub or: Vec<Cow<'static, str>>,
}

/// What a target must do with a canary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Must {
    /// Accept it; where the target runs programs, every run ends with exit
    /// status 0.
    Accept,
    /// Reject it.
    Reject,
    /// Run it and find that it hangs.
    Hang,
    /// Run it and see this behaviour.
    Behave(Behaviour),
}

impl Canary {
    /// A program that must be accepted.
    pub const fn accepted(program: &'static str) -> Canary {
        Canary { program: Cow::Borrowed(program), must: Must::Accept, or: Vec::new() }
    }

    /// A program that must be rejected.
    pub const fn rejected(program: &'static str) -> Canary {
        Canary { program: Cow::Borrowed(program), must: Must::Reject, or: Vec::new() }
    }

    /// A program that must be found to hang.
    pub const fn hangs(program: &'static str) -> Canary {
        Canary { program: Cow::Borrowed(program), must: Must::Hang, or: Vec::new() }
    }
}

/// The report of one run over a batch.
#[derive(Clone, Debug)]
pub struct Report {
    /// The result of each program, in the order of the batch.
    pub said: Vec<Said>,
    /// How the run ended.
    pub end: End,
    /// The processor time that compiling took.
    pub cpu: Duration,
}

/// A compiler's result for one program of a batch.
#[derive(Clone, Debug)]
pub enum Said {
    /// Nothing. It is accepted if the run reached its end without a diagnostic
    /// about any program.
    Nothing,
    /// The compiler accepted it, whatever it said about others.
    Accepted,
    /// The compiler rejected it.
    Rejected(Vec<Diagnostic>),
    /// It was compiled and run.
    Ran(Ran),
    /// The compiler crashed on it alone, and the others were compiled all the
    /// same.
    Crashed(Crash),
    /// The compiler's answer cannot be understood; the text says why. The others
    /// were compiled all the same.
    Unknown(String),
}

/// How a run over a batch ended.
#[derive(Clone, Debug)]
pub enum End {
    /// It reached its end. An error in one program may have hidden errors in
    /// others.
    Finished,
    /// It reached its end, and no error hides one in another program: programs
    /// without a diagnostic are accepted.
    FinishedAll,
    /// The compiler crashed; on the program with this position, if it said so.
    Crashed(Crash, Option<usize>),
    /// It used up its processor time; the last program it was seen at, if known.
    TimedOut(Duration, Option<usize>),
    /// It ended in a way that says nothing about single programs.
    Failed(String),
}

impl Report {
    /// A report without a diagnostic about any program.
    pub fn silent(programs: usize, end: End, cpu: Duration) -> Report {
        Report { said: vec![Said::Nothing; programs], end, cpu }
    }
}
