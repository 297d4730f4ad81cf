//! What the engine derives from the list of runtimes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use case::{Dialect, Engine, Language, Mode};
use channels::Channels;
use channels::runtime::{RUNTIMES, Runtime, Support};
use choice::Random;

/// The names of an engine's features in a language, but for the heuristics.
fn features(language: Language) -> Vec<&'static str> {
    let features = Channels::new().features(language, Mode::Terminating).to_vec();
    let names = features.into_iter().map(|feature| feature.name);
    names.filter(|name| !name.starts_with("heuristic=")).collect()
}

#[test]
fn the_engine_writes_for_all_runtimes() {
    let engine = Channels::new();
    let mut offered = Vec::new();
    for (language, modes) in engine.abilities() {
        assert_eq!(modes, [Mode::Terminating]);
        offered.extend(engine.dialects(language).iter().map(|&dialect| (language, dialect)));
    }
    let known: Vec<_> =
        RUNTIMES.iter().map(|runtime| (runtime.language, runtime.dialect)).collect();
    assert_eq!(offered, known);
    let names: BTreeSet<_> = RUNTIMES.iter().map(Runtime::name).collect();
    assert_eq!(names.len(), RUNTIMES.len(), "{names:?}");
    for runtime in &RUNTIMES {
        let named = Runtime::named(runtime.name()).unwrap();
        assert_eq!((named.language, named.dialect), (runtime.language, runtime.dialect));
    }
}

/// A language has the features of which one of its runtimes supports the
/// construct. Each is on by default, unless that is not what is tested.
#[test]
fn features_follow_from_the_facts() {
    let all = ["buffered", "close", "default", "mutex", "values", "waitgroup"];
    assert_eq!(features(Language::Go), all);
    assert_eq!(features(Language::Kotlin), ["buffered", "close", "mutex", "values"]);
    assert_eq!(features(Language::Crystal), ["buffered", "close", "default", "mutex", "values"]);
    assert_eq!(features(Language::Flix), ["buffered", "default"]);
    // Not of flume, but of the other two.
    assert_eq!(features(Language::Rust), ["buffered", "default", "mutex", "values"]);
    let by_default = |language| Channels::new().plan(language, Mode::Terminating).features;
    let heuristic = "heuristic=f";
    let mut all: Vec<_> = all.into_iter().chain([heuristic]).collect();
    all.sort_unstable();
    assert_eq!(by_default(Language::Go), all);
    assert_eq!(by_default(Language::Rust), ["buffered", "default", heuristic, "values"]);
}

/// The reason why a runtime lacks a feature is known.
#[test]
fn a_runtime_says_what_it_lacks() {
    let engine = Channels::new();
    let lacks = |dialect, feature| engine.lacks(Language::Rust, dialect, feature);
    assert_eq!(lacks(Dialect::CrossbeamChannel, "default"), None);
    let reason = "`Selector` only waits, without or with a time-out";
    assert_eq!(lacks(Dialect::Flume, "default"), Some(reason));
    assert_eq!(lacks(Dialect::Flume, "mutex"), None);
    assert_eq!(lacks(Dialect::Flume, "heuristic=a"), None);
    let kotlin = engine.lacks(Language::Kotlin, Dialect::Coroutines, "waitgroup");
    assert_eq!(kotlin, Some("coroutines are joined by their scope"));
}

#[test]
fn an_unknown_language_has_no_dialects_and_no_programs() {
    let engine = Channels::new();
    for language in [Language::Java, Language::User("mine")] {
        assert!(engine.dialects(language).is_empty());
        assert!(features(language).is_empty());
        let plan = engine.plan(language, Mode::Terminating);
        let made = Random::new(1).generate(0, |choices| engine.generate(&plan, choices));
        assert!(made.is_err(), "{made:?}");
    }
    // A known language in a dialect that it does not have.
    let mut plan = engine.plan(Language::Go, Mode::Terminating);
    plan.dialect = Dialect::Flume;
    assert!(Random::new(1).generate(0, |choices| engine.make(&plan, choices)).is_err());
}

/// Switching a feature off leaves out what it adds.
#[test]
fn features_can_be_switched_off() {
    let engine = Channels::new();
    for (feature, traces) in [
        ("buffered", &["struct{}, 1)", "struct{}, 3)"][..]),
        ("close", &["close(", "range c"]),
        ("default", &["default:"]),
        ("mutex", &["sync.Mutex", ".Lock()"]),
        ("values", &["balance", "atomic"]),
        ("waitgroup", &["w1"]),
    ] {
        let mut plan = engine.plan(Language::Go, Mode::Terminating);
        plan.size = 8;
        let mut programs = |features: Vec<&'static str>| {
            plan.features = features;
            let mut random = Random::new(9);
            let mut texts = String::new();
            for i in 0..300 {
                let made = random.generate(i, |choices| engine.generate(&plan, choices)).unwrap();
                texts.push_str(&made.value[0].source);
            }
            texts
        };
        let all = features(Language::Go);
        let without = programs(all.iter().copied().filter(|&name| name != feature).collect());
        let with = programs(all);
        for trace in traces {
            assert!(with.contains(trace), "{trace} is missing with {feature}");
            assert!(!without.contains(trace), "{trace} is there without {feature}");
        }
    }
}

/// The page of the engine lists what each runtime lacks.
#[test]
fn the_documentation_says_what_runtimes_lack() {
    let mut table = "| runtime | programs do without | because |\n|---|---|---|\n".to_owned();
    for runtime in &RUNTIMES {
        for (construct, support) in runtime.supports() {
            if let Support::No(reason) = support {
                writeln!(table, "| `{}` | {construct} | {reason} |", runtime.name()).unwrap();
            }
        }
    }
    let page = include_str!("../../../docs/engines/channels.md");
    assert!(page.contains(&table), "docs/engines/channels.md must have this table:\n{table}");
}
