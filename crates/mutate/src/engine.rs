//! The engine: from seed programs, a plan and a tape to test cases.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use case::{
    Dialect, Digest, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, TestCase,
};
use choice::{Choices, DeadEnd};

use crate::Unsuitable;
use crate::level::Level;
use crate::mutation::{Bounds, mutant, variant};
use crate::program::{How, Plug, Program};
use crate::statistics::Statistics;
use crate::swift::Swift;

/// A seed program as it comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedFile {
    /// Its name, which is the subject of its mutants.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: String,
    /// The compiler's dump of it, which gives types that the analysis does not
    /// find (`compiler-types`).
    pub dump: Option<String>,
}

/// A seed that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name.
    pub name: String,
    /// Why it cannot serve.
    pub why: Unsuitable,
}

struct Seed {
    language: Language,
    program: Box<dyn Program>,
    /// The same with the types of the compiler's dump.
    with_compiler_types: Option<Box<dyn Program>>,
}

/// The seeds of a language that have programs, by what is asked for.
struct Subjects {
    language: Language,
    /// Those with expressions that can be replaced.
    known: Vec<Arc<str>>,
    /// Those with such expressions by the types of the compiler's dump.
    with_compiler_types: Vec<Arc<str>>,
    /// Those with constant conditions.
    with_constant_conditions: Vec<Arc<str>>,
    /// Those with neutral rewrites.
    with_rewrites: Vec<Arc<str>>,
}

impl Subjects {
    fn of(language: Language, seeds: &BTreeMap<Arc<str>, Seed>) -> Subjects {
        let those = |has: &dyn Fn(&Seed) -> bool| {
            let found = seeds.iter().filter(|(_, seed)| seed.language == language && has(seed));
            found.map(|(name, _)| Arc::clone(name)).collect()
        };
        let replaceable = |program: &dyn Program, constant: bool| {
            program.places().iter().any(|place| place.constant_condition == constant)
        };
        Subjects {
            language,
            known: those(&|seed| replaceable(&*seed.program, false)),
            with_compiler_types: those(&|seed| replaceable(seed.with_most(), false)),
            with_constant_conditions: those(&|seed| replaceable(&*seed.program, true)),
            with_rewrites: those(&|seed| seed.with_most().neutral() > 0),
        }
    }
}

impl Seed {
    /// The program with the most types.
    fn with_most(&self) -> &dyn Program {
        self.with_compiler_types.as_deref().unwrap_or(&*self.program)
    }
}

/// The languages that can be mutated.
const PLUGS: [&dyn Plug; 1] = [&Swift];

/// The engine `mutate`.
pub struct Mutate {
    seeds: BTreeMap<Arc<str>, Seed>,
    subjects: Vec<Subjects>,
    inputs: Vec<InputId>,
    passed_over: Vec<PassedOver>,
}

/// The built-in seeds, by name.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// The seed programs that need no import.
pub fn built_in() -> Vec<SeedFile> {
    let file = |&(name, text): &(&str, &str)| SeedFile {
        name: name.to_owned(),
        language: Language::Swift,
        text: text.to_owned(),
        dump: None,
    };
    BUILT_IN.iter().map(file).collect()
}

const LEVEL_2: Feature =
    Feature { name: "level-2", about: "prefix, binary and ternary expressions", default: true };
const LEVEL_3: Feature = Feature {
    name: "level-3",
    about: "level 2, variables, assignments, arrays and calls of functions",
    default: true,
};
const LEVEL_4: Feature = Feature {
    name: "level-4",
    about: "level 3, and what lies beyond the paper: optionals, casts, closures, key paths, …",
    default: true,
};
const COMPILER_TYPES: Feature = Feature {
    name: "compiler-types",
    about: "types from the compiler's dump, for seeds that were imported with one",
    default: true,
};
const CONSTANT_CONDITIONS: Feature = Feature {
    name: "constant-conditions",
    about: "only conditions that are the literal true, by other constant conditions",
    default: false,
};

const SPLICE: Feature = Feature {
    name: "splice",
    about: "expressions of the same type from elsewhere in the program",
    default: true,
};

const FEATURES: [Feature; 6] =
    [COMPILER_TYPES, CONSTANT_CONDITIONS, LEVEL_2, LEVEL_3, LEVEL_4, SPLICE];

impl Mutate {
    /// From seed programs. Those that cannot serve are passed over.
    pub fn new(files: Vec<SeedFile>) -> Mutate {
        let mut seeds = BTreeMap::new();
        let mut inputs = Vec::new();
        let mut passed_over = Vec::new();
        for file in files {
            let name: Arc<str> = file.name.as_str().into();
            match read(&file) {
                Ok(seed) => {
                    let dump = file.dump.as_deref().unwrap_or("");
                    let digest = Digest::of_parts([file.text.as_bytes(), dump.as_bytes()]);
                    inputs.push(InputId { name: Arc::clone(&name), digest });
                    seeds.insert(name, seed);
                }
                Err(why) => passed_over.push(PassedOver { name: file.name, why }),
            }
        }
        inputs.sort();
        let subjects = PLUGS.iter().map(|plug| Subjects::of(plug.language(), &seeds)).collect();
        Mutate { seeds, subjects, inputs, passed_over }
    }

    /// The seeds that are not used.
    pub fn passed_over(&self) -> &[PassedOver] {
        &self.passed_over
    }

    /// How much of the seeds is known, as in section VI.
    pub fn statistics(&self) -> Statistics {
        self.seeds.values().map(|seed| seed.program.statistics()).sum()
    }

    fn program(&self, plan: &Plan) -> Result<&dyn Program, DeadEnd> {
        let seed = self.seeds.get(plan.subject.as_ref().ok_or(DeadEnd)?).ok_or(DeadEnd)?;
        // Rewrites have no features.
        let most = plan.mode == Mode::Equivalent || plan.has(COMPILER_TYPES.name);
        Ok(if most { seed.with_most() } else { &*seed.program })
    }
}

fn read(file: &SeedFile) -> Result<Seed, Unsuitable> {
    let plug = PLUGS.iter().find(|plug| plug.language() == file.language);
    let plug = plug.ok_or(Unsuitable::Language(file.language))?;
    let program = plug.read(&file.text, None)?;
    let with_compiler_types = match &file.dump {
        Some(dump) => Some(plug.read(&file.text, Some(dump))?),
        None => None,
    };
    let seed = Seed { language: file.language, program, with_compiler_types };
    if seed.with_most().places().is_empty() { Err(Unsuitable::NoSites) } else { Ok(seed) }
}

/// How mutants are made according to a plan: at its usual size as in the paper,
/// to a depth of 2.
fn bounds(plan: &Plan) -> Bounds {
    let level = if plan.has(LEVEL_4.name) {
        Level::Four
    } else if plan.has(LEVEL_3.name) {
        Level::Three
    } else if plan.has(LEVEL_2.name) {
        Level::Two
    } else {
        Level::One
    };
    Bounds {
        how: How { level, depth: (1 + plan.size / 4).min(3), splice: plan.has(SPLICE.name) },
        replaced: plan.size as usize,
        constant_conditions: plan.has(CONSTANT_CONDITIONS.name),
    }
}

impl Engine for Mutate {
    fn name(&self) -> &'static str {
        "mutate"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let with_seeds = self
            .subjects
            .iter()
            .filter(|of| self.seeds.values().any(|seed| seed.language == of.language));
        with_seeds.map(|of| (of.language, vec![Mode::WellTyped, Mode::Equivalent])).collect()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        let known = PLUGS.iter().any(|plug| plug.language() == language);
        if known { &[Dialect::Standard] } else { &[] }
    }

    fn features(&self, _language: Language, mode: Mode) -> &[Feature] {
        match mode {
            Mode::WellTyped => &FEATURES,
            _ => &[],
        }
    }

    fn subjects(&self, plan: &Plan) -> Cow<'_, [Arc<str>]> {
        let Some(of) = self.subjects.iter().find(|of| of.language == plan.language) else {
            return Cow::Borrowed(&[]);
        };
        Cow::Borrowed(match plan.mode {
            Mode::Equivalent => &of.with_rewrites,
            _ if plan.has(CONSTANT_CONDITIONS.name) => &of.with_constant_conditions,
            _ if plan.has(COMPILER_TYPES.name) => &of.with_compiler_types,
            _ => &of.known,
        })
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let program = self.program(plan)?;
        let case = |source, expectation, features| TestCase {
            language: plan.language,
            source,
            expectation,
            features,
        };
        match plan.mode {
            Mode::WellTyped => {
                let mut source = String::new();
                let used = mutant(program, bounds(plan), &mut source, choices)?;
                Ok(vec![case(source, Expectation::Accept, used.names())])
            }
            Mode::Equivalent => {
                let (source, features) = variant(program, plan.size as usize, choices)?;
                Ok(vec![
                    case(program.source().to_owned(), Expectation::SameVerdict, Vec::new()),
                    case(source, Expectation::SameVerdict, features),
                ])
            }
            _ => Err(DeadEnd),
        }
    }
}
