//! What becomes of the premises of rule files in ill-typed programs.

use rules::{BUILT_IN, Standing, System};

#[test]
fn every_premise_of_a_built_in_file_is_negated_or_explained() {
    for (name, text) in BUILT_IN {
        let system = System::load(name, text).unwrap();
        let premises = system.premises();
        let open: Vec<_> = premises.iter().filter(|p| p.standing == Standing::Open).collect();
        assert!(open.is_empty(), "{name}: {open:?}");
        assert!(premises.len() > 30);
    }
}

const FILE: &str = r#"
system tiny
names Var  x
sort Type  T U
  int
  bool
sort Expr  E
  variable Var
  num(Int)
  if(Expr, Expr, Expr)
sort Entry
  has(Var, Type)   infix ":"
sort Ctx  G = Entry*
sort Program
  program(Expr)
error wrong "wrong"
judgment typing: !Ctx |- +Expr : -Type
judgment same depth 2: +Type ~ +Type
judgment whole: |- +Program program
start whole
rule Whole
  body: [] |- E : T
  ---
  |- program(E) program
rule T-Num
  n in 0..9
  ---
  G |- num(n) : int
rule T-Var
  look: x : T in G
  ---
  G |- x : T
rule T-If
  test: G |- E1 : bool   else wrong
  then: G |- E2 : T
  else: G |- E3 : U
  same: T ~ U
  ---
  G |- if(E1, E2, E3) : T
rule Same-Int
  ---
  int ~ int
"#;

fn standings(text: &str) -> String {
    let system = System::load("tiny.rules", text).unwrap_or_else(|error| panic!("{error}"));
    let premises = system.premises();
    let shown = premises.iter().map(|p| format!("{}.{} {:?}", p.rule, p.premise, p.standing));
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn premises_are_accounted_for() {
    assert_eq!(
        standings(FILE),
        "Whole.body Inside\nT-Var.look Open\nT-If.test Negated\nT-If.then Inside\n\
         T-If.else Inside\nT-If.same Open"
    );
    let explained = format!("{FILE}never \"because\"\n  T-Var.look, same\n");
    assert!(standings(&explained).contains("T-Var.look Never(\"because\")"));
    assert!(standings(&explained).contains("T-If.same Never(\"because\")"));
    // An entry, or a whole rule.
    let explained = format!("{FILE}never \"because\"\n  has\n  T-If\n");
    assert!(!standings(&explained).contains("Open"), "{}", standings(&explained));
    // What is negated as a whole takes its own premises with it.
    let above = FILE.replace("  same: T ~ U", "  same: T ~ U   else wrong by not T ~ U");
    assert!(standings(&above).contains("T-If.same Negated"));
}

#[test]
fn reasons_that_explain_nothing_are_refused() {
    let error = |more: &str| {
        let text = format!("{FILE}{more}");
        System::load("tiny.rules", &text).expect_err("the file is wrong").to_string()
    };
    assert!(error("never \"because\"\n  T-If.test\n").contains("this explains nothing"));
    assert!(
        error("never \"because\"\n  T-Iff.test\n").contains("is nothing that is never negated")
    );
    assert!(error("never because\n").contains("in quotes"));
}
