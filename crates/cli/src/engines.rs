//! Inputs, features and plans of engines, from the command line.

use std::path::PathBuf;
use std::sync::Arc;

use campaign::{InputRecord, Settings};
use case::{Dialect, Engine, Language, Mode, Plan};
use inputs::{InputError, Inputs, Sources};
use store::Store;

use crate::args::{Libraries, Members, RuleFiles, Seeds, Shape};
use crate::exit::{setup, usage};
use crate::words::tell;

/// What the user names as inputs.
pub(crate) fn sources(
    rules: Option<&RuleFiles>,
    libraries: &Libraries,
    members: Option<&Members>,
    seeds: Option<&Seeds>,
) -> Sources {
    // A campaign may be resumed from another folder.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or(path.clone());
    Sources {
        rules: rules.map_or(Vec::new(), |rules| rules.rules.clone()),
        negate: rules.map_or(Vec::new(), |rules| rules.negations.negate.clone()),
        negations: rules.and_then(|rules| rules.negations.negations.clone()),
        libraries: libraries.library.clone(),
        members: members.map_or(Vec::new(), |members| members.member.clone()),
        seeds: seeds.map_or(Vec::new(), |seeds| seeds.seeds.iter().map(absolute).collect()),
    }
}

/// Inputs with what an engine was built from when something was generated, as far
/// as the store has it.
pub(crate) fn as_stored<'a>(
    inputs: Inputs<'a>,
    store: &Store,
    engine: &str,
    records: &[InputRecord],
) -> anyhow::Result<Inputs<'a>> {
    let names: Vec<_> =
        records.iter().map(|input| (input.name.clone(), input.digest.clone())).collect();
    inputs.with_kept(engine, &names, |digest| {
        Ok(store.input(digest).map_err(setup)?.map(|kept| kept.content))
    })
}

/// Tells the user which input is being loaded.
pub(crate) fn tell_user(text: &str) {
    tell!("{text}");
}

/// An engine that cannot be built is the user's mistake or the machine's fault.
pub(crate) fn input_error(error: InputError) -> anyhow::Error {
    if error.is_usage() {
        let text = error.to_string();
        // The text of an error in a rule file begins with a word that is put
        // before every error.
        usage(text.strip_prefix("error: ").unwrap_or(&text))
    } else {
        setup(error)
    }
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
            if !known.contains(&name) {
                return Err(usage(format!(
                    "unknown feature {name:?}; known are: {}",
                    known.join(", ")
                )));
            }
            match name.split_once('=') {
                Some((group, _)) if !on => Err(usage(format!(
                    "one {group} is always on; name another one in the place of {name:?}"
                ))),
                _ => Ok((name.to_owned(), on)),
            }
        })
        .collect()
}

/// What programs are generated for: an engine, a language, a mode and a dialect.
pub(crate) type Use<'a> = (&'a dyn Engine, Language, Mode, Dialect);

/// Refuses a feature that was switched on and that no program would have.
pub(crate) fn refuse_unused(features: &[(String, bool)], uses: &[Use<'_>]) -> anyhow::Result<()> {
    for (name, _) in features.iter().filter(|(_, on)| *on) {
        let why_not = |&(engine, language, mode, dialect): &Use<'_>| {
            let known = engine.features(language, mode).iter().any(|known| known.name == name);
            match engine.lacks(language, dialect, name) {
                Some(reason) => Some(format!(": {reason}")),
                None => (!known).then(String::new),
            }
        };
        let reasons: Option<Vec<String>> = uses.iter().map(why_not).collect();
        if let (Some(reasons), Some((_, language, _, dialect))) = (reasons, uses.first()) {
            let written = match dialect {
                Dialect::Standard => language.to_string(),
                dialect => format!("{language} ({dialect})"),
            };
            let reason = reasons.first().map_or("", |reason| reason);
            return Err(usage(format!("no {written} program has the feature {name:?}{reason}")));
        }
    }
    Ok(())
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
    let Some(&(first, _)) = abilities.first() else {
        let name = engine.name();
        return Err(usage(format!("engine {name} has nothing to generate programs from")));
    };
    let language = language.unwrap_or(first);
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
    let dialect: Dialect = match dialect {
        None => dialects[0],
        Some(name) => {
            dialects.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
                let known: Vec<_> = dialects.iter().map(|dialect| dialect.name()).collect();
                usage(format!("no dialect {name:?} of {language}; there is: {}", known.join(", ")))
            })?
        }
    };
    let features = features(std::slice::from_ref(engine), shape)?;
    refuse_unused(&features, &[(engine.as_ref(), language, mode, dialect)])?;
    let settings = Settings {
        seed: 0,
        size: shape.size,
        swarm: false,
        features,
        count: None,
        liked: Vec::new(),
    };
    Ok(campaign::plan(engine.as_ref(), language, mode, dialect, &settings))
}
