//! The built-in rule files, tested as data: the cases in `tests/cases/*.md`.
//!
//! A case is a heading, prose, and three blocks of code: the program as it is
//! printed, the same program as a term of the rule file, and what is expected of
//! it:
//!
//! ````text
//! ## Argument of another type
//!
//! Why it is so.
//!
//! ```systemf
//! ((fail [(Int -> Int)]) true) : Int
//! ```
//!
//! ```term
//! program(app(fail(int -> int), true, int, int), int)
//! ```
//!
//! ```expect
//! rejected
//! rule: T-App.arg
//! ```
//! ````
//!
//! The name of the file is that of the rule file, perhaps with a dot and a topic
//! before `.md`. For each case it is tested that the term prints to exactly the
//! program; that the checker gives the verdict, and fails at that rule and
//! premise; and that a checker that does not know our rules agrees: rustc, with
//! one of the error codes in the line `code:`, or the System F checker of this
//! crate.
//!
//! With `UPDATE_CASES=1` the test writes the program and the expectation into the
//! files instead. Read what has changed before you commit it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rules::systemf_checker::{self, Verdict};
use rules::{Answer, System, explain, print};

/// A case of a file.
struct Case {
    title: String,
    /// The blocks of code by what stands behind the opening fence, each with the
    /// numbers of its first line and of the line after its last.
    blocks: BTreeMap<String, (usize, usize)>,
}

/// A file of cases.
struct Cases {
    path: PathBuf,
    lines: Vec<String>,
    cases: Vec<Case>,
}

/// What is expected of a program, or found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Expected {
    verdict: String,
    rule: Option<String>,
    code: Option<String>,
}

impl Expected {
    fn read(text: &str) -> Expected {
        let mut lines = text.lines();
        let verdict = lines.next().unwrap_or_default().to_owned();
        let mut rest: BTreeMap<&str, &str> =
            lines.filter_map(|line| line.split_once(": ")).collect();
        let mut field = |name| rest.remove(name).map(str::to_owned);
        Expected { verdict, rule: field("rule"), code: field("code") }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.verdict);
        for (name, value) in [("rule", &self.rule), ("code", &self.code)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{name}: {value}");
            }
        }
        text
    }
}

impl Cases {
    fn read(path: PathBuf) -> Cases {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cases: Vec<Case> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            if let Some(title) = lines[at].strip_prefix("## ") {
                cases.push(Case { title: title.to_owned(), blocks: BTreeMap::new() });
            } else if let Some(kind) = lines[at].strip_prefix("```") {
                let end = at + 1 + lines[at + 1..].iter().position(|line| line == "```").unwrap();
                let case = cases.last_mut().expect("a block of code belongs to a case");
                assert!(
                    case.blocks.insert(kind.to_owned(), (at + 1, end)).is_none(),
                    "{}:{}: two blocks of the same kind",
                    path.display(),
                    at + 1
                );
                at = end;
            }
            at += 1;
        }
        Cases { path, lines, cases }
    }

    fn block(&self, case: &Case, kind: &str) -> String {
        let (from, to) = *case.blocks.get(kind).unwrap_or_else(|| {
            panic!("{}: the case {:?} has no block {kind}", self.path.display(), case.title)
        });
        self.lines[from..to].iter().map(|line| format!("{line}\n")).collect()
    }

    /// The name of the rule file.
    fn system(&self) -> &str {
        let name = self.path.file_stem().unwrap().to_str().unwrap();
        name.split('.').next().unwrap()
    }

    /// Writes blocks anew, which are given by case and kind.
    fn update(&self, found: &[(usize, &str, String)]) {
        let mut lines = self.lines.clone();
        let mut changes: Vec<_> = found
            .iter()
            .map(|(case, kind, text)| (self.cases[*case].blocks[*kind], text))
            .collect();
        // From the end, so that the numbers of the lines before stay.
        changes.sort_by_key(|((from, _), _)| std::cmp::Reverse(*from));
        for ((from, to), text) in changes {
            lines.splice(from..to, text.lines().map(str::to_owned));
        }
        fs::write(&self.path, lines.join("\n") + "\n").unwrap();
    }
}

/// What rustc says about a source: the codes of its errors.
fn rustc(folder: &Path, name: &str, source: &str) -> (bool, BTreeSet<String>, String) {
    let file = folder.join(format!("{name}.rs"));
    fs::write(&file, source).unwrap();
    let output = Command::new("rustc")
        .args(["--edition=2021", "--emit=metadata", "--crate-type=lib", "-Awarnings"])
        .args(["--error-format=short", "--out-dir"])
        .args([folder, &file])
        .output()
        .expect("rustc is on PATH");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let codes = said.lines().filter_map(|line| {
        let (_, message) = line.split_once(": error")?;
        let code = message.strip_prefix('[').and_then(|rest| rest.split(']').next());
        Some(code.unwrap_or("none").to_owned())
    });
    (output.status.success(), codes.collect(), said)
}

/// Runs the cases of a file; what is wrong with them.
fn run(cases: &Cases) -> Vec<String> {
    let update = std::env::var_os("UPDATE_CASES").is_some();
    let system = System::built_in(cases.system()).expect("the file has the name of a rule file");
    let language = if cases.system() == "systemf" { "systemf" } else { "rust" };
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    let mut updates = Vec::new();
    let mut accepted = String::new();
    for (number, case) in cases.cases.iter().enumerate() {
        let mut complain = |text: String| {
            wrong.push(format!("{}: {}\n{text}", cases.path.display(), case.title));
        };
        let term = cases.block(case, "term");
        let said = match explain(&system, "term", &term) {
            Ok(said) => said,
            Err(error) => {
                complain(error.to_string());
                continue;
            }
        };
        let program = print(&system, "term", &term, language).unwrap().expect("it has templates");
        if update {
            updates.push((number, language, program.clone()));
        } else if cases.block(case, language).trim_end() != program.trim_end() {
            complain(format!("the term prints to another program:\n{program}"));
        }
        // Our checker.
        let verdict = match said.answer {
            Answer::Derives => "accepted",
            Answer::Fails => "rejected",
            Answer::Unknown => "unknown",
        };
        let rule = said.failure.map(|failure| match failure.premise {
            Some(premise) => format!("{}.{premise}", failure.rule),
            None => failure.rule.to_owned(),
        });
        let mut found = Expected { verdict: verdict.to_owned(), rule, code: None };
        // Another checker.
        let mut told = String::new();
        let agrees = match (language, verdict) {
            ("systemf", _) => {
                let verdict = systemf_checker::check(&program, None);
                told = format!("{verdict:?}");
                matches!(verdict, Verdict::Accepted) == (found.verdict == "accepted")
                    && !matches!(verdict, Verdict::Malformed(_))
            }
            (_, "accepted") => {
                let _ = writeln!(accepted, "pub mod m{number} {{\n{program}\n}}");
                true
            }
            _ => {
                let (is_accepted, codes, text) = rustc(folder.path(), "rejected", &program);
                let expected = Expected::read(&cases.block(case, "expect")).code;
                // Where there are several errors, one of them is expected.
                let code = expected.filter(|code| codes.contains(code));
                found.code = code.or_else(|| codes.into_iter().next());
                told = text;
                !is_accepted
            }
        };
        if !agrees {
            complain(format!("the rules say {verdict}, the other checker does not:\n{told}"));
        }
        let expected = Expected::read(&cases.block(case, "expect"));
        if update {
            updates.push((number, "expect", found.text()));
        } else if found != expected {
            complain(format!(
                "expected:\n{}found:\n{}{told}",
                indented(&expected.text()),
                indented(&found.text())
            ));
        }
    }
    if !accepted.is_empty() {
        let (is_accepted, _, text) = rustc(folder.path(), "accepted", &accepted);
        if !is_accepted {
            wrong.push(format!(
                "{}: rustc rejects what the rules accept; m7 is the case number 7, counted from \
                 0:\n{text}",
                cases.path.display()
            ));
        }
    }
    if update {
        cases.update(&updates);
    }
    wrong
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn all() -> Vec<Cases> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(Cases::read).collect()
}

#[test]
fn the_cases_are_as_expected() {
    let wrong: Vec<String> = all().iter().flat_map(run).collect();
    assert!(
        wrong.is_empty(),
        "{}\n\n{} things are not as expected; with UPDATE_CASES=1 this test writes what it finds \
         into the files",
        wrong.join("\n\n"),
        wrong.len()
    );
}

#[test]
fn every_rule_file_has_cases_of_both_kinds() {
    let mut count: BTreeMap<(String, String), usize> = BTreeMap::new();
    for cases in all() {
        for case in &cases.cases {
            let verdict = Expected::read(&cases.block(case, "expect")).verdict;
            *count.entry((cases.system().to_owned(), verdict)).or_default() += 1;
        }
    }
    for (name, _) in rules::BUILT_IN {
        let of = |verdict: &str| count.get(&((*name).to_owned(), verdict.to_owned())).copied();
        let (accepted, rejected) = (of("accepted").unwrap_or(0), of("rejected").unwrap_or(0));
        let classes: BTreeSet<_> =
            System::built_in(name).unwrap().negatable().map(|(_, _, error)| error).collect();
        assert!(accepted + rejected >= 20 && accepted >= 5, "{name}: {accepted} and {rejected}");
        assert!(rejected >= classes.len(), "{name}: {rejected} for {} errors", classes.len());
    }
}
