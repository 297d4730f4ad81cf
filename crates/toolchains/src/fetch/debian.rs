//! Compilers in Debian roots, made by mmdebstrap.

use std::fs;
use std::process::Command;

use rustix::process::geteuid;

use super::{Fetched, Work};
use crate::catalogue::{Found, Root};
use crate::error::Error;
use crate::manifest::Layout;
use crate::process::{self, Client, Listener, Progress, Tool};
use crate::version;

const MMDEBSTRAP: Tool =
    Tool { program: "mmdebstrap", packages: &["mmdebstrap", "uidmap", "debian-archive-keyring"] };
const BUBBLEWRAP: Tool = Tool { program: "bwrap", packages: &["bubblewrap"] };
const TAR: Tool = Tool { program: "tar", packages: &["tar"] };

pub(super) fn fetch(
    work: &Work<'_>,
    root: &'static Root,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    let mmdebstrap = MMDEBSTRAP.need(work.lock, listener)?;
    let bubblewrap = BUBBLEWRAP.need(work.lock, listener)?;
    let tar = TAR.need(work.lock, listener)?;
    let folder = work.folder.join("root");
    fs::create_dir(&folder).map_err(Error::writing(&folder))?;

    listener(Progress::Step(format!(
        "making a root of Debian {} with {}",
        root.suite, root.package
    )));
    let mut maker = Client::new(mmdebstrap, work.lock)
        .arg("--variant=minbase")
        .arg(format!("--include={}", root.package));
    if root.moves() {
        maker = maker.arg("--aptopt=Acquire::Check-Valid-Until \"false\"");
    }
    // Root's own temporary folder, so that what a killed mmdebstrap leaves is
    // swept with the rest. Another user's is entered under mapped ids, which
    // may not pass through the user's home.
    if geteuid().is_root() {
        let temporary = work.folder.join("temporary");
        fs::create_dir(&temporary).map_err(Error::writing(&temporary))?;
        maker = maker.env("TMPDIR", temporary);
    }
    // It is unpacked by the user, who can then also remove it; made in place
    // without root's rights, it would belong to mapped ids. Device files
    // cannot be unpacked so, and the sandbox brings its own.
    let unpacker = Client::new(tar, work.lock)
        .args(["--extract", "--no-same-owner", "--exclude=./dev/*", "--directory"])
        .arg(&folder);
    maker.args([root.suite, "-"]).run_into(unpacker, listener)?;

    listener(Progress::Step(format!("asking {} for its version", root.program)));
    let Found::Program(program) = &work.entry.found else {
        unreachable!("what comes from Debian is a program")
    };
    let mut command = Command::new(bubblewrap);
    command
        .arg("--ro-bind")
        .arg(&folder)
        .args(["/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--unshare-all"])
        .args(["--die-with-parent", root.program])
        .args(program.ask.args);
    let unexpected = |what: String| Error::Unexpected {
        command: format!("mmdebstrap --include={} {}", root.package, root.suite),
        what: format!("{}: {what}", root.program),
    };
    let text = process::ask(&mut command).map_err(unexpected)?;
    let version = version::said(&text, program.ask.says)
        .ok_or_else(|| unexpected(format!("it said {}", process::shorten(&text))))?;
    Ok(Fetched {
        version: version.to_owned(),
        from: format!("Debian {}", root.suite),
        suite: Some(root.suite.to_owned()),
        home: Layout::Root { root: "root".into(), program: root.program.into() },
    })
}
