//! Mutants: each different from its seed and from the others, again the same
//! from the same tape, and of the forms of their level.

use std::collections::HashSet;

use case::{Dialect, Engine, Expectation, Language, Mode, Plan};
use choice::{Exhaustive, Random, replay};
use mutate::mutation::{Bounds, mutant};
use mutate::program::{How, Plug};
use mutate::swift::Swift;
use mutate::{Forms, Level, Mutate, SeedFile, Unsuitable};

fn file(name: &str, text: &str) -> SeedFile {
    SeedFile::new(name, Language::Swift, text)
}

fn engine() -> Mutate {
    Mutate::new(vec![
        file("shapes.swift", include_str!("seeds/shapes.swift")),
        file("queue.swift", include_str!("seeds/queue.swift")),
    ])
}

fn plan(engine: &Mutate, subject: &str, features: &[&'static str]) -> Plan {
    let mut plan = engine.plan(Language::Swift, Mode::WellTyped);
    plan.features = features.to_vec();
    plan.subject = Some(subject.into());
    plan
}

#[test]
fn mutants_are_not_their_seed_and_come_back_from_their_tape() {
    let engine = engine();
    let seed = include_str!("seeds/shapes.swift");
    let plan = plan(&engine, "shapes.swift", &["level-2", "level-3", "level-4"]);
    let mut random = Random::new(3);
    let mut seen = HashSet::new();
    for index in 0..500 {
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        let [case] = &made.value[..] else { panic!("one program") };
        assert_ne!(case.source, seed);
        assert_eq!(case.expectation, Expectation::Accept);
        let again = replay(&made.tape, |choices| engine.generate(&plan, choices)).unwrap();
        assert_eq!(again, made.value);
        seen.insert(case.source.clone());
    }
    assert!(seen.len() > 450, "{} different ones", seen.len());
}

#[test]
fn levels_use_their_forms_and_no_others() {
    let engine = engine();
    let one = ["literal", "original", "paren"];
    let two = ["infix", "prefix", "ternary"];
    let three = ["array", "assignment", "call", "variable"];
    let levels: [(&[&'static str], Vec<&str>); 3] = [
        (&[], one.to_vec()),
        (&["level-2"], [&one[..], &two].concat()),
        (&["level-2", "level-3"], [&one[..], &two, &three].concat()),
    ];
    for (features, allowed) in levels {
        let mut plan = plan(&engine, "shapes.swift", features);
        plan.size = 8;
        let mut random = Random::new(5);
        let mut used = HashSet::new();
        for index in 0..1000 {
            let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
            used.extend(made.value[0].features.iter().copied());
        }
        let mut used: Vec<&str> = used.into_iter().collect();
        used.sort_unstable();
        let mut allowed = allowed;
        allowed.sort_unstable();
        assert_eq!(used, allowed, "with {features:?}");
    }
}

#[test]
fn every_mutant_within_the_bound_comes_once() {
    let source = "func f(a: Int) -> Bool { return a == 1 }\n";
    let program = Swift.read(source, None).unwrap();
    for level in [Level::One, Level::Two, Level::Three] {
        let bounds = Bounds {
            how: How { level, depth: if level == Level::One { 2 } else { 1 }, splice: false },
            replaced: 3,
            constant_conditions: false,
        };
        let mut seen = HashSet::new();
        let all = Exhaustive::in_order(|choices| {
            let mut out = String::new();
            mutant(&*program, bounds, &mut out, choices)?;
            Ok(out)
        });
        let mut count = 0;
        for made in all.take(20_000) {
            count += 1;
            assert!(seen.insert(made.value.clone()), "twice:\n{}", made.value);
        }
        assert!(count > 100, "{count} at {level:?}");
    }
}

#[test]
fn equivalent_programs_are_the_seed_and_a_variant() {
    let engine = engine();
    let plan = engine.plan(Language::Swift, Mode::Equivalent);
    let mut random = Random::new(7);
    let mut used = HashSet::new();
    for index in 0..300 {
        let mut plan = plan.clone();
        plan.subject = Some(engine.subjects(&plan)[index as usize % 2].clone());
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        let [seed, variant] = &made.value[..] else { panic!("two programs") };
        assert_ne!(seed.source, variant.source);
        used.extend(variant.features.iter().copied());
    }
    let mut used: Vec<&str> = used.into_iter().collect();
    used.sort_unstable();
    assert_eq!(used, ["duplicated-function", "redundant-parentheses", "renaming", "written-type"]);
}

#[test]
fn a_seed_is_mutated_in_the_dialects_that_it_is_a_program_of() {
    let both = SeedFile {
        dialects: vec![Dialect::Standard, Dialect::Swift6],
        ..file("both.swift", "let a = 1\n")
    };
    let engine = Mutate::new(vec![both, file("old.swift", "let b = 1\n")]);
    assert_eq!(engine.dialects(Language::Swift), [Dialect::Standard, Dialect::Swift6]);
    assert!(engine.dialects(Language::Rust).is_empty());
    let mut plan = engine.plan(Language::Swift, Mode::WellTyped);
    assert_eq!(engine.subjects(&plan).len(), 2);
    plan.dialect = Dialect::Swift6;
    assert_eq!(engine.subjects(&plan)[..], ["both.swift".into()]);
}

#[test]
fn all_seeds_together_are_one_input() {
    let list = |files: Vec<SeedFile>| Mutate::new(files).inputs().to_vec();
    let seed = file("a.swift", "let a = 1\n");
    let first = list(vec![seed.clone()]);
    assert_eq!(first.len(), 1);
    assert_eq!(first, list(vec![seed.clone()]));
    assert_ne!(first, list(vec![SeedFile { name: "b.swift".into(), ..seed.clone() }]));
    assert_ne!(first, list(vec![SeedFile { text: "let a = 2\n".into(), ..seed.clone() }]));
    assert_ne!(first, list(vec![SeedFile { dump: Some(String::new()), ..seed }]));
}

#[test]
fn functions_that_are_called_are_used_as_values() {
    // A value has neither labels nor defaults, and is not generic.
    let source = "func f(_ x: Int) -> Int { x }\nfunc g(a: Int) {}\nfunc h(_ x: Int = 1) {}\n\
                  func k<T>(_ x: T) {}\nstruct S { func m() -> Int { f(1) } }\n_ = f(2)\n\
                  g(a: 1)\nh(1)\nk(1)\n";
    let program = Swift.read(source, None).unwrap();
    let names = ["f", "g", "h", "k"];
    let called: Vec<&str> = program.places().iter().map(|p| &source[p.range.clone()]).collect();
    let called: Vec<&str> = called.into_iter().filter(|text| names.contains(text)).collect();
    assert_eq!(called, ["f", "f"]);
    let bounds = Bounds {
        how: How { level: Level::Two, depth: 2, splice: false },
        replaced: 1,
        constant_conditions: false,
    };
    let mut all = Exhaustive::in_order(|choices| {
        let mut out = String::new();
        mutant(&*program, bounds, &mut out, choices)?;
        Ok(out)
    });
    assert!(all.any(|made| made.value.contains("_ = (true ? f : f)(2)\n")));
}

#[test]
fn subjects_are_independent() {
    let both = engine();
    let one = Mutate::new(vec![file("queue.swift", include_str!("seeds/queue.swift"))]);
    let plan = plan(&both, "queue.swift", &["level-2", "level-3", "level-4"]);
    for index in 0..50 {
        let make = |engine: &Mutate| {
            Random::new(9).generate(index, |choices| engine.generate(&plan, choices)).unwrap()
        };
        assert_eq!(make(&both), make(&one));
    }
}

#[test]
fn constant_conditions_are_a_mode_of_their_own() {
    let source = "func f(x: Int) -> Int { while true { if x == 1 { return 2 } } }\n";
    let engine = Mutate::new(vec![file("loop.swift", source)]);
    let plan = plan(&engine, "loop.swift", &["constant-conditions", "level-2"]);
    assert_eq!(engine.subjects(&plan).len(), 1);
    for index in 0..30 {
        let made =
            Random::new(1).generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        let (before, after) = source.split_once("true").unwrap();
        let text = &made.value[0].source;
        assert!(text.starts_with(before) && text.ends_with(after), "{text}");
    }
}

#[test]
fn seeds_that_cannot_serve_are_passed_over() {
    let deep = format!("let x = {}1{}", "(".repeat(5000), ")".repeat(5000));
    let large = "let x = 1\n".repeat(200_000);
    let engine = Mutate::new(vec![
        file("empty.swift", ""),
        file("deep.swift", &deep),
        file("sum.swift", &format!("let x = 1{}", " + 1".repeat(5000))),
        file("chain.swift", &format!("let x = a{}", ".b".repeat(5000))),
        file("large.swift", &large),
        file("open.swift", "let x = \"abc"),
        file("types.swift", "struct S {}\n"),
    ]);
    let why: Vec<_> = engine.passed_over().iter().map(|seed| &seed.why).collect();
    assert_eq!(
        why,
        [
            &Unsuitable::NoSites,
            &Unsuitable::TooDeep,
            &Unsuitable::TooDeep,
            &Unsuitable::TooDeep,
            &Unsuitable::TooLarge { bytes: 2_000_000, limit: 1 << 18 },
            &Unsuitable::Syntax { line: 1 },
            &Unsuitable::NoSites,
        ]
    );
    assert!(engine.abilities().is_empty() && engine.inputs().is_empty());
}

#[test]
fn parentheses_around_a_try_are_among_the_mutants() {
    // The crash of Fig. 9 lives on with `try!`.
    let source = "class C { var num: Int = 1; init() throws {} }\n_ = try! C().num\n";
    let program = Swift.read(source, None).unwrap();
    let bounds = Bounds {
        how: How { level: Level::One, depth: 1, splice: false },
        replaced: 1,
        constant_conditions: false,
    };
    let mut all = Exhaustive::in_order(|choices| {
        let mut out = String::new();
        mutant(&*program, bounds, &mut out, choices)?;
        Ok(out)
    });
    assert!(all.any(|made| made.value.ends_with("_ = (try! C().num)\n")));
}

#[test]
fn operands_of_a_prefix_operator_have_a_type() {
    let source = "print(5)\nlet x: Int = 6\n";
    let program = Swift.read(source, None).unwrap();
    let bounds = Bounds {
        how: How { level: Level::Two, depth: 2, splice: false },
        replaced: 1,
        constant_conditions: false,
    };
    let all = Exhaustive::in_order(|choices| {
        let mut out = String::new();
        mutant(&*program, bounds, &mut out, choices)?;
        Ok(out)
    });
    let all: Vec<String> = all.map(|made| made.value).collect();
    assert!(all.iter().any(|text| text.starts_with("print((-((1 as Int))))")));
    assert!(!all.iter().any(|text| text.starts_with("print((-(1")));
    assert!(all.iter().any(|text| text.ends_with("let x: Int = (-(1))\n")));
}

#[test]
fn expressions_are_spliced_where_their_names_mean_the_same() {
    let source = "func g(_ x: Int) -> Int { x }\n\
                  func f(a: Int, b: String) { _ = g(a); _ = b }\n\
                  func h(a: Int) { _ = 7 }\nfunc k() { _ = 8 }\n";
    let engine = Mutate::new(vec![file("a.swift", source)]);
    let plan = plan(&engine, "a.swift", &["splice"]);
    let mut random = Random::new(1);
    let mut texts = HashSet::new();
    for index in 0..5000 {
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        if made.value[0].features.contains(&"splice") {
            texts.insert(made.value[0].source.clone());
        }
    }
    let any = |text: &str| texts.iter().any(|source| source.contains(text));
    assert!(any("func h(a: Int) { _ = ((g(a)) as Int) }"));
    assert!(any("func k() { _ = ((7) as Int) }"));
    assert!(!any("func k() { _ = ((g(a)) as Int) }") && !any("func k() { _ = ((a) as Int) }"));
}

#[test]
fn types_of_the_compiler_add_to_those_of_the_analysis() {
    // `g` is from another module, so the analysis knows nothing of the call.
    let text = "import M\nlet x = g(1)\n";
    let dump = "(source_file \"a.swift\"\n  (call_expr type=\"Int\" location=a.swift:2:9 \
                range=[a.swift:2:9 - line:2:12] nothrow\n    (integer_literal_expr type=\"Int\" \
                location=a.swift:2:11 range=[a.swift:2:11 - line:2:11] value=\"1\")))\n";
    let known = Swift.read(text, None).unwrap();
    assert!(known.places().is_empty());
    let program = Swift.read(text, Some(dump)).unwrap();
    let places: Vec<&str> = program.places().iter().map(|p| &text[p.range.clone()]).collect();
    assert_eq!(places, ["g(1)", "1"]);
    assert_eq!(program.statistics().from_compiler, 2);
}

#[test]
fn expressions_of_other_seeds_are_spliced() {
    let engine = Mutate::new(vec![file("a.swift", "func f() { let d: Double = 7.5; _ = d }\n")]);
    let plan = plan(&engine, "a.swift", &["splice"]);
    let mut random = Random::new(1);
    let texts: HashSet<String> = (0..300)
        .map(|index| random.generate(index, |choices| engine.generate(&plan, choices)).unwrap())
        .filter(|made| made.value[0].features.contains(&"splice"))
        .map(|made| made.value[0].source.clone())
        .collect();
    let calculated = texts.iter().filter(|text| text.contains(" * ") || text.contains(" + "));
    assert!(calculated.count() > 3, "{texts:?}");
}

#[test]
fn await_stands_before_whole_values_of_asynchronous_functions() {
    let source = "func f(b: Bool) async -> Int { let x: Int = 1; _ = b && b; return 2 }\n\
                  func g() -> Int { let y: Int = 3; return 4 }\n\
                  func h() async { let c = { () -> Int in return 5 }; _ = c }\n";
    let program = Swift.read(source, None).unwrap();
    let how = How { level: Level::Four, depth: 2, splice: false };
    let mut random = Random::new(1);
    let mut awaited = HashSet::new();
    for (place, at) in program.places().iter().enumerate() {
        for index in 0..500 {
            let made = random.generate(index, |choices| {
                let (mut out, mut used) = (String::new(), Forms::default());
                program.write(place, how, &mut out, &mut used, choices)?;
                Ok(out)
            });
            if made.is_ok_and(|made| made.value.contains("await")) {
                awaited.insert(&source[at.range.clone()]);
            }
        }
    }
    assert_eq!(awaited, HashSet::from(["1", "2"]));
}
