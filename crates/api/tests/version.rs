//! The version of the engine is raised whenever its programs change.

mod support;

use case::{Digest, Engine, fingerprint};
use support::library;

/// `tests/versions.txt` has a line for each version since the second: the fingerprint
/// of the programs that it generates about `tests/library`.
#[test]
fn programs_are_those_of_the_version() {
    let engines = [None, Some("kotlin"), Some("scala")].map(library);
    let digests = engines.each_ref().map(|engine| fingerprint(engine, 120).to_string());
    let digest = Digest::of_parts(digests.iter().map(String::as_bytes));
    let versions = include_str!("versions.txt");
    let last = versions.lines().last().expect("a line for each version");
    let version = format!("version {}: ", engines[0].version());
    let now = format!("{version}{digest}");
    assert!(
        last.starts_with(&version),
        "the engine has a new version: append this line to crates/api/tests/versions.txt:\n{now}\n"
    );
    assert_eq!(
        last, now,
        "the programs have changed, so a tape that was recorded with this version gives another \
         program now. If that is intended, raise the version in `Api::version` in \
         crates/api/src/engine.rs; this test then says which line to append to \
         crates/api/tests/versions.txt. (If only tests/library has changed, replace the line.)"
    );
}
