//! The rules engine, and rustc behind it.

use std::hint::black_box;
use std::time::Duration;

use ::rules::{BUILT_IN, RuleFile, Rules};
use anyhow::Context;
use campaign::Programs;
use case::{Engine, Language, Mode, Outcome, Plan};

use super::{Line, copying};
use crate::common::{SEED, cache, cpu_time, open, programs};

/// System F of depth 6: programs generated and checked again.
pub(super) fn systemf() -> anyhow::Result<Vec<Line>> {
    let rules = Rules::built_in();
    [Mode::WellTyped, Mode::IllTyped]
        .into_iter()
        .map(|mode| {
            let plan = rules.plan(Language::SystemF, mode);
            generated(&rules, &plan, "System F", 50_000, Some(20_000.0))
        })
        .collect()
}

/// Rust: sets of items, generated and checked again; as users get them, and from
/// each rule file alone.
pub(super) fn rust() -> anyhow::Result<Vec<Line>> {
    let rules = Rules::built_in();
    let mut lines = Vec::new();
    for (mode, floor) in [(Mode::WellTyped, Some(3_000.0)), (Mode::IllTyped, None)] {
        let plan = rules.plan(Language::Rust, mode);
        lines.push(generated(&rules, &plan, "Rust", 10_000, floor)?);
        for file in FILES {
            let rules = only(file)?;
            let plan = rules.plan(Language::Rust, mode);
            lines.push(generated(&rules, &plan, &format!("Rust, {file}"), 10_000, None)?);
        }
    }
    Ok(lines)
}

/// The rule files for Rust.
const FILES: [&str; 3] = ["rust", "rust-regions", "rust-moves"];

/// The engine with one of the rule files of the `rules` crate.
fn only(name: &str) -> anyhow::Result<Rules> {
    let found = BUILT_IN.iter().find(|(known, _)| *known == name);
    let (name, text) = found.with_context(|| format!("there is no rule file {name}"))?;
    Ok(Rules::from_files(vec![RuleFile { name: (*name).into(), text: (*text).into() }])?)
}

/// Programs generated, checked again and printed, against copying the same
/// bytes.
fn generated(
    rules: &Rules,
    plan: &Plan,
    what: &str,
    count: u64,
    floor: Option<f64>,
) -> anyhow::Result<Line> {
    let mut source = Programs::new(rules, plan.clone(), SEED);
    let before = cpu_time()?;
    let (mut made, mut bytes, mut lines) = (0u64, 0, 0);
    for index in 0..count {
        if let Ok(program) = source.get(index) {
            let text = &black_box(program.family)[0].source;
            made += 1;
            bytes += text.len();
            lines += text.lines().count();
        }
    }
    let spent = cpu_time()? - before;
    anyhow::ensure!(made > 0, "no program was found");
    let each = bytes / made as usize;
    Ok(Line {
        what: format!(
            "{what}, {}, {each} bytes in {:.0} lines each, {} of {count} given up",
            plan.mode,
            lines as f64 / made as f64,
            count - made
        ),
        rate: made as f64 / spent.as_secs_f64(),
        unit: "a second on one core",
        floor,
        ratio: copying(each, made)?.as_secs_f64() / spent.as_secs_f64(),
        least_ratio: None,
        against: "the rate of allocating and copying as many bytes",
    })
}

/// Rust programs judged by rustc, a hundred in a crate, against one in a crate;
/// by processor time.
pub(super) fn rustc() -> anyhow::Result<Vec<Line>> {
    let mut rustc = open(&cache()?, "rustc", Vec::new())?;
    let rules = only("rust")?;
    let plan = Plan { size: 3, ..rules.plan(Language::Rust, Mode::WellTyped) };
    let made = programs(&rules, &plan, 1_100);
    let sources: Vec<&str> = made.iter().map(|made| &made.family[0].source[..]).collect();
    let (alone, together) = sources.split_at(20);
    let mut judge = |sources: &[&str], batch: usize| -> anyhow::Result<Duration> {
        let before = cpu_time()?;
        let accepted = sources
            .chunks(batch)
            .flat_map(|batch| targets::verdicts(rustc.as_mut(), batch).outcomes)
            .filter(|outcome| matches!(outcome, Outcome::Accepted))
            .count();
        anyhow::ensure!(accepted == sources.len(), "only {accepted} programs were accepted");
        Ok(cpu_time()? - before)
    };
    let each = judge(alone, 1)?.as_secs_f64() / alone.len() as f64;
    let rate = together.len() as f64 / judge(together, 100)?.as_secs_f64();
    Ok(vec![Line {
        what: "rustc end to end, 100 in a crate".to_owned(),
        rate,
        unit: "programs in a second of processor time",
        floor: Some(300.0),
        ratio: rate * each,
        least_ratio: None,
        against: "as fast as one in a crate",
    }])
}
