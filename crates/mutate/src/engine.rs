//! The engine: from seed programs, a plan and a tape to test cases.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use case::{
    Dialect, Digest, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, TestCase,
};
use choice::{Choices, DeadEnd, Exhaustive};

use crate::Unsuitable;
use crate::forms::Forms;
use crate::level::Level;
use crate::mutation::{Bounds, mutant, variant};
use crate::program::{How, Plug, Program};
use crate::rust::Rust;
use crate::seed::{self, SeedFile};
use crate::statistics::Statistics;
use crate::swift::Swift;

/// A seed that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name.
    pub name: String,
    /// Why it cannot serve.
    pub why: Unsuitable,
}

struct Seed {
    file: SeedFile,
    program: Box<dyn Program>,
    /// The same with the types of the compiler's dump.
    with_compiler_types: Option<Box<dyn Program>>,
}

/// The seeds of a dialect that have programs, by what is asked for.
struct Subjects {
    language: Language,
    dialect: Dialect,
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
    fn of(language: Language, dialect: Dialect, seeds: &BTreeMap<Arc<str>, Seed>) -> Subjects {
        let is_of = |file: &SeedFile| file.language == language && file.dialects.contains(&dialect);
        let those = |has: &dyn Fn(&Seed) -> bool| {
            let found = seeds.iter().filter(|(_, seed)| is_of(&seed.file) && has(seed));
            found.map(|(name, _)| Arc::clone(name)).collect()
        };
        let replaceable = |program: &dyn Program, constant: bool| {
            program.places().iter().any(|place| place.constant_condition == constant)
        };
        Subjects {
            language,
            dialect,
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
const PLUGS: [&dyn Plug; 2] = [&Swift, &Rust];

/// What mutates programs in a language, if it can be mutated.
pub fn plug(language: Language) -> Option<&'static dyn Plug> {
    PLUGS.iter().copied().find(|plug| plug.language() == language)
}

/// The engine `mutate`.
pub struct Mutate {
    seeds: BTreeMap<Arc<str>, Seed>,
    subjects: Vec<Subjects>,
    /// The languages of the seeds, with their dialects.
    dialects: Vec<(Language, Vec<Dialect>)>,
    /// The list of the seeds, if there are any.
    inputs: Vec<InputId>,
    passed_over: Vec<PassedOver>,
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
    about: "level 3, and what lies beyond the paper: optionals, casts, closures, blocks, …",
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
    about: "expressions of the same type from elsewhere in the program and from other seeds",
    default: true,
};

const FEATURES: [Feature; 6] =
    [COMPILER_TYPES, CONSTANT_CONDITIONS, LEVEL_2, LEVEL_3, LEVEL_4, SPLICE];

impl Mutate {
    /// From seed programs. Those that cannot serve are passed over.
    pub fn new(files: Vec<SeedFile>) -> Mutate {
        let mut seeds = BTreeMap::new();
        let mut passed_over = Vec::new();
        for file in files {
            match read(file) {
                Ok(seed) => {
                    seeds.insert(seed.file.name.as_str().into(), seed);
                }
                Err(why) => passed_over.push(why),
            }
        }
        let mut written: Vec<(Language, Dialect)> = seeds
            .values()
            .flat_map(|Seed { file, .. }| file.dialects.iter().map(|&d| (file.language, d)))
            .collect();
        written.sort_unstable();
        written.dedup();
        let subjects = written.iter().map(|&(l, d)| Subjects::of(l, d, &seeds)).collect();
        let dialects = written
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of_one| (of_one[0].0, of_one.iter().map(|&(_, dialect)| dialect).collect()))
            .collect();
        let mut mutate = Mutate { seeds, subjects, dialects, inputs: Vec::new(), passed_over };
        if !mutate.seeds.is_empty() {
            let digest = Digest::of(mutate.list().as_bytes());
            mutate.inputs.push(InputId { name: "seeds".into(), digest });
        }
        mutate
    }

    /// The seeds that are used, sorted by name.
    pub fn files(&self) -> impl Iterator<Item = &SeedFile> {
        self.seeds.values().map(|seed| &seed.file)
    }

    /// The list of them, which is the engine's one input; see [`read_list`].
    ///
    /// [`read_list`]: crate::read_list
    pub fn list(&self) -> String {
        seed::list(self.files())
    }

    /// The seeds that are not used.
    pub fn passed_over(&self) -> &[PassedOver] {
        &self.passed_over
    }

    /// How much of the seeds is known, as in section VI.
    pub fn statistics(&self) -> Statistics {
        self.seeds.values().map(|seed| seed.program.statistics()).sum()
    }

    /// How many expressions a level replaces by more than themselves in
    /// parentheses, and in how many programs there are such expressions.
    pub fn replaceable(&self, level: Level) -> (usize, usize) {
        let how = How { level, depth: 2, splice: false };
        let (mut expressions, mut programs) = (0, 0);
        for seed in self.seeds.values() {
            let program = seed.with_most();
            let places = program.places().iter().enumerate();
            let found = places.filter(|(index, place)| {
                let original = format!("({})", &program.source()[place.range.clone()]);
                let mut all = Exhaustive::in_order(|choices| {
                    let (mut out, mut used) = (String::new(), Forms::default());
                    program.write(*index, how, &mut out, &mut used, choices)?;
                    Ok(out)
                });
                all.by_ref().take(8).any(|made| made.value != original)
            });
            let found = found.count();
            expressions += found;
            programs += usize::from(found > 0);
        }
        (expressions, programs)
    }

    fn program(&self, plan: &Plan) -> Result<&dyn Program, DeadEnd> {
        let seed = self.seeds.get(plan.subject.as_ref().ok_or(DeadEnd)?).ok_or(DeadEnd)?;
        // Rewrites have no features.
        let most = plan.mode == Mode::Equivalent || plan.has(COMPILER_TYPES.name);
        Ok(if most { seed.with_most() } else { &*seed.program })
    }
}

fn read(file: SeedFile) -> Result<Seed, PassedOver> {
    let read = || {
        let plug = plug(file.language).ok_or(Unsuitable::Language(file.language))?;
        let program = plug.read(&file.text, None)?;
        let with_compiler_types = match &file.dump {
            Some(dump) => Some(plug.read(&file.text, Some(dump))?),
            None => None,
        };
        Ok((program, with_compiler_types))
    };
    let (program, with_compiler_types) = match read() {
        Ok(programs) => programs,
        Err(why) => return Err(PassedOver { name: file.name, why }),
    };
    let seed = Seed { file, program, with_compiler_types };
    if seed.with_most().places().is_empty() {
        return Err(PassedOver { name: seed.file.name, why: Unsuitable::NoSites });
    }
    Ok(seed)
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
        5
    }

    fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let modes = || vec![Mode::WellTyped, Mode::Equivalent];
        self.dialects.iter().map(|(language, _)| (*language, modes())).collect()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        let of = self.dialects.iter().find(|(known, _)| *known == language);
        of.map_or(&[], |(_, dialects)| dialects)
    }

    fn features(&self, _language: Language, mode: Mode) -> &[Feature] {
        match mode {
            Mode::WellTyped => &FEATURES,
            _ => &[],
        }
    }

    fn subjects(&self, plan: &Plan) -> Cow<'_, [Arc<str>]> {
        let asked = (plan.language, plan.dialect);
        let Some(of) = self.subjects.iter().find(|of| (of.language, of.dialect) == asked) else {
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
