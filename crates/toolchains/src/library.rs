//! Libraries of the JVM by their Maven coordinate, for engines that write
//! programs against them.

use std::path::PathBuf;

use crate::cache::Cache;
use crate::disk::Lock;
use crate::error::Error;
use crate::fetch::maven::{self, Place};
use crate::manifest::{Layout, Look, Manifest};
use crate::{Progress, ToolchainId};

impl Cache {
    /// The jar of a library (`group:artifact:version`) and those of what it
    /// needs, in the order of the class path. It is fetched if it is not in the
    /// cache.
    pub fn library(
        &self,
        coordinate: &str,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<Vec<PathBuf>, Error> {
        let id = id(coordinate)?;
        let libraries = self.beside("libraries");
        let folder = libraries.join(id.to_string());
        let open = |look| -> Result<Vec<PathBuf>, Error> {
            let mut manifest = Manifest::read(&folder, &id)?;
            manifest.check(&folder, look)?;
            match &manifest.home {
                Layout::Jars { jars } => Ok(jars.iter().map(|jar| folder.join(jar)).collect()),
                _ => Err(Error::NoCoordinate { text: coordinate.to_owned() }),
            }
        };
        if let Ok(jars) = open(Look::Quick) {
            return Ok(jars);
        }
        let lock = Lock::take(&libraries, "library", listener)?;
        // Checked under the lock: its previous holder may have fetched it.
        if let Ok(jars) = open(Look::Quick) {
            return Ok(jars);
        }
        let unfinished = lock.unfinished()?;
        let place = Place { folder: unfinished.folder(), lock: lock.file() };
        let jars = maven::copy(&place, "jars", &[coordinate], listener)?;
        let home = Layout::Jars { jars };
        Manifest::seal(unfinished.folder(), &id, "Maven".to_owned(), None, home)?;
        unfinished.publish(&id.to_string())?;
        open(Look::Quick)
    }
}

/// The name of a library's folder. A colon would end an entry of a class path.
fn id(coordinate: &str) -> Result<ToolchainId, Error> {
    let parts: Vec<&str> = coordinate.split(':').collect();
    let plain = |part: &&str| {
        let first = part.chars().next().is_some_and(char::is_alphanumeric);
        first && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    match parts[..] {
        [group, artifact, version] if parts.iter().all(plain) => {
            Ok(ToolchainId { name: format!("{group}_{artifact}"), version: version.to_owned() })
        }
        _ => Err(Error::NoCoordinate { text: coordinate.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates() {
        let good = id("com.google.guava:guava:33.4.0-jre").unwrap();
        assert_eq!(good.to_string(), "com.google.guava_guava@33.4.0-jre");
        for bad in ["guava", "a:b", "a:b:c:d", "a:b:", "a:../b:1", "a:b:1@2", ".:.:."] {
            assert!(id(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_library_is_fetched_once_with_what_it_needs() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(Some(folder.path().to_owned())).unwrap();
        let coordinate = "org.apache.commons:commons-text:1.12.0";
        let mut steps = 0;
        let mut listener = |progress| steps += usize::from(matches!(progress, Progress::Step(_)));
        let jars = cache.library(coordinate, &mut listener).unwrap();
        assert!(jars[0].ends_with("commons-text-1.12.0.jar"), "{jars:?}");
        assert_eq!(jars.len(), 2, "commons-text needs commons-lang3: {jars:?}");
        assert!(jars.iter().all(|jar| jar.is_file()));
        let fetched = steps;
        assert_eq!(cache.library(coordinate, &mut |_| panic!("it is there")).unwrap(), jars);
        assert!(fetched > 0);

        std::fs::write(&jars[1], "damaged").unwrap();
        let again = cache.library(coordinate, &mut |_| {}).unwrap();
        assert!(std::fs::metadata(&again[1]).unwrap().len() > 1000, "it was fetched again");
        assert!(cache.library("no.such.group:nothing:1", &mut |_| {}).is_err());
    }
}
