//! What a target did with a program.

use std::fmt;
use std::time::Duration;

/// What a target did with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It compiled; the target does not run programs.
    Accepted,
    /// The compiler rejected it and said why.
    Rejected(Vec<Diagnostic>),
    /// The compiler crashed.
    Crashed(Crash),
    /// The compiler did not come to an end within its limits.
    TimedOut(Duration),
    /// It compiled and was run.
    Ran(Ran),
    /// No verdict could be had; the text says why. Never a finding.
    Unknown(String),
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

/// How a compiler, or a program, fell over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crash {
    /// What stays the same between two crashes of one cause: the place of the
    /// panic, the assertion, the top frames, without names, numbers and paths.
    pub signature: String,
    /// What was printed.
    pub text: String,
}

/// What running a program gave, over all its repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How often it was run.
    pub runs: u32,
    /// How often it did not end normally.
    pub failed: u32,
    /// How the first run ended that did not end normally; else how all did.
    pub end: RunEnd,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Normally, with this standard output.
    Finished(String),
    /// With an error, an uncaught exception or a signal.
    Crashed(Crash),
    /// Not at all.
    Hung(Hang),
}

/// A run that did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// How it was established that nothing moves any more.
    pub evidence: HangEvidence,
    /// Stack dumps, progress counters: what there was to see.
    pub text: String,
}

/// How a hang was established, from the strongest to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HangEvidence {
    /// The runtime itself said that everything is blocked.
    Runtime,
    /// Every thread sleeps and none has been scheduled for a while.
    AllBlocked,
    /// The limit of processor time was used up.
    CpuTime,
    /// The limit of wall-clock time has passed.
    WallTime,
}

impl Outcome {
    /// The outcome in one word, as in JSON and in the store.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Rejected(_) => "rejected",
            Outcome::Crashed(_) => "compiler-crashed",
            Outcome::TimedOut(_) => "compiler-timed-out",
            Outcome::Unknown(_) => "unknown",
            Outcome::Ran(ran) => match &ran.end {
                RunEnd::Finished(_) => "finished",
                RunEnd::Crashed(_) => "crashed",
                RunEnd::Hung(_) => "hung",
            },
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
                diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n  {diagnostic}"))
            }
            Outcome::Crashed(crash) => write!(f, "the compiler crashed: {crash}"),
            Outcome::TimedOut(time) => {
                write!(f, "the compiler did not end within {:.1} s", time.as_secs_f64())
            }
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

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ran { runs, failed, end } = self;
        match end {
            RunEnd::Finished(output) => {
                write!(f, "ended normally in {runs} of {runs} runs, printing {output:?}")
            }
            RunEnd::Crashed(crash) => write!(f, "crashed in {failed} of {runs} runs: {crash}"),
            RunEnd::Hung(hang) => {
                let how = match hang.evidence {
                    HangEvidence::Runtime => "the runtime itself says so",
                    HangEvidence::AllBlocked => "every thread is blocked",
                    HangEvidence::CpuTime => "the limit of processor time was reached",
                    HangEvidence::WallTime => "the limit of time was reached",
                };
                write!(f, "hung in {failed} of {runs} runs: {how}")?;
                if hang.text.is_empty() { Ok(()) } else { write!(f, "\n{}", hang.text.trim_end()) }
            }
        }
    }
}
