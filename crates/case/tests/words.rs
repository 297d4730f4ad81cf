//! Names and words are read as they are written.

use std::time::Duration;

use case::{
    Behaviour, CaseId, Crash, Diagnostic, Dialect, Digest, Does, Exit, Expectation, FindingKind,
    Hang, HangEvidence, Language, Mode, Outcome, OutcomeKind, Ran, Reason, RunEnd, TargetName,
    intern, split_configuration,
};

#[test]
fn words_are_read_as_they_are_written() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(
        all: &[T],
        name: impl Fn(T) -> &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) {
        for &one in all {
            assert_eq!(read(name(one)), Some(one));
        }
    }
    check(Language::ALL, Language::name, |word| word.parse().ok());
    check(Mode::ALL, Mode::name, |word| word.parse().ok());
    check(Dialect::ALL, Dialect::name, |word| word.parse().ok());
    check(Does::ALL, Does::name, |word| word.parse().ok());
    check(FindingKind::ALL, FindingKind::name, |word| word.parse().ok());
    check(OutcomeKind::ALL, OutcomeKind::name, |word| word.to_owned().try_into().ok());
    let error = "cobol".parse::<Language>().unwrap_err().to_string();
    assert!(error.contains("cobol") && error.contains("kotlin"), "{error}");
}

#[test]
fn a_language_of_the_users_is_one_language() {
    assert_eq!(Language::named("rust"), Language::Rust);
    let calc = Language::named("calc");
    assert_eq!((calc, calc.name(), calc.extension()), (Language::User("calc"), "calc", "calc"));
    assert_eq!(format!("{calc:>6}|{:<5}|", Language::Go), "  calc|go   |");
    assert!(std::ptr::eq(intern("calc"), calc.name()), "kept once");
    assert_eq!(Language::Haskell.extension(), "hs");
}

#[test]
fn modes_say_what_they_need() {
    let runs: Vec<_> = Mode::ALL.iter().filter(|mode| mode.needs() == Does::Runs).collect();
    assert_eq!(runs, [&Mode::Terminating, &Mode::Behaviour]);
    let accepted: Vec<_> = Mode::ALL.iter().filter(|mode| mode.must_be_accepted()).collect();
    assert_eq!(
        accepted,
        [&Mode::WellTyped, &Mode::WellTypedErased, &Mode::Terminating, &Mode::Behaviour]
    );
    let apart: Vec<_> = Mode::ALL.iter().filter(|mode| !mode.compares()).collect();
    assert_eq!(apart, [&Mode::Terminating], "executions of concurrent programs may differ");
}

#[test]
fn expectations_say_what_they_are_and_why() {
    let prints = || Some(Behaviour::prints("ok"));
    let ill_typed = Reason { text: "x is a String".into(), ..Reason::default() };
    for (expectation, word, why, predicted) in [
        (Expectation::Accept, "accept", "it is well-typed by construction", None),
        (Expectation::Reject(ill_typed), "reject", "x is a String", None),
        (Expectation::SameVerdict, "same-verdict", "it is type-equivalent to its siblings", None),
        (
            Expectation::SameBehaviour { predicted: None },
            "same-behaviour",
            "its meaning does not depend on the configuration",
            None,
        ),
        (
            Expectation::SameBehaviour { predicted: prints() },
            "same-behaviour",
            "its meaning does not depend on the configuration; a correct run prints \"ok\"",
            prints(),
        ),
        (
            Expectation::Terminates { predicted: prints() },
            "terminates",
            "every execution terminates by construction; a correct run prints \"ok\"",
            prints(),
        ),
    ] {
        assert_eq!((expectation.word(), &expectation.why()[..]), (word, why));
        assert_eq!(expectation.predicted(), predicted.as_ref());
    }
}

#[test]
fn a_dialect_that_is_a_library_is_told_by_its_programs() {
    for (program, dialect) in [
        ("use crossbeam_channel::bounded;", Dialect::CrossbeamChannel),
        ("let (t, r) = flume::bounded(0);", Dialect::Flume),
        ("let (t, r) = chan::sync(0);", Dialect::Chan),
        ("import kotlinx.coroutines.channels.*", Dialect::Coroutines),
        ("import kotlinx.coroutines.experimental.*", Dialect::CoroutinesExperimental),
    ] {
        let used = Dialect::ALL
            .iter()
            .filter(|dialect| dialect.library().is_some_and(|library| program.contains(library)));
        let longest = used.filter_map(|dialect| dialect.library()).max_by_key(|name| name.len());
        assert_eq!(longest, dialect.library(), "{program}");
    }
    assert_eq!(Dialect::Standard.library(), None);
}

#[test]
fn targets_are_named() {
    for (text, compiler, version, configuration) in [
        ("rustc@1.95.0", "rustc", "1.95.0", ""),
        ("rustc@1.95.0+next-solver", "rustc", "1.95.0", "next-solver"),
        ("rustc@/opt/c++/rustc", "rustc", "/opt/c++/rustc", ""),
        ("rustc@/opt/c++/rustc+polonius", "rustc", "/opt/c++/rustc", "polonius"),
        ("mycc@a@b", "mycc", "a@b", ""),
    ] {
        let name: TargetName = text.parse().unwrap();
        assert_eq!(name, TargetName::new(compiler, version).with(configuration));
        assert_eq!(name.to_string(), text);
        assert_eq!(name.toolchain(), format!("{compiler}@{version}"));
        assert_eq!(name.is_default(), configuration.is_empty());
    }
    for bad in ["rustc", "@1", "rustc@", "rustc@+x"] {
        let error = bad.parse::<TargetName>().unwrap_err().to_string();
        assert!(error.contains("NAME@VERSION") && error.contains(bad), "{error}");
    }
    assert_eq!(split_configuration("rustc+polonius"), ("rustc", Some("polonius")));
    assert_eq!(format!("{:>8}", TargetName::new("a", "1")), "     a@1");
}

#[test]
fn outcomes_have_one_word_and_a_text() {
    let crash = || Crash { signature: "boom".into(), text: "at x\n".into() };
    let diagnostic =
        Diagnostic { code: Some("E1".into()), message: "no".into(), line: Some(3), syntax: false };
    let hang = |evidence| RunEnd::Hung(Hang { evidence, text: "stack\n".into() });
    let ran = |end| Outcome::Ran(Ran::all(end, 2));
    let exit = |exit| RunEnd::Ended {
        behaviour: Behaviour { stdout: "a".into(), exit },
        crash: Some(crash()),
    };
    let seconds = Duration::from_secs;
    use OutcomeKind::*;
    for (outcome, kind, accepted, text) in [
        (Outcome::Accepted, Accepted, Some(true), "accepted"),
        (Outcome::Rejected(vec![diagnostic]), Rejected, Some(false), "rejected\n  line 3: [E1] no"),
        (Outcome::Crashed(crash()), CompilerCrashed, None, "the compiler crashed: boom\nat x"),
        (
            Outcome::TimedOut(seconds(9)),
            CompilerTimedOut,
            None,
            "the compiler did not finish within 9.0 s",
        ),
        (
            Outcome::Slow(case::Slow { time: seconds(30), usual: seconds(2) }),
            Slow,
            Some(true),
            "compiling took 30.00 s of processor time, 15 times as long as a similar program \
             (2.00 s)",
        ),
        (ran(RunEnd::finished("a")), Finished, Some(true), "prints \"a\" in 2 of 2 runs"),
        (
            ran(exit(Exit::Exception("E".into()))),
            Failed,
            Some(true),
            "prints \"a\" and ends with exception E in 2 of 2 runs: boom\nat x",
        ),
        (
            ran(exit(Exit::Signal(6))),
            Failed,
            Some(true),
            "prints \"a\" and ends with signal 6 in 2 of 2 runs: boom\nat x",
        ),
        (
            ran(exit(Exit::Status(3))),
            Failed,
            Some(true),
            "prints \"a\" and ends with exit status 3 in 2 of 2 runs: boom\nat x",
        ),
        (
            ran(hang(HangEvidence::AllBlocked)),
            Hung,
            Some(true),
            "hangs in 2 of 2 runs: every thread is blocked\nstack",
        ),
        (
            ran(hang(HangEvidence::Runtime)),
            Hung,
            Some(true),
            "hangs in 2 of 2 runs: the runtime reports a deadlock\nstack",
        ),
        (Outcome::Unknown("lost".into()), Unknown, None, "no verdict: lost"),
    ] {
        assert_eq!((outcome.kind(), outcome.is_accepted()), (kind, accepted));
        assert_eq!(outcome.to_string(), text);
    }
    let mut several = Ran::all(RunEnd::finished("a"), 3);
    several.add(hang(HangEvidence::CpuTime), 1);
    let text = several.to_string();
    assert_eq!(
        text,
        "prints \"a\" in 3 of 4 runs\nhangs in 1 of 4 runs: the limit of processor time was \
         reached\nstack"
    );
    let fast = case::Slow { time: seconds(1), usual: Duration::ZERO };
    assert_eq!(Slow, Outcome::Slow(fast).kind());
    assert_eq!(fast.ratio(), 1000.0, "no division by nothing");
}

#[test]
fn digests_tell_contents_apart() {
    let parts = |parts: &[&str]| Digest::of_parts(parts.iter().map(|part| part.as_bytes()));
    assert_eq!(Digest::of(b"a"), Digest::of(b"a"));
    assert_ne!(Digest::of(b"a"), Digest::of(b"b"));
    assert_ne!(parts(&["ab", "c"]), parts(&["a", "bc"]));
    assert_eq!(Digest::of(b"a").to_string().len(), 32);
    assert_eq!(format!("{:?}", Digest::of(b"a")), Digest::of(b"a").to_string());
    let of = |language, source| CaseId::of(language, source);
    assert_eq!(of(Language::Go, "x"), of(Language::Go, "x"));
    assert_ne!(of(Language::Go, "x"), of(Language::Rust, "x"));
    assert_ne!(of(Language::Go, "x"), of(Language::Go, "y"));
    assert_eq!(of(Language::Go, "x").as_str(), of(Language::Go, "x").to_string());
}
