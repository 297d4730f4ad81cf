//! An engine that mutates programs without changing their types.
//!
//! After Sarah Canto Hyatt and Kyle Dewey, "Mutation-based Fuzzing of the Swift
//! Compiler With Incomplete Type Information". A seed program that the compiler
//! accepts is parsed; a type analysis that is sound but knows only part of the
//! language annotates the expressions whose types it surely knows; and some of
//! these are replaced by generated expressions of the same types. If the
//! compiler rejects the result, the compiler has a bug.
//!
//! * [`program`]: the interface to a language, so that another one is a plug;
//! * [`swift`]: the first language: lexer, parser, analysis, generator;
//! * [`rust`]: the second one, parsed by `syn`;
//! * [`mutation`]: replacing or keeping expressions, by splicing texts;
//! * [`Level`]: how much of the language the generator uses, as in section VI;
//! * [`Statistics`]: how much of a corpus is known.
//!
//! This crate does no I/O and never runs a compiler. The entry point is
//! [`Mutate`].

mod engine;
mod forms;
mod level;
pub mod mutation;
pub mod program;
pub mod rust;
mod seed;
mod statistics;
pub mod swift;

use case::Language;

pub use engine::{Mutate, PassedOver, plug};
pub use forms::{Form, Forms};
pub use level::Level;
pub use seed::{Listed, SeedFile, built_in, read_list};
pub use statistics::Statistics;

/// Why a program cannot serve as a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// Its language cannot be mutated.
    #[error("programs in {0} cannot be mutated")]
    Language(Language),
    /// It is too large.
    #[error("it has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// How large it is.
        bytes: usize,
        /// How large it may be.
        limit: usize,
    },
    /// It nests too deeply.
    #[error("it nests too deeply to be parsed")]
    TooDeep,
    /// Its tokens cannot be told apart.
    #[error("line {line}: a string, comment, bracket or other token is not understood")]
    Syntax {
        /// Where.
        line: usize,
    },
    /// It has a word under which mutants would not be what they are taken for.
    #[error("it has the word `{0}`, with which mutants cannot be judged")]
    Word(&'static str),
    /// There is nothing to replace.
    #[error("it has no expression whose type is known")]
    NoSites,
}
