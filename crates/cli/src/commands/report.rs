//! `wellsmith report`: a campaign as one HTML page.

use std::path::PathBuf;

use case::TargetName;
use clap::Args as ClapArgs;
use report::CampaignView;
use store::{CampaignId, Store};

use crate::args::Places;
use crate::commands::findings::{ByHand, newest};
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{count, say, tell};

/// The arguments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The page is one file that loads nothing: it can be mailed, or kept as a build product.
With two campaigns, the second is the earlier one that the first is compared with.
The exit code is 1 if there are open findings.

Examples:
  wellsmith report -o report.html           the last campaign
  wellsmith report 7 3 -o report.html       campaign 7, compared with campaign 3
  wellsmith report 7 --json                 the same as data")]
pub(crate) struct ReportArgs {
    /// The campaign, and an earlier one to compare it with [default: the last one]
    #[arg(value_name = "CAMPAIGN", num_args = 0..=2)]
    campaigns: Vec<i64>,
    /// The file to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "json")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
    /// Print the data of the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    places: Places,
}

/// Runs the command.
pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
    let store = machine::read_store(&args.places)?;
    let id = match args.campaigns.first() {
        Some(id) => machine::campaign(&store, *id)?.id,
        None => {
            let latest = store.latest_campaign().map_err(setup)?;
            let none = || usage("there is no campaign yet; start one with `wellsmith fuzz`");
            latest.ok_or_else(none)?.id
        }
    };
    if let Some(file) = args.output.as_ref().filter(|file| file.exists() && !args.force) {
        let file = file.display();
        return Err(usage(format!("{file} is there already; --force overwrites it")));
    }
    let campaign = view(&store, id)?;
    let earlier = match args.campaigns.get(1) {
        Some(id) => Some(view(&store, machine::campaign(&store, *id)?.id)?),
        None => None,
    };
    if args.json {
        say!("{}", serde_json::to_string(&campaign)?)?;
    }
    if let Some(file) = &args.output {
        let by_hand = ByHand::of(&store, id)?;
        let languages: Vec<(TargetName, case::Language)> =
            campaign.findings.iter().map(|found| (found.target.clone(), found.language)).collect();
        let recipes = |target: &TargetName, program: &str| {
            let language = languages.iter().find(|(known, _)| known.compiler == target.compiler);
            by_hand.recipe(target, language?.1, program)
        };
        let listed = machine::cache(&args.places)?.list();
        let newest = |compiler: &str| newest(&listed, compiler);
        let page = report::page(&campaign, earlier.as_ref(), &recipes, &newest);
        let failed =
            |error: std::io::Error| setup(format!("cannot write {}: {error}", file.display()));
        std::fs::write(file, &page).map_err(failed)?;
        tell!(
            "{} in {} ({} kB)",
            count(campaign.findings.len() as u64, "bucket"),
            file.display(),
            page.len().div_ceil(1000)
        );
    }
    let open = campaign.findings.iter().any(|finding| finding.is_open());
    Ok(if open { Exit::Findings } else { Exit::Nothing })
}

fn view(store: &Store, id: CampaignId) -> anyhow::Result<CampaignView> {
    report::campaign(store, id).map_err(setup)
}
