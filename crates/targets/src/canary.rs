//! Programs with a known verdict, before a configuration is trusted.
//!
//! An option that a compiler does not know, a library that is missing or a
//! driver that misreads diagnostics would make everything "rejected", or
//! everything "accepted". That shows here, not as a thousand findings.

use std::fmt;

use case::{Outcome, OutcomeKind, TargetName};

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
    /// "alone", or "together with others".
    pub how: &'static str,
    /// The outcome.
    pub seen: Outcome,
}

/// Checks that the target gives its canaries the verdicts they must get, each
/// alone and all of them together.
pub fn canary(target: &mut dyn Target) -> Result<(), Box<Broken>> {
    let canaries = target.canaries();
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
