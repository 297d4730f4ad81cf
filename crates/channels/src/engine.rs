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
pub struct Channels;

impl Channels {
    /// The engine.
    pub fn new() -> Channels {
        Channels
    }

    /// Generates the program of a tape, in the syntax of another runtime than the
    /// plan's, which must support as much as that.
    pub fn generate_for(
        &self,
        runtime: &Runtime,
        plan: &Plan,
        choices: &mut Choices,
    ) -> Result<Family, DeadEnd> {
        let (protocol, program) = self.make(plan, choices)?;
        Ok(vec![TestCase {
            language: runtime.language,
            source: runtime.print(&program),
            expectation: Expectation::Terminates { predicted: Some(Behaviour::prints(OUTPUT)) },
            features: features(&protocol, &program),
        }])
    }

    /// The effect and the program of a tape, before it is printed. A dead end if
    /// the plan names no runtime.
    pub fn make(&self, plan: &Plan, choices: &mut Choices) -> Result<(Protocol, Program), DeadEnd> {
        let runtime = runtime(plan)?;
        let settings = Settings {
            runtime,
            weights: heuristic(plan).weights(),
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

/// The weights of which row of Table 2 a plan asks for.
fn heuristic(plan: &Plan) -> Heuristic {
    let asked = Heuristic::ALL.into_iter().find(|heuristic| plan.has(heuristic.feature().name));
    asked.unwrap_or_default()
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

/// The features that need something of a runtime, sorted by name.
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
    /// The features that any of them supports, and the heuristics. A feature that
    /// needs what the runtimes do not have themselves is off by default.
    features: Vec<Feature>,
}

/// The languages of [`RUNTIMES`], in that order.
static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
    RUNTIMES
        .chunk_by(|one, next| one.language == next.language)
        .map(|runtimes| {
            let any = |is: &dyn Fn(&Runtime) -> bool| runtimes.iter().any(is);
            let supported =
                FEATURES.iter().filter(|(_, needs)| any(&|runtime| needs(runtime).is_yes()));
            let supported = supported.map(|(feature, needs)| {
                let own = any(&|runtime| matches!(needs(runtime), Support::Yes(_)));
                Feature { default: feature.default && own, ..*feature }
            });
            let heuristics = Heuristic::ALL.iter().map(|heuristic| heuristic.feature());
            let mut features: Vec<Feature> = supported.chain(heuristics).collect();
            features.sort_unstable_by_key(|feature| feature.name);
            Written {
                language: runtimes[0].language,
                dialects: runtimes.iter().map(|runtime| runtime.dialect).collect(),
                features,
            }
        })
        .collect()
});

/// The names of the heuristics.
static HEURISTICS: LazyLock<Vec<&str>> =
    LazyLock::new(|| Heuristic::ALL.iter().map(|heuristic| heuristic.feature().name).collect());

fn written(language: Language) -> Option<&'static Written> {
    WRITTEN.iter().find(|written| written.language == language)
}

impl Engine for Channels {
    fn name(&self) -> &'static str {
        "channels"
    }

    fn version(&self) -> u32 {
        2
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

    fn lacks(&self, language: Language, dialect: Dialect, feature: &str) -> Option<&'static str> {
        let runtime = Runtime::of(language, dialect)?;
        let (_, needs) = FEATURES.iter().find(|(known, _)| known.name == feature)?;
        match needs(runtime) {
            Support::No(reason) => Some(reason),
            Support::Yes(_) | Support::Beside(_) => None,
        }
    }

    fn essential_features(&self) -> &[&'static str] {
        &HEURISTICS
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        self.generate_for(runtime(plan)?, plan, choices)
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
