//! Issues that are known already: counted, but not reported as new.

use case::{Diagnostic, FindingKind, Outcome};
use regex::Regex;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sighting::{Against, Evidence, Sighting};

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
    message: Option<Regex>,
    line: Option<Regex>,
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
    message: Option<String>,
    line: Option<String>,
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
    pub fn find(&self, sighting: &Sighting, evidence: &Evidence) -> Option<&KnownIssue> {
        let target = &sighting.target.to_string();
        let (diagnostics, program) = complaints(sighting, evidence);
        self.0.iter().find(|issue| {
            (issue.kinds.is_empty() || issue.kinds.contains(&sighting.kind))
                && fits(&issue.target, target)
                && fits(&issue.signature, &sighting.signature)
                && fits(&issue.source, &sighting.case().source)
                && issue.explains(diagnostics, program)
        })
    }
}

fn fits(pattern: &Option<Regex>, text: &str) -> bool {
    pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
}

/// The diagnostics that a sighting is about, if it is about any, and the program that they
/// were given for.
fn complaints<'a>(sighting: &'a Sighting, evidence: &'a Evidence) -> (&'a [Diagnostic], &'a str) {
    let own = &sighting.case().source;
    match (&evidence.outcome, &evidence.other) {
        (Outcome::Rejected(diagnostics), _) => (diagnostics, own),
        (_, Some(Outcome::Rejected(diagnostics))) => match sighting.against {
            Some(Against::Sibling(sibling)) => (diagnostics, &sighting.family[sibling].source),
            _ => (diagnostics, own),
        },
        _ => (&[], own),
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
        message: None,
        line: None,
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
            message: regex(form.message)?,
            line: regex(form.line)?,
        };
        let patterns =
            [&issue.target, &issue.signature, &issue.source, &issue.message, &issue.line];
        if patterns.iter().all(|pattern| pattern.is_none()) {
            return Err("give at least one of target, signature, source, message and line".into());
        }
        Ok(issue)
    }

    /// Whether this issue makes a compiler say that about a program: the first error shows
    /// it, and others stand in lines that can have it. (One that follows from the first may
    /// say anything.)
    fn explains(&self, diagnostics: &[Diagnostic], program: &str) -> bool {
        if self.message.is_none() && self.line.is_none() {
            return true;
        }
        let line = |diagnostic: &Diagnostic| {
            let number = usize::try_from(diagnostic.line?).ok()?;
            program.lines().nth(number.checked_sub(1)?)
        };
        let in_line = |diagnostic| line(diagnostic).is_some_and(|line| fits(&self.line, line));
        diagnostics.first().is_some_and(|first| fits(&self.message, &first.message))
            && (self.line.is_none() || diagnostics.iter().all(in_line))
    }
}

#[cfg(test)]
mod tests {
    use case::{Expectation, Language, TestCase};

    use super::*;

    /// The name of the issue that explains a finding with these errors, if there is one.
    fn explained(
        known: &KnownIssues,
        kind: FindingKind,
        target: &str,
        signature: &str,
        source: &str,
        errors: &[(u32, &str)],
    ) -> Option<String> {
        let case = TestCase {
            language: Language::Groovy,
            source: source.to_owned(),
            expectation: Expectation::Accept,
            features: Vec::new(),
        };
        let sighting = Sighting {
            kind,
            target: target.parse().unwrap(),
            family: vec![case],
            member: 0,
            against: None,
            signature: signature.to_owned(),
        };
        let error = |&(line, message): &(u32, &str)| Diagnostic {
            message: message.to_owned(),
            line: Some(line),
            ..Diagnostic::default()
        };
        let outcome = Outcome::Rejected(errors.iter().map(error).collect());
        let found = known.find(&sighting, &Evidence { outcome, other: None });
        found.map(|issue| issue.name.clone())
    }

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
            let (compiler, _) = target.split_once('@').unwrap();
            let signature = format!("termination {compiler}: does not terminate");
            explained(&known, FindingKind::Termination, target, &signature, source, &[])
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
            explained(&known, kind, target, &signature, source, &[])
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
        let find = |kind, target: &str| explained(&known, kind, target, "", "", &[]);
        assert_eq!(find(FindingKind::Termination, "flume@0.12.0").as_deref(), Some("a"));
        assert_eq!(find(FindingKind::Crash, "flume@0.12.0").as_deref(), Some("a"));
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
        let find = |target: &str| explained(&known, FindingKind::Crash, target, "", "", &[]);
        assert_eq!(find("flume@0.12.0").as_deref(), Some("a"));
        assert_eq!(find("go@1.26.8").as_deref(), Some("b"));
    }

    /// What Groovy says about a member of a hidden class, and what it could say about other
    /// things in programs that use one.
    #[test]
    fn an_issue_of_groovy_hides_no_other_error_of_a_program() {
        let known = KnownIssues::built_in();
        let find = |source: &str, errors: &[(u32, &str)]| {
            let (_, message) = errors[0];
            let signature = format!("precision groovy: {}", case::gist(message));
            let kind = FindingKind::Precision;
            explained(&known, kind, "groovy@6.0.0", &signature, source, errors)
        };
        const STC: &str = "[Static type checking] -";
        let source = "import com.google.common.collect.TreeMultiset\n\
             void test(TreeMultiset<Constructor> p0, Range p1) {\n    \
             int result = p0.pollFirstEntry().getElement().getModifiers()\n    \
             boolean v0 = p1.isEmpty()\n}\n";
        let lost = format!("{STC} Cannot find matching method java.lang.Object#getModifiers().");
        let other = format!("{STC} Cannot find matching method lib.Range#isEmpty().");
        let hidden = Some("groovy-member-of-hidden-class".to_owned());
        assert_eq!(find(source, &[(3, &lost)]), hidden);
        assert_eq!(find(source, &[(3, &other)]), None);
        assert_eq!(find(source, &[(4, &lost)]), None);
        assert_eq!(find(source, &[(3, &lost), (4, &other)]), None);

        let source = "List v0 = new ArrayList<String[]>(p0)\nvar v1 = p1.put(p2, p3)\n";
        let call = |member: &str| format!("{STC} Cannot call {member}");
        let arrays = call("java.util.A#<init>(java.lang.String[]) with arguments [S[][]]");
        let put = call("java.util.A#put(java.lang.String[], int) with arguments [S[][], int]");
        assert_eq!(find(source, &[(1, &arrays)]).as_deref(), Some("groovy-array-of-arrays"));
        assert_eq!(find(source, &[(1, &put)]), None);
        assert_eq!(find(source, &[(2, &arrays)]), None);

        let source = "var v0 = Suppliers.<F, T>compose(p0, p1)\nvar v1 = Lists.sort(p0)\n";
        let compose = call("a.S#compose(a.F<? super F, T>, a.S<F>) with arguments [F<A>, S<B>]");
        let sort = call("a.L#sort(a.C<? super F, T>) with arguments [F<A>]");
        let below = Some("groovy-variable-below-wildcard".to_owned());
        assert_eq!(find(source, &[(1, &compose)]), below);
        assert_eq!(find(source, &[(1, &sort)]), None);
        assert_eq!(find(source, &[(2, &compose)]), None);
    }

    /// That the two parsers differ is said of the first line, wherever the error is.
    #[test]
    fn an_issue_of_swift_is_known_where_both_parsers_are_compared() {
        let known = KnownIssues::built_in();
        let errors = [
            (2, "expected ')' to end parameter clause"),
            (1, "new Swift parser generated errors for code that C++ parser accepted"),
        ];
        let find = |source: &str| {
            let signature = "precision swift: bridged_error expected _ to end parameter clause";
            let kind = FindingKind::Precision;
            explained(&known, kind, "swift@6.2.3", signature, source, &errors)
        };
        let before_in = "f {\n  (g())\n  for x in [1] {}\n}\n";
        assert_eq!(find(before_in).as_deref(), Some("swift-parentheses-before-in"));
        assert_eq!(find("f {\n  g((1)\n  for x in [1] {}\n}\n"), None);
    }

    #[test]
    fn an_issue_of_one_line_explains_no_error_in_another() {
        let issue = "[[issue]]\nname = 'a'\nabout = 'x'\nmessage = 'Object'\nline = '\\.get\\('\n";
        let known = KnownIssues::parse(issue, "test").unwrap();
        let source = "import m.Multimap\nSet s = p0.get(1)\nString t = p1.name()\n";
        let find =
            |errors| explained(&known, FindingKind::Precision, "groovy@6.0.0", "", source, errors);
        assert_eq!(find(&[(2, "Cannot assign Object")]).as_deref(), Some("a"));
        assert_eq!(find(&[(2, "Cannot find x")]), None, "another message");
        assert_eq!(find(&[(3, "Cannot assign Object")]), None, "another line");
        let two = [(2, "Cannot assign Object"), (3, "Cannot find x")];
        assert_eq!(find(&two), None, "an error in another line beside it");
        let follows = [(2, "Cannot assign Object"), (2, "Cannot find x")];
        assert_eq!(find(&follows).as_deref(), Some("a"), "one that may follow from it");
        assert_eq!(find(&[(9, "Cannot assign Object")]), None, "a line that is not there");
        assert_eq!(find(&[]), None, "no error at all");
    }

    /// Of programs with one verdict, the one that is accepted may be to blame; the errors
    /// are those of the other.
    #[test]
    fn the_lines_are_those_of_the_program_that_is_rejected() {
        let issue = "[[issue]]\nname = 'a'\nabout = 'x'\nline = 'rejected'\n";
        let known = KnownIssues::parse(issue, "test").unwrap();
        let case = |source: &str| TestCase {
            language: Language::Groovy,
            source: source.to_owned(),
            expectation: Expectation::SameVerdict,
            features: Vec::new(),
        };
        let sighting = Sighting {
            kind: FindingKind::Consistency,
            target: "groovy@6.0.0".parse().unwrap(),
            family: vec![case("rejected\n"), case("accepted\n")],
            member: 1,
            against: Some(Against::Sibling(0)),
            signature: String::new(),
        };
        let error = Diagnostic { line: Some(1), ..Diagnostic::default() };
        let other = Some(Outcome::Rejected(vec![error]));
        let evidence = Evidence { outcome: Outcome::Accepted, other };
        assert!(known.find(&sighting, &evidence).is_some());
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
