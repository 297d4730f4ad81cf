//! Joining store, toolchains and targets for a command.

use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use rustix::fs::Access;
use store::{Campaign, CampaignId, OpenMode, Store};
use targets::Target;
use targets::jvm::Coverage;
use toolchains::{Cache, Progress, Spec, Toolchain};

use crate::args::Places;
use crate::engines;
use crate::exit::{asked, setup, usage};
use crate::words::tell;

/// A path, if one was named at all.
fn named(path: &Option<PathBuf>) -> Option<PathBuf> {
    path.clone().filter(|path| !path.as_os_str().is_empty())
}

/// The file of the store.
pub(crate) fn store_path(places: &Places) -> anyhow::Result<PathBuf> {
    if let Some(path) = named(&places.store) {
        return Ok(path);
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

/// A campaign that the user names.
pub(crate) fn campaign(store: &Store, id: i64) -> anyhow::Result<Campaign> {
    store.campaign(CampaignId(id)).map_err(|error| {
        let known = store.campaigns().unwrap_or_default();
        let known: Vec<_> = known.iter().map(|c| format!("{} ({})", c.id, c.name)).collect();
        asked(&format!("there is: {}", known.join(", ")))(error)
    })
}

/// Opens the cache of fetched compilers.
pub(crate) fn cache(places: &Places) -> anyhow::Result<Cache> {
    Cache::open(named(&places.cache)).map_err(setup)
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
    /// Where it is, if the user named it by a path.
    path: Option<PathBuf>,
    /// The name of a configuration that alone is meant.
    configuration: Option<String>,
    settings: targets::Settings,
}

impl Chosen {
    /// A toolchain with all its configurations.
    fn new(toolchain: Toolchain, settings: &targets::Settings) -> Chosen {
        Chosen { toolchain, path: None, configuration: None, settings: settings.clone() }
    }

    /// Has it noted which parts of the compiler are run from now on.
    pub(crate) fn note_coverage(&mut self, coverage: &Coverage) {
        self.settings.coverage = Some(coverage.clone());
    }

    /// How lanes call it: the toolchain, and the configuration if only one is
    /// meant. The same thing is meant when [`choose`] is given this name.
    pub(crate) fn name(&self) -> String {
        let toolchain = match &self.path {
            None => self.toolchain.id.to_string(),
            Some(path) => format!("{}@{}", self.toolchain.id.name, path.display()),
        };
        match &self.configuration {
            None => toolchain,
            Some(configuration) => format!("{toolchain}+{configuration}"),
        }
    }

    /// Opens its configurations.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Target>>> {
        let mut targets = targets::open(&self.toolchain, &self.settings).map_err(|error| {
            let cache = &self.settings.cache;
            match rustix::fs::access(cache, Access::WRITE_OK) {
                Ok(()) => setup(error),
                Err(why) => setup(format!(
                    "{error}\nThe cache at {} cannot be written ({why}): \
                     make it writable, or name another with --cache DIR",
                    cache.display()
                )),
            }
        })?;
        if let Some(configuration) = &self.configuration {
            targets.retain(|target| {
                target.name().split_once('+').is_some_and(|(_, name)| name == configuration)
            });
        }
        Ok(targets)
    }
}

/// The toolchains that the user means: those named, or all that are here and
/// have a target. Of the latter, one that cannot be opened is warned about, and
/// one that calls itself unfinished is left out.
/// Programs for the JVM see the libraries.
pub(crate) fn choose(
    cache: &Cache,
    names: &[String],
    libraries: &[String],
) -> anyhow::Result<Vec<Chosen>> {
    cache
        .need_sandbox(&mut |progress| {
            if let Progress::Waiting(text) | Progress::Step(text) = progress {
                tell!("{text}");
            }
        })
        .map_err(setup)?;
    let mut settings = targets::Settings::new(cache.beside("targets"));
    for library in libraries {
        settings.libraries.extend(engines::library_jars(cache, library)?);
    }
    let mut chosen = Vec::new();
    if names.is_empty() {
        for toolchain in cache.available() {
            let candidate = Chosen::new(toolchain, &settings);
            match candidate.open() {
                Ok(targets) if targets.iter().all(|target| target.is_unfinished()) => {}
                Ok(_) => chosen.push(candidate),
                Err(why) => tell!("warning: {} is not used: {why}", candidate.name()),
            }
        }
    }
    for name in names {
        let wanted = Wanted::parse(name)?;
        let mut named = Chosen::new(cache.find(&wanted.spec).map_err(setup)?, &settings);
        if let toolchains::Wanted::Path(path) = wanted.spec.wanted() {
            named.path = Some(std::path::absolute(path).map_err(setup)?);
        }
        let all = named.open()?;
        if all.is_empty() {
            return Err(usage(format!(
                "{} is not something programs are given to",
                named.toolchain.id
            )));
        }
        if !all.iter().any(|target| wanted.wants(target.as_ref())) {
            let names: Vec<_> = all.iter().map(|target| target.name()).collect();
            return Err(usage(format!(
                "there is no target {name}; there is: {}",
                names.join(", ")
            )));
        }
        named.configuration = wanted.configuration;
        // Results are kept under the toolchain's name and version.
        let same = |other: &&Chosen| {
            other.toolchain.id == named.toolchain.id && other.toolchain != named.toolchain
        };
        if let Some(other) = chosen.iter().find(same) {
            return Err(usage(format!(
                "{} and {} are both {}, and their results could not be told apart; \
                 give them one after the other",
                other.name(),
                named.name(),
                named.toolchain.id
            )));
        }
        chosen.push(named);
    }
    Ok(chosen)
}

/// Reads a file that the user names.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .with_context(|| path.display().to_string())
        .map_err(|error| usage(format!("cannot read {error:#}")))
}
