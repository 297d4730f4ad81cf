//! The recorded answers of one run of a generator.

use std::fmt;
use std::str::FromStr;

/// The answers that a generator was given, in the order of its questions.
///
/// Tapes are ordered by length and then lexicographically, the order in which
/// [`shrink`](crate::shrink) looks for the smallest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tape(pub Vec<u32>);

impl Tape {
    /// The tape as bytes: each answer as a little-endian base-128 number.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() + 8);
        for &answer in &self.0 {
            let mut rest = answer;
            while rest >= 0x80 {
                bytes.push((rest as u8 & 0x7f) | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    /// Reads what [`Tape::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tape, TapeError> {
        let mut answers = Vec::with_capacity(bytes.len());
        let mut answer: u32 = 0;
        let mut shift = 0;
        for &byte in bytes {
            let part = u32::from(byte & 0x7f);
            if shift > 28 || (shift == 28 && part > 0x0f) {
                return Err(TapeError::Overflow);
            }
            answer |= part << shift;
            if byte & 0x80 != 0 {
                shift += 7;
            } else {
                answers.push(answer);
                answer = 0;
                shift = 0;
            }
        }
        if shift == 0 { Ok(Tape(answers)) } else { Err(TapeError::Truncated) }
    }
}

impl PartialOrd for Tape {
    fn partial_cmp(&self, other: &Tape) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tape {
    fn cmp(&self, other: &Tape) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

/// A tape is written as the hexadecimal form of its bytes.
impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Tape {
    type Err = TapeError;

    fn from_str(text: &str) -> Result<Tape, TapeError> {
        let digits: Vec<u8> = text
            .chars()
            .map(|c| c.to_digit(16).map(|d| d as u8).ok_or(TapeError::NotHex(c)))
            .collect::<Result<_, _>>()?;
        if !digits.len().is_multiple_of(2) {
            return Err(TapeError::Truncated);
        }
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        Tape::from_bytes(&bytes)
    }
}

/// Why some bytes or some text are not a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TapeError {
    /// A character that is not a hexadecimal digit.
    NotHex(char),
    /// The text or the bytes end in the middle of an answer.
    Truncated,
    /// An answer that does not fit 32 bits.
    Overflow,
}

impl fmt::Display for TapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TapeError::NotHex(c) => write!(f, "{c:?} is not a hexadecimal digit"),
            TapeError::Truncated => f.write_str("the tape ends in the middle of an answer"),
            TapeError::Overflow => f.write_str("an answer on the tape does not fit 32 bits"),
        }
    }
}

impl std::error::Error for TapeError {}
