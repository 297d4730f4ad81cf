//! Planted bugs: a compiler for System F that is right about every program, but for
//! what is planted in it. What must come out of a reduction is known before.

mod compiler;
mod systemf;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use campaign::{
    Campaign, KnownIssues, Lane, PlanRecord, Programs, Settings, Sighting, SightingRecord, Stop,
    Timing, sightings,
};
use case::{Engine, Expectation, FindingKind, Language, Mode, Outcome, Plan, TargetName};
use choice::Tape;
use compiler::{BUGS, Compiler, Planted};
use reduce::{End, Guarantee, Limits, Origin, Reduced, Step, Trouble, reduce};
use rules::systemf_checker::{Verdict, check};
use store::{OpenMode, Store, Wanted};
use targets::Target;

const LANGUAGE: Language = Language::SystemF;

/// The engine, built once.
fn engine() -> &'static rules::Rules {
    static ENGINE: OnceLock<rules::Rules> = OnceLock::new();
    ENGINE.get_or_init(rules::Rules::built_in)
}

fn wrong() -> Vec<Box<dyn Target>> {
    vec![Box::new(Compiler::new("fake@2", BUGS))]
}

fn right() -> Compiler {
    Compiler::new("fake@1", &[])
}

fn go_on(_: Step<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Whether a program is of the class that it must be of, by the checker of the rules; and
/// it is a program, and an ill-typed one has one error and no more.
fn keeps_its_class(sighting: &Sighting) -> bool {
    let source = &sighting.case().source;
    let Ok(program) = systemf::parse(source) else { return false };
    let verdict = check(source, None);
    match &sighting.case().expectation {
        Expectation::Accept => verdict == Verdict::Accepted,
        Expectation::Reject(_) => {
            matches!(verdict, Verdict::Rejected(_)) && systemf::errors(&program).len() == 1
        }
        _ => unreachable!("the engine is not asked for others"),
    }
}

#[test]
fn the_compiler_agrees_with_the_checker_of_the_rules() {
    let engine = engine();
    for mode in [Mode::WellTyped, Mode::IllTyped] {
        let mut programs = Programs::new(engine, engine.plan(LANGUAGE, mode), 5);
        for program in (0..500).filter_map(|number| programs.get(number).ok()) {
            let source = &program.family[0].source;
            let errors = systemf::errors(&systemf::parse(source).expect("a program"));
            let accepted = check(source, None) == Verdict::Accepted;
            assert_eq!(errors.is_empty(), accepted, "{errors:?}: {source}");
            assert_eq!(accepted, mode == Mode::WellTyped, "{source}");
        }
    }
    for text in ["", "0", "0 :", "(0) : Int", "(fst) : Int", "0 : Int)", "(if 0 then 0) : Int"] {
        assert!(systemf::parse(text).is_err(), "{text}");
        let Outcome::Rejected(said) = right().outcome(text) else { panic!("{text}") };
        assert!(said[0].syntax);
    }
    let two = "((true + 0) < (x + 0)) : Bool";
    let errors = systemf::errors(&systemf::parse(two).unwrap());
    assert_eq!(errors, [systemf::Error::Operand, systemf::Error::Unbound]);
}

#[test]
fn the_minima_of_the_table_are_minima() {
    let compiler = Compiler::new("fake@2", BUGS);
    for bug in BUGS {
        let of_class = |text: &str| match (systemf::parse(text), bug.error) {
            (Ok(program), None) => systemf::errors(&program).is_empty(),
            (Ok(program), Some(error)) => systemf::errors(&program) == [error],
            (Err(_), _) => false,
        };
        let outcome = compiler.outcome(bug.smallest);
        let verdict = check(bug.smallest, None);
        assert!(of_class(bug.smallest), "{}", bug.smallest);
        assert_eq!(verdict == Verdict::Accepted, bug.error.is_none(), "{}", bug.smallest);
        assert!(outcome != right().outcome(bug.smallest), "{} shows it", bug.smallest);
        // Every stretch of tokens is left out, and so every token and every subtree.
        let tokens = systemf::tokens(bug.smallest);
        for start in 0..tokens.len() {
            for end in start + 1..=tokens.len() {
                let left = [&tokens[..start], &tokens[end..]].concat().join(" ");
                let shows = compiler.outcome(&left) == outcome && of_class(&left);
                assert!(!shows, "{} is smaller than {}", left, bug.smallest);
            }
        }
    }
}

#[test]
fn a_campaign_meets_every_planted_bug_and_each_becomes_small() {
    let engine: Arc<dyn Engine> = Arc::new(rules::Rules::built_in());
    let lane = |mode| Lane {
        engine: engine.clone(),
        mode,
        language: LANGUAGE,
        dialect: case::Dialect::Standard,
        panel: vec![compiler::info("fake@2")],
        shard_size: 100,
        change: false,
    };
    let lanes = [lane(Mode::WellTyped), lane(Mode::IllTyped)];
    let settings = Settings {
        seed: 7,
        size: 4,
        swarm: false,
        features: vec![],
        count: Some(4000),
        liked: vec![],
    };
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db"), OpenMode::Create).unwrap();
    let sources = serde_json::Value::Null;
    let id = campaign::create(&store, &settings, &lanes, Vec::new(), sources).unwrap();
    let campaign = Campaign {
        store: &store,
        id,
        settings: &settings,
        lanes: &lanes,
        all_lanes: lanes.len(),
        wanted: Wanted::Next,
        presence: None,
        known: KnownIssues::default(),
        open: &|_: &TargetName| Ok(Box::new(Compiler::new("fake@2", BUGS))),
        jobs: 2,
        until: None,
        timing: Timing::default(),
    };
    campaign::run(&campaign, &Stop::default(), &[]).unwrap();
    let buckets = store.buckets(id).unwrap();
    let signatures: BTreeSet<&str> = buckets.iter().map(|bucket| &bucket.signature[..]).collect();
    let planted: BTreeSet<String> = BUGS.iter().map(Planted::signature).collect();
    assert_eq!(signatures, planted.iter().map(|s| &s[..]).collect(), "one bucket for each bug");

    let mut queries = Vec::new();
    let mut larger = Vec::new();
    for bucket in &buckets {
        let finding = store.findings(&bucket.id).unwrap().remove(0);
        let record: SightingRecord = serde_json::from_str(&finding.data.sighting).unwrap();
        let sighting = record.sighting(LANGUAGE).unwrap();
        let plan: PlanRecord = serde_json::from_str(&finding.data.plan).unwrap();
        let plan = plan.plan(engine.as_ref()).unwrap();
        let tape = Tape::from_bytes(&finding.data.tape).unwrap();
        let origin = Origin { engine: engine.as_ref(), plan: &plan, tape: &tape };
        let mut reference = right();
        let reduced = reduce(
            &sighting,
            Some(origin),
            &mut wrong(),
            Some(&mut reference),
            Limits::default(),
            &mut go_on,
        );
        let source = &reduced.sighting.case().source;
        assert_eq!(reduced.end, End::Finished, "{}", bucket.signature);
        assert_eq!(reduced.sighting.signature, bucket.signature);
        assert!(keeps_its_class(&reduced.sighting), "{}: {source}", bucket.signature);
        let bug = BUGS.iter().find(|bug| bug.signature() == bucket.signature).unwrap();
        queries.push(reduced.queries);
        let smallest = reduce::size(LANGUAGE, bug.smallest);
        if reduced.after != smallest {
            larger.push(format!(
                "{:?} {}: {} instead of {}, {} queries: {source}",
                bug.error, bug.pattern, reduced.after, smallest, reduced.queries
            ));
        }
    }
    assert!(larger.is_empty(), "{}", larger.join(""));
    queries.sort_unstable();
    assert!(queries[queries.len() / 2] <= 300, "{queries:?}");
}

/// The findings of one planted bug in the first programs of a seed.
fn findings(bug: &'static [Planted], mode: Mode, most: usize) -> Vec<(Sighting, Plan, Tape)> {
    let engine = engine();
    let plan = engine.plan(LANGUAGE, mode);
    let compiler = Compiler::new("fake@2", bug);
    let mut programs = Programs::new(engine, plan.clone(), 11);
    let mut found = Vec::new();
    for number in 0.. {
        let Ok(program) = programs.get(number) else { continue };
        let outcome = compiler.outcome(&program.family[0].source);
        let name = &compiler.info().name;
        let seen = sightings(&program.family, &[name], &[vec![outcome]]).into_iter().next();
        if let Some((sighting, _)) = seen {
            found.push((sighting, Plan { subject: program.subject, ..plan.clone() }, program.tape));
        }
        if found.len() == most {
            break;
        }
    }
    found
}

fn reduce_one(
    (sighting, plan, tape): &(Sighting, Plan, Tape),
    bugs: &'static [Planted],
    listen: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
) -> Reduced {
    let origin = Origin { engine: engine(), plan, tape };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Compiler::new("fake@2", bugs))];
    let mut reference = right();
    reduce(sighting, Some(origin), &mut targets, Some(&mut reference), Limits::default(), listen)
}

/// How many of the duplicates of a bug end as the same bytes.
#[track_caller]
fn duplicates(bug: &'static [Planted], mode: Mode, count: usize, least: usize) {
    let mut ends: std::collections::BTreeMap<String, usize> = Default::default();
    for finding in findings(bug, mode, count) {
        let reduced = reduce_one(&finding, bug, &mut go_on);
        assert!(keeps_its_class(&reduced.sighting));
        *ends.entry(reduced.sighting.case().source.clone()).or_default() += 1;
    }
    let most = ends.values().max().copied().unwrap();
    assert!(most * 100 >= least * count, "{most} of {count}: {ends:#?}");
}

#[test]
fn duplicates_end_as_the_same_bytes() {
    duplicates(&BUGS[14..15], Mode::WellTyped, 20, 85);
}

/// All of it; `cargo xtask bench reduce` measures the same.
#[test]
#[ignore = "takes a minute"]
fn five_hundred_duplicates_end_as_the_same_bytes() {
    duplicates(&BUGS[14..15], Mode::WellTyped, 500, 85);
}

#[test]
fn a_wrong_acceptance_keeps_its_broken_premise() {
    use rules::systemf_checker::Bug;
    let engine = engine();
    let plan = engine.plan(LANGUAGE, Mode::IllTyped);
    let mut programs = Programs::new(engine, plan.clone(), 3);
    let mut reductions = 0;
    for number in 0..3000 {
        let Ok(program) = programs.get(number) else { continue };
        let mut target = Compiler::new("fake@2", &[]);
        target.bug = Some(Bug::ConditionUnchecked);
        let outcome = target.outcome(&program.family[0].source);
        let name = target.info().name.clone();
        let Some((sighting, _)) =
            sightings(&program.family, &[&name], &[vec![outcome]]).into_iter().next()
        else {
            continue;
        };
        assert_eq!(sighting.kind, FindingKind::Soundness);
        let said = |source: &str| match right().outcome(source) {
            Outcome::Rejected(said) => case::gist(&said[0].message),
            other => panic!("{other:?}: {source}"),
        };
        let before = said(&sighting.case().source);
        let tape = program.tape;
        let origin = Origin { engine, plan: &plan, tape: &tape };
        let mut targets: Vec<Box<dyn Target>> = vec![Box::new(target)];
        let mut reference = right();
        let limits = Limits::default();
        let reference: Option<&mut dyn Target> = Some(&mut reference);
        let reduced = reduce(&sighting, Some(origin), &mut targets, reference, limits, &mut go_on);
        assert_eq!(reduced.end, End::Finished);
        let source = &reduced.sighting.case().source;
        assert_eq!(said(source), before, "{source}");
        assert_eq!(reduced.guarantee, Guarantee::Reference("fake@1".parse().unwrap()));
        assert!(reduced.after <= 14, "{} tokens: {source}", reduced.after);
        reductions += 1;
        if reductions == 5 {
            return;
        }
    }
    panic!("only {reductions} programs show it");
}

#[test]
fn without_a_reference_only_the_tape_is_changed() {
    let finding = &findings(&BUGS[14..15], Mode::WellTyped, 1)[0];
    let engine = engine();
    let origin = Origin { engine, plan: &finding.1, tape: &finding.2 };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Compiler::new("fake@2", &BUGS[14..15]))];
    let limits = Limits::default();
    let reduced = reduce(&finding.0, Some(origin), &mut targets, None, limits, &mut go_on);
    assert_eq!((&reduced.end, &reduced.guarantee), (&End::Finished, &Guarantee::Construction));
    assert!(reduced.no_tree.is_some() && reduced.after < reduced.before);
    let tape = reduced.tape.expect("a tape gives it");
    let again = choice::replay(&tape, |choices| engine.generate(&finding.1, choices)).unwrap();
    assert_eq!(again, reduced.sighting.family);
    assert!(reduced.evidence.is_some(), "it was confirmed");
}

#[test]
fn the_best_so_far_is_told_and_an_interruption_keeps_it() {
    let finding = &findings(&BUGS[14..15], Mode::WellTyped, 1)[0];
    let mut told: Vec<usize> = Vec::new();
    let reduced = reduce_one(finding, &BUGS[14..15], &mut |step| {
        let Step::Better(best) = step else { return ControlFlow::Continue(()) };
        told.push(best.after);
        if told.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(reduced.end, End::Stopped);
    assert_eq!(Some(&reduced.after), told.last());
    assert!(told.is_sorted_by(|a, b| a >= b), "{told:?}");
    assert!(reduced.evidence.is_some(), "what is left behind is confirmed as well");

    let limits = Limits { queries: 1, time: None };
    let engine = engine();
    let origin = Origin { engine, plan: &finding.1, tape: &finding.2 };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(Compiler::new("fake@2", &BUGS[14..15]))];
    let reduced = reduce(&finding.0, Some(origin), &mut targets, None, limits, &mut go_on);
    assert_eq!(reduced.end, End::Limit);
}

#[test]
fn another_finding_is_noted_and_not_followed() {
    // Both bugs are in the compiler; the one that is reduced comes with the other.
    let both: &'static [Planted] = BUGS;
    for finding in findings(both, Mode::WellTyped, 30) {
        let reduced = reduce_one(&finding, both, &mut go_on);
        assert_eq!(reduced.sighting.signature, finding.0.signature);
        assert!(reduced.others.iter().all(|other| other.signature != finding.0.signature));
        if !reduced.others.is_empty() {
            let outcome = Compiler::new("fake@2", both).outcome(&reduced.others[0].case().source);
            assert!(!matches!(outcome, Outcome::Accepted));
            return;
        }
    }
    panic!("no reduction met another finding");
}

#[test]
fn trouble_is_told_as_what_it_is() {
    let finding = &findings(&BUGS[14..15], Mode::WellTyped, 1)[0];
    let engine = engine();
    let run_with = |sighting: &Sighting, compiler: Compiler, tape: &Tape| {
        let origin = Origin { engine, plan: &finding.1, tape };
        let mut targets: Vec<Box<dyn Target>> = vec![Box::new(compiler)];
        let mut reference = right();
        let reference: Option<&mut dyn Target> = Some(&mut reference);
        reduce(sighting, Some(origin), &mut targets, reference, Limits::default(), &mut go_on).end
    };
    let run = |compiler: Compiler, tape: &Tape| run_with(&finding.0, compiler, tape);
    let compiler = || Compiler::new("fake@2", &BUGS[14..15]);
    let fixed = run(Compiler::new("fake@2", &[]), &finding.2);
    assert_eq!(fixed, End::Trouble(Trouble::NotSeen));
    let was = Sighting { signature: "worded otherwise".into(), ..finding.0.clone() };
    let reworded = run_with(&was, compiler(), &finding.2);
    assert_eq!(reworded, End::Trouble(Trouble::Other(finding.0.signature.clone())));
    let other = run(compiler(), &Tape(vec![0]));
    assert_eq!(other, End::Trouble(Trouble::OtherPrograms));
    let missing = run(Compiler::new("fake@3", &BUGS[14..15]), &finding.2);
    assert_eq!(missing, End::Trouble(Trouble::Missing("fake@2".parse().unwrap())));

    let after = |set: fn(&mut Compiler)| {
        let mut compiler = compiler();
        set(&mut compiler);
        run(compiler, &finding.2)
    };
    let silent = after(|compiler| compiler.silent_after = Some(20));
    assert!(matches!(&silent, End::Trouble(Trouble::NoVerdicts(..))), "{silent:?}");
    let broken = after(|compiler| compiler.broken_after = Some(20));
    assert!(matches!(&broken, End::Trouble(Trouble::Broken(..))), "{broken:?}");
    let hangs = after(|compiler| compiler.hangs_after = Some(20));
    assert!(matches!(&hangs, End::Trouble(Trouble::Broken(..))), "{hangs:?}");
    let flaky = after(|compiler| compiler.flaky_after = Some(20));
    assert!(matches!(&flaky, End::Trouble(Trouble::Flaky { .. })), "{flaky:?}");
}

#[test]
fn a_reference_in_trouble_is_told_as_well() {
    let finding = &findings(&BUGS[14..15], Mode::WellTyped, 1)[0];
    let run = |set: fn(&mut Compiler)| {
        let origin = Origin { engine: engine(), plan: &finding.1, tape: &finding.2 };
        let mut targets: Vec<Box<dyn Target>> =
            vec![Box::new(Compiler::new("fake@2", &BUGS[14..15]))];
        let mut reference = right();
        set(&mut reference);
        let reference: Option<&mut dyn Target> = Some(&mut reference);
        reduce(&finding.0, Some(origin), &mut targets, reference, Limits::default(), &mut go_on).end
    };
    let name: TargetName = "fake@1".parse().unwrap();
    for end in [
        run(|reference| reference.silent_after = Some(3)),
        run(|reference| reference.hangs_after = Some(3)),
        run(|reference| reference.broken_after = Some(3)),
    ] {
        let End::Trouble(Trouble::NoVerdicts(told, _) | Trouble::Broken(told, _)) = &end else {
            panic!("{end:?}")
        };
        assert_eq!(*told, name);
    }
}
