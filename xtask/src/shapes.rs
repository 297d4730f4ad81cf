//! `cargo xtask shapes`: what the programs of the channels engine look like, for
//! every runtime.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use case::{Engine, Mode};
use channels::Channels;
use channels::generate::Rule;
use channels::lambda::{Effect, SelectEffect};
use channels::program::{Block, Condition, Statement};
use channels::runtime::RUNTIMES;
use choice::Random;

use crate::common::SEED;

/// Counts over the programs for one runtime.
#[derive(Default)]
struct Shapes {
    programs: u64,
    silent: u64,
    selecting: u64,
    reordered: u64,
    conditions: u64,
    coins: u64,
    received: u64,
    texts: HashSet<u64>,
}

/// Prints the table of `count` programs for each runtime.
pub(crate) fn run(count: u64) -> anyhow::Result<()> {
    println!(
        "| runtime | no channel | select over two channels or more | R-ChoiceSelectGetGet | \
         conditions decided at random | on received values | distinct programs |"
    );
    println!("|---|---|---|---|---|---|---|");
    let engine = Channels::new();
    for runtime in &RUNTIMES {
        let mut plan = engine.plan(runtime.language, Mode::Terminating);
        plan.dialect = runtime.dialect;
        let mut random = Random::new(SEED);
        let mut shapes = Shapes::default();
        for index in 0..count {
            let (protocol, program) =
                random.generate(index, |choices| engine.make(&plan, choices))?.value;
            shapes.programs += 1;
            shapes.silent += u64::from(protocol.channels.is_empty());
            shapes.selecting += u64::from(selects_two(&protocol.body));
            shapes.reordered += u64::from(protocol.rules.contains(Rule::RChoiceSelectGetGet));
            let functions = program.functions.iter().map(|function| &function.body);
            functions.chain([&program.body]).for_each(|block| shapes.conditions_of(block));
            let mut hasher = DefaultHasher::new();
            runtime.print(&program).hash(&mut hasher);
            shapes.texts.insert(hasher.finish());
        }
        let share = |part: u64, of: u64| format!("{:.1}%", 100.0 * part as f64 / of.max(1) as f64);
        println!(
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            runtime.name(),
            share(shapes.silent, shapes.programs),
            share(shapes.selecting, shapes.programs),
            share(shapes.reordered, shapes.programs),
            share(shapes.coins, shapes.conditions),
            share(shapes.received, shapes.conditions),
            share(shapes.texts.len() as u64, shapes.programs),
        );
    }
    Ok(())
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

impl Shapes {
    fn conditions_of(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Statement::If(condition, then, otherwise) => {
                    self.conditions += 1;
                    match condition {
                        Condition::Coin => self.coins += 1,
                        Condition::AtMost(..) | Condition::Received(_) => self.received += 1,
                        _ => {}
                    }
                    self.conditions_of(then);
                    self.conditions_of(otherwise);
                }
                Statement::Spawn(body) | Statement::Lock(_, body) => self.conditions_of(body),
                Statement::Select(clauses) => {
                    clauses.iter().for_each(|clause| self.conditions_of(&clause.body));
                }
                _ => {}
            }
        }
    }
}
