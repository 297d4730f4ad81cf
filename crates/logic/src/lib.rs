//! Terms, unification, disequality, and a search for proofs.
//!
//! A [`Theory`] is a set of clauses over [`Pat`]terns; a [`Search`] looks for
//! proofs of a [`Question`] from it. Terms live in a [`Store`]: interned
//! structures with `Copy` handles, variables bound with a trail, goals that wait
//! for a variable. Binders are nameless (see [`Symbol`]), so that terms which
//! differ in bound names only are equal.
//!
//! The search is a stack of goals. It takes the most constrained goal first,
//! lets built-in goals wait until they can be worked on, and uses only clauses
//! whose proofs fit into the depth that is left. Every decision is asked on the
//! choice tape, and at a dead end the search returns to an earlier decision without
//! starting again. The same tape finds the same proof.
//!
//! A proof may be asked to use an exact number of *negated* clauses: the search
//! hands them down to the premises that can reach one. That is how programs are
//! made that are ill-typed in a chosen place and nowhere else.
//!
//! This crate does no I/O and knows nothing of typing rules, programs or
//! compilers. Entry point: [`Search::solve`].

mod search;
mod store;
mod term;
mod theory;

pub use search::{MAX_NEGATIONS, Question, Search, SearchMemory, Step};
pub use store::{Differ, Mark, Store, Time};
pub use term::{Symbol, Symbols, Term, Var, View};
pub use theory::{
    Clause, ClauseId, Condition, Goal, Heights, MAX_CLAUSES, MAX_PREMISES, Oracle, Pat, Pred,
    PredInfo, Premise, Theory, Tuning, Verdict,
};
