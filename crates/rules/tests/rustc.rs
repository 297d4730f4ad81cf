//! The rules for Rust against the real rustc: nothing well-typed is rejected,
//! everything ill-typed is rejected with a code that its error class names, and
//! equivalent programs get the same verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

use case::{Engine, Expectation, Family, Language, Mode, Plan, TestCase};
use choice::Random;
use rules::{Answer, Failure, Generator, Negate, Request, Rules, System, explain, print};

static ENGINE: LazyLock<Rules> = LazyLock::new(Rules::built_in);

fn programs(mode: Mode, count: usize) -> Vec<TestCase> {
    first(families(mode, &ENGINE.subjects(&ENGINE.plan(Language::Rust, mode))))
        .take(count)
        .collect()
}

fn first(families: impl Iterator<Item = Family>) -> impl Iterator<Item = TestCase> {
    families.map(|family| family.into_iter().next().expect("a family is never empty"))
}

/// Programs from these rule files in turn.
fn families(mode: Mode, subjects: &[Arc<str>]) -> impl Iterator<Item = Family> {
    let plan = ENGINE.plan(Language::Rust, mode);
    let plan = |subject: &Arc<str>| Plan { subject: Some(subject.clone()), ..plan.clone() };
    let plans: Vec<Plan> = subjects.iter().map(plan).collect();
    let mut random = Random::new(7).with_budget(20_000, 2);
    (0..).filter_map(move |i| {
        let plan = &plans[i as usize % plans.len()];
        random.generate(i, |c| ENGINE.generate(plan, c)).ok().map(|made| made.value)
    })
}

fn sources(programs: &[TestCase]) -> Vec<&str> {
    programs.iter().map(|program| &program.source[..]).collect()
}

/// The error codes that rustc gives for each of the programs, compiled as
/// modules of one crate. One error may hide another in a later phase, so what
/// is left is compiled again until nothing is said.
fn verdicts<S: AsRef<str>>(folder: &Path, programs: &[S]) -> BTreeMap<usize, BTreeSet<String>> {
    let mut rejected: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    loop {
        let mut source = String::new();
        let mut starts = Vec::new();
        for (i, program) in programs.iter().enumerate().filter(|(i, _)| !rejected.contains_key(i)) {
            starts.push((source.lines().count() + 1, i));
            source.push_str(&format!("pub mod m{i} {{\n{}\n}}\n", program.as_ref()));
        }
        let file = folder.join("all.rs");
        fs::write(&file, source).unwrap();
        let output = Command::new("rustc")
            .args(["--edition=2021", "--emit=metadata", "--crate-type=lib", "--out-dir"])
            .arg(folder)
            .args(["--error-format=short", "-Awarnings"])
            .arg(&file)
            .output()
            .expect("rustc is on PATH");
        if output.status.success() {
            return rejected;
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let before = rejected.len();
        for line in said.lines() {
            // …/all.rs:12:5: error[E0308]: …
            let Some((place, message)) = line.split_once(": error") else { continue };
            let number = place.rsplit(':').nth(1).and_then(|n| n.parse::<usize>().ok());
            let Some(number) = number else { continue };
            let (_, program) = starts.iter().rev().find(|(start, _)| *start <= number).unwrap();
            let code = message.strip_prefix('[').and_then(|rest| rest.split(']').next());
            // The names of lints are not shown.
            let code = match code {
                None if message.contains("literal out of range") => "overflowing_literals",
                code => code.unwrap_or("none"),
            };
            rejected.entry(*program).or_default().insert(code.to_owned());
        }
        assert!(rejected.len() > before, "rustc fails without a place:\n{said}");
    }
}

#[test]
fn rustc_accepts_what_is_well_typed() {
    let folder = tempfile::tempdir().unwrap();
    let programs = programs(Mode::WellTyped, 150);
    let rejected = verdicts(folder.path(), &sources(&programs));
    if let Some((i, codes)) = rejected.first_key_value() {
        panic!("{} rejected; one of them {codes:?}:\n{}", rejected.len(), programs[*i].source);
    }
}

#[test]
fn rustc_rejects_what_is_ill_typed_for_the_right_reason() {
    rejected_for_the_right_reason(&programs(Mode::IllTyped, 100));
}

/// Each premise that can be negated, in each way in which it can.
fn every_negation(file: &str, never: usize) {
    let count = ENGINE.system(file).unwrap().negatable().count() - never;
    let mut chosen: BTreeMap<String, TestCase> = BTreeMap::new();
    for program in first(families(Mode::IllTyped, &[file.into()])).take(10_000) {
        let Expectation::Reject(reason) = &program.expectation else { continue };
        if !reason.rule.contains(", ") {
            chosen.entry(reason.rule.clone()).or_insert(program);
        }
        if chosen.len() == count {
            break;
        }
    }
    assert_eq!(chosen.len(), count, "met: {:?}", chosen.keys());
    rejected_for_the_right_reason(&chosen.into_values().collect::<Vec<_>>());
}

#[test]
fn rustc_gives_the_code_of_every_error_about_traits() {
    every_negation("rust", 0);
}

#[test]
fn rustc_gives_the_code_of_every_error_about_regions() {
    // One is behind a feature that is off.
    every_negation("rust-regions", 1);
}

#[test]
fn rustc_gives_the_code_of_every_error_about_moves() {
    every_negation("rust-moves", 0);
}

fn rejected_for_the_right_reason(programs: &[TestCase]) {
    let folder = tempfile::tempdir().unwrap();
    let rejected = verdicts(folder.path(), &sources(programs));
    for (i, program) in programs.iter().enumerate() {
        let Expectation::Reject(reason) = &program.expectation else {
            panic!("an ill-typed program is to be rejected");
        };
        let codes = rejected.get(&i);
        let right = codes.is_some_and(|codes| reason.codes.iter().any(|code| codes.contains(code)));
        assert!(
            right,
            "{}: expected {:?}, rustc says {codes:?}:\n{}",
            reason.rule, reason.codes, program.source
        );
    }
}

#[test]
fn rustc_treats_equivalent_programs_alike() {
    let folder = tempfile::tempdir().unwrap();
    let subjects = ENGINE.subjects(&ENGINE.plan(Language::Rust, Mode::Equivalent));
    let families: Vec<Family> = families(Mode::Equivalent, &subjects).take(250).collect();
    let programs: Vec<TestCase> = families.iter().flatten().cloned().collect();
    let rejected = verdicts(folder.path(), &sources(&programs));
    let mut next = 0;
    let mut ill_typed = 0;
    for family in &families {
        let from = next;
        next += family.len();
        let wrong = (from..next).filter(|i| rejected.contains_key(i)).count();
        ill_typed += usize::from(wrong == family.len());
        if wrong != 0 && wrong != family.len() {
            let sources: Vec<&str> = family.iter().map(|case| &case.source[..]).collect();
            panic!("{wrong} of {} are rejected:\n{}", family.len(), sources.join("\n=====\n"));
        }
    }
    // One in four is ill-typed.
    assert!(ill_typed > 30, "{ill_typed} of {} are ill-typed", families.len());
}

/// The names of a program in the notation of its rule file: a letter for the kind, and a
/// number.
fn names(notation: &str) -> BTreeSet<&str> {
    let words = notation.split(|c: char| !c.is_ascii_alphanumeric());
    let is_name = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && word.len() > 1
            && letters.all(|c| c.is_ascii_digit())
            && *word != "i32"
    };
    words.filter(is_name).collect()
}

/// The program with one name in the place of another.
fn renamed(notation: &str, from: &str, to: &str) -> String {
    let mut text = String::new();
    let mut rest = notation;
    while let Some(at) = rest.find(from) {
        let (before, found) = rest.split_at(at);
        let after = &found[from.len()..];
        let part = |c: char| c.is_ascii_alphanumeric();
        let whole = !before.ends_with(part) && !after.starts_with(part);
        text.push_str(before);
        text.push_str(if whole { to } else { from });
        rest = after;
    }
    text + rest
}

/// Where two names of one kind are made one, the rules and rustc agree: a name is declared
/// twice, is hidden by another, or stands in two places that do not know each other. What
/// the rules refuse although Rust accepts it is named by `knows_less`, from the kind of the
/// names and the premise that fails.
fn names_made_one(file: &str, count: u64, knows_less: fn(char, &Failure) -> bool) {
    let system = &System::built_in(file).unwrap();
    let mut generator = Generator::new(system);
    let request = Request {
        size: 3,
        features: system.features(),
        language: "rust",
        dialect: case::Dialect::Standard,
        negate: Negate::any(),
    };
    let mut random = Random::new(11).with_budget(20_000, 2);
    let mut programs = Vec::new();
    for i in 0..count {
        let Ok(made) = random.generate(i, |c| generator.well_typed(&request, c)) else { continue };
        let notation = generator.notation(&made.value);
        let names: Vec<&str> = names(&notation).into_iter().collect();
        for (n, one) in names.iter().enumerate() {
            let kind = one.chars().next().expect("a name has a letter");
            for other in names[n + 1..].iter().filter(|name| name.starts_with(kind)) {
                programs.push((kind, renamed(&notation, other, one)));
            }
        }
    }
    let sources: Vec<String> = programs
        .iter()
        .map(|(_, program)| print(system, "program", program, "rust").unwrap().unwrap())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let rejected = verdicts(folder.path(), &sources);
    for (i, (kind, program)) in programs.iter().enumerate() {
        let said = explain(system, "program", program).unwrap();
        let codes = rejected.get(&i);
        let agree = match (said.answer, &said.failure) {
            (Answer::Derives, _) => codes.is_none(),
            (_, Some(failure)) => codes.is_some() || knows_less(*kind, failure),
            _ => false,
        };
        assert!(agree, "rustc says {codes:?}, the rules {said:?}:\n{program}\n{}", sources[i]);
    }
    let accepted = programs.len() - rejected.len();
    assert!(accepted > 100 && rejected.len() > 100, "{accepted} of {}", programs.len());
}

#[test]
fn names_made_one_are_judged_as_rustc_does_in_programs_about_traits() {
    // References do not leave the block of the variable that they borrow, so none is borrowed.
    names_made_one("rust", 60, |_, failure| failure.premise == Some("plain"));
}

#[test]
fn names_made_one_are_judged_as_rustc_does_in_programs_about_regions() {
    names_made_one("rust-regions", 60, |_, _| false);
}

#[test]
fn names_made_one_are_judged_as_rustc_does_in_programs_about_moves() {
    // In this file no variable and no borrower hides another.
    names_made_one("rust-moves", 60, |kind, _| kind == 'x' || kind == 'r');
}
