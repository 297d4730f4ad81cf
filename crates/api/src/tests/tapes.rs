//! What holds of tapes and subjects: replay, names, breadth.

use std::collections::BTreeSet;
use std::sync::Arc;

use case::{Engine, Language, Mode, Plan};
use choice::{Exhaustive, GaveUp, Random, replay};

use crate::engine::Api;
use crate::tests::papers::api;
use crate::tests::{generate, jdk, jdk_api};

#[test]
fn the_same_tape_gives_the_same_bytes() {
    let api = jdk_api();
    for (language, modes) in api.abilities() {
        for mode in modes {
            let plan = api.plan(language, mode);
            let mut random = Random::new(3).with_budget(20_000, 8);
            for subject in api.subjects(&api.plan(language, mode)).iter().step_by(613) {
                let plan = Plan { subject: Some(subject.clone()), ..plan.clone() };
                let Ok(made) = random.generate(7, |c| api.generate(&plan, c)) else { continue };
                let again = replay(&made.tape, |c| api.generate(&plan, c));
                assert_eq!(again.as_ref(), Ok(&made.value), "{language} {mode} {subject}");
            }
        }
    }
}

#[test]
fn a_program_is_about_its_subject() {
    let api = jdk_api();
    let mut plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(5).with_budget(20_000, 8);
    for subject in api.subjects(&api.plan(Language::Java, Mode::WellTyped)).iter().take(200) {
        plan.subject = Some(subject.clone());
        let Ok(made) = random.generate(0, |c| api.generate(&plan, c)) else { continue };
        let name = subject.split('(').next().unwrap();
        let (class, member) = name.rsplit_once('.').unwrap();
        let simple = if member == "new" { class.rsplit('.').next().unwrap() } else { member };
        assert!(made.value[0].source.contains(simple), "{subject}\n{}", made.value[0].source);
    }
}

/// Names are unique, every one of them is understood, the order depends on each name
/// alone and separates neighbours.
#[test]
fn subjects_have_names_and_an_order_of_their_own() {
    let api = jdk_api();
    for (language, modes) in api.abilities() {
        for mode in modes {
            let subjects = api.subjects(&api.plan(language, mode));
            let names: BTreeSet<_> = subjects.iter().collect();
            assert_eq!(names.len(), subjects.len(), "{language} {mode}");
            assert!(subjects.len() > 5_000, "{} members in {language} {mode}", subjects.len());
        }
    }
    let all = api.subjects(&api.plan(Language::Java, Mode::WellTyped));
    assert_eq!(all.len(), api.members(Language::Java));
    // With fewer members, the others come in the same order.
    let lists = Api::load(&[jdk(true)]).unwrap().only(&["java.util.List.".to_owned()]).unwrap();
    let lists = lists.subjects(&lists.plan(Language::Java, Mode::WellTyped));
    let same: Vec<_> = all.iter().filter(|name| name.starts_with("java.util.List.")).collect();
    assert!(lists.len() > 20 && lists.iter().eq(same), "{lists:?}");
    let package =
        |name: &Arc<str>| name.split(|c: char| c.is_uppercase()).next().map(str::to_owned);
    let packages: BTreeSet<_> = all[..200].iter().map(package).collect();
    assert!(packages.len() > 20, "{packages:?}");
}

#[test]
fn without_a_subject_the_first_is_taken_and_an_unknown_one_is_a_dead_end() {
    let api = api("class Ax { Bx m(Bx); Integer n(Ax, Bx) }\n\nclass Bx extends Ax { }");
    let first = api.plan(Language::Java, Mode::WellTyped);
    let subjects = api.subjects(&api.plan(Language::Java, Mode::WellTyped));
    assert_eq!(first.subject.as_ref(), subjects.first());
    let none = Plan { subject: None, ..first.clone() };
    let unknown = Plan { subject: Some("lib.Ax.m()".into()), ..first.clone() };
    let mut random = Random::new(1);
    let mut made = |plan: &Plan| random.generate(0, |c| api.generate(plan, c));
    assert_eq!(made(&none), made(&first));
    assert_eq!(made(&unknown), Err(GaveUp::NoSolution));
}

/// Hardly any program comes twice.
#[test]
fn programs_are_spread_over_the_members() {
    let api = jdk_api();
    let plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(9).with_budget(20_000, 8);
    let made = (0..2_000).filter_map(|index| generate(api, &plan, &mut random, index).ok());
    let programs: BTreeSet<_> = made.map(|made| made.value[0].id()).collect();
    assert!(programs.len() >= 1_950, "{} programs", programs.len());
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
