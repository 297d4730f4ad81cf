//! The catalogue: one entry for each compiler or library that wellsmith knows.

use std::cmp::Ordering;
use std::path::Path;

use crate::version;

/// A compiler or library: how it is recognised on a machine, and how it is
/// fetched.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) found: Found,
    pub(crate) fetch: Fetch,
}

/// How it is recognised on a machine.
#[derive(Debug)]
pub(crate) enum Found {
    /// A program.
    Program(Program),
    /// A jar that the user names, and the oldest JDK that runs it.
    Jar { ask: Ask, java: u64 },
    /// Not at all: a library.
    Nowhere,
}

/// A program: its names, and the places where it is looked for.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) names: &'static [&'static str],
    /// Folders, in the order of preference. `$NAME` at the start stands for
    /// each folder in an environment variable, `~` for the user's home, and
    /// `*` for every folder there.
    pub(crate) places: &'static [&'static str],
    pub(crate) ask: Ask,
    /// How the real program is found, where the program on PATH may be a shim.
    pub(crate) shim: Option<Shim>,
}

/// A program that runs another one, chosen by folder or environment.
#[derive(Debug)]
pub(crate) struct Shim {
    /// Arguments that make it print the folder above the `bin` of the real
    /// program. The real program prints its own.
    pub(crate) folder: &'static [&'static str],
    /// The version manager that is behind the name of the program. A link to it
    /// is not a program of the user's.
    pub(crate) manager: &'static str,
    /// Whether a wrapper of the program can be tested. It cannot where the parts of
    /// the installation are called directly.
    pub(crate) wrappers: bool,
}

impl Shim {
    /// Whether a file, with its links followed, is the version manager.
    pub(crate) fn is(&self, canonical: &Path) -> bool {
        canonical.file_name().is_some_and(|name| name == self.manager)
    }
}

/// How a program is asked for its version: the arguments, and the words before
/// the version in the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    pub(crate) args: &'static [&'static str],
    pub(crate) says: &'static str,
}

/// The client that fetches it.
#[derive(Debug)]
pub(crate) enum Fetch {
    /// Debian roots, by mmdebstrap. Only the versions in the suites
    /// are available.
    Debian(&'static [Root]),
    /// A Maven artifact and what it needs, by mvn. Any version.
    Maven(Maven),
    /// The Go toolchain, by go itself. Any version; notable ones are listed.
    Go(&'static [&'static str]),
    /// A Rust library, by cargo. Any version; notable ones are listed.
    Cargo(&'static [&'static str]),
    /// None; this is what the user can do.
    Nothing(&'static str),
}

/// A Debian suite's package of a compiler.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) suite: &'static str,
    /// The version that the suite has. In a suite that is not released it
    /// changes; there this is the version when the entry was last checked.
    pub(crate) version: &'static str,
    /// The package, or several with commas between them.
    pub(crate) package: &'static str,
    /// The program, as a path inside the root.
    pub(crate) program: &'static str,
}

/// A Maven artifact.
#[derive(Debug)]
pub(crate) struct Maven {
    /// `group:artifact`.
    pub(crate) artifact: &'static str,
    /// Notable versions; the first is the default.
    pub(crate) versions: &'static [&'static str],
    /// The oldest JDK that runs it.
    pub(crate) java: u64,
    /// For a library: the compilers it needs, by the versions it is needed for.
    pub(crate) compilers: &'static [Compiler],
}

/// The compiler that programs with a JVM library are compiled with.
#[derive(Debug)]
pub(crate) struct Compiler {
    /// The oldest version of the library that it is for.
    pub(crate) since: &'static str,
    /// `group:artifact:version` of the compiler.
    pub(crate) compiler: &'static str,
    /// `group:artifact:version` of the standard library beside the library.
    pub(crate) standard_library: &'static str,
}

/// Suites that are not released: their versions change, and the dates of their
/// package lists cannot be relied on.
pub(crate) const MOVING_SUITES: &[&str] = &["forky", "sid"];

/// The oldest JDK for JVM compilers. The oldest one that is new enough is taken,
/// because old compilers do not read the class files of new JDKs.
const JDK: u64 = 17;

pub(crate) const CATALOGUE: &[Entry] = &[
    Entry {
        name: "rustc",
        about: "the Rust compiler",
        found: Found::Program(Program {
            names: &["rustc"],
            places: &["$PATH", "$RUSTUP_HOME/toolchains/*/bin", "~/.rustup/toolchains/*/bin"],
            ask: Ask { args: &["--version"], says: "rustc " },
            shim: Some(Shim { folder: &["--print", "sysroot"], manager: "rustup", wrappers: true }),
        }),
        fetch: Fetch::Debian(&[
            Root { suite: "forky", version: "1.97", package: "rustc", program: "/usr/bin/rustc" },
            Root { suite: "trixie", version: "1.85", package: "rustc", program: "/usr/bin/rustc" },
            Root {
                suite: "bookworm",
                version: "1.63",
                package: "rustc",
                program: "/usr/bin/rustc",
            },
            Root {
                suite: "bullseye",
                version: "1.48",
                package: "rustc",
                program: "/usr/bin/rustc",
            },
        ]),
    },
    Entry {
        name: "gccrs",
        about: "GCC's Rust compiler",
        found: Found::Program(Program {
            names: &["gccrs", "gccrs-16"],
            places: &["$PATH"],
            ask: Ask { args: &["--version"], says: "gccrs" },
            shim: None,
        }),
        fetch: Fetch::Debian(&[Root {
            suite: "forky",
            version: "16",
            package: "gccrs-16",
            program: "/usr/bin/gccrs-16",
        }]),
    },
    Entry {
        name: "javac",
        about: "the Java compiler of a JDK",
        found: Found::Program(Program {
            names: &["javac"],
            places: &[
                "$JAVA_HOME/bin",
                "$PATH",
                "/usr/lib/jvm/*/bin",
                "/usr/java/*/bin",
                "/opt/java/*/bin",
                "~/.jdks/*/bin",
                "~/.sdkman/candidates/java/*/bin",
                "/Library/Java/JavaVirtualMachines/*/Contents/Home/bin",
            ],
            ask: Ask { args: &["-version"], says: "javac " },
            shim: None,
        }),
        fetch: Fetch::Nothing(
            "install that JDK with your system's package manager, set JAVA_HOME to its folder, or \
             name it: javac@/path/to/javac",
        ),
    },
    Entry {
        name: "kotlin",
        about: "the Kotlin compiler for the JVM",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.jetbrains.kotlin:kotlin-compiler-embeddable",
            versions: &["2.4.21", "1.8.20"],
            java: JDK,
            compilers: &[],
        }),
    },
    Entry {
        name: "kotlin-metadata",
        about: "reads the signatures of Kotlin libraries",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.jetbrains.kotlin:kotlin-metadata-jvm",
            versions: &["2.4.21"],
            java: JDK,
            compilers: &[],
        }),
    },
    Entry {
        name: "jacoco",
        about: "measures which parts of JVM compilers are run",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.jacoco:org.jacoco.ant",
            versions: &["0.8.14"],
            java: JDK,
            compilers: &[],
        }),
    },
    Entry {
        name: "scala",
        about: "the Scala 3 compiler",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.scala-lang:scala3-compiler_3",
            versions: &["3.9.0", "3.3.8", "3.3.1", "3.2.2"],
            java: JDK,
            compilers: &[],
        }),
    },
    Entry {
        name: "groovy",
        about: "Groovy, with its static type checker",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.apache.groovy:groovy",
            versions: &["6.0.0", "4.0.28", "4.0.10"],
            java: JDK,
            compilers: &[],
        }),
    },
    Entry {
        name: "ghc",
        about: "the Glasgow Haskell Compiler",
        found: Found::Program(Program {
            names: &["ghc"],
            places: &["$PATH", "~/.ghcup/ghc/*/bin"],
            ask: Ask { args: &["--version"], says: "Haskell Compilation System, version" },
            shim: None,
        }),
        fetch: Fetch::Debian(&[
            Root { suite: "forky", version: "9.10.3", package: "ghc", program: "/usr/bin/ghc" },
            Root { suite: "trixie", version: "9.6.6", package: "ghc", program: "/usr/bin/ghc" },
            Root { suite: "bookworm", version: "9.0.2", package: "ghc", program: "/usr/bin/ghc" },
            Root { suite: "bullseye", version: "8.8.4", package: "ghc", program: "/usr/bin/ghc" },
        ]),
    },
    Entry {
        name: "ocaml",
        about: "the OCaml compiler",
        found: Found::Program(Program {
            names: &["ocamlc"],
            places: &["$PATH", "~/.opam/*/bin"],
            ask: Ask { args: &["-v"], says: "OCaml compiler, version" },
            shim: None,
        }),
        fetch: Fetch::Debian(&[Root {
            suite: "trixie",
            version: "5.3",
            package: "ocaml",
            program: "/usr/bin/ocamlc",
        }]),
    },
    Entry {
        name: "crystal",
        about: "the Crystal compiler",
        found: Found::Program(Program {
            names: &["crystal"],
            places: &["$PATH"],
            ask: Ask { args: &["--version"], says: "Crystal " },
            shim: None,
        }),
        fetch: Fetch::Debian(&[
            Root {
                suite: "forky",
                version: "1.21",
                package: "crystal",
                program: "/usr/bin/crystal",
            },
            Root {
                suite: "trixie",
                version: "1.14",
                package: "crystal",
                program: "/usr/bin/crystal",
            },
            Root {
                suite: "bookworm",
                version: "1.6",
                package: "crystal",
                program: "/usr/bin/crystal",
            },
        ]),
    },
    Entry {
        name: "swift",
        about: "the Swift compiler",
        found: Found::Program(Program {
            names: &["swiftc"],
            places: &["$PATH"],
            ask: Ask { args: &["--version"], says: "Swift version " },
            shim: None,
        }),
        fetch: Fetch::Debian(&[
            // Without the headers of C, Foundation cannot be imported.
            Root {
                suite: "sid",
                version: "6.2",
                package: "swiftlang,libc6-dev",
                program: "/usr/bin/swiftc",
            },
            Root {
                suite: "trixie",
                version: "6.0",
                package: "swiftlang,libc6-dev",
                program: "/usr/bin/swiftc",
            },
        ]),
    },
    Entry {
        name: "go",
        about: "the Go compiler and runtime",
        found: Found::Program(Program {
            names: &["go"],
            places: &["$PATH", "/usr/local/go/bin", "~/sdk/*/bin"],
            ask: Ask { args: &["version"], says: "go version go" },
            shim: Some(Shim { folder: &["env", "GOROOT"], manager: "goenv", wrappers: false }),
        }),
        fetch: Fetch::Go(&["1.21.13", "1.18.10"]),
    },
    Entry {
        name: "flix",
        about: "the Flix compiler and runtime, one jar",
        found: Found::Jar { ask: Ask { args: &["--version"], says: "Flix" }, java: 21 },
        fetch: Fetch::Nothing(
            "download its jar from the Flix project and name it: flix@/path/to/flix.jar",
        ),
    },
    Entry {
        name: "kotlinx-coroutines",
        about: "Kotlin's channels, with the compiler they need",
        found: Found::Nowhere,
        fetch: Fetch::Maven(Maven {
            artifact: "org.jetbrains.kotlinx:kotlinx-coroutines-core",
            versions: &["1.11.0", "1.6.4", "1.3.3", "1.3.0", "0.26.0", "0.19"],
            java: JDK,
            compilers: &[
                Compiler {
                    since: "1.6.0",
                    compiler: "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.4.21",
                    standard_library: "org.jetbrains.kotlin:kotlin-stdlib:2.4.21",
                },
                Compiler {
                    since: "1.0.0",
                    compiler: "org.jetbrains.kotlin:kotlin-compiler-embeddable:1.3.72",
                    standard_library: "org.jetbrains.kotlin:kotlin-stdlib:1.3.72",
                },
                Compiler {
                    since: "0",
                    compiler: "org.jetbrains.kotlin:kotlin-compiler-embeddable:1.3.72",
                    standard_library: "org.jetbrains.kotlin:kotlin-stdlib:1.2.71",
                },
            ],
        }),
    },
    Entry {
        name: "crossbeam-channel",
        about: "channels for Rust",
        found: Found::Nowhere,
        fetch: Fetch::Cargo(&["0.5.15"]),
    },
    Entry {
        name: "flume",
        about: "channels for Rust",
        found: Found::Nowhere,
        fetch: Fetch::Cargo(&["0.12.0", "0.11.1", "0.9.2"]),
    },
    Entry {
        name: "chan",
        about: "channels for Rust",
        found: Found::Nowhere,
        fetch: Fetch::Cargo(&["0.1.23", "0.1.20", "0.1.19"]),
    },
];

impl Entry {
    /// The versions worth naming, the newest first.
    pub(crate) fn notable(&self) -> Vec<Notable> {
        let released = |&version| Notable { version, suite: None };
        match &self.fetch {
            Fetch::Debian(roots) => roots
                .iter()
                .map(|root| Notable {
                    version: root.version,
                    suite: root.moves().then_some(root.suite),
                })
                .collect(),
            Fetch::Maven(maven) => maven.versions.iter().map(released).collect(),
            Fetch::Go(versions) | Fetch::Cargo(versions) => versions.iter().map(released).collect(),
            Fetch::Nothing(_) => Vec::new(),
        }
    }
}

/// A version worth naming.
pub(crate) struct Notable {
    pub(crate) version: &'static str,
    /// The Debian suite by whose name it is fetched, where the suite's version may
    /// have changed.
    pub(crate) suite: Option<&'static str>,
}

impl Root {
    pub(crate) fn moves(&self) -> bool {
        MOVING_SUITES.contains(&self.suite)
    }

    /// Whether this is the root for a version, or a suite, that was asked for.
    pub(crate) fn is(&self, wanted: &str) -> bool {
        let shares_start = |short: &str, long: &str| version::matches(short, long);
        wanted == self.suite
            || shares_start(wanted, self.version)
            || shares_start(self.version, wanted)
    }

    /// What a user asks for: the version, or the suite where that moves on.
    pub(crate) fn label(&self) -> &'static str {
        if self.moves() { self.suite } else { self.version }
    }
}

impl Maven {
    /// The compiler for a version of a library.
    pub(crate) fn compiler(&self, version: &str) -> Option<&'static Compiler> {
        self.compilers
            .iter()
            .find(|compiler| version::compare(compiler.since, version) != Ordering::Greater)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_versions_newest_first() {
        for (i, entry) in CATALOGUE.iter().enumerate() {
            assert!(CATALOGUE[..i].iter().all(|other| other.name != entry.name), "{}", entry.name);
            let versions: Vec<_> =
                entry.notable().into_iter().map(|notable| notable.version).collect();
            assert!(
                versions.is_sorted_by(|a, b| version::compare(a, b) == Ordering::Greater),
                "{}: {versions:?}",
                entry.name
            );
        }
    }

    #[test]
    fn an_old_library_gets_the_old_compiler_and_standard_library() {
        let coroutines = CATALOGUE.iter().find(|entry| entry.name == "kotlinx-coroutines").unwrap();
        let Fetch::Maven(maven) = &coroutines.fetch else { panic!("{coroutines:?}") };
        for (version, standard_library) in
            [("1.11.0", "2.4.21"), ("1.3.3", "1.3.72"), ("0.25.0", "1.2.71"), ("0.19", "1.2.71")]
        {
            let compiler = maven.compiler(version).unwrap();
            assert!(compiler.standard_library.ends_with(standard_library), "{version}");
        }
    }
}
