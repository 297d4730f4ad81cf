//! `wellsmith campaigns`: what is in the store, and stopping a campaign for
//! every process that works on it.

use serde::Serialize;
use store::{Campaign, Store};

use crate::args::{CampaignsArgs, CampaignsCommand};
use crate::exit::{Exit, setup};
use crate::setup as machine;
use crate::words::{number, say, table};

/// Runs the command.
pub(crate) fn run(args: &CampaignsArgs) -> anyhow::Result<Exit> {
    match &args.command {
        None => list(&machine::read_store(&args.places)?, args.json),
        Some(CampaignsCommand::Stop { campaign, places }) => {
            let store = machine::open_store(places)?;
            let campaign = machine::campaign(&store, *campaign)?;
            store.set_stopped(campaign.id, true).map_err(setup)?;
            say!(
                "Campaign {0} is stopped: every process finishes what it has under way. \
                 `wellsmith fuzz --resume {0}` continues it.",
                campaign.id
            )?;
            Ok(Exit::Nothing)
        }
    }
}

#[derive(Serialize)]
struct CampaignJson {
    id: i64,
    name: String,
    seed: u64,
    /// `running`, `idle` if no shard is leased, `stopped` or `finished`.
    state: &'static str,
    programs: u64,
    shards: u64,
    leased: u64,
    buckets: u64,
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
            buckets: store.buckets(campaign.id).map_err(setup)?.len() as u64,
            name: campaign.name,
            seed: campaign.seed,
            programs: progress.programs,
            shards: progress.done,
            leased: progress.open,
        })
    }
}

fn list(store: &Store, json: bool) -> anyhow::Result<Exit> {
    let campaigns = store.campaigns().map_err(setup)?;
    let campaigns = campaigns.into_iter().map(|campaign| CampaignJson::new(store, campaign));
    let campaigns: Vec<CampaignJson> = campaigns.collect::<anyhow::Result<_>>()?;
    if json {
        say!("{}", serde_json::to_string(&campaigns)?)?;
        return Ok(Exit::Nothing);
    }
    let mut shown = table(["campaign", "name", "state", "programs", "buckets"]);
    for campaign in &campaigns {
        shown.add_row([
            campaign.id.to_string(),
            campaign.name.clone(),
            campaign.state.to_owned(),
            number(campaign.programs),
            number(campaign.buckets),
        ]);
    }
    say!("{shown}")?;
    Ok(Exit::Nothing)
}
