//! Terminating effects, in three steps: generation (Fig. 10), expansion
//! (Fig. 11) and reordering (Fig. 12), all on the choice tape.

mod grammar;
mod rewrite;
mod rule;

use choice::{Choices, DeadEnd};

use crate::lambda::{Chan, Effect};
use crate::runtime::Runtime;
pub use rewrite::apply_everywhere;
pub use rule::{Heuristic, Rule, Rules, Weights};

/// How large an effect may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The nesting depth of rules.
    pub depth: u32,
    /// The number of actions that generation may spend. A rule that was begun is
    /// finished, so an effect can be a little larger.
    pub actions: usize,
    /// The largest `n + 1` of a rule, which is a number of processes or messages.
    pub repeat: usize,
    /// The largest number of channels that G-Select selects over.
    pub selected: usize,
    /// The largest number of expansion and reordering steps.
    pub rewrites: usize,
    /// Expansion stops at this many actions.
    pub expanded: usize,
}

impl Bounds {
    /// The bounds for a size of 1 to 10.
    pub fn of_size(size: u32) -> Bounds {
        let size = size.clamp(1, 10);
        let times = size as usize;
        Bounds {
            depth: 1 + size.div_ceil(3),
            actions: 4 * times,
            repeat: 1 + times.div_ceil(2),
            selected: 2 + 3 * times / 4,
            rewrites: 2 * times,
            expanded: 8 * times,
        }
    }
}

/// The extensions of the paper that may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Channels with a capacity.
    pub buffered: bool,
    /// E-Default.
    pub default: bool,
    /// G-Close.
    pub close: bool,
    /// G-Mutex.
    pub mutex: bool,
    /// G-WaitGroup.
    pub waitgroup: bool,
}

impl Extras {
    /// All of them.
    pub const ALL: Extras =
        Extras { buffered: true, default: true, close: true, mutex: true, waitgroup: true };

    /// Those of them that a runtime supports.
    pub fn within(self, runtime: &Runtime) -> Extras {
        Extras {
            buffered: self.buffered && runtime.buffered.is_yes(),
            default: self.default && runtime.select_default.is_yes(),
            close: self.close && runtime.close.is_yes(),
            mutex: self.mutex && runtime.mutex.is_yes(),
            waitgroup: self.waitgroup && runtime.waitgroup.is_yes(),
        }
    }
}

/// The settings of the generator of effects.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The runtime that the effect is for.
    pub runtime: &'static Runtime,
    /// How likely each rule is.
    pub weights: Weights,
    /// How large the effect may become.
    pub bounds: Bounds,
    /// The extensions of the paper that may be used.
    pub extras: Extras,
}

/// A terminating effect with its channels, mutexes and wait groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// The capacity of each channel; the first is that of `c1`.
    pub channels: Vec<u16>,
    /// The number of mutexes.
    pub locks: u16,
    /// The number of wait groups.
    pub groups: u16,
    /// The effect, without the creation of the channels.
    pub body: Effect,
    /// The rules that were used.
    pub rules: Rules,
}

impl Protocol {
    /// The whole effect, which begins with the creation of the channels.
    pub fn effect(&self) -> Effect {
        let channels = (1..).zip(&self.channels).map(|(c, &k)| Effect::Chan(Chan(c), k));
        Effect::seq(channels.chain([self.body.clone()]))
    }
}

/// Generates a terminating effect.
pub fn protocol(settings: &Settings, choices: &mut Choices) -> Result<Protocol, DeadEnd> {
    let mut protocol = grammar::generate(settings, choices)?;
    rewrite::rewrite(settings, &mut protocol, choices)?;
    Ok(protocol)
}
