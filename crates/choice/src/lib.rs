//! Decisions on a tape.
//!
//! A generator is ordinary Rust in direct style: it asks [`Choices`] which way
//! to go and may give up with [`DeadEnd`]. Who answers is decided outside:
//!
//! * [`Random`]: answers from a seed; a dead end backtracks to the last open
//!   choice instead of throwing the program away;
//! * [`Exhaustive`]: every program of the space, each exactly once;
//! * [`replay`]: the answers of a recorded [`Tape`];
//! * [`Shrinker`]: shorter and smaller tapes, while the result stays interesting;
//!   [`shrink`] is the plain loop over it.
//!
//! The tape of a program is its identity: the same tape, inputs and version
//! give the same bytes. Only the way to the result is on the tape, never the
//! dead ends that were met while looking for it.
//!
//! All four drivers are one mechanism. [`Choices`] keeps the answers that were
//! taken and, for each of them, the answers *refuted* there. Going back means:
//! refute the last answer that has an alternative, forget what came after it,
//! and run the generator again; it is fed the remaining answers and then asked
//! anew. Exhaustive enumeration is the same with every solution refuted in its
//! turn. So a generator must be a function of its choices and nothing else.
//!
//! By convention alternative 0 is the simplest: shrinking goes there.
//!
//! This crate does no I/O and knows nothing of programs or compilers.

mod choices;
mod drivers;
mod shrink;
mod tape;

pub use choices::{Choices, DeadEnd, Mark, Span};
pub use drivers::{Exhaustive, GaveUp, Generated, Random, ReplayError, replay};
pub use shrink::{Candidate, Shrinker, Shrunk, shrink};
pub use tape::{Tape, TapeError};
