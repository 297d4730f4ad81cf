//! λ_chan: a calculus of processes and channels.

mod effect;

pub use effect::{Chan, Effect, Group, Lock, SelectEffect};
