//! `wellsmith fuzz`: the main job.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use campaign::{
    Campaign, CampaignError, CampaignRecord, Event, KnownIssues, Lane, LaneHealth, Settings, Stop,
};
use case::{Engine, Mode};
use serde::Serialize;
use store::{BucketFilter, CampaignId, CampaignState, Counter, NewCampaign, NewLane, Store};
use toolchains::{Cache, Listing, State};

use crate::args::FuzzArgs;
use crate::commands::coverage::{self, Covered, Notes};
use crate::commands::toolchain;
use crate::engines::Inputs;
use crate::exit::{Exit, setup, usage};
use crate::progress::Progress;
use crate::setup::{self, Chosen};
use crate::words::{Used, count, number, say, span, table, tell};
use crate::{engines, setup as machine};

/// Runs the command.
pub(crate) fn run(args: FuzzArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    if args.install {
        toolchain::install_missing(&cache, &args.target)?;
    }
    let mut known = KnownIssues::built_in();
    for file in &args.known {
        let text = setup::read(file)?;
        known.extend(KnownIssues::parse(&text, &file.display().to_string()).map_err(usage)?);
    }
    let job = match args.resume {
        Some(id) => Job::resume(&args, &cache, id)?,
        None => Job::create(&args, &cache)?,
    };
    job.run(&args, known)
}

/// A campaign with everything it needs.
struct Job {
    store: Store,
    id: CampaignId,
    settings: Settings,
    lanes: Vec<Lane>,
    chosen: BTreeMap<String, Chosen>,
    /// Where it is noted which parts of compilers are run.
    notes: Option<Notes>,
}

impl Job {
    fn create(args: &FuzzArgs, cache: &Cache) -> anyhow::Result<Job> {
        let (libraries, members) = (&args.libraries.library, &args.members.member);
        let mut chosen = by_name(machine::choose(cache, &args.target, libraries)?);
        let notes = args
            .coverage
            .as_deref()
            .map(|folder| Notes::open(cache, folder, libraries, &args.mode))
            .transpose()?;
        if let Some(notes) = &notes {
            chosen.values_mut().for_each(|chosen| chosen.note_coverage(&notes.coverage));
        }
        let made = Made::new(&Inputs::new(cache, libraries, members), &args.engine, &chosen)?;
        let engines = made.engines();
        let settings = Settings {
            seed: args.seed.unwrap_or_else(seed_from_clock),
            size: args.shape.size,
            swarm: true,
            features: engines::features(&engines, &args.shape)?,
            libraries: libraries.clone(),
            members: members.clone(),
            count: args.count,
        };
        let lanes =
            made.lanes(&chosen, |mode| args.mode.is_empty() || args.mode.contains(&mode))?;
        if lanes.is_empty() {
            return Err(no_lanes(args, &engines, &chosen));
        }
        if !args.json {
            show_targets(cache, &lanes, args.target.is_empty());
        }
        let store = machine::create_store(&args.places)?;
        let record = CampaignRecord::new(&settings, &lanes);
        let id = store
            .create_campaign(&NewCampaign {
                name: format!("seed {}", settings.seed),
                seed: settings.seed,
                settings: record.to_json(),
                lanes: lanes
                    .iter()
                    .map(|lane| NewLane {
                        name: lane.name(),
                        shard_limit: settings
                            .programs_of_lane(lanes.len())
                            .map(|programs| programs.div_ceil(lane.shard_size as u64)),
                    })
                    .collect(),
            })
            .map_err(setup)?;
        Ok(Job { store, id, settings, lanes, chosen, notes })
    }

    fn resume(args: &FuzzArgs, cache: &Cache, id: i64) -> anyhow::Result<Job> {
        let store = machine::open_store(&args.places)?;
        let campaign = match id {
            0 => store.latest_campaign().map_err(setup)?.ok_or_else(|| {
                usage("there is no campaign to go on with; start one with `wellsmith fuzz`")
            })?,
            id => machine::campaign(&store, id)?,
        };
        let record = CampaignRecord::from_json(&campaign.settings).map_err(|error| {
            setup(format!(
                "campaign {} cannot go on with this version ({error}); start a new one",
                campaign.id
            ))
        })?;
        let Settings { libraries, members, .. } = &record.settings();
        let chosen = by_name(machine::choose(cache, &record.toolchains(), libraries)?);
        let made = Made::new(&Inputs::new(cache, libraries, members), &record.engines(), &chosen)?;
        let lanes = made.lanes(&chosen, |_| true)?;
        let lanes = record.select(lanes).map_err(|missing| {
            setup(format!("campaign {} cannot go on: {missing}", campaign.id))
        })?;
        if !args.json {
            tell!("Going on with campaign {}.", campaign.id);
            show_targets(cache, &lanes, false);
        }
        Ok(Job { store, id: campaign.id, settings: record.settings(), lanes, chosen, notes: None })
    }

    fn run(&self, args: &FuzzArgs, known: KnownIssues) -> anyhow::Result<Exit> {
        let stop = Arc::new(Stop::default());
        stop_on_signals(&stop)?;
        let started = Instant::now();
        let before = self.store.progress(self.id).map_err(setup)?.programs;
        let campaign = Campaign {
            store: &self.store,
            id: self.id,
            settings: &self.settings,
            lanes: &self.lanes,
            known,
            open: &|toolchain| Ok(self.chosen[toolchain].open()?),
            jobs: args.jobs.map_or_else(default_jobs, usize::from),
            until: args.duration.map(|time| started + time),
        };
        let progress = Progress::new(args.json, args.duration);
        if !args.json {
            tell!(
                "Campaign {}, seed {}. Ctrl-C finishes what is under way and stops.\n",
                self.id,
                self.settings.seed
            );
        }
        let ended = campaign::run(&campaign, &stop, &|event: Event| progress.see(&event));
        progress.finish();
        ended.map_err(|error| match error {
            CampaignError::Store(_) | CampaignError::NoTarget(_) => setup(error),
        })?;
        let mut summary = Summary::new(&self.store, self.id, before, started.elapsed())?;
        if let Some(notes) = &self.notes {
            summary.coverage = Some(notes.report(self.chosen.values())?);
        }
        summary.used = self.used();
        let state = self.store.campaign(self.id).map_err(setup)?.state;
        if args.json {
            say!("{}", serde_json::to_string(&summary)?)?;
        } else {
            summary.print(
                &setup::store_path(&args.places)?.display().to_string(),
                state == CampaignState::Finished,
            );
            if let Some(covered) = &summary.coverage {
                coverage::print(covered);
            }
        }
        Ok(if summary.buckets > 0 { Exit::Findings } else { Exit::Nothing })
    }

    /// What the programs of this run have used; lanes may share what they count.
    fn used(&self) -> Vec<Used> {
        let all = self.lanes.iter().flat_map(|lane| lane.engine.coverage(lane.language));
        let mut used: Vec<Used> = Vec::new();
        for covered in all {
            if !used.iter().any(|used| used.what == covered.what) {
                used.push(Used::new(&covered));
            }
        }
        used
    }
}

fn by_name(chosen: Vec<Chosen>) -> BTreeMap<String, Chosen> {
    chosen.into_iter().map(|chosen| (chosen.name(), chosen)).collect()
}

/// The engines for each compiler, by its name.
struct Made(BTreeMap<String, Vec<Arc<dyn Engine>>>);

impl Made {
    fn new(
        inputs: &Inputs<'_>,
        names: &[String],
        chosen: &BTreeMap<String, Chosen>,
    ) -> anyhow::Result<Made> {
        let engines = chosen
            .iter()
            .map(|(name, chosen)| Ok((name.clone(), inputs.engines(names, &chosen.toolchain)?)));
        engines.collect::<anyhow::Result<_>>().map(Made)
    }

    fn engines(&self) -> Vec<Arc<dyn Engine>> {
        self.0.values().flatten().cloned().collect()
    }

    fn lanes(
        &self,
        chosen: &BTreeMap<String, Chosen>,
        wanted: impl Fn(Mode) -> bool,
    ) -> anyhow::Result<Vec<Lane>> {
        let mut lanes = Vec::new();
        for (name, chosen) in chosen {
            if let Some(target) = chosen.open()?.first() {
                let target = target.as_ref();
                let made = campaign::lanes(&self.0[name], name, target, |_, mode| wanted(mode));
                lanes.extend(made);
            }
        }
        Ok(lanes)
    }
}

fn no_lanes(
    args: &FuzzArgs,
    engines: &[Arc<dyn Engine>],
    chosen: &BTreeMap<String, Chosen>,
) -> anyhow::Error {
    if chosen.is_empty() {
        return setup(
            "no compiler was found; `wellsmith toolchain list` shows how to get one, \
             and `wellsmith fuzz --install` gets all of them",
        );
    }
    let engines: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
    let targets: Vec<_> = chosen.keys().cloned().collect();
    let modes: Vec<_> = args.mode.iter().map(|mode| mode.name()).collect();
    let modes =
        if modes.is_empty() { String::new() } else { format!(" in mode {}", modes.join(" or ")) };
    usage(format!(
        "engine {} makes nothing{modes} for {}; `wellsmith fuzz` without arguments shows what goes together",
        engines.join(", "),
        targets.join(", "),
    ))
}

/// The table of targets, and why others are missing.
fn show_targets(cache: &Cache, lanes: &[Lane], with_missing: bool) {
    let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for lane in lanes {
        let row = rows.entry(&lane.toolchain).or_default();
        row.push(format!("{} {}", lane.engine.name(), lane.mode));
    }
    let mut shown = table(["target", "gets"]);
    for (toolchain, gets) in rows {
        shown.add_row([toolchain.to_owned(), gets.join(", ")]);
    }
    tell!("{shown}\n");
    if with_missing {
        show_missing(cache);
    }
}

/// What is not here, in one line for each command that gets something.
fn show_missing(cache: &Cache) {
    let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Listing { name, version, state, .. } in cache.list() {
        match state {
            State::There { .. } => {}
            State::Missing { .. } => missing.entry(name).or_default().push(version),
            State::Unusable { why } => tell!("warning: {why}"),
            State::CannotBeHad { remedy } => tell!("{name} is not here; {remedy}"),
        }
    }
    let missing: Vec<_> = missing
        .into_iter()
        .map(|(name, versions)| format!("{name} {}", versions.join(" ")))
        .collect();
    if !missing.is_empty() {
        tell!(
            "Not here: {}. `wellsmith toolchain install NAME@VERSION` gets one, \
             `wellsmith fuzz --install` all.\n",
            missing.join(", ")
        );
    }
}

fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (since.as_nanos() % 1_000_000_000) as u64
}

/// The first Ctrl-C asks the campaign to finish; the second ends the program,
/// and the sandboxes with it.
fn stop_on_signals(stop: &Arc<Stop>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_asked() {
                std::process::exit(130);
            }
            stop.ask();
        }
    });
    Ok(())
}

/// What a campaign came to; the JSON line of `--json`.
#[derive(Serialize)]
struct Summary {
    campaign: i64,
    programs: u64,
    accepted: u64,
    rejected: u64,
    crashed: u64,
    timed_out: u64,
    unknown: u64,
    unconfirmed: u64,
    gave_up: u64,
    repeated: u64,
    /// New buckets by kind.
    findings: BTreeMap<String, u64>,
    /// New buckets.
    buckets: u64,
    /// Buckets of known issues, by name.
    known: BTreeMap<String, u64>,
    seconds: f64,
    /// Programs of this run in a second.
    per_second: f64,
    #[serde(serialize_with = "health_json")]
    health: Vec<LaneHealth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Vec<Covered>>,
    /// What the programs of this run have used of what the engines have.
    used: Vec<Used>,
}

fn health_json<S: serde::Serializer>(lanes: &[LaneHealth], out: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Lane<'a> {
        engine: &'a str,
        mode: &'a str,
        target: &'a str,
        judged: u64,
        accepted_share: f64,
    }
    out.collect_seq(lanes.iter().map(|lane| Lane {
        engine: &lane.engine,
        mode: &lane.mode,
        target: &lane.target,
        judged: lane.judged,
        accepted_share: lane.accepted_share(),
    }))
}

impl Summary {
    fn new(
        store: &Store,
        id: CampaignId,
        programs_before: u64,
        elapsed: Duration,
    ) -> anyhow::Result<Summary> {
        let counters = store.counters(id).map_err(setup)?;
        let total = |word: &str| -> u64 {
            counters.iter().filter(|c| c.key.outcome == word).map(|c| c.count).sum()
        };
        let mut findings = BTreeMap::new();
        let mut known = BTreeMap::new();
        for bucket in store.buckets(id, &BucketFilter::default()).map_err(setup)? {
            match bucket.known_issue {
                Some(name) => *known.entry(name).or_default() += bucket.count,
                None => *findings.entry(bucket.kind).or_default() += 1,
            }
        }
        let programs = total("generated");
        let here = programs.saturating_sub(programs_before);
        Ok(Summary {
            campaign: id.0,
            programs,
            accepted: total("accepted"),
            rejected: total("rejected"),
            crashed: total("crashed"),
            timed_out: total("timed_out"),
            unknown: total("unknown"),
            unconfirmed: total("unconfirmed"),
            gave_up: total("gave_up"),
            repeated: total("repeated"),
            buckets: findings.values().sum(),
            findings,
            known,
            seconds: elapsed.as_secs_f64(),
            per_second: here as f64 / elapsed.as_secs_f64().max(0.001),
            health: health(&counters),
            coverage: None,
            used: Vec::new(),
        })
    }

    fn print(&self, store: &str, finished: bool) {
        tell!(
            "{} in {}, {:.0} a second",
            count(self.programs, "program"),
            span(Duration::from_secs_f64(self.seconds)),
            self.per_second,
        );
        let mut shown = table(["target", "engine, mode", "judged", "accepted"]);
        for lane in &self.health {
            shown.add_row([
                lane.target.clone(),
                format!("{} {}", lane.engine, lane.mode),
                number(lane.judged),
                format!("{:.1}%", 100.0 * lane.accepted_share()),
            ]);
        }
        tell!("{shown}\n");
        for lane in self.health.iter().filter(|lane| lane.is_suspicious()) {
            tell!(
                "warning: {} rejects {} of {} {} programs of engine {}: \
                 the fault is most likely in the generator, not in the compiler\n",
                lane.target,
                number(lane.rejected),
                number(lane.judged),
                lane.mode,
                lane.engine,
            );
        }
        let rest = [
            (self.unknown, "without a verdict"),
            (self.unconfirmed, "that could not be seen a second time"),
            (self.gave_up, "that the generator gave up on"),
            (self.repeated, "that were in their batch already"),
        ];
        for (n, what) in rest.iter().filter(|(n, _)| *n > 0) {
            tell!("{} {what}", count(*n, "program"));
        }
        for used in &self.used {
            tell!("used {} of {} {}", number(used.used), number(used.of), used.what);
        }
        for (name, n) in &self.known {
            tell!("known issue {name}: {}", count(*n, "finding"));
        }
        if self.findings.is_empty() {
            tell!("Nothing new was found. The campaign is in {store}.");
        } else {
            let kinds: Vec<_> =
                self.findings.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            tell!(
                "{} found ({}), in {store};\n`wellsmith findings` lists them.",
                count(self.buckets, "suspected bug"),
                kinds.join(", "),
            );
        }
        if !finished {
            tell!("`wellsmith fuzz --resume {}` goes on.", self.campaign);
        }
    }
}

fn health(counters: &[Counter]) -> Vec<LaneHealth> {
    let mut lanes: BTreeMap<(String, String, String), LaneHealth> = BTreeMap::new();
    for Counter { key, count } in counters.iter().filter(|counter| !counter.key.target.is_empty()) {
        let name = (key.engine.clone(), key.mode.clone(), key.target.clone());
        let lane = lanes.entry(name).or_insert_with(|| LaneHealth {
            engine: key.engine.clone(),
            mode: key.mode.clone(),
            target: key.target.clone(),
            judged: 0,
            accepted: 0,
            rejected: 0,
        });
        match key.outcome.as_str() {
            "accepted" => {
                lane.accepted += count;
                lane.judged += count;
            }
            "rejected" => {
                lane.rejected += count;
                lane.judged += count;
            }
            "crashed" | "timed_out" => lane.judged += count,
            _ => {}
        }
    }
    lanes.into_values().collect()
}
