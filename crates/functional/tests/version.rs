//! The version of the engine is raised whenever its programs change.

use case::{Engine, fingerprint};
use functional::Functional;

/// `tests/versions.txt` has a line for each version: the fingerprint of the
/// programs that it generates.
#[test]
fn programs_are_those_of_the_version() {
    let engine = Functional::new();
    let versions = include_str!("versions.txt");
    let last = versions.lines().last().expect("a line for each version");
    let version = format!("version {}: ", engine.version());
    let now = format!("{version}{}", fingerprint(&engine, 200));
    assert!(
        last.starts_with(&version),
        "the engine has a new version: append this line to \
         crates/functional/tests/versions.txt:\n{now}\n"
    );
    assert_eq!(
        last, now,
        "the programs have changed, so a tape that was recorded with this version gives another \
         program now. If that is intended, raise `Functional::version` in \
         crates/functional/src/engine.rs; this test then says which line to append to \
         crates/functional/tests/versions.txt."
    );
}
