//! Ill-typed and equivalent programs.

use std::collections::BTreeMap;

use case::{Engine, Expectation, Language, Mode};
use choice::{Random, replay};
use functional::Functional;

/// Every way of breaking a judgment is taken, and the reason names a rule.
#[test]
fn every_reason_names_a_rule() {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, Mode::IllTyped);
    let mut random = Random::new(2);
    let mut rules: BTreeMap<String, u32> = BTreeMap::new();
    for index in 0..400 {
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        let Expectation::Reject(reason) = &made.value[0].expectation else {
            panic!("a program that need not be rejected");
        };
        assert!(!reason.text.is_empty());
        *rules.entry(reason.rule.clone()).or_default() += 1;
        let again = replay(&made.tape, |choices| engine.generate(&plan, choices)).unwrap();
        assert_eq!(made.value, again);
    }
    for rule in ["T-Var", "P-Con", "T-App", "T-Prim", "T-Constr", "T-If", "T-Function", "T-List"] {
        assert!(rules.contains_key(rule), "{rule} is never broken: {rules:?}");
    }
}

/// Siblings differ in their text.
#[test]
fn siblings_are_different_programs() {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, Mode::Equivalent);
    let mut random = Random::new(2);
    let mut different = 0;
    for index in 0..200 {
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        assert_eq!(made.value.len(), 3);
        let original = &made.value[0].source;
        different += made.value[1..].iter().filter(|one| one.source != *original).count();
        let again = replay(&made.tape, |choices| engine.generate(&plan, choices)).unwrap();
        assert_eq!(made.value, again);
    }
    assert!(different >= 320, "{different} of 400 siblings differ");
}
