//! The workers of a campaign.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};

use store::{
    CampaignId, CampaignState, Claim, Commit, CounterKey, NewBucket, Next, ShardResults, Store,
    StoreError, Worker,
};
use targets::Target;
use thiserror::Error;

use crate::event::{Event, NewFinding, ShardSummary};
use crate::known::KnownIssues;
use crate::record::PlanRecord;
use crate::settings::{Lane, Settings};
use crate::shard::{Finding, ShardOutcome, Shared, run_shard};

/// A shard that nobody has renewed for so long is handed out again.
const LEASE: Duration = Duration::from_secs(120);
const RENEW_EVERY: Duration = Duration::from_secs(30);
/// How long to wait before asking again: for shards that others may leave
/// behind, and whether to stop.
const WAIT: Duration = Duration::from_millis(200);

/// Opens the configurations of a toolchain, or says why it cannot.
pub type Open<'a> = dyn Fn(&str) -> Result<Vec<Box<dyn Target>>, Box<dyn std::error::Error + Send + Sync>>
    + Sync
    + 'a;

/// A campaign that is ready to run.
pub struct Campaign<'a> {
    /// Where it is kept.
    pub store: &'a Store,
    /// Its number there.
    pub id: CampaignId,
    /// What it generates.
    pub settings: &'a Settings,
    /// Its lanes.
    pub lanes: &'a [Lane],
    /// Issues that are not reported as new.
    pub known: KnownIssues,
    /// Opens the configurations of a compiler, by the lane's toolchain. Every
    /// worker has its own.
    pub open: &'a Open<'a>,
    /// How many workers there are.
    pub jobs: usize,
    /// When to begin no more shards.
    pub until: Option<Instant>,
}

/// Asks a campaign to finish what is under way and stop.
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
}

/// Runs a campaign until its count, its time or its patience is at an end.
/// Everything that happens is given to `emit`, from several threads.
pub fn run(
    campaign: &Campaign<'_>,
    stop: &Stop,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<(), CampaignError> {
    let resumed_from = campaign.store.progress(campaign.id)?.programs;
    campaign.store.set_state(campaign.id, CampaignState::Running)?;
    emit(Event::Started { campaign: campaign.id.0, lanes: campaign.lanes.len(), resumed_from });
    let office = Office::new(campaign, stop, emit);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..campaign.jobs.max(1))
            .map(|number| {
                let office = &office;
                scope.spawn(move || office.work(number))
            })
            .collect();
        let clerk = scope.spawn(|| office.keep_the_office());
        let mut ended = Ok(());
        for worker in workers {
            match worker.join() {
                Ok(result) => ended = ended.and(result),
                Err(panic) => {
                    office.close();
                    std::panic::resume_unwind(panic);
                }
            }
        }
        office.close();
        clerk.join().expect("the clerk does not panic");
        ended
    })?;
    let drained = stop.is_asked() || office.time_is_up() || office.lanes_left();
    let state = if drained { CampaignState::Drained } else { CampaignState::Finished };
    campaign.store.set_state(campaign.id, state)?;
    office.check_that_something_worked()
}

/// What the workers of one process share.
struct Office<'a> {
    campaign: &'a Campaign<'a>,
    stop: &'a Stop,
    emit: &'a (dyn Fn(Event) + Sync),
    shared: Shared,
    desk: Mutex<Desk>,
    closed: Condvar,
}

struct Desk {
    lanes: Vec<LaneState>,
    /// The toolchains that were tried, or that a worker is trying.
    tried: BTreeMap<String, Arc<Tried>>,
    claims: Vec<Claim>,
    closed: bool,
}

/// The configurations of a toolchain that cannot be used, and why.
type Tried = OnceLock<BTreeMap<String, String>>;

#[derive(Clone, Default)]
struct LaneState {
    /// The time that was spent on the lane, and on how many shards.
    spent: Duration,
    shards: u32,
    under_way: u32,
    /// Nothing is left to do in this lane.
    exhausted: bool,
    /// None of its targets works.
    broken: bool,
}

impl LaneState {
    /// The time that will have been spent when what is under way is done.
    fn expected(&self) -> Duration {
        let each = if self.shards == 0 { Duration::from_secs(1) } else { self.spent / self.shards };
        self.spent + each * self.under_way
    }
}

impl<'a> Office<'a> {
    fn new(
        campaign: &'a Campaign<'a>,
        stop: &'a Stop,
        emit: &'a (dyn Fn(Event) + Sync),
    ) -> Office<'a> {
        let desk = Desk {
            lanes: vec![LaneState::default(); campaign.lanes.len()],
            tried: BTreeMap::new(),
            claims: Vec::new(),
            closed: false,
        };
        Office {
            campaign,
            stop,
            emit,
            shared: Shared::new(campaign.known.clone()),
            desk: Mutex::new(desk),
            closed: Condvar::new(),
        }
    }

    fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().expect("nobody panics at the desk")
    }

    fn time_is_up(&self) -> bool {
        self.campaign.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether a worker should begin no more shards.
    fn ends(&self) -> bool {
        self.stop.is_asked() || self.time_is_up()
    }

    fn lanes_left(&self) -> bool {
        self.desk().lanes.iter().any(|lane| !lane.exhausted)
    }

    fn check_that_something_worked(&self) -> Result<(), CampaignError> {
        let desk = self.desk();
        if desk.lanes.iter().any(|lane| !lane.broken) {
            return Ok(());
        }
        let reasons = desk.tried.values().filter_map(|tried| tried.get()).flatten();
        let list: Vec<_> = reasons.map(|(target, why)| format!("  {target}: {why}")).collect();
        Err(CampaignError::NoTarget(list.join("\n")))
    }

    /// Until the office closes: renews the leases of what is under way, and says
    /// when no more is begun, however long the rest takes.
    fn keep_the_office(&self) {
        let mut renewed = Instant::now();
        let mut draining = false;
        let mut desk = self.desk();
        loop {
            desk = self.closed.wait_timeout(desk, WAIT).expect("nobody panics at the desk").0;
            if desk.closed {
                break;
            }
            if !draining && self.ends() {
                draining = true;
                (self.emit)(Event::Draining);
            }
            if renewed.elapsed() >= RENEW_EVERY {
                renewed = Instant::now();
                for claim in &desk.claims {
                    // A lease that cannot be renewed is not lost yet: a commit
                    // is refused only if somebody else took the shard.
                    let _ = self.campaign.store.renew(claim, LEASE);
                }
            }
        }
    }

    fn close(&self) {
        self.desk().closed = true;
        self.closed.notify_all();
    }

    /// The lane that has had the least time so far.
    fn next_lane(&self) -> Option<usize> {
        let mut desk = self.desk();
        let open =
            desk.lanes.iter().enumerate().filter(|(_, lane)| !lane.exhausted && !lane.broken);
        let next = open.min_by_key(|(_, lane)| lane.expected()).map(|(index, _)| index)?;
        desk.lanes[next].under_way += 1;
        Some(next)
    }

    fn work(&self, number: usize) -> Result<(), CampaignError> {
        let Campaign { store, id, lanes, .. } = self.campaign;
        let worker = Worker::current(format!("worker {number}"));
        let mut opened: BTreeMap<&str, Vec<Box<dyn Target>>> = BTreeMap::new();
        while !self.ends() {
            let Some(index) = self.next_lane() else { break };
            let lane = &lanes[index];
            let begun = Instant::now();
            let targets = opened.entry(&lane.toolchain).or_insert_with(|| self.open(lane));
            if targets.is_empty() {
                let mut desk = self.desk();
                desk.lanes[index].under_way -= 1;
                desk.lanes[index].broken = true;
                continue;
            }
            let next = store.claim(*id, &lane.name(), &worker, LEASE)?;
            if let Next::Shard(claim) = &next {
                self.desk().claims.push(claim.clone());
                let done = self.do_shard(lane, claim, targets);
                self.desk().claims.retain(|held| held != claim);
                if done.is_err() {
                    // Whoever resumes need not wait for the lease to run out.
                    let _ = store.release(claim);
                }
                done?;
            }
            let mut desk = self.desk();
            let state = &mut desk.lanes[index];
            state.under_way -= 1;
            match next {
                Next::Shard(_) => {
                    state.spent += begun.elapsed();
                    state.shards += 1;
                }
                // Only what other processes have leased is left.
                Next::Wait => {
                    state.spent += WAIT;
                    drop(desk);
                    std::thread::sleep(WAIT);
                }
                Next::End => state.exhausted = true,
            }
        }
        Ok(())
    }

    /// Opens the configurations of a lane's compiler; those that fail their
    /// canaries are left out. The canaries are run once for all workers.
    fn open(&self, lane: &Lane) -> Vec<Box<dyn Target>> {
        let tried = self.desk().tried.entry(lane.toolchain.clone()).or_default().clone();
        let opened = (self.campaign.open)(&lane.toolchain);
        let mut targets = match opened {
            Ok(targets) => targets,
            Err(why) => {
                let (target, why) = (lane.toolchain.clone(), why.to_string());
                tried.get_or_init(|| {
                    let broken = Some(why.clone());
                    (self.emit)(Event::Checked { target: target.clone(), broken });
                    BTreeMap::from([(target, why)])
                });
                return Vec::new();
            }
        };
        // Whoever comes second waits for the result of the first.
        let broken = tried.get_or_init(|| {
            let mut broken = BTreeMap::new();
            for target in &mut targets {
                let why = targets::canary(target.as_mut()).err().map(|why| why.to_string());
                let name = target.name().to_owned();
                (self.emit)(Event::Checked { target: name.clone(), broken: why.clone() });
                broken.extend(why.map(|why| (name, why)));
            }
            broken
        });
        targets.retain(|target| !broken.contains_key(target.name()));
        targets
    }

    fn do_shard(
        &self,
        lane: &Lane,
        claim: &Claim,
        targets: &mut [Box<dyn Target>],
    ) -> Result<(), CampaignError> {
        let Campaign { store, settings, lanes, .. } = self.campaign;
        let size = lane.shard_size as u64;
        let limit = match settings.programs_of_lane(lanes.len()) {
            Some(programs) => size.min(programs.saturating_sub(lane.first_program(claim.number))),
            None => size,
        };
        let outcome = run_shard(lane, settings, claim.number, limit, targets, &self.shared);
        let results = self.results(lane, claim.number, &outcome);
        let Commit::Done(committed) = store.commit(claim, &results)? else {
            // Somebody else has done it meanwhile, and reported it.
            return Ok(());
        };
        let mut outcomes = BTreeMap::new();
        for ((_, word), n) in &outcome.outcomes {
            *outcomes.entry(*word).or_default() += n;
        }
        let mut new_buckets = committed.new_buckets;
        for (finding, new) in outcome.findings.iter().zip(&results.findings) {
            // Only the first finding of a bucket is news.
            let bucket = store::bucket_id(claim.campaign, &finding.signature);
            let position = new_buckets.iter().position(|new| *new == bucket);
            let new_bucket = position.map(|position| new_buckets.swap_remove(position)).is_some();
            (self.emit)(Event::Found(NewFinding {
                kind: finding.kind,
                target: finding.target.clone(),
                signature: finding.signature.clone(),
                new_bucket,
                known: finding.known.clone(),
                id: store::finding_id(claim.campaign, new),
            }));
        }
        if outcome.gave_up * 2 > outcome.gave_up + outcome.programs {
            (self.emit)(Event::Warning(format!(
                "{} gave up on {} of {limit} programs of a shard: its settings leave it too little room",
                lane.name(),
                outcome.gave_up,
            )));
        }
        (self.emit)(Event::ShardDone(ShardSummary {
            lane: lane.name(),
            programs: outcome.programs,
            outcomes,
        }));
        Ok(())
    }

    /// What the store keeps of a shard.
    fn results(&self, lane: &Lane, shard: u64, outcome: &ShardOutcome) -> ShardResults {
        let key = |target: &str, word: &str| CounterKey {
            engine: lane.engine.name().to_owned(),
            mode: lane.mode.name().to_owned(),
            target: target.to_owned(),
            outcome: word.to_owned(),
        };
        let mut counters: BTreeMap<CounterKey, u64> =
            outcome.outcomes.iter().map(|((target, word), &n)| (key(target, word), n)).collect();
        counters.insert(key("", "generated"), outcome.programs);
        counters.insert(key("", "gave_up"), outcome.gave_up);
        counters.insert(key("", "repeated"), outcome.repeated);
        let plan = lane.plan(self.campaign.settings, shard);
        let plan = serde_json::to_string(&PlanRecord::new(lane.engine.as_ref(), &plan))
            .expect("a plan has a JSON form");
        ShardResults {
            programs: outcome.programs,
            counters,
            findings: outcome.findings.iter().map(|f| self.row(lane, &plan, f)).collect(),
            repeats: outcome.repeats.clone(),
        }
    }

    fn row(&self, lane: &Lane, plan: &str, finding: &Finding) -> store::NewFinding {
        let case = &finding.case;
        let rate = match &finding.outcome {
            case::Outcome::Ran(ran) => format!("{} of {} runs", ran.failed, ran.runs),
            _ => String::new(),
        };
        store::NewFinding {
            bucket: NewBucket {
                signature: finding.signature.clone(),
                kind: finding.kind.name().to_owned(),
                target: finding.target.clone(),
                title: finding.signature.clone(),
                known_issue: finding.known.clone(),
            },
            case_id: case.id().to_string(),
            engine: lane.engine.name().to_owned(),
            mode: lane.mode.name().to_owned(),
            language: lane.language.name().to_owned(),
            dialect: lane.dialect.to_owned(),
            target: finding.target.clone(),
            plan: plan.to_owned(),
            seed: self.campaign.settings.seed,
            program: finding.index,
            tape: finding.tape.to_bytes(),
            source: case.source.clone(),
            expectation: case.expectation.word().to_owned(),
            expectation_text: case.expectation.why(),
            outcome: finding.outcome.word().to_owned(),
            outcome_text: finding.outcome.to_string(),
            evidence: finding.evidence.clone(),
            confirmed: true,
            rate,
        }
    }
}
