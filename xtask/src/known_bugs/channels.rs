//! Bugs of channel libraries that terminating programs meet again: hangs and
//! crashes that another library, or another version, does not have.

use case::{FindingKind, Mode};

use super::hunt::{Bug, Control, Shows};

const TERMINATING: Bug = Bug {
    name: "",
    about: "",
    mode: Mode::Terminating,
    libraries: &[],
    members: &[],
    features: &[],
    wrong: "",
    control: Control::OwnPrograms("crossbeam-channel@0.5.15"),
    shows: Shows::any(FindingKind::Termination),
    within: 400,
};

pub(super) const BUGS: &[Bug] = &[
    Bug {
        name: "flume",
        about: "a select over send and receive commits both arms",
        wrong: "flume@0.12.0",
        within: 200,
        ..TERMINATING
    },
    Bug {
        name: "chan",
        about: "a sending select never meets a receiving select",
        wrong: "chan@0.1.23",
        ..TERMINATING
    },
    Bug {
        name: "coroutines",
        about: "StackOverflowError in select",
        wrong: "kotlinx-coroutines@0.19",
        control: Control::OwnPrograms("kotlinx-coroutines@1.3.3"),
        shows: Shows { says: "StackOverflowError", ..Shows::any(FindingKind::Crash) },
        ..TERMINATING
    },
];
