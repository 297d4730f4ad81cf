//! The standard libraries of Kotlin and Scala, as their own compilers see them:
//! programs against them get the verdicts that are foreseen.

use case::{Engine, Expectation, Language, Mode, Outcome};
use choice::Random;
use targets::jvm;
use toolchains::{Cache, Spec};
use wellsmith_cli::Inputs;

use crate::support::cache;

fn assert_foreseen(language: Language, compiler: &str, needed: &[&str]) {
    let cache = Cache::open(Some(cache())).expect("there is a folder for it");
    for name in needed.iter().chain([&compiler]) {
        let spec: Spec = name.parse().expect("it is in the catalogue");
        let found = cache.find(&spec).or_else(|_| cache.install(&spec, &mut |_| {}));
        found.unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
    }
    let spec: Spec = compiler.parse().expect("it is in the catalogue");
    let toolchain = cache.find(&spec).expect("it was there");
    let api = Inputs::new(&cache, &[], &[]).api(Some(&toolchain)).expect("it can be read");
    assert!(api.members(language) > 15_000, "{} members", api.members(language));
    let settings = jvm::Settings::new(cache.beside("targets"));
    let mut target = jvm::open(&toolchain, &settings).expect("it can be started");
    for mode in [Mode::WellTyped, Mode::WellTypedErased, Mode::IllTyped] {
        let plan = api.plan(language, mode);
        let mut random = Random::new(29).with_budget(20_000, 8);
        let made: Vec<case::Family> = (0..60)
            .filter_map(|index| random.generate(index, |c| api.generate(&plan, c)).ok())
            .map(|made| made.value)
            .collect();
        assert!(made.len() > 50, "{} programs", made.len());
        let sources: Vec<&str> = made.iter().flatten().map(|case| case.source.as_str()).collect();
        let outcomes = targets::verdicts(&mut target, &sources).outcomes;
        let mut outcomes = outcomes.into_iter();
        for family in &made {
            let outcomes: Vec<Outcome> = outcomes.by_ref().take(family.len()).collect();
            for (case, outcome) in family.iter().zip(&outcomes) {
                let foreseen = match &case.expectation {
                    Expectation::Accept => *outcome == Outcome::Accepted,
                    Expectation::Reject(_) => matches!(outcome, Outcome::Rejected(_)),
                    _ => {
                        let accepted = |outcome: &Outcome| *outcome == Outcome::Accepted;
                        accepted(outcome) == accepted(&outcomes[0])
                    }
                };
                assert!(foreseen, "{mode}: {outcome}\n{}", case.source);
            }
        }
    }
}

#[test]
fn kotlin_and_its_library() {
    assert_foreseen(Language::Kotlin, "kotlin@2.4.21", &["kotlin-metadata"]);
}

#[test]
fn scala_and_its_library() {
    assert_foreseen(Language::Scala, "scala@3.9.0", &[]);
}
