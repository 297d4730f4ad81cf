//! Trying a finding on other versions of its compiler.

use campaign::{
    Against, CampaignRecord, Evidence, OutcomeRecord, PlanRecord, Seen, Sighting, SightingRecord,
};
use case::Language;
use inputs::Inputs;
use store::{Again, Finding, Store};
use targets::Target;
use toolchains::{Cache, Spec, Toolchain};

use crate::commands::fuzz::CampaignSources;
use crate::commands::toolchain;
use crate::engines::{self, input_error, tell_user};
use crate::exit::setup;
use crate::setup as machine;
use crate::words::tell;

/// A finding with what is needed to try it again.
pub(super) struct Trial<'a> {
    store: &'a Store,
    cache: &'a Cache,
    finding: &'a Finding,
    pub(super) sighting: Sighting,
    sources: CampaignSources,
}

/// What became of a finding on a version.
pub(super) struct Tried {
    /// The target, by its real version.
    pub(super) target: String,
    pub(super) seen: Again,
    pub(super) outcome: OutcomeRecord,
}

impl<'a> Trial<'a> {
    /// A finding of the store.
    pub(super) fn new(
        store: &'a Store,
        cache: &'a Cache,
        finding: &'a Finding,
    ) -> anyhow::Result<Trial<'a>> {
        let unreadable =
            |why: String| setup(format!("finding {} cannot be read: {why}", finding.id));
        let record: SightingRecord = serde_json::from_str(&finding.data.sighting)
            .map_err(|error| unreadable(error.to_string()))?;
        let language = Language::named(&finding.data.language);
        let sighting = record.sighting(language).map_err(unreadable)?;
        let campaign = store.campaign(finding.campaign).map_err(setup)?;
        // A campaign of an older version is not known, but its findings are.
        let sources = CampaignRecord::from_json(&campaign.settings)
            .ok()
            .and_then(|record| serde_json::from_value(record.sources().clone()).ok());
        Ok(Trial { store, cache, finding, sighting, sources: sources.unwrap_or_default() })
    }

    /// Tries the finding on a version of its compiler, and keeps the verdict. The
    /// error says why that version cannot be tried.
    pub(super) fn on(&self, spec: &Spec, install: bool) -> anyhow::Result<Tried> {
        let toolchain = match self.cache.find(spec) {
            Ok(toolchain) => toolchain,
            Err(_) if install => {
                tell!("{spec} is needed and not here: installing it");
                toolchain::install(self.cache, spec)?
            }
            Err(missing) => return Err(setup(missing)),
        };
        let sighting = self.moved(&toolchain);
        let mut inputs = Inputs::new(self.cache, &self.sources.inputs, &tell_user);
        let plan: Option<PlanRecord> = serde_json::from_str(&self.finding.data.plan).ok();
        if let Some(PlanRecord { engine, .. }) = &plan {
            inputs = engines::as_stored(inputs, self.store, &engine.name, &engine.inputs)?;
        }
        let class_path = inputs.class_path().map_err(input_error)?;
        let names: Vec<String> = sighting.targets().iter().map(|name| name.to_string()).collect();
        let bench = machine::choose(self.cache, &names, Vec::new(), class_path)?;
        let mut targets: Vec<Box<dyn Target>> = Vec::new();
        for name in sighting.targets() {
            targets.push(bench.open(name)?);
        }
        let seen = sighting.seen_again(&mut targets).map_err(setup)?;
        if !matches!(seen, Seen::Unknown(_)) {
            for target in &mut targets {
                targets::still_works(target.as_mut()).map_err(setup)?;
            }
        }
        let (again, Evidence { outcome, .. }) = match &seen {
            Seen::Same(evidence) => (Again::Same, evidence),
            Seen::Other(_, evidence) => (Again::Other, evidence),
            Seen::Nothing(evidence) => (Again::Nothing, evidence),
            Seen::Unknown(evidence) => (Again::Unknown, evidence),
        };
        let tried = Tried {
            target: sighting.target.to_string(),
            seen: again,
            outcome: OutcomeRecord::new(outcome),
        };
        let outcome = serde_json::to_string(&tried.outcome)?;
        let kept = self.store.add_verdict(&self.finding.id, &tried.target, again, &outcome);
        kept.map_err(setup)?;
        Ok(tried)
    }

    /// The sighting on another version: in the same configuration, and held against the
    /// same other configuration.
    fn moved(&self, toolchain: &Toolchain) -> Sighting {
        let plain = targets::name(toolchain);
        let mut sighting = self.sighting.clone();
        sighting.target = plain.with(&self.sighting.target.configuration);
        if let Some(Against::Target(other)) = &self.sighting.against {
            // Two versions of a compiler are compared with each other, whatever is tried.
            if other.version == self.sighting.target.version {
                sighting.against = Some(Against::Target(plain.with(&other.configuration)));
            }
        }
        sighting
    }
}
