//! Bugs of GHC that functional programs meet again: what a program prints is predicted, and
//! GHC, or one of its linters, does something else.

use case::{FindingKind, Mode};

use crate::bug::{Bug, Control, Shows};

/// Programs with everything as it is by default.
const PROGRAMS: Bug = Bug {
    engine: "functional",
    name: "",
    about: "",
    mode: Mode::Behaviour,
    libraries: &[],
    members: &[],
    features: &[],
    wrong: "",
    control: Control::Nothing,
    shows: Shows::any(FindingKind::Behaviour),
    within: 4_000,
};

pub(crate) const BUGS: &[Bug] = &[
    Bug {
        name: "rotate",
        about: "a rotation by a multiple of the width becomes a shift by all of it",
        wrong: "ghc@9.6.6+lint",
        control: Control::SameProgram("ghc@9.10.3+lint"),
        shows: Shows { has: "rotate", says: "Shift operation", ..Shows::any(FindingKind::Crash) },
        ..PROGRAMS
    },
    Bug {
        name: "17231",
        about: "a large Word becomes a Double by way of Integer, which rounds towards zero",
        wrong: "ghc@8.8.4+O0",
        control: Control::SameProgram("ghc@9.6.6+O0"),
        shows: Shows {
            has: "fromIntegral",
            says: "wrong in its last digits",
            ..Shows::any(FindingKind::Behaviour)
        },
        ..PROGRAMS
    },
];
