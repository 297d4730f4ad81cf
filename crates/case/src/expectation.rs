//! What must be true of a program.

/// What must be true of a program. Besides, always: the compiler does not crash
/// and does not take far longer than for similar programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It is well-typed: it must be accepted.
    Accept,
    /// It is ill-typed: it must be rejected, for this reason.
    Reject(Reason),
    /// It and its siblings must get the same verdict.
    SameVerdict,
    /// It must behave the same in every configuration, and print `output`
    /// where a reference evaluator knows what that is.
    SameBehaviour {
        /// What it must print.
        output: Option<String>,
    },
    /// Every execution must end normally, and print `output` where the value
    /// oracle knows what that is.
    Terminates {
        /// What it must print.
        output: Option<String>,
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
            Expectation::Accept => "every premise of its typing derivation holds".to_owned(),
            Expectation::Reject(reason) => reason.text.clone(),
            Expectation::SameVerdict => "it is type-equivalent to its siblings".to_owned(),
            Expectation::SameBehaviour { output } => {
                format!("its meaning does not depend on the configuration{}", and_prints(output))
            }
            Expectation::Terminates { output } => {
                format!("its effect is a terminating one{}", and_prints(output))
            }
        }
    }
}

fn and_prints(output: &Option<String>) -> String {
    output.as_ref().map_or(String::new(), |output| format!(", and it must print {output:?}"))
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
    /// Codes of which a correct compiler must answer one (`E0308`). Empty when
    /// the compiler has no codes or the reason has none.
    pub codes: Vec<String>,
}
