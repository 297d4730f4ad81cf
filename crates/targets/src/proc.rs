//! The kernel's account of processes in `/proc`.
//!
//! A process may end while it is looked at, so everything here may be missing.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use procfs_core::FromRead;
use procfs_core::process::{Stat, Status, Syscall};

/// The machine's own `/proc`.
pub(crate) const PROC: &str = "/proc";

/// A process, or a thread of one, by its folder.
#[derive(Clone, Debug)]
pub(crate) struct Process(PathBuf);

/// The resources of a process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Processor time of all its threads.
    pub(crate) own_cpu: Duration,
    /// The same with the children that it has waited for.
    pub(crate) cpu: Duration,
    /// Resident memory, in bytes.
    pub(crate) memory: u64,
    /// Its threads.
    pub(crate) threads: usize,
    /// Its parent.
    pub(crate) parent: i32,
}

/// All processes that a `/proc` shows.
pub(crate) fn processes(proc: &Path) -> Vec<Process> {
    let entries = fs::read_dir(proc).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_bytes()[0].is_ascii_digit())
        .map(|entry| Process(entry.path()))
        .collect()
}

impl Process {
    /// A process of this machine.
    pub(crate) fn new(id: i32) -> Process {
        Process(Path::new(PROC).join(id.to_string()))
    }

    /// Its number.
    pub(crate) fn id(&self) -> Option<i32> {
        self.0.file_name()?.to_str()?.parse().ok()
    }

    pub(crate) fn usage(&self) -> Option<Usage> {
        let stat = Stat::from_file(self.0.join("stat")).ok()?;
        let time = |ticks: u64| {
            Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
        };
        let own = stat.utime + stat.stime;
        let children = u64::try_from(stat.cutime + stat.cstime).unwrap_or_default();
        Some(Usage {
            own_cpu: time(own),
            cpu: time(own + children),
            memory: stat.rss * rustix::param::page_size() as u64,
            threads: usize::try_from(stat.num_threads).unwrap_or_default(),
            parent: stat.ppid,
        })
    }

    /// The value of a variable in the environment that it was started with.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let environment = fs::read(self.0.join("environ")).ok()?;
        let mut variables = environment.split(|&byte| byte == 0);
        let value = variables
            .find_map(|variable| variable.strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
        String::from_utf8(value.to_owned()).ok()
    }

    /// Its threads, in the order of their numbers.
    pub(crate) fn threads(&self) -> Vec<Process> {
        let mut threads = processes(&self.0.join("task"));
        threads.sort_by_key(Process::id);
        threads
    }

    /// Whether it sleeps.
    pub(crate) fn sleeps(&self) -> Option<bool> {
        let status = Status::from_file(self.0.join("status")).ok()?;
        Some(status.state.starts_with('S'))
    }

    /// How long a thread has run, exactly.
    pub(crate) fn run_time(&self) -> Option<Duration> {
        let statistics = fs::read_to_string(self.0.join("schedstat")).ok()?;
        let nanoseconds = statistics.split(' ').next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    /// Name, state, and what it waits for, as far as the kernel tells.
    pub(crate) fn describe(&self) -> String {
        let status = Status::from_file(self.0.join("status")).ok();
        let (name, state) = match &status {
            Some(status) => (&status.name[..], &status.state[..]),
            None => ("?", "?"),
        };
        let waits = fs::read_to_string(self.0.join("wchan")).unwrap_or_default();
        let call = match Syscall::from_file(self.0.join("syscall")) {
            Ok(Syscall::Blocked { syscall_number, .. }) => syscall_number.to_string(),
            Ok(Syscall::Running) => "none".to_owned(),
            _ => "unknown".to_owned(),
        };
        format!("({name}): state {state}, waits in {}, system call {call}", waits.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_seen_as_it_is() {
        let id = i32::try_from(std::process::id()).unwrap();
        let this = Process::new(id);
        assert_eq!(this.id(), Some(id));
        assert!(processes(Path::new(PROC)).iter().any(|process| process.id() == Some(id)));

        let busy = std::time::Instant::now();
        while busy.elapsed() < Duration::from_millis(150) {}
        let usage = this.usage().unwrap();
        assert!(usage.own_cpu >= Duration::from_millis(10), "{usage:?}");
        assert!(usage.cpu >= usage.own_cpu && usage.memory > 1 << 20 && usage.threads >= 1);
        assert_eq!(usage.parent, i32::try_from(std::os::unix::process::parent_id()).unwrap());

        assert_eq!(this.variable("PATH"), std::env::var("PATH").ok());
        assert_eq!(this.variable("PAT"), None);
        assert_eq!(Process::new(i32::MAX).usage().map(|usage| usage.parent), None);
    }

    #[test]
    fn a_thread_that_sleeps_does_not_run() {
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let (named, name) = std::sync::mpsc::channel();
        let sleeper = std::thread::Builder::new().name("sleeper".to_owned());
        let sleeper = sleeper.spawn(move || {
            named.send(rustix::thread::gettid().as_raw_nonzero().get()).unwrap();
            receiver.recv()
        });
        let id = name.recv().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        let threads = Process::new(i32::try_from(std::process::id()).unwrap()).threads();
        let sleeping = threads.iter().find(|thread| thread.id() == Some(id)).unwrap();
        assert_eq!(sleeping.sleeps(), Some(true));
        let ran = sleeping.run_time().unwrap();
        assert!(ran > Duration::ZERO);
        assert!(sleeping.describe().starts_with("(sleeper): state S"), "{}", sleeping.describe());
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!((sleeping.sleeps(), sleeping.run_time()), (Some(true), Some(ran)));
        drop(sender);
        sleeper.unwrap().join().unwrap().unwrap_err();
    }
}
