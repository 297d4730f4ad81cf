//! The real GHC beside the reference evaluator.

mod common;
mod primitives;
mod programs;
