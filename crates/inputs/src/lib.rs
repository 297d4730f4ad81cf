//! What engines are built from: rule files, libraries and seed programs, loaded,
//! digested and named.
//!
//! [`Sources`] is what the user names. [`Inputs`] loads it and builds engines,
//! each of which knows the identity of everything it was built from
//! ([`case::Engine::inputs`]). Two engines with the same version and the same
//! inputs generate the same programs from the same tapes, on every machine.
//! Rule files and seed programs are small, so they are [kept](Inputs::contents)
//! with a campaign by their content; libraries are fetched again by their names.
//!
//! This crate knows every engine; no engine knows it. It generates nothing and
//! judges nothing.

mod corpus;
mod digest;
mod library;
mod seeds;
mod text;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use api::{Api, Library, LoadError};
use case::{Digest, Engine, InputId, Language};
use mutate::{Listed, Mutate, SeedFile};
use rules::{Negate, RuleFile, RuleFileError, Rules, UnknownPremise};
use serde::{Deserialize, Serialize};
use toolchains::{Cache, Toolchain};

pub use corpus::{Corpus, Entry, Standing, Verdict};
pub use library::{library_jars, library_name};
pub use seeds::read as read_seeds;
pub use text::{bounded, read_text};

/// The engines there are, the usual order first.
pub const ENGINES: [&str; 5] = ["rules", "api", "channels", "mutate", "functional"];

/// What the user wants engines to be built from. It is stored with a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    /// Rule files for the `rules` engine; the built-in ones if there are none.
    #[serde(default)]
    pub rules: Vec<PathBuf>,
    /// The premises that are negated in its ill-typed programs, any if there are none ...
    #[serde(default)]
    pub negate: Vec<String>,
    /// ... and how often: a number, or `every`.
    #[serde(default)]
    pub negations: Option<String>,
    /// Libraries for the `api` engine: `GROUP:ARTIFACT:VERSION`, a jar, or a
    /// folder of signatures. The JDK and the compiler's own if there are none.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// Which of their members are exercised, by parts of their names; all if
    /// there are none.
    #[serde(default)]
    pub members: Vec<String>,
    /// Seed programs for the `mutate` engine: files, or folders of them; the
    /// built-in ones if there are none.
    #[serde(default)]
    pub seeds: Vec<PathBuf>,
}

/// Why an engine cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// There is no such engine.
    #[error("unknown engine {0:?}; known are: {list}", list = ENGINES.join(", "))]
    UnknownEngine(String),
    /// A rule file cannot be read.
    #[error("cannot read the rule file {}: {error}", path.display())]
    NoRuleFile {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
    /// A rule file has a mistake.
    #[error("{0}")]
    RuleFile(#[from] RuleFileError),
    /// A premise that is to be negated is none.
    #[error("--negate: {0}")]
    Premise(#[from] UnknownPremise),
    /// How often premises are to be negated is not clear.
    #[error("--negations: {0}")]
    Negations(String),
    /// No member has the name that the user gave.
    #[error(transparent)]
    Member(LoadError),
    /// A library cannot be loaded.
    #[error(transparent)]
    Library(LoadError),
    /// A library cannot be fetched.
    #[error(transparent)]
    Fetch(#[from] toolchains::Error),
    /// The signatures of a library cannot be extracted.
    #[error(transparent)]
    Extract(#[from] targets::jvm::JvmError),
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
    /// Nothing that the user names is a seed program.
    #[error("{} holds no program, by the extensions of files", _0.display())]
    NoSeeds(PathBuf),
    /// There is no JDK to read.
    #[error("it needs a JDK of version 17 or newer; install one, or set JAVA_HOME")]
    NoJdk,
}

impl InputError {
    /// Whether the user named something that does not exist, rather than that
    /// something on this machine is missing.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            InputError::UnknownEngine(_)
                | InputError::NoRuleFile { .. }
                | InputError::RuleFile(_)
                | InputError::Premise(_)
                | InputError::Negations(_)
                | InputError::Member(_)
                | InputError::NoSeeds(_)
                | InputError::Fetch(toolchains::Error::NoCoordinate { .. })
        )
    }
}

/// A small input with its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its identity.
    pub id: InputId,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Builds engines from what the user named.
pub struct Inputs<'a> {
    /// The compilers of this machine, whose own libraries are libraries too.
    cache: &'a Cache,
    sources: &'a Sources,
    /// Tells the user something while work is under way.
    tell: &'a dyn Fn(&str),
    /// The rule files that something stored was made from, instead of those that
    /// the sources name.
    kept_rules: Option<Vec<RuleFile>>,
    /// The seeds that something stored was made from, instead of those that the
    /// sources name.
    kept_seeds: Option<Vec<SeedFile>>,
    /// Seeds beside the built-in ones, where the sources name none.
    imported: Vec<SeedFile>,
    rules: RefCell<Option<Arc<Rules>>>,
    mutate: RefCell<Option<Arc<Mutate>>>,
    /// The APIs that were loaded, each with what it was loaded from.
    apis: RefCell<Vec<(Vec<api::Source>, Arc<Api>)>>,
    /// The libraries that were read: that of the JDK is a part of many APIs.
    libraries: RefCell<Vec<Rc<Library>>>,
    /// The compilers of this machine, asked for once.
    available: OnceCell<Vec<Toolchain>>,
    digests: RefCell<BTreeMap<PathBuf, Digest>>,
    told: RefCell<BTreeSet<String>>,
}

impl<'a> Inputs<'a> {
    /// From the compilers of this machine and what the user names. `tell` is
    /// told what takes long, and what is not available.
    pub fn new(cache: &'a Cache, sources: &'a Sources, tell: &'a dyn Fn(&str)) -> Inputs<'a> {
        Inputs {
            cache,
            sources,
            tell,
            kept_rules: None,
            kept_seeds: None,
            imported: Vec::new(),
            rules: RefCell::default(),
            mutate: RefCell::default(),
            apis: RefCell::default(),
            libraries: RefCell::default(),
            available: OnceCell::new(),
            digests: RefCell::default(),
            told: RefCell::default(),
        }
    }

    /// Takes what an engine was built from, by names and digests, from where
    /// contents are kept, instead of what the sources name: a campaign is continued
    /// with what it was made from, even if the files have changed since. If not all
    /// of it is there, the sources are read.
    pub fn with_kept<E>(
        mut self,
        engine: &str,
        inputs: &[(String, String)],
        kept: impl Fn(&str) -> Result<Option<Vec<u8>>, E>,
    ) -> Result<Inputs<'a>, E> {
        let text = |digest: &str| {
            kept(digest).map(|bytes| bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
        };
        match engine {
            "rules" if !inputs.is_empty() => {
                let mut files = Vec::new();
                for (name, digest) in inputs {
                    let Some(text) = text(digest)? else { return Ok(self) };
                    files.push(RuleFile { name: name.clone(), text });
                }
                self.kept_rules = Some(files);
            }
            "mutate" if !inputs.is_empty() => {
                let mut files = Vec::new();
                for (_, digest) in inputs {
                    let list = text(digest)?.and_then(|list| mutate::read_list(&list));
                    for Listed { name, language, dialects, text: source, dump } in
                        list.unwrap_or_default()
                    {
                        let Some(source) = text(&source)? else { return Ok(self) };
                        let dump = dump.map(|dump| text(&dump)).transpose()?;
                        let dump = match dump {
                            Some(None) => return Ok(self),
                            dump => dump.flatten(),
                        };
                        files.push(SeedFile { name, language, dialects, text: source, dump });
                    }
                }
                self.kept_seeds = Some(files).filter(|files| !files.is_empty());
            }
            _ => {}
        }
        Ok(self)
    }

    /// Takes these seeds beside the built-in ones, where the sources name none.
    pub fn with_imported(mut self, seeds: Vec<SeedFile>) -> Inputs<'a> {
        self.imported = seeds;
        self
    }

    /// The engines with these names, or all that are available if none is named,
    /// for programs that a compiler is given.
    pub fn engines(
        &self,
        names: &[String],
        compiler: Option<&Toolchain>,
    ) -> Result<Vec<Arc<dyn Engine>>, InputError> {
        if !names.is_empty() {
            return names.iter().map(|name| self.engine(name, compiler)).collect();
        }
        let Sources { rules, negate, negations, libraries, members, seeds } = self.sources;
        // Naming an input names the engine that reads it.
        let named = [
            ("rules", !rules.is_empty() || !negate.is_empty() || negations.is_some()),
            ("api", !libraries.is_empty() || !members.is_empty()),
            ("mutate", !seeds.is_empty()),
        ];
        let mut wanted: Vec<&str> =
            named.iter().filter(|(_, named)| *named).map(|(name, _)| *name).collect();
        if wanted.is_empty() {
            wanted.extend(ENGINES);
        }
        let mut engines = Vec::new();
        for &name in &wanted {
            match self.engine(name, compiler) {
                Ok(engine) => engines.push(engine),
                Err(error) if wanted.len() < ENGINES.len() => return Err(error),
                Err(error) => self.tell_once(format!("engine {name} is not used: {error}")),
            }
        }
        Ok(engines)
    }

    /// The engine with this name, for programs that a compiler is given if one
    /// is known.
    pub fn engine(
        &self,
        name: &str,
        compiler: Option<&Toolchain>,
    ) -> Result<Arc<dyn Engine>, InputError> {
        Ok(match name {
            "channels" => Arc::new(channels::Channels::new()),
            "functional" => Arc::new(functional::Functional::new()),
            "api" => self.api(compiler)?,
            "mutate" => self.mutate()?,
            "rules" => self.rules()?,
            _ => return Err(InputError::UnknownEngine(name.to_owned())),
        })
    }

    /// The `rules` engine.
    pub fn rules(&self) -> Result<Arc<Rules>, InputError> {
        if let Some(rules) = &*self.rules.borrow() {
            return Ok(Arc::clone(rules));
        }
        let rules = match &self.kept_rules {
            Some(files) => Rules::from_files(files.clone())?,
            None if self.sources.rules.is_empty() => Rules::built_in(),
            None => {
                let files = self.sources.rules.iter().map(|path| read_rules(path));
                Rules::from_files(files.collect::<Result<_, _>>()?)?
            }
        };
        let times = self.sources.negations.as_deref().map(str::parse).transpose();
        let times = times.map_err(InputError::Negations)?.unwrap_or_default();
        let premises = self.sources.negate.clone();
        let rules = Arc::new(rules.negating(Negate { premises, times })?);
        *self.rules.borrow_mut() = Some(Arc::clone(&rules));
        Ok(rules)
    }

    /// The `mutate` engine. Seeds that cannot serve are told of and passed over.
    pub fn mutate(&self) -> Result<Arc<Mutate>, InputError> {
        if let Some(mutate) = &*self.mutate.borrow() {
            return Ok(Arc::clone(mutate));
        }
        let files = match &self.kept_seeds {
            Some(files) => files.clone(),
            None if self.sources.seeds.is_empty() => {
                mutate::built_in().into_iter().chain(self.imported.iter().cloned()).collect()
            }
            None => seeds::read(&self.sources.seeds, &|text| self.tell_once(text))?,
        };
        let mutate = Arc::new(Mutate::new(files));
        for seed in mutate.passed_over() {
            self.tell_once(format!("seed {} is not used: {}", seed.name, seed.why));
        }
        *self.mutate.borrow_mut() = Some(Arc::clone(&mutate));
        Ok(mutate)
    }

    /// The contents of the small inputs of the engines that were built, to be
    /// kept with a campaign.
    pub fn contents(&self) -> Vec<Content> {
        let rules = self.rules.borrow();
        let rule_files = rules.iter().flat_map(|rules| rules.files());
        let rule_files = rule_files.map(|file| (&file.name, &file.text));
        let mutate = self.mutate.borrow();
        let list = mutate.as_ref().map(|mutate| ("seeds".to_owned(), mutate.list()));
        let seeds = mutate.iter().flat_map(|mutate| mutate.files());
        let seeds = seeds.flat_map(|seed| {
            [Some(&seed.text), seed.dump.as_ref()].into_iter().flatten().map(|t| (&seed.name, t))
        });
        let list = list.iter().map(|(name, text)| (name, text));
        let content = |(name, text): (&String, &String)| Content {
            id: InputId { name: name.as_str().into(), digest: Digest::of(text.as_bytes()) },
            bytes: text.clone().into_bytes(),
        };
        rule_files.chain(list).chain(seeds).map(content).collect()
    }

    /// The compiler whose view of libraries programs in a language are written
    /// for, if none is named: the newest.
    pub fn compiler(&self, language: Option<Language>) -> Option<Toolchain> {
        let name = language?.name();
        self.available().iter().find(|toolchain| toolchain.id.name == name).cloned()
    }

    fn available(&self) -> &[Toolchain] {
        self.available.get_or_init(|| self.cache.available())
    }

    /// The jars of the libraries, which compilers must see.
    pub fn class_path(&self) -> Result<Vec<PathBuf>, InputError> {
        let mut jars = Vec::new();
        for library in &self.sources.libraries {
            jars.extend(library_jars(self.cache, library, self.tell)?);
        }
        Ok(jars)
    }

    fn tell_once(&self, text: String) {
        if self.told.borrow_mut().insert(text.clone()) {
            (self.tell)(&text);
        }
    }
}

/// Reads a rule file of the user's. Its name is that of the file: the same on
/// every machine.
fn read_rules(path: &Path) -> Result<RuleFile, InputError> {
    let text =
        read_text(path).map_err(|error| InputError::NoRuleFile { path: path.to_owned(), error })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(RuleFile { name, text })
}
