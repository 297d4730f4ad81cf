//! What a checker has found out already: judgments with all their outputs.
//!
//! What holds of ground terms holds for good, so nothing in here is ever wrong. It
//! may be about terms that are gone, though: a search that goes back takes its terms
//! with it, and others get their handles. Therefore every entry has a time.

use std::hash::BuildHasher;

use logic::{Pred, Store, Term, Time};
use rustc_hash::FxBuildHasher;

/// Judgments and their outputs.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// Numbers of entries, with open addressing and linear probing.
    table: Vec<u32>,
    entries: Vec<Entry>,
    /// The arguments of each entry, then its outputs.
    terms: Vec<Term>,
    rules: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    pred: Pred,
    time: Time,
    args: u32,
    outputs: u32,
    end: u32,
    rules: u32,
    count: u32,
}

/// What is known of a judgment.
pub(crate) struct Known<'a> {
    /// All outputs, one conclusion's behind the other's.
    pub(crate) outputs: &'a [Term],
    /// The rule behind each conclusion.
    pub(crate) rules: &'a [u32],
}

const EMPTY: u32 = u32::MAX;

impl Memo {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.fill(EMPTY);
        self.entries.clear();
        self.terms.clear();
        self.rules.clear();
    }

    /// The outputs of a judgment, if they were found out before.
    pub(crate) fn get(&self, store: &Store, pred: Pred, args: &[Term]) -> Option<Known<'_>> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = hash(pred, args) & mask;
        while self.table[slot] != EMPTY {
            let entry = self.entries[self.table[slot] as usize];
            let terms = &self.terms[entry.args as usize..entry.end as usize];
            if entry.pred == pred
                && self.args(entry) == args
                && terms.iter().all(|term| store.is_as_old(*term, entry.time))
            {
                return Some(Known {
                    outputs: &self.terms[entry.outputs as usize..entry.end as usize],
                    rules: &self.rules[entry.rules as usize..(entry.rules + entry.count) as usize],
                });
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Remembers all outputs of a judgment.
    pub(crate) fn put(
        &mut self,
        store: &Store,
        pred: Pred,
        args: &[Term],
        outputs: &[Term],
        rules: &[u32],
    ) {
        if (self.entries.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        self.place(hash(pred, args), self.entries.len() as u32);
        let from = self.terms.len();
        self.terms.extend_from_slice(args);
        self.terms.extend_from_slice(outputs);
        self.entries.push(Entry {
            pred,
            time: store.now(),
            args: from as u32,
            outputs: (from + args.len()) as u32,
            end: self.terms.len() as u32,
            rules: self.rules.len() as u32,
            count: rules.len() as u32,
        });
        self.rules.extend_from_slice(rules);
    }

    fn args(&self, entry: Entry) -> &[Term] {
        &self.terms[entry.args as usize..entry.outputs as usize]
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(1024);
        self.table.clear();
        self.table.resize(size, EMPTY);
        for i in 0..self.entries.len() {
            let entry = self.entries[i];
            self.place(hash(entry.pred, self.args(entry)), i as u32);
        }
    }

    fn place(&mut self, hash: usize, number: u32) {
        let mask = self.table.len() - 1;
        let mut slot = hash & mask;
        while self.table[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = number;
    }
}

fn hash(pred: Pred, args: &[Term]) -> usize {
    FxBuildHasher.hash_one((pred, args)) as usize
}

#[cfg(test)]
mod tests {
    use logic::Symbol;

    use super::*;

    #[test]
    fn what_was_undone_is_forgotten() {
        let mut store = Store::new();
        let node = |store: &mut Store, n| store.structure(Symbol::new(n, false), &[]);
        let old = node(&mut store, 0);
        let mark = store.mark();
        let gone = node(&mut store, 1);
        let mut memo = Memo::default();
        memo.put(&store, Pred(0), &[old], &[], &[7]);
        memo.put(&store, Pred(0), &[gone], &[], &[8]);
        memo.put(&store, Pred(1), &[old], &[gone], &[9]);
        let rules = |memo: &Memo, store: &Store, pred, arg: Term| {
            memo.get(store, Pred(pred), &[arg]).map(|known| known.rules.to_vec())
        };
        assert_eq!(rules(&memo, &store, 0, gone), Some(vec![8]));
        assert_eq!(rules(&memo, &store, 1, old), Some(vec![9]));
        store.undo(mark);
        assert_eq!(rules(&memo, &store, 0, old), Some(vec![7]));
        assert_eq!(rules(&memo, &store, 1, old), None);
        // Another term gets the same handle.
        assert_eq!(node(&mut store, 2), gone);
        assert_eq!(rules(&memo, &store, 0, gone), None);
        memo.put(&store, Pred(0), &[gone], &[], &[10]);
        assert_eq!(rules(&memo, &store, 0, gone), Some(vec![10]));
    }
}
