//! Looking for one known bug: generate, get verdicts, judge, confirm, reduce.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{bail, ensure};
use campaign::{Evidence, Program, Programs, Seen, Sighting};
use case::{
    Dialect, Engine, Expectation, Family, Feature, FindingKind, InputId, Language, Mode, Outcome,
    Plan, TestCase, judge,
};
use choice::{Choices, DeadEnd, Tape};
use inputs::{Inputs, Sources};
use reduce::{End, Limits, Origin, Reduced, Step};
use targets::{Target, TargetInfo, jvm};
use toolchains::Cache;

use crate::common::{SEED, cache, open, settings, sightings, sources, tell, toolchain, verdicts};

/// A bug, how it is looked for, and how it is recognised.
#[derive(Clone, Copy)]
pub(crate) struct Bug {
    /// What its tracker calls it, or what it is in.
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) mode: Mode,
    /// What programs are written against, as in `--library`.
    pub(super) libraries: &'static [&'static str],
    /// The members to exercise, as in `--member`.
    pub(super) members: &'static [&'static str],
    /// The features that are switched, as in `--feature`.
    pub(super) features: &'static [(&'static str, bool)],
    /// A target that has the bug.
    pub(crate) wrong: &'static str,
    pub(super) control: Control,
    /// What is met.
    pub(super) shows: Shows,
    /// After how many programs it must be met.
    pub(super) within: u64,
}

/// What tells a bug from others.
#[derive(Clone, Copy)]
pub(super) struct Shows {
    pub(super) kind: FindingKind,
    /// The rule and premise that the program violates; any if empty.
    pub(super) violates: &'static str,
    /// Rules and features that the program uses.
    pub(super) uses: &'static [&'static str],
    /// A part of the program.
    pub(super) has: &'static str,
    /// A part of the outcome.
    pub(super) says: &'static str,
}

impl Shows {
    /// Any finding of a kind.
    pub(super) const fn any(kind: FindingKind) -> Shows {
        Shows { kind, violates: "", uses: &[], has: "", says: "" }
    }
}

/// How it is known that the target is to blame and not the program.
#[derive(Clone, Copy)]
pub(super) enum Control {
    /// This target is right about the very program that shows the bug.
    SameProgram(&'static str),
    /// This target, which takes another dialect, has no finding in the first
    /// programs, as many as the bug has, nor in the smallest that shows the bug.
    Translated(&'static str, Translate),
    /// No version is right; `says` tells the bug from mistakes of ours.
    Nothing,
}

/// The program of a tape in the dialect of another target.
pub(super) type Translate = fn(&Plan, &Tape, &TargetInfo) -> anyhow::Result<Family>;

/// So many programs are generated before those that fit the bug are judged.
const WINDOW: u64 = 500;

/// How many programs are tried while one is reduced.
const TRIES: u64 = 1000;

/// Looks for those with this in their names, and prints a table of them.
pub(super) fn run(engine: &str, bugs: &[Bug], name: &str) -> anyhow::Result<()> {
    let wanted: Vec<&Bug> = bugs.iter().filter(|bug| bug.name.contains(name)).collect();
    let names = || bugs.iter().map(|bug| bug.name).collect::<Vec<_>>().join(", ");
    ensure!(!wanted.is_empty(), "no known bug is called {name:?}; there is: {}", names());
    let cache = cache()?;
    let mut rows = Vec::new();
    let mut missed = Vec::new();
    for bug in &wanted {
        println!("== {} ({}): {}", bug.name, bug.wrong, bug.about);
        let started = Instant::now();
        let met = meet(&cache, engine, bug).map(|(met, ..)| met).unwrap_or_else(|why| {
            println!("MISSED: {why:#}");
            missed.push(bug.name);
            "missed".to_owned()
        });
        let seconds = started.elapsed().as_secs_f64();
        rows.push(format!("{:<14} {:<25} {met}; {seconds:.0} s", bug.name, bug.wrong));
        println!();
    }
    println!("{:<14} {:<25} met with", "bug", "target");
    rows.iter().for_each(|row| println!("{row}"));
    println!("{} of {} known bugs met again", wanted.len() - missed.len(), wanted.len());
    ensure!(missed.is_empty(), "missed: {}", missed.join(", "));
    Ok(())
}

/// Looks for a bug; says when it was met and how small it became, with the finding as it
/// was met and as it was reduced.
pub(super) fn meet(
    cache: &Cache,
    engine: &str,
    bug: &Bug,
) -> anyhow::Result<(String, Sighting, Reduced)> {
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let named = Sources {
        libraries: owned(bug.libraries),
        members: owned(bug.members),
        ..Sources::default()
    };
    let inputs = Inputs::new(cache, &named, &tell);
    let compiler = toolchain(cache, bug.wrong)?;
    if compiler.id.name == "kotlin" {
        // What reads the signatures of Kotlin's libraries.
        toolchain(cache, "kotlin-metadata")?;
    }
    let engine = inputs.engine(engine, Some(&compiler))?;
    let mut hunt = Hunt {
        bug,
        wrong: vec![open_for(cache, bug, bug.wrong, &inputs)?],
        right: match bug.control {
            Control::SameProgram(right) => Some(open_in_full(cache, right, &inputs)?),
            Control::Translated(..) | Control::Nothing => None,
        },
    };
    let plan = plan(engine.as_ref(), bug, hunt.wrong());
    let (number, program, met) = hunt.search(engine.as_ref(), &plan)?;
    println!("met with program {number}: {}", met.signature);
    let reduced = hunt.reduce(engine.as_ref(), &plan, &program, &met)?;
    for other in &reduced.others {
        println!("seen on the way, and not followed: {}", other.signature);
    }
    let smallest = &reduced.sighting.family;
    let control = match bug.control {
        Control::SameProgram(right) => {
            let right_alone = hunt.right.as_mut().is_none_or(|right| {
                let alone = |case: &TestCase| right.confirm(&case.source).outcome;
                is_right(smallest, &smallest.iter().map(alone).collect::<Vec<_>>())
            });
            ensure!(right_alone, "{right} is not right about the smallest program alone");
            format!("{right} is right about it")
        }
        Control::Translated(right, translate) => {
            let mut right = open_for(cache, bug, right, &inputs)?;
            let info = right.info().clone();
            let mut tapes: Vec<Tape> = reduced.tape.clone().into_iter().collect();
            let first = crate::common::programs(engine.as_ref(), &plan, bug.within);
            tapes.extend(first.into_iter().map(|program| program.tape));
            let same = tapes.iter().map(|tape| translate(&plan, tape, &info));
            let passed = all_pass(&same.collect::<anyhow::Result<Vec<_>>>()?, &mut right)?;
            format!("{}: the same {passed} programs pass", info.name)
        }
        Control::Nothing => "no version is right about it".to_owned(),
    };
    let lines = reduced.sighting.case().source.lines().filter(|line| !line.is_empty()).count();
    let words = format!(
        "program {number} of {}; {lines} lines, {} tokens of {}, {} tries; {control}",
        bug.within, reduced.after, reduced.before, reduced.queries,
    );
    Ok((words, met, reduced))
}

/// The plan for programs that a target takes.
fn plan(engine: &dyn Engine, bug: &Bug, target: &dyn Target) -> Plan {
    let info = target.info();
    campaign::plan(engine, info.language, bug.mode, info.dialect, &settings(bug.features))
}

/// Opens a target. A crash may come late.
fn open_for(
    cache: &Cache,
    bug: &Bug,
    target: &str,
    inputs: &Inputs<'_>,
) -> anyhow::Result<Box<dyn Target>> {
    match bug.shows.kind {
        FindingKind::Crash => open_in_full(cache, target, inputs),
        _ => open(cache, target, inputs.class_path()?),
    }
}

/// Opens a target so that every program goes through all phases of a compiler for the
/// JVM: a control must be right in all of them.
fn open_in_full(
    cache: &Cache,
    target: &str,
    inputs: &Inputs<'_>,
) -> anyhow::Result<Box<dyn Target>> {
    let libraries = inputs.class_path()?;
    if !JVM.iter().any(|name| target.starts_with(name)) {
        return open(cache, target, libraries);
    }
    let settings =
        jvm::Settings { libraries, full_every: 1, ..jvm::Settings::new(cache.beside("targets")) };
    Ok(Box::new(jvm::open(&toolchain(cache, target)?, &settings)?))
}

/// The compilers that stay warm in a JVM.
const JVM: [&str; 4] = ["javac@", "kotlin@", "scala@", "groovy@"];

/// Whether a target judged a family, and rightly.
fn is_right(family: &Family, outcomes: &[Outcome]) -> bool {
    let silent = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unknown(_)));
    !silent && judge(family, &[outcomes.to_vec()]).is_empty()
}

impl Bug {
    /// Whether a program is of the kind in which the bug shows.
    fn fits(&self, case: &TestCase) -> bool {
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
    pub(crate) fn is(&self, sighting: &Sighting, evidence: &Evidence) -> bool {
        sighting.kind == self.shows.kind
            && self.fits(sighting.case())
            && evidence.outcome.to_string().contains(self.shows.says)
    }
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
    ) -> anyhow::Result<(u64, Program, Sighting)> {
        let bug = self.bug;
        let mut programs = Programs::new(engine, plan.clone(), SEED);
        let (mut fitting, mut suspected) = (0, 0);
        for first in (0..bug.within).step_by(WINDOW as usize) {
            let window: Vec<(u64, Program)> = (first..bug.within.min(first + WINDOW))
                .filter_map(|number| Some((number + 1, programs.get(number).ok()?)))
                .filter(|(_, program)| program.family.iter().any(|case| bug.fits(case)))
                .collect();
            fitting += window.len();
            let size = self.wrong().info().batch;
            let mut window = window.into_iter().peekable();
            while window.peek().is_some() {
                let batch: Vec<(u64, Program)> = window.by_ref().take(size).collect();
                let families = batch.iter().map(|(_, program)| &program.family);
                let outcomes = verdicts(self.wrong(), families);
                for ((number, program), outcomes) in batch.into_iter().zip(outcomes) {
                    let name = self.wrong().info().name.clone();
                    let seen = sightings(&name, &program.family, &outcomes);
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
        bail!(
            "{fitting} of {} programs are of its kind, {suspected} of them looked like it, and \
             none was confirmed",
            bug.within
        )
    }

    /// Tries a suspicion alone and cold. Alone, a compiler may say something
    /// else first than in a batch, and it may still be the bug.
    fn confirm(&mut self, suspect: Sighting) -> anyhow::Result<Option<Sighting>> {
        let (met, evidence) = match suspect.seen_again(&mut self.wrong)? {
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

    /// Reduces a program while it gives the same finding and fits the bug.
    fn reduce(
        &mut self,
        engine: &dyn Engine,
        plan: &Plan,
        program: &Program,
        met: &Sighting,
    ) -> anyhow::Result<Reduced> {
        let plan = Plan { subject: program.subject.clone(), ..plan.clone() };
        let engine = Fitting { engine, bug: self.bug };
        let origin = Origin { engine: &engine, plan: &plan, tape: &program.tape };
        let right = self.right.as_mut().map(|right| right.as_mut() as &mut dyn Target);
        let limits = Limits { queries: TRIES, ..Limits::default() };
        let go_on = &mut |_: Step<'_>| ControlFlow::Continue(());
        let reduced = reduce::reduce(met, Some(origin), &mut self.wrong, right, limits, go_on);
        if let End::Trouble(trouble) = &reduced.end {
            bail!("{trouble}");
        }
        println!(
            "reduced with {} tries in {:.0} s, class kept by {}:",
            reduced.queries,
            reduced.time.as_secs_f64(),
            reduced.guarantee
        );
        sources(&reduced.sighting.family).for_each(|source| println!("{source}"));
        Ok(reduced)
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
fn all_pass(families: &[Family], right: &mut Box<dyn Target>) -> anyhow::Result<usize> {
    let name = right.info().name.clone();
    let outcomes = verdicts(right.as_mut(), families);
    for (family, outcomes) in families.iter().zip(&outcomes) {
        for (suspect, _) in sightings(&name, family, outcomes) {
            let seen = suspect.seen_again(std::slice::from_mut(right))?;
            if let Seen::Same(evidence) | Seen::Other(_, evidence) = seen {
                let source = &suspect.case().source;
                bail!("{name} has a finding too: {}\n{source}", evidence.outcome);
            }
        }
        ensure!(is_right(family, outcomes), "{name} gave no verdict:\n{}", family[0].source);
    }
    Ok(families.len())
}
