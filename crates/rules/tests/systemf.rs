//! System F: what the engine promises about its programs.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use case::{Engine, Expectation, Language, Mode};
use choice::{Random, replay, shrink};
use rules::{Answer, Generator, Negate, Request, Rules, System, Times, explain};

fn random(seed: u64) -> Random {
    Random::new(seed).with_budget(20_000, 4)
}

fn systemf() -> &'static System {
    static SYSTEM_F: LazyLock<System> = LazyLock::new(|| System::built_in("systemf").unwrap());
    &SYSTEM_F
}

fn request() -> Request<'static> {
    Request {
        size: 5,
        features: systemf().features(),
        language: "systemf",
        dialect: case::Dialect::Standard,
        negate: rules::Negate::any(),
    }
}

#[test]
fn well_typed_programs_derive_and_use_every_rule() {
    // One of its own, because everyone in the process is counted.
    let system = System::built_in("systemf").unwrap();
    let mut generator = Generator::new(&system);
    let mut random = random(1);
    for i in 0..3000 {
        let made = random.generate(i, |c| generator.well_typed(&request(), c)).unwrap();
        assert!(made.value.negated.is_empty());
    }
    // Everything was checked again, and the checker never disagreed.
    assert_eq!(generator.disagreements, 0);
    let coverage = system.coverage();
    assert_eq!(coverage.programs, 3000);
    let unused: Vec<_> = coverage.rules.iter().filter(|(_, programs)| *programs == 0).collect();
    assert!(unused.is_empty(), "{unused:?}");
    let used = |pair: &&(_, u64)| pair.1 > 0;
    let pairs = coverage.pairs.iter().filter(used).count();
    assert!(pairs * 4 > coverage.pairs.len() * 3, "{pairs} of {}", coverage.pairs.len());
}

#[test]
fn every_negatable_premise_is_reached_and_fails_there() {
    let mut generator = Generator::new(systemf());
    let mut random = random(2);
    let mut reached = 0;
    for (rule, premise, _) in systemf().negatable() {
        let premises = vec![format!("{rule}.{premise}")];
        let negate = Negate { premises, times: Times::Exactly(1) };
        for i in 0..40 {
            let made = random
                .generate(i, |c| generator.ill_typed(&Request { negate: &negate, ..request() }, c))
                .unwrap_or_else(|error| panic!("{rule}.{premise}: {error}"));
            assert_eq!(made.value.negated.len(), 1);
            let (answer, _, failure) = generator.explain(&made.value);
            assert_eq!(answer, Answer::Fails);
            assert!(failure.is_some());
        }
        reached += 1;
    }
    assert!(reached >= 15, "only {reached} premises can be negated");
    assert_eq!(generator.disagreements, 0);
}

#[test]
fn siblings_keep_their_verdict() {
    let mut generator = Generator::new(systemf());
    let mut random = random(3);
    let mut rewrites = BTreeSet::new();
    for i in 0..500 {
        let made = random.generate(i, |c| generator.equivalent(&request(), c)).unwrap();
        assert!(made.value.len() >= 2);
        rewrites.extend(made.value.iter().flat_map(|program| program.rewrites.clone()));
    }
    assert_eq!(generator.disagreements, 0);
    assert_eq!(rewrites.len(), 10, "{rewrites:?}");
}

#[test]
fn the_notation_of_a_program_can_be_read_and_explained() {
    let mut generator = Generator::new(systemf());
    let mut random = random(4);
    for i in 0..200 {
        let good = random.generate(i, |c| generator.well_typed(&request(), c)).unwrap().value;
        let text = generator.notation(&good);
        let said = explain(systemf(), "program", &text).unwrap();
        assert_eq!(said.answer, Answer::Derives, "{text}");
        assert_eq!(said.derivation.unwrap().rule, "Whole");
        let bad = random.generate(i, |c| generator.ill_typed(&request(), c)).unwrap().value;
        let text = generator.notation(&bad);
        let said = explain(systemf(), "program", &text).unwrap();
        assert_eq!(said.answer, Answer::Fails, "{text}");
    }
    let said = explain(systemf(), "p", "program(app(true, num(1), int, int), int)").unwrap();
    let failure = said.failure.unwrap();
    assert_eq!((failure.rule, failure.premise), ("T-App", Some("fun")));
    assert_eq!(failure.found, ["bool"]);
}

#[test]
fn the_engine_replays_and_shrinks() {
    let engine = Rules::built_in();
    for (language, modes) in engine.abilities() {
        for mode in modes {
            let plan = engine.plan(language, mode);
            let mut random = self::random(5);
            let made = (0..20)
                .find_map(|i| random.generate(i, |c| engine.generate(&plan, c)).ok())
                .expect("most programs are found within the budget");
            assert_eq!(replay(&made.tape, |c| engine.generate(&plan, c)), Ok(made.value.clone()));
            for case in &made.value {
                assert_eq!(case.language, language);
                assert!(!case.source.is_empty());
                match mode {
                    Mode::WellTyped => assert_eq!(case.expectation, Expectation::Accept),
                    Mode::IllTyped => {
                        assert!(matches!(case.expectation, Expectation::Reject(_)));
                    }
                    // What is known of a family is expected of each sibling.
                    _ => assert_eq!(case.expectation, made.value[0].expectation),
                }
            }
        }
    }
    // A wrong argument shrinks to an application and nothing else.
    let plan = engine.plan(Language::SystemF, Mode::IllTyped);
    let wrong_argument = |family: &case::Family| match &family[0].expectation {
        Expectation::Reject(reason) => reason.rule == "T-App.arg",
        _ => false,
    };
    let mut random = random(6);
    let made = (0..)
        .map(|i| random.generate(i, |c| engine.generate(&plan, c)).unwrap())
        .find(|made| wrong_argument(&made.value))
        .unwrap();
    let small = shrink(&made.tape, 2000, |c| engine.generate(&plan, c), wrong_argument).unwrap();
    assert!(small.value[0].source.len() < 60, "{}", small.value[0].source);
}
