//! Compilers for the JVM as targets: javac, Kotlin, Scala 3 and Groovy.
//!
//! A compiler lives in a JVM that stays, sandboxed, and is given one batch after
//! the other: warm, it checks many times more programs than a JVM that is
//! started for each batch. The JVM runs a small host program, whose Java sources
//! (`hosts/jvm`) are part of this program and are compiled on first use against
//! the compiler's own jars. The host calls the compiler's library, never its
//! `main`.
//!
//! Every program is put in a package of its own, so that programs do not see
//! each other, unless it has a package line already. A batch is only checked, as
//! far as type errors go; one batch in [`Settings::full_every`] goes through all
//! phases to class files. [`Target::confirm`] starts a fresh JVM, with more
//! room, and compiles the program alone to class files.
//!
//! The entry point is [`open`]. [`extract_kotlin`] and [`extract_scala`] read the
//! signatures of libraries as their language sees them.

mod compilers;
mod coverage;
pub(crate) mod crash;
mod extract;
mod host;
pub(crate) mod install;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Does, TargetName};
use toolchains::{Home, Toolchain, ToolchainId};

use self::compilers::Generation;
use self::host::{Answer, Host, Launch, Lost};
use crate::ended::Ended;
use crate::registry::Driver;
use crate::sample::Sample;
use crate::sandbox::{Finished, SandboxError, Status};
use crate::{Alone, Canary, End, OpenError, Recipe, Report, Said, Target, TargetInfo, Used};

pub use self::coverage::{Coverage, PackageCoverage};
pub use self::extract::{Extracted, extract_kotlin, extract_scala};
pub use self::host::TimeLimit;

/// How a compiler for the JVM is used.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder where hosts are kept once they are built.
    pub cache: PathBuf,
    /// The libraries that programs see beside the language's own.
    pub libraries: Vec<PathBuf>,
    /// One batch in so many goes through a full compile; none if 0.
    pub full_every: u32,
    /// Options for the compiler of a program that is compiled alone.
    pub compiler_options: Vec<String>,
    /// The options of the JVM that stays.
    pub options: &'static [&'static str],
    /// The time that a batch may take.
    pub batch_limit: TimeLimit,
    /// The time that confirming one program may take.
    pub confirm_limit: TimeLimit,
    /// Records which parts of the compiler batches execute. What a JVM recorded
    /// is lost if it has to be killed.
    pub coverage: Option<Coverage>,
}

impl Settings {
    /// The usual settings, without libraries.
    pub fn new(cache: PathBuf) -> Settings {
        let seconds = Duration::from_secs;
        Settings {
            cache,
            libraries: Vec::new(),
            full_every: 5,
            compiler_options: Vec::new(),
            options: WARM,
            batch_limit: TimeLimit { cpu: seconds(20), cold: seconds(40), wall: seconds(600) },
            confirm_limit: TimeLimit { cpu: seconds(120), cold: seconds(60), wall: seconds(1800) },
            coverage: None,
        }
    }
}

/// Why a compiler for the JVM could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum JvmError {
    /// The toolchain has no adapter.
    #[error(
        "{0} is not a compiler for the JVM that wellsmith can drive; it drives javac since 17, \
         kotlin since 1.8, scala since 3.2 and groovy since 4.0"
    )]
    Unknown(ToolchainId),
    /// There is no `java`.
    #[error("{} cannot be used: {source}; is the JDK still installed?", java.display())]
    NoJava {
        /// The `java` program.
        java: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// There is a `java` but no `javac`.
    #[error(
        "there is no javac beside {}, which is needed once to build the host of a compiler; install \
         a JDK instead of a JRE", java.display()
    )]
    NoJdk {
        /// The `java` program.
        java: PathBuf,
    },
    /// The host does not compile.
    #[error(
        "the host for {name} could not be built ({status:?}); this version of the compiler may have \
         another API than those known: try another version\n{text}"
    )]
    Build {
        /// The compiler or library that it was built for.
        name: String,
        /// How javac ended.
        status: Status,
        /// The output of javac.
        text: String,
    },
    /// The cache cannot be used.
    #[error("the folder {} cannot be used to build the compiler's host: {source}", folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The sandbox does not work.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["javac", "kotlin", "scala", "groovy"],
    describe: |toolchain| {
        let generation = Generation::of(&toolchain.id.name, &toolchain.id.version);
        generation.map(|generation| info(toolchain, generation)).into_iter().collect()
    },
    open: |toolchain, info, settings| {
        if &toolchain.id.name[..] == "groovy" && !settings.options.is_empty() {
            let why = "Groovy's compiler is called as a library, which has none";
            return Err(OpenError::NoOptions { target: info.name, why });
        }
        let settings = Settings {
            libraries: settings.class_path.clone(),
            coverage: settings.coverage.clone(),
            compiler_options: settings.options.clone(),
            ..Settings::new(settings.cache.clone())
        };
        Ok(Box::new(open(toolchain, &settings)?))
    },
    recipe,
};

/// The usual clients; libraries are on `CLASSPATH`.
fn recipe(target: &TargetName, program: &str) -> Recipe {
    let version = &target.version;
    let class_path = " ${CLASSPATH:+-cp \"$CLASSPATH\"}";
    let recipe =
        |variable, tool: String, version, get, file: String, options: &str, crash| Recipe {
            tool: (variable, tool),
            version,
            get,
            compile: format!("${variable}{options}{class_path} -d out {file}"),
            file,
            beside: Vec::new(),
            run: None,
            crash,
        };
    match &target.compiler[..] {
        "javac" => recipe(
            "JAVAC",
            "javac".to_owned(),
            "-version",
            format!("this is the javac of JDK {version}"),
            format!("{}.java", public_class(program).unwrap_or("Main")),
            " -proc:none -implicit:none",
            "An exception has occurred in the compiler|StackOverflowError|java\\.lang\\.[A-Za-z]*Error",
        ),
        "kotlin" => recipe(
            "KOTLINC",
            "kotlinc".to_owned(),
            "-version",
            format!("`sdk install kotlin {version}` gets this version"),
            "repro.kt".to_owned(),
            " -no-reflect -nowarn",
            "error: internal|exception: |Exception while|StackOverflowError",
        ),
        "groovy" => recipe(
            "GROOVYC",
            "groovyc".to_owned(),
            "--version",
            format!("`sdk install groovy {version}` gets this version"),
            "Main.groovy".to_owned(),
            "",
            "BUG! |StackOverflowError|GroovyBugError",
        ),
        _ => Recipe {
            compile: format!(
                "$SCALA compile --server=false -S {version}{class_path} -d out repro.scala"
            ),
            ..recipe(
                "SCALA",
                "scala-cli".to_owned(),
                "version --cli",
                format!("scala-cli gets version {version} by itself"),
                "repro.scala".to_owned(),
                "",
                "Exception in thread|AssertionError|unhandled exception|StackOverflowError",
            )
        },
    }
}

/// The public class of a Java program, after which its file must be named.
fn public_class(program: &str) -> Option<&str> {
    let words: Vec<&str> = program.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let sorts = ["class", "interface", "enum", "record"];
    let kept = ["final", "abstract", "sealed", "static"];
    words.iter().enumerate().filter(|(_, word)| **word == "public").find_map(|(at, _)| {
        let mut rest = words[at + 1..].iter().skip_while(|word| kept.contains(word));
        sorts.contains(rest.next()?).then(|| rest.next().copied()).flatten()
    })
}

fn info(toolchain: &Toolchain, generation: &Generation) -> TargetInfo {
    TargetInfo {
        name: crate::name(toolchain),
        language: generation.language,
        dialect: Dialect::Standard,
        does: Does::Checks,
        batch: generation.batch,
        used: Used::ByDefault,
    }
}

/// Opens a compiler as a target. Its JVM is started when it is first needed.
pub fn open(toolchain: &Toolchain, settings: &Settings) -> Result<Compiler, JvmError> {
    let ToolchainId { name, version } = &toolchain.id;
    let generation =
        Generation::of(name, version).ok_or_else(|| JvmError::Unknown(toolchain.id.clone()))?;
    let (java, jars) = home(toolchain)?;
    let name = toolchain.id.to_string();
    let sources: Vec<_> = compilers::HOST.iter().chain(generation.sources).collect();
    let classes = install::classes(&settings.cache, &name, &java, &sources, &jars)?;

    let mut programs_see = standard_library(toolchain);
    programs_see.extend(settings.libraries.iter().cloned());
    let host_sees: Vec<PathBuf> = [classes].into_iter().chain(jars).collect();
    let mut read_only = install::visible(&java, &host_sees);
    read_only.extend(settings.libraries.iter().cloned());
    let launch = |options: &[&str], memory| {
        let mut args: Vec<OsString> = options.iter().map(OsString::from).collect();
        args.extend(["-cp".into(), install::class_path(&host_sees), "wellsmith.Host".into()]);
        args.extend([generation.adapter.into(), install::class_path(&programs_see)]);
        Launch { java: java.clone(), args, read_only: read_only.clone(), coverage: None, memory }
    };
    let user_options = format!("-Dwellsmith.options={}", settings.compiler_options.join("\n"));
    Ok(Compiler {
        info: info(toolchain, generation),
        generation,
        warm: Launch { coverage: settings.coverage.clone(), ..launch(settings.options, 3 << 30) },
        fresh: launch(&[FRESH, &[&user_options]].concat(), 5 << 30),
        host: None,
        sample: Sample::new(settings.full_every),
        settings: settings.clone(),
    })
}

/// The `java` program and the jars of a compiler.
fn home(toolchain: &Toolchain) -> Result<(PathBuf, Vec<PathBuf>), JvmError> {
    let (java, jars) = match &toolchain.home {
        Home::Program(javac) => (javac.with_file_name("java"), Vec::new()),
        Home::Jars { java, jars } => (java.clone(), jars.clone()),
        _ => return Err(JvmError::Unknown(toolchain.id.clone())),
    };
    // A link would not lead anywhere in the sandbox.
    match fs::canonicalize(&java) {
        Ok(java) => Ok((java, jars)),
        Err(source) => Err(JvmError::NoJava { java, source }),
    }
}

/// The jars of a compiler that programs see: its language's standard library.
/// None for Java, where that is part of the JVM, and for Groovy, where programs
/// see the compiler itself.
pub fn standard_library(toolchain: &Toolchain) -> Vec<PathBuf> {
    let Home::Jars { jars, .. } = &toolchain.home else { return Vec::new() };
    let generation = Generation::of(&toolchain.id.name, &toolchain.id.version);
    let starts = generation.map_or(&[][..], |generation| generation.runtime);
    let seen = |jar: &&PathBuf| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        starts.iter().any(|start| name.starts_with(start))
    };
    jars.iter().filter(seen).cloned().collect()
}

/// The options of a JVM that stays. One thread collects the garbage: there are
/// as many compilers at work as there are processors. What a compiler knows of a
/// batch is all garbage at its end, so most of the room is for what is young. The
/// second just-in-time compiler costs more than it saves in thousands of programs.
const WARM: &[&str] = &[
    "-XX:+UseSerialGC",
    "-Xshare:auto",
    "-XX:-UsePerfData",
    "-XX:TieredStopAtLevel=1",
    "-Xss2m",
    "-Xms1g",
    "-Xmx1g",
    "-Xmn600m",
];

/// The options of a JVM that compiles one program: more room, and no effort to
/// make the compiler fast.
const FRESH: &[&str] = &[
    "-XX:+UseSerialGC",
    "-Xshare:auto",
    "-XX:-UsePerfData",
    "-XX:TieredStopAtLevel=1",
    "-Xss8m",
    "-Xmx2g",
];

/// After how many programs a JVM is replaced, against leaks that have not been
/// seen yet.
const PROGRAMS_PER_HOST: u64 = 50_000;

/// A compiler for the JVM.
pub struct Compiler {
    info: TargetInfo,
    generation: &'static Generation,
    warm: Launch,
    fresh: Launch,
    host: Option<Host>,
    sample: Sample,
    settings: Settings,
}

impl Target for Compiler {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![Canary::accepted(self.generation.accepted), Canary::rejected(self.generation.rejected)]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        if programs.len() > 1 && programs.iter().any(|program| has_package(program)) {
            let why = "a program with a package line of its own is compiled alone".to_owned();
            return Report::silent(programs.len(), End::Failed(why), Duration::ZERO);
        }
        let full = self.sample.takes(programs);
        compile(&self.warm, &mut self.host, programs, full, self.settings.batch_limit)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let limit = self.settings.confirm_limit;
        compile(&self.fresh, &mut None, &[program], true, limit).alone()
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        if let Some(host) = self.host.take() {
            host.retire();
        }
    }
}

/// Compiles programs in the host that is given, or in a new one. A host that
/// ends without an answer may have done so for reasons that are not the
/// programs': once, another is tried.
fn compile(
    launch: &Launch,
    host: &mut Option<Host>,
    programs: &[&str],
    full: bool,
    limit: TimeLimit,
) -> Report {
    let mut tries = 0;
    let silent = |end, cpu| Report::silent(programs.len(), end, cpu);
    loop {
        tries += 1;
        if let Some(worn) = host.take_if(|host| host.programs >= PROGRAMS_PER_HOST) {
            worn.retire();
        }
        let used = match host.take().map_or_else(|| Host::start(launch), Ok) {
            Ok(used) => used,
            Err(error) => return silent(End::Failed(error.to_string()), Duration::ZERO),
        };
        let packaged: Vec<Packaged> =
            (used.programs..).zip(programs).map(|(n, program)| Packaged::new(n, program)).collect();
        let sent: Vec<_> = packaged.iter().map(|p| (p.name.clone(), p.text.clone())).collect();
        match used.compile(&sent, full, limit) {
            Ok((used, answer)) => {
                let out_of_memory = answer
                    .crash
                    .as_ref()
                    .is_some_and(|(trace, _)| trace.contains("java.lang.OutOfMemoryError"));
                *host = (!out_of_memory).then_some(used);
                return report(answer, &packaged);
            }
            Err(Lost::TimedOut(time, at)) => return silent(End::TimedOut(time, at), time),
            Err(Lost::Stuck(wall)) => {
                let why = format!("the JVM did not answer within {} s", wall.as_secs());
                return silent(End::Failed(why), Duration::ZERO);
            }
            Err(Lost::Ended(finished)) if tries == 2 => {
                return silent(lost(&finished), finished.cpu);
            }
            Err(Lost::Ended(_)) => {}
            Err(Lost::Sandbox(error)) => {
                return silent(End::Failed(error.to_string()), Duration::ZERO);
            }
        }
    }
}

/// The end of a run in a JVM that should have stayed.
fn lost(finished: &Finished) -> End {
    let text = String::from_utf8_lossy(&finished.stderr);
    match Ended::of(finished.status).exit_status(&text, finished.cpu, None) {
        Ok(status) => {
            let signature = format!("the JVM ended with exit status {status}");
            End::Crashed(Crash { signature, text: text.into_owned() }, None)
        }
        Err(end) => end,
    }
}

fn report(answer: Answer, programs: &[Packaged]) -> Report {
    let Answer { complete, crash, failure, cpu, errors } = answer;
    let said: Vec<Said> = errors
        .into_iter()
        .zip(programs)
        .map(|(errors, program)| match errors.is_empty() {
            true => Said::Nothing,
            false => Said::Rejected(errors.into_iter().map(|e| program.unpack(e)).collect()),
        })
        .collect();
    let rejected = said.iter().any(|said| matches!(said, Said::Rejected(_)));
    let end = match crash {
        Some((trace, culprit)) => {
            End::Crashed(Crash { signature: crash::signature(&trace), text: trace }, culprit)
        }
        None if !failure.is_empty() && !rejected => End::Failed(failure),
        None if complete && failure.is_empty() => End::FinishedAll,
        None => End::Finished,
    };
    Report { said, end, cpu }
}

/// A program in its package.
struct Packaged {
    name: String,
    text: String,
    /// The lines that were put before it.
    lines: u32,
}

impl Packaged {
    fn new(number: u64, program: &str) -> Packaged {
        let name = format!("ws{number}");
        match has_package(program) {
            true => Packaged { name, text: program.to_owned(), lines: 0 },
            // Every one of the languages takes this, with and without
            // semicolons elsewhere.
            false => Packaged { text: format!("package {name};\n{program}"), name, lines: 1 },
        }
    }

    /// An error as it would be without the package.
    fn unpack(&self, error: Diagnostic) -> Diagnostic {
        let line =
            error.line.and_then(|line| line.checked_sub(self.lines)).filter(|&line| line > 0);
        let message = error.message.replace(&format!("{}.", self.name), "");
        let message = message.replace(&self.name, "program");
        Diagnostic { line, message: message.trim_end().to_owned(), ..error }
    }
}

/// Whether a program starts with a package line, behind blanks and comments.
fn has_package(program: &str) -> bool {
    let mut rest = program.trim_start();
    loop {
        let comment = if rest.starts_with("//") {
            rest.find('\n').map(|end| end + 1)
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            return rest
                .strip_prefix("package")
                .is_some_and(|name| name.starts_with(char::is_whitespace));
        };
        match comment {
            Some(end) => rest = rest[end..].trim_start(),
            None => return false,
        }
    }
}
