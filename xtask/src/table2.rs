//! `cargo xtask table2`: the paper's Table 2, on runtimes that are wrong.
//!
//! For each heuristic, how many of N programs reveal the bug.

use case::{Language, Mode};
use channels::Channels;
use channels::generate::Heuristic;

use crate::common::{cache, plan, programs, target};

const RUNTIMES: &[(&str, Language, &str)] = &[
    ("flume@0.12.0", Language::Rust, "flume"),
    ("chan@0.1.23", Language::Rust, "chan"),
    ("kotlinx-coroutines@0.19", Language::Kotlin, "kotlinx-coroutines-experimental"),
];

/// Prints the table for `count` programs a heuristic.
pub(crate) fn run(count: u64) -> anyhow::Result<()> {
    let cache = cache()?;
    let names: Vec<_> = RUNTIMES.iter().map(|(name, ..)| *name).collect();
    let mut runtimes: Vec<_> =
        names.iter().map(|name| target(&cache, name)).collect::<Result<_, _>>()?;
    println!("programs of {count} that reveal a bug\n\nheuristic  {}", names.join("  "));
    for heuristic in Heuristic::ALL {
        let engine = Channels::new().with_heuristic(heuristic);
        let mut row = format!("{heuristic:9?}");
        for (&(name, language, dialect), runtime) in RUNTIMES.iter().zip(&mut runtimes) {
            let plan = plan(&engine, language, Mode::Terminating, dialect);
            let made = programs(&engine, &plan, 1, count);
            let mut revealing = 0;
            for batch in made.chunks(runtime.batch_size()) {
                let sources: Vec<&str> = batch.iter().map(|made| &made.case.source[..]).collect();
                let verdicts = targets::verdicts(runtime.as_mut(), &sources);
                revealing += batch
                    .iter()
                    .zip(&verdicts.outcomes)
                    .filter(|(made, outcome)| {
                        case::judge(&made.case.expectation, outcome).is_some()
                    })
                    .count();
            }
            row.push_str(&format!("  {revealing:>width$}", width = name.len()));
        }
        println!("{row}");
    }
    Ok(())
}
