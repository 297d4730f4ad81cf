//! What a compiler's exit status and output mean.

use std::sync::LazyLock;

use case::{Crash, Diagnostic};
use regex::{Captures, Regex};

use super::config::{CommandTarget, SIGNALS};
use crate::checker::{Answer, killed, one_line, said_and_status};
use crate::signature::{NONE, regex};

/// How much of a compiler's output is kept: enough for a stack trace.
const KEPT: usize = 16 << 10;

/// How much of a message is kept.
const MESSAGE: usize = 1 << 10;

/// How many diagnostics about one program are kept.
const DIAGNOSTICS: usize = 100;

/// The rules by which one description reads.
pub(super) struct Reading {
    accepted: Vec<u8>,
    rejected: Option<Vec<u8>>,
    crashed: Vec<u8>,
    error: Option<Regex>,
    crash: Option<Regex>,
    syntax: Option<Regex>,
    /// The name of each program's file.
    file: String,
    /// Its path, with the position of the program.
    path: Regex,
}

impl Reading {
    pub(super) fn new(target: &CommandTarget, file: &str) -> Reading {
        Reading {
            accepted: target.accepted.clone(),
            rejected: target.rejected.clone(),
            crashed: target.crashed.clone(),
            error: target.error.as_ref().map(|pattern| pattern.0.clone()),
            crash: target.crash.as_ref().map(|pattern| pattern.0.clone()),
            syntax: target.syntax.as_ref().map(|pattern| pattern.0.clone()),
            file: file.to_owned(),
            path: regex(&format!(r"(?:\./|/tmp/w/)?\b(?P<position>\d+)/{}", regex::escape(file))),
        }
    }

    /// What the compiler answered. The text is its output and, on the last line,
    /// its exit status.
    pub(super) fn answer(&self, text: &str) -> Answer {
        let (said, status) = said_and_status(text);
        // A shell gives nothing else.
        let Some(status) = status.and_then(|status| u8::try_from(status).ok()) else {
            return Answer::Unclear(format!("it is not known how it ended: {}", excerpt(said)));
        };
        let is_accepted = self.accepted.contains(&status);
        match killed(Some(status.into()), said) {
            // By the script that watches it, or by the system.
            Some(Answer::Unclear(_)) => {
                return Answer::Unclear(
                    "the compiler did not finish: it was killed because it waited for something \
                     that did not come, did not respect its limit of processor time, or memory \
                     was short"
                        .to_owned(),
                );
            }
            Some(Answer::TimedOut) => return Answer::TimedOut,
            // A process that the compiler started, or a runtime that handles the
            // signal (Go's), may be the one that says it.
            _ if !is_accepted && OUT_OF_TIME.is_match(said) => {
                return Answer::TimedOut;
            }
            _ => {}
        }
        if let Some(crash) = self.crash(said, is_accepted) {
            return Answer::Crashed(crash);
        }
        if SIGNALS.contains(&status) {
            return crashed(format!("signal {}", status - 128), said);
        }
        let by_status = || {
            let line = NONE.gist(&self.without_path(first_line(said)));
            crashed(format!("exit status {status}: {line}"), said)
        };
        let is_rejected = match &self.rejected {
            Some(rejected) => rejected.contains(&status),
            None => !is_accepted && (1..=125).contains(&status),
        };
        match status {
            _ if self.crashed.contains(&status) => by_status(),
            _ if is_rejected => self.rejection(said, status, is_accepted),
            _ if is_accepted => Answer::Accepted,
            126 | 127 => Answer::Unclear(format!(
                "the command could not be started inside the sandbox (exit status {status}): {}",
                excerpt(said)
            )),
            128.. => by_status(),
            _ => Answer::Unclear(format!(
                "exit status {status} means nothing by the description of this compiler: {}",
                excerpt(said)
            )),
        }
    }

    /// The diagnostics that name the file of a program, with its position.
    pub(super) fn located(&self, said: &str) -> Vec<(usize, Diagnostic)> {
        let located = |error: Captures<'_>| Some((self.position(&error)?, self.diagnostic(&error)));
        self.error.iter().flat_map(|error| error.captures_iter(said)).filter_map(located).collect()
    }

    fn rejection(&self, said: &str, status: u8, is_accepted: bool) -> Answer {
        let Some(error) = &self.error else {
            return Answer::Rejected(vec![self.first_error(said, status)]);
        };
        let errors = error.captures_iter(said).take(DIAGNOSTICS);
        let diagnostics: Vec<Diagnostic> = errors.map(|error| self.diagnostic(&error)).collect();
        match diagnostics.is_empty() {
            false => Answer::Rejected(diagnostics),
            true if is_accepted => Answer::Accepted,
            true => Answer::Unclear(format!(
                "exit status {status}, but nothing in the output is an error by the description of \
                 this compiler: {}",
                excerpt(said)
            )),
        }
    }

    /// A diagnostic in the user's format.
    fn diagnostic(&self, error: &Captures<'_>) -> Diagnostic {
        let group = |name| error.name(name).map(|group| group.as_str().trim());
        let message = group("message").unwrap_or(error[0].trim());
        // A line of another file is not one of the program.
        let is_here = error.name("file").is_none() || self.position(error).is_some();
        let line = group("line").filter(|_| is_here).and_then(|line| line.parse().ok());
        let code = group("code").filter(|code| !code.is_empty()).map(str::to_owned);
        self.finished(code, message, line)
    }

    /// The position of the program that a diagnostic is about.
    fn position(&self, error: &Captures<'_>) -> Option<usize> {
        let file = error.name("file")?.as_str();
        self.path.captures(file)?["position"].parse().ok()
    }

    /// What is said where no format is described: the first error in the usual
    /// format, or else the first line.
    fn first_error(&self, said: &str, status: u8) -> Diagnostic {
        let said = self.without_path(said);
        let is_here = |error: &Captures<'_>| error["file"] == self.file;
        let usual = USUAL.captures_iter(&said).filter(is_here).find(|error| {
            !["warning", "note", "info"].iter().any(|word| error["message"].starts_with(word))
        });
        match usual {
            Some(error) => {
                let code = error.name("code").map(|code| code.as_str().to_owned());
                self.finished(code, &error["message"], error["line"].parse().ok())
            }
            None => match first_line(&said) {
                "" => self.finished(None, &format!("exit status {status}, and no message"), None),
                line => self.finished(None, line, None),
            },
        }
    }

    fn finished(&self, code: Option<String>, message: &str, line: Option<u32>) -> Diagnostic {
        let message = start(&self.without_path(&one_line([message])), MESSAGE).to_owned();
        let syntax = self.syntax.as_ref().is_some_and(|syntax| syntax.is_match(&message));
        Diagnostic { code, message, line, syntax }
    }

    /// A text in which the program's file has the same name always.
    fn without_path(&self, text: &str) -> String {
        self.path.replace_all(text, regex::NoExpand(&self.file)).into_owned()
    }

    /// A crash that the output tells of.
    fn crash(&self, said: &str, is_accepted: bool) -> Option<Crash> {
        let own = self.crash.iter();
        let usual = CRASHES.iter().filter(|_| self.crash.is_none() && !is_accepted);
        let words = own.chain(usual).find_map(|crash| crash.captures(said))?;
        let group = |name| words.name(name).map(|group| group.as_str().trim());
        let message = match (group("message"), group("place")) {
            (Some(message), _) => message,
            (None, Some(_)) => "",
            (None, None) => &words[0],
        };
        let message = NONE.gist(&self.without_path(&one_line([message])));
        let place = group("place").unwrap_or_default();
        let signature = start(one_line([place, &message[..]]).trim(), MESSAGE).to_owned();
        Some(Crash { signature, text: start(said.trim(), KEPT).to_owned() })
    }
}

fn crashed(signature: String, said: &str) -> Answer {
    let signature = start(signature.trim_end_matches([' ', ':']), MESSAGE).to_owned();
    Answer::Crashed(Crash { signature, text: start(said.trim(), KEPT).to_owned() })
}

fn first_line(said: &str) -> &str {
    said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// The first lines of what was said, for a message.
fn excerpt(said: &str) -> String {
    match said.trim() {
        "" => "it printed nothing".to_owned(),
        said => start(&said.lines().take(10).collect::<Vec<_>>().join("\n"), MESSAGE).to_owned(),
    }
}

/// The first bytes of a text, to the end of a character.
fn start(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

static OUT_OF_TIME: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\bcpu (?:time )?limit exceeded\b"));

/// `FILE:LINE:COLUMN: error[CODE]: MESSAGE`, the format of the GNU coding
/// standards; only file, line and message are needed.
static USUAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?m)^(?P<file>[^\s:]+):(?P<line>\d+)(?:[:.]\d+)?(?:-\d+(?:[:.]\d+)?)?:\s*",
        r"(?:(?:fatal )?error(?:\s*\[(?P<code>[^\]\s]+)\])?:\s*)?(?P<message>.+)$"
    ))
});

/// What hardly any compiler prints to reject a program: panics of Rust, bugs
/// that compilers call so, and stacks that overflow. Other uncaught exceptions
/// are not among them, because small type checkers reject in this way.
static CRASHES: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    [
        regex(r"panicked at (?P<place>[^\n]*?):?\n(?P<message>[^\n]*)"),
        regex(r"(?i)(?P<message>\binternal (?:compiler )?error\b[^\n]*)"),
        regex(r"(?P<message>[^\n]*(?:StackOverflowError|RecursionError|Stack_overflow)[^\n]*)"),
    ]
});
