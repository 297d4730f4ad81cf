//! One bucket on the page, with everything about it.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use similar::{ChangeTag, TextDiff};
use store::Again;

use super::Page;
use crate::highlight::Ink;
use crate::lint::{Holds, lint};
use crate::proof::proof;
use crate::script::script;
use crate::suite::test_files;
use crate::tracker::{Tracker, markdown};
use crate::view::{FindingView, VerdictView};

/// Programs are shown up to this line.
const LINES: usize = 300;
/// The texts that repeat the program are left out for programs larger than this.
const LARGE: usize = 3 << 10;

pub(super) fn details(page: &Page<'_>, finding: &FindingView, all: &[FindingView]) -> Markup {
    let proof = proof(finding);
    let large = finding.program().len() > LARGE;
    let newest = (page.newest)(&finding.target.compiler);
    html! {
        details.finding id={ "b-" (finding.bucket) } {
            summary {
                (finding.kind) " in " (finding.target) ": " (finding.gist())
            }
            div {
                p {
                    "Bucket " code { (finding.bucket) } ", finding " code { (finding.id) } ", seen "
                    @if finding.count == 1 { "once" } @else { (finding.count) " times" } "; " (finding.history().sentence()) ". "
                    @if let Some(known) = &finding.known {
                        "Known issue " strong { (known.name) } ": " (known.about)
                    }
                    @if !finding.note.is_empty() { " Note: " (finding.note) }
                }
                h3 {
                    @if finding.reduced.is_some() { "Reduced program" } @else { "Program" }
                }
                (program(page, finding))
                @if let Some(sibling) = finding.equivalent() {
                    h3 { "The equivalent program with another verdict" }
                    (plain(page, finding, sibling))
                }
                @if let Some(compared) = &finding.compared {
                    h3 { "The program that its compile time is compared with" }
                    (plain(page, finding, compared))
                }
                h3 { "Why this is a bug" }
                p { "A correct compiler must " (proof.must) ":" }
                ul {
                    @for because in &proof.because { li { (because) } }
                    @if let Some(rule) = &proof.rule { li { "violated: " code { (rule) } } }
                    @if let Some((line, text)) = &proof.line {
                        li { "at line " (line) ": " code { (text) } }
                    }
                    @if let Some(reference) = proof.reference { li { "see " (reference) } }
                    @for sure in &proof.sure { li { (sure) } }
                }
                h3 {
                    @if finding.is_seen_with_it() { "Seen" }
                    @else { "Seen with the program as it was found" }
                }
                pre { (cut(&finding.seen.text)) }
                @if let Some(other) = &finding.other {
                    h3 {
                        "On the other side"
                        @if let Some(target) = &finding.other_target { ": " (target) }
                    }
                    pre { (cut(&other.text)) }
                }
                (matrix(finding))
                (duplicates(finding, all))
                @if finding.reduced.is_some() { (difference(finding)) }
                @if large {
                    p.faint {
                        "The script, the text for the tracker and the test are left out for a program \
                         of this size; " code { "wellsmith findings export DIR " (finding.id) } " writes them."
                    }
                } @else {
                    @if let Some(text) = script(finding, page.recipes) {
                        (more("Script that reproduces it without wellsmith", &text))
                    }
                    (more(
                        &format!("Text for {}", Tracker::of(&finding.target.compiler).name),
                        &markdown(finding, newest.as_deref(), page.recipes),
                    ))
                    @for file in test_files(finding, page.recipes) {
                        (more(&format!("Test for the compiler's test-suite: {}", file.path), &file.text))
                    }
                }
                h3 { "Ready to file?" }
                ul.points {
                    @for point in lint(finding, newest.as_deref(), page.recipes) {
                        @let class = match point.holds {
                            Holds::Yes => "yes",
                            Holds::No => "no",
                            Holds::Unknown => "unknown",
                        };
                        li class=(class) {
                            (point.name) ": " (point.why)
                            @if let Some(command) = &point.command { ": " code { (command) } }
                        }
                    }
                }
                @if !finding.others.is_empty() {
                    p.faint { "Further findings of this bucket: " (finding.others.join(", ")) }
                }
            }
        }
    }
}

/// A text that can be unfolded and copied.
fn more(title: &str, text: &str) -> Markup {
    html! {
        details.more {
            summary { (title) }
            div { button.copy type="button" { "Copy" } pre { (text) } }
        }
    }
}

/// The program, with what the compiler says at its lines.
fn program(page: &Page<'_>, finding: &FindingView) -> Markup {
    let text = finding.program();
    let said = |line: usize| {
        let diagnostics = finding.seen.diagnostics.iter();
        let here = diagnostics.filter(move |said| said.line == u32::try_from(line).ok());
        here.filter(|_| finding.is_seen_with_it()).collect::<Vec<_>>()
    };
    let broken = finding.broken_line();
    let lines = page.highlighter.lines(finding.language, text);
    html! {
        pre.code {
            @for (position, parts) in lines.iter().take(LINES).enumerate() {
                @let line = position + 1;
                @let said = said(line);
                @let is_broken = broken == u32::try_from(line).ok();
                span.l.at[!said.is_empty() || is_broken] { (coloured(parts)) }
                @if is_broken { span.broken { "▲ breaks " (finding.expected.rule) } }
                @for said in said {
                    span.said {
                        "▲ " @if let Some(code) = &said.code { (code) ": " } (said.message)
                    }
                }
            }
            @if lines.len() > LINES { "... " (lines.len() - LINES) " more lines" }
        }
    }
}

fn plain(page: &Page<'_>, finding: &FindingView, text: &str) -> Markup {
    let lines = page.highlighter.lines(finding.language, text);
    html! {
        pre.code { @for parts in lines.iter().take(LINES) { span.l { (coloured(parts)) } } }
    }
}

fn coloured(parts: &[(Ink, &str)]) -> Markup {
    let class = |ink: Ink| match ink {
        Ink::Plain => None,
        Ink::Comment => Some("c"),
        Ink::Keyword => Some("k"),
        Ink::String => Some("s"),
        Ink::Constant => Some("o"),
        Ink::Type => Some("t"),
        Ink::Function => Some("f"),
    };
    html! {
        @for (ink, part) in parts {
            @if let Some(class) = class(*ink) { span class=(class) { (part) } } @else { (part) }
        }
    }
}

/// The verdicts: a table for each compiler, with a column for each version.
fn matrix(finding: &FindingView) -> Markup {
    let mut compilers: BTreeMap<&str, Vec<&VerdictView>> = BTreeMap::new();
    for verdict in &finding.verdicts {
        compilers.entry(&verdict.target.compiler).or_default().push(verdict);
    }
    html! {
        @for (compiler, verdicts) in &compilers {
            @let versions = versions(verdicts);
            @let configurations: BTreeSet<&str> =
                verdicts.iter().map(|verdict| &verdict.target.configuration[..]).collect();
            h3 { "Verdicts of " (compiler) }
            div.scroll { table.matrix {
                thead { tr {
                    th { "configuration" }
                    @for version in &versions { th { (version) } }
                } }
                tbody { @for configuration in configurations { tr {
                    th { @if configuration.is_empty() { "default" } @else { (configuration) } }
                    @for version in &versions {
                        @let found = verdicts.iter().find(|verdict| {
                            verdict.target.version == **version
                                && verdict.target.configuration == configuration
                        });
                        (cell(found.copied()))
                    }
                } } }
            } }
        }
    }
}

fn versions<'a>(verdicts: &[&'a VerdictView]) -> Vec<&'a str> {
    let mut versions: Vec<&str> = verdicts.iter().map(|v| &v.target.version[..]).collect();
    versions.sort_by(|left, right| toolchains::compare_versions(left, right));
    versions.dedup();
    versions
}

fn cell(verdict: Option<&VerdictView>) -> Markup {
    let Some(verdict) = verdict else {
        return html! { td.faint { "not tried" } };
    };
    let (class, text) = match verdict.seen {
        Again::Same => ("there", "● there"),
        Again::Nothing => ("gone", "○ not there"),
        Again::Other => ("else", "◐ another finding"),
        Again::Unknown => ("faint", "? no verdict"),
    };
    html! {
        td class=(class) title=(verdict.outcome.outcome) {
            (text) @if verdict.tried > 1 { " (" (verdict.again) " of " (verdict.tried) ")" }
        }
    }
}

/// Buckets that may be the same bug: of the same compiler, reduced to the same program,
/// or in the same versions if it is known when it came and went.
fn duplicates(finding: &FindingView, all: &[FindingView]) -> Markup {
    let history = finding.history();
    let edges = |finding: &FindingView| {
        let history = finding.history();
        (history.absent_before().map(str::to_owned), history.absent_after().map(str::to_owned))
    };
    let has_edge = history.absent_before().is_some() || history.absent_after().is_some();
    let same = |other: &&FindingView| {
        let alike = other.bucket != finding.bucket
            && other.target.compiler == finding.target.compiler
            && other.kind == finding.kind;
        let bytes = |finding: &FindingView| finding.reduced.as_ref().map(|r| r.source.clone());
        let reduced = bytes(finding).is_some() && bytes(finding) == bytes(other);
        alike && (reduced || has_edge && edges(finding) == edges(other))
    };
    let same: Vec<&FindingView> = all.iter().filter(same).take(10).collect();
    html! {
        @if !same.is_empty() {
            p {
                "Perhaps the same bug, as they came and went with the same versions: "
                @for (position, other) in same.iter().enumerate() {
                    @if position > 0 { ", " }
                    a href={ "#b-" (other.bucket) } { (other.bucket) }
                }
            }
        }
    }
}

/// What reduction took away.
fn difference(finding: &FindingView) -> Markup {
    let program = finding.program();
    let diff = TextDiff::from_lines(&finding.source[..], program);
    let mut lines: Vec<(&str, String)> = Vec::new();
    for change in diff.iter_all_changes().take(2 * LINES) {
        let (class, mark) = match change.tag() {
            ChangeTag::Equal => ("same", ' '),
            ChangeTag::Delete => ("minus", '-'),
            ChangeTag::Insert => ("plus", '+'),
        };
        lines.push((class, format!("{mark} {}", change.value().trim_end())));
    }
    html! {
        details.more {
            summary { "Original and reduced program" }
            pre { @for (class, line) in &lines { span class=(class) { (line) } } }
        }
    }
}

/// What a compiler printed, as far as it is shown.
fn cut(text: &str) -> String {
    const LINES: usize = 60;
    let lines: Vec<&str> = text.lines().take(LINES).collect();
    let rest = text.lines().count() - lines.len();
    let mut text: String = lines.join("\n").chars().take(6000).collect();
    if rest > 0 {
        text.push_str(&format!("\n... {rest} more lines"));
    }
    text
}
