//! Channel libraries of Rust, with the machine's own `rustc`.

use case::{HangEvidence, Outcome, RunEnd};
use targets::runtimes::{Runner, rust_channels};
use targets::{End, Said, Target};

use crate::support::*;

/// The libraries, each in the version that is tested.
const LIBRARIES: [(&str, &str); 3] =
    [("crossbeam-channel", "0.5"), ("flume", "0.12.0"), ("chan", "0.1.23")];

fn target(name: &str, version: &str) -> Runner {
    rust_channels(&toolchain(name, version)).expect("the library can be used")
}

/// A program with one more thread and a body for its main function.
fn crossbeam(thread: &str, body: &str) -> String {
    format!(
        "use crossbeam_channel::{{bounded, select}};\n\nfn main() {{\n    let (t1, r1) = \
         bounded::<i32>(0);\n    let (t2, r2) = bounded::<i32>(0);\n    let thread = {{\n        let \
         (t1, r1, t2, r2) = (t1.clone(), r1.clone(), t2.clone(), r2.clone());\n        \
         std::thread::spawn(move || {{\n            let _ = (&t1, &r1, &t2, &r2);\n            \
         {thread}\n        }})\n    }};\n    {body}\n    thread.join().unwrap();\n    drop((t1, r1, \
         t2, r2));\n    println!(\"ok\");\n}}\n"
    )
}

/// One thread receives on the first channel, one sends on the second, main
/// selects over their opposites and then does the other.
const MIXED_SELECT: [(&str, &str); 3] = [
    (
        "crossbeam-channel",
        "use crossbeam_channel::{bounded, select};
use std::thread;

fn main() {
    let (t1, r1) = bounded::<i32>(0);
    let (t2, r2) = bounded::<i32>(0);
    let (own_r1, own_t2) = (r1.clone(), t2.clone());
    let receiver = thread::spawn(move || own_r1.recv().unwrap());
    let sender = thread::spawn(move || own_t2.send(2).unwrap());
    select! {
        send(t1, 1) -> sent => {
            sent.unwrap();
            r2.recv().unwrap();
        }
        recv(r2) -> received => {
            received.unwrap();
            t1.send(1).unwrap();
        }
    }
    receiver.join().unwrap();
    sender.join().unwrap();
    println!(\"ok\");
}
",
    ),
    (
        "flume",
        "use flume::{bounded, Selector};
use std::thread;

fn main() {
    let (t1, r1) = bounded::<i32>(0);
    let (t2, r2) = bounded::<i32>(0);
    let (own_r1, own_t2) = (r1.clone(), t2.clone());
    let receiver = thread::spawn(move || own_r1.recv().unwrap());
    let sender = thread::spawn(move || own_t2.send(2).unwrap());
    let sent = Selector::new()
        .send(&t1, 1, |sent| { sent.unwrap(); true })
        .recv(&r2, |received| { received.unwrap(); false })
        .wait();
    if sent {
        r2.recv().unwrap();
    } else {
        t1.send(1).unwrap();
    }
    receiver.join().unwrap();
    sender.join().unwrap();
    println!(\"ok\");
}
",
    ),
    (
        "chan",
        "use chan::chan_select;
use std::thread;

fn main() {
    let (t, r) = chan::sync::<i32>(0);
    let receiver = thread::spawn(move || {
        chan_select! {
            r.recv() -> value => { value.unwrap(); },
        }
    });
    chan_select! {
        t.send(1) => {},
    }
    receiver.join().unwrap();
    println!(\"ok\");
}
",
    ),
];

#[test]
fn canaries_do_what_they_must() {
    for (name, version) in LIBRARIES {
        assert_canaries(&mut target(name, version), HangEvidence::AllBlocked);
    }
}

#[test]
fn each_program_of_a_mixed_batch_is_reported_for_itself() {
    let passes = crossbeam("t1.send(1).unwrap()", "r1.recv().unwrap();");
    let blocks = crossbeam("t1.send(1).unwrap()", "");
    let panics = crossbeam("panic!(\"number {}\", 7)", "r1.recv().unwrap();");
    let prints = crossbeam("loop { println!(\"again\") }", "");
    let report =
        target("crossbeam-channel", "0.5").submit(&[&passes, &blocks, &panics, &passes, &prints]);
    assert!(matches!(report.end, End::FinishedAll), "{report:?}");
    assert_prints(ran(&report, 0), "ok\n");
    assert_prints(ran(&report, 3), "ok\n");

    let hang = hung(ran(&report, 1));
    assert_eq!(hang.evidence, HangEvidence::AllBlocked);
    assert!(hang.text.contains("all 2 threads slept"), "{}", hang.text);
    assert!(hang.text.contains("futex"), "{}", hang.text);

    let RunEnd::Crashed(crash) = &ran(&report, 2).end else { panic!("{report:?}") };
    assert_eq!(crash.signature, "panicked in the program: number #");
    let RunEnd::Crashed(crash) = &ran(&report, 4).end else { panic!("{report:?}") };
    assert_eq!(crash.signature, "signal 25", "there is a limit to printing");
}

#[test]
fn errors_are_given_to_their_programs_and_lines() {
    let passes = crossbeam("t1.send(1).unwrap()", "r1.recv().unwrap();");
    let wrong = crossbeam("t1.send(1).unwrap()", "let _: String = r1.recv().unwrap();");
    let in_macro = crossbeam("", "select! { recv(nothing) -> _ => {} }");
    let unparsed = "fn main() {\n    let = 1;\n}\n";
    let headless = "fn helper() {}\n";
    let mut target = target("crossbeam-channel", "0.5");

    let report = target.submit(&[&passes, &wrong, headless, &in_macro]);
    assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    assert_eq!(rejected(&report, 2)[0].code.as_deref(), Some("E0425"));
    assert_eq!(rejected(&report, 3)[0].line, Some(13));

    let report = target.submit(&[&passes, &wrong]);
    let diagnostic = &rejected(&report, 1)[0];
    assert_eq!((diagnostic.code.as_deref(), diagnostic.line), (Some("E0308"), Some(13)));
    assert!(!diagnostic.syntax);

    let diagnostic = &rejected(&target.submit(&[&passes, unparsed]), 1)[0].clone();
    assert_eq!((diagnostic.line, diagnostic.syntax), (Some(2), true));
}

#[test]
fn known_hangs_are_met_again_and_crossbeam_has_none() {
    for ((name, program), version) in MIXED_SELECT.into_iter().zip(LIBRARIES.map(|l| l.1)) {
        let mut target = target(name, version);
        let report = target.submit(&[program; 20]);
        let runs: Vec<_> = (0..20).map(|program| ran(&report, program)).collect();
        if name == "crossbeam-channel" {
            for ran in runs {
                assert_prints(ran, "ok\n");
            }
            continue;
        }
        let failed = runs.iter().find(|ran| ran.failed > 0).expect("one of the programs hangs");
        assert_eq!(hung(failed).evidence, HangEvidence::AllBlocked);

        // Flume's hangs about once in a hundred runs, of which there are 600.
        let confirmed = (0..10).find_map(|_| match target.confirm(program) {
            Outcome::Ran(ran) if ran.failed == 0 => None,
            Outcome::Ran(ran) => Some(ran),
            other => panic!("it compiles: {other}"),
        });
        let confirmed = confirmed.expect("it hangs alone, too");
        assert_eq!(hung(&confirmed).evidence, HangEvidence::AllBlocked);
    }
}

#[test]
fn a_busy_machine_raises_no_alarm() {
    let (name, program) = MIXED_SELECT[0];
    let report = under_load(|| target(name, "0.5").submit(&[program; 20]));
    for program in 0..20 {
        assert_prints(ran(&report, program), "ok\n");
    }
}
