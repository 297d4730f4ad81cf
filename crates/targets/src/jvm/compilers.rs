//! The differences between the compilers.

use case::Language;

use super::install::{Source, source};

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
    /// How the names of those jars of the compiler start that programs see.
    pub(super) runtime: &'static [&'static str],
    /// How many programs make a batch: more where a compiler reads the libraries
    /// anew for each.
    pub(super) batch: usize,
    /// A program that must be accepted, and one that must be rejected.
    pub(super) accepted: &'static str,
    pub(super) rejected: &'static str,
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

const BATCH: usize = 45;
const KOTLIN_BATCH: usize = 135;

/// The oldest first.
static GENERATIONS: [Generation; 6] = [
    Generation {
        name: "javac",
        since: (17, 0),
        language: Language::Java,
        adapter: "wellsmith.Javac",
        sources: &[source!("host", "Javac.java")],
        runtime: &[],
        batch: BATCH,
        accepted: "class Main {\n  java.util.List<String> names = java.util.List.of(\"a\");\n}\n",
        rejected: "class Main {\n  java.util.List<String> names = java.util.List.of(1);\n}\n",
    },
    Generation {
        name: "kotlin",
        since: (1, 8),
        language: Language::Kotlin,
        adapter: "wellsmith.Kotlin1",
        sources: &[source!("host", "Kotlin.java"), source!("host", "Kotlin1.java")],
        runtime: &["kotlin-stdlib"],
        batch: KOTLIN_BATCH,
        accepted: KOTLIN_ACCEPTED,
        rejected: KOTLIN_REJECTED,
    },
    // The new frontend, before it could be called alone.
    Generation {
        name: "kotlin",
        since: (2, 0),
        language: Language::Kotlin,
        adapter: "wellsmith.Kotlin",
        sources: &[source!("host", "Kotlin.java")],
        runtime: &["kotlin-stdlib"],
        batch: KOTLIN_BATCH,
        accepted: KOTLIN_ACCEPTED,
        rejected: KOTLIN_REJECTED,
    },
    Generation {
        name: "kotlin",
        since: (2, 2),
        language: Language::Kotlin,
        adapter: "wellsmith.Kotlin2",
        sources: &[source!("host", "Kotlin.java"), source!("host", "Kotlin2.java")],
        runtime: &["kotlin-stdlib"],
        batch: KOTLIN_BATCH,
        accepted: KOTLIN_ACCEPTED,
        rejected: KOTLIN_REJECTED,
    },
    Generation {
        name: "scala",
        since: (3, 2),
        language: Language::Scala,
        adapter: "wellsmith.Scala",
        sources: &[source!("host", "Scala.java")],
        runtime: &["scala-library", "scala3-library"],
        batch: BATCH,
        accepted: "object Main:\n  val names: List[String] = List(\"a\")\n",
        rejected: "object Main:\n  val names: List[String] = List(1)\n",
    },
    Generation {
        name: "groovy",
        since: (4, 0),
        language: Language::Groovy,
        adapter: "wellsmith.Groovy",
        sources: &[source!("host", "Groovy.java")],
        runtime: &[],
        batch: BATCH,
        accepted: "@groovy.transform.CompileStatic\nclass Main {\n  List<String> names = [\"a\"]\n}\n",
        rejected: "@groovy.transform.CompileStatic\nclass Main {\n  List<String> names = [1]\n}\n",
    },
];

const KOTLIN_ACCEPTED: &str = "val names: List<String> = listOf(\"a\")\n";
const KOTLIN_REJECTED: &str = "val names: List<String> = listOf(1)\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for (name, version, adapter) in [
            ("javac", "17.0.15", Some("wellsmith.Javac")),
            ("javac", "11.0.2", None),
            ("kotlin", "1.7.22", None),
            ("kotlin", "1.9.25", Some("wellsmith.Kotlin1")),
            ("kotlin", "2.1.21", Some("wellsmith.Kotlin")),
            ("kotlin", "2.10.0-Beta1", Some("wellsmith.Kotlin2")),
            ("scala", "3.3.8", Some("wellsmith.Scala")),
            ("scala", "2.13.16", None),
            ("groovy", "6.0.0", Some("wellsmith.Groovy")),
            ("rustc", "1.95.0", None),
        ] {
            let generation = Generation::of(name, version);
            assert_eq!(generation.map(|g| g.adapter), adapter, "{name}@{version}");
        }
    }
}
