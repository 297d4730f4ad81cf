//! `wellsmith replay`: runs a finding again and tells whether it is still there.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use campaign::{
    Against, CampaignRecord, Evidence, OutcomeRecord, PlanRecord, Seen, Sighting, SightingRecord,
};
use case::{Engine, Family, Language, Plan, TargetName};
use choice::Tape;
use inputs::Inputs;
use serde::Serialize;
use store::{Finding, Store};
use targets::Target;
use toolchains::Cache;

use crate::args::ReplayArgs;
use crate::commands::findings::find;
use crate::commands::fuzz::CampaignSources;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup, usage};
use crate::setup::{self as machine, Bench, Hints};
use crate::words::{printed, say};

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let store = machine::read_store(&args.places)?;
    let hints = Hints::new(&args.places);
    let named = [&args.allow[..], &args.target].concat();
    let stored = Stored::load(&store, &args.finding, &named)?;
    let Stored { finding, sighting, sources, .. } = &stored;
    let id = &finding.id;
    let language = sighting.case().language;
    let cache = machine::cache(&args.places)?;
    let inputs = stored.inputs(&cache, &store)?;
    if !args.as_stored {
        let family = stored.engine(&cache, &inputs).and_then(|(engine, plan)| {
            let tape = Tape::from_bytes(&finding.data.tape)?;
            Ok(choice::replay(&tape, |choices| engine.generate(&plan, choices))?)
        });
        let family = family.map_err(|error| {
            setup(format!(
                "finding {id} cannot be regenerated: {error:#}; `{}` takes the stored program",
                hints.command(&format!("replay --as-stored {id}"))
            ))
        })?;
        let texts = |family: &Family| -> Vec<String> {
            family.iter().map(|case| case.source.clone()).collect()
        };
        if texts(&family) != texts(&sighting.family) {
            return Err(setup(format!(
                "this version of wellsmith generates a different program from the recording of \
                 finding {id}; `{}` takes the stored one",
                hints.command(&format!("replay --as-stored {id}"))
            )));
        }
    }
    let case = sighting.case();
    if args.print {
        printed(std::io::stdout().write_all(case.source.as_bytes()))?;
        return Ok(Exit::Nothing);
    }
    let commands = sources.compilers.targets(&inputs, Some(language))?;
    let class_path = inputs.class_path().map_err(input_error)?;
    let names: Vec<String> = match args.target.is_empty() {
        true => sighting.targets().iter().map(|name| name.to_string()).collect(),
        // What a change is compared with stays the same.
        false => args.target.iter().cloned().chain(other_side(sighting)).collect(),
    };
    let bench = machine::choose(&cache, &names, commands, class_path)?;
    if let Some(other) = bench.targets().find(|info| info.language != language) {
        return Err(usage(format!(
            "finding {id} is a {language} program, and {} takes {}",
            other.name, other.language
        )));
    }
    let dialect = &finding.data.dialect;
    if let Some(other) = bench.targets().find(|info| info.dialect.name() != dialect)
        && !args.target.is_empty()
    {
        return Err(usage(format!(
            "finding {id} is written in the dialect {dialect} of {language}, and {} takes {}",
            other.name, other.dialect
        )));
    }
    let sightings = match args.target.is_empty() {
        true => vec![sighting.clone()],
        false => on_other_targets(sighting, &bench),
    };
    if !args.json {
        say!("{}", case.source)?;
    }
    let (mut again, mut unknown) = (false, false);
    let mut shown = Vec::new();
    for sighting in &sightings {
        let mut targets: Vec<Box<dyn Target>> = Vec::new();
        for name in sighting.targets() {
            targets.push(bench.open(name)?);
        }
        let seen = sighting.seen_again(&mut targets).map_err(setup)?;
        if matches!(seen, Seen::Same(_) | Seen::Other(..)) {
            for target in &mut targets {
                targets::still_works(target.as_mut()).map_err(setup)?;
            }
        }
        again |= matches!(seen, Seen::Same(_) | Seen::Other(..));
        unknown |= matches!(seen, Seen::Unknown(_));
        if args.json {
            shown.push(SeenJson::new(sighting, &seen));
        } else {
            show(sighting, &seen)?;
        }
    }
    if args.json {
        #[derive(Serialize)]
        struct Replayed<'a> {
            finding: &'a str,
            source: &'a str,
            expectation: &'a str,
            seen: Vec<SeenJson>,
        }
        let replayed = Replayed {
            finding: id,
            source: &case.source,
            expectation: case.expectation.word(),
            seen: shown,
        };
        say!("{}", serde_json::to_string(&replayed)?)?;
    }
    Ok(Exit::of_verdicts(again, unknown))
}

/// The sighting as it would show on other targets: what is compared with another
/// configuration is compared with that configuration of the same compiler.
fn on_other_targets(sighting: &Sighting, bench: &Bench) -> Vec<Sighting> {
    let mut sightings = Vec::new();
    // The other side of a change is tried itself only if nothing else is.
    let beside = other_side(sighting).filter(|_| bench.targets().count() > 1);
    for info in bench.targets().filter(|info| Some(info.name.to_string()) != beside) {
        let mut other = Sighting { target: info.name.clone(), ..sighting.clone() };
        if let Some(Against::Target(against)) = &sighting.against {
            let name: TargetName = info.name.with(&against.configuration);
            if name == info.name || !bench.targets().any(|target| target.name == name) {
                continue;
            }
            other.against = Some(Against::Target(name));
        }
        sightings.push(other);
    }
    sightings
}

/// The side of a change that a finding is compared with.
fn other_side(sighting: &Sighting) -> Option<String> {
    match &sighting.against {
        Some(Against::Base(other) | Against::Head(other)) => Some(other.to_string()),
        _ => None,
    }
}

/// A finding of the store, with what is needed to generate and try its programs again.
pub(crate) struct Stored {
    pub(crate) finding: Finding,
    pub(crate) sighting: Sighting,
    pub(crate) sources: CampaignSources,
    plan: Option<PlanRecord>,
}

impl Stored {
    /// Loads a finding, or the first one of a bucket, to run it on the targets that it names.
    pub(crate) fn load(store: &Store, id: &str, allowed: &[String]) -> anyhow::Result<Stored> {
        let (_, finding, _) = find(store, id)?;
        let finding = finding.ok_or_else(|| setup("this bucket has no finding any more"))?;
        let stored = Stored::of(store, finding)?;
        let targets = stored.sighting.targets();
        let targets: Vec<String> = targets.iter().map(|name| name.to_string()).collect();
        machine::check_allowed(store, &targets, allowed)?;
        Ok(stored)
    }

    /// A finding of the store.
    pub(crate) fn of(store: &Store, finding: Finding) -> anyhow::Result<Stored> {
        let campaign = store.campaign(finding.campaign).map_err(setup)?;
        let broken = |error: String| setup(format!("the finding cannot be read: {error}"));
        let record: SightingRecord = serde_json::from_str(&finding.data.sighting)
            .map_err(|error| broken(error.to_string()))?;
        let language = Language::named(&finding.data.language);
        let sighting = record.sighting(language).map_err(broken)?;
        // A campaign of an older version is not known, but its findings are.
        let sources = CampaignRecord::from_json(&campaign.settings)
            .ok()
            .and_then(|record| serde_json::from_value(record.sources().clone()).ok());
        let plan = serde_json::from_str(&finding.data.plan).ok();
        Ok(Stored { finding, sighting, sources: sources.unwrap_or_default(), plan })
    }

    /// What its engine was built from.
    pub(crate) fn inputs<'a>(
        &'a self,
        cache: &'a Cache,
        store: &Store,
    ) -> anyhow::Result<Inputs<'a>> {
        let inputs = Inputs::new(cache, &self.sources.inputs, &tell_user);
        match &self.plan {
            Some(PlanRecord { engine, .. }) => {
                engines::as_stored(inputs, store, &engine.name, &engine.inputs)
            }
            None => Ok(inputs),
        }
    }

    /// The engine that generated it, if it still generates the same, and its plan.
    pub(crate) fn engine(
        &self,
        cache: &Cache,
        inputs: &Inputs<'_>,
    ) -> anyhow::Result<(Arc<dyn Engine>, Plan)> {
        let record = self.plan.as_ref().context("an older version of wellsmith recorded it")?;
        let compiler = machine::spec(&self.sighting.target.toolchain());
        let compiler = compiler.ok().and_then(|spec| cache.find(&spec).ok());
        let engine = inputs.engine(&record.engine.name, compiler.as_ref()).map_err(input_error)?;
        record.engine.check(engine.as_ref())?;
        let plan = record.plan(engine.as_ref()).map_err(setup)?;
        Ok((engine, plan))
    }
}

fn show(sighting: &Sighting, seen: &Seen) -> anyhow::Result<()> {
    let evidence = evidence(seen);
    say!("{}: {}", sighting.target, evidence.outcome)?;
    if let Some(other) = &evidence.other {
        match &sighting.against {
            Some(Against::Sibling(sibling)) => {
                let source = &sighting.family[*sibling].source;
                say!("{}, the equivalent program below: {other}\n\n{source}", sighting.target)?;
            }
            Some(Against::Target(target) | Against::Base(target) | Against::Head(target)) => {
                say!("{target}: {other}")?;
            }
            Some(Against::Program(_)) | None => {
                say!("{}, the program it is compared with: {other}", sighting.target)?;
            }
        }
    }
    match seen {
        Seen::Same(_) => say!("REPRODUCED: {}", sighting.signature),
        Seen::Other(other, _) => {
            say!("ANOTHER FINDING: {} (it was {})", other.signature, sighting.signature)
        }
        Seen::Nothing(_) => say!("NOT REPRODUCED: everything is as expected"),
        Seen::Unknown(_) => say!("NO VERDICT"),
    }
}

fn evidence(seen: &Seen) -> &Evidence {
    match seen {
        Seen::Same(evidence)
        | Seen::Other(_, evidence)
        | Seen::Nothing(evidence)
        | Seen::Unknown(evidence) => evidence,
    }
}

/// What was seen on a target, in JSON.
#[derive(Serialize)]
struct SeenJson {
    target: String,
    /// `same`, `other`, `nothing` or `unknown`.
    seen: &'static str,
    /// The signature of what was seen, if something is wrong.
    signature: Option<String>,
    outcome: OutcomeRecord,
    other: Option<OutcomeRecord>,
}

impl SeenJson {
    fn new(sighting: &Sighting, seen: &Seen) -> SeenJson {
        let (word, signature) = match seen {
            Seen::Same(_) => ("same", Some(sighting.signature.clone())),
            Seen::Other(other, _) => ("other", Some(other.signature.clone())),
            Seen::Nothing(_) => ("nothing", None),
            Seen::Unknown(_) => ("unknown", None),
        };
        let evidence = evidence(seen);
        SeenJson {
            target: sighting.target.to_string(),
            seen: word,
            signature,
            outcome: OutcomeRecord::new(&evidence.outcome),
            other: evidence.other.as_ref().map(OutcomeRecord::new),
        }
    }
}
