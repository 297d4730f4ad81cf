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
    /// What was seen instead.
    pub seen: Outcome,
}

/// Checks that the target gives its canaries the verdicts they must get, each
/// alone and all of them together.
pub fn canary(target: &mut dyn Target) -> Result<(), Broken> {
    let canaries = target.canaries();
    let programs: Vec<&str> = canaries.iter().map(|canary| &*canary.program).collect();
    let mut seen = Vec::new();
    for program in &programs {
        let alone = verdicts(target, &[program]).outcomes;
        seen.extend(alone.into_iter().map(|outcome| ("alone", outcome)));
    }
    let together = verdicts(target, &programs).outcomes;
    seen.extend(together.into_iter().map(|outcome| ("together with others", outcome)));
    for (Canary { must, .. }, (how, seen)) in canaries.iter().cycle().zip(seen) {
        if !must.holds(&seen) {
            let (target, must) = (target.info().name.clone(), must.clone());
            return Err(Broken { target, must, how, seen });
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
