//! What was installed, with the checksums of what must not change.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::ToolchainId;
use crate::disk;
use crate::error::Error;

/// The name of the manifest's file in the folder of an installed toolchain.
const FILE: &str = "manifest.json";

/// Files from this size on are sealed wherever they are: compilers and their
/// libraries, without the ten thousand small files around them.
const LARGE: u64 = 1 << 20;

/// What stands in the manifest's file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) version: String,
    /// Where it came from, in words.
    pub(crate) from: String,
    /// A Debian suite's name, under which it is known besides its version.
    pub(crate) suite: Option<String>,
    pub(crate) home: Layout,
    /// The size of everything together; unknown for those of older versions.
    #[serde(default)]
    pub(crate) bytes: Option<u64>,
    files: Vec<Sealed>,
}

/// How an installed toolchain is used. Paths are relative to its folder, so
/// that the cache may be moved, unless they lead out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Layout {
    Program { program: PathBuf },
    Jars { jars: Vec<PathBuf> },
    Library { compiler: Vec<PathBuf>, jars: Vec<PathBuf> },
    Root { root: PathBuf, program: PathBuf },
    Crate { rustc: PathBuf, rustc_version: String, library: PathBuf, dependencies: PathBuf },
}

/// A file with its checksum.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sealed {
    path: PathBuf,
    stamp: Stamp,
    blake3: String,
}

/// What tells that a file has changed without reading it. Whoever changes a file
/// can set its size and the time of its content as they were, but not the time of
/// the last change to its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    size: u64,
    seconds: i64,
    nanoseconds: i64,
    /// Manifests of older versions do not have it.
    #[serde(default)]
    entry: Option<Entry>,
}

/// A file's entry in its file system: its number and when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    inode: u64,
    seconds: i64,
    nanoseconds: i64,
}

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        Stamp {
            size: metadata.size(),
            seconds: metadata.mtime(),
            nanoseconds: metadata.mtime_nsec(),
            entry: Some(Entry {
                inode: metadata.ino(),
                seconds: metadata.ctime(),
                nanoseconds: metadata.ctime_nsec(),
            }),
        }
    }
}

/// How thoroughly a toolchain is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// By sizes and times; only files with another time are read.
    Quick,
    /// By the checksums of all files.
    Full,
}

impl Manifest {
    /// Describes and seals what was installed in a folder, and writes the
    /// description there.
    pub(crate) fn seal(
        folder: &Path,
        id: &ToolchainId,
        from: String,
        suite: Option<String>,
        home: Layout,
    ) -> Result<(), Error> {
        let named = home.files(folder);
        let mut files = Vec::new();
        let mut bytes = 0;
        let mut failure = None;
        disk::walk(folder, &mut |path, metadata| {
            bytes += metadata.size();
            let relative = path.strip_prefix(folder).expect("it was walked to").to_owned();
            let sealed =
                metadata.size() >= LARGE || named.iter().any(|named| relative.starts_with(named));
            if sealed {
                match checksum(&path) {
                    Ok(blake3) => {
                        files.push(Sealed { path: relative, stamp: Stamp::of(&metadata), blake3 })
                    }
                    Err(error) => failure = Some(Error::reading(&path)(error)),
                }
            }
        })
        .map_err(Error::reading(folder))?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let manifest = Manifest {
            name: id.name.clone(),
            version: id.version.clone(),
            from,
            suite,
            home,
            bytes: Some(bytes),
            files,
        };
        manifest.write(folder).map_err(Error::writing(&folder.join(FILE)))
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(self).expect("it is made of texts and numbers");
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.as_file().set_permissions(Permissions::from_mode(0o644))?;
        file.write_all(&text)?;
        file.persist(folder.join(FILE))?;
        Ok(())
    }

    pub(crate) fn read(folder: &Path, id: &ToolchainId) -> Result<Manifest, Error> {
        let path = folder.join(FILE);
        let damaged =
            |what: String| Error::Damaged { id: id.to_string(), path: path.clone(), what };
        let text = fs::read(&path).map_err(|error| damaged(format!("cannot be read ({error})")))?;
        serde_json::from_slice(&text)
            .map_err(|error| damaged(format!("is not a manifest ({error})")))
    }

    fn id(&self) -> ToolchainId {
        ToolchainId { name: self.name.clone(), version: self.version.clone() }
    }

    /// Whether the sealed files are unchanged. Those that were read because their
    /// stamps differ, as after the cache was copied, get new stamps.
    pub(crate) fn check(&mut self, folder: &Path, look: Look) -> Result<(), Error> {
        let id = self.id();
        let mut restamped = false;
        for sealed in &mut self.files {
            let path = folder.join(&sealed.path);
            let what = match fs::symlink_metadata(&path) {
                Err(error) => Some(format!("cannot be found ({error})")),
                Ok(metadata) if metadata.size() != sealed.stamp.size => {
                    Some(format!("has {} bytes, not {}", metadata.size(), sealed.stamp.size))
                }
                Ok(metadata) if look == Look::Quick && Stamp::of(&metadata) == sealed.stamp => None,
                Ok(metadata) => match checksum(&path) {
                    Err(error) => Some(format!("cannot be read ({error})")),
                    Ok(blake3) if blake3 != sealed.blake3 => {
                        Some("has another checksum".to_owned())
                    }
                    Ok(_) => {
                        let stamp = Stamp::of(&metadata);
                        restamped |= stamp != sealed.stamp;
                        sealed.stamp = stamp;
                        None
                    }
                },
            };
            if let Some(what) = what {
                return Err(Error::Damaged { id: id.to_string(), path, what });
            }
        }
        if restamped {
            // It only saves time, so a cache that cannot be written to is no error.
            let _ = self.write(folder);
        }
        Ok(())
    }
}

impl Layout {
    /// The files and folders that must not change.
    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        match self {
            Layout::Program { program } => vec![program.clone()],
            Layout::Jars { jars } => jars.clone(),
            Layout::Library { compiler, jars } => compiler.iter().chain(jars).cloned().collect(),
            Layout::Root { root, program } => {
                let program = follow_links(&folder.join(root), program);
                vec![root.join(program), root.join("var/lib/dpkg/status")]
            }
            Layout::Crate { library, dependencies, .. } => {
                vec![library.clone(), dependencies.clone()]
            }
        }
    }
}

/// The file that a path inside a root leads to, relative to the root: absolute
/// links are meant inside it.
fn follow_links(root: &Path, path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // More links than this are a cycle, and the check then finds no file.
    for _ in 0..40 {
        let inside = path.strip_prefix("/").unwrap_or(&path);
        match fs::read_link(root.join(inside)) {
            Ok(target) => {
                let beside = path.parent().unwrap_or(Path::new("/")).join(target);
                path = without_dots(&beside);
            }
            Err(_) => return inside.to_owned(),
        }
    }
    path
}

fn without_dots(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, component| {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
        plain
    })
}

fn checksum(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}
