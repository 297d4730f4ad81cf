//! Building the host and the extractors: sources that are part of this program
//! are compiled against a compiler's own jars, once for each compiler version.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::JvmError;
use crate::sandbox::{self, Command, Limits, Status, Work};
use crate::work::WorkFolder;

/// A source file of a host, in Java, or in Scala for a Scala compiler.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

/// Names a file of `hosts/jvm`, which becomes part of this program.
macro_rules! source {
    ($folder:literal, $name:literal) => {
        $crate::jvm::install::Source {
            name: $name,
            text: include_str!(concat!("../../../../hosts/jvm/", $folder, "/", $name)),
        }
    };
}
pub(crate) use source;

/// The folder with the classes of these sources, which is made if it is not
/// there. It is named by a hash of everything that it depends on, and comes
/// into being complete: two processes may do this at the same time.
pub(crate) fn classes(
    cache: &Path,
    name: &str,
    java: &Path,
    sources: &[&Source],
    jars: &[PathBuf],
) -> Result<PathBuf, JvmError> {
    let trouble = |source| JvmError::Cache { folder: cache.to_owned(), source };
    let hash = hash(java, sources, jars).map_err(trouble)?;
    let javac = java.with_file_name("javac");
    if !javac.is_file() {
        return Err(JvmError::NoJdk { java: java.to_owned() });
    }
    made_once(cache, &format!("{name}-{hash}"), |work| {
        for source in sources {
            fs::write(work.join(source.name), source.text).map_err(trouble)?;
        }
        let (scala, java_sources): (Vec<_>, Vec<_>) =
            sources.iter().map(|source| source.name).partition(|name| name.ends_with(".scala"));
        let mut compile = Command::new(&javac, Limits::default());
        compile.args = words(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", MADE, "-cp"]);
        compile.args.push(class_path(jars));
        compile.args.extend(words(java_sources));
        succeed(compile, name, java, jars, work)?;
        if !scala.is_empty() {
            let mut compile = Command::new(java, Limits::default());
            compile.args = words(["-cp"]);
            compile.args.push(class_path(jars));
            compile.args.extend(words(["dotty.tools.dotc.Main", "-color:never", "-d", MADE]));
            let mut seen = class_path(jars);
            seen.push(":");
            seen.push(MADE);
            compile.args.extend(["-classpath".into(), seen]);
            compile.args.extend(words(scala));
            succeed(compile, name, java, jars, work)?;
        }
        Ok(())
    })
}

/// The folder in which whatever is made is made, below the work folder.
pub(super) const MADE: &str = "made";

/// A folder of this name in the cache. If it is not there, it is made: `make` is
/// given a work folder with a folder [`MADE`] in it, and fills that.
pub(super) fn made_once(
    cache: &Path,
    name: &str,
    make: impl FnOnce(&Path) -> Result<(), JvmError>,
) -> Result<PathBuf, JvmError> {
    let trouble = |source| JvmError::Cache { folder: cache.to_owned(), source };
    let folder = cache.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(cache).map_err(trouble)?;
    let work = WorkFolder::within(cache).map_err(trouble)?;
    let made = work.path().join(MADE);
    fs::create_dir(&made).map_err(trouble)?;
    // Whoever makes it may have another id.
    fs::set_permissions(&made, Permissions::from_mode(0o777)).map_err(trouble)?;
    make(work.path())?;
    fs::set_permissions(&made, Permissions::from_mode(0o755)).map_err(trouble)?;
    match fs::rename(&made, &folder) {
        // Another process was faster, with the same content.
        Err(_) if folder.is_dir() => Ok(folder),
        Err(error) => Err(trouble(error)),
        Ok(()) => Ok(folder),
    }
}

/// Runs a program in a work folder; `name` is what it is run for.
pub(super) fn succeed(
    mut command: Command,
    name: &str,
    java: &Path,
    jars: &[PathBuf],
    work: &Path,
) -> Result<(), JvmError> {
    command.read_only = visible(java, jars);
    command.work = Some(Work { path: work.to_owned(), writable: true });
    let finished = sandbox::run(&command)?;
    if finished.status != Status::Exited(0) {
        let text = [finished.stdout, finished.stderr].concat();
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        return Err(JvmError::Build { name: name.to_owned(), status: finished.status, text });
    }
    Ok(())
}

/// Words of a command line.
pub(super) fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}

/// A class path as `java` takes it.
pub(crate) fn class_path(jars: &[PathBuf]) -> OsString {
    std::env::join_paths(jars).expect("jars were found by paths without a colon")
}

/// The paths that a JVM must see: these jars, and its own JDK if that is not among the
/// system's folders.
pub(crate) fn visible(java: &Path, jars: &[PathBuf]) -> Vec<PathBuf> {
    let home = java.parent().and_then(Path::parent).filter(|home| !home.starts_with("/usr"));
    home.map(Path::to_owned).into_iter().chain(jars.iter().cloned()).collect()
}

/// A hash of everything that something made from these depends on.
pub(super) fn hash(java: &Path, sources: &[&Source], jars: &[PathBuf]) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for source in sources {
        hasher.update(source.name.as_bytes()).update(&[0]);
        hasher.update(source.text.as_bytes()).update(&[0]);
    }
    // Toolchains are verified where they are found: here it is enough to see
    // that a file is another one.
    for file in [java].into_iter().chain(jars.iter().map(PathBuf::as_path)) {
        let meta = fs::metadata(file)?;
        let changed = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        hasher.update(file.as_os_str().as_encoded_bytes()).update(&[0]);
        hasher.update(&meta.len().to_le_bytes()).update(&changed.as_nanos().to_le_bytes());
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}
