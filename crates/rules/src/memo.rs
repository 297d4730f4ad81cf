//! Judgments that a checker has derived or refuted before, with all their outputs.
//!
//! Whether a judgment holds of ground terms never changes, so an entry never
//! becomes wrong. But a search that backtracks removes terms, and their handles
//! are given to other terms later. Therefore every entry has the time at which it
//! was made, and counts only if its terms are as old as that.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use logic::{Pred, Store, Term, Time};
use rustc_hash::FxBuildHasher;

/// Judgments and their outputs.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// Entries by the hash of predicate and arguments. Several may be equal in
    /// these: all but one are about terms that were removed.
    table: HashTable<Entry>,
    /// The arguments of each entry, then its outputs.
    terms: Vec<Term>,
    rules: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    pred: Pred,
    time: Time,
    args: u32,
    outputs: u32,
    end: u32,
    rules: u32,
    count: u32,
}

/// All conclusions of a judgment for given inputs.
pub(crate) struct Known<'a> {
    /// The outputs of each conclusion, one after the other.
    pub(crate) outputs: &'a [Term],
    /// The rule behind each conclusion.
    pub(crate) rules: &'a [u32],
}

impl Memo {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.terms.clear();
        self.rules.clear();
    }

    /// The outputs of a judgment, if it is known.
    pub(crate) fn get(&self, store: &Store, pred: Pred, args: &[Term]) -> Option<Known<'_>> {
        let is_it = |entry: &Entry| {
            let terms = &self.terms[entry.args as usize..entry.end as usize];
            entry.pred == pred
                && self.terms[entry.args as usize..entry.outputs as usize] == *args
                && terms.iter().all(|term| store.is_as_old(*term, entry.time))
        };
        let entry = self.table.find(hash(pred, args), is_it)?;
        Some(Known {
            outputs: &self.terms[entry.outputs as usize..entry.end as usize],
            rules: &self.rules[entry.rules as usize..(entry.rules + entry.count) as usize],
        })
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
        let from = self.terms.len();
        self.terms.extend_from_slice(args);
        self.terms.extend_from_slice(outputs);
        let hash = hash(pred, args);
        let entry = Entry {
            hash,
            pred,
            time: store.now(),
            args: from as u32,
            outputs: (from + args.len()) as u32,
            end: self.terms.len() as u32,
            rules: self.rules.len() as u32,
            count: rules.len() as u32,
        };
        self.table.insert_unique(hash, entry, |entry| entry.hash);
        self.rules.extend_from_slice(rules);
    }
}

fn hash(pred: Pred, args: &[Term]) -> u64 {
    FxBuildHasher.hash_one((pred, args))
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
