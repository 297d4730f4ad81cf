//! How a compiler's process ended, judged alike for all drivers.
//!
//! | the process                        | what that says                           |
//! |------------------------------------|------------------------------------------|
//! | exited                             | the driver reads the output              |
//! | met the limit of processor time    | the compiler takes too long              |
//! | met the limit of memory            | the compiler crashed                     |
//! | died by a signal                   | the compiler crashed                     |
//! | was killed, but not by us          | nothing: the system was short of memory  |
//! | met the limit of wall-clock time   | nothing: the machine is busy or stuck    |
//! | met any other limit                | nothing                                  |

use std::time::Duration;

use case::Crash;

use crate::End;
use crate::sandbox::{Limit, Status};

/// How a compiler's process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with this exit status.
    Exited(i32),
    /// By a signal that only a bug sends.
    Signalled(i32),
    /// It used up its processor time.
    OutOfTime,
    /// It met the limit of memory.
    OutOfMemory,
    /// For a reason that says nothing about the programs.
    Failed(String),
}

impl Ended {
    /// How a process in the sandbox ended.
    pub(crate) fn of(status: Status) -> Ended {
        match status {
            Status::Exited(status) => Ended::Exited(status),
            Status::Signalled(libc::SIGXCPU) | Status::Stopped(Limit::Cpu) => Ended::OutOfTime,
            Status::Stopped(Limit::Memory) => Ended::OutOfMemory,
            Status::Signalled(libc::SIGKILL) => {
                Ended::Failed("something outside of the sandbox killed it".to_owned())
            }
            Status::Signalled(libc::SIGXFSZ) => Ended::stopped(Limit::Files),
            Status::Signalled(signal) => Ended::Signalled(signal),
            Status::Stopped(limit) => Ended::stopped(limit),
        }
    }

    /// How a process ended whose exit status a shell reports: for a signal that
    /// is 128 and the signal's number.
    pub(crate) fn of_shell_status(status: i32) -> Ended {
        Ended::of(match status {
            129..=192 => Status::Signalled(status - 128),
            status => Status::Exited(status),
        })
    }

    fn stopped(limit: Limit) -> Ended {
        let limit = match limit {
            Limit::Wall => "wall-clock time",
            Limit::Cpu => "processor time",
            Limit::Memory => "memory",
            Limit::Output => "output",
            Limit::Processes => "processes",
            Limit::Files => "the size of files",
        };
        Ended::Failed(format!("it met the limit of {limit}"))
    }

    /// The exit status, or how the run over a batch ended: after `cpu`, while
    /// the program at position `at` was compiled, having printed `text`.
    pub(crate) fn exit_status(
        self,
        text: &str,
        cpu: Duration,
        at: Option<usize>,
    ) -> Result<i32, End> {
        let crash = |signature| End::Crashed(Crash { signature, text: text.trim().to_owned() }, at);
        Err(match self {
            Ended::Exited(status) => return Ok(status),
            Ended::Signalled(signal) => crash(format!("signal {signal}")),
            Ended::OutOfTime => End::TimedOut(cpu, at),
            Ended::OutOfMemory => crash("out of memory".to_owned()),
            Ended::Failed(why) => End::Failed(format!("the compiler did not finish: {why}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a status means, in a few words.
    fn in_words(ended: Ended) -> String {
        match ended.exit_status("text\n", Duration::from_secs(7), Some(3)) {
            Ok(status) => format!("exit {status}"),
            Err(End::Crashed(crash, at)) => {
                format!("crash {} {} {at:?}", crash.signature, crash.text)
            }
            Err(End::TimedOut(time, at)) => format!("time {time:?} {at:?}"),
            Err(End::Failed(_)) => "failed".to_owned(),
            Err(End::Finished | End::FinishedAll) => unreachable!("it did not finish"),
        }
    }

    #[test]
    fn every_end_of_a_process_has_one_meaning() {
        let (exited, signalled, stopped) = (Status::Exited, Status::Signalled, Status::Stopped);
        for (status, expected) in [
            (exited(0), "exit 0"),
            (exited(1), "exit 1"),
            (exited(101), "exit 101"),
            (signalled(libc::SIGSEGV), "crash signal 11 text Some(3)"),
            (signalled(libc::SIGABRT), "crash signal 6 text Some(3)"),
            (signalled(libc::SIGXCPU), "time 7s Some(3)"),
            (signalled(libc::SIGKILL), "failed"),
            (signalled(libc::SIGXFSZ), "failed"),
            (stopped(Limit::Cpu), "time 7s Some(3)"),
            (stopped(Limit::Memory), "crash out of memory text Some(3)"),
            (stopped(Limit::Wall), "failed"),
            (stopped(Limit::Output), "failed"),
            (stopped(Limit::Processes), "failed"),
            (stopped(Limit::Files), "failed"),
        ] {
            assert_eq!(in_words(Ended::of(status)), expected, "{status:?}");
            // A shell says the same in an exit status.
            if let Status::Signalled(signal) = status {
                assert_eq!(in_words(Ended::of_shell_status(128 + signal)), expected);
            }
        }
        for status in [0, 1, 127, 128, 193, 255] {
            assert_eq!(Ended::of_shell_status(status), Ended::Exited(status));
        }
    }
}
