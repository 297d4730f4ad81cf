//! The re-check of generated programs.

use logic::{Mark, Store, Term, View};

use crate::checker::{Answer, Checker, Memory};
use crate::system::System;

/// A checker of its own for the programs that a search has found. The search has
/// a checker too, which decides side conditions for it; the two have the rules
/// and their code in common, but no terms and nothing that either remembers. A
/// program is handed over as a tree of symbols, integers and names.
#[derive(Debug)]
pub(crate) struct Recheck {
    store: Store,
    empty: Mark,
    /// What the rules say about the parts of the last program.
    pub(crate) memory: Memory,
}

impl Default for Recheck {
    fn default() -> Recheck {
        Recheck::with(Memory::counting())
    }
}

impl Recheck {
    /// One that does not count which rules are used.
    pub(crate) fn uncounted() -> Recheck {
        Recheck::with(Memory::default())
    }

    fn with(memory: Memory) -> Recheck {
        let store = Store::new();
        let empty = store.mark();
        Recheck { store, empty, memory }
    }

    /// What the rules say about a program, a ground term of another store.
    pub(crate) fn check(&mut self, system: &System, from: &Store, program: Term) -> Answer {
        self.store.undo(self.empty);
        self.memory.clear(system);
        let program = copy(from, program, &mut self.store);
        let start = system.start_pred();
        Checker::check_in(&mut self.memory, system, &mut self.store, start, &[program])
    }
}

/// The same term in another store.
fn copy(from: &Store, term: Term, to: &mut Store) -> Term {
    match from.view(term) {
        View::Int(n) => Term::int(n),
        View::Name(n) => {
            to.reserve_name(n);
            Term::name(n)
        }
        View::Struct(symbol, args) => {
            let mut few = [Term::ANY; 6];
            let mut many = Vec::new();
            let copies = if args.len() <= few.len() {
                &mut few[..args.len()]
            } else {
                many.resize(args.len(), Term::ANY);
                &mut many[..]
            };
            for (copied, arg) in copies.iter_mut().zip(args) {
                *copied = copy(from, *arg, to);
            }
            to.structure(symbol, copies)
        }
        View::Var(_) | View::Any => unreachable!("a program is ground"),
    }
}
