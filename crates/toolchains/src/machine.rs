//! The programs of this machine and their versions.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::catalogue::{Ask, CATALOGUE, Entry, Found, Program, Shim};
use crate::error::Error;
use crate::manifest::Stamp;
use crate::process::{self, is_executable};
use crate::version;
use crate::{Home, Toolchain, ToolchainId};

/// This machine, with the versions that its programs have reported.
pub(crate) struct Machine {
    /// Where the answers are kept from one run to the next.
    file: PathBuf,
    answers: Mutex<Answers>,
    /// What shims have dispatched to. They may dispatch elsewhere tomorrow, so
    /// this is not kept.
    dispatched: Mutex<BTreeMap<PathBuf, PathBuf>>,
}

/// The versions that programs have reported, valid while their files are
/// unchanged.
#[derive(Default, Serialize, Deserialize)]
struct Answers {
    versions: BTreeMap<PathBuf, Answer>,
    #[serde(skip)]
    changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    /// What it was asked as: one file may be two programs.
    name: String,
    stamp: Stamp,
    version: String,
}

impl Machine {
    pub(crate) fn new(file: PathBuf) -> Machine {
        // Answers that are missing or unreadable are asked for again.
        let answers = fs::read(&file)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        Machine { file, answers: Mutex::new(answers), dispatched: Mutex::default() }
    }

    /// Everything of this name on the machine, in the order of its places.
    /// Programs that do not tell their version are left out.
    pub(crate) fn all(&self, entry: &'static Entry) -> Vec<Toolchain> {
        let Found::Program(program) = &entry.found else { return Vec::new() };
        let mut found: Vec<Toolchain> = Vec::new();
        for candidate in candidates(program.names, program.places.iter()) {
            let Ok(toolchain) = self.program(entry.name, program, &candidate) else { continue };
            if found.iter().all(|known| known.id != toolchain.id) {
                found.push(toolchain);
            }
        }
        self.save();
        found
    }

    /// The program in a version manager's folder of this name, as rustup calls it:
    /// `nightly`, or `nightly-2026-05-19` for `nightly-2026-05-19-x86_64-unknown-linux-gnu`.
    pub(crate) fn managed(&self, entry: &'static Entry, wanted: &str) -> Option<Toolchain> {
        let Found::Program(program) = &entry.found else { return None };
        let places = program.places.iter().filter(|place| place.contains('*'));
        let candidate = candidates(program.names, places).find(|candidate| {
            let manager_calls_it = candidate.ancestors().nth(2).and_then(Path::file_name);
            manager_calls_it.and_then(|name| name.to_str()).is_some_and(|name| {
                let rest = name.strip_prefix(wanted);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            })
        })?;
        let toolchain = self.program(entry.name, program, &candidate).ok();
        self.save();
        toolchain
    }

    /// What the user named by a path. It is run as it is, wrapper or not: only
    /// version managers are asked for the program that they stand for.
    pub(crate) fn named(&self, entry: &'static Entry, path: &Path) -> Result<Toolchain, Error> {
        let not_usable =
            |why: String| Error::NotUsable { name: entry.name, path: path.to_owned(), why };
        let canonical = fs::canonicalize(path).map_err(|error| not_usable(error.to_string()))?;
        let named = std::path::absolute(path).map_err(|error| not_usable(error.to_string()))?;
        let toolchain = match &entry.found {
            Found::Program(program) => {
                if !is_executable(&canonical) {
                    return Err(not_usable("it is not an executable file".to_owned()));
                }
                match &program.shim {
                    // By the name that was given: a shim acts by its name.
                    Some(shim) if shim.is(&canonical) => {
                        self.program(entry.name, program, &named).map_err(not_usable)?
                    }
                    Some(shim) => {
                        self.wrapper(entry.name, program, shim, &canonical).map_err(not_usable)?
                    }
                    None => self.program(entry.name, program, &canonical).map_err(not_usable)?,
                }
            }
            Found::Jar { ask, java } => {
                let java = self.java(entry.name, *java)?;
                let version = self
                    .version(entry.name, &canonical, ask, || {
                        let mut command = Command::new(&java);
                        command.arg("-jar").arg(&canonical);
                        command
                    })
                    .map_err(not_usable)?;
                Toolchain {
                    id: ToolchainId { name: entry.name.to_owned(), version },
                    home: Home::Jars { java, jars: vec![canonical] },
                    path: None,
                }
            }
            Found::Nowhere => {
                return Err(not_usable(format!(
                    "{} is used by its version, not by a path",
                    entry.name
                )));
            }
        };
        self.save();
        Ok(Toolchain { path: Some(named), ..toolchain })
    }

    /// The `java` of the oldest JDK that is new enough: old compilers do not
    /// read the class files of new JDKs.
    pub(crate) fn java(&self, name: &'static str, least: u64) -> Result<PathBuf, Error> {
        let javac = CATALOGUE.iter().find(|entry| entry.name == "javac").expect("it is there");
        self.all(javac)
            .into_iter()
            .filter(|jdk| version::major(&jdk.id.version) >= least)
            .min_by(|left, right| version::compare(&left.id.version, &right.id.version))
            .and_then(|jdk| match jdk.home {
                Home::Program(javac) => Some(javac.with_file_name("java")),
                _ => None,
            })
            .filter(|java| is_executable(java))
            .ok_or(Error::NoJava { name, least })
    }

    fn program(
        &self,
        name: &'static str,
        program: &Program,
        candidate: &Path,
    ) -> Result<Toolchain, String> {
        let path = fs::canonicalize(candidate).map_err(|error| error.to_string())?;
        let path = match &program.shim {
            // A program that tells its version under this path is no shim.
            Some(_) if self.known(name, &path).is_some() => path,
            Some(shim) => self.dispatched(candidate, shim)?,
            None => path,
        };
        let version = self.version(name, &path, &program.ask, || Command::new(&path))?;
        Ok(Toolchain {
            id: ToolchainId { name: name.to_owned(), version },
            home: Home::Program(path),
            path: None,
        })
    }

    /// A program that the user named, with the installation that it says it uses:
    /// a wrapper reads that of another compiler.
    fn wrapper(
        &self,
        name: &'static str,
        program: &Program,
        shim: &Shim,
        path: &Path,
    ) -> Result<Toolchain, String> {
        let version = self.version(name, path, &program.ask, || Command::new(path))?;
        let folder = process::ask(quiet(Command::new(path)).args(shim.folder))?;
        let installation = fs::canonicalize(folder.trim())
            .map_err(|error| format!("{:?}, which it says it uses: {error}", folder.trim()))?;
        let home = match path.starts_with(&installation) {
            true => Home::Program(path.to_owned()),
            false if shim.wrappers => Home::Wrapper { program: path.to_owned(), installation },
            false => {
                return Err(format!(
                    "it is a wrapper, and the compiler in {} would be called directly; name that \
                     installation's own {name}",
                    installation.display()
                ));
            }
        };
        Ok(Toolchain { id: ToolchainId { name: name.to_owned(), version }, home, path: None })
    }

    /// The program that a shim runs: it tells the folder.
    fn dispatched(&self, path: &Path, shim: &Shim) -> Result<PathBuf, String> {
        let mut dispatched = self.dispatched.lock().expect("no holder panics");
        if let Some(real) = dispatched.get(path) {
            return Ok(real.clone());
        }
        let folder = process::ask(quiet(Command::new(path)).args(shim.folder))?;
        let real = Path::new(folder.trim()).join("bin").join(path.file_name().unwrap_or_default());
        let real =
            fs::canonicalize(&real).map_err(|error| format!("{}: {error}", real.display()))?;
        dispatched.insert(path.to_owned(), real.clone());
        Ok(real)
    }

    /// The version of a program, asked only if its file has changed since it
    /// was last asked.
    fn version(
        &self,
        name: &str,
        path: &Path,
        ask: &Ask,
        command: impl FnOnce() -> Command,
    ) -> Result<String, String> {
        if let Some(version) = self.known(name, path) {
            return Ok(version);
        }
        let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
        let text = process::ask(quiet(command()).args(ask.args))?;
        let version = version::said(&text, ask.says).ok_or_else(|| {
            let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
            format!(
                "asked for its version with {:?} it said: {}",
                ask.args.join(" "),
                process::shorten(first)
            )
        })?;
        let mut answers = self.answers.lock().expect("no holder panics");
        answers.versions.insert(
            path.to_owned(),
            Answer {
                name: name.to_owned(),
                stamp: Stamp::of(&metadata),
                version: version.to_owned(),
            },
        );
        answers.changed = true;
        Ok(version.to_owned())
    }

    fn known(&self, name: &str, path: &Path) -> Option<String> {
        let stamp = Stamp::of(&fs::metadata(path).ok()?);
        let answers = self.answers.lock().expect("no holder panics");
        let answer = answers.versions.get(path)?;
        (answer.name == name && answer.stamp == stamp).then(|| answer.version.clone())
    }

    /// Keeps the versions for the next run. That only saves time, so a cache
    /// that cannot be written to is no error.
    fn save(&self) {
        let mut answers = self.answers.lock().expect("no holder panics");
        if !answers.changed {
            return;
        }
        answers.changed = false;
        answers.versions.retain(|path, _| path.exists());
        let Some(folder) = self.file.parent() else { return };
        let text = serde_json::to_vec_pretty(&*answers).expect("it is made of texts and numbers");
        let _ = fs::create_dir_all(folder).and_then(|()| {
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(&text)?;
            file.persist(&self.file)?;
            Ok(())
        });
    }
}

/// Keeps a shim from fetching what it dispatches to, and asks a compiler as it will be run:
/// without the libraries of another one, which cargo puts before its own.
fn quiet(mut command: Command) -> Command {
    command.env("GOTOOLCHAIN", "local").env("RUSTUP_AUTO_INSTALL", "0");
    command.env_remove("LD_LIBRARY_PATH");
    command
}

/// The files that a program of one of these names may be, in the order of the places.
fn candidates<'a>(
    names: &'a [&'a str],
    places: impl Iterator<Item = &'a &'a str>,
) -> impl Iterator<Item = PathBuf> {
    places
        .flat_map(|place| folders(place))
        .flat_map(move |folder| names.iter().map(move |name| folder.join(name)))
        .filter(|candidate| is_executable(candidate))
}

/// The folders that a place of the catalogue stands for.
fn folders(place: &str) -> Vec<PathBuf> {
    let (starts, rest) = if let Some(variable) = place.strip_prefix('$') {
        let (variable, rest) = variable.split_once('/').unwrap_or((variable, ""));
        let value = env::var_os(variable).unwrap_or_default();
        (env::split_paths(&value).collect(), rest)
    } else if let Some(rest) = place.strip_prefix("~/") {
        (etcetera::home_dir().into_iter().collect(), rest)
    } else {
        (vec![PathBuf::from("/")], place.trim_start_matches('/'))
    };
    let mut folders: Vec<PathBuf> =
        starts.into_iter().filter(|start| start.is_absolute()).collect();
    for component in rest.split('/').filter(|component| !component.is_empty()) {
        folders = folders
            .into_iter()
            .flat_map(|folder| match component {
                "*" => children(&folder),
                name => vec![folder.join(name)],
            })
            .collect();
    }
    folders
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let mut children: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    children.sort();
    children
}
