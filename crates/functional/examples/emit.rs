//! Writes programs and predictions to a folder.
use case::{Engine, Language, Mode};
use choice::Random;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (from, count, out) = (args[1].parse::<u64>().unwrap(), args[2].parse::<u64>().unwrap(), &args[3]);
    let engine = functional::Functional::new();
    let mut plan = engine.plan(Language::Haskell, if out == "-w" { Mode::WellTyped } else { Mode::Behaviour });
    if let Some(size) = args.get(4) { plan.size = size.parse().unwrap(); }
    let mut random = Random::new(7);
    let start = std::time::Instant::now();
    let (mut lines, mut dead, mut groups) = (0, 0, 0);
    for i in from..from + count {
        let made = match random.generate(i, |c| engine.generate(&plan, c)) { Ok(m) => m, Err(e) => { println!("{i}: {e}"); dead += 1; continue; } };
        let case = &made.value[0];
        lines += case.source.lines().count();
        if !out.starts_with('-') {
            std::fs::write(format!("{out}/P{i}.hs"), &case.source).unwrap();
            let p = case.expectation.predicted().unwrap();
            groups += p.stdout.lines().count();
            std::fs::write(format!("{out}/P{i}.out"), &p.stdout).unwrap();
        }
    }
    let t = start.elapsed().as_secs_f64();
    println!("{count} programs, {} lines each, {} output lines, {dead} dead, {:.0}/s", lines as f64 / count as f64, groups as f64 / count as f64, count as f64 / t);
}
