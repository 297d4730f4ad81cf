//! Flix: the compiler is one jar, which its users download.
//!
//! A batch is one project with one file for each program, each wrapped in a
//! module, compiled to one jar. The compiler takes a quarter of a minute or
//! more, whatever there is to compile.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language, Ran, crash_gist};
use toolchains::{Home, Toolchain};

use super::runner::{
    Build, Compiled, Effort, Efforts, Runner, Runtime, compile, compiler_limits, rejections,
    write_files,
};
use super::warm::{Built, WarmHost};
use super::{RuntimeError, describe_runtime};
use crate::jvm::install::visible;
use crate::registry::Driver;
use crate::sandbox::{Command, Limits, Work};
use crate::{Canary, End, Recipe, Report, Settings, TargetInfo};

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["flix"],
    describe: |toolchain| match &toolchain.home {
        Home::Jars { .. } => vec![describe_runtime(toolchain, Language::Flix, Dialect::Standard)],
        _ => Vec::new(),
    },
    open: |toolchain, info, settings| Ok(Box::new(open(toolchain, info, settings)?)),
    recipe: |target, program| Recipe {
        tool: ("FLIX", "java -Xss4m -jar flix.jar".to_owned()),
        version: "--version",
        get: format!("put the jar of Flix {} here as flix.jar", target.version),
        file: "repro.flix".to_owned(),
        beside: vec![("src/Main.flix".to_owned(), program.to_owned())],
        compile: "$FLIX build-jar".to_owned(),
        run: Some("java -jar artifact/*.jar".to_owned()),
        crash: "Exception in thread|Internal compiler error",
    },
};

/// Flix as a target. The host that runs programs is built into the cache folder
/// on first use.
fn open(
    toolchain: &Toolchain,
    info: TargetInfo,
    settings: &Settings,
) -> Result<Runner, RuntimeError> {
    let Home::Jars { java, jars } = &toolchain.home else {
        unreachable!("described, so it is a jar");
    };
    let host = WarmHost::prepare(java, &settings.cache)
        .map_err(|why| RuntimeError::Prepare { name: toolchain.id.clone(), why })?;
    let user_options = settings.options.clone();
    let flix = Flix { info, host, jars: jars.clone(), user_options };
    let batch = Effort { series: 2, ..Effort::batch(150) };
    let confirm = Effort { series: 8, ..Effort::confirm(1500) };
    Ok(Runner::new(flix, Efforts { batch, confirm }, settings))
}

/// The compiled programs.
const CLASSES: &str = "classes.jar";

struct Flix {
    info: TargetInfo,
    host: WarmHost,
    jars: Vec<PathBuf>,
    user_options: Vec<String>,
}

impl Flix {
    /// Compiles a project to a jar.
    fn compile(
        &self,
        files: &[(String, String)],
        programs: usize,
        folder: &Path,
    ) -> Result<Duration, Report> {
        fs::create_dir(folder.join("src")).map_err(|error| {
            let why = format!("the folder for sources could not be made: {error}");
            Report::silent(programs, End::Failed(why), Duration::ZERO)
        })?;
        write_files(files, programs, folder)?;
        // A project is built where its sources are.
        let script = "cp -r . /tmp/project && cd /tmp/project && java=$0 flix=$1 jar=$2 && shift 2 \
                      && \"$java\" -Xmx3g -Xss4m -jar \"$flix\" build-jar \"$@\" \
                      && mv artifact/*.jar /tmp/\"$jar\"";
        let mut args: Vec<OsString> = vec!["-c".into(), script.into(), self.host.java().into()];
        args.extend(self.jars.first().map(Into::into));
        args.push(CLASSES.into());
        args.extend(self.user_options.iter().map(Into::into));
        let command = Command {
            args,
            env: vec![("NO_COLOR".into(), "true".into())],
            read_only: visible(self.host.java(), &self.jars),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new("/bin/sh", Limits { memory: 6 << 30, ..compiler_limits() })
        };
        match compile(&command, Some((CLASSES, folder))) {
            Compiled::Ended { status: 0, cpu, .. } => Ok(cpu),
            Compiled::Ended { stdout, stderr, cpu, .. } => {
                Err(complaints(&format!("{stdout}{stderr}"), programs, cpu))
            }
            Compiled::Not(end, cpu) => Err(Report::silent(programs, end, cpu)),
        }
    }
}

impl Runtime for Flix {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(include_str!("canaries/flix-accepted.flix")),
            Canary::rejected(include_str!("canaries/flix-rejected.flix")),
            Canary::hangs(include_str!("canaries/flix-hangs.flix")),
        ]
    }

    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report> {
        let files = match build {
            Build::Batch(programs) => project(programs),
            Build::Alone(program) => vec![(file_name(0), program.to_owned())],
        };
        self.compile(&files, build.programs(), folder)
    }

    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Result<Vec<Ran>, String> {
        let built = Built { classes: "/w/classes.jar", main: "Main", libraries: &[] };
        self.host.run(folder, &built, build.programs(), effort)
    }
}

fn file_name(program: usize) -> String {
    format!("src/P{program}.flix")
}

/// The files of a batch: each program as a module, line for line, and a main
/// function that runs the one it is told to.
fn project(programs: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut cases = String::new();
    for (number, program) in programs.iter().enumerate() {
        // Only what is public can be called from outside of a module.
        let public: Vec<String> = program
            .lines()
            .map(|line| match line.strip_prefix("def main(") {
                Some(rest) => format!("pub def main({rest}"),
                None => line.to_owned(),
            })
            .collect();
        let wrapped = format!("mod P{number} {{ {}\n}}\n", public.join("\n"));
        files.push((file_name(number), wrapped));
        let _ = writeln!(cases, "        case \"{number}\" => P{number}.main()");
    }
    let main = format!(
        "import java.lang.System\n\ndef main(): Unit \\ {{Chan, NonDet, IO}} =\n    match \
         System.getProperty(\"wellsmith.program\") {{\n{cases}        case _ => ()\n    }}\n"
    );
    files.push(("src/Main.flix".to_owned(), main));
    files
}

/// The report that the compiler's output makes. An error looks like
/// `-- Type Error ------ FILE`, then `>> MESSAGE`, then lines of the program,
/// each after its number.
fn complaints(text: &str, programs: usize, cpu: Duration) -> Report {
    if text.contains("An unexpected error has been detected by the Flix compiler") {
        let what =
            text.lines().filter_map(|line| line.strip_prefix("#   ")).find(|l| !l.is_empty());
        let signature = crash_gist(what.unwrap_or("unexpected error"));
        let crash = Crash { signature, text: text.to_owned() };
        return Report::silent(programs, End::Crashed(crash, None), cpu);
    }
    let mut errors: Vec<(usize, Diagnostic)> = Vec::new();
    // The program that the last heading was about, if it was about one.
    let mut current = None;
    for line in text.lines() {
        if let Some((kind, file)) = heading(line) {
            current = program_of(file).filter(|&program| program < programs);
            if let Some(program) = current {
                let syntax = kind.starts_with("Parse Error") || kind.starts_with("Lexer Error");
                errors.push((program, Diagnostic { syntax, ..Diagnostic::default() }));
            }
        } else if let (Some(_), Some((_, error))) = (current, errors.last_mut()) {
            if let Some(message) = line.strip_prefix(">> ") {
                error.message = message.to_owned();
            } else if error.line.is_none() {
                error.line =
                    line.split_once(" |").and_then(|(number, _)| number.trim().parse().ok());
            }
        }
    }
    if errors.is_empty() {
        return Report::silent(programs, End::Failed(text.to_owned()), cpu);
    }
    rejections(programs, errors, cpu)
}

/// The kind of an error and the file it is in, if a line starts one.
fn heading(line: &str) -> Option<(&str, &str)> {
    let (kind, rest) = line.split_once("-- ")?.1.split_once(" --")?;
    Some((kind, rest.trim_start_matches('-').trim()))
}

fn program_of(file: &str) -> Option<usize> {
    let name = file.rsplit('/').next()?;
    name.strip_prefix('P')?.strip_suffix(".flix")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Said;

    #[test]
    fn a_batch_is_a_project() {
        let files = project(&[
            "def main(): Unit \\ IO =\n    helper()\n\ndef helper(): Unit \\ IO = println(\"ok\")\n",
            "def main(): Unit \\ {Chan, NonDet, IO} =\n    println(\"ok\")\n",
        ]);
        let expected = [
            (
                "src/P0.flix",
                "mod P0 { pub def main(): Unit \\ IO =\n    helper()\n\ndef helper(): Unit \\ IO = \
                 println(\"ok\")\n}\n",
            ),
            (
                "src/P1.flix",
                "mod P1 { pub def main(): Unit \\ {Chan, NonDet, IO} =\n    println(\"ok\")\n}\n",
            ),
            (
                "src/Main.flix",
                "import java.lang.System\n\ndef main(): Unit \\ {Chan, NonDet, IO} =\n    match \
                 System.getProperty(\"wellsmith.program\") {\n        case \"0\" => P0.main()\n        \
                 case \"1\" => P1.main()\n        case _ => ()\n    }\n",
            ),
        ];
        let files: Vec<_> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
        assert_eq!(files, expected);
    }

    #[test]
    fn errors_are_given_to_their_programs_and_lines() {
        let text = "-- Type Error -------------------------------------------------- /w/src/P1.flix\n\
                    \n>> Expected argument of type 'Int32', but got 'String'.\n\n12 |     println(1 + \
                    \"text\")\n                     ^^^^^^\n\n-- Parse Error (OtherExpr) \
                    ---------------- /w/src/P3.flix\n\n>> Expected ')' before <name>.\n\n 3 |> x\n";
        let report = complaints(text, 4, Duration::ZERO);
        let about = |program: usize| match &report.said[program] {
            Said::Rejected(errors) => (errors[0].line, errors[0].syntax, &*errors[0].message),
            other => panic!("{other:?}"),
        };
        let mismatch = "Expected argument of type 'Int32', but got 'String'.";
        assert_eq!(about(1), (Some(12), false, mismatch));
        assert_eq!(about(3), (Some(3), true, "Expected ')' before <name>."));
        assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    }
}
