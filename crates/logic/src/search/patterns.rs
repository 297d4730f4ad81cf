//! The patterns of clauses, with the values that a step gives their variables.

use super::Search;
use crate::store::Since;
use crate::term::{Symbol, Symbols, Term, View};
use crate::theory::{Pat, Shape};

impl<O> Search<'_, O> {
    /// When the instance of a pattern got its current value.
    pub(super) fn settled(&mut self, pat: &Pat, frame: u32, since: &mut Since) {
        match pat {
            Pat::Var(var) => {
                self.store.settled(self.frames[frame as usize + *var as usize], since);
            }
            Pat::Node(_, pats) => {
                for pat in pats {
                    self.settled(pat, frame, since);
                }
            }
            Pat::Any | Pat::Int(_) => {}
        }
    }

    pub(super) fn is_ground(&mut self, pat: &Pat, frame: u32) -> bool {
        match pat {
            Pat::Var(i) => self.store.open_var(self.frames[frame as usize + *i as usize]).is_none(),
            Pat::Node(_, pats) => pats.iter().all(|pat| self.is_ground(pat, frame)),
            Pat::Int(_) => true,
            Pat::Any => false,
        }
    }

    pub(super) fn build_list(&mut self, pats: &[Pat], frame: u32) -> Term {
        let items: Vec<Term> = pats.iter().map(|pat| self.build(pat, frame)).collect();
        self.store.list(&items)
    }

    #[inline]
    pub(super) fn pat_shape(&self, pat: &Pat, frame: u32) -> Shape {
        match pat {
            Pat::Var(i) => self.store.shape(self.frames[frame as usize + *i as usize]),
            Pat::Node(symbol, _) => Shape::Struct(*symbol),
            Pat::Int(_) => Shape::Atom,
            Pat::Any => Shape::Open,
        }
    }

    /// The symbols by which the items of a list may be found.
    pub(super) fn pat_items(&self, pat: &Pat, frame: u32) -> Symbols {
        match pat {
            Pat::Var(i) => self.store.item_symbols(self.frames[frame as usize + *i as usize]),
            Pat::Node(Symbol::NIL, _) => 0,
            Pat::Node(Symbol::CONS, pats) => {
                let first = match &pats[0] {
                    Pat::Var(i) => {
                        self.store.entry_symbols(self.frames[frame as usize + *i as usize])
                    }
                    Pat::Node(symbol, parts) => {
                        symbol.bit()
                            | match parts.as_slice() {
                                [only] => match self.pat_shape(only, frame) {
                                    Shape::Struct(inner) => inner.bit(),
                                    Shape::Open => Symbols::MAX,
                                    Shape::Atom => 0,
                                },
                                _ => 0,
                            }
                    }
                    _ => Symbols::MAX,
                };
                first | self.pat_items(&pats[1], frame)
            }
            _ => Symbols::MAX,
        }
    }

    pub(super) fn build(&mut self, pat: &Pat, frame: u32) -> Term {
        match pat {
            Pat::Var(i) => {
                let slot = frame as usize + *i as usize;
                if self.frames[slot] == Term::NONE {
                    self.frames[slot] = self.store.fresh_var();
                }
                self.frames[slot]
            }
            Pat::Any => Term::ANY,
            Pat::Int(n) => self.store.int(*n),
            Pat::Node(symbol, pats) => match pats.as_slice() {
                [] => self.store.structure(*symbol, &[]),
                [a] => {
                    let args = [self.build(a, frame)];
                    self.store.structure(*symbol, &args)
                }
                [a, b] => {
                    let args = [self.build(a, frame), self.build(b, frame)];
                    self.store.structure(*symbol, &args)
                }
                _ => {
                    let args: Vec<Term> = pats.iter().map(|pat| self.build(pat, frame)).collect();
                    self.store.structure(*symbol, &args)
                }
            },
        }
    }

    /// Unifies a pattern with a term without building the pattern where the
    /// term is there already.
    pub(super) fn matches(&mut self, pat: &Pat, term: Term, frame: u32) -> bool {
        match pat {
            Pat::Var(i) => {
                let slot = frame as usize + *i as usize;
                if self.frames[slot] == Term::NONE {
                    self.frames[slot] = term;
                    true
                } else {
                    self.store.unify(self.frames[slot], term)
                }
            }
            Pat::Any => true,
            Pat::Int(n) => {
                let n = self.store.int(*n);
                self.store.unify(n, term)
            }
            Pat::Node(symbol, pats) => match self.store.view(term) {
                View::Struct(found, args) => {
                    found == *symbol
                        && args.len() == pats.len()
                        && (0..pats.len()).all(|i| {
                            let arg = self.store.arg(term, i);
                            self.matches(&pats[i], arg, frame)
                        })
                }
                View::Var(_) => {
                    let built = self.build(pat, frame);
                    self.store.unify(term, built)
                }
                _ => false,
            },
        }
    }
}
