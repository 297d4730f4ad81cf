//! `wellsmith rules`, and the rules engine against real compilers.

use std::io::Write;

use std::process::Stdio;

use serde_json::Value;

use crate::outputs::documented;
use crate::support::{Home, Said, keys};

const USAGE: i32 = 2;

/// A language of numbers and truth values.
const TINY: &str = r#"
system tiny

sort Type  T
  int
  bool

sort Expr  E
  num(Int)
  less(Expr, Expr)

sort Program
  program(Expr)

error operand "the operand is not a number"  E1

judgment typing: |- +Expr : -Type
judgment whole: |- +Program program

start whole

rule Whole
  body: |- E : T
  ---
  |- program(E) program

rule T-Num
  n in 0..9
  ---
  |- num(n) : int

rule T-Less
  left:  |- E1 : int    else operand
  right: |- E2 : int    else operand
  ---
  |- less(E1, E2) : bool

language plain
  num(n) = "{n}"
  less(E1, E2) = "({E1} < {E2})"
  program(E) = "{E}\n"
"#;

/// Runs the command with something on its standard input.
fn run_with(home: &Home, args: &[&str], input: &str) -> Said {
    let mut command = home.command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Said::of(child.wait_with_output().unwrap())
}

#[test]
fn a_rule_file_is_checked() {
    let home = Home::new();
    let tiny = home.write("tiny.rules", TINY);
    let said = home.run(&["rules", "check", &tiny]).ends(0).stdout;
    for piece in ["system tiny is in order", "rules (3): Whole, T-Num, T-Less", "T-Less.left"] {
        assert!(said.contains(piece), "{piece:?} is not in:\n{said}");
    }
    let json = home.run(&["rules", "check", &tiny, "--json"]).ends(0).json();
    assert_eq!(keys(&json), documented("`rules check --json`"));
    assert_eq!(json["negatable"][1]["premise"], "right");
    for name in ["systemf", "rust", "rust-regions", "rust-moves"] {
        let json = home.run(&["rules", "check", name, "--json"]).ends(0).json();
        assert_eq!(json["system"], name);
    }
}

#[test]
fn mistakes_are_shown_with_line_and_excerpt() {
    let home = Home::new();
    let wrong = home.write("wrong.rules", TINY.replace("num(n) : int", "nmu(n) : int"));
    home.run(&["rules", "check", &wrong]).fails(
        USAGE,
        &["neither a constructor nor a metavariable", "wrong.rules:30:6", "|- nmu(n) : int", "^^^"],
    );
    home.run(&["rules", "generate", &wrong]).fails(USAGE, &["wrong.rules:30:6"]);
    home.run(&["rules", "check", "nowhere.rules"])
        .fails(USAGE, &["nowhere.rules", "No such file", "built in: rust, rust-regions"]);
    let tiny = home.write("tiny.rules", TINY);
    home.run(&["rules", "generate", &tiny, "--mode", "terminating"])
        .fails(USAGE, &["mode terminating", "well-typed, ill-typed, equivalent"]);
    home.run(&["rules", "generate", &tiny, "--lang", "ada"])
        .fails(USAGE, &["no language \"ada\"", "it has: plain"]);
    home.run(&["rules", "generate", &tiny, "--mode", "equivalent"])
        .fails(USAGE, &["tiny has no rewrites"]);
    let blind = home.write("blind.rules", TINY.replace("else operand", ""));
    home.run(&["rules", "generate", &blind, "--mode", "ill-typed"])
        .fails(USAGE, &["no premise of tiny can be negated", "else ERROR"]);
    // The checker goes round in circles where the search does not.
    let circle = "rule T-Circle weight 1000\n  same: |- E : T\n  ---\n  |- E : T\n";
    let circular = home.write("circular.rules", format!("{TINY}\n{circle}"));
    home.run(&["rules", "generate", &circular])
        .fails(USAGE, &["thrown away", "the same thing as its conclusion", "rules explain"]);
    home.run(&["rules", "explain", "nowhere"]).fails(USAGE, &["nowhere", "No such file"]);
    let program = home.write("program", "program(less(num(1)))\n");
    home.run(&["rules", "explain", &program, "--system", &tiny])
        .fails(USAGE, &["program:1:9", "less(num(1))", "number of arguments"]);
}

#[test]
fn a_rule_file_is_tried() {
    let home = Home::new();
    let tiny = home.write("tiny.rules", TINY);
    let generate = |rest: &[&str]| {
        home.run(&[&["rules", "generate", &tiny, "--count", "20"], rest].concat()).ends(0).stdout
    };
    let first = generate(&["--seed", "1"]);
    assert_eq!(first, generate(&["--seed", "1"]));
    assert_ne!(first, generate(&["--seed", "2"]));
    let programs: Vec<&str> = first.split("\n\n").collect();
    assert_eq!(programs.len(), 20);
    assert!(programs.iter().any(|text| text.contains(" < ")), "{first}");
    for line in generate(&["--mode", "ill-typed", "--json"]).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(keys(&line), documented("`rules generate --json`"));
        assert_eq!(line["negated"][0]["rule"], "T-Less");
        assert_eq!(line["negated"][0]["codes"], serde_json::json!(["E1"]));
        // What is generated can be explained.
        let notation = line["notation"].as_str().unwrap();
        run_with(&home, &["rules", "explain", "-", "--system", &tiny], notation).ends(1);
    }
}

#[test]
fn a_program_is_explained() {
    let home = Home::new();
    let tiny = home.write("tiny.rules", TINY);
    let explain = ["rules", "explain", "-", "--system", &tiny];
    let good = run_with(&home, &explain, "program(less(num(1), num(2)))").ends(0).stdout;
    assert_eq!(
        good,
        "Whole: |- program(less(num(1), num(2))) program\n  T-Less: |- less(num(1), num(2)) : bool\n    \
         T-Num: |- num(1) : int\n    T-Num: |- num(2) : int\n"
    );
    let wrong = "program(less(num(1), less(num(2), num(3))))";
    let bad = run_with(&home, &explain, wrong).ends(1).stdout;
    assert_eq!(
        bad,
        "There is no derivation.\nIt fails at rule T-Less, premise right:\n  \
         |- less(num(2), num(3)) : int\n  found: bool\n"
    );
    let json = [&explain[..], &["--json"]].concat();
    let bad = run_with(&home, &json, wrong).ends(1).json();
    assert_eq!(keys(&bad), documented("`rules explain --json`"));
    assert_eq!((&bad["answer"], &bad["failure"]["found"][0]), (&"fails".into(), &"bool".into()));
    let good = run_with(&home, &json, "program(num(3))").ends(0).json();
    assert_eq!(good["derivation"]["premises"][0]["rule"], "T-Num");
    // System F is the system if none is named.
    let program = home.run(&["rules", "generate", "systemf", "--notation"]).ends(0).stdout;
    let file = home.write("program", program);
    assert!(home.run(&["rules", "explain", &file]).ends(0).stdout.starts_with("Whole: "));
}

/// All modes of System F on a compiler: nothing is found, and both verdicts were
/// given.
#[track_caller]
fn system_f_on(target: &str, count: &str) {
    let home = Home::new();
    let fuzz = ["fuzz", "--engine", "rules", "--install", "--target", target, "--seed", "1"];
    let summary = home.run(&[&fuzz[..], &["--count", count, "--json"]].concat()).ends(0).json();
    for outcome in ["accepted", "rejected"] {
        assert!(summary["outcomes"][outcome].as_u64().unwrap() > 50, "{summary}");
    }
    assert_eq!(summary["outcomes"].as_object().unwrap().len(), 2, "{summary}");
    assert_eq!(summary["as_expected"], summary["verdicts"], "{summary}");
    for lane in summary["health"].as_array().unwrap() {
        let number = |key: &str| lane[key].as_f64().unwrap();
        let rejected = number("rejected") / number("verdicts");
        match lane["mode"].as_str().unwrap() {
            "well-typed" => assert_eq!(rejected, 0.0, "{summary}"),
            "ill-typed" => assert_eq!(rejected, 1.0, "{summary}"),
            // One family in four is ill-typed.
            _ => assert!(rejected > 0.0 && rejected < 0.5, "{summary}"),
        }
    }
    assert_eq!(summary["health"].as_array().unwrap().len(), 3, "{summary}");
}

#[test]
fn system_f_on_ghc() {
    system_f_on("ghc@9.10", "600");
}

#[test]
fn system_f_on_ocaml() {
    system_f_on("ocaml@5.3", "300");
}

#[test]
fn system_f_on_scala() {
    system_f_on("scala@3.9", "135");
}

/// What calls itself unfinished is used only where it is named.
#[test]
fn gccrs_is_asked_for_by_name() {
    let home = Home::new();
    let targets = |args: &[&str]| {
        home.run(&[&["fuzz", "--engine", "rules", "--for", "0s"], args].concat()).ends(0).stderr
    };
    let named = targets(&["--install", "--target", "gccrs"]);
    assert!(named.contains("gccrs@16"), "{named}");
    let all = targets(&[]);
    assert!(all.contains("rustc") && !all.contains("gccrs"), "{all}");
}
