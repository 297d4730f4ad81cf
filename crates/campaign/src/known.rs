//! Issues that are known already: counted, but not reported as new.

use case::{FindingKind, TargetName};
use regex::Regex;
use serde::{Deserialize, Serialize};
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

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    #[serde(default)]
    issue: Vec<IssueForm>,
}

#[derive(Deserialize, Serialize)]
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

/// A file of known issues with one for each bucket, given by its id, kind and
/// signature: what is in it is not reported as new any more, and nothing else.
pub fn baseline<'a>(buckets: impl IntoIterator<Item = (&'a str, FindingKind, &'a str)>) -> String {
    let issue = buckets.into_iter().map(|(id, kind, signature)| IssueForm {
        name: format!("baseline-{id}"),
        about: format!("Was there when the baseline was made: {signature}"),
        kinds: vec![kind.name().to_owned()],
        target: None,
        signature: Some(format!("^{}$", regex::escape(signature))),
        source: None,
    });
    toml::to_string(&FileForm { issue: issue.collect() }).expect("it is made of texts")
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

    /// An issue of a kind and a target alone would hide every bug of that kind.
    #[test]
    fn no_built_in_issue_hides_a_whole_kind_of_finding() {
        for issue in KnownIssues::built_in().0 {
            assert!(issue.signature.is_some() || issue.source.is_some(), "{}", issue.name);
        }
    }

    #[test]
    fn a_hang_of_another_cause_is_not_known() {
        let known = KnownIssues::built_in();
        let find = |target: &str, source: &str| {
            let target: TargetName = target.parse().unwrap();
            let signature = format!("termination {}: does not terminate", target.compiler);
            let issue = known.find(FindingKind::Termination, &target, &signature, source);
            issue.map(|issue| issue.name.clone())
        };
        let mixed = "let s = Selector::new()\n    .send(&a, ())\n    .recv(&b, |_| ());\n";
        assert_eq!(find("flume@0.12.0", mixed).as_deref(), Some("flume-mixed-select"));
        assert_eq!(find("flume@0.12.0", "let s = Selector::new()\n    .recv(&b, |_| ());\n"), None);
        assert_eq!(find("flume@0.12.0", "a.send(()).unwrap();\n"), None);
        let sends = "let s = Selector::new()\n    .send(&a, ())\n    .send(&b, ());\n";
        assert_eq!(find("flume@0.12.0", sends).as_deref(), Some("flume-send-select"));
        let block = "Selector::new()\n    .recv(&a, |got| {\n        x = got.ok();\n        0\n    })\n    \
             .send(&b, ())\n    .wait()\n";
        assert_eq!(find("flume@0.12.0", block).as_deref(), Some("flume-mixed-select"));
        let apart = "Selector::new()\n    .send(&a, ())\n    .wait();\nSelector::new()\n    \
             .recv(&b, |_| ())\n    .wait();\n";
        assert_eq!(find("flume@0.12.0", apart), None, "two selects of one arm each");
        assert_eq!(find("chan@0.1.23", "a.send(());\n"), None);
    }

    /// One bug shows as one kind in one mode, and as another in another.
    #[test]
    fn an_issue_is_known_by_whatever_kind_it_shows() {
        let known = KnownIssues::built_in();
        let source = "fn g1<P2>() -> impl R3 where P2: Copy {\n    g0::<P2>()\n}\n";
        let find = |kind: FindingKind, target: &str, gist: &str, source: &str| {
            let signature = format!("{kind} rustc: {gist}");
            let issue = known.find(kind, &target.parse().unwrap(), &signature, source);
            issue.map(|issue| issue.name.clone())
        };
        use FindingKind::{Consistency, Soundness};
        let experimental = "rustc@1.95.0+next-solver";
        let complaint = "E0310 the parameter type _ may not live long enough";
        for (kind, gist) in [
            (Soundness, "Holds.sat by Hold-Lives".to_owned()),
            (Consistency, complaint.to_owned()),
            (Consistency, format!("accepts what is rejected elsewhere: {complaint}")),
        ] {
            let found = find(kind, experimental, &gist, source);
            assert_eq!(found.as_deref(), Some("rustc-next-solver-opaque-static"), "{kind} {gist}");
            assert_eq!(find(kind, "rustc@1.95.0", &gist, source), None, "the default is right");
            assert_eq!(find(kind, experimental, &gist, "fn main() {}\n"), None);
        }
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
