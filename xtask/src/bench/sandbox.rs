//! What the sandbox costs.

use std::process::Command;

use targets::sandbox::{self, Limits, Status};

use super::Line;
use crate::common::cpu_time;

/// Processes in a sandbox of their own, against processes without one; by the
/// processor time of all that takes part.
pub(super) fn run() -> anyhow::Result<Vec<Line>> {
    let count = 300;
    let before = cpu_time()?;
    for _ in 0..count {
        let finished = sandbox::run(&sandbox::Command::new("/bin/true", Limits::default()))?;
        anyhow::ensure!(matches!(finished.status, Status::Exited(0)), "{:?}", finished.status);
    }
    let inside = cpu_time()? - before;
    let before = cpu_time()?;
    for _ in 0..count {
        anyhow::ensure!(Command::new("/bin/true").status()?.success(), "it failed");
    }
    let outside = cpu_time()? - before;
    Ok(vec![Line {
        what: format!("{:.1} ms for each", inside.as_secs_f64() * 1000.0 / f64::from(count)),
        rate: f64::from(count) / inside.as_secs_f64(),
        unit: "sandboxes in a second of processor time",
        floor: Some(125.0),
        ratio: outside.as_secs_f64() / inside.as_secs_f64(),
        least_ratio: None,
        against: "the rate of processes without a sandbox",
    }])
}
