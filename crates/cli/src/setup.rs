//! Joining store, toolchains and targets for a command.

use std::path::{Path, PathBuf};

use anyhow::Context;
use case::{TargetName, split_configuration};
use etcetera::BaseStrategy;
use rustix::fs::Access;
use store::{Campaign, CampaignId, OpenMode, Store, StoreError};
use targets::command::CommandTarget;
use targets::{Target, TargetInfo, Used};
use toolchains::{Cache, Progress, Spec, Toolchain};

use crate::args::Places;
use crate::exit::{asked, setup, usage};
use crate::words::tell;

/// A path, if one was named at all.
fn named(path: &Option<PathBuf>) -> Option<PathBuf> {
    path.clone().filter(|path| !path.as_os_str().is_empty())
}

/// The file of the store, or the URL of its database.
pub(crate) fn store_path(places: &Places) -> anyhow::Result<PathBuf> {
    match named(&places.store) {
        Some(path) => Ok(path),
        None => default_store(),
    }
}

/// A folder beside the store's file. A store in a database has none, and the folder is
/// where it would be without the database.
pub(crate) fn beside_store(places: &Places, name: &str) -> anyhow::Result<PathBuf> {
    let path = store_path(places)?;
    let path = if store::is_shared(&path) { default_store()? } else { path };
    Ok(path.with_file_name(name))
}

fn default_store() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().map_err(|error| {
        setup(format!("no home folder ({error}); name a store with --store FILE"))
    })?;
    Ok(folders.data_dir().join("wellsmith").join("findings.db"))
}

/// The name of this machine, for people.
pub(crate) fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Commands that the user may copy: they name the store wherever that is needed to
/// mean the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    flags: String,
}

impl Hints {
    /// Commands about the same store and cache.
    pub(crate) fn new(places: &Places) -> Hints {
        let mut flags = String::new();
        for (path, flag, variable) in [
            (&places.store, "--store", "WELLSMITH_STORE"),
            (&places.cache, "--cache", "WELLSMITH_CACHE"),
        ] {
            let Some(path) = named(path) else { continue };
            // What a variable says need not be said again.
            if std::env::var_os(variable).is_none_or(|value| value != path.as_os_str()) {
                flags += &format!(" {flag} {}", quoted(&path));
            }
        }
        Hints { flags }
    }

    /// `wellsmith COMMAND`, with what it needs.
    pub(crate) fn command(&self, command: &str) -> String {
        format!("wellsmith {command}{}", self.flags)
    }
}

/// A path as it is typed into a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:@~%".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Opens the store; makes it if it is not there yet.
pub(crate) fn create_store(places: &Places) -> anyhow::Result<Store> {
    Store::open(store_path(places)?, OpenMode::Create).map_err(unusable)
}

/// Opens a store that must be there.
pub(crate) fn open_store(places: &Places) -> anyhow::Result<Store> {
    Store::open(store_path(places)?, OpenMode::Existing).map_err(unusable)
}

/// Opens a store that workers on other machines take their jobs from.
pub(crate) fn served_store(places: &Places) -> anyhow::Result<Store> {
    if !store::is_shared(&store_path(places)?) {
        return Err(usage(
            "--queue leaves this to `wellsmith worker` on other machines, which needs a store in \
             PostgreSQL: --store postgres://USER@HOST/DATABASE. Without --queue, it is done here",
        ));
    }
    open_store(places)
}

/// Opens a store that must be there, to read it.
pub(crate) fn read_store(places: &Places) -> anyhow::Result<Store> {
    Store::open(store_path(places)?, OpenMode::Read).map_err(unusable)
}

/// A store that cannot be opened: the user's words, or a fault of the machine.
pub(crate) fn unusable(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::PasswordInUrl | StoreError::BadUrl { .. } => usage(error),
        other => setup(other),
    }
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

/// The toolchain of what the user names as a target: `NAME`, `NAME@VERSION` or
/// `NAME@VERSION+CONFIGURATION`.
pub(crate) fn spec(target: &str) -> anyhow::Result<Spec> {
    let (spec, _) = split_configuration(target);
    spec.parse().map_err(|error: toolchains::Error| usage(error))
}

/// The compiler at a path that a target of a shared store names, unless the user allows it. To
/// find out what is at a path, it is run outside of the sandbox, and anybody who can write to
/// the store may have chosen the path.
pub(crate) fn not_allowed(target: &str, allowed: &[String]) -> Option<Spec> {
    let named = spec(target).ok()?;
    let is_path = matches!(named.wanted(), toolchains::Wanted::Path(_));
    let is_allowed =
        |other: &String| spec(other).is_ok_and(|other| other.to_string() == named.to_string());
    (is_path && !allowed.iter().any(is_allowed)).then_some(named)
}

/// Refuses the targets of a finding that must not be run because the store names them.
pub(crate) fn check_allowed(
    store: &Store,
    targets: &[String],
    allowed: &[String],
) -> anyhow::Result<()> {
    if !store.is_shared() {
        return Ok(());
    }
    match targets.iter().find_map(|target| not_allowed(target, allowed)) {
        None => Ok(()),
        Some(spec) => Err(usage(format!(
            "this finding names {spec} by its path, and whoever can write to the store may have \
             chosen it; if you trust it, name it: `--allow {spec}`, or `--on` for `findings retest`"
        ))),
    }
}

/// A compiler, and the targets of it that are meant.
pub(crate) struct Chosen {
    maker: Maker,
    pub(crate) targets: Vec<TargetInfo>,
}

/// What a target is opened from.
enum Maker {
    /// A compiler of the catalogue.
    Toolchain(Toolchain),
    /// A compiler of the user's own.
    Command(Box<CommandTarget>),
}

impl Chosen {
    /// The toolchain, if it is one of the catalogue.
    pub(crate) fn toolchain(&self) -> Option<&Toolchain> {
        match &self.maker {
            Maker::Toolchain(toolchain) => Some(toolchain),
            Maker::Command(_) => None,
        }
    }

    /// Compiler and version.
    pub(crate) fn name(&self) -> String {
        self.targets.first().map_or(String::new(), |target| target.name.toolchain())
    }
}

/// The targets that a command works with. Nothing is opened before it is needed.
pub(crate) struct Bench {
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) settings: targets::Settings,
}

impl Bench {
    /// Opens one of the targets.
    pub(crate) fn open(&self, name: &TargetName) -> anyhow::Result<Box<dyn Target>> {
        let has = |chosen: &&Chosen| chosen.targets.iter().any(|target| target.name == *name);
        let chosen = self.chosen.iter().find(has);
        let chosen = chosen.ok_or_else(|| setup(format!("there is no target {name}")))?;
        let opened = match &chosen.maker {
            Maker::Toolchain(toolchain) => targets::open(toolchain, name, &self.settings),
            Maker::Command(command) => command.open(name, &self.settings),
        };
        opened.map_err(|error| {
            let cache = &self.settings.cache;
            match rustix::fs::access(cache, Access::WRITE_OK) {
                Ok(()) => setup(error),
                Err(_) if !cache.exists() => setup(error),
                Err(why) => setup(format!(
                    "{error}\nThe cache at {} cannot be written ({why}): \
                     make it writable, or name another with --cache DIR",
                    cache.display()
                )),
            }
        })
    }

    /// All targets.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &TargetInfo> {
        self.chosen.iter().flat_map(|chosen| &chosen.targets)
    }

    /// The targets whose outcomes are judged together: those of one toolchain
    /// that take the same programs, or of all versions of a compiler. Each with
    /// the toolchain of the first.
    pub(crate) fn panels(&self, all_versions: bool) -> Vec<(Option<&Toolchain>, Vec<TargetInfo>)> {
        let mut panels: Vec<(Option<&Toolchain>, Vec<TargetInfo>)> = Vec::new();
        for chosen in &self.chosen {
            for target in &chosen.targets {
                let together = |other: &TargetInfo| {
                    let takes = |t: &TargetInfo| (t.language, t.dialect, t.does);
                    let same_compiler = other.name.compiler == target.name.compiler;
                    let same_version = other.name.version == target.name.version;
                    same_compiler && (all_versions || same_version) && takes(other) == takes(target)
                };
                match panels.iter_mut().find(|(_, panel)| together(&panel[0])) {
                    Some((_, panel)) => panel.push(target.clone()),
                    None => panels.push((chosen.toolchain(), vec![target.clone()])),
                }
            }
        }
        panels
    }
}

/// Makes sure that there is a sandbox.
pub(crate) fn need_sandbox(cache: &Cache) -> anyhow::Result<()> {
    let shown = cache.need_sandbox(&mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            tell!("{text}");
        }
    });
    shown.map_err(setup)
}

/// Tells what protection of this machine the sandbox lacks; an error if all of it
/// is `required`.
pub(crate) fn tell_protection(required: bool) -> anyhow::Result<()> {
    let protection = targets::sandbox::Protection::of_this_machine().map_err(setup)?;
    for missing in protection.missing() {
        tell!("warning: the sandbox {missing}");
        if required {
            return Err(setup(
                "the sandbox does not protect this machine in full; see SECURITY.md",
            ));
        }
    }
    Ok(())
}

/// The targets that the user means: those named, or all that are on this
/// machine, as far as they are used without being named ([`Used`]). The user's
/// own compilers (`commands`) are found by their names too; if there are any,
/// they alone are meant where no name is given. Programs for the JVM see the
/// class path.
pub(crate) fn choose(
    cache: &Cache,
    names: &[String],
    commands: Vec<CommandTarget>,
    class_path: Vec<PathBuf>,
) -> anyhow::Result<Bench> {
    need_sandbox(cache)?;
    let settings =
        targets::Settings { class_path, ..targets::Settings::new(cache.beside("targets")) };
    let mut chosen: Vec<Chosen> = Vec::new();
    let own: Vec<Chosen> = commands
        .into_iter()
        .map(|command| Chosen {
            targets: command.describe(),
            maker: Maker::Command(Box::new(command)),
        })
        .collect();
    if names.is_empty() && own.is_empty() {
        for toolchain in cache.available() {
            let mut targets = targets::describe(&toolchain);
            targets.retain(|target| target.used == Used::ByDefault);
            if !targets.is_empty() {
                chosen.push(Chosen { maker: Maker::Toolchain(toolchain), targets });
            }
        }
    } else if names.is_empty() {
        return Ok(Bench { chosen: own, settings });
    }
    let mut own: Vec<Chosen> = own;
    for name in names {
        let (plain, configuration) = split_configuration(name);
        let is_own = |chosen: &Chosen| {
            let target = &chosen.targets[0].name;
            target.compiler == plain || target.toolchain() == plain
        };
        let (maker, all) = if let Some(position) = own.iter().position(is_own) {
            let own = own.remove(position);
            (own.maker, own.targets)
        } else if let Some(known) = chosen.iter().find(|chosen| is_own(chosen))
            && let Maker::Command(command) = &known.maker
        {
            (Maker::Command(command.clone()), command.describe())
        } else {
            let toolchain = cache.find(&spec(name)?).map_err(setup)?;
            let all = targets::describe(&toolchain);
            if all.is_empty() {
                return Err(usage(format!(
                    "{} is not a target: programs cannot be given to it",
                    toolchain.id
                )));
            }
            (Maker::Toolchain(toolchain), all)
        };
        let targets: Vec<TargetInfo> = all
            .iter()
            .filter(|target| match configuration {
                Some(name) => target.name.configuration == name,
                None => target.used != Used::ByName,
            })
            .cloned()
            .collect();
        if targets.is_empty() {
            let names: Vec<_> = all.iter().map(|target| target.name.to_string()).collect();
            return Err(usage(format!(
                "there is no target {name}; there is: {}",
                names.join(", ")
            )));
        }
        match chosen.iter_mut().find(|chosen| chosen.name() == targets[0].name.toolchain()) {
            None => chosen.push(Chosen { maker, targets }),
            // In the order in which the toolchain describes them.
            Some(known) => {
                let is_meant = |target: &TargetInfo| {
                    known.targets.contains(target) || targets.contains(target)
                };
                known.targets = all.into_iter().filter(is_meant).collect();
            }
        }
    }
    Ok(Bench { chosen, settings })
}

/// Reads a file that the user names.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    inputs::read_text(path)
        .with_context(|| path.display().to_string())
        .map_err(|error| usage(format!("cannot read {error:#}")))
}
