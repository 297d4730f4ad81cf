//! Bugs of swiftc that mutants of the built-in seeds meet again. No seed shows them
//! as it is.

use case::{FindingKind, Mode};

use crate::bug::{Bug, Control, Shows};

/// Mutants with everything as it is by default. There are as many seeds as that
/// pass by before one comes again, so that the number of programs is large.
const MUTANTS: Bug = Bug {
    engine: "mutate",
    name: "",
    about: "",
    mode: Mode::WellTyped,
    libraries: &[],
    members: &[],
    features: &[],
    wrong: "swift@6.2.3",
    // No version that is known is right about them.
    control: Control::Nothing,
    shows: Shows::any(FindingKind::Precision),
    within: 60_000,
};

pub(crate) const BUGS: &[Bug] = &[
    Bug {
        name: "paper-3",
        about: "a rethrows function as a value throws whatever it is given",
        shows: Shows {
            uses: &["callee"],
            has: "rethrows",
            says: "call can throw",
            ..Shows::any(FindingKind::Precision)
        },
        ..MUTANTS
    },
    Bug {
        name: "paper-6",
        about: "parentheses around an assignment hide the type of literals (swift#69091)",
        shows: Shows {
            uses: &["original"],
            has: "? 8 : 2) + 1 + 1",
            says: "cannot assign value of type 'Int' to type 'UInt32'",
            ..Shows::any(FindingKind::Precision)
        },
        ..MUTANTS
    },
    Bug {
        name: "paper-12",
        about: "of two constant conditions, only the literal is an endless loop",
        features: &[("constant-conditions", true)],
        shows: Shows {
            uses: &["constant-conditions"],
            says: "missing return",
            ..Shows::any(FindingKind::Precision)
        },
        ..MUTANTS
    },
    Bug {
        name: "paper-10",
        about: "parentheses around `try!` crash the compiler (Fig. 9, fixed for `try`)",
        shows: Shows {
            uses: &["original"],
            has: "(try! ",
            says: "SILGenLValue",
            ..Shows::any(FindingKind::Crash)
        },
        ..MUTANTS
    },
    Bug {
        name: "paper-10 on 6.0.3",
        about: "the same in an older version",
        wrong: "swift@6.0.3",
        shows: Shows {
            uses: &["original"],
            has: "(try! ",
            says: "SILGenLValue",
            ..Shows::any(FindingKind::Crash)
        },
        ..MUTANTS
    },
];
