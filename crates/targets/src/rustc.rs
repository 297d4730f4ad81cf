//! rustc as a target, for type checking only.
//!
//! A batch is one library crate with a module for each program, in a file of
//! its own, so that a place in a file is a place in a program. rustc is stopped
//! after type and borrow checking by asking for metadata only. An error in one
//! program may hide errors in others ([`End::Finished`]).
//!
//! Programs are items without inner attributes. They do not speak of `crate`,
//! which is the batch; alone, for [`Target::confirm`], a program is the crate.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use std::{fs, io};

use case::{Crash, Diagnostic, Dialect, Does, Language, TargetName};
use regex::Regex;
use toolchains::Toolchain;

use crate::checker::{installation, program};
use crate::ended::Ended;
use crate::registry::Driver;
use crate::rustc_message::Message;
use crate::sandbox::{self, Command, Finished, Limits, Work};
use crate::signature::{Patterns, regex};
use crate::work::WorkFolder;
use crate::{Alone, Canary, End, Recipe, Report, Said, Settings, Target, TargetInfo, Used};

/// A configuration beside the default one.
struct Configuration {
    name: &'static str,
    /// Options that are not stable; stable compilers take them when
    /// `RUSTC_BOOTSTRAP` is set.
    unstable: &'static [&'static str],
    /// Verdicts differ between editions, so each has a dialect of its own.
    dialect: Dialect,
    /// The first minor version that has what is named in a usable state.
    since: u32,
}

const CONFIGURATIONS: [Configuration; 4] = [
    // The new trait solver, also where the old one is still the default. Most of what
    // shows in that of 1.85 is one bug, which 1.86 no longer has.
    Configuration {
        name: "next-solver",
        unstable: &["-Znext-solver=globally"],
        dialect: Dialect::Standard,
        since: 86,
    },
    // The new borrow checker.
    Configuration {
        name: "polonius",
        unstable: &["-Zpolonius=next"],
        dialect: Dialect::Standard,
        since: 85,
    },
    Configuration {
        name: "next-solver-polonius",
        unstable: &["-Znext-solver=globally", "-Zpolonius=next"],
        dialect: Dialect::Standard,
        since: 86,
    },
    Configuration { name: "edition-2024", unstable: &[], dialect: Dialect::Rust2024, since: 85 },
];

/// The first minor version with edition 2021.
const EDITION_2021: u32 = 56;

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["rustc"],
    describe,
    open: |toolchain, info, settings| Ok(Box::new(Rustc::new(toolchain, info, settings))),
    recipe,
};

fn describe(toolchain: &Toolchain) -> Vec<TargetInfo> {
    if program(toolchain).is_none() {
        return Vec::new();
    }
    let plain = TargetInfo {
        name: crate::name(toolchain),
        language: Language::Rust,
        dialect: Dialect::Standard,
        does: Does::Checks,
        batch: 100,
        used: Used::ByDefault,
    };
    let minor = minor(&toolchain.id.version);
    let configured = CONFIGURATIONS.iter().filter(|configuration| minor >= configuration.since);
    let configured = configured
        .map(|Configuration { name, dialect, .. }| TargetInfo {
            name: plain.name.with(name),
            dialect: *dialect,
            ..plain.clone()
        })
        .collect::<Vec<_>>();
    std::iter::once(plain).chain(configured).collect()
}

fn minor(version: &str) -> u32 {
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse().ok());
    minor.unwrap_or(u32::MAX)
}

fn edition(dialect: Dialect, version: &str) -> &'static str {
    match (dialect, minor(version)) {
        (Dialect::Rust2024, _) => "2024",
        (_, ..EDITION_2021) => "2018",
        _ => "2021",
    }
}

fn recipe(target: &TargetName, _: &str) -> Recipe {
    let known = CONFIGURATIONS.iter().find(|known| known.name == target.configuration);
    let unstable = known.map_or(&[][..], |known| known.unstable);
    let dialect = known.map_or(Dialect::Standard, |known| known.dialect);
    let bootstrap = if unstable.is_empty() { "" } else { "RUSTC_BOOTSTRAP=1 " };
    let options: String = unstable.iter().map(|option| format!(" {option}")).collect();
    let version = &target.version;
    let edition = edition(dialect, version);
    Recipe {
        tool: ("RUSTC", format!("rustup run {version} rustc")),
        version: "--version",
        get: format!("`rustup toolchain install {version}` gets this version"),
        file: "repro.rs".to_owned(),
        beside: Vec::new(),
        compile: format!(
            "{bootstrap}$RUSTC --crate-type=lib --edition={edition}{options} repro.rs"
        ),
        run: None,
        crash: "internal compiler error|panicked at|overflowed its stack",
    }
}

/// One rustc in one configuration.
#[derive(Clone, Debug)]
struct Rustc {
    info: TargetInfo,
    program: PathBuf,
    root: Option<PathBuf>,
    /// The folders that it reads beside the system's.
    read_only: Vec<PathBuf>,
    edition: &'static str,
    /// The unstable options that make the configuration.
    unstable: &'static [&'static str],
    /// The user's.
    options: Vec<String>,
}

impl Target for Rustc {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(
                "\
trait Shape { type Unit; fn area(&self) -> Self::Unit; }
struct Square<T>(T);
impl<T: Copy + std::ops::Mul> Shape for Square<T> {
    type Unit = T::Output;
    fn area(&self) -> T::Output { self.0 * self.0 }
}
fn longest<'a>(x: &'a str, y: &'a str) -> &'a str { if x.len() > y.len() { x } else { y } }
fn main() { println!(\"{} {}\", Square(2u8).area(), longest(\"a\", \"b\")); }
",
            ),
            // An error of the type checker hides one of the borrow checker in
            // old versions; this one has the latter only.
            Canary::rejected(
                "\
fn main() { let x = String::new(); let y = x; println!(\"{} {}\", x, y); }
",
            ),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let modules: String = (0..programs.len()).map(|i| format!("mod p{i};\n")).collect();
        let mut files = vec![("lib.rs".to_owned(), &modules[..])];
        files.extend(programs.iter().enumerate().map(|(i, source)| (format!("p{i}.rs"), *source)));
        // A hundred programs take less than a second, and a limit that is met is
        // met again for each half that has the culprit.
        let cpu = Duration::from_secs(5) + Duration::from_millis(50) * programs.len() as u32;
        let limits = limits(cpu);
        let program_of = |file: &str| file.strip_prefix('p')?.strip_suffix(".rs")?.parse().ok();
        self.compile(&files, "metadata", limits, programs.len(), &program_of)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let files = [("lib.rs".to_owned(), program)];
        let limits = limits(Duration::from_secs(60));
        let program_of = |file: &str| (file == "lib.rs").then_some(0);
        self.compile(&files, "obj", limits, 1, &program_of).alone()
    }
}

/// Limits with this much processor time. The wall-clock time is for the case
/// that nothing moves at all: a busy machine must not look like a hang.
fn limits(cpu: Duration) -> Limits {
    Limits { cpu, wall: 30 * cpu, memory: 3 << 30, processes: 64, ..Limits::default() }
}

impl Rustc {
    fn new(toolchain: &Toolchain, info: TargetInfo, settings: &Settings) -> Rustc {
        let (root, program) = program(toolchain).expect("described, so it is a program");
        let configuration = CONFIGURATIONS.iter().find(|c| c.name == info.name.configuration);
        let edition = edition(info.dialect, &toolchain.id.version);
        Rustc {
            info,
            program: program.to_owned(),
            root: root.map(Path::to_owned),
            read_only: installation(toolchain),
            edition,
            unstable: configuration.map_or(&[], |configuration| configuration.unstable),
            options: settings.options.clone(),
        }
    }

    /// Compiles a crate with the root `lib.rs`; its other files belong to
    /// programs.
    fn compile(
        &self,
        files: &[(String, &str)],
        emit: &str,
        limits: Limits,
        programs: usize,
        program_of: &dyn Fn(&str) -> Option<usize>,
    ) -> Report {
        let finished = write(files).map_err(|error| error.to_string()).and_then(|folder| {
            let command = self.command(folder.path(), emit, limits);
            sandbox::run(&command).map_err(|error| error.to_string())
        });
        match finished {
            Ok(finished) => read(&finished, programs, program_of),
            Err(why) => Report::silent(programs, End::Failed(why), Duration::ZERO),
        }
    }

    fn command(&self, folder: &Path, emit: &str, limits: Limits) -> Command {
        let mut args: Vec<OsString> = vec![
            "--crate-type=lib".into(),
            "--crate-name=batch".into(),
            format!("--edition={}", self.edition).into(),
            format!("--emit={emit}").into(),
            "--out-dir=/tmp".into(),
            "--error-format=json".into(),
            // Warnings only; what is an error by default stays one.
            "-Awarnings".into(),
            "lib.rs".into(),
        ];
        // No file about a crash is left; what is printed is enough.
        let mut env: Vec<(OsString, OsString)> = vec![("RUSTC_ICE".into(), "0".into())];
        if !self.unstable.is_empty() {
            args.extend(self.unstable.iter().map(Into::into));
            env.push(("RUSTC_BOOTSTRAP".into(), "1".into()));
        }
        args.extend(self.options.iter().map(Into::into));
        Command {
            args,
            env,
            root: self.root.clone(),
            read_only: self.read_only.clone(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new(&self.program, limits)
        }
    }
}

fn write(files: &[(String, &str)]) -> io::Result<WorkFolder> {
    let folder = WorkFolder::new()?;
    for (name, text) in files {
        fs::write(folder.path().join(name), text)?;
    }
    Ok(folder)
}

/// Reads the output of rustc.
fn read(
    finished: &Finished,
    programs: usize,
    program_of: &dyn Fn(&str) -> Option<usize>,
) -> Report {
    let ended = Ended::of(finished.status);
    let text = String::from_utf8_lossy(&finished.stderr);
    let mut said: Vec<Vec<Diagnostic>> = vec![Vec::new(); programs];
    let mut unattributed = None;
    let mut crash: Option<(Crash, Option<usize>)> = None;
    let mut errors = 0;
    for line in text.lines() {
        let Ok(message) = serde_json::from_str::<Message>(line) else { continue };
        let place = message.place(program_of);
        match &message.level[..] {
            "error" if message.message.starts_with("aborting due to") => {}
            "error" => {
                errors += 1;
                match place {
                    Some((program, line)) => said[program].push(message.diagnostic(line)),
                    None => unattributed = unattributed.or(Some(message.message)),
                }
            }
            "error: internal compiler error" if crash.is_none() => {
                let named = place.map(|(program, _)| program);
                crash = Some((crash_of(&ended, &text, Some(&message.message)), named));
            }
            _ => {}
        }
    }

    let end = match ended {
        Ended::Exited(101) | Ended::Signalled(_) => {
            let (crash, named) = crash.unwrap_or_else(|| (crash_of(&ended, &text, None), None));
            End::Crashed(crash, named.or_else(|| program_in_query_stack(&text, programs)))
        }
        Ended::Exited(0) if errors == 0 => End::Finished,
        Ended::Exited(1) if errors > 0 && unattributed.is_none() => End::Finished,
        ended => ended.exit_status("", finished.cpu, None).map_or_else(
            |end| end,
            |status| {
                let said = || text.lines().take(10).collect::<Vec<_>>().join("\n");
                End::Failed(unattributed.unwrap_or_else(|| {
                    format!("rustc ended with status {status} and said: {}", said())
                }))
            },
        ),
    };
    let said = said.into_iter().map(|diagnostics| match &diagnostics[..] {
        [] => Said::Nothing,
        _ => Said::Rejected(diagnostics),
    });
    Report { said: said.collect(), end, cpu: finished.cpu }
}

/// The signature of a crash: the place of the panic and its message, without
/// what belongs to the program, and the query that was being answered. `bug` is
/// what the compiler itself said about it.
pub(crate) fn crash_of(ended: &Ended, text: &str, bug: Option<&str>) -> Crash {
    let bug = bug.filter(|bug| *bug != "unexpected panic");
    let cause = match (bug, PANIC.captures(text).or_else(|| OLD_PANIC.captures(text))) {
        (Some(bug), _) => OWN.gist(bug),
        (None, Some(panic)) => format!("{}: {}", &panic["place"], OWN.gist(&panic["message"])),
        (None, None) if text.contains("overflowed its stack") => {
            // Which function recursed shows in the one address that is repeated
            // most, without where the library was loaded.
            let frames: Vec<&str> = FRAME.find_iter(text).map(|frame| frame.as_str()).collect();
            let times = |frame: &&&str| frames.iter().filter(|other| other == frame).count();
            let most = frames.iter().max_by_key(times).copied().unwrap_or_default();
            format!("stack overflow {most}").trim_end().to_owned()
        }
        (None, None) => match ended {
            Ended::Signalled(signal) => format!("signal {signal}"),
            _ => OWN.gist(text.lines().next().unwrap_or("crashed without a word")),
        },
    };
    let query = QUERY.captures(text).map(|query| format!(" [{}]", &query["query"]));
    let printed = text.lines().filter(|line| !line.starts_with('{'));
    Crash {
        signature: format!("{cause}{}", query.unwrap_or_default()),
        text: printed.collect::<Vec<_>>().join("\n").trim().to_owned(),
    }
}

/// The program that the compiler was at, by its query stack.
fn program_in_query_stack(text: &str, programs: usize) -> Option<usize> {
    let stack = &text[text.find("query stack during panic:")?..];
    let position: usize = PROGRAM_PATH.captures(stack)?["position"].parse().ok()?;
    (position < programs).then_some(position)
}

/// Definitions of the program, and the part of a place that differs from build
/// to build.
static OWN: Patterns =
    Patterns::new(&[(r"DefId\([^)]*\)", "DefId"), (r"/rustc(?:-dev)?/[0-9a-f]+/", "")]);

macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $pattern:literal;)*) => {
        $($(#[$doc])* static $name: LazyLock<Regex> = LazyLock::new(|| regex($pattern));)*
    };
}

patterns! {
    /// The head of a panic since 1.73: place, then message on the next line.
    PANIC = r"panicked at (?:\S*?/)?(?P<place>(?:compiler|library)/\S+?:\d+):\d+:\n(?P<message>.*)";
    /// The head of a panic before that: message in quotes, then place.
    OLD_PANIC = r"panicked at '(?P<message>(?s:.*?))', (?:\S*?/)?(?P<place>(?:compiler|library)/\S+?:\d+):\d+";
    /// The top of the query stack.
    QUERY = r"#0 \[(?P<query>\w+)\]";
    /// A path into a module of the batch.
    PROGRAM_PATH = r"\bp(?P<position>\d+)::";
    /// A frame inside of the compiler, as an offset.
    FRAME = r"\(\+0x[0-9a-f]+\)";
}

#[cfg(test)]
mod tests;
