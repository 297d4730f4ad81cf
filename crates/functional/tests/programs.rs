//! Properties of all generated programs.

use case::{Engine, Language, Mode, Plan};
use choice::{Exhaustive, Random, replay};
use functional::Functional;
use functional::check::check;
use functional::print::print;
use functional::reach::reached;
use functional::syntax::{DataKind, Home, Program};

fn plan(mode: Mode) -> Plan {
    Functional::new().plan(Language::Haskell, mode)
}

/// Programs of a plan.
fn programs(plan: &Plan, count: u64, each: impl Fn(u64, &Program)) {
    let engine = Functional::new();
    let mut random = Random::new(3);
    for index in 0..count {
        let made = random.generate(index, |choices| engine.make(plan, choices));
        each(index, &made.expect("there is a program").value.0);
    }
}

#[test]
fn every_program_is_well_typed() {
    for size in [1, 4, 10] {
        let plan = Plan { size, ..plan(Mode::WellTyped) };
        programs(&plan, 700, |index, program| {
            if let Err(error) = check(program) {
                panic!("program {index} of size {size}: {error}\n{}", print(program));
            }
        });
    }
}

/// One feature at a time: no feature needs another.
#[test]
fn every_feature_works_alone_and_all_but_it() {
    let all = plan(Mode::Behaviour).features;
    for &feature in &all {
        let others: Vec<&str> = all.iter().copied().filter(|&other| other != feature).collect();
        for features in [vec![feature], others] {
            let plan = Plan { features, ..plan(Mode::Behaviour) };
            programs(&plan, 60, |index, program| {
                if let Err(error) = check(program) {
                    panic!("{feature}, program {index}: {error}\n{}", print(program));
                }
            });
        }
    }
}

#[test]
fn everything_is_reachable_from_main() {
    programs(&plan(Mode::Behaviour), 1000, |index, program| {
        let reached = reached(program);
        for (function, reached) in program.functions.iter().zip(&reached.functions) {
            let declared = !matches!(function.home, Home::Library | Home::Dropped);
            assert!(
                *reached || !declared,
                "program {index}: {} is not reachable\n{}",
                function.name.word,
                print(program)
            );
        }
        for (con, reached) in program.cons.iter().zip(&reached.cons) {
            let declared = &program.datas[usize::from(con.data.0)];
            assert!(
                *reached || declared.kind == DataKind::BuiltIn,
                "program {index}: {} is not reachable\n{}",
                con.name.word,
                print(program)
            );
        }
    });
}

#[test]
fn a_tape_gives_its_program_again() {
    let engine = Functional::new();
    for mode in [Mode::Behaviour, Mode::WellTyped] {
        let plan = plan(mode);
        let mut random = Random::new(5);
        for index in 0..100 {
            let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
            let again = replay(&made.tape, |choices| engine.generate(&plan, choices)).unwrap();
            assert_eq!(made.value, again);
        }
    }
}

/// What the checker is for: a type that is changed anywhere is noticed.
#[test]
fn the_checker_notices_a_changed_type() {
    let mut noticed = 0;
    let mut changed = 0;
    let engine = Functional::new();
    let plan = plan(Mode::WellTyped);
    let mut random = Random::new(9);
    for index in 0..200 {
        let made = random.generate(index, |choices| engine.make(&plan, choices)).unwrap();
        let mut program = made.value.0;
        let last = program.exprs.len() - 1;
        let victim = last - (index as usize * 7) % (last / 2);
        let (int, double) = (functional::types::Types::INT, functional::types::Types::DOUBLE);
        let ty = &mut program.exprs[victim].1;
        *ty = if *ty == int { double } else { int };
        changed += 1;
        noticed += u32::from(check(&program).is_err());
    }
    // A literal of another type may stand where any type may; all else is noticed.
    assert!(noticed * 100 >= changed * 95, "{noticed} of {changed}");
}

/// Groups that take too long are taken out; that must stay rare, and what is left must
/// be worth running.
#[test]
fn most_of_main_is_kept() {
    let (mut all, mut kept) = (0, 0);
    let engine = Functional::new();
    let mut random = Random::new(13);
    for index in 0..500 {
        let mut make = |mode| {
            let plan = plan(mode);
            random.generate(index, |choices| engine.make(&plan, choices)).unwrap().value.0
        };
        all += make(Mode::WellTyped).main.len();
        kept += make(Mode::Behaviour).main.len();
    }
    assert!(kept * 100 >= all * 98, "{kept} of {all} groups are kept");
}

/// Shrinking goes to the simplest answers: they lead to a program, and a short one.
#[test]
fn the_simplest_answers_give_a_short_program() {
    let engine = Functional::new();
    let plan = plan(Mode::Behaviour);
    let simplest = Exhaustive::in_order(|choices| engine.make(&plan, choices)).next();
    let (program, behaviour) = simplest.expect("there is one").value;
    check(&program).expect("it is well-typed");
    let text = print(&program);
    assert!(text.lines().count() <= 25, "{text}");
    assert!(!behaviour.expect("the mode asks for it").stdout.is_empty(), "{text}");
}

/// The list is there, and its statement is not taken out for being too large.
#[test]
fn huge_lists_are_predicted() {
    let engine = Functional::new();
    let mut plan = plan(Mode::Behaviour);
    plan.features.push("huge-lists");
    plan.features.sort_unstable();
    let made = Random::new(1).generate(0, |choices| engine.generate(&plan, choices)).unwrap();
    let case = &made.value[0];
    assert!(case.source.len() > 100_000, "{}", case.source.len());
    let predicted = case.expectation.predicted().expect("the mode predicts");
    assert!(predicted.stdout.contains("45000\n"), "{}", predicted.stdout);
}
