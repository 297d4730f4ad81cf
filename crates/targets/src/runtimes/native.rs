//! What is the same for all runtimes whose programs are native: a batch is one
//! executable that runs the program it is told to, in a process of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use case::{Crash, Diagnostic, Hang, Language, Outcome, Ran, RunEnd};

use super::watch::{HangLimits, Watch};
use crate::sandbox::{self, Command, Finished, Limit, Limits, Status, Work};
use crate::{Canaries, End, Report, Said, Target};

/// How often and how long programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Processes for each program.
    pub processes: u32,
    /// How often each process runs its program. A process that failed is not
    /// continued.
    pub repetitions: u32,
    /// How many processes run at a time. More than there are processors: those
    /// that hang only sleep.
    pub lanes: u32,
    /// When a run counts as hung.
    pub hang: HangLimits,
}

impl Effort {
    /// The effort for a program among many.
    pub(crate) fn batch(repetitions: u32) -> Effort {
        Effort {
            processes: 1,
            repetitions,
            lanes: 8,
            hang: HangLimits {
                blocked: Duration::from_millis(1200),
                cpu: Duration::from_secs(10),
                wall: Duration::from_secs(600),
            },
        }
    }

    /// The effort for a program under suspicion.
    pub(crate) fn confirm(repetitions: u32) -> Effort {
        Effort {
            processes: 24,
            repetitions,
            lanes: 8,
            hang: HangLimits {
                blocked: Duration::from_secs(3),
                cpu: Duration::from_secs(60),
                wall: Duration::from_secs(1800),
            },
        }
    }
}

/// A compiler of native programs.
pub(crate) trait Native: Send {
    /// See [`Target::name`].
    fn name(&self) -> &str;
    /// See [`Target::language`].
    fn language(&self) -> Language;
    /// See [`Target::dialect`].
    fn dialect(&self) -> &'static str;
    /// See [`Target::canaries`].
    fn canaries(&self) -> Canaries;

    /// Compiles a batch to the executable [`EXECUTABLE`] in the folder, which
    /// takes a token, a job and the number of repetitions, and runs the program
    /// `job % programs` that often, with [`SEPARATOR`] on its standard output
    /// after each run.
    fn build(&self, programs: &[&str], folder: &Path) -> Result<Duration, Report>;

    /// Compiles a program exactly as it is.
    fn build_alone(&self, program: &str, folder: &Path) -> Result<Duration, Report>;

    /// The Debian root that programs are run in, if any.
    fn root(&self) -> Option<&Path>;

    /// What the runtime said on standard error before it gave up, if it did: a
    /// panic, an exception that nobody caught, that everything is blocked.
    fn last_words(&self, stderr: &str) -> Option<RunEnd>;

    /// A text of the runtime, with the names that the program has when it
    /// stands alone.
    fn readable(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Whether the runtime prints its stacks and exits on SIGQUIT.
    fn dumps(&self) -> bool;
}

/// The name of a batch's executable.
pub(crate) const EXECUTABLE: &str = "batch";

/// What a batch's executable prints after each run of its program.
pub(crate) const SEPARATOR: char = '\u{1e}';

/// A runtime of native programs as a target.
pub struct Runner {
    native: Box<dyn Native>,
    /// The effort for each program of a batch.
    pub batch: Effort,
    /// The effort for a program that is confirmed.
    pub confirm: Effort,
}

impl Runner {
    pub(crate) fn new(native: impl Native + 'static, batch: Effort, confirm: Effort) -> Runner {
        Runner { native: Box::new(native), batch, confirm }
    }

    fn build_and_run(&self, programs: &[&str], effort: Effort) -> Report {
        let folder = match work_folder() {
            Ok(folder) => folder,
            Err(why) => return nothing_said(programs.len(), End::Failed(why), Duration::ZERO),
        };
        let cpu = match self.native.build(programs, folder.path()) {
            Ok(cpu) => cpu,
            Err(report) => return report,
        };
        match self.run(folder.path(), programs.len(), effort) {
            Ok(ran) => Report {
                said: ran.into_iter().map(Said::Ran).collect(),
                end: End::FinishedAll,
                cpu,
            },
            Err(why) => nothing_said(programs.len(), End::Failed(why), cpu),
        }
    }

    fn run(&self, folder: &Path, programs: usize, effort: Effort) -> Result<Vec<Ran>, String> {
        let launch = Launch {
            root: self.native.root(),
            folder,
            jobs: programs * effort.processes as usize,
            lanes: effort.lanes,
            repetitions: effort.repetitions,
            hang: effort.hang,
            dumps: self.native.dumps(),
        };
        let attempts = launch.run()?;
        Ok((0..programs)
            .map(|program| {
                let own = attempts.iter().skip(program).step_by(programs);
                summary(own, &*self.native)
            })
            .collect())
    }
}

impl Target for Runner {
    fn name(&self) -> &str {
        self.native.name()
    }

    fn language(&self) -> Language {
        self.native.language()
    }

    fn dialect(&self) -> &'static str {
        self.native.dialect()
    }

    fn batch_size(&self) -> usize {
        100
    }

    fn canaries(&self) -> Canaries {
        self.native.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        self.build_and_run(programs, self.batch)
    }

    fn confirm(&mut self, program: &str) -> Outcome {
        let folder = match work_folder() {
            Ok(folder) => folder,
            Err(why) => return Outcome::Unknown(why),
        };
        match self.native.build_alone(program, folder.path()) {
            Ok(_) => outcome(self.build_and_run(&[program], self.confirm)),
            Err(report) => outcome(report),
        }
    }
}

/// A folder for one batch.
pub(crate) fn work_folder() -> Result<tempfile::TempDir, String> {
    tempfile::Builder::new()
        .prefix("wellsmith-")
        .tempdir()
        .map_err(|error| format!("no temporary folder could be made: {error}"))
}

/// A report without a word about any program.
pub(crate) fn nothing_said(programs: usize, end: End, cpu: Duration) -> Report {
    Report { said: vec![Said::Nothing; programs], end, cpu }
}

/// The outcome that a report on one program alone stands for.
fn outcome(report: Report) -> Outcome {
    match (report.said.into_iter().next(), report.end) {
        (Some(Said::Rejected(diagnostics)), _) => Outcome::Rejected(diagnostics),
        (Some(Said::Ran(ran)), _) => Outcome::Ran(ran),
        (_, End::Crashed(crash, _)) => Outcome::Crashed(crash),
        (_, End::TimedOut(time, _)) => Outcome::TimedOut(time),
        (_, End::Failed(why)) => Outcome::Unknown(why),
        (_, End::Finished | End::FinishedAll) => Outcome::Accepted,
    }
}

/// What a compiler's run means, apart from what it printed.
pub(crate) enum Compiled {
    /// It ended with this status and these outputs.
    Ended { status: i32, stdout: String, stderr: String, cpu: Duration },
    /// It did not; this says nothing about single programs.
    Not(End, Duration),
}

/// Runs a compiler.
pub(crate) fn compile(command: &Command) -> Compiled {
    let finished = match sandbox::run(command) {
        Ok(finished) => finished,
        Err(error) => return Compiled::Not(End::Failed(error.to_string()), Duration::ZERO),
    };
    let Finished { status, stdout, stderr, cpu, .. } = finished;
    let [stdout, stderr] =
        [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match status {
        Status::Exited(status) => Compiled::Ended { status, stdout, stderr, cpu },
        Status::Signalled(signal) => {
            let crash = Crash { signature: format!("signal {signal}"), text: stderr };
            Compiled::Not(End::Crashed(crash, None), cpu)
        }
        Status::Stopped(Limit::Cpu) => Compiled::Not(End::TimedOut(cpu, None), cpu),
        Status::Stopped(Limit::Memory) => {
            let crash = Crash { signature: "out of memory".to_owned(), text: stderr };
            Compiled::Not(End::Crashed(crash, None), cpu)
        }
        Status::Stopped(limit) => {
            Compiled::Not(End::Failed(format!("the compiler met its limit: {limit:?}")), cpu)
        }
    }
}

/// The limits of a compiler that takes a batch. What counts is processor time:
/// the wall-clock limit only keeps a compiler that sleeps from doing so for
/// ever.
pub(crate) fn compiler_limits() -> Limits {
    Limits { wall: Duration::from_secs(1800), cpu: Duration::from_secs(300), ..Limits::default() }
}

/// Writes the source files of a batch to its folder.
pub(crate) fn write_files(
    files: &[(String, String)],
    programs: usize,
    folder: &Path,
) -> Result<(), Report> {
    for (name, text) in files {
        fs::write(folder.join(name), text).map_err(|error| {
            let why = format!("the source file {name} could not be written: {error}");
            nothing_said(programs, End::Failed(why), Duration::ZERO)
        })?;
    }
    Ok(())
}

/// The rejections of a batch, each with the program it is about; nothing said
/// about the others, which may have errors that these hide.
pub(crate) fn rejections(
    programs: usize,
    errors: Vec<(usize, Diagnostic)>,
    cpu: Duration,
) -> Report {
    let mut said = vec![Said::Nothing; programs];
    for (program, diagnostic) in errors {
        match &mut said[program] {
            Said::Rejected(diagnostics) => diagnostics.push(diagnostic),
            other => *other = Said::Rejected(vec![diagnostic]),
        }
    }
    Report { said, end: End::Finished, cpu }
}

/// One process that ran a program.
struct Attempt {
    status: i32,
    stdout: String,
    stderr: String,
    hang: Option<Hang>,
}

impl Attempt {
    /// How it ended, if not normally.
    fn failure(&self, native: &dyn Native) -> Option<RunEnd> {
        let stderr = native.readable(&self.stderr);
        if let Some(end) = native.last_words(&stderr) {
            return Some(end);
        }
        match &self.hang {
            _ if self.status == 0 => None,
            Some(Hang { evidence, text }) => {
                Some(RunEnd::Hung(Hang { evidence: *evidence, text: format!("{text}{stderr}") }))
            }
            None => {
                // A shell says 128 and the signal's number for a signal.
                let signature = match self.status {
                    status @ ..129 => format!("exit status {status}"),
                    status => format!("signal {}", status - 128),
                };
                Some(RunEnd::Crashed(Crash { signature, text: stderr }))
            }
        }
    }
}

/// Many processes inside one sandbox.
struct Launch<'a> {
    root: Option<&'a Path>,
    /// The folder with the executable; the outputs go there too.
    folder: &'a Path,
    jobs: usize,
    lanes: u32,
    repetitions: u32,
    hang: HangLimits,
    dumps: bool,
}

/// How long a launch runs before it is first looked at, and between two looks.
const LOOK: Duration = Duration::from_millis(200);

/// How much of each output is kept.
const KEPT: usize = 64 << 10;

impl Launch<'_> {
    fn run(&self) -> Result<Vec<Attempt>, String> {
        let token = self.folder.file_name().and_then(|name| name.to_str()).unwrap_or("wellsmith");
        let script = include_str!("launch.sh");
        let fixed =
            ["-c", script, "launch", token, &self.jobs.to_string(), &self.lanes.to_string()];
        let mut args: Vec<_> = fixed.map(Into::into).into();
        args.push(format!("./{EXECUTABLE}").into());
        args.push(self.repetitions.to_string().into());
        let jobs = u32::try_from(self.jobs).unwrap_or(u32::MAX);
        let command = Command {
            args,
            root: self.root.map(Path::to_owned),
            work: Some(Work { path: self.folder.to_owned(), writable: true }),
            limits: Limits {
                wall: self
                    .hang
                    .wall
                    .saturating_mul(2)
                    .saturating_add(self.hang.wall * jobs / self.lanes),
                cpu: (self.hang.cpu * jobs).saturating_mul(2),
                file_size: 1 << 20,
                processes: 4096,
                ..Limits::default()
            },
            ..Command::new(PathBuf::from("/bin/sh"), Limits::default())
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
            Status::Exited(0) => self.attempts(&finished.stdout, hangs),
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
        statuses: &[u8],
        mut hangs: BTreeMap<usize, Hang>,
    ) -> Result<Vec<Attempt>, String> {
        let statuses: BTreeMap<usize, i32> = String::from_utf8_lossy(statuses)
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
                let read = |ending| output(&self.folder.join(format!("{job}.{ending}")));
                Ok(Attempt { status, stdout: read("out")?, stderr: read("err")?, hang })
            })
            .collect()
    }
}

/// What was written to an output, as far as it is kept.
fn output(path: &Path) -> Result<String, String> {
    let mut bytes =
        fs::read(path).map_err(|error| format!("an output could not be read: {error}"))?;
    bytes.truncate(KEPT);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// All the runs of one program.
fn summary<'a>(attempts: impl Iterator<Item = &'a Attempt>, native: &dyn Native) -> Ran {
    let mut ran = Ran { runs: 0, failed: 0, end: RunEnd::Finished(String::new()) };
    let mut outputs: Vec<&str> = Vec::new();
    for attempt in attempts {
        let failure = attempt.failure(native);
        let mut parts: Vec<&str> = attempt.stdout.split(SEPARATOR).collect();
        // What follows the last separator is the output of a run that did not
        // return: it failed, or it ended the process itself.
        let last = parts.pop().unwrap_or_default();
        if failure.is_none() && !last.is_empty() {
            parts.push(last);
        }
        ran.runs += parts.len() as u32;
        for part in parts {
            if !outputs.contains(&part) {
                outputs.push(part);
            }
        }
        if let Some(end) = failure {
            ran.runs += 1;
            ran.failed += 1;
            if ran.failed == 1 {
                ran.end = end;
            }
        }
    }
    if ran.failed == 0 {
        ran.end = RunEnd::Finished(match &outputs[..] {
            [] => String::new(),
            [one] => (*one).to_owned(),
            // A program has one right output: where there are several, all of
            // them are shown.
            several => several.iter().map(|part| format!("[some runs]\n{part}")).collect(),
        });
    }
    ran
}
