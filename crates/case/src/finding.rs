//! Holding an outcome against an expectation.

use crate::expectation::Expectation;
use crate::outcome::{Outcome, RunEnd};
use crate::words;

words! {
    /// The kinds of finding.
    FindingKind, "kind of finding" {
        /// Well-typed, but rejected.
        Precision = "precision",
        /// Ill-typed, but accepted.
        Soundness = "soundness",
        /// Ill-typed and rejected, but for another reason than the true one.
        Reason = "reason",
        /// Type-equivalent, but the verdicts differ.
        Consistency = "consistency",
        /// The output differs between configurations, or from the reference.
        Behaviour = "behaviour",
        /// Must end, but hangs.
        Termination = "termination",
        /// Rejected with a syntax error.
        Parser = "parser",
        /// The compiler, or the compiled program, crashed.
        Crash = "crash",
        /// Compiling takes far longer than for similar programs.
        Slow = "slow",
    }
}

/// What an outcome says about an expectation: `None` when they agree, or when
/// the outcome says nothing.
///
/// Siblings are judged by [`judge_siblings`] besides, and compile times by the
/// campaign, which knows the other programs of the batch.
pub fn judge(expectation: &Expectation, outcome: &Outcome) -> Option<FindingKind> {
    match outcome {
        Outcome::Crashed(_) => return Some(FindingKind::Crash),
        Outcome::TimedOut(_) => return Some(FindingKind::Slow),
        Outcome::Unknown(_) => return None,
        Outcome::Accepted | Outcome::Rejected(_) | Outcome::Ran(_) => {}
    }
    match (expectation, outcome) {
        (Expectation::Reject(reason), Outcome::Rejected(diagnostics)) => {
            let expected = |code: &String| reason.codes.contains(code);
            let codes: Vec<_> = diagnostics.iter().filter_map(|d| d.code.as_ref()).collect();
            let other =
                !reason.codes.is_empty() && !codes.is_empty() && !codes.into_iter().any(expected);
            other.then_some(FindingKind::Reason)
        }
        (Expectation::Reject(_), _) => Some(FindingKind::Soundness),
        (Expectation::SameVerdict, _) => None,
        (_, Outcome::Rejected(diagnostics)) => {
            let syntax = diagnostics.iter().any(|diagnostic| diagnostic.syntax);
            Some(if syntax { FindingKind::Parser } else { FindingKind::Precision })
        }
        (
            Expectation::SameBehaviour { output } | Expectation::Terminates { output },
            Outcome::Ran(ran),
        ) => match &ran.end {
            RunEnd::Crashed(_) => Some(FindingKind::Crash),
            RunEnd::Hung(_) => Some(FindingKind::Termination),
            RunEnd::Finished(printed) => match output {
                Some(output) if output != printed => Some(FindingKind::Behaviour),
                _ => None,
            },
        },
        _ => None,
    }
}

/// Whether siblings that must get the same verdict did: the position of the
/// first that was accepted and of the first that was rejected, if there are
/// both. Siblings without a verdict say nothing.
pub fn judge_siblings(outcomes: &[Outcome]) -> Option<(usize, usize)> {
    let accepted = outcomes.iter().position(|o| matches!(o, Outcome::Accepted | Outcome::Ran(_)));
    let rejected = outcomes.iter().position(|o| matches!(o, Outcome::Rejected(_)));
    accepted.zip(rejected)
}
