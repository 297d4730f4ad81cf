//! Measures how many programs are generated, and how many configurations are
//! explored, in a second of processor time.

#![allow(clippy::print_stdout, clippy::print_stderr)] // It shows what it measured.

use std::fs;
use std::time::{Duration, Instant};

use case::{Engine, Mode};
use channels::Channels;
use channels::lambda::{Effect, Exploration, Verdict, explore_effect};
use channels::runtime::RUNTIMES;
use choice::Random;

/// The processor time used so far. Wall-clock time says little on a busy machine.
fn processor_time(since: Instant) -> Duration {
    let nanoseconds = fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map(Duration::from_nanos);
    nanoseconds.unwrap_or_else(|| since.elapsed())
}

fn main() {
    let start = Instant::now();
    let engine = Channels::new();
    for runtime in &RUNTIMES {
        let mut plan = engine.plan(runtime.language, Mode::Terminating);
        plan.dialect = runtime.dialect;
        let mut random = Random::new(1);
        let before = processor_time(start);
        let (mut lines, mut bytes) = (0, 0);
        let count = 100_000;
        for i in 0..count {
            let made = random.generate(i, |choices| engine.generate(&plan, choices));
            let source = &made.expect("a program").value[0].source;
            bytes += source.len();
            if i < 1000 {
                lines += source.lines().count();
            }
        }
        let seconds = (processor_time(start) - before).as_secs_f64();
        println!(
            "{:32} {:8.0} programs/s, on average {} bytes, {} lines",
            runtime.name(),
            count as f64 / seconds,
            bytes / count as usize,
            lines / 1000
        );
    }
    let parts: Vec<String> = (1..=9).map(|i| format!("SPAWN(PUT(c{i}); PUT(c{i}))")).collect();
    let gets: Vec<String> = (1..=9).map(|i| format!("SPAWN(GET(c{i}); GET(c{i}))")).collect();
    let effect: Effect = format!("{}; {}", parts.join("; "), gets.join("; ")).parse().expect("ok");
    let before = processor_time(start);
    let verdict = explore_effect(&effect, Exploration::default());
    let seconds = (processor_time(start) - before).as_secs_f64();
    let Verdict::Terminates { states } = verdict else { panic!("{verdict:?}") };
    println!("explorer: {states} configurations, {:.0}/s", states as f64 / seconds);
    let select: Effect = "SPAWN(PUT(c1)); SPAWN(PUT(c2)); SPAWN(GET(c3)); SPAWN(PUT(c4)); \
        SPAWN(GET(c5)); SPAWN(PUT(c6); GET(c7)); SPAWN(GET(c6); PUT(c8)); SPAWN(PUT(c7); GET(c8)); \
        SELGET(c1, GET(c2); PUT(c3); GET(c4); PUT(c5)) ⊕ SELGET(c2, GET(c1); PUT(c5); GET(c4); \
        PUT(c3)) ⊕ SELPUT(c3, GET(c4); GET(c1); PUT(c5); GET(c2))"
        .parse()
        .expect("an effect");
    let before = processor_time(start);
    let mut states = 0;
    for _ in 0..2000 {
        let (Verdict::Terminates { states: seen } | Verdict::Bound { states: seen }) =
            explore_effect(&select, Exploration { reduce: false, ..Default::default() })
        else {
            panic!("it gets stuck");
        };
        states += seen;
    }
    let seconds = (processor_time(start) - before).as_secs_f64();
    println!("explorer, small: {states} configurations, {:.0}/s", states as f64 / seconds);
}
