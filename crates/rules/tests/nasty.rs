//! Rule files that load and yet are no good: left recursion, types that grow
//! without end, premises that can never hold. Whatever the file, a search ends,
//! and nothing panics.

use choice::{Choices, DeadEnd, GaveUp, Random};
use rules::{Answer, Generator, Program, Request, System, explain};

const HEAD: &str = r#"
system nasty

names Var  x y

sort Type  T U
  int
  bool
  arrow(Type, Type)   infixr "->"
  all(Var. Type)

sort Expr  E
  variable Var
  num(Int)
  app(Expr, Expr)

sort Entry
  has(Var, Type)      infix ":"

sort Ctx  G = Entry*

sort Program
  program(Expr, Type)

error wrong "wrong"

judgment typing: !Ctx |- +Expr : -Type
judgment like: +Type ~ -Type
judgment formed: +Type type
judgment whole: |- +Program program

start whole

rule Whole
  type: T type
  like: T ~ U
  body: [] |- E : T           else wrong
  ---
  |- program(E, T) program

rewrite twice
  E  =>  app(E, E)

language nasty
  Var = "x#"
  int = "int"
  bool = "bool"
  arrow(T, U) = "({T} -> {U})"
  all(x. T) = "(all {x}. {T})"
  num(n) = "{n}"
  app(E1, E2) = "({E1} {E2})"
  program(E, T) = "{E} : {T}"
"#;

/// Rules that end a derivation; each is there most of the time.
const BASES: &[&str] = &[
    "n in 0..3\n  ---\n  G |- num(n) : int",
    "---\n  int type",
    "---\n  int ~ int",
    "look: x : T in G\n  ---\n  G |- x : T",
];

const CONCLUSIONS: &[&str] = &[
    "G |- E : T",
    "G |- app(E, E) : T",
    "G |- app(E1, E2) : T",
    "G |- app(E1, E2) : T -> U",
    "T ~ U",
    "T -> U ~ T -> U",
    "T ~ T -> T",
    "T type",
    "T -> U type",
    "all(x. T) type",
];

const PREMISES: &[&str] = &[
    "G |- E : T",
    "G |- E : T -> T",
    "G |- E1 : T -> U",
    "G |- E2 : T",
    "G, x : T |- E : U",
    "T ~ U",
    "U ~ T",
    "T ~ T -> U",
    "T type",
    "U type",
    "T -> T type",
    "T = T -> T",
    "T = U -> int",
    "T /= U",
    "T /= _ -> _",
    "x : T in G",
    "fresh x",
    "not T type",
    "not U ~ int",
];

const WEIGHTS: &[u32] = &[0, 1, 1, 3, 1000];

fn rule_file(choices: &mut Choices) -> Result<String, DeadEnd> {
    let mut file = HEAD.to_owned();
    let mut number = 0;
    let mut rule = |weight: u32, body: String| {
        number += 1;
        file.push_str(&format!("\nrule R{number} weight {weight}\n  {body}\n"));
    };
    for base in BASES {
        if choices.chance(9, 10)? {
            rule(*choices.choose(WEIGHTS)?, (*base).to_owned());
        }
    }
    for _ in 0..choices.range(1..=6)? {
        let mut body = String::new();
        for _ in 0..choices.range(0..=3)? {
            body.push_str(choices.choose(PREMISES)?);
            if choices.chance(1, 8)? {
                body.push_str("  else wrong");
            }
            body.push_str("\n  ");
        }
        body.push_str("---\n  ");
        body.push_str(choices.choose(CONCLUSIONS)?);
        rule(*choices.choose(WEIGHTS)?, body);
    }
    Ok(file)
}

type Make = fn(&mut Generator<'_>, &Request<'_>, &mut Choices) -> Result<Vec<Program>, DeadEnd>;

const MODES: [Make; 3] = [
    |generator, request, choices| Ok(vec![generator.well_typed(request, choices)?]),
    |generator, request, choices| Ok(vec![generator.ill_typed(request, choices)?]),
    |generator, request, choices| generator.equivalent(request, choices),
];

/// A file with nothing in it but these rules and what they need.
fn small(rules: &str) -> String {
    format!(
        "system small\nsort Program P\n  program(Int)\n  more(Program)\n\
         judgment whole: |- +Program program\nstart whole\n{rules}\n\
         language l\n  program(n) = \"{{n}}\"\n  more(P) = \"{{P}}'\"\n"
    )
}

#[test]
fn what_is_too_much_is_told() {
    let check = |rules: String, expected: &str| {
        let error = System::load("small.rules", &small(&rules)).unwrap_err().to_string();
        assert!(error.contains(expected), "expected {expected:?} in:\n{error}");
    };
    let rule = |name: String, head: &str, premises: &str| {
        format!("rule {name} {head}\n  {premises}\n  ---\n  |- program(n) program\n")
    };
    let features = |n: usize| -> String {
        (0..n).map(|i| rule(format!("R{i}"), &format!("feature f{i}"), "n in 0..9")).collect()
    };
    check(features(65), "there are 65 features");
    let system = System::load("small.rules", &small(&features(64))).unwrap();
    let request = Request {
        size: 1,
        features: system.features(),
        language: "l",
        dialect: case::Dialect::Standard,
        negate: rules::Negate::any(),
    };
    let mut generator = Generator::new(&system);
    Random::new(1).generate(0, |choices| generator.well_typed(&request, choices)).unwrap();
    check(rule("R".into(), "", &"n in 0..9\n  ".repeat(33)), "more than 32 premises");
    check(rule("R".into(), "", &"n in 0..9\n  ".repeat(2000)), "too long");
    check(rule("R".into(), "weight 1001", "n in 0..9"), "weight N (0 to 1000)");
    check(rule("R".into(), "", "n in 9..0"), "the smaller one first");
    check(rule("R".into(), "", "n in 0..5000"), "at most 1024");
    check(rule("R".into(), "", "n in 0..9999999999999999999"), "this number is too large");
    check("rule R\n  p: |- P program\n  ---\n  |- more(P) program".into(), "can never be used");
}

#[test]
fn every_search_ends() {
    let mut files = Random::new(1);
    let (mut loaded, mut made, mut lost) = (0, 0, 0);
    for i in 0..3000 {
        let text = files.generate(i, rule_file).unwrap().value;
        let system = match System::load("nasty.rules", &text) {
            Ok(system) => system,
            Err(error) => {
                assert!(error.to_string().contains("nasty.rules:"), "{error}");
                continue;
            }
        };
        loaded += 1;
        let mut generator = Generator::new(&system);
        for (size, make) in MODES.iter().enumerate().flat_map(|(i, make)| [(i, make), (9, make)]) {
            let request = Request {
                size: size as u32,
                features: system.features(),
                language: "nasty",
                dialect: case::Dialect::Standard,
                negate: rules::Negate::any(),
            };
            let mut random = Random::new(i).with_budget(2000, 2);
            match random.generate(0, |choices| make(&mut generator, &request, choices)) {
                Ok(family) => {
                    made += 1;
                    for program in &family.value {
                        let notation = generator.notation(program);
                        let said = explain(&system, "program", &notation).unwrap();
                        let good = program.negated.is_empty();
                        let expected = if good { Answer::Derives } else { Answer::Fails };
                        assert_eq!(said.answer, expected, "{notation}\n{text}");
                    }
                }
                Err(GaveUp::NoSolution | GaveUp::BudgetSpent) => lost += 1,
            }
        }
    }
    // The files are of all kinds: some do not load, some have programs, some do
    // not.
    assert!(loaded > 100 && made > 100 && lost > 100, "{loaded} {made} {lost}");
}
