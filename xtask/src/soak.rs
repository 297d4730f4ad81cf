//! `cargo xtask soak`: campaigns on a machine in trouble, for as long as you like.
//!
//! Several processes work side by side, with one temporary folder and one cache.
//! Meanwhile compilers and the processes themselves are killed and stopped, the
//! temporary folder is filled up, and all processors are busy; for some processes
//! the clock jumps by days, or memory runs out. Nothing of that may become a
//! finding, get lost, or be left behind. What is found must be there in peace, too: then
//! it is a matter of the compiler or of the engine.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use procfs::process::{Process, all_processes};
use rustix::process::{Pid, Signal, kill_process};
use store::{OpenMode, Store};

use crate::common::{cache, cargo, toolchain};

/// What is tested: a target of each family, with an engine, a mode in which a correct
/// compiler gives no finding, and how many seconds a process works on it. Half of them must be
/// enough to open the target with so little of the processors.
const CAMPAIGNS: [([&str; 3], u32); 5] = [
    (["rustc", "rules", "well-typed"], 40),
    (["javac@17", "api", "well-typed"], 40),
    (["go", "channels", "terminating"], 40),
    (["kotlinx-coroutines@1.11.0", "channels", "terminating"], 480),
    (["ghc@9.6+O0", "functional", "behaviour"], 40),
];

/// The folder for temporary files.
const TEMPORARY: &str = "tmp";

/// How much it holds.
const ROOM: &str = "600000000";

/// Threads that do nothing but keep the processors busy.
const BUSY: usize = 20;

/// The library that makes the clock jump.
const CLOCK: &str = include_str!("soak/clock.rs");

/// How much memory each process may address where memory is to run out, in
/// kilobytes. With the first nothing can be compiled, with the last nearly
/// everything.
const MEMORY: [&str; 4] = ["300000", "1000000", "3000000", "7000000"];

/// Runs the command: itself once more, where the temporary folder is a small file
/// system of its own.
pub(crate) fn run(time: Duration, inside: Option<PathBuf>) -> anyhow::Result<()> {
    let Some(folder) = inside else {
        let folder = tempfile::tempdir()?;
        let temporary = folder.path().join(TEMPORARY);
        fs::create_dir(&temporary)?;
        let mut bwrap = Command::new("bwrap");
        bwrap.args(["--dev-bind", "/", "/", "--size", ROOM, "--tmpfs"]).arg(temporary);
        bwrap.arg(std::env::current_exe()?).args(["soak", "--inside"]).arg(folder.path());
        let status = bwrap.arg("--seconds").arg(time.as_secs().to_string()).status()?;
        if !status.success() {
            bail!("it did not pass; its stores are in {}", folder.keep().display());
        }
        return Ok(());
    };
    let built = cargo().args(["build", "--release", "-p", "wellsmith"]).status()?;
    ensure!(built.success(), "wellsmith does not compile");
    let cache = cache()?;
    for ([target, ..], _) in CAMPAIGNS {
        toolchain(&cache, target)?;
    }
    let soak = Soak { folder, until: Instant::now() + time, running: Mutex::default() };
    soak.compile_clock()?;
    soak.run()
}

struct Soak {
    /// For the stores, and the folder for temporary files.
    folder: PathBuf,
    until: Instant,
    /// The processes that work, by their ids, and since when nothing of theirs is spared.
    running: Mutex<Vec<(u32, Instant)>>,
}

impl Soak {
    fn run(&self) -> anyhow::Result<()> {
        let orphans_before = orphans()?;
        let over = AtomicBool::new(false);
        let done = std::thread::scope(|scope| {
            let campaigns: Vec<_> =
                (0..CAMPAIGNS.len()).map(|at| scope.spawn(move || self.campaign(at))).collect();
            let trouble = scope.spawn(|| self.make_trouble(&over));
            for _ in 0..BUSY {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let done: Vec<_> = campaigns.into_iter().map(|campaign| campaign.join()).collect();
            over.store(true, Ordering::Relaxed);
            println!("{}", trouble.join().expect("it does not panic"));
            done
        });
        // All are told, also if one did not pass.
        let mut failed = Vec::new();
        for runs in done {
            match runs.expect("it does not panic") {
                Ok(runs) => println!("{runs}"),
                Err(why) => failed.push(format!("{why:#}")),
            }
        }
        ensure!(failed.is_empty(), "{}", failed.join("\n"));
        for at in 0..CAMPAIGNS.len() {
            self.see_again(at)?;
        }
        let left: Vec<_> = fs::read_dir(self.temporary())?.flatten().collect();
        ensure!(left.is_empty(), "left in the temporary folder: {left:?}");
        let marker = self.folder.display().to_string();
        let others = all_processes()?.flatten().filter(|process| {
            process.pid() != std::process::id().cast_signed()
                && process.cmdline().is_ok_and(|words| words.concat().contains(&marker))
        });
        let others: Vec<i32> = others.map(|process| process.pid()).collect();
        ensure!(others.len() <= 1, "left running: {others:?}"); // `bwrap` around us
        let orphans: Vec<i32> =
            orphans()?.into_iter().filter(|id| !orphans_before.contains(id)).collect();
        ensure!(orphans.is_empty(), "sandboxes without a parent: {orphans:?}");
        println!("no false finding, nothing lost, nothing left");
        Ok(())
    }

    /// Tries again in peace what a campaign has found.
    fn see_again(&self, at: usize) -> anyhow::Result<()> {
        let ([target, ..], _) = CAMPAIGNS[at];
        let store = Store::open(self.store(at), OpenMode::Existing)?;
        for campaign in store.campaigns()? {
            for bucket in store.buckets(campaign.id)? {
                let mut replay = Command::new(wellsmith());
                replay.env("TMPDIR", self.temporary()).arg("replay").arg(&bucket.id);
                let seen = replay.arg("--store").arg(self.store(at)).output()?;
                let told = String::from_utf8_lossy(&seen.stdout);
                let signature = &bucket.signature;
                ensure!(seen.status.code() == Some(1), "{target}: {signature}, but {told}");
                println!("{target}: {signature}, also in peace:\n{told}");
            }
        }
        Ok(())
    }

    fn compile_clock(&self) -> anyhow::Result<()> {
        let source = self.folder.join("clock.rs");
        fs::write(&source, CLOCK)?;
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "--crate-type", "cdylib", "-o"]).arg(self.clock());
        ensure!(rustc.arg(source).status()?.success(), "the library does not compile");
        Ok(())
    }

    fn clock(&self) -> PathBuf {
        self.folder.join("clock.so")
    }

    /// Starts wellsmith; the first time in peace, later with another hardship each
    /// time.
    fn start(&self, run: usize) -> Command {
        let hardship = if run == 0 { 0 } else { run % 3 };
        let mut command = match hardship {
            1 => {
                let limit = MEMORY[run / 3 % MEMORY.len()];
                let mut shell = Command::new("/bin/sh");
                shell.arg("-c").arg(format!("ulimit -v {limit} && exec \"$0\" \"$@\""));
                shell.arg(wellsmith());
                shell
            }
            _ => Command::new(wellsmith()),
        };
        if hardship == 2 {
            command.env("LD_PRELOAD", self.clock());
        }
        command.env("TMPDIR", self.temporary());
        command
    }

    fn temporary(&self) -> PathBuf {
        self.folder.join(TEMPORARY)
    }

    fn store(&self, at: usize) -> PathBuf {
        // Not in the small file system: a full store is another matter.
        self.folder.join(format!("{at}.db"))
    }

    /// Works on one campaign, again and again, until the time is over.
    fn campaign(&self, at: usize) -> anyhow::Result<String> {
        let ([target, engine, mode], seconds) = CAMPAIGNS[at];
        let (mut runs, mut killed, mut programs) = (0, 0, 0);
        loop {
            // At the end it is left in peace, so that everything is cleared up.
            let last = Instant::now() >= self.until;
            let mut wellsmith = self.start(if last { 0 } else { runs });
            wellsmith.arg("fuzz");
            match runs {
                0 => wellsmith.args(["--target", target, "--engine", engine, "--mode", mode]),
                _ => wellsmith.arg("--resume"),
            };
            wellsmith.arg("--store").arg(self.store(at)).args(["--json", "--for"]);
            wellsmith.arg(format!("{}s", if last { 1 } else { seconds }));
            let child = wellsmith.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
            // Every other process is spared until its target is open: one that takes minutes
            // for that would never judge a program.
            let spared = Duration::from_secs(1) * (seconds / 2) * u32::from(runs % 2 == 0);
            let output = self.wait(child, (!last).then(|| Instant::now() + spared))?;
            runs += 1;
            let told = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                // Nothing found, or something that is tried again at the end; or no
                // verdicts, or no target that works, any more.
                Some(0 | 1 | 3) => {}
                // By us, or by the allocator: there was no memory for wellsmith itself.
                None => killed += 1,
                Some(4) if told.contains("MemError") => killed += 1,
                other => {
                    let said = String::from_utf8_lossy(&output.stdout);
                    anyhow::bail!("{target}: wellsmith ended with {other:?}: {said}{told}");
                }
            }
            if let Ok(store) = Store::open(self.store(at), OpenMode::Existing) {
                let done = store.latest_campaign()?.context("there is a campaign")?;
                let now = store.progress(done.id)?.programs;
                ensure!(now >= programs, "{target}: {programs} programs became {now}");
                programs = now;
            } else {
                runs = 0; // It was killed before there was a store.
            }
            if last {
                ensure!(programs > 0, "{target}: no program was judged in {runs} runs");
                return Ok(format!(
                    "{target}: {programs} programs in {runs} runs, {killed} of them killed"
                ));
            }
        }
    }

    /// Waits for a process, in which trouble is made from a moment on, if at all.
    fn wait(&self, child: Child, trouble: Option<Instant>) -> anyhow::Result<Output> {
        let id = child.id();
        let running = || self.running.lock().expect("no holder panics");
        running().extend(trouble.map(|from| (id, from)));
        let output = child.wait_with_output();
        running().retain(|(other, _)| *other != id);
        Ok(output?)
    }

    /// Kills, stops and fills up, until it is over. Says how often.
    fn make_trouble(&self, over: &AtomicBool) -> String {
        let (mut kills, mut own, mut stops, mut fills) = (0, 0, 0, 0);
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            (state >> 33) as usize % below.max(1)
        };
        while !over.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(random(1500) as u64));
            let mut running = self.running.lock().expect("no holder panics").clone();
            running.retain(|(_, from)| *from <= Instant::now());
            let Some(&(process, _)) = running.get(random(running.len())) else { continue };
            match random(20) {
                0 => own += u32::from(signal(process, Signal::KILL)),
                1 => fills += u32::from(fill(&self.temporary()).is_ok()),
                choice => {
                    let below = descendants(process);
                    let Some(&victim) = below.get(random(below.len())) else { continue };
                    if choice < 12 {
                        kills += u32::from(signal(victim, Signal::KILL));
                    } else {
                        stops += u32::from(signal(victim, Signal::STOP));
                        sleep(Duration::from_millis(300));
                        signal(victim, Signal::CONT);
                    }
                }
            }
        }
        format!(
            "killed {kills} compilers and programs and {own} processes of ours, \
             stopped {stops}, filled the folder {fills} times"
        )
    }
}

fn wellsmith() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Path::new(&target).join("release/wellsmith")
}

fn signal(process: u32, signal: Signal) -> bool {
    Pid::from_raw(process.cast_signed()).is_some_and(|pid| kill_process(pid, signal).is_ok())
}

/// Fills a folder's file system for some seconds.
fn fill(folder: &Path) -> anyhow::Result<()> {
    let mut file = tempfile::tempfile_in(folder)?;
    while file.write_all(&[1; 1 << 20]).is_ok() {}
    sleep(Duration::from_secs(3));
    Ok(())
}

/// The processes of sandboxes whose parents have ended.
fn orphans() -> anyhow::Result<Vec<i32>> {
    let stats = all_processes()?.flatten().filter_map(|process| process.stat().ok());
    Ok(stats.filter(|stat| stat.comm == "bwrap" && stat.ppid == 1).map(|stat| stat.pid).collect())
}

/// The children of a process, their children, and so on.
fn descendants(process: u32) -> Vec<u32> {
    let all: Vec<(i32, i32)> = all_processes()
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|process: Process| Some((process.pid(), process.stat().ok()?.ppid)))
        .collect();
    let mut found = Vec::new();
    let mut parents = vec![process.cast_signed()];
    while let Some(parent) = parents.pop() {
        for &(child, _) in all.iter().filter(|(_, of)| *of == parent) {
            parents.push(child);
            found.push(child.cast_unsigned());
        }
    }
    found
}
