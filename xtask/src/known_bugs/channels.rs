//! Bugs of channel runtimes.

use std::time::Instant;

use anyhow::{Context, bail};
use case::{Engine, FindingKind, Language, Mode, Outcome, Plan};
use channels::Channels;
use choice::{Tape, shrink};
use targets::Target;

use crate::common::{cache, plan, programs, target};

/// A bug, where it is, and where it is not.
struct Known {
    name: &'static str,
    language: Language,
    dialect: &'static str,
    toolchain: &'static str,
    kinds: &'static [FindingKind],
    /// What the outcome must say.
    says: &'static str,
    /// A library in which the same programs must pass.
    control: Option<(&'static str, &'static str)>,
    /// After how many programs it must be met.
    within: u64,
}

const KNOWN: &[Known] = &[
    Known {
        name: "flume: a select over send and receive commits both arms",
        language: Language::Rust,
        dialect: "flume",
        toolchain: "flume@0.12.0",
        kinds: &[FindingKind::Termination],
        says: "",
        control: Some(("crossbeam-channel@0.5.15", "crossbeam-channel")),
        within: 200,
    },
    Known {
        name: "chan: a sending select never meets a receiving select",
        language: Language::Rust,
        dialect: "chan",
        toolchain: "chan@0.1.23",
        kinds: &[FindingKind::Termination],
        says: "",
        control: Some(("crossbeam-channel@0.5.15", "crossbeam-channel")),
        within: 400,
    },
    Known {
        name: "kotlinx-coroutines 0.19: StackOverflowError in select",
        language: Language::Kotlin,
        dialect: "kotlinx-coroutines-experimental",
        toolchain: "kotlinx-coroutines@0.19",
        kinds: &[FindingKind::Crash],
        says: "StackOverflowError",
        control: Some(("kotlinx-coroutines@1.3.3", "kotlinx-coroutines")),
        within: 400,
    },
];

/// Looks for those with this in their name, and shrinks what it meets.
pub(super) fn run(name: &str) -> anyhow::Result<()> {
    let wanted: Vec<_> = KNOWN.iter().filter(|known| known.name.contains(name)).collect();
    let mut missed = Vec::new();
    for known in &wanted {
        println!("== {} ({})", known.name, known.toolchain);
        if let Err(why) = meet(&Channels::new(), known) {
            println!("MISSED: {why:#}");
            missed.push(known.name);
        }
        println!();
    }
    println!("{} of {} known bugs met again", wanted.len() - missed.len(), wanted.len());
    if missed.is_empty() { Ok(()) } else { bail!("missed: {}", missed.join("; ")) }
}

fn meet(engine: &dyn Engine, known: &Known) -> anyhow::Result<()> {
    let cache = cache()?;
    let mut buggy = target(&cache, known.toolchain)?;
    let plan = plan(engine, known.language, Mode::Terminating, known.dialect);
    let started = Instant::now();
    let made = programs(engine, &plan, 1, known.within);
    let mut met = None;
    'search: for (number, batch) in made.chunks(buggy.batch_size()).enumerate() {
        let sources: Vec<&str> = batch.iter().map(|made| &made.case.source[..]).collect();
        let verdicts = targets::verdicts(buggy.as_mut(), &sources);
        for (position, (made, outcome)) in batch.iter().zip(&verdicts.outcomes).enumerate() {
            if !is_it(known, &made.case.expectation, outcome) {
                continue;
            }
            let program = number * buggy.batch_size() + position + 1;
            println!("program {program}: {}", first_line(outcome));
            let confirmed = buggy.confirm(&made.case.source);
            println!("  alone: {}", first_line(&confirmed));
            if is_it(known, &made.case.expectation, &confirmed) {
                met = Some((program, made));
                break 'search;
            }
        }
    }
    let (program, made) = met.with_context(|| format!("not met in {} programs", known.within))?;
    println!("met with program {program} after {:.0} s", started.elapsed().as_secs_f64());
    reduce(engine, known, &plan, &made.tape, buggy.as_mut())?;
    if let Some((control, dialect)) = known.control {
        control_passes(engine, known, control, dialect)?;
    }
    Ok(())
}

fn first_line(outcome: &Outcome) -> String {
    outcome.to_string().lines().next().unwrap_or("").to_owned()
}

fn is_it(known: &Known, expectation: &case::Expectation, outcome: &Outcome) -> bool {
    case::judge(expectation, outcome).is_some_and(|kind| known.kinds.contains(&kind))
        && outcome.to_string().contains(known.says)
}

/// Shrinks the tape while the program still does it.
fn reduce(
    engine: &dyn Engine,
    known: &Known,
    plan: &Plan,
    tape: &Tape,
    target: &mut dyn Target,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let shrunk = shrink(
        tape,
        150,
        |choices| engine.generate(plan, choices),
        |family| {
            // Races need many runs: a quick look, then a thorough one.
            let case = &family[0];
            let verdicts = targets::verdicts(target, &[&case.source]);
            is_it(known, &case.expectation, &verdicts.outcomes[0])
                || is_it(known, &case.expectation, &target.confirm(&case.source))
        },
    )
    .context("the program does it only in company")?;
    let source = &shrunk.value[0].source;
    println!(
        "reduced to {} lines in {} tries and {:.0} s:\n{source}",
        source.lines().count(),
        shrunk.asked,
        started.elapsed().as_secs_f64()
    );
    Ok(())
}

fn control_passes(
    engine: &dyn Engine,
    known: &Known,
    control: &str,
    dialect: &str,
) -> anyhow::Result<()> {
    let cache = cache()?;
    let mut target = target(&cache, control)?;
    let plan = plan(engine, known.language, Mode::Terminating, dialect);
    let made = programs(engine, &plan, 1, known.within);
    for batch in made.chunks(target.batch_size()) {
        let sources: Vec<&str> = batch.iter().map(|made| &made.case.source[..]).collect();
        let verdicts = targets::verdicts(target.as_mut(), &sources);
        for (made, outcome) in batch.iter().zip(&verdicts.outcomes) {
            if let Some(kind) = case::judge(&made.case.expectation, outcome) {
                bail!(
                    "the control {control} has a {kind} finding: {outcome}\n{}",
                    made.case.source
                );
            }
        }
    }
    println!("control {control}: {} programs pass", made.len());
    Ok(())
}
