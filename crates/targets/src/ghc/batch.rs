//! Many programs as one: a module for each, and a `Main` that runs them.

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;

use super::run::said;
use super::said::failure;
use crate::Said;
use crate::checker::Answer;
use crate::signature::regex;

/// The limits of the runtime for a program: generous for one that prints a digest
/// of small things.
pub(super) const MEMORY: &str = "-M512m -K256m";

/// The processor time that GHC gets for programs. The slowest configuration takes
/// less than a second for a program of a hundred lines.
pub(super) fn cpu(programs: usize) -> Duration {
    Duration::from_secs(20) + Duration::from_millis(1500) * programs as u32
}

/// A program as the module with its number; `None` if it says its name anywhere
/// else, or not at all.
pub(super) fn module(program: &str, number: usize) -> Option<String> {
    let head = HEAD.find(program)?;
    let elsewhere = [&program[..head.start()], &program[head.end()..]];
    if elsewhere.iter().any(|text| NAME.is_match(text)) {
        return None;
    }
    let [before, after] = elsewhere;
    Some(format!("{before}module M{number}{after}"))
}

/// The modules of a batch that are left.
pub(super) struct Batch<'a> {
    /// The positions of the programs, each with its module.
    pub(super) programs: Vec<(usize, &'a str)>,
}

impl<'a> Batch<'a> {
    /// The programs that are modules; the module's number is the position.
    pub(super) fn new(modules: impl Iterator<Item = &'a Option<String>>) -> Batch<'a> {
        let programs =
            modules.enumerate().filter_map(|(i, module)| Some((i, module.as_deref()?))).collect();
        Batch { programs }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    pub(super) fn cpu(&self) -> Duration {
        cpu(self.programs.len())
    }

    /// The files, with this main program; it gets to know the modules.
    pub(super) fn files(&self, main: &str) -> Vec<(String, String)> {
        let mut imports = String::new();
        let mut programs = String::new();
        for (position, (number, _)) in self.programs.iter().enumerate() {
            let _ = writeln!(imports, "import qualified M{number}");
            let _ = writeln!(programs, "program {position} = M{number}.main");
        }
        let main = main.replace("-- imports\n", &imports).replace("-- programs\n", &programs);
        let modules = self
            .programs
            .iter()
            .map(|(number, text)| (format!("M{number}.hs"), (*text).to_owned()));
        modules.chain([("Main.hs".to_owned(), main)]).collect()
    }

    /// The program that GHC was at last.
    pub(super) fn last_in(&self, text: &str) -> Option<usize> {
        COMPILING.captures_iter(text).last()?.name("number")?.as_str().parse().ok()
    }

    /// Takes out the programs that GHC has said something about.
    pub(super) fn take_bad(&mut self, text: &str) -> Vec<(usize, Said)> {
        let starts: Vec<_> = COMPILING.captures_iter(text).collect();
        let mut bad = Vec::new();
        for (i, module) in starts.iter().enumerate() {
            let from = module.get(0).expect("it matched").end();
            let to =
                starts.get(i + 1).and_then(|next| next.get(0)).map_or(text.len(), |n| n.start());
            let number = module.name("number").and_then(|number| number.as_str().parse().ok());
            let Some(number) = number else { continue };
            let about: Vec<&str> =
                text[from..to].lines().take_while(|line| !SUMMARY.is_match(line)).collect();
            let about = about.join("\n");
            let answer = failure(&about, true);
            // A linter's warning about a module does not keep it from being compiled.
            let warned = about.contains("*** Core Lint warnings");
            let only_warned = warned && matches!(answer, Answer::Unclear(_));
            if !about.trim().is_empty() && !only_warned {
                bad.push((number, said(answer)));
            }
        }
        self.programs.retain(|(program, _)| !bad.iter().any(|(other, _)| other == program));
        bad
    }
}

/// The class of the exception that `Main` caught, and what it shows.
pub(super) fn exception(stderr: &str) -> Option<(String, String)> {
    let (_, rest) = stderr.rsplit_once("\u{1e}exception ")?;
    let (class, shown) = rest.split_once('\u{1e}')?;
    Some((class.to_owned(), shown.to_owned()))
}

/// The beginning of a text.
pub(super) fn shorten(text: &str) -> String {
    text.trim().lines().take(20).collect::<Vec<_>>().join("\n")
}

/// The main program of a batch that is compiled: it runs the program whose
/// position is its first argument, and tells of an exception that is not caught.
pub(super) const MAIN: &str = include_str!("Main.hs");

/// The head of a module.
static HEAD: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^module\s+Main\b"));
static NAME: LazyLock<Regex> = LazyLock::new(|| regex(r"\bMain\b"));
/// The line with which GHC begins a module.
static COMPILING: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^\[ *\d+ of \d+\] Compiling (?:M(?P<number>\d+)|Main)\b.*$"));
/// A line after which nothing is about modules.
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:Ok|Failed), |^Linking |^\["));
