//! Bugs of rustc that programs from typing rules meet again.
//!
//! A bug is recognised by what the program is like (the premise that is negated,
//! or the rules that it uses), by a wrong verdict of the compiler that has the
//! bug, and by the right verdict of one that does not have it.
//!
//! The names are numbers of rust-lang/rust issues.

use case::{FindingKind, Mode};

use crate::bug::{Bug, Control, Shows};

/// Programs about lifetimes, with everything switched on. They are every third of
/// the programs in Rust, as there are three rule files.
const REGIONS: Bug = Bug {
    engine: "rules",
    name: "",
    about: "",
    mode: Mode::IllTyped,
    libraries: &[],
    members: &[],
    features: &[("traits", false), ("moves", false), ("blanket-dyn", true)],
    wrong: "",
    control: Control::Nothing,
    shows: Shows::any(FindingKind::Soundness),
    within: 60_000,
};

/// An ill-typed program that is accepted.
const fn accepted(violates: &'static str, uses: &'static [&'static str]) -> Shows {
    Shows { violates, uses, ..Shows::any(FindingKind::Soundness) }
}

/// A well-typed program that is rejected.
const fn rejected(uses: &'static [&'static str]) -> Shows {
    Shows { uses, ..Shows::any(FindingKind::Precision) }
}

pub(crate) const BUGS: &[Bug] = &[
    Bug {
        name: "80800",
        about: "an object whose bindings break the equation of a supertrait",
        wrong: "rustc@1.48.0",
        control: Control::SameProgram("rustc@1.63.0"),
        shows: accepted("Need-Dyn.agree", &["E-Need"]),
        ..REGIONS
    },
    Bug {
        name: "27675",
        about: "an object whose binding does not live as long as its trait says",
        wrong: "rustc@1.48.0",
        control: Control::SameProgram("rustc@1.63.0"),
        shows: accepted("Need-Dyn.last", &["E-Need"]),
        ..REGIONS
    },
    Bug {
        name: "56556",
        about: "a bound on a projection of a higher-ranked bound",
        mode: Mode::WellTyped,
        wrong: "rustc@1.48.0",
        control: Control::SameProgram("rustc@1.63.0"),
        shows: rejected(&["Ranked-Proj", "E-Ranked"]),
        ..REGIONS
    },
    Bug {
        name: "104763",
        about: "an associated constant of a type that is not well-formed",
        wrong: "rustc@1.63.0",
        control: Control::SameProgram("rustc@1.85.1"),
        shows: accepted("E-Const.wf", &["K-Const-Ref"]),
        ..REGIONS
    },
    Bug {
        name: "115175",
        about: "None of a type that is not well-formed",
        wrong: "rustc@1.63.0",
        control: Control::SameProgram("rustc@1.95.0"),
        shows: accepted("E-None.wf", &["F-Adt"]),
        ..REGIONS
    },
    Bug {
        name: "25860",
        about: "a function pointer that drops an implied bound",
        wrong: "rustc@1.63.0",
        control: Control::SameProgram("rustc@1.85.1"),
        shows: accepted("E-Pointer.ins", &["E-Pointer"]),
        ..REGIONS
    },
    Bug {
        name: "141402",
        about: "a cast of a raw object pointer to a longer lifetime",
        wrong: "rustc@1.85.1",
        control: Control::SameProgram("rustc@1.95.0"),
        shows: accepted("E-Cast.long", &["E-Cast"]),
        ..REGIONS
    },
    Bug {
        name: "155520",
        about: "an opaque result whose callee needs 'static",
        wrong: "rustc@1.95.0+next-solver",
        control: Control::SameProgram("rustc@1.95.0"),
        shows: accepted("Holds.sat", &["E-Call-Opaque"]),
        ..REGIONS
    },
    Bug {
        name: "114389, 57893",
        about: "an impl for all types against the object's own",
        wrong: "rustc@1.95.0",
        control: Control::SameProgram("rustc@1.95.0+next-solver"),
        shows: accepted("Need-Equal.impl", &["K-Any"]),
        ..REGIONS
    },
];
