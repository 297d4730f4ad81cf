//! Small things that several commands print.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use campaign::OutcomeRecord;
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

/// `1 program`, `2 programs`.
pub(crate) fn count(n: u64, thing: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {thing}{s}", number(n))
}

/// A number with separators between thousands: `12,345`.
pub(crate) fn number(n: u64) -> String {
    indicatif::HumanCount(n).to_string()
}

/// A share in per cent: `99.5%`.
pub(crate) fn percent(part: u64, of: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / of.max(1) as f64)
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
        assert_eq!(count(1, "program"), "1 program");
        assert_eq!(count(1000, "program"), "1,000 programs");
        assert_eq!(span(Duration::from_secs(59)), "59 s");
        assert_eq!(span(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(span(Duration::from_secs(7500)), "2 h 5 min");
    }
}
