//! The limits that the kernel does not have for a whole tree of processes.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::tree::Tree;
use super::{Command, Limit};
use crate::proc::{Process, Usage};

/// How often a tree's use of time and memory is looked at. Looking costs about
/// 30 µs for each process.
pub(super) const SAMPLE_INTERVAL: Duration = Duration::from_millis(20);

/// In how many samples the work folder is measured once: that costs a system
/// call for every file.
const SAMPLES_PER_MEASUREMENT: u32 = 10;

/// Looks at what a tree uses, at intervals.
pub(super) struct Watch<'a> {
    pub(super) command: &'a Command,
    wall: Duration,
    cpu: Duration,
    pub(super) started: Instant,
    sampled: Instant,
    samples: u32,
    pub(super) cpu_seen: Duration,
}

impl Watch<'_> {
    pub(super) fn new(command: &Command, wall: Duration, cpu: Duration) -> Watch<'_> {
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
    pub(super) fn limit_met(&mut self, tree: &Tree) -> Option<Limit> {
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
        let processes = tree.inside.processes();
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
        if tree.scratch.is_full() {
            return Some(Limit::Files);
        }
        if self.samples.is_multiple_of(SAMPLES_PER_MEASUREMENT)
            && let Some(work) = &self.command.work
            && work.writable
            && size_of_folder(&work.path, 0) > limits.scratch
        {
            return Some(Limit::Files);
        }
        None
    }
}

/// How deep folders may be nested in a work folder. No compiler comes near.
const DEPTH: u32 = 64;

/// The bytes that a folder holds, at least a block for every file; all there are
/// if it is nested too deeply to be measured.
fn size_of_folder(folder: &Path, depth: u32) -> u64 {
    if depth == DEPTH {
        return u64::MAX;
    }
    let mut size = 0u64;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(meta) = entry.metadata() else { continue };
        size = size.saturating_add((meta.blocks() * 512).max(4096));
        if meta.is_dir() {
            size = size.saturating_add(size_of_folder(&entry.path(), depth + 1));
        }
    }
    size
}

/// The resources that processes use together at one moment.
pub(super) fn usage(processes: &[Process]) -> Usage {
    processes.iter().filter_map(Process::usage).fold(Usage::default(), |all, one| Usage {
        cpu: all.cpu + one.cpu,
        memory: all.memory + one.memory,
        threads: all.threads + one.threads,
        ..all
    })
}
