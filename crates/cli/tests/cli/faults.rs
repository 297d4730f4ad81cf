//! A machine in trouble while a campaign runs: whatever the trouble, and whatever
//! the family of compilers, nothing comes of it that looks like a bug.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
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
    let words = ["fuzz", "--target", target, "--engine", engine, "--mode", mode];
    let more = ["--count", "120", "--seed", "5", "--jobs", "2", "--for", "5s", "--json"];
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
        assert_eq!(summary["buckets"], 0, "{trouble}: {summary}");
    }
}

#[test]
fn a_full_temporary_folder() {
    let full = |family: Family| {
        let args = fuzz(family);
        for size in ["400000", "4000000"] {
            let home = Home::new();
            let mounts = ["--size", size, "--tmpfs", &home.text("tmp")];
            let said = home.run_with(&mounts, &words(&args));
            assert_no_finding(&said, &format!("{family:?} with {size} bytes"));
        }
    };
    side_by_side(full);
}

#[test]
fn too_few_descriptors() {
    let few = |family| {
        let args = fuzz(family);
        for most in [14, 30] {
            let home = Home::new();
            let inner = home.command(&words(&args));
            let mut outer = Command::new("/bin/sh");
            let script = format!("ulimit -n {most} && exec \"$0\" \"$@\"");
            outer.arg("-c").arg(script).arg(inner.get_program()).args(inner.get_args());
            outer.envs(inner.get_envs().filter_map(|(key, value)| Some((key, value?))));
            outer.current_dir(home.path("")).stdin(Stdio::null());
            let said = Said::of(outer.output().unwrap());
            assert_no_finding(&said, &format!("{family:?} with {most} descriptors"));
        }
    };
    side_by_side(few);
}

/// Somebody, such as the kernel when memory is short, kills or stops processes.
#[test]
fn processes_that_are_killed_and_stopped() {
    let kill = |family| {
        let home = Home::new();
        let outputs = ["stdout", "stderr"].map(|name| fs::File::create(home.path(name)).unwrap());
        let [stdout, stderr] = outputs;
        let mut command = home.command(&words(&fuzz(family)));
        let mut child = command.stdout(stdout).stderr(stderr).spawn().unwrap();
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
        let read = |name: &str| fs::read_to_string(home.path(name)).unwrap();
        let said = Said { code: status.code(), stdout: read("stdout"), stderr: read("stderr") };
        assert_no_finding(&said, &format!("{family:?} after {kills} kills"));
        assert!(kills > 0, "{family:?} was too fast");
    };
    side_by_side(kill);
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
