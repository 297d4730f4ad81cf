//! `wellsmith worker`: works on the campaigns of a store that several machines use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use campaign::{
    CampaignError, CampaignRecord, Event, KnownIssues, Lane, Listener, Settings, Stop, Timing, What,
};
use case::{TargetName, split_configuration};
use inputs::Inputs;
use store::{Campaign, CampaignId, OpenJob, Presence, Store, StoreError, Wanted};
use targets::TargetInfo;
use targets::command::CommandTarget;
use toolchains::Cache;

use crate::args::{ProgressKind, WorkerArgs};
use crate::commands::fuzz::{CampaignSources, Made, default_jobs, stop_on_signals};
use crate::commands::toolchain;
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup, usage};
use crate::jobs::{AT_THE_END, Beside};
use crate::progress::{Progress, View};
use crate::setup::{self as machine, Bench, Hints};
use crate::words::tell;

/// How often to look for new campaigns, and whether a server that is away is back.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Runs the command.
pub(crate) fn run(args: &WorkerArgs) -> anyhow::Result<Exit> {
    if !store::is_shared(&machine::store_path(&args.places)?) {
        return Err(usage(
            "a worker joins campaigns in a PostgreSQL database: --store \
             postgres://USER@HOST/DATABASE. To help with a campaign in a file, use `wellsmith fuzz \
             --resume` on the same machine",
        ));
    }
    let store = machine::open_store(&args.places)?;
    let mut known = KnownIssues::built_in();
    for file in &args.known {
        let text = machine::read(file)?;
        known.extend(KnownIssues::parse(&text, &file.display().to_string()).map_err(usage)?);
    }
    machine::tell_protection(args.require_sandbox.is_some())?;
    let worker = Worker {
        args,
        store,
        cache: machine::cache(&args.places)?,
        known,
        stop: Arc::default(),
        started: Instant::now(),
    };
    stop_on_signals(&worker.stop, || tell!("\nStopped; others take over when its leases end."))?;
    worker.run()
}

struct Worker<'a> {
    args: &'a WorkerArgs,
    store: Store,
    cache: Cache,
    known: KnownIssues,
    stop: Arc<Stop>,
    started: Instant,
}

/// A campaign with what this machine has for it.
struct Joined {
    id: CampaignId,
    settings: Settings,
    /// The lanes that this machine can run.
    lanes: Vec<Lane>,
    all_lanes: usize,
    bench: Bench,
}

impl Worker<'_> {
    /// Works on one campaign after the other until nothing is left to do.
    fn run(&self) -> anyhow::Result<Exit> {
        // Campaigns with nothing that this machine can do.
        let mut hopeless: BTreeSet<i64> = BTreeSet::new();
        // The lanes that it can run, of campaigns that it has joined.
        let mut lanes: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        while !self.ends() {
            let open = match self.open_campaigns(&lanes) {
                Err(error) if error.may_pass() => {
                    tell!("warning: waiting for the store: {error}");
                    std::thread::sleep(LOOK_EVERY);
                    continue;
                }
                open => open.map_err(setup)?,
            };
            let next = open.into_iter().find(|campaign| !hopeless.contains(&campaign.id.0));
            let Some(campaign) = next else {
                if !self.args.wait {
                    break;
                }
                std::thread::sleep(LOOK_EVERY);
                continue;
            };
            let id = campaign.id;
            let worked = self.join(&campaign).and_then(|joined| {
                let broken = self.work_on(&joined)?;
                let works = |lane: &&Lane| {
                    let works = |info: &TargetInfo| !broken.contains(&info.name);
                    if lane.change {
                        lane.panel.iter().all(works)
                    } else {
                        lane.panel.iter().any(works)
                    }
                };
                let works = joined.lanes.iter().filter(works);
                lanes.insert(id.0, works.map(Lane::name).collect());
                Ok(())
            });
            match worked {
                Ok(()) if self.args.set_aside => {
                    hopeless.insert(id.0);
                }
                Ok(()) => {}
                Err(error) => {
                    tell!("warning: campaign {id} is left to others: {error:#}");
                    hopeless.insert(id.0);
                }
            }
        }
        Ok(Exit::Nothing)
    }

    fn ends(&self) -> bool {
        let over = self.args.duration.is_some_and(|time| self.started.elapsed() >= time);
        self.stop.is_asked() || over
    }

    /// The campaigns that have something to do, the oldest first; of those that were joined
    /// before, in the lanes that this machine can run.
    fn open_campaigns(
        &self,
        lanes: &BTreeMap<i64, BTreeSet<String>>,
    ) -> Result<Vec<Campaign>, StoreError> {
        let mut open = Vec::new();
        for campaign in self.store.campaigns()?.into_iter().rev() {
            let id = campaign.id;
            let named = self.args.campaign.is_none_or(|named| named == id.0);
            if !named || campaign.stopped {
                continue;
            }
            let ours = |lane: &String| lanes.get(&id.0).is_none_or(|lanes| lanes.contains(lane));
            let mut has_work = match self.args.set_aside {
                true => self.store.progress(id)?.set_aside > 0,
                false => {
                    let all = self.store.lanes(id)?;
                    all.iter().any(|lane| !lane.finished && ours(&lane.name))
                }
            };
            if !has_work && self.args.reduce_share > 0 {
                let wanted =
                    |job: &OpenJob| job.set_aside == self.args.set_aside && ours(&job.lane);
                has_work = self.store.open_jobs(id)?.iter().any(wanted);
            }
            if has_work {
                open.push(campaign);
            }
        }
        Ok(open)
    }

    /// Builds the engines and targets of a campaign, as far as this machine can. What the
    /// store says about compilers of the user's own is not used: whoever runs a worker
    /// says what is run on their machine.
    fn join(&self, campaign: &Campaign) -> anyhow::Result<Joined> {
        let record = CampaignRecord::from_json(&campaign.settings).map_err(setup)?;
        let sources: CampaignSources = serde_json::from_value(record.sources().clone())?;
        let mut inputs = Inputs::new(&self.cache, &sources.inputs, &tell_user);
        for engine in record.engines() {
            inputs = engines::as_stored(inputs, &self.store, &engine, &record.inputs(&engine))?;
        }
        let own = Named::new(&self.args.own).targets(&inputs, None)?;
        let targets = self.available(&record.targets(), &own);
        if targets.is_empty() {
            return Err(setup(format!(
                "this machine has none of its compilers ({}); --install fetches those that can \
                 be fetched",
                record.targets().join(", ")
            )));
        }
        let class_path = inputs.class_path().map_err(input_error)?;
        let bench = machine::choose(&self.cache, &targets, own, class_path)?;
        let made = Made::new(&inputs, &record.engines(), &bench, &sources)?;
        let (lanes, others) = record.select_some(&made.lanes(|_| true));
        for why in &others {
            tell!("warning: {why}");
        }
        if lanes.is_empty() {
            return Err(setup("this machine can run none of its lanes"));
        }
        let (id, settings, all_lanes) = (campaign.id, record.settings(), record.lanes());
        Ok(Joined { id, settings, lanes, all_lanes, bench })
    }

    /// The targets of a campaign that this machine has, or gets if that is wanted.
    fn available(&self, targets: &[String], own: &[CommandTarget]) -> Vec<String> {
        let is_own = |target: &&String| {
            let (plain, _) = split_configuration(target);
            own.iter().any(|own| own.describe()[0].name.toolchain() == plain)
        };
        let is_there = |target: &String| {
            let Ok(spec) = machine::spec(target) else { return false };
            if machine::not_allowed(target, &self.args.allow).is_some() {
                tell!("warning: {spec} is named by its path; use it with `--allow {spec}`");
                return false;
            }
            match self.cache.find(&spec) {
                Ok(_) => true,
                Err(_) if !self.args.install => false,
                Err(_) => {
                    match toolchain::install_missing(&self.cache, std::slice::from_ref(target)) {
                        Ok(()) => true,
                        Err(error) => {
                            tell!("warning: {target} cannot be installed: {error:#}");
                            false
                        }
                    }
                }
            }
        };
        targets.iter().filter(|target| is_own(target) || is_there(target)).cloned().collect()
    }

    /// Works on a campaign as long as there is something to do, and says which of its
    /// targets do not work on this machine.
    fn work_on(&self, joined: &Joined) -> anyhow::Result<BTreeSet<TargetName>> {
        let names: BTreeSet<String> = joined
            .lanes
            .iter()
            .flat_map(|lane| &lane.panel)
            .map(|info| info.name.to_string())
            .collect();
        let jobs = match self.args.set_aside {
            true => 1,
            false => self.args.jobs.map_or_else(default_jobs, usize::from),
        };
        let name = self.args.name.clone().unwrap_or_else(machine::host_name);
        let campaign = campaign::Campaign {
            store: &self.store,
            id: joined.id,
            settings: &joined.settings,
            lanes: &joined.lanes,
            all_lanes: joined.all_lanes,
            wanted: if self.args.set_aside { Wanted::SetAside } else { Wanted::Next },
            presence: Some(Presence {
                name: name.clone(),
                campaign: Some(joined.id),
                jobs: jobs as u64,
                targets: serde_json::json!(names).to_string(),
                ..Presence::default()
            }),
            known: self.known.clone(),
            open: &|target: &TargetName| Ok(joined.bench.open(target)?),
            jobs,
            until: self.args.duration.map(|time| self.started + time),
            timing: Timing {
                lease: self.args.lease,
                renew: self.args.lease / 4,
                ..Timing::default()
            },
        };
        let hints = Hints::new(&self.args.places);
        let view = View {
            kind: if self.args.quiet { ProgressKind::None } else { ProgressKind::Plain },
            findings: false,
            lanes: &joined.lanes,
            until: self.args.duration,
            grace: campaign.timing.grace,
            count: None,
            hints,
        };
        if !self.args.quiet {
            tell!("Working on campaign {} with {}.", joined.id, words(&names));
        }
        let progress = &Progress::start(view, || {});
        let beside = Beside {
            store: &self.store,
            campaign: joined.id,
            lanes: &joined.lanes,
            bench: &joined.bench,
            cache: &self.cache,
            install: self.args.install,
            wanted: campaign.wanted,
            name: name.clone(),
            lease: self.args.lease,
            share: self.args.reduce_share,
            at_the_end: self.args.duration.map(|_| AT_THE_END),
            stop: &self.stop,
            listener: progress,
            news: Default::default(),
            changed: Default::default(),
        };
        let broken = Mutex::new(BTreeSet::new());
        let notes = |event: &Event| {
            if let What::Checked { target, broken: Some(_) } = &event.what {
                broken.lock().expect("no panic while this is locked").insert(target.clone());
            }
        };
        let listeners: [&dyn Listener; 3] = [progress, &beside, &notes];
        let ended = beside.run(|| campaign::run(&campaign, &self.stop, &listeners));
        progress.finish();
        match ended {
            // It was told while it lasted, and the next look tells whether it lasts.
            Err(CampaignError::Store(error)) if error.may_pass() && !self.ends() => {}
            ended => ended.map_err(setup)?,
        }
        Ok(broken.into_inner().expect("see above"))
    }
}

fn words(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}
