//! Channel libraries of Rust: crossbeam-channel, flume, chan.
//!
//! A batch is one crate with one module for each program, each in a file of its
//! own, compiled by `rustc` directly.
//!
//! Channels are generic, so their code is compiled with the program. The default
//! configuration does that as `cargo run` does; `release` optimises it, as
//! `cargo run --release` does. On two processors a batch of 100 programs takes
//! 3 to 5 s of processor time in the former and 20 to 40 s in the latter. The
//! library's own code that is not generic is always optimised.
//!
//! To confirm a program, 4800 processes take 5 to 7 s if none of them hangs. The
//! rarest known hang, that of flume's selector, shows in one of 60.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Crash, Dialect, Language, Ran, crash_gist};
use toolchains::{Home, Toolchain};

use super::describe_runtime;
use super::native::{self, EXECUTABLE, Native, ReportedFailure};
use super::runner::{
    Build, Compiled, Effort, Efforts, Runner, Runtime, compile, compiler_limits, rejections,
    write_files,
};
use crate::ended::Ended;
use crate::registry::Driver;
use crate::rustc::crash_of;
use crate::rustc_message::Message;
use crate::sandbox::{Command, Work};
use crate::{Canary, End, Recipe, Report, TargetInfo};

/// A library as the drivers know it.
struct Library {
    name: &'static str,
    dialect: Dialect,
    canaries: [Canary; 3],
}

/// Runs one of the programs; see [`EXECUTABLE`].
const DISPATCHER: &str = r#"
fn main() {
    let mut arguments = std::env::args().skip(1);
    let job: usize = arguments.next().unwrap().parse().unwrap();
    let repetitions: u32 = arguments.next().unwrap().parse().unwrap();
    for _ in 0..repetitions {
        PROGRAMS[job % PROGRAMS.len()]();
        let mut output = std::io::stdout();
        std::io::Write::write_all(&mut output, b"\x1e").unwrap();
        std::io::Write::flush(&mut output).unwrap();
    }
}
"#;

/// Makes a program's main function callable from outside of its module.
const ENTRY_POINT: &str = "\npub(crate) fn wellsmith_entry_point() { main() }\n";

/// Optimised, as `cargo run --release` does it.
const RELEASE: &str = "release";

const LIBRARIES: &[Library] = &[
    Library {
        name: "crossbeam-channel",
        dialect: Dialect::CrossbeamChannel,
        canaries: [
            Canary::accepted(include_str!("canaries/crossbeam-channel-accepted.rs")),
            Canary::rejected(include_str!("canaries/crossbeam-channel-rejected.rs")),
            Canary::hangs(include_str!("canaries/crossbeam-channel-hangs.rs")),
        ],
    },
    Library {
        name: "flume",
        dialect: Dialect::Flume,
        canaries: [
            Canary::accepted(include_str!("canaries/flume-accepted.rs")),
            Canary::rejected(include_str!("canaries/flume-rejected.rs")),
            Canary::hangs(include_str!("canaries/flume-hangs.rs")),
        ],
    },
    Library {
        name: "chan",
        dialect: Dialect::Chan,
        canaries: [
            Canary::accepted(include_str!("canaries/chan-accepted.rs")),
            Canary::rejected(include_str!("canaries/chan-rejected.rs")),
            Canary::hangs(include_str!("canaries/chan-hangs.rs")),
        ],
    },
];

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["crossbeam-channel", "flume", "chan"],
    describe: |toolchain| match (library(toolchain), &toolchain.home) {
        (Some(library), Home::Crate { .. }) => {
            let plain = describe_runtime(toolchain, Language::Rust, library.dialect);
            let name = plain.name.with(RELEASE);
            vec![plain.clone(), TargetInfo { name, ..plain }]
        }
        _ => Vec::new(),
    },
    open: |toolchain, info, settings| {
        let (Some(library), Home::Crate { rustc, library: file, dependencies }) =
            (library(toolchain), &toolchain.home)
        else {
            unreachable!("described, so it is a library");
        };
        let rust = RustChannels {
            optimised: info.name.configuration == RELEASE,
            info,
            library,
            rustc: rustc.clone(),
            file: file.clone(),
            dependencies: dependencies.clone(),
            user_options: settings.options.clone(),
        };
        let own = Efforts { batch: Effort::batch(50), confirm: Effort::confirm(200) };
        Ok(Box::new(Runner::new(rust, own, settings)))
    },
    recipe: |target, program| {
        let (option, folder) = match &target.configuration[..] {
            RELEASE => (" --release", "release"),
            _ => ("", "debug"),
        };
        let manifest = format!(
            "[package]\nname = \"repro\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [dependencies]\n{} = \"={}\"\n",
            target.compiler, target.version
        );
        Recipe {
            tool: ("CARGO", "cargo".to_owned()),
            version: "--version",
            get: "cargo gets this version of the library by itself".to_owned(),
            file: "repro.rs".to_owned(),
            beside: vec![
                ("Cargo.toml".to_owned(), manifest),
                ("src/main.rs".to_owned(), program.to_owned()),
            ],
            compile: format!("$CARGO build -q{option}"),
            run: Some(format!("target/{folder}/repro")),
            crash: "internal compiler error",
        }
    },
};

fn library(toolchain: &Toolchain) -> Option<&'static Library> {
    LIBRARIES.iter().find(|library| library.name == toolchain.id.name)
}

struct RustChannels {
    info: TargetInfo,
    optimised: bool,
    library: &'static Library,
    rustc: PathBuf,
    file: PathBuf,
    dependencies: PathBuf,
    user_options: Vec<String>,
}

impl RustChannels {
    fn compile(
        &self,
        main: &str,
        options: &[&str],
        programs: usize,
        folder: &Path,
    ) -> Result<Duration, Report> {
        let mut extern_file = OsString::from(format!("{}=", self.library.name.replace('-', "_")));
        extern_file.push(&self.file);
        let mut dependencies = OsString::from("dependency=");
        dependencies.push(&self.dependencies);
        let mut args: Vec<OsString> =
            ["--edition=2021", "--error-format=json", "--cap-lints=allow"]
                .iter()
                .chain(options)
                .chain(self.optimised.then_some(&"-Copt-level=3"))
                .map(Into::into)
                .collect();
        args.extend(self.user_options.iter().map(Into::into));
        args.extend(["--extern".into(), extern_file, "-L".into(), dependencies]);
        args.extend(["-o".into(), Path::new("/tmp").join(EXECUTABLE).into(), main.into()]);
        let folders =
            [self.rustc.ancestors().nth(2), self.file.parent(), Some(&*self.dependencies)];
        let command = Command {
            args,
            read_only: folders.into_iter().flatten().map(Path::to_owned).collect(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new(&self.rustc, compiler_limits())
        };
        match compile(&command, Some((EXECUTABLE, folder))) {
            Compiled::Ended { status: 0, cpu, .. } => Ok(cpu),
            Compiled::Ended { status, stderr, cpu, .. } => {
                Err(complaints(status, &stderr, programs, cpu))
            }
            Compiled::Not(end, cpu) => Err(Report::silent(programs, end, cpu)),
        }
    }
}

impl Runtime for RustChannels {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        self.library.canaries.to_vec()
    }

    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report> {
        let programs = build.programs();
        match build {
            Build::Batch(sources) => {
                write_files(&batch(sources), programs, folder)?;
                // A panic on any thread is seen then, whatever the program does
                // with the thread's handle.
                self.compile(MAIN, &["-Cpanic=abort"], programs, folder)
            }
            Build::Alone(program) => {
                write_files(&[(file_name(0), program.to_owned())], programs, folder)?;
                self.compile(&file_name(0), &[], programs, folder)
            }
        }
    }

    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Result<Vec<Ran>, String> {
        native::run(self, build, folder, effort)
    }
}

impl Native for RustChannels {
    fn root(&self) -> Option<&Path> {
        None
    }

    fn reported_failure(&self, stderr: &str) -> Option<ReportedFailure> {
        let signature = panic_signature(stderr)?;
        Some(ReportedFailure::Crash(Crash { signature, text: stderr.to_owned() }))
    }

    fn dumps(&self) -> bool {
        false
    }
}

/// The file with the dispatcher of a batch.
const MAIN: &str = "main.rs";

fn file_name(program: usize) -> String {
    format!("p{program}.rs")
}

/// The files of a batch.
fn batch(programs: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let (mut modules, mut entries) = (String::new(), String::new());
    for (number, program) in programs.iter().enumerate() {
        files.push((file_name(number), format!("{program}{ENTRY_POINT}")));
        let _ = writeln!(modules, "mod p{number};");
        let _ = write!(entries, "p{number}::wellsmith_entry_point, ");
    }
    let main = format!("{modules}const PROGRAMS: &[fn()] = &[{entries}];\n{DISPATCHER}");
    files.push((MAIN.to_owned(), main));
    files
}

/// The file that panicked, below its crate's folder, and the message.
fn panic_signature(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines();
    let (_, place) = lines.find_map(|line| line.split_once(" panicked at "))?;
    let path = place.split(':').next().unwrap_or(place);
    let file = match path.rsplit_once("/src/") {
        Some((before, file)) => {
            let folder = before.rsplit('/').next().unwrap_or(before);
            // Without the version, a bug is the same in two of them.
            let name = match folder.rsplit_once('-') {
                Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => name,
                _ => folder,
            };
            format!("{name}/{file}")
        }
        None => "the program".to_owned(),
    };
    Some(format!("panicked in {file}: {}", crash_gist(lines.next().unwrap_or_default())))
}

/// The report that the compiler's output makes.
fn complaints(status: i32, stderr: &str, programs: usize, cpu: Duration) -> Report {
    if stderr.contains("panicked at") {
        let crash = crash_of(&Ended::Exited(status), stderr, None);
        return Report::silent(programs, End::Crashed(crash, None), cpu);
    }
    let errors: Vec<_> = stderr
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .filter(|message| message.level == "error")
        .filter_map(|message| {
            let (program, line) = message.place(&program_of)?;
            Some((program, message.diagnostic(line)))
        })
        .filter(|(program, _)| *program < programs)
        .collect();
    if errors.is_empty() {
        return Report::silent(programs, End::Failed(stderr.to_owned()), cpu);
    }
    rejections(programs, errors, cpu)
}

/// The program in a file.
fn program_of(file: &str) -> Option<usize> {
    file.strip_prefix('p')?.strip_suffix(".rs")?.parse().ok()
}
