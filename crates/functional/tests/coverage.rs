//! Programs use all of the core and of the printer.

use case::{Engine, Language, Mode};
use choice::Random;
use functional::Functional;

#[test]
fn a_thousand_programs_use_everything() {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, Mode::Behaviour);
    let mut random = Random::new(1);
    for index in 0..1000 {
        random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
    }
    for covered in engine.coverage(Language::Haskell) {
        assert_eq!(covered.used, covered.of, "{}: {:?}", covered.what, covered.rarest);
    }
}
