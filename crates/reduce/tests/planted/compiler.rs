//! A compiler for System F with planted bugs.

use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Does, Language, Outcome};
use rules::systemf_checker::{Bug, Verdict, check};
use targets::{Alone, Canary, End, Report, Said, Target, TargetInfo, Used};

use super::systemf::{Error, errors, parse, tokens};

/// A bug: programs of a class that have a pattern are not judged as they must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planted {
    /// Tokens that stand next to each other.
    pub(crate) pattern: &'static str,
    /// The one error of the ill-typed programs that show it; `None` if it shows in
    /// well-typed ones.
    pub(crate) error: Option<Error>,
    /// Whether the compiler crashes; else it rejects the program.
    pub(crate) crashes: bool,
    /// The smallest program that shows it, found by hand.
    pub(crate) smallest: &'static str,
}

const fn crash(pattern: &'static str, smallest: &'static str) -> Planted {
    Planted { pattern, error: None, crashes: true, smallest }
}

const fn rejected(pattern: &'static str, smallest: &'static str) -> Planted {
    Planted { pattern, error: None, crashes: false, smallest }
}

const fn ill_typed(error: Error, pattern: &'static str, smallest: &'static str) -> Planted {
    Planted { pattern, error: Some(error), crashes: true, smallest }
}

/// The rarest first: a program that has several patterns shows the first.
pub(crate) const BUGS: &[Planted] = &[
    crash(", false )", "(fst (0, false)) : Int"),
    crash(", true )", "(fst (0, true)) : Int"),
    crash("( false ,", "(snd (false, 0)) : Int"),
    crash("( true ,", "(snd (true, 0)) : Int"),
    crash("else true", "(if true then true else true) : Bool"),
    crash(") true )", "((\\x : Bool. 0) true) : Int"),
    crash("then true", "(if true then true else false) : Bool"),
    crash("else false", "(if true then false else false) : Bool"),
    // A literal after `else` would be one of the bugs above.
    crash("then false", "(if true then false else (0 < 0)) : Bool"),
    crash(") false )", "((\\x : Bool. 0) false) : Int"),
    rejected("= true", "(let x : Bool = true in 0) : Int"),
    rejected("= false", "(let x : Bool = false in 0) : Int"),
    rejected("Int . ( /\\", "(fst (0, (\\x : Int. (/\\a. 0)))) : Int"),
    rejected("snd ( fst", "(snd (fst ((0, 0), 0))) : Int"),
    rejected("fst ( snd", "(fst (snd (0, (0, 0)))) : Int"),
    // Literals as branches of the inner conditional would be one of the bugs above.
    rejected("( if ( if", "(if (if true then (0 < 0) else (0 < 0)) then 0 else 0) : Int"),
    rejected("then ( if", "(if true then (if true then 0 else 0) else 0) : Int"),
    rejected("else ( if", "(if true then 0 else (if true then 0 else 0)) : Int"),
    rejected("Int . ( \\", "(fst (0, (\\x : Int. (\\x : Int. 0)))) : Int"),
    rejected("fst ( fst", "(fst (fst ((0, 0), 0))) : Int"),
    ill_typed(Error::Body, "= ( fst", "(let x : Int = (fst (0, 0)) in 0) : Bool"),
    ill_typed(Error::Body, "= ( if", "(let x : Int = (if true then 0 else 0) in 0) : Bool"),
    ill_typed(
        Error::Operand,
        "in ( if",
        "(let x : Int = 0 in (if true then (0 + true) else 0)) : Int",
    ),
    ill_typed(Error::Body, "( if true", "(if true then 0 else 0) : Bool"),
    ill_typed(Error::Body, "( if false", "(if false then 0 else 0) : Bool"),
    ill_typed(Error::NotAPair, "snd ( snd", "(snd (snd 0)) : Int"),
    ill_typed(Error::Operand, "+ (", "(0 + (0 < 0)) : Int"),
    ill_typed(Error::Operand, "< (", "(0 < (0 < 0)) : Bool"),
    ill_typed(Error::Body, "in ( let", "(let x : Int = 0 in (let x : Int = 0 in 0)) : Bool"),
    ill_typed(Error::Body, "= ( let", "(let x : Int = (let x : Int = 0 in 0) in 0) : Bool"),
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
            ("Int", "int"),
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
pub(crate) fn spaced(program: &str) -> String {
    format!(" {} ", tokens(program).join(" "))
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
    /// After so many programs it does not come to an end, not even with its canaries.
    pub(crate) hangs_after: Option<usize>,
    /// After so many programs its bugs show every second time when it is asked alone.
    pub(crate) flaky_after: Option<usize>,
    asked: usize,
    asked_alone: usize,
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
            hangs_after: None,
            flaky_after: None,
            asked: 0,
            asked_alone: 0,
        }
    }

    /// What it does with a program.
    pub(crate) fn outcome(&self, program: &str) -> Outcome {
        let rejected = |messages: Vec<String>, syntax| {
            let said = messages.into_iter().map(|message| Diagnostic {
                message,
                syntax,
                line: Some(1),
                code: None,
            });
            Outcome::Rejected(said.collect())
        };
        let parsed = match parse(program) {
            Ok(parsed) => parsed,
            Err(message) => return rejected(vec![message], true),
        };
        let errors = match self.bug {
            Some(_) if check(&spaced(program), self.bug) == Verdict::Accepted => Vec::new(),
            _ => errors(&parsed),
        };
        let has = |bug: &&Planted| match bug.error {
            None => errors.is_empty(),
            Some(error) => errors.iter().all(|other| *other == error) && !errors.is_empty(),
        };
        match self.planted.iter().filter(has).find(|bug| bug.is_in(program)) {
            Some(bug) if bug.crashes => {
                Outcome::Crashed(Crash { signature: bug.name(), text: String::new() })
            }
            Some(bug) => rejected(vec![bug.name()], false),
            None if errors.is_empty() => Outcome::Accepted,
            None => rejected(errors.iter().map(|error| error.to_string()).collect(), false),
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
        if late(self.hangs_after) {
            return Outcome::TimedOut(Duration::from_secs(10));
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
        if self.hangs_after.is_some_and(|limit| self.asked >= limit) {
            let end = End::TimedOut(Duration::from_secs(10), None);
            return Report::silent(programs.len(), end, Duration::from_secs(10));
        }
        let said = programs.iter().map(|program| match self.answer(program) {
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            Outcome::Crashed(crash) => Said::Crashed(crash),
            Outcome::Unknown(why) => Said::Unknown(why),
            _ => Said::Accepted,
        });
        Report { said: said.collect(), end: End::FinishedAll, cpu: Duration::from_millis(1) }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        self.asked_alone += 1;
        let is_late = self.flaky_after.is_some_and(|limit| self.asked > limit);
        if is_late && self.asked_alone.is_multiple_of(2) {
            let right = Compiler::new("right@1", &[]);
            return Alone { outcome: right.outcome(program), cpu: Duration::from_millis(1) };
        }
        Alone { outcome: self.answer(program), cpu: Duration::from_millis(1) }
    }
}
