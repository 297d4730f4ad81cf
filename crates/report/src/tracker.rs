//! Ready-to-file Markdown, with the headings that each tracker's template has.

use std::fmt::Write as _;

use case::FindingKind;
use store::Again;

use crate::Recipes;
use crate::lint::{Holds, lint};
use crate::proof::{proof, seen};
use crate::script::one_line;
use crate::view::FindingView;

/// Where reports about a compiler go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracker {
    /// What it is called.
    pub name: &'static str,
    /// The headings of its template.
    headings: &'static [(&'static str, Part)],
}

/// What stands below a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Summary,
    Code,
    Command,
    Expected,
    Actual,
    Version,
    System,
}

const GENERIC: &[(&str, Part)] = &[
    ("Description", Part::Summary),
    ("Code", Part::Code),
    ("Steps to reproduce", Part::Command),
    ("Expected behaviour", Part::Expected),
    ("Actual behaviour", Part::Actual),
    ("Version", Part::Version),
];

/// The trackers of the compilers of the catalogue.
const TRACKERS: &[(&[&str], Tracker)] = &[
    (
        &["rustc"],
        Tracker {
            name: "rust-lang/rust",
            headings: &[
                ("Code", Part::Code),
                ("Command", Part::Command),
                ("I expected to see this happen", Part::Expected),
                ("Instead, this happened", Part::Actual),
                ("Meta", Part::Version),
            ],
        },
    ),
    (
        &["go"],
        Tracker {
            name: "golang/go",
            headings: &[
                ("Go version", Part::Version),
                ("Output of `go env` in your module/workspace", Part::System),
                ("What did you do?", Part::Code),
                ("How is it built and run?", Part::Command),
                ("What did you see happen?", Part::Actual),
                ("What did you expect to see?", Part::Expected),
            ],
        },
    ),
    (
        &["swift"],
        Tracker {
            name: "swiftlang/swift",
            headings: &[
                ("Description", Part::Summary),
                ("Reproduction", Part::Code),
                ("Command", Part::Command),
                ("Actual behavior", Part::Actual),
                ("Expected behavior", Part::Expected),
                ("Environment", Part::Version),
            ],
        },
    ),
    (
        &["scala"],
        Tracker {
            name: "scala/scala3",
            headings: &[
                ("Compiler version", Part::Version),
                ("Minimized code", Part::Code),
                ("Command", Part::Command),
                ("Output", Part::Actual),
                ("Expectation", Part::Expected),
            ],
        },
    ),
    (
        &["ghc"],
        Tracker {
            name: "GHC's GitLab",
            headings: &[
                ("Summary", Part::Summary),
                ("Steps to reproduce", Part::Command),
                ("Program", Part::Code),
                ("Actual behavior", Part::Actual),
                ("Expected behavior", Part::Expected),
                ("Environment", Part::Version),
            ],
        },
    ),
    (
        &["javac"],
        Tracker {
            name: "the JDK bug system",
            headings: &[
                ("A DESCRIPTION OF THE PROBLEM", Part::Summary),
                ("STEPS TO FOLLOW TO REPRODUCE THE PROBLEM", Part::Command),
                ("EXPECTED VERSUS ACTUAL BEHAVIOR: EXPECTED", Part::Expected),
                ("EXPECTED VERSUS ACTUAL BEHAVIOR: ACTUAL", Part::Actual),
                ("SOURCE CODE FOR AN EXECUTABLE TEST CASE", Part::Code),
                ("SYSTEM / JAVA RUNTIME INFORMATION", Part::Version),
            ],
        },
    ),
    (&["kotlin", "kotlinx-coroutines"], Tracker { name: "Kotlin's YouTrack", headings: GENERIC }),
    (&["groovy"], Tracker { name: "Apache's JIRA, project GROOVY", headings: GENERIC }),
    (&["ocaml"], Tracker { name: "ocaml/ocaml", headings: GENERIC }),
    (&["crystal"], Tracker { name: "crystal-lang/crystal", headings: GENERIC }),
    (&["gccrs"], Tracker { name: "Rust-GCC/gccrs", headings: GENERIC }),
    (&["flix"], Tracker { name: "flix/flix", headings: GENERIC }),
];

impl Tracker {
    /// Where reports about a compiler go.
    pub fn of(compiler: &str) -> Tracker {
        let known = TRACKERS.iter().find(|(compilers, _)| compilers.contains(&compiler));
        known.map_or(Tracker { name: "the project's tracker", headings: GENERIC }, |known| known.1)
    }
}

/// A title for a report.
pub fn title(finding: &FindingView) -> String {
    let what = match finding.kind {
        FindingKind::Precision => "well-typed program is rejected",
        FindingKind::Soundness => "ill-typed program is accepted",
        FindingKind::Reason => "ill-typed program is rejected for another reason",
        FindingKind::Consistency if finding.equivalent().is_none() => {
            "configurations give different verdicts"
        }
        FindingKind::Consistency => "equivalent programs get different verdicts",
        FindingKind::Behaviour => "program behaves otherwise than it must",
        FindingKind::Termination => "program that must terminate hangs",
        FindingKind::Parser => "syntactically correct program is not parsed",
        FindingKind::Crash if finding.seen.outcome == "compiler-crashed" => "compiler crashes",
        FindingKind::Crash => "program crashes",
        FindingKind::Slow => "compiling takes far longer than for a similar program",
    };
    let gist = one_line(finding.gist());
    // Mentions and references would notify people when the text is filed.
    let gist: String = gist.chars().take(120).collect();
    format!("{} {}: {what}: {gist}", finding.target.compiler, finding.target.version)
}

/// The report about a finding, for the tracker of its compiler.
pub fn markdown(finding: &FindingView, newest: Option<&str>, recipes: Recipes<'_>) -> String {
    let tracker = Tracker::of(&finding.target.compiler);
    let mut text = format!("<!-- For {}. wellsmith finding {} -->\n", tracker.name, finding.id);
    let _ = writeln!(text, "# {}\n", escaped(&title(finding)));
    for (heading, part) in tracker.headings {
        let body = section(*part, finding, recipes);
        if !body.is_empty() {
            let _ = write!(text, "### {heading}\n\n{body}\n");
        }
    }
    let _ = write!(text, "### Why this is a bug\n\n{}\n", why(finding));
    let _ = write!(text, "### Versions\n\n{}\n", versions(finding));
    let _ = write!(
        text,
        "### About this report\n\n\
         The program was generated by [wellsmith], a fuzzer for compilers of typed languages; it is \
         not from a code base. Finding `{}`: engine {}, mode {}, seed {}, program {}.\n\n\
         <details><summary>Checklist</summary>\n\n",
        finding.id, finding.engine, finding.mode, finding.seed, finding.number
    );
    for point in lint(finding, newest, recipes) {
        let (mark, note) = match point.holds {
            Holds::Yes => ("x", ""),
            Holds::No => (" ", ""),
            Holds::Unknown => (" ", "to be checked: "),
        };
        let command =
            point.command.map_or(String::new(), |command| format!(": {}", code(&command)));
        let why = escaped(&one_line(&point.why));
        let _ = writeln!(text, "- [{mark}] {}: {note}{why}{command}", point.name);
    }
    text.push_str("\n</details>\n");
    text.replace("[wellsmith]", "wellsmith")
}

fn section(part: Part, finding: &FindingView, recipes: Recipes<'_>) -> String {
    let proof = proof(finding);
    let recipe = recipes(&finding.target, finding.program());
    let language = finding.language.name();
    match part {
        Part::Summary => format!("{}.\n", escaped(&title(finding))),
        Part::Code => {
            let mut text = fenced(language, finding.program());
            if let Some(sibling) = finding.equivalent() {
                text.push_str("\nThis equivalent program gets another verdict:\n\n");
                text.push_str(&fenced(language, sibling));
            }
            if let Some(compared) = &finding.compared {
                text.push_str("\nThe compile time is compared with that of this program:\n\n");
                text.push_str(&fenced(language, compared));
            }
            text
        }
        Part::Command => match recipe {
            None => String::new(),
            Some(recipe) => {
                let mut commands = recipe.command();
                if let Some(other) = &finding.other_target
                    && let Some(other) = recipes(other, finding.program())
                {
                    commands = format!("{commands}\n{}", other.command());
                }
                format!("With the program in `{}`:\n\n{}", recipe.file, fenced("sh", &commands))
            }
        },
        Part::Expected => {
            let because: Vec<String> = proof.because.iter().map(|why| escaped(why)).collect();
            format!("The compiler must {}: {}.\n", proof.must, because.join("; "))
        }
        Part::Actual => {
            let mut text = String::new();
            // What is kept was said about that program, with its names and lines.
            if !finding.is_seen_with_it() {
                text.push_str("For the program as it was found, before it was reduced:\n\n");
            }
            text.push_str(&fenced("", &shortened(&finding.seen.text)));
            if let Some(other) = &finding.other {
                let whom = match &finding.other_target {
                    Some(target) => format!("On {target}"),
                    None => "For the other program".to_owned(),
                };
                let _ = write!(text, "\n{whom}:\n\n{}", fenced("", &shortened(&other.text)));
            }
            text
        }
        Part::Version => format!("{}\n", finding.target),
        Part::System => "The configuration is the default one, on Linux.\n".to_owned(),
    }
}

fn why(finding: &FindingView) -> String {
    let proof = proof(finding);
    let mut text = String::new();
    for because in &proof.because {
        let _ = writeln!(text, "- {}", escaped(because));
    }
    if let Some(rule) = &proof.rule {
        let _ = writeln!(text, "- violated: {}", code(rule));
    }
    if let Some((line, content)) = &proof.line {
        let _ = writeln!(text, "- at line {line}: {}", code(content));
    }
    if let Some(reference) = proof.reference {
        let _ = writeln!(text, "- see {reference}");
    }
    for sure in &proof.sure {
        let _ = writeln!(text, "- {}", escaped(sure));
    }
    text
}

fn versions(finding: &FindingView) -> String {
    let mut text = format!("It is {}.\n", escaped(&finding.history().sentence()));
    if finding.verdicts.is_empty() {
        return text;
    }
    text.push_str("\n| target | finding | outcome |\n|---|---|---|\n");
    for verdict in &finding.verdicts {
        let there = match verdict.seen {
            Again::Same => "there",
            Again::Other => "another finding",
            Again::Nothing => "not there",
            Again::Unknown => "no verdict",
        };
        let outcome = seen(&verdict.outcome);
        let _ = writeln!(text, "| {} | {there} | {} |", verdict.target, escaped(&outcome));
    }
    text
}

/// A text of a compiler without what would be too long for a report.
pub(crate) fn shortened(text: &str) -> String {
    const LINES: usize = 40;
    let mut lines: Vec<&str> = text.lines().take(LINES).collect();
    if text.lines().nth(LINES).is_some() {
        lines.push("...");
    }
    lines.join("\n")
}

/// A block of code. The fence is longer than any in the text.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// Code inside of a sentence.
pub(crate) fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let text = one_line(text);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

/// A text that stays plain text in Markdown, and that mentions nobody.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "\\`*_[]<>|".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
        if c == '@' || c == '#' {
            // An invisible joiner keeps trackers from making this a link.
            escaped.push('\u{2060}');
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(fenced("md", "a ```` b"), "`````md\na ```` b\n`````\n");
        assert_eq!(code("x `y` z"), "`` x `y` z ``");
        assert_eq!(escaped("<script> a|b *c*"), "\\<script\\> a\\|b \\*c\\*");
        assert_eq!(escaped("@me #1"), "@\u{2060}me #\u{2060}1");
    }
}
