//! The engines there are, and what the user asks of them.

use std::path::PathBuf;
use std::sync::Arc;

use api::{Api, Format, Source};
use campaign::Settings;
use case::{Engine, Language, Mode, Plan};
use toolchains::{Cache, Home, Progress};

use crate::args::Shape;
use crate::exit::{setup, usage};
use crate::words::tell;

/// The engines there are.
const NAMES: [&str; 3] = ["rules", "api", "channels"];

/// Where engines get their inputs from.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The compilers of this machine: the JDK is a library too.
    pub cache: &'a Cache,
    /// The libraries that the `api` engine is to exercise.
    pub libraries: &'a [String],
    /// Which of their members, by parts of their names; all if there is none.
    pub members: &'a [String],
}

impl Inputs<'_> {
    /// The engines with these names, or all that can be had if none is named.
    pub fn engines(&self, names: &[String]) -> anyhow::Result<Vec<Arc<dyn Engine>>> {
        if !names.is_empty() {
            return names.iter().map(|name| self.engine(name)).collect();
        }
        let mut engines = Vec::new();
        for name in NAMES {
            match self.engine(name) {
                Ok(engine) => engines.push(engine),
                // Whoever asked for a library wants it exercised.
                Err(error) if !self.libraries.is_empty() || !self.members.is_empty() => {
                    return Err(error);
                }
                Err(error) => tell!("engine {name} is not used: {error:#}"),
            }
        }
        Ok(engines)
    }

    /// The engine with this name.
    pub fn engine(&self, name: &str) -> anyhow::Result<Arc<dyn Engine>> {
        Ok(match name {
            "channels" => Arc::new(channels::Channels::new()),
            "api" => Arc::new(self.api()?),
            "rules" => Arc::new(rules::Rules),
            _ => {
                let known = NAMES.join(", ");
                return Err(usage(format!("unknown engine {name:?}; known are: {known}")));
            }
        })
    }

    /// The API of the libraries, or of the JDK's base module if none is named.
    pub fn api(&self) -> anyhow::Result<Api> {
        let base = jdk(self.cache)?;
        let mut sources = Vec::new();
        for library in self.libraries {
            let jars = library_jars(self.cache, library)?;
            sources.push(Source::subject(&jars[0], Format::Jar));
            sources.extend(jars[1..].iter().map(|jar| Source::context(jar, Format::Jar)));
        }
        let subject = self.libraries.is_empty();
        sources.push(Source { subject, ..base });
        let api = Api::load(&sources).map_err(setup)?;
        api.only(self.members).map_err(usage)
    }
}

/// The jars of a library: a file that the user names, or a Maven coordinate.
pub fn library_jars(cache: &Cache, library: &str) -> anyhow::Result<Vec<PathBuf>> {
    if library.ends_with(".jar") {
        return Ok(vec![PathBuf::from(library)]);
    }
    let jars = cache.library(library, &mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            tell!("{library}: {text}");
        }
    });
    jars.map_err(setup)
}

/// The signatures of the oldest JDK of this machine: what is in it, is in the
/// newer ones too.
fn jdk(cache: &Cache) -> anyhow::Result<Source> {
    let oldest = cache.available().into_iter().rfind(|toolchain| toolchain.id.name == "javac");
    let home = oldest.as_ref().and_then(|toolchain| match &toolchain.home {
        Home::Program(javac) => javac.parent()?.parent(),
        _ => None,
    });
    let (Some(toolchain), Some(home)) = (&oldest, home) else {
        return Err(setup("it needs a JDK of version 17 or newer; install one, or set JAVA_HOME"));
    };
    let module = home.join("jmods/java.base.jmod");
    if module.is_file() {
        return Ok(Source::context(module, Format::Jmod));
    }
    let release = toolchain.id.version.split('.').next().and_then(|first| first.parse().ok());
    let release = release.ok_or_else(|| setup(format!("{} has no release", toolchain.id)))?;
    Ok(Source::context(home.join("lib/ct.sym"), Format::CtSym(release)))
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
        libraries: Vec::new(),
        members: Vec::new(),
        count: None,
    };
    Ok(campaign::plan(engine.as_ref(), language, mode, dialect, &settings))
}
