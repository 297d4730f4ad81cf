//! The runtimes under test: a language, or one of its channel libraries.
//!
//! A file here is all that the engine knows of the runtimes of one language:
//! [`Runtime`] says what each of them supports, and a printer writes programs in
//! its syntax. Rules that need a construct which a runtime lacks are not applied
//! when programs are generated for it, so a printer never meets that construct.
//!
//! The crate's first page says how to add a runtime.

mod crystal;
mod flix;
mod go;
mod kotlin;
mod rust;

use case::{Dialect, Language};

use crate::program::Program;

/// All runtimes. Those of one language stand together, its usual one first.
pub static RUNTIMES: [Runtime; 9] = [
    go::GO,
    kotlin::COROUTINES,
    kotlin::COROUTINES_BEFORE_1_7,
    kotlin::COROUTINES_EXPERIMENTAL,
    crystal::CRYSTAL,
    flix::FLIX,
    rust::CROSSBEAM_CHANNEL,
    rust::FLUME,
    rust::CHAN,
];

/// A runtime: what it supports and how its programs are written.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// The language of its programs.
    pub language: Language,
    /// Which of the language's runtimes it is; no two of one language have the
    /// same.
    pub dialect: Dialect,
    /// A select may have clauses that send.
    pub select_put: Support,
    /// Two clauses of a select may name the same channel.
    pub select_same_channel: Support,
    /// A select may have a default clause, taken when no other clause is ready.
    pub select_default: Support,
    /// Channels may have a capacity.
    pub buffered: Support,
    /// A process can close a channel, and receive until a channel is closed.
    pub close: Support,
    /// A process can hold a mutex while it communicates.
    pub mutex: Support,
    /// Wait groups.
    pub waitgroup: Support,
    /// Processes can add to a common sum, which the value oracle needs.
    pub counter: Support,
    /// Its printer. The same program always gives the same text.
    print: fn(&Program) -> String,
}

/// Whether a runtime supports a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It does, under this name in its documentation.
    Yes(&'static str),
    /// Not the runtime, but something beside it, which is not what is tested: so
    /// programs use it only if they are asked to.
    Beside(&'static str),
    /// Programs do without it, for this reason.
    No(&'static str),
}

impl Support {
    /// Whether programs may use the construct.
    pub fn is_yes(self) -> bool {
        matches!(self, Support::Yes(_) | Support::Beside(_))
    }
}

impl Runtime {
    /// The runtime that a plan names, if there is one.
    pub fn of(language: Language, dialect: Dialect) -> Option<&'static Runtime> {
        RUNTIMES.iter().find(|known| known.language == language && known.dialect == dialect)
    }

    /// The runtime with this name.
    pub fn named(name: &str) -> Option<&'static Runtime> {
        RUNTIMES.iter().find(|known| known.name() == name)
    }

    /// The name of its dialect, or of its language if that has only one.
    pub fn name(&self) -> &'static str {
        match self.dialect {
            Dialect::Standard => self.language.name(),
            dialect => dialect.name(),
        }
    }

    /// A program in the syntax of the runtime: a complete source file. It joins
    /// every process that it has spawned and then prints one line, which is `ok`
    /// or, if messages were lost, doubled or changed, the remaining sum of the
    /// value oracle.
    pub fn print(&self, program: &Program) -> String {
        (self.print)(program)
    }

    /// Every construct with what the runtime makes of it.
    pub fn supports(&self) -> [(&'static str, Support); 8] {
        [
            ("select clauses that send", self.select_put),
            ("two select clauses on one channel", self.select_same_channel),
            ("default clause", self.select_default),
            ("buffered channels", self.buffered),
            ("closing a channel", self.close),
            ("mutex", self.mutex),
            ("wait group", self.waitgroup),
            ("common sum", self.counter),
        ]
    }
}
