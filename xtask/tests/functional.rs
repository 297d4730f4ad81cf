//! The functional engine against the real GHC: no program is rejected that should not be,
//! each does what the evaluator predicts, and so does every primitive operation.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use case::{Engine, Family, Language, Mode, Outcome};
use choice::Random;
use functional::Functional;
use targets::{Settings, Target};
use toolchains::{Cache, Spec};

/// The folder that keeps what is made once, also from one test run to the next.
fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// GHC 9.6 in a configuration; it is fetched if it is not there.
fn ghc(configuration: &str) -> Box<dyn Target> {
    let spec: Spec = "ghc@9.6".parse().expect("it is in the catalogue");
    let toolchains = Cache::open(Some(cache())).expect("there is a folder for it");
    let ghc = toolchains
        .find(&spec)
        .or_else(|_| toolchains.install(&spec, &mut |_| {}))
        .unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
    let name = targets::name(&ghc).with(configuration);
    targets::open(&ghc, &name, &Settings::new(cache())).expect("it can be used")
}

/// How many programs are compiled: few, because a compiler takes its time. Set
/// `FUNCTIONAL_PROGRAMS` for more.
fn count() -> u64 {
    let named = std::env::var("FUNCTIONAL_PROGRAMS").ok();
    named.map_or(40, |count| count.parse().expect("a number of programs"))
}

/// Every program gets the outcome that is expected, in these configurations.
#[track_caller]
fn check(mode: Mode, configurations: &[&str], count: u64) {
    let engine = Functional::new();
    let plan = engine.plan(Language::Haskell, mode);
    let mut random = Random::new(17);
    let families: Vec<Family> = (0..count)
        .map(|index| {
            let made = random.generate(index, |choices| engine.generate(&plan, choices));
            made.expect("there is a program").value
        })
        .collect();
    for configuration in configurations {
        let mut target = ghc(configuration);
        for families in families.chunks(target.info().batch) {
            let cases = families.iter().flatten();
            let sources: Vec<&str> = cases.map(|case| &case.source[..]).collect();
            let mut outcomes = targets::verdicts(target.as_mut(), &sources).outcomes.into_iter();
            for family in families {
                let own: Vec<_> = outcomes.by_ref().take(family.len()).collect();
                let known = own.iter().all(|outcome| !matches!(outcome, Outcome::Unknown(_)));
                let own = [own];
                let broken = case::judge(family, &own);
                assert!(
                    known && broken.is_empty(),
                    "{configuration}: {:?}\n{}\n{}",
                    broken,
                    own[0].iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
                    family[0].source
                );
            }
        }
    }
}

#[test]
fn ghc_accepts_and_agrees() {
    check(Mode::Behaviour, &["O0", "O2", "interpreter"], count());
}

#[test]
fn ghc_rejects_ill_typed_programs() {
    check(Mode::IllTyped, &[""], count());
}

#[test]
fn ghc_gives_equivalent_programs_one_verdict() {
    check(Mode::Equivalent, &[""], count());
}

/// Lines of `primitives.txt` as a program: a line for each, with the operands as
/// constants and as what is not known when it is compiled.
fn primitives(lines: &[&str]) -> (String, String) {
    let (mut unknown, mut main, mut expected) = (String::new(), String::new(), String::new());
    for (number, line) in lines.iter().enumerate() {
        let (left, result) = line.split_once(" = ").expect("a result in every line");
        let words: Vec<&str> = left.split_whitespace().collect();
        let [at, op, ref operands @ ..] = words[..] else { panic!("{line}") };
        let (operands, annotation) = match (op, operands) {
            ("fromIntegral" | "toEnum" | "truncate" | "round" | "floor" | "ceiling", [_, to]) => {
                (&operands[..1], format!(" :: {to}"))
            }
            ("minBound" | "maxBound", none) => (none, format!(" :: {at}")),
            (_, operands) => (operands, String::new()),
        };
        let by_int = ["^", "shiftL", "shiftR", "rotateL", "rotateR", "testBit"].contains(&op);
        let word = op.starts_with(char::is_alphabetic);
        let name = if word { op.to_owned() } else { format!("({op})") };
        let (mut constants, mut variables) = (name.clone(), name);
        for (place, operand) in operands.iter().enumerate() {
            let ty = if place == 1 && by_int { "Int" } else { at };
            let value = match ty {
                _ if *operand == "raise" => format!("(throw Overflow :: {ty})"),
                "Char" => format!("(toEnum 0x{operand} :: Char)"),
                _ => format!("(({operand}) :: {ty})"),
            };
            let _ = write!(constants, " {value}");
            let _ = write!(variables, " v{number}_{place}");
            let _ = writeln!(
                unknown,
                "v{number}_{place} :: {ty}\nv{number}_{place} = {value}\n\
                 {{-# NOINLINE v{number}_{place} #-}}"
            );
        }
        for call in [constants, variables] {
            let _ = writeln!(main, "  attempt (show ({call}{annotation}))");
            let _ = writeln!(expected, "{result}");
        }
    }
    let imports = ["Control.Exception", "Data.Bits", "Data.Int", "Data.Word", "Numeric.Natural"];
    let imports: String = imports.map(|name| format!("import {name}\n")).concat();
    let program = format!(
        "module Main (main) where\n{imports}{unknown}\n\
         attempt :: String -> IO ()\n\
         attempt text = try (evaluate (length text)) >>= either raised (const (putStrLn text))\n\
         raised :: ArithException -> IO ()\nraised _ = putStrLn \"raised\"\n\
         main :: IO ()\nmain = do\n{main}"
    );
    (program, expected)
}

#[test]
fn ghc_computes_what_the_evaluator_does() {
    let file = include_str!("../../crates/functional/tests/primitives.txt");
    let lines: Vec<&str> =
        file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for configuration in ["O0", "O2"] {
        let mut target = ghc(configuration);
        // One program would be too large.
        for lines in lines.chunks(300) {
            let (program, expected) = primitives(lines);
            let outcome = target.confirm(&program).outcome;
            let Outcome::Ran(ran) = &outcome else { panic!("{outcome} with {configuration}") };
            let printed = &ran.behaviour().expect("one run behaves in one way").stdout;
            for (number, (found, expected)) in printed.lines().zip(expected.lines()).enumerate() {
                assert_eq!(found, expected, "{}, with {configuration}", lines[number / 2]);
            }
            assert_eq!(printed.lines().count(), 2 * lines.len());
        }
    }
}
