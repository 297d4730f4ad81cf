//! Work folders: gone when their owner is done, and gone at the next start if
//! their owner was killed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::TempDir;

const PREFIX: &str = "wellsmith-";

/// A folder of our own. While it lives it is locked, and the lock ends with the
/// process however that ends: so [`sweep`] can tell which folders are abandoned.
pub(crate) struct WorkFolder {
    folder: TempDir,
    _lock: File,
}

impl WorkFolder {
    /// A folder where temporary files belong.
    pub(crate) fn new() -> io::Result<WorkFolder> {
        WorkFolder::within(&std::env::temp_dir())
    }

    /// A folder in another one.
    pub(crate) fn within(parent: &Path) -> io::Result<WorkFolder> {
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            // A sweep may come between the making and the locking.
            match locked(folder.path()) {
                Ok(Some(lock)) => return Ok(WorkFolder { folder, _lock: lock }),
                Ok(None) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Locks a folder. None if it is another one by then.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let lock = File::open(path)?;
    lock.lock()?;
    let is_same = fs::metadata(path)?.ino() == lock.metadata()?.ino();
    Ok(is_same.then_some(lock))
}

/// Removes abandoned work folders, the first time that this process asks for it:
/// a process is not followed by others often enough for a second time to matter.
pub(crate) fn sweep_once(parent: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut swept = SWEPT.lock().expect("no panic while the paths are locked");
    if swept.insert(parent.to_owned()) {
        sweep(parent);
    }
}

/// Removes the work folders whose owners are dead. What cannot be removed
/// belongs to another user, and stays.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let path = entry.path();
        let Ok(folder) = File::open(&path) else { continue };
        // The lock is kept until the folder is gone: its owner may be about to ask
        // for it, and must not get it for a folder that is on its way out.
        if path.is_dir() && folder.try_lock().is_ok() {
            let _ = fs::remove_dir_all(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn only_the_folders_of_the_dead_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let alive = WorkFolder::within(parent.path()).unwrap();
        let dead = parent.path().join("wellsmith-dead");
        let other = parent.path().join("somebody-else");
        for folder in [&dead, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "text").unwrap();
        }
        sweep(parent.path());
        assert!(alive.path().exists());
        assert!(other.exists());
        assert!(!dead.exists());
        let path = alive.path().to_owned();
        drop(alive);
        assert!(!path.exists());
    }

    #[test]
    fn a_sweep_at_any_moment_takes_nothing_from_the_living() {
        let parent = tempfile::tempdir().unwrap();
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        sweep(parent.path());
                    }
                });
            }
            let lost = (0..500).find_map(|_| {
                let made = WorkFolder::within(parent.path());
                std::thread::yield_now();
                made.and_then(|folder| fs::write(folder.path().join("file"), "text")).err()
            });
            over.store(true, Ordering::Relaxed);
            assert!(lost.is_none(), "{lost:?}");
        });
    }
}
