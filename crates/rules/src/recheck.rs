//! The re-check of generated programs.

use logic::{Mark, Store, Term};

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
        let program = self.store.copy(from, program);
        let start = system.start_pred();
        Checker::check_in(&mut self.memory, system, &mut self.store, start, &[program])
    }
}
