//! Mutants a second, printed and distinct: SEEDS (a list of files of 1 to 2 KB) COUNT LEVEL.
#![allow(clippy::print_stdout)]

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::time::Instant;

use choice::Random;
use mutate::Level;
use mutate::mutation::{Bounds, mutant};
use mutate::program::{How, Plug, Program};
use mutate::swift::Swift;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = args[1].parse().expect("a number");
    let level = Level::ALL[args[2].parse::<usize>().expect("a level") - 1];
    let list = std::fs::read_to_string(&args[0]).expect("a list of files");
    let texts: Vec<String> = list
        .lines()
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .filter(|text| (1000..2000).contains(&text.len()))
        .collect();
    let before = Instant::now();
    let programs: Vec<Box<dyn Program>> = texts
        .iter()
        .filter_map(|text| Swift.read(text, None).ok())
        .filter(|program| program.places().iter().filter(|p| !p.constant_condition).count() > 20)
        .collect();
    println!("{} programs, {} read in {:?}", programs.len(), texts.len(), before.elapsed());
    let bounds = Bounds {
        how: How { level, depth: 2, splice: true },
        replaced: 4,
        constant_conditions: false,
    };
    let hasher = BuildHasherDefault::<std::hash::DefaultHasher>::default();
    let mut random = Random::new(1);
    let mut out = String::new();
    let mut seen = HashSet::new();
    let mut bytes = 0;
    let before = Instant::now();
    for index in 0..count {
        let program = &*programs[index as usize % programs.len()];
        if random.generate(index, |choices| mutant(program, bounds, &mut out, choices)).is_ok() {
            bytes += out.len();
            if args.len() > 3 {
                seen.insert(hasher.hash_one(&out));
            }
        }
    }
    let time = before.elapsed().as_secs_f64();
    println!(
        "{:.0} mutants a second, {:.0} MB a second, {} distinct of {count}",
        count as f64 / time,
        bytes as f64 / time / 1e6,
        seen.len()
    );
    let mut copies = 0;
    let before = Instant::now();
    for index in 0..count {
        out.clear();
        out.push_str(std::hint::black_box(programs[index as usize % programs.len()].source()));
        copies += std::hint::black_box(&out).len();
    }
    println!("copying: {:.0} MB a second", copies as f64 / before.elapsed().as_secs_f64() / 1e6);
}
