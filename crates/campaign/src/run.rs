//! The workers of a campaign in one process.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use case::{Does, Outcome, Plan, TargetName};
use store::{
    CampaignId, Claim, Commit, CounterKey, FindingData, NewBucket, NewCampaign, NewFinding,
    NewLane, Next, Presence, ShardResults, Store, StoreError, StoredInput, Wanted, Worker,
};
use targets::Target;
use thiserror::Error;

use crate::event::{Counted, Event, Found, Listener, ShardSummary, Tally, What};
use crate::known::KnownIssues;
use crate::plan::{Lane, Settings};
use crate::record::{CampaignRecord, EvidenceRecord, PlanRecord, SightingRecord};
use crate::schedule::Schedule;
use crate::shard::{Finding, ShardOutcome, Shared, run_shard};
use crate::until::Until;

/// Any error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Opens a target, or says why it cannot.
pub type Open<'a> = dyn Fn(&TargetName) -> Result<Box<dyn Target>, BoxError> + Sync + 'a;

/// A campaign that is ready to run.
pub struct Campaign<'a> {
    /// Where it is kept.
    pub store: &'a Store,
    /// Its number there.
    pub id: CampaignId,
    /// What it generates.
    pub settings: &'a Settings,
    /// Its lanes, as far as this machine can run them.
    pub lanes: &'a [Lane],
    /// How many lanes it has, those included that this machine cannot run.
    pub all_lanes: usize,
    /// Which of their shards are wanted.
    pub wanted: Wanted,
    /// Who works here, for the list of workers; nobody needs to know if `None`.
    pub presence: Option<Presence>,
    /// Issues that are not reported as new.
    pub known: KnownIssues,
    /// Opens a target of a lane. Every worker has its own.
    pub open: &'a Open<'a>,
    /// How many workers there are.
    pub jobs: usize,
    /// When to begin no more shards. Those under way have [`Timing::grace`] then.
    pub until: Option<Instant>,
    /// How leases are kept.
    pub timing: Timing,
}

/// How leases are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// A shard that was not renewed for this long is handed out again.
    pub lease: Duration,
    /// How often leases are renewed.
    pub renew: Duration,
    /// How long to wait before asking again: for shards that others may leave
    /// behind, and whether to stop.
    pub poll: Duration,
    /// How long to wait when a target gives no verdicts; longer each time.
    pub pause: Duration,
    /// How long shards that are under way may take when the time is over. What
    /// is not done by then is given back.
    pub grace: Duration,
    /// How long whoever is asked to stop keeps its shards. Then others may take them, while
    /// compilers still run; what nobody took is committed all the same.
    pub give_back: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            lease: Duration::from_secs(120),
            renew: Duration::from_secs(30),
            poll: Duration::from_millis(200),
            pause: Duration::from_secs(5),
            grace: Duration::from_secs(30),
            // Slurm kills 30 s after it has asked.
            give_back: Duration::from_secs(10),
        }
    }
}

/// Asks a process to finish what is under way and stop. Other processes that
/// work on the same campaign go on.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Asks.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a campaign could not go on. What was committed stays.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No target is left to work with.
    #[error("no target passed its self-test, so there is nothing to do:\n{0}")]
    NoTarget(String),
    /// No target gives verdicts any more.
    #[error(
        "the campaign is paused, because no target gives verdicts any more; see whether the disk or \
         the memory is full, and continue it with `wellsmith fuzz --resume`:\n{0}"
    )]
    NoVerdicts(String),
}

/// Makes a campaign in a store. `inputs` are kept by content, `sources` is what
/// the caller needs to build its engines and targets again.
pub fn create(
    store: &Store,
    settings: &Settings,
    lanes: &[Lane],
    inputs: Vec<StoredInput>,
    sources: serde_json::Value,
) -> Result<CampaignId, StoreError> {
    store.create_campaign(&NewCampaign {
        name: format!("seed {}", settings.seed),
        seed: settings.seed,
        settings: CampaignRecord::new(settings, lanes, sources).to_json(),
        lanes: lanes
            .iter()
            .enumerate()
            .map(|(position, lane)| NewLane {
                name: lane.name(),
                shard_limit: settings
                    .programs_of_lane(position, lanes.len())
                    .map(|programs| programs.div_ceil(lane.shard_size as u64)),
            })
            .collect(),
        inputs,
    })
}

/// Works on a campaign until it is finished or stopped, or until this process
/// has been asked to stop or has had its time.
pub fn run(
    campaign: &Campaign<'_>,
    stop: &Stop,
    listeners: &[&dyn Listener],
) -> Result<(), CampaignError> {
    let pool = Pool {
        campaign,
        stop,
        listeners,
        shared: Shared::new(campaign.known.clone()),
        state: Mutex::new(PoolState {
            schedule: Schedule::new(groups(campaign.lanes)),
            checked: BTreeMap::new(),
            no_verdicts: BTreeMap::new(),
            claims: Vec::new(),
            presence: campaign.presence.clone(),
            closed: false,
        }),
        closed: Condvar::new(),
        stopped: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..campaign.jobs.max(1))
            .map(|number| {
                let pool = &pool;
                scope.spawn(move || pool.work(number))
            })
            .collect();
        let heartbeat = scope.spawn(|| pool.heartbeat());
        let mut ended = Ok(());
        for worker in workers {
            match worker.join() {
                Ok(result) => ended = ended.and(result),
                Err(panic) => {
                    pool.close();
                    std::panic::resume_unwind(panic);
                }
            }
        }
        pool.close();
        heartbeat.join().expect("the heartbeat does not panic");
        ended
    })?;
    pool.check_that_something_worked()
}

/// The workers of one process, and what they share.
struct Pool<'a> {
    campaign: &'a Campaign<'a>,
    stop: &'a Stop,
    listeners: &'a [&'a dyn Listener],
    shared: Shared,
    state: Mutex<PoolState>,
    closed: Condvar,
    /// Somebody stopped the campaign for everyone.
    stopped: AtomicBool,
}

struct PoolState {
    schedule: Schedule,
    /// What came of the canaries of each target, once they were run.
    checked: BTreeMap<TargetName, Arc<Checked>>,
    /// Why lanes are set aside that gave no verdicts several times in a row.
    no_verdicts: BTreeMap<usize, String>,
    /// The shards that are being worked on.
    claims: Vec<Claim>,
    presence: Option<Presence>,
    closed: bool,
}

/// What is wrong with a target, if anything.
type Checked = OnceLock<Option<String>>;

/// The targets that a worker has opened; `None` for those that do not work.
type Opened = BTreeMap<TargetName, Option<Box<dyn Target>>>;

impl Pool<'_> {
    fn state(&self) -> std::sync::MutexGuard<'_, PoolState> {
        self.state.lock().expect("no worker panics while it holds this")
    }

    fn emit(&self, what: What) {
        if let What::Warning(word) = &what
            && let Some(presence) = &mut self.state().presence
        {
            presence.word = word.clone();
        }
        let event = Event { at: SystemTime::now(), what };
        self.listeners.iter().for_each(|listener| listener.hear(&event));
    }

    /// Whether a worker should begin no more shards.
    fn ends(&self) -> bool {
        let time_is_up = self.campaign.until.is_some_and(|until| Instant::now() >= until);
        self.stop.is_asked() || time_is_up || self.stopped.load(Ordering::Relaxed)
    }

    fn check_that_something_worked(&self) -> Result<(), CampaignError> {
        let state = self.state();
        if !state.schedule.is_all_broken() {
            return Ok(());
        }
        if !state.no_verdicts.is_empty() {
            let why = state.no_verdicts.values().map(|why| format!("  {why}"));
            return Err(CampaignError::NoVerdicts(why.collect::<Vec<_>>().join("\n")));
        }
        let broken = state.checked.iter().filter_map(|(target, checked)| {
            checked.get()?.as_ref().map(|why| format!("  {target}: {why}"))
        });
        Err(CampaignError::NoTarget(broken.collect::<Vec<_>>().join("\n")))
    }

    /// Asks the store, again and again if its server is away: it may be restarted, or the
    /// network may come back. Whoever should end waits no longer than batches may take
    /// then.
    fn ask<T>(
        &self,
        mut question: impl FnMut() -> Result<T, StoreError>,
    ) -> Result<T, CampaignError> {
        let mut wait = self.campaign.timing.poll;
        let mut ending: Option<Instant> = None;
        loop {
            match question() {
                Err(error) if error.may_pass() => {
                    if wait == self.campaign.timing.poll {
                        self.emit(What::Warning(format!("waiting for the store: {error}")));
                    }
                    if self.ends() {
                        let since = *ending.get_or_insert_with(Instant::now);
                        if since.elapsed() > self.campaign.timing.grace {
                            return Err(error.into());
                        }
                    }
                    std::thread::sleep(wait);
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                answer => return Ok(answer?),
            }
        }
    }

    /// Says that this process is there, where somebody may want to know. It does not
    /// matter if that fails.
    fn tell_presence(&self, worker: &Worker) {
        let presence = self.state().presence.clone();
        if let Some(presence) = presence {
            let _ = self.campaign.store.is_present(worker, &presence);
        }
    }

    /// Until the pool is closed: renews the leases of what is under way, and says
    /// when no more is begun, however long the rest takes.
    fn heartbeat(&self) {
        let timing = self.campaign.timing;
        let worker = Worker::current("heartbeat");
        self.tell_presence(&worker);
        let mut renewed = Instant::now();
        let mut draining = false;
        let mut stopping: Option<Instant> = None;
        let mut given_back: Vec<Claim> = Vec::new();
        loop {
            let state = self.state();
            let state = self.closed.wait_timeout(state, timing.poll).expect("see `state`").0;
            if state.closed {
                break;
            }
            // Nobody waits for this lock while the store is asked.
            let claims = state.claims.clone();
            drop(state);
            if !draining && self.ends() {
                draining = true;
                self.emit(What::Draining);
            }
            if self.stop.is_asked() {
                stopping = stopping.or_else(|| Some(Instant::now()));
            }
            if stopping.is_some_and(|since| since.elapsed() >= timing.give_back) {
                for claim in claims.iter().filter(|claim| !given_back.contains(claim)) {
                    let _ = self.campaign.store.release(claim);
                }
                given_back = claims;
            } else if renewed.elapsed() >= timing.renew {
                renewed = Instant::now();
                for claim in &claims {
                    // A lease that cannot be renewed is not lost yet: a commit
                    // is refused only if somebody else took the shard.
                    let _ = self.campaign.store.renew(claim, timing.lease);
                }
                self.tell_presence(&worker);
            }
        }
        if let Some(presence) = &mut self.state().presence {
            presence.campaign = None;
            presence.word = "has ended".to_owned();
        }
        self.tell_presence(&worker);
    }

    fn close(&self) {
        self.state().closed = true;
        self.closed.notify_all();
    }

    fn work(&self, number: usize) -> Result<(), CampaignError> {
        let Campaign { store, id, lanes, timing, .. } = self.campaign;
        let worker = match &self.campaign.presence {
            Some(presence) => Worker::current(format!("{} {number}", presence.name)),
            None => Worker::current(format!("worker {number}")),
        };
        let mut opened = Opened::new();
        while !self.ends() {
            let Some(index) = self.state().schedule.begin() else { break };
            let lane = &lanes[index];
            let begun = Instant::now();
            self.emit(What::Began { worker: number, lane: lane.name() });
            let mut panel = self.take_panel(lane, &mut opened);
            if self.ends() {
                self.emit(What::Ended { worker: number });
                break;
            }
            // A change has two sides.
            if panel.is_empty() || lane.change && panel.len() < lane.panel.len() {
                opened.extend(
                    panel.into_iter().map(|target| (target.info().name.clone(), Some(target))),
                );
                self.state().schedule.is_broken(index);
                self.emit(What::Ended { worker: number });
                continue;
            }
            let claim = || {
                store.claim_wanted(*id, &lane.name(), self.campaign.wanted, &worker, timing.lease)
            };
            match self.ask(claim)? {
                Next::Shard(claim) => {
                    self.state().claims.push(claim.clone());
                    let counted = self.ask(|| store.confirmations(*id))?;
                    self.shared.confirmations().learn(counted);
                    let done = self.do_shard(index, &claim, &mut panel, &mut opened);
                    self.state().claims.retain(|held| *held != claim);
                    if !matches!(done, Ok(ShardEnd::Committed)) {
                        // Others need not wait for the lease to expire.
                        let _ = store.release(&claim);
                    }
                    match done? {
                        ShardEnd::Committed => {
                            self.state().schedule.did_shard(index, begun.elapsed());
                        }
                        ShardEnd::NoVerdicts(why) => self.pause(index, why),
                        ShardEnd::CutOff => self.emit(What::Warning(format!(
                            "a shard of {} was not done in time and is given back",
                            lane.name()
                        ))),
                    }
                }
                // Only what other processes have leased is left.
                Next::Wait => {
                    self.state().schedule.waits(index, timing.poll);
                    std::thread::sleep(timing.poll);
                }
                Next::Done => self.state().schedule.is_done(index),
                Next::Stopped => self.stopped.store(true, Ordering::Relaxed),
            }
            self.emit(What::Ended { worker: number });
            opened
                .extend(panel.into_iter().map(|target| (target.info().name.clone(), Some(target))));
        }
        Ok(())
    }

    /// Takes the targets of a lane's panel that work from those that this worker
    /// has opened; opens those that it has not.
    fn take_panel(&self, lane: &Lane, opened: &mut Opened) -> Vec<Box<dyn Target>> {
        let take = |info: &targets::TargetInfo| {
            let target = opened.entry(info.name.clone());
            target.or_insert_with(|| self.open(&info.name)).take()
        };
        lane.panel.iter().filter_map(take).collect()
    }

    /// Opens a target, unless it fails its canaries. These are run once for all
    /// workers of this process.
    fn open(&self, name: &TargetName) -> Option<Box<dyn Target>> {
        let checked = self.state().checked.entry(name.clone()).or_default().clone();
        let broken = |broken: Option<String>| {
            self.emit(What::Checked { target: name.clone(), broken: broken.clone() });
            broken
        };
        let mut target = match (self.campaign.open)(name) {
            Ok(target) => target,
            Err(why) => {
                checked.get_or_init(|| broken(Some(why.to_string())));
                return None;
            }
        };
        // A worker that comes second waits for the result of the first.
        let result = checked.get_or_init(|| {
            let refused = AtomicBool::new(false);
            let is_over = || self.ends();
            let mut until = Until::new(target.as_mut(), &is_over, &refused);
            let why = targets::canary(&mut until).err().map(|why| why.to_string());
            match refused.load(Ordering::Relaxed) {
                // That says nothing about the target.
                true => why,
                false => broken(why),
            }
        });
        result.is_none().then_some(target)
    }

    fn do_shard(
        &self,
        index: usize,
        claim: &Claim,
        panel: &mut [Box<dyn Target>],
        opened: &mut Opened,
    ) -> Result<ShardEnd, CampaignError> {
        let Campaign { store, settings, lanes, .. } = self.campaign;
        let lane = &lanes[index];
        let size = lane.shard_size as u64;
        // Its position among all lanes, also those that other machines run.
        let position = usize::try_from(claim.lane).unwrap_or(usize::MAX);
        let limit = match settings.programs_of_lane(position, self.campaign.all_lanes) {
            Some(programs) => size.min(programs.saturating_sub(lane.first_program(claim.number))),
            None => size,
        };
        let deadline = self.campaign.until.map(|until| until + self.campaign.timing.grace);
        let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let refused = AtomicBool::new(false);
        let mut targets: Vec<Box<dyn Target + '_>> = Vec::new();
        for target in panel.iter_mut() {
            targets.push(Box::new(Until::new(target.as_mut(), &is_over, &refused)));
        }
        let mut outcome =
            run_shard(lane, settings, claim.number, limit, &mut targets, &self.shared);
        drop(targets);
        if refused.load(Ordering::Relaxed) {
            return Ok(ShardEnd::CutOff);
        }
        if let Some((target, why)) = outcome.no_verdicts {
            return Ok(ShardEnd::NoVerdicts(format!(
                "no verdicts that can be trusted from {target}: {why}"
            )));
        }
        if let Some((target, first)) = &outcome.all_rejected {
            self.emit(What::Warning(format!(
                "{target} rejected all {} programs of a batch that it was to run, so it may be a \
                 version that they are not written for: {first}",
                outcome.programs,
            )));
        }
        for finding in outcome.findings.iter_mut().filter(|finding| finding.first) {
            finding.verdicts = self.verdicts(lane, finding, panel, opened);
        }
        let results = results(lane, settings, claim.number, &outcome);
        let Commit::Done(committed) = self.ask(|| store.commit(claim, &results))? else {
            // Another worker has done it meanwhile, and reported it; or we have, and the
            // server's answer was lost.
            return Ok(ShardEnd::Committed);
        };
        if let Some(presence) = &mut self.state().presence {
            presence.shards += 1;
            presence.programs += outcome.programs;
        }
        for (finding, committed) in outcome.findings.into_iter().zip(committed) {
            let Finding { sighting, evidence, known, verdicts, .. } = finding;
            self.emit(What::Found(Box::new(Found {
                sighting,
                evidence,
                verdicts,
                known,
                committed,
            })));
        }
        if outcome.gave_up * 2 > outcome.gave_up + outcome.families {
            self.emit(What::Warning(format!(
                "{} gave up on {} of {limit} programs of a shard: its settings leave it too little \
                 room",
                lane.name(),
                outcome.gave_up,
            )));
        }
        self.emit(What::ShardDone(ShardSummary {
            lane: lane.name(),
            families: outcome.families,
            programs: outcome.programs,
            counts: outcome.counts,
            repeats: outcome.repeats,
        }));
        Ok(ShardEnd::Committed)
    }

    /// What each configuration of a compiler does with the program of a finding: who
    /// agrees is the first thing that one wants to know. Where programs are run, that
    /// would take too long, and only what was compared is told.
    fn verdicts(
        &self,
        lane: &Lane,
        finding: &Finding,
        panel: &mut [Box<dyn Target>],
        opened: &mut Opened,
    ) -> Vec<(TargetName, Outcome)> {
        let Finding { sighting, evidence, .. } = finding;
        let blamed = &sighting.target;
        let takes = |info: &targets::TargetInfo| {
            (info.name.toolchain(), info.language, info.dialect, info.does)
        };
        let Some(like) = lane.panel.iter().find(|info| info.name == *blamed).map(takes) else {
            return Vec::new();
        };
        let mut names: Vec<&TargetName> = Vec::new();
        for info in self.campaign.lanes.iter().flat_map(|lane| &lane.panel) {
            let compared = sighting.targets().contains(&&info.name);
            let wanted = compared || lane.mode.needs() == Does::Checks && takes(info) == like;
            if wanted && !names.contains(&&info.name) {
                names.push(&info.name);
            }
        }
        let mut verdicts = Vec::new();
        for name in names {
            let other = match sighting.other_target() {
                Some(other) if other == name => evidence.other.clone(),
                _ => None,
            };
            let outcome = match other {
                _ if name == blamed => Some(evidence.outcome.clone()),
                Some(other) => Some(other),
                None if self.ends() => None,
                None => {
                    let mine = panel.iter_mut().find(|target| target.info().name == *name);
                    let target = match mine {
                        Some(target) => Some(target),
                        None => {
                            let target = opened.entry(name.clone());
                            target.or_insert_with(|| self.open(name)).as_mut()
                        }
                    };
                    target.map(|target| target.confirm(&sighting.case().source).outcome)
                }
            };
            verdicts.extend(outcome.map(|outcome| (name.clone(), outcome)));
        }
        verdicts
    }

    /// A shard of a lane gave no verdicts and was given back. Waits before it is
    /// tried again; several times in a row, the lane is set aside.
    fn pause(&self, index: usize, why: String) {
        let failures = self.state().schedule.gave_no_verdicts(index);
        let lane = self.campaign.lanes[index].name();
        if failures > RETRIES {
            self.emit(What::Warning(format!("{lane} is set aside: {why}")));
            let mut state = self.state();
            state.no_verdicts.insert(index, why);
            state.schedule.is_broken(index);
            return;
        }
        let pause = self.campaign.timing.pause * failures;
        self.emit(What::Warning(format!(
            "{lane} pauses for {} s, and its programs are tried again: {why}",
            pause.as_secs()
        )));
        let until = Instant::now() + pause;
        while Instant::now() < until && !self.ends() {
            std::thread::sleep(self.campaign.timing.poll);
        }
        self.state().schedule.waits(index, pause);
    }
}

/// How a shard ended.
enum ShardEnd {
    /// Its results are in the store, from this worker or another.
    Committed,
    /// A target gave no verdict on any program, or none that can be trusted; why.
    NoVerdicts(String),
    /// The time was over before it was done.
    CutOff,
}

/// How long to wait at most before a server that is away is asked again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// How often a lane that gives no verdicts is tried again.
const RETRIES: u32 = 3;

/// What the store keeps of a shard.
fn results(lane: &Lane, settings: &Settings, shard: u64, outcome: &ShardOutcome) -> ShardResults {
    let key = |target: &str, what: Counted| CounterKey {
        engine: lane.engine.name().to_owned(),
        mode: lane.mode.name().to_owned(),
        target: target.to_owned(),
        outcome: what.name().to_owned(),
    };
    let mut counters: BTreeMap<CounterKey, u64> = outcome
        .counts
        .iter()
        .map(|((target, what), &n)| (key(&target.to_string(), *what), n))
        .collect();
    for (tally, n) in [
        (Tally::Generated, outcome.families),
        (Tally::Programs, outcome.programs),
        (Tally::GaveUp, outcome.gave_up),
        (Tally::Duplicate, outcome.duplicates),
    ] {
        counters.insert(key("", Counted::Tally(tally)), n);
    }
    let findings = match outcome.findings.is_empty() {
        true => Vec::new(),
        false => {
            let plan = lane.plan(settings, shard);
            outcome.findings.iter().map(|found| row(lane, settings, &plan, found)).collect()
        }
    };
    ShardResults {
        programs: outcome.families,
        counters,
        findings,
        repeats: outcome.repeats.clone(),
        confirmations: outcome.confirmations.clone(),
    }
}

fn row(lane: &Lane, settings: &Settings, plan: &Plan, finding: &Finding) -> NewFinding {
    let Finding { sighting, evidence, known, .. } = finding;
    let case = sighting.case();
    let plan = Plan { subject: finding.subject.clone(), ..plan.clone() };
    let known_issue = known.as_ref().map(|issue| (issue.name.clone(), issue.about.clone()));
    NewFinding {
        bucket: NewBucket {
            signature: sighting.signature.clone(),
            kind: sighting.kind.name().to_owned(),
            target: sighting.target.to_string(),
            known_issue: known.as_ref().map(|issue| issue.name.clone()),
        },
        data: FindingData {
            case_id: case.id().to_string(),
            engine: lane.engine.name().to_owned(),
            mode: lane.mode.name().to_owned(),
            language: lane.language.name().to_owned(),
            dialect: lane.dialect.name().to_owned(),
            target: sighting.target.to_string(),
            plan: json(&PlanRecord::new(lane.engine.as_ref(), &plan)),
            seed: settings.seed,
            program: finding.number,
            tape: finding.tape.to_bytes(),
            source: case.source.clone(),
            expectation: case.expectation.word().to_owned(),
            outcome: evidence.outcome.kind().name().to_owned(),
            sighting: json(&SightingRecord::new(sighting)),
            evidence: json(&EvidenceRecord::new(evidence, known_issue, &finding.verdicts)),
        },
    }
}

fn json(record: &impl serde::Serialize) -> String {
    serde_json::to_string(record).expect("a record has a JSON form")
}

/// The group of each lane: those of one engine for one compiler belong together.
fn groups(lanes: &[Lane]) -> impl Iterator<Item = usize> {
    let key = |lane: &Lane| (lane.engine.name(), lane.panel[0].name.toolchain());
    lanes.iter().map(move |lane| {
        lanes.iter().position(|other| key(other) == key(lane)).expect("a lane is in its group")
    })
}
