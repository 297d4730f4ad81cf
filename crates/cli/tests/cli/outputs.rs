//! What is printed and written: JSON with the documented keys, and the same
//! bytes each time.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

use crate::planted::{self, COMPLAINT, VICTIM};
use crate::support::{Home, keys};

/// The keys that a section of the documentation names: those in the first
/// column of its first table, or else all words in backquotes.
pub(crate) fn documented(title: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/file-formats.md");
    let text = fs::read_to_string(file).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with(title));
    let section = section.unwrap_or_else(|| panic!("no section {title}")).split_once('\n').unwrap();
    let rows: Vec<&str> = section.1.lines().filter(|line| line.starts_with("| `")).collect();
    let keys = if rows.is_empty() {
        section.1.to_owned()
    } else {
        rows.iter().map(|row| row.split('|').nth(1).unwrap()).collect()
    };
    keys.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_summary_of_a_campaign() {
    let summary = &planted::campaign().summary;
    assert_eq!(keys(summary), documented("`fuzz --json`"));
    assert_eq!(summary["families"], 800);
    assert_eq!(summary["buckets"].as_array().unwrap().len(), 1);
    assert_eq!(summary["buckets"][0]["number"], 1);
    assert_eq!(summary["run"]["seen"][0], summary["buckets"][0]["id"]);
    assert_eq!(summary["seed"], 7, "it can be reproduced from what it says");
    assert_eq!(summary["targets"][0], planted::target());
    assert_eq!(summary["findings"], serde_json::json!({"precision": 1}));
    let count = |key: &str| summary[key].as_u64().unwrap();
    let outcome = |key: &str| summary["outcomes"][key].as_u64().unwrap();
    assert_eq!(outcome("finished") + outcome("rejected"), count("verdicts"));
    assert_eq!(outcome("finished"), count("as_expected"));
    let parts = ["as_expected", "in_findings", "of_known_issues", "unconfirmed"];
    assert_eq!(parts.map(count).iter().sum::<u64>(), count("verdicts"), "{summary}");
    assert!(outcome("rejected") > 0, "{summary}");
    let health: Vec<&Value> = summary["health"].as_array().unwrap().iter().collect();
    let targets: Vec<String> = health.iter().map(|lane| lane["target"].to_string()).collect();
    assert_eq!(targets.len(), 2, "both configurations: {targets:?}");
    let judged: u64 = health.iter().map(|lane| lane["verdicts"].as_u64().unwrap()).sum();
    assert_eq!(judged, count("verdicts"));
}

#[test]
fn the_list_of_findings() {
    let home = &planted::campaign().home;
    let list = home.run(&["findings", "--json"]).ends(0).json();
    assert_eq!(keys(&list[0]), documented("`findings --json`"));
    assert_eq!(list[0]["count"], planted::campaign().summary["outcomes"]["rejected"]);
    let shown = home.run(&["findings"]).ends(0).stdout;
    for piece in [list[0]["id"].as_str().unwrap(), "precision", COMPLAINT] {
        assert!(shown.contains(piece), "{piece:?} is not in:\n{shown}");
    }
    let none = home.run(&["findings", "--kind", "crash", "--json"]).ends(0);
    assert_eq!(none.json(), serde_json::json!([]));
}

#[test]
fn a_campaign_is_listed_stopped_and_resumed() {
    let finished = planted::campaign().home.run(&["campaigns", "--json"]).ends(0).json();
    assert_eq!(keys(&finished[0]), documented("`campaigns --json`"));
    assert_eq!(finished[0]["state"], "finished", "that is computed");
    let home = Home::new();
    let fuzz = ["fuzz", "--target", planted::target(), "--seed", "7", "--for", "0s"];
    home.run(&fuzz).ends(0);
    let state = || home.run(&["campaigns", "--json"]).ends(0).json()[0]["state"].clone();
    assert_eq!(state(), "idle");
    home.run(&["campaigns", "stop", "1"]).ends(0);
    assert_eq!(state(), "stopped");
    home.run(&["campaigns", "stop", "2"]).fails(2, &["no campaign 2"]);
    home.run(&["fuzz", "--resume", "--for", "0s"]).ends(0);
    assert_eq!(state(), "idle", "resuming lets it run");
}

/// The first finding of the undisturbed campaign, as JSON.
fn finding() -> Value {
    let home = &planted::campaign().home;
    let list = home.run(&["findings", "--json"]).ends(0).json();
    let bucket = list[0]["id"].as_str().unwrap();
    let shown = home.run(&["findings", "show", bucket, "--json"]).ends(0).json();
    assert_eq!(shown["bucket"], list[0]);
    shown["finding"].clone()
}

#[test]
fn a_finding_is_shown_and_exported() {
    let home = &planted::campaign().home;
    let finding = finding();
    assert_eq!(keys(&finding), documented("`findings show --json`"));
    let source = finding["source"].as_str().unwrap();
    assert!(source.contains("struct{}, 2)"), "{source}");
    let shown = home.run(&["findings", "show", finding["id"].as_str().unwrap()]).ends(0).stdout;
    for line in source.lines() {
        assert!(shown.contains(line), "{line:?} is not in:\n{shown}");
    }
    let caret = format!("^ {COMPLAINT}");
    for piece in [COMPLAINT, &caret, "rejects a well-typed program", "wellsmith replay 1"] {
        assert!(shown.contains(piece), "{piece:?} is not in:\n{shown}");
    }
    let other = Home::new();
    home.run(&["findings", "export", &other.text("exported")]).ends(0);
    let name = |ending: &str| {
        let [bucket, id] = ["bucket", "id"].map(|key| finding[key].as_str().unwrap());
        fs::read_to_string(other.path("exported").join(format!("{bucket}-{id}.{ending}"))).unwrap()
    };
    assert_eq!(name("go"), source);
    let exported: Value = serde_json::from_str(&name("json")).unwrap();
    assert_eq!(exported["finding"], finding);
    assert_eq!(exported["bucket"]["id"], finding["bucket"]);
}

#[test]
fn a_finding_is_replayed() {
    let home = &planted::campaign().home;
    let finding = finding();
    let (id, source) = (finding["id"].as_str().unwrap(), finding["source"].as_str().unwrap());
    assert_eq!(home.run(&["replay", id, "--print"]).ends(0).stdout, source);
    // With the compiler that it was found with, which only its path tells from
    // the machine's own.
    let again = home.run(&["replay", id, "--json"]).ends(1).json();
    assert_eq!(keys(&again), documented("`replay --json`"));
    assert_eq!((&again["source"], &again["finding"]), (&finding["source"], &finding["id"]));
    let seen = &again["seen"][0];
    assert_eq!((&seen["seen"], &seen["outcome"]["outcome"]), (&"same".into(), &"rejected".into()));
    assert_eq!(seen["outcome"]["diagnostics"][0]["message"], COMPLAINT);
    let shown = home.run(&["replay", id]).ends(1).stdout;
    assert!(shown.contains("REPRODUCED: precision go: "), "{shown}");
    let elsewhere = home.run(&["replay", id, "--target", "go"]).ends(0).stdout;
    assert!(elsewhere.starts_with(source), "{elsewhere}");
    assert!(elsewhere.contains("NOT REPRODUCED"), "{elsewhere}");
}

#[test]
fn a_bucket_is_marked() {
    let home = Home::new();
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7", "--json"];
    home.run(&fuzz).ends(1);
    let list = home.run(&["findings", "--json"]).ends(0).json();
    let bucket = list[0]["id"].as_str().unwrap();
    let said = home.run(&["findings", "mark", bucket, "reported", "--note", "by letter"]).ends(0);
    assert!(said.stdout.contains("is reported now (it was new)"), "{}", said.stdout);
    let listed = home.run(&["findings", "--all"]).ends(0).stdout;
    assert!(listed.contains("reported") && listed.contains("by letter"), "{listed}");
    let marked = home.run(&["findings", "--all", "--json"]).ends(0).json();
    assert_eq!(
        (&marked[0]["status"], &marked[0]["note"]),
        (&"reported".into(), &"by letter".into())
    );
    let open = home.run(&["findings"]).ends(0).stdout;
    assert!(open.contains("No open findings"), "{open}");

    // It is the same bug in the next campaign, and what was said about it holds.
    let again = home.run(&fuzz).ends(0).json();
    assert_eq!(again["campaign"], 2);
    assert_eq!(again["buckets"][0]["id"].as_str(), Some(bucket));
    assert_eq!(again["buckets"][0]["status"], "reported");
    let all = home.run(&["findings", "--all", "--json"]).ends(0).json();
    assert_eq!(
        (all.as_array().unwrap().len(), &all[0]["campaigns"]),
        (1, &serde_json::json!([1, 2]))
    );

    // What was fixed and is seen again is a regression.
    home.run(&["findings", "mark", "1", "fixed"]).ends(0);
    let again = home.run(&[&fuzz[..7]].concat()).ends(1).stdout;
    assert!(again.contains("REGRESSION"), "{again}");
    assert_eq!(home.run(&["findings", "--json"]).ends(0).json()[0]["status"], "regression");
}

/// Either id, its number and its beginning mean the same everywhere.
#[test]
fn a_bucket_has_many_names() {
    let home = &planted::campaign().home;
    let finding = finding();
    let [id, bucket] = ["id", "bucket"].map(|key| finding[key].as_str().unwrap());
    for name in [id, bucket, "1", "#1", &id[..8], &bucket[..8]] {
        let shown = home.run(&["findings", "show", name, "--json"]).ends(0).json();
        assert_eq!(shown["finding"]["id"], id, "{name}");
        let printed = home.run(&["replay", name, "--print"]).ends(0).stdout;
        assert_eq!(printed, finding["source"].as_str().unwrap(), "{name}");
    }
    // Options mean the same before and after the subcommand.
    let all = home.run(&["findings", "--all", "--json"]).ends(0).stdout;
    assert_eq!(home.run(&["findings", "--all", "--json", "list"]).ends(0).stdout, all);
    assert_eq!(home.run(&["findings", "list", "--json", "--all"]).ends(0).stdout, all);
}

/// The commands that are suggested mean the store that was used.
#[test]
fn hints_name_the_store() {
    let home = Home::new();
    let elsewhere = home.text("else where.db");
    let args = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7"];
    let said = home.run(&[&args[..], &["--store", &elsewhere]].concat()).ends(1);
    let hint = format!("wellsmith findings show 1 --store '{elsewhere}'");
    assert!(said.stdout.contains(&hint), "{hint} is not in:\n{}", said.stdout);
    let ended = home.run(&["fuzz", "--resume", "--for", "0s", "--store", &elsewhere]).ends(0);
    assert!(ended.stdout.contains("was complete already"), "{}", ended.stdout);
    // What the environment says need not be repeated.
    let said = home.run(&args).ends(1).stdout;
    assert!(said.contains("wellsmith findings show 1`") && !said.contains("--store"), "{said}");
}

/// Findings and the summary are results; everything else is not.
#[test]
fn findings_and_summary_are_on_standard_output() {
    let home = Home::new();
    let args = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7"];
    let said = home.run(&args).ends(1);
    for piece in [
        "PRECISION #1",
        "rejects a well-typed program",
        COMPLAINT,
        "^^^",
        "next: wellsmith findings show 1",
        "1 new suspected bug found:",
        "as expected",
        "Campaign 1 (seed 7) is in",
    ] {
        assert!(said.stdout.contains(piece), "{piece:?} is not in:\n{}", said.stdout);
    }
    assert!(said.stderr.contains("Testing go@") && !said.stderr.contains(COMPLAINT));
    let quiet = home.run(&[&args[..], &["-q"]].concat()).ends(1);
    assert!(!quiet.stdout.contains("^^^") && quiet.stdout.contains("1 open one seen again"));
    assert_eq!(quiet.stderr, "");
    let none = home.run(&[&args[..], &["--progress", "none", "--json"]].concat()).ends(1);
    assert_eq!(none.stderr, "");
}

/// A run that was resumed tells what it did itself.
#[test]
fn a_resumed_run_is_told_from_the_whole_campaign() {
    let home = &planted::campaign().home;
    let json = home.run(&["fuzz", "--resume", "--for", "0s", "--json"]).ends(0).json();
    assert_eq!((&json["run"]["families"], &json["families"]), (&0.into(), &800.into()));
    let said = home.run(&["fuzz", "--resume", "--for", "0s"]).ends(0).stdout;
    for piece in ["Nothing new was found", "1 open one in earlier runs", "This run: 0 programs"] {
        assert!(said.contains(piece), "{piece:?} is not in:\n{said}");
    }
}

#[test]
fn nobody_reads() {
    let home = Home::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let endless = ["fuzz", "--target", planted::target(), "--seed", "7"];
    let status = home.command(&endless).stdout(writer).stderr(Stdio::null()).status().unwrap();
    assert!(matches!(status.code(), Some(0 | 1)), "it ends by itself: {status}");
}

#[test]
fn wrong_combinations_are_refused() {
    let home = &planted::campaign().home;
    let loops = home.write("loops.rs", "fn main() { loop {} }\n");
    home.run(&["check", &loops, "--target", "rustc", "--expect", "terminate"])
        .fails(2, &["rustc@", "does not run them", "--target"]);
    home.run(&["check", &loops, "--target", "go"]).fails(2, &["is rust", "takes go"]);
    home.run(&["replay", "1", "--target", "rustc"]).fails(2, &["is a go program", "takes rust"]);
    let coverage = home.text("coverage");
    home.run(&["fuzz", "--target", "go", "--mode", "terminating", "--coverage", &coverage])
        .fails(2, &["--coverage", "JVM", "go@"]);
    assert!(!home.path("coverage").exists());
    home.run(&["fuzz", "--count", "0"]).fails(2, &["--count 0"]);
}

#[test]
fn a_program_on_standard_input() {
    let home = Home::new();
    let (reader, mut writer) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut writer, VICTIM.as_bytes()).unwrap();
    drop(writer);
    let args = ["check", "-", "--lang", "go", "--target", "go"];
    let said = crate::support::Said::of(home.command(&args).stdin(reader).output().unwrap());
    assert!(said.ends(0).stdout.contains("All 2 targets agree: finished."));
    home.run(&["check", "-"]).fails(2, &["--lang"]);
}

#[test]
fn a_campaign_is_shown_and_deleted() {
    let home = Home::new();
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7", "--json"];
    home.run(&fuzz).ends(1);
    home.run(&["findings", "mark", "1", "ignored"]).ends(0);
    let shown = home.run(&["campaigns", "show", "1"]).ends(0).stdout;
    for piece in ["campaign 1, seed 7, finished", planted::target(), "#1 ", "ignored"] {
        assert!(shown.contains(piece), "{piece:?} is not in:\n{shown}");
    }
    let deleted = home.run(&["campaigns", "delete", "1"]).ends(0).stdout;
    assert!(deleted.contains("Campaign 1 is deleted"), "{deleted}");
    assert_eq!(home.run(&["campaigns", "--json"]).ends(0).json(), serde_json::json!([]));
    home.run(&["campaigns", "delete", "1"]).fails(2, &["no campaign 1"]);
    let left = home.run(&["findings", "--all", "--json"]).ends(0).json();
    assert_eq!(left[0]["status"], "ignored", "what was said is kept");
    home.run(&["findings", "show", "1"]).ends(0);
}

#[test]
fn engines_are_listed() {
    let home = Home::new();
    let all = home.run(&["engines"]).ends(0).stdout;
    for piece in ["rules", "api", "channels", "mutate", "functional", "ill-typed", "terminating"] {
        assert!(all.contains(piece), "{piece:?} is not in:\n{all}");
    }
    let one = home.run(&["engines", "channels", "--json"]).ends(0).json();
    let languages = one[0]["languages"].as_array().unwrap();
    let go = languages.iter().find(|language| language["language"] == "go").unwrap();
    assert_eq!(go["modes"], serde_json::json!(["terminating"]));
    assert!(!go["targets"].as_array().unwrap().is_empty() && !go["features"].is_null());
    home.run(&["engines", "chanels"]).fails(2, &["chanels", "channels"]);
}

#[test]
fn known_issues_are_no_news() {
    let home = Home::new();
    let known = home.write(
        "known.toml",
        format!("[[issue]]\nname = 'ours'\nabout = 'planted'\nsignature = '{COMPLAINT}'\n"),
    );
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7", "--json"];
    let summary = home.run(&[&fuzz[..], &["--known", &known]].concat()).ends(0).json();
    assert_eq!(
        (&summary["known"]["ours"], &summary["findings"]),
        (&summary["outcomes"]["rejected"], &serde_json::json!({}))
    );
    assert_eq!(summary["of_known_issues"], summary["outcomes"]["rejected"]);
}

#[test]
fn a_program_that_sleeps_is_not_taken_for_one_that_hangs() {
    let home = Home::new();
    let go = |body: &str| {
        let text = format!("package main\n\nimport \"time\"\n\nfunc main() {{\n{body}\n}}\n");
        home.write("program.go", &text)
    };
    let check = |file: &str, limit: &str| {
        let what = ["--target", "go+noopt", "--expect", "terminate", "--time-limit", limit];
        home.run(&[&["check", file][..], &what].concat())
    };
    // Longer than a generated program may be still.
    check(&go("time.Sleep(4 * time.Second)"), "12s").ends(0);
    let endless = go("for { time.Sleep(300 * time.Millisecond) }");
    let said = check(&endless, "2s").ends(1).stdout;
    assert!(said.contains("it did not end within 2 s"), "{said}");
}

#[test]
fn a_program_is_checked() {
    let home = Home::new();
    let file = home.write("victim.go", VICTIM);
    let check = |target: &str, rest: &[&str]| {
        home.run(&[&["check", &file, "--json", "--target", target], rest].concat())
    };
    let here = check("go", &["--expect", "accept"]).ends(0).json();
    assert_eq!(keys(&here[0]), documented("`check --json`"));
    assert_eq!((&here[0]["outcome"], &here[0]["finding"]), (&"finished".into(), &Value::Null));
    let there = check(planted::target(), &["--expect", "accept"]).ends(1).json();
    assert_eq!(there[0]["finding"], "precision");
    assert_eq!(there[0]["diagnostics"][0]["line"], 4);
    check(planted::target(), &["--expect", "reject"]).ends(0);
    check(planted::target(), &[]).ends(0);
    let said = home.run(&["check", &file, "--target", planted::target(), "--expect", "accept"]);
    let said = said.ends(1).stdout;
    for piece in ["<-- precision: it rejects a program that it should accept", "Suspicious: go@"] {
        assert!(said.contains(piece), "{piece:?} is not in:\n{said}");
    }
}

/// A program of each kind of compiler that is fine, but for an option.
#[test]
fn a_compiler_is_given_options() {
    let cases: [(&str, &str, &str, &[&str], &str); 12] = [
        ("rustc", "a.rs", "#[cfg(no)] compile_error!(\"no\");", &["--cfg", "no"], "no"),
        ("gccrs", "b.rs", "#[cfg(no)] fn f() -> u8 { true }", &["-frust-cfg=no"], "mismatched"),
        (
            "flume@0.12.0",
            "c.rs",
            "#[cfg(no)] fn f() -> u8 { true }\nfn main() {}\n",
            &["--cfg", "no"],
            "mismatched types",
        ),
        (
            "ghc@9.6",
            "d.hs",
            "module Main where\nmain :: IO ()\nmain = putStrLn \"\"\n",
            &["-XNoImplicitPrelude"],
            "Not in scope",
        ),
        (
            "ghc@9.6+O0",
            "e.hs",
            "module Main where\nmain :: IO ()\nmain = putStrLn \"\"\n",
            &["-XNoImplicitPrelude"],
            "Not in scope",
        ),
        (
            "ocaml@5.3",
            "f.ml",
            "let f x = match x with 1 -> 2\n",
            &["-w", "+8", "-warn-error", "+8"],
            "not exhaustive",
        ),
        ("swift@6.0", "g.swift", "#if NO\nlet x: Int = \"\"\n#endif\n", &["-D", "NO"], "Int"),
        ("javac", "Main.java", "class Main { void f() { var x = 1; } }", &["-source", "9"], "var"),
        ("kotlin@2.4.21", "h.kt", "class A\n", &["-Xexplicit-api=strict"], "isibility"),
        (
            "scala@3.9.0",
            "i.scala",
            "class A\nval b = new A == new A\n",
            &["-language:strictEquality"],
            "cannot be compared",
        ),
        (
            "go",
            "j.go",
            "package main\nfunc f[T any]() {}\nfunc main() { f[int]() }\n",
            &["-lang=go1.17"],
            "go1.18",
        ),
        (
            "crystal@1.14",
            "k.cr",
            "{% if flag?(:no) %}\n  x = nowhere\n{% end %}\n",
            &["-Dno"],
            "nowhere",
        ),
    ];
    let home = Home::new();
    for (target, name, source, options, piece) in cases {
        let toolchain = target.split('+').next().unwrap();
        if toolchain.contains('@') || toolchain == "gccrs" {
            home.run(&["toolchain", "install", toolchain]).ends(0);
        }
        let file = home.write(name, source);
        let check = ["check", &file, "--target", target];
        home.run(&[&check[..], &["--expect", "accept"]].concat()).ends(0);
        let args = [&check[..], &["--expect", "reject", "--"], options].concat();
        let said = home.run(&args).ends(0).stdout;
        assert!(said.contains(piece), "{target}: {piece:?} is not in\n{said}");
        // Nobody takes an option that does not exist for an error in the program.
        let wrong = home.run(&[&check[..], &["--", "--no-such-option"]].concat()).ends(3).stdout;
        assert!(wrong.contains("no-such-option"), "{target}:\n{wrong}");
    }
    home.run(&["toolchain", "install", "groovy@6.0.0"]).ends(0);
    let file = home.write("l.groovy", "class Main {}\n");
    home.run(&["check", &file, "--target", "groovy@6.0.0", "--", "-x"])
        .fails(3, &["groovy@6.0.0 takes no options"]);
    let file = home.write("m.rs", "fn main() {}\n");
    home.run(&["check", &file, "--target", "rustc", "--target", "gccrs", "--", "-O"])
        .fails(2, &["rustc", "gccrs", "--target"]);
}

#[test]
fn the_doctor_tells_what_is_broken() {
    let home = Home::new();
    let doctor = |args: &[&str]| home.run(&[&["doctor", "--json"], args].concat());
    let well = doctor(&["--self-test", "--target", planted::target()]).ends(0).json();
    assert_eq!(keys(&well[0]), documented("`doctor --json`"));
    let of = |json: &Value, what: &str| {
        let all = json.as_array().unwrap();
        all.iter().find(|looked| looked["what"] == what).unwrap()["state"].clone()
    };
    assert_eq!(of(&well, planted::target()), "ok");
    assert_eq!(of(&well, "store"), "ok", "there is none yet");
    fs::write(home.store(), "Dear aunt,\n").unwrap();
    assert_eq!(of(&doctor(&[]).ends(3).json(), "store"), "broken");
}

#[test]
fn the_list_of_toolchains() {
    let list = Home::new().run(&["toolchain", "list", "--json"]).ends(0).json();
    let go = list.as_array().unwrap().iter().find(|line| line["name"] == "go").unwrap();
    assert_eq!(keys(go), documented("`toolchain list --json`"));
    assert_eq!((&go["here"], &go["from"]), (&true.into(), &"this machine".into()));
}

#[test]
fn colours_are_for_terminals_and_can_be_switched_off() {
    let home = Home::new();
    let wrong = || home.command(&["fuzz", "--for", "ages"]);
    let coloured = on_a_terminal(wrong().env_remove("NO_COLOR").env("TERM", "xterm"));
    assert!(coloured.contains("\x1b["), "{coloured:?}");
    let plain = on_a_terminal(wrong().env("NO_COLOR", "1").env("TERM", "xterm"));
    assert!(plain.contains("write it as 90s") && !plain.contains('\x1b'), "{plain:?}");
}

/// What a command says on a terminal.
fn on_a_terminal(command: &mut Command) -> String {
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&control).unwrap();
    unlockpt(&control).unwrap();
    let name = ptsname(&control, Vec::new()).unwrap();
    let terminal = fs::File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let stdout = terminal.try_clone().unwrap();
    let mut child = command.stdout(stdout).stderr(terminal.try_clone().unwrap()).spawn().unwrap();
    child.wait().unwrap();
    // What was said is kept in the terminal as long as it is open; to read on
    // after all of it is an error.
    drop(terminal);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut said = Vec::new();
    let _ = fs::File::from(control).read_to_end(&mut said);
    String::from_utf8(said).unwrap()
}

const GENERATE: [&str; 8] =
    ["generate", "--engine", "channels", "--lang", "go", "--count", "50", "--seed"];

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let home = Home::new();
    let programs = |seed: &str| home.run(&[&GENERATE[..], &[seed]].concat()).ends(0).stdout;
    let first = programs("11");
    assert!(first.starts_with("package main\n"), "{first}");
    assert_eq!(first, programs("11"));
    assert_ne!(first, programs("12"));
}

#[test]
fn a_folder_of_programs_and_its_manifest() {
    let home = Home::new();
    let out = home.text("programs");
    home.run(&[&GENERATE[..], &["11", "--out", &out]].concat()).ends(0);
    let manifest = fs::read_to_string(home.path("programs/manifest.jsonl")).unwrap();
    let mut printed = Vec::new();
    for (number, line) in manifest.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(keys(&line), documented("`generate --out DIR`"));
        assert_eq!(line["file"], format!("{number:06}.go"));
        assert_eq!((&line["seed"], &line["expectation"]), (&11.into(), &"terminates".into()));
        printed.push(fs::read_to_string(home.path("programs").join(format!("{number:06}.go"))));
    }
    assert_eq!(printed.len(), 50);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 51, "nothing but these");
    let printed: Vec<String> = printed.into_iter().map(Result::unwrap).collect();
    let same = home.run(&[&GENERATE[..], &["11"]].concat()).ends(0).stdout;
    assert_eq!(printed.join("\n"), same, "what is written is what is printed");
}

#[test]
fn programs_with_what_must_be_true_of_them() {
    let args = ["generate", "--engine", "rules", "--lang", "systemf", "--mode", "ill-typed"];
    let said = Home::new().run(&[&args[..], &["--count", "3", "--json"]].concat()).ends(0).stdout;
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert_eq!(keys(&line), documented("`generate --json`"));
        assert_eq!(line["expectation"], "reject");
        assert!(line["why"].as_str().unwrap().contains("premise"), "{line}");
    }
}

#[test]
fn statistics() {
    let stats = Home::new().run(&[&GENERATE[..], &["11", "--stats"]].concat()).ends(0).json();
    assert_eq!(keys(&stats), documented("`generate --stats`"));
    assert_eq!(stats["programs"], 50);
    assert_eq!(stats["used"], serde_json::json!([]), "this engine does not count");
    let rules = ["generate", "--engine", "rules", "--lang", "systemf", "--count", "50", "--stats"];
    let used = Home::new().run(&rules).ends(0).json()["used"].clone();
    assert_eq!(used[0]["what"], "rules of systemf");
    let [some, all] = ["used", "of"].map(|key| used[0][key].as_u64().unwrap());
    assert!(10 < some && some <= all, "{used}");
}
