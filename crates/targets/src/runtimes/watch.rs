//! Telling a program that hangs from one that is only slow.
//!
//! Wall-clock time says little on a busy machine. What does say something is
//! the kernel's account of each thread: if every thread of a process sleeps,
//! and none was scheduled between two looks (its context switches did not
//! change), then no thread was there to wake another in between. A busy machine
//! shows threads that are ready to run instead, and those never count as
//! blocked. Generated programs neither set timers nor wait for anything outside
//! of themselves (their output goes to files), so that a process that stays like
//! this for a while stays like this for ever. Others may sleep, and get a limit
//! of time instead ([`HangLimits::within`]).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use case::{Hang, HangEvidence};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::proc::{self, Process};

/// When a run counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HangLimits {
    /// All threads sleep, and none was scheduled, for this long.
    pub blocked: Duration,
    /// It used this much processor time.
    pub cpu: Duration,
    /// This much time has passed. The last resort, to be set so large that it
    /// does not depend on how busy the machine is.
    pub wall: Duration,
}

impl HangLimits {
    /// Whatever a run does, it may do for this long.
    pub fn within(limit: Duration) -> HangLimits {
        HangLimits { blocked: limit, cpu: limit, wall: limit }
    }
}

/// The processes of one launch, known by an environment variable that holds the
/// token of the launch and the number of the job. A program can tell nothing by
/// its arguments.
pub(crate) struct Watch<'a> {
    token: &'a str,
    limits: HangLimits,
    /// Whether the runtime prints its stacks and exits on SIGQUIT.
    dumps: bool,
    watched: BTreeMap<i32, Watched>,
    hangs: BTreeMap<usize, Hang>,
}

struct Watched {
    job: usize,
    since: Instant,
    blocked: Option<Blocked>,
    /// When it was asked to dump its stacks.
    asked: Option<Instant>,
}

/// A look at which all threads slept.
#[derive(Clone, PartialEq, Eq)]
struct Threads(Vec<(Option<i32>, [u64; 2])>);

struct Blocked {
    threads: Threads,
    since: Instant,
}

/// How long a runtime may take to print its stacks.
const DUMP: Duration = Duration::from_secs(10);

impl<'a> Watch<'a> {
    pub(crate) fn new(token: &'a str, limits: HangLimits, dumps: bool) -> Watch<'a> {
        Watch { token, limits, dumps, watched: BTreeMap::new(), hangs: BTreeMap::new() }
    }

    /// The hangs seen, by job.
    pub(crate) fn hangs(self) -> BTreeMap<usize, Hang> {
        self.hangs
    }

    /// Looks at all processes once, and ends those that hang.
    pub(crate) fn look(&mut self) {
        let now = Instant::now();
        let mut watched = BTreeMap::new();
        for (pid, job) in processes(self.token) {
            let mut process = match self.watched.remove(&pid) {
                Some(process) if process.job == job => process,
                _ => Watched { job, since: now, blocked: None, asked: None },
            };
            self.consider(pid, &mut process);
            watched.insert(pid, process);
        }
        self.watched = watched;
    }

    fn consider(&mut self, pid: i32, process: &mut Watched) {
        if let Some(asked) = process.asked {
            if asked.elapsed() > DUMP {
                signal(self.token, pid, process.job, Signal::KILL);
            }
            return;
        }
        let now = Instant::now();
        let kernel = Process::new(pid);
        let threads = sleeping_threads(&kernel);
        process.blocked = match (process.blocked.take(), threads) {
            (Some(blocked), Some(threads)) if blocked.threads == threads => Some(blocked),
            (_, Some(threads)) => Some(Blocked { threads, since: now }),
            (_, None) => None,
        };
        let cpu = kernel.usage().unwrap_or_default().own_cpu;
        let (evidence, why) = match &process.blocked {
            Some(blocked) if blocked.since.elapsed() >= self.limits.blocked => (
                HangEvidence::AllBlocked,
                format!(
                    "all {} threads slept, and none was scheduled, for {:.1} s",
                    blocked.threads.0.len(),
                    blocked.since.elapsed().as_secs_f64()
                ),
            ),
            _ if cpu >= self.limits.cpu => (
                HangEvidence::CpuTime,
                format!("it used {:.1} s of processor time", cpu.as_secs_f64()),
            ),
            _ if process.since.elapsed() >= self.limits.wall => (
                HangEvidence::WallTime,
                format!("it did not end within {} s", self.limits.wall.as_secs()),
            ),
            _ => return,
        };
        let text = format!("{why}\n{}", describe_threads(&kernel));
        self.hangs.insert(process.job, Hang { evidence, text });
        process.asked = Some(now);
        let how = if self.dumps { Signal::QUIT } else { Signal::KILL };
        signal(self.token, pid, process.job, how);
    }
}

/// The variable that says which job a process belongs to; see `launch.sh`.
const VARIABLE: &str = "WELLSMITH_JOB";

/// The processes of a launch, each with its job.
fn processes(token: &str) -> Vec<(i32, usize)> {
    let processes = proc::processes(Path::new(proc::PROC)).into_iter();
    processes.filter_map(|process| Some((process.id()?, job_of(token, &process)?))).collect()
}

/// The job that a process runs, if it belongs to the launch.
fn job_of(token: &str, process: &Process) -> Option<usize> {
    let value = process.variable(VARIABLE)?;
    let (launch, job) = value.split_once(' ')?;
    if launch == token { job.parse().ok() } else { None }
}

/// Signals a process if it still runs the job: its number may have been given
/// to another process meanwhile, which a handle taken before looking excludes.
fn signal(token: &str, pid: i32, job: usize, signal: Signal) {
    let Some(id) = Pid::from_raw(pid) else { return };
    let Ok(handle) = pidfd_open(id, PidfdFlags::empty()) else { return };
    if job_of(token, &Process::new(pid)) == Some(job) {
        // It fails only if the process has just ended, which is as good.
        let _ = pidfd_send_signal(&handle, signal);
    }
}

/// The threads of a process with their context switches, if all of them sleep.
fn sleeping_threads(process: &Process) -> Option<Threads> {
    let mut threads = Vec::new();
    for thread in process.threads() {
        match thread.scheduling()? {
            (true, switches) => threads.push((thread.id(), switches)),
            (false, _) => return None,
        }
    }
    (!threads.is_empty()).then_some(Threads(threads))
}

/// The state of each thread of a process.
fn describe_threads(process: &Process) -> String {
    let threads = process.threads();
    let lines = threads.iter().enumerate();
    lines.map(|(number, thread)| format!("thread {number} {}\n", thread.describe())).collect()
}
