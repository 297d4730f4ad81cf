//! The engines there are, and what the user asks of them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::{Api, Format, Source};
use campaign::Settings;
use case::{Engine, Language, Mode, Plan};
use targets::jvm::{extract_kotlin, extract_scala};
use toolchains::{Cache, Home, Progress, Toolchain};

use crate::args::Shape;
use crate::exit::{setup, usage};
use crate::words::tell;

/// The engines there are.
const NAMES: [&str; 3] = ["rules", "api", "channels"];

/// Where engines get their inputs from.
pub struct Inputs<'a> {
    /// The compilers of this machine: their own libraries are libraries, too.
    cache: &'a Cache,
    /// The libraries that the `api` engine is to exercise.
    libraries: &'a [String],
    /// Which of their members, by parts of their names; all if there is none.
    members: &'a [String],
    /// The APIs that were loaded, each with what it was loaded from.
    apis: RefCell<Vec<(Vec<Source>, Arc<Api>)>>,
    /// What the user was told.
    told: RefCell<BTreeSet<String>>,
}

impl<'a> Inputs<'a> {
    /// From the compilers of this machine, and libraries and members that the
    /// user names.
    pub fn new(cache: &'a Cache, libraries: &'a [String], members: &'a [String]) -> Inputs<'a> {
        let (apis, told) = (RefCell::default(), RefCell::default());
        Inputs { cache, libraries, members, apis, told }
    }

    /// The engines with these names, or all that can be had if none is named,
    /// for programs that a compiler is given.
    pub fn engines(
        &self,
        names: &[String],
        compiler: &Toolchain,
    ) -> anyhow::Result<Vec<Arc<dyn Engine>>> {
        if !names.is_empty() {
            return names.iter().map(|name| self.engine(name, Some(compiler))).collect();
        }
        let mut engines = Vec::new();
        for name in NAMES {
            match self.engine(name, Some(compiler)) {
                Ok(engine) => engines.push(engine),
                // Whoever asked for a library wants it exercised.
                Err(error) if !self.libraries.is_empty() || !self.members.is_empty() => {
                    return Err(error);
                }
                Err(error) => self.tell_once(format!("engine {name} is not used: {error:#}")),
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
    ) -> anyhow::Result<Arc<dyn Engine>> {
        Ok(match name {
            "channels" => Arc::new(channels::Channels::new()),
            "api" => self.api(compiler)?,
            "rules" => Arc::new(rules::Rules),
            _ => {
                let known = NAMES.join(", ");
                return Err(usage(format!("unknown engine {name:?}; known are: {known}")));
            }
        })
    }

    /// The compiler whose view of libraries programs in a language are written
    /// for, if none is named: the newest.
    pub fn compiler(&self, language: Option<Language>) -> Option<Toolchain> {
        let mut all = self.cache.available().into_iter();
        all.find(|toolchain| Some(toolchain.id.name.as_str()) == language.map(Language::name))
    }

    /// The API of the libraries as the compiler sees them. If none is named, the
    /// base module of the JDK and the compiler's own library.
    pub fn api(&self, compiler: Option<&Toolchain>) -> anyhow::Result<Arc<Api>> {
        let base = jdk(self.cache, compiler)?;
        let reader = compiler.and_then(|compiler| self.reader(compiler));
        let mut sources = Vec::new();
        let mut own = false;
        for library in self.libraries {
            if Path::new(library).is_dir() {
                sources.push(Source::subject(library, Format::Json));
                continue;
            }
            let jars = library_jars(self.cache, library)?;
            for (at, jar) in jars.iter().enumerate() {
                let subject = at == 0;
                match reader.as_ref().map(|reader| reader.read(std::slice::from_ref(jar))) {
                    None => sources.push(Source { subject, ..Source::context(jar, Format::Jar) }),
                    Some(read) => {
                        let source = read?;
                        own |= source.is_some();
                        let jar = || Source::context(jar, Format::Jar);
                        sources.push(Source { subject, ..source.unwrap_or_else(jar) });
                    }
                }
            }
        }
        let subject = self.libraries.is_empty();
        // Scala has a type above Java's top, which tells what wildcards stand for.
        own |= compiler.is_some_and(|compiler| compiler.id.name == "scala");
        if let Some(reader) = reader.filter(|_| own || subject)
            && let Some(source) = reader.read(&[])?
        {
            sources.push(Source { subject, ..source });
        }
        sources.push(Source { subject, ..base });
        let mut apis = self.apis.borrow_mut();
        if let Some((_, api)) = apis.iter().find(|(known, _)| *known == sources) {
            return Ok(Arc::clone(api));
        }
        let api = Api::load(&sources).map_err(setup)?;
        let api = Arc::new(api.only(self.members).map_err(usage)?);
        apis.push((sources, Arc::clone(&api)));
        Ok(api)
    }

    /// What reads libraries as a compiler sees them, where class files do not
    /// tell it all.
    fn reader(&self, compiler: &Toolchain) -> Option<Reader> {
        let metadata = match compiler.id.name.as_str() {
            "scala" => None,
            "kotlin" => {
                let spec = "kotlin-metadata".parse().expect("a name of the catalogue");
                match self.cache.find(&spec) {
                    Ok(metadata) => Some(metadata),
                    Err(why) => {
                        self.tell_once(format!(
                            "Kotlin's libraries are seen as Java sees them: {why}"
                        ));
                        return None;
                    }
                }
            }
            _ => return None,
        };
        let cache = self.cache.beside("targets");
        Some(Reader { compiler: compiler.clone(), metadata, cache })
    }

    fn tell_once(&self, text: String) {
        if self.told.borrow_mut().insert(text.clone()) {
            tell!("{text}");
        }
    }
}

/// What reads the signatures of libraries as a compiler sees them.
struct Reader {
    compiler: Toolchain,
    /// What reads Kotlin's metadata, if it is Kotlin.
    metadata: Option<Toolchain>,
    cache: PathBuf,
}

impl Reader {
    /// The signatures of jars, or of the compiler's own library if there are
    /// none; nothing if the jars are not of its language.
    fn read(&self, jars: &[PathBuf]) -> anyhow::Result<Option<Source>> {
        let extracted = match &self.metadata {
            Some(metadata) => extract_kotlin(&self.compiler, metadata, jars, &self.cache),
            None => extract_scala(&self.compiler, jars, &self.cache),
        };
        let extracted = extracted.map_err(setup)?;
        let some = !extracted.is_empty().map_err(setup)?;
        Ok(some.then(|| Source::context(extracted.folder, Format::Json)))
    }
}

/// The jars of a library: a file that the user names, or a Maven coordinate. A
/// folder of signatures has none.
pub fn library_jars(cache: &Cache, library: &str) -> anyhow::Result<Vec<PathBuf>> {
    if Path::new(library).is_dir() {
        return Ok(Vec::new());
    }
    if library.ends_with(".jar") {
        // Compilers run in folders of their own.
        return Ok(vec![std::path::absolute(library).map_err(setup)?]);
    }
    let jars = cache.library(library, &mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            tell!("{library}: {text}");
        }
    });
    jars.map_err(setup)
}

/// The signatures of the JDK that a compiler belongs to, or else of the oldest
/// of this machine, in which the compilers of other languages run.
fn jdk(cache: &Cache, compiler: Option<&Toolchain>) -> anyhow::Result<Source> {
    let is_jdk = |toolchain: &Toolchain| toolchain.id.name == "javac";
    let own = compiler.filter(|compiler| is_jdk(compiler)).cloned();
    let jdk = own.or_else(|| cache.available().into_iter().rfind(is_jdk));
    let home = jdk.as_ref().and_then(|toolchain| match &toolchain.home {
        Home::Program(javac) => javac.parent()?.parent(),
        _ => None,
    });
    let (Some(toolchain), Some(home)) = (&jdk, home) else {
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
