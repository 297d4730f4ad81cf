//! Every version of a runtime that is installed, from the oldest to the newest, can
//! be used: what must run is run, and what must hang is seen to hang.

use case::HangEvidence;
use targets::{End, Must, Settings};
use toolchains::Cache;

use crate::support::*;

/// These have tests of their own.
const TESTED: &[&str] = &[
    "go",
    "crossbeam-channel@0.5.15",
    "flume@0.12.0",
    "chan@0.1.23",
    "crystal@1.14.0",
    "kotlinx-coroutines@1.11.0",
    "kotlinx-coroutines@0.19",
];

#[test]
fn every_installed_version_passes_its_canaries() {
    // Its idle workers wake up all the time.
    toolchain("kotlinx-coroutines@1.3.0");
    let installed = Cache::open(Some(cache())).unwrap().available();
    let names = ["crystal", "kotlinx-coroutines", "crossbeam-channel", "flume", "chan"];
    let wanted = installed.into_iter().filter(|toolchain| {
        let id = toolchain.id.to_string();
        names.contains(&&*toolchain.id.name) && !TESTED.contains(&&*id)
    });
    for toolchain in wanted {
        let name = targets::name(&toolchain);
        let mut target = targets::open(&toolchain, &name, &Settings::new(cache()))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let [accepted, hangs] =
            [Must::Accept, Must::Hang].map(|must| canary_that(target.as_ref(), must));
        let report = target.submit(&[&accepted, &hangs]);
        assert!(matches!(report.end, End::FinishedAll), "{name}: {report:?}");
        assert_eq!(failed(ran(&report, 0)), 0, "{name}: {report:?}");
        assert_eq!(hung(ran(&report, 1)).evidence, HangEvidence::AllBlocked, "{name}");
    }
}
