//! The rules and their weights.

use std::fmt;

use case::Feature;

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A rule that generates or rewrites effects, by its name in the paper.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Rule { $($(#[$doc])* $variant,)* }

        impl Rule {
            /// All of them.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$variant => $name,)* }
            }
        }
    };
}

rules! {
    /// ε.
    GFinal = "G-Final",
    /// SPAWN(φ).
    GSpawn = "G-Spawn",
    /// φ1; φ2.
    GSeq = "G-Seq",
    /// φ1 + φ2.
    GChoice = "G-Choice",
    /// Two processes exchange messages over one channel.
    GPingPong = "G-PingPong",
    /// A process for each channel; their spawner communicates with one after the
    /// other.
    GFanOut = "G-FanOut",
    /// A message passes through a chain of processes and returns.
    GPipeline = "G-Pipeline",
    /// A process for each channel; their spawner selects over the channels.
    GSelect = "G-Select",
    /// A process sends and closes a channel; others receive until it is closed.
    /// Not in the paper.
    GClose = "G-Close",
    /// Processes contend for a mutex. Not in the paper.
    GMutex = "G-Mutex",
    /// A process waits for a group of others. Not in the paper.
    GWaitGroup = "G-WaitGroup",
    /// φ → φ + φ.
    EChoiceDup = "E-Choice-Dup",
    /// GET(c) → a select with that clause twice.
    EGetSelect = "E-Get-Select",
    /// PUT(c) → a select with that clause twice.
    EPutSelect = "E-Put-Select",
    /// φ → φ1; φ or φ; φ1, with a generated φ1.
    ESeq = "E-Seq",
    /// A clause of a select, twice.
    ESelectDup = "E-Select-Dup",
    /// s → s ⊕ SELDEFAULT(s): polls before it blocks. Not in the paper.
    EDefault = "E-Default",
    /// Swaps two clauses.
    RSelect = "R-Select",
    /// A choice between gets becomes a select.
    RChoiceSelectGetGet = "R-ChoiceSelectGetGet",
    /// Swaps two spawns.
    RSpawn1 = "R-Spawn-1",
    /// The first of two processes spawns the second.
    RSpawn2 = "R-Spawn-2",
}

impl Rule {
    /// The expansion rules (Fig. 11) and E-Default.
    pub const EXPANSION: [Rule; 6] = [
        Rule::EChoiceDup,
        Rule::EGetSelect,
        Rule::EPutSelect,
        Rule::ESeq,
        Rule::ESelectDup,
        Rule::EDefault,
    ];

    /// The reordering rules (Fig. 12).
    pub const REORDERING: [Rule; 4] =
        [Rule::RSelect, Rule::RChoiceSelectGetGet, Rule::RSpawn1, Rule::RSpawn2];
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules(u32);

impl Rules {
    /// Adds a rule.
    pub fn insert(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u8;
    }

    /// Whether the rule is in.
    pub fn contains(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u8 != 0
    }

    /// The rules in it, in the order of [`Rule::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |&rule| self.contains(rule))
    }
}

/// The weights of the rules; a rule of weight 0 is not used. G-Close, G-Mutex and
/// G-WaitGroup have the average weight of G-PingPong, G-FanOut, G-Pipeline and
/// G-Select, so they take part in every row of Table 2 unless they are switched
/// off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// G-Seq.
    pub seq: u32,
    /// G-Choice.
    pub choice: u32,
    /// G-Spawn.
    pub spawn: u32,
    /// G-PingPong.
    pub ping_pong: u32,
    /// G-FanOut.
    pub fan_out: u32,
    /// G-Pipeline.
    pub pipeline: u32,
    /// G-Select.
    pub select: u32,
    /// Every expansion rule.
    pub expansion: u32,
    /// Every reordering rule.
    pub reordering: u32,
}

/// The rows of Table 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// All rules have weight 1. The paper recommends to start with this.
    A,
    /// No reordering.
    B,
    /// No expansion.
    C,
    /// No G-Select.
    D,
    /// Nothing but G-Select.
    E,
    /// Mostly G-Select. Reveals all four of the paper's bugs, one of them (Flix
    /// II) by only 12 of 5,000 programs.
    #[default]
    F,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Heuristic; 6] =
        [Heuristic::A, Heuristic::B, Heuristic::C, Heuristic::D, Heuristic::E, Heuristic::F];

    /// What it is called on the command line.
    pub fn feature(self) -> Feature {
        let (name, about) = match self {
            Heuristic::A => ("heuristic=a", "all rules have weight 1"),
            Heuristic::B => ("heuristic=b", "no reordering"),
            Heuristic::C => ("heuristic=c", "no expansion"),
            Heuristic::D => ("heuristic=d", "no G-Select"),
            Heuristic::E => ("heuristic=e", "of the paper's rules of generation, only G-Select"),
            Heuristic::F => ("heuristic=f", "mostly G-Select"),
        };
        Feature { name, about, default: self == Heuristic::default() }
    }

    /// Its row of Table 2.
    pub fn weights(self) -> Weights {
        let a = Weights {
            seq: 1,
            choice: 1,
            spawn: 1,
            ping_pong: 1,
            fan_out: 1,
            pipeline: 1,
            select: 1,
            expansion: 1,
            reordering: 1,
        };
        match self {
            Heuristic::A => a,
            Heuristic::B => Weights { reordering: 0, ..a },
            Heuristic::C => Weights { expansion: 0, ..a },
            Heuristic::D => Weights { select: 0, ..a },
            Heuristic::E => {
                Weights { seq: 0, choice: 0, spawn: 0, ping_pong: 0, fan_out: 0, pipeline: 0, ..a }
            }
            Heuristic::F => Weights { ping_pong: 2, fan_out: 2, pipeline: 2, select: 15, ..a },
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
