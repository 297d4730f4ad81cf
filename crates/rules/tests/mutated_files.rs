//! Rule files (the built-in ones, that of the docs, and small ones that once made trouble)
//! with parts deleted, doubled and swapped: whatever comes out of
//! that, it is refused or gives programs, within a bounded time.

use std::time::{Duration, Instant};

use choice::{Choices, DeadEnd, Random};
use rules::{BUILT_IN, Generator, Request, System};

/// The parts of a text between which a mutation cuts: bytes, words or lines.
fn cuts(text: &str, kind: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = match kind {
        0 => text.char_indices().map(|(at, _)| at).collect(),
        1 => {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let mut cuts = Vec::new();
            let mut before = ' ';
            for (at, c) in text.char_indices() {
                if !is_word(c) || !is_word(before) {
                    cuts.push(at);
                }
                before = c;
            }
            cuts
        }
        _ => {
            let after = text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(after).collect()
        }
    };
    cuts.push(text.len());
    cuts.dedup();
    cuts
}

/// One part of the text deleted, doubled, swapped with another one, or put in the
/// place of another one.
fn mutated(text: &str, choices: &mut Choices) -> Result<String, DeadEnd> {
    let kind = choices.weighted(&[1, 3, 3])?;
    let cuts = cuts(text, kind);
    let mut part = || -> Result<(usize, usize), DeadEnd> {
        let at = choices.pick(cuts.len() - 1)?;
        Ok((cuts[at], cuts[at + 1]))
    };
    let (a, b) = (part()?, part()?);
    let ((from, to), (from2, to2)) = if a <= b { (a, b) } else { (b, a) };
    let (one, two) = (&text[from..to], &text[from2..to2]);
    Ok(match choices.pick(4)? {
        0 => format!("{}{}", &text[..from], &text[to..]),
        1 => format!("{}{one}{}", &text[..to], &text[to..]),
        2 if from < from2 => {
            format!("{}{two}{}{one}{}", &text[..from], &text[to..from2], &text[to2..])
        }
        _ => format!("{}{one}{}", &text[..from2], &text[to2..]),
    })
}

/// The files to mutate: those for Rust, and small ones.
fn files() -> (Vec<String>, Vec<String>) {
    let built_in = BUILT_IN.iter().map(|(_, text)| (*text).to_owned());
    let (large, mut small): (Vec<_>, Vec<_>) = built_in.partition(|text| text.len() > 20_000);
    let page = include_str!("../../../docs/rule-files.md");
    let blocks = page.split("```rules\n").skip(1).map(|block| block.split("```").next().unwrap());
    small.push(blocks.collect());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    small.extend(paths.iter().map(|path| std::fs::read_to_string(path).unwrap()));
    (large, small)
}

/// Loads mutated files and generates from them; how many of them could be loaded.
#[expect(clippy::print_stderr, reason = "a hundred thousand files take half an hour")]
fn run(seed: u64, count: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut loaded = 0;
    let (large, small) = files();
    for i in 0..count {
        if i > 0 && i % 10_000 == 0 {
            eprintln!("{i} files, {loaded} of them could be loaded");
        }
        // What takes long to load, and says little more, comes more rarely.
        let from = if i % 16 == 0 { &large } else { &small };
        let file = &from[(i / 16 + i) as usize % from.len()];
        let text = random.generate(i, |choices| {
            let mut text = file.clone();
            for _ in 0..choices.range(1..=3)? {
                text = mutated(&text, choices)?;
            }
            Ok(text)
        });
        let text = text.expect("there is always something to mutate").value;
        let begun = Instant::now();
        let result = std::panic::catch_unwind(|| {
            let Ok(system) = System::load("mutated.rules", &text) else { return false };
            let mut generator = Generator::new(&system);
            let language = system.languages().next().unwrap_or(system.name());
            let request = Request {
                size: 2,
                features: system.features(),
                language,
                dialect: case::Dialect::Standard,
                negate: rules::Negate::any(),
            };
            let mut random = Random::new(i).with_budget(500, 1);
            let made = random.generate(0, |choices| match i % 3 {
                0 => Ok(vec![generator.well_typed(&request, choices)?]),
                1 => Ok(vec![generator.ill_typed(&request, choices)?]),
                _ => generator.equivalent(&request, choices),
            });
            if let Ok(family) = made {
                for program in &family.value {
                    generator.print(language, program);
                }
            }
            true
        });
        let took = begun.elapsed();
        // Far more than any file needs, even on a machine with much else to do.
        let fine = took < Duration::from_secs(600);
        match result {
            Ok(is_loaded) if fine => loaded += u64::from(is_loaded),
            _ => {
                let path = std::env::temp_dir().join(format!("mutated-{seed}-{i}.rules"));
                std::fs::write(&path, &text).unwrap();
                panic!("file {i} of seed {seed} ({}) took {took:?}", path.display());
            }
        }
    }
    loaded
}

#[test]
fn mutated_files_are_refused_or_work() {
    let loaded = run(1, 1000);
    assert!((50..950).contains(&loaded), "{loaded} of 1000 files could be loaded");
}

/// `MUTATED=SEED:COUNT cargo test --release -p rules --test mutated_files -- --ignored`
#[test]
#[ignore = "takes many minutes"]
fn many_mutated_files_are_refused_or_work() {
    let settings = std::env::var("MUTATED").unwrap_or_else(|_| "2:100000".to_owned());
    let (seed, count) = settings.split_once(':').expect("SEED:COUNT");
    run(seed.parse().expect("a number"), count.parse().expect("a number"));
}
