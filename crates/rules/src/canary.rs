//! Self-test programs for the compilers of a user's language.

use std::collections::BTreeMap;

use case::{Dialect, Engine, Expectation, Language, Mode, Plan, TestCase};
use choice::Random;

use crate::engine::Rules;

/// Small programs whose verdicts tell whether a compiler works at all: whether
/// it can be started, reads the language, and both accepts and rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canaries {
    /// The smallest well-typed program.
    pub accepted: TestCase,
    /// The smallest ill-typed program for each premise that can be negated,
    /// smallest first. A compiler that works rejects at least one of them; one
    /// that accepts some of them may have the very bug that is looked for. Empty
    /// if no premise can be negated.
    pub rejected: Vec<TestCase>,
}

/// How many programs of each size the smallest ones are chosen from.
const CANDIDATES: u64 = 200;

/// The sizes that are tried; larger sizes give larger programs.
const SIZES: [u32; 3] = [0, 1, 2];

impl Rules {
    /// Small programs of a language to test its compilers with: always the same
    /// ones for the same rule files. `None` if there is no such program.
    pub fn canaries(&self, language: Language, dialect: Dialect) -> Option<Canaries> {
        let accepted = self.smallest(language, dialect, Mode::WellTyped).into_values().next()?;
        let rejected = self.smallest(language, dialect, Mode::IllTyped);
        let mut rejected: Vec<TestCase> = rejected.into_values().collect();
        rejected.sort_by(|a, b| size(a).cmp(&size(b)));
        Some(Canaries { accepted, rejected })
    }

    /// The smallest program for each rule and premise that is violated; for
    /// well-typed programs there is one entry.
    fn smallest(
        &self,
        language: Language,
        dialect: Dialect,
        mode: Mode,
    ) -> BTreeMap<String, TestCase> {
        let mut found: BTreeMap<String, TestCase> = BTreeMap::new();
        let plan = Plan { dialect, ..self.plan(language, mode) };
        for subject in self.subjects(&plan).iter() {
            let plan = Plan { subject: Some(subject.clone()), ..plan.clone() };
            for size in SIZES {
                let plan = Plan { size, ..plan.clone() };
                let mut random = Random::new(0).with_budget(20_000, 1);
                for index in 0..CANDIDATES {
                    let made = random.generate(index, |choices| self.generate(&plan, choices));
                    let Ok(made) = made else { continue };
                    for case in made.value {
                        keep_smaller(&mut found, case);
                    }
                }
            }
        }
        found
    }
}

fn keep_smaller(found: &mut BTreeMap<String, TestCase>, case: TestCase) {
    let premise = match &case.expectation {
        // Programs that violate several premises are not needed.
        Expectation::Reject(reason) if reason.rule.contains(' ') => return,
        Expectation::Reject(reason) => reason.rule.clone(),
        _ => String::new(),
    };
    match found.get(&premise) {
        Some(known) if size(known) <= size(&case) => {}
        _ => drop(found.insert(premise, case)),
    }
}

fn size(case: &TestCase) -> (usize, &str) {
    (case.source.len(), &case.source)
}
