//! The api engine, and the JVM compilers that stay warm for it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ::api::Api;
use campaign::Programs;
use case::{Engine, Language, Mode, Outcome};
use inputs::{Inputs, Sources, library_jars};
use targets::Target;
use targets::jvm::{self, Compiler};
use toolchains::{Cache, Toolchain};

use super::{Line, copying};
use crate::common::{SEED, cache, cpu_time, tell, toolchain};

const GUAVA: &str = "com.google.guava:guava:33.4.0-jre";

/// How many programs the tool of the paper gives to one JVM.
const BATCH: usize = 45;

/// How many programs a warm compiler gets before it is measured, and while it is.
const WARMING: usize = 1800;
const MEASURED: usize = 450;

/// The API of a library, or else of a compiler's own, as the compiler sees it.
fn load(
    cache: &Cache,
    library: Option<&str>,
    members: &[&str],
    compiler: Option<&Toolchain>,
) -> anyhow::Result<Arc<Api>> {
    let sources = Sources {
        libraries: library.into_iter().map(str::to_owned).collect(),
        members: members.iter().map(|&text| text.to_owned()).collect(),
        ..Sources::default()
    };
    Ok(Inputs::new(cache, &sources, &tell).api(compiler)?)
}

/// Languages, compilers, libraries and parts of members' names. Without a
/// library, the language's own is exercised.
const GENERATED: [(Language, &str, Option<&str>, &[&str]); 7] = [
    (Language::Java, "javac@25", Some(GUAVA), &[]),
    (Language::Kotlin, "kotlin@2.4.21", Some(GUAVA), &[]),
    (Language::Scala, "scala@3.9.0", Some(GUAVA), &[]),
    (Language::Groovy, "groovy@6.0.0", Some(GUAVA), &[]),
    (Language::Kotlin, "kotlin@2.4.21", None, &["kotlin."]),
    (Language::Scala, "scala@3.9.0", None, &["scala."]),
    (Language::Groovy, "groovy@6.0.0", Some("org.apache.groovy:groovy:6.0.0"), &[]),
];

/// Programs generated and printed, against copying the same bytes.
pub(super) fn generate() -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    toolchain(&cache, "kotlin-metadata")?;
    let mut lines = Vec::new();
    for (language, compiler, library, members) in GENERATED {
        let compiler = toolchain(&cache, compiler)?;
        let engine = load(&cache, library, members, Some(&compiler))?;
        let plan = engine.plan(language, Mode::WellTyped);
        let mut source = Programs::new(engine.as_ref(), plan, SEED);
        // The first program builds the graph.
        black_box(source.get(0).ok());
        let count = 20_000;
        let before = cpu_time()?;
        let mut bytes = 0;
        for index in 1..=count {
            bytes += source.get(index).map_or(0, |made| black_box(made.family)[0].source.len());
        }
        let spent = cpu_time()? - before;
        let each = bytes / count as usize;
        let library = if library == Some(GUAVA) { "guava and the JDK" } else { "its own library" };
        lines.push(Line {
            what: format!("{language} programs of {each} bytes against {library}"),
            rate: count as f64 / spent.as_secs_f64(),
            unit: "a second on one core",
            floor: Some(5_000.0),
            ratio: copying(each, count)?.as_secs_f64() / spent.as_secs_f64(),
            least_ratio: None,
            against: "the rate of allocating and copying as many bytes",
        });
    }
    Ok(lines)
}

/// The graph of guava and the JDK built from their archives, against generating
/// a thousand programs from it.
pub(super) fn graph() -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    library_jars(&cache, GUAVA, &tell)?;
    let before = cpu_time()?;
    let engine = load(&cache, Some(GUAVA), &[], None)?;
    let nodes = engine.stats(Language::Java).nodes;
    let spent = cpu_time()? - before;
    let mut source =
        Programs::new(engine.as_ref(), engine.plan(Language::Java, Mode::WellTyped), SEED);
    let before = cpu_time()?;
    for index in 0..1000 {
        black_box(source.get(index).ok());
    }
    let thousand = cpu_time()? - before;
    Ok(vec![Line {
        what: format!("graph of {nodes} nodes in {:.2} s", spent.as_secs_f64()),
        rate: nodes as f64 / spent.as_secs_f64(),
        unit: "nodes a second on one core",
        // Two seconds.
        floor: Some(nodes as f64 / 2.0),
        ratio: thousand.as_secs_f64() / spent.as_secs_f64(),
        least_ratio: None,
        against: "as fast as a thousand programs from it",
    }])
}

pub(super) fn javac() -> anyhow::Result<Vec<Line>> {
    compilers(Language::Java, &["javac@17", "javac@25"])
}

pub(super) fn kotlin() -> anyhow::Result<Vec<Line>> {
    compilers(Language::Kotlin, &["kotlin@2.4.21", "kotlin@1.8.20"])
}

pub(super) fn scala() -> anyhow::Result<Vec<Line>> {
    compilers(Language::Scala, &["scala@3.9.0", "scala@3.3.8"])
}

pub(super) fn groovy() -> anyhow::Result<Vec<Line>> {
    compilers(Language::Groovy, &["groovy@6.0.0", "groovy@4.0.28"])
}

/// Programs judged end to end in a JVM that stays, against one that is started
/// for each batch, both by processor time. Such a JVM is measured twice: as it is
/// without any options, which is how a tool that starts compilers does it, and
/// with those of the one that stays.
fn compilers(language: Language, names: &[&str]) -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    let engine = load(&cache, Some(GUAVA), &[], None)?;
    let mut lines = Vec::new();
    for name in names {
        let mut settings = jvm::Settings::new(cache.beside("targets"));
        settings.libraries = library_jars(&cache, GUAVA, &tell)?;
        settings.full_every = 0;
        let plain = jvm::Settings { options: &[], ..settings.clone() };
        let toolchain = toolchain(&cache, name)?;
        let mut source =
            Programs::new(engine.as_ref(), engine.plan(language, Mode::WellTyped), SEED);
        let mut index = 0;
        let mut cold = |settings| {
            judge(&mut jvm::open(&toolchain, settings)?, &mut source, &mut index, BATCH, BATCH)
        };
        let colds = [
            (cold(&plain)?, Some(10.0), "as fast as a JVM that is started for each 45"),
            (cold(&settings)?, None, "as fast as such a JVM with the same options"),
        ];
        let mut warm = jvm::open(&toolchain, &settings)?;
        let size = warm.info().batch;
        judge(&mut warm, &mut source, &mut index, WARMING, size)?;
        let rate = judge(&mut warm, &mut source, &mut index, MEASURED, size)?;
        lines.extend(colds.map(|(cold, least_ratio, against)| Line {
            what: format!("{} end to end, warm, {size} a batch", warm.info().name),
            rate,
            unit: "programs a second on one core",
            floor: None,
            ratio: rate / cold,
            least_ratio,
            against,
        }));
    }
    Ok(lines)
}

/// Generates and judges about so many programs, a batch at a time; how many of
/// them in a second of processor time.
fn judge(
    compiler: &mut Compiler,
    source: &mut Programs<'_>,
    index: &mut u64,
    programs: usize,
    size: usize,
) -> anyhow::Result<f64> {
    let batches = programs.div_ceil(size);
    let mut spent = Duration::ZERO;
    for _ in 0..batches {
        let before = cpu_time()?;
        let mut batch = Vec::with_capacity(size);
        while batch.len() < size {
            *index += 1;
            batch.extend(source.get(*index).ok().and_then(|made| made.family.into_iter().next()));
        }
        spent += cpu_time()? - before;
        let sources: Vec<&str> = batch.iter().map(|case| &case.source[..]).collect();
        let verdicts = targets::verdicts(compiler, &sources);
        let unknown = verdicts.outcomes.iter().find(|o| matches!(o, Outcome::Unknown(_)));
        anyhow::ensure!(unknown.is_none(), "{}: {unknown:?}", compiler.info().name);
        spent += verdicts.cpu();
    }
    Ok((batches * size) as f64 / spent.as_secs_f64())
}
