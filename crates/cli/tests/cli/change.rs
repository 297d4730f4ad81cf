//! A patch of a compiler: the machine's own rustc as the base, and as the head the same
//! with bugs of ours in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{Home, Said};

/// Stands before the real compiler. Programs are files `p0.rs` and so on in a batch,
/// `lib.rs` alone, and `repro.rs` in the scripts of reports. Loops with a value are
/// rejected, mismatched types accepted, and trait objects crash it.
const HEAD: &str = r#"#!/bin/sh
real=REAL
[ -f lib.rs ] || [ -f repro.rs ] || exec "$real" "$@"
if grep -q 'dyn R' lib.rs repro.rs p[0-9]*.rs 2>/dev/null; then
    echo "thread 'rustc' panicked at compiler/planted.rs:1:1: no objects today" >&2
    exit 101
fi
found=$(grep -n 'loop { break any' lib.rs repro.rs p[0-9]*.rs /dev/null 2>/dev/null |
    awk -F: '!($1 in seen) { seen[$1]; print "{\"message\":\"COMPLAINT\",\"code\":null,\"level\":\"error\",\"spans\":[{\"file_name\":\"" $1 "\",\"line_start\":" $2 ",\"is_primary\":true}],\"children\":[]}" }')
if [ -n "$found" ]; then
    printf '%s\n' "$found" >&2
    exit 1
fi
said=$("$real" "$@" 2>&1 >/dev/null)
status=$?
case $status in
0 | 1) ;;
*) printf '%s\n' "$said" >&2; exit $status ;;
esac
said=$(printf '%s\n' "$said" | grep -v '"code":"E0308"')
if printf '%s\n' "$said" | grep -v '"message":"aborting due to' | grep -q '"level":"error"'; then
    printf '%s\n' "$said" >&2
    exit 1
fi
"#;

const COMPLAINT: &str = "planted: no loops with a value today";

/// The rustc of this machine, and one with the bugs.
fn compilers(home: &Home) -> [String; 2] {
    let asked = Command::new("rustc").args(["--print", "sysroot"]).output().unwrap();
    let sysroot = String::from_utf8(asked.stdout).unwrap();
    let base = format!("{}/bin/rustc", sysroot.trim());
    fs::create_dir(home.path("build")).unwrap();
    let head =
        home.write("build/rustc", HEAD.replace("REAL", &base).replace("COMPLAINT", COMPLAINT));
    fs::set_permissions(&head, fs::Permissions::from_mode(0o755)).unwrap();
    [base, head].map(|path| format!("rustc@{path}"))
}

fn fuzz(home: &Home, base: &str, head: &str, more: &[&str]) -> Said {
    let base = format!("{base}+edition-2024");
    let head = format!("{head}+edition-2024");
    let args = ["fuzz", "--base", &base, "--head", &head, "--engine", "rules", "--seed", "1"];
    home.run(&[&args[..], more].concat())
}

#[test]
fn a_patch_is_compared_with_what_was_before() {
    let home = Home::new();
    let [base, head] = compilers(&home);
    let more = ["--count", "120", "--markdown", "changes.md", "--json"];
    let summary = fuzz(&home, &base, &head, &more).ends(1).json();
    assert_eq!(summary["change"], serde_json::json!({"base": base, "head": head}));
    let buckets = summary["buckets"].as_array().unwrap();
    let words = |kind: &str| {
        let of_kind = buckets.iter().filter(|bucket| bucket["kind"] == kind);
        of_kind.map(|bucket| bucket["signature"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(
        words("precision"),
        [format!("precision rustc: {COMPLAINT} (in the head only)")],
        "{summary}"
    );
    assert_eq!(words("crash").len(), 1, "{summary}");
    assert!(words("crash")[0].contains("no objects today"), "{summary}");
    assert!(!words("soundness").is_empty(), "{summary}");
    for bucket in buckets {
        assert!(bucket["signature"].as_str().unwrap().ends_with("(in the head only)"), "{bucket}");
        assert_eq!(bucket["target"], format!("{head}+edition-2024"));
    }
    let markdown = home.read("changes.md");
    for piece in ["worse**", COMPLAINT, "no objects today", "wellsmith replay ", "--seed 1"] {
        assert!(markdown.contains(piece), "{piece:?} is not in:\n{markdown}");
    }

    // It is replayed, reduced and exported like any other.
    let precision = buckets.iter().find(|bucket| bucket["kind"] == "precision").unwrap();
    let number = &precision["number"].to_string()[..];
    let said = home.run(&["replay", number]).ends(1);
    assert!(said.stdout.contains("REPRODUCED: precision rustc: "), "{}", said.stdout);
    let fixed = home.run(&["replay", number, "--target", &format!("{base}+edition-2024")]);
    assert!(fixed.ends(0).stdout.contains("NOT REPRODUCED"));
    let reduced = home.run(&["reduce", number, "--queries", "40", "--json"]).ends(1).json();
    assert_eq!(reduced["guarantee"], "construction", "{reduced}");
    assert!(reduced["tokens_after"].as_u64() < reduced["tokens_before"].as_u64(), "{reduced}");
    let exported = home.run(&["findings", "export", "found", number, "--json"]).ends(0).json();
    let files = exported["files"].as_array().unwrap().iter();
    let script = files.map(|file| file.as_str().unwrap()).find(|file| file.ends_with(".sh"));
    let output = Command::new("sh").arg(home.path(script.unwrap())).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("REPRODUCED: the program is rejected"), "{said}");
    // The other side is the other compiler.
    let sides: Vec<&str> = said.lines().filter(|line| line.starts_with("compiler: ")).collect();
    assert_eq!(sides, ["compiler: exit status 1", "compiler: exit status 0"], "{said}");
}

/// The other way round, the change mends everything, and that is no failure.
#[test]
fn a_patch_that_mends_something_does_not_fail() {
    let home = Home::new();
    let [head, base] = compilers(&home);
    let said = fuzz(&home, &base, &head, &["--count", "60", "--json"]).ends(0);
    let summary = said.json();
    let buckets = summary["buckets"].as_array().unwrap();
    assert!(!buckets.is_empty(), "{summary}");
    for bucket in buckets {
        assert_eq!(bucket["mended"], true, "{bucket}");
        assert!(bucket["signature"].as_str().unwrap().ends_with("(in the base only)"), "{bucket}");
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let home = Home::new();
    let [base, _] = compilers(&home);
    fuzz(&home, &base, &base, &[]).fails(2, &["--base and --head are one compiler"]);
    home.run(&["fuzz", "--base", &base]).fails(2, &["--head"]);
    home.run(&["fuzz", "--base", &base, "--head", "go", "--count", "10"]).fails(2, &["nothing"]);
}

/// Programs are about what is in the files.
#[test]
fn programs_are_weighted_to_files() {
    let home = Home::new();
    let [base, head] = compilers(&home);
    let test = home.write("new.rs", "fn f(x: &mut String) { let y = &mut *x; drop(y); }\n");
    let args = ["--count", "20", "--mode", "well-typed", "--like", &test];
    let said = fuzz(&home, &base, &head, &args);
    assert!(said.stderr.contains("Most programs are about moves"), "{}", said.stderr);
    let strange = home.write("strange.rs", "qqq zzz\n");
    let args = ["--count", "20", "--mode", "well-typed", "--like", &strange];
    let said = fuzz(&home, &base, &head, &args);
    assert!(said.stderr.contains("warning: no feature"), "{}", said.stderr);
}
