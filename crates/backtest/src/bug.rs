//! A known bug: how it is looked for, and how it is recognised.

use campaign::{Evidence, Sighting};
use case::{Expectation, Family, FindingKind, Mode, Plan, TestCase};
use choice::Tape;
use targets::TargetInfo;

/// A bug that a compiler or runtime is known to have in some version.
#[derive(Clone, Copy)]
pub struct Bug {
    /// The engine that meets it.
    pub engine: &'static str,
    /// What its tracker calls it, or what it is in.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What is generated.
    pub mode: Mode,
    /// What programs are written against, as in `--library`.
    pub(crate) libraries: &'static [&'static str],
    /// The members to exercise, as in `--member`.
    pub(crate) members: &'static [&'static str],
    /// The features that are switched, as in `--feature`.
    pub(crate) features: &'static [(&'static str, bool)],
    /// A target that has the bug.
    pub wrong: &'static str,
    pub(crate) control: Control,
    /// What is met.
    pub(crate) shows: Shows,
    /// After how many programs it must be met.
    pub within: u64,
}

/// What tells a bug from others.
#[derive(Clone, Copy)]
pub(crate) struct Shows {
    pub(crate) kind: FindingKind,
    /// The rule and premise that the program violates; any if empty.
    pub(crate) violates: &'static str,
    /// Rules and features that the program uses.
    pub(crate) uses: &'static [&'static str],
    /// A part of the program.
    pub(crate) has: &'static str,
    /// A part of the outcome, or of the signature.
    pub(crate) says: &'static str,
}

impl Shows {
    /// Any finding of a kind.
    pub(crate) const fn any(kind: FindingKind) -> Shows {
        Shows { kind, violates: "", uses: &[], has: "", says: "" }
    }
}

/// How it is known that the target is to blame and not the program.
#[derive(Clone, Copy)]
pub(crate) enum Control {
    /// This target is right about the very program that shows the bug.
    SameProgram(&'static str),
    /// This target, which takes another dialect, has no finding in the first
    /// programs, as many as the bug has, nor in the smallest that shows the bug.
    Translated(&'static str, Translate),
    /// No version is right; `says` tells the bug from mistakes of ours.
    Nothing,
}

/// The program of a tape in the dialect of another target.
pub(crate) type Translate = fn(&Plan, &Tape, &TargetInfo) -> Result<Family, String>;

impl Bug {
    /// The kind of finding through which it shows.
    pub fn kind(&self) -> FindingKind {
        self.shows.kind
    }

    /// The target that does not have it, if one is known.
    pub fn control(&self) -> Option<&'static str> {
        match self.control {
            Control::SameProgram(right) | Control::Translated(right, _) => Some(right),
            Control::Nothing => None,
        }
    }

    /// Whether a program is of the kind in which the bug shows.
    pub(crate) fn fits(&self, case: &TestCase) -> bool {
        let Shows { violates, uses, has, .. } = self.shows;
        let violated = match &case.expectation {
            Expectation::Reject(reason) => &reason.rule[..],
            _ => "",
        };
        // A premise may be negated in several ways: `RULE.PREMISE by WAY`.
        let premise = violated.split_once(" by ").map_or(violated, |(premise, _)| premise);
        (violates.is_empty() || premise == violates && !violated.contains(", "))
            && uses.iter().all(|used| case.features.contains(used))
            && case.source.contains(has)
    }

    /// Whether a finding is the bug.
    pub fn is(&self, sighting: &Sighting, evidence: &Evidence) -> bool {
        let Shows { kind, says, .. } = self.shows;
        sighting.kind == kind
            && self.fits(sighting.case())
            && (sighting.signature.contains(says) || evidence.outcome.to_string().contains(says))
    }
}
