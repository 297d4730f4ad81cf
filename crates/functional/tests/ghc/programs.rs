//! Generated programs, compiled and run by the real GHC: none is rejected, and each does
//! what the evaluator predicts.

use std::fmt::Write;
use std::fs;

use case::{Engine, Language, Mode};
use choice::Random;
use functional::Functional;

/// How many programs are compiled: few, because a compiler takes its time. Set
/// `FUNCTIONAL_PROGRAMS` for more.
fn count() -> u64 {
    let named = std::env::var("FUNCTIONAL_PROGRAMS").ok();
    named.map_or(40, |count| count.parse().expect("a number of programs"))
}

#[test]
fn ghc_accepts_and_agrees() {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, Mode::Behaviour);
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(17);
    let (mut imports, mut calls, mut expected) = (String::new(), String::new(), String::new());
    for index in 0..count() {
        let made = random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
        let case = &made.value[0];
        let module = format!("module P{index} (main) where");
        let source = case.source.replacen("module Main (main) where", &module, 1);
        fs::write(folder.path().join(format!("P{index}.hs")), source).unwrap();
        writeln!(imports, "import qualified P{index}").unwrap();
        writeln!(calls, "  putStrLn \"program {index}\"\n  P{index}.main").unwrap();
        let predicted = case.expectation.predicted().expect("the mode predicts");
        write!(expected, "program {index}\n{}", predicted.stdout).unwrap();
    }
    let main = format!("module Main (main) where\n{imports}main :: IO ()\nmain = do\n{calls}");
    fs::write(folder.path().join("Main.hs"), main).unwrap();
    for flag in ["-O0", "-O2"] {
        let args = ["--make", "-w", flag, "-fforce-recomp", "Main.hs", "-o", "main"];
        let made = crate::common::run(folder.path(), "ghc", &args);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let ran = crate::common::run(folder.path(), "./main", &[]);
        let output = String::from_utf8_lossy(&ran.stdout);
        for (found, expected) in output.lines().zip(expected.lines()) {
            assert_eq!(found, expected, "with {flag}, in\n{output}");
        }
        assert_eq!(output, expected, "with {flag}");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}
