//! GHC for compiling programs and running them.
//!
//! A batch is one program: a module for each of its programs, and a `Main` that
//! runs the one it is told to ([`batch`]). Compiled, each is run in a process of
//! its own; in the interpreter they are loaded once and run one after the other
//! ([`interpreter`]). A module that is rejected, or that GHC crashes on, does not
//! keep the others from being compiled and run.
//!
//! Alone, a program is compiled unchanged, as its users would:
//! `ghc -O2 Main.hs && ./Main`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Behaviour, Does, Ran, RunEnd};
use toolchains::Toolchain;

use super::batch::{self, Batch};
use super::exceptions::exception;
use super::interpreter;
use super::said::failure;
use crate::checker::{Answer, Checker};
use crate::ended::Ended;
use crate::registry::{OpenError, Settings};
use crate::runtimes::native::{self, EXECUTABLE, Native, PRINTED, ReportedFailure};
use crate::runtimes::runner::{Build, Effort, write_files};
use crate::runtimes::{Efforts, HangLimits};
use crate::sandbox::{self, Command, Limits, Work};
use crate::work::WorkFolder;
use crate::{Alone, Canary, End, Must, Report, Said, Target, TargetInfo, Used};

/// How many programs are put together. Twice as many are hardly faster.
const BATCH: usize = 40;

/// The interpreter, instead of options of the compiler.
const INTERPRETER: &str = "interpreter";

/// A configuration: its name, its options, and when it is used.
type Configuration = (&'static str, &'static [&'static str], Used);

/// The configurations, what users get without options first. `-O1` is used together
/// with the linters: they look at the code and do not change it, so that compiling
/// without them would only be done twice. Those with a single change to an optimisation
/// level are for who looks for the cause of something, or has time.
const CONFIGURATIONS: &[Configuration] = &[
    ("O0", &["-O0"], Used::ByDefault),
    ("lint", &["-O1", "-dcore-lint", "-dstg-lint", "-dcmm-lint"], Used::ByDefault),
    ("O2", &["-O2"], Used::ByDefault),
    (INTERPRETER, &[], Used::ByDefault),
    ("O1", &["-O1"], Used::ByName),
    ("lint-O2", &["-O2", "-dcore-lint", "-dstg-lint", "-dcmm-lint"], Used::ByName),
    ("no-strictness", &["-O1", "-fno-strictness"], Used::ByName),
    ("no-worker-wrapper", &["-O1", "-fno-worker-wrapper"], Used::ByName),
    ("no-cse", &["-O1", "-fno-cse"], Used::ByName),
    ("no-full-laziness", &["-O1", "-fno-full-laziness"], Used::ByName),
    ("no-specialise", &["-O1", "-fno-specialise"], Used::ByName),
    ("no-rewrite-rules", &["-O1", "-fno-enable-rewrite-rules"], Used::ByName),
    ("no-state-hack", &["-O1", "-fno-state-hack"], Used::ByName),
    ("no-spec-constr", &["-O2", "-fno-spec-constr"], Used::ByName),
    ("static-argument", &["-O2", "-fstatic-argument-transformation"], Used::ByName),
    ("late-demand", &["-O2", "-flate-dmd-anal"], Used::ByName),
    (
        "inline-everything",
        &[
            "-O2",
            "-fexpose-all-unfoldings",
            "-fspecialise-aggressively",
            "-funfolding-use-threshold=1000",
        ],
        Used::ByName,
    ),
];

/// The options of a configuration that runs programs, if it is one; no options at all
/// for the interpreter.
pub(super) fn options(configuration: &str) -> Option<Option<&'static [&'static str]>> {
    let (name, options, _) = CONFIGURATIONS.iter().find(|(name, ..)| *name == configuration)?;
    Some((*name != INTERPRETER).then_some(*options))
}

/// The targets that run programs, given the one that checks them.
pub(super) fn describe(checks: &TargetInfo) -> Vec<TargetInfo> {
    let described = CONFIGURATIONS.iter().map(|(name, _, used)| TargetInfo {
        name: checks.name.with(name),
        does: Does::Runs,
        batch: BATCH,
        used: *used,
        ..checks.clone()
    });
    described.collect()
}

/// Makes one of them ready.
pub(super) fn open(
    toolchain: &Toolchain,
    info: TargetInfo,
    settings: &Settings,
) -> Result<Box<dyn Target>, OpenError> {
    let known = CONFIGURATIONS.iter().find(|(name, ..)| *name == info.name.configuration);
    let (_, options, _) = known.expect("it was described");
    let confirm = match settings.run_limit {
        Some(limit) => Effort { hang: HangLimits::within(limit), ..effort(limit) },
        None => effort(Duration::from_secs(60)),
    };
    Ok(Box::new(Runs {
        checker: Checker::of(toolchain, settings).expect("described, so it is a program"),
        interprets: info.name.configuration == INTERPRETER,
        options,
        keeps_going: super::release(&toolchain.id.version) >= (8, 10),
        efforts: settings
            .efforts
            .unwrap_or(Efforts { batch: effort(Duration::from_secs(5)), confirm }),
        info,
    }))
}

/// One run, with this much processor time. Programs are sequential: what blocks,
/// blocks for good, and GHC's runtime says so itself.
fn effort(cpu: Duration) -> Effort {
    let blocked = Duration::from_secs(30);
    let hang = HangLimits { blocked, cpu, wall: Duration::from_secs(1800) };
    Effort { series: 1, repetitions: 1, hang }
}

/// One GHC in one configuration.
pub(super) struct Runs {
    pub(super) info: TargetInfo,
    pub(super) checker: Checker,
    interprets: bool,
    options: &'static [&'static str],
    /// Whether it knows `-fkeep-going`.
    pub(super) keeps_going: bool,
    pub(super) efforts: Efforts,
}

impl Target for Runs {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        let program = |text: &str| {
            format!(
                "module Main (main) where\n\nmain :: IO ()\nmain = print (1 :: Int) >> {text}\n"
            )
        };
        let behaves = |text, behaviour| Canary {
            program: program(text).into(),
            must: Must::Behave(behaviour),
            or: Vec::new(),
        };
        vec![
            behaves("print (sum [2, 3 :: Integer])", Behaviour::prints("1\n5\n")),
            Canary { program: program("print True 2").into(), must: Must::Reject, or: Vec::new() },
            behaves("print (2 `div` (0 :: Int))", Behaviour::raises("1\n", "ArithException")),
            behaves("error \"no\"", Behaviour::raises("1\n", "ErrorCall")),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let modules: Vec<Option<String>> = match programs {
            [_] => vec![None],
            programs => programs.iter().enumerate().map(|(i, p)| batch::module(p, i)).collect(),
        };
        let mut report = Report::silent(programs.len(), End::FinishedAll, Duration::ZERO);
        let mut batch = Batch::new(modules.iter());
        if !batch.is_empty() {
            report.end = match self.interprets {
                true => interpreter::run(self, &mut batch, &mut report),
                false => self.compile_and_run(&mut batch, &mut report),
            };
        }
        let alone = modules.iter().enumerate().filter(|(_, module)| module.is_none());
        for (i, _) in alone {
            let one = self.alone(programs[i], self.efforts.batch, batch::cpu(1));
            report.cpu += one.cpu;
            report.said[i] = one.said.into_iter().next().expect("one program, one answer");
            if let End::FinishedAll = report.end {
                report.end = match one.end {
                    End::Crashed(crash, _) => End::Crashed(crash, Some(i)),
                    End::TimedOut(time, _) => End::TimedOut(time, Some(i)),
                    end => end,
                };
            }
        }
        report
    }

    fn confirm(&mut self, program: &str) -> Alone {
        self.alone(program, self.efforts.confirm, Duration::from_secs(300)).alone()
    }
}

impl Runs {
    /// The command that runs GHC in a folder, with standard error on standard
    /// output, in the order in which things are said. What it makes is for the
    /// private `/tmp`.
    pub(super) fn ghc(&self, folder: &Path, args: &[String], cpu: Duration) -> Command {
        let script = "exec \"$0\" \"$@\" 2>&1".to_owned();
        let words = ["-c".to_owned(), script, self.checker.program.display().to_string()];
        let limits = Limits { cpu, wall: 30 * cpu, ..Limits::default() };
        Command {
            args: words.iter().chain(args).map(Into::into).collect(),
            root: self.checker.root.clone(),
            read_only: self.checker.read_only.clone(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new("/bin/sh", limits)
        }
    }

    /// The options of the configuration, and those for any program.
    fn options(&self) -> impl Iterator<Item = String> + use<> {
        // The runtime's limits are not what programs are about.
        let memory = format!("-with-rtsopts={}", batch::MEMORY);
        let made = format!("/tmp/{EXECUTABLE}");
        let common = [QUIET, &["-outputdir", "/tmp/out", "-o", &made, &memory]].concat();
        let all: Vec<String> =
            self.options.iter().copied().chain(common).map(str::to_owned).collect();
        all.into_iter()
    }

    /// Compiles the modules of a batch and runs each; the result is how compiling
    /// ended.
    fn compile_and_run(&self, batch: &mut Batch<'_>, report: &mut Report) -> End {
        let folder = match WorkFolder::new() {
            Ok(folder) => folder,
            Err(error) => return End::Failed(error.to_string()),
        };
        let keep_going = self.keeps_going.then_some("-fkeep-going".to_owned());
        let args: Vec<String> = ["--make", "-j1", "Main.hs"]
            .map(str::to_owned)
            .into_iter()
            .chain(self.options())
            .chain(keep_going)
            .chain(["+RTS", "-A64m", "-RTS"].map(str::to_owned))
            .collect();
        // Without what was rejected it is compiled again.
        loop {
            let files = batch.files(batch::MAIN);
            if let Err(failed) = write_files(&files, report.said.len(), folder.path()) {
                return failed.end;
            }
            let finished = match sandbox::run(&self.ghc(folder.path(), &args, batch.cpu())) {
                Ok(finished) => finished,
                Err(error) => return End::Failed(error.to_string()),
            };
            report.cpu += finished.cpu;
            let text = String::from_utf8_lossy(&finished.stdout);
            match Ended::of(finished.status).exit_status(&text, report.cpu, batch.last_in(&text)) {
                Ok(0) => match finished.scratch.save(EXECUTABLE, &folder.path().join(EXECUTABLE)) {
                    Ok(()) => break,
                    Err(error) => return End::Failed(error.to_string()),
                },
                Ok(_) => {}
                Err(end) => return end,
            }
            let bad = batch.take_bad(&text);
            if bad.is_empty() {
                return End::Failed(format!("GHC said: {}", batch::shorten(&text)));
            }
            for (program, said) in bad {
                report.said[program] = said;
            }
            if batch.is_empty() {
                return End::FinishedAll;
            }
        }
        let names: Vec<&str> = batch.programs.iter().map(|_| "").collect();
        let native = Running { checker: &self.checker, alone: None };
        match native::run(&native, Build::Batch(&names), folder.path(), self.efforts.batch) {
            Ok(ran) => {
                for (&(program, _), ran) in batch.programs.iter().zip(ran) {
                    report.said[program] = said_of_run(ran);
                }
                End::FinishedAll
            }
            Err(why) => End::Failed(why),
        }
    }

    /// Compiles and runs one program as its users would.
    fn alone(&self, program: &str, effort: Effort, cpu: Duration) -> Report {
        let folder = match WorkFolder::new() {
            Ok(folder) => folder,
            Err(error) => return Report::silent(1, End::Failed(error.to_string()), Duration::ZERO),
        };
        let mut files = vec![("Main.hs".to_owned(), program.to_owned())];
        let args: Vec<String> = match self.interprets {
            false => {
                let own = self.checker.options.iter().cloned();
                self.options().chain(own).chain(["Main.hs".to_owned()]).collect()
            }
            true => {
                // What is run is the interpreter; this only loads the program.
                files.push((EXECUTABLE.to_owned(), self.interpret_alone()));
                let load = ["-e", "return ()", "Main.hs"];
                let own = self.checker.options.iter().map(String::as_str);
                QUIET.iter().copied().chain(own).chain(load).map(str::to_owned).collect()
            }
        };
        if let Err(failed) = write_files(&files, 1, folder.path()) {
            return failed;
        }
        if self.interprets {
            let executable = fs::Permissions::from_mode(0o755);
            if let Err(error) = fs::set_permissions(folder.path().join(EXECUTABLE), executable) {
                return Report::silent(1, End::Failed(error.to_string()), Duration::ZERO);
            }
        }
        let finished = match sandbox::run(&self.ghc(folder.path(), &args, cpu)) {
            Ok(finished) => finished,
            Err(error) => return Report::silent(1, End::Failed(error.to_string()), Duration::ZERO),
        };
        let text = String::from_utf8_lossy(&finished.stdout);
        let mut report = Report::silent(1, End::FinishedAll, finished.cpu);
        match Ended::of(finished.status).exit_status(&text, finished.cpu, Some(0)) {
            Ok(0) if self.interprets => {}
            Ok(0) => {
                let made = folder.path().join(EXECUTABLE);
                if let Err(error) = finished.scratch.save(EXECUTABLE, &made) {
                    return Report { end: End::Failed(error.to_string()), ..report };
                }
            }
            Ok(status) => {
                report.said[0] = said(failure(&text, status == 1));
                return report;
            }
            Err(end) => return Report { end, ..report },
        }
        let native = Running { checker: &self.checker, alone: Some(program) };
        match native::run(&native, Build::Alone(program), folder.path(), effort) {
            Ok(ran) => report.said = ran.into_iter().map(said_of_run).collect(),
            Err(why) => report.end = End::Failed(why),
        }
        report
    }

    fn interpret_alone(&self) -> String {
        let ghc = self.checker.program.display();
        format!("#!/bin/sh\nexec {ghc} -ignore-dot-ghci -w -e :main /w/Main.hs\n")
    }
}

/// No warnings, and errors that do not quote the program.
pub(super) const QUIET: &[&str] = &["-v1", "-w", "-fno-diagnostics-show-caret"];

/// What is said of a program that was not compiled.
pub(super) fn said(answer: Answer) -> Said {
    match answer {
        Answer::Accepted => Said::Nothing,
        Answer::Rejected(diagnostics) => Said::Rejected(diagnostics),
        Answer::Crashed(crash) => Said::Crashed(crash),
        Answer::TimedOut => Said::Unknown("GHC took too long".to_owned()),
        Answer::Unclear(why) => Said::Unknown(why),
    }
}

/// What is said of a program that was run; nothing if it met the limit of what may
/// be printed, since that is not the compiler's.
fn said_of_run(ran: Ran) -> Said {
    let prints_too_much = ran.ends.iter().any(|(end, _)| match end {
        RunEnd::Ended { behaviour, .. } => behaviour.stdout.len() as u64 >= PRINTED,
        RunEnd::Hung(_) => false,
    });
    match prints_too_much {
        true => Said::Unknown("the program prints too much".to_owned()),
        false => Said::Ran(ran),
    }
}

/// Programs that GHC has compiled.
struct Running<'a> {
    checker: &'a Checker,
    /// The program, if it is alone.
    alone: Option<&'a str>,
}

impl Native for Running<'_> {
    fn root(&self) -> Option<&Path> {
        self.checker.root.as_deref()
    }

    fn read_only(&self) -> &[PathBuf] {
        &self.checker.read_only
    }

    fn dumps(&self) -> bool {
        false
    }

    fn reported_failure(&self, stderr: &str) -> Option<ReportedFailure> {
        let (class, text) = match self.alone {
            None => batch::exception(stderr)?,
            Some(program) => exception(stderr, program)?,
        };
        Some(super::exceptions::failure(class, text))
    }
}
