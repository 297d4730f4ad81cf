//! An engine that generates concurrent programs which are guaranteed to
//! terminate.
//!
//! After Quentin Stiévenart and Magnus Madsen, "Fuzzing Channel-Based
//! Concurrency Runtimes using Types and Effects" (OOPSLA 2020). The programs
//! consist of processes that communicate over channels. An *effect* describes
//! the communication of a program. The rules of the paper generate only
//! terminating effects, expand and reorder them without losing that property,
//! and every program with such an effect terminates in every execution. If a run
//! deadlocks or crashes, the runtime has a bug.
//!
//! * [`lambda`]: the paper's calculus λ_chan: its effects, its type and effect
//!   system, and an explorer that decides by its semantics whether a small
//!   program terminates;
//! * [`generate`]: terminating effects ([`generate::protocol`]);
//! * [`program`]: programs with a given effect;
//! * [`runtime`]: the runtimes, what they support, and programs as source text.
//!
//! This crate does no I/O while generating and never runs a program. The entry
//! point is [`Channels`].
//!
//! # Adding a runtime
//!
//! A runtime is a language or a channel library of one.
//!
//! 1. If the language or the dialect has no name yet, give it one in
//!    `case::Language` or `case::Dialect`.
//! 2. Write a constant of type [`runtime::Runtime`] and its printer: in a new
//!    file in `src/runtime`, or in the file of the language if there is one. The
//!    constant says of every construct what the documentation calls it, or why
//!    programs do without it. A language with statements implements
//!    `print::Printer`, which walks over the program; any other function from a
//!    program to its text will do (`src/runtime/flix.rs`).
//! 3. Add one line to [`runtime::RUNTIMES`] (and one `mod` line for a new file).
//!
//! The engine derives its languages, dialects and features from that list, and
//! the tests iterate over it. `UPDATE_EXPECT=1 cargo test -p channels` writes the
//! runtime's files in `tests/printed`; compile and run those by hand once. The
//! test of the version says what to do because there are new programs. Running
//! programs is the business of a driver in the crate `targets`.

mod engine;
pub mod generate;
pub mod lambda;
mod print;
pub mod program;
pub mod runtime;

pub use engine::Channels;
