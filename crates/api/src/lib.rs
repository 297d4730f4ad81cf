//! Engine `api`: client programs of real libraries.
//!
//! A library's API is full of generic classes, bounds, wildcards, overloads and
//! functional interfaces that no generator would invent; the programs made here
//! are small but use them in unusual combinations of types. The method is that
//! of Sotiropoulos, Chaliasos and Su, "API-driven Program Synthesis for Testing
//! Static Typing Implementations"; definitions and algorithms carry its names.
//!
//! [`Api::load`] reads the API from class files (jars, the JDK's modules or its
//! `ct.sym`) or from JSON, and [`Api`] is the engine. From reading to printing:
//!
//! | module | what it does |
//! |---|---|
//! | `load`, `classfile`, `signature`, `json` | files to declarations |
//! | `decl`, `model` | declarations, and the resolved API with its tables |
//! | `types`, `relation` | interned types; subtyping, unification, validity (3.1) |
//! | `graph` | the API graph (3.2) |
//! | `synth`, `instantiate`, `ill` | typing sequences (3.3) and inhabitants (3.4) |
//! | `overload` | which overload a call means, if that is sure |
//! | `erase` | the type arguments that inference restores (3.5) |
//! | `language` | the facts and the syntax of each language, one file each |
//! | `print` | programs as text, by the syntax of a language |
//! | `engine` | modes, features, subjects, families |
//! | `inspect` | the contents of an API, for people |
//!
//! What must hold:
//! * Only `load` does I/O; generating depends on the API, the plan and the tape.
//! * A program is about the member that its plan names. The members are the
//!   engine's subjects, so a campaign sees every member before any one twice. A
//!   member for which no program is found within a few attempts is a dead end, which
//!   the campaign counts.
//! * A program is well-typed, or ill-typed at the positions that its reason
//!   names, because it was built so. Where overload resolution cannot be
//!   foreseen, the program becomes a family that must get one verdict, with the
//!   feature `unresolved-overload`.
//! * Every member that cannot be used is counted with its reason: by
//!   [`Api::skips`] what no language can use, by [`Api::unusable`] what one cannot.
//! * Adding a language is a file in `language` and its entry there.
//!
//! A plan's size bounds the nesting of arguments (1 + size / 4) and the length of
//! call chains (1 + size / 2).
//!
//! This crate runs no compiler and fetches nothing.

mod classfile;
mod decl;
mod engine;
mod erase;
mod expr;
mod graph;
mod ill;
mod inspect;
mod instantiate;
mod json;
mod language;
mod load;
mod model;
mod overload;
mod print;
mod relation;
mod signature;
mod synth;
#[cfg(test)]
mod tests;
mod types;

pub use engine::Api;
pub use inspect::{Edge, Found, GraphInfo, MemberInfo, Stats, TypeInfo};
pub use load::{Format, Library, LoadError, Source};
pub use model::{Skip, Skips};
