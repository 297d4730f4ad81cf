//! Enums whose variants are stored, typed and shown as fixed words.

use std::fmt;

/// A word that is none of the known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// What the word should have named.
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
#[macro_export]
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

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<$name, $crate::UnknownWord> {
                $name::ALL.iter().copied().find(|known| known.name() == word).ok_or_else(|| {
                    $crate::UnknownWord {
                        what: $what,
                        word: word.to_owned(),
                        known: $name::ALL.iter().map(|known| known.name()).collect(),
                    }
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::UnknownWord;

            fn try_from(word: String) -> Result<$name, $crate::UnknownWord> {
                word.parse()
            }
        }
    };
}
