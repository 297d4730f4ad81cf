//! The arguments of `bwrap`.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::identity::{Identity, SETPRIV};
use super::{Command, SandboxError};

/// The script of process 1: say that it is there, wait for the answer, run the
/// program with the true standard error (its own remarks about signals go
/// nowhere) and hand on its status. `exit` keeps the shell from replacing itself
/// by the program, which as process 1 would be deaf to its own signals.
const SCRIPT: &str =
    r#"exec 3>&2 2>/dev/null; echo; read -r go || exit 1; (exec "$@" 2>&3 3>&-); exit $?"#;

/// Where `bwrap` is.
pub(super) fn bwrap() -> Result<&'static Path, SandboxError> {
    static BWRAP: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = BWRAP.get_or_init(|| which::which("bwrap").ok());
    found.as_deref().ok_or(SandboxError::Missing)
}

/// The folders of a system that hold its programs.
const SYSTEM: [&str; 7] = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/// The part of the machine's `/etc` that programs need, beside Java's settings
/// (`java-*`): where things are and who is who, no secrets.
const ETC: [&str; 9] = [
    "alternatives",
    "group",
    "hosts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "nsswitch.conf",
    "passwd",
];

/// The folders of a Debian root that the sandbox makes itself, or no program
/// needs.
const NOT_OF_ROOT: [&str; 9] = ["boot", "dev", "home", "proc", "root", "run", "sys", "tmp", "w"];

/// The arguments of `bwrap` for a command that runs with this identity and these
/// filters, and the files that it reads from descriptors.
pub(super) fn arguments(
    command: &Command,
    identity: Identity,
    no_user_namespaces: bool,
    filters: &[OwnedFd],
) -> io::Result<(Vec<OsString>, Vec<File>)> {
    let mut args: Vec<OsString> = Vec::new();
    let mut files = Vec::new();
    let mut push = |words: &[&dyn AsRef<OsStr>]| {
        args.extend(words.iter().map(|word| word.as_ref().to_owned()));
    };
    push(&[&"--unshare-ipc", &"--unshare-pid", &"--unshare-net", &"--unshare-uts"]);
    push(&[&"--unshare-cgroup-try", &"--cap-drop", &"ALL"]);
    match identity {
        Identity::User => {
            push(&[&"--unshare-user"]);
            if no_user_namespaces {
                push(&[&"--disable-userns"]);
            }
        }
        // Process 1 keeps root's id, so that it gets the signal when its parent
        // ends; what it runs gives up the id, and these with it.
        Identity::Unprivileged(_) => {
            push(&[&"--cap-add", &"CAP_SETUID", &"--cap-add", &"CAP_SETGID"]);
        }
    }
    push(&[&"--die-with-parent", &"--new-session", &"--as-pid-1"]);
    for filter in filters {
        push(&[&"--add-seccomp-fd", &filter.as_raw_fd().to_string()]);
    }

    // The root is made of the system's folders one by one, not of the system's
    // root itself: so anything can be mounted beside them.
    let root = command.root.as_deref().unwrap_or(Path::new("/"));
    for entry in fs::read_dir(root)? {
        let name = entry?.file_name();
        let shown = match &command.root {
            Some(_) => !NOT_OF_ROOT.iter().any(|other| name == *other),
            None => SYSTEM.iter().any(|system| name == *system),
        };
        if shown {
            let (outside, inside) = (root.join(&name), Path::new("/").join(&name));
            match fs::read_link(&outside) {
                Ok(target) => push(&[&"--symlink", &target, &inside]),
                Err(_) => push(&[&"--ro-bind", &outside, &inside]),
            }
        }
    }
    if command.root.is_none() {
        // The folders that `bwrap` makes by itself are for their owner only.
        push(&[&"--perms", &"0755", &"--dir", &"/etc"]);
        for entry in fs::read_dir("/etc")? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if !ETC.iter().any(|shown| name == *shown) && !name.as_bytes().starts_with(b"java-") {
                continue;
            }
            // A copy of a small file costs less than a mount.
            match File::open(&path) {
                Ok(file) if file.metadata()?.is_file() => {
                    push(&[&"--perms", &"0644", &"--file", &file.as_raw_fd().to_string(), &path]);
                    files.push(file);
                }
                _ => push(&[&"--ro-bind-try", &path, &path]),
            }
        }
    }

    // Settings of the kernel are writable in root's `/proc`.
    push(&[&"--proc", &"/proc", &"--remount-ro", &"/proc"]);
    push(&[&"--dev", &"/dev", &"--remount-ro", &"/dev"]);
    push(&[&"--perms", &"1777", &"--size", &command.limits.scratch.to_string()]);
    push(&[&"--tmpfs", &"/tmp"]);
    for path in &command.read_only {
        let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
        above.retain(|folder| folder.parent().is_some());
        for folder in above.into_iter().rev() {
            push(&[&"--perms", &"0755", &"--dir", &folder]);
        }
        push(&[&"--ro-bind", path, path]);
    }
    match &command.work {
        Some(work) => {
            let bind = if work.writable { "--bind" } else { "--ro-bind" };
            push(&[&bind, &work.path, &"/w", &"--chdir", &"/w"]);
        }
        None => push(&[&"--chdir", &"/tmp"]),
    }
    push(&[&"--remount-ro", &"/"]);

    push(&[&"--setenv", &"PATH", &"/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"]);
    push(&[&"--setenv", &"HOME", &"/tmp", &"--setenv", &"TMPDIR", &"/tmp"]);
    push(&[&"--setenv", &"LANG", &"C.UTF-8"]);
    for (name, value) in &command.env {
        push(&[&"--setenv", name, value]);
    }
    push(&[&"/bin/sh", &"-c", &SCRIPT, &"sh"]);
    if let Identity::Unprivileged(id) = identity {
        let id = id.to_string();
        push(&[&SETPRIV, &"--reuid", &id, &"--regid", &id, &"--clear-groups"]);
        push(&[&"--inh-caps", &"-all", &"--no-new-privs", &"--"]);
    }
    push(&[&command.program]);
    args.extend(command.args.iter().cloned());
    Ok((args, files))
}
