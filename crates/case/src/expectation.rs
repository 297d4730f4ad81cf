//! What must be true of a program.

use crate::outcome::Behaviour;

/// What must be true of a program. In addition, always: the compiler does not
/// crash, and it does not take far longer than for similar programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It is well-typed: it must be accepted.
    Accept,
    /// It is ill-typed: it must be rejected, for this reason.
    Reject(Reason),
    /// It and its siblings must get the same verdict, in every configuration.
    SameVerdict,
    /// It must be accepted and behave the same in every configuration; as
    /// predicted, if a reference evaluator knows its behaviour.
    SameBehaviour {
        /// What the reference evaluator says.
        predicted: Option<Behaviour>,
    },
    /// It must be accepted, and every execution must terminate: as predicted,
    /// or else with exit status 0.
    Terminates {
        /// What the value oracle says.
        predicted: Option<Behaviour>,
    },
}

impl Expectation {
    /// One word for it, as in manifests.
    pub fn word(&self) -> &'static str {
        match self {
            Expectation::Accept => "accept",
            Expectation::Reject(_) => "reject",
            Expectation::SameVerdict => "same-verdict",
            Expectation::SameBehaviour { .. } => "same-behaviour",
            Expectation::Terminates { .. } => "terminates",
        }
    }

    /// Why it must be so, as a sentence without its full stop.
    pub fn why(&self) -> String {
        match self {
            Expectation::Accept => "it is well-typed by construction".to_owned(),
            Expectation::Reject(reason) => reason.text.clone(),
            Expectation::SameVerdict => "it is type-equivalent to its siblings".to_owned(),
            Expectation::SameBehaviour { predicted } => {
                format!("its meaning does not depend on the configuration{}", and(predicted))
            }
            Expectation::Terminates { predicted } => {
                format!("every execution terminates by construction{}", and(predicted))
            }
        }
    }

    /// The behaviour that was predicted.
    pub fn predicted(&self) -> Option<&Behaviour> {
        match self {
            Expectation::SameBehaviour { predicted } | Expectation::Terminates { predicted } => {
                predicted.as_ref()
            }
            _ => None,
        }
    }
}

fn and(predicted: &Option<Behaviour>) -> String {
    predicted.as_ref().map_or(String::new(), |behaviour| format!("; a correct run {behaviour}"))
}

/// Why a program is ill-typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// What was broken, in words: "argument 2 of Map.put is a String, not an
    /// Integer".
    pub text: String,
    /// The rule and premise, or the API member and position, that is violated;
    /// part of a bucket's signature.
    pub rule: String,
    /// The error codes of which a correct compiler must give one (`E0308`).
    /// [`Reason::NO_CODE`] stands for an error without a code. Empty when the reason
    /// has no codes.
    pub codes: Vec<String>,
    /// The line of the program, counted from 1, in which it is broken, if known.
    pub line: Option<u32>,
}

impl Reason {
    /// Stands among the codes if the error of a correct compiler may be without one.
    pub const NO_CODE: &'static str = "none";
}
