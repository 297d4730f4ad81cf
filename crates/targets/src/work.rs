//! Work folders: gone when their owner is done, and gone at the next start if
//! their owner was killed.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use tempfile::TempDir;

const PREFIX: &str = "wellsmith-";

/// A folder of our own. While it lives it is locked, and the lock ends with the
/// process however that ends: so [`sweep`] knows what nobody needs any more.
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
            let lock = File::open(folder.path())?;
            lock.lock()?;
            // A sweep may have come between the making and the locking.
            match fs::metadata(folder.path()) {
                Ok(there) if there.ino() == lock.metadata()?.ino() => {
                    return Ok(WorkFolder { folder, _lock: lock });
                }
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Takes away the work folders whose owners are dead. What cannot be removed is
/// somebody else's, and stays.
pub(crate) fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let path = entry.path();
        let abandoned =
            path.is_dir() && File::open(&path).is_ok_and(|folder| folder.try_lock().is_ok());
        if abandoned {
            let _ = fs::remove_dir_all(path);
        }
    }
}

#[cfg(test)]
mod tests {
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
}
