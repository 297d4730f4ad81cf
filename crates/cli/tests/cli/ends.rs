//! Ways to end: killed, interrupted, and two processes at one campaign.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use store::{CampaignId, OpenMode, Store};

use crate::planted::{self, without_times};
use crate::support::{Home, query};

/// In so many homes campaigns are killed side by side ...
const HOMES: u32 = 2;
/// ... and in each of them so often.
const KILLS: u32 = 26;
/// The time from a start, over the self-test, into the first shards.
const START: Duration = Duration::from_millis(2500);
/// Nothing here takes as long, however busy the machine is.
const FOREVER: Duration = Duration::from_secs(300);

#[test]
fn kills_lose_nothing_and_leave_nothing_running() {
    let undisturbed = planted::campaign();
    std::thread::scope(|scope| {
        for number in 0..HOMES {
            scope.spawn(move || {
                let home = Home::new();
                let met = kill_again_and_again(&home, number);
                assert!(met.shards > 0 && met.processes > 0, "no kill ever met work: {met:?}");
                home.run(&["fuzz", "--resume", "--json"]);
                let kept = Kept::of(&home);
                for campaign in &kept.campaigns {
                    let args = ["fuzz", "--resume", &campaign.to_string(), "--for", "0s", "--json"];
                    assert_eq!(
                        without_times(home.run(&args).ends(0).json()),
                        without_times(undisturbed.summary.clone()),
                        "as if nothing had happened"
                    );
                    assert_eq!(seen(&home, *campaign), seen(&undisturbed.home, 1));
                }
                let left: Vec<_> = fs::read_dir(home.path("tmp")).unwrap().collect();
                assert!(left.is_empty(), "work folders are left: {left:?}");
                // A kill costs what the two workers were at.
                let again: i64 = kept.shards.values().map(|epoch| epoch - 1).sum();
                assert!(again <= i64::from(2 * KILLS), "{again} shards were done again");
            });
        }
    });
}

/// What was under way when campaigns were killed, over all kills.
#[derive(Debug, Default)]
struct Met {
    shards: usize,
    processes: usize,
}

/// Starts, or goes on with, a campaign and kills it, again and again. When it
/// comes to its end in spite of that, the next one is started.
fn kill_again_and_again(home: &Home, number: u32) -> Met {
    let complete = Kept::of(&planted::campaign().home).shards.len();
    let mut reported = BTreeSet::new();
    let mut met = Met::default();
    let mut kills = 0;
    while kills < KILLS {
        let before = Kept::of(home);
        let args = if before.shards.len() == complete * before.campaigns.len() {
            planted::start()
        } else {
            vec!["fuzz", "--resume", "--jobs", "2"]
        };
        let mut run = Run::start(home, &args);
        if kills % 6 == 5 {
            run.wait_until("a shard is done", || Kept::of(home).shards.len() > before.shards.len());
        }
        // Moments that are spread evenly, for all homes together.
        let part = f64::from(kills * HOMES + number) * 0.618_033_988_75;
        sleep(START.mul_f64(part.fract()));
        let ended = if run.child.try_wait().unwrap().is_some() {
            run.wait()
        } else {
            let (ended, processes) = run.kill();
            kills += 1;
            met.processes += processes;
            ended
        };
        reported.extend(ended.reported());
        let after = Kept::of(home);
        assert!(after.findings.is_superset(&before.findings), "{before:?}\n{after:?}");
        assert!(after.findings.is_superset(&reported), "{reported:?}\n{after:?}");
        for (shard, epoch) in &before.shards {
            assert_eq!(after.shards.get(shard), Some(epoch), "what is done is not done again");
        }
        met.shards += after.leased;
    }
    assert!(!reported.is_empty(), "no finding was reported before a kill");
    met
}

#[test]
fn an_interrupt_finishes_what_is_under_way() {
    let home = Home::new();
    let endless = ["fuzz", "--target", planted::target(), "--seed", "7", "--jobs", "2"];
    let run = Run::start(&home, &endless);
    run.wait_until("something was found", || !Kept::of(&home).findings.is_empty());
    run.wait_until("there is a sandbox", || run.is_anyone_left());
    run.interrupt();
    let ended = run.wait();
    assert_eq!(ended.status.code(), Some(1), "{}", ended.stderr);
    for piece in ["1 new suspected bug found", "Continue it with `wellsmith fuzz --resume 1`"] {
        assert!(ended.stdout.contains(piece), "{piece:?} is not in:\n{}", ended.stdout);
    }
    assert!(ended.stderr.contains("running batch"), "{}", ended.stderr);
    let kept = Kept::of(&home);
    assert_eq!(kept.leased, 0, "nothing is left half done");
    assert!(ended.reported().is_subset(&kept.findings));

    let on = home.run(&["fuzz", "--resume", "--for", "0s", "--json"]).ends(0).json();
    assert_eq!((&on["campaign"], &on["families"]), (&1.into(), &kept.programs.into()));
}

#[test]
fn a_second_interrupt_ends_at_once() {
    // If both workers are about to finish, they may do so before the second.
    for _ in 0..10 {
        let home = Home::new();
        let endless = ["fuzz", "--target", planted::target(), "--seed", "7", "--jobs", "2"];
        let run = Run::start(&home, &endless);
        run.wait_until("a shard is done", || !Kept::of(&home).shards.is_empty());
        run.interrupt();
        run.wait_until("it says so", || run.said().contains("press Ctrl-C to quit now"));
        let before = Kept::of(&home);
        run.interrupt();
        let ended = run.wait();
        if ended.status.code() == Some(130) {
            let after = Kept::of(&home);
            assert!(after.shards.len() >= before.shards.len());
            assert!(ended.reported().is_subset(&after.findings));
            let resume = "continue with `wellsmith fuzz --resume 1`";
            assert!(ended.stderr.contains(resume), "{}", ended.stderr);
            return;
        }
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{}", ended.stderr);
    }
    panic!("the second interrupt never came in time");
}

#[test]
fn two_processes_share_a_campaign() {
    let undisturbed = planted::campaign();
    let home = Home::new();
    let first = Run::start(&home, &planted::start());
    first.wait_until("there is a campaign", || !Kept::of(&home).campaigns.is_empty());
    let second = home.run(&["fuzz", "--resume", "--json"]).json();
    let first = first.wait();
    assert_eq!(first.status.code(), Some(1), "{}", first.stderr);
    assert_eq!(without_times(second), without_times(undisturbed.summary.clone()));
    assert_eq!(seen(&home, 1), seen(&undisturbed.home, 1));
    assert_eq!(Kept::of(&home).shards.into_values().max(), Some(1), "no shard was done twice");
}

/// The buckets of a campaign, and how often each was seen.
fn seen(home: &Home, campaign: i64) -> BTreeMap<String, u64> {
    let store = Store::open(home.store(), OpenMode::Existing).unwrap();
    let buckets = store.buckets(CampaignId(campaign)).unwrap();
    buckets.into_iter().map(|bucket| (bucket.signature, bucket.count)).collect()
}

/// What a store keeps.
#[derive(Debug, Default)]
struct Kept {
    campaigns: Vec<i64>,
    /// The shards that are done, by campaign, lane and number, and how often each was
    /// handed out.
    shards: BTreeMap<(i64, i64, i64), i64>,
    /// The programs of these shards.
    programs: i64,
    /// How many more shards were handed out.
    leased: usize,
    findings: BTreeSet<String>,
}

impl Kept {
    fn of(home: &Home) -> Kept {
        if !home.store().exists() {
            return Kept::default();
        }
        let store = Store::open(home.store(), OpenMode::Existing).unwrap();
        let mut kept = Kept::default();
        for campaign in store.campaigns().unwrap() {
            kept.campaigns.push(campaign.id.0);
            for bucket in store.buckets(campaign.id).unwrap() {
                let findings = store.findings(&bucket.id).unwrap();
                kept.findings.extend(findings.into_iter().map(|finding| finding.id));
            }
        }
        let sql = "SELECT campaign, lane, number, epoch, state, programs FROM shards";
        let rows: Vec<(i64, i64, i64, i64, String, i64)> = query(&home.store(), sql);
        for (campaign, lane, number, epoch, state, programs) in rows {
            if state == "done" {
                kept.shards.insert((campaign, lane, number), epoch);
                kept.programs += programs;
            } else {
                kept.leased += 1;
            }
        }
        kept
    }
}

/// The program while it runs, in a process group of its own.
struct Run<'a> {
    home: &'a Home,
    child: Child,
}

/// The program after it ran.
struct Ended {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl Ended {
    /// The findings that were reported on whole lines.
    fn reported(&self) -> BTreeSet<String> {
        let lines = self.stdout.split_inclusive('\n').filter(|line| line.ends_with(")\n"));
        let ids = lines.filter_map(|line| line.split_once("(finding "));
        ids.map(|(_, id)| id.trim_end_matches(")\n").to_owned()).collect()
    }
}

impl<'a> Run<'a> {
    fn start(home: &'a Home, args: &[&str]) -> Run<'a> {
        let [stdout, stderr] =
            ["stdout", "stderr"].map(|name| fs::File::create(home.path(name)).unwrap());
        let child =
            home.command(args).process_group(0).stdout(stdout).stderr(stderr).spawn().unwrap();
        Run { home, child }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// What it has said so far.
    fn said(&self) -> String {
        fs::read_to_string(self.home.path("stderr")).unwrap()
    }

    fn wait_until(&self, what: &str, condition: impl Fn() -> bool) {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < FOREVER, "{what}: that never came\n{}", self.said());
            sleep(Duration::from_millis(50));
        }
    }

    /// Ctrl-C on a terminal: the whole process group gets the signal.
    fn interrupt(&self) {
        kill_process_group(self.pid(), Signal::INT).unwrap();
    }

    /// Kills it, and waits until all that it had started is gone. Says how many
    /// processes that were.
    fn kill(mut self) -> (Ended, usize) {
        // Stopped, it starts nothing more while we look.
        if kill_process(self.pid(), Signal::STOP).is_ok() {
            self.wait_until("it stops", || {
                matches!(
                    Process::of(self.child.id()),
                    None | Some(Process { state: 'T' | 'Z', .. })
                )
            });
        }
        let started = descendants(self.child.id());
        self.child.kill().unwrap();
        let status = self.child.wait().unwrap();
        self.wait_until("its processes end", || {
            started.iter().all(|process| !process.is_alive()) && !self.is_anyone_left()
        });
        (Ended { status, stdout: self.home.read("stdout"), stderr: self.said() }, started.len())
    }

    /// Waits until it has ended, and nothing is left of it.
    fn wait(mut self) -> Ended {
        let status = self.child.wait().unwrap();
        self.wait_until("its processes end", || !self.is_anyone_left());
        Ended { status, stdout: self.home.read("stdout"), stderr: self.said() }
    }

    /// Whether there is a process that was given, or that sees, a file of the
    /// home.
    fn is_anyone_left(&self) -> bool {
        let marker = self.home.marker();
        processes().iter().any(|process| {
            ["cmdline", "mountinfo"].iter().any(|file| {
                let text = fs::read(format!("/proc/{}/{file}", process.pid)).unwrap_or_default();
                String::from_utf8_lossy(&text).contains(marker)
            })
        })
    }
}

/// A process, told apart from others that have the same number later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    parent: u32,
    state: char,
    started: String,
}

impl Process {
    fn of(pid: u32) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(Process {
            pid,
            state: fields[0].chars().next()?,
            parent: fields[1].parse().ok()?,
            started: fields[19].to_owned(),
        })
    }

    fn is_alive(&self) -> bool {
        Process::of(self.pid).is_some_and(|now| now.started == self.started && now.state != 'Z')
    }
}

fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(Process::of).collect()
}

/// The children of a process, their children, and so on.
pub(crate) fn descendants(pid: u32) -> Vec<Process> {
    let all = processes();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![pid];
    while let Some(parent) = parents.pop() {
        for child in all.iter().filter(|process| process.parent == parent) {
            parents.push(child.pid);
            found.push(child.clone());
        }
    }
    found
}
