//! Premises about lists: `for` and `zip`.

use std::ops::Range;

use case::intern;
use logic::{Clause, Goal, Pat};

use super::parts::{cons, nil};
use super::{DraftPremise, DraftRule, Header, Loaded, Loader, Scope};
use crate::diagnostic::Problem;
use crate::lexer::Token;
use crate::system::{Mode, Sort};

impl Loader {
    /// `for E in Es, T in Ts: premise`: a predicate of its own with one rule
    /// for the empty lists and one for the others.
    pub(super) fn for_each(
        &mut self,
        scope: &mut Scope,
        header: Header,
        label: &'static str,
        tokens: &[Token],
        error: Option<usize>,
        span: &Range<usize>,
    ) -> Loaded<(Goal, Vec<u16>)> {
        let Header { name: rule, feature, own_depth } = header;
        let malformed = || {
            Problem::new(
                "this is not a premise about lists",
                span.clone(),
                "expected: for E in Es, T in Ts: premise",
            )
        };
        let colon = (1..tokens.len())
            .find(|&i| tokens[i].is(":") && tokens[i].span.start == tokens[i - 1].span.end)
            .ok_or_else(malformed)?;
        let mut pairs = Vec::new();
        for pair in tokens[1..colon].split(|token| token.is(",")) {
            let [item, middle, list] = pair else { return Err(malformed()) };
            let (Some(item), Some(list), true) = (item.ident(), list.ident(), middle.is("in"))
            else {
                return Err(malformed());
            };
            let (item_sort, list_sort) = (self.metavar(item), self.metavar(list));
            let (Some(item_sort), Some(list_sort)) = (item_sort, list_sort) else {
                return Err(malformed());
            };
            if (Sort { lists: item_sort.lists + 1, ..item_sort }) != list_sort {
                return Err(Problem::new(
                    format!("`{list}` is not a list of what `{item}` is"),
                    span.clone(),
                    format!("{} in {}", self.show(item_sort), self.show(list_sort)),
                ));
            }
            pairs.push((item.to_owned(), item_sort, list.to_owned(), list_sort));
        }
        let stated = &tokens[colon + 1..];
        if stated.is_empty() {
            return Err(malformed());
        }
        // The scope of the predicate: items, the rests of the lists, and what
        // the premise shares with the rule.
        let mut inner = Scope { fresh: scope.fresh.clone(), ..Scope::default() };
        let items: Vec<u16> = pairs.iter().map(|(item, sort, ..)| inner.var(item, *sort)).collect();
        let (goal, after) = self.goal(&mut inner, stated, span)?;
        if !inner.extra.is_empty() {
            return Err(Problem::new(
                "binders and substitution cannot stand in a premise about lists",
                span.clone(),
                "make it a judgment of its own",
            ));
        }
        let shared: Vec<(u16, String, Sort)> = inner
            .vars
            .iter()
            .enumerate()
            .filter(|(i, (name, _))| !items.contains(&(*i as u16)) && !name.starts_with('_'))
            .map(|(i, (name, sort))| (i as u16, name.clone(), *sort))
            .collect();
        let outputs = self.output_vars(&goal);
        let mode = |var: &u16| if outputs.contains(var) { Mode::Out } else { Mode::In };
        let mut modes: Vec<Mode> = items.iter().map(mode).collect();
        if modes.iter().all(|mode| *mode == Mode::Out) {
            return Err(Problem::new(
                "a checker would not know how long these lists are",
                span.clone(),
                "at least one item must be given to the premise",
            ));
        }
        modes.extend(shared.iter().map(|_| Mode::In));
        let name = intern(&format!("{rule}.{label}"));
        let pred = self.add_pred(name, modes, false);
        self.preds[pred.0 as usize].own_depth = own_depth;
        self.preds[pred.0 as usize].context = match &goal {
            Goal::Call(asked, args) => {
                let context = self.preds[asked.0 as usize].context.map(|i| &args[i]);
                let given = shared.iter().position(|(var, ..)| context == Some(&Pat::Var(*var)));
                given.map(|i| items.len() + i)
            }
            _ => None,
        };
        let rests: Vec<u16> = pairs.iter().map(|(.., sort)| inner.anonymous(*sort)).collect();
        let share = || shared.iter().map(|(var, ..)| Pat::Var(*var));

        // Both rules.
        let nil_head: Vec<Pat> = items
            .iter()
            .map(|_| nil())
            .chain((0..shared.len()).map(|i| Pat::Var(i as u16)))
            .collect();
        let clause = Clause {
            pred,
            head: nil_head,
            premises: Vec::new(),
            vars: shared.len() as u16,
            names: Vec::new(),
            adds: 0,
            weight: 1,
            negation: None,
            closed: false,
        };
        self.rules.push(DraftRule {
            name: intern(&format!("{name}.nil")),
            span: span.clone(),
            clause,
            labels: Vec::new(),
            premises: Vec::new(),
            order: Vec::new(),
            feature,
            behind: Some(rule),
            negations: Vec::new(),
            negates: None,
        });
        let head: Vec<Pat> = items
            .iter()
            .zip(&rests)
            .map(|(item, rest)| cons(Pat::Var(*item), Pat::Var(*rest)))
            .chain(share())
            .collect();
        let again =
            Goal::Call(pred, rests.iter().map(|rest| Pat::Var(*rest)).chain(share()).collect());
        let drafts = vec![
            DraftPremise {
                label: Some(label),
                goal,
                after: after.clone(),
                span: span.clone(),
                negation: error.map(|error| (error, None, span.clone())),
            },
            DraftPremise {
                label: None,
                goal: again,
                after: Vec::new(),
                span: span.clone(),
                negation: None,
            },
        ];
        let cons_name = intern(&format!("{name}.cons"));
        let draft = self.assemble(
            cons_name,
            span.clone(),
            inner,
            drafts,
            (pred, head),
            Some(span.clone()),
        )?;
        self.rules.push(DraftRule { feature, behind: Some(rule), ..draft });

        let mut args = Vec::new();
        let mut outer_after = Vec::new();
        for ((.., list, sort), item) in pairs.iter().zip(&items) {
            let var = scope.var(list, *sort);
            args.push(Pat::Var(var));
            if after.contains(item) {
                outer_after.push(var);
            }
        }
        for (inner_var, name, sort) in &shared {
            let var = scope.var(name, *sort);
            args.push(Pat::Var(var));
            if after.contains(inner_var) {
                outer_after.push(var);
            }
        }
        Ok((Goal::Call(pred, args), outer_after))
    }

    /// `zip Es, Ts`
    pub(super) fn zip(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
        error: Option<usize>,
        span: &Range<usize>,
    ) -> Loaded<Goal> {
        let mut list = |token: &Token| {
            let word = token.ident()?;
            let sort = self.metavar(word).filter(|sort| sort.lists > 0)?;
            Some(Pat::Var(scope.var(word, sort)))
        };
        if let [_, one, comma, other] = tokens
            && comma.is(",")
            && error.is_none()
            && let (Some(one), Some(other)) = (list(one), list(other))
        {
            return Ok(Goal::Zip(one, other));
        }
        Err(Problem::new(
            "this is not a premise about the length of lists",
            span.clone(),
            "expected: zip Es, Ts; it cannot be negated",
        ))
    }
}
