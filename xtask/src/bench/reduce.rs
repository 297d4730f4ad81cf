//! How small findings become, and what that takes; and on some of them, against other
//! reducers with the same test.
//!
//! The findings are those of bugs that are known, each in the first program that shows it:
//! the planted ones of the reducer's own tests, the bugs of the checker of the rules and of
//! the evaluator of functional programs, bugs that are planted in real compilers, and bugs
//! of real compilers that backtests meet again.

mod evaluator;
pub(crate) mod peers;
mod planted;

#[path = "../../../crates/reduce/tests/planted/compiler.rs"]
mod compiler;
#[path = "../../../crates/reduce/tests/planted/systemf.rs"]
mod systemf;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use ::functional::eval::Bug as WrongEvaluator;
use ::rules::Rules;
use ::rules::systemf_checker::{Bug, Verdict, check};
use anyhow::{Context, ensure};
use campaign::{Programs, Sighting, sightings};
use case::{Engine, Expectation, Language, Mode, Plan};
use choice::Tape;
use reduce::{End, Limits, Origin, Reduced, reduce};
use targets::Target;

use self::compiler::{BUGS, Compiler, Planted};
use self::peers::{Left, PEERS, Peer, Test};
use super::Line;
use crate::common::{SEED, cache, tell};

/// A bug of a compiler for System F.
#[derive(Clone, Copy)]
enum Wrong {
    Planted(&'static Planted),
    Typing(Bug),
}

impl Wrong {
    fn all() -> Vec<Wrong> {
        let typing = Bug::ALL.iter().map(|(bug, _)| Wrong::Typing(*bug));
        BUGS.iter().map(Wrong::Planted).chain(typing).collect()
    }

    fn name(self) -> String {
        match self {
            Wrong::Planted(bug) => bug.signature(),
            Wrong::Typing(bug) => format!("{bug:?}"),
        }
    }

    fn compiler(self) -> Compiler {
        match self {
            Wrong::Planted(bug) => Compiler::new("checker@2", std::slice::from_ref(bug)),
            Wrong::Typing(bug) => {
                let mut compiler = Compiler::new("checker@2", &[]);
                compiler.bug = Some(bug);
                compiler
            }
        }
    }
}

/// A finding with where its program comes from.
struct Found {
    wrong: Wrong,
    plan: Plan,
    tape: Tape,
    sighting: Sighting,
}

/// The first findings of each of some bugs, in well-typed and ill-typed programs in turn.
fn findings(engine: &Rules, bugs: &[Wrong], most: usize, programs: u64) -> Vec<Found> {
    let compilers: Vec<Compiler> = bugs.iter().map(|wrong| wrong.compiler()).collect();
    let plans = [Mode::WellTyped, Mode::IllTyped].map(|mode| engine.plan(Language::SystemF, mode));
    let mut sources: Vec<Programs<'_>> =
        plans.iter().map(|plan| Programs::new(engine, plan.clone(), SEED)).collect();
    let mut left = vec![most; bugs.len()];
    let mut found = Vec::new();
    for number in 0..programs {
        for (plan, source) in plans.iter().zip(&mut sources) {
            let Ok(program) = source.get(number) else { continue };
            for (at, compiler) in compilers.iter().enumerate() {
                if left[at] == 0 {
                    continue;
                }
                let outcomes = program.family.iter().map(|case| compiler.outcome(&case.source));
                let name = &compiler.info().name;
                let seen = sightings(&program.family, &[name], &[outcomes.collect()]);
                if let Some((sighting, _)) = seen.into_iter().next() {
                    left[at] -= 1;
                    let plan = Plan { subject: program.subject.clone(), ..plan.clone() };
                    found.push(Found {
                        wrong: bugs[at],
                        plan,
                        tape: program.tape.clone(),
                        sighting,
                    });
                }
            }
        }
        if left.iter().all(|left| *left == 0) {
            break;
        }
    }
    found
}

/// The reference.
fn right() -> Compiler {
    Compiler::new("checker@1", &[])
}

fn reduced(engine: &Rules, found: &Found) -> anyhow::Result<Reduced> {
    let origin = Origin { engine, plan: &found.plan, tape: &found.tape };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(found.wrong.compiler())];
    let mut right = right();
    let go_on = &mut |_: reduce::Step<'_>| ControlFlow::Continue(());
    let reduced =
        reduce(&found.sighting, Some(origin), &mut targets, Some(&mut right), LIMITS, go_on);
    let name = found.wrong.name();
    ensure!(reduced.end == End::Finished, "{name}: {:?}", reduced.end);
    let source = &reduced.sighting.case().source;
    let must = reduced.sighting.case().expectation == Expectation::Accept;
    let verdict = check(source, None);
    let kept = match must {
        true => verdict == Verdict::Accepted,
        false => matches!(verdict, Verdict::Rejected(_)),
    };
    if let Wrong::Planted(bug) = found.wrong {
        let known = reduce::size(Language::SystemF, bug.smallest);
        if reduced.after > known {
            tell(&format!("{name}: {} tokens, {known} would do: {source}", reduced.after));
        }
    }
    ensure!(kept && systemf::parse(source).is_ok(), "{name} is of another class: {source}");
    Ok(reduced)
}

/// Bugs of real compilers and runtimes that they have in some version, by engine.
const HISTORIC: &[(&str, &str)] = &[
    ("rules", "155520"),
    ("rules", "114389, 57893"),
    ("rules", "56556"),
    ("rules", "141402"),
    ("api", "GROOVY-11053"),
    ("api", "GROOVY-11012"),
    ("api", "GROOVY-11020"),
    ("api", "DOTTY-17391"),
    ("channels", "flume"),
    ("channels", "chan"),
    ("functional", "17231"),
    ("mutate", "paper-3"),
    ("mutate", "paper-6"),
    ("mutate", "paper-12"),
    ("mutate", "paper-10"),
];

/// A reduction may try so many programs, and take so long.
const LIMITS: Limits = Limits { queries: 1000, time: Some(Duration::from_secs(600)) };

/// The compilers of the languages that treereduce reads.
const READ: [&str; 3] = ["rustc", "javac", "swift"];

/// A finding as it was reduced.
struct Done {
    engine: &'static str,
    /// Whether a real compiler or runtime was asked.
    real: bool,
    reduced: Reduced,
    /// What other reducers leave of it.
    others: Vec<(&'static Peer, Left)>,
}

impl Done {
    fn new(engine: &'static str, real: bool, reduced: Reduced) -> Done {
        Done { engine, real, reduced, others: Vec::new() }
    }
}

/// All findings, and how many of 500 duplicates of one bug end as the same bytes.
pub(super) fn size() -> anyhow::Result<Vec<Line>> {
    let engine = Rules::built_in();
    let mut all = Vec::new();
    for found in findings(&engine, &Wrong::all(), 1, 20_000) {
        let reduced = reduced(&engine, &found)?;
        told("rules", &found.wrong.name(), &reduced);
        all.push(Done::new("rules", false, reduced));
    }
    for &bug in WrongEvaluator::ALL {
        let reduced = evaluated(bug)?;
        told("functional", &format!("{bug:?}"), &reduced);
        all.push(Done::new("functional", false, reduced));
    }
    for bug in planted::BUGS {
        if let Some(mut met) = planted_met(bug) {
            let reduced = met.reduced()?;
            told(bug.engine, &bug.name(), &reduced);
            all.push(Done::new(bug.engine, true, reduced));
        }
    }
    for &(engine, name) in HISTORIC {
        let bug = backtest::bug(engine, name).context("it is not in the table")?;
        let options = backtest::Options { install: true, reduce: Some(LIMITS), tell: &tell };
        let met = match backtest::meet(&cache()?, bug, options) {
            Ok(met) => met,
            Err(why) => {
                tell(&format!("{name} was not met: {why}"));
                continue;
            }
        };
        let reduced = met.reduced.context("it was asked for")?;
        told(engine, name, &reduced);
        all.push(Done::new(engine, true, reduced));
    }
    ensure!(all.len() >= 40, "there are only {} findings", all.len());
    let groups = groups(&all);
    let mut lines: Vec<Line> = groups.iter().flat_map(|(of, group)| medians(of, group)).collect();
    lines.push(duplicates(&engine)?);
    Ok(lines)
}

/// The findings planted in real compilers whose languages treereduce reads, against it and
/// cvise, where these are installed.
pub(super) fn peers() -> anyhow::Result<Vec<Line>> {
    for peer in PEERS.iter().filter(|peer| !peer.is_installed()) {
        tell(&format!("{} is not installed, so nothing is held against it", peer.program));
    }
    let mut all = Vec::new();
    let is_read =
        |bug: &&planted::Planted| READ.iter().any(|compiler| bug.target.starts_with(compiler));
    for bug in planted::BUGS.iter().filter(is_read) {
        if let Some(mut met) = planted_met(bug) {
            let reduced = met.reduced()?;
            told(bug.engine, &bug.name(), &reduced);
            let others = others(&met.sighting, met.wrong[0].as_mut(), met.right.as_mut())?;
            all.push(Done { others, ..Done::new(bug.engine, true, reduced) });
        }
    }
    let against = |(of, group): &(String, Vec<&Done>)| -> Vec<Line> {
        ["treereduce", "cvise"].iter().filter_map(|peer| against(of, group, peer)).collect()
    };
    Ok(groups(&all).iter().flat_map(against).collect())
}

/// A planted bug, unless it is not met, which is said.
fn planted_met(bug: &'static planted::Planted) -> Option<planted::Met> {
    planted::meet(bug).map_err(|why| tell(&format!("{}: {why:#}", bug.name()))).ok()
}

/// The names of groups of findings.
const ALL: &str = "all";
const REAL: &str = "real compilers";

/// All findings, and those of real compilers, by engine.
fn groups(all: &[Done]) -> Vec<(String, Vec<&Done>)> {
    let group = |of: &str, is_in: &dyn Fn(&&Done) -> bool| {
        (of.to_owned(), all.iter().filter(is_in).collect::<Vec<_>>())
    };
    let mut groups = vec![
        group(ALL, &|_| true),
        group("no real compiler", &|done| !done.real),
        group(REAL, &|done| done.real),
    ];
    for engine in inputs::ENGINES {
        let of = format!("{REAL}, {engine}");
        groups.push(group(&of, &|done| done.real && done.engine == engine));
    }
    groups.retain(|(_, group)| !group.is_empty());
    groups
}

/// Says what became of a finding.
fn told(engine: &str, name: &str, reduced: &Reduced) {
    let Reduced { sighting, before, after, queries, time, guarantee, end, .. } = reduced;
    let seconds = time.as_secs_f64();
    tell(&format!(
        "{engine}, {name}: {before} tokens become {after} with {queries} programs in \
         {seconds:.1} s ({end:?}; {guarantee})\n{}",
        sighting.case().source
    ));
}

/// What the other reducers leave of a finding.
fn others(
    sighting: &Sighting,
    wrong: &mut dyn Target,
    right: &mut dyn Target,
) -> anyhow::Result<Vec<(&'static Peer, Left)>> {
    let language = sighting.case().language;
    let peers = PEERS.iter().filter(|peer| peer.reads(language) && peer.is_installed());
    let Some(mut test) = Test::new(sighting, wrong, right)? else { return Ok(Vec::new()) };
    let left = |peer: &'static Peer| -> anyhow::Result<_> {
        let left = test.reduce_by(peer)?;
        let Left { tokens, queries, time, ended } = &left;
        let (seconds, late) = (time.as_secs_f64(), if *ended { "" } else { ", out of time" });
        let name = peer.program;
        tell(&format!("{name}: {tokens} tokens with {queries} programs in {seconds:.1} s{late}"));
        Ok((peer, left))
    };
    peers.map(left).collect()
}

/// A finding of a wrong evaluator, reduced: by its tape alone, as a text that was changed
/// cannot be evaluated.
fn evaluated(bug: WrongEvaluator) -> anyhow::Result<Reduced> {
    let (engine, target) = evaluator::evaluator(bug);
    let plan = engine.plan(Language::Haskell, Mode::Behaviour);
    let mut programs = Programs::new(&engine, plan.clone(), SEED);
    let found = (0..20_000).filter_map(|number| programs.get(number).ok()).find_map(|program| {
        let outcome = target.outcome(&program.family[0].source);
        let seen = sightings(&program.family, &[&target.info().name], &[vec![outcome]]);
        Some((seen.into_iter().next()?.0, program.tape))
    });
    let (sighting, tape) = found.with_context(|| format!("{bug:?} is not met"))?;
    let origin = Origin { engine: &engine, plan: &plan, tape: &tape };
    let go_on = &mut |_: reduce::Step<'_>| ControlFlow::Continue(());
    let reduced = reduce(&sighting, Some(origin), &mut [Box::new(target)], None, LIMITS, go_on);
    ensure!(!matches!(reduced.end, End::Trouble(_)), "{bug:?}: {:?}", reduced.end);
    Ok(reduced)
}

/// How many of 500 duplicates of one bug end as the same bytes.
fn duplicates(engine: &Rules) -> anyhow::Result<Line> {
    let duplicates = findings(engine, &[Wrong::Typing(Bug::ConditionUnchecked)], 500, 100_000);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for found in &duplicates {
        let source = reduced(engine, found)?.sighting.case().source.clone();
        *ends.entry(source).or_default() += 1;
    }
    let most = ends.values().max().copied().unwrap_or(0);
    let share = 100.0 * f64::from(most) / duplicates.len().max(1) as f64;
    Ok(Line {
        what: format!("{most} of {} duplicates end as the same bytes", duplicates.len()),
        rate: share,
        unit: "per cent as the same bytes",
        floor: Some(85.0),
        ratio: share / 82.0,
        least_ratio: None,
        against: "the best published share (82%, T-Rec with C-Reduce, on others' programs)",
    })
}

fn mean(numbers: impl ExactSizeIterator<Item = usize>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<usize>() as f64 / count
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// What the reductions of some findings took. The floors are those of all of them, and of
/// all that real compilers gave.
fn medians(of: &str, group: &[&Done]) -> [Line; 2] {
    let queries = median(group.iter().map(|done| done.reduced.queries as f64).collect());
    let seconds = median(group.iter().map(|done| done.reduced.time.as_secs_f64()).collect());
    let what = format!(
        "{of}, {} findings: {:.1} tokens become {:.1}; medians: {queries} programs tried, \
         {seconds:.2} s",
        group.len(),
        mean(group.iter().map(|done| done.reduced.before)),
        mean(group.iter().map(|done| done.reduced.after)),
    );
    let line = |rate, unit, ratio, against| Line {
        what: what.clone(),
        // What is measured is that the median is not too large.
        rate,
        unit,
        floor: [ALL, REAL].contains(&of).then_some(0.0),
        ratio,
        least_ratio: None,
        against,
    };
    [
        line(300.0 - queries, "programs below 300", queries / 300.0, "what may be tried"),
        line(60.0 - seconds, "seconds below 60", seconds / 60.0, "the time that it may take"),
    ]
}

/// How many times our tokens another reducer leaves of the findings that it was given.
fn against(of: &str, group: &[&Done], name: &'static str) -> Option<Line> {
    let both: Vec<(usize, &Left)> = group
        .iter()
        .flat_map(|done| done.others.iter().map(|(peer, left)| (done.reduced.after, peer, left)))
        .filter(|(_, peer, _)| peer.name == name)
        .map(|(ours, _, left)| (ours, left))
        .collect();
    if both.is_empty() {
        return None;
    }
    let ours = mean(both.iter().map(|(ours, _)| *ours));
    let theirs = mean(both.iter().map(|(_, left)| left.tokens));
    let late = both.iter().filter(|(_, left)| !left.ended).count();
    Some(Line {
        what: format!(
            "{of}, {} findings: we leave {ours:.1} tokens, {name} {theirs:.1} (medians: {} \
             programs tried, {:.1} s; {late} ended by the time limit)",
            both.len(),
            median(both.iter().map(|(_, left)| left.queries as f64).collect()),
            median(both.iter().map(|(_, left)| left.time.as_secs_f64()).collect()),
        ),
        rate: 100.0 * ours / theirs,
        unit: "per cent of its size",
        floor: None,
        ratio: theirs / ours,
        // At most 0.8 times what treereduce leaves, and no more than cvise.
        least_ratio: Some(if name == "treereduce" { 1.25 } else { 1.0 }),
        against: "our size is what it leaves",
    })
}
