//! `wellsmith demo`: finds, confirms, shrinks and explains a real compiler bug.
//!
//! The bug is rust-lang/rust#155520. It is in an experimental part of a rustc that
//! many machines have, so nothing else must be installed.

use std::time::{Duration, Instant};

use campaign::{
    EvidenceRecord, KnownIssues, Program, Programs, Seen, Settings, Sighting, SightingRecord,
};
use case::{Engine, Expectation, Family, FindingKind, Mode, Outcome, Plan, TargetName};
use choice::{Tape, shrink};
use console::style;
use indicatif::{ProgressBar, ProgressStyle};
use inputs::{Inputs, Sources};
use targets::{Target, verdicts};
use toolchains::Cache;

use crate::args::DemoArgs;
use crate::engines::{input_error, tell_user};
use crate::exit::{Exit, setup};
use crate::setup::{self as machine, Bench};
use crate::show::{Extent, Finding};
use crate::words::{count, number, say};

/// The version that has the bug.
const VERSION: &str = "1.95.0";
/// The configuration that has it.
const EXPERIMENTAL: &str = "next-solver";
/// The premise that programs break.
const PREMISE: &str = "Holds.sat";
/// The rule in which the bug shows: a call whose result is opaque.
const SHOWS_IN: &str = "E-Call-Opaque";
/// What the list of known issues calls it.
const ISSUE: &str = "rustc-next-solver-opaque-static";
/// So many programs are compiled at once, at most so many in all.
const BATCH: u64 = 100;
const PROGRAMS: u64 = 4000;
/// How many smaller programs are tried, as long as the demo has not taken so long.
const TRIES: usize = 100;
const ENOUGH: Duration = Duration::from_secs(20);

/// Runs the command.
pub(crate) fn run(args: &DemoArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    let bench = rustc(&cache, args)?;
    let (name, right) = both(&bench)?;
    let mut demo = Demo {
        wrong: vec![bench.open(&name)?],
        right: bench.open(&right)?,
        started: Instant::now(),
    };
    let names = vec![PREMISE.to_owned()];
    let sources = Sources { negate: names, negations: Some("1".to_owned()), ..Sources::default() };
    let inputs = Inputs::new(&cache, &sources, &tell_user);
    let engine = inputs.engine("rules", None).map_err(input_error)?;
    let plan = plan(engine.as_ref(), demo.wrong[0].as_ref());

    say!(
        "wellsmith generates programs together with what a correct compiler must do with them.\n\
         Here it tests {} with its new trait solver (-Znext-solver), which is to become the default.\n",
        style(right.toolchain()).bold()
    )?;
    say!(
        "{} Each generated program breaks one typing rule on purpose: somewhere a lifetime is too\n\
         short for what is asked of it. A correct compiler rejects every one of them.",
        style("1. Search.").bold()
    )?;
    let Some((program, tried, met)) = demo.search(engine.as_ref(), &plan, args.seed)? else {
        say!(
            "\n{} programs, and all were rejected: this rustc does not have the bug that the demo is\n\
             about. `rustup toolchain install {VERSION}` gets one that has it.",
            number(PROGRAMS)
        )?;
        return Ok(Exit::Nothing);
    };
    say!(
        "   Of {} in {:.1} s, one was {}. It has {}.\n",
        count(tried, "program"),
        demo.started.elapsed().as_secs_f64(),
        style("accepted").red().bold(),
        lines(&program.family[0].source),
    )?;
    say!(
        "{} Alone, in a fresh process, with a full compile: accepted again. The old solver of the\n\
         same rustc rejects the very same program. So the new one is wrong.\n",
        style("2. Confirm.").bold()
    )?;
    let shrinking = Instant::now();
    let (smallest, asked) = demo.smaller(engine.as_ref(), &plan, &program, &met)?;
    say!(
        "{} A program is the list of the choices that made it. With fewer and simpler choices it\n\
         gets smaller and stays ill-typed in that one place: {} tried in {:.1} s, {} left.\n",
        style("3. Shrink.").bold(),
        count(asked as u64, "program"),
        shrinking.elapsed().as_secs_f64(),
        lines(&smallest[0].source),
    )?;
    demo.show(&met, &smallest, &name, &right)?;
    say!(
        "\nThis took {:.1} s. Look for bugs that nobody knows with `wellsmith fuzz --for 10m`.",
        demo.started.elapsed().as_secs_f64()
    )?;
    Ok(Exit::Nothing)
}

/// The rustc that the demo looks at.
fn rustc(cache: &Cache, args: &DemoArgs) -> anyhow::Result<Bench> {
    let choose = |name: String| machine::choose(cache, &[name], Vec::new(), Vec::new());
    match &args.target {
        Some(target) => choose(target.clone()),
        None => choose(format!("rustc@{VERSION}")).or_else(|_| choose("rustc".to_owned())),
    }
}

/// The experimental configuration and the default one.
fn both(bench: &Bench) -> anyhow::Result<(TargetName, TargetName)> {
    let find = |configuration: &str| {
        let mut targets = bench.targets();
        targets.find(|info| info.name.configuration == configuration).map(|info| info.name.clone())
    };
    find(EXPERIMENTAL).zip(find("")).ok_or_else(|| {
        setup(format!(
            "the demo needs a rustc from 1.86 on, with its new trait solver; \
             `rustup toolchain install {VERSION}` gets one"
        ))
    })
}

fn plan(engine: &dyn Engine, target: &dyn Target) -> Plan {
    let features = [("traits", false), ("moves", false)];
    let settings = Settings {
        seed: 0,
        size: 4,
        swarm: false,
        features: features.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect(),
        count: None,
        liked: Vec::new(),
    };
    let info = target.info();
    campaign::plan(engine, info.language, Mode::IllTyped, info.dialect, &settings)
}

fn lines(source: &str) -> String {
    count(source.lines().filter(|line| !line.trim().is_empty()).count() as u64, "line")
}

/// The two configurations, and since when they are at work.
struct Demo {
    /// Alone in a panel.
    wrong: Vec<Box<dyn Target>>,
    right: Box<dyn Target>,
    started: Instant,
}

impl Demo {
    /// The first program that is accepted by the one and rejected by the other, how
    /// many were tried, and the finding, confirmed.
    fn search(
        &mut self,
        engine: &dyn Engine,
        plan: &Plan,
        seed: u64,
    ) -> anyhow::Result<Option<(Program, u64, Sighting)>> {
        let mut programs = Programs::new(engine, plan.clone(), seed);
        let spinner = spinner();
        let mut tried = 0;
        for first in (0..PROGRAMS).step_by(BATCH as usize) {
            spinner.set_message(format!("{} so far, all rejected", count(tried, "program")));
            let batch: Vec<Program> =
                (first..first + BATCH).filter_map(|number| programs.get(number).ok()).collect();
            let sources: Vec<&str> = batch.iter().map(|p| &p.family[0].source[..]).collect();
            let outcomes = verdicts(self.wrong[0].as_mut(), &sources).outcomes;
            for (program, outcome) in batch.into_iter().zip(outcomes) {
                tried += 1;
                if !self.is_met(&program.family, &outcome) {
                    continue;
                }
                let suspect = sighting(&self.wrong[0].info().name, &program.family);
                if let Seen::Same(_) = suspect.seen_again(&mut self.wrong).map_err(setup)? {
                    spinner.finish_and_clear();
                    return Ok(Some((program, tried, suspect)));
                }
            }
        }
        spinner.finish_and_clear();
        Ok(None)
    }

    /// Whether a program that got this outcome shows the bug, and nothing else.
    fn is_met(&mut self, family: &Family, outcome: &Outcome) -> bool {
        let shows = family[0].features.contains(&SHOWS_IN);
        *outcome == Outcome::Accepted
            && shows
            && matches!(verdict(self.right.as_mut(), &family[0].source), Outcome::Rejected(_))
    }

    /// A smaller program with the same finding, and how many were tried.
    fn smaller(
        &mut self,
        engine: &dyn Engine,
        plan: &Plan,
        program: &Program,
        met: &Sighting,
    ) -> anyhow::Result<(Family, usize)> {
        let plan = Plan { subject: program.subject.clone(), ..plan.clone() };
        let spinner = spinner();
        let started = self.started;
        let mut asked = 0;
        let mut is_still = |family: &Family| {
            asked += 1;
            spinner.set_message(format!("{} tried", count(asked as u64, "smaller program")));
            if asked == 1 {
                return true;
            }
            let same = sighting(&met.target, family).signature == met.signature;
            if started.elapsed() > ENOUGH || !same {
                return false;
            }
            let outcome = verdict(self.wrong[0].as_mut(), &family[0].source);
            self.is_met(family, &outcome)
        };
        let smallest = shrunk(engine, &plan, &program.tape, &mut is_still);
        spinner.finish_and_clear();
        let mut smallest = smallest.unwrap_or_else(|| program.family.clone());
        smallest[0].source = self.needed(&smallest[0].source);
        Ok((smallest, asked))
    }

    /// A program without the items that the bug does not need: both compilers give the
    /// same answers without them.
    fn needed(&mut self, source: &str) -> String {
        let codes = |outcome: &Outcome| match outcome {
            Outcome::Rejected(diagnostics) => {
                Some(diagnostics.iter().map(|said| said.code.clone()).collect::<Vec<_>>())
            }
            _ => None,
        };
        let mut items: Vec<&str> = source.trim_end().split("\n\n").collect();
        let answer = codes(&verdict(self.right.as_mut(), source));
        for position in (0..items.len()).rev() {
            let mut fewer = items.clone();
            fewer.remove(position);
            let text = format!("{}\n", fewer.join("\n\n"));
            if verdict(self.wrong[0].as_mut(), &text) == Outcome::Accepted
                && codes(&verdict(self.right.as_mut(), &text)) == answer
            {
                items = fewer;
            }
        }
        format!("{}\n", items.join("\n\n"))
    }

    /// The finding in its smallest form, and what it means.
    fn show(
        &mut self,
        met: &Sighting,
        smallest: &Family,
        name: &TargetName,
        right: &TargetName,
    ) -> anyhow::Result<()> {
        let sighting = Sighting { family: smallest.clone(), ..met.clone() };
        let seen = sighting.seen_again(&mut self.wrong).map_err(setup)?;
        let Seen::Same(evidence) = seen else {
            return Err(setup("the smallest program does not show the bug when it is tried alone"));
        };
        let other = self.right.confirm(&smallest[0].source).outcome;
        let verdicts = [(right.clone(), other), (name.clone(), evidence.outcome.clone())];
        let known = KnownIssues::built_in();
        let issue = known.find(&sighting, &evidence);
        let record = SightingRecord::new(&sighting);
        let evidence = EvidenceRecord::new(&evidence, None, &verdicts);
        let finding = Finding {
            kind: sighting.kind,
            target: name,
            source: &smallest[0].source,
            sighting: &record,
            evidence: &evidence,
        };
        say!(
            "{} {} {}\n",
            style("●").red(),
            style("SOUNDNESS").red().bold(),
            style(format!("{name} {}", finding.wrong())).bold()
        )?;
        say!("{}", finding.program(Extent::Whole))?;
        if let Some(verdicts) = finding.verdicts() {
            say!("  {verdicts}\n")?;
        }
        match issue.filter(|issue| issue.name == ISSUE) {
            Some(_) => say!(
                "{} The marked function returns what another function returns, behind an\n\
                 `impl Trait`. That other function asks for a parameter that lives long enough; the\n\
                 parameter here need not. Rust promises to reject that: code that relies on it may use\n\
                 memory after it was freed. The new solver forgot to ask. It is a real bug,\n\
                 rust-lang/rust#155520.",
                style("What happened:").bold()
            ),
            None => say!("{} {}", style("What happened:").bold(), finding.why()),
        }
    }
}

/// What is wrong if a target accepts an ill-typed program.
fn sighting(target: &TargetName, family: &Family) -> Sighting {
    let kind = FindingKind::Soundness;
    let evidence = campaign::Evidence { outcome: Outcome::Accepted, other: None };
    debug_assert!(matches!(family[0].expectation, Expectation::Reject(_)));
    Sighting {
        kind,
        target: target.clone(),
        family: family.clone(),
        member: 0,
        against: None,
        signature: campaign::signature(kind, target, &family[0], &evidence),
    }
}

/// What a target does with one program.
fn verdict(target: &mut dyn Target, source: &str) -> Outcome {
    verdicts(target, &[source]).outcomes.swap_remove(0)
}

/// The smallest family that a predicate still holds for.
fn shrunk(
    engine: &dyn Engine,
    plan: &Plan,
    tape: &Tape,
    is_still: &mut dyn FnMut(&Family) -> bool,
) -> Option<Family> {
    let shrunk = shrink(tape, TRIES, |choices| engine.generate(plan, choices), is_still);
    shrunk.map(|shrunk| shrunk.value)
}

/// Something that moves where it is seen.
fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    spinner
        .set_style(ProgressStyle::with_template("   {spinner} {msg}").expect("a valid template"));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
