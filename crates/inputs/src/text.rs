//! Files of the user's.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The largest program, rule file or description that is read. A hundred times
/// what people write, and nothing that fills the memory.
const LARGEST: u64 = 16 << 20;

/// The text of a file that the user names.
pub fn read_text(path: &Path) -> io::Result<String> {
    bounded(open(path)?)
}

/// The text that a stream holds.
pub fn bounded(stream: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let read = stream.take(LARGEST + 1).read_to_string(&mut text)?;
    if read as u64 > LARGEST {
        let why = format!("it is larger than {} MB", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(text)
}

/// Opens a regular file. A FIFO would block until somebody writes to it, and a
/// device may have no end.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let kind = file.metadata()?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(path: &Path, why: &str) {
        let error = read_text(path).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn only_regular_files_of_a_sensible_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        assert_eq!(read_text(&file).unwrap(), "text");

        std::fs::write(&file, b"\xff").unwrap();
        refused(&file, "UTF-8");
        // It takes no space on the disk.
        File::create(&file).unwrap().set_len(1 << 30).unwrap();
        refused(&file, "larger than 16 MB");

        let fifo = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        refused(&fifo, "not a regular file");
        refused(Path::new("/dev/zero"), "not a regular file");
        refused(folder.path(), "is a directory");
    }
}
