//! Every kind of finding is reduced as what it is: a hang with its rate, a behaviour
//! with its prediction, a difference with both of its sides, a time alone.
//!
//! A program is a list of words. A target is two functions, for programs in a batch and
//! for a program alone.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use campaign::{Against, Sighting, sightings};
use case::{
    Behaviour, Crash, Diagnostic, Dialect, Does, Engine, Exit, Expectation, Family, Feature,
    FindingKind, Hang, HangEvidence, InputId, Language, Mode, Outcome, Plan, Ran, Reason, RunEnd,
    TestCase,
};
use choice::{Choices, DeadEnd, Tape};
use reduce::{End, Guarantee, Limits, Origin, Phase, Reduced, Step, Trouble, reduce};
use targets::{Alone, Canary, End as Ended, Report, Said, Target, TargetInfo, Used};

const LANGUAGE: Language = Language::User("words");

/// As many words as the first choice says, each `a`, `b` or `bug`.
struct Words;

impl Engine for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        vec![(LANGUAGE, vec![Mode::Terminating])]
    }

    fn dialects(&self, _: Language) -> &[Dialect] {
        &[Dialect::Standard]
    }

    fn features(&self, _: Language, _: Mode) -> &[Feature] {
        &[]
    }

    fn generate(&self, _: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let mut words = Vec::new();
        for _ in 0..choices.pick(30)? {
            words.push(["a", "b", "bug"][choices.pick(3)?]);
        }
        Ok(vec![case(&words.join(" "), Expectation::Terminates { predicted: None })])
    }
}

fn case(source: &str, expectation: Expectation) -> TestCase {
    TestCase { language: LANGUAGE, source: source.to_owned(), expectation, features: vec![] }
}

type Answer = Box<dyn Fn(&str) -> Outcome + Send>;

/// A target that answers as it is told to.
struct Scripted {
    info: TargetInfo,
    together: Answer,
    /// In a batch with others, if it says something else there.
    company: Option<Answer>,
    alone: Answer,
    /// How long a program takes alone.
    cpu: fn(&str) -> Duration,
    /// How many programs it was given, batch by batch, and how many alone.
    asked: Arc<Mutex<(Vec<usize>, usize)>>,
}

impl Scripted {
    fn new(name: &str, together: Answer, alone: Answer) -> Scripted {
        let info = TargetInfo {
            name: name.parse().unwrap(),
            language: LANGUAGE,
            dialect: Dialect::Standard,
            does: Does::Runs,
            batch: 5,
            used: Used::ByDefault,
        };
        Scripted {
            info,
            together,
            company: None,
            alone,
            cpu: |_| Duration::ZERO,
            asked: Arc::default(),
        }
    }

    /// It gives the same answers in a batch and alone.
    fn plain(name: &str, answer: fn(&str) -> Outcome) -> Scripted {
        Scripted::new(name, Box::new(answer), Box::new(answer))
    }
}

impl Target for Scripted {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        Vec::new()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        self.asked.lock().unwrap().0.push(programs.len());
        let company = self.company.as_ref().filter(|_| programs.len() > 1);
        let answer = company.unwrap_or(&self.together);
        let said = programs.iter().map(|program| match answer(program) {
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            Outcome::Crashed(crash) => Said::Crashed(crash),
            Outcome::Unknown(why) => Said::Unknown(why),
            Outcome::Ran(ran) => Said::Ran(ran),
            _ => Said::Accepted,
        });
        Report { said: said.collect(), end: Ended::FinishedAll, cpu: Duration::ZERO }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        self.asked.lock().unwrap().1 += 1;
        Alone { outcome: (self.alone)(program), cpu: (self.cpu)(program) }
    }
}

fn count(program: &str) -> usize {
    program.split_whitespace().count()
}

fn has_bug(program: &str) -> bool {
    program.split_whitespace().any(|word| word == "bug")
}

fn printed(text: impl ToString) -> Behaviour {
    Behaviour { stdout: text.to_string(), exit: Exit::Status(0) }
}

fn ran(behaviour: Behaviour) -> Outcome {
    Outcome::Ran(Ran { ends: vec![(RunEnd::Ended { behaviour, crash: None }, 1)] })
}

/// Eight runs, of which some hang.
fn hangs(times: u32) -> Outcome {
    let hang = Hang { evidence: HangEvidence::AllBlocked, text: String::new() };
    let ended = RunEnd::Ended { behaviour: printed(""), crash: None };
    let ends = [(RunEnd::Hung(hang), times), (ended, 8 - times)];
    Outcome::Ran(Ran { ends: ends.into_iter().filter(|(_, count)| *count > 0).collect() })
}

fn rejected(message: &str) -> Outcome {
    let message = message.to_owned();
    Outcome::Rejected(vec![Diagnostic { message, ..Diagnostic::default() }])
}

/// What is seen of programs on some targets, each alone.
fn seen(family: Family, targets: &[Box<dyn Target + 'static>], answers: &[Answer]) -> Sighting {
    let names: Vec<_> = targets.iter().map(|target| &target.info().name).collect();
    let columns: Vec<Vec<Outcome>> = answers
        .iter()
        .map(|answer| family.iter().map(|case| answer(&case.source)).collect())
        .collect();
    let seen = sightings(&family, &names, &columns);
    assert_eq!(seen.len(), 1, "{seen:?}");
    seen.into_iter().next().unwrap().0
}

fn go_on(_: Step<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Reduces a program that has no tape.
fn reduced(
    sighting: &Sighting,
    targets: &mut [Box<dyn Target + 'static>],
    reference: Option<&mut Scripted>,
) -> Reduced {
    let reference = reference.map(|reference| reference as &mut dyn Target);
    reduce(sighting, None, targets, reference, Limits::default(), &mut go_on)
}

/// Twenty words of the engine, the one in the middle a bug; and their tape.
fn twenty() -> (Family, Tape) {
    let mut tape = vec![20];
    tape.extend((0..20).map(|at| if at == 10 { 2 } else { at % 2 }));
    let tape = Tape(tape);
    let plan = Words.plan(LANGUAGE, Mode::Terminating);
    let family = choice::replay(&tape, |choices| Words.generate(&plan, choices)).unwrap();
    assert_eq!(count(&family[0].source), 20);
    (family, tape)
}

/// Reduces a hang of the twenty words; how the target was asked, too.
fn reduced_hang(together: Answer, alone: fn(&str) -> Outcome) -> (Reduced, (Vec<usize>, usize)) {
    let (family, tape) = twenty();
    let target = Scripted::new("run@1", together, Box::new(alone));
    let asked = target.asked.clone();
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(target)];
    let sighting = seen(family, &targets, &[Box::new(alone)]);
    assert_eq!(sighting.kind, FindingKind::Termination);
    let plan = Words.plan(LANGUAGE, Mode::Terminating);
    let origin = Origin { engine: &Words, plan: &plan, tape: &tape };
    let reduced =
        reduce(&sighting, Some(origin), &mut targets, None, Limits::default(), &mut go_on);
    let asked = asked.lock().unwrap().clone();
    (reduced, asked)
}

thread_local! {
    /// Programs with fewer words show nothing alone.
    static LEAST: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    /// How often a program was run alone.
    static RUNS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

#[test]
fn a_hang_that_shows_often_is_reduced_in_batches_and_a_rare_one_alone() {
    let often = |program: &str| hangs(if has_bug(program) { 4 } else { 0 });
    let (reduced, (batches, alone)) = reduced_hang(Box::new(often), often);
    assert_eq!((&reduced.end, reduced.sighting.case().source.trim()), (&End::Finished, "bug"));
    assert!(batches.iter().any(|size| *size > 1), "{batches:?}");
    assert_eq!(alone, 2, "at the beginning and at the end");
    assert_eq!(reduced.guarantee, Guarantee::Construction);
    assert!(reduced.no_tree.unwrap().contains("every execution"), "{:?}", reduced.no_tree);

    let rarely = |program: &str| hangs(if has_bug(program) { 3 } else { 0 });
    let never = |_: &str| -> Outcome { panic!("a rare hang is not looked for in a batch") };
    let (reduced, (batches, _)) = reduced_hang(Box::new(never), rarely);
    assert_eq!((&reduced.end, reduced.sighting.case().source.trim()), (&End::Finished, "bug"));
    assert!(batches.is_empty());
}

#[test]
fn a_hang_keeps_at_least_half_its_rate() {
    let hang = |program: &str| match count(program) {
        _ if !has_bug(program) => hangs(0),
        8.. => hangs(3),
        5.. => hangs(2),
        _ => hangs(1),
    };
    let (reduced, _) = reduced_hang(Box::new(hang), hang);
    assert_eq!(count(&reduced.sighting.case().source), 5, "2 of 8 is half of 3 of 8, 1 is not");
}

#[test]
fn what_only_a_batch_shows_is_left_for_the_last_step_that_shows_alone() {
    let together = |program: &str| hangs(if has_bug(program) { 8 } else { 0 });
    for least in [2, 3, 5, 8, 13, 19, 20] {
        LEAST.set(least);
        // Every step is told, and the smallest that shows alone is the result.
        let mut told = vec![20];
        let (family, tape) = twenty();
        let alone = |program: &str| match has_bug(program) && count(program) >= LEAST.get() {
            true => hangs(8),
            false => hangs(0),
        };
        let target = Scripted::new("run@1", Box::new(together), Box::new(alone));
        let mut targets: Vec<Box<dyn Target>> = vec![Box::new(target)];
        let sighting = seen(family, &targets, &[Box::new(alone)]);
        let plan = Words.plan(LANGUAGE, Mode::Terminating);
        let origin = Origin { engine: &Words, plan: &plan, tape: &tape };
        let mut listen = |step: Step<'_>| {
            if let Step::Better(best) = step {
                told.push(best.after);
            }
            ControlFlow::Continue(())
        };
        let limits = Limits::default();
        let reduced = reduce(&sighting, Some(origin), &mut targets, None, limits, &mut listen);
        let expected = told.iter().rev().find(|size| **size >= least);
        assert_eq!(Some(&reduced.after), expected, "{told:?}");
        assert_eq!(reduced.end, End::Finished, "targets work, so a batch is to blame");
        assert!(reduced.evidence.is_some());
    }
}

#[test]
fn a_result_that_shows_now_and_then_is_told_as_that() {
    // The program as it was found shows every time. A small one does not at first, and
    // then once or twice of the three times that it is tried again.
    for (shown, expected) in [
        (&[][..], End::Finished),
        (&[2], End::Trouble(Trouble::Flaky { seen: 1, of: 4 })),
        (&[2, 4], End::Trouble(Trouble::Flaky { seen: 2, of: 4 })),
    ] {
        RUNS.set(0);
        let together = |program: &str| hangs(if has_bug(program) { 8 } else { 0 });
        let alone = move |program: &str| match count(program) {
            20 => hangs(8),
            1 => {
                RUNS.set(RUNS.get() + 1);
                hangs(if shown.contains(&RUNS.get()) { 8 } else { 0 })
            }
            _ => hangs(0),
        };
        let (family, tape) = twenty();
        let target = Scripted::new("run@1", Box::new(together), Box::new(alone));
        let mut targets: Vec<Box<dyn Target>> = vec![Box::new(target)];
        let sighting = seen(family, &targets, &[Box::new(alone)]);
        let plan = Words.plan(LANGUAGE, Mode::Terminating);
        let origin = Origin { engine: &Words, plan: &plan, tape: &tape };
        let limits = Limits::default();
        let reduced = reduce(&sighting, Some(origin), &mut targets, None, limits, &mut go_on);
        assert_eq!(reduced.end, expected);
        assert_eq!(reduced.after, 20, "what was confirmed is left");
    }
}

/// Prints how many words there are.
fn counts(program: &str) -> Outcome {
    ran(printed(count(program)))
}

/// Forgets the bugs.
fn miscounts(program: &str) -> Outcome {
    ran(printed(program.split_whitespace().filter(|word| *word != "bug").count()))
}

#[test]
fn a_wrong_behaviour_is_predicted_again_for_each_smaller_program() {
    let text = "a b a bug b a";
    let expectation = Expectation::SameBehaviour { predicted: Some(printed(6)) };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Scripted::plain("run@2", miscounts))];
    let sighting = seen(vec![case(text, expectation)], &targets, &[Box::new(miscounts)]);
    assert_eq!(sighting.kind, FindingKind::Behaviour);
    let mut right = Scripted::plain("run@1", counts);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    assert_eq!(result.end, End::Finished);
    assert_eq!(result.sighting.case().source.trim(), "bug");
    assert_eq!(result.sighting.case().expectation.predicted(), Some(&printed(1)));
    assert_eq!(result.guarantee, Guarantee::Reference("run@1".parse().unwrap()));
    assert_eq!(result.phase, Phase::Tree);

    // A reference that is wrong in the same way says nothing.
    let mut wrong = Scripted::plain("run@1", miscounts);
    let result = reduced(&sighting, &mut targets, Some(&mut wrong));
    assert_eq!((result.end, result.after), (End::Finished, 6));
    assert!(result.no_tree.unwrap().contains("no reference"));

    // Programs that fail on the reference are not of the class.
    let fails = |program: &str| match count(program) {
        4.. => counts(program),
        _ => ran(Behaviour { exit: Exit::Status(1), ..printed("") }),
    };
    let mut picky = Scripted::plain("run@1", fails);
    let result = reduced(&sighting, &mut targets, Some(&mut picky));
    assert_eq!(result.after, 4, "{}", result.sighting.case().source);
}

#[test]
fn behaviours_that_differ_need_a_reference_and_verdicts_do_not() {
    let expectation = Expectation::SameBehaviour { predicted: None };
    let mut targets: Vec<Box<dyn Target>> = vec![
        Box::new(Scripted::plain("run@1", counts)),
        Box::new(Scripted::plain("run@1+O2", miscounts)),
    ];
    let family = vec![case("a b a bug b a", expectation)];
    let answers: [Answer; 2] = [Box::new(counts), Box::new(miscounts)];
    let sighting = seen(family, &targets, &answers);
    assert!(matches!(sighting.against, Some(Against::Target(_))));
    let result = reduced(&sighting, &mut targets, None);
    // Without one nobody says that a smaller program has a meaning.
    assert_eq!((result.end, result.after), (End::Finished, 6));
    let mut right = Scripted::plain("run@0", counts);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    assert_eq!(result.sighting.case().source.trim(), "bug");

    // A difference of verdicts is one whatever the program means.
    let verdict = |program: &str| match has_bug(program) {
        true => rejected("no bugs"),
        false => Outcome::Accepted,
    };
    let accepts = |_: &str| Outcome::Accepted;
    let mut targets: Vec<Box<dyn Target>> = vec![
        Box::new(Scripted::plain("check@1", accepts)),
        Box::new(Scripted::plain("check@1+new", verdict)),
    ];
    let family = vec![case("a b a bug b a", Expectation::SameVerdict)];
    let answers: [Answer; 2] = [Box::new(accepts), Box::new(verdict)];
    let sighting = seen(family, &targets, &answers);
    let result = reduced(&sighting, &mut targets, None);
    assert_eq!(result.sighting.case().source.trim(), "bug");
    assert_eq!(result.guarantee, Guarantee::AnyProgram);
}

#[test]
fn siblings_are_reduced_as_a_pair_and_the_others_are_left_behind() {
    // Everything is accepted, but for brackets with a bug in them.
    let wrong = |program: &str| match program.contains("( bug") {
        true => rejected("no bugs"),
        false => Outcome::Accepted,
    };
    let family: Family = ["a bug b a", "a b", "a ( bug b ) a"]
        .into_iter()
        .map(|source| case(source, Expectation::SameVerdict))
        .collect();
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Scripted::plain("check@2", wrong))];
    let sighting = seen(family, &targets, &[Box::new(wrong)]);
    assert_eq!((sighting.kind, sighting.member), (FindingKind::Consistency, 2));
    let mut right = Scripted::plain("check@1", |_| Outcome::Accepted);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    let texts: Vec<&str> = result.sighting.family.iter().map(|case| case.source.trim()).collect();
    assert_eq!((result.sighting.member, &result.sighting.against), (1, &Some(Against::Sibling(0))));
    assert_eq!(texts, ["bug", "( bug )"]);
    assert_eq!(result.guarantee, Guarantee::Reference("check@1".parse().unwrap()));
}

#[test]
fn a_crash_of_a_changed_program_is_another_finding_but_a_rejection_is_not() {
    let wrong = |program: &str| match (has_bug(program), count(program)) {
        (true, 1) => Outcome::Crashed(Crash { signature: "short".into(), text: String::new() }),
        (true, 4) => rejected("four words"),
        (true, _) => rejected("no bugs"),
        _ => Outcome::Accepted,
    };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Scripted::plain("check@2", wrong))];
    let family = vec![case("a b a bug b a", Expectation::Accept)];
    let sighting = seen(family, &targets, &[Box::new(wrong)]);
    let mut right = Scripted::plain("check@1", |_| Outcome::Accepted);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    assert_eq!(result.after, 2, "{}", result.sighting.case().source);
    let others: Vec<FindingKind> = result.others.iter().map(|other| other.kind).collect();
    assert_eq!(others, [FindingKind::Crash]);
}

#[test]
fn names_and_literals_become_those_of_every_program_where_they_do_not_matter() {
    // What shows it has this shape; of the names and numbers only some matter.
    let wrong = |program: &str| {
        let words: Vec<&str> = program.split_whitespace().collect();
        let shape = matches!(words[..], ["let", _, ":", "Fixed", "=", _, "42", "bug"]);
        if shape { rejected("no bugs") } else { Outcome::Accepted }
    };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Scripted::plain("check@2", wrong))];
    let family = vec![case("let foo : Fixed = 17 42 bug", Expectation::Accept)];
    let sighting = seen(family, &targets, &[Box::new(wrong)]);
    let mut right = Scripted::plain("check@1", |_| Outcome::Accepted);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    assert_eq!(result.sighting.case().source.trim(), "let a : Fixed = 0 42 bug");
    assert_eq!((result.phase, result.end), (Phase::Canon, End::Finished));
    assert!(result.evidence.is_some(), "it was confirmed");
}

/// Each line with `bad` is an error, and a program without `fine` has another one, of which
/// nothing is said in company.
fn errors(program: &str, company: bool) -> Outcome {
    let error = |message: &str, line: usize| Diagnostic {
        message: message.to_owned(),
        line: Some(line as u32 + 1),
        ..Diagnostic::default()
    };
    let lines = program.lines().enumerate();
    let mut said: Vec<Diagnostic> = lines
        .filter(|(_, line)| line.contains("bad"))
        .map(|(at, _)| error("this is bad", at))
        .collect();
    if !program.contains("fine") && !company {
        said.push(error("nothing is fine", 0));
    }
    if said.is_empty() { Outcome::Accepted } else { Outcome::Rejected(said) }
}

#[test]
fn an_ill_typed_program_keeps_its_one_error_and_gets_no_other() {
    let wrong = |program: &str| match has_bug(program) {
        true => Outcome::Accepted,
        false => errors(program, false),
    };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Scripted::plain("check@2", wrong))];
    let reason = Reason { rule: "R".into(), line: Some(5), ..Reason::default() };
    // Lines are counted with the empty ones.
    let source = "a\nb\n\n\nbad bug\n\nb\nfine\na\n";
    let sighting =
        seen(vec![case(source, Expectation::Reject(reason))], &targets, &[Box::new(wrong)]);
    assert_eq!(sighting.kind, FindingKind::Soundness);
    let mut right = Scripted::plain("check@1", |program| errors(program, false));
    right.company = Some(Box::new(|program| errors(program, true)));
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    let words: Vec<&str> = result.sighting.case().source.split_whitespace().collect();
    assert_eq!(words, ["fine", "bad", "bug"]);
    assert_eq!(result.guarantee, Guarantee::Reference("check@1".parse().unwrap()));
}

#[test]
fn a_time_is_that_of_a_program_alone() {
    let mut target = Scripted::new(
        "check@1",
        Box::new(|_| panic!("in a batch nothing is said about one program's time")),
        Box::new(|_| Outcome::Accepted),
    );
    target.cpu = |program| Duration::from_secs(if has_bug(program) { 30 } else { 1 });
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(target)];
    let sighting = Sighting {
        kind: FindingKind::Slow,
        target: "check@1".parse().unwrap(),
        family: vec![case("a b a bug b a", Expectation::SameVerdict)],
        member: 0,
        against: Some(Against::Program("a b".to_owned())),
        signature: "slow".to_owned(),
    };
    let again = sighting.seen_again(&mut targets).unwrap();
    let campaign::Seen::Other(seen, _) = again else { panic!("{again:?}") };
    let sighting = Sighting { signature: seen.signature, ..sighting };
    let mut right = Scripted::plain("check@0", |_| Outcome::Accepted);
    let result = reduced(&sighting, &mut targets, Some(&mut right));
    assert_eq!((&result.end, result.sighting.case().source.trim()), (&End::Finished, "bug"));
}

#[test]
fn what_is_said_of_a_result() {
    let reference = Guarantee::Reference("rustc@1.90.0".parse().unwrap());
    let words = [Guarantee::AsFound, Guarantee::Construction, reference, Guarantee::AnyProgram];
    assert_eq!(
        words.map(|guarantee| guarantee.to_string()),
        [
            "the program being as it was found",
            "construction",
            "reference rustc@1.90.0",
            "any program"
        ]
    );
    assert_eq!(
        [Phase::Tape, Phase::Tree, Phase::Canon].map(|p| p.to_string()),
        ["tape", "tree", "canon"]
    );
}
