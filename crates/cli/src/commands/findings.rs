//! `wellsmith findings`: what was found.

use std::path::Path;

use serde::Serialize;
use store::{Bucket, BucketFilter, BucketStatus, CampaignId, Finding, Store, StoreError};

use crate::args::{FindingsArgs, FindingsCommand, FindingsFilter};
use crate::exit::{Exit, asked, setup, usage};
use crate::setup as machine;
use crate::words::{count, number, say, table, tell};

/// How to find the right id.
pub(crate) const LIST: &str = "`wellsmith findings --all` lists what there is";

/// Runs the command.
pub(crate) fn run(args: FindingsArgs) -> anyhow::Result<Exit> {
    match args.command {
        None => list(&args.filter),
        Some(FindingsCommand::List(filter)) => list(&filter),
        Some(FindingsCommand::Show { id, json, places }) => {
            show(&machine::open_store(&places)?, &id, json)
        }
        Some(FindingsCommand::Mark { bucket, status, note, places }) => {
            let status: BucketStatus = status.parse().map_err(usage)?;
            let store = machine::open_store(&places)?;
            store.mark(&bucket, status, note.as_deref()).map_err(asked(LIST))?;
            Ok(Exit::Nothing)
        }
        Some(FindingsCommand::Export { dir, filter }) => export(&dir, &filter),
    }
}

/// The buckets that a filter lets through, in the order of campaigns.
fn buckets(store: &Store, filter: &FindingsFilter) -> anyhow::Result<Vec<Bucket>> {
    let campaigns: Vec<CampaignId> = match filter.campaign {
        Some(id) => vec![machine::campaign(store, id)?.id],
        None => store.campaigns().map_err(setup)?.iter().rev().map(|c| c.id).collect(),
    };
    let wanted = BucketFilter {
        kind: filter.kind.map(|kind| kind.name().to_owned()),
        ..BucketFilter::default()
    };
    let mut buckets = Vec::new();
    for campaign in campaigns {
        buckets.extend(store.buckets(campaign, &wanted).map_err(setup)?);
    }
    let hidden = [BucketStatus::Known, BucketStatus::Ignored, BucketStatus::Fixed];
    buckets.retain(|bucket| filter.all || !hidden.contains(&bucket.status));
    Ok(buckets)
}

fn list(filter: &FindingsFilter) -> anyhow::Result<Exit> {
    let store = machine::open_store(&filter.places)?;
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

fn show(store: &Store, id: &str, json: bool) -> anyhow::Result<Exit> {
    // An id is that of a bucket or of a finding; buckets stand for their first.
    let mut others = Vec::new();
    let (bucket, finding) = match store.bucket(id) {
        Ok(bucket) => {
            let mut findings = store.findings(&bucket.id).map_err(setup)?.into_iter();
            let first = findings.next();
            others.extend(findings.map(|finding| finding.id));
            (bucket, first)
        }
        Err(StoreError::NoSuch { .. }) => {
            let finding = store.finding(id).map_err(|error| match error {
                StoreError::NoSuch { .. } => {
                    usage(format!("there is no bucket or finding {id} in this store; {LIST}"))
                }
                other => setup(other),
            })?;
            (store.bucket(&finding.bucket).map_err(setup)?, Some(finding))
        }
        Err(other) => return Err(setup(other)),
    };
    if json {
        #[derive(Serialize)]
        struct Shown<'a> {
            bucket: BucketJson<'a>,
            finding: Option<FindingJson<'a>>,
        }
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
            finding.target,
            finding.engine,
            finding.mode,
            finding.seed,
            finding.program
        )?;
        say!("expected: {} ({})", finding.expectation, finding.expectation_text)?;
        say!("seen: {}", finding.outcome_text)?;
        if !finding.evidence.is_empty() {
            say!("\n{}", finding.evidence)?;
        }
        say!("\n{}", finding.source)?;
        say!("`wellsmith replay {}` runs it again.", finding.id)?;
        if !others.is_empty() {
            say!("Further findings of this bucket: {}", others.join(", "))?;
        }
    }
    Ok(Exit::Nothing)
}

fn export(dir: &Path, filter: &FindingsFilter) -> anyhow::Result<Exit> {
    let store = machine::open_store(&filter.places)?;
    let buckets = buckets(&store, filter)?;
    let failed =
        |error: std::io::Error| setup(format!("cannot write to {}: {error}", dir.display()));
    std::fs::create_dir_all(dir).map_err(failed)?;
    let mut written = 0;
    for bucket in &buckets {
        for finding in store.findings(&bucket.id).map_err(setup)? {
            let language: case::Language = finding.language.parse().map_err(setup)?;
            let file = format!("{}-{}.{}", bucket.id, finding.id, language.extension());
            std::fs::write(dir.join(file), &finding.source).map_err(failed)?;
            let about = serde_json::to_string(&FindingJson::new(&finding))?;
            let file = format!("{}-{}.json", bucket.id, finding.id);
            std::fs::write(dir.join(file), about).map_err(failed)?;
            written += 1;
        }
    }
    tell!(
        "{} of {} in {}",
        count(written, "finding"),
        count(buckets.len() as u64, "bucket"),
        dir.display()
    );
    Ok(Exit::Nothing)
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
    expectation_text: &'a str,
    outcome: &'a str,
    outcome_text: &'a str,
    evidence: &'a str,
    rate: &'a str,
}

impl FindingJson<'_> {
    fn new(finding: &Finding) -> FindingJson<'_> {
        FindingJson {
            id: &finding.id,
            bucket: &finding.bucket,
            case: &finding.case_id,
            engine: &finding.engine,
            mode: &finding.mode,
            language: &finding.language,
            dialect: &finding.dialect,
            target: &finding.target,
            plan: serde_json::from_str(&finding.plan).unwrap_or_default(),
            seed: finding.seed,
            program: finding.program,
            tape: choice::Tape::from_bytes(&finding.tape)
                .map(|tape| tape.to_string())
                .unwrap_or_default(),
            source: &finding.source,
            expectation: &finding.expectation,
            expectation_text: &finding.expectation_text,
            outcome: &finding.outcome,
            outcome_text: &finding.outcome_text,
            evidence: &finding.evidence,
            rate: &finding.rate,
        }
    }
}
