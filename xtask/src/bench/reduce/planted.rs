//! Bugs that are planted in real compilers and runtimes: they are right about every
//! program, but for those in which some texts follow each other.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use campaign::{Program, Programs, Sighting};
use case::{
    Behaviour, Crash, Engine, Exit, Family, Hang, HangEvidence, Mode, Outcome, Plan, Ran, RunEnd,
    judge,
};
use choice::Tape;
use inputs::{Inputs, Sources};
use reduce::{End, Origin, Reduced, reduce};
use targets::{Alone, Canary, Report, Said, Target, TargetInfo};

use super::LIMITS;
use crate::common::{SEED, cache, open, settings, sightings, tell, toolchain};

/// A planted bug.
pub(super) struct Planted {
    /// The engine whose programs show it.
    pub(super) engine: &'static str,
    mode: Mode,
    /// The compiler or runtime that it is planted in.
    pub(super) target: &'static str,
    /// What programs are written against.
    libraries: &'static [&'static str],
    /// Texts that follow each other in the programs that show it, with anything between.
    pattern: &'static [&'static str],
    wrong: Wrong,
}

/// What a compiler or runtime does instead of what is right.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// It crashes on what it would accept or run.
    Crashes,
    /// It rejects what it would accept.
    Rejects,
    /// It accepts what it would reject.
    Accepts,
    /// What it runs does not end.
    Hangs,
    /// What it runs prints something else.
    Misprints,
}

use Wrong::{Accepts, Crashes, Hangs, Misprints, Rejects};

const fn rust(mode: Mode, pattern: &'static [&'static str], wrong: Wrong) -> Planted {
    Planted { engine: "rules", mode, target: "rustc@1.95.0", libraries: &[], pattern, wrong }
}

const fn api(target: &'static str, pattern: &'static [&'static str], wrong: Wrong) -> Planted {
    Planted { engine: "api", mode: Mode::WellTyped, target, libraries: &[], pattern, wrong }
}

const fn mutate(target: &'static str, pattern: &'static [&'static str], wrong: Wrong) -> Planted {
    Planted { engine: "mutate", ..api(target, pattern, wrong) }
}

const fn go(pattern: &'static [&'static str], wrong: Wrong) -> Planted {
    Planted { engine: "channels", mode: Mode::Terminating, ..api("go", pattern, wrong) }
}

const fn ghc(pattern: &'static [&'static str], wrong: Wrong) -> Planted {
    let mode = Mode::Behaviour;
    Planted { engine: "functional", mode, ..api("ghc@9.6.6+O0", pattern, wrong) }
}

pub(super) const BUGS: &[Planted] = &[
    rust(Mode::WellTyped, &["dyn ", "where ", "match "], Crashes),
    rust(Mode::WellTyped, &["impl", "type A", "for<'"], Rejects),
    rust(Mode::WellTyped, &["enum ", "move |", "&mut "], Crashes),
    rust(Mode::WellTyped, &["enum ", "match ", "loop { break"], Rejects),
    rust(Mode::IllTyped, &["struct ", "if ", "&mut "], Accepts),
    rust(Mode::IllTyped, &["impl", "match "], Accepts),
    api("javac@17", &["List<", "->"], Crashes),
    api("javac@17", &["? super", "new "], Rejects),
    api("javac@17", &["::", ")."], Rejects),
    Planted { mode: Mode::IllTyped, ..api("javac@17", &["Map<", "("], Accepts) },
    api("kotlin@2.4.21", &["MutableMap<", "if ("], Crashes),
    api("groovy@4.0.28", &["Map<", "->"], Rejects),
    api("scala@3.3.8", &["Comparator[", "if "], Rejects),
    mutate("rustc@1.95.0", &["impl", "match ", "({ let "], Crashes),
    mutate("rustc@1.95.0", &["struct ", "0x", "for "], Rejects),
    mutate("swift@6.2.3", &["protocol ", "switch "], Crashes),
    mutate("swift@6.2.3", &["struct ", "? ", "map"], Rejects),
    go(&["select {", "default:", "<-c2:"], Hangs),
    go(&["for ", "close(", "select {"], Crashes),
    go(&["chan struct{}", "defer ", "case <-c1"], Hangs),
    ghc(&["class ", "seq"], Misprints),
    ghc(&["data ", "instance ", "runST"], Misprints),
    ghc(&["newtype ", "foldr"], Crashes),
];

impl Planted {
    pub(super) fn name(&self) -> String {
        format!("{} in {}", self.pattern.join(".."), self.target)
    }

    fn is_in(&self, program: &str) -> bool {
        let mut left = program;
        self.pattern.iter().all(|text| match left.split_once(text) {
            Some((_, rest)) => {
                left = rest;
                true
            }
            None => false,
        })
    }

    fn said(&self, program: &str, said: Said) -> Said {
        if !self.is_in(program) {
            return said;
        }
        match (self.wrong, said) {
            (Crashes, Said::Nothing | Said::Accepted | Said::Ran(_)) => Said::Crashed(crash()),
            (Rejects, Said::Nothing | Said::Accepted) => Said::Rejected(vec![case::Diagnostic {
                message: "planted".to_owned(),
                ..case::Diagnostic::default()
            }]),
            (Accepts, Said::Rejected(_)) => Said::Accepted,
            (Hangs, Said::Ran(ran)) => Said::Ran(hung(&ran)),
            (Misprints, Said::Ran(ran)) => Said::Ran(misprinted(ran)),
            (_, said) => said,
        }
    }

    fn outcome(&self, program: &str, outcome: Outcome) -> Outcome {
        let said = match outcome {
            Outcome::Accepted => Said::Accepted,
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            Outcome::Ran(ran) => Said::Ran(ran),
            other => return other,
        };
        match self.said(program, said) {
            Said::Rejected(diagnostics) => Outcome::Rejected(diagnostics),
            Said::Ran(ran) => Outcome::Ran(ran),
            Said::Crashed(crash) => Outcome::Crashed(crash),
            _ => Outcome::Accepted,
        }
    }
}

fn crash() -> Crash {
    Crash { signature: "planted".to_owned(), text: String::new() }
}

fn hung(ran: &Ran) -> Ran {
    let hang = Hang { evidence: HangEvidence::AllBlocked, text: String::new() };
    Ran { ends: vec![(RunEnd::Hung(hang), ran.runs())] }
}

/// The first line that is printed is lost.
fn misprinted(mut ran: Ran) -> Ran {
    for (end, _) in &mut ran.ends {
        if let RunEnd::Ended { behaviour: Behaviour { stdout, exit: Exit::Status(0) }, .. } = end {
            *stdout = stdout.split_once('\n').map_or("", |(_, rest)| rest).to_owned();
        }
    }
    ran
}

/// A compiler or runtime that is used in two ways, so that it is warm for both.
#[derive(Clone)]
struct Shared {
    target: Arc<Mutex<Box<dyn Target>>>,
    info: TargetInfo,
    /// What is planted in it.
    bug: Option<&'static Planted>,
}

impl Shared {
    fn new(target: Box<dyn Target>) -> Shared {
        let info = target.info().clone();
        Shared { target: Arc::new(Mutex::new(target)), info, bug: None }
    }

    fn with<T>(&self, ask: impl FnOnce(&mut dyn Target) -> T) -> T {
        ask(self.target.lock().unwrap_or_else(PoisonError::into_inner).as_mut())
    }
}

impl Target for Shared {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        self.with(|target| target.canaries())
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let mut report = self.with(|target| target.submit(programs));
        if let Some(bug) = self.bug {
            let said = std::mem::take(&mut report.said).into_iter().zip(programs);
            report.said = said.map(|(said, program)| bug.said(program, said)).collect();
        }
        report
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let mut alone = self.with(|target| target.confirm(program));
        if let Some(bug) = self.bug {
            alone.outcome = bug.outcome(program, alone.outcome);
        }
        alone
    }
}

/// A planted bug that was met.
pub(super) struct Met {
    engine: Arc<dyn Engine>,
    plan: Plan,
    tape: Tape,
    pub(super) sighting: Sighting,
    /// The target that has it, alone in a panel.
    pub(super) wrong: [Box<dyn Target>; 1],
    pub(super) right: Box<dyn Target>,
}

impl Met {
    /// Makes its program small.
    pub(super) fn reduced(&mut self) -> anyhow::Result<Reduced> {
        let origin = Origin { engine: self.engine.as_ref(), plan: &self.plan, tape: &self.tape };
        let right = Some(self.right.as_mut());
        let go_on = &mut |_: reduce::Step<'_>| ControlFlow::Continue(());
        let reduced = reduce(&self.sighting, Some(origin), &mut self.wrong, right, LIMITS, go_on);
        ensure!(!matches!(reduced.end, End::Trouble(_)), "{:?}", reduced.end);
        Ok(reduced)
    }
}

/// After so many programs a planted bug must be met.
const WITHIN: u64 = 20_000;

/// The first program that shows a bug, about which the compiler as it is is right.
pub(super) fn meet(bug: &'static Planted) -> anyhow::Result<Met> {
    let cache = cache()?;
    let libraries = bug.libraries.iter().map(|&name| name.to_owned()).collect();
    let sources = Sources { libraries, ..Sources::default() };
    let inputs = Inputs::new(&cache, &sources, &tell);
    let compiler = toolchain(&cache, bug.target)?;
    if compiler.id.name == "kotlin" {
        toolchain(&cache, "kotlin-metadata")?;
    }
    let engine = inputs.engine(bug.engine, Some(&compiler))?;
    let right = Shared::new(open(&cache, bug.target, inputs.class_path()?)?);
    let mut wrong = Shared { bug: Some(bug), ..right.clone() };
    let mut right = right;
    let TargetInfo { name, language, dialect, .. } = right.info.clone();
    let plan = campaign::plan(engine.as_ref(), language, bug.mode, dialect, &settings(&[]));
    let mut programs = Programs::new(engine.as_ref(), plan.clone(), SEED);
    let shows =
        |program: &Program| matches!(&program.family[..], [case] if bug.is_in(&case.source));
    let met = (0..WITHIN).filter_map(|number| programs.get(number).ok()).filter(shows).find_map(
        |program| {
            let outcomes = |target: &mut Shared| -> Vec<Outcome> {
                targets::verdicts(target, &[&program.family[0].source]).outcomes
            };
            let is_right = is_right(&program.family, outcomes(&mut right));
            let seen = sightings(&name, &program.family, &outcomes(&mut wrong));
            let (sighting, _) = seen.into_iter().next().filter(|_| is_right)?;
            Some((program, sighting))
        },
    );
    let (program, sighting) = met.with_context(|| format!("{} is not met", bug.name()))?;
    let plan = Plan { subject: program.subject.clone(), ..plan };
    let (wrong, right) = ([Box::new(wrong) as Box<dyn Target>], Box::new(right));
    Ok(Met { engine, plan, tape: program.tape, sighting, wrong, right })
}

fn is_right(family: &Family, outcomes: Vec<Outcome>) -> bool {
    let silent = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unknown(_)));
    !silent && judge(family, &[outcomes]).is_empty()
}
