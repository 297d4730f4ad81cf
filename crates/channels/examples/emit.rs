//! Writes generated programs to a folder: `emit DIALECT SIZE FIRST COUNT FOLDER`.

use std::fs;
use std::path::PathBuf;

use case::{Engine, Mode};
use channels::Channels;
use channels::dialect::Dialect;
use choice::Random;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dialect, size, first, count, folder] = &arguments[..] else {
        panic!("usage: emit DIALECT SIZE FIRST COUNT FOLDER");
    };
    let dialect = Dialect::named(dialect).expect("a known dialect");
    let engine = Channels::new();
    let mut plan = engine.plan(dialect.language, Mode::Terminating);
    plan.dialect = dialect.name;
    plan.size = size.parse().expect("a size");
    let first: u64 = first.parse().expect("a number");
    let count: u64 = count.parse().expect("a number");
    let mut random = Random::new(1);
    for i in first..first + count {
        let family =
            random.generate(i, |choices| engine.generate(&plan, choices)).expect("a program").value;
        let file = format!("p{i}.{}", dialect.language.extension());
        fs::write(PathBuf::from(folder).join(file), &family[0].source).expect("a folder");
    }
}
