//! This expectation, this outcome, this judgement.

use std::time::Duration;

use case::{
    Diagnostic, Expectation, FindingKind, Hang, HangEvidence, Language, Mode, Outcome, Ran, Reason,
    RunEnd, judge, judge_siblings,
};

fn rejected(code: &str) -> Outcome {
    Outcome::Rejected(vec![Diagnostic { code: Some(code.into()), ..Diagnostic::default() }])
}

fn ran(end: RunEnd) -> Outcome {
    Outcome::Ran(Ran { runs: 3, failed: 1, end })
}

fn ill_typed() -> Expectation {
    Expectation::Reject(Reason { codes: vec!["E0308".into()], ..Reason::default() })
}

#[test]
fn expectations_against_outcomes() {
    use FindingKind::*;
    let crash = || Outcome::Crashed(case::Crash::default());
    let syntax = || Outcome::Rejected(vec![Diagnostic { syntax: true, ..Diagnostic::default() }]);
    let no_code = || Outcome::Rejected(vec![Diagnostic::default()]);
    let hang = || ran(RunEnd::Hung(Hang { evidence: HangEvidence::Runtime, text: String::new() }));
    let printed = |text: &str| ran(RunEnd::Finished(text.into()));
    let ends = |output: Option<&str>| Expectation::Terminates { output: output.map(String::from) };
    let unknown = || Outcome::Unknown("no compiler".into());
    let timed_out = || Outcome::TimedOut(Duration::from_secs(9));
    for (expectation, outcome, expected) in [
        (Expectation::Accept, Outcome::Accepted, None),
        (Expectation::Accept, rejected("E0308"), Some(Precision)),
        (Expectation::Accept, syntax(), Some(Parser)),
        (Expectation::Accept, crash(), Some(Crash)),
        (Expectation::Accept, timed_out(), Some(Slow)),
        (Expectation::Accept, unknown(), None),
        (ill_typed(), Outcome::Accepted, Some(Soundness)),
        (ill_typed(), printed("ran"), Some(Soundness)),
        (ill_typed(), rejected("E0308"), None),
        (ill_typed(), rejected("E0277"), Some(Reason)),
        (ill_typed(), no_code(), None),
        (ill_typed(), crash(), Some(Crash)),
        (ill_typed(), unknown(), None),
        (Expectation::SameVerdict, Outcome::Accepted, None),
        (Expectation::SameVerdict, rejected("E0308"), None),
        (Expectation::SameVerdict, crash(), Some(Crash)),
        (ends(None), printed("ok"), None),
        (ends(Some("ok")), printed("ok"), None),
        (ends(Some("ok")), printed("ko"), Some(Behaviour)),
        (ends(None), hang(), Some(Termination)),
        (ends(None), rejected("x"), Some(Precision)),
        (ends(None), ran(RunEnd::Crashed(case::Crash::default())), Some(Crash)),
        (ends(None), unknown(), None),
    ] {
        assert_eq!(judge(&expectation, &outcome), expected, "{expectation:?} and {outcome:?}");
    }
}

#[test]
fn siblings_differ_only_by_verdicts() {
    let unknown = || Outcome::Unknown(String::new());
    assert_eq!(judge_siblings(&[Outcome::Accepted, Outcome::Accepted]), None);
    assert_eq!(judge_siblings(&[Outcome::Accepted, unknown()]), None);
    assert_eq!(judge_siblings(&[rejected("a"), rejected("b")]), None);
    assert_eq!(judge_siblings(&[unknown(), rejected("a"), Outcome::Accepted]), Some((2, 1)));
}

#[test]
fn words_are_read_as_they_are_written() {
    for language in Language::ALL {
        assert_eq!(language.name().parse(), Ok(*language));
    }
    for mode in Mode::ALL {
        assert_eq!(mode.name().parse(), Ok(*mode));
    }
    let error = "cobol".parse::<Language>().unwrap_err().to_string();
    assert!(error.contains("cobol") && error.contains("kotlin"), "{error}");
}
