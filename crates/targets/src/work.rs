//! Work folders: gone when their owner is done, and gone at the next start if
//! their owner was killed.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const PREFIX: &str = "wellsmith-";

/// A folder of our own. While it lives it is locked, and the lock ends with the
/// process however that ends: so [`sweep`] can tell which folders are abandoned.
pub(crate) struct WorkFolder {
    path: PathBuf,
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
                Ok(Some(lock)) => return Ok(WorkFolder { path: folder.keep(), _lock: lock }),
                Ok(None) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What cannot be removed now is swept at the next start.
        let _ = remove(&self.path);
    }
}

/// Removes a folder that programs may have filled: folders may be nested more
/// deeply than paths can be long or a stack deep, and their owner may have taken
/// the right to write to them away.
fn remove(folder: &Path) -> io::Result<()> {
    let mut moved = 0u64;
    while let Some(entry) = fs::read_dir(folder)?.next() {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
            continue;
        }
        // The folders in this one become its siblings, so that nothing is ever
        // more than two levels away.
        let child = entry.path();
        fs::set_permissions(&child, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&child)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
                loop {
                    let sibling = folder.join(format!("{PREFIX}{moved}"));
                    moved += 1;
                    if fs::symlink_metadata(&sibling).is_err() {
                        fs::rename(entry.path(), sibling)?;
                        break;
                    }
                }
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(child)?;
    }
    fs::remove_dir(folder)
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
        // Other users may put anything there: a FIFO would block whoever opens it,
        // and a link leads elsewhere.
        let folders = libc::O_DIRECTORY | libc::O_NOFOLLOW;
        let folder = OpenOptions::new().read(true).custom_flags(folders).open(&path);
        let Ok(folder) = folder else { continue };
        // The lock is kept until the folder is gone: its owner may be about to ask
        // for it, and must not get it for a folder that is on its way out.
        if folder.try_lock().is_ok() {
            let _ = remove(&path);
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
    fn what_others_put_there_does_not_block_a_sweep() {
        let parent = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("file"), "text").unwrap();
        let fifo = parent.path().join("wellsmith-fifo");
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::from(0o600)).unwrap();
        let link = parent.path().join("wellsmith-link");
        std::os::unix::fs::symlink(elsewhere.path(), link).unwrap();
        sweep(parent.path());
        assert!(elsewhere.path().join("file").exists());
    }

    #[test]
    fn folders_of_any_depth_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let top = parent.path().join("top");
        fs::create_dir(&top).unwrap();
        let mut folder = File::open(&top).unwrap();
        // Beyond the longest path, and too deep for a recursion on a small stack.
        for _ in 0..3_000 {
            let (mode, read) = (rustix::fs::Mode::from(0o755), rustix::fs::OFlags::RDONLY);
            rustix::fs::mkdirat(&folder, "d", mode).unwrap();
            let file = read | rustix::fs::OFlags::CREATE;
            rustix::fs::openat(&folder, "f", file, mode).unwrap();
            folder = rustix::fs::openat(&folder, "d", read, mode).unwrap().into();
        }
        let closed = top.join("closed");
        fs::create_dir_all(closed.join("inner")).unwrap();
        for path in [closed.join("inner"), closed] {
            fs::set_permissions(path, Permissions::from_mode(0o0)).unwrap();
        }
        std::thread::scope(|scope| {
            let small = std::thread::Builder::new().stack_size(64 << 10);
            small.spawn_scoped(scope, || remove(&top).unwrap()).unwrap();
        });
        assert!(!top.exists());
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
