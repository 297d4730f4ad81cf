//! The text of programs, for every runtime.

use case::{Dialect, Engine, Expectation, Mode};
use channels::Channels;
use channels::generate::{Protocol, Rules};
use channels::lambda::{Chan, Group, Lock};
use channels::program::{
    Clause, Condition, Declaration, Function, Message, Program, Ref, Statement, Style, Value, Var,
    When, program,
};
use channels::runtime::{RUNTIMES, Runtime};
use choice::{Exhaustive, Random};
use expect_test::{ExpectFile, expect_file};

/// The simplest program with an effect.
fn simplest(effect: &str, channels: u16) -> Program {
    let protocol = Protocol {
        channels: vec![0; channels.into()],
        locks: 0,
        groups: 0,
        body: effect.parse().unwrap(),
        rules: Rules::default(),
    };
    let make = |choices: &mut _| program(&protocol, Style { values: false }, choices);
    Exhaustive::in_order(make).next().unwrap().value
}

/// A program with every construct that a runtime supports.
fn rich(runtime: &Runtime) -> Program {
    let c = |number| Ref { channel: Chan(number), alias: None };
    let d = |number, alias| Ref { channel: Chan(number), alias: Some(alias) };
    let declare = |message, capacity| Declaration { message, capacity };
    let mut body = vec![
        Statement::Spawn(vec![Statement::Call(0, vec![c(1), c(2)])]),
        Statement::Alias(1, c(1)),
        Statement::Get(d(1, 1), Some(Var(1))),
        Statement::If(
            Condition::AtMost(Var(1), 50),
            vec![Statement::Put(c(2), Value::Bool(true))],
            vec![Statement::If(
                Condition::Coin,
                vec![Statement::Put(c(2), Value::Bool(false))],
                vec![Statement::Put(c(2), Value::Bool(true))],
            )],
        ),
        Statement::Spawn(vec![
            Statement::Put(c(3), Value::Text(3)),
            Statement::Spawn(vec![Statement::Put(c(4), Value::Unit)]),
        ]),
    ];
    let mut clauses = vec![
        Clause { when: When::Get(c(3), Some(Var(4))), body: vec![Statement::Get(c(4), None)] },
        Clause { when: When::Get(c(4), None), body: vec![Statement::Get(c(3), Some(Var(5)))] },
    ];
    if runtime.select_default.is_yes() {
        let both = vec![Statement::Get(c(3), Some(Var(6))), Statement::Get(c(4), None)];
        clauses.push(Clause { when: When::Default, body: both });
    }
    body.push(Statement::Select(clauses));
    let mut channels = vec![
        declare(Message::Int, 0),
        declare(Message::Bool, 0),
        declare(Message::Text, 2),
        declare(Message::Unit, 0),
    ];
    if runtime.select_put.is_yes() {
        channels.push(declare(Message::Int, 0));
        body.push(Statement::Spawn(vec![Statement::Get(c(5), Some(Var(7)))]));
        let when = When::Put(c(5), Value::Int(7));
        body.push(Statement::Select(vec![Clause { when, body: Vec::new() }]));
    }
    if runtime.close.is_yes() {
        channels.push(declare(Message::Int, 0));
        body.push(Statement::Spawn(vec![
            Statement::Put(c(6), Value::Int(1)),
            Statement::Close(c(6)),
        ]));
        body.push(Statement::Drain(c(6), Var(8)));
    }
    if runtime.mutex.is_yes() {
        body.push(Statement::Spawn(vec![Statement::Lock(Lock(1), Vec::new())]));
        body.push(Statement::Lock(Lock(1), Vec::new()));
    }
    if runtime.waitgroup.is_yes() {
        body.push(Statement::Add(Group(1), 1));
        body.push(Statement::Spawn(vec![Statement::Done(Group(1))]));
        body.push(Statement::Wait(Group(1)));
    }
    let function = Function {
        channels: vec![Chan(1), Chan(2)],
        locks: Vec::new(),
        groups: Vec::new(),
        body: vec![
            Statement::Put(c(1), Value::Int(42)),
            Statement::Get(c(2), Some(Var(2))),
            Statement::If(
                Condition::Received(Var(2)),
                vec![Statement::Spawn(Vec::new())],
                Vec::new(),
            ),
        ],
    };
    Program {
        channels,
        locks: u16::from(runtime.mutex.is_yes()),
        groups: u16::from(runtime.waitgroup.is_yes()),
        functions: vec![function],
        body,
        counted: runtime.counter.is_yes(),
    }
}

fn check(runtime: &Runtime, name: &str, program: &Program) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/printed");
    let file = format!("{folder}/{}-{name}.{}", runtime.name(), runtime.language.extension());
    let expected: ExpectFile = expect_file![file];
    expected.assert_eq(&runtime.print(program));
}

#[test]
fn simple_programs() {
    // The paper's Fig. 1 only receives, so every runtime supports it once no
    // clause is duplicated.
    let effect = "SPAWN(PUT(c1)); SPAWN(PUT(c3)); SPAWN(PUT(c2)); \
                  SELGET(c2, GET(c1); GET(c3)) ⊕ SELGET(c1, GET(c2); GET(c3))";
    for runtime in &RUNTIMES {
        check(runtime, "simple", &simplest(effect, 3));
    }
}

#[test]
fn rich_programs() {
    for runtime in &RUNTIMES {
        check(runtime, "rich", &rich(runtime));
    }
}

/// Sends a message and receives twice.
fn hangs() -> Program {
    let c = Ref { channel: Chan(1), alias: None };
    Program {
        channels: vec![Declaration { message: Message::Int, capacity: 0 }],
        locks: 0,
        groups: 0,
        functions: Vec::new(),
        body: vec![
            Statement::Spawn(vec![Statement::Put(c, Value::Int(1))]),
            Statement::Get(c, None),
            Statement::Get(c, None),
        ],
        counted: false,
    }
}

/// The canaries of the targets are programs as they are printed here, so that what is
/// true of them is true of generated programs: one with every construct, one that
/// hangs, and one that sends a message of another type.
#[test]
fn canaries() {
    for runtime in &RUNTIMES {
        if runtime.dialect == Dialect::CoroutinesBefore17 {
            // It is written as the current version is.
            continue;
        }
        let mut rejected = hangs();
        rejected.body[0] = Statement::Spawn(vec![Statement::Put(
            Ref { channel: Chan(1), alias: None },
            Value::Text(3),
        )]);
        for (must, program) in
            [("accepted", rich(runtime)), ("hangs", hangs()), ("rejected", rejected)]
        {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../targets/src/runtimes/canaries");
            let ending = runtime.language.extension();
            let file = format!("{folder}/{}-{must}.{ending}", runtime.name());
            let expected: ExpectFile = expect_file![file];
            expected.assert_eq(&runtime.print(&program));
        }
    }
}

/// The same tape gives the same test case. It is expected to print `ok`, and its
/// features are the rules and features that were used, sorted.
#[test]
fn generated_programs() {
    let engine = Channels::new();
    for runtime in &RUNTIMES {
        let mut plan = engine.plan(runtime.language, Mode::Terminating);
        plan.dialect = runtime.dialect;
        let mut random = Random::new(2);
        for i in 0..200 {
            let made = random.generate(i, |choices| engine.generate(&plan, choices)).unwrap();
            let again = choice::replay(&made.tape, |choices| engine.generate(&plan, choices));
            assert_eq!(again.as_ref(), Ok(&made.value));
            let [case] = &made.value[..] else { panic!("one program for a tape") };
            assert_eq!(
                case.expectation,
                Expectation::Terminates { predicted: Some(case::Behaviour::prints("ok\n")) }
            );
            let (protocol, program) =
                choice::replay(&made.tape, |choices| engine.make(&plan, choices)).unwrap();
            let mut used: Vec<_> = protocol.rules.iter().map(|rule| rule.name()).collect();
            used.extend(protocol.channels.iter().any(|&k| k > 0).then_some("buffered"));
            used.extend(program.counted.then_some("values"));
            used.sort_unstable();
            assert_eq!(case.features, used);
            assert!(used.is_sorted_by(|a, b| a < b), "{used:?}");
        }
    }
}
