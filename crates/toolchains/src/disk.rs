//! Atomic installation and removal of folders, under a lock.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process::{Listener, Progress};

/// What the folders of unfinished installs and removals start with, so that
/// nobody takes one for a toolchain.
const UNFINISHED: &str = ".unfinished-";

/// The lock on what is installed under one name.
pub(crate) struct Lock {
    file: File,
    folder: PathBuf,
    name: &'static str,
}

impl Lock {
    /// Waits for the lock, and removes the remains of killed installs of this
    /// name.
    pub(crate) fn take(
        folder: &Path,
        name: &'static str,
        listener: Listener<'_>,
    ) -> Result<Lock, Error> {
        fs::create_dir_all(folder).map_err(Error::writing(folder))?;
        let path = folder.join(format!(".lock-{name}"));
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(Error::writing(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                listener(Progress::Waiting(format!(
                    "another process is installing or removing {name}; waiting for it"
                )));
                file.lock().map_err(Error::writing(&path))?;
            }
            Err(TryLockError::Error(error)) => return Err(Error::writing(&path)(error)),
        }
        let lock = Lock { file, folder: folder.to_owned(), name };
        lock.sweep()?;
        Ok(lock)
    }

    /// The locked file, for clients that inherit the lock.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    fn sweep(&self) -> Result<(), Error> {
        let prefix = format!("{UNFINISHED}{}@", self.name);
        for entry in fs::read_dir(&self.folder).map_err(Error::reading(&self.folder))? {
            let entry = entry.map_err(Error::reading(&self.folder))?;
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                remove_tree(&entry.path()).map_err(Error::writing(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// A new folder beside the installed ones, gone again unless it is
    /// published.
    pub(crate) fn unfinished(&self) -> Result<Unfinished<'_>, Error> {
        let folder = tempfile::Builder::new()
            .prefix(&format!("{UNFINISHED}{}@", self.name))
            .tempdir_in(&self.folder)
            .map_err(Error::writing(&self.folder))?
            .keep();
        Ok(Unfinished { lock: self, folder })
    }

    /// Takes an installed folder away.
    pub(crate) fn discard(&self, folder: &Path) -> Result<(), Error> {
        // It is renamed first, so that a killed removal leaves no half
        // toolchain either.
        let unfinished = self.unfinished()?;
        let target = unfinished.folder.join("removed");
        fs::rename(folder, &target).map_err(Error::writing(folder))?;
        remove_tree(&unfinished.folder).map_err(Error::writing(folder))
    }
}

/// A folder in which something is being installed.
pub(crate) struct Unfinished<'lock> {
    lock: &'lock Lock,
    folder: PathBuf,
}

impl Unfinished<'_> {
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Gives the folder its name, once all of it is on disk.
    pub(crate) fn publish(self, name: &str) -> Result<PathBuf, Error> {
        let target = self.lock.folder.join(name);
        let handle = File::open(&self.folder).map_err(Error::reading(&self.folder))?;
        rustix::fs::syncfs(&handle).map_err(|error| Error::writing(&target)(error.into()))?;
        // tempfile's folders are for their owner only; others may use the
        // cache of a shared machine.
        let shared = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&self.folder, shared).map_err(Error::writing(&self.folder))?;
        if target.exists() {
            self.lock.discard(&target)?;
        }
        fs::rename(&self.folder, &target).map_err(Error::writing(&target))?;
        File::open(&self.lock.folder)
            .and_then(|folder| folder.sync_all())
            .map_err(Error::writing(&target))?;
        Ok(target)
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        // After publishing there is nothing here; after a failure the next
        // install sweeps what could not be removed.
        let _ = remove_tree(&self.folder);
    }
}

/// Removes a folder and everything in it, including folders that their owner
/// may not write to, as the Go module cache makes them.
///
/// Nothing is removed while something is mounted there: the mounted files would
/// be removed.
pub(crate) fn remove_tree(folder: &Path) -> io::Result<()> {
    if let Some(mounted) = mounted_below(folder)? {
        return Err(io::Error::new(
            io::ErrorKind::ResourceBusy,
            format!("{} is still mounted; unmount it first", mounted.display()),
        ));
    }
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            make_writable(folder)?;
            fs::remove_dir_all(folder)
        }
        other => other,
    }
}

/// A mount point below a folder, or the folder itself if it is one.
fn mounted_below(folder: &Path) -> io::Result<Option<PathBuf>> {
    let folder = match fs::canonicalize(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    Ok(mounts
        .lines()
        .filter_map(|line| line.split(' ').nth(4))
        // The kernel writes a space in a path as its octal number.
        .map(|path| PathBuf::from(path.replace("\\040", " ")))
        .find(|path| path.starts_with(&folder)))
}

/// Lets the owner write to every folder of a tree.
pub(crate) fn make_writable(folder: &Path) -> io::Result<()> {
    let mode = fs::symlink_metadata(folder)?.permissions().mode();
    fs::set_permissions(folder, fs::Permissions::from_mode(mode | 0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_writable(&entry.path())?;
        }
    }
    Ok(())
}

/// Calls back with every regular file below a folder, in the order of their
/// names. Links are not followed.
pub(crate) fn walk(folder: &Path, visit: &mut dyn FnMut(PathBuf, fs::Metadata)) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            walk(&entry.path(), visit)?;
        } else if metadata.is_file() {
            visit(entry.path(), metadata);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_their_owner_may_not_write_to_are_removed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("folder");
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/file"), "text").unwrap();
        for closed in ["inner", ""] {
            let closed = folder.join(closed);
            fs::set_permissions(closed, fs::Permissions::from_mode(0o500)).unwrap();
        }
        remove_tree(&folder).unwrap();
        assert!(!folder.exists());
        remove_tree(&folder).unwrap();
    }

    #[test]
    fn what_is_mounted_is_not_removed() {
        assert_eq!(mounted_below(Path::new("/proc")).unwrap(), Some(PathBuf::from("/proc")));
        let error = remove_tree(Path::new("/proc")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        let outer = tempfile::tempdir().unwrap();
        assert_eq!(mounted_below(outer.path()).unwrap(), None);
    }
}
