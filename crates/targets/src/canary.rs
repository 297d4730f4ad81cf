//! Programs with a known verdict, before a configuration is trusted.
//!
//! An option that a compiler does not know, a library that is missing or a
//! driver that misreads what is said would make everything "rejected", or
//! everything "accepted". That shows here, not as a thousand findings.

use case::{Outcome, RunEnd};

use crate::{Canaries, Target, verdicts};

/// A configuration that gives a wrong verdict on a program with a known one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{target} cannot be trusted: a program that must {must} was given to it {how}, and it was {}; \
     check how it is installed, or leave it out",
    seen.to_string().trim_end()
)]
pub struct Broken {
    /// The target.
    pub target: String,
    /// What the program must do: "be accepted", "be rejected", "hang".
    pub must: &'static str,
    /// "alone", or "together with others".
    pub how: &'static str,
    /// What was seen instead.
    pub seen: Outcome,
}

/// Whether the target gives its canaries the verdicts they must get, each alone
/// and all of them together.
pub fn canary(target: &mut dyn Target) -> Result<(), Broken> {
    let Canaries { accepted, rejected, hangs } = target.canaries();
    let mut canaries = vec![
        Canary { program: accepted, must: "be accepted", is_right: is_accepted },
        Canary { program: rejected, must: "be rejected", is_right: is_rejected },
    ];
    canaries.extend(hangs.map(|program| Canary { program, must: "hang", is_right: is_hung }));

    let programs: Vec<&str> = canaries.iter().map(|canary| canary.program).collect();
    let mut seen = Vec::new();
    for program in &programs {
        let alone = verdicts(target, &[program]).outcomes;
        seen.extend(alone.into_iter().map(|outcome| ("alone", outcome)));
    }
    let together = verdicts(target, &programs).outcomes;
    seen.extend(together.into_iter().map(|outcome| ("together with others", outcome)));
    for (canary, (how, seen)) in canaries.iter().cycle().zip(seen) {
        if !(canary.is_right)(&seen) {
            let must = canary.must;
            return Err(Broken { target: target.name().to_owned(), must, how, seen });
        }
    }
    Ok(())
}

struct Canary {
    program: &'static str,
    must: &'static str,
    is_right: fn(&Outcome) -> bool,
}

fn is_accepted(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Accepted => true,
        Outcome::Ran(ran) => matches!(ran.end, RunEnd::Finished(_)),
        _ => false,
    }
}

fn is_rejected(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Rejected(_))
}

fn is_hung(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Ran(ran) if matches!(ran.end, RunEnd::Hung(_)))
}
