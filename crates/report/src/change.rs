//! What a change of a compiler does to programs, as Markdown for a pull request.

use std::fmt::Write as _;

use crate::proof::proof;
use crate::tracker::{code, escaped, fenced, shortened, title};
use crate::view::FindingView;

/// A compiler before a change and after it, on the same programs.
#[derive(Clone, Debug)]
pub struct ChangeView<'a> {
    /// The compiler before the change: `rustc@1.95.0`.
    pub base: &'a str,
    /// The compiler after it.
    pub head: &'a str,
    /// How many programs both got.
    pub programs: u64,
    /// The processor time that the head took, as a multiple of what the base took for
    /// the same programs.
    pub time_ratio: Option<f64>,
    /// The features that the programs were to have most.
    pub liked: &'a [String],
    /// What differs, one finding for each bucket.
    pub findings: Vec<FindingView>,
    /// The command that runs the campaign again.
    pub command: &'a str,
}

/// The report about a change.
pub fn change_markdown(change: &ChangeView<'_>) -> String {
    let ChangeView { base, head, programs, findings, .. } = change;
    let (worse, better): (Vec<&FindingView>, Vec<&FindingView>) =
        findings.iter().partition(|finding| finding.target.toolchain() == *head);
    let mut text = format!("## wellsmith: {} → {}\n\n", code(base), code(head));
    let verdict = match (worse.len(), better.len()) {
        (0, 0) => "No difference".to_owned(),
        (0, better) => format!("Nothing became worse, and {better} mended"),
        (worse, 0) => format!("{worse} worse"),
        (worse, better) => format!("{worse} worse, {better} mended"),
    };
    let _ = writeln!(text, "**{verdict}**, in {programs} programs that both compilers got.");
    if let Some(ratio) = change.time_ratio {
        let _ = writeln!(
            text,
            "The head takes {ratio:.2} times the processor time of the base, where they agree."
        );
    }
    if !change.liked.is_empty() {
        let liked: Vec<String> = change.liked.iter().map(|name| code(name)).collect();
        let _ = writeln!(text, "Most programs are about {}.", liked.join(", "));
    }
    for (heading, findings) in [("Worse", worse), ("Mended", better)] {
        if !findings.is_empty() {
            let _ = write!(text, "\n### {heading}\n");
        }
        findings.iter().for_each(|finding| one(&mut text, finding));
    }
    let _ = write!(text, "\nThe same programs again:\n\n{}", fenced("sh", change.command));
    text
}

fn one(text: &mut String, finding: &FindingView) {
    let proof = proof(finding);
    let times = if finding.count == 1 { "time" } else { "times" };
    let _ = write!(
        text,
        "\n<details><summary>{}: {} (seen {} {times})</summary>\n\n{}\n",
        finding.kind,
        in_html(&title(finding)),
        finding.count,
        fenced(finding.language.name(), finding.program()),
    );
    let because: Vec<String> = proof.because.iter().map(|why| escaped(why)).collect();
    let because =
        if because.is_empty() { String::new() } else { format!(": {}", because.join("; ")) };
    let _ = write!(text, "A correct compiler must {}{because}.\n\n", escaped(&proof.must));
    let _ = write!(
        text,
        "{}:\n\n{}",
        code(&finding.target.to_string()),
        fenced("", &shortened(&finding.seen.text))
    );
    if let (Some(target), Some(other)) = (&finding.other_target, &finding.other) {
        let _ = write!(
            text,
            "\n{}:\n\n{}",
            code(&target.to_string()),
            fenced("", &shortened(&other.text))
        );
    }
    let _ = write!(text, "\n{}\n\n</details>\n", code(&format!("wellsmith replay {}", finding.id)));
}

/// A text inside of a tag, where Markdown is not read.
fn in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
