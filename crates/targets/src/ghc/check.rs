//! GHC for type checking only.
//!
//! One GHCi loads the programs one after the other without generating code.
//! That is a fifth slower than one module for each program under `--make` (240
//! programs of a kilobyte in a second of processor time instead of 300, at 320
//! in a batch). But each program is compiled as it is, as `Main`; GHCi says of
//! each whether it was loaded; and it continues after any error.

use std::time::Duration;

use super::said::failure;
use crate::checker::{Answer, Checker, Job, killed, said_and_status};
use crate::{Alone, Canary, Report, Target, TargetInfo};

const FILE: &str = "Main.hs";

/// One GHC that checks programs.
#[derive(Clone, Debug)]
pub(super) struct Checks {
    pub(super) info: TargetInfo,
    pub(super) checker: Checker,
}

impl Target for Checks {
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
        let script = self.checker.one_by_one("-c -O0 -v1 -w -fno-diagnostics-show-caret", cpu);
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
