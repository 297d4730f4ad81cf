//! Go: any version, by the `go` program that is there.

use std::fs;
use std::path::PathBuf;

use super::{Fetched, Work};
use crate::disk;
use crate::error::Error;
use crate::manifest::Layout;
use crate::process::{Client, Listener, Progress, on_path};

pub(super) fn fetch(
    work: &Work<'_>,
    version: &str,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    let go = on_path("go").ok_or(Error::MissingTool {
        program: "go",
        remedy: "install Go with your system's package manager; it then fetches its other versions"
            .to_owned(),
    })?;
    listener(Progress::Step(format!("fetching Go {version}")));
    // A module cache of its own: the user's may be cleaned at any time.
    let modules = work.folder.join("modules");
    let client = Client::new(go, work.lock)
        .args(["env", "GOROOT"])
        .current_dir(work.folder)
        .env("GOTOOLCHAIN", format!("go{version}"))
        .env("GOMODCACHE", &modules)
        .env_remove("GOROOT");
    let command = client.line();
    let printed = PathBuf::from(client.answer(listener)?.trim());
    if !printed.starts_with(&modules) {
        return Err(Error::Unexpected {
            command,
            what: format!(
                "it stayed at {}; Go itself must be 1.21 or newer to fetch other versions",
                printed.display()
            ),
        });
    }
    disk::make_writable(&modules).map_err(Error::writing(&modules))?;
    let root = work.folder.join("go");
    fs::rename(&printed, &root).map_err(Error::writing(&root))?;
    disk::remove_tree(&modules).map_err(Error::writing(&modules))?;
    Ok(Fetched {
        version: version.to_owned(),
        from: "go".to_owned(),
        suite: None,
        home: Layout::Program { program: "go/bin/go".into() },
    })
}
