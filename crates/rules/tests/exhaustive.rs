//! Every program within a bound, each once.

use std::collections::BTreeSet;

use case::Dialect;
use choice::{Choices, Exhaustive, replay};
use rules::{Generator, Negate, Request, System, Times};

/// The rule file of the docs.
fn calc() -> System {
    let page = include_str!("../../../docs/rule-files.md");
    let blocks = page.split("```rules\n").skip(1).map(|block| block.split("```").next().unwrap());
    let text: String = blocks.collect();
    System::load("calc.rules", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn request<'a>(system: &'a System, size: u32, negate: &'a Negate) -> Request<'a> {
    let (features, dialect) = (system.features(), Dialect::Standard);
    Request { size, features, language: "calc", dialect, negate }
}

#[test]
fn every_program_comes_once() {
    let calc = calc();
    for (size, count) in [(0, 10), (1, 220)] {
        let request = request(&calc, size, Negate::any());
        let mut generator = Generator::new(&calc);
        let made = Exhaustive::in_order(|choices: &mut Choices| {
            let program = generator.well_typed(&request, choices)?;
            Ok(generator.print("calc", &program))
        });
        let made: Vec<_> = made.map(|made| made.value).collect();
        let distinct: BTreeSet<_> = made.iter().collect();
        assert_eq!((made.len(), distinct.len()), (count, count), "size {size}");
    }
}

#[test]
fn weights_are_not_on_the_tape() {
    // Programs are drawn with different weights, but their tapes are played without any.
    let calc = calc();
    let request = request(&calc, 3, Negate::any());
    let mut generator = Generator::new(&calc);
    let mut random = choice::Random::new(3).with_budget(50_000, 4);
    for i in 0..200 {
        let mut print = |choices: &mut Choices| {
            let program = generator.ill_typed(&request, choices)?;
            Ok(generator.print("calc", &program))
        };
        let made = random.generate(i, &mut print).unwrap();
        assert_eq!(replay(&made.tape, print), Ok(made.value));
    }
}

#[test]
fn users_choose_what_is_negated_and_how_often() {
    let calc = calc();
    let made = |premises: &[&str], times: Times| {
        let premises = premises.iter().map(|name| (*name).to_owned()).collect();
        let negate = Negate { premises, times };
        let request = request(&calc, 4, &negate);
        let mut generator = Generator::new(&calc);
        let mut random = choice::Random::new(4).with_budget(50_000, 4);
        let made = (0..100).map(|i| {
            random.generate(i, |choices| {
                let program = generator.ill_typed(&request, choices)?;
                let premises = negate.premises.iter().map(String::as_str);
                let name = |n: &rules::Negated| format!("{}.{}", n.rule, n.premise);
                assert!(program.negated.iter().all(|n| premises.clone().any(|p| p == name(n))));
                let text = generator.print("calc", &program).expect("it has a template");
                Ok((text, program.negated.len()))
            })
        });
        made.filter_map(Result::ok).map(|made| made.value).collect::<Vec<_>>()
    };
    let some = made(&["T-If.test"], Times::Exactly(3));
    assert!(some.len() > 50, "{} programs", some.len());
    assert!(some.iter().all(|(_, negated)| *negated == 3));
    // Every use of the rule is wrong: there are as many negations as uses.
    let every = made(&["T-If.test"], Times::EveryUse);
    assert!(every.len() > 50, "{} programs", every.len());
    assert!(every.iter().any(|(_, negated)| *negated > 1));
    for (text, negated) in &every {
        assert_eq!(text.matches("(if ").count(), *negated, "{text}");
    }
    // A truth value comes from a comparison, and so on without end.
    assert!(made(&["T-Less.left"], Times::EveryUse).is_empty());
}
