//! The checker: the rules read from the conclusion to the premises.
//!
//! It shares nothing with the search but the rules. It never guesses: given the
//! inputs of a judgment, all ground, it finds all outputs by matching, in the
//! order of premises that was worked out when the file was loaded. So it says
//! yes, no, or that its bounds were reached.

use std::rc::Rc;

use logic::{Goal, Oracle, Pat, Pred, Store, Symbol, Term, Verdict, View};

use crate::system::{Mode, System};

/// What the rules say about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a derivation.
    Derives,
    /// There is none.
    Fails,
    /// The bounds were reached before either was clear.
    Unknown,
}

/// Why a program has no derivation: the place that the checker came furthest
/// to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule, or the judgment if no rule's conclusion matched.
    pub rule: &'static str,
    /// Its premise.
    pub premise: Option<&'static str>,
    /// What was to be shown there.
    pub goal: String,
    /// What was found where something else was expected.
    pub found: Vec<String>,
}

/// A derivation: a rule, what it concludes, and the derivations of its
/// premises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The name of the rule.
    pub rule: &'static str,
    /// What it concludes.
    pub conclusion: String,
    /// The derivations of the premises that are judgments.
    pub premises: Vec<Rc<Derivation>>,
}

/// Steps before the checker gives up, and how deep it goes.
const MAX_STEPS: u64 = 200_000;
const MAX_DEPTH: u32 = 400;

pub(crate) struct Checker<'a> {
    system: &'a System,
    store: &'a mut Store,
    /// The variables of the rules that are being worked on.
    frames: Vec<Option<Term>>,
    /// Slots of `frames` in the order in which they were filled.
    filled: Vec<usize>,
    /// Outputs found, one judgment's above the other's.
    results: Vec<Term>,
    steps: u64,
    depth: u32,
    spent: bool,
    notes: Option<Notes>,
    /// Every judgment that was derived, with its arguments: for rewriting.
    pub(crate) seen: Option<Vec<(Pred, Vec<Term>)>>,
}

/// What is kept for an explanation.
#[derive(Default)]
struct Notes {
    /// How many premises were proved so far, and the furthest failure.
    proved: u64,
    furthest: Option<(u64, Failure)>,
    /// Derivations of the results, one for each.
    trees: Vec<Rc<Derivation>>,
    /// Derivations of the premises of the rules that are being worked on.
    premises: Vec<Rc<Derivation>>,
}

/// The outputs of a judgment that are still on the stack.
struct Found {
    from: usize,
    count: usize,
    width: usize,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(system: &'a System, store: &'a mut Store) -> Checker<'a> {
        Checker {
            system,
            store,
            frames: Vec::new(),
            filled: Vec::new(),
            results: Vec::new(),
            steps: MAX_STEPS,
            depth: 0,
            spent: false,
            notes: None,
            seen: None,
        }
    }

    /// Whether a judgment holds of ground terms; outputs are ignored.
    pub(crate) fn check(&mut self, pred: Pred, args: &[Term]) -> Answer {
        let found = self.derive(pred, args);
        if found.count > 0 {
            Answer::Derives
        } else if self.spent {
            Answer::Unknown
        } else {
            Answer::Fails
        }
    }

    /// Like [`Checker::check`], with a derivation or the reason of the failure.
    pub(crate) fn explain(
        &mut self,
        pred: Pred,
        args: &[Term],
    ) -> (Answer, Option<Rc<Derivation>>, Option<Failure>) {
        self.notes = Some(Notes::default());
        let answer = self.check(pred, args);
        let notes = self.notes.take().expect("just put there");
        let failure = notes.furthest.map(|(_, failure)| failure);
        match answer {
            Answer::Derives => (answer, notes.trees.into_iter().next(), None),
            _ => (answer, None, failure),
        }
    }

    /// Finds all outputs of a judgment, each once.
    fn derive(&mut self, pred: Pred, args: &[Term]) -> Found {
        let system = self.system;
        let modes = &system.modes[pred.0 as usize];
        let width = modes.iter().filter(|mode| **mode == Mode::Out).count();
        let from = self.results.len();
        let mut found = Found { from, count: 0, width };
        if self.depth >= MAX_DEPTH {
            self.spent = true;
            return found;
        }
        self.depth += 1;
        for &id in system.theory.clauses_of(pred) {
            let Some(rule) = system.rule_of[id.0 as usize] else { continue };
            if self.steps == 0 {
                self.spent = true;
                break;
            }
            self.steps -= 1;
            let clause = system.theory.clause(id);
            let base = self.frames.len();
            let filled = self.filled.len();
            self.frames.resize(base + clause.vars as usize, None);
            let matched = clause
                .head
                .iter()
                .zip(modes)
                .zip(args)
                .all(|((pat, mode), arg)| *mode == Mode::Out || self.matches(pat, *arg, base));
            if matched {
                self.premises(rule, 0, base, args, &mut found);
            }
            self.frames.truncate(base);
            self.filled.truncate(filled);
            if self.spent || width == 0 && found.count > 0 {
                break;
            }
        }
        self.depth -= 1;
        found
    }

    /// Works on the premises of a rule from the `at`-th on.
    fn premises(&mut self, rule: usize, at: usize, base: usize, args: &[Term], found: &mut Found) {
        if self.spent {
            return;
        }
        let system = self.system;
        let Some(&number) = system.rules[rule].order.get(at) else {
            return self.conclude(rule, base, args, found);
        };
        let goal = &system.clause(rule).premises[number].goal;
        let filled = self.filled.len();
        match goal {
            Goal::Call(pred, pats) => {
                let modes = &system.modes[pred.0 as usize];
                let inputs: Vec<Term> = pats
                    .iter()
                    .zip(modes)
                    .map(
                        |(pat, mode)| {
                            if *mode == Mode::Out { Term::ANY } else { self.build(pat, base) }
                        },
                    )
                    .collect();
                let tree_from = self.notes.as_ref().map_or(0, |notes| notes.trees.len());
                let inner = self.derive(*pred, &inputs);
                let outputs: Vec<Term> = self.results.drain(inner.from..).collect();
                let trees: Vec<_> = match &mut self.notes {
                    Some(notes) => notes.trees.drain(tree_from..).collect(),
                    None => Vec::new(),
                };
                let mut fitted = false;
                for i in 0..inner.count {
                    let outs = &outputs[i * inner.width..(i + 1) * inner.width];
                    let out_pats = pats.iter().zip(modes).filter(|(_, mode)| **mode == Mode::Out);
                    let fits =
                        out_pats.zip(outs).all(|((pat, _), out)| self.matches(pat, *out, base));
                    if fits {
                        fitted = true;
                        if let Some(notes) = &mut self.notes {
                            notes.proved += 1;
                            notes.premises.push(trees[i].clone());
                        }
                        self.premises(rule, at + 1, base, args, found);
                        if let Some(notes) = &mut self.notes {
                            notes.premises.pop();
                        }
                    }
                    self.unfill(filled);
                }
                if !fitted && self.notes.is_some() {
                    self.note_failure(rule, number, base, &inputs, &outputs, inner.count == 0);
                }
            }
            Goal::In(entry, list) => {
                let list = self.build(list, base);
                let items = self.store.items(list).unwrap_or_default();
                let mut any = false;
                for (i, &item) in items.iter().enumerate() {
                    if self.matches(entry, item, base) && !self.is_shadowed(&items, i) {
                        any = true;
                        self.premises(rule, at + 1, base, args, found);
                    }
                    self.unfill(filled);
                }
                if !any && self.notes.is_some() {
                    self.note_failure(rule, number, base, &[], &[], false);
                }
            }
            _ => {
                if self.holds(goal, base, system.clause(rule).pred, args) {
                    self.premises(rule, at + 1, base, args, found);
                } else if self.notes.is_some() {
                    self.note_failure(rule, number, base, &[], &[], false);
                }
                self.unfill(filled);
            }
        }
    }

    fn conclude(&mut self, rule: usize, base: usize, args: &[Term], found: &mut Found) {
        let system = self.system;
        let clause = system.clause(rule);
        let modes = &system.modes[clause.pred.0 as usize];
        let start = self.results.len();
        for (pat, mode) in clause.head.iter().zip(modes) {
            if *mode == Mode::Out {
                let out = self.build(pat, base);
                self.results.push(out);
            }
        }
        let width = found.width;
        let known = (0..found.count)
            .any(|i| self.results[found.from + i * width..][..width] == self.results[start..]);
        if known {
            self.results.truncate(start);
            return;
        }
        found.count += 1;
        if self.seen.is_none() && self.notes.is_none() {
            return;
        }
        let mut outs = self.results[start..].iter().copied();
        let full: Vec<Term> = args
            .iter()
            .zip(modes)
            .map(|(arg, mode)| match mode {
                Mode::Out => outs.next().expect("an output for each"),
                _ => *arg,
            })
            .collect();
        let conclusion =
            if self.notes.is_some() { self.statement(clause.pred, &full) } else { String::new() };
        if let Some(seen) = &mut self.seen {
            seen.push((clause.pred, full));
        }
        if let Some(notes) = &mut self.notes {
            let calls = clause.premises.iter().filter(|p| matches!(p.goal, Goal::Call(..))).count();
            let premises = notes.premises[notes.premises.len() - calls..].to_vec();
            let name = system.rules[rule].name;
            notes.trees.push(Rc::new(Derivation { rule: name, conclusion, premises }));
        }
    }

    fn unfill(&mut self, to: usize) {
        for slot in self.filled.drain(to..) {
            self.frames[slot] = None;
        }
    }

    fn matches(&mut self, pat: &Pat, term: Term, base: usize) -> bool {
        match pat {
            Pat::Any => true,
            Pat::Int(n) => term == Term::int(*n),
            Pat::Var(var) => {
                let slot = base + *var as usize;
                match self.frames[slot] {
                    Some(known) => known == term,
                    None => {
                        self.frames[slot] = Some(term);
                        self.filled.push(slot);
                        true
                    }
                }
            }
            Pat::Node(symbol, pats) => match self.store.view(term) {
                View::Struct(found, args) if found == *symbol && args.len() == pats.len() => {
                    (0..pats.len()).all(|i| {
                        let arg = self.store.arg(term, i);
                        self.matches(&pats[i], arg, base)
                    })
                }
                _ => false,
            },
        }
    }

    fn build(&mut self, pat: &Pat, base: usize) -> Term {
        match pat {
            Pat::Any => Term::ANY,
            Pat::Int(n) => Term::int(*n),
            Pat::Var(var) => {
                self.frames[base + *var as usize].expect("the order makes it known before")
            }
            Pat::Node(symbol, pats) => {
                let args: Vec<Term> = pats.iter().map(|pat| self.build(pat, base)).collect();
                self.store.structure(*symbol, &args)
            }
        }
    }

    fn known(&self, pat: &Pat, base: usize) -> bool {
        match pat {
            Pat::Var(var) => self.frames[base + *var as usize].is_some(),
            Pat::Node(_, pats) => pats.iter().all(|pat| self.known(pat, base)),
            Pat::Any | Pat::Int(_) => true,
        }
    }

    fn is_shadowed(&self, items: &[Term], i: usize) -> bool {
        let key = |item: Term| match self.store.view(item) {
            View::Struct(symbol, &[first, ..]) => Some((symbol, first)),
            _ => None,
        };
        let own = key(items[i]);
        own.is_some() && items[..i].iter().any(|&item| key(item) == own)
    }

    /// A goal that is no judgment and has at most one solution.
    fn holds(&mut self, goal: &Goal, base: usize, pred: Pred, args: &[Term]) -> bool {
        match goal {
            Goal::Call(..) | Goal::In(..) => unreachable!("worked on by the caller"),
            Goal::Equal(a, b) => {
                let (known, other) = if self.known(a, base) { (a, b) } else { (b, a) };
                let term = self.build(known, base);
                self.matches(other, term, base)
            }
            Goal::Differ(a, b) => {
                let (a, b) = (self.build(a, base), self.build(b, base));
                !self.store.unifiable(a, b)
            }
            Goal::NotIn(entry, list) => {
                let (entry, list) = (self.build(entry, base), self.build(list, base));
                let items = self.store.items(list).unwrap_or_default();
                items.into_iter().all(|item| !self.store.unifiable(entry, item))
            }
            Goal::Fresh(pat) => {
                if !self.known(pat, base) {
                    let name = self.store.fresh_name();
                    return self.matches(pat, name, base);
                }
                let names = self.build(pat, base);
                let names = match self.store.view(names) {
                    View::Name(_) => vec![names],
                    _ => self.store.items(names).unwrap_or_default(),
                };
                let modes = &self.system.modes[pred.0 as usize];
                names.iter().enumerate().all(|(i, name)| {
                    matches!(self.store.view(*name), View::Name(_))
                        && !names[..i].contains(name)
                        && args.iter().zip(modes).all(|(context, mode)| {
                            *mode != Mode::Known || !self.is_bound_in(*name, *context)
                        })
                })
            }
            Goal::Range(pat, low, high) => {
                let n = self.build(pat, base);
                matches!(self.store.view(n), View::Int(n) if (*low..=*high).contains(&n))
            }
            Goal::Length(pat, low, high) => {
                let list = self.build(pat, base);
                let count = self.store.items(list).map_or(0, |items| items.len() as u32);
                (*low..=*high).contains(&count)
            }
            Goal::Not(pred, pats) => {
                let args: Vec<Term> = pats.iter().map(|pat| self.build(pat, base)).collect();
                let notes = self.notes.take();
                let seen = self.seen.take();
                let found = self.derive(*pred, &args);
                self.results.truncate(found.from);
                self.notes = notes;
                self.seen = seen;
                found.count == 0 && !self.spent
            }
            Goal::Condition(i, pats) => {
                let args: Vec<Term> = pats.iter().map(|pat| self.build(pat, base)).collect();
                let condition = self.system.theory.conditions[*i];
                condition(self.store, &args) == Verdict::Holds
            }
            Goal::Open { body, args, result, closing } => {
                self.open(body, args, result, *closing, base)
            }
        }
    }

    /// Whether an entry of a context binds the name.
    fn is_bound_in(&self, name: Term, context: Term) -> bool {
        let items = self.store.items(context).unwrap_or_default();
        items.into_iter().any(|item| match self.store.view(item) {
            View::Struct(_, args) => args.first() == Some(&name),
            _ => false,
        })
    }

    fn open(&mut self, body: &Pat, args: &Pat, result: &Pat, closing: bool, base: usize) -> bool {
        if self.known(body, base) && self.known(args, base) {
            let (body, args) = (self.build(body, base), self.build(args, base));
            let args = self.store.items(args).unwrap_or_default();
            let opened = self.store.open(body, &args);
            return opened.is_some_and(|opened| self.matches(result, opened, base));
        }
        if closing && self.known(args, base) && self.known(result, base) {
            let (args, result) = (self.build(args, base), self.build(result, base));
            let args = self.store.items(args).unwrap_or_default();
            let closed = self.store.close(result, &args);
            return self.matches(body, closed, base);
        }
        // What was put in the place of the bound things?
        let (body, result) = (self.build(body, base), self.build(result, base));
        let mut found = Vec::new();
        if !self.find_args(body, result, 0, &mut found) {
            return false;
        }
        let mut rest = args;
        let mut values = found.into_iter();
        loop {
            match (rest, values.next()) {
                (Pat::Node(Symbol::CONS, parts), Some(Some(value))) => {
                    if !self.matches(&parts[0], value, base) {
                        return false;
                    }
                    rest = &parts[1];
                }
                (Pat::Node(Symbol::CONS, parts), None | Some(None)) => {
                    if !self.known(&parts[0], base) {
                        return false;
                    }
                    rest = &parts[1];
                }
                (Pat::Var(_), first) => {
                    let all: Option<Vec<Term>> = first.into_iter().chain(values).collect();
                    let Some(all) = all else { return false };
                    let list = self.store.list(&all);
                    return self.matches(rest, list, base);
                }
                (_, first) => return first.is_none(),
            }
        }
    }

    fn find_args(
        &self,
        body: Term,
        result: Term,
        depth: i32,
        found: &mut Vec<Option<Term>>,
    ) -> bool {
        match (self.store.view(body), self.store.view(result)) {
            (View::Struct(Symbol::BOUND, args), _) if args[0] == Term::int(depth) => {
                let View::Int(i) = self.store.view(args[1]) else { return false };
                let i = i as usize;
                if found.len() <= i {
                    found.resize(i + 1, None);
                }
                match found[i] {
                    Some(known) => known == result,
                    None => {
                        found[i] = Some(result);
                        true
                    }
                }
            }
            (View::Struct(f, xs), View::Struct(g, ys)) if f == g && xs.len() == ys.len() => {
                let depth = depth + i32::from(f.is_binder());
                xs.iter().zip(ys).all(|(x, y)| self.find_args(*x, *y, depth, found))
            }
            _ => body == result,
        }
    }

    fn note_failure(
        &mut self,
        rule: usize,
        premise: usize,
        base: usize,
        inputs: &[Term],
        outputs: &[Term],
        inner: bool,
    ) {
        let system = self.system;
        let notes = self.notes.as_ref().expect("asked before");
        let proved = notes.proved;
        // A premise without any output failed inside; that place is noted.
        if notes
            .furthest
            .as_ref()
            .is_some_and(|(most, _)| *most > proved || inner && *most == proved)
        {
            return;
        }
        let clause = system.clause(rule);
        let goal = &clause.premises[premise].goal;
        let mut found = Vec::new();
        let text = match goal {
            Goal::Call(pred, pats) => {
                let modes = &system.modes[pred.0 as usize];
                let shown: Vec<Term> = pats
                    .iter()
                    .zip(modes)
                    .zip(inputs)
                    .map(|((pat, mode), input)| match mode {
                        Mode::Out if self.known(pat, base) => self.build(pat, base),
                        _ => *input,
                    })
                    .collect();
                if let Some(judgment) = system.judgments.iter().find(|j| j.pred == *pred) {
                    let sorts = judgment.sorts.iter().zip(modes);
                    let out_sorts: Vec<_> = sorts
                        .filter(|(_, mode)| **mode == Mode::Out)
                        .map(|(sort, _)| *sort)
                        .collect();
                    for outs in outputs.chunks(out_sorts.len().max(1)) {
                        for (out, sort) in outs.iter().zip(&out_sorts) {
                            found.push(system.notation(self.store, *out, *sort));
                        }
                    }
                }
                self.statement(*pred, &shown)
            }
            Goal::In(..) => "nothing in the context fits".to_owned(),
            Goal::NotIn(..) => "something in the context is in the way".to_owned(),
            Goal::Equal(..) => "the two are not equal".to_owned(),
            Goal::Differ(..) => "the two are equal".to_owned(),
            Goal::Not(..) => "it holds, but must not".to_owned(),
            Goal::Fresh(_) => "the name is not new".to_owned(),
            Goal::Range(..) | Goal::Length(..) => "not in the range".to_owned(),
            Goal::Open { .. } => "the type is not an instance".to_owned(),
            Goal::Condition(..) => "the condition does not hold".to_owned(),
        };
        let failure = Failure {
            rule: system.rules[rule].behind.unwrap_or(system.rules[rule].name),
            premise: system.rules[rule].labels[premise],
            goal: text,
            found,
        };
        self.notes.as_mut().expect("asked before").furthest = Some((proved, failure));
    }

    /// A judgment about terms, as the rule file writes it.
    fn statement(&self, pred: Pred, args: &[Term]) -> String {
        let system = self.system;
        let Some(judgment) = system.judgments.iter().find(|judgment| judgment.pred == pred) else {
            return format!("each item of {}", system.theory.pred(pred).name);
        };
        let pieces = judgment.template.iter().map(|piece| match piece {
            crate::system::Piece::Word(word) => word.clone(),
            crate::system::Piece::Arg(i) => {
                system.notation(self.store, args[*i], judgment.sorts[*i])
            }
        });
        pieces.collect::<Vec<_>>().join(" ")
    }
}

/// What has no derivation, for the search's `not`.
#[derive(Debug)]
pub(crate) struct CheckerOracle<'a>(pub(crate) &'a System);

impl Oracle for CheckerOracle<'_> {
    fn holds(&self, store: &mut Store, pred: Pred, args: &[Term]) -> Option<bool> {
        let args: Vec<Term> = args.iter().map(|arg| store.resolve(*arg)).collect();
        match Checker::new(self.0, store).check(pred, &args) {
            Answer::Derives => Some(true),
            Answer::Fails => Some(false),
            Answer::Unknown => None,
        }
    }
}
