//! Writes generated programs to a folder, to look at them or to compile them by
//! hand: `emit RUNTIME SIZE FIRST COUNT FOLDER [FEATURE…]`.

use std::fs;
use std::path::PathBuf;

use case::{Engine, Mode};
use channels::Channels;
use channels::runtime::Runtime;
use choice::Random;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, size, first, count, folder, rest @ ..] = &arguments[..] else {
        panic!("usage: emit RUNTIME SIZE FIRST COUNT FOLDER [FEATURE…]");
    };
    let runtime = Runtime::named(name).expect("the name of a runtime");
    let engine = Channels::new();
    let mut plan = engine.plan(runtime.language, Mode::Terminating);
    plan.dialect = runtime.dialect;
    if !rest.is_empty() {
        let known = engine.features(runtime.language, Mode::Terminating).iter();
        let wanted =
            known.map(|feature| feature.name).filter(|name| rest.iter().any(|r| r == name));
        plan.features = wanted.collect();
    }
    plan.size = size.parse().expect("a size");
    let first: u64 = first.parse().expect("a number");
    let count: u64 = count.parse().expect("a number");
    let mut random = Random::new(1);
    for i in first..first + count {
        let family =
            random.generate(i, |choices| engine.generate(&plan, choices)).expect("a program").value;
        let file = format!("p{i}.{}", runtime.language.extension());
        fs::write(PathBuf::from(folder).join(file), &family[0].source).expect("a folder");
    }
}
