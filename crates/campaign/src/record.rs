//! The form in which plans are kept in the store and in manifests.

use case::{Engine, Language, Mode, Plan};
use serde::{Deserialize, Serialize};

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
        let known = |what: &str, name: &str| format!("engine {} has no {what} {name:?}", engine.name());
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
