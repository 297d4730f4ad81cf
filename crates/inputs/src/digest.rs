//! The identity of what is in a file or folder.

use std::fs;
use std::path::Path;

use case::Digest;

use crate::InputError;

/// The digest of a file, or of the names and contents of the files in a folder.
pub(crate) fn of_path(path: &Path) -> Result<Digest, InputError> {
    let failed = |error| InputError::Io { path: path.to_owned(), error };
    if !path.is_dir() {
        return of_file(path);
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_file() {
            names.push(entry.file_name());
        }
    }
    names.sort();
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for name in names {
        let digest = of_file(&path.join(&name))?;
        parts.push(name.into_encoded_bytes());
        parts.push(digest.to_string().into_bytes());
    }
    Ok(Digest::of_parts(parts.iter().map(Vec::as_slice)))
}

fn of_file(path: &Path) -> Result<Digest, InputError> {
    let read = || {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(crate::text::open(path)?)?;
        Ok(Digest::from_hash(hasher.finalize()))
    };
    read().map_err(|error| InputError::Io { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_contents_count_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let digest = || of_path(folder.path()).unwrap();
        write("a.json", "1");
        write("b.json", "2");
        let first = digest();
        write("a.json", "1");
        assert_eq!(digest(), first, "written again");
        write("a.json", "2");
        assert_ne!(digest(), first);
        write("a.json", "1");
        assert_eq!(digest(), first);
        fs::rename(folder.path().join("b.json"), folder.path().join("c.json")).unwrap();
        assert_ne!(digest(), first);
        let file = folder.path().join("a.json");
        assert_eq!(of_path(&file).unwrap(), Digest::of(b"1"));
        let missing = of_path(&folder.path().join("no")).unwrap_err().to_string();
        assert!(missing.contains("/no"), "{missing}");
    }
}
