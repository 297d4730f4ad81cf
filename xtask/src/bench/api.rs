//! The api engine, and the JVM compilers that stay warm for it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ::api::Api;
use campaign::Programs;
use case::{Engine, Language, Mode, Outcome};
use targets::Target;
use targets::jvm::{self, Compiler};
use toolchains::Cache;
use wellsmith_cli::{Inputs, library_jars};

use super::{Line, copying};
use crate::common::{cache, cpu_time, toolchain};

const GUAVA: &str = "com.google.guava:guava:33.4.0-jre";

/// How many programs the tool of the paper gives to one JVM.
const BATCH: usize = 45;

/// How many batches the warm compiler gets before and while it is measured.
const WARMING: usize = 40;
const MEASURED: usize = 10;

fn load(cache: &Cache) -> anyhow::Result<Arc<Api>> {
    Inputs::new(cache, &[GUAVA.to_owned()], &[]).api(None)
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
        let libraries: Vec<String> = library.into_iter().map(str::to_owned).collect();
        let members: Vec<String> = members.iter().map(|&text| text.to_owned()).collect();
        let engine = Inputs::new(&cache, &libraries, &members).api(Some(&compiler))?;
        let plan = engine.plan(language, Mode::WellTyped);
        let mut source = Programs::new(engine.as_ref(), plan, 1);
        // The first program builds the graph.
        black_box(source.get(0).ok());
        let count = 20_000;
        let before = cpu_time()?;
        let mut bytes = 0;
        for index in 1..=count {
            bytes += source.get(index).map_or(0, |made| black_box(made.value)[0].source.len());
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
    library_jars(&cache, GUAVA)?;
    let before = cpu_time()?;
    let engine = load(&cache)?;
    let nodes = engine.stats(Language::Java).nodes;
    let spent = cpu_time()? - before;
    let mut source =
        Programs::new(engine.as_ref(), engine.plan(Language::Java, Mode::WellTyped), 1);
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
    compilers(Language::Scala, &["scala@3.9.0"])
}

pub(super) fn groovy() -> anyhow::Result<Vec<Line>> {
    compilers(Language::Groovy, &["groovy@6.0.0", "groovy@4.0.28"])
}

/// Programs judged end to end in a JVM that stays, against one that is started
/// for a batch, both by processor time.
fn compilers(language: Language, names: &[&str]) -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    let engine = load(&cache)?;
    let mut lines = Vec::new();
    for name in names {
        let mut settings = jvm::Settings::new(cache.beside("targets"));
        settings.libraries = library_jars(&cache, GUAVA)?;
        settings.full_every = 0;
        let toolchain = toolchain(&cache, name)?;
        let open = || jvm::open(&toolchain, &settings);
        let mut source = Programs::new(engine.as_ref(), engine.plan(language, Mode::WellTyped), 1);
        let mut index = 0;
        let cold = judge(&mut open()?, &mut source, &mut index, 1)?;
        let mut warm = open()?;
        judge(&mut warm, &mut source, &mut index, WARMING)?;
        let (spent, judged) = judge(&mut warm, &mut source, &mut index, MEASURED)?;
        let rate = judged as f64 / spent.as_secs_f64();
        lines.push(Line {
            what: format!("{} end to end, warm, {BATCH} a batch", warm.name()),
            rate,
            unit: "programs a second on one core",
            floor: None,
            ratio: rate / (cold.1 as f64 / cold.0.as_secs_f64()),
            least_ratio: Some(10.0),
            against: "as fast as a JVM that is started for each batch",
        });
    }
    Ok(lines)
}

/// Generates and judges some batches; the processor time, and how many programs
/// that were.
fn judge(
    compiler: &mut Compiler,
    source: &mut Programs<'_>,
    index: &mut u64,
    batches: usize,
) -> anyhow::Result<(Duration, usize)> {
    let mut spent = Duration::ZERO;
    for _ in 0..batches {
        let before = cpu_time()?;
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            *index += 1;
            batch.extend(source.get(*index).ok().and_then(|made| made.value.into_iter().next()));
        }
        spent += cpu_time()? - before;
        let sources: Vec<&str> = batch.iter().map(|case| &case.source[..]).collect();
        let verdicts = targets::verdicts(compiler, &sources);
        let unknown = verdicts.outcomes.iter().find(|o| matches!(o, Outcome::Unknown(_)));
        anyhow::ensure!(unknown.is_none(), "{}: {unknown:?}", compiler.name());
        spent += verdicts.cpu();
    }
    Ok((spent, batches * BATCH))
}
