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
    assert_eq!(summary["programs"], 800);
    assert_eq!(summary["buckets"], 1);
    assert_eq!(summary["findings"], serde_json::json!({"precision": 1}));
    let count = |key: &str| summary[key].as_u64().unwrap();
    let outcome = |key: &str| summary["outcomes"][key].as_u64().unwrap();
    assert_eq!(outcome("finished") + outcome("rejected"), count("judged"));
    assert_eq!(outcome("finished"), count("as_expected"));
    assert!(outcome("rejected") > 0, "{summary}");
    let health: Vec<&Value> = summary["health"].as_array().unwrap().iter().collect();
    let targets: Vec<String> = health.iter().map(|lane| lane["target"].to_string()).collect();
    assert_eq!(targets.len(), 2, "both configurations: {targets:?}");
    let judged: u64 = health.iter().map(|lane| lane["judged"].as_u64().unwrap()).sum();
    assert_eq!(judged, count("judged"));
}

#[test]
fn the_list_of_findings() {
    let home = &planted::campaign().home;
    let list = home.run(&["findings", "--json"]).ends(1).json();
    assert_eq!(keys(&list[0]), documented("`findings --json`"));
    assert_eq!(list[0]["count"], planted::campaign().summary["outcomes"]["rejected"]);
    let shown = home.run(&["findings"]).ends(1).stdout;
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
    let list = home.run(&["findings", "--json"]).ends(1).json();
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
    for piece in [COMPLAINT, source, "expected: terminates", "wellsmith replay"] {
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
    let list = home.run(&["findings", "--json"]).ends(1).json();
    let bucket = list[0]["id"].as_str().unwrap();
    home.run(&["findings", "mark", bucket, "reported", "--note", "by letter"]).ends(0);
    let marked = home.run(&["findings", "--json"]).ends(1).json();
    assert_eq!(
        (&marked[0]["status"], &marked[0]["note"]),
        (&"reported".into(), &"by letter".into())
    );
    home.run(&["findings", "mark", bucket, "fixed"]).ends(0);
    home.run(&["findings"]).ends(0);
    home.run(&["findings", "--all"]).ends(1);
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
        (&summary["known"]["ours"], &summary["buckets"]),
        (&summary["outcomes"]["rejected"], &0.into())
    );
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
    assert!(said.ends(1).stdout.contains("<-- precision"));
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
    assert!(plain.contains("write 90s") && !plain.contains('\x1b'), "{plain:?}");
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
