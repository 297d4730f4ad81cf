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

    /// How much of it is known.
    fn statistics(&self) -> Statistics;
}
