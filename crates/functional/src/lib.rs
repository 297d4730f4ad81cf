//! An engine that generates well-typed Haskell programs and predicts what they do.
//!
//! After Samuel da Silva Feitosa and Rodrigo Geraldo Ribeiro, "Differential Testing
//! using Random Well-Typed Haskell Programs". The judgments of the paper generate
//! types, patterns, expressions and declarations from the typing rules read
//! backwards; `main` consumes everything that was generated, and a reference
//! evaluator says what it must print.
//!
//! * [`types`] and [`syntax`]: the typed core;
//! * [`prims`] and [`library`]: the operations and functions that programs use;
//! * [`check`]: the type checker of the core;
//! * [`generate`]: the generator;
//! * [`eval`]: the reference evaluator;
//! * [`print`]: programs as Haskell;
//! * [`reach`]: what is reachable from `main`.
//!
//! This crate does no I/O and never runs a compiler. The entry point is
//! [`Functional`].

pub mod check;
mod coverage;
mod engine;
pub mod eval;
pub mod generate;
mod ill;
pub mod library;
mod names;
pub mod prims;
pub mod print;
pub mod reach;
mod rewrite;
pub mod syntax;
pub mod types;

pub use engine::Functional;
