//! What continuous integration reads: SARIF 2.1.0, JUnit, and annotations for GitHub
//! and GitLab.

use std::fmt::Write as _;

use case::FindingKind;
use serde_json::{Value, json};

use crate::proof::{proof, seen};
use crate::tracker::title;
use crate::view::FindingView;

/// The line of a program that a finding is about: where the compiler complains, or
/// where a rule is broken.
fn line(finding: &FindingView) -> u32 {
    let mut said = finding.seen.diagnostics.iter().filter(|_| finding.is_seen_with_it());
    let said = said.find_map(|diagnostic| diagnostic.line);
    said.or(finding.broken_line()).unwrap_or(1).max(1)
}

fn message(finding: &FindingView) -> String {
    let proof = proof(finding);
    format!(
        "{}. A correct compiler must {}: {}. Seen: {}. Finding {}.",
        title(finding),
        proof.must,
        proof.because.join("; "),
        seen(&finding.seen),
        finding.id,
    )
}

/// What a kind of finding is about.
fn about(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Precision => "A well-typed program is rejected.",
        FindingKind::Soundness => "An ill-typed program is accepted.",
        FindingKind::Reason => "An ill-typed program is rejected for another reason.",
        FindingKind::Consistency => "Equivalent programs or configurations get other verdicts.",
        FindingKind::Behaviour => "A program behaves otherwise than it must.",
        FindingKind::Termination => "A program that must terminate hangs.",
        FindingKind::Parser => "A program of the language's grammar is not parsed.",
        FindingKind::Crash => "The compiler, or the compiled program, crashes.",
        FindingKind::Slow => "Compiling takes far longer than for a similar program.",
    }
}

/// Findings in SARIF 2.1.0. Programs are at [`FindingView::file_name`].
pub fn sarif(findings: &[FindingView], version: &str) -> Value {
    let rules: Vec<Value> = FindingKind::ALL
        .iter()
        .map(|kind| {
            json!({
                "id": kind.name(),
                "name": kind.name(),
                "shortDescription": { "text": about(*kind) },
            })
        })
        .collect();
    let results: Vec<Value> = findings.iter().map(sarif_result).collect();
    json!({
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "wellsmith", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn sarif_result(finding: &FindingView) -> Value {
    let index = FindingKind::ALL.iter().position(|kind| *kind == finding.kind).unwrap_or(0);
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": index,
        "level": if finding.is_open() { "error" } else { "note" },
        "message": { "text": message(finding) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": finding.file_name() },
                "region": { "startLine": line(finding) },
            },
        }],
        "guid": guid(finding),
        "partialFingerprints": { "wellsmithSignature/v1": finding.signature },
        "occurrenceCount": finding.count.max(1),
        "properties": {
            "finding": finding.id,
            "bucket": finding.bucket,
            "target": finding.target.to_string(),
            "engine": finding.engine,
            "mode": finding.mode,
        },
    });
    if let Some(known) = &finding.known {
        let justification = format!("known issue {}: {}", known.name, known.about);
        result["suppressions"] = json!([{ "kind": "external", "justification": justification }]);
    }
    result
}

/// An identifier of the form that SARIF wants, made from the finding's id.
fn guid(finding: &FindingView) -> String {
    use sha2::Digest;
    let digest = sha2::Sha256::digest(finding.id.as_bytes());
    let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    // Version 4, variant 1, as the schema's pattern has it.
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}

/// Findings as JUnit's XML: a test-suite for each target, a failed test for each
/// bucket, and a skipped one for what is known or closed.
pub fn junit(findings: &[FindingView]) -> String {
    let mut targets: Vec<String> = findings.iter().map(|f| f.target.to_string()).collect();
    targets.sort();
    targets.dedup();
    let open = findings.iter().filter(|finding| finding.is_open()).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"wellsmith\" tests=\"{}\" failures=\"{open}\">\n",
        findings.len()
    );
    for target in targets {
        let of: Vec<_> = findings.iter().filter(|f| f.target.to_string() == target).collect();
        let open = of.iter().filter(|finding| finding.is_open()).count();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{open}\" skipped=\"{}\">",
            xml(&target),
            of.len(),
            of.len() - open
        );
        for finding in of {
            let _ = writeln!(
                text,
                "    <testcase classname=\"{}\" name=\"{}\">",
                xml(&target),
                xml(&format!("{} {}: {}", finding.kind, finding.bucket, finding.gist()))
            );
            match finding.is_open() {
                true => {
                    let _ = writeln!(
                        text,
                        "      <failure type=\"{}\" message=\"{}\">{}</failure>",
                        finding.kind,
                        xml(&message(finding)),
                        xml(finding.program())
                    );
                }
                false => {
                    let why = finding.known.as_ref().map_or(finding.status, |known| &known.name);
                    let _ = writeln!(text, "      <skipped message=\"{}\"/>", xml(why));
                }
            }
            text.push_str("    </testcase>\n");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// A text for XML, without the characters that XML does not have.
fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// Workflow commands of GitHub Actions: one line for each open finding. `folder` is
/// where the programs are.
pub fn github_annotations(findings: &[FindingView], folder: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let open = findings.iter().filter(|finding| finding.is_open());
    let lines = open.map(|finding| {
        format!(
            "::error file={},line={},title={}::{}\n",
            property(&path(folder, finding)),
            line(finding),
            property(&format!("wellsmith: {} in {}", finding.kind, finding.target)),
            data(&message(finding))
        )
    });
    lines.collect()
}

/// A Code Quality report for GitLab. `folder` is where the programs are.
pub fn gitlab_code_quality(findings: &[FindingView], folder: &str) -> Value {
    let open = findings.iter().filter(|finding| finding.is_open());
    let entry = |finding: &FindingView| {
        let severity = match finding.kind {
            FindingKind::Soundness | FindingKind::Behaviour | FindingKind::Crash => "critical",
            FindingKind::Reason | FindingKind::Slow => "minor",
            _ => "major",
        };
        json!({
            "description": message(finding),
            "check_name": format!("wellsmith/{}", finding.kind),
            "fingerprint": finding.bucket,
            "severity": severity,
            "location": { "path": path(folder, finding), "lines": { "begin": line(finding) } },
        })
    };
    open.map(entry).collect()
}

fn path(folder: &str, finding: &FindingView) -> String {
    match folder {
        "" | "." => finding.file_name(),
        folder => format!("{}/{}", folder.trim_end_matches('/'), finding.file_name()),
    }
}
