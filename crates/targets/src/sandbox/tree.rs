//! The processes of a sandbox.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal};

use super::arguments::{arguments, bwrap};
use super::identity::{Identity, Protection};
use super::scratch::Scratch;
use super::{Command, Limits, SandboxError, filter, system, wait_for};
use crate::proc::{self, Process};

/// How long the sandbox may take to come up, which is a few milliseconds on a
/// machine that has nothing else to do.
const START_LIMIT: Duration = Duration::from_secs(60);

/// The processes of a sandbox, seen from outside.
pub(super) struct Tree {
    bwrap: Child,
    reaped: bool,
    /// Becomes readable when `bwrap` is over.
    pub(super) bwrap_fd: OwnedFd,
    pub(super) inside: Arc<Inside>,
    /// Its `/tmp`.
    pub(super) scratch: Scratch,
}

/// The processes of a sandbox, seen from inside.
#[derive(Debug)]
pub(super) struct Inside {
    /// Process 1 of the sandbox. With it, all others end.
    init: OwnedFd,
    /// The sandbox's own `/proc`, which shows its processes only.
    proc: File,
}

pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl Tree {
    pub(super) fn start(command: &Command) -> Result<(Tree, Pipes), SandboxError> {
        let protection = Protection::of_this_machine()?;
        let identity = Identity::new(
            command.root.as_deref(),
            command.work.as_ref().map(|work| work.path.as_path()),
        )?;
        let filters = filter::descriptors().map_err(system("prepare the filter"))?;
        let (arguments, files) =
            arguments(command, identity, protection.no_user_namespaces, &filters)
                .map_err(system("look at the system's folders"))?;
        let mut bwrap = std::process::Command::new(bwrap()?);
        bwrap
            .args(arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in the terminal is for us to answer, not for the sandbox.
            .process_group(0);
        let files_read = files.iter().map(AsRawFd::as_raw_fd);
        let inherited: Vec<RawFd> =
            filters.iter().map(AsRawFd::as_raw_fd).chain(files_read).collect();
        let limits = inherited_limits(&command.limits, identity);
        let prepare = move || {
            limits.iter().try_for_each(|(resource, limit)| lower(None, *resource, *limit))?;
            inherit_only(&inherited)
        };
        // SAFETY: between fork and exec this makes system calls only, and
        // allocates nothing.
        unsafe { bwrap.pre_exec(prepare) };
        let mut bwrap = bwrap.spawn().map_err(system("start bwrap"))?;
        drop((filters, files));
        match Tree::welcome(&mut bwrap, command, identity) {
            Ok((bwrap_fd, inside, scratch, pipes)) => {
                let inside = Arc::new(inside);
                Ok((Tree { bwrap, reaped: false, bwrap_fd, inside, scratch }, pipes))
            }
            Err(error) => {
                abandon(&mut bwrap);
                let _ = bwrap.wait();
                Err(error)
            }
        }
    }

    /// Waits until process 1 speaks, and lets it go on.
    fn welcome(
        bwrap: &mut Child,
        command: &Command,
        identity: Identity,
    ) -> Result<(OwnedFd, Inside, Scratch, Pipes), SandboxError> {
        let mut stdin = bwrap.stdin.take().expect("it is piped");
        let mut stdout = bwrap.stdout.take().expect("it is piped");
        let mut stderr = bwrap.stderr.take().expect("it is piped");
        let pid = Pid::from_child(bwrap);
        let bwrap_fd =
            rustix::process::pidfd_open(pid, PidfdFlags::empty()).map_err(system("watch bwrap"))?;
        let mut fds = [PollFd::new(&stdout, PollFlags::IN), PollFd::new(&bwrap_fd, PollFlags::IN)];
        let spoke = wait_for(&mut fds, START_LIMIT).map_err(system("wait for bwrap"))?
            && !fds[0].revents().is_empty()
            && stdout.read(&mut [0]).map_err(system("listen to bwrap"))? > 0;
        if !spoke {
            abandon(bwrap);
            // Process 1 may have come up after all, in a session of its own. It ends
            // when there is nothing to be read any more, and not before.
            drop(stdin);
            let mut said = [0; 4096];
            let mut fds = [PollFd::new(&stderr, PollFlags::IN)];
            let count = match wait_for(&mut fds, START_LIMIT).map_err(system("wait for bwrap"))? {
                true => stderr.read(&mut said).map_err(system("listen to bwrap"))?,
                false => 0,
            };
            let why = match &*String::from_utf8_lossy(&said[..count]) {
                "" => "bwrap ended before it was ready".to_owned(),
                said => said.trim().to_owned(),
            };
            return Err(SandboxError::Setup(why));
        }

        let init = child_of(pid).map_err(system("find process 1 of the sandbox"))?;
        let inside = Inside {
            init: rustix::process::pidfd_open(init, PidfdFlags::empty())
                .map_err(system("watch process 1 of the sandbox"))?,
            proc: File::open(format!("/proc/{init}/root/proc"))
                .map_err(system("look into the sandbox"))?,
        };
        let scratch = File::open(format!("/proc/{init}/root/tmp"))
            .map_err(system("look into the sandbox"))?;
        if identity == Identity::User {
            // The kernel counts the processes of each user namespace apart, but
            // those that make it are counted with all others of the user.
            let most = u64::from(command.limits.processes) + 8192;
            lower(Some(init), Resource::Nproc, most).map_err(system("set a limit"))?;
        }
        be_as_nice(init);
        stdin.write_all(b"\n").map_err(system("start the program"))?;
        let scratch = Scratch(Arc::new(scratch));
        Ok((bwrap_fd, inside, scratch, Pipes { stdin, stdout, stderr }))
    }

    pub(super) fn is_over(&self) -> Result<bool, SandboxError> {
        let mut fds = [PollFd::new(&self.bwrap_fd, PollFlags::IN)];
        wait_for(&mut fds, Duration::ZERO).map_err(system("watch bwrap"))
    }

    /// The status that `bwrap` hands on, and the processor time of the tree.
    pub(super) fn reap(mut self) -> Result<(ExitStatus, Duration), SandboxError> {
        let mut status = 0;
        let mut usage = MaybeUninit::<libc::rusage>::uninit();
        // The id is positive, so that this waits for that one process.
        let pid = self.bwrap.id() as libc::pid_t;
        // SAFETY: both pointers are valid for writing, and the process is a
        // child of ours that nobody else reaps, as `self` owns it.
        let reaped = unsafe { libc::wait4(pid, &mut status, 0, usage.as_mut_ptr()) };
        if reaped != pid {
            return Err(system("reap bwrap")(io::Error::last_os_error()));
        }
        self.reaped = true;
        // SAFETY: `wait4` has succeeded, so it has filled in the usage.
        let usage = unsafe { usage.assume_init() };
        let time = |t: libc::timeval| {
            Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
        };
        Ok((ExitStatus::from_raw(status), time(usage.ru_utime) + time(usage.ru_stime)))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if !self.reaped {
            self.inside.kill();
            let _ = self.bwrap.wait();
        }
    }
}

impl Inside {
    pub(super) fn kill(&self) {
        // It fails only if the process is gone already.
        let _ = rustix::process::pidfd_send_signal(&self.init, Signal::KILL);
    }

    /// Its processes.
    pub(super) fn processes(&self) -> Vec<Process> {
        let proc = format!("/proc/self/fd/{}", self.proc.as_raw_fd());
        proc::processes(Path::new(&proc))
    }
}

/// Gives a sandbox our own priority. A kernel that shares the processor among
/// sessions, of which a sandbox is a new one, does not count the priority that
/// its processes have inherited.
fn be_as_nice(init: Pid) {
    if let Ok(nice @ 1..) = rustix::process::getpriority_process(None) {
        let group = format!("/proc/{}/autogroup", init.as_raw_nonzero());
        // Other kernels have no such file, and need none.
        let _ = fs::write(group, nice.to_string());
    }
}

/// Kills a `bwrap` that is not ready, and what it has started. Its child dies with
/// it only when both have come to that point; before, if `bwrap` is killed, the
/// child waits for ever, with our pipes open.
fn abandon(bwrap: &mut Child) {
    // The group is its own, and exists as long as `bwrap` was not waited for.
    let _ = rustix::process::kill_process_group(Pid::from_child(bwrap), Signal::KILL);
    let _ = bwrap.kill();
}

/// The only child of a process.
fn child_of(parent: Pid) -> io::Result<Pid> {
    let parent = parent.as_raw_nonzero().get();
    let processes = proc::processes(Path::new(proc::PROC)).into_iter();
    let mut ids: Vec<i32> = processes.filter_map(|process| process.id()).collect();
    // Process ids are given in ascending order, so the child's is most likely
    // the next one.
    ids.sort_unstable_by_key(|&id| (id <= parent, id));
    ids.into_iter()
        .find(|&id| Process::new(id).usage().is_some_and(|usage| usage.parent == parent))
        .and_then(Pid::from_raw)
        .ok_or_else(|| ErrorKind::NotFound.into())
}

/// The limits that the kernel has for each process.
fn inherited_limits(limits: &Limits, identity: Identity) -> Vec<(Resource, u64)> {
    let mut inherited = vec![
        (Resource::Core, 0),
        (Resource::Fsize, limits.file_size),
        (Resource::Data, limits.memory.saturating_mul(2)),
    ];
    if let Identity::Unprivileged(_) = identity {
        // The id has no other processes. What is above the limit is stopped by the
        // sampling; this is for what breeds too fast for it, and so far above that
        // no program is refused a process before it is stopped.
        inherited.push((Resource::Nproc, u64::from(limits.processes) + 2048));
    }
    inherited
}

/// Lowers a limit of a process, or leaves it if it is lower already.
fn lower(pid: Option<Pid>, resource: Resource, limit: u64) -> io::Result<()> {
    let given = rustix::process::getrlimit(resource).maximum;
    let limit = Some(given.map_or(limit, |given| given.min(limit)));
    rustix::process::prlimit(pid, resource, Rlimit { current: limit, maximum: limit })?;
    Ok(())
}

/// Lets a child inherit these descriptors, beside its standard ones, and no
/// other: what was opened by us, or by whoever started us, is not for programs.
fn inherit_only(inherited: &[RawFd]) -> io::Result<()> {
    let cloexec = |fd: RawFd, flag: libc::c_int| {
        // SAFETY: it changes a flag of a descriptor of this process.
        unsafe { libc::fcntl(fd, libc::F_SETFD, flag) }
    };
    // SAFETY: it changes flags of descriptors of this process.
    let all = unsafe {
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    };
    if all != 0 {
        // The kernel is older than 5.11.
        for fd in 3..=OLD_KERNELS {
            cloexec(fd, libc::FD_CLOEXEC);
        }
    }
    for &fd in inherited {
        if cloexec(fd, 0) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The highest descriptor that is looked at on kernels that cannot close ranges.
const OLD_KERNELS: RawFd = 1 << 16;
