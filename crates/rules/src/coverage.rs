//! How much of a rule file programs use: rules, premises, and pairs of a rule
//! and another that proved one of its premises.

use std::sync::atomic::{AtomicU64, Ordering};

use logic::{ClauseId, Goal, Pred, Theory};

use crate::system::{Negation, Rule};

/// In how many programs the parts of a rule file were used, over all generators of
/// the [`System`](crate::System).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Programs counted.
    pub programs: u64,
    /// Programs that were discarded because the re-check did not confirm them.
    pub discarded: u64,
    /// Rules.
    pub rules: Vec<(&'static str, u64)>,
    /// Premises that are judgments, with their rules.
    pub premises: Vec<((&'static str, &'static str), u64)>,
    /// Rules, their premises, and the rules that may prove these.
    pub pairs: Vec<((&'static str, &'static str, &'static str), u64)>,
    /// Premises that can be negated, with their rules.
    pub negations: Vec<((&'static str, &'static str), u64)>,
}

/// What there is to count in a rule file, and the counts.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    programs: AtomicU64,
    /// Programs that the re-check did not confirm.
    discarded: AtomicU64,
    /// The judgments that a checker may ask about.
    asked: Vec<bool>,
    /// Rules first, then premises, then pairs.
    counts: Vec<AtomicU64>,
    negations: Vec<AtomicU64>,
    premises_from: usize,
    pairs_from: usize,
    /// For each rule, those behind premises about lists too, its number; those
    /// behind premises have none.
    rules: Vec<Option<u32>>,
    /// For each rule and each of its premises that is a judgment: the numbers of
    /// the premise and of its first pair.
    premises: Vec<Vec<Option<(u32, u32)>>>,
    /// For each rule its place among the rules of its judgment.
    places: Vec<u32>,
    named: Vec<&'static str>,
    named_premises: Vec<(&'static str, &'static str)>,
    named_pairs: Vec<(&'static str, &'static str, &'static str)>,
}

impl Uses {
    pub(crate) fn new(
        theory: &Theory,
        start: Pred,
        rules: &[Rule],
        rule_of: &[Option<usize>],
        negations: &[Negation],
    ) -> Uses {
        let asked = asked(theory, start);
        let rule_of = |id: &ClauseId| rule_of[id.0 as usize];
        let mut uses = Uses { asked: asked.clone(), ..Uses::default() };
        for (number, rule) in rules.iter().enumerate() {
            let pred = theory.clause(rule.clause).pred;
            let named = rule.behind.is_none() && asked[pred.0 as usize];
            uses.rules.push(named.then_some(uses.named.len() as u32));
            if named {
                uses.named.push(rule.name);
            }
            let mut same = theory.clauses_of(pred).iter().filter_map(rule_of);
            let place = same.position(|other| other == number);
            uses.places.push(place.expect("a rule of its own judgment") as u32);
        }
        for rule in rules {
            if !asked[theory.clause(rule.clause).pred.0 as usize] {
                uses.premises.push(vec![None; rule.labels.len()]);
                continue;
            }
            let premises = theory.clause(rule.clause).premises.iter().zip(&rule.labels);
            let numbers = premises.map(|(premise, label)| {
                let (Goal::Call(pred, _), Some(label)) = (&premise.goal, label) else {
                    return None;
                };
                let proving: Vec<usize> =
                    theory.clauses_of(*pred).iter().filter_map(rule_of).collect();
                // A premise about lists is counted where its items are proved.
                if proving.iter().any(|rule| rules[*rule].behind.is_some()) {
                    return None;
                }
                let name = rule.behind.unwrap_or(rule.name);
                let pair = uses.named_pairs.len() as u32;
                uses.named_premises.push((name, label));
                uses.named_pairs.extend(proving.iter().map(|p| (name, *label, rules[*p].name)));
                Some((uses.named_premises.len() as u32 - 1, pair))
            });
            let numbers = numbers.collect();
            uses.premises.push(numbers);
        }
        uses.premises_from = uses.named.len();
        uses.pairs_from = uses.premises_from + uses.named_premises.len();
        let all = uses.pairs_from + uses.named_pairs.len();
        uses.counts.resize_with(all, AtomicU64::default);
        uses.negations.resize_with(negations.len(), AtomicU64::default);
        uses
    }

    /// Whether a checker may ask about a judgment; others are for negated rules only.
    pub(crate) fn is_asked(&self, pred: Pred) -> bool {
        self.asked[pred.0 as usize]
    }

    /// Counts a program that the re-check did not confirm.
    pub(crate) fn discard(&self) {
        self.discarded.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a program.
    pub(crate) fn count(&self, used: &Used, negated: impl Iterator<Item = usize>) {
        self.programs.fetch_add(1, Ordering::Relaxed);
        for number in &used.list {
            self.counts[*number as usize].fetch_add(1, Ordering::Relaxed);
        }
        for negation in negated {
            self.negations[negation].fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn coverage(&self, negations: &[Negation]) -> Coverage {
        let count = |counts: &[AtomicU64], i: usize| counts[i].load(Ordering::Relaxed);
        let from = |from: usize| move |i: usize| count(&self.counts, from + i);
        Coverage {
            programs: self.programs.load(Ordering::Relaxed),
            discarded: self.discarded.load(Ordering::Relaxed),
            rules: counted(&self.named, from(0)),
            premises: counted(&self.named_premises, from(self.premises_from)),
            pairs: counted(&self.named_pairs, from(self.pairs_from)),
            negations: negations
                .iter()
                .enumerate()
                .map(|(i, n)| ((n.rule, n.premise), count(&self.negations, i)))
                .collect(),
        }
    }
}

/// The judgments that a checker may ask about: others are for negated rules only.
fn asked(theory: &Theory, start: Pred) -> Vec<bool> {
    let mut asked = vec![false; theory.pred_count()];
    let mut work = vec![start];
    while let Some(pred) = work.pop() {
        let p = pred.0 as usize;
        if std::mem::replace(&mut asked[p], true) {
            continue;
        }
        let clauses = theory.clauses_of(pred).iter().map(|id| theory.clause(*id));
        for clause in clauses.filter(|clause| clause.negation.is_none()) {
            work.extend(clause.premises.iter().filter_map(|premise| match premise.goal {
                Goal::Call(pred, _) | Goal::Not(pred, _) => Some(pred),
                _ => None,
            }));
        }
    }
    asked
}

fn counted<T: Copy>(names: &[T], count: impl Fn(usize) -> u64) -> Vec<(T, u64)> {
    names.iter().enumerate().map(|(i, name)| (*name, count(i))).collect()
}

/// What one program uses, each thing once.
#[derive(Debug, Default)]
pub(crate) struct Used {
    list: Vec<u32>,
    /// For each thing the last program that used it.
    last: Vec<u32>,
    program: u32,
}

impl Used {
    /// Begins with another program.
    pub(crate) fn clear(&mut self, uses: &Uses) {
        self.list.clear();
        self.last.resize(uses.counts.len(), 0);
        self.program += 1;
    }

    fn note(&mut self, number: usize) {
        if self.last[number] != self.program {
            self.last[number] = self.program;
            self.list.push(number as u32);
        }
    }

    pub(crate) fn rule(&mut self, uses: &Uses, rule: usize) {
        if let Some(number) = uses.rules[rule] {
            self.note(number as usize);
        }
    }

    /// That a premise of a rule was proved by another rule.
    pub(crate) fn premise(&mut self, uses: &Uses, rule: usize, premise: usize, by: usize) {
        if let Some((premise, pair)) = uses.premises[rule][premise] {
            self.note(uses.premises_from + premise as usize);
            self.note(uses.pairs_from + (pair + uses.places[by]) as usize);
        }
    }
}
