//! What a project keeps: its `wellsmith.toml`, its baseline, its jobs for continuous
//! integration.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::planted;
use crate::support::Home;

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn a_project_has_defaults() {
    let home = Home::new();
    let write = |keys: &str| home.write("wellsmith.toml", format!("[fuzz]\n{keys}"));
    let target = planted::target();
    write(&format!("target = [{target:?}]\nmode = \"terminating\"\ncount = 40\nseed = 5\n"));
    let summary = |args: &[&str]| home.run(&[&["fuzz", "--json"], args].concat()).json();
    let by_file = summary(&[]);
    assert_eq!((&by_file["seed"], &by_file["families"]), (&5.into(), &40.into()));
    assert_eq!(by_file["targets"][0], target);
    // What is typed comes first, key by key.
    let typed = summary(&["--seed", "6", "--count", "20"]);
    assert_eq!((&typed["seed"], &typed["families"]), (&6.into(), &20.into()));
    assert_eq!(typed["targets"][0], target);
    // A campaign that is continued has its own settings.
    assert_eq!(summary(&["--resume", "1"])["families"], 40);

    // The variable of the environment names another store than the file does.
    write("store = \"other.db\"\n");
    home.run(&["findings"]).ends(0);
    assert!(!home.path("other.db").exists());
    let mut findings = home.command(&["findings", "list"]);
    let said = findings.env_remove("WELLSMITH_STORE").output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("no store at") && said.contains("other.db"), "{said}");
}

#[test]
fn mistakes_in_a_project_file_are_told() {
    let home = Home::new();
    for (text, pieces) in [
        ("[fuzz]\ntaget = \"go\"\n", ["unknown key `taget`", "did you mean `target`?"]),
        ("[fuzz]\nzzz = 1\n", ["unknown key `zzz`", "wellsmith fuzz --help"]),
        ("[fuzz]\nresume = 1\n", ["unknown key `resume`", "wellsmith.toml"]),
        ("[fuzz]\nfor = \"soon\"\n", ["'soon'", "10m"]),
        ("[fuzz]\nfor = [\"1s\"]\n", ["`for`", "not a list"]),
        ("[fuzz]\nquiet = \"yes\"\n", ["`quiet`", "true or false"]),
        ("[fuzz]\nmode = [1.5]\n", ["`mode`", "a text or a whole number"]),
        ("fuzz = 1\n", ["`fuzz`", "[fuzz]"]),
        ("[fuzz\n", ["wellsmith.toml", "line 1"]),
        ("[fzz]\n", ["unknown field `fzz`", "wellsmith.toml"]),
    ] {
        home.write("wellsmith.toml", text);
        home.run(&["fuzz", "--target", planted::target()]).fails(2, &pieces);
    }
}

#[test]
fn a_project_file_is_made() {
    let home = Home::new();
    home.run(&["init"]).ends(0);
    let said = home.run(&["init"]);
    said.fails(2, &["there is a wellsmith.toml here already"]);
    let made = home.read("wellsmith.toml");
    // What is commented out is right, too.
    let all = made.replace("\n# target = [", "\ntarget = [").replace("\n# fail", "\nfail");
    assert_ne!(all, made);
    home.write("wellsmith.toml", all);
    home.run(&["fuzz", "--target", planted::target(), "--for", "0s"]).ends(0);
}

/// The published schema is that of this version, and has the keys that are read.
#[test]
fn the_schema_of_project_files() {
    let home = Home::new();
    let printed = home.run(&["init", "--schema"]).ends(0).stdout;
    expect_test::expect_file![project().join("docs/wellsmith.schema.json")].assert_eq(&printed);
    let schema: Value = serde_json::from_str(&printed).unwrap();
    let keys = &schema["properties"]["target"]["items"]["properties"];
    let keys: BTreeSet<String> = keys.as_object().unwrap().keys().cloned().collect();
    home.write("wellsmith.toml", "[[target]]\nzzz = 1\n");
    let said = home.run(&["fuzz"]).stderr;
    let read = said.split_once("expected one of").unwrap().1;
    assert_eq!(
        read.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>(),
        keys
    );
}

#[test]
fn what_is_in_the_baseline_is_not_new() {
    let undisturbed = planted::campaign();
    let out = undisturbed.home.text("baseline");
    let export = ["findings", "export", &out, "--format", "baseline"];
    undisturbed.home.run(&export).ends(0);
    let home = Home::new();
    let baseline = format!("{out}/baseline.toml");
    let fuzz = |args: &[&str]| {
        let count = ["--count", "100", "--json"];
        home.run(
            &[&["fuzz", "--target", planted::target(), "--seed", "7"][..], &count, args].concat(),
        )
    };
    fuzz(&[]).ends(1);
    fuzz(&["--fail-on", "none"]).ends(0);
    let known = fuzz(&["--known", &baseline]).ends(0).json();
    assert!(known["of_known_issues"].as_u64() > Some(0), "{known}");
    fuzz(&["--known", &baseline, "--fail-on", "any"]).ends(1);
    // A bug that looks almost the same is another one.
    let text = fs::read_to_string(&baseline).unwrap();
    assert!(text.contains("today$"), "{text}");
    fs::write(&baseline, text.replace("today$", "toda$")).unwrap();
    fuzz(&["--known", &baseline]).ends(1);
}

/// Every command of the jobs is one that there is.
#[test]
fn the_jobs_for_continuous_integration() {
    for name in ["github.yml", "gitlab.yml"] {
        let text = fs::read_to_string(project().join("deploy/ci").join(name)).unwrap();
        let commands = text.lines().filter_map(|line| {
            let line = line.trim_start_matches([' ', '-']);
            line.strip_prefix("run: ").or(Some(line))?.strip_prefix("wellsmith ")
        });
        let mut tried = 0;
        for command in commands {
            let home = Home::new();
            let words: Vec<&str> = command.split_whitespace().collect();
            let mut asked = words.clone();
            asked.push("--help");
            home.run(&asked).ends(0);
            tried += 1;
        }
        assert!(tried >= 3, "{name}: {tried}");
    }
}
