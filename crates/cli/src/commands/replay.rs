//! `wellsmith replay`: the same program again.

use campaign::PlanRecord;
use case::{CaseId, TestCase};
use choice::Tape;
use serde::Serialize;
use store::Finding;

use crate::args::ReplayArgs;
use crate::exit::{Exit, setup, usage};
use crate::words::OutcomeJson;
use crate::{engines, setup as machine};

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let store = machine::open_store(&args.places)?;
    let finding = store.finding(&args.finding).map_err(usage)?;
    let case = generate_again(&finding)?;
    if args.print {
        print!("{}", case.source);
        return Ok(Exit::Nothing);
    }
    let names =
        if args.target.is_empty() { vec![finding.target.clone()] } else { args.target.clone() };
    let cache = machine::cache(&args.places)?;
    let mut again = false;
    let mut shown = Vec::new();
    if !args.json {
        println!("{}", case.source);
    }
    let mut targets = Vec::new();
    for chosen in machine::choose(&cache, &names)? {
        targets.extend(chosen.open().map_err(setup)?);
    }
    for target in &mut targets {
        // A name without a configuration means the plain one here: the finding
        // names its configuration.
        if args.target.is_empty() && target.name() != finding.target {
            continue;
        }
        let outcome = target.confirm(&case.source);
        let kind = case::judge(&case.expectation, &outcome);
        again |= kind.is_some();
        if args.json {
            shown.push(OutcomeJson::new(target.name(), &outcome));
        } else {
            println!("{}: {outcome}", target.name());
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
        println!("{}", serde_json::to_string(&replayed)?);
    }
    Ok(if again { Exit::Findings } else { Exit::Nothing })
}

/// Plays the finding's tape; it must give the program that was stored.
fn generate_again(finding: &Finding) -> anyhow::Result<TestCase> {
    let record: PlanRecord = serde_json::from_str(&finding.plan)?;
    let engine = engines::find(&engines::all(), &record.engine)?;
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
