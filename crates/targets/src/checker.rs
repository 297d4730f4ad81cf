//! The common part of the drivers of GHC, OCaml and gccrs: compilers that give
//! each program an answer of its own, one after the other in one sandbox.
//!
//! Every program is a file in a folder of its own, named by its position. A
//! shell script takes the compiler from file to file; it prints a [`MARK`]
//! before the first program and after each. So it is known which program every
//! word is about, no error hides one in another program ([`End::FinishedAll`]),
//! and when everything ends in the middle, the program that was being compiled
//! is known too.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use case::{Crash, Diagnostic, Dialect, Does, Language};
use toolchains::{Home, Toolchain};

use crate::ended::Ended;
use crate::sandbox::{self, Command, Finished, Limits, Status, Work};
use crate::signature::Patterns;
use crate::work::WorkFolder;
use crate::{End, Report, Said, Settings, TargetInfo, Used};

/// The separator of the answers; no compiler prints this character (it is
/// `\036` to a shell).
pub(crate) const MARK: char = '\u{1e}';

/// A compiler that is there.
#[derive(Clone, Debug)]
pub(crate) struct Checker {
    /// The program.
    pub(crate) program: PathBuf,
    /// The Debian root that it is in, if any.
    pub(crate) root: Option<PathBuf>,
    /// The folders of this machine that it needs beside the system's.
    pub(crate) read_only: Vec<PathBuf>,
    /// Its environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    /// The memory that a run may use.
    pub(crate) memory: u64,
    /// The processes and threads that a run may have at a time.
    pub(crate) processes: u32,
    /// The user's options, for [`Checker::one_by_one`].
    pub(crate) options: Vec<String>,
}

/// The Debian root, if any, and the program of a toolchain that is one.
pub(crate) fn program(toolchain: &Toolchain) -> Option<(Option<&Path>, &Path)> {
    match &toolchain.home {
        Home::Program(program) | Home::Wrapper { program, .. } => Some((None, program)),
        Home::Root { root, program } => Some((Some(root), program)),
        _ => None,
    }
}

/// The folders that a compiler of this machine reads beside the system's: one that is not
/// the system's own stands in `bin` of the folder that holds its libraries too; Debian's
/// GHC keeps the list of them in `/var`.
pub(crate) fn installation(toolchain: &Toolchain) -> Vec<PathBuf> {
    let folders: Vec<&Path> = match &toolchain.home {
        Home::Program(program) => program.ancestors().nth(2).into_iter().collect(),
        Home::Wrapper { program, installation } => {
            let own = program.parent().map(|folder| match folder.ends_with("bin") {
                true => folder.parent().unwrap_or(folder),
                false => folder,
            });
            own.into_iter().chain([installation.as_path()]).collect()
        }
        _ => return Vec::new(),
    };
    let own = folders.into_iter().filter(|folder| !folder.starts_with("/usr"));
    let debian = Some(Path::new("/var/lib/ghc")).filter(|folder| folder.is_dir());
    own.chain(debian).map(Path::to_owned).collect()
}

/// The one target of a toolchain that is a single program; none if it is not.
pub(crate) fn describe_one(
    toolchain: &Toolchain,
    language: Language,
    dialect: Dialect,
    batch: usize,
) -> Vec<TargetInfo> {
    let info = program(toolchain).map(|_| TargetInfo {
        name: crate::name(toolchain),
        language,
        dialect,
        does: Does::Checks,
        batch,
        used: Used::ByDefault,
    });
    info.into_iter().collect()
}

/// One run over a batch.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    /// The script of the shell, with the compiler as `$0` and the files as
    /// arguments, in a folder that it may write to.
    pub(crate) script: String,
    /// The standard input of the script.
    pub(crate) stdin: String,
    /// The name of each program's file.
    pub(crate) file: &'a str,
    /// The processor time of the whole run.
    pub(crate) cpu: Duration,
}

/// A compiler's answer about one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Accepted,
    Rejected(Vec<Diagnostic>),
    Crashed(Crash),
    TimedOut,
    /// The answer could not be parsed.
    Unclear(String),
}

impl Checker {
    /// `None` if the toolchain is not a single program.
    pub(crate) fn of(toolchain: &Toolchain, settings: &Settings) -> Option<Checker> {
        let (root, program) = program(toolchain)?;
        Some(Checker {
            program: program.to_owned(),
            root: root.map(Path::to_owned),
            read_only: installation(toolchain),
            env: Vec::new(),
            memory: 3 << 30,
            processes: 64,
            options: settings.options.clone(),
        })
    }

    /// A script that runs the compiler on one file after the other, and prints how
    /// each run ended. No run may take longer than `cpu`.
    pub(crate) fn one_by_one(&self, options: &str, cpu: Duration) -> String {
        format!(
            "ulimit -S -t {}\n\
             printf '\\036'\n\
             for file; do\n\
             \"$0\" {options} {} \"$file\" < /dev/null; printf '\\n%d\\036' $?\n\
             done\n",
            cpu.as_secs(),
            self.user_options()
        )
    }

    /// The user's options, as words of a shell.
    pub(crate) fn user_options(&self) -> String {
        shell_words(&self.options)
    }

    /// Runs a job; `read` parses the output about one program.
    pub(crate) fn run(
        &self,
        job: Job<'_>,
        programs: &[&str],
        read: impl Fn(&str) -> Answer,
    ) -> Report {
        match self.finish(job, programs) {
            Ok(finished) => {
                report(&finished.stdout, finished.status, finished.cpu, programs.len(), read)
            }
            Err(why) => Report::silent(programs.len(), End::Failed(why), Duration::ZERO),
        }
    }

    /// Runs a job to its end; or says why it could not be started.
    pub(crate) fn finish(&self, job: Job<'_>, programs: &[&str]) -> Result<Finished, String> {
        let folder = write(job.file, programs).map_err(|error| error.to_string())?;
        let files: Vec<String> = (0..programs.len()).map(|i| format!("{i}/{}", job.file)).collect();
        self.finish_in(folder.path(), job, &files)
    }

    /// Runs a job over files in a folder to its end; or says why it could not be
    /// started.
    pub(crate) fn finish_in(
        &self,
        folder: &Path,
        job: Job<'_>,
        files: &[String],
    ) -> Result<Finished, String> {
        let command = self.command(job, folder, files);
        sandbox::run(&command).map_err(|error| error.to_string())
    }

    fn command(&self, job: Job<'_>, folder: &Path, files: &[String]) -> Command {
        let script = format!("exec 2>&1\ncp -r . /tmp/w && cd /tmp/w || exit\n{}", job.script);
        let mut args = vec!["-c".into(), script.into(), self.program.clone().into_os_string()];
        args.extend(files.iter().map(Into::into));
        // The wall-clock time is for the case that nothing moves at all: a busy
        // machine must not look like a hang.
        let limits = Limits {
            cpu: job.cpu,
            wall: 30 * job.cpu,
            memory: self.memory,
            processes: self.processes,
            ..Limits::default()
        };
        Command {
            args,
            root: self.root.clone(),
            read_only: self.read_only.clone(),
            env: self.env.clone(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            stdin: job.stdin.into_bytes(),
            ..Command::new("/bin/sh", limits)
        }
    }
}

/// Arguments as words of a shell.
fn shell_words(arguments: &[String]) -> String {
    shlex::try_join(arguments.iter().map(String::as_str)).expect("arguments hold no zero bytes")
}

/// The output of a run of [`Checker::one_by_one`], and the compiler's exit status.
pub(crate) fn said_and_status(answer: &str) -> (&str, Option<i32>) {
    match answer.rsplit_once('\n') {
        Some((said, status)) => (said, status.parse().ok()),
        None => (answer, answer.parse().ok()),
    }
}

/// The meaning of an exit status that the compiler did not choose itself.
pub(crate) fn killed(status: Option<i32>, said: &str) -> Option<Answer> {
    match Ended::of_shell_status(status?).exit_status(said, Duration::ZERO, None) {
        Err(End::Crashed(crash, _)) => Some(Answer::Crashed(crash)),
        Err(End::TimedOut(..)) => Some(Answer::TimedOut),
        Err(End::Failed(why)) => Some(Answer::Unclear(why)),
        Err(End::Finished | End::FinishedAll) | Ok(_) => None,
    }
}

/// A message on one line.
pub(crate) fn one_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Names that a compiler made unique by a number.
pub(crate) static NUMBERED: Patterns = Patterns::new(&[(r"\b\w*\d\w*\b", "#")]);

fn write(file: &str, programs: &[&str]) -> io::Result<WorkFolder> {
    let folder = WorkFolder::new()?;
    for (i, program) in programs.iter().enumerate() {
        let own = folder.path().join(i.to_string());
        fs::create_dir(&own)?;
        fs::write(own.join(file), program)?;
    }
    Ok(folder)
}

/// Puts the answers together.
pub(crate) fn report(
    stdout: &[u8],
    status: Status,
    cpu: Duration,
    programs: usize,
    read: impl Fn(&str) -> Answer,
) -> Report {
    let text = String::from_utf8_lossy(stdout);
    let mut answers: Vec<&str> = text.split(MARK).collect();
    let unfinished = answers.pop().unwrap_or_default();
    let answers = answers.get(1..).unwrap_or_default();

    let mut said = vec![Said::Nothing; programs];
    let mut end = None;
    for (i, answer) in answers.iter().take(programs).enumerate() {
        said[i] = match read(answer) {
            Answer::Accepted => Said::Nothing,
            Answer::Rejected(diagnostics) => Said::Rejected(diagnostics),
            Answer::Crashed(crash) => Said::Crashed(crash),
            Answer::Unclear(why) => Said::Unknown(why),
            // The time that this one program took is not known.
            Answer::TimedOut => {
                end = end.or(Some(End::TimedOut(cpu, Some(i))));
                continue;
            }
        };
    }
    if answers.len() < programs {
        let at = Some(answers.len());
        let ended = Ended::of(status);
        let ended = match (&ended, read(unfinished)) {
            // The compiler's own words about a bug say more than the signal.
            (Ended::Signalled(_), Answer::Crashed(crash)) => End::Crashed(crash, at),
            _ => ended.exit_status(unfinished, cpu, at).map_or_else(
                |end| end,
                |status| {
                    let said = unfinished.lines().take(10).collect::<Vec<_>>().join("\n");
                    End::Failed(format!("the compiler ended with status {status} and said: {said}"))
                },
            ),
        };
        end = end.or(Some(ended));
    }
    Report { said, end: end.unwrap_or(End::FinishedAll), cpu }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Limit;

    fn read(answer: &str) -> Answer {
        let (said, status) = said_and_status(answer);
        match killed(status, said) {
            Some(answer) => answer,
            None if status == Some(0) => Answer::Accepted,
            None if said.contains("bug") => {
                Answer::Crashed(Crash { signature: "bug".to_owned(), text: String::new() })
            }
            None => Answer::Rejected(vec![Diagnostic::default()]),
        }
    }

    /// The programs rejected, and the end, in words.
    #[track_caller]
    fn check(stdout: &str, status: Status, expected: &str) {
        let Report { said, end, .. } =
            report(stdout.as_bytes(), status, Duration::from_secs(1), 3, read);
        let which = |is: fn(&Said) -> bool| (0..3).filter(|i| is(&said[*i])).collect::<Vec<_>>();
        let rejected = which(|said| matches!(said, Said::Rejected(_)));
        let end = match end {
            End::Crashed(crash, at) => format!("crash {} {at:?}", crash.signature),
            End::TimedOut(_, at) => format!("time {at:?}"),
            End::Failed(why) => format!("failed: {why}"),
            End::Finished | End::FinishedAll => "end".to_owned(),
        };
        let mut found = format!("{rejected:?} {end}");
        for (word, these) in [
            ("crashed", which(|said| matches!(said, Said::Crashed(_)))),
            ("unknown", which(|said| matches!(said, Said::Unknown(_)))),
        ] {
            if !these.is_empty() {
                found.push_str(&format!(", {word} {these:?}"));
            }
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn every_answer_is_given_to_its_program() {
        let exited = Status::Exited(0);
        check("\x1e\n0\x1eno\n1\x1e\n0\x1e", exited, "[1] end");
        check("hello\x1e\n0\x1eno\n1\x1eno\n1\x1ebye", exited, "[1, 2] end");
        check("\x1e\n139\x1eno\n1\x1e\n152\x1e", exited, "[1] time Some(2), crashed [0]");
        check("\x1e\n0\x1e\n152\x1e\n0\x1e", exited, "[] time Some(1)");
        check("\x1e\n0\x1e\n137\x1eno\n1\x1e", exited, "[2] end, unknown [1]");
    }

    #[test]
    fn the_program_that_was_being_compiled_at_the_end_is_named() {
        let stopped = Status::Stopped;
        check("\x1e\n0\x1e", stopped(Limit::Cpu), "[] time Some(1)");
        check("\x1eno\n1\x1e", stopped(Limit::Memory), "[0] crash out of memory Some(1)");
        check("\x1e\n0\x1e\n0\x1ewords", Status::Signalled(11), "[] crash signal 11 Some(2)");
        check("\x1e\n0\x1ebug\n1", Status::Signalled(6), "[] crash bug Some(1)");
        check(
            "no such option",
            Status::Exited(1),
            "[] failed: the compiler ended with status 1 and said: no such option",
        );
    }

    #[test]
    fn a_busy_or_starved_machine_makes_no_finding() {
        let failed = "[] failed: the compiler did not finish: ";
        for (status, why) in [
            (Status::Stopped(Limit::Wall), "it met the limit of wall-clock time"),
            (Status::Signalled(9), "something outside of the sandbox killed it"),
        ] {
            check("\x1e\n0\x1e", status, &format!("{failed}{why}"));
        }
    }
}
