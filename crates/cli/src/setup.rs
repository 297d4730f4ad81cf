//! Joining store, toolchains and targets for a command.

use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use store::{OpenMode, Store};
use targets::Target;
use toolchains::{Cache, Progress, Spec, Toolchain};

use crate::args::Places;
use crate::exit::{setup, usage};

/// The file of the store.
pub(crate) fn store_path(places: &Places) -> anyhow::Result<PathBuf> {
    if let Some(path) = &places.store {
        return Ok(path.clone());
    }
    let folders = etcetera::choose_base_strategy().map_err(|error| {
        setup(format!("no home folder ({error}); name a store with --store FILE"))
    })?;
    Ok(folders.data_dir().join("wellsmith").join("findings.db"))
}

/// Opens the store; makes it if it is not there yet.
pub(crate) fn create_store(places: &Places) -> anyhow::Result<Store> {
    Store::open(store_path(places)?, OpenMode::Create).map_err(setup)
}

/// Opens a store that must be there.
pub(crate) fn open_store(places: &Places) -> anyhow::Result<Store> {
    Store::open(store_path(places)?, OpenMode::Existing).map_err(setup)
}

/// Opens the cache of fetched compilers.
pub(crate) fn cache(places: &Places) -> anyhow::Result<Cache> {
    Cache::open(places.cache.clone()).map_err(setup)
}

/// What the user names as a target: a toolchain, and maybe one configuration.
pub(crate) struct Wanted {
    pub(crate) spec: Spec,
    configuration: Option<String>,
}

impl Wanted {
    /// Reads `NAME`, `NAME@VERSION` or `NAME@VERSION+CONFIGURATION`.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Wanted> {
        // A version may contain a plus sign only in a path.
        let (spec, configuration) = match text.rsplit_once('+') {
            Some((spec, configuration)) if !configuration.contains('/') => {
                (spec, Some(configuration.to_owned()))
            }
            _ => (text, None),
        };
        let spec = spec.parse().map_err(|error: toolchains::Error| usage(error))?;
        Ok(Wanted { spec, configuration })
    }

    /// Whether a target of the right toolchain is meant.
    fn wants(&self, target: &dyn Target) -> bool {
        let configuration = target.name().split_once('+').map(|(_, configuration)| configuration);
        self.configuration.is_none() || self.configuration.as_deref() == configuration
    }
}

/// A toolchain and its configurations that are meant.
pub(crate) struct Chosen {
    /// The toolchain.
    pub(crate) toolchain: Toolchain,
    /// The name of a configuration that alone is meant.
    configuration: Option<String>,
    settings: targets::Settings,
}

impl Chosen {
    fn new(cache: &Cache, toolchain: Toolchain, configuration: Option<String>) -> Chosen {
        let settings = targets::Settings { cache: cache.beside("targets"), libraries: Vec::new() };
        Chosen { toolchain, configuration, settings }
    }

    /// How lanes call it: the toolchain, and the configuration if only one is
    /// meant.
    pub(crate) fn name(&self) -> String {
        match &self.configuration {
            None => self.toolchain.id.to_string(),
            Some(configuration) => format!("{}+{configuration}", self.toolchain.id),
        }
    }

    /// Opens its configurations.
    pub(crate) fn open(&self) -> Result<Vec<Box<dyn Target>>, targets::OpenError> {
        let mut targets = targets::open(&self.toolchain, &self.settings)?;
        if let Some(configuration) = &self.configuration {
            targets.retain(|target| {
                target.name().split_once('+').is_some_and(|(_, name)| name == configuration)
            });
        }
        Ok(targets)
    }
}

/// The toolchains that the user means: those named, or all that are here and
/// have a target. Of the latter, one that cannot be opened is warned about.
pub(crate) fn choose(cache: &Cache, names: &[String]) -> anyhow::Result<Vec<Chosen>> {
    cache
        .need_sandbox(&mut |progress| {
            if let Progress::Waiting(text) | Progress::Step(text) = progress {
                eprintln!("{text}");
            }
        })
        .map_err(setup)?;
    let mut chosen = Vec::new();
    if names.is_empty() {
        for toolchain in cache.available() {
            let candidate = Chosen::new(cache, toolchain, None);
            match candidate.open() {
                Ok(targets) if targets.is_empty() => {}
                Ok(_) => chosen.push(candidate),
                Err(why) => eprintln!("warning: {} is not used: {why}", candidate.name()),
            }
        }
    }
    for name in names {
        let wanted = Wanted::parse(name)?;
        let toolchain = cache.find(&wanted.spec).map_err(setup)?;
        let all = Chosen::new(cache, toolchain.clone(), None).open().map_err(setup)?;
        if all.is_empty() {
            return Err(usage(format!("{} is not something programs are given to", toolchain.id)));
        }
        if !all.iter().any(|target| wanted.wants(target.as_ref())) {
            let names: Vec<_> = all.iter().map(|target| target.name()).collect();
            return Err(usage(format!(
                "there is no target {name}; there is: {}",
                names.join(", ")
            )));
        }
        chosen.push(Chosen::new(cache, toolchain, wanted.configuration));
    }
    Ok(chosen)
}

/// Reads a file that the user names.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .with_context(|| path.display().to_string())
        .map_err(|error| usage(format!("cannot read {error:#}")))
}
