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
//! A generator in direct style needs no clauses: unification ([`Store::require`]) and
//! choice ([`choice::Choices`]) meet in ordinary Rust. This is the generator of Hyatt and
//! Dewey's Figures 6 and 7, for expressions over integers, strings and an overloaded `+`
//! whose operands have one type: `or` is a choice, `and` is `?`, `fail` is
//! [`DeadEnd`](choice::DeadEnd), and an iterator over all results is
//! [`Exhaustive`](choice::Exhaustive).
//!
//! ```
//! use choice::{Choices, DeadEnd, Exhaustive};
//! use logic::{Store, Symbol, Term};
//!
//! #[derive(Debug, PartialEq)]
//! enum Exp {
//!     IntLiteral(i32),
//!     StringLiteral(&'static str),
//!     Plus(Box<Exp>, Box<Exp>),
//! }
//!
//! fn gen_exp(k: u32, of_type: Term, store: &mut Store, or: &mut Choices) -> Result<Exp, DeadEnd> {
//!     if k == 0 {
//!         return Err(DeadEnd);
//!     }
//!     let int_type = store.structure(Symbol::new(0, false), &[]);
//!     let string_type = store.structure(Symbol::new(1, false), &[]);
//!     match or.pick(3)? {
//!         0 => {
//!             store.require(of_type, int_type)?;
//!             Ok(Exp::IntLiteral(0))
//!         }
//!         1 => {
//!             store.require(of_type, string_type)?;
//!             Ok(Exp::StringLiteral("foo"))
//!         }
//!         _ => {
//!             let e1 = gen_exp(k - 1, of_type, store, or)?;
//!             let e2 = gen_exp(k - 1, of_type, store, or)?;
//!             Ok(Exp::Plus(Box::new(e1), Box::new(e2)))
//!         }
//!     }
//! }
//!
//! /// All expressions of depth at most `k`, of any type.
//! fn all(k: u32) -> Vec<Exp> {
//!     let every = Exhaustive::in_order(|or: &mut Choices| {
//!         let mut store = Store::new();
//!         let any_type = store.fresh_var();
//!         gen_exp(k, any_type, &mut store, or)
//!     });
//!     every.map(|made| made.value).collect()
//! }
//!
//! // 0 + 0 and "foo" + "foo", but neither 0 + "foo" nor "foo" + 0.
//! assert_eq!([1, 2, 3, 4].map(|k| all(k).len()), [2, 4, 10, 52]);
//! assert!(all(2).contains(&Exp::Plus(
//!     Box::new(Exp::StringLiteral("foo")),
//!     Box::new(Exp::StringLiteral("foo")),
//! )));
//! ```
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
