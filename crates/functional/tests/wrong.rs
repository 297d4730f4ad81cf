//! Wrong evaluators stand in for wrong compilers: the programs must tell each of them
//! from the right one.

use case::{Engine, Exit, Language, Mode};
use choice::Random;
use functional::Functional;
use functional::eval::{Bug, Limits, Machine, Stop};

/// How many programs it takes at most until a bug is seen.
const PROGRAMS: u64 = 3_000;

#[test]
fn every_wrong_evaluator_is_caught() {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, Mode::Behaviour);
    let mut random = Random::new(11);
    let mut open: Vec<Bug> = Bug::ALL.to_vec();
    let mut caught: Vec<(Bug, u64)> = Vec::new();
    for index in 0..PROGRAMS {
        let made = random.generate(index, |choices| engine.make(&plan, choices));
        let (program, behaviour) = made.expect("there is a program").value;
        let predicted = behaviour.expect("the mode asks for it");
        let raises = matches!(predicted.exit, Exit::Exception(_));
        let predicted = predicted.stdout + if raises { "raised" } else { "" };
        open.retain(|&bug| {
            let mut machine = Machine::new(&program, Limits::default()).with_bug(Some(bug));
            let wrong: String = program
                .main
                .iter()
                .map(|&group| machine.run(group))
                .map(|ran| match ran.stop {
                    None => ran.output,
                    // Only the last group of a program raises what nothing catches.
                    Some(Stop::Raised) => "raised".to_owned(),
                    Some(_) => "stopped".to_owned(),
                })
                .collect();
            if wrong != predicted {
                caught.push((bug, index + 1));
            }
            wrong == predicted
        });
        if open.is_empty() {
            break;
        }
    }
    for (bug, programs) in &caught {
        println!("{bug:?}: {programs}");
    }
    assert!(open.is_empty(), "not caught within {PROGRAMS} programs: {open:?}");
}
