//! Telling a program that hangs from one that is only slow.
//!
//! Wall-clock time says little on a busy machine. What does say something is
//! the kernel's account of each thread: if every thread of a process sleeps,
//! and none was scheduled between two looks (its context switches did not
//! change), then no thread was there to wake another in between. A busy machine
//! shows threads that are ready to run instead, and those never count as
//! blocked. Programs neither set timers nor wait for anything outside of
//! themselves (their output goes to files), so that a process that stays like
//! this for a while stays like this for ever.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use case::{Hang, HangEvidence};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

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
struct Threads(Vec<(i32, String)>);

struct Blocked {
    threads: Threads,
    since: Instant,
}

/// How long a runtime may take to print its stacks.
const DUMP: Duration = Duration::from_secs(10);

/// The kernel's clock ticks per second as `/proc` counts them. It is part of
/// the interface (USER_HZ) and the same on all machines that Rust runs on.
const TICKS: u64 = 100;

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
        let threads = sleeping_threads(pid);
        process.blocked = match (process.blocked.take(), threads) {
            (Some(blocked), Some(threads)) if blocked.threads == threads => Some(blocked),
            (_, Some(threads)) => Some(Blocked { threads, since: now }),
            (_, None) => None,
        };
        let cpu = cpu_time(pid).unwrap_or_default();
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
        let text = format!("{why}\n{}", describe_threads(pid));
        self.hangs.insert(process.job, Hang { evidence, text });
        process.asked = Some(now);
        let how = if self.dumps { Signal::QUIT } else { Signal::KILL };
        signal(self.token, pid, process.job, how);
    }
}

/// The processes that carry the token, each with its job.
fn processes(token: &str) -> Vec<(i32, usize)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid: i32| Some((pid, job_of(token, pid)?))).collect()
}

/// The job that a process runs, if it is one of ours.
fn job_of(token: &str, pid: i32) -> Option<usize> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let value = environment
        .split(|&byte| byte == 0)
        .find_map(|variable| variable.strip_prefix(b"WELLSMITH_JOB="))?;
    let (launch, job) = std::str::from_utf8(value).ok()?.split_once(' ')?;
    if launch == token { job.parse().ok() } else { None }
}

/// Signals a process if it still runs the job: its number may have been given
/// to another process meanwhile, which a handle taken before looking excludes.
fn signal(token: &str, pid: i32, job: usize, signal: Signal) {
    let Some(id) = Pid::from_raw(pid) else { return };
    let Ok(handle) = pidfd_open(id, PidfdFlags::empty()) else { return };
    if job_of(token, pid) == Some(job) {
        // It fails only if the process has just ended, which is as good.
        let _ = pidfd_send_signal(&handle, signal);
    }
}

/// The threads of a process with their context switches, if all of them sleep.
fn sleeping_threads(pid: i32) -> Option<Threads> {
    let mut threads = Vec::new();
    for entry in fs::read_dir(format!("/proc/{pid}/task")).ok()? {
        let entry = entry.ok()?;
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        let field = |name| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if !field("State:")?.starts_with('S') {
            return None;
        }
        let switches = format!(
            "{} {}",
            field("voluntary_ctxt_switches:")?,
            field("nonvoluntary_ctxt_switches:")?
        );
        threads.push((entry.file_name().to_str()?.parse().ok()?, switches));
    }
    threads.sort_unstable();
    (!threads.is_empty()).then_some(Threads(threads))
}

/// The processor time that a process has used, all its threads together.
fn cpu_time(pid: i32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may contain anything; what follows its last parenthesis is
    // regular, from the third field on.
    let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// What each thread of a process waits for, as far as the kernel tells.
fn describe_threads(pid: i32) -> String {
    let mut text = String::new();
    let Ok(entries) = fs::read_dir(format!("/proc/{pid}/task")) else { return text };
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for (number, folder) in folders.iter().enumerate() {
        let read = |name| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let status = read("status");
        let state = status.lines().find_map(|line| line.strip_prefix("State:")).unwrap_or("?");
        let _ = writeln!(
            text,
            "thread {number} ({}): state {}, waits in {}, system call {}",
            read("comm").trim(),
            state.trim(),
            read("wchan").trim(),
            // The number of the call and its arguments; what follows are
            // addresses that differ from run to run.
            read("syscall").split_whitespace().next().unwrap_or("unknown")
        );
    }
    text
}
