//! The engine as it is built from rule files: its languages, subjects, features
//! and inputs are those of the files.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use case::{Dialect, Digest, Engine, Expectation, Language, Mode, Plan};
use choice::{GaveUp, Random};
use rules::{Answer, Generator, Negate, Request, RuleFile, Rules, System};

/// A language of numbers and truth values.
const CALC: &str = r#"
system calc feature calc

feature calc    "numbers and truth values"
feature choice  "conditionals" off

sort Type  T
  int
  bool

sort Expr  E
  num(Int)
  less(Expr, Expr)
  if(Expr, Expr, Expr)

sort Program
  program(Expr)

error operand    "the operand is not a number"        E1
error condition  "the condition is not a truth value" E2

judgment typing: |- +Expr : -Type
judgment whole:  |- +Program program

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
  left:  |- E1 : int      else operand
  right: |- E2 : int
  ---
  |- less(E1, E2) : bool

rule T-If feature choice
  test: |- E1 : bool      else condition
  then: |- E2 : T
  else: |- E3 : T
  ---
  |- if(E1, E2, E3) : T
"#;

const TEMPLATES: &str = r#"
language calc-lang
  num(n) = "{n}"
  less(E1, E2) = "({E1} < {E2})"
  if(E1, E2, E3) = "(if {E1} then {E2} else {E3})"
  int = "int"
  bool = "bool"
  program(E) = "{E}\n"
"#;

fn file(name: &str, text: &str) -> RuleFile {
    RuleFile { name: name.to_owned(), text: text.to_owned() }
}

fn calc() -> RuleFile {
    file("calc", &format!("{CALC}{TEMPLATES}"))
}

fn sources(engine: &Rules, plan: &Plan, count: u64) -> Vec<String> {
    let mut random = Random::new(1).with_budget(20_000, 2);
    (0..count)
        .map(|i| {
            let family =
                random.generate(i, |choices| engine.generate(plan, choices)).unwrap().value;
            family[0].source.clone()
        })
        .collect()
}

#[test]
fn a_language_of_the_users_comes_from_the_file() {
    let engine = Rules::from_files(vec![calc()]).unwrap();
    let language = Language::named("calc-lang");
    assert_eq!(language, Language::User("calc-lang"));
    assert_eq!(engine.abilities(), [(language, vec![Mode::WellTyped, Mode::IllTyped])]);
    assert_eq!(engine.dialects(language), [Dialect::Standard]);
    assert_eq!(*engine.subjects(&engine.plan(language, Mode::WellTyped)), [Arc::from("calc")]);
    assert_eq!(*engine.subjects(&engine.plan(language, Mode::Equivalent)), []);
    let features = engine.features(language, Mode::WellTyped);
    let told: Vec<_> = features.iter().map(|f| (f.name, f.about, f.default)).collect();
    let expected = [("calc", "numbers and truth values", true), ("choice", "conditionals", false)];
    assert_eq!(told, expected);
    assert_eq!(engine.essential_features(), ["calc"]);
    // Another language has nothing.
    assert_eq!(engine.dialects(Language::Rust), []);
    assert!(engine.features(Language::Rust, Mode::WellTyped).is_empty());

    let plan = engine.plan(language, Mode::WellTyped);
    assert_eq!(plan.features, ["calc"]);
    let programs = sources(&engine, &plan, 100);
    assert!(programs.iter().any(|program| program.contains('<')), "{programs:?}");
    assert!(!programs.iter().any(|program| program.contains("if")), "{programs:?}");
    let plan = Plan { features: vec!["calc", "choice"], ..plan };
    assert!(sources(&engine, &plan, 100).iter().any(|program| program.contains("if")));
}

#[test]
fn an_ill_typed_program_says_in_which_line() {
    // An operator and its operands have lines of their own.
    let templates = TEMPLATES.replace("({E1} < {E2})", "less\\n{E1}\\n{E2}");
    let engine = Rules::from_files(vec![file("calc", &format!("{CALC}{templates}"))]).unwrap();
    let plan = engine.plan(Language::named("calc-lang"), Mode::IllTyped);
    let mut random = Random::new(1).with_budget(20_000, 2);
    let mut seen = 0;
    for i in 0..50 {
        let made = random.generate(i, |choices| engine.generate(&plan, choices)).unwrap().value;
        let Expectation::Reject(reason) = &made[0].expectation else { panic!("{made:?}") };
        let lines: Vec<&str> = made[0].source.lines().collect();
        if reason.rule == "T-Less.left" {
            seen += 1;
            let line = reason.line.expect("it is in one line") as usize;
            assert_eq!(lines[line - 1..=line], ["less", "less"], "line {line} of {lines:?}");
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn without_templates_programs_are_in_the_notation_of_the_file() {
    let engine = Rules::from_files(vec![file("mine.rules", CALC)]).unwrap();
    let language = Language::User("calc");
    assert_eq!(engine.abilities(), [(language, vec![Mode::WellTyped, Mode::IllTyped])]);
    for mode in [Mode::WellTyped, Mode::IllTyped] {
        let programs = sources(&engine, &engine.plan(language, mode), 20);
        assert!(programs.iter().all(|program| program.starts_with("program(")), "{programs:?}");
    }
}

#[test]
fn another_file_does_not_change_the_programs_of_a_file() {
    let small = Rules::built_in();
    let mut files = small.files().to_vec();
    let rust = files.iter().find(|file| file.name == "rust").unwrap().text.clone();
    // Before and between the others, and for a language that they have, too.
    files.push(file("another", &rust.replace("system rust ", "system another ")));
    files.push(file("rust-also", &rust.replace("system rust ", "system also ")));
    files.push(calc());
    let large = Rules::from_files(files).unwrap();
    assert_eq!(large.subjects(&large.plan(Language::Rust, Mode::WellTyped)).len(), 5);
    for (language, modes) in small.abilities() {
        for mode in modes {
            for subject in small.subjects(&small.plan(language, mode)).iter() {
                let subject = Some(subject.clone());
                let plan = Plan { subject, ..small.plan(language, mode) };
                assert_eq!(sources(&small, &plan, 5), sources(&large, &plan, 5), "{plan:?}");
            }
        }
    }
}

#[test]
fn a_plan_that_rules_its_file_out_has_no_programs() {
    let engine = Rules::built_in();
    let plan = engine.plan(Language::Rust, Mode::WellTyped);
    let moves = Plan { subject: Some("rust-moves".into()), ..plan.clone() };
    let gives_up = |plan: Plan| {
        Random::new(1).generate(0, |choices| engine.generate(&plan, choices)).unwrap_err()
    };
    let types = Plan { dialect: Dialect::RustTypes, ..moves.clone() };
    assert_eq!(gives_up(types), GaveUp::NoSolution);
    let mut off = moves.clone();
    off.features.retain(|feature| *feature != "moves");
    assert_eq!(gives_up(off), GaveUp::NoSolution);
    assert_eq!(
        gives_up(Plan { subject: Some("rust-mooves".into()), ..plan.clone() }),
        GaveUp::NoSolution
    );
    // Of several files one must be named.
    assert_eq!(gives_up(Plan { subject: None, ..plan.clone() }), GaveUp::NoSolution);
    let types = Plan { dialect: Dialect::RustTypes, ..plan };
    assert!(!sources(&engine, &types, 1)[0].is_empty());
    assert!(!sources(&engine, &moves, 1)[0].is_empty());
}

#[test]
fn the_built_in_files_say_what_the_engine_can_do() {
    let engine = Rules::built_in();
    let modes = vec![Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
    let languages =
        [Language::Rust, Language::SystemF, Language::Haskell, Language::Scala, Language::OCaml];
    assert_eq!(engine.abilities(), languages.map(|language| (language, modes.clone())));
    let dialects = [Dialect::Standard, Dialect::RustTypes, Dialect::Rust2024];
    assert_eq!(engine.dialects(Language::Rust), dialects);
    let subjects = engine.subjects(&engine.plan(Language::Rust, Mode::IllTyped));
    assert_eq!(*subjects, ["rust", "rust-moves", "rust-regions"].map(Arc::from));
    assert_eq!(engine.essential_features(), ["moves", "regions", "traits"]);
    let plan = engine.plan(Language::Rust, Mode::WellTyped);
    assert!(plan.has("traits") && !plan.has("blanket-dyn"), "{plan:?}");
    for (language, modes) in engine.abilities() {
        for feature in engine.features(language, modes[0]) {
            let described = !feature.about.starts_with("the rules ");
            assert!(described, "{language} {} has no section of its own", feature.name);
        }
    }
}

#[test]
fn inputs_are_the_files_with_their_digests() {
    let engine = Rules::built_in();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems");
    let names: Vec<_> = engine.inputs().iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["rust", "rust-moves", "rust-regions", "systemf"]);
    for (input, file) in engine.inputs().iter().zip(engine.files()) {
        let text = std::fs::read_to_string(folder.join(format!("{}.rules", input.name))).unwrap();
        assert_eq!((&*input.name, input.digest), (&*file.name, Digest::of(text.as_bytes())));
        assert_eq!(text, file.text);
    }
    let changed = Rules::from_files(vec![file("calc", &calc().text.replace("0..9", "0..8"))]);
    let engine = Rules::from_files(vec![calc()]).unwrap();
    assert_ne!(engine.inputs(), changed.unwrap().inputs());
}

#[test]
fn mistakes_in_the_new_sections_are_told() {
    let says = |from: &str, to: &str, expected: &str| {
        let text = calc().text;
        assert!(text.contains(from), "{from}");
        let error = Rules::from_files(vec![file("calc.rules", &text.replacen(from, to, 1))]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "expected {expected:?} in:\n{error}");
        assert!(error.contains("calc.rules"), "{error}");
    };
    says("calc feature calc", "calc feature", "expected the name of a feature");
    says("calc feature calc", "calc weight 3", "after the name of the system may stand feature");
    says("\"conditionals\" off", "\"conditionals\" on", "may stand off");
    says("\"conditionals\" off", "off", "expected what the feature adds, in quotes");
    says("feature choice  ", "feature calc ", "the feature `calc` is declared twice");
    says("rule T-If feature choice", "rule T-If", "the feature `choice` is not used");
    says("calc-lang\n", "calc-lang\n  dialects standard, strange\n", "unknown dialect");
    let twice = Rules::from_files(vec![calc(), calc()]).unwrap_err().to_string();
    assert!(twice.contains("two rule files are called calc"), "{twice}");
}

#[test]
fn a_feature_without_a_section_is_described_by_its_rules() {
    let text = calc().text.replace("feature choice  \"conditionals\" off\n", "");
    let system = System::load("calc", &text).unwrap();
    let choice = system.switches().iter().find(|feature| feature.name == "choice").unwrap();
    assert_eq!((choice.about, choice.default), ("the rules T-If", true));
}

#[test]
fn canaries_are_small_and_of_every_premise() {
    let engine = Rules::from_files(vec![calc()]).unwrap();
    let language = Language::named("calc-lang");
    let canaries = engine.canaries(language, Dialect::Standard).unwrap();
    assert_eq!(canaries.accepted.source, "0\n");
    assert_eq!(canaries.accepted.expectation, Expectation::Accept);
    let told: Vec<_> = canaries.rejected.iter().map(|case| &*case.source).collect();
    // T-If is off.
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].len(), "((1 < 2) < 3)\n".len(), "{told:?}");
    // They do not depend on what was generated before.
    assert_eq!(engine.canaries(language, Dialect::Standard), Some(canaries));
    assert_eq!(engine.canaries(Language::Rust, Dialect::Standard), None);

    let started = Instant::now();
    let engine = Rules::built_in();
    let canaries = engine.canaries(Language::SystemF, Dialect::Standard).unwrap();
    let premises = engine.system("systemf").unwrap().negatable().count();
    assert!(canaries.rejected.len() * 2 > premises, "{} of {premises}", canaries.rejected.len());
    assert!(canaries.accepted.source.len() < 10, "{}", canaries.accepted.source);
    // They take a fraction of a second; without their bound, the search would not end.
    assert!(started.elapsed().as_secs() < 300);
}

#[test]
fn an_engine_is_its_own_in_every_thread() {
    let one = Rules::from_files(vec![calc()]).unwrap();
    // Another one under the same name and in the same threads.
    let other = file("calc", &calc().text.replace("0..9", "5..5"));
    let other = Rules::from_files(vec![other]).unwrap();
    let language = Language::named("calc-lang");
    let plan = one.plan(language, Mode::WellTyped);
    let expected = (sources(&one, &plan, 30), sources(&other, &plan, 30));
    assert_ne!(expected.0, expected.1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut random = Random::new(1).with_budget(20_000, 2);
                let mut next = |engine: &Rules, i| {
                    let made = random.generate(i, |choices| engine.generate(&plan, choices));
                    made.unwrap().value[0].source.clone()
                };
                for i in 0..30 {
                    assert_eq!(next(&one, i), expected.0[i as usize]);
                    assert_eq!(next(&other, i), expected.1[i as usize]);
                }
            });
        }
    });
}

#[test]
fn siblings_need_no_derivation_where_a_rewrite_says_so() {
    let system = System::built_in("rust").unwrap();
    let mut generator = Generator::new(&system);
    let request = Request {
        size: 3,
        features: system.features(),
        language: "rust",
        dialect: Dialect::Standard,
        negate: Negate::any(),
    };
    let mut random = Random::new(3).with_budget(50_000, 4);
    // The rules declare types before they are used, and Rust does not ask for that.
    let swapped = (0..2000).any(|i| {
        let Ok(made) = random.generate(i, |c| generator.equivalent(&request, c)) else {
            return false;
        };
        let [first, siblings @ ..] = &made.value[..] else { return false };
        generator.explain(first).0 == Answer::Derives
            && siblings.iter().any(|sibling| {
                sibling.rewrites.contains(&"swap-types")
                    && generator.explain(sibling).0 == Answer::Fails
            })
    });
    assert!(swapped, "no sibling is beyond the rules");
}
