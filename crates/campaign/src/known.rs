//! Issues that are known already: counted, but not reported as new.

use case::{FindingKind, TargetName};
use regex::Regex;
use serde::Deserialize;
use thiserror::Error;

/// A list of known issues, asked in order.
#[derive(Clone, Debug, Default)]
pub struct KnownIssues(Vec<KnownIssue>);

/// A pattern of findings whose cause is known.
#[derive(Clone, Debug)]
pub struct KnownIssue {
    /// A short name.
    pub name: String,
    /// What it is, and where it is tracked.
    pub about: String,
    /// The kinds of finding through which it shows; any if empty.
    kinds: Vec<FindingKind>,
    target: Option<Regex>,
    signature: Option<Regex>,
    source: Option<Regex>,
}

/// Why a file of known issues could not be read.
#[derive(Debug, Error)]
pub enum KnownIssuesError {
    /// The text is not TOML of the right form.
    #[error("{origin} is not a list of known issues: {error}")]
    Form {
        /// The file.
        origin: String,
        /// What is wrong.
        error: String,
    },
    /// One of the issues is not usable.
    #[error("in {origin}, known issue {issue:?}: {error}")]
    Issue {
        /// The file.
        origin: String,
        /// The issue's name.
        issue: String,
        /// What is wrong.
        error: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    #[serde(default)]
    issue: Vec<IssueForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueForm {
    name: String,
    about: String,
    #[serde(default)]
    kinds: Vec<String>,
    target: Option<String>,
    signature: Option<String>,
    source: Option<String>,
}

impl KnownIssues {
    /// The issues that wellsmith itself knows.
    pub fn built_in() -> KnownIssues {
        let text = include_str!("../known-issues.toml");
        KnownIssues::parse(text, "known-issues.toml").expect("checked by a test")
    }

    /// Reads a list; `origin` is named in errors.
    pub fn parse(text: &str, origin: &str) -> Result<KnownIssues, KnownIssuesError> {
        let form: FileForm = toml::from_str(text).map_err(|error| KnownIssuesError::Form {
            origin: origin.to_owned(),
            error: error.to_string(),
        })?;
        let issues = form.issue.into_iter().map(|issue| {
            let name = issue.name.clone();
            KnownIssue::new(issue).map_err(|error| KnownIssuesError::Issue {
                origin: origin.to_owned(),
                issue: name,
                error,
            })
        });
        Ok(KnownIssues(issues.collect::<Result<_, _>>()?))
    }

    /// Adds the issues of another list.
    pub fn extend(&mut self, other: KnownIssues) {
        self.0.extend(other.0);
    }

    /// The first issue that fits a finding.
    pub fn find(
        &self,
        kind: FindingKind,
        target: &TargetName,
        signature: &str,
        source: &str,
    ) -> Option<&KnownIssue> {
        let target = &target.to_string();
        let fits = |pattern: &Option<Regex>, text: &str| {
            pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
        };
        self.0.iter().find(|issue| {
            (issue.kinds.is_empty() || issue.kinds.contains(&kind))
                && fits(&issue.target, target)
                && fits(&issue.signature, signature)
                && fits(&issue.source, source)
        })
    }
}

impl KnownIssue {
    fn new(form: IssueForm) -> Result<KnownIssue, String> {
        let regex = |text: Option<String>| {
            text.map(|text| Regex::new(&text)).transpose().map_err(|error| error.to_string())
        };
        let issue = KnownIssue {
            name: form.name,
            about: form.about,
            kinds: form
                .kinds
                .iter()
                .map(|kind| kind.parse())
                .collect::<Result<_, _>>()
                .map_err(|error: case::UnknownWord| error.to_string())?,
            target: regex(form.target)?,
            signature: regex(form.signature)?,
            source: regex(form.source)?,
        };
        if issue.target.is_none() && issue.signature.is_none() && issue.source.is_none() {
            return Err("give at least one of target, signature and source".to_owned());
        }
        Ok(issue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_list_is_well_formed() {
        let _ = KnownIssues::built_in();
    }

    #[test]
    fn all_given_patterns_must_fit() {
        let known = KnownIssues::parse(
            "[[issue]]\nname = 'a'\nabout = 'x'\nkinds = ['termination', 'crash']\ntarget = '^flume@0'\n",
            "test",
        )
        .unwrap();
        let find = |kind, target: &str| {
            let target = target.parse().unwrap();
            known.find(kind, &target, "", "").map(|issue| &issue.name[..])
        };
        assert_eq!(find(FindingKind::Termination, "flume@0.12.0"), Some("a"));
        assert_eq!(find(FindingKind::Crash, "flume@0.12.0"), Some("a"));
        assert_eq!(find(FindingKind::Precision, "flume@0.12.0"), None);
        assert_eq!(find(FindingKind::Termination, "chan@0.1.23"), None);
    }

    #[test]
    fn lists_are_added_and_the_first_issue_that_fits_counts() {
        let list = |name: &str, target: &str| {
            let text = format!("[[issue]]\nname = '{name}'\nabout = 'x'\ntarget = '{target}'\n");
            KnownIssues::parse(&text, "test").unwrap()
        };
        let mut known = list("a", "^flume");
        known.extend(list("b", "^flume|^go"));
        let find = |target: &str| {
            let target = target.parse().unwrap();
            known.find(FindingKind::Crash, &target, "", "").map(|issue| &issue.name[..])
        };
        assert_eq!((find("flume@0.12.0"), find("go@1.26.8")), (Some("a"), Some("b")));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| KnownIssues::parse(text, "mine.toml").unwrap_err().to_string();
        assert!(error("[[issue]]\nname='a'\nabout='b'\ncolour='c'").contains("colour"));
        assert!(error("[[issue]]\nname='a'\nabout='b'").contains("at least one"));
        assert!(error("[[issue]]\nname='a'\nabout='b'\nkinds=['odd']").contains("known are"));
        assert!(error("[[issue]]\nname='a'\nabout='b'\ntarget='('").contains("mine.toml"));
    }
}
