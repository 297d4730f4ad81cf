//! The engine that generates programs from typing rules.
//!
//! A type system is a text file of inference rules (`systems/`): sorts, judgments
//! with modes, named rules with named premises, and a template for each
//! constructor in each output language. From one file ([`System::load`]) come
//!
//! * a generator of well-typed programs ([`Generator::well_typed`]): a random
//!   search for derivations;
//! * a generator of almost well-typed programs ([`Generator::ill_typed`]): the
//!   same search with one premise negated, sometimes two or three;
//! * classes of programs that must get the same verdict
//!   ([`Generator::equivalent`]), through rewrites with checked preconditions;
//! * a checker ([`explain`]).
//!
//! Every generated program is checked again before it is returned, by a checker
//! with terms and a memory of its own. The search uses another instance of the
//! same checker to decide judgments without outputs; the two share the rules and
//! their code, but no state.
//!
//! [`Rules`] is all of that as a [`case::Engine`], built from rule files.
//!
//! After Dewey, Roesch and Hardekopf, "Fuzzing the Rust Typechecker Using CLP",
//! whose almost well-typed programs these are.
//!
//! This crate does no I/O: rule files come in as text, programs go out as text.

mod canary;
mod checker;
mod conditions;
mod coverage;
mod diagnostic;
mod engine;
mod generate;
mod lexer;
mod load;
mod memo;
mod print;
mod read;
mod recheck;
mod rewrite;
mod standing;
mod system;
pub mod systemf_checker;
mod systems;
mod term_syntax;

pub use canary::Canaries;
pub use checker::{Answer, Derivation, Failure};
pub use coverage::Coverage;
pub use diagnostic::{Problem, RuleFileError};
pub use engine::{RuleFile, Rules, UnknownPremise};
pub use generate::{Generator, Negate, Negated, Program, Request, Times};
pub use read::{Explanation, explain, print};
pub use standing::{Premise, Standing};
pub use system::System;
pub use systems::BUILT_IN;
