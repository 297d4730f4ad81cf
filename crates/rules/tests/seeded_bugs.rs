//! The checker with known bugs: right without them, and every one is found.

use case::{Engine, Expectation, Language, Mode};
use choice::Random;
use rules::Rules;
use rules::systemf_checker::{Bug, Verdict, bug_hunt, check};

#[test]
fn without_a_bug_the_checker_agrees_with_the_rules() {
    let engine = Rules::built_in();
    for mode in [Mode::WellTyped, Mode::IllTyped] {
        let plan = engine.plan(Language::SystemF, mode);
        let mut random = Random::new(9).with_budget(20_000, 4);
        for i in 0..2000 {
            let made = random.generate(i, |c| engine.generate(&plan, c)).unwrap();
            let case = &made.value[0];
            match check(&case.source, None) {
                Verdict::Accepted => {
                    assert_eq!(case.expectation, Expectation::Accept, "{}", case.source)
                }
                Verdict::Rejected(why) => {
                    assert_ne!(case.expectation, Expectation::Accept, "{why}: {}", case.source);
                }
                Verdict::Malformed(why) => panic!("{why}: {}", case.source),
            }
        }
    }
}

#[test]
fn every_bug_is_found() {
    assert!(Bug::ALL.len() >= 20);
    let missed: Vec<_> =
        bug_hunt(1, 20_000).into_iter().filter(|found| found.programs.is_none()).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
