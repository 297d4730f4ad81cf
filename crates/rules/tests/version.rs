//! The version of the engine changes when its programs change.

use case::{Engine, fingerprint};
use rules::Rules;

/// Programs for each language, mode and dialect: enough for every rule file to
/// have its turn several times.
const PROGRAMS: u64 = 12;

/// The last line says which programs the current version generates.
const VERSIONS: &str = include_str!("version.txt");

#[test]
fn the_version_changes_with_the_programs() {
    let engine = Rules::built_in();
    let line = format!("version {}: {}", engine.version(), fingerprint(&engine, PROGRAMS));
    let last = VERSIONS.lines().last().unwrap_or_default();
    assert_eq!(
        last, line,
        "the programs of the built-in rule files, or the version of the engine, have changed.\n\
         A tape is replayed only with the version that recorded it, so if the programs have \
         changed, raise `Engine::version` of `Rules`, run this test again, and add the line that \
         it then shows on the right to crates/rules/tests/version.txt"
    );
}
