//! From a finding to a report: export, scripts, versions, the page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::outputs::documented;
use crate::planted::{self, COMPLAINT};
use crate::support::{Home, keys};

/// A store of its own with the findings of the undisturbed campaign, and the first
/// finding.
fn home() -> (Home, Value) {
    let home = Home::new();
    fs::copy(planted::campaign().home.store(), home.store()).unwrap();
    let list = home.run(&["findings", "--json"]).ends(0).json();
    let bucket = list[0]["id"].as_str().unwrap();
    let shown = home.run(&["findings", "show", bucket, "--json"]).ends(0).json();
    (home, shown["finding"].clone())
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

#[test]
fn a_finding_is_exported_ready_to_file() {
    let (home, finding) = home();
    let (id, name) =
        (word(&finding, "id"), format!("{}-{}", word(&finding, "bucket"), word(&finding, "id")));
    let exported = home.run(&["findings", "export", "found", id, "--json"]).ends(0).json();
    assert_eq!(keys(&exported), documented("`findings export --json`"));
    assert_eq!(exported["findings"], 1);
    let files: BTreeSet<&str> =
        exported["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    let expected: Vec<String> = ["go", "json", "md", "sh"]
        .iter()
        .map(|ending| format!("found/{name}.{ending}"))
        .chain(
            ["go", "out"]
                .map(|ending| format!("found/tests/test/fixedbugs/wellsmith-{id}.{ending}")),
        )
        .collect();
    assert_eq!(files, expected.iter().map(String::as_str).collect());
    let report = home.read(&format!("found/{name}.md"));
    for piece in [id, COMPLAINT, "### What did you expect to see?", "- [x] command line: "] {
        assert!(report.contains(piece), "{piece:?} is not in:\n{report}");
    }
    // Nothing is overwritten by accident, and then nothing is written at all.
    fs::remove_file(home.path(&format!("found/{name}.md"))).unwrap();
    home.run(&["findings", "export", "found", id]).fails(2, &["--force", &name]);
    assert!(!home.path(&format!("found/{name}.md")).exists());
    home.run(&["findings", "export", "found", id, "--force"]).ends(0);

    // The script shows it with the compiler that it was found with, and not with the
    // machine's own.
    let script = home.text(&format!("found/{name}.sh"));
    let run = |go: Option<&str>| {
        let mut command = Command::new(&script);
        // What the real compiler made must not be taken for the other's.
        command.env("GOCACHE", home.path("gocache")).env_remove("GO");
        command.envs(go.map(|go| ("GO", go)));
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (status, said) = run(None);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("REPRODUCED: the program is rejected") && said.contains(COMPLAINT),
        "{said}"
    );
    let (status, said) = run(Some("go"));
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = run(Some("no-such-program"));
    assert_eq!(status, Some(125), "{said}");
}

#[test]
fn findings_for_continuous_integration() {
    let (home, finding) = home();
    let formats = ["sarif", "junit", "gitlab", "github"].map(|format| ["--format", format]);
    let args = [&["findings", "export", "ci"][..], &formats.concat()].concat();
    let said = home.run(&args).ends(0);
    let bucket = word(&finding, "bucket");
    assert!(said.stdout.starts_with(&format!("::error file=ci/{bucket}-")), "{}", said.stdout);
    let sarif: Value = serde_json::from_str(&home.read("ci/wellsmith.sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1), "one for a bucket");
    assert_eq!(sarif["runs"][0]["results"][0]["properties"]["bucket"], bucket);
    assert!(home.read("ci/wellsmith-junit.xml").contains("tests=\"1\" failures=\"1\""));
    let quality: Value =
        serde_json::from_str(&home.read("ci/gl-code-quality-report.json")).unwrap();
    assert_eq!(quality[0]["fingerprint"], bucket);
}

#[test]
fn versions_are_tried_and_kept() {
    let (home, finding) = home();
    let id = word(&finding, "id");
    // The machine's own Go is not wrong, so that the finding counts as fixed.
    let retested = home.run(&["findings", "retest", "--json"]).ends(0).json();
    let all = retested.as_array().unwrap();
    assert_eq!(all.len(), 2, "{retested}");
    assert_eq!(
        keys(&all[0]),
        ["bucket", "finding", "result", "seen", "target"].map(str::to_owned).into()
    );
    let results: Vec<(&str, &Value)> =
        all.iter().map(|one| (word(one, "seen"), &one["result"])).collect();
    assert!(results.contains(&("same", &Value::Null)), "{retested}");
    assert!(results.contains(&("nothing", &"fixed".into())), "{retested}");
    let bisected = home.run(&["findings", "bisect", id, "--no-install", "--json"]).ends(1).json();
    assert_eq!(keys(&bisected), documented("`findings bisect --json`"));
    let version = word(&finding, "target").split(['@', '+']).nth(1).unwrap();
    assert_eq!((&bisected["since"], &bisected["until"]), (&version.into(), &version.into()));
    assert_ne!(bisected["not_in_before"], Value::Null, "the machine's own is older: {bisected}");
    assert!(bisected["verdicts"].as_array().unwrap().len() >= 2, "{bisected}");
    let mine = bisected["verdicts"].as_array().unwrap().iter();
    let mine: Vec<&Value> = mine.filter(|v| v["target"] == finding["target"]).collect();
    assert_eq!(
        (&mine[0]["seen"], &mine[0]["tried"], &mine[0]["again"]),
        (&"same".into(), &1.into(), &1.into())
    );
    home.run(&["findings", "bisect", id, "--target", "rustc@1..2"]).fails(2, &["of go"]);
    home.run(&["findings", "bisect", "nothing"]).fails(2, &["no bucket or finding nothing"]);
    home.run(&["findings", "retest", "--mark"]).ends(0);
    let list = home.run(&["findings", "--all", "--json"]).ends(0).json();
    assert_eq!(list[0]["status"], "fixed");
}

#[test]
fn a_campaign_becomes_a_page() {
    let (home, finding) = home();
    home.run(&["findings", "retest"]).ends(0);
    home.run(&["report", "-o", "report.html"]).ends(1);
    let page = home.read("report.html");
    for piece in ["1 open, 0 known", COMPLAINT, word(&finding, "id"), "Verdicts of go", "#!/bin/sh"]
    {
        assert!(page.contains(piece), "{piece:?} is not on the page");
    }
    home.run(&["report", "-o", "report.html"]).fails(2, &["--force"]);
    home.run(&["report", "1", "1", "-o", "report.html", "--force"]).ends(1);
    assert!(home.read("report.html").contains("0 only here, 0 only there, 1 in both"));
    home.run(&["report", "2", "-o", "other.html"]).fails(2, &["no campaign 2"]);
    assert!(!Path::new(&home.text("other.html")).exists());
    let data = home.run(&["report", "--json"]).ends(1).json();
    assert_eq!(data["findings"][0]["id"], finding["id"]);
    assert_eq!(data["programs"], 800);
}
