//! The engines there are, and what the user asks of them.

use std::sync::Arc;

use campaign::Settings;
use case::{Engine, Language, Mode, Plan};

use crate::args::Shape;
use crate::exit::usage;

/// All engines.
pub(crate) fn all() -> Vec<Arc<dyn Engine>> {
    vec![Arc::new(channels::Channels::new())]
}

/// The engines with these names, or all if none is named.
pub(crate) fn named(names: &[String]) -> anyhow::Result<Vec<Arc<dyn Engine>>> {
    let engines = all();
    if names.is_empty() {
        return Ok(engines);
    }
    names.iter().map(|name| find(&engines, name)).collect()
}

/// The engine with this name.
pub(crate) fn find(engines: &[Arc<dyn Engine>], name: &str) -> anyhow::Result<Arc<dyn Engine>> {
    engines.iter().find(|engine| engine.name() == name).cloned().ok_or_else(|| {
        let known: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
        usage(format!("unknown engine {name:?}; known are: {}", known.join(", ")))
    })
}

/// The features that the user switched, checked against those that exist.
pub(crate) fn features(
    engines: &[Arc<dyn Engine>],
    shape: &Shape,
) -> anyhow::Result<Vec<(String, bool)>> {
    let mut known: Vec<&str> = engines
        .iter()
        .flat_map(|engine| {
            let abilities = engine.abilities();
            let pairs = abilities
                .into_iter()
                .flat_map(|(language, modes)| modes.into_iter().map(move |mode| (language, mode)));
            pairs
                .flat_map(|(language, mode)| engine.features(language, mode))
                .map(|feature| feature.name)
                .collect::<Vec<_>>()
        })
        .collect();
    known.sort_unstable();
    known.dedup();
    shape
        .feature
        .iter()
        .map(|given| {
            let (name, on) = match given.strip_prefix("no-") {
                Some(name) if !known.contains(&given.as_str()) => (name, false),
                _ => (given.as_str(), true),
            };
            if known.contains(&name) {
                Ok((name.to_owned(), on))
            } else {
                Err(usage(format!("unknown feature {name:?}; known are: {}", known.join(", "))))
            }
        })
        .collect()
}

/// The plan of an engine for what the user asks.
pub(crate) fn plan(
    engine: &Arc<dyn Engine>,
    language: Option<Language>,
    mode: Option<Mode>,
    dialect: Option<&str>,
    shape: &Shape,
) -> anyhow::Result<Plan> {
    let abilities = engine.abilities();
    let language = language.unwrap_or(abilities[0].0);
    let Some((_, modes)) = abilities.iter().find(|(able, _)| *able == language) else {
        let known: Vec<_> = abilities.iter().map(|(language, _)| language.name()).collect();
        let name = engine.name();
        return Err(usage(format!(
            "engine {name} does not write {language}; it writes: {}",
            known.join(", ")
        )));
    };
    let mode = mode.unwrap_or(modes[0]);
    if !modes.contains(&mode) {
        let known: Vec<_> = modes.iter().map(|mode| mode.name()).collect();
        return Err(usage(format!(
            "engine {} has no mode {mode} for {language}; it has: {}",
            engine.name(),
            known.join(", ")
        )));
    }
    let dialects = engine.dialects(language);
    let dialect = match dialect {
        None => dialects[0],
        Some(name) => dialects.iter().copied().find(|known| *known == name).ok_or_else(|| {
            usage(format!("no dialect {name:?} of {language}; there is: {}", dialects.join(", ")))
        })?,
    };
    let settings = Settings {
        seed: 0,
        size: shape.size,
        swarm: false,
        features: features(std::slice::from_ref(engine), shape)?,
        count: None,
    };
    Ok(campaign::plan(engine.as_ref(), language, mode, dialect, &settings))
}
