//! The version of the engine is raised whenever its programs change.

use case::{Engine, Language, fingerprint};
use mutate::{Mutate, SeedFile};

/// `tests/versions.txt` has a line for each version: the fingerprint of the
/// mutants of the programs in `tests/seeds`.
#[test]
fn programs_are_those_of_the_version() {
    let file = |name: &str, text: &str| SeedFile::new(name, Language::Swift, text);
    let in_rust = |name: &str, text: &str| SeedFile::new(name, Language::Rust, text);
    let engine = Mutate::new(vec![
        file("shapes.swift", include_str!("seeds/shapes.swift")),
        file("queue.swift", include_str!("seeds/queue.swift")),
        in_rust("points.rs", include_str!("../seeds/rust/points.rs")),
        in_rust("ticks.rs", include_str!("../seeds/rust/ticks.rs")),
    ]);
    let versions = include_str!("versions.txt");
    let last = versions.lines().last().expect("a line for each version");
    let version = format!("version {}: ", engine.version());
    let now = format!("{version}{}", fingerprint(&engine, 200));
    assert!(
        last.starts_with(&version),
        "the engine has a new version: append this line to crates/mutate/tests/versions.txt:\n\
         {now}\n"
    );
    assert_eq!(
        last, now,
        "the programs have changed, so a tape that was recorded with this version gives another \
         program now. If that is intended, raise `Mutate::version` in crates/mutate/src/engine.rs; \
         this test then says which line to append to crates/mutate/tests/versions.txt."
    );
}
