//! What is different between the compilers.

use case::Language;

use super::install::{Source, source};
use crate::Canaries;

/// A generation of a compiler: versions that one adapter serves.
pub(super) struct Generation {
    /// The name of the toolchain.
    pub(super) name: &'static str,
    /// The first version, by its first two numbers.
    pub(super) since: (u64, u64),
    pub(super) language: Language,
    /// The adapter's class.
    pub(super) adapter: &'static str,
    /// The sources of the adapter.
    pub(super) sources: &'static [Source],
    /// Options for its JVM.
    pub(super) options: &'static [&'static str],
    /// How the names of those jars of the compiler start that programs see.
    pub(super) runtime: &'static [&'static str],
    pub(super) canaries: Canaries,
}

impl Generation {
    /// The generation of a toolchain, if it is a compiler for the JVM.
    pub(super) fn of(name: &str, version: &str) -> Option<&'static Generation> {
        let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u64>);
        let mut number = || numbers.next().and_then(Result::ok).unwrap_or(0);
        let version = (number(), number());
        let known = GENERATIONS.iter().filter(|known| known.name == name);
        known.filter(|known| known.since <= version).max_by_key(|known| known.since)
    }
}

/// The sources that all hosts have.
pub(super) static HOST: [Source; 3] =
    [source!("host", "Host.java"), source!("host", "Batch.java"), source!("host", "Compiler.java")];

static GENERATIONS: [Generation; 1] = [Generation {
    name: "javac",
    since: (17, 0),
    language: Language::Java,
    adapter: "wellsmith.Javac",
    sources: &[source!("host", "Javac.java")],
    options: &[],
    runtime: &[],
    canaries: Canaries {
        accepted: "class Main {\n  java.util.List<String> names = java.util.List.of(\"a\");\n}\n",
        rejected: "class Main {\n  java.util.List<String> names = java.util.List.of(1);\n}\n",
        hangs: None,
    },
}];
