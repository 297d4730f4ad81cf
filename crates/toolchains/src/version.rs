//! Versions as compilers write them: ordered, and matched by prefix.

use std::cmp::Ordering;

/// Whether a version is what was asked for: the same, or longer by further
/// numbers. `1.63` matches `1.63.0`, but not `1.630` and not `1.63.0-nightly`.
pub(crate) fn matches(wanted: &str, version: &str) -> bool {
    version.strip_prefix(wanted).is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with('.') && rest.chars().all(|c| c == '.' || c.is_ascii_digit())
    })
}

/// Orders versions by their components: numbers by value, and a word (a
/// pre-release) before the end and before any number.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (components(left), components(right));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (left, right) => match rank(left).cmp(&rank(right)) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// The first number of a version: the release of a JDK.
pub(crate) fn major(version: &str) -> u64 {
    components(version).next().and_then(|first| first.parse().ok()).unwrap_or(0)
}

/// The version in what a program says about itself: the first word after the
/// marker that starts with a digit (or a `v` and a digit) and is a plain word.
pub(crate) fn said<'text>(text: &'text str, marker: &str) -> Option<&'text str> {
    let (_, rest) = text.split_once(marker)?;
    rest.split_whitespace()
        .map(|word| {
            let word = word.trim_end_matches([',', ';', ':']);
            word.strip_prefix('v').unwrap_or(word)
        })
        .find(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.chars().all(|c| c.is_ascii_alphanumeric() || ".-+_".contains(c))
        })
}

fn components(version: &str) -> impl Iterator<Item = &str> {
    version
        .split(['.', '-', '+', '_'])
        .flat_map(|part| {
            // `27rc1` is the number 27 and the word rc1.
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, word) = part.split_at(digits);
            [number, word]
        })
        .filter(|component| !component.is_empty())
}

fn rank(component: Option<&str>) -> (u8, u64, &str) {
    match component {
        Some(component) => match component.parse() {
            Ok(number) => (2, number, ""),
            Err(_) => (0, 0, component),
        },
        None => (1, 0, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_match_whole_components() {
        for (wanted, version, expected) in [
            ("1.63", "1.63.0", true),
            ("1.63.0", "1.63.0", true),
            ("1.6", "1.63.0", false),
            ("17", "17.0.15", true),
            ("1", "17.0.15", false),
            ("1.63.0", "1.63", false),
            ("2.4.0", "2.4.0-RC2", false),
            ("1.97", "1.97.0-nightly", false),
            ("1.97.0-nightly", "1.97.0-nightly", true),
            ("2.4.0", "2.4.01", false),
        ] {
            assert_eq!(matches(wanted, version), expected, "{wanted} against {version}");
        }
    }

    #[test]
    fn versions_are_ordered_by_value() {
        let sorted = [
            "0.19",
            "1.3.72",
            "1.8.20",
            "1.27rc1",
            "1.27",
            "1.27.0",
            "2.4.0-Beta1",
            "2.4.0-RC2",
            "2.4.0",
            "2.4.10",
            "10.0",
            "25",
        ];
        for (i, left) in sorted.iter().enumerate() {
            for (j, right) in sorted.iter().enumerate() {
                assert_eq!(compare(left, right), i.cmp(&j), "{left} against {right}");
            }
        }
    }

    #[test]
    fn versions_are_read_from_what_programs_say() {
        for (text, marker, expected) in [
            ("rustc 1.95.0 (59807616e 2026-04-14)", "rustc ", Some("1.95.0")),
            ("javac 25", "javac ", Some("25")),
            ("go version go1.26.8 linux/amd64", "go version go", Some("1.26.8")),
            (
                "gccrs-16 (Debian 16-20260322-1) 16.0.1 20260322 (experimental)",
                "gccrs",
                Some("16.0.1"),
            ),
            (
                "The OCaml compiler, version 5.3.0\nStandard library",
                "OCaml compiler, version",
                Some("5.3.0"),
            ),
            ("The Flix Programming Language v0.5.0", "Flix", Some("0.5.0")),
            ("hello", "rustc ", None),
            ("rustc of my own making", "rustc ", None),
        ] {
            assert_eq!(said(text, marker), expected, "{text}");
        }
    }
}
