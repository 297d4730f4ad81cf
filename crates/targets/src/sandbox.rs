//! Running a program that may do anything.
//!
//! Everything runs inside bubblewrap (`bwrap`): without a network, in a process
//! namespace of its own, on a read-only root that shows the system's folders
//! and nothing of the user's, with a private `/tmp` of limited size as the place
//! to write to, behind a filter of system calls, and within [`Limits`]. No
//! descriptor of ours is inherited. Started by root, a program has the rights of
//! an id of its own; started by an ordinary user, those of the user in a user
//! namespace. Works on the machine's own system and inside a Debian root.
//!
//! Process 1 of the sandbox is a shell that says that it is there, waits for
//! our answer, runs the program and exits with its status. That gives:
//!
//! * an error of the sandbox is never mistaken for one of the program: there is
//!   none of the program before the shell has spoken;
//! * while the shell waits, the sandbox is looked into from outside, and if we
//!   are killed meanwhile, it reads the end of its input and goes;
//! * when it ends, the kernel ends every process of the sandbox before `bwrap`
//!   can reap it, so that nothing is left when `bwrap` is gone;
//! * it waits for the program, and `bwrap` for it, so that the processor time
//!   of the tree is in the resource usage of `bwrap`.
//!
//! Limits that the kernel does not have for a whole tree (processor time,
//! memory, number of processes, size of the work folder) are watched from here
//! by sampling. `bwrap --die-with-parent` ends the sandbox when the thread that
//! started it is gone, however that came about.

mod arguments;
mod filter;
mod identity;
mod scratch;
mod tree;
mod watch;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;

pub use identity::Protection;
pub use scratch::Scratch;
use tree::{Inside, Tree};
use watch::{SAMPLE_INTERVAL, Watch, usage};

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
    /// The files that it left in `/tmp`.
    pub scratch: Scratch,
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
    /// [`Limits::file_size`] or [`Limits::scratch`]. What a program says of files
    /// after that is no verdict.
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

/// The memory that a program must be able to have if what compilers do is to mean
/// anything. They need less, but not always the same.
pub const ENOUGH_MEMORY: u64 = 1 << 30;

/// Whether a program in the sandbox can allocate [`ENOUGH_MEMORY`] at this moment.
/// It does not use it: where memory is promised that is not there, the kernel kills
/// compilers, and that gives no verdict.
pub fn has_memory() -> Result<bool, SandboxError> {
    let mut dd = Command::new("dd", Limits::default());
    let size = format!("bs={ENOUGH_MEMORY}");
    // It allocates a buffer of this size, and finds nothing to fill it with.
    dd.args = [&size[..], "count=1", "if=/dev/null", "of=/dev/null"].map(OsString::from).to_vec();
    Ok(run(&dd)?.status == Status::Exited(0))
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
                stopped = stopped.or_else(|| watch.limit_met(&tree));
            }
            if stopped.is_some() {
                tree.inside.kill();
                stdin = None;
            }
        }
    }
    let wall = watch.started.elapsed();
    let scratch = tree.scratch.clone();
    stopped = stopped.or_else(|| scratch.is_full().then_some(Limit::Files));
    let (status, cpu) = tree.reap()?;
    // The kernel does not count what was killed along with process 1.
    let cpu = cpu.max(watch.cpu_seen);
    let status = stopped.map_or_else(|| status_of_program(status), Status::Stopped);
    Ok(Finished { status, stdout: stdout.bytes, stderr: stderr.bytes, cpu, wall, scratch })
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
