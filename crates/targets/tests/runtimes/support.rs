//! What the tests of all runtimes share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use case::{Diagnostic, Hang, HangEvidence, Outcome, Ran, RunEnd};
use targets::{End, Report, Said};
use toolchains::{Cache, Spec, Toolchain};

/// The folder that keeps what is made once, also from one test run to the next.
pub(crate) fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// A toolchain, fetched if it is not there.
pub(crate) fn toolchain(name: &str, version: &str) -> Toolchain {
    let spec: Spec = format!("{name}@{version}").parse().expect("it is in the catalogue");
    let cache = Cache::open(Some(cache())).expect("there is a folder for it");
    cache
        .find(&spec)
        .or_else(|_| cache.install(&spec, &mut |_| {}))
        .unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"))
}

/// The diagnostics of a program that must have been rejected.
pub(crate) fn rejected(report: &Report, program: usize) -> &[Diagnostic] {
    match &report.said[program] {
        Said::Rejected(diagnostics) => diagnostics,
        other => panic!("program {program} was not rejected: {other:?}, {:?}", report.end),
    }
}

/// The runs of a program that must have been run.
pub(crate) fn ran(report: &Report, program: usize) -> &Ran {
    match &report.said[program] {
        Said::Ran(ran) => ran,
        other => panic!("program {program} was not run: {other:?}, {:?}", report.end),
    }
}

/// The hang that runs ended with.
pub(crate) fn hung(ran: &Ran) -> &Hang {
    match &ran.end {
        RunEnd::Hung(hang) => hang,
        other => panic!("it did not hang: {other:?}"),
    }
}

/// Asserts that all runs of a program ended normally with this output.
pub(crate) fn assert_prints(ran: &Ran, output: &str) {
    assert_eq!(ran.end, RunEnd::Finished(output.to_owned()));
    assert_eq!(ran.failed, 0);
    assert!(ran.runs > 0);
}

/// Asserts that the canaries, all in one batch after the rejected one was
/// peeled off, do what they must.
pub(crate) fn assert_canaries(target: &mut dyn targets::Target, evidence: HangEvidence) {
    let canaries = target.canaries();
    let hangs = canaries.hangs.expect("runtimes have one that hangs");
    let all = target.submit(&[canaries.accepted, canaries.rejected, hangs]);
    assert!(!rejected(&all, 1).is_empty());
    assert!(matches!(all.said[0], Said::Nothing) && matches!(all.end, End::Finished), "{all:?}");
    let rest = target.submit(&[canaries.accepted, hangs]);
    assert!(matches!(rest.end, End::FinishedAll), "{rest:?}");
    assert!(matches!(ran(&rest, 0).end, RunEnd::Finished(_)), "{rest:?}");
    assert_eq!(hung(ran(&rest, 1)).evidence, evidence);
    assert!(matches!(target.confirm(canaries.rejected), Outcome::Rejected(_)));
}

/// Keeps all processors busy while something is done.
pub(crate) fn under_load<T>(work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..threads {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        over.store(true, Ordering::Relaxed);
        result
    })
}
