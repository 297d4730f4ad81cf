//! Trying a finding on other versions of its compiler.

use campaign::{Against, Evidence, OutcomeRecord, Seen, Sighting};
use store::{Again, Finding, Store};
use targets::Target;
use toolchains::{Cache, Spec, Toolchain};

use crate::commands::replay::Stored;
use crate::commands::toolchain;
use crate::engines::input_error;
use crate::exit::setup;
use crate::setup as machine;
use crate::words::tell;

/// A finding with what is needed to try it again.
pub(super) struct Trial<'a> {
    store: &'a Store,
    cache: &'a Cache,
    stored: Stored,
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
        finding: &Finding,
    ) -> anyhow::Result<Trial<'a>> {
        Ok(Trial { store, cache, stored: Stored::of(store, finding.clone())? })
    }

    /// What was found.
    pub(super) fn sighting(&self) -> &Sighting {
        &self.stored.sighting
    }

    /// Tries the finding on a version of its compiler. The error says why that version
    /// cannot be tried.
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
        let inputs = self.stored.inputs(self.cache, self.store)?;
        let class_path = inputs.class_path().map_err(input_error)?;
        let names: Vec<String> = sighting.targets().iter().map(|name| name.to_string()).collect();
        let named = [spec.to_string(), targets::name(&toolchain).toolchain()];
        machine::check_allowed(self.store, &names, &named)?;
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
        Ok(Tried {
            target: sighting.target.to_string(),
            seen: again,
            outcome: OutcomeRecord::new(outcome),
        })
    }

    /// Keeps a verdict.
    pub(super) fn keep(&self, tried: &Tried) -> anyhow::Result<()> {
        let outcome = serde_json::to_string(&tried.outcome)?;
        let finding = &self.stored.finding.id;
        self.store.add_verdict(finding, &tried.target, tried.seen, &outcome).map_err(setup)
    }

    /// The sighting on another version: in the same configuration, and held against the
    /// same other configuration.
    fn moved(&self, toolchain: &Toolchain) -> Sighting {
        let plain = targets::name(toolchain);
        let mut sighting = self.stored.sighting.clone();
        sighting.target = plain.with(&self.stored.sighting.target.configuration);
        if let Some(Against::Target(other)) = &self.stored.sighting.against {
            // Two versions of a compiler are compared with each other, whatever is tried.
            if other.version == self.stored.sighting.target.version {
                sighting.against = Some(Against::Target(plain.with(&other.configuration)));
            }
        }
        sighting
    }
}
