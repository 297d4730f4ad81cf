//! swiftc as a target, for type checking and SIL diagnostics.
//!
//! The compiler's frontend is called directly. A batch is one module with a file
//! for each program, so that the standard library is loaded once; [`part`] says
//! which programs that is possible for, and what is done to them. The others are
//! compiled one by one in the same sandbox. A program is accepted when the
//! frontend comes to its canonical SIL without an error: a missing return, a
//! variable without a value and an overflow of constants are found on the way
//! there. Errors of the type checker hide those for all programs of a module
//! ([`End::Finished`]).
//!
//! Debian's frontend verifies its syntax tree and its SIL, which takes a quarter
//! of its time. One batch in [`VERIFIED`] is compiled so, chosen by its programs,
//! and the others without; the verdicts are the same, but for a crash that only
//! the verifier makes of a mistake. For seed programs all are verified
//! ([`Settings::verify_all`]), as one that crashes the verifier is no seed.
//!
//! Alone, a program is compiled as it is and verified, down to an object file.

mod part;
mod tokens;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;
use std::{fs, io};

use case::{Crash, Diagnostic, Dialect, Does, Language, TargetName};
use regex::Regex;
use toolchains::Toolchain;

use self::part::Part;
use crate::checker::{self, Answer, Checker, Job, MARK, killed, said_and_status};
use crate::ended::Ended;
use crate::registry::Driver;
use crate::sample::Sample;
use crate::sandbox::{Finished, Status};
use crate::signature::{Patterns, regex};
use crate::work::WorkFolder;
use crate::{Alone, Canary, End, Recipe, Report, Said, Settings, Target, TargetInfo, Used};

/// A configuration beside the default one.
struct Configuration {
    name: &'static str,
    /// Its option, for the minor versions of Swift 6 that have it.
    option: fn(minor: u32) -> Option<&'static str>,
    dialect: Dialect,
    used: Used,
}

/// Optimised; batches are compiled down to object files.
const OPTIMISED: &str = "O";

const CONFIGURATIONS: [Configuration; 4] = [
    Configuration {
        name: OPTIMISED,
        option: |_| Some("-O"),
        dialect: Dialect::Standard,
        used: Used::ByName,
    },
    // The solver without what keeps it from trying everything.
    Configuration {
        name: "no-solver-hacks",
        option: |minor| match minor {
            0..=2 => Some("-disable-constraint-solver-performance-hacks"),
            _ => Some("-solver-disable-performance-hacks"),
        },
        dialect: Dialect::Standard,
        used: Used::ByName,
    },
    Configuration {
        name: "no-shrink",
        option: |minor| (minor < 2).then_some("-solver-disable-shrink"),
        dialect: Dialect::Standard,
        used: Used::ByName,
    },
    // Language mode 6 rejects data races, so it takes a dialect of its own.
    Configuration {
        name: "swift6",
        option: |_| Some("-swift-version 6"),
        dialect: Dialect::Swift6,
        used: Used::ByDefault,
    },
];

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["swift"],
    describe,
    open: |toolchain, info, settings| Ok(Box::new(Swift::new(toolchain, info, settings))),
    recipe,
};

fn recipe(target: &TargetName, program: &str) -> Recipe {
    let known = CONFIGURATIONS.iter().find(|known| known.name == target.configuration);
    let option = known.and_then(|known| (known.option)(minor(&target.version)));
    // What only the frontend knows is handed on to it.
    let option = match option {
        None => String::new(),
        Some(plain @ ("-O" | "-swift-version 6")) => format!(" {plain}"),
        Some(frontend) => format!(" -Xfrontend {frontend}"),
    };
    let library = if part::has_main_attribute(program) { " -parse-as-library" } else { "" };
    let version = target.version.split('-').next().unwrap_or(&target.version);
    Recipe {
        tool: ("SWIFTC", format!("swiftly run swiftc +{version}")),
        version: "--version",
        get: format!("`swiftly install {version}` gets this version"),
        file: "repro.swift".to_owned(),
        beside: Vec::new(),
        compile: format!("$SWIFTC{option}{library} -c repro.swift -o repro.o"),
        run: None,
        crash: "Stack dump|Please submit a bug report|Assertion",
    }
}

fn describe(toolchain: &Toolchain) -> Vec<TargetInfo> {
    if checker::program(toolchain).is_none() {
        return Vec::new();
    }
    let plain = TargetInfo {
        name: crate::name(toolchain),
        language: Language::Swift,
        dialect: Dialect::Standard,
        does: Does::Checks,
        batch: 40,
        used: Used::ByDefault,
    };
    let minor = minor(&toolchain.id.version);
    let configured = CONFIGURATIONS.iter().filter(|known| (known.option)(minor).is_some());
    let configured: Vec<_> = configured
        .map(|known| TargetInfo {
            name: plain.name.with(known.name),
            dialect: known.dialect,
            used: known.used,
            ..plain.clone()
        })
        .collect();
    std::iter::once(plain).chain(configured).collect()
}

/// The minor version of Swift 6; the first for what is older.
fn minor(version: &str) -> u32 {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
    match (numbers.next(), numbers.next()) {
        (Some(..6) | None, _) => 0,
        (Some(6), minor) => minor.unwrap_or(0),
        (Some(_), _) => u32::MAX,
    }
}

/// One swiftc in one configuration.
#[derive(Clone, Debug)]
struct Swift {
    info: TargetInfo,
    checker: Checker,
    option: &'static str,
    /// The batches that the frontend verifies.
    verified: Sample,
}

/// One run of the frontend.
struct Compile {
    /// The positions of the programs that it is over.
    programs: Vec<usize>,
    /// What it does with them; the last may be about the files that follow.
    options: String,
}

impl Target for Swift {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(
                "\
protocol Shape { associatedtype Unit; func area() -> Unit }
struct Square<T: Numeric>: Shape { let side: T; func area() -> T { side * side } }
func total<S: Shape>(_ shapes: [S]) -> Int where S.Unit == Int {
    shapes.map { $0.area() }.reduce(0, +)
}
let squares = [Square(side: 1), Square(side: 2)]
print(\"\\(total(squares))\")
",
            ),
            // Only the way to SIL shows this one.
            Canary::rejected(
                "\
func sign(_ x: Int) -> Int { if x < 0 { return -1 } else if x > 0 { return 1 } }
print(sign(3))
",
            ),
            Canary::rejected("let number: Int = \"one\"\n"),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let mut sources: Vec<String> = programs.iter().map(|text| (*text).to_owned()).collect();
        let mut modules: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        let mut alone = Vec::new();
        let isolated = self.info.dialect == Dialect::Swift6;
        for (i, program) in programs.iter().enumerate() {
            match Part::of(program, isolated).filter(|_| programs.len() > 1) {
                Some(part) => {
                    sources[i] = part.source;
                    modules.entry(part.imports).or_default().push(i);
                }
                None => alone.push(i),
            }
        }
        let stage = match &self.info.name.configuration[..] {
            // Nothing calls what is private to a file, so it would not be
            // optimised.
            OPTIMISED => "-c -Xllvm -sil-disable-pass=sil-deadfuncelim",
            // Writing it down for machines takes less time than for people.
            _ => "-emit-sib",
        };
        let verify = if self.verified.takes(programs) { "" } else { UNVERIFIED };
        let stage =
            format!("{stage} {verify} -solver-expression-time-threshold={EXPRESSION_SECONDS}");
        let modules = modules
            .into_values()
            .map(|programs| Compile { options: format!("{stage} -parse-as-library"), programs });
        let alone = alone.into_iter().map(|i| Compile {
            options: format!("{stage} {}", alone_options(programs[i])),
            programs: vec![i],
        });
        let compiles: Vec<Compile> = modules.chain(alone).collect();
        let cpu = Duration::from_secs(20) + Duration::from_millis(100) * programs.len() as u32;
        self.run(&sources, &compiles, cpu)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let options = format!("-c {} {}", self.checker.user_options(), alone_options(program));
        let compile = Compile { programs: vec![0], options };
        self.run(&[program.to_owned()], &[compile], Duration::from_secs(180)).alone()
    }

    fn type_dumps(&mut self, programs: &[&str]) -> Option<Vec<Result<String, String>>> {
        let cpu = Duration::from_secs(20);
        let mut script = format!("ulimit -S -t {}\nprintf '\\036'\n", cpu.as_secs());
        for (i, program) in programs.iter().enumerate() {
            // The whole dump is large, and most of it is not about expressions.
            script.push_str(&format!(
                "\"$0\" -frontend -dump-ast {} {COMMON} {} {} < /dev/null; status=$?\n\
                 grep '_expr .*type=.* range=' /tmp/out; printf '\\n%d\\036' $status\n",
                self.option,
                alone_options(program),
                file_name(i)
            ));
        }
        let runs = u32::try_from(programs.len()).unwrap_or(u32::MAX);
        let job = Job { script, stdin: String::new(), file: "", cpu: cpu.saturating_mul(runs + 1) };
        let sources: Vec<String> = programs.iter().map(|text| (*text).to_owned()).collect();
        let finished = write(&sources)
            .map_err(|error| error.to_string())
            .and_then(|folder| self.checker.finish_in(folder.path(), job, &[]));
        let stdout = match finished {
            Ok(Finished { stdout, .. }) => stdout,
            Err(why) => return Some(vec![Err(why); programs.len()]),
        };
        let text = String::from_utf8_lossy(&stdout);
        let mut answers = text.split(MARK).skip(1).map(said_and_status);
        let dump = |_| match answers.next() {
            Some((dump, Some(0))) => Ok(dump.to_owned()),
            Some((said, Some(status))) => {
                let said = said.lines().next().unwrap_or("");
                Err(format!("swiftc ended with status {status}: {said}"))
            }
            Some((_, None)) | None => Err("swiftc did not come to it".to_owned()),
        };
        Some((0..programs.len()).map(dump).collect())
    }
}

/// How long an expression of a batch may take the solver. Left to itself it gives
/// up after some time as well, but each such expression would hold up the batch.
const EXPRESSION_SECONDS: u32 = 4;

/// One batch in so many is verified.
const VERIFIED: u32 = 5;

/// What keeps the frontend from verifying what it makes.
const UNVERIFIED: &str = "-sil-verify-none -disable-ast-verifier";

/// The options for a program that is a module of its own, right before its file.
/// Like the compiler's driver, that makes it a file of which others may use what
/// is not private, and which is therefore optimised.
fn alone_options(program: &str) -> &'static str {
    match part::has_main_attribute(program) {
        true => "-parse-as-library -primary-file",
        false => "-primary-file",
    }
}

impl Swift {
    fn new(toolchain: &Toolchain, info: TargetInfo, settings: &Settings) -> Swift {
        let checker = Checker::of(toolchain, settings).expect("described, so it is a program");
        let known = CONFIGURATIONS.iter().find(|known| known.name == info.name.configuration);
        let option = known.and_then(|known| (known.option)(minor(&toolchain.id.version)));
        let verified = Sample::new(if settings.verify_all { 1 } else { VERIFIED });
        Swift { info, checker, option: option.unwrap_or("-Onone"), verified }
    }

    /// Runs the frontend several times, one after the other.
    fn run(&self, sources: &[String], compiles: &[Compile], cpu: Duration) -> Report {
        let mut script = format!("ulimit -S -t {}\nprintf '\\036'\n", cpu.as_secs());
        for Compile { programs, options } in compiles {
            let files: Vec<String> = programs.iter().map(|i| file_name(*i)).collect();
            script.push_str(&format!(
                "\"$0\" -frontend {} {COMMON} {options} {} < /dev/null; printf '\\n%d\\036' $?\n",
                self.option,
                files.join(" ")
            ));
        }
        let runs = u32::try_from(compiles.len()).unwrap_or(u32::MAX);
        let job = Job { script, stdin: String::new(), file: "", cpu: cpu.saturating_mul(runs + 1) };
        let finished = write(sources)
            .map_err(|error| error.to_string())
            .and_then(|folder| self.checker.finish_in(folder.path(), job, &[]));
        match finished {
            Ok(Finished { stdout, status, cpu, .. }) => {
                read(&stdout, status, cpu, sources.len(), compiles)
            }
            Err(why) => Report::silent(sources.len(), End::Failed(why), Duration::ZERO),
        }
    }
}

/// The name of a program's file. The files of a module have different names, by
/// which the compiler tells their private declarations apart.
fn file_name(position: usize) -> String {
    format!("p{position}.swift")
}

fn write(sources: &[String]) -> io::Result<WorkFolder> {
    let folder = WorkFolder::new()?;
    for (i, source) in sources.iter().enumerate() {
        fs::write(folder.path().join(file_name(i)), source)?;
    }
    Ok(folder)
}

/// The options of all runs: what is compiled belongs to nothing, warnings do not
/// count, and errors come with their names.
const COMMON: &str = "-module-name batch -o /tmp/out -module-cache-path /tmp/modules \
                      -suppress-warnings -debug-diagnostic-names -diagnostic-style llvm \
                      -disable-objc-interop";

/// Puts the answers together.
fn read(
    stdout: &[u8],
    status: Status,
    cpu: Duration,
    programs: usize,
    compiles: &[Compile],
) -> Report {
    let text = String::from_utf8_lossy(stdout);
    let mut answers: Vec<&str> = text.split(MARK).skip(1).collect();
    let unfinished = answers.pop().unwrap_or(&text);
    let mut said = vec![Said::Nothing; programs];
    let mut end = End::Finished;
    let mut note = |found: End| {
        if let End::Finished = end {
            end = found;
        }
    };
    for (compile, answer) in compiles.iter().zip(&answers) {
        let (text, status) = said_and_status(answer);
        note(answered(text, status, cpu, compile, &mut said));
    }
    if let Some(compile) = compiles.get(answers.len()) {
        let at = named(unfinished, compile);
        let ended = Ended::of(status).exit_status(unfinished, cpu, at);
        note(ended.map_or_else(|end| end, |status| unclear(unfinished, Some(status))));
    }
    Report { said, end, cpu }
}

/// Notes what one run said about its programs; the result is how it ended.
fn answered(
    text: &str,
    status: Option<i32>,
    cpu: Duration,
    compile: &Compile,
    said: &mut [Said],
) -> End {
    if let Some(crash) = crash(text, status) {
        return match compile.programs[..] {
            [only] => {
                said[only] = Said::Crashed(crash);
                End::Finished
            }
            _ => End::Crashed(crash, named(text, compile)),
        };
    }
    let (errors, unattributed) = errors(text);
    match (killed(status, text), status) {
        (Some(Answer::TimedOut), _) => return End::TimedOut(cpu, named(text, compile)),
        (None, Some(0)) if errors.is_empty() && unattributed.is_none() => {
            compile.programs.iter().for_each(|i| said[*i] = Said::Accepted);
            return End::Finished;
        }
        (None, Some(1)) if !errors.is_empty() && unattributed.is_none() => {}
        _ => return unclear(text, status),
    }
    for (program, diagnostic) in errors {
        match said.get_mut(program) {
            Some(Said::Rejected(diagnostics)) => diagnostics.push(diagnostic),
            Some(other) => *other = Said::Rejected(vec![diagnostic]),
            None => return unclear(text, status),
        }
    }
    End::Finished
}

/// A run that says nothing about single programs.
fn unclear(text: &str, status: Option<i32>) -> End {
    let said = text.trim().lines().take(10).collect::<Vec<_>>().join("\n");
    let status = status.map_or("no status".to_owned(), |status| format!("status {status}"));
    End::Failed(format!("swiftc ended with {status} and said: {said}"))
}

/// The program that the compiler was at when it crashed: the last that its stack
/// dump speaks of, or else what it printed before.
fn named(text: &str, compile: &Compile) -> Option<usize> {
    let (before, dump) = text.split_at(text.find(STACK_DUMP)?);
    let last = |text| FILE.captures_iter(text).last()?["program"].parse().ok();
    last(dump).or_else(|| last(before)).filter(|program| compile.programs.contains(program))
}

/// The errors about programs, and the first that is about none.
fn errors(text: &str) -> (Vec<(usize, Diagnostic)>, Option<&str>) {
    let mut errors = Vec::new();
    let mut unattributed = None;
    for error in ERROR.captures_iter(text) {
        let message = error.name("message").map_or("", |message| message.as_str());
        let place = error.name("program").zip(error.name("line"));
        let Some((program, line)) = place else {
            unattributed = unattributed.or(Some(message));
            continue;
        };
        let Ok(program) = program.as_str().parse() else { continue };
        let code = error.name("code").map(|code| code.as_str());
        let code = match code {
            Some("expression_too_complex") => Some(TOO_COMPLEX),
            code => code,
        };
        let diagnostic = Diagnostic {
            syntax: code.is_some_and(|code| SYNTAX.iter().any(|start| code.starts_with(start))),
            code: code.map(str::to_owned),
            message: message.to_owned(),
            line: line.as_str().parse().ok(),
        };
        // The same is said again where something is checked for several uses.
        if !errors.contains(&(program, diagnostic.clone())) {
            errors.push((program, diagnostic));
        }
    }
    (errors, unattributed)
}

/// The code of an expression that the solver gave up on.
const TOO_COMPLEX: &str = "too-complex";

/// How the names of the parser's errors begin.
const SYNTAX: [&str; 5] = ["expected_", "lex_", "unexpected_", "extra_", "statement_"];

const STACK_DUMP: &str = "Stack dump:";

/// How the compiler fell over, if it did: its own words about that, and what it
/// was doing.
fn crash(text: &str, status: Option<i32>) -> Option<Crash> {
    let dump = text.find(STACK_DUMP).map(|start| &text[start..]);
    // It also prints its stack when it runs out of processor time.
    let killed = match Ended::of_shell_status(status?) {
        Ended::Signalled(signal) => Some(signal),
        Ended::Exited(_) if dump.is_some() => None,
        _ => return None,
    };
    let cause = match CAUSE.captures(text) {
        Some(cause) => {
            let words = cause.name("cause").or(cause.name("other")).map_or("", |w| w.as_str());
            // What is unreachable is said before.
            let what = cause.name("what").map(|what| format!("{}: ", OWN.gist(what.as_str())));
            format!("{}{}", what.unwrap_or_default(), OWN.gist(words))
        }
        None => killed.map_or_else(String::new, |signal| format!("signal {signal}")),
    };
    let mut signature = vec![cause];
    for doing in DOING.captures_iter(dump.unwrap_or_default()) {
        let doing = OWN.gist(&doing["doing"]);
        if signature.last() != Some(&doing) {
            signature.push(doing);
        }
    }
    Some(Crash { signature: signature.join(" < "), text: text.trim().to_owned() })
}

/// What differs between two crashes with one cause beside quoted names and
/// numbers: the arguments of requests, ranges and places in the program, and lines
/// of the compiler from version to version. The names of passes are quoted as
/// well, but they are the compiler's.
static OWN: Patterns = Patterns::new(&[
    (r#"(SIL\w+Transform) "([\w-]+)""#, "$1 $2"),
    (r"RangeText=.*", ""),
    (r"\[[^\]]*\.swift[^\]]*\]", "_"),
    (r"\(at [^)]*\)", ""),
    (r"(\w+Request)\(.*\)", "$1"),
    (r"/\S*/((?:lib|include|stdlib|SwiftCompilerSources)/\S+?):\d+(?::\d+)?!?", "$1"),
    (r"0x[0-9a-f]+", "#"),
]);

macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $pattern:expr;)*) => {
        $($(#[$doc])* static $name: LazyLock<Regex> = LazyLock::new(|| regex($pattern));)*
    };
}

patterns! {
    /// An error: perhaps its place, its message, and its name.
    ERROR = concat!(
        r"(?m)^(?:\S*?\bp(?P<program>\d+)\.swift:(?P<line>\d+):\d+|[^\s:]+(?::\d+)*|<[^>]+>:\d+)",
        r": error: (?P<message>.*?)(?: \[(?P<code>\w+)\])?(?: \[#[\w-]+\])*$",
    );
    /// A program's file.
    FILE = r"\bp(?P<program>\d+)\.swift\b";
    /// What the compiler says about a mistake of its own.
    CAUSE = concat!(
        r"(?m)(?:^(?P<what>[^\n()]+)\n)?^(?P<cause>UNREACHABLE executed at .*)$",
        r"|^(?P<other>.*(?:SIL verification failed|Assertion .*failed|Assertion failed|Abort: ",
        r"|Fatal error: |LLVM ERROR|fatal error encountered).*)$",
    );
    /// An entry of what it was doing.
    DOING = r"(?m)^\d+\.\s+(?P<doing>While .*)$";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two programs of a module, and one alone.
    fn compiles() -> Vec<Compile> {
        [vec![0, 2], vec![1]].map(|programs| Compile { programs, options: String::new() }).into()
    }

    /// The report about answers, in a few words.
    #[track_caller]
    fn check(stdout: &str, status: Status, expected: &str) {
        let second = Duration::from_secs(1);
        let report = read(stdout.as_bytes(), status, second, 3, &compiles());
        let said = report.said.iter().map(|said| match said {
            Said::Nothing => "-".to_owned(),
            Said::Accepted => "accepted".to_owned(),
            Said::Rejected(all) => {
                let codes = all.iter().map(|error| error.code.as_deref().unwrap_or("?"));
                codes.collect::<Vec<_>>().join("+")
            }
            Said::Crashed(crash) => crash.signature.clone(),
            Said::Unknown(_) | Said::Ran(_) => panic!("{said:?}"),
        });
        let end = match report.end {
            End::Finished => "end".to_owned(),
            End::Crashed(crash, named) => format!("{} {named:?}", crash.signature),
            End::TimedOut(_, named) => format!("time {named:?}"),
            End::Failed(why) => format!("failed: {why}"),
            End::FinishedAll => panic!("errors hide others"),
        };
        assert_eq!(format!("{} {end}", said.collect::<Vec<_>>().join(" ")), expected);
    }

    const ERROR_IN_2: &str = "p2.swift:3:17: error: cannot convert value of type 'Int' to specified \
                              type 'String' [cannot_convert_initializer_value]\nlet q: String = 1\n  \
                              ^\n";
    /// Met with `_ = (try! Class().num)`, where `init() throws`.
    const CRASH: &str = "(force_try_expr type=\"Int\" location=p2.swift:5:19)\nunimplemented lvalue \
        expr\nUNREACHABLE executed at /build/reproducible-path/swiftlang-6.0.3/swift/lib/SILGen/\
        SILGenLValue.cpp:3181!\nPlease submit a bug report (https://swift.org/contributing/\
        #reporting-bugs) and include the crash backtrace.\nStack dump:\n0.\tProgram arguments: \
        /usr/libexec/swift/bin/swift-frontend -emit-sil\n1.\tSwift version 6.0.3 \
        (swift-6.0.3-RELEASE)\n2.\tCompiling with effective version 5.10\n3.\tWhile evaluating \
        request ASTLoweringRequest(Lowering AST to SIL for module null)\nStack dump without symbol \
        names (ensure you have llvm-symbolizer in your PATH)\n0  swift-frontend 0x00005618502002a8\n";
    const SIGNATURE: &str = "unimplemented lvalue expr: UNREACHABLE executed at \
                             lib/SILGen/SILGenLValue.cpp < While evaluating request \
                             ASTLoweringRequest";

    #[test]
    fn each_answer_is_about_its_programs() {
        let exited = Status::Exited(0);
        check("\x1e\n0\x1e\n0\x1e", exited, "accepted accepted accepted end");
        check(
            &format!("\x1e{ERROR_IN_2}\n1\x1e\n0\x1e"),
            exited,
            "- accepted cannot_convert_initializer_value end",
        );
        check(
            "\x1e\n0\x1ep1.swift:2:5: error: the compiler is unable to type-check this expression \
             in reasonable time [expression_too_complex] [#group]\n\n1\x1e",
            exited,
            "accepted too-complex accepted end",
        );
        // An error that is about nothing in particular is nobody's.
        check(
            "\x1e<unknown>:0: error: no such option\n1\x1e\n0\x1e",
            exited,
            "- accepted - failed: swiftc ended with status 1 and said: <unknown>:0: error: no such \
             option",
        );
    }

    #[test]
    fn a_crash_is_named_by_its_cause_and_what_was_done() {
        let exited = Status::Exited(0);
        check(
            &format!("\x1e{CRASH}\n134\x1e\n0\x1e"),
            exited,
            &format!("- accepted - {SIGNATURE} Some(2)"),
        );
        check(
            &format!("\x1e\n0\x1e{CRASH}\n134\x1e"),
            exited,
            &format!("accepted {SIGNATURE} accepted end"),
        );
        let overflow = "Stack dump:\n3.\tWhile evaluating request TypeCheckPrimaryFileRequest(\
            source_file \"p0.swift\")\n4.\tWhile type-checking 'f(_:)' (at p0.swift:3:1)\n5.\tWhile \
            type-checking statement at [p0.swift:3:9 - line:4:1] RangeText=\"{\"\n6.\tWhile running \
            pass #12 SILFunctionTransform \"DCE\" on SILFunction \"@$s1a\".\n";
        check(
            &format!("\x1e{overflow}\n139\x1e\n0\x1e"),
            exited,
            "- accepted - signal 11 < While evaluating request TypeCheckPrimaryFileRequest < While \
             type-checking _ < While type-checking statement at _ < While running pass ## \
             SILFunctionTransform DCE on SILFunction _. Some(0)",
        );
    }

    #[test]
    fn a_frontend_that_does_not_end_is_stopped_and_names_its_program() {
        let dump = "Stack dump:\n4.\tWhile type-checking 'f()' (at p2.swift:1:1)\n";
        check(
            &format!("\x1e{dump}\n152\x1e\n0\x1e"),
            Status::Exited(0),
            "- accepted - time Some(2)",
        );
        check(
            "\x1e\n0\x1e",
            Status::Stopped(crate::sandbox::Limit::Cpu),
            "accepted - accepted time None",
        );
        check(
            "no shell",
            Status::Exited(2),
            "- - - failed: swiftc ended with status 2 and said: no shell",
        );
    }
}
