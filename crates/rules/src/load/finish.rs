//! The theory of all rules, and errors that concern it as a whole.

use std::rc::Rc;
use std::sync::OnceLock;

use case::{Feature, intern};
use logic::{Clause, ClauseId, Goal, Heights, Pred, PredInfo, Theory, Tuning};

use super::{DraftNegation, DraftRule, Loaded, Loader, Section};
use crate::conditions;
use crate::coverage::Uses;
use crate::diagnostic::Problem;
use crate::print::Printer;
use crate::rewrite::Rewrite;
use crate::system::{Ctor, Negation, Rule, System};

/// A set of features is one machine word.
const MAX_FEATURES: usize = u64::BITS as usize;

impl Loader {
    pub(super) fn finish(
        mut self,
        sections: &[Section<'_>],
        text: &str,
    ) -> Result<System, Vec<Problem>> {
        let end = text.len();
        let nowhere = end.saturating_sub(1)..end;
        let Some(name) = self.system else {
            return Err(vec![
                Problem::new("the file has no name", nowhere, "nothing before this")
                    .help("begin it with: system NAME"),
            ]);
        };
        let Some((start, start_span)) = self.start.clone() else {
            return Err(vec![
                Problem::new(
                    "the file does not say what a program is",
                    nowhere,
                    "nothing before this",
                )
                .help("name the judgment that holds of whole programs: start JUDGMENT"),
            ]);
        };
        let rules = self.move_negations().map_err(|problem| vec![problem])?;
        for pred in 0..self.preds.len() {
            let count: usize = rules
                .iter()
                .filter(|rule| rule.clause.pred.0 as usize == pred)
                .map(|rule| 1 + rule.negations.len())
                .sum();
            if count > logic::MAX_CLAUSES {
                return Err(vec![Problem::new(
                    format!("the judgment `{}` has too many rules", self.preds[pred].name),
                    start_span,
                    format!(
                        "at most {}, each negatable premise counting as one",
                        logic::MAX_CLAUSES
                    ),
                )]);
            }
        }
        // Heights in the order of the file, then the final order: simplest
        // first, negated clauses last.
        let draft = self.theory(rules.iter().map(|rule| rule.clause.clone()).collect());
        let heights = Rc::new(Heights::new(&draft, |_| true));
        let tuning = Tuning::new(&draft, vec![1; draft.len()], heights);
        let height = |i: usize| tuning.clause_depth(ClauseId(i as u32));
        if let Some(problem) = self.depth_problem(&rules) {
            return Err(vec![problem]);
        }
        let problems = self.unusable(&rules, &height, self.judgments[start].pred);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|&i| height(i));
        let mut position = vec![0; rules.len()];
        for (at, &i) in order.iter().enumerate() {
            position[i] = at;
        }
        let mut clauses: Vec<Clause> = order.iter().map(|&i| rules[i].clause.clone()).collect();
        let mut rule_of: Vec<Option<usize>> = order.iter().map(|&i| Some(i)).collect();
        let mut negations = Vec::new();
        let mut finished = Vec::new();
        for (i, rule) in rules.into_iter().enumerate() {
            for negation in rule.negations {
                let number = negations.len() as u32;
                clauses.push(Clause { negation: Some(number), ..negation.clause });
                rule_of.push(None);
                negations.push(Negation {
                    rule: rule.behind.unwrap_or(rule.name),
                    premise: negation.premise,
                    by: negation.by,
                    error: negation.error,
                    feature: rule.feature,
                });
            }
            finished.push(Rule {
                name: rule.name,
                clause: ClauseId(position[i] as u32),
                labels: rule.labels,
                premises: rule.premises,
                order: rule.order,
                feature: rule.feature,
                behind: rule.behind,
            });
        }
        let theory = self.theory(clauses);
        let mut features: Vec<&'static str> =
            finished.iter().filter_map(|rule| rule.feature).collect();
        features.sort_unstable();
        features.dedup();

        let mut problems = Vec::new();
        let switches = self.switches(&finished, &features, &mut problems);
        if features.len() > MAX_FEATURES {
            problems.push(Problem::new(
                format!("there are {} features", features.len()),
                0..0,
                format!("a file may have {MAX_FEATURES}"),
            ));
        }
        let (mut printers, mut rewrites) = (Vec::new(), Vec::new());
        for section in sections {
            if section.is("language") {
                match self.language(section) {
                    Ok(printer)
                        if printers.iter().any(|p: &Printer| p.language == printer.language) =>
                    {
                        problems.push(twice("languages", printer.language, section));
                    }
                    Ok(printer) => printers.push(printer),
                    Err(problem) => problems.push(problem),
                }
            } else if section.is("rewrite") {
                match self.rewrite(section) {
                    Ok(rewrite) if rewrites.iter().any(|r: &Rewrite| r.name == rewrite.name) => {
                        problems.push(twice("rewrites", rewrite.name, section));
                    }
                    Ok(rewrite) => rewrites.push(rewrite),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        let mut reasons = Vec::new();
        for section in sections.iter().filter(|section| section.is("never")) {
            match self.never(section, &finished) {
                Ok(more) => reasons.extend(more),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let (reasons, reason_spans): (Vec<_>, Vec<_>) = reasons.into_iter().unzip();
        if printers.is_empty() {
            printers.push(Printer::notation(name, self.names.len(), self.ctors.len()));
        }
        let ctors = self
            .ctors
            .iter()
            .enumerate()
            .map(|(i, ctor)| Ctor {
                name: ctor.name,
                sort: ctor.sort,
                args: ctor.args.clone(),
                binds: ctor.binds,
                symbol: ctor.symbol(i),
                infix: ctor.infix.as_ref().map(|(op, _)| op.clone()),
            })
            .collect();
        let start_pred = self.judgments[start].pred;
        let uses = Uses::new(&theory, start_pred, &finished, &rule_of, &negations);
        let system = System {
            name,
            name_words: self.name_words,
            sorts: self.sorts,
            ctors,
            judgments: self.judgments,
            rules: finished,
            rule_of,
            errors: self.errors,
            negations,
            reasons,
            theory,
            start,
            printers,
            rewrites,
            features,
            switches,
            own_feature: self.system_feature,
            modes: self.modes,
            uses,
            rarity: OnceLock::new(),
        };
        // Reasons for what is negated after all would mislead.
        let needed: Vec<usize> =
            system.standings().into_iter().filter_map(|(_, why)| why).collect();
        let unneeded = reason_spans.into_iter().enumerate().filter(|(i, _)| !needed.contains(i));
        let problems: Vec<_> = unneeded
            .map(|(_, span)| {
                Problem::new("this explains nothing", span, "every such premise is accounted for")
                    .help("a premise that is negated, or explained before, needs no reason")
            })
            .collect();
        if problems.is_empty() { Ok(system) } else { Err(problems) }
    }

    /// Everything that users can switch: the features of the rules, which are
    /// given, and that of the whole file. A feature without a section of its own
    /// is described by the rules that have it.
    fn switches(
        &self,
        rules: &[Rule],
        used: &[&'static str],
        problems: &mut Vec<Problem>,
    ) -> Vec<Feature> {
        let mut names: Vec<&'static str> = used.to_vec();
        names.extend(self.system_feature);
        names.sort_unstable();
        names.dedup();
        for (feature, span) in &self.features {
            if !names.contains(&feature.name) {
                problems.push(Problem::new(
                    format!("the feature `{}` is not used", feature.name),
                    span.clone(),
                    "neither a rule nor the system has it",
                ));
            }
        }
        let declared = |name| self.features.iter().find(|(known, _)| known.name == name);
        let describe = |name| match declared(name) {
            Some((feature, _)) => *feature,
            None => {
                let with_it = rules.iter().filter(|rule| rule.feature == Some(name));
                let rules: Vec<_> = with_it.filter(|rule| rule.behind.is_none()).collect();
                let rules: Vec<_> = rules.iter().map(|rule| rule.name).collect();
                let about = match &rules[..] {
                    [] => "all programs of this rule file".to_owned(),
                    rules => format!("the rules {}", rules.join(", ")),
                };
                Feature { name, about: intern(&about), default: true }
            }
        };
        names.into_iter().map(describe).collect()
    }

    /// Makes rules that are the negation of a premise negations of its rule.
    pub(super) fn move_negations(&mut self) -> Loaded<Vec<DraftRule>> {
        let (negated, mut rules): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.rules).into_iter().partition(|rule| rule.negates.is_some());
        for rule in negated {
            let (of, premise, error) = rule.negates.expect("only those");
            let fits =
                |known: &&mut DraftRule| known.name == of && known.clause.pred == rule.clause.pred;
            let owner = rules.iter_mut().find(fits).ok_or_else(|| {
                Problem::new(
                    format!("there is no rule `{of}` that concludes the same judgment"),
                    rule.span.clone(),
                    "said to be the negation of one of its premises",
                )
            })?;
            let label = owner.labels.iter().flatten().find(|label| **label == premise);
            let label = *label.ok_or_else(|| {
                Problem::new(
                    format!("the rule `{of}` has no premise `{premise}`"),
                    rule.span.clone(),
                    "said to be its negation",
                )
            })?;
            owner.negations.push(DraftNegation {
                premise: label,
                by: Some(rule.name),
                error,
                clause: Clause { negation: Some(0), ..rule.clause },
            });
        }
        Ok(rules)
    }

    /// For each predicate, whether its proofs do not count towards the depth of a
    /// program.
    pub(super) fn aside(&self, clauses: &[Clause]) -> Vec<bool> {
        let mut aside: Vec<bool> =
            self.preds.iter().map(|pred| !pred.deep || pred.own_depth.is_some()).collect();
        loop {
            let asks = |clause: &&Clause| {
                aside[clause.pred.0 as usize]
                    && clause.premises.iter().any(|premise| match premise.goal {
                        Goal::Call(pred, _) => !aside[pred.0 as usize],
                        _ => false,
                    })
            };
            let Some(clause) = clauses.iter().find(asks) else { return aside };
            aside[clause.pred.0 as usize] = false;
        }
    }

    pub(super) fn theory(&self, clauses: Vec<Clause>) -> Theory {
        let mut theory = Theory::new();
        let aside = self.aside(&clauses);
        for (pred, aside) in self.preds.iter().zip(aside) {
            theory.add_pred(PredInfo { aside, ..pred.clone() });
        }
        theory.conditions = conditions::ALL.iter().map(|condition| condition.holds).collect();
        for clause in clauses {
            theory.add_clause(clause);
        }
        theory
    }

    /// A judgment with a depth of its own that asks for one without: the two
    /// could recurse without end.
    pub(super) fn depth_problem(&self, rules: &[DraftRule]) -> Option<Problem> {
        let has_own = |pred: Pred| self.preds[pred.0 as usize].own_depth.is_some();
        let asks = |clause: &Clause| {
            clause.premises.iter().find_map(|premise| match &premise.goal {
                Goal::Call(pred, _) if !has_own(*pred) => Some(*pred),
                _ => None,
            })
        };
        rules.iter().filter(|rule| has_own(rule.clause.pred)).find_map(|rule| {
            let negated = rule.negations.iter().map(|negation| &negation.clause);
            let asked = std::iter::once(&rule.clause).chain(negated).find_map(asks)?;
            Some(
                Problem::new(
                    "a judgment with a depth of its own asks for one without",
                    rule.span.clone(),
                    format!("asks for `{}`", self.preds[asked.0 as usize].name),
                )
                .help("give that judgment a depth too: judgment NAME depth 3: …"),
            )
        })
    }

    /// The rules that no derivation can use.
    pub(super) fn unusable(
        &self,
        rules: &[DraftRule],
        height: &impl Fn(usize) -> Option<u32>,
        start: Pred,
    ) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            if height(i).is_none() && rule.behind.is_none() {
                problems.push(
                    Problem::new(
                        format!("the rule `{}` can never be used", rule.name),
                        rule.span.clone(),
                        "one of its premises has no finite derivation",
                    )
                    .help("every judgment needs a rule without premises of its own kind"),
                );
            }
        }
        let mut reached = vec![false; self.preds.len()];
        let mut work = vec![start];
        while let Some(pred) = work.pop() {
            if std::mem::replace(&mut reached[pred.0 as usize], true) {
                continue;
            }
            for rule in rules.iter().filter(|rule| rule.clause.pred == pred) {
                let negated = rule.negations.iter().map(|negation| &negation.clause);
                for clause in std::iter::once(&rule.clause).chain(negated) {
                    work.extend(clause.premises.iter().filter_map(|premise| match &premise.goal {
                        Goal::Call(pred, _) | Goal::Not(pred, _) => Some(*pred),
                        _ => None,
                    }));
                }
            }
        }
        for judgment in &self.judgments {
            let has_rule = rules.iter().any(|rule| rule.clause.pred == judgment.pred);
            if reached[judgment.pred.0 as usize] && !has_rule {
                problems.push(
                    Problem::new(
                        format!("the judgment `{}` has no rule", judgment.name),
                        judgment.span.clone(),
                        "declared here and used, but never concluded",
                    )
                    .help("add a rule whose conclusion is this judgment"),
                );
            }
        }
        for rule in rules {
            if !reached[rule.clause.pred.0 as usize] {
                problems.push(
                    Problem::new(
                        format!("the rule `{}` can never be used", rule.name),
                        rule.span.clone(),
                        "its judgment is not reached from the one to start from",
                    )
                    .help("use the judgment in a premise, or remove it"),
                );
            }
        }
        problems
    }
}

fn twice(what: &str, name: &str, section: &Section<'_>) -> Problem {
    Problem::new(format!("there are two {what} `{name}`"), section.head.span(), "the second one")
}
