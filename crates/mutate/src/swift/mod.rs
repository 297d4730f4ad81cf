//! Swift: lexer, parser, type analysis and generator.

pub mod lexer;
pub(crate) mod operators;
mod parser;
pub mod tree;

pub use parser::parse;
