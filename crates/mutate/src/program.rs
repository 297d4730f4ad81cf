//! The interface to a language: what the rest of the engine needs of it.
//!
//! A language is a [`Plug`]: it parses and analyses a text and gives a
//! [`Program`], which knows its sites and writes expressions for them.

use std::ops::Range;

use case::Language;
use choice::{Choices, DeadEnd};

use crate::Unsuitable;
use crate::forms::Forms;
use crate::level::Level;
use crate::statistics::Statistics;

/// A language whose programs can be mutated.
pub trait Plug: Send + Sync {
    /// The language.
    fn language(&self) -> Language;

    /// Parses and analyses a program. `dump` is what the compiler says about its
    /// types, if that is known.
    fn read(&self, source: &str, dump: Option<&str>) -> Result<Box<dyn Program>, Unsuitable>;

    /// What [`Plug::read`] needs of a compiler's dump.
    fn condense(&self, dump: &str) -> String;

    /// Where the analysis gives another type to an expression than the compiler.
    fn disagreements(&self, source: &str, dump: &str) -> Result<Vec<Disagreement>, Unsuitable>;
}

/// An expression that has a value, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// Its type, if it is known.
    pub ty: Option<String>,
    /// Whether only the compiler's dump gives the type.
    pub from_compiler: bool,
}

/// An expression to which the analysis and the compiler give different types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Its line, counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The type that the analysis gives.
    pub ours: String,
    /// The type that the compiler gives.
    pub theirs: String,
}

/// An expression that can be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// Whether it is a condition that control flow analysis takes for constant.
    pub constant_condition: bool,
}

/// How to generate an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// How much of the language to use.
    pub level: Level,
    /// How deep the expression may be; a literal has depth 1.
    pub depth: u32,
    /// Whether to use expressions from elsewhere in the program.
    pub splice: bool,
}

/// A change of the text: other text in the place of a range, which may be empty.
pub type Edit = (Range<usize>, String);

/// A program with its sites.
pub trait Program: Send + Sync {
    /// Its text.
    fn source(&self) -> &str;

    /// The expressions that can be replaced, in the order of the text, an outer
    /// one before those inside it.
    fn places(&self) -> &[Place];

    /// Writes an expression of the type of a place that can stand there.
    fn write(
        &self,
        place: usize,
        how: How,
        out: &mut String,
        used: &mut Forms,
        choices: &mut Choices,
    ) -> Result<(), DeadEnd>;

    /// How many neutral rewrites there are: changes that leave the verdict of a
    /// correct compiler as it is.
    fn neutral(&self) -> usize;

    /// The name and the edits of a neutral rewrite, in the order of the text.
    fn rewrite(&self, index: usize) -> (&'static str, Vec<Edit>);

    /// The expressions that have a value, in the order of the text.
    fn expressions(&self) -> Vec<Expression>;

    /// How much of it is known.
    fn statistics(&self) -> Statistics;
}
