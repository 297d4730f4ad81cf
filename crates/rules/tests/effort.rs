//! The search for programs hardly ever goes back: it asks few questions whose
//! answers do not end up on the tape.

use case::{Engine, Language, Mode};
use choice::Random;
use rules::Rules;

/// Questions asked for each one that is on a tape, over the programs of the rule
/// file about traits.
fn questions_for_an_answer(language: Language, mode: Mode, count: u64) -> f64 {
    const BUDGET: u64 = 100_000;
    let engine = Rules;
    let mut plan = engine.plan(language, mode);
    plan.features.retain(|feature| !["regions", "moves"].contains(feature));
    let mut random = Random::new(3).with_budget(BUDGET, 1);
    let (mut asked, mut answers) = (0, 0);
    for i in 0..count {
        let mut left = 0;
        let made = random.generate(i, |choices| {
            let family = engine.generate(&plan, choices);
            left = choices.budget();
            family
        });
        asked += BUDGET - left;
        answers += made.expect("every program is found").tape.0.len();
    }
    asked as f64 / answers as f64
}

#[test]
fn few_questions_are_asked_in_vain() {
    for (language, mode, count, most) in [
        (Language::SystemF, Mode::WellTyped, 1000, 2.0),
        (Language::SystemF, Mode::IllTyped, 1000, 2.0),
        (Language::Rust, Mode::WellTyped, 300, 4.0),
        (Language::Rust, Mode::IllTyped, 300, 12.0),
    ] {
        let ratio = questions_for_an_answer(language, mode, count);
        assert!(ratio < most, "{language}, {mode}: {ratio:.2} questions for an answer");
    }
}
