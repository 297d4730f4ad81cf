//! What the tests of all runtimes share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use case::{Behaviour, Crash, Diagnostic, Hang, HangEvidence, Outcome, Ran, RunEnd};
use targets::{Alone, End, Must, Report, Said, Settings, Target};
use toolchains::{Cache, Spec, Toolchain};

/// The folder that keeps what is made once, also from one test run to the next.
pub(crate) fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// A target in its default configuration.
pub(crate) fn target(spec: &str) -> Box<dyn Target> {
    configured(spec, "", &Settings::new(cache()))
}

/// A target in a configuration.
pub(crate) fn configured(spec: &str, configuration: &str, settings: &Settings) -> Box<dyn Target> {
    let toolchain = toolchain(spec);
    let name = targets::name(&toolchain).with(configuration);
    targets::open(&toolchain, &name, settings).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A toolchain, fetched if it is not there.
pub(crate) fn toolchain(spec: &str) -> Toolchain {
    let spec: Spec = spec.parse().expect("it is in the catalogue");
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

/// The hang that some runs ended with.
pub(crate) fn hung(ran: &Ran) -> &Hang {
    match ran.deviation(None) {
        Some((RunEnd::Hung(hang), _)) => hang,
        _ => panic!("no run hung: {ran}"),
    }
}

/// The crash that some runs ended with.
pub(crate) fn crashed(ran: &Ran) -> &Crash {
    match ran.deviation(None) {
        Some((RunEnd::Ended { crash: Some(crash), .. }, _)) => crash,
        _ => panic!("no run crashed: {ran}"),
    }
}

/// The number of runs that did not end with exit status 0.
pub(crate) fn failed(ran: &Ran) -> u32 {
    ran.deviation(None).map_or(0, |(_, runs)| runs)
}

/// The runs of a program that was confirmed.
pub(crate) fn confirmed(target: &mut dyn Target, program: &str) -> Ran {
    match target.confirm(program).outcome {
        Outcome::Ran(ran) => ran,
        other => panic!("it was not run: {other}"),
    }
}

/// Asserts that all runs of a program ended normally with this output.
#[track_caller]
pub(crate) fn assert_prints(ran: &Ran, output: &str) {
    assert_eq!(ran.behaviour(), Some(&Behaviour::prints(output)), "{ran}");
    assert!(ran.runs() > 0);
}

/// The program among the canaries that must be treated so.
pub(crate) fn canary_that(target: &dyn Target, must: Must) -> String {
    let canary = target.canaries().into_iter().find(|canary| canary.must == must);
    canary.expect("there is such a canary").program.into_owned()
}

/// Asserts that the canaries, all in one batch after the rejected one was
/// peeled off, do what they must.
pub(crate) fn assert_canaries(target: &mut dyn Target, evidence: HangEvidence) {
    let [accepted, rejects, hangs] =
        [Must::Accept, Must::Reject, Must::Hang].map(|must| canary_that(target, must));
    let all = target.submit(&[&accepted, &rejects, &hangs]);
    assert!(!rejected(&all, 1).is_empty());
    assert!(matches!(all.said[0], Said::Nothing) && matches!(all.end, End::Finished), "{all:?}");
    let rest = target.submit(&[&accepted, &hangs]);
    assert!(matches!(rest.end, End::FinishedAll), "{rest:?}");
    assert_eq!(failed(ran(&rest, 0)), 0, "{rest:?}");
    assert_eq!(hung(ran(&rest, 1)).evidence, evidence);
    let Alone { outcome, .. } = target.confirm(&rejects);
    assert!(matches!(outcome, Outcome::Rejected(_)), "{outcome}");
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
