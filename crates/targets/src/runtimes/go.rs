//! Go: the compiler of a Go distribution and its runtime.
//!
//! A batch is one package `main` with one file for each program, whose
//! top-level names are made distinct; that compiles twice as fast as a package
//! for each program. The compiler and the linker are called directly, with the
//! standard packages compiled once for each toolchain.
//!
//! The default configuration optimises, as `go build` does; `noopt` does not. A
//! batch of 100 programs takes 0.97 s of processor time in the former and 0.85 s
//! in the latter.
//!
//! A program whose main function joins everything that it started, and sets no
//! timers, is found to hang by the Go runtime itself, at once.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language, Ran, crash_gist};
use toolchains::Toolchain;

use super::native::{self, EXECUTABLE, Native, ReportedFailure};
use super::runner::{
    Build, Compiled, Effort, Efforts, Runner, Runtime, compile, compiler_limits, rejections,
    write_files,
};
use super::{RuntimeError, describe_runtime};
use crate::checker::program;
use crate::registry::Driver;
use crate::sandbox::{self, Command, Scratch, Status, Work};
use crate::work::WorkFolder;
use crate::{Canary, End, Recipe, Report, Settings, TargetInfo};

/// The standard packages that programs may import.
const PACKAGES: &[&str] = &[
    "bytes",
    "context",
    "errors",
    "fmt",
    "io",
    "math",
    "math/rand",
    "os",
    "runtime",
    "sort",
    "strconv",
    "strings",
    "sync",
    "sync/atomic",
    "time",
    "unsafe",
];

/// The file beside the compiled packages that says where the compiler is.
const TOOLS: &str = "tools";

/// Comes between a top-level name and the number of its program. It is a
/// letter, so that the whole is a name, and one that no program uses.
const MARK: char = 'ǀ';

/// Runs one of the programs; see [`EXECUTABLE`].
const DISPATCHER: &str = r#"package main

import (
	"os"
	"strconv"
)

var programs = []func(){MAINS}

func main() {
	job, _ := strconv.Atoi(os.Args[1])
	repetitions, _ := strconv.Atoi(os.Args[2])
	for ; repetitions > 0; repetitions-- {
		programs[job%len(programs)]()
		os.Stdout.WriteString("\x1e")
	}
}
"#;

/// Without optimisation and without inlining, as for a debugger.
const UNOPTIMISED: &str = "noopt";

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["go"],
    describe: |toolchain| {
        if program(toolchain).is_none() {
            return Vec::new();
        }
        let plain = describe_runtime(toolchain, Language::Go, Dialect::Standard);
        let name = plain.name.with(UNOPTIMISED);
        vec![plain.clone(), TargetInfo { name, ..plain }]
    },
    open: |toolchain, info, settings| Ok(Box::new(open(toolchain, info, settings)?)),
    recipe: |target, _| {
        let options = if target.configuration == UNOPTIMISED { " -gcflags='-N -l'" } else { "" };
        Recipe {
            tool: ("GO", format!("env GOTOOLCHAIN=go{} go", target.version)),
            version: "version",
            get: "a go command since 1.21 gets this version by itself".to_owned(),
            file: "repro.go".to_owned(),
            beside: Vec::new(),
            compile: format!("$GO build{options} -o repro repro.go"),
            run: Some("./repro".to_owned()),
            crash: "internal compiler error|panic:|unexpected signal",
        }
    },
};

/// Go as a target. The standard packages are compiled into the cache folder
/// when the toolchain is used for the first time.
fn open(
    toolchain: &Toolchain,
    info: TargetInfo,
    settings: &Settings,
) -> Result<Runner, RuntimeError> {
    let (root, program) = program(toolchain).expect("described, so it is a program");
    let mut go = Go {
        options: if info.name.configuration == UNOPTIMISED { &["-N", "-l"] } else { &[] },
        info,
        // A program of this machine stands in the `bin` folder of its
        // distribution, which need not be among the system's folders.
        distribution: match root {
            None => program.ancestors().nth(2).map(Path::to_owned),
            Some(_) => None,
        },
        root: root.map(Path::to_owned),
        program: program.to_owned(),
        tools: PathBuf::new(),
        packages: PathBuf::new(),
        user_options: settings.options.clone(),
    };
    go.prepare(toolchain, &settings.cache)
        .map_err(|why| RuntimeError::Prepare { name: toolchain.id.clone(), why })?;
    let own = Efforts { batch: Effort::batch(20), confirm: Effort::confirm(100) };
    Ok(Runner::new(go, own, settings))
}

struct Go {
    info: TargetInfo,
    /// The compiler's options in this configuration.
    options: &'static [&'static str],
    root: Option<PathBuf>,
    distribution: Option<PathBuf>,
    program: PathBuf,
    /// The folder of the compiler and the linker, inside the sandbox.
    tools: PathBuf,
    /// The folder of the compiled standard packages and of the file
    /// `importcfg` that lists them.
    packages: PathBuf,
    user_options: Vec<String>,
}

impl Go {
    /// A command of the distribution, in a work folder.
    fn command(&self, program: &Path, args: Vec<OsString>, folder: &Path) -> Command {
        let environment = [
            ("GOTOOLCHAIN", "local"),
            ("GOPROXY", "off"),
            ("GO111MODULE", "off"),
            ("CGO_ENABLED", "0"),
            ("GOCACHE", "/tmp/cache"),
            // Compilers live shortly: fewer collections make a batch a fifth
            // faster.
            ("GOGC", "400"),
        ];
        Command {
            args,
            env: environment.map(|(key, value)| (key.into(), value.into())).into(),
            root: self.root.clone(),
            read_only: self
                .distribution
                .iter()
                .chain(Some(&self.packages).filter(|folder| folder.is_dir()))
                .cloned()
                .collect(),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            ..Command::new(program, compiler_limits())
        }
    }

    /// The standard output of a `go` command, and the files that it made.
    fn ask(&self, args: &[&str], folder: &Path) -> Result<(String, Scratch), String> {
        let args = args.iter().map(OsString::from).collect();
        let finished = sandbox::run(&self.command(&self.program, args, folder))
            .map_err(|error| error.to_string())?;
        if finished.status != Status::Exited(0) {
            return Err(format!(
                "{} ended with {:?}: {}",
                self.program.display(),
                finished.status,
                String::from_utf8_lossy(&finished.stderr)
            ));
        }
        Ok((String::from_utf8_lossy(&finished.stdout).into_owned(), finished.scratch))
    }

    /// Finds the compiler and compiles the standard packages, unless the cache
    /// has them.
    fn prepare(&mut self, toolchain: &Toolchain, cache: &Path) -> Result<(), String> {
        let identity = blake3::hash(format!("{toolchain:?}{PACKAGES:?}").as_bytes()).to_hex();
        let packages =
            cache.join(format!("go-packages-{}-{}", toolchain.id.version, &identity[..8]));
        let tools = packages.join(TOOLS);
        if !tools.is_file() {
            self.compile_packages(&packages, cache)?;
        }
        self.tools = fs::read_to_string(&tools)
            .map_err(|error| format!("reading {} failed: {error}", tools.display()))?
            .into();
        self.packages = packages;
        Ok(())
    }

    /// Compiles the standard packages to a folder of the cache, and notes there
    /// where the compiler is.
    fn compile_packages(&self, packages: &Path, cache: &Path) -> Result<(), String> {
        let failed = |doing: &str, path: &Path, error: std::io::Error| {
            format!("{doing} {} failed: {error}", path.display())
        };
        fs::create_dir_all(cache).map_err(|error| failed("creating", cache, error))?;
        let staging = WorkFolder::within(cache)
            .map_err(|error| failed("creating a folder in", cache, error))?;
        let ready = staging.path().join("ready");
        fs::create_dir(&ready).map_err(|error| failed("creating", &ready, error))?;
        let (tools, _) = self.ask(&["env", "GOTOOLDIR"], staging.path())?;
        let format = "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}";
        let list = [&["list", "-export", "-deps", "-f", format], PACKAGES].concat();
        let mut config = String::new();
        let (lines, made) = self.ask(&list, staging.path())?;
        for (number, line) in lines.lines().enumerate() {
            let (package, file) =
                line.split_once(' ').ok_or(format!("`go list` printed {line:?}"))?;
            let name = format!("{number}.a");
            // Up to Go 1.19 they come compiled, and stay where they are.
            match file.strip_prefix("/tmp/") {
                Some(own) => made.save(own, &ready.join(&name)),
                None => fs::copy(file, ready.join(&name)).map(drop),
            }
            .map_err(|error| failed("copying to", &ready, error))?;
            let _ = writeln!(config, "packagefile {package}={}", packages.join(name).display());
        }
        for (name, text) in [("importcfg", &config[..]), (TOOLS, tools.trim())] {
            fs::write(ready.join(name), text)
                .map_err(|error| failed("writing to", &ready, error))?;
        }
        match fs::rename(&ready, packages) {
            // Another process was faster.
            Err(_) if packages.join(TOOLS).is_file() => Ok(()),
            result => result.map_err(|error| failed("creating", packages, error)),
        }
    }

    /// Compiles and links files of one package `main`.
    fn build_files(
        &self,
        files: &[(String, String)],
        programs: usize,
        folder: &Path,
    ) -> Result<Duration, Report> {
        write_files(files, programs, folder)?;
        let config = self.packages.join("importcfg").into_os_string();
        let always = ["-p", "main", "-complete", "-e", "-o", "/tmp/main.a", "-importcfg"];
        let mut args: Vec<OsString> = self.options.iter().chain(&always).map(Into::into).collect();
        args.push(config.clone());
        args.extend(self.user_options.iter().map(Into::into));
        args.extend(files.iter().map(|(name, _)| name.into()));
        let command = self.command(&self.tools.join("compile"), args, folder);
        let cpu = match compile(&command, Some(("main.a", folder))) {
            Compiled::Ended { status: 0, cpu, .. } => cpu,
            Compiled::Ended { stdout, stderr, cpu, .. } => {
                return Err(complaints(&format!("{stdout}{stderr}"), programs, cpu));
            }
            Compiled::Not(end, cpu) => return Err(Report::silent(programs, end, cpu)),
        };
        let output = Path::new("/tmp").join(EXECUTABLE).into_os_string();
        let mut args: Vec<OsString> = ["-s", "-w", "-o"].map(Into::into).into();
        args.extend([output, "-importcfg".into(), config, "main.a".into()]);
        let command = self.command(&self.tools.join("link"), args, folder);
        match compile(&command, Some((EXECUTABLE, folder))) {
            Compiled::Ended { status: 0, cpu: link, .. } => Ok(cpu + link),
            Compiled::Ended { stdout, stderr, cpu: link, .. } => {
                let text = format!("{stdout}{stderr}");
                let crash =
                    Crash { signature: format!("link: {}", crash_gist(first_line(&text))), text };
                Err(Report::silent(programs, End::Crashed(crash, None), cpu + link))
            }
            Compiled::Not(end, link) => Err(Report::silent(programs, end, cpu + link)),
        }
    }
}

impl Runtime for Go {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(include_str!("canaries/go-accepted.go")),
            Canary::rejected(include_str!("canaries/go-rejected.go")),
            Canary::hangs(include_str!("canaries/go-hangs.go")),
        ]
    }

    fn build(&self, build: Build<'_>, folder: &Path) -> Result<Duration, Report> {
        let files = match build {
            Build::Batch(programs) => batch(programs),
            Build::Alone(program) => vec![(file_name(0), program.to_owned())],
        };
        self.build_files(&files, build.programs(), folder)
    }

    fn run(&self, build: Build<'_>, folder: &Path, effort: Effort) -> Result<Vec<Ran>, String> {
        native::run(self, build, folder, effort)
    }
}

impl Native for Go {
    fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    fn reported_failure(&self, stderr: &str) -> Option<ReportedFailure> {
        let text = stderr.to_owned();
        let first = stderr
            .lines()
            .find(|line| line.starts_with("panic: ") || line.starts_with("fatal error: "))?;
        if first == "fatal error: all goroutines are asleep - deadlock!" {
            return Some(ReportedFailure::Deadlock(text));
        }
        // Frames of the program itself differ from program to program.
        let frames = stderr
            .lines()
            .filter(|line| line.ends_with(')') && !line.starts_with(['\t', ' ', '[']))
            .filter(|line| !line.starts_with("main.") && !line.starts_with("panic"))
            .filter_map(|line| line.rsplit_once('('))
            .map(|(function, _)| function);
        let first = crash_gist(first);
        let signature: Vec<&str> = std::iter::once(&*first).chain(frames).take(4).collect();
        Some(ReportedFailure::Crash(Crash { signature: signature.join(" < "), text }))
    }

    fn readable(&self, text: &str) -> String {
        unmarked(text)
    }

    fn dumps(&self) -> bool {
        true
    }
}

/// The files of a batch.
fn batch(programs: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut mains = String::new();
    for (number, program) in programs.iter().enumerate() {
        files.push((file_name(number), distinct(program, number)));
        let _ = write!(mains, "main{MARK}{number}, ");
    }
    files.push(("dispatcher.go".to_owned(), DISPATCHER.replace("MAINS", &mains)));
    files
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn file_name(program: usize) -> String {
    format!("p{program}.go")
}

/// The report that the compiler's output makes.
fn complaints(text: &str, programs: usize, cpu: Duration) -> Report {
    let text = text.to_owned();
    if let Some((place, message)) = text.split_once("internal compiler error: ") {
        let culprit = place
            .lines()
            .next_back()
            .and_then(|line| location(line))
            .map(|(program, _, _)| program);
        let signature = crash_gist(&unmarked(first_line(message)));
        let crash = Crash { signature, text: unmarked(&text) };
        return Report::silent(programs, End::Crashed(crash, culprit), cpu);
    }
    let mut errors: Vec<(usize, Diagnostic)> = Vec::new();
    for line in text.lines() {
        if let Some((program, line, message)) =
            location(line).filter(|(program, ..)| *program < programs)
        {
            let syntax = message.starts_with("syntax error");
            let diagnostic =
                Diagnostic { code: None, message: unmarked(message), line: Some(line), syntax };
            errors.push((program, diagnostic));
        } else if let Some(program) = line.strip_prefix("dispatcher.go:").and_then(marked) {
            let message = "function main is undeclared in the main package".to_owned();
            errors.push((program, Diagnostic { message, ..Diagnostic::default() }));
        } else if let (true, Some((_, last))) = (line.starts_with('\t'), errors.last_mut()) {
            last.message.push('\n');
            last.message.push_str(&unmarked(line.trim_start()));
        }
    }
    if errors.is_empty() {
        return Report::silent(programs, End::Failed(text), cpu);
    }
    rejections(programs, errors, cpu)
}

/// The program, the line and the message of a line such as
/// `p12.go:7:3: undefined: x`.
fn location(line: &str) -> Option<(usize, u32, &str)> {
    let line = line.strip_prefix("./").unwrap_or(line);
    let (program, rest) = line.strip_prefix('p')?.split_once(".go:")?;
    let (number, rest) = rest.split_once(':')?;
    let message = match rest.split_once(": ") {
        Some((column, message)) if column.bytes().all(|byte| byte.is_ascii_digit()) => message,
        _ => rest.trim_start(),
    };
    Some((program.parse().ok()?, number.parse().ok()?, message))
}

/// The number of the program that the first distinct name in a text belongs to.
fn marked(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once(MARK)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

/// The text with the names as they stand in the program.
fn unmarked(text: &str) -> String {
    let mut parts = text.split(MARK);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    result
}

/// The program with its top-level names made distinct from those of the other
/// programs, and everything else, line for line, as it was.
///
/// A name after a dot is a member of something and stays. So a field must not
/// have the name of something at the top level, or the program is rejected in a
/// batch (and accepted when it is confirmed).
fn distinct(program: &str, number: usize) -> String {
    let tokens = tokens(program);
    let names = top_level_names(&tokens);
    let mut result = String::with_capacity(program.len() + 64);
    let mut previous = ["", ""];
    for token in tokens {
        // `x.name`, but not `...name`; and the name of the package stays too.
        let stays = previous[1] == "package" || previous[1] == "." && previous[0] != ".";
        result.push_str(token);
        if !stays && names.contains(token) {
            let _ = write!(result, "{MARK}{number}");
        }
        if !token.trim().is_empty() {
            previous = [previous[1], token];
        }
    }
    result
}

/// The names that a program declares at its top level.
fn top_level_names<'a>(tokens: &[&'a str]) -> BTreeSet<&'a str> {
    /// Where in a declaration we are.
    #[derive(Clone, Copy)]
    enum At {
        /// Nowhere that names are declared.
        Elsewhere,
        /// After `func`, `var`, `const` or `type`.
        Keyword,
        /// Where a name is declared, if there is one.
        Name,
        /// After a declared name: a comma would bring another one.
        AfterName,
    }
    let mut names = BTreeSet::new();
    let mut at = At::Elsewhere;
    let mut depth = 0_usize;
    // Inside of `var ( … )` and the like, one level down is the top level.
    let mut group = 0;
    for &token in tokens {
        let outermost = depth == group;
        at = match (token, at) {
            (")", _) if group == 1 && depth == 1 => {
                (depth, group) = (0, 0);
                At::Elsewhere
            }
            ("(", At::Name) if outermost && group == 0 => {
                (depth, group) = (1, 1);
                At::Name
            }
            ("(" | "[" | "{", _) => {
                depth += 1;
                At::Elsewhere
            }
            (")" | "]" | "}", _) => {
                depth = depth.saturating_sub(1);
                At::Elsewhere
            }
            ("func", _) if outermost && group == 0 => At::Keyword,
            ("var" | "const" | "type", _) if outermost && group == 0 => At::Name,
            _ if token.starts_with(|c: char| c.is_whitespace()) => {
                if group == 1 && outermost && token.contains('\n') { At::Name } else { at }
            }
            _ if token.starts_with("//") || token.starts_with("/*") => at,
            (_, At::Keyword | At::Name) if token.starts_with(is_letter) => {
                if !matches!(token, "_" | "init") {
                    names.insert(token);
                }
                At::AfterName
            }
            (",", At::AfterName) => At::Name,
            _ => At::Elsewhere,
        };
    }
    names
}

/// A program cut into names and numbers, spaces, comments, literals, and single
/// characters; together they are the program.
fn tokens(program: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = program;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '`' => rest[1..].find('`').map_or(rest.len(), |end| end + 2),
            '"' | '\'' => literal_length(rest, first),
            c if is_letter(c) || c.is_numeric() => {
                rest.find(|c| !(is_letter(c) || c.is_numeric())).unwrap_or(rest.len())
            }
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The length of a literal between quotes, or of what there is of it.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (position, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return position,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return position + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_letter(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_level_names_are_made_distinct_and_nothing_else() {
        let program = r#"package main

import (
	"fmt"
	"sync"
)

const limit, other = 3, true

var (
	// The count.
	count int
	pair, rest = 1, []int{limit}
)

type box[T any] struct{ value T }

func (b *box[T]) get() T { return b.value }

func add(values ...box[int]) (sum int) {
	for _, v := range values {
		sum += v.get()
	}
	return
}

func init() { count = 0 }

func main() {
	var wg sync.WaitGroup
	main := "main count" + `add "` + string('"') // count
	wg.Add(1)
	go func() { defer wg.Done(); count += add(box[int]{value: limit}) }()
	wg.Wait()
	fmt.Println(main, count, pair, rest, other)
}
"#;
        let names = top_level_names(&tokens(program));
        let expected = ["add", "box", "count", "limit", "main", "other", "pair", "rest"];
        assert_eq!(names.into_iter().collect::<Vec<_>>(), expected);
        let changed = distinct(program, 7);
        assert_eq!(unmarked(&changed), program);
        assert!(changed.contains("func addǀ7(values ...boxǀ7[int]) (sum int) {"));
        assert!(changed.contains("mainǀ7 := \"main count\" + `add \"` + string('\"') // count"));
        assert!(changed.contains("wg.Add(1)"));
        assert!(changed.contains("countǀ7 += addǀ7(boxǀ7[int]{value: limitǀ7})"));
    }
}
