//! Signatures of crashes: what two crashes with one cause have in common.
//!
//! [`case::crash_gist`] takes out of a message what belongs to the program at
//! hand: quoted pieces and numbers. What else a compiler writes that differs from
//! run to run, each driver states as a table. Places in the sources of a
//! compiler stay, with their lines.

use std::sync::{LazyLock, OnceLock};

use case::crash_gist;
use regex::Regex;

/// Patterns of what is not the same in two crashes with one cause, each with its
/// replacement.
pub(crate) struct Patterns {
    table: &'static [(&'static str, &'static str)],
    compiled: OnceLock<Vec<(Regex, &'static str)>>,
}

/// For compilers whose crashes need no patterns.
pub(crate) static NONE: Patterns = Patterns::new(&[]);

impl Patterns {
    pub(crate) const fn new(table: &'static [(&'static str, &'static str)]) -> Patterns {
        Patterns { table, compiled: OnceLock::new() }
    }

    /// The text with everything replaced that fits a pattern.
    pub(crate) fn replace(&self, text: &str) -> String {
        let compiled = self
            .compiled
            .get_or_init(|| self.table.iter().map(|(pattern, by)| (regex(pattern), *by)).collect());
        compiled
            .iter()
            .fold(text.to_owned(), |text, (pattern, by)| pattern.replace_all(&text, *by).into())
    }

    /// The gist of the first line of a message.
    pub(crate) fn gist(&self, message: &str) -> String {
        let message = self.replace(message.lines().next().unwrap_or_default());
        let mut gist = String::new();
        let mut end = 0;
        for place in PLACE.find_iter(&message) {
            gist.push_str(&part(&message[end..place.start()]));
            gist.push_str(place.as_str());
            end = place.end();
        }
        gist.push_str(&part(&message[end..]));
        gist.trim().to_owned()
    }
}

/// The gist of a part of a message, with the spaces around it.
fn part(text: &str) -> String {
    let (start, end) = (text.trim_start(), text.trim_end());
    let before = &text[..text.len() - start.len()];
    let after = if start.is_empty() { "" } else { &text[end.len()..] };
    format!("{before}{}{after}", crash_gist(text))
}

/// A place in the sources of a compiler.
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"[\w.+-]+(?:/[\w.+-]+)*\.(?:rs|hs|ml|cc|cpp|h):\d+(?::\d+)?"));

pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_and_what_belongs_to_the_program_goes() {
        let patterns = Patterns::new(&[(r"DefId\([^)]*\)", "DefId")]);
        for (message, expected) in [
            (
                "compiler/rustc_x/src/layout.rs:12:3: no type for DefId(0:3 ~ p[1]::f) in `p1`",
                "compiler/rustc_x/src/layout.rs:12:3: no type for DefId in _",
            ),
            ("in operator[], at vec.h:910", "in operator[], at vec.h:910"),
            ("index 3 of 7\nsecond line", "index # of #"),
            ("at GHC/Types/Var.hs:1185 and Main.ml:3", "at GHC/Types/Var.hs:1185 and Main.ml:3"),
            ("", ""),
        ] {
            assert_eq!(patterns.gist(message), expected);
        }
    }
}
