//! Swift: lexer, parser, type analysis and generator.

pub mod analysis;
pub mod compiler_types;
mod declarations;
pub mod lexer;
mod library;
pub(crate) mod operators;
mod parser;
pub mod tree;
pub mod types;

pub use parser::parse;

use crate::Unsuitable;

/// Parses and analyses a program.
pub fn analyse(source: &str) -> Result<analysis::Analysed, Unsuitable> {
    let tree = parse(source)?;
    Ok(analysis::analyse(&tree, |_| rustc_hash::FxHashMap::default()))
}
