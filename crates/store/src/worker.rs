//! Who holds a lease, and whether that process is still alive.

use std::fs;
use std::os::unix::fs::MetadataExt;

use sqlx::FromRow;

/// Who holds a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its name, for people.
    pub(crate) name: String,
    pub(crate) process: Process,
}

impl Worker {
    /// A worker of this process; the name is for people.
    pub fn current(name: impl Into<String>) -> Worker {
        let pid = std::process::id();
        let host = host().unwrap_or_default();
        let started = started(pid).unwrap_or_default();
        Worker { name: name.into(), process: Process { host, pid: pid.into(), started } }
    }
}

impl Worker {
    /// What tells its process from all others. Names of machines and their process ids
    /// may be the same elsewhere; the time of its start rarely is as well.
    pub(crate) fn id(&self) -> String {
        let Process { host, pid, started } = &self.process;
        format!("{host} {pid} {started}")
    }
}

/// A process, told apart from all others: process ids are used again.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Process {
    /// Which processes can see each other; empty if that is not known.
    pub(crate) host: String,
    pub(crate) pid: i64,
    /// When it was started, in ticks since the machine was.
    pub(crate) started: i64,
}

impl Process {
    /// Whether `other` surely does not run any more. Only processes of this
    /// process's own host are ever said to be dead.
    pub(crate) fn knows_dead(&self, other: &Process) -> bool {
        let visible = !self.host.is_empty() && self.host == other.host;
        visible && u32::try_from(other.pid).ok().and_then(started) != Some(other.started)
    }
}

/// The machine, its process ids' name space (containers have their own) and the
/// user, because a system may hide the processes of other users.
fn host() -> Option<String> {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let pids = fs::read_link("/proc/self/ns/pid").ok()?;
    let user = fs::metadata("/proc/self").ok()?.uid();
    Some(format!("{} {} uid:{user}", name.trim(), pids.display()))
}

/// When a process was started; `None` if there is no such process, or nothing
/// but its exit status is left of it.
fn started(pid: u32) -> Option<i64> {
    let stat = procfs::process::Process::new(i32::try_from(pid).ok()?).ok()?.stat().ok()?;
    let started = i64::try_from(stat.starttime).ok()?;
    (!matches!(stat.state, 'Z' | 'X')).then_some(started)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_process_is_dead_once_killed_even_before_it_is_reaped() {
        let this = Worker::current("test").process;
        assert!(!this.host.is_empty());
        assert!(!this.knows_dead(&this));

        let mut child = Command::new("sleep").arg("1000").spawn().unwrap();
        let other = Process {
            host: this.host.clone(),
            pid: child.id().into(),
            started: started(child.id()).unwrap(),
        };
        assert!(!this.knows_dead(&other));
        assert!(this.knows_dead(&Process { started: other.started + 1, ..other.clone() }));

        child.kill().unwrap();
        while !this.knows_dead(&other) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(this.knows_dead(&other));

        let elsewhere = Process { host: "elsewhere".to_owned(), ..other.clone() };
        assert!(!this.knows_dead(&elsewhere));
        let blind = Process { host: String::new(), ..this };
        assert!(!blind.knows_dead(&Process { host: String::new(), ..other }));
    }
}
