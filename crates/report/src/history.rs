//! Since when, until when: what the verdicts on a finding say about versions.

use std::cmp::Ordering;

use store::Again;
use toolchains::compare_versions;

use crate::view::FindingView;

/// Orders versions. A build that the user names by its path is newer than all releases.
fn order(left: &str, right: &str) -> Ordering {
    let own = |version: &str| version.contains('/');
    own(left).cmp(&own(right)).then_with(|| compare_versions(left, right))
}

/// In which versions of its compiler, in the configuration that it was found with, a
/// finding is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The versions with a verdict, oldest first, and whether the finding is there.
    pub tried: Vec<(String, bool)>,
}

impl History {
    /// What is known of a finding.
    pub fn of(finding: &FindingView) -> History {
        let found = &finding.target;
        let mut tried: Vec<(String, bool)> = finding
            .verdicts
            .iter()
            .filter(|verdict| {
                let target = &verdict.target;
                (&target.compiler, &target.configuration) == (&found.compiler, &found.configuration)
                    && verdict.seen != Again::Unknown
            })
            .map(|verdict| (verdict.target.version.clone(), verdict.seen == Again::Same))
            .collect();
        if !tried.iter().any(|(version, _)| *version == found.version) {
            tried.push((found.version.clone(), true));
        }
        tried.sort_by(|(left, _), (right, _)| order(left, right));
        History { tried }
    }

    /// The oldest version that has it.
    pub fn first(&self) -> Option<&str> {
        self.tried.iter().find(|(_, there)| *there).map(|(version, _)| &version[..])
    }

    /// The newest version that has it.
    pub fn last(&self) -> Option<&str> {
        self.tried.iter().rev().find(|(_, there)| *there).map(|(version, _)| &version[..])
    }

    /// The newest version before all that have it.
    pub fn absent_before(&self) -> Option<&str> {
        let first = self.tried.iter().position(|(_, there)| *there)?;
        Some(&self.tried[first.checked_sub(1)?].0)
    }

    /// The oldest version after all that have it.
    pub fn absent_after(&self) -> Option<&str> {
        let last = self.tried.iter().rposition(|(_, there)| *there)?;
        self.tried.get(last + 1).map(|(version, _)| &version[..])
    }

    /// Whether a version without it stands between two that have it.
    pub fn comes_and_goes(&self) -> bool {
        let first = self.tried.iter().position(|(_, there)| *there);
        let last = self.tried.iter().rposition(|(_, there)| *there);
        match (first, last) {
            (Some(first), Some(last)) => self.tried[first..last].iter().any(|(_, there)| !there),
            _ => false,
        }
    }

    /// The newest version that was tried.
    pub fn newest(&self) -> Option<&str> {
        self.tried.last().map(|(version, _)| &version[..])
    }

    /// The same in a sentence without its full stop.
    pub fn sentence(&self) -> String {
        let (Some(first), Some(last)) = (self.first(), self.last()) else {
            return "in none of the versions that were tried".to_owned();
        };
        if let [(only, true)] = &self.tried[..] {
            return format!("in {only}; no other version was tried");
        }
        let since = match self.absent_before() {
            Some(before) => format!("since {first} (not in {before})"),
            None => format!("since {first} or earlier, the oldest version tried"),
        };
        let until = match self.absent_after() {
            Some(after) => format!("until {last} (not in {after})"),
            None => format!("still in {last}, the newest version tried"),
        };
        let gap = if self.comes_and_goes() { "; not in all versions between" } else { "" };
        format!("{since}, {until}{gap}")
    }

    /// The same for a column of a table: `1.63.0`, `≤1.48.0–1.63.0`, `1.85.0→`.
    pub fn short(&self) -> String {
        let (Some(first), Some(last)) = (self.first(), self.last()) else {
            return "–".to_owned();
        };
        let alone = self.tried.len() == 1;
        let before = if self.absent_before().is_none() && !alone { "≤" } else { "" };
        match (self.absent_after(), alone) {
            (_, true) => first.to_owned(),
            (None, _) => format!("{before}{first} →"),
            (Some(_), _) if compare_versions(first, last) == Ordering::Equal => {
                format!("{before}{first}")
            }
            (Some(_), _) => format!("{before}{first} – {last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tried: &[(&str, bool)], sentence: &str, short: &str) {
        let tried = tried.iter().map(|(version, there)| ((*version).to_owned(), *there)).collect();
        let history = History { tried };
        assert_eq!((&history.sentence()[..], &history.short()[..]), (sentence, short));
    }

    #[test]
    fn in_words() {
        check(&[("1.63.0", true)], "in 1.63.0; no other version was tried", "1.63.0");
        check(
            &[("1.48.0", true), ("1.63.0", true), ("1.85.0", false)],
            "since 1.48.0 or earlier, the oldest version tried, until 1.63.0 (not in 1.85.0)",
            "≤1.48.0 – 1.63.0",
        );
        check(
            &[("1.48.0", false), ("1.63.0", true), ("1.85.0", true)],
            "since 1.63.0 (not in 1.48.0), still in 1.85.0, the newest version tried",
            "1.63.0 →",
        );
        check(
            &[("1", true), ("2", false), ("3", true), ("4", false)],
            "since 1 or earlier, the oldest version tried, until 3 (not in 4); \
             not in all versions between",
            "≤1 – 3",
        );
        check(&[("1", false)], "in none of the versions that were tried", "–");
    }
}
