//! Seed programs in files and folders.

use std::fs;
use std::path::{Path, PathBuf};

use case::Language;
use mutate::SeedFile;

use crate::{InputError, read_text};

/// Reads seed programs: the files, and those in the folders with the extension
/// of a language. A seed is named by its path below what the user named, so that
/// its name is the same on every machine. `tell` is told what is passed over.
pub fn read(paths: &[PathBuf], tell: &dyn Fn(String)) -> Result<Vec<SeedFile>, InputError> {
    let mut seeds = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            collect(path, &mut files)?;
        } else {
            fs::metadata(path).map_err(|error| InputError::Io { path: path.clone(), error })?;
            files.push(path.clone());
        }
        files.retain(|file| language_of(file).is_some());
        if files.is_empty() {
            return Err(InputError::NoSeeds(path.clone()));
        }
        files.sort();
        for file in files {
            let Some(language) = language_of(&file) else { continue };
            let below = file.strip_prefix(path).ok().filter(|rest| !rest.as_os_str().is_empty());
            let name = below.map(Path::to_owned).or_else(|| file.file_name().map(PathBuf::from));
            let name = name.unwrap_or_default().to_string_lossy().into_owned();
            match read_text(&file) {
                Ok(text) => seeds.push(SeedFile::new(name, language, text)),
                Err(error) if file == *path => return Err(InputError::Io { path: file, error }),
                Err(error) => tell(format!("seed {name} is not used: {error}")),
            }
        }
    }
    Ok(seeds)
}

fn language_of(file: &Path) -> Option<Language> {
    let extension = file.extension()?;
    Language::ALL.iter().copied().find(|language| extension == language.extension())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let failed = |error| InputError::Io { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // A link could lead back to where it is.
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() && language_of(&entry.path()).is_some() {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_read_in_order_and_what_is_no_text_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        write("b.swift", b"let b = 1");
        write("inner/a.swift", b"let a = 1");
        write("notes.txt", b"not a program");
        write("c.swift", &[0xff, 0xfe]);
        let told = std::cell::RefCell::new(Vec::new());
        let tell = |text| told.borrow_mut().push(text);
        let seeds = read(&[folder.path().to_owned()], &tell).unwrap();
        let names: Vec<&str> = seeds.iter().map(|seed| seed.name.as_str()).collect();
        assert_eq!(names, ["b.swift", "inner/a.swift"]);
        let told = told.into_inner();
        assert!(told.len() == 1 && told[0].starts_with("seed c.swift is not used: "), "{told:?}");
        assert!(read(&[folder.path().join("none.swift")], &|_| ()).is_err());
    }
}
