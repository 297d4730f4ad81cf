//! Native programs. A batch is one executable that is told which of its programs
//! to run, in a process of its own; alone, a program is its own executable.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use case::{Behaviour, Crash, Exit, Hang, HangEvidence, Ran, RunEnd};

use super::runner::{Build, Effort, add_series, raised};
use super::watch::{HangLimits, Watch};
use crate::sandbox::{self, Command, Finished, Limits, Status, Work};

/// The name of the executable. That of a batch takes a job and the number of
/// repetitions, and runs the program `job % programs` that often, with
/// [`SEPARATOR`] on its standard output after each run. That of a program alone
/// takes no arguments.
pub(crate) const EXECUTABLE: &str = "program";

/// The separator of the outputs of the runs of a series.
pub(crate) const SEPARATOR: char = '\u{1e}';

/// A runtime of native programs.
pub(crate) trait Native {
    /// The Debian root that programs are run in, if any.
    fn root(&self) -> Option<&Path>;

    /// The folders of this machine that programs need beside the system's.
    fn read_only(&self) -> &[PathBuf] {
        &[]
    }

    /// Whether the runtime prints its stacks and exits on SIGQUIT.
    fn dumps(&self) -> bool;

    /// The failure that the runtime reported on standard error, if it did: a
    /// panic, an uncaught exception, a deadlock.
    fn reported_failure(&self, stderr: &str) -> Option<ReportedFailure>;

    /// A text of the runtime, with the names that the program has when it
    /// stands alone.
    fn readable(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// A failure that a runtime reported on standard error.
pub(crate) enum ReportedFailure {
    /// A panic, or an exception that was not caught.
    Crash(Crash),
    /// Everything is blocked; with what it printed.
    Deadlock(String),
}

/// Runs what was built in a folder.
pub(crate) fn run(
    native: &dyn Native,
    build: Build<'_>,
    folder: &Path,
    effort: Effort,
) -> Result<Vec<Ran>, String> {
    let programs = build.programs();
    let launch = Launch {
        mode: match build {
            Build::Batch(_) => "batch",
            Build::Alone(_) => "alone",
        },
        root: native.root(),
        read_only: native.read_only(),
        folder,
        jobs: programs * effort.series as usize,
        repetitions: effort.repetitions,
        hang: effort.hang,
        dumps: native.dumps(),
    };
    let attempts = launch.run()?;
    let runs_of = |program| {
        let mut runs = Ran::default();
        for attempt in attempts.iter().skip(program).step_by(programs) {
            attempt.add_to(&mut runs, native);
        }
        runs
    };
    Ok((0..programs).map(runs_of).collect())
}

/// A series of runs of a program.
struct Attempt {
    /// The exit status of its last process.
    status: i32,
    stdout: String,
    stderr: String,
    hang: Option<Hang>,
}

impl Attempt {
    fn add_to(&self, runs: &mut Ran, native: &dyn Native) {
        let mut outputs: Vec<&str> = self.stdout.split(SEPARATOR).collect();
        // What follows the last separator is the output of a run that did not
        // return: it failed, or it ended the process itself.
        let last = outputs.pop().unwrap_or_default();
        let failure = self.failure(last, native);
        if failure.is_none() && !last.is_empty() {
            outputs.push(last);
        }
        add_series(runs, outputs.into_iter().map(|output| (output, 1)), failure);
    }

    /// How it ended, if not normally; `stdout` is what the last run printed.
    fn failure(&self, stdout: &str, native: &dyn Native) -> Option<RunEnd> {
        let stderr = native.readable(&self.stderr);
        match native.reported_failure(&stderr) {
            Some(ReportedFailure::Crash(crash)) => return Some(raised(stdout, crash)),
            Some(ReportedFailure::Deadlock(text)) => {
                let evidence = HangEvidence::Runtime;
                return Some(RunEnd::Hung(Hang { evidence, text }));
            }
            None => {}
        }
        match &self.hang {
            _ if self.status == 0 => None,
            Some(Hang { evidence, text }) => {
                Some(RunEnd::Hung(Hang { evidence: *evidence, text: format!("{text}{stderr}") }))
            }
            None => {
                // A shell reports a signal as 128 plus its number.
                let exit = match self.status {
                    status @ ..129 => Exit::Status(status),
                    status => Exit::Signal(status - 128),
                };
                let crash = Crash { signature: exit.to_string(), text: stderr };
                let behaviour = Behaviour { stdout: stdout.to_owned(), exit };
                Some(RunEnd::Ended { behaviour, crash: Some(crash) })
            }
        }
    }
}

/// Many processes inside one sandbox.
struct Launch<'a> {
    /// How a job is run; see `launch.sh`.
    mode: &'static str,
    root: Option<&'a Path>,
    read_only: &'a [PathBuf],
    /// The folder with the executable.
    folder: &'a Path,
    jobs: usize,
    repetitions: u32,
    hang: HangLimits,
    dumps: bool,
}

/// How many processes run at a time. More than there are processors: those that
/// hang only sleep.
const LANES: u32 = 8;

/// How long a launch runs before it is first looked at, and between two looks.
const LOOK: Duration = Duration::from_millis(200);

/// How much a process may print, over all its runs.
pub(crate) const PRINTED: u64 = 16 << 20;

/// How much is kept of what a process said on standard error.
const KEPT: u64 = 64 << 10;

impl Launch<'_> {
    fn run(&self) -> Result<Vec<Attempt>, String> {
        let name = self.folder.file_name().and_then(|name| name.to_str());
        let token = name.expect("temporary folders have plain names");
        let script = include_str!("launch.sh");
        let (jobs, lanes) = (self.jobs.to_string(), LANES.to_string());
        let (repetitions, program) = (self.repetitions.to_string(), format!("/w/{EXECUTABLE}"));
        let words = [token, &jobs, &lanes, self.mode, &repetitions, &program];
        let args = ["-c", script, "launch"].into_iter().chain(words).map(Into::into).collect();
        let jobs = u32::try_from(self.jobs).unwrap_or(u32::MAX / 2);
        let command = Command {
            args,
            root: self.root.map(Path::to_owned),
            read_only: self.read_only.to_owned(),
            work: Some(Work { path: self.folder.to_owned(), writable: false }),
            limits: Limits {
                wall: self.hang.wall.saturating_mul(2 + jobs / LANES),
                cpu: self.hang.cpu.saturating_mul(2 * jobs),
                file_size: PRINTED,
                processes: 4096,
                ..Limits::default()
            },
            ..Command::new("/bin/sh", Limits::default())
        };
        let (finished, hangs) = std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || sender.send(sandbox::run(&command)));
            let mut watch = Watch::new(token, self.hang, self.dumps);
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(finished) => return (finished, watch.hangs()),
                    Err(mpsc::RecvTimeoutError::Timeout) => watch.look(),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        unreachable!("the other thread sends before it ends")
                    }
                }
            }
        });
        let finished = finished.map_err(|error| error.to_string())?;
        match finished.status {
            Status::Exited(0) => self.attempts(&finished, hangs),
            Status::Stopped(limit) => Err(format!("running met the limit {limit:?}")),
            Status::Exited(_) | Status::Signalled(_) => Err(format!(
                "running failed: {:?}, {}",
                finished.status,
                String::from_utf8_lossy(&finished.stderr)
            )),
        }
    }

    fn attempts(
        &self,
        finished: &Finished,
        mut hangs: BTreeMap<usize, Hang>,
    ) -> Result<Vec<Attempt>, String> {
        let statuses: BTreeMap<usize, i32> = String::from_utf8_lossy(&finished.stdout)
            .lines()
            .filter_map(|line| {
                let (job, status) = line.split_once(' ')?;
                Some((job.parse().ok()?, status.parse().ok()?))
            })
            .collect();
        (0..self.jobs)
            .map(|job| {
                let status = *statuses.get(&job).ok_or(format!("job {job} was not run"))?;
                let hang = hangs.remove(&job);
                if status == 128 + libc::SIGKILL && hang.is_none() {
                    return Err(format!("something outside of the sandbox killed job {job}"));
                }
                let output = |name: String, kept| match finished.scratch.read(&name, kept) {
                    Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                    Err(error) => Err(format!("the output {name} cannot be read: {error}")),
                };
                let stdout = output(format!("{job}.out"), PRINTED)?;
                let stderr = output(format!("{job}.err"), KEPT)?;
                Ok(Attempt { status, stdout, stderr, hang })
            })
            .collect()
    }
}
