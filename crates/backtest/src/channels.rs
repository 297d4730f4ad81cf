//! Bugs of channel libraries that terminating programs meet again: hangs and
//! crashes that another library, or another version, does not have.

use case::{Family, FindingKind, Mode, Plan};
use channels::Channels;
use channels::runtime::Runtime;
use choice::Tape;
use targets::TargetInfo;

use crate::bug::{Bug, Control, Shows};

/// The program of a tape as another runtime takes it.
fn translated(plan: &Plan, tape: &Tape, info: &TargetInfo) -> Result<Family, String> {
    let runtime = Runtime::of(info.language, info.dialect);
    let runtime = runtime.ok_or_else(|| format!("programs are not written for {}", info.name))?;
    choice::replay(tape, |choices| Channels::new().generate_for(runtime, plan, choices))
        .map_err(|error| error.to_string())
}

const TERMINATING: Bug = Bug {
    engine: "channels",
    name: "",
    about: "",
    mode: Mode::Terminating,
    libraries: &[],
    members: &[],
    features: &[],
    wrong: "",
    control: Control::Translated("crossbeam-channel@0.5.15", translated),
    shows: Shows::any(FindingKind::Termination),
    within: 400,
};

pub(crate) const BUGS: &[Bug] = &[
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
        control: Control::Translated("kotlinx-coroutines@1.3.3", translated),
        shows: Shows { says: "StackOverflowError", ..Shows::any(FindingKind::Crash) },
        ..TERMINATING
    },
];
