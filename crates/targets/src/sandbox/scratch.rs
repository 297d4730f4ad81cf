//! The files that a sandboxed program leaves behind.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};

/// A file system with less than this is full: what did not fit may be larger.
const LEAST: u64 = 64 << 10;

/// The private `/tmp` of a sandbox. It stays readable after the sandbox has
/// ended, and is gone when this is dropped.
///
/// Whatever is in it was put there by a program that may do anything: only
/// regular files are read, and no link is followed.
#[derive(Clone, Debug)]
pub struct Scratch(pub(super) Arc<File>);

impl Scratch {
    /// The first `limit` bytes of a file, by its path below `/tmp`.
    pub fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies a file to a new, executable file of this machine.
    pub fn save(&self, path: &str, to: &Path) -> io::Result<()> {
        let mut from = self.open(path)?;
        // The size of the file system limits what there is to copy.
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o755).open(to)?;
        io::copy(&mut from, &mut file).map(drop)
    }

    /// Whether nothing more can be written to it: then what a program says of
    /// files is about that.
    pub(super) fn is_full(&self) -> bool {
        rustix::fs::fstatfs(self.0.as_fd()).is_ok_and(|space| {
            let bytes = space.f_bavail * u64::try_from(space.f_bsize).unwrap_or_default();
            bytes < LEAST || space.f_ffree == 0
        })
    }

    fn open(&self, path: &str) -> io::Result<File> {
        // Opening a FIFO must not wait for a writer.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let file = File::from(openat2(self.0.as_fd(), path, flags, Mode::empty(), resolve)?);
        if !file.metadata()?.is_file() {
            return Err(io::Error::other(format!("the program left no regular file {path}")));
        }
        Ok(file)
    }
}
