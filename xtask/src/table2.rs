//! `cargo xtask table2`: the paper's Table 2, on runtimes that are wrong.
//!
//! For each heuristic, how many of N programs reveal the bug.

use case::{Mode, judge};
use channels::Channels;
use channels::generate::Heuristic;

use crate::common::{cache, open, programs, settings, verdicts};

const RUNTIMES: &[&str] = &["flume@0.12.0", "chan@0.1.23", "kotlinx-coroutines@0.19"];

/// Prints the table for `count` programs a heuristic.
pub(crate) fn run(count: u64) -> anyhow::Result<()> {
    let cache = cache()?;
    let open = |name: &&str| open(&cache, name, Vec::new());
    let mut runtimes: Vec<_> = RUNTIMES.iter().map(open).collect::<Result<_, _>>()?;
    println!("programs of {count} that reveal a bug\n\nheuristic  {}", RUNTIMES.join("  "));
    for heuristic in Heuristic::ALL {
        let engine = Channels::new().with_heuristic(heuristic);
        let mut row = format!("{heuristic:9?}");
        for (name, runtime) in RUNTIMES.iter().zip(&mut runtimes) {
            let info = runtime.info();
            let (language, dialect) = (info.language, info.dialect);
            let plan =
                campaign::plan(&engine, language, Mode::Terminating, dialect, &settings(&[]));
            let made = programs(&engine, &plan, count);
            let outcomes = verdicts(runtime.as_mut(), made.iter().map(|made| &made.family));
            let reveals = |(made, outcomes): &(&campaign::Program, _)| {
                !judge(&made.family, std::slice::from_ref(outcomes)).is_empty()
            };
            let revealing = made.iter().zip(outcomes).filter(reveals).count();
            row.push_str(&format!("  {revealing:>width$}", width = name.len()));
        }
        println!("{row}");
    }
    Ok(())
}
