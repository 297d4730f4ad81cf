//! Looking for one known bug: generate, get verdicts, judge, confirm, reduce.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use campaign::{Program, Programs, Seen, Settings, Sighting};
use case::{
    Dialect, Engine, Family, Feature, FindingKind, InputId, Language, Mode, Outcome, Plan,
    TestCase, judge, split_configuration,
};
use choice::{Choices, DeadEnd, Tape};
use inputs::{Inputs, Sources};
use reduce::{End, Limits, Origin, Reduced, Step};
use targets::{Target, jvm};
use toolchains::{Cache, Progress, Spec, Toolchain};

use crate::bug::{Bug, Control};

/// The seed of all programs.
const SEED: u64 = 1;

/// So many programs are generated before those that fit the bug are judged.
const WINDOW: u64 = 500;

/// How a bug is looked for.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Whether compilers that are not here are installed.
    pub install: bool,
    /// How much is tried to make the program that shows the bug small; it stays as it is if
    /// that is not asked for.
    pub reduce: Option<Limits>,
    /// Hears what takes long.
    pub tell: &'a dyn Fn(&str),
}

/// A bug that was met again.
pub struct Met {
    /// The program that shows it, counted from 1.
    pub program: u64,
    /// The version of the engine that made it.
    pub engine_version: u32,
    /// The finding.
    pub sighting: Sighting,
    /// What it was reduced to, if it was.
    pub reduced: Option<Reduced>,
    /// What the control says, in words.
    pub control: String,
    /// How long it took.
    pub time: Duration,
}

/// Why a bug was not met.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotMet {
    /// A compiler is not on this machine, and was not to be installed.
    #[error("{0} is not here")]
    NotHere(String),
    /// A compiler, a library or an engine cannot be used.
    #[error("{0}")]
    Setup(String),
    /// No program shows it.
    #[error(
        "{fitting} of {programs} programs are of its kind, {suspected} of them looked like it, and \
         none was confirmed"
    )]
    Missed {
        /// How many programs there were.
        programs: u64,
        /// Of those, the ones in which the bug could show.
        fitting: u64,
        /// Of those, the ones that looked like it in a batch.
        suspected: u64,
    },
    /// The target that is known to be right is not.
    #[error("the control is wrong, too: {0}")]
    Control(String),
    /// The program could not be reduced.
    #[error("it was met, but not reduced: {0}")]
    Reduction(String),
}

impl NotMet {
    fn setup(error: impl ToString) -> NotMet {
        NotMet::Setup(error.to_string())
    }
}

/// What the programs of a bug are made from.
fn sources(bug: &Bug) -> Sources {
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    Sources { libraries: owned(bug.libraries), members: owned(bug.members), ..Sources::default() }
}

/// The target that has a bug, and the one that must be right about the same program, if
/// there is one.
pub type Targets = (Box<dyn Target>, Option<Box<dyn Target>>);

/// Opens the targets of a bug, for those who have programs of their own for them.
pub fn open(cache: &Cache, bug: &Bug, options: Options<'_>) -> Result<Targets, NotMet> {
    let named = sources(bug);
    let bench = Bench { cache, bug, inputs: Inputs::new(cache, &named, options.tell), options };
    let Hunt { mut wrong, right, .. } = bench.hunt()?;
    Ok((wrong.remove(0), right))
}

/// Looks for a bug.
pub fn meet(cache: &Cache, bug: &Bug, options: Options<'_>) -> Result<Met, NotMet> {
    let started = Instant::now();
    let named = sources(bug);
    let bench = Bench { cache, bug, inputs: Inputs::new(cache, &named, options.tell), options };
    let compiler = bench.toolchain(bug.wrong)?;
    if compiler.id.name == "kotlin" {
        // What reads the signatures of Kotlin's libraries.
        bench.toolchain("kotlin-metadata")?;
    }
    let engine = bench.inputs.engine(bug.engine, Some(&compiler)).map_err(NotMet::setup)?;
    let mut hunt = bench.hunt()?;
    let plan = plan(engine.as_ref(), bug, hunt.wrong());
    let (number, program, met) = hunt.search(engine.as_ref(), &plan)?;
    let reduced = match options.reduce {
        Some(limits) => Some(hunt.reduce(engine.as_ref(), &plan, &program, &met, limits)?),
        None => None,
    };
    let shown = reduced.as_ref().map_or(&met, |reduced| &reduced.sighting);
    let control = match bug.control {
        Control::SameProgram(right) => {
            hunt.check_alone(&shown.family)?;
            format!("{right} is right about it")
        }
        Control::Translated(right, translate) => {
            let mut right = bench.open(right)?;
            let info = right.info().clone();
            let smallest = reduced.as_ref().and_then(|reduced| reduced.tape.clone());
            let mut tapes: Vec<Tape> = smallest.into_iter().collect();
            let mut programs = Programs::new(engine.as_ref(), plan.clone(), SEED);
            let first = (0..bug.within).filter_map(|number| programs.get(number).ok());
            tapes.extend(first.map(|program| program.tape));
            let same = tapes.iter().map(|tape| translate(&plan, tape, &info));
            let same = same.collect::<Result<Vec<_>, String>>().map_err(NotMet::Setup)?;
            let passed = all_pass(&same, &mut right)?;
            format!("{}: the same {passed} programs pass", info.name)
        }
        Control::Nothing => "no version is right about it".to_owned(),
    };
    Ok(Met {
        program: number,
        engine_version: engine.version(),
        sighting: met,
        reduced,
        control,
        time: started.elapsed(),
    })
}

/// The plan for programs that a target takes: the default size, and every feature as it
/// is by default, unless it is switched.
fn plan(engine: &dyn Engine, bug: &Bug, target: &dyn Target) -> Plan {
    let features = bug.features.iter().map(|&(name, on)| (name.to_owned(), on)).collect();
    let settings =
        Settings { seed: SEED, size: 4, swarm: false, features, count: None, liked: Vec::new() };
    let info = target.info();
    campaign::plan(engine, info.language, bug.mode, info.dialect, &settings)
}

/// Where the targets of a bug come from.
struct Bench<'a> {
    cache: &'a Cache,
    bug: &'a Bug,
    inputs: Inputs<'a>,
    options: Options<'a>,
}

impl Bench<'_> {
    fn toolchain(&self, target: &str) -> Result<Toolchain, NotMet> {
        let spec: Spec = split_configuration(target).0.parse().map_err(NotMet::setup)?;
        if !self.options.install {
            return self.cache.find(&spec).map_err(|_| NotMet::NotHere(spec.to_string()));
        }
        let tell = &mut |progress| {
            if let Progress::Waiting(text) | Progress::Step(text) = progress {
                (self.options.tell)(&format!("{spec}: {text}"));
            }
        };
        self.cache.install(&spec, tell).map_err(NotMet::setup)
    }

    fn hunt(&self) -> Result<Hunt<'_>, NotMet> {
        let right = match self.bug.control {
            Control::SameProgram(right) => Some(self.open_in_full(right)?),
            Control::Translated(..) | Control::Nothing => None,
        };
        Ok(Hunt { bug: self.bug, wrong: vec![self.open(self.bug.wrong)?], right })
    }

    /// Opens a target. A crash may come late.
    fn open(&self, target: &str) -> Result<Box<dyn Target>, NotMet> {
        match self.bug.shows.kind {
            FindingKind::Crash => self.open_in_full(target),
            _ => self.open_as_usual(target),
        }
    }

    /// Opens a target so that every program goes through all phases of a compiler for
    /// the JVM: a control must be right in all of them.
    fn open_in_full(&self, target: &str) -> Result<Box<dyn Target>, NotMet> {
        if !JVM.iter().any(|name| target.starts_with(name)) {
            return self.open_as_usual(target);
        }
        let libraries = self.class_path()?;
        let targets = self.cache.beside("targets");
        let settings = jvm::Settings { libraries, full_every: 1, ..jvm::Settings::new(targets) };
        let opened = jvm::open(&self.toolchain(target)?, &settings).map_err(NotMet::setup)?;
        Ok(Box::new(opened))
    }

    fn open_as_usual(&self, target: &str) -> Result<Box<dyn Target>, NotMet> {
        let toolchain = self.toolchain(target)?;
        let configuration = split_configuration(target).1.unwrap_or_default();
        let described = targets::describe(&toolchain);
        let info = described.iter().find(|info| info.name.configuration == configuration);
        let info = info.ok_or_else(|| NotMet::Setup(format!("there is no target {target}")))?;
        let (class_path, targets) = (self.class_path()?, self.cache.beside("targets"));
        let settings = targets::Settings { class_path, ..targets::Settings::new(targets) };
        targets::open(&toolchain, &info.name, &settings).map_err(NotMet::setup)
    }

    fn class_path(&self) -> Result<Vec<PathBuf>, NotMet> {
        self.inputs.class_path().map_err(NotMet::setup)
    }
}

/// The compilers that stay warm in a JVM.
const JVM: [&str; 4] = ["javac@", "kotlin@", "scala@", "groovy@"];

/// Whether a target judged a family, and rightly.
fn is_right(family: &Family, outcomes: &[Outcome]) -> bool {
    let silent = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unknown(_)));
    !silent && judge(family, &[outcomes.to_vec()]).is_empty()
}

/// What a target does with each program of each family, a batch at a time.
fn verdicts<'a>(
    target: &mut dyn Target,
    families: impl IntoIterator<Item = &'a Family>,
) -> Vec<Vec<Outcome>> {
    let families: Vec<&Family> = families.into_iter().collect();
    let programs = families.iter().copied().flatten().map(|case| &case.source[..]);
    let programs: Vec<&str> = programs.collect();
    let size = target.info().batch;
    let mut outcomes =
        programs.chunks(size).flat_map(|batch| targets::verdicts(target, batch).outcomes);
    families.iter().map(|family| outcomes.by_ref().take(family.len()).collect()).collect()
}

/// A bug with the targets that it is looked for on.
struct Hunt<'a> {
    bug: &'a Bug,
    /// The target that has it, alone in a panel.
    wrong: Vec<Box<dyn Target>>,
    /// The target that must be right about the same program.
    right: Option<Box<dyn Target>>,
}

impl Hunt<'_> {
    fn wrong(&mut self) -> &mut dyn Target {
        self.wrong[0].as_mut()
    }

    /// The first program that shows the bug, with its number counted from 1.
    fn search(
        &mut self,
        engine: &dyn Engine,
        plan: &Plan,
    ) -> Result<(u64, Program, Sighting), NotMet> {
        let bug = self.bug;
        let mut programs = Programs::new(engine, plan.clone(), SEED);
        let (mut fitting, mut suspected) = (0, 0);
        for first in (0..bug.within).step_by(WINDOW as usize) {
            let window: Vec<(u64, Program)> = (first..bug.within.min(first + WINDOW))
                .filter_map(|number| Some((number + 1, programs.get(number).ok()?)))
                .filter(|(_, program)| program.family.iter().any(|case| bug.fits(case)))
                .collect();
            fitting += window.len() as u64;
            let size = self.wrong().info().batch;
            let mut window = window.into_iter().peekable();
            while window.peek().is_some() {
                let batch: Vec<(u64, Program)> = window.by_ref().take(size).collect();
                let families = batch.iter().map(|(_, program)| &program.family);
                let outcomes = verdicts(self.wrong(), families);
                for ((number, program), outcomes) in batch.into_iter().zip(outcomes) {
                    let name = self.wrong().info().name.clone();
                    let seen = campaign::sightings(&program.family, &[&name], &[outcomes]);
                    for (suspect, _) in seen.into_iter().filter(|(s, e)| bug.is(s, e)) {
                        suspected += 1;
                        if let Some(met) = self.confirm(suspect)?
                            && self.control_is_right(&program.family)
                        {
                            return Ok((number, program, met));
                        }
                    }
                }
            }
        }
        Err(NotMet::Missed { programs: bug.within, fitting, suspected })
    }

    /// Tries a suspicion alone and cold. Alone, a compiler may say something
    /// else first than in a batch, and it may still be the bug.
    fn confirm(&mut self, suspect: Sighting) -> Result<Option<Sighting>, NotMet> {
        let (met, evidence) = match suspect.seen_again(&mut self.wrong).map_err(NotMet::setup)? {
            Seen::Same(evidence) => (suspect, evidence),
            Seen::Other(other, evidence) => (*other, evidence),
            Seen::Nothing(_) | Seen::Unknown(_) => return Ok(None),
        };
        Ok(self.bug.is(&met, &evidence).then_some(met))
    }

    fn control_is_right(&mut self, family: &Family) -> bool {
        self.right.as_mut().is_none_or(|right| {
            is_right(family, &verdicts(right.as_mut(), [family]).swap_remove(0))
        })
    }

    /// Checks that the control is right about each program alone.
    fn check_alone(&mut self, family: &Family) -> Result<(), NotMet> {
        let Some(right) = &mut self.right else { return Ok(()) };
        let alone = |case: &TestCase| right.confirm(&case.source).outcome;
        match is_right(family, &family.iter().map(alone).collect::<Vec<_>>()) {
            true => Ok(()),
            false => Err(NotMet::Control(format!(
                "{} is not right about the program alone",
                right.info().name
            ))),
        }
    }

    /// Reduces a program while it gives the same finding and fits the bug.
    fn reduce(
        &mut self,
        engine: &dyn Engine,
        plan: &Plan,
        program: &Program,
        met: &Sighting,
        limits: Limits,
    ) -> Result<Reduced, NotMet> {
        let plan = Plan { subject: program.subject.clone(), ..plan.clone() };
        let engine = Fitting { engine, bug: self.bug };
        let origin = Origin { engine: &engine, plan: &plan, tape: &program.tape };
        let right = self.right.as_mut().map(|right| right.as_mut() as &mut dyn Target);
        let go_on = &mut |_: Step<'_>| ControlFlow::Continue(());
        let reduced = reduce::reduce(met, Some(origin), &mut self.wrong, right, limits, go_on);
        match &reduced.end {
            End::Trouble(trouble) => Err(NotMet::Reduction(trouble.to_string())),
            _ => Ok(reduced),
        }
    }
}

/// An engine that gives up on programs in which the bug does not show.
struct Fitting<'a> {
    engine: &'a dyn Engine,
    bug: &'a Bug,
}

impl Engine for Fitting<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn version(&self) -> u32 {
        self.engine.version()
    }

    fn inputs(&self) -> &[InputId] {
        self.engine.inputs()
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        self.engine.abilities()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        self.engine.dialects(language)
    }

    fn features(&self, language: Language, mode: Mode) -> &[Feature] {
        self.engine.features(language, mode)
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let family = self.engine.generate(plan, choices)?;
        match family.iter().any(|case| self.bug.fits(case)) {
            true => Ok(family),
            false => Err(DeadEnd),
        }
    }
}

/// Gives programs to a control, none of which may have a finding that is there again
/// alone; says how many.
fn all_pass(families: &[Family], right: &mut Box<dyn Target>) -> Result<usize, NotMet> {
    let name = right.info().name.clone();
    let outcomes = verdicts(right.as_mut(), families);
    for (family, outcomes) in families.iter().zip(outcomes) {
        for (suspect, _) in campaign::sightings(family, &[&name], std::slice::from_ref(&outcomes)) {
            let seen = suspect.seen_again(std::slice::from_mut(right)).map_err(NotMet::setup)?;
            if let Seen::Same(evidence) | Seen::Other(_, evidence) = seen {
                let source = &suspect.case().source;
                return Err(NotMet::Control(format!("{name}: {}\n{source}", evidence.outcome)));
            }
        }
        if !is_right(family, &outcomes) {
            let source = &family[0].source;
            return Err(NotMet::Control(format!("{name} gave no verdict:\n{source}")));
        }
    }
    Ok(families.len())
}
