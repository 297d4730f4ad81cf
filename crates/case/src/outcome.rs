//! What a target did with a program.

use std::fmt;
use std::time::Duration;

use crate::words;

/// What a target did with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It compiled; the target does not run programs.
    Accepted,
    /// The compiler rejected it and said why.
    Rejected(Vec<Diagnostic>),
    /// The compiler crashed.
    Crashed(Crash),
    /// The compiler used up its limit of processor time.
    TimedOut(Duration),
    /// The compiler came to an end, but took far longer than for a similar
    /// program.
    Slow(Slow),
    /// It compiled and was run.
    Ran(Ran),
    /// There is no verdict; the text says why. Never a finding.
    Unknown(String),
}

words! {
    /// The kinds of outcome: the one vocabulary of counters, events and JSON.
    OutcomeKind, "outcome" {
        /// The compiler accepted the program; it was not run.
        Accepted = "accepted",
        /// The compiler rejected the program.
        Rejected = "rejected",
        /// The compiler crashed.
        CompilerCrashed = "compiler-crashed",
        /// The compiler used up its limit of processor time.
        CompilerTimedOut = "compiler-timed-out",
        /// The compiler took far longer than for a similar program.
        Slow = "slow",
        /// The program was run, and every run ended with exit status 0.
        Finished = "finished",
        /// The program was run, and a run ended with an exception, a signal or
        /// another exit status.
        Failed = "failed",
        /// The program was run, and a run did not end.
        Hung = "hung",
        /// There is no verdict.
        Unknown = "unknown",
    }
}

/// A message of a compiler about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// The compiler's code for it, if it has one.
    pub code: Option<String>,
    /// The message.
    pub message: String,
    /// The line in the program, counted from 1, if known.
    pub line: Option<u32>,
    /// True if the program was not even parsed.
    pub syntax: bool,
}

/// How a compiler or a program crashed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crash {
    /// What stays the same between two crashes with one cause: the place of the
    /// panic, the assertion, the top frames, without names, numbers and paths.
    pub signature: String,
    /// What was printed.
    pub text: String,
}

/// How long a compiler took for one program, and for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow {
    /// The processor time for this program.
    pub time: Duration,
    /// The processor time for the program it is compared with.
    pub usual: Duration,
}

/// How a run of a program ended, as far as it can be predicted or compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it printed on standard output.
    pub stdout: String,
    /// How it ended.
    pub exit: Exit,
}

/// How a process ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With this exit status; 0 is success.
    Status(i32),
    /// With an uncaught exception or a panic of this class.
    Exception(String),
    /// By this signal.
    Signal(i32),
}

/// What running a program gave, over all its repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// The different ways in which runs ended, each with the number of runs, in
    /// the order in which they were first seen.
    pub ends: Vec<(RunEnd, u32)>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// By itself.
    Ended {
        /// What can be compared.
        behaviour: Behaviour,
        /// What was said about it, unless it ended with exit status 0.
        crash: Option<Crash>,
    },
    /// Not at all.
    Hung(Hang),
}

/// A run that did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// How it was established that the program makes no progress.
    pub evidence: HangEvidence,
    /// Stack dumps, progress counters: what there was to see.
    pub text: String,
}

words! {
    /// How a hang was established, from the strongest to the weakest.
    HangEvidence, "evidence of a hang" {
        /// The runtime itself reported a deadlock.
        Runtime = "runtime",
        /// Every thread sleeps and none has been scheduled for a while.
        AllBlocked = "all-blocked",
        /// The limit of processor time was used up.
        CpuTime = "cpu-time",
        /// The limit of wall-clock time has passed.
        WallTime = "wall-time",
    }
}

impl Behaviour {
    /// Prints this and ends with exit status 0.
    pub fn prints(stdout: impl Into<String>) -> Behaviour {
        Behaviour { stdout: stdout.into(), exit: Exit::Status(0) }
    }

    /// Prints this and ends with an uncaught exception of this class.
    pub fn raises(stdout: impl Into<String>, class: impl Into<String>) -> Behaviour {
        Behaviour { stdout: stdout.into(), exit: Exit::Exception(class.into()) }
    }
}

impl RunEnd {
    /// A run that printed this and ended with exit status 0.
    pub fn finished(stdout: impl Into<String>) -> RunEnd {
        RunEnd::Ended { behaviour: Behaviour::prints(stdout), crash: None }
    }

    /// Whether two runs ended alike. What was said about a crash or a hang may
    /// differ.
    fn is_like(&self, other: &RunEnd) -> bool {
        match (self, other) {
            (RunEnd::Ended { behaviour, .. }, RunEnd::Ended { behaviour: other, .. }) => {
                behaviour == other
            }
            (RunEnd::Hung(_), RunEnd::Hung(_)) => true,
            _ => false,
        }
    }

    /// Whether the run ended as predicted; without a prediction, whether it
    /// ended with exit status 0.
    pub fn is_as(&self, predicted: Option<&Behaviour>) -> bool {
        match (self, predicted) {
            (RunEnd::Hung(_), _) => false,
            (RunEnd::Ended { behaviour, .. }, Some(predicted)) => behaviour == predicted,
            (RunEnd::Ended { behaviour, .. }, None) => behaviour.exit == Exit::Status(0),
        }
    }
}

impl Ran {
    /// Runs that all ended in one way.
    pub fn all(end: RunEnd, runs: u32) -> Ran {
        Ran { ends: vec![(end, runs)] }
    }

    /// Adds runs that ended in one way.
    pub fn add(&mut self, end: RunEnd, runs: u32) {
        match self.ends.iter_mut().find(|(known, _)| known.is_like(&end)) {
            Some((_, count)) => *count += runs,
            None => self.ends.push((end, runs)),
        }
    }

    /// How often the program was run.
    pub fn runs(&self) -> u32 {
        self.ends.iter().map(|(_, runs)| runs).sum()
    }

    /// The gravest way in which runs ended otherwise than predicted, with the
    /// number of such runs of any kind: a hang before a crash before a wrong
    /// output.
    pub fn deviation(&self, predicted: Option<&Behaviour>) -> Option<(&RunEnd, u32)> {
        let deviating = || self.ends.iter().filter(|(end, _)| !end.is_as(predicted));
        let gravity = |end: &RunEnd| match end {
            RunEnd::Hung(_) => 0,
            RunEnd::Ended { crash: Some(_), .. } => 1,
            RunEnd::Ended { crash: None, .. } => 2,
        };
        let (worst, _) = deviating().min_by_key(|(end, _)| gravity(end))?;
        Some((worst, deviating().map(|(_, runs)| runs).sum()))
    }

    /// The one behaviour of all runs, if there is one.
    pub fn behaviour(&self) -> Option<&Behaviour> {
        match &self.ends[..] {
            [(RunEnd::Ended { behaviour, .. }, _)] => Some(behaviour),
            _ => None,
        }
    }
}

impl Outcome {
    /// The outcome in one word.
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Outcome::Accepted => OutcomeKind::Accepted,
            Outcome::Rejected(_) => OutcomeKind::Rejected,
            Outcome::Crashed(_) => OutcomeKind::CompilerCrashed,
            Outcome::TimedOut(_) => OutcomeKind::CompilerTimedOut,
            Outcome::Slow(_) => OutcomeKind::Slow,
            Outcome::Unknown(_) => OutcomeKind::Unknown,
            Outcome::Ran(ran) => match ran.deviation(None) {
                None => OutcomeKind::Finished,
                Some((RunEnd::Hung(_), _)) => OutcomeKind::Hung,
                Some((RunEnd::Ended { .. }, _)) => OutcomeKind::Failed,
            },
        }
    }

    /// Whether the compiler accepted the program, if it came to a verdict.
    pub fn is_accepted(&self) -> Option<bool> {
        match self {
            Outcome::Accepted | Outcome::Slow(_) | Outcome::Ran(_) => Some(true),
            Outcome::Rejected(_) => Some(false),
            Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Unknown(_) => None,
        }
    }
}

/// The outcome in full, on one line or several.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Accepted => f.write_str("accepted"),
            Outcome::Rejected(diagnostics) => {
                f.write_str("rejected")?;
                for (position, diagnostic) in diagnostics.iter().enumerate() {
                    // Some compilers say the same thing twice.
                    if !diagnostics[..position].contains(diagnostic) {
                        write!(f, "\n  {diagnostic}")?;
                    }
                }
                Ok(())
            }
            Outcome::Crashed(crash) => write!(f, "the compiler crashed: {crash}"),
            Outcome::TimedOut(time) => {
                write!(f, "the compiler did not finish within {:.1} s", time.as_secs_f64())
            }
            Outcome::Slow(slow) => slow.fmt(f),
            Outcome::Unknown(why) => write!(f, "no verdict: {why}"),
            Outcome::Ran(ran) => ran.fmt(f),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(code) = &self.code {
            write!(f, "[{code}] ")?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, "\n{}", self.text.trim_end()) }
    }
}

impl Slow {
    /// How many times longer it took than the program it is compared with.
    pub fn ratio(&self) -> f64 {
        self.time.as_secs_f64() / self.usual.as_secs_f64().max(0.001)
    }
}

impl fmt::Display for Slow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "compiling took {:.2} s of processor time, {:.0} times as long as a similar program \
             ({:.2} s)",
            self.time.as_secs_f64(),
            self.ratio(),
            self.usual.as_secs_f64()
        )
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Status(status) => write!(f, "exit status {status}"),
            Exit::Exception(class) => write!(f, "exception {class}"),
            Exit::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "prints {:?}", self.stdout)?;
        match &self.exit {
            Exit::Status(0) => Ok(()),
            exit => write!(f, " and ends with {exit}"),
        }
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.runs();
        for (position, (end, count)) in self.ends.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            match end {
                RunEnd::Ended { behaviour, crash } => {
                    write!(f, "{behaviour} in {count} of {runs} runs")?;
                    if let Some(crash) = crash {
                        write!(f, ": {crash}")?;
                    }
                }
                RunEnd::Hung(hang) => {
                    let how = match hang.evidence {
                        HangEvidence::Runtime => "the runtime reports a deadlock",
                        HangEvidence::AllBlocked => "every thread is blocked",
                        HangEvidence::CpuTime => "the limit of processor time was reached",
                        HangEvidence::WallTime => "the limit of wall-clock time was reached",
                    };
                    write!(f, "hangs in {count} of {runs} runs: {how}")?;
                    if !hang.text.is_empty() {
                        write!(f, "\n{}", hang.text.trim_end())?;
                    }
                }
            }
        }
        Ok(())
    }
}
