//! Running a program that may do anything.
//!
//! Everything runs inside bubblewrap (`bwrap`): without a network, in a process
//! namespace of its own, on a read-only root that shows the system's folders
//! and nothing of the user's, with a private `/tmp` of limited size, and within
//! [`Limits`]. Works alike for root and for ordinary users, on the machine's
//! own system and inside a Debian root.
//!
//! Process 1 of the sandbox is a shell that says that it is there, waits for
//! our answer, runs the program and exits with its status. That gives:
//!
//! * an error of the sandbox is never mistaken for one of the program: there is
//!   none of the program before the shell has spoken;
//! * while the shell waits, its limits are set from outside, and if we are
//!   killed meanwhile, it reads the end of its input and goes;
//! * when it ends, the kernel ends every process of the sandbox before `bwrap`
//!   can reap it, so that nothing is left when `bwrap` is gone;
//! * it waits for the program, and `bwrap` for it, so that the processor time
//!   of the tree is in the resource usage of `bwrap`.
//!
//! Limits that the kernel does not have for a whole tree (processor time,
//! memory, number of processes, size of the work folder) are watched from here
//! by sampling. `bwrap --die-with-parent` ends the sandbox when the thread that
//! started it is gone, however that came about.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal};

use crate::proc::{self, Process, Usage};

/// A program to run, and what it may see and use.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program, as a path inside the sandbox.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its environment, beside `PATH`, `HOME=/tmp`, `TMPDIR=/tmp` and
    /// `LANG=C.UTF-8`, which it overrides. Nothing else is inherited.
    pub env: Vec<(OsString, OsString)>,
    /// The Debian root that becomes `/`; none for the machine's own system.
    pub root: Option<PathBuf>,
    /// Further folders or files of this machine, visible read-only at the same
    /// path.
    pub read_only: Vec<PathBuf>,
    /// The folder that is visible as `/w` and in which the program starts.
    pub work: Option<Work>,
    /// Its standard input.
    pub stdin: Vec<u8>,
    /// Its limits.
    pub limits: Limits,
}

impl Command {
    /// A program without arguments that sees the machine's own system only.
    pub fn new(program: impl Into<PathBuf>, limits: Limits) -> Command {
        Command {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            root: None,
            read_only: Vec::new(),
            work: None,
            stdin: Vec::new(),
            limits,
        }
    }
}

/// A folder of this machine that is `/w` in the sandbox.
#[derive(Clone, Debug)]
pub struct Work {
    /// The folder.
    pub path: PathBuf,
    /// Whether the program may write there.
    pub writable: bool,
}

/// The resources that a program may use before it is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time of the whole tree.
    pub cpu: Duration,
    /// Resident memory of the whole tree, in bytes. No single process may
    /// allocate more than twice as much.
    pub memory: u64,
    /// Bytes on standard output and standard error together.
    pub output: u64,
    /// Bytes in one file.
    pub file_size: u64,
    /// Processes and threads at a time.
    pub processes: u32,
    /// Bytes in the private `/tmp`, and in the work folder if it is writable.
    pub scratch: u64,
}

impl Default for Limits {
    /// Limits that an ordinary compiler does not meet, on however busy a machine.
    fn default() -> Limits {
        Limits {
            wall: Duration::from_secs(1800),
            cpu: Duration::from_secs(60),
            memory: 4 << 30,
            output: 32 << 20,
            file_size: 1 << 30,
            processes: 512,
            scratch: 1 << 30,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: Status,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// The processor time of the whole tree, with the few milliseconds that
    /// starting the sandbox takes.
    pub cpu: Duration,
    /// The wall-clock time from the program's start to its end.
    pub wall: Duration,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// By itself, with this exit status; 127 if there is no such program.
    Exited(i32),
    /// By this signal (or by an exit status of 128 and the signal's number,
    /// which a shell cannot tell apart).
    Signalled(i32),
    /// It met this limit and was stopped.
    Stopped(Limit),
}

/// A limit that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::wall`].
    Wall,
    /// [`Limits::cpu`].
    Cpu,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::output`].
    Output,
    /// [`Limits::processes`].
    Processes,
    /// [`Limits::file_size`], or [`Limits::scratch`] in the work folder. A full
    /// `/tmp` is an error that the program itself gets to see.
    Files,
}

/// Why nothing could be run.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// There is no bubblewrap.
    #[error(
        "bubblewrap (the program `bwrap`) is not on PATH, and nothing is compiled or run outside \
         its sandbox; install it, for example with `apt-get install bubblewrap`"
    )]
    Missing,
    /// Bubblewrap could not make the sandbox.
    #[error(
        "bubblewrap could not set up the sandbox: {0}; if it speaks of namespaces or permissions, \
         this system forbids user namespaces (see the sysctls kernel.unprivileged_userns_clone and \
         kernel.apparmor_restrict_unprivileged_userns, and a container's seccomp profile)"
    )]
    Setup(String),
    /// The operating system refused something.
    #[error("the sandbox could not {doing}: {source}")]
    System {
        /// The operation.
        doing: &'static str,
        /// The error of the system.
        source: io::Error,
    },
}

fn system<E: Into<io::Error>>(doing: &'static str) -> impl FnOnce(E) -> SandboxError {
    move |source| SandboxError::System { doing, source: source.into() }
}

/// Runs a program to its end, or to one of its limits.
pub fn run(command: &Command) -> Result<Finished, SandboxError> {
    let (tree, pipes) = Tree::start(command)?;
    let watch = Watch::new(command, command.limits.wall, command.limits.cpu);
    attend(tree, watch, Some(pipes.stdin), Some(pipes.stdout), pipes.stderr)
}

/// Starts a program that is then spoken to over its pipes, and that stays until
/// it ends, is killed or is dropped. Its limits hold but for wall-clock and
/// processor time, which are the caller's to decide on, and for the standard
/// output, which is the caller's to read. [`Command::stdin`] is written first.
pub fn spawn(command: &Command) -> Result<Session, SandboxError> {
    let (sender, receiver) = mpsc::channel();
    let command = command.clone();
    // The sandbox ends with the thread that starts it, so that thread must be
    // one that lives as long as the session.
    let watcher = std::thread::spawn(move || {
        let started = Tree::start(&command).and_then(|(tree, mut pipes)| {
            pipes.stdin.write_all(&command.stdin).map_err(system("write the input"))?;
            Ok((tree, pipes))
        });
        let (started, attended) = match started {
            Err(error) => (Err(error), None),
            Ok((tree, pipes)) => {
                (Ok((pipes.stdin, pipes.stdout, tree.inside.clone())), Some((tree, pipes.stderr)))
            }
        };
        sender.send(started).expect("spawn waits for this message");
        let (tree, stderr) = attended?;
        let watch = Watch::new(&command, Duration::MAX, Duration::MAX);
        Some(attend(tree, watch, None, None, stderr))
    });
    let (stdin, stdout, inside) = receiver.recv().expect("the watcher sends one message")?;
    Ok(Session { stdin, stdout, inside, watcher: Some(watcher) })
}

/// A sandboxed program that is spoken to over its pipes.
#[derive(Debug)]
pub struct Session {
    /// Its standard input.
    pub stdin: ChildStdin,
    /// Its standard output.
    pub stdout: ChildStdout,
    inside: Arc<Inside>,
    watcher: Option<JoinHandle<Option<Result<Finished, SandboxError>>>>,
}

impl Session {
    /// The processor time that its whole tree has used, to the system's clock
    /// tick (a hundredth of a second).
    pub fn cpu(&self) -> Duration {
        usage(&self.inside.processes()).cpu
    }

    /// Ends it, if it has not ended by itself or met a limit, and says how it
    /// ended. `stdout` of the result is empty: it was the caller's to read.
    pub fn kill(mut self) -> Result<Finished, SandboxError> {
        let cpu = self.cpu();
        self.inside.kill();
        let watcher = self.watcher.take().expect("it is taken only here and in drop");
        let finished = watcher.join().expect("the watcher does not panic");
        let finished = finished.expect("the session was started")?;
        Ok(Finished { cpu: finished.cpu.max(cpu), ..finished })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.inside.kill();
        if let Some(watcher) = self.watcher.take() {
            // Nobody asks how it ended.
            let _ = watcher.join();
        }
    }
}

/// Feeds and reads a tree's pipes and watches its limits until it is over.
/// Pipes that are not given are the caller's.
fn attend(
    tree: Tree,
    mut watch: Watch<'_>,
    mut stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: ChildStderr,
) -> Result<Finished, SandboxError> {
    let limit = watch.command.limits.output;
    let mut unwritten = &watch.command.stdin[..];
    let mut stdout = Output { pipe: stdout.map(OwnedFd::from), bytes: Vec::new() };
    let mut stderr = Output { pipe: Some(OwnedFd::from(stderr)), bytes: Vec::new() };
    for fd in [stdin.as_ref().map(AsFd::as_fd), stdout.fd(), stderr.fd()].into_iter().flatten() {
        rustix::io::ioctl_fionbio(fd, true).map_err(system("prepare a pipe"))?;
    }

    let mut stopped = None;
    let mut over = false;
    while !over || stdout.pipe.is_some() || stderr.pipe.is_some() {
        let over_fd = (!over).then_some(tree.bwrap_fd.as_fd());
        let reads = [over_fd, stdout.fd(), stderr.fd()].into_iter().flatten();
        let mut fds: Vec<_> = reads.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
        fds.extend(stdin.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        wait_for(&mut fds, SAMPLE_INTERVAL).map_err(system("wait for the program"))?;

        if let Some(pipe) = &mut stdin
            && feed(pipe, &mut unwritten)
        {
            stdin = None;
        }
        stdout.read(limit).map_err(system("read the output"))?;
        stderr.read(limit).map_err(system("read the output"))?;
        over = over || tree.is_over()?;
        if stopped.is_none() {
            let printed = stdout.bytes.len() + stderr.bytes.len();
            stopped = if printed as u64 > limit { Some(Limit::Output) } else { None };
            if !over {
                stopped = stopped.or_else(|| watch.limit_met(&tree.inside));
            }
            if stopped.is_some() {
                tree.inside.kill();
                stdin = None;
            }
        }
    }
    let wall = watch.started.elapsed();
    let (status, cpu) = tree.reap()?;
    // The kernel does not count what was killed along with process 1.
    let cpu = cpu.max(watch.cpu_seen);
    let status = stopped.map_or_else(|| status_of_program(status), Status::Stopped);
    Ok(Finished { status, stdout: stdout.bytes, stderr: stderr.bytes, cpu, wall })
}

/// How often a tree's use of time and memory is looked at. Looking costs about
/// 30 µs for each process.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(20);

/// In how many samples the work folder is measured once: that costs a system
/// call for every file.
const SAMPLES_PER_MEASUREMENT: u32 = 10;

/// How long the sandbox may take to come up, which is a few milliseconds on a
/// machine that has nothing else to do.
const START_LIMIT: Duration = Duration::from_secs(60);

/// The script of process 1: say that it is there, wait for the answer, run the
/// program with the true standard error (its own remarks about signals go
/// nowhere) and hand on its status. `exit` keeps the shell from replacing itself
/// by the program, which as process 1 would be deaf to its own signals.
const SCRIPT: &str =
    r#"exec 3>&2 2>/dev/null; echo; read -r go || exit 1; (exec "$@" 2>&3 3>&-); exit $?"#;

/// The processes of a sandbox, seen from outside.
struct Tree {
    bwrap: Child,
    reaped: bool,
    /// Becomes readable when `bwrap` is over.
    bwrap_fd: OwnedFd,
    inside: Arc<Inside>,
}

/// The processes of a sandbox, seen from inside.
#[derive(Debug)]
struct Inside {
    /// Process 1 of the sandbox. With it, all others end.
    init: OwnedFd,
    /// The sandbox's own `/proc`, which shows its processes only.
    proc: File,
}

struct Pipes {
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
}

impl Tree {
    fn start(command: &Command) -> Result<(Tree, Pipes), SandboxError> {
        let mut bwrap = std::process::Command::new(bwrap()?)
            .args(arguments(command).map_err(system("look at the system's folders"))?)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in the terminal is for us to answer, not for the sandbox.
            .process_group(0)
            .spawn()
            .map_err(system("start bwrap"))?;
        match Tree::welcome(&mut bwrap, command) {
            Ok((bwrap_fd, inside, pipes)) => {
                Ok((Tree { bwrap, reaped: false, bwrap_fd, inside: Arc::new(inside) }, pipes))
            }
            Err(error) => {
                let _ = bwrap.kill();
                let _ = bwrap.wait();
                Err(error)
            }
        }
    }

    /// Waits until process 1 speaks, sets its limits and lets it go on.
    fn welcome(
        bwrap: &mut Child,
        command: &Command,
    ) -> Result<(OwnedFd, Inside, Pipes), SandboxError> {
        let mut stdin = bwrap.stdin.take().expect("it is piped");
        let mut stdout = bwrap.stdout.take().expect("it is piped");
        let mut stderr = bwrap.stderr.take().expect("it is piped");
        let mut fds = [PollFd::new(&stdout, PollFlags::IN)];
        let spoke = wait_for(&mut fds, START_LIMIT).map_err(system("wait for bwrap"))?
            && stdout.read(&mut [0]).map_err(system("listen to bwrap"))? > 0;
        if !spoke {
            let _ = bwrap.kill();
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).map_err(system("listen to bwrap"))?;
            return Err(SandboxError::Setup(String::from_utf8_lossy(&text).trim().to_owned()));
        }

        let pid = Pid::from_child(bwrap);
        let bwrap_fd =
            rustix::process::pidfd_open(pid, PidfdFlags::empty()).map_err(system("watch bwrap"))?;
        let init = child_of(pid).map_err(system("find process 1 of the sandbox"))?;
        let inside = Inside {
            init: rustix::process::pidfd_open(init, PidfdFlags::empty())
                .map_err(system("watch process 1 of the sandbox"))?,
            proc: File::open(format!("/proc/{init}/root/proc"))
                .map_err(system("look into the sandbox"))?,
        };
        let limits = &command.limits;
        for (resource, limit) in [
            (Resource::Core, 0),
            (Resource::Fsize, limits.file_size),
            (Resource::Data, limits.memory.saturating_mul(2)),
            // The kernel counts these by user namespace, and not for root. What
            // is above the limit is stopped by the sampling; this is for what
            // breeds too fast for it.
            (Resource::Nproc, u64::from(limits.processes) + 8192),
        ] {
            lower(init, resource, limit).map_err(system("set a limit"))?;
        }
        stdin.write_all(b"\n").map_err(system("start the program"))?;
        Ok((bwrap_fd, inside, Pipes { stdin, stdout, stderr }))
    }

    fn is_over(&self) -> Result<bool, SandboxError> {
        let mut fds = [PollFd::new(&self.bwrap_fd, PollFlags::IN)];
        wait_for(&mut fds, Duration::ZERO).map_err(system("watch bwrap"))
    }

    /// The status that `bwrap` hands on, and the processor time of the tree.
    fn reap(mut self) -> Result<(ExitStatus, Duration), SandboxError> {
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
    fn kill(&self) {
        // It fails only if the process is gone already.
        let _ = rustix::process::pidfd_send_signal(&self.init, Signal::KILL);
    }

    /// Its processes.
    fn processes(&self) -> Vec<Process> {
        let proc = format!("/proc/self/fd/{}", self.proc.as_raw_fd());
        proc::processes(Path::new(&proc))
    }
}

/// The resources that processes use together at one moment.
fn usage(processes: &[Process]) -> Usage {
    processes.iter().filter_map(Process::usage).fold(Usage::default(), |all, one| Usage {
        cpu: all.cpu + one.cpu,
        memory: all.memory + one.memory,
        threads: all.threads + one.threads,
        ..all
    })
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

/// Lowers a limit of a process, or leaves it if it is lower already.
fn lower(pid: Pid, resource: Resource, limit: u64) -> io::Result<()> {
    let given = rustix::process::getrlimit(resource).maximum;
    let limit = Some(given.map_or(limit, |given| given.min(limit)));
    rustix::process::prlimit(Some(pid), resource, Rlimit { current: limit, maximum: limit })?;
    Ok(())
}

/// Looks at what a tree uses, at intervals.
struct Watch<'a> {
    command: &'a Command,
    wall: Duration,
    cpu: Duration,
    started: Instant,
    sampled: Instant,
    samples: u32,
    cpu_seen: Duration,
}

impl Watch<'_> {
    fn new(command: &Command, wall: Duration, cpu: Duration) -> Watch<'_> {
        let now = Instant::now();
        Watch {
            command,
            wall,
            cpu,
            started: now,
            sampled: now,
            samples: 0,
            cpu_seen: Duration::ZERO,
        }
    }

    /// The limit that the tree has met, if it is time to look again.
    fn limit_met(&mut self, inside: &Inside) -> Option<Limit> {
        let now = Instant::now();
        if now - self.started > self.wall {
            return Some(Limit::Wall);
        }
        if now - self.sampled < SAMPLE_INTERVAL {
            return None;
        }
        self.sampled = now;
        self.samples += 1;
        let limits = &self.command.limits;
        // Process 1 is ours.
        let most = limits.processes as usize + 1;
        let processes = inside.processes();
        if processes.len() > most {
            // A fork bomb leaves no time to look at each of them.
            return Some(Limit::Processes);
        }
        let usage = usage(&processes);
        self.cpu_seen = self.cpu_seen.max(usage.cpu);
        if usage.cpu > self.cpu {
            return Some(Limit::Cpu);
        }
        if usage.memory > limits.memory {
            return Some(Limit::Memory);
        }
        if usage.threads > most {
            return Some(Limit::Processes);
        }
        if self.samples.is_multiple_of(SAMPLES_PER_MEASUREMENT)
            && let Some(work) = &self.command.work
            && work.writable
            && size_of_folder(&work.path) > limits.scratch
        {
            return Some(Limit::Files);
        }
        None
    }
}

/// The bytes that a folder holds, at least a block for every file.
fn size_of_folder(folder: &Path) -> u64 {
    let mut size = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(meta) = entry.metadata() else { continue };
        size += (meta.blocks() * 512).max(4096);
        if meta.is_dir() {
            size += size_of_folder(&entry.path());
        }
    }
    size
}

/// The output so far, and the pipe, while it is open.
struct Output {
    pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
}

impl Output {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads what there is; keeps a byte more than the limit, at most, so that
    /// it shows that the limit was met.
    fn read(&mut self, limit: u64) -> io::Result<()> {
        let mut buffer = [0; 1 << 16];
        while let Some(pipe) = &self.pipe {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(n) => {
                    let room = (limit + 1).saturating_sub(self.bytes.len() as u64);
                    self.bytes.extend_from_slice(&buffer[..n.min(room as usize)]);
                    if room == 0 {
                        break;
                    }
                }
                Err(rustix::io::Errno::AGAIN) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// Waits until something can be read or written; false if the time passed
/// without.
fn wait_for(fds: &mut [PollFd<'_>], limit: Duration) -> io::Result<bool> {
    let deadline = Instant::now() + limit;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).expect("a minute fits");
        match poll(fds, Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Writes what the pipe takes. True when nothing is left to write, or nobody
/// reads any more.
fn feed(pipe: &mut ChildStdin, unwritten: &mut &[u8]) -> bool {
    while !unwritten.is_empty() {
        match pipe.write(unwritten) {
            Ok(n) => *unwritten = &unwritten[n..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return true,
        }
    }
    true
}

fn status_of_program(status: ExitStatus) -> Status {
    // The shell speaks of a signal in its exit status; `bwrap` itself is killed
    // only by somebody outside.
    match (status.code(), status.signal()) {
        (Some(code), _) if code == 128 + Signal::XFSZ.as_raw() => Status::Stopped(Limit::Files),
        (Some(code @ 129..=192), _) => Status::Signalled(code - 128),
        (Some(code), _) => Status::Exited(code),
        (None, signal) => Status::Signalled(signal.unwrap_or_default()),
    }
}

/// Where `bwrap` is.
fn bwrap() -> Result<&'static Path, SandboxError> {
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

/// The arguments of `bwrap`.
fn arguments(command: &Command) -> io::Result<Vec<OsString>> {
    let mut args: Vec<OsString> = Vec::new();
    let mut push = |words: &[&dyn AsRef<OsStr>]| {
        args.extend(words.iter().map(|word| word.as_ref().to_owned()));
    };
    push(&[&"--unshare-all", &"--unshare-user", &"--cap-drop", &"ALL"]);
    push(&[&"--die-with-parent", &"--new-session", &"--as-pid-1"]);

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
        for entry in fs::read_dir("/etc")? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if ETC.iter().any(|shown| name == *shown) || name.as_bytes().starts_with(b"java-") {
                push(&[&"--ro-bind-try", &path, &path]);
            }
        }
    }

    push(&[&"--proc", &"/proc", &"--dev", &"/dev", &"--remount-ro", &"/dev"]);
    push(&[&"--size", &command.limits.scratch.to_string(), &"--tmpfs", &"/tmp"]);
    for path in &command.read_only {
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
    push(&[&"/bin/sh", &"-c", &SCRIPT, &"sh", &command.program]);
    args.extend(command.args.iter().cloned());
    Ok(args)
}
