//! The user's cache of toolchains: finding, installing, listing, removing.

use std::cmp::Ordering;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;

use crate::catalogue::{CATALOGUE, Entry, Fetch};
use crate::disk::{self, Lock};
use crate::error::Error;
use crate::fetch::{self, Work};
use crate::machine::Machine;
use crate::manifest::{Layout, Look, Manifest};
use crate::process::{self, BUBBLEWRAP, CHROMIUM, Listener, POSTGRESQL, Progress};
use crate::spec::{Spec, Wanted};
use crate::version;
use crate::{Home, Toolchain, ToolchainId};

/// The toolchains of this machine and of the user's cache.
pub struct Cache {
    /// Where toolchains are installed, each in a folder `NAME@VERSION`.
    folder: PathBuf,
    machine: Machine,
}

/// A line about one version of something that wellsmith knows.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The name: `rustc`.
    pub name: &'static str,
    /// One line about what it is.
    pub about: &'static str,
    /// The version that is installed or that can be fetched. What a Debian suite has
    /// that is not released changes: there it is the version when this was written.
    pub version: String,
    /// That Debian suite, by which it is fetched.
    pub suite: Option<&'static str>,
    /// Whether it is there.
    pub state: State,
}

/// Whether a toolchain is there.
#[derive(Clone, Debug)]
pub enum State {
    /// It can be used.
    There {
        /// How.
        home: Home,
        /// Where it is from: "this machine", "Debian trixie", "Maven".
        from: String,
        /// How much room it takes in the cache; nothing if it is the machine's own.
        bytes: Option<u64>,
    },
    /// It was installed but cannot be used.
    Unusable {
        /// Why, and what to do.
        why: String,
    },
    /// It is not there.
    Missing {
        /// What to install.
        spec: Spec,
        /// The one command that does.
        command: String,
    },
    /// It is not there and cannot be fetched.
    CannotBeHad {
        /// What the user can do.
        remedy: String,
    },
}

/// An installed toolchain: its folder, named by its id, and its manifest.
struct Installed {
    id: ToolchainId,
    folder: PathBuf,
    manifest: Result<Manifest, Error>,
}

impl Installed {
    /// What is installed in a folder, if it is a toolchain of this name.
    fn read(folder: PathBuf, name: &str) -> Option<Installed> {
        // The names of locks and unfinished installs start with a dot.
        let (_, version) =
            folder.file_name()?.to_str()?.split_once('@').filter(|(found, _)| *found == name)?;
        let id = ToolchainId { name: name.to_owned(), version: version.to_owned() };
        let manifest = Manifest::read(&folder, &id);
        Some(Installed { id, folder, manifest })
    }

    fn suite(&self) -> Option<&str> {
        self.manifest.as_ref().ok()?.suite.as_deref()
    }

    /// How much room it takes.
    fn bytes(&self) -> Option<u64> {
        self.manifest.as_ref().ok().and_then(|manifest| manifest.bytes).or_else(|| {
            let mut bytes = 0;
            disk::walk(&self.folder, &mut |_, metadata| bytes += metadata.len()).ok()?;
            Some(bytes)
        })
    }

    /// Notes that it was used, by the time of its folder. A cache that cannot be
    /// written to loses nothing but that.
    fn used(&self) {
        let _ =
            fs::File::open(&self.folder).and_then(|folder| folder.set_modified(SystemTime::now()));
    }
}

impl Cache {
    /// Opens the cache in a folder; without one, in the folder that
    /// `WELLSMITH_CACHE` names, else in the user's cache folder. Nothing is
    /// written before something is installed.
    pub fn open(folder: Option<PathBuf>) -> Result<Cache, Error> {
        let named = env::var_os("WELLSMITH_CACHE").filter(|name| !name.is_empty());
        let folder = match folder.or(named.map(PathBuf::from)) {
            Some(folder) => folder,
            None => etcetera::choose_base_strategy()
                .map_err(|_| Error::NoCacheFolder)?
                .cache_dir()
                .join("wellsmith"),
        };
        let folder = std::path::absolute(&folder).map_err(Error::reading(&folder))?;
        let machine = Machine::new(folder.join("versions.json"));
        Ok(Cache { folder: folder.join("toolchains"), machine })
    }

    /// A folder beside the toolchains, for what others build once for each.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.with_file_name(name)
    }

    /// Makes sure that there is bubblewrap, in which everything is compiled and
    /// run.
    pub fn need_sandbox(&self, listener: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        if process::on_path(BUBBLEWRAP.program).is_some() {
            return Ok(());
        }
        let lock = Lock::take(&self.folder, BUBBLEWRAP.program, listener)?;
        BUBBLEWRAP.need(lock.file(), listener).map(drop)
    }

    /// Makes sure that there is a browser, in which the tests of reports look at them.
    pub fn need_browser(&self, listener: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        let lock = Lock::take(&self.folder, CHROMIUM.program, listener)?;
        CHROMIUM.need(lock.file(), listener).map(drop)
    }

    /// Makes sure that there is a PostgreSQL server, which the tests of a store on many
    /// machines start for themselves.
    pub fn need_postgresql(&self, listener: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        let lock = Lock::take(&self.folder, "postgresql", listener)?;
        POSTGRESQL.need(lock.file(), listener).map(drop)
    }

    /// Where a toolchain is. Nothing is fetched; the error says the one command
    /// that gets what is missing.
    pub fn find(&self, spec: &Spec) -> Result<Toolchain, Error> {
        if let Wanted::Path(path) = spec.wanted() {
            return self.machine.named(spec.entry(), path);
        }
        if let Some(toolchain) = self.on_machine(spec) {
            return Ok(toolchain);
        }
        match self.matching(spec).into_iter().next() {
            Some(installed) => {
                installed.used();
                self.open_installed(spec.entry(), installed, Look::Quick)
            }
            None => Err(match fetch::choose(spec) {
                Ok(_) => Error::Missing { spec: spec.to_string(), command: command(spec) },
                Err(cannot) => cannot,
            }),
        }
    }

    /// Fetches a toolchain, unless it is installed and its checksums are right.
    /// A damaged one is fetched again.
    pub fn install(
        &self,
        spec: &Spec,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<Toolchain, Error> {
        if let Wanted::Path(path) = spec.wanted() {
            return self.machine.named(spec.entry(), path);
        }
        if let Some(toolchain) = self.on_machine(spec) {
            return Ok(toolchain);
        }
        let choice = fetch::choose(spec)?;
        let lock = Lock::take(&self.folder, spec.name(), listener)?;
        // Checked under the lock: its previous holder may have installed it.
        if let Some(installed) = self.matching(spec).into_iter().next() {
            listener(Progress::Step(format!("checking every byte of {}", installed.id)));
            if let Ok(toolchain) = self.open_installed(spec.entry(), installed, Look::Full) {
                return Ok(toolchain);
            }
        }
        self.fetch(spec.entry(), &choice, &lock, listener).map_err(|error| self.full_disk(error))
    }

    /// Verifies the checksums of all files of an installed toolchain.
    pub fn verify(&self, id: &ToolchainId) -> Result<(), Error> {
        let folder = self.folder.join(id.to_string());
        if !folder.exists() {
            return Err(Error::NotInstalled { id: id.to_string() });
        }
        Manifest::read(&folder, id)?.check(&folder, Look::Full)
    }

    /// The installed toolchains that a spec means, usable or not, the newest
    /// first: what can be verified and removed.
    pub fn installed(&self, spec: &Spec) -> Vec<ToolchainId> {
        self.matching(spec).into_iter().map(|installed| installed.id).collect()
    }

    /// Removes an installed toolchain. What is on the machine besides is not
    /// touched.
    pub fn remove(&self, id: &ToolchainId) -> Result<(), Error> {
        let spec: Spec = id.to_string().parse()?;
        let folder = self.folder.join(id.to_string());
        if !folder.exists() {
            return Err(Error::NotInstalled { id: id.to_string() });
        }
        let lock = Lock::take(&self.folder, spec.name(), &mut |_| {})?;
        lock.discard(&folder)
    }

    /// Every known compiler and library: what is there, what is missing and
    /// how to get it.
    pub fn list(&self) -> Vec<Listing> {
        CATALOGUE.iter().flat_map(|entry| self.list_entry(entry)).collect()
    }

    /// The installed toolchains that were not used since then, by name.
    pub fn unused(&self, since: SystemTime) -> Vec<ToolchainId> {
        let installed = CATALOGUE.iter().flat_map(|entry| self.all_installed(entry));
        let unused = installed.filter(|installed| {
            let used = fs::metadata(&installed.folder).and_then(|folder| folder.modified());
            used.is_ok_and(|used| used < since)
        });
        unused.map(|installed| installed.id).collect()
    }

    /// The versions of a compiler or library that are there or can be fetched, the
    /// oldest first: each as it is asked for, and the version by which it is ordered.
    /// Asks the client that would fetch them.
    pub fn versions(
        &self,
        spec: &Spec,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<Vec<(Spec, String)>, Error> {
        let entry = spec.entry();
        let mut versions: Vec<(Spec, String)> = Vec::new();
        for Listing { version, suite, state, .. } in self.list_entry(entry) {
            if let State::There { .. } | State::Missing { .. } = state {
                versions.push((Spec::version(entry.name, suite.unwrap_or(&version)), version));
            }
        }
        let lock = Lock::take(&self.folder, entry.name, listener)?;
        for version in fetch::versions(entry, lock.file(), listener)? {
            if !versions.iter().any(|(_, known)| *known == version) {
                versions.push((Spec::version(entry.name, &version), version));
            }
        }
        versions.sort_by(|(_, left), (_, right)| version::compare(left, right));
        Ok(versions)
    }

    /// Everything that is ready to be used, by name, the newest first.
    pub fn available(&self) -> Vec<Toolchain> {
        CATALOGUE
            .iter()
            .flat_map(|entry| self.all_installed(entry))
            .for_each(|installed| installed.used());
        let there = self.list().into_iter().filter_map(|listing| match listing.state {
            State::There { home, .. } => {
                let id = ToolchainId { name: listing.name.to_owned(), version: listing.version };
                Some(Toolchain { id, home, path: None })
            }
            _ => None,
        });
        there.collect()
    }

    fn list_entry(&self, entry: &'static Entry) -> Vec<Listing> {
        let listing = |version: String, state| Listing {
            name: entry.name,
            about: entry.about,
            version,
            suite: None,
            state,
        };
        let mut suites = Vec::new();
        let mut listings: Vec<Listing> = self
            .machine
            .all(entry)
            .into_iter()
            .map(|toolchain| {
                let from = "this machine".to_owned();
                listing(
                    toolchain.id.version,
                    State::There { home: toolchain.home, from, bytes: None },
                )
            })
            .collect();
        for installed in self.all_installed(entry) {
            suites.extend(installed.suite().map(str::to_owned));
            // The machine's own takes precedence over a fetched one of the same
            // version, as it does in `find`.
            let version = installed.id.version.clone();
            if listings.iter().any(|listing| listing.version == version) {
                continue;
            }
            let from = installed.manifest.as_ref().map(|manifest| manifest.from.clone());
            let from = from.unwrap_or_default();
            let bytes = installed.bytes();
            let state = match self.open_installed(entry, installed, Look::Quick) {
                Ok(toolchain) => State::There { home: toolchain.home, from, bytes },
                Err(error) => State::Unusable { why: error.to_string() },
            };
            listings.push(listing(version, state));
        }
        listings.sort_by(|left, right| newest_first(&left.version, &right.version));

        for notable in entry.notable() {
            let there =
                listings.iter().any(|listing| version::matches(notable.version, &listing.version))
                    || suites.iter().any(|suite| Some(&suite[..]) == notable.suite);
            if !there {
                let spec = Spec::version(entry.name, notable.suite.unwrap_or(notable.version));
                let command = command(&spec);
                let state = State::Missing { spec, command };
                let suite = notable.suite;
                listings.push(Listing { suite, ..listing(notable.version.to_owned(), state) });
            }
        }
        if let (Fetch::Nothing(remedy), true) = (&entry.fetch, listings.is_empty()) {
            let remedy = (*remedy).to_owned();
            listings.push(listing(String::new(), State::CannotBeHad { remedy }));
        }
        listings
    }

    /// The first match among the machine's own, in the order of preference.
    fn on_machine(&self, spec: &Spec) -> Option<Toolchain> {
        let found =
            self.machine.all(spec.entry()).into_iter().find(|toolchain| match spec.wanted() {
                Wanted::Any => true,
                Wanted::Version(wanted) => version::matches(wanted, &toolchain.id.version),
                Wanted::Path(_) => false,
            });
        found.or_else(|| match spec.wanted() {
            Wanted::Version(wanted) => self.machine.managed(spec.entry(), wanted),
            _ => None,
        })
    }

    /// The installed ones that match, the newest first.
    fn matching(&self, spec: &Spec) -> Vec<Installed> {
        let mut installed = self.all_installed(spec.entry());
        installed.retain(|installed| match spec.wanted() {
            Wanted::Any => true,
            Wanted::Version(wanted) => {
                version::matches(wanted, &installed.id.version) || installed.suite() == Some(wanted)
            }
            Wanted::Path(_) => false,
        });
        installed
    }

    /// The installed ones of a name, the newest first. Where nothing can be
    /// read, nothing is installed.
    fn all_installed(&self, entry: &Entry) -> Vec<Installed> {
        let mut installed: Vec<Installed> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|folder| Installed::read(folder.path(), entry.name))
            .collect();
        installed.sort_by(|left, right| newest_first(&left.id.version, &right.id.version));
        installed
    }

    /// An installed toolchain, if it still is what was installed.
    fn open_installed(
        &self,
        entry: &'static Entry,
        installed: Installed,
        look: Look,
    ) -> Result<Toolchain, Error> {
        let Installed { id, folder, manifest } = installed;
        let mut manifest = manifest?;
        manifest.check(&folder, look)?;
        let all = |paths: &[PathBuf]| paths.iter().map(|path| folder.join(path)).collect();
        let java = || match &entry.fetch {
            Fetch::Maven(maven) => self.machine.java(entry.name, maven.java),
            _ => self.machine.java(entry.name, 0),
        };
        let home = match &manifest.home {
            Layout::Program { program } => Home::Program(folder.join(program)),
            Layout::Jars { jars } => Home::Jars { java: java()?, jars: all(jars) },
            Layout::Library { compiler, jars } => {
                Home::Library { java: java()?, compiler: all(compiler), jars: all(jars) }
            }
            Layout::Root { root, program } => {
                Home::Root { root: folder.join(root), program: program.clone() }
            }
            Layout::Crate { rustc, rustc_version, library, dependencies } => {
                self.same_rustc(&id, rustc, rustc_version)?;
                Home::Crate {
                    rustc: rustc.clone(),
                    library: folder.join(library),
                    dependencies: folder.join(dependencies),
                }
            }
        };
        Ok(Toolchain { id, home, path: None })
    }

    /// A library can be used only by the very compiler that built it.
    fn same_rustc(&self, id: &ToolchainId, rustc: &Path, version: &str) -> Result<(), Error> {
        let compiler = CATALOGUE.iter().find(|entry| entry.name == "rustc").expect("it is there");
        match self.machine.named(compiler, rustc) {
            Ok(now) if now.id.version == version => Ok(()),
            _ => Err(Error::Outdated {
                id: id.to_string(),
                built_by: format!("rustc {version} at {}", rustc.display()),
            }),
        }
    }

    fn fetch(
        &self,
        entry: &'static Entry,
        choice: &fetch::Choice,
        lock: &Lock,
        listener: Listener<'_>,
    ) -> Result<Toolchain, Error> {
        let unfinished = lock.unfinished()?;
        let work =
            Work { entry, folder: unfinished.folder(), lock: lock.file(), machine: &self.machine };
        let fetched = fetch::fetch(&work, choice, listener)?;
        let id = ToolchainId { name: entry.name.to_owned(), version: fetched.version };
        listener(Progress::Step("computing checksums".to_owned()));
        Manifest::seal(unfinished.folder(), &id, fetched.from, fetched.suite, fetched.home)?;
        let folder = unfinished.publish(&id.to_string())?;
        let manifest = Manifest::read(&folder, &id);
        self.open_installed(entry, Installed { id, folder, manifest }, Look::Quick)
    }

    /// Recognises a full disk in the output of a client that failed.
    fn full_disk(&self, error: Error) -> Error {
        match error {
            Error::Client { output, .. }
                if output.contains("No space left on device")
                    || output.contains("enough free space") =>
            {
                Error::DiskFull { path: self.folder.clone() }
            }
            Error::DiskFull { .. } => Error::DiskFull { path: self.folder.clone() },
            other => other,
        }
    }
}

/// The command that gets it.
fn command(spec: &Spec) -> String {
    format!("wellsmith toolchain install {spec}")
}

fn newest_first(left: &str, right: &str) -> Ordering {
    version::compare(right, left)
}
