//! `wellsmith workers`: who works on what.

use std::time::Duration;

use serde::Serialize;
use store::{Leased, Present};

use crate::args::WorkersArgs;
use crate::exit::{Exit, setup};
use crate::setup as machine;
use crate::words::{number, say, span, table};

/// Workers that nothing was heard of for longer are not shown.
const SHOWN: Duration = Duration::from_secs(3600);

#[derive(Serialize)]
struct WorkerJson {
    name: String,
    campaign: Option<i64>,
    jobs: u64,
    targets: serde_json::Value,
    /// How many shards it holds.
    leases: usize,
    /// What it does with findings: `reduce ID`, `bisect ID`.
    does: Vec<String>,
    /// The age of the oldest of its leases, also of what it does with findings, in seconds.
    oldest_lease: Option<f64>,
    shards: u64,
    programs: u64,
    /// Programs in a second, since it began.
    per_second: f64,
    /// When it was last heard of, in seconds ago.
    silence: f64,
    word: String,
}

impl WorkerJson {
    fn new(worker: Present, leased: &[Leased]) -> WorkerJson {
        let held = leased.iter().filter(|lease| lease.process == worker.id && !lease.set_aside);
        let oldest = held.clone().map(|lease| lease.age).max();
        WorkerJson {
            campaign: worker.campaign.map(|campaign| campaign.0),
            jobs: worker.jobs,
            targets: serde_json::from_str(&worker.targets).unwrap_or_default(),
            leases: held.clone().filter(|lease| lease.job.is_none()).count(),
            does: held.filter_map(|lease| lease.job.clone()).collect(),
            oldest_lease: oldest.map(seconds),
            shards: worker.shards,
            programs: worker.programs,
            per_second: worker.programs as f64 / seconds(worker.age).max(0.001),
            silence: seconds(worker.silence),
            word: worker.word,
            name: worker.name,
        }
    }
}

/// Milliseconds of the database as seconds.
fn seconds(milliseconds: i64) -> f64 {
    milliseconds.max(0) as f64 / 1000.0
}

/// Runs the command.
pub(crate) fn run(args: &WorkersArgs) -> anyhow::Result<Exit> {
    let store = machine::read_store(&args.places)?;
    let leased = store.leased().map_err(setup)?;
    let present = store.workers(SHOWN.as_millis() as i64).map_err(setup)?;
    let workers: Vec<WorkerJson> =
        present.into_iter().map(|worker| WorkerJson::new(worker, &leased)).collect();
    if args.json {
        say!("{}", serde_json::to_string(&workers)?)?;
        return Ok(Exit::Nothing);
    }
    if workers.is_empty() {
        say!("No worker was heard of in the last hour.")?;
        return Ok(Exit::Nothing);
    }
    let ago = |seconds: f64| span(Duration::from_secs_f64(seconds));
    let mut shown = table([
        "worker",
        "campaign",
        "leases",
        "does",
        "oldest",
        "shards",
        "programs",
        "/s",
        "heard of",
        "last word",
    ]);
    for worker in &workers {
        shown.add_row([
            worker.name.clone(),
            worker.campaign.map_or("-".to_owned(), |campaign| campaign.to_string()),
            format!("{} of {}", worker.leases, worker.jobs),
            if worker.does.is_empty() { "-".to_owned() } else { worker.does.join(", ") },
            worker.oldest_lease.map_or("-".to_owned(), ago),
            number(worker.shards),
            number(worker.programs),
            format!("{:.1}", worker.per_second),
            format!("{} ago", ago(worker.silence)),
            worker.word.clone(),
        ]);
    }
    say!("{shown}")?;
    Ok(Exit::Nothing)
}
