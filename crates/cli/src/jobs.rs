//! The jobs of a campaign: what is to be done with its findings. A thread does them beside
//! the campaign, whoever found what they are about.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use campaign::{Event, Lane, Listener, PlanRecord, Sighting, SightingRecord, Smaller, Stop, What};
use case::Language;
use choice::Tape;
use reduce::{End, Limits, Origin, Reduced};
use store::{
    CampaignId, Finding, Job, JobKind, JobResults, NextJob, Store, StoreError, Wanted, Worker,
};
use toolchains::Cache;

use crate::commands::findings::BisectJob;
use crate::reductions::{self, references};
use crate::setup::Bench;
use crate::words::count;

/// Does the jobs of a campaign beside it, within a share of its time.
pub(crate) struct Beside<'a> {
    pub(crate) store: &'a Store,
    pub(crate) campaign: CampaignId,
    /// Those that this machine can run. It does the jobs of these.
    pub(crate) lanes: &'a [Lane],
    pub(crate) bench: &'a Bench,
    pub(crate) cache: &'a Cache,
    /// Whether compilers that a job needs are installed.
    pub(crate) install: bool,
    pub(crate) wanted: Wanted,
    /// Who works here, for the list of workers.
    pub(crate) name: String,
    pub(crate) lease: Duration,
    /// The share of the time, in per cent.
    pub(crate) share: u32,
    /// When the campaign has come to its end, jobs have this time at least; without a limit
    /// if `None`.
    pub(crate) at_the_end: Option<Duration>,
    pub(crate) stop: &'a Stop,
    pub(crate) listener: &'a dyn Listener,
    pub(crate) news: Mutex<News>,
    pub(crate) changed: Condvar,
}

/// What the thread is told.
#[derive(Default)]
pub(crate) struct News {
    /// There may be a job.
    found: bool,
    /// The campaign has ended.
    closed: bool,
}

/// What a campaign that ends by itself leaves has this time.
pub(crate) const AT_THE_END: Duration = Duration::from_secs(30);

/// How often to look for jobs that other processes have left, or put in the queue.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What is said in the list of workers.
const WORKING: &str = "the campaign has ended, its findings are worked on";
const ENDED: &str = "has ended";

impl Listener for Beside<'_> {
    fn hear(&self, event: &Event) {
        if let What::Found(found) = &event.what
            && found.committed.new_bucket
        {
            self.news().found = true;
            self.changed.notify_all();
        }
    }
}

/// Tells the thread that the campaign has ended, also when that panics.
struct Close<'a, 'b>(&'a Beside<'b>);

impl Drop for Close<'_, '_> {
    fn drop(&mut self) {
        self.0.news().closed = true;
        self.0.changed.notify_all();
    }
}

impl Beside<'_> {
    fn news(&self) -> std::sync::MutexGuard<'_, News> {
        self.news.lock().expect("no panic while this is locked")
    }

    /// Runs a campaign, and does its jobs beside it.
    pub(crate) fn run<T>(&self, campaign: impl FnOnce() -> T) -> T {
        if self.share == 0 {
            return campaign();
        }
        std::thread::scope(|scope| {
            let working = scope.spawn(|| {
                self.work();
                self.says(ENDED);
            });
            let close = Close(self);
            let ended = campaign();
            drop(close);
            if let Err(panic) = working.join() {
                std::panic::resume_unwind(panic);
            }
            ended
        })
    }

    /// Says what this process does, once the campaign does not any more. It does not matter
    /// if that fails.
    fn says(&self, word: &str) {
        if self.news().closed {
            let campaign = (word == WORKING).then_some(self.campaign);
            let worker = Worker::current(self.name.clone());
            let _ = self.store.is_still_present(&worker, campaign, word);
        }
    }

    fn work(&self) {
        let started = Instant::now();
        let mut spent = Duration::ZERO;
        let mut ended: Option<Instant> = None;
        loop {
            let closed = {
                let mut news = self.news();
                news.found = false;
                news.closed
            };
            if closed && ended.is_none() {
                ended = Some(Instant::now());
            }
            let last = ended.map(|ended| match self.at_the_end {
                Some(time) => time.saturating_sub(ended.elapsed()),
                None => Duration::MAX,
            });
            let allowed = (started.elapsed() * self.share / 100).saturating_sub(spent);
            let left = allowed.max(last.unwrap_or_default());
            if closed && (left.is_zero() || self.stop.is_asked()) {
                return;
            }
            let next = if left.is_zero() { Ok(NextJob::Wait) } else { self.next() };
            match next {
                Ok(NextJob::Job(job)) => {
                    let begun = Instant::now();
                    self.says(WORKING);
                    // A large program may use up what comes later, but not without end.
                    let limit =
                        left.max(Duration::from_secs(60)).min(last.unwrap_or(Duration::MAX));
                    self.do_job(&job, limit);
                    spent += begun.elapsed();
                }
                Ok(NextJob::Done) if closed => return,
                // Others who are lost leave their jobs; who has little time need not wait.
                Ok(NextJob::Wait) | Err(_) if closed && self.at_the_end.is_some() => return,
                // A server that is away is no news here: the campaign tells it.
                Ok(NextJob::Wait | NextJob::Done) | Err(_) => self.pause(closed),
            }
        }
    }

    /// Waits until there may be a job.
    fn pause(&self, closed: bool) {
        let news = self.news();
        let same = |news: &mut News| !news.found && news.closed == closed && !self.stop.is_asked();
        let waited = self.changed.wait_timeout_while(news, LOOK_EVERY, same);
        drop(waited.expect("see `news`"));
    }

    /// Leases a job of a lane that this machine can run.
    fn next(&self) -> Result<NextJob, StoreError> {
        let worker = Worker::current(self.name.clone());
        let open = self.store.open_jobs(self.campaign)?;
        let mut waits = false;
        for name in self.lanes.iter().map(Lane::name) {
            if !open.iter().any(|job| job.lane == name) {
                continue;
            }
            let (campaign, wanted) = (self.campaign, self.wanted);
            match self.store.claim_job(campaign, &name, wanted, &worker, self.lease)? {
                NextJob::Job(job) => return Ok(NextJob::Job(job)),
                NextJob::Wait => waits = true,
                NextJob::Done => {}
            }
        }
        Ok(if waits { NextJob::Wait } else { NextJob::Done })
    }

    /// Does a job while its lease is renewed. Whoever is asked to stop gives it back.
    fn do_job(&self, job: &Job, limit: Duration) {
        let lost = AtomicBool::new(false);
        let (over, ended) = mpsc::channel::<()>();
        let done = std::thread::scope(|scope| {
            let lost = &lost;
            scope.spawn(move || {
                let pause = self.lease / 4;
                while let Err(mpsc::RecvTimeoutError::Timeout) = ended.recv_timeout(pause) {
                    // A server that is away may come back before anybody else has the job.
                    if let Ok(false) = self.store.renew_job(job, self.lease) {
                        lost.store(true, Ordering::Relaxed);
                    }
                    self.says(WORKING);
                }
            });
            let goes_on = || !self.stop.is_asked() && !lost.load(Ordering::Relaxed);
            let done = match job.kind {
                JobKind::Reduce => self.reduce(&job.finding, limit, &goes_on),
                JobKind::Bisect => self.bisect(job, &goes_on),
            };
            drop(over);
            done
        });
        let (kind, id) = (job.kind, &job.finding);
        let results = match done {
            Ok(None) => {
                // Others need not wait for the lease to expire.
                let _ = self.store.release_job(job);
                return;
            }
            Ok(Some(results)) => results,
            Err(error) => {
                self.tell(What::Warning(format!("finding {id}, to {kind}: {error:#}")));
                JobResults { word: format!("{error:#}"), ..JobResults::default() }
            }
        };
        if let Err(error) = self.store.finish_job(job, &results) {
            // Its lease runs out, and it is done again.
            self.tell(What::Warning(format!("finding {id}, to {kind}: {error}")));
        }
    }

    fn tell(&self, what: What) {
        self.listener.hear(&Event { at: SystemTime::now(), what });
    }

    /// Reduces a finding; `None` if it was interrupted.
    fn reduce(
        &self,
        id: &str,
        time: Duration,
        goes_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<JobResults>> {
        let finding = self.store.finding(id)?;
        let sighting = sighting(&finding)?;
        let made = |lane: &&Lane| {
            lane.engine.name() == finding.data.engine
                && lane.mode.name() == finding.data.mode
                && lane.panel.iter().any(|info| info.name == sighting.target)
        };
        let lane = self.lanes.iter().find(made).context("its lane is not known")?;
        let plan: PlanRecord = serde_json::from_str(&finding.data.plan)?;
        let plan = plan.plan(lane.engine.as_ref()).map_err(anyhow::Error::msg)?;
        let tape = Tape::from_bytes(&finding.data.tape)?;
        let job = reductions::Job {
            bench: self.bench,
            sighting: &sighting,
            origin: Some(Origin { engine: lane.engine.as_ref(), plan: &plan, tape: &tape }),
            references: references(self.bench, &sighting),
            limits: Limits { time: Some(time), ..Limits::default() },
            keep: Some((self.store, id)),
        };
        let reduced: Reduced = job.run(&mut |_| match goes_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })?;
        if reduced.end == End::Stopped {
            return Ok(None);
        }
        self.tell(What::Reduced(Smaller {
            id: id.to_owned(),
            tokens_before: reduced.before as u64,
            tokens_after: reduced.after as u64,
            finished: reduced.end == End::Finished,
        }));
        let word = format!("{} → {} tokens", reduced.before, reduced.after);
        let reduction = reductions::result(&reduced);
        Ok(Some(JobResults { reduction, word, ..JobResults::default() }))
    }

    /// Searches for the versions that show a finding; `None` if it was interrupted.
    fn bisect(&self, job: &Job, goes_on: &dyn Fn() -> bool) -> anyhow::Result<Option<JobResults>> {
        let wanted: BisectJob = serde_json::from_str(&job.arguments)?;
        let finding = self.store.finding(&job.finding)?;
        // Whoever can write to the store does not choose what is run here.
        for target in sighting(&finding)?.targets() {
            let ours = self.bench.targets().any(|info| info.name == *target);
            anyhow::ensure!(ours, "{target} is not a target of this machine");
        }
        let verdicts = wanted.run(self.store, self.cache, &finding, self.install, goes_on)?;
        Ok(verdicts.map(|verdicts| {
            let word = format!("{} tried", count(verdicts.len() as u64, "version"));
            JobResults { verdicts, word, ..JobResults::default() }
        }))
    }
}

/// What was found.
fn sighting(finding: &Finding) -> anyhow::Result<Sighting> {
    let record: SightingRecord = serde_json::from_str(&finding.data.sighting)?;
    let language = Language::named(&finding.data.language);
    record.sighting(language).map_err(anyhow::Error::msg)
}
