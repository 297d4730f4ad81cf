//! Which findings are one suspected bug.

use case::{Expectation, FindingKind, Outcome, Ran, RunEnd, TargetName, TestCase, gist};

use crate::difference::difference;
use crate::sighting::Evidence;

/// What two findings of one bug have in common: the kind, the compiler (in any
/// version and configuration), and the gist of what was said, without the names
/// and numbers of the program at hand.
pub fn signature(
    kind: FindingKind,
    target: &TargetName,
    case: &TestCase,
    evidence: &Evidence,
) -> String {
    let expectation = &case.expectation;
    let gist = match (kind, &evidence.outcome, &evidence.other) {
        (FindingKind::Soundness, ..) => match expectation {
            Expectation::Reject(reason) => reason.rule.clone(),
            _ => String::new(),
        },
        (_, Outcome::Crashed(crash), _) => crash.signature.clone(),
        (_, Outcome::Rejected(_), _) => {
            let said = complaint(&evidence.outcome);
            match (kind, expectation) {
                (FindingKind::Reason, Expectation::Reject(reason)) => {
                    format!("{} answered with {said}", reason.rule)
                }
                _ => said,
            }
        }
        (FindingKind::Consistency, _, Some(other @ Outcome::Rejected(_))) => {
            format!("accepts what is rejected elsewhere: {}", complaint(other))
        }
        (_, Outcome::Ran(ran), other) => ran_gist(kind, expectation, ran, other.as_ref()),
        (_, Outcome::TimedOut(_) | Outcome::Slow(_), _) => "compiling takes too long".to_owned(),
        (_, Outcome::Accepted | Outcome::Unknown(_), _) => String::new(),
    };
    format!("{kind} {}: {gist}", target.compiler).trim_end_matches([':', ' ']).to_owned()
}

/// The gist of the first diagnostic.
fn complaint(outcome: &Outcome) -> String {
    let Outcome::Rejected(diagnostics) = outcome else { return String::new() };
    diagnostics.first().map_or(String::new(), |first| {
        let code = first.code.as_deref().unwrap_or("");
        format!("{code} {}", gist(&first.message)).trim().to_owned()
    })
}

fn ran_gist(
    kind: FindingKind,
    expectation: &Expectation,
    ran: &Ran,
    other: Option<&Outcome>,
) -> String {
    let predicted = expectation.predicted();
    let deviation = ran.deviation(predicted);
    if let Some((RunEnd::Hung(_), _)) = deviation {
        return "does not terminate".to_owned();
    }
    if let Some(other) = other {
        let other = match other {
            Outcome::Ran(other) => other.behaviour(),
            _ => None,
        };
        let how = ran.behaviour().zip(other).map(|(seen, other)| difference(other, seen));
        return match how {
            Some(how) => format!("{how} in another configuration"),
            None => "behaves differently in another configuration".to_owned(),
        };
    }
    let Some((RunEnd::Ended { behaviour, crash }, _)) = deviation else {
        return "behaves otherwise than predicted".to_owned();
    };
    match (expectation, predicted, crash) {
        // What a sequential program prints tells bugs apart, also where it was to end with
        // an exception; that of a concurrent one differs from run to run.
        (Expectation::SameBehaviour { .. }, Some(predicted), _)
            if kind == FindingKind::Behaviour =>
        {
            difference(predicted, behaviour)
        }
        (_, _, Some(crash)) => crash.signature.clone(),
        _ => "behaves otherwise than predicted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_configurations_of_one_compiler_share_their_bugs() {
        let outcome = Outcome::Rejected(vec![case::Diagnostic {
            code: Some("E0308".into()),
            message: "mismatched types".into(),
            ..Default::default()
        }]);
        let evidence = Evidence { outcome, other: None };
        let of = |target: &str| {
            let target = target.parse().unwrap();
            signature(FindingKind::Precision, &target, &case(Expectation::Accept), &evidence)
        };
        assert_eq!(of("rustc@1.95.0"), "precision rustc: E0308 mismatched types");
        assert_eq!(of("rustc@1.63.0+next-solver"), of("rustc@1.95.0"));
    }

    #[test]
    fn the_gist_is_that_of_what_is_wrong() {
        let target: TargetName = "go@1.26.8".parse().unwrap();
        let crash = |text: &str| case::Crash { signature: text.into(), text: String::new() };
        let raised = RunEnd::Ended {
            behaviour: case::Behaviour::raises("", "panic"),
            crash: Some(crash("panic < chanrecv")),
        };
        let hung =
            RunEnd::Hung(case::Hang { evidence: case::HangEvidence::Runtime, text: String::new() });
        let ran = |end: RunEnd| Outcome::Ran(Ran::all(end, 3));
        let prints = |text: &str| ran(RunEnd::finished(text));
        let reason = case::Reason { rule: "T-App.arg".into(), ..Default::default() };
        let reject = || Expectation::Reject(reason.clone());
        let predicts = |predicted: Option<&str>| Expectation::SameBehaviour {
            predicted: predicted.map(case::Behaviour::prints),
        };
        let rejected = || {
            Outcome::Rejected(vec![case::Diagnostic {
                message: "no `x`".into(),
                ..Default::default()
            }])
        };
        use FindingKind::*;
        for (kind, expectation, outcome, other, expected) in [
            (Soundness, reject(), Outcome::Accepted, None, "soundness go: T-App.arg"),
            (Reason, reject(), rejected(), None, "reason go: T-App.arg answered with no _"),
            (Crash, reject(), Outcome::Crashed(crash("boom")), None, "crash go: boom"),
            (
                Consistency,
                Expectation::SameVerdict,
                rejected(),
                Some(Outcome::Accepted),
                "consistency go: no _",
            ),
            (
                Consistency,
                Expectation::SameVerdict,
                Outcome::Accepted,
                Some(rejected()),
                "consistency go: accepts what is rejected elsewhere: no _",
            ),
            (Crash, predicts(Some("a")), ran(raised), None, "crash go: panic < chanrecv"),
            (
                Termination,
                predicts(Some("a")),
                ran(hung),
                None,
                "termination go: does not terminate",
            ),
            (
                Behaviour,
                predicts(Some("a")),
                prints("b"),
                None,
                "behaviour go: prints b instead of a",
            ),
            (
                Behaviour,
                Expectation::Terminates { predicted: Some(case::Behaviour::prints("a")) },
                prints("b"),
                None,
                "behaviour go: behaves otherwise than predicted",
            ),
            (
                Behaviour,
                Expectation::SameBehaviour {
                    predicted: Some(case::Behaviour::raises("1\n", "panic")),
                },
                ran(RunEnd::Ended {
                    behaviour: case::Behaviour::raises("257\n", "panic"),
                    crash: Some(crash("panic < chanrecv")),
                }),
                None,
                "behaviour go: prints an integer that is right modulo 2^8",
            ),
            (
                Behaviour,
                predicts(None),
                prints("b"),
                Some(prints("a")),
                "behaviour go: prints b instead of a in another configuration",
            ),
            (
                Slow,
                reject(),
                Outcome::TimedOut(std::time::Duration::from_secs(9)),
                None,
                "slow go: compiling takes too long",
            ),
        ] {
            let evidence = Evidence { outcome, other };
            assert_eq!(signature(kind, &target, &case(expectation), &evidence), expected);
        }
    }

    fn case(expectation: Expectation) -> TestCase {
        let (language, source) = (case::Language::Go, String::new());
        TestCase { language, source, expectation, features: Vec::new() }
    }
}
