//! What holds of tapes: replay, the member as first answer, breadth.

use std::collections::BTreeSet;

use case::{Engine, Language, Mode};
use choice::{Exhaustive, Random, replay};

use crate::tests::jdk_api;
use crate::tests::papers::api;

#[test]
fn the_same_tape_gives_the_same_bytes() {
    let api = jdk_api();
    for (language, modes) in api.abilities() {
        for mode in modes {
            let plan = api.plan(language, mode);
            let mut random = Random::new(3).with_budget(20_000, 8);
            for index in 0..20 {
                let made = random.generate(index, |c| api.generate(&plan, c)).unwrap();
                let again = replay(&made.tape, |c| api.generate(&plan, c));
                assert_eq!(again.as_ref(), Ok(&made.value), "{language} {mode} {index}");
            }
        }
    }
}

#[test]
fn the_first_answer_is_the_member() {
    let api = jdk_api();
    let plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(5).with_budget(20_000, 8);
    for index in 0..200 {
        let made = random.generate(index, |c| api.generate(&plan, c)).unwrap();
        let name = api.member_name(Language::Java, made.tape.0[0] as usize);
        let simple = name.rsplit(['.', ' ']).next().unwrap();
        assert!(made.value[0].source.contains(simple), "{name}\n{}", made.value[0].source);
    }
}

/// Breadth over members: a few thousand programs exercise more than half as
/// many of them, and hardly any program comes twice.
#[test]
fn programs_are_spread_over_the_members() {
    let api = jdk_api();
    let plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(9).with_budget(20_000, 8);
    let (mut members, mut programs) = (BTreeSet::new(), BTreeSet::new());
    for index in 0..2_000 {
        let made = random.generate(index, |c| api.generate(&plan, c)).unwrap();
        members.insert(made.tape.0[0]);
        programs.insert(made.value[0].id());
    }
    assert!(members.len() >= 1_000, "{} members", members.len());
    assert!(programs.len() >= 1_900, "{} programs", programs.len());
}

#[test]
fn the_exhaustive_driver_repeats_no_tape() {
    let api = api("class Ax { Bx m(Bx); Integer n(Ax, Bx) }\n\nclass Bx extends Ax { }");
    let mut plan = api.plan(Language::Java, Mode::WellTyped);
    plan.size = 1;
    let mut tapes = BTreeSet::new();
    let mut sources = BTreeSet::new();
    for made in Exhaustive::in_order(|c| api.generate(&plan, c)).take(500) {
        assert!(tapes.insert(made.tape.0.clone()));
        sources.insert(made.value[0].source.clone());
    }
    assert!(sources.len() > 5, "{} programs", sources.len());
}
