//! Writes mutants of seed programs to a folder: SEEDS OUT LEVEL COUNT [SEED] [DUMPS].
#![allow(clippy::print_stdout, clippy::print_stderr)]

use case::{Engine, Language, Mode};
use choice::Random;
use mutate::{Mutate, SeedFile};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (seeds, out, level, count) =
        (&args[0], &args[1], &args[2], args[3].parse::<u64>().unwrap());
    let random_seed = args.get(4).map_or(1, |seed| seed.parse().unwrap());
    let mut files = Vec::new();
    for line in std::fs::read_to_string(seeds).expect("a list of files").lines() {
        let text = std::fs::read_to_string(line).expect("a text");
        let name = line.rsplit('/').next().unwrap_or(line).to_owned();
        let dump =
            args.get(5).and_then(|d| std::fs::read_to_string(format!("{d}/{name}.txt")).ok());
        files.push(SeedFile { name, language: Language::Swift, text, dump });
    }
    let engine = Mutate::new(files);
    eprintln!("{:?} {} passed over", engine.statistics(), engine.passed_over().len());
    let mode = if level == "eq" { Mode::Equivalent } else { Mode::WellTyped };
    let mut plan = engine.plan(Language::Swift, mode);
    let level: u32 = level.parse().unwrap_or(4);
    plan.features.retain(|feature| {
        feature.strip_prefix("level-").is_none_or(|n| n.parse::<u32>().unwrap() <= level)
    });
    if std::env::var("CONSTANT").is_ok() {
        plan.features.push("constant-conditions");
        plan.features.sort_unstable();
    }
    if let Ok(size) = std::env::var("SIZE") {
        plan.size = size.parse().unwrap();
    }
    let subjects = engine.subjects(&plan).into_owned();
    let mut random = Random::new(random_seed).with_budget(10_000, 2);
    let mut written = 0;
    for index in 0..count {
        plan.subject = Some(subjects[index as usize % subjects.len()].clone());
        let Ok(made) = random.generate(index, |choices| engine.generate(&plan, choices)) else {
            continue;
        };
        let case = made.value.last().expect("a program");
        let name = plan.subject.as_deref().unwrap_or_default();
        std::fs::write(format!("{out}/{index:05}__{name}"), &case.source).expect("written");
        written += 1;
    }
    eprintln!("{written} mutants");
}
