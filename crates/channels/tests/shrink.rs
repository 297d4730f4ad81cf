//! Shrinking preserves termination and makes programs small.

use case::{Engine, Language, Mode, Plan};
use channels::Channels;
use channels::generate::{Heuristic, Protocol};
use channels::lambda::{Chan, Effect, Exploration, SelectEffect, explore_effect};
use choice::{Random, Tape, shrink};
use expect_test::expect;

/// Everything inside an effect, itself first.
fn all(effect: &Effect) -> Vec<&Effect> {
    let mut found = vec![effect];
    found.extend(effect.children().into_iter().flat_map(all));
    found
}

/// The shape on which flume deadlocks: a select over a send and a receive, each
/// with a process as its partner.
fn mixed_select(protocol: &Protocol) -> bool {
    let everything = all(&protocol.body);
    let partner = |operation: Effect| {
        let process = |effect: &&Effect| match effect {
            Effect::Spawn(body) => body.parts().first() == Some(&operation),
            _ => false,
        };
        everything.iter().any(process)
    };
    let clauses = everything.iter().filter_map(|effect| match effect {
        Effect::Select(clauses) => Some(clauses),
        _ => None,
    });
    let mixed = |clauses: &Vec<SelectEffect>| {
        let puts = clauses.iter().any(|clause| match clause {
            SelectEffect::Put(c, _) => partner(Effect::Get(*c)),
            _ => false,
        });
        let gets = clauses.iter().any(|clause| match clause {
            SelectEffect::Get(c, _) => partner(Effect::Put(*c)),
            _ => false,
        });
        puts && gets
    };
    clauses.into_iter().any(mixed)
}

fn plan(heuristic: Heuristic, dialect: &str, size: u32) -> Plan {
    let mut plan = Channels::new().plan(Language::Rust, Mode::Terminating);
    plan.dialect = dialect.parse().unwrap();
    plan.size = size;
    plan.features.retain(|name| *name != Heuristic::default().feature().name);
    plan.features.push(heuristic.feature().name);
    plan
}

/// Tapes of programs that have some property.
fn tapes(
    engine: &Channels,
    plan: &Plan,
    count: usize,
    interesting: impl Fn(&Protocol) -> bool,
) -> Vec<Tape> {
    let mut random = Random::new(17);
    (0..)
        .map(|i| random.generate(i, |choices| engine.make(plan, choices)).unwrap())
        .filter(|made| interesting(&made.value.0))
        .map(|made| made.tape)
        .take(count)
        .collect()
}

#[test]
fn a_select_over_a_send_and_a_receive_becomes_minimal() {
    for heuristic in [Heuristic::A, Heuristic::F] {
        let engine = Channels::new();
        for size in [4, 8] {
            let plan = plan(heuristic, "flume", size);
            for tape in tapes(&engine, &plan, 8, mixed_select) {
                let generator = |choices: &mut _| engine.make(&plan, choices);
                let shrunk =
                    shrink(&tape, 5000, generator, |(protocol, _)| mixed_select(protocol)).unwrap();
                let (protocol, program) = shrunk.value;
                // Two processes, and two clauses of two operations.
                assert_eq!(protocol.body.size(), 8, "{}", protocol.body);
                assert_eq!(protocol.channels, [0, 0]);
                assert!(program.functions.is_empty() && !program.counted);
            }
        }
    }
}

#[test]
fn the_minimal_program_is_a_few_lines() {
    let engine = Channels::new();
    let plan = plan(Heuristic::F, "flume", 4);
    let tape = tapes(&engine, &plan, 1, mixed_select).remove(0);
    let generator = |choices: &mut _| engine.make(&plan, choices);
    let shrunk = shrink(&tape, 5000, generator, |(protocol, _)| mixed_select(protocol)).unwrap();
    expect!["CHAN(c1); CHAN(c2); SPAWN(PUT(c1)); SPAWN(GET(c2)); SELGET(c1, PUT(c2)) ⊕ SELPUT(c2, GET(c1))"].assert_eq(&shrunk.value.0.effect().to_string());
    let source = choice::replay(&shrunk.tape, |choices| engine.generate(&plan, choices))
        .map(|family| family[0].source.clone())
        .unwrap();
    expect![[r#"
        use flume::bounded;
        use flume::Selector;
        use std::thread;

        fn main() {
            let c1 = &bounded::<()>(0);
            let c2 = &bounded::<()>(0);
            thread::scope(|s| {
                s.spawn(move || {
                    c1.0.send(()).unwrap();
                });
                s.spawn(move || {
                    c2.1.recv().unwrap();
                });
                match Selector::new()
                    .recv(&c1.1, |got| got.map(|_| 0).unwrap())
                    .send(&c2.0, (), |put| put.map(|_| 1).unwrap())
                    .wait()
                {
                    0 => {
                        c2.0.send(()).unwrap();
                    }
                    _ => {
                        c1.1.recv().unwrap();
                    }
                }
            });
            println!("ok");
        }
    "#]]
    .assert_eq(&source);
}

/// Every candidate of shrinking is a program that terminates.
#[test]
fn everything_that_shrinking_tries_terminates() {
    let engine = Channels::new();
    let plan = plan(Heuristic::A, "crossbeam-channel", 4);
    let wanted = |protocol: &Protocol| {
        all(&protocol.body).iter().any(|effect| **effect == Effect::Get(Chan(3)))
    };
    let mut tried = 0;
    for tape in tapes(&engine, &plan, 10, wanted) {
        let generator = |choices: &mut _| engine.make(&plan, choices);
        shrink(&tape, 300, generator, |(protocol, _)| {
            let exploration = Exploration { limit: 20_000, reduce: true };
            let verdict = explore_effect(&protocol.effect(), exploration);
            let stuck = matches!(verdict, channels::lambda::Verdict::Deadlock { .. });
            assert!(!stuck, "{}", protocol.effect());
            tried += 1;
            wanted(protocol)
        });
    }
    assert!(tried > 100, "only {tried} candidates");
}
