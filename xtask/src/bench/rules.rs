//! The rules engine, and rustc behind it.

use std::hint::black_box;
use std::time::Duration;

use ::rules::Rules;
use campaign::Programs;
use case::{Engine, Language, Mode, Outcome, Plan};

use super::{Line, copying};
use crate::common::{cache, cpu_time, programs, target};

/// System F of depth 6: programs generated and checked again.
pub(super) fn systemf() -> anyhow::Result<Vec<Line>> {
    [Mode::WellTyped, Mode::IllTyped]
        .into_iter()
        .map(|mode| {
            generated(&Rules.plan(Language::SystemF, mode), "System F", 50_000, Some(20_000.0))
        })
        .collect()
}

/// Rust: sets of items, generated and checked again; as users get them, and from
/// each rule file alone.
pub(super) fn rust() -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (mode, floor) in [(Mode::WellTyped, Some(3_000.0)), (Mode::IllTyped, None)] {
        let plan = Rules.plan(Language::Rust, mode);
        lines.push(generated(&plan, "Rust", 10_000, floor)?);
        for file in FILES {
            lines.push(generated(&only(file, mode), &format!("Rust, {file}"), 10_000, None)?);
        }
    }
    Ok(lines)
}

/// The features that switch the rule files for Rust.
const FILES: [&str; 3] = ["traits", "regions", "moves"];

/// The plan for one of the rule files for Rust.
fn only(file: &str, mode: Mode) -> Plan {
    let mut plan = Rules.plan(Language::Rust, mode);
    plan.features.retain(|feature| *feature == file || !FILES.contains(feature));
    plan
}

/// Programs generated, checked again and printed, against copying the same
/// bytes.
fn generated(plan: &Plan, what: &str, count: u64, floor: Option<f64>) -> anyhow::Result<Line> {
    let mut source = Programs::new(&Rules, plan.clone(), 1);
    let before = cpu_time()?;
    let (mut made, mut bytes, mut lines) = (0u64, 0, 0);
    for index in 0..count {
        if let Ok(family) = source.get(index) {
            let text = &black_box(family.value)[0].source;
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
    let mut rustc = target(&cache()?, "rustc")?;
    let made = programs(&Rules, &Plan { size: 3, ..only("traits", Mode::WellTyped) }, 1, 1_100);
    let sources: Vec<&str> = made.iter().map(|made| &made.case.source[..]).collect();
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
