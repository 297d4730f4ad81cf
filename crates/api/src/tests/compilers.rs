//! Programs of every mode, judged by `javac`.

use std::path::PathBuf;

use case::{Engine, Expectation, Family, Language, Mode};
use choice::Random;

use crate::tests::{generate, javac, jdk_api};

fn families(mode: Mode, count: u64) -> Vec<Family> {
    let api = jdk_api();
    let plan = api.plan(Language::Java, mode);
    let mut random = Random::new(23).with_budget(20_000, 8);
    // A few members cannot be used, or not in this mode.
    let made = (0..count).filter_map(|index| generate(api, &plan, &mut random, index).ok());
    let made: Vec<Family> = made.map(|made| made.value).collect();
    assert!(made.len() as u64 >= count * 9 / 10, "{} of {count} programs", made.len());
    made
}

/// Compiles all programs at once, each in a package of its own, and gives the
/// verdicts family by family.
fn verdicts(families: &[Family]) -> Vec<Vec<bool>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut files: Vec<PathBuf> = Vec::new();
    for case in families.iter().flatten() {
        let package = format!("q{}", files.len());
        let file = folder.path().join(&package).join("Main.java");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(&file, format!("package {package};{}", case.source)).expect("writable");
        files.push(file);
    }
    let mut accepted = javac(&files, folder.path()).into_iter().map(|errors| errors.is_empty());
    let verdicts = |family: &Family| accepted.by_ref().take(family.len()).collect();
    families.iter().map(verdicts).collect()
}

#[test]
fn javac_gives_the_expected_verdicts() {
    let modes = [
        (Mode::WellTyped, 150),
        (Mode::WellTypedErased, 150),
        (Mode::IllTyped, 150),
        (Mode::IllTypedErased, 100),
        (Mode::Equivalent, 60),
    ];
    let made: Vec<Family> = modes.iter().flat_map(|&(mode, n)| families(mode, n)).collect();
    for (family, accepted) in made.iter().zip(verdicts(&made)) {
        for (case, &accepted_one) in family.iter().zip(&accepted) {
            match &case.expectation {
                Expectation::Accept => assert!(accepted_one, "rejected:\n{}", case.source),
                Expectation::Reject(reason) => {
                    assert!(!accepted_one, "accepted, but {}:\n{}", reason.text, case.source);
                }
                Expectation::SameVerdict => {
                    let same = accepted.iter().all(|&a| a == accepted[0]);
                    assert!(same, "verdicts differ: {accepted:?}\n{}", case.source);
                }
                other => panic!("unexpected: {other:?}"),
            }
        }
    }
}
