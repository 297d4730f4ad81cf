//! Libraries for the `api` engine, as a compiler sees them.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use api::{Api, Format, Library, LoadError, Source};
use case::{InputId, Language};
use targets::jvm::{extract_kotlin, extract_scala};
use toolchains::{Cache, Home, Progress, Toolchain};

use crate::{InputError, Inputs, digest};

impl Inputs<'_> {
    /// The API of the libraries as the compiler sees them. If none is named, the
    /// base module of the JDK and the compiler's own library.
    pub fn api(&self, compiler: Option<&Toolchain>) -> Result<Arc<Api>, InputError> {
        let libraries = &self.sources.libraries;
        let (base, base_name) = jdk(self.available(), compiler)?;
        let reader = compiler.and_then(|compiler| self.reader(compiler));
        let mut sources = Vec::new();
        let mut names = Vec::new();
        let mut own = false;
        for library in libraries {
            if Path::new(library).is_dir() {
                if libraries.iter().all(|library| Path::new(library).is_dir()) {
                    self.tell_once(format!(
                        "{library} holds signatures and no classes: compilers know what it \
                         declares only if its jar is a --library, too"
                    ));
                }
                sources.push(Source::subject(library, Format::Json));
                names.push(library_name(library));
                continue;
            }
            let jars = library_jars(self.cache, library, self.tell)?;
            for (at, jar) in jars.iter().enumerate() {
                let source = match &reader {
                    None => None,
                    Some(reader) => reader.read(std::slice::from_ref(jar))?,
                };
                own |= source.is_some();
                let source = source.unwrap_or_else(|| Source::context(jar, Format::Jar));
                sources.push(Source { subject: at == 0, ..source });
                names.push(library_name(&jar.to_string_lossy()));
            }
        }
        let subject = libraries.is_empty();
        // Scala has a type above Java's top, which tells what wildcards stand for, and
        // Kotlin's library has extensions of classes of Java.
        own |= compiler.is_some_and(|compiler| ["scala", "kotlin"].contains(&&*compiler.id.name));
        if let Some(reader) = reader.filter(|_| own || subject)
            && let Some(source) = reader.read(&[])?
        {
            sources.push(Source { subject, ..source });
            names.push(format!("library of {}", reader.compiler.id));
        }
        if let Some(jar) = compiler.and_then(extensions)
            && !sources.iter().any(|source| source.path.file_name() == jar.file_name())
        {
            names.push(library_name(&jar.to_string_lossy()));
            sources.push(Source::context(jar, Format::Jar));
        }
        sources.push(Source { subject, ..base });
        names.push(base_name);
        let mut apis = self.apis.borrow_mut();
        if let Some((_, api)) = apis.iter().find(|(known, _)| *known == sources) {
            return Ok(Arc::clone(api));
        }
        let mut inputs = Vec::new();
        for (source, name) in sources.iter().zip(names) {
            let known = self.digests.borrow().get(&source.path).copied();
            let digest = known.map_or_else(|| digest::of_path(&source.path), Ok)?;
            self.digests.borrow_mut().insert(source.path.clone(), digest);
            inputs.push(InputId { name: name.into(), digest });
        }
        inputs.sort();
        let libraries: Vec<Rc<Library>> =
            sources.iter().map(|source| self.library(source)).collect::<Result<_, _>>()?;
        let subjects = sources.iter().map(|source| source.subject);
        let api = Api::of(libraries.iter().map(Rc::as_ref).zip(subjects));
        let api = api.map_err(InputError::Library)?.with_inputs(inputs);
        let api = api.only(&self.sources.members).map_err(|error| match error {
            LoadError::NoSuchMember(_) => InputError::Member(error),
            other => InputError::Library(other),
        })?;
        if !self.sources.members.is_empty()
            && let Some(language) = compiler.and_then(language_of)
        {
            api.check_used(language).map_err(InputError::Member)?;
        }
        let api = Arc::new(api);
        apis.push((sources, Arc::clone(&api)));
        Ok(api)
    }

    /// What a source holds.
    fn library(&self, source: &Source) -> Result<Rc<Library>, InputError> {
        let mut libraries = self.libraries.borrow_mut();
        if let Some(library) = libraries.iter().find(|library| library.is_of(source)) {
            return Ok(Rc::clone(library));
        }
        let library = Library::read(&source.path, source.format).map_err(InputError::Library)?;
        let library = Rc::new(library);
        libraries.push(Rc::clone(&library));
        Ok(library)
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
                            "warning: Kotlin libraries are read as Java class files: {why}"
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
}

/// Reads the signatures of libraries as a compiler sees them.
struct Reader {
    compiler: Toolchain,
    /// The library that reads Kotlin's metadata, for Kotlin.
    metadata: Option<Toolchain>,
    cache: PathBuf,
}

impl Reader {
    /// The signatures of jars, or of the compiler's own library if there are
    /// none; `None` if the jars are not of its language.
    fn read(&self, jars: &[PathBuf]) -> Result<Option<Source>, InputError> {
        let extracted = match &self.metadata {
            Some(metadata) => extract_kotlin(&self.compiler, metadata, jars, &self.cache)?,
            None => extract_scala(&self.compiler, jars, &self.cache)?,
        };
        let failed = |error| InputError::Io { path: extracted.folder.clone(), error };
        let some = !extracted.is_empty().map_err(failed)?;
        Ok(some.then(|| Source::context(&extracted.folder, Format::Json)))
    }
}

/// The language of a compiler that the engine writes programs for.
fn language_of(compiler: &Toolchain) -> Option<Language> {
    Some(match compiler.id.name.as_str() {
        "javac" => Language::Java,
        "kotlin" => Language::Kotlin,
        "scala" => Language::Scala,
        "groovy" => Language::Groovy,
        _ => return None,
    })
}

/// The jar that declares the extensions of a language which every object has: the library
/// of Groovy.
fn extensions(compiler: &Toolchain) -> Option<PathBuf> {
    match &compiler.home {
        Home::Jars { jars, .. } if compiler.id.name == "groovy" => {
            let own = format!("groovy-{}.jar", compiler.id.version);
            jars.iter().find(|jar| jar.file_name().is_some_and(|name| *name == *own)).cloned()
        }
        _ => None,
    }
}

/// The name of a library that is the same on every machine: the coordinate, or
/// the last part of a path.
pub fn library_name(library: &str) -> String {
    match Path::new(library).file_name() {
        Some(name) if library.contains('/') => name.to_string_lossy().into_owned(),
        _ => library.to_owned(),
    }
}

/// The jars of a library: a file that the user names, or a Maven coordinate. A
/// folder of signatures has none.
pub fn library_jars(
    cache: &Cache,
    library: &str,
    tell: &dyn Fn(&str),
) -> Result<Vec<PathBuf>, InputError> {
    if Path::new(library).is_dir() {
        return Ok(Vec::new());
    }
    if library.ends_with(".jar") {
        // Compilers run in folders of their own.
        let path = std::path::absolute(library);
        return Ok(vec![path.map_err(|error| InputError::Io { path: library.into(), error })?]);
    }
    let jars = cache.library(library, &mut |progress| {
        if let Progress::Waiting(text) | Progress::Step(text) = progress {
            tell(&format!("{library}: {text}"));
        }
    });
    Ok(jars?)
}

/// The signatures of the JDK that a compiler belongs to, or else of the oldest
/// of this machine, in which the compilers of other languages run; with a name.
fn jdk(
    available: &[Toolchain],
    compiler: Option<&Toolchain>,
) -> Result<(Source, String), InputError> {
    let is_jdk = |toolchain: &&Toolchain| toolchain.id.name == "javac";
    let own = compiler.filter(is_jdk);
    let jdk = own.or_else(|| available.iter().rfind(is_jdk));
    let jdk = jdk.ok_or(InputError::NoJdk)?;
    let home = match &jdk.home {
        Home::Program(javac) => javac.parent().and_then(Path::parent),
        _ => None,
    };
    let home = home.ok_or(InputError::NoJdk)?;
    let name = format!("java.base of JDK {}", jdk.id.version);
    let module = home.join("jmods/java.base.jmod");
    if module.is_file() {
        return Ok((Source::context(module, Format::Jmod), name));
    }
    let release = jdk.id.version.split('.').next().and_then(|first| first.parse().ok());
    let release = release.ok_or(InputError::NoJdk)?;
    Ok((Source::context(home.join("lib/ct.sym"), Format::CtSym(release)), name))
}
