//! Programs with a known verdict, before a configuration is trusted.
//!
//! An option that a compiler does not know, a library that is missing or a
//! driver that misreads diagnostics would make everything "rejected", or
//! everything "accepted". That shows here, not as a thousand findings. And what
//! worked an hour ago may not work now: a compiler that is short of memory, or
//! half of which was removed, rejects programs and crashes, again and again. So
//! the same programs are tried again beside each finding.

use std::fmt;

use case::{Outcome, OutcomeKind, TargetName};

use crate::sandbox::{self, SandboxError};
use crate::{Canary, Must, Target, verdicts};

/// A configuration that gives a wrong verdict on a program with a known one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{target} cannot be trusted: a program that must {must} was given to it {how}, and the outcome \
     was: {}; check how it is installed, or leave it out",
    seen.to_string().trim_end()
)]
pub struct Broken {
    /// The target.
    pub target: TargetName,
    /// What it must do with the program.
    pub must: Must,
    /// "alone", "alone in a fresh process", or "together with others".
    pub how: &'static str,
    /// The outcome.
    pub seen: Outcome,
}

/// Checks that the target gives its canaries the verdicts they must get, all of them
/// together: that is one batch, where each alone would be a compilation of its own. Only if
/// that fails, each is tried alone, with the programs that may stand in for it, to see
/// which one it is.
pub fn canary(target: &mut dyn Target) -> Result<(), Box<Broken>> {
    let canaries = target.canaries();
    let programs: Vec<&str> = canaries.iter().map(|canary| &*canary.program).collect();
    let together = verdicts(target, &programs).outcomes;
    if canaries.iter().zip(&together).all(|(canary, seen)| canary.must.holds(seen)) {
        return Ok(());
    }
    let broken = |target: &dyn Target, canary: &Canary, how, seen| {
        let (target, must) = (target.info().name.clone(), canary.must.clone());
        Err(Box::new(Broken { target, must, how, seen }))
    };
    let mut programs: Vec<&str> = Vec::new();
    for canary in &canaries {
        let mut candidates = std::iter::once(&canary.program).chain(&canary.or);
        let mut first = None;
        let found = candidates.find(|program| {
            let seen = verdicts(target, &[program]).outcomes.remove(0);
            let holds = canary.must.holds(&seen);
            first.get_or_insert(seen);
            holds
        });
        match (found, first) {
            (Some(program), _) => programs.push(program),
            (None, seen) => {
                let seen = seen.expect("a canary has a program");
                return broken(target, canary, "alone", seen);
            }
        }
    }
    let together = verdicts(target, &programs).outcomes;
    for (canary, seen) in canaries.iter().zip(together) {
        if !canary.must.holds(&seen) {
            return broken(target, canary, "together with others", seen);
        }
    }
    Ok(())
}

/// Why a target that has passed its canaries cannot be trusted any more.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It does not pass them any more.
    #[error(transparent)]
    Broken(#[from] Box<Broken>),
    /// A program cannot have the memory that compilers need.
    #[error(
        "this machine is short of memory: a program that asked for {} MB of memory did not get it; \
         end what else uses memory, or raise the limit (`ulimit -v`)",
        sandbox::ENOUGH_MEMORY >> 20
    )]
    Memory,
    /// Nothing can be run at all.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// Checks that findings of a target can be trusted at this moment: there is enough
/// memory, and the canaries, each alone in a fresh process as a finding is, get
/// their verdicts. A program that must hang is left out: it takes long, and a
/// machine in trouble is not what lets programs end.
pub fn still_works(target: &mut dyn Target) -> Result<(), Unfit> {
    if !sandbox::has_memory()? {
        return Err(Unfit::Memory);
    }
    for Canary { must, program, or } in target.canaries() {
        if must == Must::Hang {
            continue;
        }
        let mut seen = std::iter::once(program).chain(or).map(|program| {
            let seen = target.confirm(&program).outcome;
            if must.holds(&seen) { Ok(()) } else { Err(seen) }
        });
        let first = seen.next().expect("a canary has a program");
        if let Err(seen) = first.or_else(|first| seen.find_map(Result::ok).ok_or(first)) {
            let (target, how) = (target.info().name.clone(), "alone in a fresh process");
            return Err(Box::new(Broken { target, must, how, seen }).into());
        }
    }
    Ok(())
}

impl Must {
    fn holds(&self, outcome: &Outcome) -> bool {
        match (self, outcome.kind()) {
            (Must::Accept, OutcomeKind::Accepted | OutcomeKind::Finished) => true,
            (Must::Reject, OutcomeKind::Rejected) => true,
            (Must::Hang, OutcomeKind::Hung) => true,
            (Must::Behave(behaviour), _) => {
                matches!(outcome, Outcome::Ran(ran) if ran.behaviour() == Some(behaviour))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Must {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Must::Accept => f.write_str("be accepted"),
            Must::Reject => f.write_str("be rejected"),
            Must::Hang => f.write_str("hang"),
            Must::Behave(behaviour) => write!(f, "behave so: {behaviour}"),
        }
    }
}
