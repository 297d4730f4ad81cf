//! `wellsmith findings`: what was found.

mod again;
mod bisect;
mod export;
mod retest;

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use campaign::{AgainstRecord, EvidenceRecord, SightingRecord};
use case::{FindingKind, Language, TargetName};
use console::style;
use serde::Serialize;
use store::{Bucket, BucketStatus, Finding, Named, OpenMode, Store, StoreError, Undone};
use toolchains::Home;

use crate::args::{FindingsArgs, FindingsCommand, FindingsFilter, Places};
use crate::commands::fuzz::title;
use crate::exit::{Exit, asked, setup, usage};
use crate::setup::{self as machine, Hints};
use crate::show::{self, Extent};
use crate::words::{count, date, number, say, table};

pub(crate) use bisect::{BisectArgs, BisectJob};
pub(crate) use export::{ByHand, ExportArgs, newest};
pub(crate) use retest::RetestArgs;

/// How to find the right id.
const LIST: &str = "`wellsmith findings --all` lists them";

/// Runs the command.
pub(crate) fn run(args: FindingsArgs) -> anyhow::Result<Exit> {
    let FindingsFilter { campaign, kind, target, statuses, since, text, all, json, places } =
        args.filter;
    let places = places.into();
    let filter = Filter { campaign, kind, target, statuses, since, text, all, json, places };
    let hints = Hints::new(&filter.places);
    match args.command {
        None | Some(FindingsCommand::List) => list(&filter, &hints),
        Some(FindingsCommand::Show { id }) => {
            show(&machine::read_store(&filter.places)?, &id, &filter, &hints)
        }
        Some(FindingsCommand::Mark { bucket, status, note }) => {
            let status: BucketStatus = status.parse().map_err(usage)?;
            let store = machine::open_store(&filter.places)?;
            let (bucket, ..) = find(&store, &bucket)?;
            store.mark(&bucket.id, status, note.as_deref()).map_err(asked(LIST))?;
            let note = note.map_or(String::new(), |note| format!(", note: {note}"));
            say!(
                "#{} ({}) is {status} now (it was {}){note}",
                bucket.number,
                bucket.signature,
                bucket.status
            )?;
            Ok(Exit::Nothing)
        }
        Some(FindingsCommand::Merge { bucket, others }) => {
            merge(&machine::open_store(&filter.places)?, &bucket, &others)
        }
        Some(FindingsCommand::Split { finding }) => {
            split(&machine::open_store(&filter.places)?, &finding)
        }
        Some(FindingsCommand::Undo) => undo(&machine::open_store(&filter.places)?),
        Some(FindingsCommand::Export(args)) => export::run(&args, &filter),
        Some(FindingsCommand::Bisect(args)) => bisect::run(&args, &filter),
        Some(FindingsCommand::Retest(args)) => retest::run(&args, &filter),
    }
}

/// Which findings are meant.
struct Filter {
    campaign: Option<i64>,
    kind: Option<FindingKind>,
    target: Option<String>,
    statuses: Vec<BucketStatus>,
    since: Option<Duration>,
    text: Option<String>,
    all: bool,
    json: bool,
    places: Places,
}

fn merge(store: &Store, bucket: &str, others: &[String]) -> anyhow::Result<Exit> {
    let (into, ..) = find(store, bucket)?;
    let mut ids = Vec::new();
    for other in others {
        let (other, ..) = find(store, other)?;
        if other.id == into.id {
            return Err(usage(format!(
                "#{} cannot be merged into itself; it may be that these were merged before",
                into.number
            )));
        }
        ids.push(other.id);
    }
    store.merge(&into.id, &ids).map_err(asked(LIST))?;
    let merged = store.bucket(&into.id).map_err(setup)?;
    say!(
        "#{} ({}) has {} of {} now; `wellsmith findings undo` takes it back",
        merged.number,
        merged.signature,
        count(merged.count, "finding"),
        count(1 + ids.len() as u64, "bucket"),
    )?;
    Ok(Exit::Nothing)
}

fn split(store: &Store, id: &str) -> anyhow::Result<Exit> {
    let Named::Finding(finding) = store.named(id).map_err(asked(LIST))? else {
        return Err(usage(format!(
            "{id} is a bucket; name the finding that is another bug. `wellsmith findings show {id}` \
             lists the findings of the bucket"
        )));
    };
    let from = store.bucket(&finding.bucket).map_err(setup)?;
    let Some(apart) = store.split(&finding.id).map_err(setup)? else {
        return Err(usage(format!(
            "#{} has no other program than that of finding {}, so there is nothing to split",
            from.number, finding.id
        )));
    };
    say!(
        "finding {} is in #{} ({}) now; `wellsmith findings undo` takes it back",
        finding.id,
        apart.number,
        apart.signature
    )?;
    Ok(Exit::Nothing)
}

fn undo(store: &Store) -> anyhow::Result<Exit> {
    let number = |id: &String| store.bucket(id).map(|bucket| format!("#{}", bucket.number));
    match store.undo().map_err(setup)? {
        None => return Err(usage("nothing was merged or split, so there is nothing to undo")),
        Some(Undone::Merge(ids)) => {
            let numbers: Result<Vec<String>, _> = ids.iter().map(number).collect();
            say!("undone: {} as before", numbers.map_err(setup)?.join(", "))?;
        }
        Some(Undone::Split(bucket)) => {
            say!("undone: all is in {} again", number(&bucket).map_err(setup)?)?;
        }
    }
    Ok(Exit::Nothing)
}

/// The buckets that a filter lets through, in the order of their numbers.
fn buckets(store: &Store, filter: &Filter) -> anyhow::Result<Vec<Bucket>> {
    let mut buckets = match filter.campaign {
        Some(id) => store.buckets(machine::campaign(store, id)?.id),
        None => store.all_buckets(),
    }
    .map_err(setup)?;
    buckets.retain(|bucket| filter.kind.is_none_or(|kind| kind.name() == bucket.kind));
    let named = |bucket: &Bucket| match &filter.target {
        Some(target) => bucket.target.contains(target.as_str()),
        None => true,
    };
    let wanted = |bucket: &Bucket| match filter.statuses.is_empty() {
        true => filter.all || bucket.status.is_open(),
        false => filter.statuses.contains(&bucket.status),
    };
    buckets.retain(|bucket| named(bucket) && wanted(bucket));
    if let Some(since) = filter.since {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let since = i64::try_from(now.saturating_sub(since).as_millis()).unwrap_or(i64::MAX);
        buckets.retain(|bucket| bucket.last_seen >= since);
    }
    if let Some(text) = &filter.text {
        buckets.retain(|bucket| {
            let known = bucket.known_issue.as_deref().unwrap_or_default();
            [&bucket.signature[..], &bucket.note, known].iter().any(|part| part.contains(&text[..]))
        });
    }
    buckets.sort_by_key(|bucket| bucket.number);
    Ok(buckets)
}

fn list(filter: &Filter, hints: &Hints) -> anyhow::Result<Exit> {
    let path = machine::store_path(&filter.places)?;
    let store = match Store::open(&path, OpenMode::Read) {
        Ok(store) => Some(store),
        // Nothing was found yet, which is no fault of anybody.
        Err(StoreError::Missing { .. }) => None,
        Err(error) => return Err(machine::unusable(error)),
    };
    let buckets = match &store {
        Some(store) => buckets(store, filter)?,
        None => Vec::new(),
    };
    if filter.json {
        let lines = buckets.iter().map(|bucket| BucketJson::new(store.as_ref(), bucket));
        say!("{}", serde_json::to_string(&lines.collect::<anyhow::Result<Vec<_>>>()?)?)?;
    } else if store.is_none() {
        say!(
            "Nothing yet: there is no store at {}. Run `{}`.",
            path.display(),
            hints.command("fuzz")
        )?;
    } else if buckets.is_empty() {
        let hint = match filter.all || !filter.statuses.is_empty() {
            true => "",
            false => " Use --all to include known, reported, ignored and fixed ones.",
        };
        let open = if filter.all || !filter.statuses.is_empty() { "" } else { "open " };
        say!("No {open}findings.{hint}")?;
    } else {
        let mut shown = table(["#", "id", "status", "seen", "what", "note"]);
        for bucket in &buckets {
            let known =
                bucket.known_issue.as_ref().map_or(String::new(), |name| format!(" ({name})"));
            shown.add_row([
                bucket.number.to_string(),
                bucket.id.clone(),
                format!("{}{known}", bucket.status),
                number(bucket.count),
                format!(
                    "{}: {}",
                    bucket.kind,
                    title(&bucket.kind, &bucket.target, &bucket.signature)
                ),
                bucket.note.clone(),
            ]);
        }
        let show = hints.command("findings show NUMBER");
        say!("{shown}\n\n`{show}` shows the program and the evidence.")?;
    }
    Ok(Exit::Nothing)
}

/// The bucket and the finding that an id means, and the ids of the bucket's other
/// findings. The id of a bucket stands for its first finding.
pub(crate) fn find(
    store: &Store,
    id: &str,
) -> anyhow::Result<(Bucket, Option<Finding>, Vec<String>)> {
    match store.named(id).map_err(asked(LIST))? {
        Named::Bucket(bucket) => {
            let mut findings = store.findings(&bucket.id).map_err(setup)?.into_iter();
            let first = findings.next();
            Ok((bucket, first, findings.map(|finding| finding.id).collect()))
        }
        Named::Finding(finding) => {
            Ok((store.bucket(&finding.bucket).map_err(setup)?, Some(*finding), Vec::new()))
        }
    }
}

fn show(store: &Store, id: &str, filter: &Filter, hints: &Hints) -> anyhow::Result<Exit> {
    let (bucket, finding, others) = find(store, id)?;
    if filter.json {
        let shown = Shown {
            bucket: BucketJson::new(Some(store), &bucket)?,
            finding: finding.as_ref().map(FindingJson::new),
        };
        say!("{}", serde_json::to_string(&shown)?)?;
        return Ok(Exit::Nothing);
    }
    let campaigns = store.campaigns_of(&bucket.id).map_err(setup)?;
    let campaigns: Vec<String> = campaigns.iter().map(|id| id.to_string()).collect();
    let known = bucket.known_issue.as_ref().map_or(String::new(), |name| format!(" ({name})"));
    say!(
        "#{} {}, {}{known}, seen {} in campaign {}",
        bucket.number,
        bucket.id,
        style(bucket.status).bold(),
        count(bucket.count, "time"),
        campaigns.join(", "),
    )?;
    if !bucket.note.is_empty() {
        say!("note: {}", bucket.note)?;
    }
    match &finding {
        Some(finding) => {
            show_finding(&bucket, finding)?;
            show_reduction(store, finding, &bucket, hints)?;
            if let Some(path) = compiler(store, &filter.places, &finding.data.target) {
                say!("compiler: {}", path.display())?;
            }
            let target: TargetName = finding.data.target.parse()?;
            let language = Language::named(&finding.data.language);
            let by_hand = ByHand::of(store, finding.campaign)?;
            if let Some(recipe) = by_hand.recipe(&target, language, &finding.data.source) {
                say!("by hand, with the program in {}: {}", recipe.file, recipe.command())?;
            }
        }
        None => say!("{}\nIts findings were deleted with their campaign.", bucket.signature)?,
    }
    if !others.is_empty() {
        say!("Other findings of this bucket: {}", others.join(", "))?;
    }
    if finding.is_some() {
        say!("Run it again with `{}`.", hints.command(&format!("replay {}", bucket.number)))?;
        let export = hints.command(&format!("findings export report {}", bucket.number));
        say!("Write a report that can be filed, into the folder report, with `{export}`.")?;
        let mark = hints.command(&format!("findings mark {} reported", bucket.number));
        say!("Set its status with `{mark}`.")?;
    }
    Ok(Exit::Nothing)
}

/// The program, what was expected of it, and what was seen.
fn show_finding(bucket: &Bucket, finding: &Finding) -> anyhow::Result<()> {
    let data = &finding.data;
    let sighting: SightingRecord = serde_json::from_str(&data.sighting)?;
    let evidence: EvidenceRecord = serde_json::from_str(&data.evidence)?;
    let target: TargetName = data.target.parse()?;
    let kind: FindingKind = bucket.kind.parse()?;
    let shown = show::Finding {
        kind,
        target: &target,
        source: &data.source,
        sighting: &sighting,
        evidence: &evidence,
    };
    say!("\n{} {}: {}", style(&data.target).bold(), style(shown.wrong()).bold(), kind)?;
    say!("why it is wrong: {}", shown.why())?;
    if let Some(expectation) = sighting.expectation() {
        match expectation.why == shown.why() {
            true => say!("expected: {}", data.expectation)?,
            false => say!("expected: {} ({})", data.expectation, expectation.why)?,
        }
        if !expectation.rule.is_empty() {
            say!("broken premise: {}", expectation.rule)?;
        }
        if !expectation.codes.is_empty() {
            say!("a correct compiler says one of: {}", expectation.codes.join(", "))?;
        }
    }
    if let Some((name, about)) = &evidence.known {
        say!("known issue {name}: {about}")?;
    }
    say!("\n{}", shown.program(Extent::Whole))?;
    say!("{}: {}", data.target, indented(&evidence.outcome.text))?;
    for verdict in evidence.verdicts.iter().filter(|verdict| verdict.target != data.target) {
        say!("{}: {}", verdict.target, indented(&verdict.outcome.text))?;
    }
    let other = evidence.other.as_ref().map_or("", |other| &other.text);
    match sighting.against() {
        None => {}
        Some(
            AgainstRecord::Target(name) | AgainstRecord::Base(name) | AgainstRecord::Head(name),
        ) if evidence.verdicts.iter().any(|verdict| verdict.target == *name) => {}
        Some(
            AgainstRecord::Target(name) | AgainstRecord::Base(name) | AgainstRecord::Head(name),
        ) => say!("{name}: {}", indented(other))?,
        Some(AgainstRecord::Sibling(_)) => {
            let sibling = sighting.sibling().unwrap_or_default();
            say!(
                "{}, about this equivalent program: {}\n\n{sibling}",
                data.target,
                indented(other)
            )?;
        }
        Some(AgainstRecord::Program(program)) => {
            say!("its compile time is compared with that of this program:\n\n{program}")?;
        }
    }
    let language = Language::named(&data.language);
    say!(
        "\nfinding {} of {}: {language} ({}), engine {}, mode {}, seed {}, program {}",
        finding.id,
        date(finding.created_at),
        data.dialect,
        data.engine,
        data.mode,
        data.seed,
        data.program,
    )
}

/// What the program was reduced to, or how that is done.
fn show_reduction(
    store: &Store,
    finding: &Finding,
    bucket: &Bucket,
    hints: &Hints,
) -> anyhow::Result<()> {
    let Some(reduction) = store.reduction(&finding.id).map_err(setup)? else {
        let reduce = hints.command(&format!("reduce {}", bucket.number));
        return say!("\nMake the program small with `{reduce}`.");
    };
    let data = reduction.data;
    say!(
        "\nreduced from {} to {} tokens{} (class kept by {}):\n\n{}",
        data.tokens_before,
        data.tokens_after,
        if data.finished { "" } else { " so far" },
        data.guarantee,
        data.source.trim_end()
    )
}

/// Where the compiler of a target is on this machine, if it is there.
fn compiler(store: &Store, places: &Places, target: &str) -> Option<PathBuf> {
    machine::check_allowed(store, &[target.to_owned()], &[]).ok()?;
    let cache = machine::cache(places).ok()?;
    let toolchain = cache.find(&machine::spec(target).ok()?).ok()?;
    match toolchain.home {
        Home::Root { root, program } => Some(root.join(program.strip_prefix("/").ok()?)),
        home => Some(home.place().to_owned()),
    }
}

/// A text of several lines that follows a name.
fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}

/// What `findings show --json` prints and `findings export` writes.
#[derive(Serialize)]
struct Shown<'a> {
    bucket: BucketJson<'a>,
    finding: Option<FindingJson<'a>>,
}

#[derive(Serialize)]
struct BucketJson<'a> {
    id: &'a str,
    number: u64,
    /// The campaigns that have seen it.
    campaigns: Vec<i64>,
    kind: &'a str,
    target: &'a str,
    signature: &'a str,
    known_issue: Option<&'a str>,
    status: &'a str,
    note: &'a str,
    count: u64,
}

impl BucketJson<'_> {
    fn new<'a>(store: Option<&Store>, bucket: &'a Bucket) -> anyhow::Result<BucketJson<'a>> {
        let campaigns = store.map(|store| store.campaigns_of(&bucket.id)).transpose();
        let campaigns = campaigns.map_err(setup)?.unwrap_or_default();
        Ok(BucketJson {
            id: &bucket.id,
            number: bucket.number,
            campaigns: campaigns.iter().map(|id| id.0).collect(),
            kind: &bucket.kind,
            target: &bucket.target,
            signature: &bucket.signature,
            known_issue: bucket.known_issue.as_deref(),
            status: bucket.status.name(),
            note: &bucket.note,
            count: bucket.count,
        })
    }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    id: &'a str,
    bucket: &'a str,
    campaign: i64,
    case: &'a str,
    engine: &'a str,
    mode: &'a str,
    language: &'a str,
    dialect: &'a str,
    target: &'a str,
    plan: serde_json::Value,
    seed: u64,
    program: u64,
    tape: String,
    source: &'a str,
    expectation: &'a str,
    outcome: &'a str,
    /// What was compared.
    sighting: serde_json::Value,
    /// What was seen.
    evidence: serde_json::Value,
}

impl FindingJson<'_> {
    fn new(finding: &Finding) -> FindingJson<'_> {
        let Finding { id, bucket, campaign, data, .. } = finding;
        let json = |text: &str| serde_json::from_str(text).unwrap_or_default();
        FindingJson {
            id,
            bucket,
            campaign: campaign.0,
            case: &data.case_id,
            engine: &data.engine,
            mode: &data.mode,
            language: &data.language,
            dialect: &data.dialect,
            target: &data.target,
            plan: json(&data.plan),
            seed: data.seed,
            program: data.program,
            tape: choice::Tape::from_bytes(&data.tape)
                .map(|tape| tape.to_string())
                .unwrap_or_default(),
            source: &data.source,
            expectation: &data.expectation,
            outcome: &data.outcome,
            sighting: json(&data.sighting),
            evidence: json(&data.evidence),
        }
    }
}
