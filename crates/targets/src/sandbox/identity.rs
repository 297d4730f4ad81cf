//! Whose rights programs have, and how much of the protection this machine
//! offers.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{SandboxError, arguments, filter};

/// Whose rights a program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Those of the user, without capabilities, in a user namespace.
    User,
    /// Those of an id that owns nothing but its work folder. Only root can give
    /// these.
    Unprivileged(u32),
}

/// The program that changes the id; every Debian root has it.
pub(super) const SETPRIV: &str = "setpriv";

/// The first of the ids for programs. No system gives these to users: systemd's
/// ranges for containers end below.
const FIRST: u32 = 0x7100_0000;

/// How many ids there are for one process of ours, and for how many processes.
const OF_PROCESS: u32 = 1 << 8;
const PROCESSES: u32 = 1 << 16;

impl Identity {
    /// The identity of a new program. The owner of the work folder has a share in
    /// it: several programs may use the folder one after the other.
    pub(super) fn new(root: Option<&Path>, work: Option<&Path>) -> Result<Identity, SandboxError> {
        let changeable = root.is_none_or(|root| root.join("usr/bin").join(SETPRIV).exists());
        if !changeable || !Protection::of_this_machine()?.unprivileged {
            return Ok(Identity::User);
        }
        let folder = |source| SandboxError::System { doing: "hand over the work folder", source };
        if let Some(work) = work {
            let owner = fs::metadata(work).map_err(folder)?.uid();
            if (FIRST..FIRST + OF_PROCESS * PROCESSES).contains(&owner) {
                return Ok(Identity::Unprivileged(owner));
            }
        }
        // Different ids keep programs from signalling each other, and the kernel
        // counts the processes of each.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let of_process = NEXT.fetch_add(1, Ordering::Relaxed) % OF_PROCESS;
        let id = FIRST + std::process::id() % PROCESSES * OF_PROCESS + of_process;
        if let Some(work) = work {
            std::os::unix::fs::chown(work, Some(id), Some(id)).map_err(folder)?;
        }
        Ok(Identity::Unprivileged(id))
    }
}

/// The protection from programs that this machine offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Whether programs run as an id of their own; only root can do that.
    unprivileged: bool,
    /// Whether programs cannot make user namespaces.
    pub(super) no_user_namespaces: bool,
    /// Whether system calls are filtered.
    filter: bool,
    root: bool,
}

impl Protection {
    /// Finds out, once for each process of ours.
    pub fn of_this_machine() -> Result<Protection, SandboxError> {
        static PROTECTION: OnceLock<Protection> = OnceLock::new();
        if let Some(protection) = PROTECTION.get() {
            return Ok(*protection);
        }
        let root = rustix::process::geteuid().is_root();
        let works = |arguments: &[&str]| {
            let mut bwrap = Command::new(arguments::bwrap()?);
            bwrap
                .args(arguments)
                .args(["--die-with-parent", "--ro-bind", "/", "/", "/bin/sh", "-c", ":"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0);
            let ended = bwrap.spawn().and_then(|mut bwrap| {
                let pid = Pid::from_child(&bwrap);
                // If it was killed, its child may wait for it for ever. The group is there
                // as long as `bwrap` was not reaped.
                let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
                rustix::io::retry_on_intr(|| waitid(WaitId::Pid(pid), ended))?;
                let _ = kill_process_group(pid, Signal::KILL);
                bwrap.wait()
            });
            ended
                .map(|status| status.success())
                .map_err(|source: io::Error| SandboxError::System { doing: "start bwrap", source })
        };
        let unprivileged = root && {
            let setpriv = which::which(SETPRIV).is_ok();
            setpriv && works(&["--unshare-pid", "--unshare-net", "--cap-drop", "ALL"])?
        };
        let protection = Protection {
            unprivileged,
            no_user_namespaces: unprivileged || works(&["--unshare-user", "--disable-userns"])?,
            filter: filter::exists(),
            root,
        };
        Ok(*PROTECTION.get_or_init(|| protection))
    }

    /// What is missing, in words that follow "the sandbox"; nothing where the
    /// protection is full.
    pub fn missing(&self) -> Vec<&'static str> {
        let lacks = [
            (
                self.root && !self.unprivileged,
                "runs programs with root's own id, because this system lets root make no \
                 namespaces, or lacks the program `setpriv`",
            ),
            (
                !self.no_user_namespaces && !self.filter,
                "lets programs make user namespaces, because bubblewrap is older than 0.8",
            ),
            (!self.filter, "does not filter system calls on this processor"),
        ];
        lacks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, words)| words).collect()
    }
}
