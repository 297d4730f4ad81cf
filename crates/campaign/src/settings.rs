//! What a campaign does: its lanes, and the plan of each of their shards.

use std::sync::Arc;

use case::{Engine, Language, Mode, Plan};
use choice::Random;
use targets::Target;

/// Everything that decides what a campaign generates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of all choices.
    pub seed: u64,
    /// How large programs are; see [`Plan::size`].
    pub size: u32,
    /// Whether each shard uses a random subset of the features ("swarm").
    pub swarm: bool,
    /// Features switched on or off by name, for all shards.
    pub features: Vec<(String, bool)>,
    /// The libraries that engines write programs against, as the user named
    /// them.
    pub libraries: Vec<String>,
    /// The members of libraries to exercise, by parts of their names; all if
    /// there is none.
    pub members: Vec<String>,
    /// How many programs to make, over all lanes; without end if `None`.
    pub count: Option<u64>,
}

impl Settings {
    /// How many programs each lane makes; without end if `None`.
    pub fn programs_of_lane(&self, lanes: usize) -> Option<u64> {
        self.count.map(|count| count.div_ceil(lanes.max(1) as u64))
    }
}

/// One engine in one mode for one compiler with all its configurations.
#[derive(Clone)]
pub struct Lane {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// What it makes.
    pub mode: Mode,
    /// The language of the programs.
    pub language: Language,
    /// The dialect of the programs.
    pub dialect: &'static str,
    /// The compiler: `rustc@1.95.0`.
    pub toolchain: String,
    /// How many programs a shard has.
    pub shard_size: usize,
}

impl Lane {
    /// The name of the lane: the same in every run of a campaign.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.engine.name(), self.mode, self.toolchain)
    }

    /// The plan of a shard. Every fourth shard has all features that are on;
    /// the others leave out some by chance, so that rare combinations come up.
    pub fn plan(&self, settings: &Settings, shard: u64) -> Plan {
        let mut plan = plan(self.engine.as_ref(), self.language, self.mode, self.dialect, settings);
        if settings.swarm && !shard.is_multiple_of(4) {
            // The plan's choices come from a stream of their own, beyond those
            // of the programs.
            let steady = self.engine.steady();
            let subset = Random::new(settings.seed).generate(u64::MAX - shard, |choices| {
                plan.features
                    .iter()
                    .map(|name| Ok((*name, steady.contains(name) || choices.chance(2, 3)?)))
                    .collect::<Result<Vec<_>, _>>()
            });
            if let Ok(subset) = subset {
                plan.features =
                    subset.value.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
            }
        }
        plan
    }

    /// The number of the first program of a shard, among those of its lane.
    pub fn first_program(&self, shard: u64) -> u64 {
        shard * self.shard_size as u64
    }
}

/// The plan that the settings give, with every feature that is on.
pub fn plan(
    engine: &dyn Engine,
    language: Language,
    mode: Mode,
    dialect: &'static str,
    settings: &Settings,
) -> Plan {
    let mut plan = engine.plan(language, mode);
    plan.dialect = dialect;
    plan.size = settings.size;
    for feature in engine.features(language, mode) {
        match settings.features.iter().rev().find(|(name, _)| name == feature.name) {
            Some((_, true)) if !plan.has(feature.name) => plan.features.push(feature.name),
            Some((_, false)) => plan.features.retain(|name| *name != feature.name),
            _ => {}
        }
    }
    plan.features.sort_unstable();
    plan
}

/// The lanes for a compiler: every engine that writes its language and dialect,
/// in each mode that is wanted.
pub fn lanes(
    engines: &[Arc<dyn Engine>],
    toolchain: &str,
    target: &dyn Target,
    wanted: impl Fn(&dyn Engine, Mode) -> bool,
) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for engine in engines {
        for (language, modes) in engine.abilities() {
            let dialect = engine.dialects(language).iter().find(|d| **d == target.dialect());
            let (true, Some(&dialect)) = (language == target.language(), dialect) else { continue };
            for mode in modes.into_iter().filter(|mode| wanted(engine.as_ref(), *mode)) {
                lanes.push(Lane {
                    engine: engine.clone(),
                    mode,
                    language,
                    dialect,
                    toolchain: toolchain.to_owned(),
                    shard_size: target.batch_size(),
                });
            }
        }
    }
    lanes
}
