//! What is said about rule files that are wrong.

use proptest::prelude::*;
use rules::{BUILT_IN, System};

const GOOD: &str = r#"
system tiny
names Var x
sort Type T U
  int
  arrow(Type, Type) infixr "->"
sort Expr E
  variable Var
  num(Int)
  app(Expr, Expr)
sort Entry
  has(Var, Type) infix ":"
sort Ctx G = Entry*
sort Program P
  program(Expr)
error wrong "it is wrong"
judgment typing: !Ctx |- +Expr : -Type
judgment whole: |- +Program program
start whole
rule Whole
  body: [] |- E : int
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
rule T-App
  fun: G |- E1 : T -> U
  arg: G |- E2 : T          else wrong
  ---
  G |- app(E1, E2) : U
language tiny
  int = "int"
  arrow(T, U) = "{T} -> {U}"
  num(n) = "{n}"
  app(E1, E2) = "({E1} {E2})"
  program(E) = "{E}"
"#;

/// Loads the file with one piece replaced and checks what is said about it.
#[track_caller]
fn says(from: &str, to: &str, expected: &[&str]) {
    says_of(GOOD, from, to, expected);
}

#[track_caller]
fn says_of(file: &str, from: &str, to: &str, expected: &[&str]) {
    assert!(file.contains(from), "{from:?} is not in the file");
    let text = file.replacen(from, to, 1);
    let error = System::load("tiny.rules", &text).expect_err("the file is wrong").to_string();
    for part in expected {
        assert!(error.contains(part), "expected {part:?} in:\n{error}");
    }
}

#[test]
fn the_file_itself_is_good() {
    let system = System::load("tiny.rules", GOOD).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(system.rules().count(), 4);
    assert_eq!(system.negatable().collect::<Vec<_>>(), [("T-App", "arg", "wrong")]);
}

#[test]
fn mistakes_are_shown_with_their_line() {
    says("app(Expr, Expr)", "app(Expr, Exp)", &["unknown sort `Exp`", "tiny.rules:10:13"]);
    says("|- app(E1, E2) : U", "|- app(E1) : U", &["`app` has 2 arguments", "here are 1"]);
    says("|- app(E1, E2) : U", "|- app(E1, T) : U", &["expected a term of sort Expr"]);
    says("|- app(E1, E2) : U", "|- ap(E1, E2) : U", &["neither a constructor nor a metavariable"]);
    says("G |- x : T\n", "G |- x : U\n", &["variable `U` of the conclusion is not bound"]);
    says("arg: G |- E2 : T ", "arg: G |- E3 : T ", &["can never be checked", "E3 is not known"]);
    says("n in 0..9", "n in 0..9 else wrong", &["this premise cannot be negated"]);
    says("[] |- E : int", "[] |- E : T else wrong", &["cannot be negated", "whatever its result"]);
    says("else wrong", "else worng", &["unknown error class `worng`", "declare it"]);
    says("arg: G |- E2", "arg: G |= E2", &["has the shape of no judgment", "judgments are"]);
    says("start whole", "start typing", &["has one argument, the program"]);
    says("rule T-Var", "rule T-Num", &["there are two rules `T-Num`"]);
    says("num(n) = \"{n}\"", "num(n) = \"{m}\"", &["names {m}, which is no argument"]);
    says("  num(n) = \"{n}\"\n", "", &["no template for `num`"]);
    says("system tiny", "sistem tiny", &["begins with a keyword at the margin"]);
    says(
        "|- program(E) program\n",
        "|- program(E) program\n  G |- E : T\n",
        &["needs one conclusion"],
    );
    says("0..9", "\"0..9", &["this text has no end"]);
}

#[test]
fn mistakes_in_declarations_are_told() {
    let (_, systemf) = BUILT_IN.iter().find(|(name, _)| *name == "systemf").unwrap();
    let says = |from: &str, to: &str, expected: &str| says_of(systemf, from, to, &[expected]);
    says("  all takes = \"'p#\"\n", "", "needs lines with `binds` and `takes`");
    says("  all binds = \"'a\"\n", "", "needs lines with `binds` and `takes`");
    says("{declarations}", "", "no template has {declarations}");
    says("|) }all{#}\"", "|) }all{#} {T}\"", "written with {#} and {*} alone");
    says("\"({T} * {U})\"", "\"({T} * {U} {#})\"", "stand only in what is declared");
    says("prod(T, U) = ", "prod(T, U) declared = ", "only a constructor that binds one name");
    says("app(E, x, T, U))", "app(E, x, T, T[a := U]))", "substitution cannot stand in a rewrite");
}

#[test]
fn a_rule_that_can_never_be_used_is_told() {
    let endless =
        GOOD.replace("rule T-Num\n  n in 0..9\n", "rule T-Num\n  again: G |- num(n) : int\n");
    let endless =
        endless.replace("rule T-Var\n  look: x : T in G\n", "rule T-Var\n  again: G |- x : T\n");
    let error = System::load("tiny.rules", &endless).unwrap_err().to_string();
    assert!(error.contains("the rule `T-Num` can never be used"), "{error}");
    let unreached = GOOD.replace(
        "start whole",
        "judgment other: +Type other\nstart whole\nrule Other\n  ---\n  int other",
    );
    let error = System::load("tiny.rules", &unreached).unwrap_err().to_string();
    assert!(error.contains("is not reached from the one to start from"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn no_text_makes_the_loader_panic(text: String) {
        if let Err(error) = System::load("any", &text) {
            let _ = error.to_string();
        }
    }

    /// A good file with a stretch cut out, doubled, or put elsewhere.
    #[test]
    fn no_mangled_file_makes_the_loader_panic(
        at in 0..GOOD.len(), length in 0usize..40, to in 0..GOOD.len(), cut: bool,
    ) {
        let end = (at + length).min(GOOD.len());
        let piece = &GOOD[at..end];
        let mut text = GOOD.to_owned();
        text.insert_str(to, piece);
        if cut {
            let from = if to <= at { at + piece.len() } else { at };
            text.replace_range(from..from + piece.len(), "");
        }
        match System::load("mangled", &text) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(system) => prop_assert!(system.rules().count() > 0),
        }
    }
}
