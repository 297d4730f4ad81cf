//! Rates of the mutate engine: mutants of seeds of 1 to 2 KB, the analysis of a
//! seed, and verdicts of swiftc.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;
use std::time::Duration;

use anyhow::ensure;
use case::{Language, Mode, Outcome};
use choice::Random;
use mutate::mutation::{Bounds, mutant};
use mutate::program::{How, Program};
use mutate::{Level, Mutate, SeedFile, built_in, plug};

use super::Line;
use crate::common::{SEED, cache, cpu_time, open, programs, settings};

/// The built-in seeds in a language, of such sizes.
fn seeds(language: Language, bytes: std::ops::Range<usize>) -> Vec<SeedFile> {
    let fits = |seed: &SeedFile| seed.language == language && bytes.contains(&seed.text.len());
    built_in().into_iter().filter(fits).collect()
}

fn read(seeds: &[SeedFile]) -> Vec<Box<dyn Program>> {
    let program = |seed: &SeedFile| plug(seed.language)?.read(&seed.text, None).ok();
    seeds.iter().filter_map(program).collect()
}

/// Mutants written, at each level, against copying the seeds. All are counted by
/// their hashes in a second run, which gives the same ones.
pub(super) fn generate() -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for language in [Language::Swift, Language::Rust] {
        let programs = read(&seeds(language, 1000..2000));
        ensure!(!programs.is_empty(), "there are no seeds of 1 to 2 KB in {language}");
        lines.extend(generate_in(language, &programs)?);
    }
    Ok(lines)
}

fn generate_in(language: Language, programs: &[Box<dyn Program>]) -> anyhow::Result<Vec<Line>> {
    let count: u64 = 1_000_000;
    let mut lines = Vec::new();
    for (number, level) in Level::ALL.into_iter().enumerate() {
        let bounds = Bounds {
            how: How { level, depth: 2, splice: level == Level::Four },
            replaced: 4,
            constant_conditions: false,
        };
        let run = |each: &mut dyn FnMut(&str)| -> anyhow::Result<Duration> {
            let mut random = Random::new(SEED);
            let mut out = String::new();
            let before = cpu_time()?;
            for index in 0..count {
                let program = &*programs[index as usize % programs.len()];
                let made =
                    random.generate(index, |choices| mutant(program, bounds, &mut out, choices));
                if made.is_ok() {
                    each(&out);
                }
            }
            Ok(cpu_time()? - before)
        };
        let mut bytes = 0;
        let spent = run(&mut |text| bytes += black_box(text).len())?;
        let hasher = RandomState::new();
        let mut seen = HashSet::new();
        run(&mut |text| {
            seen.insert(hasher.hash_one(text));
        })?;
        let mut out = String::new();
        let mut copied = 0;
        let before = cpu_time()?;
        while copied < bytes {
            for program in programs {
                out.clear();
                out.push_str(black_box(program.source()));
                copied += black_box(&out).len();
            }
        }
        let copying = cpu_time()? - before;
        lines.push(Line {
            what: format!(
                "{language}, level {}, distinct mutants of {} bytes, of {count}",
                number + 1,
                bytes / count as usize
            ),
            rate: seen.len() as f64 / spent.as_secs_f64(),
            unit: "a second on one core",
            floor: Some(500_000.0),
            ratio: copying.as_secs_f64() / spent.as_secs_f64(),
            least_ratio: None,
            against: "the rate of copying as many bytes of the seeds",
        });
    }
    Ok(lines)
}

/// Seeds of about 2 KB parsed and analysed, against copying them.
pub(super) fn analyse() -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (language, sizes) in [(Language::Swift, 1500..2500), (Language::Rust, 900..2500)] {
        let seeds = seeds(language, sizes);
        ensure!(!seeds.is_empty(), "there are no seeds of about 2 KB in {language}");
        // What all programs share is made once.
        black_box(read(&seeds));
        let rounds = 2000 / seeds.len() + 1;
        let before = cpu_time()?;
        for _ in 0..rounds {
            black_box(read(black_box(&seeds)));
        }
        let spent = cpu_time()? - before;
        let count = rounds * seeds.len();
        let bytes = seeds.iter().map(|seed| seed.text.len()).sum::<usize>() / seeds.len();
        let copying = super::copying(bytes, count as u64)?;
        lines.push(Line {
            what: format!("{language}, analysis of seeds of {bytes} bytes"),
            rate: count as f64 / spent.as_secs_f64(),
            unit: "a second on one core",
            floor: Some(1000.0),
            ratio: copying.as_secs_f64() / spent.as_secs_f64(),
            least_ratio: None,
            against: "the rate of copying them",
        });
    }
    Ok(lines)
}

/// Verdicts of swiftc on mutants in batches, against one frontend for each program;
/// by processor time, as if two cores had nothing else to do.
pub(super) fn swiftc() -> anyhow::Result<Vec<Line>> {
    const TARGET: &str = "swift@6.0.3";
    const CORES: f64 = 2.0;
    let cache = cache()?;
    let swift = built_in().into_iter().filter(|seed| seed.language == Language::Swift);
    let engine = Mutate::new(swift.collect());
    let mut target = open(&cache, TARGET, Vec::new())?;
    let info = target.info().clone();
    let settings = settings(&[]);
    let plan = campaign::plan(&engine, info.language, Mode::WellTyped, info.dialect, &settings);
    let made = programs(&engine, &plan, 10 * info.batch as u64);
    let sources: Vec<&str> = made.iter().map(|made| &made.family[0].source[..]).collect();
    let alone: Duration = sources[..10].iter().map(|source| target.submit(&[source]).cpu).sum();
    let (mut accepted, mut spent, mut runs) = (0, Duration::ZERO, 0);
    for batch in sources.chunks(info.batch) {
        let verdicts = targets::verdicts(target.as_mut(), batch);
        let fine = |outcome: &&Outcome| matches!(outcome, Outcome::Accepted);
        accepted += verdicts.outcomes.iter().filter(fine).count();
        spent += verdicts.cpu();
        runs += verdicts.runs.len();
    }
    let rate = CORES * sources.len() as f64 / spent.as_secs_f64();
    let plain = CORES * 10.0 / alone.as_secs_f64();
    Ok(vec![Line {
        what: format!(
            "{TARGET} by processor time, {runs} runs, {accepted} of {} accepted",
            sources.len()
        ),
        rate,
        unit: "programs a second on two cores",
        floor: Some(50.0),
        ratio: rate / plain,
        least_ratio: None,
        against: "the rate of one process for each",
    }])
}
