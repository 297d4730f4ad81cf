//! The engine: from a plan and a tape to a test case.

use std::sync::LazyLock;

use case::{
    Behaviour, Dialect, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan,
    TestCase,
};
use choice::{Choices, DeadEnd};

use crate::generate::{Bounds, Extras, Heuristic, Protocol, Settings, protocol};
use crate::print::OUTPUT;
use crate::program::{Program, Style, program};
use crate::runtime::{RUNTIMES, Runtime, Support};

/// The engine `channels`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Channels {
    heuristic: Heuristic,
}

impl Channels {
    /// The engine with the weights of heuristic F, one of the two with which the
    /// paper's authors found all four of their bugs.
    pub fn new() -> Channels {
        Channels::default()
    }

    /// With the weights of another row of Table 2.
    pub fn with_heuristic(self, heuristic: Heuristic) -> Channels {
        Channels { heuristic }
    }

    /// The effect and the program of a tape, before it is printed. A dead end if
    /// the plan names no runtime.
    pub fn make(&self, plan: &Plan, choices: &mut Choices) -> Result<(Protocol, Program), DeadEnd> {
        self.make_for(runtime(plan)?, plan, choices)
    }

    fn make_for(
        &self,
        runtime: &'static Runtime,
        plan: &Plan,
        choices: &mut Choices,
    ) -> Result<(Protocol, Program), DeadEnd> {
        let settings = Settings {
            runtime,
            weights: self.heuristic.weights(),
            bounds: Bounds::of_size(plan.size),
            extras: Extras {
                buffered: plan.has(BUFFERED.name),
                default: plan.has(DEFAULT.name),
                close: plan.has(CLOSE.name),
                mutex: plan.has(MUTEX.name),
                waitgroup: plan.has(WAITGROUP.name),
            }
            .within(runtime),
        };
        let protocol = protocol(&settings, choices)?;
        let style = Style { values: plan.has(VALUES.name) && runtime.counter.is_yes() };
        let program = program(&protocol, style, choices)?;
        Ok((protocol, program))
    }
}

/// The runtime that a plan names.
fn runtime(plan: &Plan) -> Result<&'static Runtime, DeadEnd> {
    Runtime::of(plan.language, plan.dialect).ok_or(DeadEnd)
}

const BUFFERED: Feature =
    Feature { name: "buffered", about: "channels with a capacity", default: true };
const CLOSE: Feature = Feature {
    name: "close",
    about: "closing channels and receiving until they are closed",
    default: true,
};
const DEFAULT: Feature =
    Feature { name: "default", about: "selects with a default clause", default: true };
const MUTEX: Feature =
    Feature { name: "mutex", about: "mutexes held across communication", default: true };
const VALUES: Feature = Feature {
    name: "values",
    about: "the sum of the received messages must be that of the sent ones",
    default: true,
};
const WAITGROUP: Feature = Feature { name: "waitgroup", about: "wait groups", default: true };

/// Whether a runtime supports the construct that a feature needs.
type Needs = fn(&Runtime) -> Support;

/// The features, sorted by name.
const FEATURES: [(Feature, Needs); 6] = [
    (BUFFERED, |runtime| runtime.buffered),
    (CLOSE, |runtime| runtime.close),
    (DEFAULT, |runtime| runtime.select_default),
    (MUTEX, |runtime| runtime.mutex),
    (VALUES, |runtime| runtime.counter),
    (WAITGROUP, |runtime| runtime.waitgroup),
];

/// A language and what its runtimes come to.
struct Written {
    language: Language,
    dialects: Vec<Dialect>,
    /// The features that any of them supports. Generating for a runtime ignores
    /// those that this one lacks.
    features: Vec<Feature>,
}

/// The languages of [`RUNTIMES`], in that order.
static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
    RUNTIMES
        .chunk_by(|one, next| one.language == next.language)
        .map(|runtimes| Written {
            language: runtimes[0].language,
            dialects: runtimes.iter().map(|runtime| runtime.dialect).collect(),
            features: FEATURES
                .iter()
                .filter(|(_, needs)| runtimes.iter().any(|runtime| needs(runtime).is_yes()))
                .map(|(feature, _)| *feature)
                .collect(),
        })
        .collect()
});

fn written(language: Language) -> Option<&'static Written> {
    WRITTEN.iter().find(|written| written.language == language)
}

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
        WRITTEN.iter().map(|written| (written.language, vec![Mode::Terminating])).collect()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        written(language).map_or(&[], |written| &written.dialects)
    }

    fn features(&self, language: Language, _mode: Mode) -> &[Feature] {
        written(language).map_or(&[], |written| &written.features)
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let runtime = runtime(plan)?;
        let (protocol, program) = self.make_for(runtime, plan, choices)?;
        Ok(vec![TestCase {
            language: runtime.language,
            source: runtime.print(&program),
            expectation: Expectation::Terminates { predicted: Some(Behaviour::prints(OUTPUT)) },
            features: features(&protocol, &program),
        }])
    }
}

/// The rules and features that were used.
fn features(protocol: &Protocol, program: &Program) -> Vec<&'static str> {
    let mut used = Vec::with_capacity(16);
    used.extend(protocol.rules.iter().map(|rule| rule.name()));
    // The other features have a rule of their own.
    if protocol.channels.iter().any(|&capacity| capacity > 0) {
        used.push(BUFFERED.name);
    }
    if program.counted {
        used.push(VALUES.name);
    }
    used.sort_unstable();
    used
}
