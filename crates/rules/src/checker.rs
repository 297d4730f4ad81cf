//! The checker: the rules read from the conclusion to the premises.
//!
//! It makes no choices: given the inputs of a judgment, all ground, it computes all
//! outputs by matching, in an order of premises that was determined when the file
//! was loaded. It answers yes, no, or that its bounds were reached.
//!
//! It is used in three ways: to check generated programs again
//! ([`Recheck`](crate::recheck::Recheck)), to decide judgments for the search
//! ([`CheckerOracle`]), and to explain programs.

use std::rc::Rc;

use logic::{Goal, Oracle, Pat, Pred, Store, Symbol, Term, Verdict, View};

use crate::conditions;
use crate::coverage::Used;
use crate::memo::Memo;
use crate::system::{Mode, System};

/// The answer of the rules about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a derivation.
    Derives,
    /// There is no derivation.
    Fails,
    /// The bounds were reached before there was an answer.
    Unknown,
}

/// Why a program has no derivation: the furthest place that the checker
/// reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule, or the judgment if no rule's conclusion matched.
    pub rule: &'static str,
    /// Its premise.
    pub premise: Option<&'static str>,
    /// The goal that failed there.
    pub goal: String,
    /// The outputs that were found where others were expected.
    pub found: Vec<String>,
}

/// A derivation: a rule, its conclusion, and the derivations of its premises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The name of the rule.
    pub rule: &'static str,
    /// Its conclusion.
    pub conclusion: String,
    /// The derivations of the premises that are judgments.
    pub premises: Vec<Rc<Derivation>>,
}

/// Steps before the checker gives up.
const MAX_STEPS: u64 = 200_000;

/// How many calls of [`Checker::derive`] and [`Checker::premises`] there may be inside
/// each other: as many as fit on the stack of a thread. A judgment takes two, and one
/// more for each look into a context and each premise with several outputs.
const MAX_NESTING: u32 = 1200;

pub(crate) struct Checker<'a> {
    system: &'a System,
    store: &'a mut Store,
    memory: Memory,
    steps: u64,
    nesting: u32,
    spent: bool,
    notes: Option<Notes>,
    /// Every judgment that was derived, with its arguments: for rewriting.
    pub(crate) seen: Option<Vec<(Pred, Vec<Term>)>>,
}

/// The stacks of a checker, which the next one may use again.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The variables of the rules that are being worked on.
    frames: Vec<Option<Term>>,
    /// Slots of `frames` in the order in which they were filled.
    filled: Vec<usize>,
    /// Arguments of the judgments that are being worked on.
    args: Vec<Term>,
    /// Outputs found, one judgment's above the other's.
    results: Vec<Term>,
    /// Outputs that are being tried, one premise's above the other's.
    tried: Vec<Term>,
    /// The rules behind the outputs in `results` and in `tried`, one for all
    /// outputs of a conclusion.
    found_by: Vec<u32>,
    tried_by: Vec<u32>,
    /// The judgments derived or refuted since the memory was cleared.
    memo: Memo,
    /// The rules and premises that were used, if they are counted.
    pub(crate) used: Option<Used>,
}

impl Memory {
    /// One in which a checker counts the rules that it uses.
    pub(crate) fn counting() -> Memory {
        Memory { used: Some(Used::default()), ..Memory::default() }
    }

    /// Begins with another program.
    pub(crate) fn clear(&mut self, system: &System) {
        self.memo.clear();
        if let Some(used) = &mut self.used {
            used.clear(&system.uses);
        }
    }
}

/// Notes for an explanation.
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

/// A judgment that is being worked on.
#[derive(Clone, Copy)]
struct Asked {
    pred: Pred,
    /// Where its arguments begin; outputs are [`Term::ANY`].
    args: usize,
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
            memory: Memory::default(),
            steps: MAX_STEPS,
            nesting: 0,
            spent: false,
            notes: None,
            seen: None,
        }
    }

    /// [`Checker::check`] with the memory of an earlier one.
    pub(crate) fn check_in(
        memory: &mut Memory,
        system: &'a System,
        store: &'a mut Store,
        pred: Pred,
        args: &[Term],
    ) -> Answer {
        let mut checker = Checker::new(system, store);
        checker.memory = std::mem::take(memory);
        let answer = checker.check(pred, args);
        *memory = checker.memory;
        answer
    }

    /// Whether a judgment holds of ground terms. An output may be [`Term::ANY`].
    pub(crate) fn check(&mut self, pred: Pred, args: &[Term]) -> Answer {
        let Memory { frames, filled, args: stack, results, tried, found_by, tried_by, .. } =
            &mut self.memory;
        frames.clear();
        filled.clear();
        stack.clear();
        results.clear();
        tried.clear();
        found_by.clear();
        tried_by.clear();
        let modes = &self.system.modes[pred.0 as usize];
        stack.extend(args.iter().zip(modes).map(|(arg, mode)| match mode {
            Mode::Out => Term::ANY,
            Mode::In | Mode::Context => *arg,
        }));
        self.store.take_outsize();
        let found = self.derive(Asked { pred, args: 0 });
        let outputs: Vec<Term> = (args.iter().zip(modes))
            .filter(|(_, mode)| **mode == Mode::Out)
            .map(|(arg, _)| *arg)
            .collect();
        if self.is_among(&found, &outputs) {
            Answer::Derives
        } else if self.spent {
            Answer::Unknown
        } else {
            Answer::Fails
        }
    }

    /// Whether outputs that may contain [`Term::ANY`] are among those found.
    fn is_among(&mut self, found: &Found, wanted: &[Term]) -> bool {
        (0..found.count).any(|i| {
            let from = found.from + i * found.width;
            wanted.iter().enumerate().all(|(j, wanted)| {
                let output = self.memory.results[from + j];
                self.store.unifiable(*wanted, output)
            })
        })
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
    fn derive(&mut self, asked: Asked) -> Found {
        let system = self.system;
        let modes = &system.modes[asked.pred.0 as usize];
        let width = modes.iter().filter(|mode| **mode == Mode::Out).count();
        let from = self.memory.results.len();
        let mut found = Found { from, count: 0, width };
        if self.nesting >= MAX_NESTING || self.store.take_outsize() {
            self.spent = true;
            return found;
        }
        // An explanation or a rewrite needs every step each time.
        let remembers = self.notes.is_none() && self.seen.is_none();
        let args = &self.memory.args[asked.args..];
        if remembers && let Some(known) = self.memory.memo.get(self.store, asked.pred, args) {
            self.memory.results.extend_from_slice(known.outputs);
            self.memory.found_by.extend_from_slice(known.rules);
            found.count = known.rules.len();
            return found;
        }
        let names = self.store.name_count();
        self.nesting += 1;
        let clauses = system.theory.clauses_of(asked.pred);
        let mut candidates = system.theory.matching(self.store, asked.pred, args);
        while candidates != 0 {
            let id = clauses[candidates.trailing_zeros() as usize];
            candidates &= candidates - 1;
            let Some(rule) = system.rule_of[id.0 as usize] else { continue };
            if self.steps == 0 {
                self.spent = true;
                break;
            }
            self.steps -= 1;
            let clause = system.theory.clause(id);
            let base = self.memory.frames.len();
            let filled = self.memory.filled.len();
            self.memory.frames.resize(base + clause.vars as usize, None);
            let matched = clause.head.iter().zip(modes).enumerate().all(|(i, (pat, mode))| {
                let arg = self.memory.args[asked.args + i];
                *mode == Mode::Out || self.matches(pat, arg, base)
            });
            if matched {
                self.premises(rule, 0, base, asked, &mut found);
            }
            self.memory.frames.truncate(base);
            self.memory.filled.truncate(filled);
            if self.spent || width == 0 && found.count > 0 {
                break;
            }
        }
        self.nesting -= 1;
        // Outputs may contain names made here, which differ each time.
        if remembers && !self.spent && (width == 0 || self.store.name_count() == names) {
            let Memory { memo, args, results, found_by, .. } = &mut self.memory;
            let rules = &found_by[found_by.len() - found.count..];
            memo.put(self.store, asked.pred, &args[asked.args..], &results[from..], rules);
        }
        found
    }

    /// Works on the premises of a rule from the `at`-th on. Only where there are several
    /// ways to satisfy a premise does it call itself for the premises behind it.
    fn premises(
        &mut self,
        rule: usize,
        mut at: usize,
        base: usize,
        asked: Asked,
        found: &mut Found,
    ) {
        if self.nesting >= MAX_NESTING {
            self.spent = true;
            return;
        }
        self.nesting += 1;
        let filled = self.memory.filled.len();
        let noted = self.notes.as_ref().map_or(0, |notes| notes.premises.len());
        while !self.spent {
            let Some(&number) = self.system.rules[rule].order.get(at) else {
                self.conclude(rule, base, asked, found);
                break;
            };
            let goal = &self.system.clause(rule).premises[number].goal;
            let goes_on = match goal {
                Goal::Call(pred, pats) => self.call(rule, at, (*pred, pats), base, asked, found),
                Goal::In(entry, list) => {
                    self.look(rule, at, (entry, list), base, asked, found);
                    false
                }
                _ => {
                    let holds = self.holds(goal, base, asked);
                    if !holds && self.notes.is_some() {
                        self.note_failure(rule, number, base, &[], &[], false);
                    }
                    holds
                }
            };
            if !goes_on {
                break;
            }
            at += 1;
        }
        self.unfill(filled);
        if let Some(notes) = &mut self.notes {
            notes.premises.truncate(noted);
        }
        self.nesting -= 1;
    }

    /// Works on a premise that is a judgment, and with all outputs but the last one on
    /// the premises behind it. Whether the last one fits; then it is left to the caller
    /// to go on with it.
    fn call(
        &mut self,
        rule: usize,
        at: usize,
        (pred, pats): (Pred, &[Pat]),
        base: usize,
        asked: Asked,
        found: &mut Found,
    ) -> bool {
        let system = self.system;
        let number = system.rules[rule].order[at];
        let modes = &system.modes[pred.0 as usize];
        let filled = self.memory.filled.len();
        let inputs = self.memory.args.len();
        for (pat, mode) in pats.iter().zip(modes) {
            let input = if *mode == Mode::Out { Term::ANY } else { self.build(pat, base) };
            self.memory.args.push(input);
        }
        let tree_from = self.notes.as_ref().map_or(0, |notes| notes.trees.len());
        let inner = self.derive(Asked { pred, args: inputs });
        let outputs = self.memory.tried.len();
        let by = self.memory.tried_by.len();
        let Memory { tried, results, tried_by, found_by, .. } = &mut self.memory;
        tried.extend(results.drain(inner.from..));
        tried_by.extend(found_by.drain(found_by.len() - inner.count..));
        let trees: Vec<_> = match &mut self.notes {
            Some(notes) => notes.trees.drain(tree_from..).collect(),
            None => Vec::new(),
        };
        let (mut any_fits, mut last_fits) = (false, false);
        for i in 0..inner.count {
            let mut next = outputs + i * inner.width;
            last_fits = pats.iter().zip(modes).all(|(pat, mode)| {
                *mode != Mode::Out || {
                    let out = self.memory.tried[next];
                    next += 1;
                    self.matches(pat, out, base)
                }
            });
            if last_fits {
                any_fits = true;
                if let Memory { used: Some(used), tried_by, .. } = &mut self.memory {
                    used.premise(&system.uses, rule, number, tried_by[by + i] as usize);
                }
                if let Some(notes) = &mut self.notes {
                    notes.proved += 1;
                    notes.premises.extend(trees.get(i).cloned());
                }
                if i + 1 == inner.count {
                    break;
                }
                self.premises(rule, at + 1, base, asked, found);
                if let Some(notes) = &mut self.notes {
                    notes.premises.pop();
                }
            }
            self.unfill(filled);
        }
        if !any_fits && self.notes.is_some() {
            let inputs = self.memory.args[inputs..].to_vec();
            let outputs = self.memory.tried[outputs..].to_vec();
            self.note_failure(rule, number, base, &inputs, &outputs, inner.count == 0);
        }
        self.memory.args.truncate(inputs);
        self.memory.tried.truncate(outputs);
        self.memory.tried_by.truncate(by);
        last_fits
    }

    /// Works on a premise that looks up an entry in a list, and with each entry that
    /// fits on the premises behind it.
    fn look(
        &mut self,
        rule: usize,
        at: usize,
        (entry, list): (&Pat, &Pat),
        base: usize,
        asked: Asked,
        found: &mut Found,
    ) {
        let filled = self.memory.filled.len();
        let list = self.build(list, base);
        let mut any = false;
        let mut rest = list;
        while let Some((item, tail)) = self.store.uncons(rest) {
            if self.matches(entry, item, base) && !self.is_shadowed(list, rest) {
                any = true;
                self.premises(rule, at + 1, base, asked, found);
            }
            self.unfill(filled);
            rest = tail;
        }
        if !any && self.notes.is_some() {
            let number = self.system.rules[rule].order[at];
            self.note_failure(rule, number, base, &[], &[], false);
        }
    }

    fn conclude(&mut self, rule: usize, base: usize, asked: Asked, found: &mut Found) {
        let system = self.system;
        let clause = system.clause(rule);
        let modes = &system.modes[clause.pred.0 as usize];
        let start = self.memory.results.len();
        for (pat, mode) in clause.head.iter().zip(modes) {
            if *mode == Mode::Out {
                let out = self.build(pat, base);
                self.memory.results.push(out);
            }
        }
        let (width, results) = (found.width, &self.memory.results);
        let known = (0..found.count)
            .any(|i| results[found.from + i * width..][..width] == results[start..]);
        if known {
            self.memory.results.truncate(start);
            return;
        }
        found.count += 1;
        self.memory.found_by.push(rule as u32);
        if let Some(used) = &mut self.memory.used {
            used.rule(&system.uses, rule);
        }
        if self.seen.is_none() && self.notes.is_none() {
            return;
        }
        let mut outs = self.memory.results[start..].iter().copied();
        let full: Vec<Term> = self.memory.args[asked.args..]
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
        let Memory { frames, filled, .. } = &mut self.memory;
        for slot in filled.drain(to..) {
            frames[slot] = None;
        }
    }

    fn matches(&mut self, pat: &Pat, term: Term, base: usize) -> bool {
        match pat {
            Pat::Any => true,
            Pat::Int(n) => self.store.view(term) == View::Int(*n),
            Pat::Var(var) => {
                let slot = base + *var as usize;
                match self.memory.frames[slot] {
                    Some(known) => known == term,
                    None => {
                        self.memory.frames[slot] = Some(term);
                        self.memory.filled.push(slot);
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
            Pat::Int(n) => self.store.int(*n),
            Pat::Var(var) => {
                self.memory.frames[base + *var as usize].expect("the order makes it known before")
            }
            Pat::Node(symbol, pats) => {
                let mut few = [Term::ANY; 6];
                let mut many = Vec::new();
                let args = if pats.len() <= few.len() {
                    &mut few[..pats.len()]
                } else {
                    many.resize(pats.len(), Term::ANY);
                    &mut many[..]
                };
                for (arg, pat) in args.iter_mut().zip(pats) {
                    *arg = self.build(pat, base);
                }
                self.store.structure(*symbol, args)
            }
        }
    }

    fn known(&self, pat: &Pat, base: usize) -> bool {
        match pat {
            Pat::Var(var) => self.memory.frames[base + *var as usize].is_some(),
            Pat::Node(_, pats) => pats.iter().all(|pat| self.known(pat, base)),
            Pat::Any | Pat::Int(_) => true,
        }
    }

    /// Whether an item before `from`, a rest of the list that is not empty, is
    /// about the same as the first one of `from`.
    fn is_shadowed(&self, list: Term, from: Term) -> bool {
        let key = |item: Term| match self.store.view(item) {
            View::Struct(symbol, &[first, ..]) => Some((symbol, first)),
            _ => None,
        };
        let Some(own) = self.store.uncons(from).and_then(|(item, _)| key(item)) else {
            return false;
        };
        let mut rest = list;
        while rest != from
            && let Some((item, tail)) = self.store.uncons(rest)
        {
            if key(item) == Some(own) {
                return true;
            }
            rest = tail;
        }
        false
    }

    /// Decides a goal that is not a judgment and has at most one solution.
    fn holds(&mut self, goal: &Goal, base: usize, asked: Asked) -> bool {
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
                let mut rest = list;
                while let Some((item, tail)) = self.store.uncons(rest) {
                    if self.store.unifiable(entry, item) {
                        return false;
                    }
                    rest = tail;
                }
                true
            }
            Goal::Local(pat) if self.known(pat, base) => true,
            Goal::Fresh(pat) | Goal::Local(pat) => {
                if !self.known(pat, base) {
                    let name = self.store.fresh_name();
                    return self.matches(pat, name, base);
                }
                let names = self.build(pat, base);
                if let View::Name(_) = self.store.view(names) {
                    return self.is_new(names, asked);
                }
                let mut rest = names;
                while let Some((name, tail)) = self.store.uncons(rest) {
                    let is_name = matches!(self.store.view(name), View::Name(_));
                    if !is_name || self.contains(tail, name) || !self.is_new(name, asked) {
                        return false;
                    }
                    rest = tail;
                }
                true
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
            Goal::Zip(a, b) => {
                let (mut a, mut b) = (self.build(a, base), self.build(b, base));
                while let (Some((_, after_a)), Some((_, after_b))) =
                    (self.store.uncons(a), self.store.uncons(b))
                {
                    (a, b) = (after_a, after_b);
                }
                a == b
            }
            Goal::Not(pred, pats) => {
                let args = self.memory.args.len();
                let modes = &self.system.modes[pred.0 as usize];
                for (pat, mode) in pats.iter().zip(modes) {
                    let arg = if *mode == Mode::Out { Term::ANY } else { self.build(pat, base) };
                    self.memory.args.push(arg);
                }
                let outputs: Vec<Term> = (pats.iter().zip(modes))
                    .filter(|(_, mode)| **mode == Mode::Out)
                    .map(|(pat, _)| self.build(pat, base))
                    .collect();
                let notes = self.notes.take();
                let seen = self.seen.take();
                let found = self.derive(Asked { pred: *pred, args });
                let holds = self.is_among(&found, &outputs);
                self.memory.args.truncate(args);
                self.memory.results.truncate(found.from);
                let by = self.memory.found_by.len() - found.count;
                self.memory.found_by.truncate(by);
                self.notes = notes;
                self.seen = seen;
                !holds && !self.spent
            }
            Goal::Condition(i, pats) => {
                let given = pats.len() - usize::from(conditions::ALL[*i].finds);
                let mut args: Vec<Term> =
                    pats[..given].iter().map(|pat| self.build(pat, base)).collect();
                let result = pats.get(given).map(|pat| (pat, self.store.fresh_var()));
                args.extend(result.map(|(_, result)| result));
                let condition = self.system.theory.conditions[*i];
                condition(self.store, &args) == Verdict::Holds
                    && result.is_none_or(|(pat, result)| {
                        let result = self.store.resolve(result);
                        self.matches(pat, result, base)
                    })
            }
            Goal::Open { body, args, result, closing } => {
                self.open(body, args, result, *closing, base)
            }
        }
    }

    fn contains(&self, list: Term, wanted: Term) -> bool {
        let mut rest = list;
        while let Some((item, tail)) = self.store.uncons(rest) {
            if item == wanted {
                return true;
            }
            rest = tail;
        }
        false
    }

    /// Whether no context of the judgment binds the name.
    fn is_new(&self, name: Term, asked: Asked) -> bool {
        let modes = &self.system.modes[asked.pred.0 as usize];
        let args = &self.memory.args[asked.args..];
        let mut contexts = args.iter().zip(modes).filter(|(_, mode)| **mode == Mode::Context);
        contexts.all(|(context, _)| {
            let mut rest = *context;
            while let Some((item, tail)) = self.store.uncons(rest) {
                if let View::Struct(_, args) = self.store.view(item)
                    && args.first() == Some(&name)
                {
                    return false;
                }
                rest = tail;
            }
            true
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
        // Infer the arguments that were substituted for the bound variables.
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
            (View::Struct(Symbol::BOUND, args), _)
                if self.store.view(args[0]) == View::Int(depth.into()) =>
            {
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
            Goal::Fresh(_) | Goal::Local(_) => "the name is not new".to_owned(),
            Goal::Range(..) | Goal::Length(..) => "not in the range".to_owned(),
            Goal::Zip(..) => "the lists are not of the same length".to_owned(),
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

/// Decides judgments about ground terms for the search. It works in the store of
/// the search and has a memory of its own.
#[derive(Debug)]
pub(crate) struct CheckerOracle<'a> {
    system: &'a System,
    memory: Memory,
}

impl<'a> CheckerOracle<'a> {
    pub(crate) fn new(system: &'a System, memory: Memory) -> CheckerOracle<'a> {
        CheckerOracle { system, memory }
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }
}

impl Oracle for CheckerOracle<'_> {
    fn clear(&mut self) {
        self.memory.clear(self.system);
    }

    fn holds(&mut self, store: &mut Store, pred: Pred, args: &[Term]) -> Option<bool> {
        match Checker::check_in(&mut self.memory, self.system, store, pred, args) {
            Answer::Derives => Some(true),
            Answer::Fails => Some(false),
            Answer::Unknown => None,
        }
    }
}
