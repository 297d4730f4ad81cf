//! `wellsmith fuzz`: starts or resumes a campaign.

mod summary;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant, SystemTime};

use campaign::{Campaign, CampaignRecord, KnownIssues, Lane, Settings, Stop, Timing};
use case::{Engine, Mode, TargetName};
use inputs::{Inputs, Sources};
use serde::{Deserialize, Serialize};
use store::{CampaignId, Presence, Store, StoredInput, UsedOf, Wanted};
use toolchains::{Cache, Listing, State};

use crate::args::{FuzzArgs, ProgressKind};
use crate::commands::coverage::{self, Notes};
use crate::commands::{corpus, toolchain};
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup, usage};
use crate::jobs::{AT_THE_END, Beside};
use crate::progress::{Progress, View, fitting};
use crate::setup::{self as machine, Bench, Hints};
use crate::words::{Used, Waiting, count, say, table, tell};

pub(crate) use summary::title;
use summary::{Of, Summary};

/// Runs the command.
pub(crate) fn run(args: &FuzzArgs) -> anyhow::Result<Exit> {
    if args.count == Some(0) {
        return Err(usage("--count 0 asks for no programs at all; give a number from 1 on"));
    }
    if args.detach && !store::is_shared(&machine::store_path(&args.places)?) {
        return Err(usage(
            "--detach leaves a campaign to `wellsmith worker` on other machines, which needs a \
             store in PostgreSQL: --store postgres://USER@HOST/DATABASE",
        ));
    }
    // Whether a server lets us in is known before anything is prepared.
    if store::is_shared(&machine::store_path(&args.places)?) {
        machine::create_store(&args.places)?;
    }
    let cache = machine::cache(&args.places)?;
    if args.install {
        toolchain::install_missing(&cache, &named(args))?;
    }
    let mut known = KnownIssues::built_in();
    for file in &args.known {
        let text = machine::read(file)?;
        known.extend(KnownIssues::parse(&text, &file.display().to_string()).map_err(usage)?);
    }
    let job = match args.resume {
        Some(id) => Job::resume(args, &cache, id)?,
        None => Job::create(args, &cache)?,
    };
    if args.detach {
        return job.detach(args);
    }
    machine::tell_protection(args.require_sandbox.is_some())?;
    job.run(args, &cache, known)
}

/// What takes long before a campaign begins, the first time on a machine.
const PREPARING: &str = "reading rule files and the libraries of the compilers";

/// What is needed to build the engines and targets of a campaign again; stored
/// with it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CampaignSources {
    pub(crate) inputs: Sources,
    pub(crate) compilers: Named,
    #[serde(default)]
    pub(crate) compare_versions: bool,
    #[serde(default)]
    pub(crate) change: Option<Change>,
}

/// A compiler before a change and after it, each as `NAME@VERSION`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) base: String,
    pub(crate) head: String,
}

/// The targets that the user names.
fn named(args: &FuzzArgs) -> Vec<String> {
    args.target.iter().chain(&args.base).chain(&args.head).cloned().collect()
}

/// A campaign with everything it needs.
struct Job {
    store: Store,
    id: CampaignId,
    settings: Settings,
    lanes: Vec<Lane>,
    bench: Bench,
    /// What is compared, if only differences count.
    change: Option<Change>,
    /// Records which parts of compilers are executed.
    notes: Option<Notes>,
}

impl Job {
    fn create(args: &FuzzArgs, cache: &Cache) -> anyhow::Result<Job> {
        let mut sources = CampaignSources {
            inputs: engines::sources(
                Some(&args.rules),
                &args.libraries,
                Some(&args.members),
                Some(&args.seeds),
            ),
            compilers: Named::new(&args.own),
            compare_versions: args.compare_versions,
            change: None,
        };
        let inputs = Inputs::new(cache, &sources.inputs, &tell_user);
        let commands = sources.compilers.targets(&inputs, None)?;
        let names = named(args);
        let all = names.is_empty() && commands.is_empty();
        let class_path = inputs.class_path().map_err(input_error)?;
        let mut bench = machine::choose(cache, &names, commands, class_path)?;
        if args.head.is_some() {
            let names: Vec<String> = bench.chosen.iter().map(|chosen| chosen.name()).collect();
            let [base, head] = &names[..] else {
                return Err(usage(format!(
                    "--base and --head are one compiler, {}; name two versions or paths of it",
                    names.join(" and ")
                )));
            };
            sources.change = Some(Change { base: base.clone(), head: head.clone() });
        }
        let notes = args
            .coverage
            .as_deref()
            .map(|folder| coverable(&bench).map(|()| folder))
            .transpose()?
            .map(|folder| Notes::open(cache, folder, &sources.inputs.libraries, &args.mode))
            .transpose()?;
        bench.settings.coverage = notes.as_ref().map(|notes| notes.coverage.clone());
        let imported = match sources.inputs.seeds.is_empty() {
            true => corpus::seeds(&args.places, &bench)?,
            false => Vec::new(),
        };
        let inputs = inputs.with_imported(imported);
        let waiting = shows_progress(args).then(|| Waiting::start(PREPARING));
        let made = Made::new(&inputs, &args.engine, &bench, &sources)?;
        drop(waiting);
        let engines = made.engines();
        let mut settings = Settings {
            seed: args.seed.unwrap_or_else(seed_from_clock),
            size: args.shape.size,
            swarm: true,
            features: engines::features(&engines, &args.shape)?,
            count: args.count,
            liked: Vec::new(),
        };
        let lanes = made.lanes(|mode| args.mode.is_empty() || args.mode.contains(&mode));
        if lanes.is_empty() {
            return Err(no_lanes(args, &engines, &bench));
        }
        let uses = lanes.iter().map(|lane| (&*lane.engine, lane.language, lane.mode, lane.dialect));
        engines::refuse_unused(&settings.features, &uses.collect::<Vec<_>>())?;
        if told(args) {
            show_targets(cache, &lanes, all, args.verbose);
        }
        settings.liked = liked(args, &settings, &lanes)?;
        let store = machine::create_store(&args.places)?;
        let contents = inputs.contents().into_iter().map(|content| StoredInput {
            digest: content.id.digest.to_string(),
            name: content.id.name.to_string(),
            content: content.bytes,
        });
        let change = sources.change.clone();
        let sources = serde_json::to_value(&sources)?;
        let id = campaign::create(&store, &settings, &lanes, contents.collect(), sources);
        Ok(Job { id: id.map_err(setup)?, store, settings, lanes, bench, change, notes })
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
        let waiting = shows_progress(args).then(|| Waiting::start(PREPARING));
        let made = Made::new(&inputs, &record.engines(), &bench, &sources)?;
        drop(waiting);
        let lanes = record.select(&made.lanes(|_| true)).map_err(|why| cannot(why.to_string()))?;
        // Resuming a campaign lets it run again.
        store.set_stopped(campaign.id, false).map_err(setup)?;
        if told(args) {
            tell!("Resuming campaign {}.", campaign.id);
            show_targets(cache, &lanes, false, args.verbose);
        }
        let (id, settings) = (campaign.id, record.settings());
        Ok(Job { store, id, settings, lanes, bench, change: sources.change, notes: None })
    }

    /// Leaves the campaign to workers.
    fn detach(&self, args: &FuzzArgs) -> anyhow::Result<Exit> {
        let hints = Hints::new(&args.places);
        if args.json {
            let (campaign, seed) = (self.id.0, self.settings.seed);
            say!("{}", serde_json::json!({ "campaign": campaign, "seed": seed }))?;
        } else {
            say!(
                "Campaign {}, seed {}, is planned. Work on it with `{}`, on any machine; see how \
                 far it is with `{}`.",
                self.id,
                self.settings.seed,
                hints.command("worker"),
                hints.command(&format!("campaigns show {}", self.id)),
            )?;
        }
        Ok(Exit::Nothing)
    }

    fn run(&self, args: &FuzzArgs, cache: &Cache, known: KnownIssues) -> anyhow::Result<Exit> {
        let stop = Arc::new(Stop::default());
        let hints = Hints::new(&args.places);
        let resume = hints.command(&format!("fuzz --resume {}", self.id));
        let shown: Arc<OnceLock<Progress>> = Arc::default();
        let at_once = {
            let shown = shown.clone();
            move || {
                if let Some(progress) = shown.get() {
                    progress.finish();
                }
                tell!("\nStopped. Nothing that was reported is lost; continue with `{resume}`.");
            }
        };
        stop_on_signals(&stop, at_once)?;
        let started = Instant::now();
        let jobs = args.jobs.map_or_else(default_jobs, usize::from);
        let campaign = Campaign {
            store: &self.store,
            id: self.id,
            settings: &self.settings,
            lanes: &self.lanes,
            all_lanes: self.lanes.len(),
            wanted: Wanted::Next,
            presence: self.store.is_shared().then(|| Presence {
                name: machine::host_name(),
                campaign: Some(self.id),
                jobs: jobs as u64,
                targets: serde_json::json!(self.targets()).to_string(),
                ..Presence::default()
            }),
            known,
            open: &|target: &TargetName| Ok(self.bench.open(target)?),
            jobs,
            until: args.duration.map(|time| started + time),
            timing: Timing::default(),
        };
        if told(args) {
            tell!(
                "Campaign {}, seed {}. Press Ctrl-C to finish running batches and stop.\n",
                self.id,
                self.settings.seed
            );
        }
        let done = self.store.progress(self.id).map_err(setup)?.programs;
        let view = View {
            kind: fitting(args.progress, args.quiet),
            findings: !args.json && !args.quiet,
            lanes: &self.lanes,
            until: args.duration,
            grace: campaign.timing.grace,
            count: self.settings.count.map(|count| count.saturating_sub(done)),
            hints: hints.clone(),
        };
        let unread = stop.clone();
        let progress = shown.get_or_init(|| Progress::start(view, move || unread.ask()));
        let beside = Beside {
            store: &self.store,
            campaign: self.id,
            lanes: &self.lanes,
            bench: &self.bench,
            cache,
            install: args.install,
            wanted: Wanted::Next,
            name: machine::host_name(),
            lease: campaign.timing.lease,
            at_the_end: Some(AT_THE_END),
            share: if args.no_reduce { 0 } else { args.reduce_share },
            stop: &stop,
            listener: progress,
            news: Default::default(),
            changed: Default::default(),
        };
        let ended = with_total(&self.store, self.id, progress, || {
            beside.run(|| campaign::run(&campaign, &stop, &[progress, &beside]))
        });
        progress.finish();
        ended.map_err(setup)?;
        let of = Of {
            store: &self.store,
            path: machine::store_path(&args.places)?.display().to_string(),
            id: self.id,
            seed: self.settings.seed,
            targets: self.targets(),
            change: self.change.as_ref(),
        };
        let mut summary = Summary::new(&of, &progress.this_run(), started.elapsed())?;
        if let Some(notes) = &self.notes {
            summary.coverage = Some(notes.report(&self.bench)?);
        }
        summary.used = self.used();
        let used: Vec<UsedOf> = summary.used.iter().map(Used::kept).collect();
        self.store.keep_used(self.id, &used).map_err(setup)?;
        let finished = self.store.is_finished(self.id).map_err(setup)?;
        if let (Some(file), Some(change)) = (&args.markdown, &self.change) {
            let text = self.markdown(change, &summary, &hints)?;
            std::fs::write(file, text)
                .map_err(|error| setup(format!("cannot write {}: {error}", file.display())))?;
        }
        let exit = if summary.fails(args.fail_on) { Exit::Findings } else { Exit::Nothing };
        if !progress.is_read() {
            return Ok(exit);
        }
        if args.json {
            say!("{}", serde_json::to_string(&summary)?)?;
        } else {
            summary.print(&hints, finished, args.verbose)?;
            if let Some(covered) = &summary.coverage {
                coverage::print(covered);
            }
        }
        Ok(exit)
    }

    /// What the change does, for a pull request.
    fn markdown(
        &self,
        change: &Change,
        summary: &Summary,
        hints: &Hints,
    ) -> anyhow::Result<String> {
        let (findings, unreadable) = report::findings(&self.store, self.id).map_err(setup)?;
        for finding in unreadable {
            tell!("warning: {finding}");
        }
        let Change { base, head } = change;
        let count = self.settings.count.unwrap_or(summary.families);
        let seed = self.settings.seed;
        let again = format!("fuzz --base {base} --head {head} --seed {seed} --count {count}");
        Ok(report::change_markdown(&report::ChangeView {
            base,
            head,
            programs: summary.programs,
            time_ratio: summary.time_ratio,
            liked: &self.settings.liked,
            findings: findings.into_iter().filter(|finding| finding.is_open()).collect(),
            command: &hints.command(&again),
        }))
    }

    /// The targets in use, each once.
    fn targets(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for info in self.lanes.iter().flat_map(|lane| &lane.panel) {
            let name = info.name.to_string();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
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

/// How often the total of all workers is read.
const TOTAL_EVERY: Duration = Duration::from_secs(2);

/// Does some work, and shows beside it what all workers of a campaign have done, where
/// there may be others.
fn with_total<T>(
    store: &Store,
    id: CampaignId,
    progress: &Progress,
    work: impl FnOnce() -> T,
) -> T {
    if !store.is_shared() {
        return work();
    }
    let (over, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A server that is away is no news here: the campaign tells it.
            while let Err(mpsc::RecvTimeoutError::Timeout) = ended.recv_timeout(TOTAL_EVERY) {
                let Ok(total) = store.progress(id) else { continue };
                let Ok(workers) = store.workers(HEARD_OF.as_millis() as i64) else { continue };
                let here = workers.iter().filter(|worker| worker.campaign == Some(id)).count();
                progress.total(total.programs, here as u64);
            }
        });
        let done = work();
        drop(over);
        done
    })
}

/// A worker that nothing was heard of for this long has ended.
pub(crate) const HEARD_OF: Duration = Duration::from_secs(120);

/// The engines for each panel of targets.
pub(super) struct Made(Vec<(Engines, Panel)>);

/// Targets that get the same programs.
enum Panel {
    /// Their outcomes are judged together.
    Of(Vec<targets::TargetInfo>),
    /// The targets of a compiler before a change and after it.
    Change(Vec<targets::TargetInfo>, Vec<targets::TargetInfo>),
}

type Engines = Vec<Arc<dyn Engine>>;

impl Made {
    pub(super) fn new(
        inputs: &Inputs<'_>,
        names: &[String],
        bench: &Bench,
        sources: &CampaignSources,
    ) -> anyhow::Result<Made> {
        if let Some(Change { base, head }) = &sources.change {
            let side = |name: &String| {
                let chosen = bench.chosen.iter().find(|chosen| chosen.name() == *name);
                chosen.ok_or_else(|| setup(format!("there is no compiler {name} any more")))
            };
            let (base, head) = (side(base)?, side(head)?);
            let engines = inputs.engines(names, base.toolchain()).map_err(input_error)?;
            let panel = Panel::Change(base.targets.clone(), head.targets.clone());
            return Ok(Made(vec![(engines, panel)]));
        }
        let panels = bench.panels(sources.compare_versions).into_iter();
        let panels = panels.map(|(toolchain, panel)| {
            Ok((inputs.engines(names, toolchain).map_err(input_error)?, Panel::Of(panel)))
        });
        panels.collect::<anyhow::Result<_>>().map(Made)
    }

    fn engines(&self) -> Engines {
        self.0.iter().flat_map(|(engines, _)| engines).cloned().collect()
    }

    pub(super) fn lanes(&self, wanted: impl Fn(Mode) -> bool) -> Vec<Lane> {
        let wanted = |_: &dyn Engine, mode| wanted(mode);
        let lanes = self.0.iter().map(|(engines, panel)| match panel {
            Panel::Of(panel) => campaign::lanes(engines, panel, wanted),
            Panel::Change(base, head) => campaign::change_lanes(engines, base, head, wanted),
        });
        lanes.flatten().collect()
    }
}

/// The features that programs have that look like the files of `--like`.
fn liked(args: &FuzzArgs, settings: &Settings, lanes: &[Lane]) -> anyhow::Result<Vec<String>> {
    let texts = args.like.iter().map(|file| machine::read(file));
    let texts: Vec<String> = texts.collect::<anyhow::Result<_>>()?;
    let mut liked: Vec<String> = Vec::new();
    if texts.is_empty() {
        return Ok(liked);
    }
    let mut asked = Vec::new();
    for Lane { engine, language, mode, dialect, .. } in lanes {
        // The modes of an engine share its features.
        if asked.contains(&(engine.name(), *language, *dialect)) {
            continue;
        }
        asked.push((engine.name(), *language, *dialect));
        let plan = campaign::plan(engine.as_ref(), *language, *mode, *dialect, settings);
        let names = campaign::liked(engine.as_ref(), &plan, 1, &texts);
        liked.extend(names.into_iter().map(str::to_owned));
    }
    liked.sort();
    liked.dedup();
    if liked.is_empty() {
        tell!(
            "warning: no feature of these engines has words of its own in the files of --like, so \
             programs are as usual"
        );
    } else if told(args) {
        tell!("Most programs are about {}, which is in the files of --like.", liked.join(", "));
    }
    Ok(liked)
}

fn no_lanes(args: &FuzzArgs, engines: &[Arc<dyn Engine>], bench: &Bench) -> anyhow::Error {
    if bench.chosen.is_empty() {
        return setup(
            "no compiler was found; `wellsmith toolchain list` shows how to install one, \
             and `wellsmith fuzz --install` installs all of them",
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
        "engine {} generates nothing{modes} for {}; `wellsmith engines` shows what goes together",
        engines.join(", "),
        targets.join(", "),
    ))
}

/// Whether the user is told what is about to happen.
fn told(args: &FuzzArgs) -> bool {
    !args.json && shows_progress(args)
}

/// Whether anything but results and warnings is printed.
fn shows_progress(args: &FuzzArgs) -> bool {
    !args.quiet && args.progress != Some(ProgressKind::None)
}

/// Only compilers that run in the JVM can be watched.
fn coverable(bench: &Bench) -> anyhow::Result<()> {
    use case::{Does, Language};
    let of_the_jvm = |info: &&targets::TargetInfo| {
        let jvm = [Language::Java, Language::Kotlin, Language::Scala, Language::Groovy];
        info.does == Does::Checks && jvm.contains(&info.language)
    };
    let other = bench.targets().find(|info| !of_the_jvm(info));
    match other {
        None => Ok(()),
        Some(info) => Err(usage(format!(
            "--coverage watches compilers that run in the JVM, and {} does not; name targets with \
             --target javac, kotlin, scala or groovy",
            info.name
        ))),
    }
}

/// Up to so many compilers are named one by one.
const FEW: usize = 6;

/// What is tested, in a line; all of it with `-v`. And what could be tested.
fn show_targets(cache: &Cache, lanes: &[Lane], with_missing: bool, verbose: bool) {
    let mut compilers: Vec<(String, Vec<&str>)> = Vec::new();
    for info in lanes.iter().flat_map(|lane| &lane.panel) {
        let toolchain = info.name.toolchain();
        let configuration = info.name.configuration.as_str();
        match compilers.iter_mut().find(|(known, _)| *known == toolchain) {
            Some((_, known)) if known.contains(&configuration) => {}
            Some((_, known)) => known.push(configuration),
            None => compilers.push((toolchain, vec![configuration])),
        }
    }
    let tests = count(lanes.len() as u64, "kind");
    if compilers.len() <= FEW {
        let compilers =
            compilers.iter().map(|(toolchain, configurations)| match configurations.len() {
                1 => toolchain.clone(),
                n => format!("{toolchain} ({n} configurations)"),
            });
        let compilers: Vec<String> = compilers.collect();
        tell!("Testing {} with {tests} of programs.", compilers.join(", "));
    } else {
        let mut versions: Vec<(&str, Vec<&str>)> = Vec::new();
        for (toolchain, _) in &compilers {
            let (name, version) = toolchain.split_once('@').unwrap_or((toolchain, ""));
            match versions.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.push(version),
                None => versions.push((name, vec![version])),
            }
        }
        let versions: Vec<String> = versions
            .iter()
            .map(|(name, versions)| format!("{name} {}", versions.join(" and ")))
            .collect();
        let configurations: usize = compilers.iter().map(|(_, known)| known.len()).sum();
        tell!(
            "Testing {} in {configurations} configurations, with {tests} of programs.",
            versions.join(", ")
        );
    }
    if verbose {
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for lane in lanes {
            let row = rows.entry(lane.panel_name()).or_default();
            row.push(format!("{} {}", lane.engine.name(), lane.mode));
        }
        let mut shown = table(["compiler", "engine and mode"]);
        for (panel, lanes) in rows {
            shown.add_row([panel, lanes.join(", ")]);
        }
        tell!("{shown}\n");
    }
    if with_missing {
        show_missing(cache);
    }
}

/// How many toolchains are not installed, and how to see them.
fn show_missing(cache: &Cache) {
    let mut names: Vec<&str> = Vec::new();
    let mut versions = 0;
    for Listing { name, state, .. } in cache.list() {
        match state {
            State::There { .. } | State::CannotBeHad { .. } => {}
            State::Unusable { why } => tell!("warning: {why}"),
            State::Missing { .. } => {
                versions += 1;
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    if versions > 0 {
        tell!(
            "{} of {} can be installed; see `wellsmith toolchain list`.",
            count(versions, "more version"),
            count(names.len() as u64, "compiler"),
        );
    }
}

pub(super) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (since.as_nanos() % 1_000_000_000) as u64
}

/// The first Ctrl-C asks to finish; the second ends the program, and the sandboxes with
/// it, after a last word.
pub(crate) fn stop_on_signals(
    stop: &Arc<Stop>,
    at_once: impl Fn() + Send + 'static,
) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_asked() {
                at_once();
                std::process::exit(Exit::Interrupted as i32);
            }
            stop.ask();
        }
    });
    Ok(())
}
