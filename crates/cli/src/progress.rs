//! What `fuzz` shows while it runs: a live line on a terminal, a line at
//! intervals elsewhere, only warnings with `--json`.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use campaign::{Counted, Event, Found, Listener, Tally, What};
use case::OutcomeKind;
use indicatif::{ProgressBar, ProgressStyle};

use crate::words::{count, number, percent, span, tell};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Turns events into lines.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    until: Option<Duration>,
    quiet: bool,
    terminal: bool,
    tally: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    programs: u64,
    judged: u64,
    as_expected: u64,
    new_buckets: u64,
    known: u64,
    last_found: Option<Instant>,
    last_line: Option<Instant>,
}

impl Progress {
    /// A display that is quiet with `--json`.
    pub(crate) fn new(quiet: bool, until: Option<Duration>) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let bar =
            if quiet || !terminal { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a valid template"));
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress {
            bar,
            started: Instant::now(),
            until,
            quiet,
            terminal,
            tally: Mutex::new(SoFar::default()),
        }
    }

    /// Clears the live line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self, text: &str) {
        if !self.quiet {
            self.bar.suspend(|| tell!("{text}"));
        }
    }

    /// Warnings are printed with `--json`, too: something was left out.
    fn warning(&self, text: &str) {
        self.bar.suspend(|| tell!("warning: {text}"));
    }

    fn status(&self, tally: &SoFar) -> String {
        let elapsed = self.started.elapsed();
        let time = match self.until {
            Some(until) => format!("{} of {}", span(elapsed), span(until)),
            None => span(elapsed),
        };
        let rate = tally.programs as f64 / elapsed.as_secs_f64().max(0.001);
        let accepted = match tally.judged {
            0 => String::new(),
            judged => format!(" · {} as expected", percent(tally.as_expected, judged)),
        };
        let last = match tally.last_found {
            Some(at) => format!(", last {} ago", span(at.elapsed())),
            None => String::new(),
        };
        let known = if tally.known > 0 {
            format!(" + {} known", number(tally.known))
        } else {
            String::new()
        };
        format!(
            "{time} · {} · {rate:.0}/s{accepted} · {}{known}{last}",
            count(tally.programs, "program"),
            count(tally.new_buckets, "finding"),
        )
    }
}

impl Listener for Progress {
    fn hear(&self, event: &Event) {
        let mut tally = self.tally.lock().expect("no panic while the tally is locked");
        match &event.what {
            What::Checked { target, broken: Some(why) } => {
                self.warning(&format!("{target} is not used, it fails its self-test: {why}"));
            }
            What::Checked { broken: None, .. } => {}
            What::ShardDone(shard) => {
                tally.programs += shard.programs;
                for ((_, counted), n) in &shard.counts {
                    match counted {
                        Counted::Outcome(OutcomeKind::Unknown) => {}
                        Counted::Outcome(_) => tally.judged += n,
                        Counted::Tally(Tally::AsExpected) => tally.as_expected += n,
                        Counted::Tally(_) => {}
                    }
                }
            }
            What::Found(finding) => {
                tally.last_found = Some(Instant::now());
                if finding.new_bucket {
                    *(if finding.known.is_some() {
                        &mut tally.known
                    } else {
                        &mut tally.new_buckets
                    }) += 1;
                    self.line(&found(finding));
                }
            }
            What::Reduced(smaller) => self.line(&format!(
                "reduced: {} → {} tokens (wellsmith findings show {})",
                smaller.tokens_before, smaller.tokens_after, smaller.id
            )),
            What::Warning(text) => self.warning(text),
            What::Draining => self.line("finishing what is under way; Ctrl-C stops at once ..."),
        }
        let status = self.status(&tally);
        self.bar.set_message(status.clone());
        let due = tally.last_line.is_none_or(|last| last.elapsed() >= LINE_EVERY);
        if !self.terminal && due && matches!(event.what, What::ShardDone(_)) {
            tally.last_line = Some(Instant::now());
            self.line(&status);
        }
    }
}

fn found(finding: &Found) -> String {
    let Found { kind, target, id, known, signature, .. } = finding;
    match known {
        Some(name) => {
            format!("known issue {name} in {target}: {signature} (wellsmith findings show {id})")
        }
        None => format!("found: {kind} in {target}: {signature} (wellsmith findings show {id})"),
    }
}
