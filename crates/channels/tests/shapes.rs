//! What generated programs look like: what is rare must not become so rare that it is
//! not tested, and a control gets the program that it is the control of.

use std::collections::HashSet;

use case::{Engine, Mode, Plan};
use channels::Channels;
use channels::generate::{Protocol, Rule};
use channels::lambda::{Effect, SelectEffect};
use channels::program::{Block, Condition, Program, Statement};
use channels::runtime::{RUNTIMES, Runtime};
use choice::{Random, Tape};

const PROGRAMS: u64 = 2000;

fn plan(runtime: &Runtime) -> Plan {
    let mut plan = Channels::new().plan(runtime.language, Mode::Terminating);
    plan.dialect = runtime.dialect;
    plan
}

/// Programs for a runtime, with their tapes.
fn made(plan: &Plan, count: u64) -> impl Iterator<Item = (Tape, Protocol, Program)> {
    let mut random = Random::new(5);
    (0..count).map(move |i| {
        let made = random.generate(i, |choices| Channels::new().make(plan, choices)).unwrap();
        let (protocol, program) = made.value;
        (made.tape, protocol, program)
    })
}

/// Whether there is a select with clauses on two channels.
fn selects_two(effect: &Effect) -> bool {
    let here = match effect {
        Effect::Select(clauses) => {
            let mut on = clauses.iter().filter_map(SelectEffect::channel);
            on.next().is_some_and(|first| on.any(|other| other != first))
        }
        _ => false,
    };
    here || effect.children().into_iter().any(selects_two)
}

fn conditions<'a>(block: &'a Block, found: &mut Vec<&'a Condition>) {
    for statement in block {
        match statement {
            Statement::If(condition, then, otherwise) => {
                found.push(condition);
                conditions(then, found);
                conditions(otherwise, found);
            }
            Statement::Spawn(body) | Statement::Lock(_, body) => conditions(body, found),
            Statement::Select(clauses) => {
                clauses.iter().for_each(|clause| conditions(&clause.body, found));
            }
            _ => {}
        }
    }
}

#[test]
fn programs_exercise_channels_and_selects() {
    for runtime in &RUNTIMES {
        let (mut silent, mut selecting, mut reordered) = (0, 0, 0);
        let (mut all, mut coins, mut received) = (0, 0, 0);
        let mut texts = HashSet::new();
        for (_, protocol, program) in made(&plan(runtime), PROGRAMS) {
            silent += u64::from(protocol.channels.is_empty());
            selecting += u64::from(selects_two(&protocol.body));
            reordered += u64::from(protocol.rules.contains(Rule::RChoiceSelectGetGet));
            let mut found = Vec::new();
            let functions = program.functions.iter().map(|function| &function.body);
            functions.chain([&program.body]).for_each(|block| conditions(block, &mut found));
            all += found.len();
            let is = |test: fn(&Condition) -> bool| found.iter().filter(|c| test(c)).count();
            coins += is(|condition| matches!(condition, Condition::Coin));
            received +=
                is(|condition| matches!(condition, Condition::AtMost(..) | Condition::Received(_)));
            texts.insert(runtime.print(&program));
        }
        let name = runtime.name();
        assert!(silent * 100 < PROGRAMS, "{name}: {silent} programs have no channel");
        assert!(selecting * 10 > PROGRAMS * 7, "{name}: {selecting} select over two channels");
        // Where no channel is twice in a select, the rule has nothing to work on.
        let twice = runtime.select_same_channel.is_yes();
        assert!(!twice || reordered * 100 > PROGRAMS, "{name}: {reordered} R-ChoiceSelectGetGet");
        assert!(coins * 4 > all, "{name}: {coins} of {all} conditions are decided at random");
        assert!(received * 50 > all, "{name}: {received} of {all} are about what is received");
        let distinct = texts.len() as u64;
        assert!(distinct * 100 > PROGRAMS * 97, "{name}: {distinct} programs are distinct");
    }
}

#[test]
fn another_runtime_gets_the_same_program() {
    let engine = Channels::new();
    for (wrong, control) in [
        ("flume", "crossbeam-channel"),
        ("chan", "crossbeam-channel"),
        ("kotlinx-coroutines-experimental", "kotlinx-coroutines-before-1.7"),
    ] {
        let [wrong, control] = [wrong, control].map(|name| Runtime::named(name).unwrap());
        let plan = plan(wrong);
        for (tape, protocol, program) in made(&plan, 200) {
            let family = choice::replay(&tape, |c| engine.generate_for(control, &plan, c)).unwrap();
            assert_eq!(family[0].source, control.print(&program), "{}", protocol.body);
        }
    }
}
