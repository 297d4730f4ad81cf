//! GHC that compiles and runs programs, the real one, in its Debian root.

use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Outcome, RunEnd};
use targets::runtimes::{Effort, Efforts, HangLimits};
use targets::{Must, Settings, Target, Used, canary, verdicts};
use toolchains::{Cache, Spec, Toolchain};

/// The folder that keeps what is made once, also from one test run to the next.
fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// A GHC; it is fetched if it is not there.
fn ghc() -> Toolchain {
    let spec: Spec = "ghc@9.6".parse().expect("it is in the catalogue");
    let toolchains = Cache::open(Some(cache())).expect("there is a folder for it");
    toolchains
        .find(&spec)
        .or_else(|_| toolchains.install(&spec, &mut |_| {}))
        .unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"))
}

fn target(configuration: &str) -> Box<dyn Target> {
    let ghc = ghc();
    let name = targets::name(&ghc).with(configuration);
    targets::open(&ghc, &name, &Settings::new(cache())).expect("it can be used")
}

/// A program that does this.
fn main(text: &str) -> String {
    format!(
        "module Main (main) where\nimport Control.Exception\nimport System.Exit\nmain :: IO ()\nmain = putStrLn \"one\" >> {text}\n"
    )
}

/// An outcome in a few words.
fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rejected(diagnostics) => {
            let code = diagnostics[0].code.as_deref().unwrap_or("-");
            format!("{code}:{}", diagnostics[0].line.unwrap_or_default())
        }
        Outcome::Ran(ran) => match &ran.ends[..] {
            [(RunEnd::Ended { behaviour, .. }, 1)] => behaviour.to_string(),
            [(RunEnd::Hung(hang), 1)] => format!("hangs: {}", hang.evidence),
            other => format!("{other:?}"),
        },
        Outcome::Crashed(crash) => format!("crash: {}", crash.signature),
        other => other.to_string(),
    }
}

#[track_caller]
fn check(target: &mut dyn Target, cases: &[(String, &str)]) {
    let programs: Vec<&str> = cases.iter().map(|(program, _)| &program[..]).collect();
    let found = verdicts(target, &programs);
    for ((program, expected), outcome) in cases.iter().zip(&found.outcomes) {
        assert_eq!(in_words(outcome), *expected, "{program}");
        assert_eq!(in_words(&target.confirm(program).outcome), *expected, "alone: {program}");
    }
}

fn all_kinds() -> Vec<(String, &'static str)> {
    let own = "data Mine = First | Second Int deriving Show\ninstance Exception Mine\n";
    vec![
        (main("print (length \"äö\") >> putStrLn \"äö\""), "prints \"one\\n2\\näö\\n\""),
        (main("print (1 + True)"), "GHC-39999:5"),
        (
            main("print (div 1 (0 :: Int))"),
            "prints \"one\\n\" and ends with exception ArithException",
        ),
        (main("error \"two\""), "prints \"one\\n\" and ends with exception ErrorCall"),
        (main("exitWith (ExitFailure 3)"), "prints \"one\\n\" and ends with exit status 3"),
        (main("exitSuccess"), "prints \"one\\n\""),
        (
            main(&format!("throwIO (Second 2)\n{own}")),
            "prints \"one\\n\" and ends with exception Mine",
        ),
        (main("return (\n"), "GHC-58481:7"),
        (
            main("(case (2 :: Int) of 3 -> return ())"),
            "prints \"one\\n\" and ends with exception PatternMatchFail",
        ),
        (main("putStrLn \"two\""), "prints \"one\\ntwo\\n\""),
    ]
}

#[test]
fn every_way_to_end_is_told_apart() {
    for configuration in ["O0", "O2"] {
        check(&mut *target(configuration), &all_kinds());
    }
}

#[test]
fn every_way_to_end_is_told_apart_in_the_interpreter() {
    check(&mut *target("interpreter"), &all_kinds());
}

/// Each with a second of processor time.
fn impatient(configuration: &str) -> Box<dyn Target> {
    let ghc = ghc();
    let name = targets::name(&ghc).with(configuration);
    let second = Duration::from_secs(1);
    let hang = HangLimits { blocked: 60 * second, cpu: second, wall: 600 * second };
    let effort = Effort { series: 1, repetitions: 1, hang };
    let efforts = Some(Efforts { batch: effort, confirm: effort });
    let settings = Settings { efforts, ..Settings::new(cache()) };
    targets::open(&ghc, &name, &settings).expect("it can be used")
}

/// Programs that do not end well, among others that do.
fn bad_ends() -> Vec<(String, &'static str)> {
    let good = || (main("putStrLn \"two\""), "prints \"one\\ntwo\\n\"");
    let hang = main("print (last (cycle [1 :: Int]))");
    let segfault = "module Main (main) where\nimport Foreign\nmain :: IO ()\n\
                    main = peek (nullPtr :: Ptr Int) >>= print\n";
    let endless = main("mapM_ print [1 :: Int ..]");
    vec![
        good(),
        (hang, "hangs: cpu-time"),
        (segfault.to_owned(), "prints \"\" and ends with signal 11"),
        good(),
        (endless, "hangs: cpu-time"),
        good(),
    ]
}

#[test]
fn what_does_not_end_well_leaves_the_others_alone() {
    for configuration in ["O0", "interpreter"] {
        let target = &mut *impatient(configuration);
        let cases = bad_ends();
        let programs: Vec<&str> = cases.iter().map(|(program, _)| &program[..]).collect();
        for ((program, expected), outcome) in cases.iter().zip(verdicts(target, &programs).outcomes)
        {
            let found = in_words(&outcome);
            // Whether the limit of time or that of output is met first depends on
            // the machine.
            let too_much = program.contains("mapM_") && found.starts_with("no verdict");
            assert!(found == *expected || too_much, "{configuration}: {found}, {program}");
        }
    }
}

/// A list that is larger than what GHC can allocate at once (#4505).
fn long_list() -> String {
    let numbers = (0..50_000).map(|i| (i % 100).to_string()).collect::<Vec<_>>().join(",");
    main(&format!("print (sum xs)\nxs :: [Int]\nxs = [{numbers}]"))
}

#[test]
fn a_crash_of_ghc_is_found_and_the_others_are_run() {
    let good = main("putStrLn \"two\"");
    let found = verdicts(&mut *target("O0"), &[&good, &long_list(), &good]);
    let words: Vec<String> = found.outcomes.iter().map(in_words).collect();
    let prints = "prints \"one\\ntwo\\n\"";
    assert_eq!(words, [prints, "crash: Trying to allocate more than # bytes.", prints]);
    assert_eq!(found.runs.len(), 1);
}

#[test]
fn programs_that_are_no_modules_of_a_batch_are_built_alone() {
    let named = "module Main (main) where\nmain :: IO ()\nmain = Main.two\ntwo :: IO ()\n\
                 two = print (2 :: Int)\n";
    let nameless = "main :: IO ()\nmain = print (3 :: Int)\n";
    let cases = [
        (main("return ()"), "prints \"one\\n\""),
        (named.to_owned(), "prints \"2\\n\""),
        (nameless.to_owned(), "prints \"3\\n\""),
    ];
    check(&mut *target("O0"), &cases);
}

#[test]
fn canaries_hold_in_every_configuration() {
    let ghc = ghc();
    for info in targets::describe(&ghc) {
        let mut target = targets::open(&ghc, &info.name, &Settings::new(cache())).unwrap();
        if info.used == Used::ByDefault {
            canary(&mut *target).unwrap_or_else(|broken| panic!("{broken}"));
            continue;
        }
        // Of the others, that their options exist.
        let canaries = target.canaries();
        let programs: Vec<&str> = canaries.iter().map(|canary| &canary.program[..]).collect();
        for (canary, outcome) in canaries.iter().zip(verdicts(&mut *target, &programs).outcomes) {
            let expected = match &canary.must {
                Must::Behave(behaviour) => behaviour.to_string(),
                _ => "GHC-83865:4".to_owned(),
            };
            assert_eq!(in_words(&outcome), expected, "{}", info.name);
        }
    }
}
