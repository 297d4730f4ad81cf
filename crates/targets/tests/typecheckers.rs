//! GHC, OCaml and gccrs, the real ones, in their Debian roots.

use std::path::{Path, PathBuf};

use case::Outcome;
use targets::{End, Must, Settings, Target, canary, verdicts};
use toolchains::{Cache, Spec};

/// The folder that keeps what is made once, also from one test run to the next.
fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// A compiler as a target; it is fetched if it is not there.
fn target(spec: &str) -> Box<dyn Target> {
    let spec: Spec = spec.parse().expect("it is in the catalogue");
    let toolchains = Cache::open(Some(cache())).expect("there is a folder for it");
    let toolchain = toolchains
        .find(&spec)
        .or_else(|_| toolchains.install(&spec, &mut |_| {}))
        .unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
    let name = targets::name(&toolchain);
    targets::open(&toolchain, &name, &Settings::new(cache())).expect("it can be used")
}

/// Checks the outcomes of a batch, and that one run was enough for all.
#[track_caller]
fn check(target: &mut dyn Target, cases: &[(&str, &str)]) {
    let (programs, expected): (Vec<&str>, Vec<&str>) = cases.iter().copied().unzip();
    let found = verdicts(target, &programs);
    let outcomes: Vec<String> = found.outcomes.iter().map(in_words).collect();
    assert_eq!(outcomes, expected);
    assert_eq!(found.runs.len(), 1, "{:?}", found.runs);
}

/// An outcome; of a rejection the code and the line of each error.
fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rejected(diagnostics) => {
            let words = diagnostics.iter().map(|diagnostic| {
                let code = diagnostic.code.as_deref().unwrap_or("-");
                let syntax = if diagnostic.syntax { " syntax" } else { "" };
                format!("{code}:{}{syntax}", diagnostic.line.unwrap_or_default())
            });
            words.collect::<Vec<_>>().join(" ")
        }
        other => other.kind().to_string(),
    }
}

/// The canaries alone, together, and with a full compile.
#[track_caller]
fn check_canaries(target: &mut dyn Target) {
    canary(target).unwrap_or_else(|broken| panic!("{broken}"));
    for canary in target.canaries() {
        let expected = Some(canary.must == Must::Accept);
        assert_eq!(target.confirm(&canary.program).outcome.is_accepted(), expected);
    }
}

const IMPREDICATIVE: &str = "\
{-# LANGUAGE ImpredicativeTypes, RankNTypes, TypeApplications #-}
module Main (main) where

program :: (Int, forall a. a -> a)
program = (,) @Int @(forall a. a -> a) 1 (\\x -> x)

main :: IO ()
main = program `seq` return ()
";

#[test]
fn ghc_answers_for_each_program() {
    let ghc = &mut *target("ghc@9.6");
    check_canaries(ghc);
    let main = |text: &str| format!("module Main (main) where\nmain :: IO ()\n{text}");
    let mismatch = main("main = print (length True)\n");
    let two = main("main = print (x :: Int)\nf :: Int -> Int\nf y = z\n");
    let unclosed = main("main = print (1\n");
    let string = main("main = putStrLn \"abc\n");
    let main_type = "module Main where\nmain :: Int\nmain = 1\n";
    let nowhere = "module Main where\nimport Nowhere\nmain = nowhere\n";
    let cases: &[(&str, &str)] = &[
        (IMPREDICATIVE, "accepted"),
        (&mismatch, "GHC-83865:3"),
        (&two, "GHC-88464:3 GHC-88464:5"),
        (IMPREDICATIVE, "accepted"),
        (&unclosed, "GHC-58481:4 syntax"),
        ("module where where\n", "GHC-58481:1 syntax"),
        (&string, "GHC-21231:3 syntax"),
        (main_type, "GHC-83865:3"),
        (nowhere, "-:2"),
        (IMPREDICATIVE, "accepted"),
    ];
    check(ghc, cases);
    for (program, expected) in cases {
        assert_eq!(in_words(&ghc.confirm(program).outcome), *expected, "{program}");
    }
    let Outcome::Rejected(diagnostics) = ghc.confirm(&mismatch).outcome else { panic!() };
    assert!(diagnostics[0].message.starts_with("Couldn't match expected type"));
    assert!(!diagnostics[0].message.contains("In the"), "{}", diagnostics[0].message);
}

/// Functions each of which has a type as large as the square of the one before.
fn explosion(define: impl Fn(usize) -> String) -> String {
    (1..9).map(define).collect()
}

#[test]
fn ghc_that_does_not_end_is_stopped_and_the_program_named() {
    let explosion = explosion(|i| format!("f{i} y = f{0} (f{0} y)\n", i - 1));
    let program = format!("module Main where\nmain = return ()\nf0 x = (x, x)\n{explosion}");
    let end = target("ghc@9.6").submit(&[IMPREDICATIVE, &program, IMPREDICATIVE]).end;
    assert!(matches!(end, End::TimedOut(_, Some(1))), "{end:?}");
}

const POLYMORPHIC: &str = "\
type all0 = { f0 : 'a. 'a -> 'a }
type all1 = { f1 : 'a. 'a -> all0 }
let program : all1 = { f1 = (fun (type a) (_ : a) -> { f0 = (fun (type b) (y : b) -> y) }) }
exception Never
let () = raise Never
";

#[test]
fn ocaml_answers_for_each_program() {
    let ocaml = &mut *target("ocaml@5.3");
    check_canaries(ocaml);
    let cases: &[(&str, &str)] = &[
        ("let x : int =\n  \"a\"\nlet y = z\n", "-:2"),
        (POLYMORPHIC, "accepted"),
        (POLYMORPHIC, "accepted"),
        ("let x = (\n", "-:2 syntax"),
        ("let x = 1\nlet = 3\n", "-:2 syntax"),
        ("(* let x = 1\n", "-:1 syntax"),
        ("let x = \"abc\n", "-:1 syntax"),
        ("let x = ref []\n", "-:1"),
        // Nobody sees another program.
        ("let x = Program.program\n", "-:1"),
        ("let f x = match x with\n  | `A -> 1\n  | `B -> 2\nlet _ = f `C\n", "-:4"),
        (POLYMORPHIC, "accepted"),
    ];
    check(ocaml, cases);
    for (program, expected) in cases {
        assert_eq!(in_words(&ocaml.confirm(program).outcome), *expected, "{program}");
    }
}

#[test]
fn ocaml_that_does_not_end_is_stopped_and_the_program_named() {
    let explosion = explosion(|i| format!("let f{i} y = f{0} (f{0} y)\n", i - 1));
    let program = format!("let f0 x = (x, x)\n{explosion}");
    let end = target("ocaml@5.3").submit(&[POLYMORPHIC, POLYMORPHIC, &program, POLYMORPHIC]).end;
    assert!(matches!(end, End::TimedOut(_, Some(2))), "{end:?}");
}

const TRAITS: &str = "\
trait Shape { fn area(&self) -> u8; }
struct Square(u8);
impl Shape for Square { fn area(&self) -> u8 { self.0 } }
fn apply<T: Copy, F: FnOnce(T) -> T>(f: F, x: T) -> Option<T> { Some(f(x)) }
fn main() { Square(1).area(); apply(|x: u8| -> u8 { x }, 2u8); }
";

#[test]
fn gccrs_answers_for_each_program() {
    let gccrs = &mut *target("gccrs@16");
    check_canaries(gccrs);
    let cases: &[(&str, &str)] = &[
        (TRAITS, "accepted"),
        ("fn f() {}\nfn g() -> bool { 1u8 }\n", "E0308:2"),
        // The same methods once more: programs do not get in each other's way.
        (TRAITS, "accepted"),
        (
            "trait A {}\nfn f<T: A>(x: T) {}\nfn g() {\n    f(1u8);\n    true.h();\n}\n",
            "E0277:4 E0599:5",
        ),
        ("fn f() {\n    let = 1;\n}\n", "-:2 syntax -:2 syntax"),
        ("fn f() {\n    \"abc\n", "-:2 syntax -:3 syntax"),
        ("struct Clone;\nfn f(x: Clone) -> Clone { x }\n", "accepted"),
        ("fn f() { g() }\n", "E0433:1"),
        // It does not know such bounds, and says so without a place.
        ("trait A {}\nfn f<T>() where for<'a> &'a T: A {}\n", "-:0"),
    ];
    check(gccrs, cases);
    for (program, expected) in cases {
        assert_eq!(in_words(&gccrs.confirm(program).outcome), *expected, "{program}");
    }
}

#[test]
fn a_crash_of_gccrs_is_found_and_the_others_keep_their_verdicts() {
    let gccrs = &mut *target("gccrs@16");
    let depth = 60_000;
    let deep = format!("fn f() -> i32 {{ {}1{} }}", "(".repeat(depth), ")".repeat(depth));
    let found = verdicts(gccrs, &[TRAITS, &deep, "fn f() -> bool { 1u8 }", TRAITS]);
    let outcomes: Vec<String> = found.outcomes.iter().map(in_words).collect();
    assert_eq!(outcomes, ["accepted", "compiler-crashed", "E0308:1", "accepted"]);
    assert_eq!(found.runs.len(), 1, "each has a process of its own: {:?}", found.runs);
    let Outcome::Crashed(crash) = &found.outcomes[1] else { unreachable!() };
    assert_eq!(crash.signature, "Segmentation fault signal terminated program crab#");
}
