//! Built-in goals about terms and lists, which need no clauses.

use choice::Choices;

use super::{Asked, Branch, Failed, Search, Task};
use crate::store::Differ;
use crate::term::{Symbol, Term, Var, View};
use crate::theory::{Goal, Oracle, Pat, Pred, Shape, Tuning, Verdict};

/// A built-in goal about terms, no longer about a clause's variables.
#[derive(Clone, Copy, Debug)]
pub(super) enum Live {
    Differ(Term, Term),
    In(Term, Term),
    NotIn(Term, Term),
    Open(Open),
    Range(Term, i64, i64),
    Length(Term, u32, u32),
    Zip(Term, Term),
    /// A list of the arguments.
    Not(Pred, Term),
    Condition(u32, Term),
}

/// [`Goal::Open`] under `depth` more binders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    body: Term,
    args: Term,
    result: Term,
    depth: i32,
    closing: bool,
}

impl<O: Oracle> Search<'_, O> {
    /// Whether a built-in goal should wait for the other premises, because
    /// it could do nothing, or hardly anything, now.
    pub(super) fn is_early(&mut self, goal: &Goal, frame: u32) -> bool {
        match goal {
            Goal::In(_, Pat::Var(list)) => {
                self.store.open_end(self.frames[frame as usize + *list as usize]).is_some()
            }
            Goal::Zip(Pat::Var(a), Pat::Var(b)) => [a, b].into_iter().all(|list| {
                self.store.open_end(self.frames[frame as usize + *list as usize]).is_some()
            }),
            // Closing a term that is still being built can wait until it is complete.
            Goal::Open { body, result, closing: true, .. } => {
                self.pat_shape(body, frame) == Shape::Open && !self.is_ground(result, frame)
            }
            Goal::Open { body, args: Pat::Var(args), .. } if self.is_ground(body, frame) => {
                self.store.open_end(self.frames[frame as usize + *args as usize]).is_some()
            }
            Goal::Open { body, result, .. } => {
                self.pat_shape(result, frame) == Shape::Open && !self.is_ground(body, frame)
            }
            _ => false,
        }
    }

    pub(super) fn instantiate(&mut self, goal: &Goal, frame: u32) -> Live {
        match goal {
            Goal::Differ(a, b) => Live::Differ(self.build(a, frame), self.build(b, frame)),
            Goal::In(entry, list) => Live::In(self.build(entry, frame), self.build(list, frame)),
            Goal::NotIn(entry, list) => {
                Live::NotIn(self.build(entry, frame), self.build(list, frame))
            }
            Goal::Open { body, args, result, closing } => Live::Open(Open {
                body: self.build(body, frame),
                args: self.build(args, frame),
                result: self.build(result, frame),
                depth: 0,
                closing: *closing,
            }),
            Goal::Range(n, low, high) => Live::Range(self.build(n, frame), *low, *high),
            Goal::Length(list, low, high) => Live::Length(self.build(list, frame), *low, *high),
            Goal::Zip(a, b) => Live::Zip(self.build(a, frame), self.build(b, frame)),
            Goal::Not(pred, pats) => Live::Not(*pred, self.build_list(pats, frame)),
            Goal::Condition(i, pats) => Live::Condition(*i as u32, self.build_list(pats, frame)),
            Goal::Call(..) | Goal::Equal(..) | Goal::Fresh(_) | Goal::Local(_) => {
                unreachable!("these are proved where they stand")
            }
        }
    }

    /// Gives a variable, or every item of a list, a new name.
    pub(super) fn fresh(&mut self, name: Term) -> Branch {
        match self.store.view(name) {
            View::Var(_) => {
                let fresh = self.store.fresh_name();
                holds(self.store.unify(name, fresh))
            }
            View::Name(_) => Ok(()),
            View::Struct(Symbol::NIL, _) => Ok(()),
            View::Struct(Symbol::CONS, &[first, rest]) => {
                self.fresh(first)?;
                self.fresh(rest)
            }
            _ => Err(Failed),
        }
    }

    fn wait(&mut self, live: Live, vars: impl IntoIterator<Item = Var>) -> Branch {
        let goal = self.store.wait(vars);
        debug_assert_eq!(goal as usize, self.waiting.len());
        self.waiting.push((live, self.current));
        Ok(())
    }

    /// Works on a built-in goal as far as that is possible without a decision.
    pub(super) fn live(&mut self, choices: &mut Choices, tuning: &Tuning, live: Live) -> Branch {
        match live {
            Live::Differ(a, b) => match self.store.differ(a, b) {
                Differ::Apart => Ok(()),
                Differ::Same => {
                    self.blame_terms(&[a, b]);
                    Err(Failed)
                }
                Differ::Depends(var, other) => {
                    self.wait(live, [Some(var), other].into_iter().flatten())
                }
            },
            Live::In(_, list) => match self.store.open_end(list) {
                Some(var) => self.wait(live, [var]),
                None => self.decide(choices, tuning, live),
            },
            Live::NotIn(entry, list) => {
                if let Some(var) = self.store.open_end(list) {
                    return self.wait(live, [var]);
                }
                let mut rest = list;
                while let Some((item, tail)) = self.store.uncons(rest) {
                    rest = tail;
                    match self.store.differ(entry, item) {
                        Differ::Apart => {}
                        Differ::Same => {
                            self.blame_terms(&[entry, list]);
                            return Err(Failed);
                        }
                        Differ::Depends(var, other) => {
                            return self.wait(live, [Some(var), other].into_iter().flatten());
                        }
                    }
                }
                Ok(())
            }
            Live::Open(open) => self.open(choices, tuning, open),
            Live::Range(n, low, high) => match self.store.view(n) {
                View::Int(n) => holds((low..=high).contains(&n)),
                View::Var(_) => self.decide(choices, tuning, live),
                _ => Err(Failed),
            },
            Live::Length(list, low, high) => match self.store.items(list) {
                Ok(items) => holds((low..=high).contains(&(items.len() as u32))),
                Err(_) => self.decide(choices, tuning, live),
            },
            Live::Zip(a, b) => self.zip(a, b),
            Live::Not(pred, args) => {
                if let Some(var) = self.store.open_var(args) {
                    return self.wait(live, [var]);
                }
                let mark = self.store.mark();
                let resolved = self.store.resolve(args);
                let items = self.store.items(resolved).expect("a list without variables");
                let verdict = self.oracle.holds(&mut self.store, pred, &items);
                self.store.undo(mark);
                if verdict != Some(false) {
                    self.blame_terms(&[args]);
                }
                holds(verdict == Some(false))
            }
            Live::Condition(i, args) => {
                let items = self.store.items(args).expect("the arguments are a list");
                match self.theory.conditions[i as usize](&mut self.store, &items) {
                    Verdict::Holds => Ok(()),
                    Verdict::Fails => {
                        self.blame_terms(&[args]);
                        Err(Failed)
                    }
                    Verdict::Wait(var) => self.wait(live, [var]),
                }
            }
        }
    }

    /// Asks for one of the alternatives of a built-in goal, if there are several.
    fn decide(&mut self, choices: &mut Choices, tuning: &Tuning, live: Live) -> Branch {
        self.weigh_ways(live);
        let weights = &self.weights[self.next_weights()..];
        let mut ways = (0..weights.len()).filter(|&way| weights[way] > 0);
        match (ways.next(), ways.next()) {
            (None, _) => {
                if let Live::In(entry, list) = live {
                    self.blame_terms(&[entry, list]);
                }
                Err(Failed)
            }
            (Some(only), None) => self.go(live, only),
            _ => self.ask(choices, tuning, Asked::Way(live)),
        }
    }

    /// The alternatives of a built-in goal.
    fn weigh_ways(&mut self, live: Live) {
        self.weights.truncate(self.next_weights());
        match live {
            Live::In(entry, list) => {
                let mut rest = list;
                let wanted = self.store.wanted_symbols(entry);
                while self.store.item_symbols(rest) & wanted == wanted
                    && let Some((item, tail)) = self.store.uncons(rest)
                {
                    let fits = self.store.unifiable(entry, item) && !self.is_shadowed(list, rest);
                    self.weights.push(u32::from(fits));
                    rest = tail;
                }
            }
            Live::Open(Open { args, result, depth, .. }) => {
                // 0: a copy of the result; 1 + i: what the i-th argument is for.
                self.weights.push(2);
                let args = self.store.items(args).unwrap_or_default();
                // What inner binders bind must not escape into an argument.
                let stays = depth == 0 || self.store.is_closed(result);
                for arg in args {
                    let fits = stays && self.store.unifiable(arg, result);
                    self.weights.push(3 * u32::from(fits));
                }
            }
            Live::Range(_, low, high) => {
                let count = (high - low + 1).max(0) as usize;
                self.weights.resize(self.weights.len() + count, 1);
            }
            Live::Length(list, low, high) => {
                let (known, _) = self.known_items(list);
                for n in low..=high {
                    self.weights.push(u32::from(n >= known));
                }
            }
            Live::Differ(..)
            | Live::NotIn(..)
            | Live::Zip(..)
            | Live::Not(..)
            | Live::Condition(..) => {
                unreachable!("these never ask")
            }
        }
    }

    /// The number of known items of a list, and its rest.
    fn known_items(&self, list: Term) -> (u32, Term) {
        let mut known = 0;
        let mut rest = list;
        while let Some((_, tail)) = self.store.uncons(rest) {
            known += 1;
            rest = tail;
        }
        (known, rest)
    }

    /// Whether an item before `from`, a rest of the list that is not empty, is
    /// about the same as the first one of `from`.
    fn is_shadowed(&self, list: Term, from: Term) -> bool {
        let key = |list: Term| {
            let (item, _) = self.store.uncons(list)?;
            match self.store.view(item) {
                View::Struct(symbol, &[first, ..]) => Some((symbol, self.store.walk(first))),
                _ => None,
            }
        };
        let Some(own) = key(from) else { return false };
        let from = self.store.walk(from);
        let mut rest = self.store.walk(list);
        while rest != from {
            if key(rest) == Some(own) {
                return true;
            }
            let Some((_, tail)) = self.store.uncons(rest) else { return false };
            rest = self.store.walk(tail);
        }
        false
    }

    pub(super) fn go(&mut self, live: Live, way: usize) -> Branch {
        match live {
            Live::In(entry, list) => {
                let mut rest = list;
                for _ in 0..way {
                    rest = self.store.uncons(rest).expect("as many as were weighed").1;
                }
                let (item, _) = self.store.uncons(rest).expect("as many as were weighed");
                holds(self.store.unify(entry, item))
            }
            Live::Open(open) => {
                let Open { body, args, result, depth, .. } = open;
                if way > 0 {
                    let args = self.store.items(args).unwrap_or_default();
                    let bound = self.store.bound(depth, way as i32 - 1);
                    return holds(
                        self.store.unify(args[way - 1], result) && self.store.unify(body, bound),
                    );
                }
                self.copy_shape(open)
            }
            Live::Range(n, low, _) => {
                let chosen = self.store.int(low + way as i64);
                holds(self.store.unify(n, chosen))
            }
            Live::Length(list, low, _) => {
                let (known, mut rest) = self.known_items(list);
                for _ in known..low + way as u32 {
                    rest = self.one_more(rest)?;
                }
                let nil = self.store.nil();
                holds(self.store.unify(rest, nil))
            }
            Live::Differ(..)
            | Live::NotIn(..)
            | Live::Zip(..)
            | Live::Not(..)
            | Live::Condition(..) => {
                unreachable!("these never ask")
            }
        }
    }

    /// Makes two lists have as many items; waits where neither has an end.
    fn zip(&mut self, mut a: Term, mut b: Term) -> Branch {
        loop {
            match (self.store.view(a), self.store.view(b)) {
                (
                    View::Struct(Symbol::CONS, &[_, after_a]),
                    View::Struct(Symbol::CONS, &[_, after_b]),
                ) => {
                    (a, b) = (after_a, after_b);
                }
                (View::Var(x), View::Var(y)) => return self.wait(Live::Zip(a, b), [x, y]),
                (View::Struct(Symbol::CONS, &[_, after]), View::Var(_)) => {
                    (a, b) = (after, self.one_more(b)?);
                }
                (View::Var(_), View::Struct(Symbol::CONS, &[_, after])) => {
                    (a, b) = (self.one_more(a)?, after);
                }
                _ => {
                    let nil = self.store.nil();
                    return holds(self.store.unify(a, nil) && self.store.unify(b, nil));
                }
            }
        }
    }

    /// Makes a list that has no end have one more item, and gives the rest.
    fn one_more(&mut self, list: Term) -> Result<Term, Failed> {
        let (item, rest) = (self.store.fresh_var(), self.store.fresh_var());
        let cons = self.store.cons(item, rest);
        if self.store.unify(list, cons) { Ok(rest) } else { Err(Failed) }
    }

    /// `result` = `body` with `args` for what is bound at `depth`.
    fn open(&mut self, choices: &mut Choices, tuning: &Tuning, open: Open) -> Branch {
        let Open { body, args, result, depth, closing } = open;
        let live = Live::Open(open);
        if self.store.open_var(body).is_none() {
            return match self.store.items(args) {
                Err(var) => self.wait(live, [var]),
                Ok(args) => {
                    let opened = self.store.open_at(body, &args, depth);
                    holds(opened.is_some_and(|opened| self.store.unify(opened, result)))
                }
            };
        }
        let result = self.store.walk(result);
        match (self.store.view(body), self.store.view(result)) {
            (View::Var(body), View::Var(result)) => self.wait(live, [body, result]),
            (View::Var(_), _) if closing => {
                let items = match self.store.items(args) {
                    Err(var) => return self.wait(live, [var]),
                    Ok(items) => items,
                };
                for (i, arg) in items.into_iter().enumerate() {
                    match self.store.differ(arg, result) {
                        Differ::Apart => {}
                        Differ::Same => {
                            let bound = self.store.bound(depth, i as i32);
                            return holds(self.store.unify(body, bound));
                        }
                        Differ::Depends(var, other) => {
                            return self.wait(live, [Some(var), other].into_iter().flatten());
                        }
                    }
                }
                self.copy_shape(open)
            }
            (View::Var(_), _) => match self.store.items(args) {
                Err(var) => self.wait(live, [var]),
                Ok(_) => self.decide(choices, tuning, live),
            },
            _ => self.copy_shape(open),
        }
    }

    /// Makes `body` and `result` have the same outermost symbol, and leaves
    /// their arguments to further goals.
    fn copy_shape(&mut self, open: Open) -> Branch {
        let Open { body, args, result, depth, closing } = open;
        let shape = match (self.store.view(body), self.store.view(result)) {
            // What inner binders bind is the same in both.
            (View::Struct(symbol, items), _) | (_, View::Struct(symbol, items))
                if symbol != Symbol::BOUND =>
            {
                (symbol, items.len())
            }
            _ => return holds(self.store.unify(body, result)),
        };
        let (symbol, len) = shape;
        let mut parts = [Vec::with_capacity(len), Vec::with_capacity(len)];
        for (whole, parts) in [body, result].into_iter().zip(&mut parts) {
            match self.store.view(whole) {
                View::Struct(found, items) if found == symbol && items.len() == len => {
                    parts.extend_from_slice(items);
                }
                View::Var(_) => {
                    parts.extend((0..len).map(|_| self.store.fresh_var()));
                    let made = self.store.structure(symbol, parts);
                    if !self.store.unify(whole, made) {
                        return Err(Failed);
                    }
                }
                _ => return Err(Failed),
            }
        }
        let depth = depth + i32::from(symbol.is_binder());
        let [bodies, results] = parts;
        for (&body, &result) in bodies.iter().zip(&results).rev() {
            self.push(Task::Made(Live::Open(Open { body, args, result, depth, closing })));
        }
        Ok(())
    }
}

pub(super) fn holds(condition: bool) -> Branch {
    if condition { Ok(()) } else { Err(Failed) }
}
