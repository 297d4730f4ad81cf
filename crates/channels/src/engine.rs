//! The engine: from a plan and a tape to a test case.

use case::{
    Behaviour, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, TestCase,
};
use choice::{Choices, DeadEnd};

use crate::dialect::Dialect;
use crate::generate::{Bounds, Extras, Heuristic, Protocol, Settings, protocol};
use crate::print::{OUTPUT, print};
use crate::program::{Program, Style, program};

/// The engine `channels`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Channels {
    heuristic: Heuristic,
}

impl Channels {
    /// The engine with the weights of heuristic F, which found all of the
    /// paper's bugs.
    pub fn new() -> Channels {
        Channels::default()
    }

    /// With the weights of another row of Table 2.
    pub fn with_heuristic(self, heuristic: Heuristic) -> Channels {
        Channels { heuristic }
    }

    /// The effect and the program of a tape, before it is printed.
    pub fn make(&self, plan: &Plan, choices: &mut Choices) -> Result<(Protocol, Program), DeadEnd> {
        let dialect = dialect(plan);
        let settings = Settings {
            dialect,
            weights: self.heuristic.weights(),
            bounds: Bounds::of_size(plan.size),
            extras: Extras {
                buffered: plan.has("buffered"),
                default: plan.has("default"),
                close: plan.has("close"),
                mutex: plan.has("mutex"),
                waitgroup: plan.has("waitgroup"),
            }
            .within(dialect),
        };
        let protocol = protocol(&settings, choices)?;
        let style = Style { values: plan.has("values") && dialect.counter };
        let program = program(&protocol, style, choices)?;
        Ok((protocol, program))
    }
}

/// The dialect that a plan names.
fn dialect(plan: &Plan) -> &'static Dialect {
    Dialect::of(plan.language, plan.dialect).expect("a dialect of `Engine::dialects`")
}

const BUFFERED: Feature =
    Feature { name: "buffered", about: "channels that hold messages", default: true };
const CLOSE: Feature =
    Feature { name: "close", about: "closing channels and reading until then", default: true };
const DEFAULT: Feature =
    Feature { name: "default", about: "selects with a default clause", default: true };
const MUTEX: Feature =
    Feature { name: "mutex", about: "mutexes held across communication", default: true };
const VALUES: Feature = Feature {
    name: "values",
    about: "what is received must sum up to what was sent",
    default: true,
};
const WAITGROUP: Feature = Feature { name: "waitgroup", about: "wait groups", default: true };

impl Engine for Channels {
    fn name(&self) -> &'static str {
        "channels"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        [Language::Go, Language::Kotlin, Language::Crystal, Language::Flix, Language::Rust]
            .into_iter()
            .map(|language| (language, vec![Mode::Terminating]))
            .collect()
    }

    fn dialects(&self, language: Language) -> &[case::Dialect] {
        use case::Dialect::*;
        match language {
            Language::Go | Language::Crystal | Language::Flix => &[Standard],
            Language::Kotlin => &[Coroutines, CoroutinesExperimental],
            Language::Rust => &[CrossbeamChannel, Flume, Chan],
            _ => &[],
        }
    }

    fn features(&self, language: Language, _mode: Mode) -> &[Feature] {
        // What any dialect of the language can do; what the plan's dialect
        // cannot is left out when a program is made.
        match language {
            Language::Go => &[BUFFERED, CLOSE, DEFAULT, MUTEX, VALUES, WAITGROUP],
            Language::Kotlin => &[BUFFERED, CLOSE, MUTEX, VALUES],
            Language::Crystal => &[BUFFERED, CLOSE, DEFAULT, MUTEX, VALUES],
            Language::Flix => &[BUFFERED, DEFAULT],
            Language::Rust => &[BUFFERED, DEFAULT, MUTEX, VALUES],
            _ => &[],
        }
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let (protocol, program) = self.make(plan, choices)?;
        let dialect = dialect(plan);
        Ok(vec![TestCase {
            language: dialect.language,
            source: print(dialect, &program),
            expectation: Expectation::Terminates { predicted: Some(Behaviour::prints(OUTPUT)) },
            features: features(&protocol, &program),
        }])
    }
}

/// The rules and features that were used.
fn features(protocol: &Protocol, program: &Program) -> Vec<&'static str> {
    let mut used = Vec::with_capacity(16);
    used.extend(protocol.rules.iter().map(|rule| rule.name()));
    // The rules of the other features say it by their names.
    if protocol.channels.iter().any(|&capacity| capacity > 0) {
        used.push(BUFFERED.name);
    }
    if program.counted {
        used.push(VALUES.name);
    }
    used.sort_unstable();
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::DIALECTS;

    #[test]
    fn dialects_of_the_engine_are_the_dialects() {
        let engine = Channels::new();
        let named: Vec<_> = engine
            .abilities()
            .into_iter()
            .flat_map(|(language, _)| {
                engine
                    .dialects(language)
                    .to_vec()
                    .into_iter()
                    .map(move |dialect| (language, dialect))
            })
            .collect();
        let known: Vec<_> = DIALECTS.iter().map(|d| (d.language, d.dialect)).collect();
        assert_eq!(named, known);
    }
}
