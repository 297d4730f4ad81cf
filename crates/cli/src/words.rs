//! Small things that several commands print.

use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use campaign::{LaneHealth, OutcomeRecord};
use case::{Covered, Outcome, TargetName};
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use crate::exit::setup;

/// Prints a line of results on standard output; see [`print_line`].
macro_rules! say {
    ($($line:tt)*) => { crate::words::print_line(format_args!($($line)*)) };
}

/// Tells the user something besides the results; see [`tell_line`].
macro_rules! tell {
    ($($line:tt)*) => { crate::words::tell_line(format_args!($($line)*)) };
}

pub(crate) use {say, tell};

/// Prints a line of results. Where `println!` would panic, this gives an error.
pub(crate) fn print_line(line: fmt::Arguments<'_>) -> anyhow::Result<()> {
    printed(writeln!(io::stdout().lock(), "{line}"))
}

/// The result of writing to standard output.
pub(crate) fn printed(result: io::Result<()>) -> anyhow::Result<()> {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => error.into(),
        _ => setup(format!("cannot write to standard output: {error}")),
    })
}

/// Prints a line on standard error. If that is closed, the work continues.
pub(crate) fn tell_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The processor time that this process has used.
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// An empty table with these column titles, as wide as the terminal.
pub(crate) fn table<const N: usize>(titles: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(titles);
    table
}

/// How many verdicts were as expected, for each target and what it was tested with.
pub(crate) fn health_table(lanes: &[LaneHealth]) -> Table {
    let mut shown = table(["target", "engine, mode", "verdicts", "as expected"]);
    for lane in lanes {
        shown.add_row([
            lane.target.clone(),
            format!("{} {}", lane.engine, lane.mode),
            number(lane.judged),
            percent(lane.as_expected, lane.judged),
        ]);
    }
    shown
}

/// `1 program`, `2 programs`.
pub(crate) fn count(n: u64, thing: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {thing}{s}", number(n))
}

/// A number with separators between thousands: `12,345`.
pub(crate) fn number(n: u64) -> String {
    indicatif::HumanCount(n).to_string()
}

/// A share in per cent: `99.5%`. Only all of it is `100.0%`.
pub(crate) fn percent(part: u64, of: u64) -> String {
    let thousandths = u128::from(part) * 1000 / u128::from(of.max(1));
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

/// `12 s`, `3 min 5 s`, `2 h 4 min`.
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Tells that something takes its time, from two seconds on, until it is dropped.
pub(crate) struct Waiting {
    done: mpsc::Sender<()>,
}

impl Waiting {
    /// Something that may take long: `reading libraries`.
    pub(crate) fn start(what: &str) -> Waiting {
        let (done, waiting) = mpsc::channel();
        let what = what.to_owned();
        std::thread::spawn(move || {
            let started = Instant::now();
            let mut wait = Duration::from_secs(2);
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(wait) {
                tell!("{what} ... {}", span(started.elapsed()));
                wait = Duration::from_secs(10);
            }
        });
        Waiting { done }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.done.send(());
    }
}

/// A time of the store, in words: `2026-11-17 10:54 UTC`.
pub(crate) fn date(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1000);
    let (days, second) = (seconds.div_euclid(86400), seconds.rem_euclid(86400));
    // Days since 0000-03-01, in eras of 400 years.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (year + 400 * era, month + 3),
        _ => (year + 400 * era + 1, month - 9),
    };
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", second / 3600, second / 60 % 60)
}

/// How much of something was used, in JSON.
#[derive(Serialize)]
pub(crate) struct Used {
    pub(crate) what: String,
    pub(crate) used: u64,
    pub(crate) of: u64,
    /// In how many programs the rarest are.
    rarest: Vec<(String, u64)>,
}

impl Used {
    pub(crate) fn new(covered: &Covered) -> Used {
        let Covered { what, used, of, rarest } = covered.clone();
        Used { what, used, of, rarest }
    }

    /// The same as the store keeps it.
    pub(crate) fn kept(&self) -> store::UsedOf {
        store::UsedOf {
            what: self.what.clone(),
            used: self.used,
            total: self.of,
            rarest: serde_json::to_string(&self.rarest).unwrap_or_default(),
        }
    }
}

/// An outcome as JSON.
#[derive(Serialize)]
pub(crate) struct OutcomeJson {
    target: String,
    #[serde(flatten)]
    outcome: OutcomeRecord,
}

impl OutcomeJson {
    /// The JSON form of what a target did.
    pub(crate) fn new(target: &TargetName, outcome: &Outcome) -> OutcomeJson {
        OutcomeJson { target: target.to_string(), outcome: OutcomeRecord::new(outcome) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_spans() {
        assert_eq!(number(7), "7");
        assert_eq!(number(1234567), "1,234,567");
        assert_eq!((percent(2, 3), percent(3, 3)), ("66.6%".into(), "100.0%".into()));
        assert_eq!((percent(99_999, 100_000), percent(0, 0)), ("99.9%".into(), "0.0%".into()));
        assert_eq!(count(1, "program"), "1 program");
        assert_eq!(count(1000, "program"), "1,000 programs");
        assert_eq!(span(Duration::from_secs(59)), "59 s");
        assert_eq!(span(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(span(Duration::from_secs(7500)), "2 h 5 min");
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(1_709_210_096_789), "2024-02-29 12:34 UTC");
        assert_eq!(date(1_798_761_599_000), "2026-12-31 23:59 UTC");
    }
}
