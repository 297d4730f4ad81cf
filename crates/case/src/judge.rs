//! Holding the outcomes of a family of programs against what was expected.

use crate::engine::Family;
use crate::expectation::{Expectation, Reason};
use crate::outcome::{Diagnostic, Exit, Outcome, RunEnd};
use crate::program::TestCase;
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
        /// Type-equivalent, or in two configurations, but the verdicts differ.
        Consistency = "consistency",
        /// The behaviour differs between configurations, or from the prediction.
        Behaviour = "behaviour",
        /// Must terminate, but hangs.
        Termination = "termination",
        /// Rejected with a syntax error.
        Parser = "parser",
        /// The compiler, or the compiled program, crashed.
        Crash = "crash",
        /// Compiling takes far longer than for similar programs.
        Slow = "slow",
    }
}

/// A broken expectation: where it shows in the outcomes of a family, and what
/// it was held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The kind.
    pub kind: FindingKind,
    /// The position of the target that is to blame.
    pub target: usize,
    /// The position of the program in its family.
    pub member: usize,
    /// The other side, if two outcomes were compared.
    pub against: Option<Other>,
}

/// The other side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// What the same target did with the sibling at this position.
    Sibling(usize),
    /// What the target at this position did with the same program.
    Target(usize),
}

/// Judges the outcomes of a family over a panel of targets: `outcomes[t][m]` is
/// what target *t* did with program *m*. The first target is the one that users
/// of the compiler have by default.
///
/// Each outcome is judged by itself; siblings that must get the same verdict are
/// compared on every target; and of every program what the targets did is
/// compared. Compile times are judged by the campaign, which knows other
/// programs to compare with.
pub fn judge(family: &Family, outcomes: &[Vec<Outcome>]) -> Vec<Broken> {
    let mut broken = Vec::new();
    for (target, column) in outcomes.iter().enumerate() {
        let apart = siblings_apart(family, column);
        for (member, (case, outcome)) in family.iter().zip(column).enumerate() {
            let kind = judge_one(&case.expectation, outcome);
            // Where siblings differ, that is the finding, whichever is right.
            let verdict = matches!(kind, Some(FindingKind::Precision | FindingKind::Soundness));
            if let Some(kind) = kind.filter(|_| apart.is_none() || !verdict) {
                broken.push(Broken { kind, target, member, against: None });
            }
        }
        if let Some((member, other)) = apart {
            broken.push(Broken {
                kind: FindingKind::Consistency,
                target,
                member,
                against: Some(Other::Sibling(other)),
            });
        }
    }
    for (member, case) in family.iter().enumerate() {
        let row: Vec<&Outcome> = outcomes.iter().map(|column| &column[member]).collect();
        // Where an outcome is known to be wrong by itself, that is the finding.
        if broken.iter().any(|broken| broken.member == member) {
            continue;
        }
        if let Some((odd, other)) = odd_one_out(&row, |outcome| outcome.is_accepted()) {
            let against = Some(Other::Target(other));
            let kind = FindingKind::Consistency;
            broken.push(Broken { kind, target: odd, member, against });
        } else if let Some((odd, other)) = behaviours_apart(case, &row) {
            let against = Some(Other::Target(other));
            let kind = FindingKind::Behaviour;
            broken.push(Broken { kind, target: odd, member, against });
        }
    }
    broken
}

/// Which of two sides a difference is blamed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The compiler before a change: the change mends something.
    Base,
    /// The compiler after it.
    Head,
}

/// Judges a change of a compiler by one program: what the compiler did before the
/// change (`base`) and after it (`head`). Only differences count. A side is to blame if
/// it breaks the expectation in a way in which the other one does not; where both are
/// wrong in different ways, or it is not known which is right, the head is.
pub fn judge_change(
    case: &TestCase,
    base: &Outcome,
    head: &Outcome,
) -> Option<(FindingKind, Side)> {
    if [base, head].iter().any(|outcome| matches!(outcome, Outcome::Unknown(_))) {
        return None;
    }
    match (judge_one(&case.expectation, base), judge_one(&case.expectation, head)) {
        (Some(was), None) => Some((was, Side::Base)),
        (was, Some(is)) => (was != Some(is)).then_some((is, Side::Head)),
        (None, None) if base.is_accepted() != head.is_accepted() => {
            Some((FindingKind::Consistency, Side::Head))
        }
        (None, None) => {
            let apart = behaviours_apart(case, &[base, head]);
            apart.filter(|(odd, _)| *odd == 1).map(|_| (FindingKind::Behaviour, Side::Head))
        }
    }
}

/// What one outcome says about an expectation: `None` when they agree, or when
/// the outcome says nothing.
fn judge_one(expectation: &Expectation, outcome: &Outcome) -> Option<FindingKind> {
    match outcome {
        Outcome::Crashed(_) => return Some(FindingKind::Crash),
        Outcome::TimedOut(_) | Outcome::Slow(_) => return Some(FindingKind::Slow),
        Outcome::Unknown(_) => return None,
        Outcome::Accepted | Outcome::Rejected(_) | Outcome::Ran(_) => {}
    }
    match (expectation, outcome) {
        (Expectation::Reject(reason), Outcome::Rejected(diagnostics)) => {
            let expected = |diagnostic: &Diagnostic| {
                let code = diagnostic.code.as_deref().unwrap_or(Reason::NO_CODE);
                !diagnostic.syntax && reason.codes.iter().any(|known| known == code)
            };
            if diagnostics.iter().any(expected) {
                None
            } else if diagnostics.iter().any(|diagnostic| diagnostic.syntax) {
                Some(FindingKind::Parser)
            } else {
                (!reason.codes.is_empty()).then_some(FindingKind::Reason)
            }
        }
        (Expectation::Reject(_), _) => Some(FindingKind::Soundness),
        (Expectation::SameVerdict, _) => None,
        (_, Outcome::Rejected(diagnostics)) => {
            let syntax = diagnostics.iter().any(|diagnostic| diagnostic.syntax);
            Some(if syntax { FindingKind::Parser } else { FindingKind::Precision })
        }
        // Without a prediction, what a program does when it ends is compared
        // with what it does elsewhere, and a failure may be what it means.
        (Expectation::SameBehaviour { predicted: None }, Outcome::Ran(ran)) => {
            let hung = ran.ends.iter().any(|(end, _)| matches!(end, RunEnd::Hung(_)));
            hung.then_some(FindingKind::Termination)
        }
        (
            Expectation::SameBehaviour { predicted } | Expectation::Terminates { predicted },
            Outcome::Ran(ran),
        ) => ran.deviation(predicted.as_ref()).map(|(end, _)| {
            let must_succeed = predicted.as_ref().is_none_or(|b| b.exit == Exit::Status(0));
            match end {
                RunEnd::Hung(_) => FindingKind::Termination,
                RunEnd::Ended { crash: Some(_), .. } if must_succeed => FindingKind::Crash,
                RunEnd::Ended { .. } => FindingKind::Behaviour,
            }
        }),
        _ => None,
    }
}

/// The positions of two siblings that must get the same verdict and got different
/// ones, the one to blame first: the one that got the wrong verdict, or, where that
/// is not known, the one that was rejected.
fn siblings_apart(family: &[TestCase], column: &[Outcome]) -> Option<(usize, usize)> {
    // Siblings have one expectation; a family of others is judged one by one.
    let first = &family.first()?.expectation;
    let must_agree = |expectation: &Expectation| {
        matches!(
            (first, expectation),
            (Expectation::SameVerdict, Expectation::SameVerdict)
                | (Expectation::Accept, Expectation::Accept)
                | (Expectation::Reject(_), Expectation::Reject(_))
        )
    };
    let position = |wanted: bool| {
        family.iter().zip(column).position(|(case, outcome)| {
            must_agree(&case.expectation) && outcome.is_accepted() == Some(wanted)
        })
    };
    let (accepted, rejected) = position(true).zip(position(false))?;
    match family[accepted].expectation {
        Expectation::Reject(_) => Some((accepted, rejected)),
        _ => Some((rejected, accepted)),
    }
}

/// Whether targets that ran the program saw it behave differently.
fn behaviours_apart(case: &TestCase, row: &[&Outcome]) -> Option<(usize, usize)> {
    let Expectation::SameBehaviour { .. } = case.expectation else { return None };
    // Runs on one target that behave in several ways differ from themselves.
    let varied = row.iter().position(
        |outcome| matches!(outcome, Outcome::Ran(ran) if ran.behaviour().is_none() && ran.runs() > 0),
    );
    if let Some(varied) = varied {
        return Some((varied, varied));
    }
    odd_one_out(row, |outcome| match outcome {
        Outcome::Ran(ran) => ran.behaviour(),
        _ => None,
    })
}

/// The position of the target that disagrees with the others, and of one that it
/// disagrees with. The largest group is right; of groups that are equally large
/// the one of the earliest target: a default configuration is not blamed for the
/// verdict of an experimental one. Outcomes without a value are left out.
fn odd_one_out<'a, T: PartialEq>(
    row: &[&'a Outcome],
    value: impl Fn(&'a Outcome) -> Option<T>,
) -> Option<(usize, usize)> {
    let values: Vec<Option<T>> = row.iter().map(|outcome| value(outcome)).collect();
    let size = |position: usize| values.iter().filter(|other| **other == values[position]).count();
    let known = || (0..values.len()).filter(|&position| values[position].is_some());
    // Of several maxima, `max_by_key` gives the last.
    let right = known().rev().max_by_key(|&position| size(position))?;
    let odd = known().find(|&position| values[position] != values[right])?;
    Some((odd, right))
}
