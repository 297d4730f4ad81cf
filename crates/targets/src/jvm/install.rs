//! Building the host: Java sources that are part of this program are compiled
//! against the compiler's own jars, once for each compiler version.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::JvmError;
use crate::sandbox::{self, Command, Limits, Status, Work};

/// A Java source file of ours.
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
    let folder = cache.join(format!("{name}-{hash}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    let javac = java.with_file_name("javac");
    if !javac.is_file() {
        return Err(JvmError::NoJdk { java: java.to_owned() });
    }
    fs::create_dir_all(cache).map_err(trouble)?;
    let work = tempfile::Builder::new().prefix(".build-").tempdir_in(cache).map_err(trouble)?;
    let built = work.path().join("classes");
    fs::create_dir(&built).map_err(trouble)?;
    for source in sources {
        fs::write(work.path().join(source.name), source.text).map_err(trouble)?;
    }

    let mut command = Command::new(&javac, Limits::default());
    command.args = ["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", "classes", "-cp"]
        .map(OsString::from)
        .to_vec();
    command.args.push(class_path(jars));
    command.args.extend(sources.iter().map(|source| OsString::from(source.name)));
    command.read_only = visible(java, jars);
    command.work = Some(Work { path: work.path().to_owned(), writable: true });
    let finished = sandbox::run(&command)?;
    if finished.status != Status::Exited(0) {
        let text = [finished.stdout, finished.stderr].concat();
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        return Err(JvmError::Build { name: name.to_owned(), status: finished.status, text });
    }
    match fs::rename(&built, &folder) {
        // Somebody else was faster, with the same classes.
        Err(_) if folder.is_dir() => Ok(folder),
        Err(error) => Err(trouble(error)),
        Ok(()) => Ok(folder),
    }
}

/// A class path as `java` takes it.
pub(crate) fn class_path(jars: &[PathBuf]) -> OsString {
    std::env::join_paths(jars).expect("jars were found by paths without a colon")
}

/// What a JVM must see: these jars, and its own JDK if that is not among the
/// system's folders.
pub(crate) fn visible(java: &Path, jars: &[PathBuf]) -> Vec<PathBuf> {
    let home = java.parent().and_then(Path::parent).filter(|home| !home.starts_with("/usr"));
    home.map(Path::to_owned).into_iter().chain(jars.iter().cloned()).collect()
}

fn hash(java: &Path, sources: &[&Source], jars: &[PathBuf]) -> io::Result<String> {
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
