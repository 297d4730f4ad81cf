//! The engine that makes programs from typing rules.
//!
//! A language is a text file of inference rules (`systems/`): sorts, judgments
//! with modes, named rules with named premises, and a template for each
//! constructor in each output language. From one file ([`System::load`]) come
//!
//! * a generator of well-typed programs ([`Generator::well_typed`]): a random
//!   search for derivations;
//! * a generator of almost well-typed programs ([`Generator::ill_typed`]): the
//!   same search with a chosen premise negated in exactly one place;
//! * classes of programs that must get the same verdict
//!   ([`Generator::equivalent`]), through rewrites with checked preconditions;
//! * a checker ([`explain`]) that shares nothing with the search but the rules.
//!   Every generated program is checked again before anyone sees it.
//!
//! [`Rules`] is all of that as a [`case::Engine`].
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
mod system;
pub mod systemf_checker;
mod systems;
mod term_syntax;

pub use canary::Canaries;
pub use checker::{Answer, Derivation, Failure};
pub use coverage::Coverage;
pub use diagnostic::{Problem, RuleFileError};
pub use engine::{RuleFile, Rules};
pub use generate::{Generator, Negated, Program, Request};
pub use read::{Explanation, explain, print};
pub use system::System;
pub use systems::BUILT_IN;
