//! Theorems 4.4 and 4.5 as properties: generated effects terminate in every
//! interleaving, and so do the results of rewriting them. Conversely, the explorer
//! finds the deadlock where a rule is read in a way that is not sound.

use case::{Engine, Mode};
use channels::Channels;
use channels::generate::{
    Bounds, Extras, Heuristic, Protocol, Rule, Settings, apply_everywhere, protocol,
};
use channels::lambda::{Effect, Exploration, Verdict, explore, explore_effect, infer};
use channels::runtime::{RUNTIMES, Runtime};
use choice::Random;

const SMALL: Bounds =
    Bounds { depth: 2, actions: 7, repeat: 3, selected: 3, rewrites: 3, expanded: 14 };

fn settings(heuristic: Heuristic, runtime: &'static Runtime, bounds: Bounds) -> Settings {
    let extras = Extras::ALL.within(runtime);
    Settings { runtime, weights: heuristic.weights(), bounds, extras }
}

fn go() -> &'static Runtime {
    Runtime::named("go").unwrap()
}

/// Explores an effect; false if it is too large.
fn must_terminate(effect: &Effect) -> bool {
    let exploration = Exploration { limit: 20_000, reduce: true };
    match explore_effect(effect, exploration) {
        Verdict::Terminates { .. } => true,
        Verdict::Bound { .. } => false,
        Verdict::Deadlock { trace, stuck } => panic!("{effect}\n{trace:?}\n{stuck:?}"),
    }
}

fn effects(settings: &Settings, seed: u64, count: u64) -> impl Iterator<Item = Protocol> {
    let mut random = Random::new(seed);
    (0..count).map(move |i| {
        random.generate(i, |choices| protocol(settings, choices)).expect("no dead ends").value
    })
}

#[test]
fn generated_effects_terminate() {
    let mut explored = 0;
    for (seed, heuristic) in (0..).zip(Heuristic::ALL) {
        for runtime in &RUNTIMES {
            let settings = settings(heuristic, runtime, SMALL);
            for protocol in effects(&settings, seed, 400) {
                explored += usize::from(must_terminate(&protocol.effect()));
            }
        }
    }
    assert!(explored > 18_000, "only {explored} of 19,200 were small enough to be explored");
}

#[test]
fn every_rule_preserves_termination() {
    let settings = settings(Heuristic::A, go(), Bounds { rewrites: 2, ..SMALL });
    let rules: Vec<Rule> = Rule::EXPANSION.into_iter().chain(Rule::REORDERING).collect();
    let mut applied = vec![0; rules.len()];
    for protocol in effects(&settings, 7, 1500) {
        let whole = protocol.effect();
        // Channels that occur nowhere else.
        let extra: Effect = "SPAWN(PUT(c900)); GET(c900)".parse().unwrap();
        for (count, &rule) in applied.iter_mut().zip(&rules) {
            let mut results = apply_everywhere(&settings, rule, &whole, &extra);
            if rule == Rule::RChoiceSelectGetGet {
                // Choices between gets are rare before E-Choice-Dup.
                for doubled in apply_everywhere(&settings, Rule::EChoiceDup, &whole, &extra) {
                    results.extend(apply_everywhere(&settings, rule, &doubled, &extra));
                }
            }
            *count += results.iter().filter(|result| must_terminate(result)).count();
        }
    }
    for (count, rule) in applied.iter().zip(&rules) {
        assert!(*count > 100, "{} was tried only {count} times", rule.name());
    }
}

#[test]
fn reduction_does_not_change_the_verdict() {
    let settings = settings(Heuristic::A, go(), SMALL);
    let mut deadlocks = 0;
    for protocol in effects(&settings, 3, 400) {
        let whole = protocol.effect();
        // The effect itself, and the rest of it without one of its parts, which
        // mostly deadlocks.
        for missing in 0..=whole.parts().len() {
            let parts = whole.parts().iter().enumerate();
            let effect =
                Effect::seq(parts.filter(|(i, _)| *i != missing).map(|(_, part)| part.clone()));
            let limit = 50_000;
            let plain = explore_effect(&effect, Exploration { limit, reduce: false });
            if matches!(plain, Verdict::Bound { .. }) {
                continue;
            }
            let reduced = explore_effect(&effect, Exploration { limit, reduce: true });
            assert_eq!(plain.terminates(), reduced.terminates(), "{effect}");
            deadlocks += usize::from(!plain.terminates());
        }
    }
    assert!(deadlocks > 100, "only {deadlocks} effects deadlock");
}

/// A program has the effect that it was made from, and terminates.
#[test]
fn programs_have_their_effect_and_terminate() {
    let engine = Channels::new();
    for runtime in &RUNTIMES {
        let mut plan = engine.plan(runtime.language, Mode::Terminating);
        plan.dialect = runtime.dialect;
        plan.features.retain(|name| *name != Heuristic::default().feature().name);
        plan.features.push(Heuristic::A.feature().name);
        plan.size = 2;
        let mut random = Random::new(5);
        for i in 0..500 {
            let made = random.generate(i, |choices| engine.make(&plan, choices)).unwrap();
            let (protocol, program) = made.value;
            let expression = program.expression();
            let (_, effect) = infer(&expression).unwrap_or_else(|e| panic!("{expression}: {e}"));
            assert_eq!(effect, protocol.effect(), "{expression}");
            let text = expression.to_string();
            assert_eq!(text.parse(), Ok(expression.clone()), "{text}");
            let exploration = Exploration { limit: 20_000, reduce: true };
            match explore(&expression, exploration).unwrap() {
                Verdict::Terminates { .. } | Verdict::Bound { .. } => {}
                stuck @ Verdict::Deadlock { .. } => panic!("{text}\n{stuck:?}"),
            }
        }
    }
}

/// Effects for a runtime contain no construct that it lacks.
#[test]
fn effects_keep_to_what_the_runtime_supports() {
    fn visit(effect: &Effect, runtime: &Runtime) {
        use channels::lambda::SelectEffect;
        match effect {
            Effect::Select(clauses) => {
                for (i, clause) in clauses.iter().enumerate() {
                    match clause {
                        SelectEffect::Put(..) => assert!(runtime.select_put.is_yes()),
                        SelectEffect::Default(_) => {
                            assert!(runtime.select_default.is_yes());
                            assert_eq!(i + 1, clauses.len(), "the default clause stands last");
                        }
                        SelectEffect::Get(..) => {}
                    }
                    let same = |other: &SelectEffect| other.channel() == clause.channel();
                    let twice = clauses[..i].iter().any(same);
                    assert!(!twice || runtime.select_same_channel.is_yes(), "{effect}");
                }
            }
            Effect::Chan(_, capacity) => assert!(*capacity == 0 || runtime.buffered.is_yes()),
            Effect::Close(_) | Effect::Drain(_) => assert!(runtime.close.is_yes()),
            Effect::Lock(..) => assert!(runtime.mutex.is_yes()),
            Effect::Add(..) | Effect::Done(_) | Effect::Wait(_) => {
                assert!(runtime.waitgroup.is_yes())
            }
            _ => {}
        }
        effect.children().into_iter().for_each(|child| visit(child, runtime));
    }
    for runtime in &RUNTIMES {
        let settings = settings(Heuristic::F, runtime, Bounds::of_size(6));
        for protocol in effects(&settings, 11, 1000) {
            visit(&protocol.effect(), runtime);
        }
    }
}

/// Readings of the rules that are not sound.
#[test]
fn the_explorer_refutes_unsound_readings() {
    for (why, before, after) in [
        (
            "E-Seq as printed: two generated effects in the place of PUT(c1)",
            "SPAWN(PUT(c1)); GET(c1)",
            "SPAWN(SPAWN(PUT(c2)); GET(c2)); GET(c1)",
        ),
        (
            "G-Select with a direction for every spawned process: two of them communicate",
            "SPAWN(PUT(c1)); SPAWN(PUT(c1)); SELGET(c1, ε); SELGET(c1, ε)",
            "SPAWN(PUT(c1)); SPAWN(GET(c1)); SELGET(c1, ε); SELPUT(c1, ε)",
        ),
        (
            "G-PingPong in both directions on a buffered channel: a process gets its own message",
            "CHAN(c1); SPAWN(PUT(c1); GET(c1)); GET(c1); PUT(c1)",
            "CHAN(c1, 1); SPAWN(PUT(c1); GET(c1)); GET(c1); PUT(c1)",
        ),
        (
            "R-Spawn-1 with an effect that is not a spawn",
            "SPAWN(PUT(c1)); GET(c1); SPAWN(ε)",
            "GET(c1); SPAWN(PUT(c1)); SPAWN(ε)",
        ),
        (
            "R-Spawn-2 with the second spawn behind the first process",
            "SPAWN(GET(c1)); SPAWN(PUT(c1); PUT(c2)); GET(c2)",
            "SPAWN(GET(c1); SPAWN(PUT(c1); PUT(c2))); GET(c2)",
        ),
        (
            "E-Default with another effect in the default clause",
            "SPAWN(PUT(c1)); SELGET(c1, ε)",
            "SPAWN(PUT(c1)); SELGET(c1, ε) ⊕ SELDEFAULT(ε)",
        ),
        (
            "G-Close with two senders that both close",
            "SPAWN(PUT(c1); CLOSE(c1)); DRAIN(c1)",
            "SPAWN(PUT(c1); CLOSE(c1)); SPAWN(PUT(c1); CLOSE(c1)); DRAIN(c1)",
        ),
        (
            "G-Mutex with a box that uses the mutex",
            "SPAWN(LOCK(m1, ε)); LOCK(m1, SPAWN(PUT(c1)); GET(c1))",
            "SPAWN(LOCK(m1, ε)); LOCK(m1, SPAWN(LOCK(m1, PUT(c1))); GET(c1))",
        ),
    ] {
        let verdict = |text: &str| explore_effect(&text.parse().unwrap(), Exploration::default());
        assert!(verdict(before).terminates(), "{why}: {before}");
        assert!(matches!(verdict(after), Verdict::Deadlock { .. }), "{why}: {after}");
    }
}

/// The effects of the programs that show the known bugs of flume, chan and
/// kotlinx-coroutines (`docs/known-bugs.md`).
#[test]
fn the_smallest_programs_of_known_bugs_terminate() {
    for effect in [
        "SPAWN(GET(c1)); SPAWN(PUT(c2)); SELPUT(c1, GET(c2)) ⊕ SELGET(c2, PUT(c1))",
        "SPAWN(GET(c1)); SPAWN(GET(c2)); SELPUT(c1, PUT(c2)) ⊕ SELPUT(c2, PUT(c1))",
        "SPAWN(SELPUT(c1, ε)); SELGET(c1, ε)",
        "SPAWN(SELPUT(c1, ε) ⊕ SELPUT(c1, ε)); SELGET(c1, ε)",
    ] {
        let exploration = explore_effect(&effect.parse().unwrap(), Exploration::default());
        assert!(exploration.terminates(), "{effect}");
    }
}
