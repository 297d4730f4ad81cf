//! `name@version`: how users name a toolchain.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::catalogue::{CATALOGUE, Entry};
use crate::error::Error;

/// What a user named: `rustc`, `rustc@1.63`, `rustc@/path/to/rustc`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    name: &'static str,
    wanted: Wanted,
}

/// Which version of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Whichever is there; the user's own before a fetched one, the newest
    /// first.
    Any,
    /// This version, or one that continues it by further numbers (`1.63` is
    /// also `1.63.0`), or what a version manager has under this name (`nightly`), or
    /// a Debian suite (`forky`).
    Version(String),
    /// The one at this path.
    Path(PathBuf),
}

impl Spec {
    /// The name: one of the catalogue.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Which version of it.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    pub(crate) fn entry(&self) -> &'static Entry {
        CATALOGUE
            .iter()
            .find(|entry| entry.name == self.name)
            .expect("a spec is made from a name of the catalogue")
    }

    pub(crate) fn version(name: &'static str, version: &str) -> Spec {
        Spec { name, wanted: Wanted::Version(version.to_owned()) }
    }
}

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Spec, Error> {
        let (name, wanted) = match text.split_once('@') {
            None => (text, Wanted::Any),
            Some((name, path)) if path.contains('/') => (name, Wanted::Path(PathBuf::from(path))),
            Some((_, "")) => return Err(Error::NoVersion { text: text.to_owned() }),
            Some((name, version)) => (name, Wanted::Version(version.to_owned())),
        };
        let entry = CATALOGUE
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| Error::UnknownName { name: name.to_owned(), similar: similar(name) })?;
        Ok(Spec { name: entry.name, wanted })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match &self.wanted {
            Wanted::Any => Ok(()),
            Wanted::Version(version) => write!(f, "@{version}"),
            Wanted::Path(path) => write!(f, "@{}", path.display()),
        }
    }
}

/// The known names that look like this one, the most similar first.
fn similar(name: &str) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    let mut candidates: Vec<(usize, &'static str)> = CATALOGUE
        .iter()
        .map(|entry| (strsim::levenshtein(&name, entry.name), entry.name))
        .filter(|&(distance, known)| {
            // Two letters of `go` changed are any word of two letters.
            distance <= name.len().min(known.len()) / 3
                || (name.len() > 2 && (known.contains(&name) || name.contains(known)))
        })
        .collect();
    candidates.sort_unstable();
    candidates.into_iter().map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        for (text, name, wanted) in [
            ("rustc", "rustc", Wanted::Any),
            ("rustc@1.63", "rustc", Wanted::Version("1.63".into())),
            ("swift@sid", "swift", Wanted::Version("sid".into())),
            ("flix@/opt/flix.jar", "flix", Wanted::Path("/opt/flix.jar".into())),
            ("rustc@./rustc", "rustc", Wanted::Path("./rustc".into())),
            ("rustc@/a@b/rustc", "rustc", Wanted::Path("/a@b/rustc".into())),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!((spec.name(), spec.wanted()), (name, &wanted));
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn unknown_names_come_with_suggestions() {
        for (text, expected) in [
            ("rustcc", "rustc"),
            ("java", "javac"),
            ("kotlinc@2.4", "kotlin"),
            ("coroutines", "kotlinx-coroutines"),
            ("Groovy", "groovy"),
        ] {
            match text.parse::<Spec>() {
                Err(Error::UnknownName { similar, .. }) => {
                    assert_eq!(similar.first(), Some(&expected), "{text}: {similar:?}")
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["foo", "", "c++"] {
            match text.parse::<Spec>() {
                Err(Error::UnknownName { similar, .. }) => assert!(similar.is_empty(), "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        let nothing_like_it = "pascal".parse::<Spec>().unwrap_err().to_string();
        assert!(nothing_like_it.contains("crystal, "), "{nothing_like_it}");
        assert!(matches!("rustc@".parse::<Spec>(), Err(Error::NoVersion { .. })));
    }
}
