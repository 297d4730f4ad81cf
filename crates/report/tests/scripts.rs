//! The scripts, run with real compilers. Nothing but the script and the compiler is
//! used, as by whoever gets the report.

mod common;

use std::fs;
use std::process::Command;

use campaign::ExpectationRecord;
use case::FindingKind;
use common::{accepted, finding, rejected, unsound};
use report::{FindingView, script};
use toolchains::{Cache, Home, Spec};

/// The program of a toolchain of this machine.
fn program(name: &str) -> String {
    let cache = Cache::open(None).expect("a cache");
    let spec: Spec = name.parse().expect("a name");
    let found = cache.find(&spec).unwrap_or_else(|error| panic!("{error}"));
    match found.home {
        Home::Program(program) => program.display().to_string(),
        other => panic!("{name} is not a program of this machine: {other:?}"),
    }
}

/// Runs the script of a finding with the compiler of this machine.
#[track_caller]
fn check(finding: &FindingView, status: i32, says: &str) {
    let text = script(finding, &targets::recipe).expect("a script");
    assert!(text.contains(&finding.id), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("repro.sh");
    fs::write(&file, &text).unwrap();
    let compiler = &finding.target.compiler;
    let variable = compiler.to_uppercase();
    let output = Command::new("sh").arg(&file).env(variable, program(compiler)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{said}\n{text}");
    assert!(said.lines().last().unwrap_or_default().contains(says), "{said}\n{text}");
}

#[test]
fn rustc() {
    let good = "pub fn one() -> u8 { 1 }\n";
    let bad = "pub fn one() -> u8 { \"one\" }\n";
    check(&unsound("rustc@1.95.0", "rust", good, 1), 1, "REPRODUCED: the program is accepted");
    check(&unsound("rustc@1.95.0", "rust", bad, 1), 0, "NOT REPRODUCED: the program is rejected");
    let precision = |source: &str, code, message| {
        let mut finding = finding(FindingKind::Precision, "rustc@1.95.0", "rust", source);
        finding.seen = rejected(code, message, 1);
        finding
    };
    let message = "mismatched types";
    check(&precision(bad, Some("E0308"), message), 1, "REPRODUCED: the program is rejected");
    check(&precision(bad, None, message), 1, "REPRODUCED: the program is rejected");
    check(&precision(good, Some("E0308"), message), 0, "NOT REPRODUCED: the program is accepted");
    check(&precision(bad, Some("E0001"), "quite another"), 125, "CANNOT TELL");
    // An equivalent program gets another verdict.
    let mut pair = finding(FindingKind::Consistency, "rustc@1.95.0", "rust", bad);
    pair.sibling = Some(good.to_owned());
    check(&pair, 1, "REPRODUCED: the first is rejected, the second accepted");
    pair.sibling = Some(bad.to_owned());
    check(&pair, 0, "NOT REPRODUCED");
    // Two configurations are compared.
    let mut other = finding(FindingKind::Consistency, "rustc@1.95.0+next-solver", "rust", good);
    other.other_target = Some("rustc@1.95.0".parse().unwrap());
    check(&other, 0, "NOT REPRODUCED");
}

#[test]
fn javac() {
    let good = "public class Sample { int one() { return 1; } }\n";
    let bad = "public class Sample { int one() { return \"one\"; } }\n";
    check(&unsound("javac@17.0.1", "java", good, 1), 1, "REPRODUCED: the program is accepted");
    check(&unsound("javac@17.0.1", "java", bad, 1), 0, "NOT REPRODUCED: the program is rejected");
    let mut finding = finding(FindingKind::Precision, "javac@17.0.1", "java", bad);
    finding.seen = rejected(
        Some("compiler.err.prob.found.req"),
        "incompatible types: String cannot be converted to int",
        1,
    );
    check(&finding, 1, "REPRODUCED: the program is rejected");
}

#[test]
fn go() {
    let program = |body: &str| {
        format!("package main\n\nimport \"fmt\"\n\nfunc main() {{\n\tfmt.Println(1)\n{body}}}\n")
    };
    let terminates = |body: &str| {
        let mut finding = finding(FindingKind::Termination, "go@1.21.13", "go", &program(body));
        finding.expected.must = "terminates".to_owned();
        finding
    };
    check(&terminates("\tselect {}\n"), 1, "REPRODUCED: a run does not come to an end");
    check(&terminates(""), 0, "NOT REPRODUCED: 200 runs come to an end");
    let behaves = |stdout: &str, status| {
        let mut finding = finding(FindingKind::Behaviour, "go@1.21.13", "go", &program(""));
        let predicted = format!("{{\"stdout\":{stdout:?},\"status\":{status}}}");
        finding.expected = ExpectationRecord {
            must: "same-behaviour".to_owned(),
            predicted: Some(serde_json::from_str(&predicted).unwrap()),
            ..finding.expected
        };
        finding
    };
    check(&behaves("1\n", 0), 0, "NOT REPRODUCED: it behaves as predicted");
    check(&behaves("2\n", 0), 1, "REPRODUCED: it prints something else than predicted");
    check(&behaves("1", 0), 1, "REPRODUCED: it prints something else than predicted");
    check(&behaves("1\n", 3), 1, "REPRODUCED: it ends with status 0");
}

/// What is in programs and messages stays text of the script.
#[test]
fn nothing_escapes_into_the_script() {
    let source = "// END_OF_FILE\n// $(touch /tmp/escaped) `touch /tmp/escaped`\n\
                  END_OF_FILE\ntouch escaped\n";
    let mut finding = finding(FindingKind::Precision, "rustc@1.95.0", "rust", source);
    let marker = tempfile::tempdir().unwrap();
    let marker = marker.path().join("escaped");
    let attack = format!("x'; touch {0}; '\ntouch {0}\n$(touch {0})", marker.display());
    finding.seen = rejected(Some(&attack), &attack, 1);
    finding.expected.why = attack.clone();
    check(&finding, 125, "CANNOT TELL");
    finding.seen = accepted();
    check(&finding, 1, "REPRODUCED");
    assert!(!marker.exists(), "a command of the finding was run");
}
