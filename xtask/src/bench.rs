//! `cargo xtask bench`: rates, each with a ratio that was measured in the same
//! run, and the floor that it must not fall below.
//!
//! Rates of one core are by processor time where a single thread does the work,
//! so that other load on the machine does not change them much; rates end to end
//! are by the wall clock.

mod api;
mod functional;
mod mutate;
pub(crate) mod reduce;
mod rules;
mod sandbox;

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use campaign::Programs;
use case::{Dialect, Language, Mode, Outcome, Plan};
use channels::Channels;
use channels::generate::{Bounds, Extras, Heuristic, Settings, protocol};
use channels::lambda::{Exploration, Verdict, explore_effect};
use channels::runtime::Runtime;
use choice::Random;

use crate::common::{SEED, cache, cpu_time, open, programs, settings, timed};

type Bench = fn() -> anyhow::Result<Vec<Line>>;

const BENCHES: &[(&str, Bench)] = &[
    ("channels-generate", channels_generate),
    ("channels-explore", channels_explore),
    ("channels-go", channels_go),
    ("api-generate", api::generate),
    ("api-graph", api::graph),
    ("api-javac", api::javac),
    ("api-kotlin", api::kotlin),
    ("api-scala", api::scala),
    ("api-groovy", api::groovy),
    ("mutate-generate", mutate::generate),
    ("mutate-analyse", mutate::analyse),
    ("mutate-swiftc", mutate::swiftc),
    ("functional-generate", functional::generate),
    ("functional-ghc", functional::ghc),
    ("rules-systemf", rules::systemf),
    ("rules-rust", rules::rust),
    ("rules-rustc", rules::rustc),
    ("sandbox", sandbox::run),
    ("reduce-size", reduce::size),
    ("reduce-peers", reduce::peers),
];

/// One line of the table.
struct Line {
    what: String,
    rate: f64,
    unit: &'static str,
    floor: Option<f64>,
    /// How many times as fast as what.
    ratio: f64,
    least_ratio: Option<f64>,
    against: &'static str,
}

/// The names of the benchmarks, for the help.
pub(crate) fn list() -> String {
    format!("Benchmarks: {}", names())
}

fn names() -> String {
    BENCHES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ")
}

/// Runs the benchmarks whose name contains `name`.
pub(crate) fn run(name: &str) -> anyhow::Result<()> {
    let chosen: Vec<_> = BENCHES.iter().filter(|(known, _)| known.contains(name)).collect();
    anyhow::ensure!(!chosen.is_empty(), "no benchmark is called {name:?}; there is: {}", names());
    let mut missed = Vec::new();
    for (known, bench) in chosen {
        for line in bench()? {
            let floor = line.floor.map_or(String::new(), |floor| format!(" (floor {floor:.0})"));
            let least = line.least_ratio.map_or(String::new(), |least| format!(" (floor {least})"));
            println!(
                "{known}: {}: {:.0} {}{floor}; {:.3} times{least} {}",
                line.what, line.rate, line.unit, line.ratio, line.against
            );
            if line.floor.is_some_and(|floor| line.rate < floor)
                || line.least_ratio.is_some_and(|least| line.ratio < least)
            {
                missed.push(line.what);
            }
        }
    }
    anyhow::ensure!(missed.is_empty(), "below the floor: {}", missed.join(", "));
    Ok(())
}

/// The plan of the channels engine.
fn terminating(engine: &Channels, language: Language, dialect: Dialect) -> Plan {
    campaign::plan(engine, language, Mode::Terminating, dialect, &settings(&[]))
}

/// Programs generated and printed, against copying the same bytes.
fn channels_generate() -> anyhow::Result<Vec<Line>> {
    let engine = Channels::new();
    let mut lines = Vec::new();
    for (language, dialect, floor) in [
        (Language::Go, Dialect::Standard, Some(100_000.0)),
        (Language::Rust, Dialect::Flume, None),
        (Language::Kotlin, Dialect::Coroutines, None),
        (Language::Crystal, Dialect::Standard, None),
    ] {
        let mut source = Programs::new(&engine, terminating(&engine, language, dialect), SEED);
        let count = 200_000;
        let before = cpu_time()?;
        let mut bytes = 0;
        for index in 0..count {
            bytes += source.get(index).map_or(0, |made| black_box(made.family)[0].source.len());
        }
        let spent = cpu_time()? - before;
        let copying = copying(bytes / count as usize, count)?;
        lines.push(Line {
            what: format!("{language} ({dialect}) programs of {} bytes", bytes / count as usize),
            rate: count as f64 / spent.as_secs_f64(),
            unit: "a second on one core",
            floor,
            ratio: copying.as_secs_f64() / spent.as_secs_f64(),
            least_ratio: None,
            against: "the rate of allocating and copying as many bytes",
        });
    }
    Ok(lines)
}

/// The processor time of allocating and copying so many bytes, so often.
fn copying(bytes: usize, count: u64) -> anyhow::Result<Duration> {
    let text = vec![b'x'; bytes];
    let before = cpu_time()?;
    for _ in 0..count * 10 {
        black_box(text.clone());
    }
    Ok((cpu_time()? - before) / 10)
}

/// Configurations visited, against the plain exploration of every order.
fn channels_explore() -> anyhow::Result<Vec<Line>> {
    let settings = Settings {
        runtime: Runtime::of(Language::Go, Dialect::Standard).expect("Go is a runtime"),
        weights: Heuristic::default().weights(),
        bounds: Bounds::of_size(3),
        extras: Extras::ALL,
    };
    let mut random = Random::new(1);
    let effects: Vec<_> = (0..2000)
        .filter_map(|index| random.generate(index, |choices| protocol(&settings, choices)).ok())
        .map(|made| made.value.effect())
        .collect();
    let explore = |reduce: bool| -> anyhow::Result<(usize, usize, Duration)> {
        let before = cpu_time()?;
        let (mut states, mut decided) = (0, 0);
        for effect in &effects {
            match explore_effect(effect, Exploration { limit: 20_000, reduce }) {
                Verdict::Terminates { states: n } => {
                    states += n;
                    decided += 1;
                }
                Verdict::Bound { states: n } => states += n,
                Verdict::Deadlock { trace, .. } => anyhow::bail!("{effect} deadlocks: {trace:?}"),
            }
        }
        Ok((states, decided, cpu_time()? - before))
    };
    let (states, decided, spent) = explore(true)?;
    let (_, plain_decided, plain_spent) = explore(false)?;
    Ok(vec![Line {
        what: format!(
            "explorer, {decided} of {} effects decided ({plain_decided} without reduction)",
            effects.len()
        ),
        rate: states as f64 / spent.as_secs_f64(),
        unit: "configurations a second on one core",
        floor: Some(200_000.0),
        ratio: plain_spent.as_secs_f64() / spent.as_secs_f64(),
        least_ratio: None,
        against: "as fast over all effects as without reduction",
    }])
}

/// Batches of 100 on Go, each program in a process of its own, against the
/// paper's way: compile and run one program after the other.
fn channels_go() -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    let mut go = open(&cache, "go", Vec::new())?;
    let engine = Channels::new();
    let plan = terminating(&engine, Language::Go, Dialect::Standard);
    let made = programs(&engine, &plan, 1100);
    let sources: Vec<&str> = made.iter().map(|made| &made.family[0].source[..]).collect();
    let (warm_up, rest) = sources.split_at(100);
    go.submit(warm_up);
    let (judged, spent) = timed(|| {
        rest.chunks(100)
            .map(|batch| targets::verdicts(go.as_mut(), batch))
            .flat_map(|verdicts| verdicts.outcomes)
            .filter(|outcome| matches!(outcome, Outcome::Ran(_)))
            .count()
    });
    anyhow::ensure!(judged == rest.len(), "only {judged} of {} programs ran", rest.len());

    let folder = std::env::temp_dir().join(format!("wellsmith-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let one_by_one = timed(|| -> anyhow::Result<()> {
        for source in &rest[..10] {
            std::fs::write(folder.join("main.go"), source)?;
            let status = Command::new("go")
                .args(["run", "main.go"])
                .current_dir(&folder)
                .stdout(std::process::Stdio::null())
                .status()?;
            anyhow::ensure!(status.success(), "go run failed");
        }
        Ok(())
    });
    std::fs::remove_dir_all(&folder)?;
    one_by_one.0?;
    let rate = judged as f64 / spent.as_secs_f64();
    let plain = 10.0 / one_by_one.1.as_secs_f64();
    Ok(vec![Line {
        what: "Go end to end, 100 a batch".to_owned(),
        rate,
        unit: "programs a second",
        floor: Some(150.0),
        ratio: rate / plain,
        least_ratio: None,
        against: "as fast as `go run` for one program after the other",
    }])
}
