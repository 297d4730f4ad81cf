//! GHC as a target, for type checking only.
//!
//! One GHCi loads the programs one after the other without generating code.
//! That is a fifth slower than one module for each program under `--make` (240
//! programs of a kilobyte in a second of processor time instead of 300, at 320
//! in a batch). But each program is compiled as it is, as `Main`; GHCi says of
//! each whether it was loaded; and it continues after any error.
//!
//! A program is a module `Main`, with the language extensions that it needs in
//! pragmas.

use std::sync::LazyLock;
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language};
use regex::Regex;

use crate::checker::{
    Answer, Checker, Job, NUMBERED, describe_one, killed, one_by_one, one_line, said_and_status,
};
use crate::registry::Driver;
use crate::signature::regex;
use crate::{Alone, Canary, Report, Target, TargetInfo};

const FILE: &str = "Main.hs";

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["ghc"],
    describe: |toolchain| {
        describe_one(toolchain, Language::Haskell, dialect(&toolchain.id.version), 200)
    },
    open: |toolchain, info, _| {
        let checker = Checker::of(toolchain).expect("described, so it is a program");
        Ok(Box::new(Ghc { info, checker }))
    },
};

/// The dialect of a version. From 9.2 on there is impredicative instantiation, and
/// the language is GHC2021 unless a program says otherwise.
fn dialect(version: &str) -> Dialect {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let release = (numbers.next(), numbers.next());
    if release >= (Some(9), Some(2)) { Dialect::Standard } else { Dialect::Haskell2010 }
}

/// One GHC.
#[derive(Clone, Debug)]
struct Ghc {
    info: TargetInfo,
    checker: Checker,
}

impl Target for Ghc {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(
                "\
{-# LANGUAGE RankNTypes, ScopedTypeVariables, TypeApplications #-}
module Main (main) where

twice :: (forall a. a -> a) -> (Int, Bool)
twice = \\(f :: forall a. a -> a) -> (f @Int 1, f @Bool True)

main :: IO ()
main = print (twice ((\\(x :: b) -> x) :: forall b. b -> b))
",
            ),
            Canary::rejected(
                "\
{-# LANGUAGE RankNTypes #-}
module Main (main) where

twice :: (forall a. a -> a) -> (Int, Bool)
twice f = (f True, f True)

main :: IO ()
main = print (twice id)
",
            ),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let mut stdin = ":set prompt \"\\RS\"\n".to_owned();
        for i in 0..programs.len() {
            stdin.push_str(&format!(":load {i}/{FILE}\n"));
        }
        let job = Job {
            // The prompt is the mark. Collecting garbage rarely saves a quarter
            // of the time.
            script: "exec \"$0\" --interactive -ignore-dot-ghci -fno-code -v1 -w \
                     -fno-diagnostics-show-caret +RTS -A64m -RTS\n"
                .to_owned(),
            stdin,
            file: FILE,
            cpu: Duration::from_secs(5) + Duration::from_millis(50) * programs.len() as u32,
        };
        self.checker.run(job, programs, |said| {
            let of_ghci = |word| said.lines().any(|line| line.starts_with(word));
            if of_ghci("Ok, ") { Answer::Accepted } else { failure(said, of_ghci("Failed, ")) }
        })
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let cpu = Duration::from_secs(60);
        let script = one_by_one("-c -O0 -v1 -w -fno-diagnostics-show-caret", cpu);
        let job = Job { script, stdin: String::new(), file: FILE, cpu: 2 * cpu };
        let report = self.checker.run(job, &[program], |answer| {
            let (said, status) = said_and_status(answer);
            match status {
                Some(0) => Answer::Accepted,
                _ => killed(status, said).unwrap_or_else(|| failure(said, status == Some(1))),
            }
        });
        report.alone()
    }
}

/// Why a program was not compiled. `orderly` is whether GHC came to its end.
fn failure(said: &str, orderly: bool) -> Answer {
    if let Some(crash) = crash(said) {
        return Answer::Crashed(crash);
    }
    let diagnostics = diagnostics(said);
    match &diagnostics[..] {
        [_, ..] if orderly => Answer::Rejected(diagnostics),
        _ => Answer::Unclear(format!("GHC said: {}", said.trim())),
    }
}

/// The errors that are reported.
fn diagnostics(said: &str) -> Vec<Diagnostic> {
    let mut lines = said.lines().peekable();
    let mut diagnostics = Vec::new();
    while let Some(line) = lines.next() {
        let Some(head) = HEAD.captures(line) else { continue };
        // The message is what follows up to the next bullet, which tells where
        // it was, or to the advice.
        let mut message = vec![head.name("message").map_or("", |rest| rest.as_str())];
        while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
            let line = line.trim_start();
            let first = message.iter().all(|words| words.is_empty());
            let over = ["• ", "In the ", "In a", "Suggested fix", "Perhaps "];
            match line.strip_prefix("• ") {
                Some(line) if first => message.push(line),
                None if first || !over.iter().any(|word| line.starts_with(word)) => {
                    message.push(line);
                }
                _ => break,
            }
        }
        // What follows a colon is of the program, and belongs on a line of its
        // own: the first line is what other programs get told too.
        let message = COLON.replace(&one_line(message), ":\n").into_owned();
        let line = head.name("line").or_else(|| head.name("first"));
        diagnostics.push(Diagnostic {
            code: head.name("code").map(|code| code.as_str().to_owned()),
            line: line.and_then(|line| line.as_str().parse().ok()),
            syntax: SYNTAX_WORDS.iter().any(|words| message.starts_with(words)),
            message,
        });
    }
    diagnostics
}

/// How messages of the lexer and the parser begin.
const SYNTAX_WORDS: [&str; 4] = ["parse error", "Parse error", "lexical error", "unterminated "];

/// How GHC fell over, if it did: what it says about it and the place that said
/// so.
fn crash(said: &str) -> Option<Crash> {
    let words = BUG.find(said)?;
    let what = match PANIC.captures(&said[words.start()..]) {
        Some(panic) => {
            let place = PLACE.captures_iter(&said[words.start()..]).map(|place| {
                let (_, [place]) = place.extract();
                place
            });
            let mut place = place.filter(|place| !place.contains("Panic.hs"));
            let message = NUMBERED.gist(&panic["message"]);
            match place.next() {
                Some(place) => format!("{message} at {place}"),
                None => message,
            }
        }
        None => NUMBERED.gist(&said[words.start()..]),
    };
    Some(Crash { signature: what, text: said.trim().to_owned() })
}

/// The head of an error: where, which, and perhaps the message.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^(?:\d+/Main\.hs|<[^>]*>)",
        r"(?::(?:(?P<line>\d+):[\d-]+|\((?P<first>\d+),\d+\)-\(\d+,\d+\)))?",
        r": error:(?: \[(?P<code>GHC-\d+)\])?(?P<message>.*)$",
    ))
});
/// A colon after a word, with its space.
static COLON: LazyLock<Regex> = LazyLock::new(|| regex(r"\b: "));
/// Words that only a bug makes GHC say, and what it says about a limit of its
/// own.
static BUG: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"panic! \(the 'impossible' happened\)|sorry! \(unimplemented feature or known bug\)",
        r"|GHC internal error|internal error: |stack overflow|heap overflow",
    ))
});
/// A panic: after the version comes the message.
static PANIC: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:panic|sorry)!.*\n\s*\(?GHC version [^\n]*\n(?P<message>.*)"));
/// A place in GHC's own sources.
static PLACE: LazyLock<Regex> = LazyLock::new(|| regex(r"called at compiler/(\S+?\.hs:\d+)"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_speak_an_old_language() {
        for version in ["9.2", "9.10.3", "10.0.1"] {
            assert_eq!(dialect(version), Dialect::Standard, "{version}");
        }
        for version in ["8.8.4", "9", "9.0.2"] {
            assert_eq!(dialect(version), Dialect::Haskell2010, "{version}");
        }
    }

    #[track_caller]
    fn signature(said: &str) -> String {
        match failure(said, false) {
            Answer::Crashed(crash) => crash.signature,
            other => panic!("no crash: {other:?}"),
        }
    }

    #[test]
    fn signatures_of_panics_hold_what_stays_the_same() {
        assert_eq!(
            signature(
                "<no location info>: error:\n    panic! (the 'impossible' happened)\n  \
                 GHC version 9.6.6:\n\ttcTyVarDetails of ‘x’\n  a_a1Xy[sk:1]\n  \
                 Call stack (from HasCallStack):\n      \
                 callStackDoc, called at compiler/GHC/Utils/Panic.hs:189:37 in ghc:Panic\n      \
                 pprPanic, called at compiler/GHC/Types/Var.hs:1185:34 in ghc:GHC.Types.Var\n"
            ),
            "tcTyVarDetails of _ at GHC/Types/Var.hs:1185"
        );
        assert_eq!(
            signature(
                "ghc: panic! (the 'impossible' happened)\n  \
                 (GHC version 8.8.4 for x86_64-unknown-linux:\n\tNo skolem info: [a_a1Xy]\n"
            ),
            "No skolem info: [#]"
        );
        assert_eq!(
            signature(
                "0/Main.hs:3:1: error: [GHC-12345]\n    • GHC internal error: ‘T’ is not in scope \
                 during type checking, but it passed the renamer\n"
            ),
            "GHC internal error: _ is not in scope during type checking, but it passed the renamer"
        );
    }

    #[test]
    fn messages_end_where_their_context_begins() {
        let said = "\n0/Main.hs:(5,87)-(6,2): error: [GHC-83865]\n    \
                    • Couldn't match expected type: (Bool, Bool)\n                  \
                    with actual type: Int -> Bool\n    • Probable cause: ‘f’ is applied to too \
                    few arguments\n      In the expression: f\n\n<no location info>: error: \
                    [GHC-49196] Can't find x\n\n0/Main.hs:9:1-3: error:\n    \
                    Variable not in scope: y\n    Suggested fix: x\n";
        let diagnostic = |line, code: Option<&str>, message: &str| Diagnostic {
            code: code.map(str::to_owned),
            message: message.to_owned(),
            line,
            syntax: false,
        };
        assert_eq!(
            diagnostics(said),
            [
                diagnostic(
                    Some(5),
                    Some("GHC-83865"),
                    "Couldn't match expected type:\n(Bool, Bool) with actual type: Int -> Bool"
                ),
                diagnostic(None, Some("GHC-49196"), "Can't find x"),
                diagnostic(Some(9), None, "Variable not in scope:\ny"),
            ]
        );
    }

    #[test]
    fn what_is_not_understood_is_no_rejection() {
        assert!(matches!(failure("ghc: unrecognised flag: -x", true), Answer::Unclear(_)));
        assert!(matches!(failure("0/Main.hs:1:1: error: x", false), Answer::Unclear(_)));
    }
}
