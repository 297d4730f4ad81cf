//! What the tasks share.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use campaign::{Evidence, Program, Programs, Settings, Sighting};
use case::{Engine, Family, Outcome, Plan, TargetName, split_configuration};
use procfs::process::Process;
use targets::Target;
use toolchains::{Cache, Progress, Spec, Toolchain};

/// The cache of fetched compilers, as `wellsmith` itself uses it.
pub(crate) fn cache() -> anyhow::Result<Cache> {
    Ok(Cache::open(None)?)
}

/// Says what takes long.
pub(crate) fn tell(text: &str) {
    eprintln!("{text}");
}

/// A run of cargo, the one that runs this program if there is one.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Whether cargo has a subcommand.
pub(crate) fn cargo_has(subcommand: &str) -> bool {
    let mut command = cargo();
    command.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Gets the toolchain of a target, fetching it if need be.
pub(crate) fn toolchain(cache: &Cache, target: &str) -> anyhow::Result<Toolchain> {
    let spec: Spec = split_configuration(target).0.parse()?;
    Ok(cache.install(&spec, &mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            tell(&format!("{spec}: {text}"));
        }
    })?)
}

/// Gets the toolchain of a target (`rustc@1.95.0+next-solver`) and opens the
/// configuration that is named, or else the default one. Programs for the JVM
/// see the class path.
pub(crate) fn open(
    cache: &Cache,
    target: &str,
    class_path: Vec<PathBuf>,
) -> anyhow::Result<Box<dyn Target>> {
    let toolchain = toolchain(cache, target)?;
    let configuration = split_configuration(target).1.unwrap_or_default();
    let described = targets::describe(&toolchain);
    let info = described.iter().find(|info| info.name.configuration == configuration);
    let info = info.with_context(|| format!("there is no target {target}"))?;
    let settings =
        targets::Settings { class_path, ..targets::Settings::new(cache.beside("targets")) };
    Ok(targets::open(&toolchain, &info.name, &settings)?)
}

/// What decides the programs of a task: seed 1, the default size, and every
/// feature as it is by default, unless it is switched.
pub(crate) fn settings(features: &[(&str, bool)]) -> Settings {
    let features = features.iter().map(|&(name, on)| (name.to_owned(), on)).collect();
    Settings { seed: SEED, size: 4, swarm: false, features, count: None, liked: Vec::new() }
}

/// The seed of everything that is generated, unless the user names another.
pub(crate) const SEED: u64 = 1;

/// The first programs of a plan.
pub(crate) fn programs(engine: &dyn Engine, plan: &Plan, count: u64) -> Vec<Program> {
    let mut programs = Programs::new(engine, plan.clone(), SEED);
    (0..count).filter_map(|number| programs.get(number).ok()).collect()
}

/// The sources of a family.
pub(crate) fn sources(family: &Family) -> impl Iterator<Item = &str> {
    family.iter().map(|case| &case.source[..])
}

/// What a target does with each program of each family, a batch at a time.
pub(crate) fn verdicts<'a>(
    target: &mut dyn Target,
    families: impl IntoIterator<Item = &'a Family>,
) -> Vec<Vec<Outcome>> {
    let families: Vec<&Family> = families.into_iter().collect();
    let programs: Vec<&str> = families.iter().copied().flat_map(sources).collect();
    let size = target.info().batch;
    let mut outcomes =
        programs.chunks(size).flat_map(|batch| targets::verdicts(target, batch).outcomes);
    families.iter().map(|family| outcomes.by_ref().take(family.len()).collect()).collect()
}

/// Everything that is wrong with what a target did with a family.
pub(crate) fn sightings(
    target: &TargetName,
    family: &Family,
    outcomes: &[Outcome],
) -> Vec<(Sighting, Evidence)> {
    campaign::sightings(family, &[target], &[outcomes.to_vec()])
}

/// How long something takes, by the wall clock.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let made = work();
    (made, started.elapsed())
}

/// The processor time that this process and its ended children have used.
pub(crate) fn cpu_time() -> anyhow::Result<Duration> {
    let stat = Process::myself()?.stat()?;
    let children = u64::try_from(stat.cutime + stat.cstime)?;
    let ticks = stat.utime + stat.stime + children;
    Ok(Duration::from_secs_f64(ticks as f64 / procfs::ticks_per_second() as f64))
}
