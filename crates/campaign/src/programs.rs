//! The programs of a seed, by number.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use case::{Digest, Engine, Family, Plan};
use choice::{Choices, Exhaustive, GaveUp, Generated, Random, Tape};

/// The programs of a seed: number *n* depends on the engine, the plan, the seed
/// and *n*, and on nothing else.
///
/// Where an engine has [subjects](Engine::subjects), each program is about one of
/// them, in turn, and depends on that one alone: adding a subject changes which
/// number a program has, but no program.
pub struct Programs<'a> {
    engine: &'a dyn Engine,
    plan: Plan,
    subjects: Cow<'a, [Arc<str>]>,
    seed: u64,
    random: Random,
}

/// A program with where it comes from.
pub struct Program {
    /// The subject that it is about; part of its plan.
    pub subject: Option<Arc<str>>,
    /// The answers that made it.
    pub tape: Tape,
    /// The program, or the siblings.
    pub family: Family,
}

impl<'a> Programs<'a> {
    /// The programs of a plan.
    pub fn new(engine: &'a dyn Engine, plan: Plan, seed: u64) -> Programs<'a> {
        let subjects = engine.subjects(&plan);
        let random = random(seed, engine, &plan, None);
        Programs { engine, plan, subjects, seed, random }
    }

    /// Program number `number`; an error when the generator gave up.
    pub fn get(&mut self, number: u64) -> Result<Program, GaveUp> {
        let mut index = number;
        if !self.subjects.is_empty() {
            let count = self.subjects.len() as u64;
            let subject = self.subjects[(number % count) as usize].clone();
            index = number / count;
            self.random = random(self.seed, self.engine, &self.plan, Some(&subject));
            self.plan.subject = Some(subject);
        }
        let made =
            self.random.generate(index, |choices| self.engine.generate(&self.plan, choices))?;
        Ok(Program { subject: self.plan.subject.clone(), tape: made.tape, family: made.value })
    }
}

/// Every program of a plan, each once, one subject after the other: only for generators
/// whose questions and answers are finitely many, and of use where they are few.
pub fn every_program(engine: &dyn Engine, plan: Plan) -> impl Iterator<Item = Program> {
    let subjects: Vec<Option<Arc<str>>> = match &engine.subjects(&plan)[..] {
        [] => vec![plan.subject.clone()],
        subjects => subjects.iter().cloned().map(Some).collect(),
    };
    let mut seen = BTreeSet::new();
    let of_subject = move |subject: Option<Arc<str>>| {
        let plan = Plan { subject: subject.clone(), ..plan.clone() };
        let made =
            Exhaustive::in_order(move |choices: &mut Choices| engine.generate(&plan, choices));
        made.map(move |Generated { value, tape }| Program {
            subject: subject.clone(),
            tape,
            family: value,
        })
    };
    subjects.into_iter().flat_map(of_subject).filter(move |program| {
        // Several ways may lead to the same program.
        let sources = program.family.iter().map(|case| case.source.as_bytes());
        seen.insert(Digest::of_parts(sources))
    })
}

/// Different engines, languages, modes and subjects get different streams of one
/// seed.
fn random(seed: u64, engine: &dyn Engine, plan: &Plan, subject: Option<&str>) -> Random {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    let words = [engine.name(), plan.language.name(), plan.mode.name()];
    for word in words.into_iter().chain(subject) {
        hasher.update(word.as_bytes());
        hasher.update(&[0]);
    }
    let hash = hasher.finalize();
    let seed = u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"));
    // A program of the largest size takes some thousand questions. A search that
    // takes more is lost, and is better restarted or given up.
    Random::new(seed).with_budget(50_000, 4)
}
