//! What is tested once for all, on the compiler that starts fastest.

use std::fs;
use std::path::Path;
use std::time::Duration;

use case::Outcome;
use rustix::process::{Pid, Signal, kill_process};
use targets::jvm::{Coverage, Settings, TimeLimit};
use targets::{End, Target, verdicts};

use crate::support::*;

const GOOD: &str = "class Main { java.util.List<String> names; }\n";

/// Takes the compiler a time that doubles with `n`: the type of the last
/// variable is a tree of that height. With 18, it is about a second.
fn slow(n: u32) -> String {
    let steps: String = (0..n).map(|i| format!("    var x{} = p(x{i});\n", i + 1)).collect();
    format!(
        "class Main {{\n  static class P<A, B> {{}}\n  static <T> P<T, T> p(T t) {{ return null; }}\n  \
         void m() {{\n    var x0 = 1;\n{steps}  }}\n}}\n"
    )
}

#[test]
fn a_mixed_batch() {
    let mut javac = open("javac@17", &settings());
    let report = javac.submit(&[
        "public class A {\n  String a() {\n    return 1;\n  }\n}\n",
        "class Main { void m() { int x = ; } }\n",
        "class Main { Helper h; }\nclass Helper {}\n",
        // Found by flow analysis, after all attribution.
        "class Main { int m(boolean b) { if (b) return 1; } }\n",
        "class Main { Helper h; }\n",
        "import java.util.*; class Main { Set<? extends Number> s = new HashSet<Integer>(); }\n",
    ]);
    assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);
    let error = &rejected(&report, 0)[0];
    assert_eq!((error.line, error.syntax), (Some(3), false));
    assert_eq!(error.code.as_deref(), Some("compiler.err.prob.found.req"));
    let error = &rejected(&report, 1)[0];
    assert_eq!((error.line, error.syntax), (Some(1), true));
    assert!(silent(&report, 2));
    let error = &rejected(&report, 3)[0];
    assert_eq!(error.code.as_deref(), Some("compiler.err.missing.ret.stmt"));
    // Programs do not see each other's classes, and messages do not show the
    // package.
    let error = &rejected(&report, 4)[0];
    assert!(!error.message.contains("ws"), "{error}");
    assert!(silent(&report, 5));
}

#[test]
fn a_package_of_its_own() {
    let mut javac = open("javac@17", &settings());
    let program = "/* Ours. */\npackage a.b; // and so on\nclass Main { int x = \"\"; }\n";
    let found = verdicts(&mut javac, &[program, GOOD, program]);
    for of_its_own in [0, 2] {
        let Outcome::Rejected(errors) = &found.outcomes[of_its_own] else {
            panic!("{:?}", found.outcomes)
        };
        assert_eq!((errors.len(), errors[0].line), (1, Some(3)));
    }
    assert_eq!(found.outcomes[1], Outcome::Accepted);
}

#[test]
fn an_overflow_of_the_stack_is_found_among_others() {
    let mut javac = open("javac@17", &settings());
    // The parser, which comes first, recurses once for each sign. A phase behind
    // it may or may not have room enough, as its code is compiled already or not.
    let deep = |sign: &str| format!("class Main {{ int x = {}1; }}\n", sign.repeat(300_000));
    let (tilde, bang) = (deep("~"), deep("!"));
    let ill_typed = "class Main { int x = \"\"; }\n";
    let found = verdicts(&mut javac, &[GOOD, GOOD, &tilde, ill_typed, GOOD, &bang, GOOD]).outcomes;
    let signature = |outcome: &Outcome| match outcome {
        Outcome::Crashed(crash) => crash.signature.clone(),
        other => panic!("it did not crash: {other}"),
    };
    for deep in [2, 5] {
        let recursion =
            "java.lang.StackOverflowError < com.sun.tools.javac.parser.JavacParser.term3";
        assert_eq!(signature(&found[deep]), recursion);
    }
    assert!(matches!(found[3], Outcome::Rejected(_)), "{}", found[3]);
    for good in [0, 1, 4, 6] {
        assert_eq!(found[good], Outcome::Accepted);
    }
}

#[test]
fn the_deadline() {
    let second = Duration::from_secs(1);
    let limit = TimeLimit { cpu: second, cold: 7 * second, wall: 600 * second };
    let mut javac = open("javac@17", &Settings { batch_limit: limit, ..settings() });
    let slow = slow(24);
    let found = verdicts(&mut javac, &[GOOD, &slow, GOOD]);
    assert!(matches!(found.outcomes[1], Outcome::TimedOut(_)), "{}", found.outcomes[1]);
    assert_eq!((&found.outcomes[0], &found.outcomes[2]), (&Outcome::Accepted, &Outcome::Accepted));
    // The compiler said where it was.
    assert_eq!(found.runs.iter().map(|run| run.programs).collect::<Vec<_>>(), [3, 1, 2]);
}

#[test]
fn wall_clock_time_is_no_verdict() {
    let second = Duration::from_secs(1);
    let limit = TimeLimit { cpu: 600 * second, cold: second, wall: 3 * second };
    let mut javac = open("javac@17", &Settings { batch_limit: limit, ..settings() });
    let end = javac.submit(&[GOOD, &slow(24)]).end;
    assert!(matches!(end, End::Failed(_)), "{end:?}");
}

#[test]
fn a_host_that_is_killed() {
    // A host of its own, which can be told from those of other tests.
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut javac = open("javac@17", &Settings::new(cache.path().to_owned()));
    javac.submit(&[GOOD]);
    let first = jvm_in(cache.path()).expect("the host is there");
    let slow = slow(19);
    let report = std::thread::scope(|scope| {
        let work = scope.spawn(|| javac.submit(&[GOOD, "class Main { int x = \"\"; }\n", &slow]));
        let before = cpu_ticks(first);
        while cpu_ticks(first) < before + 20 {
            std::thread::sleep(Duration::from_millis(5));
        }
        kill_process(first, Signal::KILL).expect("it is ours");
        work.join().expect("it does not panic")
    });
    assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);
    assert!(silent(&report, 0) && silent(&report, 2) && !rejected(&report, 1).is_empty());
    let second = jvm_in(cache.path()).expect("the host is there again");
    assert_ne!(first, second);
    drop(javac);
    assert_eq!(jvm_in(cache.path()), None);
}

#[test]
fn a_sample_goes_through_all_phases() {
    // A method that is too large is found when its code is generated.
    let body = "x(\"some text\" + args.length);".repeat(10_000);
    let large =
        format!("class Main {{ void x(String s) {{}} void m(String... args) {{ {body} }} }}\n");
    let ill_typed = "class Main { int x = \"\"; }\n";
    let outcomes = |full_every, number| {
        let other = format!("class Main {{ int x = {number}; }}\n");
        let mut javac = open("javac@17", &Settings { full_every, ..settings() });
        verdicts(&mut javac, &[&large, &other, ill_typed]).outcomes
    };
    for (full_every, number, accepted) in [(0, 0, true), (1, 0, false)] {
        let found = outcomes(full_every, number);
        assert_eq!(found[0].is_accepted(), Some(accepted), "{}", found[0]);
        assert_eq!((&found[1], found[2].is_accepted()), (&Outcome::Accepted, Some(false)));
    }
    let mut javac = open("javac@17", &settings());
    assert!(matches!(javac.confirm(&large).outcome, Outcome::Rejected(_)));
}

#[test]
fn coverage() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = settings();
    let coverage = Coverage::open(&toolchain("jacoco"), folder.path(), &settings.cache)
        .unwrap_or_else(|error| panic!("{error}"));
    let javac = toolchain("javac@17");
    let lines = |program: &str| {
        let covered = Settings { coverage: Some(coverage.clone()), ..settings.clone() };
        assert!(matches!(open("javac@17", &covered).submit(&[program]).end, End::FinishedAll));
        let reports = coverage.report(&javac, &[vec![folder.path().to_owned()]]);
        let [packages] = &reports.unwrap_or_else(|error| panic!("{error}"))[..] else { panic!() };
        let attribution = packages.iter().find(|p| p.package == "com.sun.tools.javac.comp");
        attribution.expect("it was loaded").lines
    };
    let nothing = coverage.report(&javac, &[vec![folder.path().to_owned()]]);
    let nothing = nothing.unwrap_or_else(|error| panic!("{error}"));
    assert!(nothing[0].iter().all(|package| package.lines.0 == 0 && package.functions.0 == 0));
    let (few, all) = lines(GOOD);
    assert!(few > 0 && few < all);
    // What others have run is kept, and a switch runs what was not run before.
    let switch =
        "class Main { int m(int x) { switch (x) { case 1: return 2; default: return 3; } } }\n";
    let (more, _) = lines(switch);
    assert!(more > few && more < all, "{few} {more} {all}");
}

/// The JVM whose class path is in this folder.
fn jvm_in(folder: &Path) -> Option<Pid> {
    let folder = folder.to_str().expect("a plain path");
    let mut found = fs::read_dir("/proc").expect("this is Linux").filter_map(|entry| {
        let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let words = fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
        (words.split('\0').next()?.ends_with("/java") && words.contains(folder)).then_some(pid)
    });
    found.next().and_then(Pid::from_raw)
}

/// The processor time that a process has used, in hundredths of a second.
fn cpu_ticks(pid: Pid) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let fields = stat.rsplit(')').next().expect("a name").split_whitespace();
    fields.skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum()
}
