//! Rates of the mutate engine: mutants of seeds of 1 to 2 KB, the analysis of a
//! seed, and verdicts of swiftc.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::ensure;
use case::{Language, Mode, Outcome};
use choice::Random;
use mutate::mutation::{Bounds, mutant};
use mutate::program::{How, Program};
use mutate::{Level, Mutate, SeedFile, built_in, plug};

use super::Line;
use crate::common::{SEED, cache, cpu_time, open, programs, settings, timed};

/// The built-in seeds of such sizes.
fn seeds(bytes: std::ops::Range<usize>) -> Vec<SeedFile> {
    built_in().into_iter().filter(|seed| bytes.contains(&seed.text.len())).collect()
}

fn read(seeds: &[SeedFile]) -> Vec<Box<dyn Program>> {
    let swift = plug(Language::Swift).expect("Swift can be mutated");
    seeds.iter().filter_map(|seed| swift.read(&seed.text, None).ok()).collect()
}

/// Mutants written, at each level, against copying the seeds. All are counted by
/// their hashes in a second run, which gives the same ones.
pub(super) fn generate() -> anyhow::Result<Vec<Line>> {
    let programs = read(&seeds(1000..2000));
    ensure!(!programs.is_empty(), "there are no seeds of 1 to 2 KB");
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
            for program in &programs {
                out.clear();
                out.push_str(black_box(program.source()));
                copied += black_box(&out).len();
            }
        }
        let copying = cpu_time()? - before;
        lines.push(Line {
            what: format!(
                "level {}, distinct mutants of {} bytes, of {count}",
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
    let seeds = seeds(1500..2500);
    ensure!(!seeds.is_empty(), "there are no seeds of about 2 KB");
    let rounds = 2000 / seeds.len() + 1;
    let before = cpu_time()?;
    for _ in 0..rounds {
        black_box(read(black_box(&seeds)));
    }
    let spent = cpu_time()? - before;
    let count = rounds * seeds.len();
    let bytes = seeds.iter().map(|seed| seed.text.len()).sum::<usize>() / seeds.len();
    let copying = super::copying(bytes, count as u64)?;
    Ok(vec![Line {
        what: format!("analysis of seeds of {bytes} bytes"),
        rate: count as f64 / spent.as_secs_f64(),
        unit: "a second on one core",
        floor: Some(1000.0),
        ratio: copying.as_secs_f64() / spent.as_secs_f64(),
        least_ratio: None,
        against: "the rate of copying them",
    }])
}

/// Verdicts of swiftc on mutants, two batches at a time, against one frontend for
/// each program.
pub(super) fn swiftc() -> anyhow::Result<Vec<Line>> {
    const TARGET: &str = "swift@6.0.3";
    const JOBS: usize = 2;
    let cache = cache()?;
    let engine = Mutate::new(built_in());
    let mut targets = Vec::new();
    for _ in 0..JOBS {
        targets.push(open(&cache, TARGET, Vec::new())?);
    }
    let info = targets[0].info().clone();
    let settings = settings(&[]);
    let plan = campaign::plan(&engine, info.language, Mode::WellTyped, info.dialect, &settings);
    let made = programs(&engine, &plan, 1200);
    let sources: Vec<&str> = made.iter().map(|made| &made.family[0].source[..]).collect();
    let (warm_up, rest) = sources.split_at(info.batch);
    targets[0].submit(warm_up);
    let (_, alone) = timed(|| {
        for source in &warm_up[..10] {
            targets[0].submit(&[source]);
        }
    });
    let batches = Mutex::new(rest.chunks(info.batch));
    let accepted = Mutex::new(0);
    let (_, spent) = timed(|| {
        std::thread::scope(|scope| {
            for target in &mut targets {
                let (batches, accepted) = (&batches, &accepted);
                scope.spawn(move || {
                    let next = || batches.lock().expect("no thread panicked").next();
                    while let Some(batch) = next() {
                        let outcomes = targets::verdicts(target.as_mut(), batch).outcomes;
                        let fine = |outcome: &&Outcome| matches!(outcome, Outcome::Accepted);
                        *accepted.lock().expect("no thread panicked") +=
                            outcomes.iter().filter(fine).count();
                    }
                });
            }
        });
    });
    let accepted = accepted.into_inner().expect("no thread panicked");
    let rate = rest.len() as f64 / spent.as_secs_f64();
    let plain = 10.0 / alone.as_secs_f64();
    Ok(vec![Line {
        what: format!(
            "{TARGET} end to end, {JOBS} at a time, {accepted} of {} accepted",
            rest.len()
        ),
        rate,
        unit: "programs a second",
        floor: Some(50.0),
        ratio: rate / plain,
        least_ratio: None,
        against: "as fast as one process for each, one after the other",
    }])
}
