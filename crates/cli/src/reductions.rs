//! Reducing a finding with the targets of a bench, and keeping the best so far; and a
//! thread that does so beside a campaign.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use campaign::{Event, Lane, Listener, PlanRecord, Sighting, SightingRecord, Smaller, Stop, What};
use case::{Language, Outcome, TargetName, judge};
use choice::Tape;
use reduce::{End, Limits, Origin, Reduced, Step};
use store::{ReductionData, Store};
use targets::{Target, TargetInfo};

use crate::exit::setup;
use crate::setup::Bench;

/// How a finding is reduced.
pub(crate) struct Job<'a> {
    pub(crate) bench: &'a Bench,
    pub(crate) sighting: &'a Sighting,
    pub(crate) origin: Option<Origin<'a>>,
    /// Targets of which one may be right about the program, the best first.
    pub(crate) references: Vec<TargetName>,
    pub(crate) limits: Limits,
    /// Where the best so far is kept: the store, and the id of the finding.
    pub(crate) keep: Option<(&'a Store, &'a str)>,
}

impl Job<'_> {
    /// Reduces the finding. Each smaller program is in the store before the listener
    /// hears of it.
    pub(crate) fn run(
        &self,
        listen: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
    ) -> anyhow::Result<Reduced> {
        let mut targets: Vec<Box<dyn Target>> = Vec::new();
        for name in self.sighting.targets() {
            targets.push(self.bench.open(name)?);
        }
        let mut reference = self.reference();
        let mut failed = None;
        let mut heard = |step: Step<'_>| {
            if let (Step::Better(best), Some((store, id))) = (&step, self.keep)
                && let Err(error) = store.keep_reduction(id, &data(best))
            {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            listen(&step)
        };
        let reduced = reduce::reduce(
            self.sighting,
            self.origin,
            &mut targets,
            reference.as_mut().map(|reference| reference.as_mut() as &mut dyn Target),
            self.limits,
            &mut heard,
        );
        if let Some(error) = failed {
            return Err(setup(error));
        }
        if let Some((store, id)) = self.keep
            && !matches!(reduced.end, End::Trouble(reduce::Trouble::NotSeen))
        {
            store.keep_reduction(id, &data(&reduced)).map_err(setup)?;
        }
        Ok(reduced)
    }

    /// The first target that is right about the program that was found.
    fn reference(&self) -> Option<Box<dyn Target>> {
        let family = vec![self.sighting.case().clone()];
        let right = |name: &TargetName| {
            let mut target = self.bench.open(name).ok()?;
            targets::canary(target.as_mut()).ok()?;
            let outcomes = targets::verdicts(target.as_mut(), &[&family[0].source]).outcomes;
            let silent = matches!(outcomes[0], Outcome::Unknown(_));
            (!silent && judge(&family, &[outcomes]).is_empty()).then_some(target)
        };
        self.references.iter().find_map(right)
    }
}

/// The targets that take the same programs as that of a finding, other configurations
/// and versions of its compiler first.
pub(crate) fn references(bench: &Bench, sighting: &Sighting) -> Vec<TargetName> {
    let Some(own) = bench.targets().find(|info| info.name == sighting.target) else {
        return Vec::new();
    };
    let takes = |info: &TargetInfo| (info.language, info.dialect, info.does);
    let mut others: Vec<&TargetName> = bench
        .targets()
        .filter(|info| takes(info) == takes(own) && info.name != own.name)
        .map(|info| &info.name)
        .collect();
    let distance = |name: &TargetName| {
        let same_version = name.toolchain() == own.name.toolchain();
        // Of a change, the other side is right.
        let other_side = sighting.other_target() == Some(name);
        (!other_side, name.compiler != own.name.compiler, !same_version, !name.is_default())
    };
    others.sort_by_key(|name| distance(name));
    others.into_iter().cloned().collect()
}

/// A reduction as it is kept.
fn data(reduced: &Reduced) -> ReductionData {
    let records: Vec<SightingRecord> = reduced.others.iter().map(SightingRecord::new).collect();
    ReductionData {
        source: reduced.sighting.case().source.clone(),
        sighting: json(&SightingRecord::new(&reduced.sighting)),
        tape: reduced.tape.as_ref().map(|tape| tape.to_bytes()),
        tokens_before: reduced.before as u64,
        tokens_after: reduced.after as u64,
        queries: reduced.queries,
        millis: u64::try_from(reduced.time.as_millis()).unwrap_or(u64::MAX),
        guarantee: reduced.guarantee.to_string(),
        finished: reduced.end == End::Finished,
        trouble: match &reduced.end {
            End::Trouble(trouble) => Some(trouble.to_string()),
            _ => None,
        },
        others: json(&records),
    }
}

fn json(record: &impl serde::Serialize) -> String {
    serde_json::to_string(record).expect("a record has a JSON form")
}

/// Reduces what a campaign finds, beside it, within a share of its time.
pub(crate) struct Beside<'a> {
    pub(crate) store: &'a Store,
    pub(crate) lanes: &'a [Lane],
    pub(crate) bench: &'a Bench,
    /// The share of the time, in per cent.
    pub(crate) share: u32,
    pub(crate) stop: &'a Stop,
    pub(crate) listener: &'a dyn Listener,
    pub(crate) waiting: Mutex<Waiting>,
    pub(crate) changed: Condvar,
}

/// The findings that wait to be reduced.
#[derive(Default)]
pub(crate) struct Waiting {
    ids: VecDeque<String>,
    /// No more will come.
    closed: bool,
}

/// When a campaign has come to its end, what it found last has this time at least.
const AT_THE_END: Duration = Duration::from_secs(30);

impl Listener for Beside<'_> {
    fn hear(&self, event: &Event) {
        if let What::Found(found) = &event.what
            && found.committed.new_bucket
            && found.known.is_none()
        {
            self.waiting().ids.push_back(found.committed.id.clone());
            self.changed.notify_all();
        }
    }
}

/// Tells the thread that no more will come, also when the campaign panics.
struct Close<'a, 'b>(&'a Beside<'b>);

impl Drop for Close<'_, '_> {
    fn drop(&mut self) {
        self.0.waiting().closed = true;
        self.0.changed.notify_all();
    }
}

impl Beside<'_> {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no panic while this is locked")
    }

    /// Runs a campaign, and reduces beside it what it finds.
    pub(crate) fn run<T>(&self, campaign: impl FnOnce() -> T) -> T {
        if self.share == 0 {
            return campaign();
        }
        std::thread::scope(|scope| {
            let reducing = scope.spawn(|| self.work());
            let close = Close(self);
            let ended = campaign();
            drop(close);
            if let Err(panic) = reducing.join() {
                std::panic::resume_unwind(panic);
            }
            ended
        })
    }

    fn work(&self) {
        let started = Instant::now();
        let mut spent = Duration::ZERO;
        let mut ended: Option<Instant> = None;
        loop {
            let mut waiting = self.waiting();
            if waiting.closed && ended.is_none() {
                ended = Some(Instant::now());
            }
            let allowed = started.elapsed() * self.share / 100;
            let last = ended.map(|ended| AT_THE_END.saturating_sub(ended.elapsed()));
            let left = allowed.saturating_sub(spent).max(last.unwrap_or_default());
            let over = waiting.ids.is_empty() || left.is_zero();
            if waiting.closed && (over || self.stop.is_asked()) {
                return;
            }
            if over {
                let pause = Duration::from_millis(500);
                drop(self.changed.wait_timeout(waiting, pause).expect("see `waiting`"));
                continue;
            }
            let id = waiting.ids.pop_front().expect("it is not empty");
            drop(waiting);
            let begun = Instant::now();
            // A large program may use up what comes later, but not without end.
            let limit = left.max(Duration::from_secs(60)).min(last.unwrap_or(Duration::MAX));
            let what = match self.reduce(&id, limit) {
                Ok(reduced) => What::Reduced(Smaller {
                    id,
                    tokens_before: reduced.before as u64,
                    tokens_after: reduced.after as u64,
                    finished: reduced.end == End::Finished,
                }),
                Err(error) => What::Warning(format!("finding {id} was not reduced: {error:#}")),
            };
            self.listener.hear(&Event { at: SystemTime::now(), what });
            spent += begun.elapsed();
        }
    }

    fn reduce(&self, id: &str, time: Duration) -> anyhow::Result<Reduced> {
        let finding = self.store.finding(id)?;
        let record: SightingRecord = serde_json::from_str(&finding.data.sighting)?;
        let language = Language::named(&finding.data.language);
        let sighting = record.sighting(language).map_err(anyhow::Error::msg)?;
        let made = |lane: &&Lane| {
            lane.engine.name() == finding.data.engine
                && lane.mode.name() == finding.data.mode
                && lane.panel.iter().any(|info| info.name == sighting.target)
        };
        let lane = self.lanes.iter().find(made).context("its lane is not known")?;
        let plan: PlanRecord = serde_json::from_str(&finding.data.plan)?;
        let plan = plan.plan(lane.engine.as_ref()).map_err(anyhow::Error::msg)?;
        let tape = Tape::from_bytes(&finding.data.tape)?;
        let job = Job {
            bench: self.bench,
            sighting: &sighting,
            origin: Some(Origin { engine: lane.engine.as_ref(), plan: &plan, tape: &tape }),
            references: references(self.bench, &sighting),
            limits: Limits { time: Some(time), ..Limits::default() },
            keep: Some((self.store, id)),
        };
        job.run(&mut |_| match self.stop.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }
}
