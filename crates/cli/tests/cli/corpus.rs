//! Seed programs: imported, looked at, mutated, and kept with what they gave.

use std::fs;

use serde_json::Value;
use toolchains::{Cache, Spec};

use crate::support::{Home, cache};

const SWIFT: &str = "swift@6.0.3";

/// Accepted unless the compiler verifies its syntax tree, which this batch of programs is
/// not chosen for in a campaign.
const CRASHES_THE_VERIFIER: &str = "\
protocol P {}
protocol Q {}
struct S: P, Q {}
extension P where Self == S {
    static var one: S { S() }
}
func f() { let _: any P & Q = .one }
";

/// Programs of which one is fine, one is the same, and the others are not.
fn programs(home: &Home) -> String {
    fs::create_dir_all(home.path("programs/inner")).unwrap();
    let fine = "func twice(_ x: Int) -> Int { return x + x }\nlet four = twice(2)\nprint(four)\n";
    home.write("programs/fine.swift", fine);
    home.write("programs/inner/same.swift", fine);
    home.write("programs/wrong.swift", "let x: Int = \"one\"\nprint(x)\n");
    home.write("programs/crash.swift", CRASHES_THE_VERIFIER);
    home.write("programs/bytes.swift", [0xff, 0xfe]);
    home.write("programs/large.swift", "let x = 1\n".repeat(100_000));
    home.write("programs/empty.swift", "struct Empty {}\n");
    home.write("programs/notes.txt", "not a program");
    home.text("programs")
}

fn need_swift() {
    let cache = Cache::open(Some(cache())).unwrap();
    let spec: Spec = SWIFT.parse().unwrap();
    let found = cache.find(&spec).or_else(|_| cache.install(&spec, &mut |_| {}));
    found.unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
}

fn sorted_by_name(list: &Value) -> Vec<Value> {
    let mut entries = list.as_array().unwrap().clone();
    entries.sort_by_key(|entry| entry["name"].as_str().unwrap().to_owned());
    entries
}

#[test]
fn what_a_compiler_accepts_is_kept_and_mutated() {
    need_swift();
    let home = Home::new();
    let folder = programs(&home);
    let import = ["corpus", "import", &folder, "--lang", "swift", "--target", SWIFT];
    let said = home.run(&import).ends(0);
    assert!(said.stderr.contains("seed bytes.swift is not used: "), "{}", said.stderr);
    assert!(said.stderr.contains("6 files in "), "{}", said.stderr);
    assert!(said.stderr.contains("5 of them different"), "{}", said.stderr);
    let plain = said.stdout.lines().find(|line| line.starts_with("swift@6.0.3: ")).unwrap();
    assert!(plain.starts_with("swift@6.0.3: 1 accepted, 1 rejected, 1 crashed it"), "{plain}");
    assert!(plain.contains(" 2 cannot serve"), "{plain}");
    assert!(said.stdout.contains("such as empty.swift: it has no expressions"), "{}", said.stdout);
    assert!(!said.stdout.contains("types differ"), "{}", said.stdout);

    // Nothing is compiled again.
    let again = home.run(&import).ends(0);
    assert!(again.stdout.contains("swift@6.0.3: 0 accepted"), "{}", again.stdout);
    assert!(again.stdout.contains("5 were known"), "{}", again.stdout);

    let list = home.run(&["corpus", "list", "--json"]).ends(0).json();
    let [crash, seed] = &sorted_by_name(&list)[..] else { panic!("{list}") };
    assert_eq!(crash["name"], "crash.swift");
    assert_eq!(crash["targets"][0]["standing"], "crashed");
    assert_eq!((&seed["name"], &seed["language"]), (&"fine.swift".into(), &"swift".into()));
    assert_eq!(
        home.run(&["corpus", "list", "--all", "--json"]).json().as_array().unwrap().len(),
        5
    );

    let show = home.run(&["corpus", "show", "fine.swift"]).ends(0).stdout;
    assert!(show.contains("    2  let four = twice(2)\n"), "{show}");
    assert!(show.contains("                  ^^^^^^^^ Int\n"), "{show}");
    home.run(&["corpus", "show", "wrong.swift"]).fails(2, &["was not kept"]);
    home.run(&["corpus", "show", "nothing"]).fails(2, &["no program of the corpus"]);

    let stats = home.run(&["corpus", "stats", "--json"]).ends(0).json();
    assert_eq!((&stats["disagreements"], &stats["without_expressions"]), (&0.into(), &1.into()));
    assert!(stats["compared"].as_u64() >= Some(5), "{stats}");
    assert_eq!(stats["levels"].as_array().unwrap().len(), 4);

    // The campaign keeps what it was made from, and goes on when that is gone.
    let fuzz = ["fuzz", "--engine", "mutate", "--target", SWIFT, "--count", "80", "--seed", "1"];
    let said = home.run(&[&fuzz[..], &["--mode", "well-typed", "--seeds", &folder]].concat());
    assert!(said.code == Some(0) || said.code == Some(1), "{said:?}");
    let said = home.run(&fuzz);
    assert!(said.code == Some(0) || said.code == Some(1), "{said:?}");
    assert!(said.stderr.contains("1 of 1 program in the corpus go with these"), "{}", said.stderr);
    let removed = home.run(&["corpus", "remove", "--all"]).ends(0);
    assert_eq!(removed.stdout, "5 programs removed\n");
    let resumed = home.run(&["fuzz", "--resume"]);
    assert!(resumed.code == Some(0) || resumed.code == Some(1), "{resumed:?}");
}

#[test]
fn seeds_of_the_user_are_mutated_and_kept_with_the_campaign() {
    let home = Home::new();
    let seed = home.write("seed.swift", "let number: Int = 42\nprint(number)\n");
    let generate = ["generate", "--engine", "mutate", "--seeds", &seed, "--count", "20"];
    let said = home.run(&generate).ends(0);
    assert_eq!(said.stdout.matches("let number: Int = ").count(), 20, "{}", said.stdout);
    home.run(&["generate", "--engine", "mutate", "--seeds", "none.swift"])
        .fails(3, &["cannot read", "none.swift"]);
}
