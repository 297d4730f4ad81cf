//! What the tasks share.

use std::time::{Duration, Instant};

use anyhow::Context;
use campaign::Programs;
use case::{Engine, Language, Mode, Plan, TestCase};
use choice::Tape;
use targets::Target;
use toolchains::{Cache, Progress, Spec, Toolchain};

/// The cache of fetched compilers, as `wellsmith` itself uses it.
pub(crate) fn cache() -> anyhow::Result<Cache> {
    Ok(Cache::open(None)?)
}

/// Gets a toolchain, fetching it if need be.
pub(crate) fn toolchain(cache: &Cache, name: &str) -> anyhow::Result<Toolchain> {
    let spec: Spec = name.parse()?;
    Ok(cache.install(&spec, &mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            eprintln!("{name}: {text}");
        }
    })?)
}

/// Gets a toolchain and opens its plain configuration.
pub(crate) fn target(cache: &Cache, name: &str) -> anyhow::Result<Box<dyn Target>> {
    Ok(configurations(cache, name)?.swap_remove(0))
}

/// Gets a toolchain and opens one of its configurations: `rustc@1.95.0` or
/// `rustc@1.95.0+next-solver`.
pub(crate) fn configured(cache: &Cache, name: &str) -> anyhow::Result<Box<dyn Target>> {
    let toolchain = name.split('+').next().unwrap_or(name);
    let mut targets = configurations(cache, toolchain)?.into_iter();
    targets.find(|target| target.name() == name).with_context(|| format!("there is no {name}"))
}

fn configurations(cache: &Cache, name: &str) -> anyhow::Result<Vec<Box<dyn Target>>> {
    let toolchain = toolchain(cache, name)?;
    let settings = targets::Settings::new(cache.beside("targets"));
    let targets = targets::open(&toolchain, &settings)?;
    anyhow::ensure!(!targets.is_empty(), "{name} has no target");
    Ok(targets)
}

/// The default plan of an engine for a target.
pub(crate) fn plan(engine: &dyn Engine, language: Language, mode: Mode, dialect: &str) -> Plan {
    let known = engine.dialects(language);
    let dialect = known.iter().copied().find(|known| *known == dialect);
    Plan { dialect: dialect.expect("a dialect of the engine"), ..engine.plan(language, mode) }
}

/// A program with the tape that made it.
pub(crate) struct Made {
    pub(crate) case: TestCase,
    pub(crate) tape: Tape,
}

/// The first programs of a plan and seed.
pub(crate) fn programs(engine: &dyn Engine, plan: &Plan, seed: u64, count: u64) -> Vec<Made> {
    let mut programs = Programs::new(engine, plan.clone(), seed);
    (0..count)
        .filter_map(|index| programs.get(index).ok())
        .flat_map(|made| {
            let tape = made.tape;
            made.value.into_iter().map(move |case| Made { case, tape: tape.clone() })
        })
        .collect()
}

/// How long something takes, by the wall clock.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let made = work();
    (made, started.elapsed())
}

/// The processor time that this process and its ended children have used.
pub(crate) fn cpu_time() -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").context("/proc/self/stat")?;
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or("").split_ascii_whitespace().collect();
    // Fields 14 to 17 of proc(5), whose third is the first here; in hundredths
    // of a second on every Linux there is.
    let ticks: u64 = fields[11..15].iter().map(|field| field.parse().unwrap_or(0)).sum();
    Ok(Duration::from_millis(10 * ticks))
}
