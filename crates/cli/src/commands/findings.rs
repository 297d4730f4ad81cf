//! `wellsmith findings`: what was found.

mod again;
mod bisect;
mod export;
mod retest;

use campaign::{AgainstRecord, EvidenceRecord, SightingRecord};
use serde::Serialize;
use store::{Bucket, BucketStatus, CampaignId, Finding, FindingData, Store, StoreError};

use crate::args::{FindingsArgs, FindingsCommand, FindingsFilter};
use crate::exit::{Exit, asked, setup, usage};
use crate::setup as machine;
use crate::words::{count, number, say, table};

pub(crate) use bisect::BisectArgs;
pub(crate) use export::{ByHand, ExportArgs, newest};
pub(crate) use retest::RetestArgs;

/// How to find the right id.
const LIST: &str = "`wellsmith findings --all` lists what there is";

/// Runs the command.
pub(crate) fn run(args: FindingsArgs) -> anyhow::Result<Exit> {
    match args.command {
        None => list(&args.filter),
        Some(FindingsCommand::List(filter)) => list(&filter),
        Some(FindingsCommand::Show { id, json, places }) => {
            show(&machine::read_store(&places)?, &id, json)
        }
        Some(FindingsCommand::Mark { bucket, status, note, places }) => {
            let status: BucketStatus = status.parse().map_err(usage)?;
            let store = machine::open_store(&places)?;
            store.mark(&bucket, status, note.as_deref()).map_err(asked(LIST))?;
            Ok(Exit::Nothing)
        }
        Some(FindingsCommand::Export(args)) => export::run(&args),
        Some(FindingsCommand::Bisect(args)) => bisect::run(&args),
        Some(FindingsCommand::Retest(args)) => retest::run(&args),
    }
}

/// The buckets that a filter lets through, in the order of campaigns.
fn buckets(store: &Store, filter: &FindingsFilter) -> anyhow::Result<Vec<Bucket>> {
    let campaigns: Vec<CampaignId> = match filter.campaign {
        Some(id) => vec![machine::campaign(store, id)?.id],
        None => store.campaigns().map_err(setup)?.iter().rev().map(|c| c.id).collect(),
    };
    let mut buckets = Vec::new();
    for campaign in campaigns {
        buckets.extend(store.buckets(campaign).map_err(setup)?);
    }
    buckets.retain(|bucket| filter.kind.is_none_or(|kind| kind.name() == bucket.kind));
    let hidden = [BucketStatus::Known, BucketStatus::Ignored, BucketStatus::Fixed];
    buckets.retain(|bucket| filter.all || !hidden.contains(&bucket.status));
    Ok(buckets)
}

fn list(filter: &FindingsFilter) -> anyhow::Result<Exit> {
    let store = machine::read_store(&filter.places)?;
    let buckets = buckets(&store, filter)?;
    if filter.json {
        let lines: Vec<_> = buckets.iter().map(BucketJson::new).collect();
        say!("{}", serde_json::to_string(&lines)?)?;
    } else if buckets.is_empty() {
        say!("Nothing here. Known issues and what was marked ignored or fixed show with --all.")?;
    } else {
        let mut shown = table(["bucket", "campaign", "kind", "target", "status", "seen", "what"]);
        for bucket in &buckets {
            let what = bucket.signature.split_once(": ").map_or("", |(_, gist)| gist);
            shown.add_row([
                bucket.id.clone(),
                bucket.campaign.to_string(),
                bucket.kind.clone(),
                bucket.target.clone(),
                bucket.known_issue.clone().unwrap_or_else(|| bucket.status.name().to_owned()),
                number(bucket.count),
                what.to_owned(),
            ]);
        }
        say!("{shown}\n\n`wellsmith findings show BUCKET` shows the program and the evidence.")?;
    }
    Ok(if buckets.is_empty() { Exit::Nothing } else { Exit::Findings })
}

/// The bucket and the finding that an id means, and the ids of the bucket's other
/// findings. The id of a bucket stands for its first finding.
pub(crate) fn find(
    store: &Store,
    id: &str,
) -> anyhow::Result<(Bucket, Option<Finding>, Vec<String>)> {
    match store.bucket(id) {
        Ok(bucket) => {
            let mut findings = store.findings(&bucket.id).map_err(setup)?.into_iter();
            let first = findings.next();
            Ok((bucket, first, findings.map(|finding| finding.id).collect()))
        }
        Err(StoreError::NoSuch { .. }) => {
            let finding = store.finding(id).map_err(|error| match error {
                StoreError::NoSuch { .. } => {
                    usage(format!("there is no bucket or finding {id} in this store; {LIST}"))
                }
                other => setup(other),
            })?;
            Ok((store.bucket(&finding.bucket).map_err(setup)?, Some(finding), Vec::new()))
        }
        Err(other) => Err(setup(other)),
    }
}

fn show(store: &Store, id: &str, json: bool) -> anyhow::Result<Exit> {
    let (bucket, finding, others) = find(store, id)?;
    if json {
        let shown = Shown {
            bucket: BucketJson::new(&bucket),
            finding: finding.as_ref().map(FindingJson::new),
        };
        say!("{}", serde_json::to_string(&shown)?)?;
        return Ok(Exit::Nothing);
    }
    say!("bucket {}: {}", bucket.id, bucket.signature)?;
    let known = bucket.known_issue.map_or(String::new(), |name| format!(", known issue {name}"));
    say!("seen {}, status {}{known}", count(bucket.count, "time"), bucket.status)?;
    if !bucket.note.is_empty() {
        say!("note: {}", bucket.note)?;
    }
    if let Some(finding) = finding {
        say!(
            "\nfinding {} in {} (engine {}, mode {}, seed {}, program {})",
            finding.id,
            finding.data.target,
            finding.data.engine,
            finding.data.mode,
            finding.data.seed,
            finding.data.program
        )?;
        show_data(&finding.data)?;
        say!("`wellsmith replay {}` runs it again.", finding.id)?;
        if !others.is_empty() {
            say!("Further findings of this bucket: {}", others.join(", "))?;
        }
    }
    Ok(Exit::Nothing)
}

/// The program, what was expected of it and what was seen.
fn show_data(finding: &FindingData) -> anyhow::Result<()> {
    let sighting: SightingRecord = serde_json::from_str(&finding.sighting)?;
    let evidence: EvidenceRecord = serde_json::from_str(&finding.evidence)?;
    if let Some((name, about)) = &evidence.known {
        say!("known issue {name}: {about}")?;
    }
    let why = sighting.expectation().map_or("", |expectation| &expectation.why);
    say!("expected: {} ({why})", finding.expectation)?;
    say!("seen: {}", evidence.outcome.text)?;
    let other = evidence.other.as_ref().map_or("", |other| &other.text);
    match sighting.against() {
        None => {}
        Some(AgainstRecord::Target(target)) => say!("on {target}: {other}")?,
        Some(AgainstRecord::Sibling(_)) => {
            let sibling = sighting.sibling().unwrap_or_default();
            say!("this equivalent program: {other}\n\n{sibling}")?;
        }
        Some(AgainstRecord::Program(program)) => {
            say!("its compile time is compared with that of this program:\n\n{program}")?;
        }
    }
    say!("\n{}", finding.source)
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
    campaign: i64,
    kind: &'a str,
    target: &'a str,
    signature: &'a str,
    known_issue: Option<&'a str>,
    status: &'a str,
    note: &'a str,
    count: u64,
}

impl BucketJson<'_> {
    fn new(bucket: &Bucket) -> BucketJson<'_> {
        BucketJson {
            id: &bucket.id,
            campaign: bucket.campaign.0,
            kind: &bucket.kind,
            target: &bucket.target,
            signature: &bucket.signature,
            known_issue: bucket.known_issue.as_deref(),
            status: bucket.status.name(),
            note: &bucket.note,
            count: bucket.count,
        }
    }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    id: &'a str,
    bucket: &'a str,
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
        let Finding { id, bucket, data, .. } = finding;
        let json = |text: &str| serde_json::from_str(text).unwrap_or_default();
        FindingJson {
            id,
            bucket,
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
