//! What each language, or library of it, can do. Rules that need what a runtime
//! lacks are not applied for it.

use case::Language;

/// What one runtime can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Its name, as in `--dialect NAME`.
    pub name: &'static str,
    /// What the plan of its programs says.
    pub dialect: case::Dialect,
    /// The language of its programs.
    pub language: Language,
    /// A select may have clauses that send.
    pub select_put: bool,
    /// Two clauses of a select may name the same channel.
    pub select_same_channel: bool,
    /// A select may have a clause for when nothing else is ready.
    pub select_default: bool,
    /// Channels can hold messages.
    pub buffered: bool,
    /// Channels can be closed, and read until they are.
    pub close: bool,
    /// There is a mutex that goes with its processes.
    pub mutex: bool,
    /// There is a wait group.
    pub waitgroup: bool,
    /// There is a counter that all processes may change, for the value oracle.
    pub counter: bool,
}

/// All dialects. The first of a language is its usual one.
pub const DIALECTS: [Dialect; 8] = [
    Dialect {
        name: "go",
        dialect: case::Dialect::Standard,
        language: Language::Go,
        select_put: true,
        select_same_channel: true,
        select_default: true,
        buffered: true,
        close: true,
        mutex: true,
        waitgroup: true,
        counter: true,
    },
    // A select that names a channel twice throws IllegalStateException, and
    // there is no select that does not wait.
    Dialect {
        name: "kotlinx-coroutines",
        dialect: case::Dialect::Coroutines,
        language: Language::Kotlin,
        select_put: true,
        select_same_channel: false,
        select_default: false,
        buffered: true,
        close: true,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
    // The library before 0.26, when it was experimental.
    Dialect {
        name: "kotlinx-coroutines-experimental",
        dialect: case::Dialect::CoroutinesExperimental,
        language: Language::Kotlin,
        select_put: true,
        select_same_channel: true,
        select_default: false,
        buffered: true,
        close: true,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
    Dialect {
        name: "crystal",
        dialect: case::Dialect::Standard,
        language: Language::Crystal,
        select_put: true,
        select_same_channel: true,
        select_default: true,
        buffered: true,
        close: true,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
    // Its select receives only, and its processes share no mutable memory.
    Dialect {
        name: "flix",
        dialect: case::Dialect::Standard,
        language: Language::Flix,
        select_put: false,
        select_same_channel: true,
        select_default: true,
        buffered: true,
        close: false,
        mutex: false,
        waitgroup: false,
        counter: false,
    },
    // The Rust libraries close a channel by dropping its last sender, which
    // makes closing a matter of ownership and not an action of a process.
    Dialect {
        name: "crossbeam-channel",
        dialect: case::Dialect::CrossbeamChannel,
        language: Language::Rust,
        select_put: true,
        select_same_channel: true,
        select_default: true,
        buffered: true,
        close: false,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
    // A Selector has no default, only a time-out.
    Dialect {
        name: "flume",
        dialect: case::Dialect::Flume,
        language: Language::Rust,
        select_put: true,
        select_same_channel: true,
        select_default: false,
        buffered: true,
        close: false,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
    // `chan_select!` tells its clauses apart by their channels.
    Dialect {
        name: "chan",
        dialect: case::Dialect::Chan,
        language: Language::Rust,
        select_put: true,
        select_same_channel: false,
        select_default: true,
        buffered: true,
        close: false,
        mutex: true,
        waitgroup: false,
        counter: true,
    },
];

impl Dialect {
    /// The dialect with this name.
    pub fn named(name: &str) -> Option<&'static Dialect> {
        DIALECTS.iter().find(|dialect| dialect.name == name)
    }

    /// The dialect of a plan.
    pub fn of(language: Language, dialect: case::Dialect) -> Option<&'static Dialect> {
        DIALECTS.iter().find(|known| known.language == language && known.dialect == dialect)
    }
}
