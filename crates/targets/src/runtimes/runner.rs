//! What is the same for all runtimes: a batch is compiled to one thing, which
//! then runs each of its programs for itself.

use std::fs;
use std::path::Path;
use std::time::Duration;

use case::{Crash, Diagnostic, Language, Outcome, Ran, RunEnd};

use super::watch::HangLimits;
use crate::sandbox::{self, Command, Finished, Limit, Limits, Status};
use crate::work::WorkFolder;
use crate::{Canaries, End, Report, Said, Target};

/// How often and how long programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many series of runs each program gets: each in a process of its own,
    /// or one after the other in a warm JVM.
    pub series: u32,
    /// How many runs a series has. One that failed is not continued.
    pub repetitions: u32,
    /// When a run counts as hung.
    pub hang: HangLimits,
}

impl Effort {
    /// The effort for a program among many.
    pub(crate) fn batch(repetitions: u32) -> Effort {
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
    pub(crate) fn confirm(repetitions: u32) -> Effort {
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

/// A compiler and the runtime of its programs.
pub(crate) trait Runtime: Send {
    /// See [`Target::name`].
    fn name(&self) -> &str;
    /// See [`Target::language`].
    fn language(&self) -> Language;
    /// See [`Target::dialect`].
    fn dialect(&self) -> &'static str;
    /// See [`Target::canaries`].
    fn canaries(&self) -> Canaries;

    /// Compiles a batch in a folder, and says how much processor time that took.
    fn build(&self, programs: &[&str], folder: &Path) -> Result<Duration, Report>;

    /// Compiles a program exactly as it is.
    fn build_alone(&self, program: &str, folder: &Path) -> Result<Duration, Report>;

    /// Runs each of so many programs that were built in a folder; or says why
    /// that gave nothing.
    fn run(&self, folder: &Path, programs: usize, effort: Effort) -> Result<Vec<Ran>, String>;
}

/// A runtime as a target.
pub struct Runner {
    runtime: Box<dyn Runtime>,
    /// The effort for each program of a batch.
    pub batch: Effort,
    /// The effort for a program that is confirmed.
    pub confirm: Effort,
}

impl Runner {
    pub(crate) fn new(runtime: impl Runtime + 'static, batch: Effort, confirm: Effort) -> Runner {
        Runner { runtime: Box::new(runtime), batch, confirm }
    }

    fn build_and_run(&self, programs: &[&str], effort: Effort) -> Report {
        let nothing = |end, cpu| nothing_said(programs.len(), end, cpu);
        let folder = match work_folder() {
            Ok(folder) => folder,
            Err(why) => return nothing(End::Failed(why), Duration::ZERO),
        };
        let cpu = match self.runtime.build(programs, folder.path()) {
            Ok(cpu) => cpu,
            Err(report) => return report,
        };
        match self.runtime.run(folder.path(), programs.len(), effort) {
            Ok(ran) => {
                let said = ran.into_iter().map(Said::Ran).collect();
                Report { said, end: End::FinishedAll, cpu }
            }
            Err(why) => nothing(End::Failed(why), cpu),
        }
    }
}

impl Target for Runner {
    fn name(&self) -> &str {
        self.runtime.name()
    }

    fn language(&self) -> Language {
        self.runtime.language()
    }

    fn dialect(&self) -> &'static str {
        self.runtime.dialect()
    }

    fn batch_size(&self) -> usize {
        100
    }

    fn canaries(&self) -> Canaries {
        self.runtime.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        self.build_and_run(programs, self.batch)
    }

    fn confirm(&mut self, program: &str) -> Outcome {
        let folder = match work_folder() {
            Ok(folder) => folder,
            Err(why) => return Outcome::Unknown(why),
        };
        match self.runtime.build_alone(program, folder.path()) {
            Ok(_) => outcome(self.build_and_run(&[program], self.confirm)),
            Err(report) => outcome(report),
        }
    }
}

/// A folder for one batch.
pub(crate) fn work_folder() -> Result<WorkFolder, String> {
    WorkFolder::new().map_err(|error| format!("no temporary folder could be made: {error}"))
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

/// The runs of one program, as they come in.
pub(crate) struct Runs {
    ran: Ran,
    outputs: Vec<String>,
}

impl Runs {
    pub(crate) fn new() -> Runs {
        let ran = Ran { runs: 0, failed: 0, end: RunEnd::Finished(String::new()) };
        Runs { ran, outputs: Vec::new() }
    }

    /// A series in which so many runs ended normally, with these outputs, and
    /// then one did not, if there is a failure.
    pub(crate) fn add<'a>(
        &mut self,
        ended: u32,
        outputs: impl IntoIterator<Item = &'a str>,
        failure: Option<RunEnd>,
    ) {
        self.ran.runs += ended;
        for output in outputs {
            if !self.outputs.iter().any(|known| known == output) {
                self.outputs.push(output.to_owned());
            }
        }
        if let Some(end) = failure {
            self.ran.runs += 1;
            self.ran.failed += 1;
            if self.ran.failed == 1 {
                self.ran.end = end;
            }
        }
    }

    /// All of them together. A program has one right output: where there were
    /// several, all of them are shown.
    pub(crate) fn finish(self) -> Ran {
        let Runs { mut ran, outputs } = self;
        if ran.failed == 0 {
            ran.end = RunEnd::Finished(match &outputs[..] {
                [] => String::new(),
                [one] => one.clone(),
                several => several.iter().map(|output| format!("[some runs]\n{output}")).collect(),
            });
        }
        ran
    }
}
