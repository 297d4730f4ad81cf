//! Kotlin's channels: kotlinx-coroutines, with the compiler that fits it.
//!
//! A batch is compiled by a compiler that is started for it, which is slow, so
//! that batches are large and each program is run often. Each program is a file
//! in a package of its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language, Ran};
use toolchains::{Home, Toolchain};

use super::runner::{
    Build, Compiled, Effort, Efforts, Runner, Runtime, compile, compiler_limits, rejections,
    write_files,
};
use super::warm::{Built, WarmHost};
use super::{RuntimeError, describe_runtime};
use crate::jvm::crash;
use crate::jvm::install::{class_path, visible};
use crate::registry::Driver;
use crate::sandbox::{Command, Limits, Work};
use crate::{Canary, End, Recipe, Report, Settings, TargetInfo};

/// The differences between the generations of the library.
struct Generation {
    /// The dialect of a version.
    dialect: fn(&str) -> Dialect,
    /// Options for the compiler.
    options: &'static [&'static str],
    canaries: [Canary; 3],
}

/// Before 1.0: coroutines were an experiment, of the library and of the
/// language.
static EXPERIMENTAL: Generation = Generation {
    dialect: |_| Dialect::CoroutinesExperimental,
    options: &["-language-version", "1.2", "-api-version", "1.2", "-Xcoroutines=enable"],
    canaries: [
        Canary::accepted(include_str!("canaries/kotlinx-coroutines-experimental-accepted.kt")),
        Canary::rejected(include_str!("canaries/kotlinx-coroutines-experimental-rejected.kt")),
        Canary::hangs(include_str!("canaries/kotlinx-coroutines-experimental-hangs.kt")),
    ],
};

/// Since 1.0.
static STABLE: Generation = Generation {
    dialect: |version| {
        let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
        match minor {
            Some(0..7) if version.starts_with("1.") => Dialect::CoroutinesBefore17,
            _ => Dialect::Coroutines,
        }
    },
    options: &[],
    canaries: [
        Canary::accepted(include_str!("canaries/kotlinx-coroutines-accepted.kt")),
        Canary::rejected(include_str!("canaries/kotlinx-coroutines-rejected.kt")),
        Canary::hangs(include_str!("canaries/kotlinx-coroutines-hangs.kt")),
    ],
};

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["kotlinx-coroutines"],
    describe: |toolchain| match &toolchain.home {
        Home::Library { .. } => {
            let dialect = (generation(toolchain).dialect)(&toolchain.id.version);
            vec![describe_runtime(toolchain, Language::Kotlin, dialect)]
        }
        _ => Vec::new(),
    },
    open: |toolchain, info, settings| Ok(Box::new(open(toolchain, info, settings)?)),
    recipe: |target, _| {
        let options: String = match target.version.starts_with("0.") {
            true => EXPERIMENTAL.options.iter().map(|option| format!(" {option}")).collect(),
            false => String::new(),
        };
        Recipe {
            tool: ("KOTLINC", "kotlinc".to_owned()),
            version: "-version",
            get: format!(
                "CLASSPATH must name kotlinx-coroutines-core {}, its dependencies and the standard \
                 library",
                target.version
            ),
            file: "Main.kt".to_owned(),
            beside: Vec::new(),
            compile: format!(
                "$KOTLINC{options} -nowarn ${{CLASSPATH:+-cp \"$CLASSPATH\"}} -d out Main.kt"
            ),
            run: Some("java -cp \"out:$CLASSPATH\" MainKt".to_owned()),
            crash: "error: internal|exception: |Exception while|StackOverflowError",
        }
    },
};

fn generation(toolchain: &Toolchain) -> &'static Generation {
    if toolchain.id.version.starts_with("0.") { &EXPERIMENTAL } else { &STABLE }
}

/// Kotlin's channels as a target. The host that runs programs is built into the
/// cache folder on first use.
fn open(
    toolchain: &Toolchain,
    info: TargetInfo,
    settings: &Settings,
) -> Result<Runner, RuntimeError> {
    let Home::Library { java, compiler, jars } = &toolchain.home else {
        unreachable!("described, so it is a library");
    };
    let host = WarmHost::prepare(java, &settings.cache)
        .map_err(|why| RuntimeError::Prepare { name: toolchain.id.clone(), why })?;
    let kotlin = Kotlin {
        info,
        generation: generation(toolchain),
        host,
        compiler: compiler.clone(),
        jars: jars.clone(),
        user_options: settings.options.clone(),
    };
    // The second series of a program meets a JVM that has seen all programs.
    let batch = Effort { series: 2, ..Effort::batch(500) };
    let confirm = Effort { series: 8, ..Effort::confirm(5000) };
    Ok(Runner::new(kotlin, Efforts { batch, confirm }, settings))
}

/// The compiled programs.
const CLASSES: &str = "classes.jar";

struct Kotlin {
    info: TargetInfo,
    generation: &'static Generation,
    host: WarmHost,
    compiler: Vec<PathBuf>,
    jars: Vec<PathBuf>,
    user_options: Vec<String>,
}

impl Kotlin {
    /// Compiles files to the jar [`CLASSES`].
    fn compile(
        &self,
        files: &[(String, String)],
        programs: usize,
        folder: &Path,
    ) -> Result<Duration, Report> {
        write_files(files, programs, folder)?;
        // A compiler that lives for one batch is not worth the effort that the
        // JVM would make to run it faster: without, it takes half the time.
        let jvm =
            ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx2g", "-cp"];
        let mut args: Vec<OsString> = jvm.map(Into::into).into();
        args.push(class_path(&self.compiler));
        let flags = ["-no-stdlib", "-no-reflect", "-nowarn", "-cp"];
        args.push("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler".into());
        args.extend(self.user_options.iter().map(Into::into));
        args.extend(self.generation.options.iter().chain(&flags).map(Into::into));
        args.push(class_path(&self.jars));
        args.extend(["-d".into(), Path::new("/tmp").join(CLASSES).into()]);
        args.extend(files.iter().map(|(name, _)| name.into()));
        let jars = [&self.compiler[..], &self.jars].concat();
        let command = Command {
            args,
            read_only: visible(self.host.java(), &jars),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new(self.host.java(), Limits { memory: 6 << 30, ..compiler_limits() })
        };
        match compile(&command, Some((CLASSES, folder))) {
            Compiled::Ended { status: 0, cpu, .. } => Ok(cpu),
            Compiled::Ended { status, stdout, stderr, cpu } => {
                Err(complaints(status, &format!("{stdout}{stderr}"), programs, cpu))
            }
            Compiled::Not(end, cpu) => Err(Report::silent(programs, end, cpu)),
        }
    }
}

impl Runtime for Kotlin {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        self.generation.canaries.to_vec()
    }

    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report> {
        let programs = match build {
            Build::Batch(programs) => programs,
            Build::Alone(program) => {
                return self.compile(&[("Main.kt".to_owned(), program.to_owned())], 1, folder);
            }
        };
        // On the line of the program's first, so that lines stay what they are.
        let packaged = |(number, program)| {
            (format!("p{number}/Main.kt"), format!("package p{number}; {program}"))
        };
        let files: Vec<_> = programs.iter().enumerate().map(packaged).collect();
        for number in 0..programs.len() {
            fs::create_dir(folder.join(format!("p{number}"))).map_err(|error| {
                let why = format!("a folder for sources could not be made: {error}");
                Report::silent(programs.len(), End::Failed(why), Duration::ZERO)
            })?;
        }
        self.compile(&files, programs.len(), folder)
    }

    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Result<Vec<Ran>, String> {
        let main = match build {
            Build::Batch(_) => "p%d.MainKt",
            Build::Alone(_) => "MainKt",
        };
        let built = Built { classes: "/w/classes.jar", main, libraries: &self.jars };
        self.host.run(folder, &built, build.programs(), effort)
    }
}

/// The exit status of a compiler that crashed.
const INTERNAL_ERROR: i32 = 2;

/// The report that the compiler's output makes.
fn complaints(status: i32, text: &str, programs: usize, cpu: Duration) -> Report {
    if status == INTERNAL_ERROR {
        let trace = text.find("exception: ").map_or(text, |start| &text[start..]);
        let crash = Crash { signature: crash::signature(trace), text: text.to_owned() };
        return Report::silent(programs, End::Crashed(crash, None), cpu);
    }
    let errors: Vec<_> =
        text.lines().filter_map(error).filter(|(program, _)| *program < programs).collect();
    if errors.is_empty() {
        return Report::silent(programs, End::Failed(text.to_owned()), cpu);
    }
    rejections(programs, errors, cpu)
}

/// The error of a line such as `p7/Main.kt:3:12: error: unresolved reference`.
fn error(line: &str) -> Option<(usize, Diagnostic)> {
    let (place, message) = line.split_once("error: ")?;
    let (path, position) = place.split_once("Main.kt:")?;
    // Alone, a program has no folder.
    let program = match path.trim_end_matches('/').rsplit('/').next()?.strip_prefix('p') {
        Some(number) => number.parse().ok()?,
        None => 0,
    };
    let lower = message.to_lowercase();
    let syntax = ["syntax error", "expecting", "unexpected tokens"]
        .iter()
        .any(|words| lower.starts_with(words));
    let line = position.split(':').next()?.parse().ok();
    Some((program, Diagnostic { code: None, message: message.to_owned(), line, syntax }))
}
