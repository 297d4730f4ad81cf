//! The rule files as an engine.

use std::cell::RefCell;

use case::{
    Covered, Dialect, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, Reason,
    TestCase,
};
use choice::{Choices, DeadEnd};

use crate::coverage::Coverage;
use crate::generate::{Generator, Program, Request};
use crate::system::System;
use crate::systems;

/// The engine that makes programs from typing rules: System F in its own syntax,
/// as Haskell, as Scala and as OCaml; and Rust, for which there are several rule
/// files; the tape says which.
///
/// The size of a plan is the depth of derivations above the least.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

thread_local! {
    /// Generators keep their memory, so every thread has its own.
    static SYSTEM_F: RefCell<Generator<'static>> = RefCell::new(Generator::new(systems::systemf()));
    static RUST: [RefCell<Generator<'static>>; 3] =
        systems::rust().map(|system| RefCell::new(Generator::new(system)));
}

/// How often each of the rule files for Rust is drawn, and the feature that
/// switches it.
const RUST_SYSTEMS: [(u32, &str); 3] = [(1, "traits"), (1, "regions"), (1, "moves")];

const SYSTEM_F_FEATURES: &[Feature] = &[
    Feature { name: "let", about: "let with a declared type", default: true },
    Feature { name: "pairs", about: "pairs and their projections", default: true },
    Feature { name: "polymorphism", about: "type abstraction and application", default: true },
];

const RUST_FEATURES: &[Feature] = &[
    Feature { name: "blanket-dyn", about: "objects of traits that all types have", default: false },
    Feature { name: "closures", about: "closures by what they capture", default: true },
    Feature { name: "consts", about: "associated constants", default: true },
    Feature { name: "dyn", about: "trait objects", default: true },
    Feature { name: "enums", about: "enums and match", default: true },
    Feature { name: "fn-pointers", about: "functions as values", default: true },
    Feature { name: "higher-ranked", about: "bounds for all lifetimes", default: true },
    Feature { name: "moves", about: "programs about moves and borrows", default: true },
    Feature { name: "opaque", about: "impl Trait as a result", default: true },
    Feature { name: "projections", about: "associated types", default: true },
    Feature { name: "references", about: "shared references", default: true },
    Feature { name: "regions", about: "programs about lifetimes", default: true },
    Feature { name: "traits", about: "programs about traits and generics", default: true },
];

impl Rules {
    /// The rule files behind a language.
    pub fn systems(language: Language) -> Vec<&'static System> {
        match language {
            Language::SystemF | Language::Haskell | Language::Scala | Language::OCaml => {
                vec![systems::systemf()]
            }
            Language::Rust => systems::rust().into(),
            _ => Vec::new(),
        }
    }
}

impl Engine for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let modes = || vec![Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
        [Language::Rust, Language::SystemF, Language::Haskell, Language::Scala, Language::OCaml]
            .map(|language| (language, modes()))
            .into()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        match language {
            Language::Rust => &[Dialect::Standard, Dialect::RustTypes],
            Language::Haskell | Language::Scala | Language::OCaml | Language::SystemF => {
                &[Dialect::Standard]
            }
            _ => &[],
        }
    }

    fn features(&self, language: Language, _mode: Mode) -> &[Feature] {
        if language == Language::Rust { RUST_FEATURES } else { SYSTEM_F_FEATURES }
    }

    fn essential_features(&self) -> &[&'static str] {
        // The choice between the rule files is on the tape.
        &["traits", "regions", "moves"]
    }

    fn coverage(&self, language: Language) -> Vec<Covered> {
        let mut all = Vec::new();
        for system in Rules::systems(language) {
            let coverage = system.coverage();
            if coverage.programs == 0 {
                continue;
            }
            let kind = |what: &str, counts: Vec<(String, u64)>| {
                covered(format!("{what} of {}", system.name()), counts)
            };
            let Coverage { rules, premises, pairs, negations, .. } = coverage;
            let named = |((rule, premise), count)| (format!("{rule}.{premise}"), count);
            all.extend([
                kind("rules", rules.into_iter().map(|(rule, n)| (rule.to_owned(), n)).collect()),
                kind("premises", premises.into_iter().map(named).collect()),
                kind(
                    "pairs of rules",
                    pairs
                        .into_iter()
                        .map(|((rule, premise, by), n)| (format!("{rule}.{premise} by {by}"), n))
                        .collect(),
                ),
            ]);
            // Well-typed programs negate nothing.
            if negations.iter().any(|(_, programs)| *programs > 0) {
                all.push(kind("premises to negate", negations.into_iter().map(named).collect()));
            }
        }
        all
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        if plan.language != Language::Rust {
            return SYSTEM_F.with_borrow_mut(|generator| family(generator, plan, choices));
        }
        let weights = RUST_SYSTEMS.map(|(weight, name)| {
            let there = plan.dialect != Dialect::RustTypes || name != "moves";
            weight * u32::from(there && plan.has(name))
        });
        let system = choices.weighted(&weights)?;
        RUST.with(|generators| family(&mut generators[system].borrow_mut(), plan, choices))
    }
}

/// How many of the rarest things are named.
const NAMED: usize = 10;

fn covered(what: String, mut counts: Vec<(String, u64)>) -> Covered {
    let used = counts.iter().filter(|(_, count)| *count > 0).count() as u64;
    let of = counts.len() as u64;
    counts.sort_by_key(|(_, count)| *count);
    counts.truncate(NAMED);
    Covered { what, used, of, rarest: counts }
}

fn family(
    generator: &mut Generator<'_>,
    plan: &Plan,
    choices: &mut Choices,
) -> Result<Family, DeadEnd> {
    let request =
        Request { size: plan.size, features: &plan.features, language: plan.language.name() };
    let programs = match plan.mode {
        Mode::WellTyped => vec![generator.well_typed(&request, choices)?],
        Mode::IllTyped => vec![generator.ill_typed(&request, choices)?],
        Mode::Equivalent => generator.equivalent(&request, choices)?,
        _ => return Err(DeadEnd),
    };
    let case = |program: &Program| {
        let source = generator.print(request.language, program).ok_or(DeadEnd)?;
        let mut features = program.rules.clone();
        features.push(generator.system().name());
        features.extend(&program.rewrites);
        features.sort_unstable();
        features.dedup();
        let expectation = match plan.mode {
            Mode::WellTyped => Expectation::Accept,
            Mode::IllTyped => Expectation::Reject(reason(program)),
            _ => Expectation::SameVerdict,
        };
        Ok(TestCase { language: plan.language, source, expectation, features })
    };
    programs.iter().map(case).collect()
}

/// Why a program is ill-typed: all of its negated premises.
fn reason(program: &Program) -> Reason {
    let mut rules: Vec<String> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut codes: Vec<String> = Vec::new();
    for negated in &program.negated {
        let name = format!("{}.{}", negated.rule, negated.premise);
        texts
            .push(format!("{} (rule {}, premise {})", negated.text, negated.rule, negated.premise));
        rules.push(name);
        codes.extend(negated.codes.iter().map(|code| (*code).to_owned()));
    }
    for list in [&mut rules, &mut texts, &mut codes] {
        list.sort_unstable();
        list.dedup();
    }
    Reason { text: texts.join("; "), rule: rules.join(" "), codes }
}
