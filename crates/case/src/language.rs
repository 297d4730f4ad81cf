//! The languages that programs are written in, their dialects, and the modes in
//! which programs are generated.

use std::fmt;
use std::str::FromStr;

use crate::intern::intern;
use crate::words;
use crate::words::UnknownWord;

macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $extension:literal;)*) => {
        /// A language that programs are written in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Language {
            $($(#[$doc])* $variant,)*
            /// A language of the user's, by the name that a rule file gives it.
            User(&'static str),
        }

        impl Language {
            /// The languages that wellsmith knows by itself.
            pub const ALL: &'static [Language] = &[$(Language::$variant,)*];

            /// The name as users write and read it.
            pub fn name(self) -> &'static str {
                match self { $(Language::$variant => $name,)* Language::User(name) => name }
            }

            /// The extension of source files, without the dot.
            pub fn extension(self) -> &'static str {
                match self { $(Language::$variant => $extension,)* Language::User(name) => name }
            }
        }
    };
}

languages! {
    /// System F in its own syntax.
    SystemF = "systemf", "sysf";
    /// Rust.
    Rust = "rust", "rs";
    /// Java.
    Java = "java", "java";
    /// Kotlin.
    Kotlin = "kotlin", "kt";
    /// Scala 3.
    Scala = "scala", "scala";
    /// Groovy, statically checked.
    Groovy = "groovy", "groovy";
    /// Haskell.
    Haskell = "haskell", "hs";
    /// OCaml.
    OCaml = "ocaml", "ml";
    /// Go.
    Go = "go", "go";
    /// Crystal.
    Crystal = "crystal", "cr";
    /// Flix.
    Flix = "flix", "flix";
    /// Swift.
    Swift = "swift", "swift";
}

impl Language {
    /// The language with this name: a built-in one, or else one of the user's.
    pub fn named(name: &str) -> Language {
        name.parse().unwrap_or_else(|_: UnknownWord| Language::User(intern(name)))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a built-in language; see [`Language::named`] for others.
impl FromStr for Language {
    type Err = UnknownWord;

    fn from_str(name: &str) -> Result<Language, UnknownWord> {
        let found = Language::ALL.iter().copied().find(|known| known.name() == name);
        found.ok_or_else(|| UnknownWord {
            what: "language",
            word: name.to_owned(),
            known: Language::ALL.iter().map(|known| known.name()).collect(),
        })
    }
}

words! {
    /// A variant of a language: a library, or a version with a syntax of its
    /// own. Engines say which ones they write, targets which one they take.
    Dialect, "dialect" {
        /// The language as its current compilers take it.
        Standard = "standard",
        /// Rust for compilers without a borrow checker.
        RustTypes = "rust-types",
        /// Rust of edition 2024.
        Rust2024 = "rust-2024",
        /// Haskell before GHC 9.2: no GHC2021, no impredicative instantiation.
        Haskell2010 = "haskell2010",
        /// Swift in language mode 6.
        Swift6 = "swift6",
        /// Rust with the crate crossbeam-channel.
        CrossbeamChannel = "crossbeam-channel",
        /// Rust with the crate flume.
        Flume = "flume",
        /// Rust with the crate chan.
        Chan = "chan",
        /// Kotlin with kotlinx.coroutines.
        Coroutines = "kotlinx-coroutines",
        /// Kotlin with kotlinx.coroutines 1.0 to 1.6, before `select` was rewritten.
        CoroutinesBefore17 = "kotlinx-coroutines-before-1.7",
        /// Kotlin with kotlinx.coroutines before 0.26, when it was experimental.
        CoroutinesExperimental = "kotlinx-coroutines-experimental",
    }
}

impl Dialect {
    /// For a dialect that is a library: what every program that uses it contains.
    pub fn library(self) -> Option<&'static str> {
        match self {
            Dialect::CrossbeamChannel => Some("crossbeam_channel"),
            Dialect::Flume => Some("flume"),
            Dialect::Chan => Some("chan::"),
            Dialect::CoroutinesExperimental => Some("kotlinx.coroutines.experimental"),
            Dialect::Coroutines | Dialect::CoroutinesBefore17 => Some("kotlinx.coroutines."),
            Dialect::Standard
            | Dialect::RustTypes
            | Dialect::Rust2024
            | Dialect::Haskell2010
            | Dialect::Swift6 => None,
        }
    }
}

words! {
    /// What an engine is asked to generate.
    Mode, "mode" {
        /// Programs that must be accepted.
        WellTyped = "well-typed",
        /// Programs that must be rejected, for a known reason.
        IllTyped = "ill-typed",
        /// Classes of programs that must get the same verdict.
        Equivalent = "equivalent",
        /// Well-typed, with what inference can restore left out.
        WellTypedErased = "well-typed-erased",
        /// Ill-typed, with what inference can restore left out.
        IllTypedErased = "ill-typed-erased",
        /// Programs of which every execution must terminate.
        Terminating = "terminating",
        /// Programs that must behave as predicted, and alike on every target.
        Behaviour = "behaviour",
    }
}

impl Mode {
    /// Whether every program of this mode must be accepted, so that frequent
    /// rejections point at the generator.
    pub fn must_be_accepted(self) -> bool {
        matches!(
            self,
            Mode::WellTyped | Mode::WellTypedErased | Mode::Terminating | Mode::Behaviour
        )
    }

    /// What a target must do with programs of this mode.
    pub fn needs(self) -> Does {
        match self {
            Mode::Terminating | Mode::Behaviour => Does::Runs,
            _ => Does::Checks,
        }
    }

    /// Whether what several targets did with a program of this mode is compared.
    /// Executions of a concurrent program may differ.
    pub fn compares(self) -> bool {
        self != Mode::Terminating
    }
}

words! {
    /// What a target does with programs.
    Does, "ability" {
        /// It compiles them and says whether they are accepted.
        Checks = "checks",
        /// It compiles and runs them.
        Runs = "runs",
    }
}
