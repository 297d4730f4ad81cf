//! A machine in trouble while a campaign runs: whatever the trouble, and whatever
//! the family of compilers, nothing comes of it that looks like a bug.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::Value;
use toolchains::{Cache, Spec};

use crate::ends::descendants;
use crate::support::{Home, Said, cache};

type Family = (&'static str, &'static str, &'static str);

/// One target of each family: a compiler that checks, a compiler inside a warm
/// JVM, programs that are built and run, programs that run in a warm JVM, and a
/// compiler that leaves files between its runs. Each with an engine and a mode
/// in which a correct compiler gives no finding.
const FAMILIES: [Family; 5] = [
    ("rustc", "rules", "well-typed"),
    ("javac@17", "api", "well-typed"),
    ("go", "channels", "terminating"),
    ("kotlinx-coroutines@1.11.0", "channels", "terminating"),
    ("ghc@9.6+O0", "functional", "behaviour"),
];

/// The arguments of a campaign on a target, which is installed if it is missing.
fn fuzz((target, engine, mode): Family) -> Vec<String> {
    let toolchain = target.split('+').next().unwrap_or(target);
    let spec: Spec = toolchain.parse().expect("it is in the catalogue");
    let cache = Cache::open(Some(cache())).expect("there is a folder for it");
    let found = cache.find(&spec).or_else(|_| cache.install(&spec, &mut |_| {}));
    found.unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
    let mut args = endless(target, engine, mode);
    args.extend(["--count", "120", "--for", "5s"].map(String::from));
    args
}

/// The arguments of a campaign that does not end.
fn endless(target: &str, engine: &str, mode: &str) -> Vec<String> {
    let words = ["fuzz", "--target", target, "--engine", engine, "--mode", mode];
    let more = ["--seed", "5", "--jobs", "2", "--json"];
    words.iter().chain(&more).map(|&word| word.to_owned()).collect()
}

fn words(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

/// Asserts that the campaign found nothing: it came to an end, or said what is
/// wrong with the machine.
#[track_caller]
fn assert_no_finding(said: &Said, trouble: &str) {
    assert!(matches!(said.code, Some(0 | 3)), "{trouble}: {said:?}");
    if said.code == Some(0) {
        let summary: Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!(summary["buckets"], serde_json::json!([]), "{trouble}: {summary}");
    }
}

/// The homes in which something is tried on a family: one of the user who runs the
/// tests and, if that is root, one of an ordinary user, for a compiler that everybody
/// can use and that needs nothing from root's cache.
fn homes((target, ..): Family) -> Vec<Home> {
    let ordinary = (target == "go").then(Home::of_an_ordinary_user).flatten();
    std::iter::once(Home::new()).chain(ordinary).collect()
}

/// Without any trouble, for comparison: as an ordinary user, with nothing cached.
#[test]
fn an_ordinary_user_needs_nothing_from_root() {
    for family in [FAMILIES[1], FAMILIES[2]] {
        let Some(home) = Home::of_an_ordinary_user() else { return };
        let (target, engine, mode) = family;
        let mut args = endless(target, engine, mode);
        args.extend(["--count", "60"].map(String::from));
        let said = home.run(&words(&args)).ends(0);
        let summary: Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!(summary["families"], 60, "{family:?}: {summary}");
        assert_eq!(summary["as_expected"], summary["verdicts"], "{family:?}: {summary}");
    }
}

#[test]
fn a_full_temporary_folder() {
    side_by_side(|family: Family| {
        let args = fuzz(family);
        for size in ["400000", "4000000"] {
            for home in homes(family) {
                let mounts = ["--size", size, "--tmpfs", &home.text("tmp")];
                let said = home.run_with(&mounts, &words(&args));
                assert_no_finding(&said, &format!("{family:?} with {size} bytes"));
            }
        }
    });
}

#[test]
fn too_few_descriptors() {
    side_by_side(|family: Family| {
        let args = fuzz(family);
        for most in [14, 30] {
            for home in homes(family) {
                let said = home.run_after(&format!("ulimit -n {most}"), &words(&args));
                assert_no_finding(&said, &format!("{family:?} with {most} descriptors"));
            }
        }
    });
}

/// Starts the program, which writes to files of its folder.
fn start(home: &Home, args: &[String]) -> Child {
    let outputs = ["stdout", "stderr"].map(|name| fs::File::create(home.path(name)).unwrap());
    let [stdout, stderr] = outputs;
    home.command(&words(args)).stdout(stdout).stderr(stderr).spawn().unwrap()
}

/// A campaign that is under way.
struct UnderWay {
    home: Home,
    child: Child,
}

impl UnderWay {
    /// Waits until the canaries have passed and a shard is being worked on.
    fn start(home: Home, args: &[String]) -> UnderWay {
        let mut child = start(&home, args);
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                panic!("{args:?} ended with {status}: {}", home.read("stderr"));
            }
            let listed = home.run(&["campaigns", "--json"]);
            let campaigns: Value = serde_json::from_str(&listed.stdout).unwrap_or_default();
            if campaigns[0]["leased"].as_u64().is_some_and(|shards| shards > 0) {
                return UnderWay { home, child };
            }
            sleep(Duration::from_millis(500));
        }
    }

    /// Asserts that it finds nothing from now on, for some seconds.
    #[track_caller]
    fn finds_nothing(mut self, trouble: &str) {
        for _ in 0..50 {
            if let Some(status) = self.child.try_wait().unwrap() {
                // It has noticed.
                assert_eq!(status.code(), Some(3), "{trouble}: {}", self.home.read("stderr"));
                break;
            }
            sleep(Duration::from_millis(200));
        }
        let _ = self.child.kill();
        self.child.wait().unwrap();
        let found = self.home.run(&["findings", "--all", "--json"]);
        assert_eq!(found.stdout.trim(), "[]", "{trouble}");
    }
}

/// From some moment on, no new process gets the memory that it needs.
#[test]
fn memory_that_runs_out() {
    side_by_side(|family: Family| {
        let (target, engine, mode) = family;
        fuzz(family); // It is installed now.
        let under_way = UnderWay::start(Home::new(), &endless(target, engine, mode));
        // Enough for ourselves, and too little for a compiler.
        let id = under_way.child.id();
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
        let kilobytes: u64 = size.trim().trim_end_matches(" kB").parse().unwrap();
        let limit = Some((kilobytes + 80_000) * 1000);
        let limits = Rlimit { current: limit, maximum: limit };
        prlimit(Pid::from_raw(id.cast_signed()), Resource::As, limits).unwrap();
        under_way.finds_nothing(&format!("{family:?} with little memory"));
    });
}

/// A compiler is removed, or another version is being installed in its place.
#[test]
fn a_compiler_that_is_deleted() {
    let ask = |program: &str, args: &[&str]| {
        let said = Command::new(program).args(args).output().unwrap();
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    };
    let javac = fs::canonicalize(ask("sh", &["-c", "command -v javac"])).unwrap();
    let jdk = javac.parent().and_then(Path::parent).unwrap().display().to_string();
    for (folder, program, engine, mode) in [
        (ask("rustc", &["--print", "sysroot"]), "rustc", "rules", "well-typed"),
        (jdk, "javac", "api", "well-typed"),
        (ask("go", &["env", "GOROOT"]), "go", "channels", "terminating"),
    ] {
        let home = Home::new();
        let copy = home.text("compiler");
        let copied = ["-al", "-a"].into_iter().any(|how| {
            let _ = fs::remove_dir_all(&copy); // What links could not be made for.
            Command::new("cp").args([how, &folder, &copy]).status().unwrap().success()
        });
        assert!(copied, "{folder} cannot be copied");
        let target = format!("{program}@{copy}/bin/{program}");
        let under_way = UnderWay::start(home, &endless(&target, engine, mode));
        fs::remove_dir_all(&copy).unwrap();
        under_way.finds_nothing(&format!("{target} is gone"));
    }
}

/// Somebody, such as the kernel when memory is short, kills or stops processes.
#[test]
fn processes_that_are_killed_and_stopped() {
    side_by_side(|family: Family| {
        for home in homes(family) {
            let mut child = start(&home, &fuzz(family));
            let mut moment = 0_u64;
            let mut kills = 0;
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                // Spread over processes and time, without a random number generator.
                moment += 1;
                sleep(Duration::from_millis(moment * 7919 % 400));
                let started = descendants(child.id());
                let Some(victim) = started.get((moment * 31 % 97) as usize % started.len().max(1))
                else {
                    continue;
                };
                let Some(pid) = Pid::from_raw(victim.pid.cast_signed()) else { continue };
                if moment.is_multiple_of(3) {
                    let _ = kill_process(pid, Signal::STOP);
                    sleep(Duration::from_millis(200));
                    let _ = kill_process(pid, Signal::CONT);
                } else {
                    kills += u32::from(kill_process(pid, Signal::KILL).is_ok());
                }
            };
            let (stdout, stderr) = (home.read("stdout"), home.read("stderr"));
            let said = Said { code: status.code(), stdout, stderr };
            assert_no_finding(&said, &format!("{family:?} after {kills} kills"));
            assert!(kills > 0, "{family:?} was too fast");
        }
    });
}

/// Tries every family, two at a time.
fn side_by_side(with: impl Fn(Family) + Sync) {
    for pair in FAMILIES.chunks(2) {
        std::thread::scope(|scope| {
            for &family in pair {
                let with = &with;
                scope.spawn(move || with(family));
            }
        });
    }
}
