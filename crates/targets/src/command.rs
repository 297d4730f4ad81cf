//! Any command as a target: a compiler that the user describes, in a file
//! (`wellsmith.toml`) or by the command alone.
//!
//! A [`CommandTarget`] is the description. A command with `{file}` is started
//! once for each program; the programs of a batch share a sandbox, in the manner
//! of the other type checkers, so that one costs little more than the compiler
//! itself. A command with `{files}` gets all programs of a batch as arguments,
//! and its diagnostics must name the file they are about.
//!
//! The command runs in a scratch folder that it may write to. The entries of the
//! description's folder appear there as symbolic links, so that relative paths
//! mean what they mean to the user, and the program's own folder is visible.
//!
//! How exit statuses and output become verdicts is in `command/reading.rs`, the
//! file format in `command/config.rs`.

mod config;
mod reading;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Does, TargetName};

use crate::checker::{Checker, Job, MARK, report};
use crate::registry::{OpenError, Settings};
use crate::sandbox::Finished;
use crate::{Alone, Canary, End, Recipe, Report, Said, Target, TargetInfo, Used, work};

pub use config::{CommandError, CommandTarget};
use config::{CommandLine, Word};
use reading::Reading;

/// How many programs are put in one batch. Starting a sandbox takes some 10 ms,
/// which are shared by so many; and a slow compiler still shows progress.
const BATCH: usize = 100;

/// How many times larger the limits of processor time and memory are when a
/// program is confirmed alone.
const CONFIRM_CPU: u32 = 6;
const CONFIRM_MEMORY: u64 = 2;

impl CommandTarget {
    /// The targets: one for each configuration, the default one first. Costs
    /// nothing.
    pub fn describe(&self) -> Vec<TargetInfo> {
        let default = TargetName::new(&self.name[..], &self.version[..]);
        let others = self.configurations.keys().map(|name| default.with(name));
        let names = std::iter::once(default.clone()).chain(others);
        let info = |name| TargetInfo {
            name,
            language: self.language,
            dialect: self.dialect,
            does: Does::Checks,
            batch: BATCH,
            used: Used::ByDefault,
        };
        names.map(info).collect()
    }

    /// How a program is given to one of these targets by hand.
    pub fn recipe(&self, target: &TargetName) -> Option<Recipe> {
        self.describe().into_iter().find(|info| info.name == *target)?;
        let command = match &target.configuration[..] {
            "" => &self.command,
            name => &self.configurations[name],
        };
        let extension = self.extension.as_deref().unwrap_or(self.language.extension());
        let file = format!("repro.{extension}");
        let program = self.program(&command.program);
        let program = program.unwrap_or_else(|_| PathBuf::from(&command.program));
        let line = command.to_shell(Path::new("COMPILER"), &file);
        Some(Recipe {
            tool: ("COMPILER", shell(&program.to_string_lossy())),
            version: "",
            get: "this is a compiler of the reporter's own".to_owned(),
            compile: line.replacen("COMPILER", "$COMPILER", 1),
            file,
            beside: Vec::new(),
            run: None,
            crash: "internal error|panic|Segmentation fault|Traceback",
        })
    }

    /// Makes one of these targets ready.
    pub fn open(
        &self,
        target: &TargetName,
        settings: &Settings,
    ) -> Result<Box<dyn Target>, OpenError> {
        work::sweep_once(&std::env::temp_dir());
        work::sweep_once(&settings.cache);
        let info = self.describe().into_iter().find(|info| info.name == *target);
        let Some(info) = info else {
            let configuration = target.configuration.clone();
            return Err(OpenError::NoSuchTarget(
                format!("{}@{}", self.name, self.version),
                configuration,
            ));
        };
        if !settings.options.is_empty() {
            let why = "write them into its command";
            return Err(OpenError::NoOptions { target: info.name, why });
        }
        let command = match &target.configuration[..] {
            "" => &self.command,
            name => &self.configurations[name],
        };
        let checker = self
            .checker(command)
            .map_err(|why| OpenError::Command { target: info.name.clone(), why })?;
        let extension = self.extension.as_deref().unwrap_or(self.language.extension());
        let file = format!("program.{extension}");
        Ok(Box::new(Compiler {
            info,
            reading: Reading::new(self, &file),
            file,
            checker,
            command: command.clone(),
            folder: self.folder.clone(),
            cpu: self.limits.cpu,
            canaries: self.canaries.clone(),
        }))
    }

    /// The program of a command, and what it sees and may use; or why it cannot
    /// be used.
    fn checker(&self, command: &CommandLine) -> Result<Checker, String> {
        let program = self.program(&command.program)?;
        let real = fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
        let mut read_only = vec![self.folder.clone()];
        for path in [&program, &real] {
            let folder = path.parent().unwrap_or(path);
            // What stands in `bin` has its libraries beside that.
            let is_bin = folder.file_name().is_some_and(|name| name == "bin");
            read_only.push(if is_bin { folder.parent().unwrap_or(folder) } else { folder }.into());
        }
        for path in &self.read_only {
            let path = self.folder.join(path);
            if !path.exists() {
                return Err(format!("`read-only` names {}, which does not exist", path.display()));
            }
            read_only.push(path);
        }
        read_only.retain(|path| !is_system(path));
        read_only.sort();
        read_only.dedup();
        if let Some(path) = read_only.iter().find(|path| Path::new("/tmp/w").starts_with(path)) {
            return Err(format!(
                "it would have to see {}, but the sandbox has a /tmp of its own; put the compiler \
                 and its files into another folder",
                path.display()
            ));
        }
        let env = self.env.iter().map(|(name, value)| (OsString::from(name), value.into()));
        Ok(Checker {
            program,
            root: None,
            read_only,
            env: env.collect(),
            memory: self.limits.memory,
            processes: 512,
            options: Vec::new(),
        })
    }

    /// The path of a program that the user wrote as in a shell.
    fn program(&self, program: &str) -> Result<PathBuf, String> {
        if !program.contains('/') {
            return which::which(program).map_err(|_| {
                format!(
                    "there is no program {program:?} on PATH; for one in {} write \"./{program}\"",
                    self.folder.display()
                )
            });
        }
        let path = self.folder.join(program);
        // `./mycc` need not show in messages as `/folder/./mycc`.
        let path: PathBuf = path.components().collect();
        match fs::metadata(&path) {
            Err(error) => Err(format!("{}: {error}", path.display())),
            Ok(meta) if !meta.is_file() => Err(format!("{} is not a file", path.display())),
            Ok(meta) if meta.permissions().mode() & 0o111 == 0 => {
                Err(format!("{0} is not executable; `chmod +x {0}` makes it so", path.display()))
            }
            Ok(_) => Ok(path),
        }
    }
}

/// Whether the sandbox shows this anyway.
fn is_system(path: &Path) -> bool {
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"].iter().any(|dir| path.starts_with(dir))
}

/// A command that is ready to be used.
struct Compiler {
    info: TargetInfo,
    checker: Checker,
    command: CommandLine,
    /// What relative paths are relative to.
    folder: PathBuf,
    /// The name of each program's file.
    file: String,
    reading: Reading,
    /// The processor time for one program.
    cpu: Duration,
    canaries: Vec<Canary>,
}

impl Target for Compiler {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        self.canaries.clone()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        match self.command.takes_many() {
            true => self.together(self.cpu + self.cpu / 20 * programs.len() as u32, programs),
            false => self.one_by_one(&self.checker, self.cpu, programs),
        }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let memory = self.checker.memory.saturating_mul(CONFIRM_MEMORY);
        let checker = Checker { memory, ..self.checker.clone() };
        self.one_by_one(&checker, CONFIRM_CPU * self.cpu, &[program]).alone()
    }
}

impl Compiler {
    /// Gives each program to a process of its own, within `cpu` each.
    fn one_by_one(&self, checker: &Checker, cpu: Duration, programs: &[&str]) -> Report {
        let script = self.script("\"$file\"", "for file; do", "done", cpu);
        let job = self.job(script, 2 * cpu * (programs.len() as u32 + 1));
        checker.run(job, programs, |text| self.reading.answer(text))
    }

    /// Gives all programs to one process.
    fn together(&self, cpu: Duration, programs: &[&str]) -> Report {
        let script = self.script("\"$@\"", "", "", cpu);
        let finished = match self.checker.finish(self.job(script, 3 * cpu), programs) {
            Ok(finished) => finished,
            Err(why) => {
                return Report::silent(programs.len(), End::Failed(why), Duration::ZERO);
            }
        };
        let Finished { stdout, status, cpu, .. } = &finished;
        let whole = report(stdout, *status, *cpu, 1, |text| self.reading.answer(text));
        if programs.len() == 1 {
            return whole;
        }
        let mut said = vec![Said::Nothing; programs.len()];
        let end = match (whole.end, &whole.said[0]) {
            (End::Crashed(crash, _), _) => End::Crashed(crash, None),
            (End::TimedOut(time, _), _) => End::TimedOut(time, None),
            (_, Said::Crashed(crash)) => End::Crashed(crash.clone(), None),
            (_, Said::Unknown(why)) => End::Failed(why.clone()),
            (End::Finished | End::FinishedAll, Said::Rejected(_)) => {
                let text = String::from_utf8_lossy(&finished.stdout);
                let answer = text.split(MARK).nth(1).unwrap_or_default();
                for (position, diagnostic) in self.reading.located(answer) {
                    match said.get_mut(position) {
                        Some(Said::Rejected(known)) => known.push(diagnostic),
                        Some(said) => *said = Said::Rejected(vec![diagnostic]),
                        None => {}
                    }
                }
                if said.iter().any(|said| matches!(said, Said::Rejected(_))) {
                    End::Finished
                } else {
                    End::Failed("no diagnostic names the file of a program".to_owned())
                }
            }
            (End::FinishedAll, _) => End::Finished,
            (end, _) => end,
        };
        Report { said, end, cpu: whole.cpu }
    }

    fn job(&self, script: String, cpu: Duration) -> Job<'_> {
        Job { script, stdin: String::new(), file: &self.file, cpu }
    }

    /// A shell script that runs the command, once or for each `file`, and prints
    /// how each run ended. No run may use more processor time than `cpu`; one
    /// that does not respect the signal is killed at twice that. A second script
    /// watches for one that waits for ever: to put `timeout` before each run would
    /// cost more than a small compiler does.
    fn script(&self, files: &str, before: &str, after: &str, cpu: Duration) -> String {
        let command = self.command.to_shell(&self.checker.program, files);
        let folder = shell(&self.folder.to_string_lossy());
        let (soft, hard, patience) = (cpu.as_secs(), 2 * cpu.as_secs(), self.cpu.as_secs());
        format!(
            "ulimit -S -t {soft}\n\
             ulimit -H -t {hard}\n\
             ln -s {folder}/* . 2> /dev/null\n\
             sh -c '{WATCH}' {patience} $$ > /dev/null 2>&1 &\n\
             printf '\\036'\n\
             {before}\n\
             echo \"$file\" > /tmp/at\n\
             {command} < /dev/null; printf '\\n%d\\036' $?\n\
             {after}\n"
        )
    }
}

/// Every `$0` seconds, looks at the processes of the sandbox beside its first,
/// the script `$1` and itself. Kills them if they work for the same program as
/// before and have used less than a hundredth of the time, which is far less
/// than a busy machine gives to those that want to run.
const WATCH: &str = "\
script=$1
while sleep $0; do
read -r now < /tmp/at
pids= used=0
for process in /proc/[0-9]*; do
pid=${process#/proc/}
case $pid in 1|$script|$$) continue;; esac
read -r stat < $process/stat || continue
set -- ${stat##*) }
pids=\"$pids $pid\" used=$((used + ${12} + ${13} + ${14} + ${15}))
done
used_since=$((used - before))
[ \"$now\" = \"$last\" ] && [ $used_since -ge 0 ] && [ $used_since -lt $0 ] && kill -s KILL $pids
last=$now before=$used
done";

impl CommandLine {
    /// The command for a shell, with the program at this path, and with this
    /// for the files.
    fn to_shell(&self, program: &Path, files: &str) -> String {
        let mut text = shell(&program.to_string_lossy());
        for argument in &self.arguments {
            text.push(' ');
            for word in argument {
                match word {
                    Word::Text(word) => text.push_str(&shell(word)),
                    Word::File | Word::Files => text.push_str(files),
                }
            }
        }
        text
    }
}

/// A text as one word of a shell.
fn shell(text: &str) -> String {
    shlex::try_quote(text).expect("descriptions hold no zero bytes").into_owned()
}
