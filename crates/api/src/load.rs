//! Reading APIs from files: the only part of this crate that does I/O.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use case::Language;
use rustc_hash::FxHashSet;
use zip::ZipArchive;

use crate::classfile::{self, ClassFile, ClassFileError};
use crate::decl::ClassDecl;
use crate::json;
use crate::model::{self, Model, Skip, Skips};

/// Where a part of an API comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file or folder.
    pub path: PathBuf,
    /// What is in it.
    pub format: Format,
    /// Whether its members are to be exercised, or only help to do so.
    pub subject: bool,
}

/// The forms in which APIs come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A jar of class files.
    Jar,
    /// A module of the JDK: a jar behind four bytes, with class files under
    /// `classes/`.
    Jmod,
    /// The JDK's `ct.sym`: the signatures of a release, given by its number.
    CtSym(u8),
    /// A folder with one JSON file for each class.
    Json,
}

impl Source {
    /// A library under test.
    pub fn subject(path: impl Into<PathBuf>, format: Format) -> Source {
        Source { path: path.into(), format, subject: true }
    }

    /// A library that the one under test needs.
    pub fn context(path: impl Into<PathBuf>, format: Format) -> Source {
        Source { path: path.into(), format, subject: false }
    }
}

/// Why an API could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file could not be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// An archive is damaged.
    #[error("{path} is not a readable archive ({error}); fetch it again")]
    Archive {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: zip::result::ZipError,
    },
    /// A source holds no class at all.
    #[error("{path} holds no {what}{skipped}; is it the right one?")]
    Empty {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        what: &'static str,
        /// What was there but could not be read, if anything.
        skipped: String,
    },
    /// The classes do not include the top of all classes.
    #[error(
        "no class is the top of the others: add the library that holds \
         java.lang.Object (the JDK's java.base), kotlin.Any or scala.Any"
    )]
    NoTop,
    /// Nothing can be exercised.
    #[error("the libraries under test have no member that a client can use; skipped: {0}")]
    NoMembers(String),
    /// No member is called so.
    #[error(
        "no member of the libraries under test has {0:?} in its name; \
         names look like java.util.Map.Entry.getKey, constructors like java.util.ArrayList.new"
    )]
    NoSuchMember(String),
    /// A language can use no member that is asked for.
    #[error("programs in {language} can use no member of that name: {reasons}")]
    Unusable {
        /// The language.
        language: Language,
        /// Why, with counts.
        reasons: String,
    },
}

/// What a source holds. It is read once, however many APIs it is a part of.
#[derive(Debug)]
pub struct Library {
    path: PathBuf,
    format: Format,
    decls: Vec<ClassDecl>,
    skips: Skips,
}

impl Library {
    /// Reads a file or folder.
    pub fn read(path: &Path, format: Format) -> Result<Library, LoadError> {
        let mut skips = Skips::default();
        let decls = read_source(path, format, &mut skips)?;
        Ok(Library { path: path.to_owned(), format, decls, skips })
    }

    /// Whether this is what a source holds.
    pub fn is_of(&self, source: &Source) -> bool {
        self.path == source.path && self.format == source.format
    }
}

/// Makes an API of libraries, each with whether it is under test.
pub(crate) fn load<'a>(
    libraries: impl IntoIterator<Item = (&'a Library, bool)>,
) -> Result<Model, LoadError> {
    let mut skips = Skips::default();
    let mut decls = Vec::new();
    for (library, subject) in libraries {
        if subject {
            skips.add(&library.skips);
        }
        // What a library needs may be an empty jar, published to keep another
        // version away; the library itself may not.
        if library.decls.is_empty() && subject {
            let skipped = told(&library.skips);
            let skipped = if skipped.is_empty() { skipped } else { format!(" ({skipped})") };
            let what = match library.format {
                Format::Jar | Format::Jmod => "class files",
                Format::CtSym(_) => "classes of that release of the JDK",
                Format::Json => "classes as JSON files (docs/engines/api.md says which)",
            };
            return Err(LoadError::Empty { path: library.path.clone(), what, skipped });
        }
        decls.extend(library.decls.iter().map(|decl| (decl.clone(), subject)));
    }
    let model = model::resolve(decls, skips).ok_or(LoadError::NoTop)?;
    let usable = |id| {
        let member = model.member(id);
        member.usable && model.class(member.owner).subject
    };
    if !model.member_ids().any(usable) {
        return Err(LoadError::NoMembers(told(&model.skips)));
    }
    Ok(model)
}

/// What was skipped, in words.
fn told(skips: &Skips) -> String {
    let told: Vec<String> = skips
        .iter()
        .map(|(skip, count, example)| format!("{count} × {} ({example})", skip.reason()))
        .collect();
    told.join(", ")
}

fn read_source(
    path: &Path,
    format: Format,
    skips: &mut Skips,
) -> Result<Vec<ClassDecl>, LoadError> {
    match format {
        Format::Jar => read_archive(path, 0, skips, |name| {
            // Of a multi-release jar the base is read.
            (!name.starts_with("META-INF/")).then_some(name)
        }),
        Format::Jmod => read_archive(path, 4, skips, |name| name.strip_prefix("classes/")),
        Format::CtSym(release) => {
            // Folders are named by the releases whose signatures they hold, a
            // letter each: 8, 9, then A for 10 and on.
            let letter = match release {
                0..=9 => char::from(b'0' + release),
                _ => char::from(b'A' + release.saturating_sub(10)),
            };
            read_archive(path, 0, skips, |name| {
                let (releases, rest) = name.split_once('/')?;
                // Behind it comes the module, since release 12. An incubator module is
                // resolved only by those who ask for it (JEP 11).
                let (module, class) = rest.split_once('/')?;
                let incubates = module.starts_with("jdk.incubator.");
                (releases.contains(letter) && !incubates).then_some(class)
            })
        }
        Format::Json => read_json(path, skips),
    }
}

fn read_archive(
    path: &Path,
    offset: u64,
    skips: &mut Skips,
    class_path: impl Fn(&str) -> Option<&str>,
) -> Result<Vec<ClassDecl>, LoadError> {
    let io = |error| LoadError::Io { path: path.to_owned(), error };
    let broken = |error| LoadError::Archive { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(io)?;
    file.seek(SeekFrom::Start(offset)).map_err(io)?;
    file.read_to_end(&mut bytes).map_err(io)?;
    let mut archive = ZipArchive::new(io::Cursor::new(bytes)).map_err(broken)?;
    let mut decls = Vec::new();
    let mut exports: Option<FxHashSet<String>> = None;
    let mut content = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(broken)?;
        let name = entry.name().map_err(broken)?.into_owned();
        let Some(inside) = class_path(&name) else { continue };
        if !inside.ends_with(".class") && !inside.ends_with(".sig") {
            continue;
        }
        content.clear();
        entry.read_to_end(&mut content).map_err(io)?;
        match classfile::read(&content) {
            Ok(ClassFile::Class(decl)) => decls.push(*decl),
            Ok(ClassFile::Private) => {}
            Ok(ClassFile::Module(packages)) => {
                exports
                    .get_or_insert_default()
                    .extend(packages.iter().map(|p| p.replace('/', ".")));
            }
            Err(ClassFileError::Newer(_)) => skips.count(Skip::NewerClassFile, || name),
            Err(_) => skips.count(Skip::DamagedClassFile, || name),
        }
    }
    if let Some(exports) = exports {
        // What a module keeps to itself is there for its subclasses only.
        for decl in &mut decls {
            decl.public &= exports.contains(&decl.package);
        }
    }
    Ok(decls)
}

fn read_json(path: &Path, skips: &mut Skips) -> Result<Vec<ClassDecl>, LoadError> {
    let io = |error| LoadError::Io { path: path.to_owned(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(io)? {
        let file = entry.map_err(io)?.path();
        if file.extension().is_some_and(|extension| extension == "json") {
            files.push(file);
        }
    }
    // An extractor says what it left out: a count and a reason on each line.
    if let Ok(skipped) = std::fs::read_to_string(path.join("skipped")) {
        for (count, reason) in skipped.lines().filter_map(|line| line.split_once('\t')) {
            skips.count_extracted(reason, count.parse().unwrap_or(0));
        }
    }
    // The order of a folder is an accident.
    files.sort_unstable();
    let mut decls = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file)
            .map_err(|error| LoadError::Io { path: file.clone(), error })?;
        match json::read(&text) {
            Ok(decl) => decls.push(decl),
            Err(_) => skips.count(Skip::MalformedJson, || file.display().to_string()),
        }
    }
    Ok(decls)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The files of a module or archive whose names are wanted.
    pub(crate) fn class_files(
        source: &Source,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<(String, Vec<u8>)> {
        let mut bytes = std::fs::read(&source.path).expect("a file");
        if source.format == Format::Jmod {
            bytes.drain(..4);
        }
        let mut archive = ZipArchive::new(io::Cursor::new(bytes)).expect("an archive");
        let mut files = Vec::new();
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).expect("an entry");
            let name = entry.name().expect("a name").into_owned();
            if wanted(&name) {
                let mut content = Vec::new();
                entry.read_to_end(&mut content).expect("a file");
                files.push((name, content));
            }
        }
        files
    }
}
