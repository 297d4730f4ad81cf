//! What every engine has by default, and telling whether its programs changed.

use std::borrow::Cow;
use std::sync::Arc;

use case::{
    Dialect, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, TestCase,
    fingerprint,
};
use choice::{Choices, DeadEnd};

/// An engine whose programs are what they were made from, in words.
struct Echo {
    dialects: Vec<Dialect>,
    features: Vec<Feature>,
    subjects: Vec<Arc<str>>,
    /// What is put before each program.
    prefix: &'static str,
}

const fn feature(name: &'static str, default: bool) -> Feature {
    Feature { name, about: "", default }
}

fn echo() -> Echo {
    Echo {
        dialects: vec![Dialect::Standard],
        features: vec![feature("loops", true), feature("arrays", true), feature("goto", false)],
        subjects: Vec::new(),
        prefix: "",
    }
}

impl Engine for Echo {
    fn name(&self) -> &'static str {
        "echo"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        vec![(Language::Rust, vec![Mode::WellTyped])]
    }

    fn dialects(&self, _: Language) -> &[Dialect] {
        &self.dialects
    }

    fn features(&self, _: Language, _: Mode) -> &[Feature] {
        &self.features
    }

    fn subjects(&self, _: &Plan) -> Cow<'_, [Arc<str>]> {
        Cow::Borrowed(&self.subjects)
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let subject = plan.subject.as_deref().unwrap_or("nothing");
        if subject == "impossible" {
            return Err(DeadEnd);
        }
        let (prefix, dialect) = (self.prefix, plan.dialect);
        let source = format!("{prefix}{dialect} {subject} {}", choices.pick(1000)?);
        let (language, expectation) = (plan.language, Expectation::Accept);
        Ok(vec![TestCase { language, source, expectation, features: Vec::new() }])
    }
}

/// An engine that has only what it must have.
struct Bare;

impl Engine for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        Vec::new()
    }

    fn dialects(&self, _: Language) -> &[Dialect] {
        &[]
    }

    fn features(&self, _: Language, _: Mode) -> &[Feature] {
        &[]
    }

    fn generate(&self, _: &Plan, _: &mut Choices) -> Result<Family, DeadEnd> {
        Err(DeadEnd)
    }
}

#[test]
fn the_default_plan_has_the_default_features() {
    let echo = Echo { subjects: subjects(&["a", "b"]), ..echo() };
    let plan = echo.plan(Language::Rust, Mode::WellTyped);
    assert_eq!(plan.features, ["arrays", "loops"], "sorted");
    assert!(plan.has("loops") && plan.has("arrays") && !plan.has("goto"));
    assert_eq!((plan.language, plan.mode, plan.size), (Language::Rust, Mode::WellTyped, 4));
    assert_eq!(plan.subject.as_deref(), Some("a"), "the first");
    let echo = Echo { dialects: vec![Dialect::Flume, Dialect::Chan], ..echo };
    assert_eq!(echo.plan(Language::Rust, Mode::WellTyped).dialect, Dialect::Flume, "the usual one");
}

#[test]
fn what_an_engine_does_not_say_is_nothing() {
    assert!(Bare.essential_features().is_empty());
    assert!(Bare.subjects(&Bare.plan(Language::Rust, Mode::WellTyped)).is_empty());
    assert!(Bare.coverage(Language::Rust).is_empty());
    let plan = Bare.plan(Language::Rust, Mode::WellTyped);
    assert_eq!((plan.dialect, plan.subject), (Dialect::Standard, None));
}

fn subjects(names: &[&str]) -> Vec<Arc<str>> {
    names.iter().map(|&name| name.into()).collect()
}

/// Whatever changes a program changes the fingerprint, and nothing else does.
#[test]
fn a_fingerprint_tells_whether_programs_changed() {
    let of = |engine: Echo| fingerprint(&engine, 3);
    let about = |names: &[&str]| of(Echo { subjects: subjects(names), ..echo() });
    assert_eq!(of(echo()), of(echo()));
    // What the programs do not show does not count.
    assert_eq!(of(echo()), of(Echo { features: Vec::new(), ..echo() }));
    assert_ne!(of(echo()), of(Echo { prefix: "new ", ..echo() }));
    assert_ne!(fingerprint(&echo(), 3), fingerprint(&echo(), 4));
    // Every dialect counts,
    let dialects = vec![Dialect::Standard, Dialect::Flume];
    assert_ne!(of(echo()), of(Echo { dialects, ..echo() }));
    // and every subject, in turn: with three programs the third, but no fourth.
    assert_ne!(of(echo()), about(&["a"]));
    assert_ne!(about(&["a"]), about(&["a", "b"]));
    assert_ne!(about(&["a", "b"]), about(&["b", "a"]));
    assert_ne!(about(&["a", "b", "c"]), about(&["a", "b", "d"]));
    assert_eq!(about(&["a", "b", "c", "d"]), about(&["a", "b", "c", "e"]));
    // A program that there is not counts too.
    assert_ne!(about(&["a", "b"]), about(&["a", "impossible"]));
}

#[test]
fn alternatives_have_the_beginning_of_their_names_in_common() {
    let of = |name| Feature { name, about: "", default: false }.alternatives();
    assert_eq!(of("heuristic=a"), Some("heuristic="));
    assert_eq!(of("heuristic=a"), of("heuristic=b"));
    assert_eq!(of("heuristics"), None);
}
