//! A compiler for System F with planted bugs.

use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Does, Language, Outcome};
use rules::systemf_checker::{Bug, Verdict, check};
use targets::{Alone, Canary, End, Report, Said, Target, TargetInfo, Used};

/// A bug: programs of a class that have a pattern are not judged as they must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planted {
    /// Tokens that stand next to each other.
    pub(crate) pattern: &'static str,
    /// Whether it shows in well-typed programs, or in ill-typed ones.
    pub(crate) well_typed: bool,
    /// Whether the compiler crashes; else it rejects the program.
    pub(crate) crashes: bool,
    /// How many tokens are left when a program that shows it is reduced. It was measured,
    /// and keeps results from growing; smaller programs may show the bug, too.
    pub(crate) smallest: usize,
}

const fn crash(pattern: &'static str, smallest: usize) -> Planted {
    Planted { pattern, well_typed: true, crashes: true, smallest }
}

const fn rejected(pattern: &'static str, smallest: usize) -> Planted {
    Planted { pattern, well_typed: true, crashes: false, smallest }
}

const fn ill_typed(pattern: &'static str, smallest: usize) -> Planted {
    Planted { pattern, well_typed: false, crashes: true, smallest }
}

/// The rarest first: a program that has several patterns shows the first.
pub(crate) const BUGS: &[Planted] = &[
    crash(", false )", 10),
    crash(", true )", 20),
    crash("( false ,", 10),
    crash("( true ,", 22),
    crash("else true", 10),
    crash(") true )", 15),
    crash("then true", 17),
    crash("else false", 17),
    crash("then false", 15),
    crash(") false )", 13),
    rejected("= true", 12),
    rejected("= false", 27),
    rejected(". ( /\\", 24),
    rejected("snd ( fst", 22),
    rejected("fst ( snd", 22),
    rejected("( if ( if", 27),
    rejected("then ( if", 17),
    rejected("else ( if", 17),
    rejected(". ( \\", 25),
    rejected("fst ( fst", 22),
    ill_typed("= ( fst", 24),
    ill_typed("= ( if", 19),
    ill_typed("in ( if", 19),
    ill_typed("( if true", 10),
    ill_typed("( if false", 17),
    ill_typed("snd ( snd", 13),
    ill_typed("+ (", 19),
    ill_typed("< (", 17),
    ill_typed("in ( let", 10),
    ill_typed("= ( let", 21),
];

impl Planted {
    /// The signature of its bucket.
    pub(crate) fn signature(&self) -> String {
        let kind = if self.crashes { "crash" } else { "precision" };
        format!("{kind} fake: {}", self.name())
    }

    /// The pattern in words, which stay as they are in signatures.
    fn name(&self) -> String {
        let words = [
            (",", "comma"),
            ("(", "open"),
            (")", "close"),
            ("=", "is"),
            (".", "dot"),
            ("/\\", "forall"),
            ("\\", "lambda"),
            ("+", "plus"),
            ("<", "less"),
        ];
        let word = |token: &str| {
            let word = words.iter().find(|(known, _)| *known == token);
            word.map_or(token.to_owned(), |(_, word)| (*word).to_owned())
        };
        let name = self.pattern.split(' ').map(word).collect::<Vec<_>>().join("-");
        format!("planted {name}")
    }

    fn is_in(&self, program: &str) -> bool {
        spaced(program).contains(&format!(" {} ", self.pattern))
    }
}

/// A program with a blank around each token.
fn spaced(program: &str) -> String {
    let mut text = String::from(" ");
    for c in program.chars() {
        let grows = |c: char| c.is_alphanumeric();
        let last = text.chars().last().unwrap_or(' ');
        let apart = !(grows(c) && grows(last) || c == '\\' && last == '/');
        if apart && last != ' ' {
            text.push(' ');
        }
        if !c.is_whitespace() {
            text.push(c);
        }
    }
    text.push(' ');
    text
}

/// What the checker does not look at when it has found an error of type before: every
/// binder has a name, every keyword its place, and the program a type.
fn is_program(program: &str) -> bool {
    let spaced = spaced(program);
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let keywords = ["let", "in", "if", "then", "else", "fst", "snd", "fail", "forall"];
    let nameless = [" let : ", " \\ : ", " /\\ . ", " forall . "];
    let count = |word: &str| words.iter().filter(|other| **other == word).count();
    // After a keyword something must come, and what ends an expression is nothing.
    let empty = words.windows(2).any(|pair| {
        keywords.contains(&pair[0]) && [")", "]", ":", "in", "then", "else"].contains(&pair[1])
    });
    let begins = ["let", "if", "fst", "snd", "fail", "\\", "/\\"];
    let misplaced = words.windows(2).any(|pair| begins.contains(&pair[1]) && pair[0] != "(");
    let mut depth = 0;
    let mut typed = false;
    for word in &words {
        depth += i32::from(["(", "["].contains(word)) - i32::from([")", "]"].contains(word));
        typed |= depth == 0 && *word == ":";
    }
    typed
        && depth == 0
        && words.last() != Some(&":")
        && !empty
        && !misplaced
        && !nameless.iter().any(|binder| spaced.contains(binder))
        && count("let") == count("in")
        && count("if") == count("then")
        && count("if") == count("else")
}

/// A message with quotes around what belongs to the program, as compilers have them.
fn quoted(message: &str) -> String {
    let types = message.strip_prefix("expected ").and_then(|rest| rest.split_once(", found "));
    match (types, message.strip_suffix(" is not in scope")) {
        (Some((expected, found)), _) => format!("expected `{expected}`, found `{found}`"),
        (None, Some(name)) => format!("`{name}` is not in scope"),
        (None, None) => message.to_owned(),
    }
}

/// A checker for System F, and how it fails.
pub(crate) struct Compiler {
    info: TargetInfo,
    planted: &'static [Planted],
    /// A bug of the checker itself.
    pub(crate) bug: Option<Bug>,
    /// After so many programs it gives no verdicts, but for its canaries.
    pub(crate) silent_after: Option<usize>,
    /// After so many programs it rejects everything.
    pub(crate) broken_after: Option<usize>,
    asked: usize,
}

pub(crate) fn info(name: &str) -> TargetInfo {
    TargetInfo {
        name: name.parse().unwrap(),
        language: Language::SystemF,
        dialect: Dialect::Standard,
        does: Does::Checks,
        batch: 50,
        used: Used::ByDefault,
    }
}

impl Compiler {
    pub(crate) fn new(name: &str, planted: &'static [Planted]) -> Compiler {
        Compiler {
            info: info(name),
            planted,
            bug: None,
            silent_after: None,
            broken_after: None,
            asked: 0,
        }
    }

    /// What it does with a program.
    pub(crate) fn outcome(&self, program: &str) -> Outcome {
        let rejected = |message: String, syntax| {
            Outcome::Rejected(vec![Diagnostic { message, syntax, line: Some(1), code: None }])
        };
        let verdict = match (is_program(program), check(program, self.bug)) {
            (false, _) => Verdict::Malformed("this is no program".to_owned()),
            (true, verdict) => verdict,
        };
        let is_well_typed = verdict == Verdict::Accepted;
        let bug = self.planted.iter().find(|bug| {
            bug.well_typed == is_well_typed
                && !matches!(verdict, Verdict::Malformed(_))
                && bug.is_in(program)
        });
        match (bug, verdict) {
            (Some(bug), _) if bug.crashes => {
                Outcome::Crashed(Crash { signature: bug.name(), text: String::new() })
            }
            (Some(bug), _) => rejected(bug.name(), false),
            (None, Verdict::Accepted) => Outcome::Accepted,
            (None, Verdict::Rejected(why)) => rejected(quoted(&why), false),
            (None, Verdict::Malformed(why)) => rejected(why, true),
        }
    }

    fn answer(&mut self, program: &str) -> Outcome {
        self.asked += 1;
        let canary = program.starts_with("canary");
        let program = program.trim_start_matches("canary");
        let late = |limit: Option<usize>| limit.is_some_and(|limit| self.asked > limit);
        if late(self.silent_after) && !canary {
            return Outcome::Unknown("silence".to_owned());
        }
        if late(self.broken_after) {
            return match canary {
                true => Outcome::Accepted,
                false => Outcome::Unknown("out of order".to_owned()),
            };
        }
        self.outcome(program)
    }
}

impl Target for Compiler {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![Canary::accepted("canary 0 : Int"), Canary::rejected("canary 0 : Bool")]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let said = programs.iter().map(|program| match self.answer(program) {
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            Outcome::Crashed(crash) => Said::Crashed(crash),
            Outcome::Unknown(why) => Said::Unknown(why),
            _ => Said::Accepted,
        });
        Report { said: said.collect(), end: End::FinishedAll, cpu: Duration::from_millis(1) }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        Alone { outcome: self.answer(program), cpu: Duration::from_millis(1) }
    }
}
