//! Crystal, in a Debian root.

use case::HangEvidence;
use targets::{End, Said, Settings};

use crate::support::*;

const CRYSTAL: &str = "crystal@1.14";

/// A program with a body for its main function.
fn program(body: &str) -> String {
    format!(
        "def put(c : Channel(Int32), n : Int32)\n  c.send(n)\nend\n\ndef main\n  c = \
         Channel(Int32).new\n  {body}\n  puts \"ok\"\nend\n\nmain\n"
    )
}

#[test]
fn canaries_do_what_they_must_with_one_thread_and_with_several() {
    for configuration in ["", "mt"] {
        let mut target = configured(CRYSTAL, configuration, &Settings::new(cache()));
        assert_canaries(&mut *target, HangEvidence::AllBlocked);
    }
}

#[test]
fn each_program_of_a_mixed_batch_is_reported_for_itself() {
    let passes = program("spawn { put(c, 1) }\n  c.receive");
    let blocks = program("spawn { put(c, 1) }\n  c.receive\n  c.receive");
    let raises = program("spawn { raise \"number 7\" }\n  c.receive");
    let mut target = target(CRYSTAL);
    let report = target.submit(&[&passes, &blocks, &raises, &passes]);
    assert!(matches!(report.end, End::FinishedAll), "{report:?}");
    assert_prints(ran(&report, 0), "ok\n");
    assert_prints(ran(&report, 3), "ok\n");
    assert_eq!(hung(ran(&report, 1)).evidence, HangEvidence::AllBlocked);
    assert_eq!(
        crashed(ran(&report, 2)).signature,
        "Unhandled exception in spawn: number # (Exception)"
    );

    let wrong = program("put(c, \"text\")");
    let report = target.submit(&[&passes, &wrong]);
    assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    let diagnostic = &rejected(&report, 1)[0];
    assert_eq!((diagnostic.line, diagnostic.syntax), (Some(7), false));

    let diagnostic = &rejected(&target.submit(&[&program("c = = c"), &wrong]), 0)[0].clone();
    assert_eq!((diagnostic.line, diagnostic.syntax), (Some(7), true));
    let headless = "def helper\n  1\nend\n";
    assert!(rejected(&target.submit(&[&passes, headless]), 1)[0].message.contains("main"));
}

#[test]
fn what_is_confirmed_is_the_program_alone() {
    let program = program("raise \"arguments\" if ARGV.size > 0");
    let mut target = target(CRYSTAL);
    let report = target.submit(&[&program]);
    assert_eq!(crashed(ran(&report, 0)).signature, "Unhandled exception: arguments (Exception)");
    assert_prints(&confirmed(&mut *target, &program), "ok\n");
}
