//! The common part of all runtimes: programs are built, and what was built is run
//! many times.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use case::{Behaviour, Crash, Diagnostic, Ran, RunEnd};

use super::watch::HangLimits;
use crate::ended::Ended;
use crate::sandbox::{self, Command, Finished, Limits};
use crate::work::WorkFolder;
use crate::{Alone, Canary, End, Report, Said, Settings, Target, TargetInfo};

/// How often and how long programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many series of runs each program gets.
    pub series: u32,
    /// How many runs a series has. They follow each other in one process, or
    /// each in a process of its own where a native program is confirmed. A
    /// series ends with its first failure.
    pub repetitions: u32,
    /// When a run counts as hung.
    pub hang: HangLimits,
}

impl Effort {
    /// The effort for a program among many.
    pub fn batch(repetitions: u32) -> Effort {
        Effort {
            series: 1,
            repetitions,
            hang: HangLimits {
                blocked: Duration::from_millis(1200),
                cpu: Duration::from_secs(10),
                wall: Duration::from_secs(600),
            },
        }
    }

    /// The effort for a program under suspicion.
    pub fn confirm(repetitions: u32) -> Effort {
        Effort {
            series: 24,
            repetitions,
            hang: HangLimits {
                blocked: Duration::from_secs(3),
                cpu: Duration::from_secs(60),
                wall: Duration::from_secs(1800),
            },
        }
    }
}

/// The runs of each program, or why there are none.
pub(crate) type Runs = Result<Vec<Ran>, String>;

/// A compiler and the runtime of its programs.
pub(crate) trait Runtime: Send {
    /// See [`Target::info`].
    fn info(&self) -> &TargetInfo;
    /// See [`Target::canaries`].
    fn canaries(&self) -> Vec<Canary>;

    /// Compiles programs in a folder. The result is the processor time.
    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report>;

    /// Runs each program of what was built in a folder. The error says why that
    /// gave nothing.
    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Runs;
}

/// The programs that are built, and then run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Build<'a> {
    /// Programs as parts of one whole, which is told which of them to run.
    Batch(&'a [&'a str]),
    /// One program, unchanged, as its users would build it.
    Alone(&'a str),
}

impl Build<'_> {
    /// How many programs there are.
    pub(crate) fn programs(self) -> usize {
        match self {
            Build::Batch(programs) => programs.len(),
            Build::Alone(_) => 1,
        }
    }
}

/// The efforts of a runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Efforts {
    /// For each program of a batch.
    pub batch: Effort,
    /// For a program that is confirmed.
    pub confirm: Effort,
}

/// A runtime as a target.
pub(crate) struct Runner {
    runtime: Box<dyn Runtime>,
    efforts: Efforts,
    /// See [`Settings::run_limit`].
    run_limit: Option<Duration>,
}

impl Runner {
    /// A runtime with its own efforts, unless the settings replace them.
    pub(crate) fn new(
        runtime: impl Runtime + 'static,
        own: Efforts,
        settings: &Settings,
    ) -> Runner {
        let efforts = settings.efforts.unwrap_or(own);
        Runner { runtime: Box::new(runtime), efforts, run_limit: settings.run_limit }
    }

    /// Runs a program that may take its time: once, then as often as a suspicious program
    /// has series, and then more and more often, until a run fails or a good part of the
    /// time that one run may take is over.
    fn run_within(&self, build: Build<'_>, folder: &Path, limit: Duration) -> Runs {
        let Effort { series, repetitions: most, .. } = self.efforts.confirm;
        let once = Effort { series: 1, repetitions: 1, hang: HangLimits::within(limit) };
        let begun = Instant::now();
        let mut ran = self.runtime.run(build, folder, once)?;
        let mut repetitions = 1;
        while begun.elapsed() < limit / PART {
            ran = self.runtime.run(build, folder, Effort { series, repetitions, ..once })?;
            if repetitions >= most || ran.iter().any(failed) {
                break;
            }
            repetitions = most.min(repetitions * MORE);
        }
        Ok(ran)
    }

    fn build_and_run(
        &self,
        build: Build<'_>,
        run: impl FnOnce(Build<'_>, &Path) -> Runs,
    ) -> Report {
        let nothing = |end, cpu| Report::silent(build.programs(), end, cpu);
        let folder = match work_folder() {
            Ok(folder) => folder,
            Err(why) => return nothing(End::Failed(why), Duration::ZERO),
        };
        let cpu = match self.runtime.build(build, folder.path()) {
            Ok(cpu) => cpu,
            Err(report) => return report,
        };
        match run(build, folder.path()) {
            Ok(ran) => {
                let said = ran.into_iter().map(Said::Ran).collect();
                Report { said, end: End::FinishedAll, cpu }
            }
            Err(why) => nothing(End::Failed(why), cpu),
        }
    }
}

impl Target for Runner {
    fn info(&self) -> &TargetInfo {
        self.runtime.info()
    }

    fn canaries(&self) -> Vec<Canary> {
        self.runtime.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let run =
            |build: Build<'_>, folder: &Path| self.runtime.run(build, folder, self.efforts.batch);
        self.build_and_run(Build::Batch(programs), run)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let run = |build: Build<'_>, folder: &Path| match self.run_limit {
            Some(limit) => self.run_within(build, folder, limit),
            None => self.runtime.run(build, folder, self.efforts.confirm),
        };
        self.build_and_run(Build::Alone(program), run).alone()
    }
}

/// No more runs are begun once this part of the time of one run is over.
const PART: u32 = 8;

/// How many times as often a program is run that did not fail.
const MORE: u32 = 8;

/// Whether a program did not always end by itself.
fn failed(ran: &Ran) -> bool {
    let ended = |end: &RunEnd| matches!(end, RunEnd::Ended { crash: None, .. });
    !ran.ends.iter().all(|(end, _)| ended(end))
}

/// A folder for one batch.
pub(crate) fn work_folder() -> Result<WorkFolder, String> {
    WorkFolder::new().map_err(|error| format!("no temporary folder could be made: {error}"))
}

/// How a compiler's run ended.
pub(crate) enum Compiled {
    /// It exited with this status and these outputs.
    Ended { status: i32, stdout: String, stderr: String, cpu: Duration },
    /// It did not exit.
    Not(End, Duration),
}

/// Runs a compiler, and keeps the file that it has made in `/tmp` of its sandbox
/// under the same name in a folder, if there is to be one.
pub(crate) fn compile(command: &Command, made: Option<(&str, &Path)>) -> Compiled {
    let finished = match sandbox::run(command) {
        Ok(finished) => finished,
        Err(error) => return Compiled::Not(End::Failed(error.to_string()), Duration::ZERO),
    };
    let Finished { status, stdout, stderr, cpu, scratch, .. } = finished;
    let [stdout, stderr] =
        [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match Ended::of(status).exit_status(&stderr, cpu, None) {
        Ok(0) => match made.map(|(name, folder)| scratch.save(name, &folder.join(name))) {
            Some(Err(error)) => {
                let why = format!("the compiler's output cannot be kept: {error}");
                Compiled::Not(End::Failed(why), cpu)
            }
            Some(Ok(())) | None => Compiled::Ended { status: 0, stdout, stderr, cpu },
        },
        Ok(status) => Compiled::Ended { status, stdout, stderr, cpu },
        Err(end) => Compiled::Not(end, cpu),
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
            Report::silent(programs, End::Failed(why), Duration::ZERO)
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

/// Adds a series of runs to those of a program: the outputs of runs that ended
/// with exit status 0, and how the last one ended if it did not.
pub(crate) fn add_series<'a>(
    ran: &mut Ran,
    outputs: impl IntoIterator<Item = (&'a str, u32)>,
    failure: Option<RunEnd>,
) {
    for (output, runs) in outputs {
        ran.add(RunEnd::finished(output), runs);
    }
    if let Some(end) = failure {
        ran.add(end, 1);
    }
}

/// A run that ended with a crash that the runtime reported: a panic or an
/// uncaught exception.
pub(crate) fn raised(stdout: &str, crash: Crash) -> RunEnd {
    let behaviour = Behaviour::raises(stdout, &crash.signature[..]);
    RunEnd::Ended { behaviour, crash: Some(crash) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn end_of(script: &str, limits: Limits) -> End {
        let args = vec!["-c".into(), script.into()];
        match compile(&Command { args, ..Command::new("/bin/sh", limits) }, None) {
            Compiled::Not(end, _) => end,
            Compiled::Ended { status, .. } => panic!("it ended with exit status {status}"),
        }
    }

    #[test]
    fn a_compiler_that_does_not_end_by_itself_is_judged_by_how() {
        let end = end_of("kill -SEGV $$", Limits::default());
        assert!(
            matches!(&end, End::Crashed(crash, None) if crash.signature == "signal 11"),
            "{end:?}"
        );
        let end = end_of("kill -KILL $$", Limits::default());
        assert!(matches!(end, End::Failed(_)), "{end:?}");
        let end = end_of("kill -XCPU $$", Limits::default());
        assert!(matches!(end, End::TimedOut(_, None)), "{end:?}");
        let short = Duration::from_millis(300);
        let end = end_of("sleep 60", Limits { wall: short, ..Limits::default() });
        assert!(matches!(end, End::Failed(_)), "{end:?}");
        let end = end_of("while :; do :; done", Limits { cpu: short, ..Limits::default() });
        assert!(matches!(end, End::TimedOut(_, None)), "{end:?}");
    }
}
