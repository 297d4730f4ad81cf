//! What the tests of all compilers share.

use std::path::{Path, PathBuf};

use case::Diagnostic;
use targets::jvm::{self, Compiler, Settings};
use targets::{Must, Report, Said, Target};
use toolchains::{Cache, Spec, Toolchain};

/// The folder that keeps what is made once, also from one test run to the next.
fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// The usual settings, but that no batch goes through a full compile, which hides
/// errors: which ones do depends on their programs.
pub(crate) fn settings() -> Settings {
    Settings { full_every: 0, ..Settings::new(cache().join("hosts")) }
}

/// A compiler as a target; it is fetched if it is not there.
pub(crate) fn open(spec: &str, settings: &Settings) -> Compiler {
    jvm::open(&toolchain(spec), settings).unwrap_or_else(|error| panic!("{error}"))
}

/// A toolchain; it is fetched if it is not there.
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
        _ => panic!("program {program} was not rejected: {report:?}"),
    }
}

/// Whether nothing was said about a program.
pub(crate) fn silent(report: &Report, program: usize) -> bool {
    matches!(report.said[program], Said::Nothing)
}

/// Asserts that the canaries get their verdicts alone in fresh JVMs.
pub(crate) fn assert_confirms(target: &mut dyn Target) {
    for canary in target.canaries() {
        let outcome = target.confirm(&canary.program).outcome;
        let expected = if canary.must == Must::Accept { Some(true) } else { Some(false) };
        assert_eq!(outcome.is_accepted(), expected, "{outcome}");
    }
}
