//! gccrs, GCC's Rust compiler, as a target, for type checking only.
//!
//! It has no standard library yet, so a program gets the part of `core` that it
//! mentions by name, in front of its first line. Each program is a crate and a
//! process of its own: gccrs confuses methods of the same name in different
//! modules of a crate (E0592), and with many impls it becomes slow. It is a
//! compiler to find bugs in, not one to trust.
//!
//! It checks types only if it is asked to go on until after the privacy check;
//! `-frust-compile-until=typecheck` stops before checking types. Findings are
//! confirmed in the same way: generating code crashes on so much (a closure
//! that is passed to a generic function is enough) that nothing else could be
//! confirmed.
//!
//! Programs are items without inner attributes.

use std::sync::LazyLock;
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language};
use regex::Regex;

use crate::checker::{Answer, Checker, Job, describe_one, killed, said_and_status};
use crate::registry::Driver;
use crate::signature::{self, regex};
use crate::{Alone, Canary, Recipe, Report, Target, TargetInfo, Used};

const FILE: &str = "program.rs";

const OPTIONS: &str = "-frust-incomplete-and-experimental-compiler-do-not-use \
                       -frust-edition=2021 -frust-crate-type=lib -frust-compile-until=privacy \
                       -w -fno-diagnostics-show-caret -S -o /tmp/program.s";

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["gccrs"],
    describe: |toolchain| {
        // It has no borrow checker.
        let mut found = describe_one(toolchain, Language::Rust, Dialect::RustTypes, 20);
        // It calls itself unfinished, and most of its bugs are known to its
        // authors.
        found.iter_mut().for_each(|info| info.used = Used::WithToolchain);
        found
    },
    open: |toolchain, info, settings| {
        let checker = Checker::of(toolchain, settings).expect("described, so it is a program");
        Ok(Box::new(Gccrs { info, checker }))
    },
    recipe: |target, program| Recipe {
        tool: ("GCCRS", format!("gccrs-{}", target.version.split('.').next().unwrap_or_default())),
        version: "--version",
        get: "the package gccrs of your system has it".to_owned(),
        file: "repro.rs".to_owned(),
        // It has no standard library: the program comes with the part of `core`
        // that it needs, in front of its first line.
        beside: vec![("repro.rs".to_owned(), with_core(program))],
        compile: format!("$GCCRS {} repro.rs", OPTIONS.replace("/tmp/program.s", "repro.s")),
        run: None,
        crash: "internal compiler error",
    },
};

/// One gccrs.
#[derive(Clone, Debug)]
struct Gccrs {
    info: TargetInfo,
    checker: Checker,
}

impl Target for Gccrs {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(
                "\
trait Shape { type Unit; fn area(&self) -> Self::Unit; }
struct Square<T>(T);
impl<T: Copy> Shape for Square<T> {
    type Unit = T;
    fn area(&self) -> T { self.0 }
}
fn keep<'a, T>(x: &'a T) -> &'a T { x }
fn main() { keep(&Square(2u8).area()); }
",
            ),
            Canary::rejected(
                "\
fn need<T: Copy>(x: T) {}
struct Unique;
fn main() { need(Unique); }
",
            ),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let cpu = Duration::from_secs(5);
        self.run(cpu, cpu + Duration::from_secs(1) * programs.len() as u32, programs)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let cpu = Duration::from_secs(60);
        self.run(cpu, 2 * cpu, &[program]).alone()
    }
}

impl Gccrs {
    /// Compiles each program within `each` and all of them within `cpu`.
    fn run(&self, each: Duration, cpu: Duration, programs: &[&str]) -> Report {
        let crates: Vec<String> = programs.iter().map(|program| with_core(program)).collect();
        let crates: Vec<&str> = crates.iter().map(String::as_str).collect();
        let script = self.checker.one_by_one(OPTIONS, each);
        let job = Job { script, stdin: String::new(), file: FILE, cpu };
        self.checker.run(job, &crates, answer)
    }
}

/// The beginning of every crate.
const ALWAYS: &str = "#![feature(no_core, lang_items)] #![no_core] \
                      #[lang = \"sized\"] pub trait Sized {} ";

/// The rest of `core`, as far as programs use it: what is given, and for which
/// names. A part that others need comes after them.
const CORE: [(&[&str], &str); 10] = [
    (&["Copy"], "#[lang = \"copy\"] pub trait Copy: Clone {} "),
    (
        &["Copy", "Clone"],
        "#[lang = \"clone\"] pub trait Clone: Sized { fn clone(&self) -> Self; } ",
    ),
    (
        &["Fn"],
        "#[lang = \"fn\"] pub trait Fn<Args>: FnMut<Args> \
         { extern \"rust-call\" fn call(&self, args: Args) -> Self::Output; } ",
    ),
    (
        &["Fn", "FnMut"],
        "#[lang = \"fn_mut\"] pub trait FnMut<Args>: FnOnce<Args> \
         { extern \"rust-call\" fn call_mut(&mut self, args: Args) -> Self::Output; } ",
    ),
    (
        &["Fn", "FnMut", "FnOnce"],
        "#[lang = \"fn_once\"] pub trait FnOnce<Args> { #[lang = \"fn_once_output\"] type Output; \
         extern \"rust-call\" fn call_once(self, args: Args) -> Self::Output; } ",
    ),
    (&["Option", "Some", "None"], "pub enum Option<T> { None, Some(T) } "),
    (&["Some", "None"], "use Option::{None, Some}; "),
    (&["Result", "Ok", "Err"], "pub enum Result<T, E> { Ok(T), Err(E) } "),
    (&["Ok", "Err"], "use Result::{Err, Ok}; "),
    (&["PhantomData"], "#[lang = \"phantom_data\"] pub struct PhantomData<T: ?Sized>; "),
];

/// The types for which `Clone` and `Copy` are given: those that literals have
/// without saying so, and others by name. gccrs takes its time over each.
const LITERALS: [&str; 4] = ["bool", "char", "i32", "f64"];
const NUMBERS: [&str; 10] =
    ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i64", "isize", "f32"];

/// The program as a crate, line for line.
fn with_core(program: &str) -> String {
    let names: Vec<&str> = WORD.find_iter(program).map(|word| word.as_str()).collect();
    // A name that a program declares itself is not that of `core`.
    let declares = |name: &str| {
        let keywords = ["trait", "struct", "enum", "type"];
        names.windows(2).any(|pair| keywords.contains(&pair[0]) && pair[1] == name)
    };
    // A closure needs the traits of functions without naming them.
    let has_closure = program.contains("(|");
    let means =
        |name: &str| names.contains(&name) && !declares(name) || name == "Fn" && has_closure;
    let mut text = ALWAYS.to_owned();
    for (for_names, part) in CORE {
        if for_names.iter().any(|name| means(name)) {
            text.push_str(part);
        }
    }
    let numbers = NUMBERS.into_iter().filter(|name| names.contains(name));
    for name in LITERALS.into_iter().chain(numbers) {
        if means("Copy") {
            text.push_str(&format!("impl Copy for {name} {{}} "));
        }
        if means("Copy") || means("Clone") {
            text.push_str(&format!(
                "impl Clone for {name} {{ fn clone(&self) -> {name} {{ *self }} }} "
            ));
        }
    }
    text + program
}

fn answer(text: &str) -> Answer {
    let (said, status) = said_and_status(text);
    if let Some(words) = BUG.captures(said) {
        let words = words["words"].trim();
        return if words.starts_with("CPU time limit exceeded") {
            Answer::TimedOut
        } else {
            // A failed assertion tells its place; for all else the functions
            // must do that came before it.
            let frames = FRAME.captures_iter(said).map(|frame| frame.extract::<1>().1[0]);
            let mut frames: Vec<&str> = frames.filter(|name| *name != "internal_error").collect();
            frames.dedup();
            let mut signature = signature::NONE.gist(words);
            for frame in frames.into_iter().take(FRAMES) {
                signature.push_str(" < ");
                signature.push_str(frame);
            }
            Answer::Crashed(Crash { signature, text: said.trim().to_owned() })
        };
    }
    if status == Some(0) {
        return Answer::Accepted;
    }
    if let Some(answer) = killed(status, said) {
        return answer;
    }
    let diagnostics = ERROR.captures_iter(said).map(|error| {
        let code = error.name("code").map(|code| code.as_str().to_owned());
        let message = error["message"].to_owned();
        let line = error.name("line").and_then(|line| line.as_str().parse().ok());
        // Errors of later phases have a code, mostly.
        let syntax = code.is_none() && SYNTAX_WORDS.iter().any(|words| message.starts_with(words));
        Diagnostic { code, message, line, syntax }
    });
    let diagnostics: Vec<Diagnostic> = diagnostics.collect();
    match &diagnostics[..] {
        [_, ..] if status == Some(1) => Answer::Rejected(diagnostics),
        _ => Answer::Unclear(format!("gccrs said: {}", text.trim())),
    }
}

/// How messages of the lexer and the parser begin.
const SYNTAX_WORDS: [&str; 8] = [
    "expecting ",
    "unexpected ",
    "found unexpected ",
    "failed to parse ",
    "unrecognised token",
    "unended ",
    "unclosed ",
    "could not parse ",
];

/// A name, a keyword or the like.
static WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"[A-Za-z_]\w*"));
/// GCC's words about a bug.
static BUG: LazyLock<Regex> = LazyLock::new(|| regex(r"internal compiler error: (?P<words>.*)"));
/// A function in the trace of a crash, without its parameters.
static FRAME: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^0x[0-9a-f]+ ([^(\n]+)"));
/// How many of them make a signature.
const FRAMES: usize = 3;
/// An error, or something that is not implemented. Some errors have no place.
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?m)^(?:\S*program\.rs:(?P<line>\d+):\d+|crab1): ",
        r"(?:fatal error|error|sorry, unimplemented): ",
        r"(?P<message>.*?)(?: \[(?P<code>E\d+)\])?$",
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_what_it_mentions_and_does_not_declare() {
        let has = |program: &str, part: &str| with_core(program).contains(part);
        assert!(has("fn f<T: Copy>(x: T) {}", "trait Clone"));
        assert!(has("fn f<T: Copy>(x: T) {}", "impl Copy for i32"));
        assert!(!has("fn f<T: Copy>(x: T) {}", "impl Copy for u8"));
        assert!(has("fn f<T: Copy>(x: T) { f(1u8) }", "impl Copy for u8"));
        assert!(!has("fn f(x: Copying) {}", "trait Copy"));
        assert!(!has("trait Clone {} fn f<T: Clone>(x: T) {}", "lang = \"clone\""));
        assert!(has("fn f<F: FnMut()>(f: F) {}", "trait FnOnce"));
        assert!(!has("fn f<F: FnMut()>(f: F) {}", "trait Fn<"));
        let lines = with_core("fn f() -> Option<u8> {\n None }");
        assert_eq!(lines.lines().count(), 2);
    }

    #[test]
    fn crashes_are_told_from_rejections() {
        let failed = "0/program.rs: In function ‘program::f<u8>’:\n\
                      0/program.rs:5:65: internal compiler error: Segmentation fault\n\
                      0x1730ad3 internal_error(char const*, ...)\n\t???:0\n\
                      0x1831cbf simple_cst_equal(tree_node const*, tree_node const*)\n\t???:0\n\
                      0x1906e9a gimplify_expr(tree_node**, int)\n\t???:0\n\
                      0x1907cd2 gimplify_expr(tree_node**, int)\n\t???:0\n\
                      0x18f9cc7 cgraph_node::analyze()\n\t???:0\n\
                      0x1fd62ae symbol_table::finalize_compilation_unit()\n\t???:0\n1";
        let Answer::Crashed(crash) = answer(failed) else { panic!() };
        assert_eq!(
            crash.signature,
            "Segmentation fault < simple_cst_equal < gimplify_expr < cgraph_node::analyze"
        );
        let stopped = "gccrs-16: internal compiler error: CPU time limit exceeded signal \
                       terminated program crab1\n4";
        assert_eq!(answer(stopped), Answer::TimedOut);
        let unknown = "gccrs-16: error: unrecognized command-line option ‘-x’\n1";
        assert!(matches!(answer(unknown), Answer::Unclear(_)));
    }
}
