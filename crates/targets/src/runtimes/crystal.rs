//! Crystal, with one thread and with several.
//!
//! A batch is one program that requires a file for each of its programs, each
//! wrapped in a module. The compiler stops at its first error. It keeps what it
//! compiled of the standard library in a cache, in a folder that lives as long
//! as the target; that makes a batch twice as fast.
//!
//! The runtime does not notice that all fibers are blocked.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language, Ran, crash_gist};
use serde::Deserialize;

use super::describe_runtime;
use super::native::{self, EXECUTABLE, Native, ReportedFailure};
use super::runner::{
    Build, Compiled, Effort, Efforts, Runner, Runtime, compile, compiler_limits, rejections,
    write_files,
};
use crate::checker::program;
use crate::registry::Driver;
use crate::sandbox::{Command, Work};
use crate::{Canary, End, Recipe, Report, TargetInfo};

/// With fibers on several threads.
const MULTI_THREADED: &str = "mt";

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["crystal"],
    describe: |toolchain| {
        if program(toolchain).is_none() {
            return Vec::new();
        }
        let plain = describe_runtime(toolchain, Language::Crystal, Dialect::Standard);
        let name = plain.name.with(MULTI_THREADED);
        vec![plain.clone(), TargetInfo { name, ..plain }]
    },
    open: |toolchain, info, settings| {
        let (root, program) = program(toolchain).expect("described, so it is a program");
        let multi_threaded = info.name.configuration == MULTI_THREADED;
        let crystal = Crystal {
            info,
            root: root.map(Path::to_owned),
            program: program.to_owned(),
            options: if multi_threaded { &["-Dpreview_mt"] } else { &[] },
            user_options: settings.options.clone(),
        };
        let own = Efforts { batch: Effort::batch(50), confirm: Effort::confirm(200) };
        Ok(Box::new(Runner::new(crystal, own, settings)))
    },
    recipe: |target, _| {
        let option = if target.configuration == MULTI_THREADED { " -Dpreview_mt" } else { "" };
        Recipe {
            tool: ("CRYSTAL", "crystal".to_owned()),
            version: "--version",
            get: format!("this is Crystal {}", target.version),
            file: "repro.cr".to_owned(),
            beside: Vec::new(),
            compile: format!("$CRYSTAL build --no-debug{option} -o repro repro.cr"),
            run: Some("./repro".to_owned()),
            crash: "a bug in the Crystal compiler|Invalid memory access|Module validation failed",
        }
    },
};

struct Crystal {
    info: TargetInfo,
    root: Option<PathBuf>,
    program: PathBuf,
    options: &'static [&'static str],
    user_options: Vec<String>,
}

impl Crystal {
    /// Compiles the files; the last is the main one.
    fn compile(
        &self,
        files: &[(String, String)],
        programs: usize,
        folder: &Path,
    ) -> Result<Duration, Report> {
        write_files(files, programs, folder)?;
        let options = ["build", "--no-color", "--format=json", "--no-debug"].iter();
        let mut args: Vec<OsString> = options.chain(self.options).map(Into::into).collect();
        args.extend(self.user_options.iter().map(Into::into));
        args.extend(["-o".into(), Path::new("/tmp").join(EXECUTABLE).into()]);
        args.extend(files.last().map(|(name, _)| name.into()));
        let command = Command {
            args,
            env: vec![("CRYSTAL_CACHE_DIR".into(), "/tmp/cache".into())],
            root: self.root.clone(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new(&self.program, compiler_limits())
        };
        match compile(&command, Some((EXECUTABLE, folder))) {
            Compiled::Ended { status: 0, cpu, .. } => Ok(cpu),
            Compiled::Ended { stdout, stderr, cpu, .. } => {
                Err(complaints(&format!("{stdout}{stderr}"), programs, cpu))
            }
            Compiled::Not(end, cpu) => Err(Report::silent(programs, end, cpu)),
        }
    }
}

impl Runtime for Crystal {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(include_str!("canaries/crystal-accepted.cr")),
            Canary::rejected(include_str!("canaries/crystal-rejected.cr")),
            Canary::hangs(include_str!("canaries/crystal-hangs.cr")),
        ]
    }

    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report> {
        let files = match build {
            Build::Batch(programs) => batch(programs),
            Build::Alone(program) => vec![(file_name(0), program.to_owned())],
        };
        self.compile(&files, build.programs(), folder)
    }

    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Result<Vec<Ran>, String> {
        native::run(self, build, folder, effort)
    }
}

impl Native for Crystal {
    fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    fn reported_failure(&self, stderr: &str) -> Option<ReportedFailure> {
        let beginnings = ["Unhandled exception", "Invalid memory access", "Stack overflow"];
        let first = stderr
            .lines()
            .find(|line| beginnings.iter().any(|beginning| line.starts_with(beginning)))?;
        let signature = crash_gist(first);
        Some(ReportedFailure::Crash(Crash { signature, text: stderr.to_owned() }))
    }

    fn dumps(&self) -> bool {
        false
    }
}

fn file_name(program: usize) -> String {
    format!("p{program}.cr")
}

/// The files of a batch, the main one last.
fn batch(programs: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let (mut requires, mut cases) = (String::new(), String::new());
    for (number, program) in programs.iter().enumerate() {
        files.push((file_name(number), wrapped(program, number)));
        let _ = writeln!(requires, "require \"./p{number}\"");
        let _ = writeln!(cases, "  when {number} then P{number}.wellsmith_entry_point");
    }
    let count = programs.len();
    let dispatcher = format!(
        "{requires}\njob = ARGV[0].to_i\nARGV[1].to_i.times do\n  case job % \
         {count}\n{cases}  end\n  STDOUT << '\\u001e'\n  STDOUT.flush\nend\n"
    );
    files.push(("dispatcher.cr".to_owned(), dispatcher));
    files
}

/// The program as a module, line for line, without the call of its main
/// function at its end; instead, the module has a method that calls it.
fn wrapped(program: &str, number: usize) -> String {
    let body = program.trim_end();
    let body = body.strip_suffix("\nmain").unwrap_or(body);
    format!("module P{number}; extend self; {body}\n\ndef wellsmith_entry_point; main; end\nend\n")
}

/// An error as Crystal writes it in JSON: a way from the call to the place.
#[derive(Deserialize)]
struct Step {
    file: String,
    line: Option<u32>,
    /// Missing only in errors of the parser.
    size: Option<u32>,
    message: String,
}

/// The report that the compiler's output makes.
fn complaints(text: &str, programs: usize, cpu: Duration) -> Report {
    let steps: Vec<Step> = text
        .find("[{")
        .and_then(|start| {
            serde_json::Deserializer::from_str(&text[start..]).into_iter().next()?.ok()
        })
        .unwrap_or_default();
    let mut places = steps.iter().filter_map(|step| {
        let name = step.file.rsplit('/').next()?;
        let program: usize = name.strip_prefix('p')?.strip_suffix(".cr")?.parse().ok()?;
        (program < programs).then_some((program, step.line))
    });
    if let (Some((program, line)), Some(last)) = (places.next_back(), steps.last()) {
        let diagnostic = Diagnostic {
            code: None,
            message: last.message.clone(),
            line,
            syntax: last.size.is_none(),
        };
        return rejections(programs, vec![(program, diagnostic)], cpu);
    }
    let bug = text.lines().find(|line| {
        ["BUG", "Unhandled exception", "Module validation failed", "Invalid memory access"]
            .iter()
            .any(|words| line.contains(words))
    });
    let end = match bug {
        Some(line) => {
            End::Crashed(Crash { signature: crash_gist(line), text: text.to_owned() }, None)
        }
        None => End::Failed(text.to_owned()),
    };
    Report::silent(programs, end, cpu)
}
