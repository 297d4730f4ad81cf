//! What becomes of each premise of a rule file in ill-typed programs.
//!
//! A premise is negated by itself, or it fails where another one is negated: a
//! judgment that holds whatever its outputs are fails with one of its own premises,
//! and the premises of a judgment that is negated as a whole fail with it. Of all
//! others the file must say why they are never negated.

use logic::{Goal, Pred, Symbol, Theory};

use crate::system::System;

/// A premise as the file states it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stated {
    pub(crate) premise: &'static str,
    pub(crate) says: Says,
}

/// What a premise says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Says {
    /// A judgment; it may be asked for one whatever its outputs are.
    Judgment { pred: Pred, whatever: bool },
    /// An entry with this symbol stands in a list.
    Entry(Symbol),
    /// Something else that can be false.
    Other,
}

/// Why premises are never negated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason {
    pub(crate) why: &'static str,
    pub(crate) about: About,
}

/// Which premises a reason is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    /// One premise of a rule.
    Premise(&'static str, &'static str),
    /// All premises of a rule.
    Rule(&'static str),
    /// All premises of the rules of a judgment, and those that ask for it whatever its
    /// outputs are.
    Judgment(Pred),
    /// All premises that look for such an entry.
    Entry(Symbol),
}

/// What becomes of a premise in ill-typed programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is negated.
    Negated,
    /// It is a judgment that fails where one of its own premises is negated.
    Inside,
    /// Its rule is for a judgment that is negated as a whole.
    Above,
    /// It is never negated, for this reason.
    Never(&'static str),
    /// It is never negated, and nobody said why.
    Open,
}

/// A premise that can be false, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The rule.
    pub rule: &'static str,
    /// The premise.
    pub premise: &'static str,
    /// What becomes of it.
    pub standing: Standing,
}

impl System {
    /// The premises of the rules of the type system that can be false, in the order of
    /// the file. What only computes something, or is a bound for the search, is left
    /// out, and so are the rules that only make wrong programs.
    pub fn premises(&self) -> Vec<Premise> {
        self.standings().into_iter().map(|(premise, _)| premise).collect()
    }

    /// The premises, each with the number of the reason that is needed for it.
    pub(crate) fn standings(&self) -> Vec<(Premise, Option<usize>)> {
        let theory = &self.theory;
        let inside = negated_inside(theory);
        let above = negated_above(theory);
        let mut standings: Vec<(Premise, Option<usize>)> = Vec::new();
        for rule in &self.rules {
            let concludes = theory.clause(rule.clause).pred;
            if !self.uses.is_asked(concludes) {
                continue;
            }
            let name = rule.behind.unwrap_or(rule.name);
            // A rule behind a premise about lists belongs to the judgment of its rule.
            let owner = self.rules.iter().find(|rule| rule.name == name);
            let judgment = owner.map(|owner| theory.clause(owner.clause).pred);
            for Stated { premise, says } in rule.premises.iter().copied() {
                let known = |(p, _): &(Premise, _)| (p.rule, p.premise) == (name, premise);
                let is_list = |pred: Pred| self.judgments.iter().all(|j| j.pred != pred);
                // A premise about lists is counted where its items are.
                if standings.iter().any(known)
                    || matches!(says, Says::Judgment { pred, .. } if is_list(pred))
                {
                    continue;
                }
                let negated = self.negations.iter().any(|n| (n.rule, n.premise) == (name, premise));
                let explains = |reason: &Reason| match (reason.about, says) {
                    (About::Premise(r, p), _) => (r, p) == (name, premise),
                    (About::Rule(rule), _) => rule == name,
                    (About::Judgment(of), Says::Judgment { pred, whatever: true }) => {
                        of == pred || Some(of) == judgment
                    }
                    (About::Judgment(of), _) => Some(of) == judgment,
                    (About::Entry(of), Says::Entry(symbol)) => of == symbol,
                    (About::Entry(_), _) => false,
                };
                let mut reason = None;
                let standing = match says {
                    _ if negated => Standing::Negated,
                    Says::Judgment { pred, whatever: true } if inside[pred.0 as usize] => {
                        Standing::Inside
                    }
                    _ if above[concludes.0 as usize] => Standing::Above,
                    _ => {
                        // What is said of one premise counts more than what is said of many.
                        let one = |r: &Reason| matches!(r.about, About::Premise(..));
                        let alone = self.reasons.iter().position(|r| one(r) && explains(r));
                        reason = alone.or_else(|| self.reasons.iter().position(explains));
                        reason.map_or(Standing::Open, |i| Standing::Never(self.reasons[i].why))
                    }
                };
                standings.push((Premise { rule: name, premise, standing }, reason));
            }
        }
        standings
    }
}

/// The judgments in whose derivations a premise can be negated.
fn negated_inside(theory: &Theory) -> Vec<bool> {
    let mut inside = vec![false; theory.pred_count()];
    loop {
        let mut changed = false;
        for clause in theory.clauses() {
            let asks = |pred: &Pred| inside[pred.0 as usize];
            let reaches = clause.negation.is_some() || calls(&clause.premises).any(|p| asks(&p));
            if reaches && !std::mem::replace(&mut inside[clause.pred.0 as usize], true) {
                changed = true;
            }
        }
        if !changed {
            return inside;
        }
    }
}

/// The judgments that are negated as a whole, and those that these ask for.
fn negated_above(theory: &Theory) -> Vec<bool> {
    let mut above = vec![false; theory.pred_count()];
    let negated = theory.clauses().filter(|clause| clause.negation.is_some());
    let mut work: Vec<Pred> = negated
        .flat_map(|clause| &clause.premises)
        .filter_map(|premise| match premise.goal {
            Goal::Not(pred, _) => Some(pred),
            _ => None,
        })
        .collect();
    while let Some(pred) = work.pop() {
        if std::mem::replace(&mut above[pred.0 as usize], true) {
            continue;
        }
        let clauses = theory.clauses().filter(|clause| clause.pred == pred);
        for clause in clauses.filter(|clause| clause.negation.is_none()) {
            work.extend(calls(&clause.premises));
        }
    }
    above
}

fn calls(premises: &[logic::Premise]) -> impl Iterator<Item = Pred> {
    premises.iter().filter_map(|premise| match premise.goal {
        Goal::Call(pred, _) => Some(pred),
        _ => None,
    })
}
