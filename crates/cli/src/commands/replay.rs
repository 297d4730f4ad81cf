//! `wellsmith replay`: the same program again.

use std::io::Write;

use campaign::{CampaignRecord, PlanRecord, Settings};
use case::{CaseId, Outcome, TestCase};
use choice::Tape;
use serde::Serialize;
use store::Finding;
use toolchains::Toolchain;

use crate::args::ReplayArgs;
use crate::commands::findings::LIST;
use crate::engines::Inputs;
use crate::exit::{Exit, asked, setup};
use crate::setup as machine;
use crate::words::{OutcomeJson, printed, say};

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let store = machine::open_store(&args.places)?;
    let finding = store.finding(&args.finding).map_err(asked(LIST))?;
    let bucket = store.bucket(&finding.bucket).map_err(setup)?;
    let campaign = store.campaign(bucket.campaign).map_err(setup)?;
    let campaign = CampaignRecord::from_json(&campaign.settings).map_err(setup)?;
    let cache = machine::cache(&args.places)?;
    let Settings { libraries, members, .. } = campaign.settings();
    let inputs = Inputs::new(&cache, &libraries, &members);
    // The program can be made again without its compiler, unless that had a say
    // in what libraries look like.
    let found = machine::choose(&cache, &found_with(&campaign, &finding), &libraries);
    let found = found.unwrap_or_default();
    let case = generate_again(&finding, &inputs, found.first().map(|chosen| &chosen.toolchain))?;
    if args.print {
        printed(std::io::stdout().write_all(case.source.as_bytes()))?;
        return Ok(Exit::Nothing);
    }
    let names =
        if args.target.is_empty() { found_with(&campaign, &finding) } else { args.target.clone() };
    let (mut again, mut unknown) = (false, false);
    let mut shown = Vec::new();
    let mut targets = Vec::new();
    for chosen in machine::choose(&cache, &names, &libraries)? {
        targets.extend(chosen.open()?);
    }
    if args.target.is_empty() {
        targets.retain(|target| target.name() == finding.target);
        if targets.is_empty() {
            return Err(setup(format!(
                "{} is no longer what it was when it showed finding {}: there is no {}; \
                 name another target with --target",
                names.join(", "),
                finding.id,
                finding.target
            )));
        }
    }
    if !args.json {
        say!("{}", case.source)?;
    }
    for target in &mut targets {
        let outcome = target.confirm(&case.source);
        let kind = case::judge(&case.expectation, &outcome);
        again |= kind.is_some();
        unknown |= matches!(outcome, Outcome::Unknown(_));
        if args.json {
            shown.push(OutcomeJson::new(target.name(), &outcome));
        } else {
            say!("{}: {outcome}", target.name())?;
        }
    }
    if args.json {
        #[derive(Serialize)]
        struct Replayed<'a> {
            finding: &'a str,
            source: &'a str,
            expectation: &'a str,
            outcomes: Vec<OutcomeJson>,
        }
        let replayed = Replayed {
            finding: &finding.id,
            source: &case.source,
            expectation: case.expectation.word(),
            outcomes: shown,
        };
        say!("{}", serde_json::to_string(&replayed)?)?;
    }
    Ok(Exit::of_verdicts(again, unknown))
}

/// What its campaign called the compiler: a path, if the user named one.
fn found_with(campaign: &CampaignRecord, finding: &Finding) -> Vec<String> {
    let path = format!("{}@/", finding.target.split('@').next().unwrap_or_default());
    let mut names = campaign.toolchains();
    let toolchain = finding.target.split('+').next().unwrap_or_default();
    names.retain(|name| *name == finding.target || name == toolchain || name.starts_with(&path));
    if names.is_empty() { vec![finding.target.clone()] } else { names }
}

/// Plays the finding's tape; it must give the program that was stored.
fn generate_again(
    finding: &Finding,
    inputs: &Inputs<'_>,
    compiler: Option<&Toolchain>,
) -> anyhow::Result<TestCase> {
    let record: PlanRecord = serde_json::from_str(&finding.plan)?;
    let engine = inputs.engine(&record.engine, compiler)?;
    let plan = record.plan(engine.as_ref()).map_err(setup)?;
    if record.inputs != engine.inputs() {
        return Err(setup(format!(
            "finding {} was made from other inputs ({})",
            finding.id, record.inputs
        )));
    }
    let tape = Tape::from_bytes(&finding.tape)?;
    let family = choice::replay(&tape, |choices| engine.generate(&plan, choices))
        .map_err(|error| setup(format!("finding {}: {error}", finding.id)))?;
    let same = |case: &TestCase| CaseId::as_str(&case.id()) == finding.case_id;
    family.into_iter().find(same).ok_or_else(|| {
        setup(format!(
            "the tape of finding {} makes another program in this version; \
             `wellsmith findings show {}` has the original",
            finding.id, finding.id
        ))
    })
}
