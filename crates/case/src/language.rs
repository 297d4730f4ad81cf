//! The languages that programs are written in and the modes they are made in.

use crate::words;

words! {
    /// A language that programs are written in.
    Language, "language" {
        /// System F in its own syntax.
        SystemF = "systemf",
        /// Rust.
        Rust = "rust",
        /// Swift.
        Swift = "swift",
        /// Java.
        Java = "java",
        /// Kotlin.
        Kotlin = "kotlin",
        /// Scala 3.
        Scala = "scala",
        /// Groovy, statically checked.
        Groovy = "groovy",
        /// Haskell.
        Haskell = "haskell",
        /// OCaml.
        OCaml = "ocaml",
        /// Go.
        Go = "go",
        /// Crystal.
        Crystal = "crystal",
        /// Flix.
        Flix = "flix",
    }
}

impl Language {
    /// The ending of source files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Language::SystemF => "sysf",
            Language::Rust => "rs",
            Language::Swift => "swift",
            Language::Java => "java",
            Language::Kotlin => "kt",
            Language::Scala => "scala",
            Language::Groovy => "groovy",
            Language::Haskell => "hs",
            Language::OCaml => "ml",
            Language::Go => "go",
            Language::Crystal => "cr",
            Language::Flix => "flix",
        }
    }
}

words! {
    /// What an engine is asked to make.
    Mode, "mode" {
        /// Programs that must be accepted.
        WellTyped = "well-typed",
        /// Programs that must be rejected, for a known reason.
        IllTyped = "ill-typed",
        /// Classes of programs that must get the same verdict.
        Equivalent = "equivalent",
        /// Well-typed, with what inference can restore left out.
        WellTypedErased = "well-typed-erased",
        /// Ill-typed, with what inference can restore left out.
        IllTypedErased = "ill-typed-erased",
        /// Type-preserving mutation, level 1.
        Level1 = "level-1",
        /// Type-preserving mutation, level 2.
        Level2 = "level-2",
        /// Type-preserving mutation, level 3.
        Level3 = "level-3",
        /// Type-preserving mutation, level 4.
        Level4 = "level-4",
        /// Programs every execution of which must end.
        Terminating = "terminating",
    }
}
