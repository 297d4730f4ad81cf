//! The functional engine, and GHC behind it.

use std::hint::black_box;
use std::time::Duration;

use ::functional::Functional;
use campaign::Programs;
use case::{Engine, Language, Mode, Outcome, Plan};

use super::{Line, copying};
use crate::common::{SEED, cache, cpu_time, open, programs};

/// Programs generated and printed; then with what they do.
pub(super) fn generate() -> anyhow::Result<Vec<Line>> {
    [(Mode::WellTyped, 20_000.0), (Mode::Behaviour, 5_000.0)]
        .into_iter()
        .map(|(mode, floor)| generated(mode, floor))
        .collect()
}

/// The lines of one program in so many are counted.
const COUNTED: u64 = 10;

fn generated(mode: Mode, floor: f64) -> anyhow::Result<Line> {
    let engine = Functional::new();
    let mut source = Programs::new(&engine, plan(&engine, mode), SEED);
    let count = 20_000;
    let (mut bytes, mut lines) = (0, 0);
    let before = cpu_time()?;
    for index in 0..count {
        let Ok(made) = source.get(index) else { continue };
        let text = &black_box(made.family)[0].source;
        bytes += text.len();
        // Counting the lines of all would be part of what is measured.
        if index % COUNTED == 0 {
            lines += text.lines().count();
        }
    }
    let spent = cpu_time()? - before;
    let each = bytes / count as usize;
    Ok(Line {
        what: format!(
            "{mode}, {each} bytes in {} lines each",
            lines * COUNTED as usize / count as usize
        ),
        rate: count as f64 / spent.as_secs_f64(),
        unit: "a second on one core",
        floor: Some(floor),
        ratio: copying(each, count)?.as_secs_f64() / spent.as_secs_f64(),
        least_ratio: None,
        against: "the rate of allocating and copying as many bytes",
    })
}

fn plan(engine: &Functional, mode: Mode) -> Plan {
    engine.plan(Language::Haskell, mode)
}

/// Programs that GHC compiles at three levels and that are run, in batches, against the
/// paper's recipe: a compiler and a run for each program and level; by GHC's processor
/// time.
pub(super) fn ghc() -> anyhow::Result<Vec<Line>> {
    let cache = cache()?;
    let engine = Functional::new();
    let made = programs(&engine, &plan(&engine, Mode::Behaviour), 88);
    let sources: Vec<&str> = made.iter().map(|made| &made.family[0].source[..]).collect();
    let (alone, together) = sources.split_at(8);
    let (mut each, mut batched) = (Duration::ZERO, Duration::ZERO);
    for level in ["O0", "O1", "O2"] {
        let mut ghc = open(&cache, &format!("ghc@9.6+{level}"), Vec::new())?;
        let batch = ghc.info().batch;
        let mut judge = |programs: &[&str]| -> anyhow::Result<Duration> {
            let verdicts = targets::verdicts(ghc.as_mut(), programs);
            let ran = |outcome: &Outcome| matches!(outcome, Outcome::Ran(_));
            anyhow::ensure!(verdicts.outcomes.iter().all(ran), "not all programs were run");
            Ok(verdicts.cpu())
        };
        for program in alone {
            each += judge(&[program])?;
        }
        for programs in together.chunks(batch) {
            batched += judge(programs)?;
        }
    }
    let each = each.as_secs_f64() / alone.len() as f64;
    let rate = together.len() as f64 / batched.as_secs_f64();
    Ok(vec![Line {
        what: format!(
            "GHC 9.6 at three levels, {:.2} s for each of {} programs in batches, {each:.2} s \
             for one alone",
            1.0 / rate,
            together.len(),
        ),
        rate,
        unit: "programs in a second of processor time",
        floor: None,
        ratio: rate * each,
        least_ratio: Some(4.0),
        against: "as fast as a compiler for each program and level",
    }])
}
