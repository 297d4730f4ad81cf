//! Imported seed programs: a folder of files named by their content, and an index
//! of what compilers said about each.
//!
//! The index is only ever appended to, a line for each program and target, so that
//! an import that was interrupted continues where it was.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use case::{Dialect, Digest, Language, words};
use mutate::SeedFile;
use serde::{Deserialize, Serialize};

use crate::read_text;

words! {
    /// What a target did with a program that was to be imported.
    Standing, "standing" {
        /// It accepts the program, which is a seed.
        Accepted = "accepted",
        /// It rejects the program.
        Rejected = "rejected",
        /// It crashes on the program as it is: a bug.
        Crashed = "crashed",
        /// It does not come to an end.
        TimedOut = "timed-out",
        /// The program cannot serve as a seed, so that it was not compiled.
        Unsuitable = "unsuitable",
    }
}

/// What a target did with a program, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What it did.
    pub standing: Standing,
    /// The first error, the signature of the crash, or why it cannot serve.
    pub why: String,
}

/// A program that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name below the folder that was imported.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// What targets did with it, by their names.
    pub verdicts: BTreeMap<String, Verdict>,
}

impl Entry {
    /// Whether a target accepts it.
    pub fn is_accepted(&self, target: &str) -> bool {
        self.verdicts.get(target).is_some_and(|verdict| verdict.standing == Standing::Accepted)
    }

    /// Whether any target accepts it, so that it is kept.
    pub fn is_kept(&self) -> bool {
        self.verdicts.values().any(|verdict| verdict.standing == Standing::Accepted)
    }
}

/// A line of the index.
#[derive(Serialize, Deserialize)]
struct Line {
    digest: String,
    name: String,
    language: String,
    target: String,
    standing: String,
    why: String,
}

/// A folder of imported seed programs.
#[derive(Debug)]
pub struct Corpus {
    folder: PathBuf,
    entries: BTreeMap<String, Entry>,
}

impl Corpus {
    /// The corpus in a folder; an empty one if there is no folder yet.
    pub fn open(folder: PathBuf) -> io::Result<Corpus> {
        let mut corpus = Corpus { folder, entries: BTreeMap::new() };
        let text = match fs::read_to_string(corpus.index()) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(corpus),
            Err(error) => return Err(error),
        };
        // The last line may be the one at which an import was interrupted.
        for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
            if let Ok(standing) = line.standing.parse() {
                corpus.note(line, standing);
            }
        }
        Ok(corpus)
    }

    /// The programs that were looked at, by the digests of their texts.
    pub fn entries(&self) -> &BTreeMap<String, Entry> {
        &self.entries
    }

    /// Whether it is known what a target does with a program.
    pub fn knows(&self, digest: &str, target: &str) -> bool {
        self.entries.get(digest).is_some_and(|entry| entry.verdicts.contains_key(target))
    }

    /// Notes what a target did with a program, and keeps the program if it was
    /// accepted.
    pub fn add(&mut self, seed: &SeedFile, target: &str, verdict: Verdict) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let digest = Digest::of(seed.text.as_bytes()).to_string();
        if verdict.standing == Standing::Accepted {
            write_whole(&self.text_path(&digest, seed.language), seed.text.as_bytes())?;
            if let Some(dump) = &seed.dump {
                write_whole(&self.dump_path(&digest), dump.as_bytes())?;
            }
        }
        let Verdict { standing, why } = verdict;
        let line = Line {
            digest,
            name: seed.name.clone(),
            language: seed.language.name().to_owned(),
            target: target.to_owned(),
            standing: standing.name().to_owned(),
            why,
        };
        // A line that was interrupted ends here.
        let mut text = "\n".to_owned();
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
        let mut index = OpenOptions::new().append(true).create(true).open(self.index())?;
        index.write_all(text.as_bytes())?;
        self.note(line, standing);
        Ok(())
    }

    /// The seeds for a campaign on some targets: those that all targets of a
    /// dialect accept. A configuration takes what the first one of its dialect
    /// takes.
    pub fn seeds(&self, targets: &[(String, Dialect)]) -> io::Result<Vec<SeedFile>> {
        let mut seeds = Vec::new();
        for (digest, entry) in &self.entries {
            let mut dialects: Vec<Dialect> = targets.iter().map(|(_, dialect)| *dialect).collect();
            dialects.sort_unstable();
            dialects.dedup();
            dialects.retain(|dialect| {
                let mut of_it = targets.iter().filter(|(_, other)| other == dialect);
                of_it.all(|(target, _)| entry.is_accepted(target))
            });
            if !dialects.is_empty() {
                seeds.push(SeedFile { dialects, ..self.seed(digest, entry)? });
            }
        }
        Ok(seeds)
    }

    /// A program that is kept.
    pub fn seed(&self, digest: &str, entry: &Entry) -> io::Result<SeedFile> {
        let text = read_text(&self.text_path(digest, entry.language))?;
        let dump = match read_text(&self.dump_path(digest)) {
            Ok(dump) => Some(dump),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // Files of several folders may have the same name.
        let name = format!("{}@{}", entry.name, &digest[..8.min(digest.len())]);
        Ok(SeedFile { dump, ..SeedFile::new(name, entry.language, text) })
    }

    /// Whether there is a dump of a program.
    pub fn has_dump(&self, digest: &str) -> bool {
        self.dump_path(digest).exists()
    }

    /// Forgets some programs and what was said about them.
    pub fn remove(&mut self, digests: &[String]) -> io::Result<()> {
        for digest in digests {
            if let Some(entry) = self.entries.remove(digest) {
                for path in [self.text_path(digest, entry.language), self.dump_path(digest)] {
                    match fs::remove_file(path) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                        _ => {}
                    }
                }
            }
        }
        let mut text = String::new();
        for (digest, entry) in &self.entries {
            for (target, verdict) in &entry.verdicts {
                let line = Line {
                    digest: digest.clone(),
                    name: entry.name.clone(),
                    language: entry.language.name().to_owned(),
                    target: target.clone(),
                    standing: verdict.standing.name().to_owned(),
                    why: verdict.why.clone(),
                };
                text.push_str(&serde_json::to_string(&line)?);
                text.push('\n');
            }
        }
        write_whole(&self.index(), text.as_bytes())
    }

    fn note(&mut self, line: Line, standing: Standing) {
        let Line { digest, name, language, target, why, .. } = line;
        let language = Language::named(&language);
        let new = || Entry { name, language, verdicts: BTreeMap::new() };
        let entry = self.entries.entry(digest).or_insert_with(new);
        entry.verdicts.insert(target, Verdict { standing, why });
    }

    fn index(&self) -> PathBuf {
        self.folder.join("index.jsonl")
    }

    fn text_path(&self, digest: &str, language: Language) -> PathBuf {
        self.folder.join(format!("{digest}.{}", language.extension()))
    }

    fn dump_path(&self, digest: &str) -> PathBuf {
        self.folder.join(format!("{digest}.dump"))
    }
}

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension(format!("new{}", std::process::id()));
    File::create(&new)?.write_all(bytes)?;
    fs::rename(new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(standing: Standing) -> Verdict {
        Verdict { standing, why: String::new() }
    }

    fn names(seeds: &[SeedFile]) -> Vec<&str> {
        seeds.iter().map(|seed| &seed.text[..]).collect()
    }

    #[test]
    fn seeds_are_those_that_all_targets_of_a_dialect_accept() {
        let folder = tempfile::tempdir().unwrap();
        let place = || folder.path().join("corpus");
        let mut corpus = Corpus::open(place()).unwrap();
        assert!(corpus.entries().is_empty());
        let seed = |text: &str| SeedFile::new("a.swift", Language::Swift, text);
        let both = SeedFile { dump: Some("(dump)".to_owned()), ..seed("both") };
        corpus.add(&both, "swift@1", verdict(Standing::Accepted)).unwrap();
        corpus.add(&both, "swift@2", verdict(Standing::Accepted)).unwrap();
        corpus.add(&seed("old"), "swift@1", verdict(Standing::Accepted)).unwrap();
        corpus.add(&seed("old"), "swift@2", verdict(Standing::Rejected)).unwrap();
        corpus.add(&seed("old"), "swift@2+swift6", verdict(Standing::Accepted)).unwrap();
        corpus.add(&seed("none"), "swift@1", verdict(Standing::Crashed)).unwrap();

        // An import was interrupted in the middle of a line.
        let mut index = OpenOptions::new().append(true).open(corpus.index()).unwrap();
        index.write_all(b"{\"digest\": \"12").unwrap();
        let mut corpus = Corpus::open(place()).unwrap();
        assert_eq!(corpus.entries().len(), 3);
        corpus.add(&seed("new"), "swift@1", verdict(Standing::Rejected)).unwrap();
        let mut corpus = Corpus::open(place()).unwrap();
        assert_eq!(corpus.entries().len(), 4);

        let on = |name: &str, dialect| (name.to_owned(), dialect);
        let (one, two) = (on("swift@1", Dialect::Standard), on("swift@2", Dialect::Standard));
        let six = on("swift@2+swift6", Dialect::Swift6);
        let mut first = corpus.seeds(std::slice::from_ref(&one)).unwrap();
        first.sort_by(|a, b| a.text.cmp(&b.text));
        assert_eq!(names(&first), ["both", "old"]);
        assert_eq!(first[0].dump.as_deref(), Some("(dump)"));
        assert!(first[0].name.starts_with("a.swift@"), "{}", first[0].name);
        assert_ne!(first[0].name, first[1].name);
        assert_eq!(names(&corpus.seeds(&[one.clone(), two.clone()]).unwrap()), ["both"]);
        let all = corpus.seeds(&[one, two, six]).unwrap();
        let old = all.iter().find(|seed| seed.text == "old").unwrap();
        assert_eq!((all.len(), &old.dialects[..]), (2, &[Dialect::Swift6][..]));

        let old = Digest::of(b"old").to_string();
        assert!(corpus.knows(&old, "swift@2") && !corpus.knows(&old, "swift@3"));
        corpus.remove(std::slice::from_ref(&old)).unwrap();
        let corpus = Corpus::open(place()).unwrap();
        assert!(!corpus.knows(&old, "swift@2") && corpus.entries().len() == 3);
    }
}
