//! λ_chan: a calculus of processes and channels.
//!
//! * [`Exp`], [`Type`], [`Effect`]: its syntax (Fig. 2), types (Fig. 7) and
//!   effects (Fig. 8), with a parser (`str::parse`) and a printer (`Display`) in
//!   the paper's notation;
//! * [`infer`]: its type and effect system (Fig. 9);
//! * [`explore`], [`explore_effect`]: its semantics (Figs. 3 to 6), as an
//!   exhaustive exploration of the interleavings of a small program.
//!
//! The extensions of the paper (integers and texts, buffered channels, default
//! clauses, closing, mutexes, wait groups) are part of all of them.

mod code;
mod effect;
mod explore;
mod infer;
mod parse;
mod syntax;

pub use effect::{Chan, Effect, Group, Lock, SelectEffect};
pub use explore::{Exploration, Verdict, explore, explore_effect};
pub use infer::{TypeError, infer};
pub use parse::ParseError;
pub use syntax::{Exp, SelectRule, Type};
