//! An engine that mutates programs without changing their types.
pub mod swift;

/// Why a program cannot serve as a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// It is not text.
    #[error("it is not UTF-8")]
    NotText,
    /// It is too large.
    #[error("it has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// How large it is.
        bytes: usize,
        /// How large it may be.
        limit: usize,
    },
    /// It nests too deeply.
    #[error("it nests too deeply to be parsed")]
    TooDeep,
    /// Its tokens cannot be told apart.
    #[error("line {line}: a string, comment or other token is not understood")]
    Syntax {
        /// Where.
        line: usize,
    },
    /// There is nothing to replace.
    #[error("it has no expression whose type is known")]
    NoSites,
}
