//! `wellsmith campaigns`: what is in the store, and stopping or deleting a campaign.

use std::time::{Duration, UNIX_EPOCH};

use campaign::{CampaignRecord, LaneHealth};
use serde::Serialize;
use store::{Campaign, CampaignId, Store, StoreError};

use crate::args::{CampaignsArgs, CampaignsCommand, Places};
use crate::commands::fuzz::title;
use crate::exit::{Exit, setup, usage};
use crate::setup::{self as machine, Hints};
use crate::words::{count, health_table, number, say, span, table};

/// Runs the command.
pub(crate) fn run(args: CampaignsArgs) -> anyhow::Result<Exit> {
    let places: Places = args.places.into();
    let hints = Hints::new(&places);
    match args.command {
        None => list(&places, args.json, &hints)?,
        Some(CampaignsCommand::Show { campaign }) => {
            let store = machine::read_store(&places)?;
            show(&store, machine::campaign(&store, campaign)?, args.json, &hints)?;
        }
        Some(CampaignsCommand::Stop { campaign }) => {
            let store = machine::open_store(&places)?;
            let campaign = machine::campaign(&store, campaign)?;
            store.set_stopped(campaign.id, true).map_err(setup)?;
            let resume = hints.command(&format!("fuzz --resume {}", campaign.id));
            say!(
                "Campaign {} is stopped: every process finishes its running batches. \
                 Continue it with `{resume}`.",
                campaign.id
            )?;
        }
        Some(CampaignsCommand::Delete { campaigns }) => {
            let store = machine::open_store(&places)?;
            let campaigns: Vec<Campaign> = campaigns
                .iter()
                .map(|id| machine::campaign(&store, *id))
                .collect::<anyhow::Result<_>>()?;
            for campaign in campaigns {
                let line = CampaignJson::new(&store, campaign)?;
                if line.state == "running" {
                    return Err(usage(format!(
                        "campaign {} is running; stop it first with `{}`",
                        line.id,
                        hints.command(&format!("campaigns stop {}", line.id))
                    )));
                }
                store.delete_campaign(store::CampaignId(line.id)).map_err(setup)?;
                say!(
                    "Campaign {} is deleted ({}, {}).",
                    line.id,
                    count(line.families, "program"),
                    indicatif::HumanBytes(line.bytes)
                )?;
            }
        }
    }
    Ok(Exit::Nothing)
}

#[derive(Serialize)]
struct CampaignJson {
    id: i64,
    name: String,
    seed: u64,
    /// When it was started, in milliseconds since 1970.
    started: i64,
    /// `running`, `idle` if no shard is leased, `stopped` or `finished`.
    state: &'static str,
    families: u64,
    shards: u64,
    leased: u64,
    /// Shards that are handed out no more, because their workers were lost too often.
    set_aside: u64,
    buckets: u64,
    /// What its findings take in the store.
    bytes: u64,
}

impl CampaignJson {
    fn new(store: &Store, campaign: Campaign) -> anyhow::Result<CampaignJson> {
        let progress = store.progress(campaign.id).map_err(setup)?;
        let finished = store.is_finished(campaign.id).map_err(setup)?;
        Ok(CampaignJson {
            id: campaign.id.0,
            state: match (finished, campaign.stopped, progress.open) {
                (true, ..) => "finished",
                (false, true, _) => "stopped",
                (false, false, 0) => "idle",
                (false, false, _) => "running",
            },
            started: campaign.created_at,
            buckets: store.buckets(campaign.id).map_err(setup)?.len() as u64,
            bytes: store.size(campaign.id).map_err(setup)?,
            name: campaign.name,
            seed: campaign.seed,
            families: progress.programs,
            shards: progress.done,
            leased: progress.open,
            set_aside: progress.set_aside,
        })
    }

    /// `3 min 5 s ago`.
    fn ago(&self) -> String {
        let started = UNIX_EPOCH + Duration::from_millis(self.started.cast_unsigned());
        format!("{} ago", span(started.elapsed().unwrap_or_default()))
    }
}

fn list(places: &Places, json: bool, hints: &Hints) -> anyhow::Result<()> {
    let path = machine::store_path(places)?;
    let store = match Store::open(&path, store::OpenMode::Read) {
        Ok(store) => Some(store),
        Err(StoreError::Missing { .. }) => None,
        Err(error) => return Err(machine::unusable(error)),
    };
    let mut campaigns: Vec<CampaignJson> = Vec::new();
    if let Some(store) = &store {
        for campaign in store.campaigns().map_err(setup)? {
            campaigns.push(CampaignJson::new(store, campaign)?);
        }
    }
    if json {
        return say!("{}", serde_json::to_string(&campaigns)?);
    }
    if campaigns.is_empty() {
        return say!("No campaigns yet. Start one with `{}`.", hints.command("fuzz"));
    }
    let mut shown = table(["campaign", "seed", "started", "state", "families", "bugs", "size"]);
    for campaign in &campaigns {
        shown.add_row([
            campaign.id.to_string(),
            campaign.seed.to_string(),
            campaign.ago(),
            campaign.state.to_owned(),
            number(campaign.families),
            number(campaign.buckets),
            indicatif::HumanBytes(campaign.bytes).to_string(),
        ]);
    }
    say!("{shown}")
}

fn show(store: &Store, campaign: Campaign, json: bool, hints: &Hints) -> anyhow::Result<()> {
    let record = CampaignRecord::from_json(&campaign.settings).ok();
    let health = LaneHealth::of(&store.counters(campaign.id).map_err(setup)?);
    let buckets = store.buckets(campaign.id).map_err(setup)?;
    let line = CampaignJson::new(store, campaign)?;
    let targets = record.as_ref().map_or(Vec::new(), CampaignRecord::targets);
    if json {
        #[derive(Serialize)]
        struct Shown<'a> {
            #[serde(flatten)]
            line: &'a CampaignJson,
            engines: Vec<String>,
            targets: &'a [String],
        }
        let engines = record.as_ref().map_or(Vec::new(), CampaignRecord::engines);
        let shown = Shown { line: &line, engines, targets: &targets };
        return say!("{}", serde_json::to_string(&shown)?);
    }
    say!("campaign {}, seed {}, {}, started {}", line.id, line.seed, line.state, line.ago())?;
    say!("targets: {}", targets.join(", "))?;
    say!("{}\n", health_table(&health))?;
    say!(
        "{} families in {}; {} of findings",
        number(line.families),
        count(line.shards, "shard"),
        indicatif::HumanBytes(line.bytes)
    )?;
    let leased = store.leased().map_err(setup)?;
    let aside = leased.iter().filter(|lease| lease.set_aside && lease.campaign.0 == line.id);
    for lease in aside.clone() {
        let what = match &lease.job {
            Some(job) => format!("the job to {job}"),
            None => format!("shard {} of {}", lease.number, lease.lane),
        };
        say!(
            "{what} is set aside: its worker was lost {}, last {}",
            count(lease.lost, "time"),
            lease.worker,
        )?;
    }
    if aside.count() > 0 {
        let alone = hints.command(&format!("worker --set-aside --campaign {}", line.id));
        say!("Run what is set aside alone with `{alone}`.")?;
    }
    let jobs = store.open_jobs(CampaignId(line.id)).map_err(setup)?;
    let waiting = jobs.iter().filter(|job| !job.set_aside).count() as u64;
    if store.is_shared() && waiting > 0 {
        say!("{} for workers to reduce or bisect findings", count(waiting, "job"))?;
    }
    for bucket in &buckets {
        say!(
            "  #{} {} ({}, {})",
            bucket.number,
            title(&bucket.kind, &bucket.target, &bucket.signature),
            count(bucket.count, "time"),
            bucket.known_issue.as_deref().unwrap_or(bucket.status.name()),
        )?;
    }
    if line.state != "finished" {
        say!("Continue it with `{}`.", hints.command(&format!("fuzz --resume {}", line.id)))?;
    }
    Ok(())
}
