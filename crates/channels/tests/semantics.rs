//! The explorer against a naive semantics that shares nothing with it: the same
//! verdicts about random effects, and about programs from which a statement was
//! taken away.

mod naive;

use case::{Engine, Mode};
use channels::Channels;
use channels::generate::Heuristic;
use channels::lambda::{
    Chan, Effect, Exp, Exploration, Group, Lock, SelectEffect, Verdict, explore, explore_effect,
    infer,
};
use channels::program::{Block, Condition, Program, Statement};
use channels::runtime::RUNTIMES;
use choice::{Choices, DeadEnd, Random};

/// More configurations than this are not explored.
const LIMIT: usize = 3_000;

/// How often either verdict was met.
#[derive(Debug, Default)]
struct Tally {
    terminating: usize,
    stuck: usize,
}

impl Tally {
    fn add(&mut self, terminates: bool) {
        *if terminates { &mut self.terminating } else { &mut self.stuck } += 1;
    }
}

/// An effect without any rule that would make it terminate. Everything happens on
/// few channels, so that some do.
fn arbitrary(choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
    let c = Chan(1 + choices.pick(2)? as u16);
    let inside = depth.saturating_sub(1);
    let simple = depth == 0 || choices.chance(1, 3)?;
    Ok(
        match if simple {
            choices.pick(3)?
        } else {
            3 + choices.weighted(&[6, 4, 2, 3, 1, 1, 2, 1])?
        } {
            0 => Effect::Empty,
            1 => Effect::Get(c),
            2 => Effect::Put(c),
            3 => {
                let parts = choices.range(2..=3)?;
                let parts: Result<Vec<_>, _> =
                    (0..parts).map(|_| arbitrary(choices, inside)).collect();
                Effect::seq(parts?)
            }
            4 => Effect::spawn(arbitrary(choices, inside)?),
            5 => Effect::choice(arbitrary(choices, inside)?, arbitrary(choices, inside)?),
            6 => {
                let mut clauses = Vec::new();
                for _ in 0..choices.range(1..=2)? {
                    let c = Chan(1 + choices.pick(2)? as u16);
                    let body = arbitrary(choices, inside)?;
                    clauses.push(match choices.pick(2)? {
                        0 => SelectEffect::Get(c, body),
                        _ => SelectEffect::Put(c, body),
                    });
                }
                if choices.chance(1, 6)? {
                    clauses.push(SelectEffect::Default(arbitrary(choices, inside)?));
                }
                Effect::Select(clauses)
            }
            7 => Effect::Close(c),
            8 => Effect::Drain(c),
            9 => Effect::Lock(
                Lock(1 + choices.pick(2)? as u16),
                Box::new(arbitrary(choices, inside)?),
            ),
            _ => {
                let w = Group(1);
                match choices.pick(3)? {
                    0 => Effect::Add(w, 1 + choices.pick(2)? as u16),
                    1 => Effect::Done(w),
                    _ => Effect::Wait(w),
                }
            }
        },
    )
}

#[test]
fn the_explorer_agrees_about_random_effects() {
    let mut random = Random::new(41);
    let mut tally = Tally::default();
    for i in 0..20_000 {
        let made = random.generate(i, |choices| {
            let created = (1..=2).map(|c| Ok(Effect::Chan(Chan(c), choices.pick(3)? as u16 / 2)));
            let mut parts = created.collect::<Result<Vec<_>, DeadEnd>>()?;
            parts.push(arbitrary(choices, 4)?);
            Ok(Effect::seq(parts))
        });
        let effect = made.unwrap().value;
        let Some(naive) = naive::effects::terminates(&effect, LIMIT) else { continue };
        let reduced = explore_effect(&effect, Exploration::default());
        assert_eq!(reduced.terminates(), naive, "{effect}: {reduced:?}");
        tally.add(naive);
    }
    assert!(tally.terminating > 1_000 && tally.stuck > 5_000, "{tally:?}");
}

/// The number of statements of a block, and inside it.
fn statements(block: &Block) -> usize {
    block
        .iter()
        .map(|statement| 1 + blocks(statement).into_iter().map(statements).sum::<usize>())
        .sum()
}

fn blocks(statement: &Statement) -> Vec<&Block> {
    match statement {
        Statement::Spawn(body) | Statement::Lock(_, body) => vec![body],
        Statement::If(_, then, otherwise) => vec![then, otherwise],
        Statement::Select(clauses) => clauses.iter().map(|clause| &clause.body).collect(),
        _ => Vec::new(),
    }
}

/// Takes the statement with this number out of a block.
fn take_out(block: &mut Block, number: &mut usize) -> bool {
    for i in 0..block.len() {
        if *number == 0 {
            block.remove(i);
            return true;
        }
        *number -= 1;
        let found = match &mut block[i] {
            Statement::Spawn(body) | Statement::Lock(_, body) => take_out(body, number),
            Statement::If(_, then, otherwise) => {
                take_out(then, number) || take_out(otherwise, number)
            }
            Statement::Select(clauses) => {
                clauses.iter_mut().any(|clause| take_out(&mut clause.body, number))
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// Whether a condition depends on an integer that was received, of which the
/// explorer tries both outcomes.
fn compares_received(block: &Block) -> bool {
    block.iter().any(|statement| {
        matches!(statement, Statement::If(Condition::AtMost(..), ..))
            || blocks(statement).into_iter().any(compares_received)
    })
}

fn exact(program: &Program) -> bool {
    let functions = program.functions.iter().map(|function| &function.body);
    !functions.chain([&program.body]).any(compares_received)
}

#[track_caller]
fn agree(e: &Exp, exact: bool, tally: &mut Tally) {
    let Some(naive) = naive::expressions::terminates(e, LIMIT) else { return };
    let verdict = explore(e, Exploration::default()).unwrap();
    if matches!(verdict, Verdict::Bound { .. }) || naive && !exact {
        return;
    }
    assert_eq!(verdict.terminates(), naive, "{e}: {verdict:?}");
    tally.add(naive);
}

#[test]
fn the_explorer_agrees_about_programs() {
    let engine = Channels::new();
    let mut tally = Tally::default();
    for runtime in &RUNTIMES {
        let mut plan = engine.plan(runtime.language, Mode::Terminating);
        plan.dialect = runtime.dialect;
        plan.features.retain(|name| *name != Heuristic::default().feature().name);
        plan.features.push(Heuristic::A.feature().name);
        plan.size = 1;
        let mut random = Random::new(43);
        for i in 0..100 {
            let made = random.generate(i, |choices| engine.make(&plan, choices)).unwrap();
            let (_, program) = made.value;
            let exact = exact(&program);
            agree(&program.expression(), exact, &mut tally);
            for number in 0..statements(&program.body) {
                let mut other = program.clone();
                assert!(take_out(&mut other.body, &mut number.clone()));
                let e = other.expression();
                // Without its binding, a variable may still be used.
                if infer(&e).is_ok() {
                    agree(&e, exact, &mut tally);
                }
            }
        }
    }
    assert!(tally.terminating > 500 && tally.stuck > 500, "{tally:?}");
}
