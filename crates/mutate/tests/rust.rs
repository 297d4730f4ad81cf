//! Rust as a language of the engine: what is known of programs, where the same type
//! is not enough, and what mutants are like.

use std::collections::BTreeSet;

use case::{Engine, Language, Mode};
use choice::Random;
use mutate::program::{How, Plug};
use mutate::rust::Rust;
use mutate::{Forms, Level, Mutate, SeedFile, Unsuitable, built_in};

/// The expressions that can be replaced, with their types.
fn sites(source: &str) -> Vec<String> {
    let program = Rust.read(source, None).expect("a program that is understood");
    let text = program.source();
    let known = program.expressions();
    let places = program.places().iter().map(|place| {
        let found = known.iter().find(|expr| expr.range == place.range).unwrap();
        format!("{}: {}", &text[place.range.clone()], found.ty.as_ref().unwrap())
    });
    places.collect()
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(sites(source), expected, "in\n{source}");
}

/// Many texts for the place of an expression.
fn texts(source: &str, at: &str, level: Level, depth: u32) -> BTreeSet<String> {
    let program = Rust.read(source, None).expect("a program that is understood");
    let is_it = |place: &mutate::program::Place| program.source()[place.range.clone()] == *at;
    let place = program.places().iter().position(is_it).expect("it can be replaced");
    let how = How { level, depth, splice: false };
    let mut random = Random::new(1);
    let all = (0..30_000).map(|index| {
        let made = random.generate(index, |choices| {
            let (mut out, mut used) = (String::new(), Forms::default());
            program.write(place, how, &mut out, &mut used, choices)?;
            Ok(out)
        });
        made.expect("there is one").value
    });
    all.collect()
}

#[test]
fn literals_have_the_type_that_their_place_wants() {
    check("fn f() { let x: u8 = 5; }", &["5: u8"]);
    check("fn f() -> f32 { 1.5 }", &["1.5: f32"]);
    check("fn f(x: i64) -> bool { x > 3 }", &["x > 3: bool", "x: i64", "3: i64"]);
    check("fn f() { g(5u16) } fn g<T>(x: T) {}", &["g(5u16): ()", "5u16: u16"]);
    check("fn f() { println!(\"{}\", 5); }", &["5: i32"]);
}

#[test]
fn literals_of_unknown_type_stay() {
    check("fn f() { let x = 5; g(x, 6); }", &[]);
    check("fn f(v: &[u8]) { let n = v[0] as i32; }", &["v[0] as i32: i32"]);
    check("type Int = u8; fn f() { let x: Int = 5; }", &[]);
    check("fn f<u8>(x: u8) { let y: u8 = x; }", &[]);
}

#[test]
fn what_the_compiler_computes_stays() {
    check("const X: usize = 4; static Y: u8 = 2; fn f(a: [u8; 3]) {}", &[]);
    check("const fn f(x: u8) -> u8 { x + 1 }", &[]);
    check(
        "enum E { A = 1, B = 2 } fn f() -> [u8; 2] { [7u8; 2] }",
        &["[7u8; 2]: [u8; 2]", "7u8: u8"],
    );
    check("fn f(n: u8) { match n { 1 => {} _ => {} } }", &[]);
}

#[test]
fn what_may_be_promoted_to_a_constant_stays() {
    check("fn f() -> &'static i32 { &5 }", &[]);
    check("fn f() -> std::slice::Iter<'static, i32> { [1, 2].iter() }", &[]);
    check(
        "fn g(x: i32) -> i32 { x }\nfn f() { let r = &g(1); }",
        &["x: i32", "g(1): i32", "1: i32"],
    );
}

#[test]
fn places_stay() {
    check("fn f(mut x: i32) { x = 1; x += 2; }", &["1: i32", "2: i32"]);
    check("fn f(mut x: i32) { g(&mut x); } fn g(x: &mut i32) {}", &["g(&mut x): ()"]);
    check("struct S { a: u8 } fn f(a: u8) -> S { S { a } }", &["S { a }: S"]);
}

#[test]
fn what_control_flow_or_inference_depends_on_stays() {
    // Without it, nothing would say what `v` holds.
    check(
        "fn f() { let v = Vec::new(); let n: usize = g(&v); } fn g(v: &Vec<u8>) -> usize { 1 }",
        &["1: usize"],
    );
    check(
        "fn f(c: bool) -> i32 { loop { let x: i32 = if c { break 1 } else { 2 }; } }",
        &["c: bool", "2: i32"],
    );
    check(
        "fn f() -> i32 { let y: i32; let x: i32 = { y = 1; 2 }; x + y }",
        &["1: i32", "2: i32", "x + y: i32", "x: i32", "y: i32"],
    );
}

#[test]
fn variables_are_those_that_can_be_copied_here() {
    let source = "struct T; fn f(a: i32, b: &i32, t: T, mut c: i32, mut d: i32, v: [i32; 2]) {\n\
                  let r = &mut c; let x = || { 77i32 }; let e: i32; _ = 88i32; *r = 1; e = 2;\n\
                  let late: i32 = 3; }\n";
    let made = texts(source, "88i32", Level::Three, 1);
    let names: Vec<&str> = made.iter().map(String::as_str).filter(|t| t.len() == 1).collect();
    assert_eq!(names, ["a", "d"]);
    // A closure would capture them.
    let made = texts(source, "77i32", Level::Three, 1);
    assert!(!made.contains("a") && made.contains("1_i32"), "{made:?}");
}

#[test]
fn functions_are_called_unless_a_variable_hides_them() {
    let source = "fn g(x: &u8) -> u8 { *x }\nfn f() -> u8 { 5 }\nfn h(g: u8) -> u8 { 6 }\n\
                  unsafe fn u() -> u8 { 1 } async fn a() -> u8 { 1 } fn t<T>() -> u8 { 1 }\n";
    let made = texts(source, "5", Level::Three, 3);
    assert!(made.contains("g(&(1))") && made.contains("f()"));
    assert!(!made.iter().any(|text| ["u()", "a()", "t()"].iter().any(|call| text.contains(call))));
    assert!(!texts(source, "6", Level::Three, 3).iter().any(|text| text.contains("g(")));
}

#[test]
fn levels_are_those_of_the_paper() {
    let source = "fn f(a: u8) -> u8 { 5 }\n";
    let one = texts(source, "5", Level::One, 2);
    assert!(one.contains("0x2a") && one.contains("(1)") && !one.iter().any(|t| t.contains('+')));
    let two = texts(source, "5", Level::Two, 2);
    assert!(two.contains("(1 + 2)") && two.contains("(if true { 1 } else { 2 })"));
    assert!(!two.contains("a") && texts(source, "5", Level::Three, 2).contains("a"));
    let four = texts(source, "5", Level::Four, 2);
    assert!(four.contains("({ let made: u8 = 1; made })") && four.contains("(|| -> u8 { a })()"));
}

#[test]
fn programs_that_cannot_serve_get_a_clear_word() {
    let deep = |open: &str, close: &str| {
        format!("fn f() -> i32 {{ {}1{} }}", open.repeat(5000), close.repeat(5000))
    };
    let read = |text: &str| Rust.read(text, None).err();
    let many_lets = format!("fn f() {{ {} }}", "let x: u8 = 5; ".repeat(3000));
    for text in [
        deep("(", ")"),
        deep("-", ""),
        deep("!", ""),
        deep("&", ""),
        deep("", " + 1"),
        deep("|| ", ""),
        deep("", ".f()"),
        deep("if x { 1 } else ", ""),
        deep("return ", ""),
        deep("Some::<", ">"),
        format!("type T = {}u8;", "&".repeat(5000)),
    ] {
        let why = read(&text);
        assert!(
            matches!(why, Some(Unsuitable::TooDeep | Unsuitable::Syntax { .. })),
            "{why:?} for {}…",
            &text[..40]
        );
    }
    assert_eq!(read(&many_lets), None);
    assert_eq!(read("fn f() {\n let x = \"abc\n"), Some(Unsuitable::Syntax { line: 3 }));
    assert_eq!(read("#![deny(warnings)]\nfn f() {}"), Some(Unsuitable::Word("deny")));
    assert_eq!(read("fn f() { crate::g() } fn g() {}"), Some(Unsuitable::Word("crate")));
    let large = "fn f() {}\n".repeat(100_000);
    assert!(matches!(read(&large), Some(Unsuitable::TooLarge { .. })));
}

#[test]
fn the_built_in_seeds_are_used_and_much_of_them_is_known() {
    let files: Vec<SeedFile> =
        built_in().into_iter().filter(|file| file.language == Language::Rust).collect();
    assert!(files.len() >= 40, "{} programs", files.len());
    let engine = Mutate::new(files);
    assert_eq!(engine.passed_over(), []);
    let known = engine.statistics();
    assert!(known.share_annotated() >= 0.75, "{known:?}");
}

#[test]
fn the_mutants_of_the_built_in_seeds_have_every_form() {
    let engine = Mutate::new(
        built_in().into_iter().filter(|file| file.language == Language::Rust).collect(),
    );
    let mut plan = engine.plan(Language::Rust, Mode::WellTyped);
    let subjects = engine.subjects(&plan).into_owned();
    let mut random = Random::new(5);
    let mut seen = BTreeSet::new();
    for index in 0..3000 {
        plan.subject = Some(subjects[index as usize % subjects.len()].clone());
        if let Ok(made) = random.generate(index, |choices| engine.generate(&plan, choices)) {
            seen.extend(made.value[0].features.iter().copied());
        }
    }
    let never = ["await", "callee", "constant-conditions", "if-expression", "key-path", "try"];
    let all = mutate::Form::ALL.iter().map(|form| form.name());
    let missing: Vec<&str> = all.filter(|form| !seen.contains(form)).collect();
    assert_eq!(missing, never, "forms that only Swift has");
}
