//! What the sandbox costs.

use std::process::Command;
use std::time::Duration;

use targets::sandbox::{self, Limits, Status};

use super::Line;
use crate::common::cpu_time;

/// Processes in a sandbox of their own, against a bubblewrap that hides files and
/// network but has no filter, no limits, no identity of its own and nobody who
/// watches; by the processor time of all that takes part.
pub(super) fn run() -> anyhow::Result<Vec<Line>> {
    let inside = time(&|| {
        let finished = sandbox::run(&sandbox::Command::new("/bin/true", Limits::default()))?;
        anyhow::ensure!(matches!(finished.status, Status::Exited(0)), "{:?}", finished.status);
        Ok(())
    })?;
    let bare = time(&|| {
        let mut bwrap = Command::new("bwrap");
        bwrap.args(["--unshare-all", "--die-with-parent", "--as-pid-1", "--ro-bind", "/", "/"]);
        bwrap.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "/bin/true"]);
        anyhow::ensure!(bwrap.status()?.success(), "bwrap failed");
        Ok(())
    })?;
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(COUNT);
    Ok(vec![Line {
        what: format!("{:.1} ms for each", milliseconds(inside)),
        rate: f64::from(COUNT) / inside.as_secs_f64(),
        unit: "sandboxes in a second of processor time",
        floor: None,
        ratio: bare.as_secs_f64() / inside.as_secs_f64(),
        least_ratio: Some(0.45),
        against: "the rate of a bare bubblewrap",
    }])
}

const COUNT: u32 = 300;

/// The processor time that something takes [`COUNT`] times.
fn time(once: &dyn Fn() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let before = cpu_time()?;
    (0..COUNT).try_for_each(|_| once())?;
    Ok(cpu_time()? - before)
}
