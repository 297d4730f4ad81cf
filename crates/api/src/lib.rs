//! Client programs from real library APIs.

mod classfile;
mod decl;
mod engine;
mod erase;
mod expr;
mod graph;
mod json;
mod language;
mod load;
mod model;
mod overload;
mod print;
mod relation;
mod signature;
mod synth;
mod types;

pub use engine::Api;
pub use load::*;
pub use model::*;
pub use relation::*;
pub use types::*;
