//! Compilers in Debian roots, made by mmdebstrap.

use std::fs;
use std::process::Command;

use rustix::process::geteuid;

use super::{Fetched, Work};
use crate::catalogue::{Found, Root};
use crate::disk;
use crate::error::Error;
use crate::manifest::Layout;
use crate::process::{self, BUBBLEWRAP, Client, Listener, Progress, Tool};
use crate::version;

const MMDEBSTRAP: Tool =
    Tool { program: "mmdebstrap", packages: &["mmdebstrap", "uidmap", "debian-archive-keyring"] };
const TAR: Tool = Tool { program: "tar", packages: &["tar"] };

pub(super) fn fetch(
    work: &Work<'_>,
    root: &'static Root,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    let mmdebstrap = MMDEBSTRAP.need(work.lock, listener)?;
    let bubblewrap = BUBBLEWRAP.need(work.lock, listener)?;
    let folder = work.folder.join("root");
    fs::create_dir(&folder).map_err(Error::writing(&folder))?;

    listener(Progress::Step(format!(
        "making a root of Debian {} with {}",
        root.suite, root.package
    )));
    // Also for root in namespaces of its own: killed halfway, it then leaves
    // nothing mounted.
    let mut maker = Client::new(mmdebstrap, work.lock)
        .args(["--mode=unshare", "--variant=minbase"])
        .arg(format!("--include={}", root.package));
    if root.moves() {
        maker = maker.arg("--aptopt=Acquire::Check-Valid-Until \"false\"");
    }
    let maker = maker.arg(root.suite);
    if geteuid().is_root() {
        let temporary = work.folder.join("temporary");
        fs::create_dir(&temporary).map_err(Error::writing(&temporary))?;
        maker.env("TMPDIR", &temporary).arg(&folder).run(listener)?;
        disk::remove_tree(&temporary).map_err(Error::writing(&temporary))?;
    } else {
        // Made in place, it would belong to mapped ids, and the user could not
        // remove it. So the user unpacks it; device files cannot be unpacked
        // so, and the sandbox brings its own.
        let unpacker = Client::new(TAR.need(work.lock, listener)?, work.lock)
            .args(["--extract", "--no-same-owner", "--exclude=./dev/*", "--directory"])
            .arg(&folder);
        maker.arg("-").run_into(unpacker, listener)?;
    }

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

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;

    use super::*;
    use crate::catalogue::{Ask, Entry, Fetch, Program};
    use crate::machine::Machine;
    use crate::manifest::{Look, Manifest};
    use crate::{Error, ToolchainId};

    /// A program that every root has: the way is the same as for a compiler,
    /// with a tenth of the bytes.
    const SED: Entry = Entry {
        name: "sed",
        about: "the stream editor",
        found: Found::Program(Program {
            names: &["sed"],
            places: &[],
            ask: Ask { args: &["--version"], says: "(GNU sed)" },
            shim: None,
        }),
        fetch: Fetch::Debian(&[TRIXIE]),
    };
    const TRIXIE: Root =
        Root { suite: "trixie", version: "4.9", package: "sed", program: "/usr/bin/sed" };

    #[test]
    fn a_root_is_made_entered_sealed_and_removed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("install");
        fs::create_dir(&folder).unwrap();
        let lock = File::create(outer.path().join("lock")).unwrap();
        let machine = Machine::new(outer.path().join("versions.json"));
        let work = Work { entry: &SED, folder: &folder, lock: &lock, machine: &machine };
        let mut lines = 0;
        let fetched = fetch(&work, &TRIXIE, &mut |progress| {
            lines += usize::from(matches!(progress, Progress::Line(_)));
        })
        .unwrap();
        assert!(lines > 5, "mmdebstrap said only {lines} lines");
        assert!(version::matches("4.9", &fetched.version), "{}", fetched.version);
        assert_eq!(fetched.from, "Debian trixie");

        let id = ToolchainId { name: "sed".to_owned(), version: fetched.version };
        Manifest::seal(&folder, &id, fetched.from, fetched.suite, fetched.home).unwrap();
        let mut manifest = Manifest::read(&folder, &id).unwrap();
        manifest.check(&folder, Look::Full).unwrap();
        for file in ["root/usr/bin/sed", "root/var/lib/dpkg/status"] {
            let path = folder.join(file);
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, [&bytes, &b"x"[..]].concat()).unwrap();
            let damage = manifest.check(&folder, Look::Quick);
            assert!(matches!(damage, Err(Error::Damaged { path, .. }) if path.ends_with(file)));
            fs::write(&path, bytes).unwrap();
        }
        manifest.check(&folder, Look::Quick).unwrap();
        disk::remove_tree(&folder).unwrap();
        assert!(!Path::new(&folder).exists());
    }
}
