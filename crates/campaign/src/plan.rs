//! What a campaign generates: its lanes, and the plan of each of their shards.

use std::sync::Arc;

use case::{Dialect, Does, Engine, Language, Mode, Plan, TargetName};
use choice::Random;
use targets::TargetInfo;

/// Everything that decides what a campaign generates, beside its engines.
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
    /// How many tapes to play, over all lanes; without end if `None`.
    pub count: Option<u64>,
    /// Features that random subsets always have, while they leave out most of the
    /// others; see [`liked`](crate::liked).
    pub liked: Vec<String>,
}

impl Settings {
    /// How many tapes the lane at a position plays; without end if `None`. Over
    /// all lanes that is exactly [`Settings::count`].
    pub fn programs_of_lane(&self, lane: usize, lanes: usize) -> Option<u64> {
        let (lane, lanes) = (lane as u64, lanes.max(1) as u64);
        self.count.map(|count| count / lanes + u64::from(lane < count % lanes))
    }
}

/// One engine in one mode for a panel of targets, whose outcomes are judged
/// together.
#[derive(Clone)]
pub struct Lane {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// What it generates.
    pub mode: Mode,
    /// The language of the programs.
    pub language: Language,
    /// The dialect of the programs.
    pub dialect: Dialect,
    /// The targets that get each program: configurations of one compiler, or
    /// several versions of it. The first is the default that others are held
    /// against.
    pub panel: Vec<TargetInfo>,
    /// How many tapes a shard plays.
    pub shard_size: usize,
    /// Whether the panel is a compiler before a change and after it, so that only
    /// differences between the two are findings.
    pub change: bool,
}

impl Lane {
    /// The name of the lane: the same in every run of a campaign, and no other
    /// lane of the campaign has it.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.engine.name(), self.mode, self.panel_name())
    }

    /// The targets in a few words: `rustc@1.95.0 (default, next-solver)`.
    pub fn panel_name(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for toolchain in self.panel.chunk_by(|a, b| a.name.toolchain() == b.name.toolchain()) {
            let configuration = |name: &TargetName| match name.is_default() {
                true => "default".to_owned(),
                false => name.configuration.clone(),
            };
            let name = &toolchain[0].name;
            names.push(match toolchain {
                [_] => name.to_string(),
                several => {
                    let several: Vec<_> = several.iter().map(|t| configuration(&t.name)).collect();
                    format!("{} ({})", name.toolchain(), several.join(", "))
                }
            });
        }
        names.join(" ")
    }

    /// The plan of a shard. Every fourth shard has all features that are on;
    /// the others leave out some at random, so that rare combinations occur.
    pub fn plan(&self, settings: &Settings, shard: u64) -> Plan {
        let mut plan = plan(self.engine.as_ref(), self.language, self.mode, self.dialect, settings);
        if settings.swarm && !shard.is_multiple_of(4) {
            // The plan's choices come from a stream of their own, beyond those
            // of the programs.
            let essential = self.engine.essential_features();
            let always = |name: &str| {
                essential.contains(&name) || settings.liked.iter().any(|liked| liked == name)
            };
            let chances = if settings.liked.is_empty() { 2 } else { 1 };
            let subset = Random::new(settings.seed).generate(u64::MAX - shard, |choices| {
                plan.features
                    .iter()
                    .map(|name| Ok((*name, always(name) || choices.chance(chances, 3)?)))
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
    dialect: Dialect,
    settings: &Settings,
) -> Plan {
    let mut plan = engine.plan(language, mode);
    plan.dialect = dialect;
    plan.size = settings.size;
    let known = engine.features(language, mode);
    for (name, on) in &settings.features {
        let Some(feature) = known.iter().find(|feature| feature.name == name) else { continue };
        let replaced = |other: &str| match feature.alternatives() {
            Some(group) if *on => other.starts_with(group),
            _ => other == feature.name,
        };
        plan.features.retain(|other| !replaced(other));
        if *on {
            plan.features.push(feature.name);
        }
    }
    plan.features.retain(|feature| engine.lacks(language, dialect, feature).is_none());
    plan.features.sort_unstable();
    plan
}

/// The lanes for a panel of targets that take the same programs: every engine
/// that writes their language and dialect, in each mode that they can judge and
/// that is wanted. In a mode that compares nothing, each target has a lane of its
/// own. Targets that do not take the programs of the first one are left out.
pub fn lanes(
    engines: &[Arc<dyn Engine>],
    panel: &[TargetInfo],
    wanted: impl Fn(&dyn Engine, Mode) -> bool,
) -> Vec<Lane> {
    let Some(first) = panel.first() else { return Vec::new() };
    let panel: Vec<TargetInfo> =
        panel.iter().filter(|info| takes(info) == takes(first)).cloned().collect();
    let panels = |mode: Mode| match mode.compares() {
        true => vec![panel.clone()],
        // Where nothing is compared, the slowest target must not hold up the others.
        false => panel.iter().map(|info| vec![info.clone()]).collect(),
    };
    lanes_of(engines, first, wanted, panels, false)
}

/// The lanes for a change of a compiler: each program goes to the compiler before the
/// change and after it, in the same configuration. A configuration that only one of them
/// has is left out.
pub fn change_lanes(
    engines: &[Arc<dyn Engine>],
    base: &[TargetInfo],
    head: &[TargetInfo],
    wanted: impl Fn(&dyn Engine, Mode) -> bool,
) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for before in base {
        let same = |after: &&TargetInfo| {
            after.name.configuration == before.name.configuration && takes(after) == takes(before)
        };
        let Some(after) = head.iter().find(same) else { continue };
        let panels = |_| vec![vec![before.clone(), after.clone()]];
        lanes.extend(lanes_of(engines, before, &wanted, panels, true));
    }
    lanes
}

/// What decides which programs a target takes.
fn takes(info: &TargetInfo) -> (Language, Dialect, Does) {
    (info.language, info.dialect, info.does)
}

/// The lanes of the engines that write the programs that a target takes, with the panels
/// of each mode.
fn lanes_of(
    engines: &[Arc<dyn Engine>],
    first: &TargetInfo,
    wanted: impl Fn(&dyn Engine, Mode) -> bool,
    panels: impl Fn(Mode) -> Vec<Vec<TargetInfo>>,
    change: bool,
) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for engine in engines {
        for (language, modes) in engine.abilities() {
            let writes = engine.dialects(language).contains(&first.dialect);
            if language != first.language || !writes {
                continue;
            }
            let modes = modes.into_iter().filter(|mode| mode.needs() == first.does);
            for mode in modes.filter(|mode| wanted(engine.as_ref(), *mode)) {
                lanes.extend(panels(mode).into_iter().map(|panel| Lane {
                    engine: engine.clone(),
                    mode,
                    language,
                    dialect: first.dialect,
                    shard_size: panel.iter().map(|info| info.batch).min().unwrap_or(1),
                    panel,
                    change,
                }));
            }
        }
    }
    lanes
}
