//! The levels of section VI: how much of the language the generator uses.

/// How much of the language the generator uses. Each level includes those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Literals and parenthesised expressions.
    One,
    /// Prefix, binary and ternary expressions.
    Two,
    /// Variables, assignments, arrays and calls of named functions.
    Three,
    /// What lies beyond the paper.
    Four,
}

impl Level {
    /// All of them, the least first.
    pub const ALL: [Level; 4] = [Level::One, Level::Two, Level::Three, Level::Four];
}
