//! The search for programs hardly ever goes back: it asks few questions whose
//! answers do not end up on the tape.

use case::{Engine, Language, Mode, Plan};
use choice::Random;
use rules::Rules;

/// Questions asked for each one that is on a tape, over the programs of a rule file.
fn questions_for_an_answer(
    engine: &Rules,
    language: Language,
    file: &str,
    mode: Mode,
    count: u64,
) -> f64 {
    const BUDGET: u64 = 100_000;
    let plan = Plan { subject: Some(file.into()), ..engine.plan(language, mode) };
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
    let engine = Rules::built_in();
    for (language, file, mode, count, most) in [
        (Language::SystemF, "systemf", Mode::WellTyped, 1000, 2.0),
        (Language::SystemF, "systemf", Mode::IllTyped, 1000, 2.0),
        (Language::Rust, "rust", Mode::WellTyped, 300, 4.0),
        (Language::Rust, "rust", Mode::IllTyped, 300, 12.0),
        (Language::Rust, "rust-moves", Mode::WellTyped, 300, 4.0),
        (Language::Rust, "rust-moves", Mode::IllTyped, 300, 8.0),
    ] {
        let ratio = questions_for_an_answer(&engine, language, file, mode, count);
        assert!(ratio < most, "{file}, {mode}: {ratio:.2} questions for an answer");
    }
}
