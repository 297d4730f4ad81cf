//! Who answers: chance, the whole space in turn, or a recorded tape.

use std::fmt;

use crate::choices::{Choices, DeadEnd, Policy};
use crate::tape::Tape;

/// What a generator made, and the answers that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated<T> {
    /// The result of the generator.
    pub value: T,
    /// The answers that lead to it.
    pub tape: Tape,
}

/// Why a random search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// Every answer to every question was tried: there is nothing to find.
    NoSolution,
    /// The budget was spent in every attempt.
    BudgetSpent,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GaveUp::NoSolution => "the generator has no solution at all",
            GaveUp::BudgetSpent => "the generator met too many dead ends",
        })
    }
}

impl std::error::Error for GaveUp {}

/// Answers by chance. Program `index` of a seed does not depend on the others.
#[derive(Clone, Debug)]
pub struct Random {
    choices: Choices,
    budget: u64,
    attempts: u32,
}

impl Random {
    /// A source for the given seed: a million questions in each of 16 attempts.
    pub fn new(seed: u64) -> Random {
        Random { choices: Choices::random(seed), budget: 1_000_000, attempts: 16 }
    }

    /// Limits the questions asked in one attempt and the number of attempts.
    /// After a spent budget the search begins anew elsewhere: better than to
    /// search on in a corner that holds nothing.
    pub fn with_budget(mut self, questions: u64, attempts: u32) -> Random {
        self.budget = questions;
        self.attempts = attempts;
        self
    }

    /// Runs the generator for program number `index`.
    pub fn generate<T>(
        &mut self,
        index: u64,
        mut generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    ) -> Result<Generated<T>, GaveUp> {
        self.choices.restart(index);
        for _ in 0..self.attempts {
            self.choices.set_budget(self.budget);
            loop {
                if let Ok(value) = generator(&mut self.choices) {
                    return Ok(Generated { value, tape: Tape(self.choices.answers()) });
                }
                if self.choices.budget() == 0 {
                    break;
                }
                if !self.choices.back_to_open_choice_of_run() {
                    return Err(GaveUp::NoSolution);
                }
            }
            self.choices.forget();
        }
        Err(GaveUp::BudgetSpent)
    }
}

/// Every result of a generator, each exactly once (if different answers make
/// different results). One result costs as much as one run of the generator.
#[derive(Debug)]
pub struct Exhaustive<G> {
    choices: Choices,
    generator: G,
    started: bool,
}

impl<T, G: FnMut(&mut Choices) -> Result<T, DeadEnd>> Exhaustive<G> {
    /// In the order of the answers: all 0 first.
    pub fn in_order(generator: G) -> Exhaustive<G> {
        Exhaustive { choices: Choices::new(Policy::InOrder, 0), generator, started: false }
    }

    /// With the alternatives of every question in a random order.
    pub fn shuffled(seed: u64, generator: G) -> Exhaustive<G> {
        Exhaustive { choices: Choices::random(seed), generator, started: false }
    }
}

impl<T, G: FnMut(&mut Choices) -> Result<T, DeadEnd>> Iterator for Exhaustive<G> {
    type Item = Generated<T>;

    fn next(&mut self) -> Option<Generated<T>> {
        loop {
            if self.started && !self.choices.back_to_open_choice_of_run() {
                return None;
            }
            self.started = true;
            self.choices.set_budget(u64::MAX);
            if let Ok(value) = (self.generator)(&mut self.choices) {
                return Some(Generated { value, tape: Tape(self.choices.answers()) });
            }
        }
    }
}

/// Why a tape could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The generator asked other questions than those on the tape: the tape is
    /// from another generator, other inputs or another version.
    Mismatch {
        /// The first question where they differ.
        question: usize,
    },
    /// The generator gave up.
    DeadEnd,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Mismatch { question } => write!(
                f,
                "the tape does not fit this generator (question {question}): \
                 it was recorded with other inputs, other settings or another version"
            ),
            ReplayError::DeadEnd => f.write_str("the tape leads to a dead end in this generator"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Runs the generator with the answers of a tape.
pub fn replay<T>(
    tape: &Tape,
    generator: impl FnOnce(&mut Choices) -> Result<T, DeadEnd>,
) -> Result<T, ReplayError> {
    let mut choices = Choices::new(Policy::Script(tape.0.clone()), u64::MAX);
    let made = generator(&mut choices);
    let played = choices.answers();
    let differs = played.iter().zip(&tape.0).position(|(a, b)| a != b);
    if let Some(question) = differs {
        return Err(ReplayError::Mismatch { question });
    }
    if played.len() != tape.0.len() && made.is_ok() {
        return Err(ReplayError::Mismatch { question: played.len().min(tape.0.len()) });
    }
    made.map_err(|DeadEnd| ReplayError::DeadEnd)
}
