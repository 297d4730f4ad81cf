//! These expectations, these outcomes, this judgement.

use std::time::Duration;

use case::{
    Behaviour, Broken, Crash, Diagnostic, Exit, Expectation, FindingKind, Hang, HangEvidence,
    Language, Other, Outcome, Ran, Reason, RunEnd, Side, TestCase, judge, judge_change,
};

fn rejected(code: &str) -> Outcome {
    Outcome::Rejected(vec![Diagnostic { code: Some(code.into()), ..Diagnostic::default() }])
}

fn ran(end: RunEnd) -> Outcome {
    Outcome::Ran(Ran::all(end, 3))
}

fn printed(text: &str) -> Outcome {
    ran(RunEnd::finished(text))
}

fn raised(class: &str) -> Outcome {
    let behaviour = Behaviour::raises("", class);
    ran(RunEnd::Ended { behaviour, crash: Some(Crash::default()) })
}

fn hung() -> RunEnd {
    RunEnd::Hung(Hang { evidence: HangEvidence::Runtime, text: String::new() })
}

fn unknown() -> Outcome {
    Outcome::Unknown("no compiler".into())
}

fn case(expectation: &Expectation) -> TestCase {
    TestCase {
        language: Language::Rust,
        source: String::new(),
        expectation: expectation.clone(),
        features: Vec::new(),
    }
}

fn ill_typed() -> Expectation {
    Expectation::Reject(Reason { codes: vec!["E0308".into()], ..Reason::default() })
}

fn ill_typed_without_code() -> Expectation {
    let codes = vec!["E0308".into(), Reason::NO_CODE.into()];
    Expectation::Reject(Reason { codes, ..Reason::default() })
}

fn ends(predicted: Option<Behaviour>) -> Expectation {
    Expectation::Terminates { predicted }
}

fn same(predicted: Option<Behaviour>) -> Expectation {
    Expectation::SameBehaviour { predicted }
}

#[test]
fn an_outcome_by_itself() {
    use FindingKind::*;
    let crash = || Outcome::Crashed(case::Crash::default());
    let syntax = || Outcome::Rejected(vec![Diagnostic { syntax: true, ..Diagnostic::default() }]);
    let no_code = || Outcome::Rejected(vec![Diagnostic::default()]);
    let timed_out = || Outcome::TimedOut(Duration::from_secs(9));
    let slow = || {
        Outcome::Slow(case::Slow { time: Duration::from_secs(30), usual: Duration::from_secs(1) })
    };
    let prints = |text: &str| Some(case::Behaviour::prints(text));
    let raises = |class: &str| Some(case::Behaviour::raises("", class));
    for (expectation, outcome, expected) in [
        (Expectation::Accept, Outcome::Accepted, None),
        (Expectation::Accept, rejected("E0308"), Some(Precision)),
        (Expectation::Accept, syntax(), Some(Parser)),
        (Expectation::Accept, crash(), Some(Crash)),
        (Expectation::Accept, timed_out(), Some(Slow)),
        (Expectation::Accept, slow(), Some(Slow)),
        (Expectation::Accept, unknown(), None),
        (Expectation::Accept, printed("x"), None),
        (ill_typed(), Outcome::Accepted, Some(Soundness)),
        (ill_typed(), printed("ran"), Some(Soundness)),
        (ill_typed(), rejected("E0308"), None),
        (ill_typed(), rejected("E0277"), Some(Reason)),
        (ill_typed(), no_code(), Some(Reason)),
        (ill_typed_without_code(), no_code(), None),
        (ill_typed_without_code(), rejected("E0308"), None),
        (ill_typed_without_code(), rejected("E0277"), Some(Reason)),
        (ill_typed_without_code(), syntax(), Some(Parser)),
        (ill_typed(), syntax(), Some(Parser)),
        (Expectation::Reject(case::Reason::default()), syntax(), Some(Parser)),
        (Expectation::Reject(case::Reason::default()), no_code(), None),
        (ill_typed(), crash(), Some(Crash)),
        (ill_typed(), unknown(), None),
        (Expectation::SameVerdict, Outcome::Accepted, None),
        (Expectation::SameVerdict, rejected("E0308"), None),
        (Expectation::SameVerdict, crash(), Some(Crash)),
        (ends(None), printed("ok"), None),
        (ends(prints("ok")), printed("ok"), None),
        (ends(prints("ok")), printed("ko"), Some(Behaviour)),
        (ends(prints("ok")), raised("panic"), Some(Crash)),
        (ends(None), ran(hung()), Some(Termination)),
        (ends(None), rejected("x"), Some(Precision)),
        (ends(None), raised("panic"), Some(Crash)),
        (ends(None), unknown(), None),
        // An exception may be what is predicted.
        (same(raises("A")), raised("A"), None),
        (same(raises("A")), raised("B"), Some(Behaviour)),
        (same(raises("A")), printed(""), Some(Behaviour)),
        (same(prints("ok")), raised("A"), Some(Crash)),
        // Without a prediction, a failure may be the program's meaning.
        (same(None), raised("A"), None),
        (same(None), ran(hung()), Some(Termination)),
        (same(None), rejected("x"), Some(Precision)),
    ] {
        let broken = judge(&vec![case(&expectation)], &[vec![outcome.clone()]]);
        let kinds: Vec<_> = broken.iter().map(|broken| broken.kind).collect();
        assert_eq!(kinds, Vec::from_iter(expected), "{expectation:?} and {outcome:?}");
        for Broken { target, member, against, .. } in broken {
            assert_eq!((target, member, against), (0, 0, None));
        }
    }
}

#[test]
fn the_gravest_end_of_several_runs_counts() {
    use FindingKind::*;
    let predicted = Some(case::Behaviour::prints("ok"));
    let crash = RunEnd::Ended {
        behaviour: case::Behaviour { stdout: String::new(), exit: Exit::Signal(11) },
        crash: Some(case::Crash::default()),
    };
    let mut ran = Ran::default();
    let kind = |ran: &Ran| {
        judge(&vec![case(&ends(predicted.clone()))], &[vec![Outcome::Ran(ran.clone())]])
            .first()
            .map(|broken| broken.kind)
    };
    for (end, expected, deviating) in [
        (RunEnd::finished("ok"), None, 0),
        (RunEnd::finished("ko"), Some(Behaviour), 3),
        (crash, Some(Crash), 6),
        (hung(), Some(Termination), 9),
        (hung(), Some(Termination), 12),
        (RunEnd::finished("ok"), Some(Termination), 12),
    ] {
        ran.add(end, 3);
        assert_eq!(kind(&ran), expected);
        assert_eq!(ran.deviation(predicted.as_ref()).map_or(0, |(_, runs)| runs), deviating);
    }
    assert_eq!((ran.runs(), ran.ends.len()), (18, 4), "runs that ended alike are one entry");
}

/// What a row of outcomes over a panel comes to: kind, blamed, held against.
fn row(expectation: &Expectation, row: &[Outcome]) -> Vec<(FindingKind, usize, Option<usize>)> {
    let columns: Vec<Vec<Outcome>> = row.iter().map(|outcome| vec![outcome.clone()]).collect();
    let other = |against| match against {
        Other::Target(other) => other,
        Other::Sibling(_) => panic!("there are no siblings"),
    };
    judge(&vec![case(expectation)], &columns)
        .into_iter()
        .map(|broken| (broken.kind, broken.target, broken.against.map(other)))
        .collect()
}

#[test]
fn verdicts_of_a_panel_are_compared() {
    use FindingKind::*;
    let (yes, no) = (|| Outcome::Accepted, || rejected("E1"));
    let verdict = Expectation::SameVerdict;
    assert_eq!(row(&verdict, &[yes(), yes(), yes()]), []);
    assert_eq!(row(&verdict, &[yes(), unknown()]), [], "no verdict differs from nothing");
    // Of two, the default is right; whichever way they differ.
    assert_eq!(row(&verdict, &[yes(), no()]), [(Consistency, 1, Some(0))]);
    assert_eq!(row(&verdict, &[no(), yes()]), [(Consistency, 1, Some(0))]);
    // Of three, the odd one out is to blame, also if it is the default.
    assert_eq!(row(&verdict, &[yes(), no(), yes()]), [(Consistency, 1, Some(0))]);
    assert_eq!(row(&verdict, &[no(), yes(), yes()]), [(Consistency, 0, Some(1))]);
    assert_eq!(row(&verdict, &[unknown(), no(), yes(), yes()]), [(Consistency, 1, Some(2))]);
    // What is wrong by itself is not compared.
    assert_eq!(row(&Expectation::Accept, &[yes(), no()]), [(Precision, 1, None)]);
    assert_eq!(row(&ill_typed(), &[yes(), rejected("E0308")]), [(Soundness, 0, None)]);
}

#[test]
fn behaviours_of_a_panel_are_compared() {
    use FindingKind::*;
    let same = same(None);
    assert_eq!(row(&same, &[printed("a"), printed("a")]), []);
    assert_eq!(row(&same, &[printed("a"), printed("b")]), [(Behaviour, 1, Some(0))]);
    assert_eq!(row(&same, &[printed("a"), printed("b"), printed("b")]), [(Behaviour, 0, Some(1))]);
    assert_eq!(row(&same, &[printed("a"), unknown()]), []);
    assert_eq!(row(&same, &[raised("A"), raised("A")]), []);
    assert_eq!(row(&same, &[raised("A"), raised("B")]), [(Behaviour, 1, Some(0))]);
    // Runs of one target that differ among themselves.
    let mut varied = Ran::all(RunEnd::finished("a"), 1);
    varied.add(RunEnd::finished("b"), 1);
    let varied = || Outcome::Ran(varied.clone());
    assert_eq!(row(&same, &[printed("a"), varied()]), [(Behaviour, 1, Some(1))]);
    // Concurrent programs without a prediction may print what they like.
    assert_eq!(row(&ends(None), &[printed("a"), printed("b")]), []);
    assert_eq!(row(&ends(None), &[printed("a"), varied()]), []);
}

#[test]
fn siblings_are_compared_on_every_target() {
    let siblings = |column: &[Outcome]| {
        let family = column.iter().map(|_| case(&Expectation::SameVerdict)).collect();
        let broken = judge(&family, &[column.to_vec()]);
        broken.into_iter().map(|b| (b.kind, b.member, b.against)).collect::<Vec<_>>()
    };
    assert_eq!(siblings(&[Outcome::Accepted, Outcome::Accepted]), []);
    assert_eq!(siblings(&[Outcome::Accepted, unknown()]), []);
    assert_eq!(siblings(&[rejected("a"), rejected("b")]), []);
    assert_eq!(
        siblings(&[unknown(), rejected("a"), Outcome::Accepted]),
        [(FindingKind::Consistency, 1, Some(Other::Sibling(2)))]
    );
    // Where their verdict is known, each is judged by it, too: a family that is wrong as a
    // whole is as many findings, and of one that is split, the wrong one is to blame.
    let known = |expectation: &Expectation, column: &[Outcome]| {
        let family = column.iter().map(|_| case(expectation)).collect();
        let broken = judge(&family, &[column.to_vec()]);
        broken.into_iter().map(|b| (b.kind, b.member, b.against)).collect::<Vec<_>>()
    };
    let both = [Outcome::Accepted, Outcome::Accepted];
    let soundness = |member| (FindingKind::Soundness, member, None);
    assert_eq!(known(&ill_typed(), &both), [soundness(0), soundness(1)]);
    assert_eq!(known(&Expectation::Accept, &both), []);
    let split = [Outcome::Accepted, rejected("E0308"), unknown()];
    let consistency =
        |member, other| (FindingKind::Consistency, member, Some(Other::Sibling(other)));
    assert_eq!(known(&ill_typed(), &split), [consistency(0, 1)]);
    assert_eq!(known(&Expectation::Accept, &split), [consistency(1, 0)]);
    // Only where that is expected: here each is judged by itself.
    let family = vec![case(&Expectation::Accept), case(&ill_typed())];
    assert_eq!(judge(&family, &[vec![Outcome::Accepted, rejected("E0308")]]), []);
    // On both targets, and not a second time because the targets agree.
    let family = vec![case(&Expectation::SameVerdict), case(&Expectation::SameVerdict)];
    let column = vec![Outcome::Accepted, rejected("a")];
    let broken = judge(&family, &[column.clone(), column]);
    assert_eq!(broken.iter().map(|b| (b.target, b.member)).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
}

/// What is wrong on both sides in the same way is no difference.
#[test]
fn only_what_a_change_does_counts() {
    use FindingKind as Kind;
    use Side::{Base, Head};
    let accept = Expectation::Accept;
    let crash = || Outcome::Crashed(Crash::default());
    let predicted = || Some(Behaviour::prints("a"));
    for (expectation, base, head, expected) in [
        (accept.clone(), Outcome::Accepted, Outcome::Accepted, None),
        (accept.clone(), Outcome::Accepted, rejected("E1"), Some((Kind::Precision, Head))),
        (accept.clone(), rejected("E1"), Outcome::Accepted, Some((Kind::Precision, Base))),
        (accept.clone(), rejected("E1"), rejected("E2"), None),
        (accept.clone(), rejected("E1"), crash(), Some((Kind::Crash, Head))),
        (accept.clone(), crash(), crash(), None),
        (accept.clone(), unknown(), rejected("E1"), None),
        (accept, Outcome::Accepted, unknown(), None),
        (ill_typed(), rejected("E0308"), Outcome::Accepted, Some((Kind::Soundness, Head))),
        (ill_typed(), rejected("E0308"), rejected("E1"), Some((Kind::Reason, Head))),
        (ill_typed(), Outcome::Accepted, rejected("E0308"), Some((Kind::Soundness, Base))),
        (Expectation::SameVerdict, rejected("E1"), rejected("E2"), None),
        (
            Expectation::SameVerdict,
            rejected("E1"),
            Outcome::Accepted,
            Some((Kind::Consistency, Head)),
        ),
        (same(None), printed("a"), printed("a"), None),
        (same(None), printed("a"), printed("b"), Some((Kind::Behaviour, Head))),
        (same(predicted()), printed("a"), printed("b"), Some((Kind::Behaviour, Head))),
        (same(predicted()), printed("b"), printed("a"), Some((Kind::Behaviour, Base))),
        (ends(None), printed("a"), ran(hung()), Some((Kind::Termination, Head))),
    ] {
        let judged = judge_change(&case(&expectation), &base, &head);
        assert_eq!(judged, expected, "{expectation:?}: {base} before, {head} after");
    }
}
