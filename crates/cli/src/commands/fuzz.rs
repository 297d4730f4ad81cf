//! `wellsmith fuzz`: starts or resumes a campaign.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use campaign::{
    Campaign, CampaignRecord, Counted, KnownIssues, Lane, LaneHealth, Settings, Stop, Tally, Timing,
};
use case::{Engine, Mode, OutcomeKind, TargetName};
use inputs::{Inputs, Sources};
use serde::{Deserialize, Serialize};
use store::{CampaignId, Store, StoredInput};
use toolchains::{Cache, Listing, State};

use crate::args::FuzzArgs;
use crate::commands::coverage::{self, Covered, Notes};
use crate::commands::{corpus, toolchain};
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup, usage};
use crate::progress::Progress;
use crate::reductions::Beside;
use crate::setup::{self as machine, Bench};
use crate::words::{Used, count, number, percent, say, span, table, tell};

/// Runs the command.
pub(crate) fn run(args: FuzzArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    if args.install {
        toolchain::install_missing(&cache, &args.target)?;
    }
    let mut known = KnownIssues::built_in();
    for file in &args.known {
        let text = machine::read(file)?;
        known.extend(KnownIssues::parse(&text, &file.display().to_string()).map_err(usage)?);
    }
    let job = match args.resume {
        Some(id) => Job::resume(&args, &cache, id)?,
        None => Job::create(&args, &cache)?,
    };
    machine::tell_protection(args.require_sandbox.is_some())?;
    job.run(&args, known)
}

/// What is needed to build the engines and targets of a campaign again; stored
/// with it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CampaignSources {
    pub(crate) inputs: Sources,
    pub(crate) compilers: Named,
    #[serde(default)]
    pub(crate) compare_versions: bool,
}

/// A campaign with everything it needs.
struct Job {
    store: Store,
    id: CampaignId,
    settings: Settings,
    lanes: Vec<Lane>,
    bench: Bench,
    /// Records which parts of compilers are executed.
    notes: Option<Notes>,
}

impl Job {
    fn create(args: &FuzzArgs, cache: &Cache) -> anyhow::Result<Job> {
        let sources = CampaignSources {
            inputs: engines::sources(
                Some(&args.rules),
                &args.libraries,
                Some(&args.members),
                Some(&args.seeds),
            ),
            compilers: Named::new(&args.own),
            compare_versions: args.compare_versions,
        };
        let inputs = Inputs::new(cache, &sources.inputs, &tell_user);
        let commands = sources.compilers.targets(&inputs, None)?;
        let class_path = inputs.class_path().map_err(input_error)?;
        let mut bench = machine::choose(cache, &args.target, commands, class_path)?;
        let notes = args
            .coverage
            .as_deref()
            .map(|folder| Notes::open(cache, folder, &sources.inputs.libraries, &args.mode))
            .transpose()?;
        bench.settings.coverage = notes.as_ref().map(|notes| notes.coverage.clone());
        let imported = match sources.inputs.seeds.is_empty() {
            true => corpus::seeds(&args.places, &bench)?,
            false => Vec::new(),
        };
        let inputs = inputs.with_imported(imported);
        let made = Made::new(&inputs, &args.engine, &bench, args.compare_versions)?;
        let engines = made.engines();
        let settings = Settings {
            seed: args.seed.unwrap_or_else(seed_from_clock),
            size: args.shape.size,
            swarm: true,
            features: engines::features(&engines, &args.shape)?,
            count: args.count,
        };
        let lanes = made.lanes(|mode| args.mode.is_empty() || args.mode.contains(&mode));
        if lanes.is_empty() {
            return Err(no_lanes(args, &engines, &bench));
        }
        let uses = lanes.iter().map(|lane| (&*lane.engine, lane.language, lane.mode, lane.dialect));
        engines::refuse_unused(&settings.features, &uses.collect::<Vec<_>>())?;
        if !args.json {
            let all = args.target.is_empty() && sources.compilers.is_empty();
            show_targets(cache, &lanes, all);
        }
        let store = machine::create_store(&args.places)?;
        let contents = inputs.contents().into_iter().map(|content| StoredInput {
            digest: content.id.digest.to_string(),
            name: content.id.name.to_string(),
            content: content.bytes,
        });
        let sources = serde_json::to_value(&sources)?;
        let id = campaign::create(&store, &settings, &lanes, contents.collect(), sources);
        Ok(Job { id: id.map_err(setup)?, store, settings, lanes, bench, notes })
    }

    fn resume(args: &FuzzArgs, cache: &Cache, id: i64) -> anyhow::Result<Job> {
        let store = machine::open_store(&args.places)?;
        let campaign = match id {
            0 => store.latest_campaign().map_err(setup)?.ok_or_else(|| {
                usage("there is no campaign to resume; start one with `wellsmith fuzz`")
            })?,
            id => machine::campaign(&store, id)?,
        };
        let cannot = |why: String| {
            setup(format!("campaign {} cannot be resumed: {why}; start a new one", campaign.id))
        };
        let record = CampaignRecord::from_json(&campaign.settings).map_err(cannot)?;
        let sources: CampaignSources = serde_json::from_value(record.sources().clone())
            .map_err(|error| cannot(error.to_string()))?;
        let mut inputs = Inputs::new(cache, &sources.inputs, &tell_user);
        for engine in record.engines() {
            inputs = engines::as_stored(inputs, &store, &engine, &record.inputs(&engine))?;
        }
        let commands = sources.compilers.targets(&inputs, None)?;
        let class_path = inputs.class_path().map_err(input_error)?;
        let bench = machine::choose(cache, &record.targets(), commands, class_path)?;
        let made = Made::new(&inputs, &record.engines(), &bench, sources.compare_versions)?;
        let lanes = record.select(&made.lanes(|_| true)).map_err(|why| cannot(why.to_string()))?;
        // Resuming a campaign lets it run again.
        store.set_stopped(campaign.id, false).map_err(setup)?;
        if !args.json {
            tell!("Resuming campaign {}.", campaign.id);
            show_targets(cache, &lanes, false);
        }
        Ok(Job { store, id: campaign.id, settings: record.settings(), lanes, bench, notes: None })
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
            open: &|target: &TargetName| Ok(self.bench.open(target)?),
            jobs: args.jobs.map_or_else(default_jobs, usize::from),
            until: args.duration.map(|time| started + time),
            timing: Timing::default(),
        };
        let progress = Progress::new(args.json, args.duration);
        if !args.json {
            tell!(
                "Campaign {}, seed {}. Ctrl-C finishes what is under way and stops.\n",
                self.id,
                self.settings.seed
            );
        }
        let beside = Beside {
            store: &self.store,
            lanes: &self.lanes,
            bench: &self.bench,
            share: if args.no_reduce { 0 } else { args.reduce_share },
            stop: &stop,
            listener: &progress,
            waiting: Default::default(),
            changed: Default::default(),
        };
        let ended = beside.run(|| campaign::run(&campaign, &stop, &[&progress, &beside]));
        progress.finish();
        ended.map_err(setup)?;
        let mut summary = Summary::new(&self.store, self.id, before, started.elapsed())?;
        if let Some(notes) = &self.notes {
            summary.coverage = Some(notes.report(&self.bench)?);
        }
        summary.used = self.used();
        let finished = self.store.is_finished(self.id).map_err(setup)?;
        if args.json {
            say!("{}", serde_json::to_string(&summary)?)?;
        } else {
            summary.print(&machine::store_path(&args.places)?.display().to_string(), finished);
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

/// The engines for each panel of targets.
struct Made(Vec<(Engines, Vec<targets::TargetInfo>)>);

type Engines = Vec<Arc<dyn Engine>>;

impl Made {
    fn new(
        inputs: &Inputs<'_>,
        names: &[String],
        bench: &Bench,
        compare_versions: bool,
    ) -> anyhow::Result<Made> {
        let panels = bench.panels(compare_versions).into_iter().map(|(toolchain, panel)| {
            Ok((inputs.engines(names, toolchain).map_err(input_error)?, panel))
        });
        panels.collect::<anyhow::Result<_>>().map(Made)
    }

    fn engines(&self) -> Engines {
        self.0.iter().flat_map(|(engines, _)| engines).cloned().collect()
    }

    fn lanes(&self, wanted: impl Fn(Mode) -> bool) -> Vec<Lane> {
        let lanes = self
            .0
            .iter()
            .map(|(engines, panel)| campaign::lanes(engines, panel, |_, mode| wanted(mode)));
        lanes.flatten().collect()
    }
}

fn no_lanes(args: &FuzzArgs, engines: &[Arc<dyn Engine>], bench: &Bench) -> anyhow::Error {
    if bench.chosen.is_empty() {
        return setup(
            "no compiler was found; `wellsmith toolchain list` shows how to get one, \
             and `wellsmith fuzz --install` gets all of them",
        );
    }
    let mut engines: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
    engines.sort_unstable();
    engines.dedup();
    let targets: Vec<_> = bench.chosen.iter().map(|chosen| chosen.name()).collect();
    let modes: Vec<_> = args.mode.iter().map(|mode| mode.name()).collect();
    let modes =
        if modes.is_empty() { String::new() } else { format!(" in mode {}", modes.join(" or ")) };
    usage(format!(
        "engine {} generates nothing{modes} for {}; `wellsmith fuzz` without arguments shows what goes together",
        engines.join(", "),
        targets.join(", "),
    ))
}

/// The table of targets, and why others are missing.
fn show_targets(cache: &Cache, lanes: &[Lane], with_missing: bool) {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for lane in lanes {
        let row = rows.entry(lane.panel_name()).or_default();
        row.push(format!("{} {}", lane.engine.name(), lane.mode));
    }
    let mut shown = table(["target", "gets"]);
    for (panel, gets) in rows {
        shown.add_row([panel, gets.join(", ")]);
    }
    tell!("{shown}\n");
    if with_missing {
        show_missing(cache);
    }
}

/// The toolchains that are not installed, and how to install them.
fn show_missing(cache: &Cache) {
    let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Listing { name, version, state, .. } in cache.list() {
        match state {
            State::There { .. } => {}
            State::Missing { .. } => missing.entry(name).or_default().push(version),
            State::Unusable { why } => tell!("warning: {why}"),
            State::CannotBeHad { remedy } => tell!("{name} is not installed; {remedy}"),
        }
    }
    let missing: Vec<_> = missing
        .into_iter()
        .map(|(name, versions)| format!("{name} {}", versions.join(" ")))
        .collect();
    if !missing.is_empty() {
        tell!(
            "Not installed: {}. `wellsmith toolchain install NAME@VERSION` gets one, \
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
pub(crate) fn stop_on_signals(stop: &Arc<Stop>) -> anyhow::Result<()> {
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

/// The summary of a campaign; the JSON line of `--json`.
#[derive(Serialize)]
struct Summary {
    campaign: i64,
    /// Tapes played with success; each gave a program, or siblings.
    programs: u64,
    /// Programs with a verdict, over all targets.
    judged: u64,
    /// Of those, the ones whose outcome is what was expected.
    as_expected: u64,
    /// Outcomes by kind, over all targets.
    outcomes: BTreeMap<&'static str, u64>,
    unconfirmed: u64,
    gave_up: u64,
    duplicates: u64,
    /// New buckets by kind.
    findings: BTreeMap<String, u64>,
    /// New buckets.
    buckets: u64,
    /// Findings of known issues, by name.
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
        as_expected: u64,
        rejected: u64,
    }
    out.collect_seq(lanes.iter().map(|lane| Lane {
        engine: &lane.engine,
        mode: &lane.mode,
        target: &lane.target,
        judged: lane.judged,
        as_expected: lane.as_expected,
        rejected: lane.rejected,
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
        let total = |what: Counted| -> u64 {
            counters.iter().filter(|c| c.key.outcome == what.name()).map(|c| c.count).sum()
        };
        let tally = |tally| total(Counted::Tally(tally));
        let mut findings = BTreeMap::new();
        let mut known = BTreeMap::new();
        for bucket in store.buckets(id).map_err(setup)? {
            match bucket.known_issue {
                Some(name) => *known.entry(name).or_default() += bucket.count,
                None => *findings.entry(bucket.kind).or_default() += 1,
            }
        }
        let programs = tally(Tally::Generated);
        let here = programs.saturating_sub(programs_before);
        let health = LaneHealth::of(&counters);
        let outcomes =
            OutcomeKind::ALL.iter().map(|kind| (kind.name(), total(Counted::Outcome(*kind))));
        Ok(Summary {
            campaign: id.0,
            programs,
            judged: health.iter().map(|lane| lane.judged).sum(),
            as_expected: health.iter().map(|lane| lane.as_expected).sum(),
            outcomes: outcomes.filter(|(_, n)| *n > 0).collect(),
            unconfirmed: tally(Tally::Unconfirmed),
            gave_up: tally(Tally::GaveUp),
            duplicates: tally(Tally::Duplicate),
            buckets: findings.values().sum(),
            findings,
            known,
            seconds: elapsed.as_secs_f64(),
            per_second: here as f64 / elapsed.as_secs_f64().max(0.001),
            health,
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
        let mut shown = table(["target", "engine, mode", "judged", "as expected"]);
        for lane in &self.health {
            shown.add_row([
                lane.target.clone(),
                format!("{} {}", lane.engine, lane.mode),
                number(lane.judged),
                percent(lane.as_expected, lane.judged),
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
        let unknown = self.outcomes.get(OutcomeKind::Unknown.name()).copied().unwrap_or(0);
        let rest = [
            (unknown, "outcome", "without a verdict"),
            (self.unconfirmed, "suspicion", "not confirmed when tried again alone"),
            (self.gave_up, "program", "that the generator gave up on"),
            (self.duplicates, "duplicate", "left out of a batch"),
        ];
        for (n, thing, what) in rest.iter().filter(|(n, ..)| *n > 0) {
            tell!("{} {what}", count(*n, thing));
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
            tell!("`wellsmith fuzz --resume {}` continues it.", self.campaign);
        }
    }
}
