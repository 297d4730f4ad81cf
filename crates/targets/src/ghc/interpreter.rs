//! A batch in the interpreter: loaded once, and run one after the other.
//!
//! Each program's output stands between marks. When the interpreter ends in the
//! middle, the program that was running is to blame for a signal. For a limit it
//! is only if it was the first: the others might have used it up. Then everything
//! begins again, with the next program or with this one.

use std::time::Duration;

use case::{Behaviour, Crash, Exit, Hang, HangEvidence, Ran, RunEnd};

use super::batch::{self, Batch};
use super::exceptions;
use super::run::{QUIET, Runs};
use crate::checker::MARK;
use crate::ended::Ended;
use crate::runtimes::native::ReportedFailure;
use crate::runtimes::runner::{raised, write_files};
use crate::sandbox::{self, Command, Finished, Limits};
use crate::work::WorkFolder;
use crate::{End, Report, Said};

/// The main program of a batch that is interpreted.
const MAIN: &str = include_str!("Interpreted.hs");

/// Loads the modules of a batch and runs each; the result is how it ended.
pub(super) fn run(ghc: &Runs, batch: &mut Batch<'_>, report: &mut Report) -> End {
    let folder = match WorkFolder::new() {
        Ok(folder) => folder,
        Err(error) => return End::Failed(error.to_string()),
    };
    // The first program that has not been run, of those that are left.
    let mut next = 0;
    while next < batch.programs.len() {
        let files = batch.files(MAIN);
        if let Err(failed) = write_files(&files, report.said.len(), folder.path()) {
            return failed.end;
        }
        let finished = match sandbox::run(&command(ghc, &folder, batch, next)) {
            Ok(finished) => finished,
            Err(error) => return End::Failed(error.to_string()),
        };
        report.cpu += finished.cpu;
        let text = String::from_utf8_lossy(&finished.stdout);
        let (loaded, ran) = text.split_once(MARK).unwrap_or((&text, ""));
        if ran.is_empty() {
            match Ended::of(finished.status).exit_status(&text, report.cpu, batch.last_in(loaded)) {
                Ok(_) => {}
                Err(end) => return end,
            }
            let bad = batch.take_bad(loaded);
            if bad.is_empty() {
                return End::Failed(format!("GHCi said: {}", batch::shorten(&text)));
            }
            for (program, said) in bad {
                report.said[program] = said;
            }
            continue;
        }
        let first = next;
        for (position, end) in ends(ran, next, &finished) {
            let program = batch.programs[position].0;
            match end {
                Some(end) => {
                    report.said[program] = Said::Ran(Ran::all(end, 1));
                    next = position + 1;
                }
                // It was not alone to use up the time.
                None if position > first => next = position,
                None => {
                    let why = format!("the interpreter ended with {:?}", finished.status);
                    report.said[program] = Said::Unknown(why);
                    next = position + 1;
                }
            }
        }
        if next == first {
            return End::Failed(format!("GHCi said: {}", batch::shorten(&text)));
        }
    }
    End::FinishedAll
}

fn command(ghc: &Runs, folder: &WorkFolder, batch: &Batch<'_>, next: usize) -> Command {
    let args = ["--interactive", "-ignore-dot-ghci", "-fkeep-going", "Main.hs"];
    let args = args.iter().filter(|arg| ghc.keeps_going || **arg != "-fkeep-going");
    let limits = ["+RTS", "-A64m", "-M2g", "-K512m", "-RTS"];
    let args: Vec<String> =
        args.chain(QUIET).chain(&limits).map(|word| (*word).to_owned()).collect();
    let left = next..batch.programs.len();
    let commands: String = left.map(|position| format!("Main.interpret {position}\n")).collect();
    // Loading takes a tenth of what compiling does. What is met by a hang is met
    // again when the program is the first.
    let loading = Duration::from_secs(5) + Duration::from_millis(200) * batch.programs.len() as u32;
    let cpu = ghc.efforts.batch.hang.cpu + loading;
    let command = ghc.ghc(folder.path(), &args, cpu);
    let stdin = format!(":set prompt \"\"\n{commands}").into_bytes();
    Command { stdin, limits: Limits { cpu, ..command.limits }, ..command }
}

/// How programs ended, the first of them at a position, by what stands behind the
/// first mark; nothing of the one that the interpreter ended at for a reason that
/// may not be its own.
fn ends(ran: &str, first: usize, finished: &Finished) -> Vec<(usize, Option<RunEnd>)> {
    let mut parts = ran.split(MARK);
    let mut ends = Vec::new();
    let mut position = first;
    while let Some(stdout) = parts.next() {
        let Some(how) = parts.next() else {
            ends.push((position, unfinished(stdout, finished, position == first)));
            break;
        };
        ends.push((position, Some(ended(stdout, how))));
        position += 1;
        // What is printed between two programs is the interpreter's.
        if parts.next().is_none() {
            break;
        }
    }
    ends
}

/// How a program ended, as the main program tells.
fn ended(stdout: &str, how: &str) -> RunEnd {
    if let Some(exception) = how.strip_prefix("exception ") {
        let (class, shown) = exception.split_once('\n').unwrap_or((exception, ""));
        return match exceptions::failure(class.to_owned(), shown.to_owned()) {
            ReportedFailure::Crash(crash) => raised(stdout, crash),
            ReportedFailure::Deadlock(text) => {
                RunEnd::Hung(Hang { evidence: HangEvidence::Runtime, text })
            }
        };
    }
    match how.strip_prefix("exit ").and_then(|status| status.parse().ok()) {
        None | Some(0) => RunEnd::finished(stdout),
        Some(status) => failed(stdout, Exit::Status(status)),
    }
}

fn failed(stdout: &str, exit: Exit) -> RunEnd {
    let crash = Crash { signature: exit.to_string(), text: String::new() };
    RunEnd::Ended { behaviour: Behaviour { stdout: stdout.to_owned(), exit }, crash: Some(crash) }
}

/// How a program ended that the interpreter ended with.
fn unfinished(stdout: &str, finished: &Finished, first: bool) -> Option<RunEnd> {
    match Ended::of(finished.status) {
        Ended::Signalled(signal) => Some(failed(stdout, Exit::Signal(signal))),
        Ended::OutOfTime if first => {
            let text = format!("after {:.1} s", finished.cpu.as_secs_f64());
            Some(RunEnd::Hung(Hang { evidence: HangEvidence::CpuTime, text }))
        }
        Ended::OutOfMemory if first => {
            let signature = "heap overflow".to_owned();
            Some(raised(stdout, Crash { signature, text: String::new() }))
        }
        _ => None,
    }
}
