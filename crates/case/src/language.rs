//! The languages that programs are written in and the modes they are made in.

use std::fmt;
use std::str::FromStr;

/// A word that is none of the known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// What the word should have named: "language", "mode".
    pub what: &'static str,
    /// The word.
    pub word: String,
    /// The words that would have done.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} {:?}; known are: {}", self.what, self.word, self.known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// Defines an enum whose variants have fixed lower-case names.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $what:literal { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name as users write and read it.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<$name, UnknownWord> {
                $name::ALL.iter().copied().find(|known| known.name() == word).ok_or_else(|| {
                    UnknownWord {
                        what: $what,
                        word: word.to_owned(),
                        known: $name::ALL.iter().map(|known| known.name()).collect(),
                    }
                })
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A language that programs are written in.
    Language, "language" {
        /// System F in its own syntax.
        SystemF = "systemf",
        /// Rust.
        Rust = "rust",
        /// Swift.
        Swift = "swift",
        /// Java.
        Java = "java",
        /// Kotlin.
        Kotlin = "kotlin",
        /// Scala 3.
        Scala = "scala",
        /// Groovy, statically checked.
        Groovy = "groovy",
        /// Haskell.
        Haskell = "haskell",
        /// OCaml.
        OCaml = "ocaml",
        /// Go.
        Go = "go",
        /// Crystal.
        Crystal = "crystal",
        /// Flix.
        Flix = "flix",
    }
}

impl Language {
    /// The ending of source files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Language::SystemF => "sysf",
            Language::Rust => "rs",
            Language::Swift => "swift",
            Language::Java => "java",
            Language::Kotlin => "kt",
            Language::Scala => "scala",
            Language::Groovy => "groovy",
            Language::Haskell => "hs",
            Language::OCaml => "ml",
            Language::Go => "go",
            Language::Crystal => "cr",
            Language::Flix => "flix",
        }
    }
}

words! {
    /// What an engine is asked to make.
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
        /// Type-preserving mutation, level 1.
        Level1 = "level-1",
        /// Type-preserving mutation, level 2.
        Level2 = "level-2",
        /// Type-preserving mutation, level 3.
        Level3 = "level-3",
        /// Type-preserving mutation, level 4.
        Level4 = "level-4",
        /// Programs every execution of which must end.
        Terminating = "terminating",
    }
}
