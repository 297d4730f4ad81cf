//! `wellsmith doctor`: whether this machine is fit for the work.

use std::path::Path;

use serde::Serialize;
use store::{OpenMode, Store, StoreError};
use targets::sandbox::Protection;
use toolchains::{Cache, State};

use crate::args::DoctorArgs;
use crate::exit::Exit;
use crate::setup as machine;
use crate::words::{count, say, table, tell};

/// Less room than this, in bytes, and a campaign may fill the disk.
const ROOM: u64 = 2 << 30;

/// Something that was looked at.
#[derive(Serialize)]
struct Looked {
    what: String,
    state: Health,
    detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Health {
    Ok,
    /// It works, with less protection or less room than it should have.
    Warning,
    Broken,
}

impl Health {
    fn word(self) -> &'static str {
        match self {
            Health::Ok => "ok",
            Health::Warning => "warning",
            Health::Broken => "BROKEN",
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    let mut looked = sandbox();
    looked.push(folder("temporary files", &std::env::temp_dir()));
    looked.push(folder("cache", &cache.beside("")));
    looked.push(store(&machine::store_path(&args.places)?));
    looked.extend(compilers(&cache));
    if args.self_test {
        looked.extend(self_tests(&cache, &args.target)?);
    }
    if args.json {
        say!("{}", serde_json::to_string(&looked)?)?;
    } else {
        let mut shown = table(["what", "state", "detail"]);
        for Looked { what, state, detail } in &looked {
            shown.add_row([what, state.word(), detail]);
        }
        say!("{shown}")?;
    }
    let broken = looked.iter().any(|looked| looked.state == Health::Broken);
    Ok(if broken { Exit::Setup } else { Exit::Nothing })
}

fn sandbox() -> Vec<Looked> {
    let looked = |state, detail: &str| Looked {
        what: "sandbox".to_owned(),
        state,
        detail: detail.to_owned(),
    };
    match Protection::of_this_machine() {
        Err(error) => vec![looked(Health::Broken, &error.to_string())],
        Ok(protection) => match &protection.missing()[..] {
            [] => vec![looked(Health::Ok, "protects this machine in full")],
            missing => missing.iter().map(|&lacks| looked(Health::Warning, lacks)).collect(),
        },
    }
}

/// A folder that is written to.
fn folder(what: &str, path: &Path) -> Looked {
    let at = path.display();
    // It may be made later, where there is something to put into it.
    let there = path.ancestors().find(|path| path.exists()).unwrap_or(path);
    let writable = rustix::fs::access(there, rustix::fs::Access::WRITE_OK);
    let room = rustix::fs::statvfs(there).map(|disk| disk.f_bavail * disk.f_frsize);
    let (state, detail) = match (writable, room) {
        (Err(why), _) | (_, Err(why)) => (Health::Broken, format!("{at} cannot be used: {why}")),
        (Ok(()), Ok(room)) => {
            let free = indicatif::HumanBytes(room);
            let state = if room < ROOM { Health::Warning } else { Health::Ok };
            (state, format!("{free} free at {at}"))
        }
    };
    Looked { what: what.to_owned(), state, detail }
}

fn store(path: &Path) -> Looked {
    let at = path.display();
    let counted = Store::open(path, OpenMode::Read).and_then(|store| store.campaigns());
    let (state, detail) = match counted {
        Ok(campaigns) => {
            (Health::Ok, format!("{} in {at}", count(campaigns.len() as u64, "campaign")))
        }
        Err(StoreError::Missing { .. }) => {
            (Health::Ok, format!("none yet; the first campaign creates {at}"))
        }
        Err(error) => (Health::Broken, error.to_string()),
    };
    Looked { what: "store".to_owned(), state, detail }
}

/// The compilers that are there, usable or not.
fn compilers(cache: &Cache) -> Vec<Looked> {
    let listed = cache.list().into_iter().filter_map(|listing| {
        let what = format!("{} {}", listing.name, listing.version);
        match listing.state {
            State::There { from, .. } => Some(Looked { what, state: Health::Ok, detail: from }),
            State::Unusable { why } => Some(Looked { what, state: Health::Broken, detail: why }),
            State::Missing { .. } | State::CannotBeHad { .. } => None,
        }
    });
    let listed: Vec<Looked> = listed.collect();
    if !listed.is_empty() {
        return listed;
    }
    let detail =
        "none is installed; `wellsmith toolchain list` shows how to install one".to_owned();
    vec![Looked { what: "compilers".to_owned(), state: Health::Broken, detail }]
}

/// Gives each target the programs whose verdicts are known.
fn self_tests(cache: &Cache, targets: &[String]) -> anyhow::Result<Vec<Looked>> {
    let bench = machine::choose(cache, targets, Vec::new(), Vec::new())?;
    let mut looked = Vec::new();
    for info in bench.targets() {
        tell!("testing {} ...", info.name);
        let failed = match bench.open(&info.name) {
            Ok(mut target) => targets::canary(target.as_mut()).err().map(|why| why.to_string()),
            Err(error) => Some(error.to_string()),
        };
        let state = if failed.is_some() { Health::Broken } else { Health::Ok };
        let detail = failed.unwrap_or_else(|| "passed its self-test".to_owned());
        looked.push(Looked { what: info.name.to_string(), state, detail });
    }
    Ok(looked)
}
