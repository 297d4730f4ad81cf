//! `cargo xtask table2`: the paper's Table 2, on runtimes that are wrong.
//!
//! For each heuristic, how many of N programs reveal the bug: the rules of the paper
//! alone, and on each runtime the one bug that is known of it.

use case::Mode;
use channels::Channels;
use channels::generate::Heuristic;

use crate::common::{cache, open, programs, settings, sightings, verdicts};

/// Everything that the engine adds to the paper.
const BEYOND: [&str; 6] = ["buffered", "close", "default", "mutex", "values", "waitgroup"];

/// Prints the table for `count` programs a heuristic, on the runtimes with this in
/// their names.
pub(crate) fn run(count: u64, name: &str) -> anyhow::Result<()> {
    let cache = cache()?;
    let bugs: Vec<_> = backtest::bugs()
        .filter(|bug| bug.engine == "channels" && bug.wrong.contains(name))
        .collect();
    let mut runtimes = bugs
        .iter()
        .map(|bug| open(&cache, bug.wrong, Vec::new()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    println!("programs of {count} that reveal the bug\n");
    print!("| heuristic |");
    bugs.iter().for_each(|bug| print!(" {} |", bug.wrong));
    println!("\n|---|{}", "---|".repeat(bugs.len()));
    let engine = Channels::new();
    for heuristic in Heuristic::ALL {
        let off = BEYOND.map(|name| (name, false));
        let switched = [&off[..], &[(heuristic.feature().name, true)]].concat();
        print!("| {heuristic} |");
        for (bug, runtime) in bugs.iter().zip(&mut runtimes) {
            let info = runtime.info().clone();
            let (mode, switched) = (Mode::Terminating, settings(&switched));
            let plan = campaign::plan(&engine, info.language, mode, info.dialect, &switched);
            let made = programs(&engine, &plan, count);
            let outcomes = verdicts(runtime.as_mut(), made.iter().map(|made| &made.family));
            let reveals = made.iter().zip(&outcomes).filter(|(made, outcomes)| {
                let seen = sightings(&info.name, &made.family, outcomes);
                seen.iter().any(|(sighting, evidence)| bug.is(sighting, evidence))
            });
            print!(" {} |", reveals.count());
        }
        println!();
    }
    Ok(())
}
