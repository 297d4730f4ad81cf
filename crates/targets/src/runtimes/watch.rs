//! Telling a program that hangs from one that is only slow.
//!
//! Wall-clock time says little on a busy machine. What does say something is
//! the kernel's account of each thread. While a program makes progress, one of its
//! threads runs or is ready to run at any moment, however busy the machine is:
//! generated programs neither set timers nor wait for anything outside of
//! themselves (their output goes to files). So a process whose threads are seen
//! asleep all together, again and again, and which uses hardly any processor time
//! meanwhile, is not slow but blocked, for ever. It need not be at rest: a runtime
//! may have a thread that looks after the others, such as Crystal's monitor, which
//! wakes a hundred times a second, and idle workers that look for work.
//!
//! Other programs may sleep, and get a limit of time instead
//! ([`HangLimits::within`]).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use case::{Hang, HangEvidence};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::proc::{self, Process};

/// When a run counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HangLimits {
    /// Its threads were asleep, and used hardly any processor time, for this long.
    pub blocked: Duration,
    /// It used this much processor time.
    pub cpu: Duration,
    /// This much time has passed. The last resort, to be set so large that it
    /// does not depend on how busy the machine is.
    pub wall: Duration,
}

impl HangLimits {
    /// Whatever a run does, it may do for this long. A program that sleeps again and
    /// again looks like one that is blocked beside a monitor thread, so nothing is
    /// called blocked.
    pub fn within(limit: Duration) -> HangLimits {
        HangLimits { blocked: Duration::MAX, cpu: limit, wall: limit }
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
    idle: Option<Idle>,
    /// When it was asked to dump its stacks.
    asked: Option<Instant>,
}

/// What a look at a process shows.
struct Look {
    /// The processor time of each thread so far.
    threads: Vec<(Option<i32>, Duration)>,
    /// Whether all of them sleep.
    asleep: bool,
}

/// A time in which a process used hardly any processor time. It begins with a look
/// at which all threads slept.
struct Idle {
    since: Instant,
    threads: Vec<(Option<i32>, Duration)>,
    /// How often it was looked at.
    looks: u32,
    /// At how many of these looks all threads slept.
    asleep: u32,
}

/// The part of the time that an idle process may run.
const IDLE: u32 = 50;
/// So many looks must show all threads asleep.
const LOOKS: u32 = 3;
/// And this part of all looks: on a busy machine, a monitor that has woken up may
/// wait for a processor at any of them.
const ASLEEP: u32 = 4;

impl Idle {
    fn begins(look: Look) -> Option<Idle> {
        let Look { threads, asleep } = look;
        asleep.then(|| Idle { since: Instant::now(), threads, looks: 1, asleep: 1 })
    }

    /// The processor time that was used since, if the threads are the same.
    fn used(&self, look: &Look) -> Option<Duration> {
        let same = |((before, _), (now, _)): (&(_, _), &(_, _))| before == now;
        let pairs = || self.threads.iter().zip(&look.threads);
        let all = self.threads.len() == look.threads.len() && pairs().all(same);
        all.then(|| pairs().map(|((_, before), (_, now))| now.saturating_sub(*before)).sum())
    }

    /// The same time with one more look, if it goes on.
    fn with(self, look: &Look) -> Option<Idle> {
        let goes_on = self.used(look)? <= self.since.elapsed() / IDLE;
        let (looks, asleep) = (self.looks + 1, self.asleep + u32::from(look.asleep));
        goes_on.then_some(Idle { looks, asleep, ..self })
    }

    /// Whether it is so long that the process is blocked.
    fn is_blocked(&self, limit: Duration) -> bool {
        let asleep = self.asleep >= LOOKS && self.asleep * ASLEEP >= self.looks;
        asleep && self.since.elapsed() >= limit
    }
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
                _ => Watched { job, since: now, idle: None, asked: None },
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
        process.idle = look_at(&kernel).and_then(|look| {
            let longer = process.idle.take().and_then(|idle| idle.with(&look));
            longer.or_else(|| Idle::begins(look))
        });
        let cpu = kernel.usage().unwrap_or_default().own_cpu;
        let (evidence, why) = match &process.idle {
            Some(idle) if idle.is_blocked(self.limits.blocked) => (
                HangEvidence::AllBlocked,
                format!(
                    "all {} threads slept at {} of {} looks, and used hardly any processor time, \
                     for {:.1} s",
                    idle.threads.len(),
                    idle.asleep,
                    idle.looks,
                    idle.since.elapsed().as_secs_f64()
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

/// Looks at a process once; nothing if it, or a thread of it, has just ended.
fn look_at(process: &Process) -> Option<Look> {
    let mut look = Look { threads: Vec::new(), asleep: true };
    for thread in process.threads() {
        look.asleep &= thread.sleeps()?;
        look.threads.push((thread.id(), thread.run_time()?));
    }
    (!look.threads.is_empty()).then_some(look)
}

/// The state of each thread of a process.
fn describe_threads(process: &Process) -> String {
    let threads = process.threads();
    let lines = threads.iter().enumerate();
    lines.map(|(number, thread)| format!("thread {number} {}\n", thread.describe())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKED: Duration = Duration::from_millis(1200);

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn look(asleep: bool, times: &[u64]) -> Look {
        let threads = (1..).map(Some).zip(times.iter().map(|&time| millis(time))).collect();
        Look { threads, asleep }
    }

    /// What comes of looks, one every 200 ms.
    fn after(looks: Vec<Look>) -> Option<Idle> {
        let count = u32::try_from(looks.len()).unwrap();
        let mut idle: Option<Idle> = None;
        for (look, left) in looks.into_iter().zip((0..count).rev()) {
            let longer = idle.take().and_then(|idle| idle.with(&look));
            let new = || {
                Idle::begins(look).map(|new| Idle {
                    // It began that much earlier than the last look.
                    since: new.since - millis(200) * left,
                    ..new
                })
            };
            idle = longer.or_else(new);
        }
        idle
    }

    fn is_blocked(looks: Vec<Look>) -> bool {
        after(looks).is_some_and(|idle| idle.is_blocked(BLOCKED))
    }

    #[test]
    fn a_process_whose_threads_sleep_is_blocked() {
        assert!(is_blocked((0..8).map(|_| look(true, &[5, 7])).collect()));
        assert!(!is_blocked((0..5).map(|_| look(true, &[5, 7])).collect()), "too short");
    }

    /// A monitor that wakes a hundred times a second, for 20 µs each time, and waits
    /// for a processor at every second look.
    #[test]
    fn a_monitor_is_not_progress() {
        let watched = |look_number: u64| look(look_number.is_multiple_of(2), &[5, look_number / 3]);
        assert!(is_blocked((0..8).map(watched).collect()));
    }

    #[test]
    fn progress_is_not_blocked() {
        // A thread is always ready to run, though it gets no processor.
        assert!(!is_blocked((0..50).map(|_| look(false, &[5, 7])).collect()));
        // Seen asleep now and then, but never for long.
        assert!(!is_blocked((0..50).map(|i| look(i % 8 == 0, &[5, 7])).collect()));
        // Asleep whenever it is looked at, and busy in between.
        assert!(!is_blocked((0..50).map(|i| look(true, &[5, 20 * i])).collect()));
        // A thread ends, or another begins.
        let times: &[u64] = &[1; 50];
        assert!(!is_blocked((1..50).map(|i| look(true, &times[..i])).collect()));
    }
}
