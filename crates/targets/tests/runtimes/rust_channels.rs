//! Channel libraries of Rust, with the machine's own `rustc`.

use case::{HangEvidence, Ran};
use targets::{End, Said, Settings};

use crate::support::*;

const CROSSBEAM: &str = "crossbeam-channel@0.5";
const FLUME: &str = "flume@0.12.0";
const CHAN: &str = "chan@0.1.23";

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
        CROSSBEAM,
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
        FLUME,
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
        CHAN,
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
    for library in [CROSSBEAM, FLUME, CHAN] {
        assert_canaries(&mut *target(library), HangEvidence::AllBlocked);
    }
}

#[test]
fn each_program_of_a_mixed_batch_is_reported_for_itself() {
    let passes = crossbeam("t1.send(1).unwrap()", "r1.recv().unwrap();");
    let blocks = crossbeam("t1.send(1).unwrap()", "");
    let panics = crossbeam("panic!(\"number {}\", 7)", "r1.recv().unwrap();");
    let prints = crossbeam("loop { println!(\"again\") }", "");
    let report = target(CROSSBEAM).submit(&[&passes, &blocks, &panics, &passes, &prints]);
    assert!(matches!(report.end, End::FinishedAll), "{report:?}");
    assert_prints(ran(&report, 0), "ok\n");
    assert_prints(ran(&report, 3), "ok\n");

    let hang = hung(ran(&report, 1));
    assert_eq!(hang.evidence, HangEvidence::AllBlocked);
    assert!(hang.text.contains("all 2 threads slept"), "{}", hang.text);
    assert!(hang.text.contains("futex"), "{}", hang.text);

    let crash = crashed(ran(&report, 2));
    assert_eq!(crash.signature, "panicked in the program: number #");
    let crash = crashed(ran(&report, 4));
    assert_eq!(crash.signature, "signal 25", "there is a limit to printing");
}

/// A thread that wakes a hundred times a second, as the monitor of a runtime does, is
/// not progress, on a busy machine either.
#[test]
fn a_program_that_hangs_beside_a_monitor_is_seen() {
    let monitored = crossbeam(
        "t1.send(1).unwrap()",
        "std::thread::spawn(|| loop { std::thread::sleep(std::time::Duration::from_millis(10)) });",
    );
    let mut target = target(CROSSBEAM);
    let report = target.submit(&[&monitored]);
    let hang = hung(ran(&report, 0));
    assert_eq!(hang.evidence, HangEvidence::AllBlocked);
    assert!(hang.text.contains("all 3 threads slept"), "{}", hang.text);
    let report = under_load(|| target.submit(&[&monitored]));
    assert_eq!(hung(ran(&report, 0)).evidence, HangEvidence::AllBlocked);
}

#[test]
fn errors_are_given_to_their_programs_and_lines() {
    let passes = crossbeam("t1.send(1).unwrap()", "r1.recv().unwrap();");
    let wrong = crossbeam("t1.send(1).unwrap()", "let _: String = r1.recv().unwrap();");
    let in_macro = crossbeam("", "select! { recv(nothing) -> _ => {} }");
    let unparsed = "fn main() {\n    let = 1;\n}\n";
    let headless = "fn helper() {}\n";
    let mut target = target(CROSSBEAM);

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
    for (library, program) in MIXED_SELECT {
        let mut target = target(library);
        let mut submit = || -> Vec<Ran> {
            let report = target.submit(&[program; 20]);
            (0..20).map(|program| ran(&report, program).clone()).collect()
        };
        if library == CROSSBEAM {
            for ran in submit() {
                assert_prints(&ran, "ok\n");
            }
            continue;
        }
        // It is a race, which two threads rarely run on a machine with many others.
        let hangs = (0..20).find_map(|_| submit().into_iter().find(|ran| failed(ran) > 0));
        let hangs = hangs.expect("one of the programs hangs");
        assert_eq!(hung(&hangs).evidence, HangEvidence::AllBlocked);

        let alone = confirmed(&mut *target, program);
        assert_eq!(hung(&alone).evidence, HangEvidence::AllBlocked);
    }
}

#[test]
fn what_is_confirmed_is_the_program_alone() {
    let mut target = target(CROSSBEAM);
    // In a batch, the executable gets arguments.
    let with_arguments =
        "fn main() {\n    if std::env::args().len() > 1 {\n        panic!()\n    }\n}\n";
    // In a batch, the program is a module.
    let as_crate = "fn main() {\n    if !module_path!().contains(\"::\") {\n        loop {\n            \
                    std::thread::park()\n        }\n    }\n}\n";
    let report = target.submit(&[with_arguments, as_crate]);
    assert_eq!(crashed(ran(&report, 0)).signature, "panicked in the program: explicit panic");
    assert_prints(ran(&report, 1), "");
    assert_prints(&confirmed(&mut *target, with_arguments), "");
    assert_eq!(hung(&confirmed(&mut *target, as_crate)).evidence, HangEvidence::AllBlocked);
}

#[test]
fn programs_are_run_unoptimised_and_optimised() {
    let program = "fn main() {\n    println!(\"{}\", cfg!(debug_assertions))\n}\n";
    for (configuration, output) in [("", "true\n"), ("release", "false\n")] {
        let mut target = configured(CROSSBEAM, configuration, &Settings::new(cache()));
        assert_prints(ran(&target.submit(&[program]), 0), output);
        assert_prints(&confirmed(&mut *target, program), output);
    }
}

#[test]
fn a_busy_machine_raises_no_alarm() {
    let (library, program) = MIXED_SELECT[0];
    let report = under_load(|| target(library).submit(&[program; 20]));
    for program in 0..20 {
        assert_prints(ran(&report, program), "ok\n");
    }
}
