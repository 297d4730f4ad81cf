//! How small findings become, and what that takes: the bugs of the checker for System
//! F, each in the first program that shows it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use campaign::{Program, Programs, Sighting, sightings};
use case::{
    Diagnostic, Dialect, Does, Engine, Expectation, FindingKind, Language, Mode, Outcome, Plan,
};
use reduce::{End, Limits, Origin, Reduced, reduce};
use rules::Rules;
use rules::systemf_checker::{Bug, Verdict, check};
use targets::{Alone, Canary, Report, Said, Target, TargetInfo, Used};

use super::Line;
use crate::common::SEED;

/// The checker as a target.
struct Checker {
    info: TargetInfo,
    bug: Option<Bug>,
}

impl Checker {
    fn new(name: &str, bug: Option<Bug>) -> Checker {
        let info = TargetInfo {
            name: name.parse().expect("a name of a target"),
            language: Language::SystemF,
            dialect: Dialect::Standard,
            does: Does::Checks,
            batch: 50,
            used: Used::ByDefault,
        };
        Checker { info, bug }
    }

    fn outcome(&self, program: &str) -> Outcome {
        let (message, syntax) = match check(program, self.bug) {
            Verdict::Accepted => return Outcome::Accepted,
            Verdict::Rejected(message) => (quoted(&message), false),
            Verdict::Malformed(message) => (message, true),
        };
        Outcome::Rejected(vec![Diagnostic { code: None, message, line: Some(1), syntax }])
    }
}

/// A message with quotes around what belongs to the program, as compilers have them.
fn quoted(message: &str) -> String {
    let types = message.strip_prefix("expected ").and_then(|rest| rest.split_once(", found "));
    match (types, message.strip_suffix(" is not in scope")) {
        (Some((expected, found)), _) => format!("expected `{expected}`, found `{found}`"),
        (None, Some(name)) => format!("`{name}` is not in scope"),
        (None, None) => message.to_owned(),
    }
}

impl Target for Checker {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![Canary::accepted("0 : Int"), Canary::rejected("0 : Bool")]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let said = programs.iter().map(|program| match self.outcome(program) {
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            _ => Said::Accepted,
        });
        Report { said: said.collect(), end: targets::End::FinishedAll, cpu: Duration::ZERO }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        Alone { outcome: self.outcome(program), cpu: Duration::ZERO }
    }
}

/// A finding with where its program comes from.
struct Found {
    bug: Bug,
    plan: Plan,
    program: Program,
    sighting: Sighting,
}

/// The first findings of a bug, in well-typed and ill-typed programs in turn.
fn findings(engine: &Rules, bug: Bug, most: usize, programs: u64) -> Vec<Found> {
    let checker = Checker::new("checker@2", Some(bug));
    let plans = [Mode::WellTyped, Mode::IllTyped].map(|mode| engine.plan(Language::SystemF, mode));
    let mut sources: Vec<Programs<'_>> =
        plans.iter().map(|plan| Programs::new(engine, plan.clone(), SEED)).collect();
    let mut found = Vec::new();
    for number in 0..programs {
        for (plan, source) in plans.iter().zip(&mut sources) {
            let Ok(program) = source.get(number) else { continue };
            let outcomes = program.family.iter().map(|case| checker.outcome(&case.source));
            let outcomes: Vec<Vec<Outcome>> = vec![outcomes.collect()];
            let seen = sightings(&program.family, &[&checker.info.name], &outcomes);
            if let Some((sighting, _)) = seen.into_iter().next() {
                let plan = Plan { subject: program.subject.clone(), ..plan.clone() };
                found.push(Found { bug, plan, program, sighting });
            }
            if found.len() == most {
                return found;
            }
        }
    }
    found
}

fn reduced(engine: &Rules, found: &Found) -> anyhow::Result<Reduced> {
    let origin = Origin { engine, plan: &found.plan, tape: &found.program.tape };
    let mut targets: Vec<Box<dyn Target>> =
        vec![Box::new(Checker::new("checker@2", Some(found.bug)))];
    let mut right = Checker::new("checker@1", None);
    let go_on = &mut |_: reduce::Step<'_>| ControlFlow::Continue(());
    let limits = Limits::default();
    let reduced =
        reduce(&found.sighting, Some(origin), &mut targets, Some(&mut right), limits, go_on);
    ensure!(reduced.end == End::Finished, "{:?}: {:?}", found.bug, reduced.end);
    let source = &reduced.sighting.case().source;
    let accepted = check(source, None) == Verdict::Accepted;
    let must = reduced.sighting.case().expectation == Expectation::Accept;
    ensure!(accepted == must, "{:?} is of another class: {source}", found.bug);
    Ok(reduced)
}

/// Every bug in one program, against cvise on the same programs if it is installed, and
/// how many of 500 duplicates of one bug end as the same bytes.
pub(super) fn run() -> anyhow::Result<Vec<Line>> {
    let engine = Rules::built_in();
    let found: Vec<Found> =
        Bug::ALL.iter().flat_map(|&(bug, _)| findings(&engine, bug, 1, 20_000)).collect();
    let started = Instant::now();
    let all = found.iter().map(|found| reduced(&engine, found));
    let all: Vec<Reduced> = all.collect::<anyhow::Result<_>>()?;
    let time = started.elapsed();
    let mut queries: Vec<u64> = all.iter().map(|reduced| reduced.queries).collect();
    queries.sort_unstable();
    let median = queries[queries.len() / 2];
    ensure!(median <= 300, "the median is {median} programs tried: {queries:?}");
    let count = all.len() as f64;
    let before = all.iter().map(|reduced| reduced.before).sum::<usize>() as f64 / count;
    let after = all.iter().map(|reduced| reduced.after).sum::<usize>() as f64 / count;
    let theirs = cvise(&found)?;
    let mut lines = vec![Line {
        what: format!(
            "{} planted bugs, {before:.1} tokens become {after:.1}, {median} programs tried (median)",
            all.len()
        ),
        rate: count / time.as_secs_f64(),
        unit: "reductions a second",
        floor: None,
        ratio: theirs.map_or(f64::NAN, |theirs| theirs / after),
        least_ratio: theirs.map(|_| 1.0),
        against: "as small as what cvise --not-c reaches (NaN: it is not installed)",
    }];
    let duplicates = findings(&engine, Bug::ConditionUnchecked, 500, 100_000);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for found in &duplicates {
        let source = reduced(&engine, found)?.sighting.case().source.clone();
        *ends.entry(source).or_default() += 1;
    }
    let most = ends.values().max().copied().unwrap_or(0);
    let share = 100.0 * f64::from(most) / duplicates.len().max(1) as f64;
    lines.push(Line {
        what: format!("{} duplicates end as {} texts", duplicates.len(), ends.len()),
        rate: share,
        unit: "per cent as the same bytes",
        floor: Some(85.0),
        ratio: share / 82.0,
        least_ratio: None,
        against: "the best published share (82%, T-Rec with C-Reduce, on others' programs)",
    });
    Ok(lines)
}

/// The mean size that cvise reaches on the same findings, if it is installed.
fn cvise(found: &[Found]) -> anyhow::Result<Option<f64>> {
    let mut version = Command::new("cvise");
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let program = std::env::current_exe()?;
    let mut tokens = 0;
    for found in found {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("program.sysf");
        fs::write(&file, &found.sighting.case().source)?;
        let test = folder.path().join("test.sh");
        let kind = found.sighting.kind;
        let text = format!(
            "#!/bin/sh\nexec {} shows {:?} {kind} program.sysf\n",
            program.display(),
            found.bug
        );
        fs::write(&test, text)?;
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755))?;
        let mut command = Command::new("cvise");
        command.args(["--not-c", "--n", "2", "--no-cache"]).arg(&test).arg("program.sysf");
        let output = command.current_dir(folder.path()).output()?;
        ensure!(output.status.success(), "cvise: {}", String::from_utf8_lossy(&output.stderr));
        tokens += reduce::size(Language::SystemF, &fs::read_to_string(&file)?);
    }
    Ok(Some(tokens as f64 / found.len() as f64))
}

/// Whether a program shows a bug of the checker: what cvise asks.
pub(crate) fn shows(bug: &str, kind: FindingKind, file: &std::path::Path) -> anyhow::Result<bool> {
    let bug = Bug::ALL.iter().map(|(bug, _)| *bug).find(|known| format!("{known:?}") == bug);
    let bug = bug.context("no such bug")?;
    let source = fs::read_to_string(file)?;
    let verdict = check(&source, None);
    Ok(match kind {
        FindingKind::Soundness => {
            matches!(verdict, Verdict::Rejected(_))
                && check(&source, Some(bug)) == Verdict::Accepted
        }
        _ => {
            verdict == Verdict::Accepted
                && matches!(check(&source, Some(bug)), Verdict::Rejected(_))
        }
    })
}
