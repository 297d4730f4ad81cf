//! The form in which plans are kept in the store and in manifests.

use case::{Engine, Language, Mode, Plan};
use serde::{Deserialize, Serialize};

use crate::settings::{Lane, Settings};

/// A plan as it is stored: enough to generate the same program again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanRecord {
    /// The engine's name.
    pub engine: String,
    /// What the engine was built from.
    pub inputs: String,
    /// The mode's name.
    pub mode: String,
    /// The language's name.
    pub language: String,
    /// The dialect.
    pub dialect: String,
    /// The size.
    pub size: u32,
    /// The features in use.
    pub features: Vec<String>,
}

impl PlanRecord {
    /// The record of an engine's plan.
    pub fn new(engine: &dyn Engine, plan: &Plan) -> PlanRecord {
        PlanRecord {
            engine: engine.name().to_owned(),
            inputs: engine.inputs(),
            mode: plan.mode.name().to_owned(),
            language: plan.language.name().to_owned(),
            dialect: plan.dialect.to_owned(),
            size: plan.size,
            features: plan.features.iter().map(|&feature| feature.to_owned()).collect(),
        }
    }

    /// The plan again, for the engine it was made for. The error says what this
    /// engine does not know.
    pub fn plan(&self, engine: &dyn Engine) -> Result<Plan, String> {
        let mode: Mode = self.mode.parse().map_err(|e: case::UnknownWord| e.to_string())?;
        let language: Language =
            self.language.parse().map_err(|e: case::UnknownWord| e.to_string())?;
        let known =
            |what: &str, name: &str| format!("engine {} has no {what} {name:?}", engine.name());
        let abilities = engine.abilities();
        let (_, modes) = abilities
            .iter()
            .find(|(able, _)| *able == language)
            .ok_or_else(|| known("language", &self.language))?;
        if !modes.contains(&mode) {
            return Err(known("mode", &self.mode));
        }
        let dialect = engine.dialects(language).iter().find(|d| **d == self.dialect);
        let dialect = *dialect.ok_or_else(|| known("dialect", &self.dialect))?;
        let available = engine.features(language, mode);
        let features = self
            .features
            .iter()
            .map(|name| {
                let feature = available.iter().find(|feature| feature.name == name);
                feature.map(|feature| feature.name).ok_or_else(|| known("feature", name))
            })
            .collect::<Result<_, _>>()?;
        Ok(Plan { mode, language, dialect, size: self.size, features })
    }
}

/// A campaign's settings as they are stored: enough to go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignRecord {
    /// The version of wellsmith: another one makes other programs of a seed.
    version: String,
    seed: u64,
    size: u32,
    swarm: bool,
    features: Vec<(String, bool)>,
    libraries: Vec<String>,
    members: Vec<String>,
    count: Option<u64>,
    lanes: Vec<LaneRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LaneRecord {
    name: String,
    engine: String,
    toolchain: String,
    shard_size: usize,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl CampaignRecord {
    /// The record of a campaign.
    pub fn new(settings: &Settings, lanes: &[Lane]) -> CampaignRecord {
        let Settings { seed, size, swarm, features, libraries, members, count } = settings.clone();
        let lanes = lanes.iter().map(|lane| LaneRecord {
            name: lane.name(),
            engine: lane.engine.name().to_owned(),
            toolchain: lane.toolchain.clone(),
            shard_size: lane.shard_size,
        });
        CampaignRecord {
            version: VERSION.to_owned(),
            seed,
            size,
            swarm,
            features,
            libraries,
            members,
            count,
            lanes: lanes.collect(),
        }
    }

    /// The text that is stored.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has a JSON form")
    }

    /// Reads what [`CampaignRecord::to_json`] wrote; not if another version did.
    pub fn from_json(text: &str) -> Result<CampaignRecord, String> {
        /// What records of all versions have.
        #[derive(Deserialize)]
        struct Made {
            version: String,
        }
        let Made { version } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if version != VERSION {
            return Err(format!("it was made by version {version}, this is {VERSION}"));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The settings again.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            size: self.size,
            swarm: self.swarm,
            features: self.features.clone(),
            libraries: self.libraries.clone(),
            members: self.members.clone(),
            count: self.count,
        }
    }

    /// The engines in use, each once.
    pub fn engines(&self) -> Vec<String> {
        let mut names: Vec<_> = self.lanes.iter().map(|lane| lane.engine.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The toolchains in use, each once.
    pub fn toolchains(&self) -> Vec<String> {
        let mut names: Vec<_> = self.lanes.iter().map(|lane| lane.toolchain.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The lanes of this campaign among those that can be had now. The error
    /// names one that cannot.
    pub fn select(&self, lanes: Vec<Lane>) -> Result<Vec<Lane>, String> {
        self.lanes
            .iter()
            .map(|record| {
                let lane = lanes.iter().find(|lane| lane.name() == record.name);
                let lane = lane.ok_or_else(|| format!("lane {} cannot be had now", record.name))?;
                Ok(Lane { shard_size: record.shard_size, ..lane.clone() })
            })
            .collect()
    }
}
