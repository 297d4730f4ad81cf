//! The engine: from a plan and a tape to a test case.

use case::{
    Behaviour, Covered, Dialect, Engine, Expectation, Family, Feature, InputId, Language, Mode,
    Plan, TestCase,
};
use choice::{Choices, DeadEnd};

use crate::coverage::Uses;
use crate::eval::{Limits, Machine, Stop};
use crate::generate::{Switches, generate};
use crate::ill::break_one;
use crate::library::recycle;
use crate::print::{print, print_noting};
use crate::reach::{drop_unused_instances, prune};
use crate::rewrite::rewritten;
use crate::syntax::{Program, Slice, Stmt};

/// The engine `functional`.
#[derive(Debug, Default)]
pub struct Functional {
    uses: Uses,
}

/// How many siblings a program has in the mode of equivalent programs.
const SIBLINGS: usize = 2;

/// A feature and the switch behind it.
type Switch = (Feature, fn(&mut Switches) -> &mut bool);

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about, default: true }
}

/// The features, sorted by name.
const FEATURES: &[Switch] = &[
    (feature("arithmetic", "functions of nothing but arithmetic, called at bounds"), |on| {
        &mut on.arithmetic
    }),
    (feature("big-integers", "Integer and Natural, around 2^63 and 2^64"), |on| &mut on.big),
    (feature("bits", "bitwise operations, shifts and rotations"), |on| &mut on.bits),
    (feature("classes", "type classes with superclasses and defaults"), |on| &mut on.classes),
    (feature("comprehensions", "list comprehensions and enumerations"), |on| {
        &mut on.comprehensions
    }),
    (feature("division", "quot, rem, div, mod at the bounds"), |on| &mut on.division),
    (feature("doubles", "floating-point numbers"), |on| &mut on.doubles),
    (feature("exceptions", "exceptions, raised and caught"), |on| &mut on.exceptions),
    (feature("existentials", "constructors that hide a type"), |on| &mut on.existentials),
    (feature("gadts", "types whose constructors say their argument"), |on| &mut on.gadts),
    (feature("guards", "guards"), |on| &mut on.guards),
    (feature("higher-kinded", "classes of type constructors"), |on| &mut on.higher),
    (
        Feature {
            name: "huge-lists",
            about: "a list of 45,000 items, which meets a limit of GHC (its issue 4505)",
            default: false,
        },
        |on| &mut on.huge,
    ),
    (feature("instances", "instances of Eq, Ord, Show and Num, written out"), |on| &mut on.by_hand),
    (feature("laziness", "lazy patterns, infinite lists, unneeded bottoms"), |on| &mut on.laziness),
    (feature("local-functions", "local functions and where"), |on| &mut on.locals),
    (feature("newtypes", "newtypes"), |on| &mut on.newtypes),
    (feature("operators", "operators, infix constructors and sections"), |on| &mut on.operators),
    (feature("polymorphism", "parametric polymorphism"), |on| &mut on.polymorphism),
    (feature("pragmas", "INLINE, NOINLINE, INLINABLE, SPECIALISE"), |on| &mut on.pragmas),
    (feature("rank-2", "polymorphic arguments"), |on| &mut on.rank2),
    (feature("records", "records: labels, selectors, updates"), |on| &mut on.records),
    (feature("recursion", "recursive functions and types"), |on| &mut on.recursion),
    (feature("references", "IORef blocks in main"), |on| &mut on.references),
    (feature("sized-integers", "Int8 to Word64"), |on| &mut on.sized),
    (feature("state", "ST blocks"), |on| &mut on.state),
    (feature("strictness", "bang patterns, strict fields, seq"), |on| &mut on.strictness),
    (feature("synonyms", "type synonyms"), |on| &mut on.synonyms),
];

static ALL: std::sync::LazyLock<Vec<Feature>> =
    std::sync::LazyLock::new(|| FEATURES.iter().map(|(feature, _)| *feature).collect());

impl Functional {
    /// The engine.
    pub fn new() -> Functional {
        Functional::default()
    }

    /// The program of a tape, before it is printed, with what it does if that is asked
    /// for.
    pub fn make(
        &self,
        plan: &Plan,
        choices: &mut Choices,
    ) -> Result<(Program, Option<Behaviour>), DeadEnd> {
        let mut on = Switches::default();
        // Both are sorted by name.
        let mut wanted = plan.features.iter().copied().peekable();
        for (feature, switch) in FEATURES {
            while wanted.next_if(|&name| name < feature.name).is_some() {}
            *switch(&mut on) = wanted.next_if_eq(&feature.name).is_some();
        }
        let mut program = generate(on, plan.size, choices)?;
        let limits = match on.huge {
            true => Limits { steps: 1_000_000, cells: 1_000_000, ..Limits::default() },
            false => Limits::default(),
        };
        let behaviour = (plan.mode == Mode::Behaviour).then(|| predict(&mut program, limits));
        drop_unused_instances(&mut program);
        Ok((program, behaviour))
    }
}

impl Functional {
    fn case(&self, program: &Program, expectation: Expectation) -> TestCase {
        let printed = print_noting(program);
        let features = self.uses.count(program, printed.styles);
        TestCase { language: Language::Haskell, source: printed.text, expectation, features }
    }
}

/// What a program does. Groups of statements that would take too long are taken out of
/// it, and what nothing else needs with them.
fn predict(program: &mut Program, limits: Limits) -> Behaviour {
    let mut output = String::new();
    let mut kept = Vec::with_capacity(program.main.len());
    let mut machine = Machine::new(program, limits);
    let mut raised = None;
    for &group in &program.main {
        let ran = machine.run(group);
        match ran.stop {
            Some(Stop::Raised) if is_demand(program, group) => {
                kept.push(group);
                raised = program.bottom;
                break;
            }
            None => {
                output.push_str(&ran.output);
                kept.push(group);
            }
            Some(Stop::Limit | Stop::Unspecified) => {}
            Some(stop) => {
                debug_assert!(false, "{stop:?} in\n{}", print(program));
            }
        }
    }
    program.main = kept;
    prune(program);
    match raised {
        Some(kind) => Behaviour::raises(output, kind.class()),
        None => Behaviour::prints(output),
    }
}

/// Whether a group of statements may end the program.
fn is_demand(program: &Program, group: Slice) -> bool {
    matches!(program.stmts_of(group), [Stmt::Demand(_)])
}

impl Engine for Functional {
    fn name(&self) -> &'static str {
        "functional"
    }

    fn version(&self) -> u32 {
        4
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let modes = vec![Mode::Behaviour, Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
        vec![(Language::Haskell, modes)]
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        match language {
            Language::Haskell => &[Dialect::Standard, Dialect::Haskell2010],
            _ => &[],
        }
    }

    fn features(&self, language: Language, _mode: Mode) -> &[Feature] {
        if language == Language::Haskell { &ALL } else { &[] }
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        if plan.language != Language::Haskell {
            return Err(DeadEnd);
        }
        let (mut program, predicted) = self.make(plan, choices)?;
        let mut cases = Vec::with_capacity(1);
        let expectation = match (plan.mode, predicted) {
            (Mode::IllTyped, _) => Expectation::Reject(break_one(&mut program, choices)?),
            (Mode::Equivalent, _) => {
                for _ in 0..SIBLINGS {
                    let sibling = rewritten(&program, choices)?;
                    cases.push(self.case(&sibling, Expectation::SameVerdict));
                }
                Expectation::SameVerdict
            }
            (_, Some(predicted)) => Expectation::SameBehaviour { predicted: Some(predicted) },
            (_, None) => Expectation::Accept,
        };
        cases.insert(0, self.case(&program, expectation));
        recycle(program);
        Ok(cases)
    }

    fn coverage(&self, language: Language) -> Vec<Covered> {
        if language == Language::Haskell { self.uses.covered() } else { Vec::new() }
    }
}
