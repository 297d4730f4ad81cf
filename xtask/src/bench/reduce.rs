//! How small findings become, and what that takes, against other reducers on the same
//! findings with the same test.
//!
//! The findings are those of bugs that are known: the planted ones of the reducer's own
//! tests and the bugs of the checker of the rules, each in the first program that shows
//! it, and bugs of real compilers that backtests meet again.

#[path = "../../../crates/reduce/tests/planted/compiler.rs"]
mod compiler;
#[path = "../../../crates/reduce/tests/planted/systemf.rs"]
mod systemf;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use campaign::{Programs, Sighting, sightings};
use case::{Engine, Expectation, FindingKind, Language, Mode, Outcome, Plan};
use choice::Tape;
use reduce::{End, Limits, Origin, Reduced, reduce};
use rules::Rules;
use rules::systemf_checker::{Bug, Verdict, check};
use targets::Target;
use toolchains::Home;

use self::compiler::{BUGS, Compiler, Planted};
use super::Line;
use crate::common::{SEED, cache, tell, toolchain};

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

fn reduced(engine: &Rules, found: &Found) -> anyhow::Result<Reduced> {
    let origin = Origin { engine, plan: &found.plan, tape: &found.tape };
    let mut targets: Vec<Box<dyn Target>> = vec![Box::new(found.wrong.compiler())];
    let mut right = Compiler::new("checker@1", &[]);
    let go_on = &mut |_: reduce::Step<'_>| ControlFlow::Continue(());
    let limits = Limits::default();
    let reduced =
        reduce(&found.sighting, Some(origin), &mut targets, Some(&mut right), limits, go_on);
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

/// The bug of rustc whose program other reducers are given, too: the new solver accepts
/// it, the old one rejects it.
const SOLVER: &str = "155520";

/// Bugs of real compilers that are in the cache, or can be fetched.
const REAL: &[(&str, &str)] = &[("rules", SOLVER), ("api", "GROOVY-11053"), ("channels", "flume")];

/// All findings, against cvise and treereduce where these are installed, and how many of
/// 500 duplicates of one bug end as the same bytes.
pub(super) fn run() -> anyhow::Result<Vec<Line>> {
    let engine = Rules::built_in();
    let found = findings(&engine, &Wrong::all(), 1, 20_000);
    tell(&format!("{} findings of compilers for System F", found.len()));
    let mut all = Vec::new();
    for found in &found {
        all.push(reduced(&engine, found)?);
    }
    // The other reducers take most of the time, so what is known is told before.
    tell(&line("System F", &all, None).what);
    let duplicates = duplicates(&engine)?;
    tell(&duplicates.what);
    let mut lines = vec![line("System F", &all, cvise(&found, &all)?), duplicates];
    let mut real = Vec::new();
    for &(engine, name) in REAL {
        let bug = backtest::bug(engine, name).expect("it is in the table");
        let options = backtest::Options { install: true, reduce: true, tell: &tell };
        let met = backtest::meet(&cache()?, bug, options);
        match met.map(|met| (met.sighting, met.reduced)) {
            Ok((met, reduced)) => {
                let reduced = reduced.expect("it was asked for");
                if name == SOLVER {
                    for (reducer, tokens) in on_rustc(&met)? {
                        let ours = reduced.after;
                        tell(&format!("{name}: {reducer} leaves {tokens} tokens, we leave {ours}"));
                    }
                }
                real.push(reduced);
            }
            Err(why) => tell(&format!("{name} was not met: {why}")),
        }
    }
    if !real.is_empty() {
        lines.push(line("real compilers", &real, None));
    }
    all.extend(real);
    ensure!(all.len() >= 40, "there are only {} findings", all.len());
    lines.push(line("all", &all, None));
    Ok(lines)
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

/// What the reductions of some findings took.
fn line(of: &str, all: &[Reduced], against_cvise: Option<f64>) -> Line {
    let mut queries: Vec<u64> = all.iter().map(|reduced| reduced.queries).collect();
    queries.sort_unstable();
    let mut seconds: Vec<f64> = all.iter().map(|reduced| reduced.time.as_secs_f64()).collect();
    seconds.sort_by(f64::total_cmp);
    let middle = all.len() / 2;
    Line {
        what: format!(
            "{of}, {} findings: {:.1} tokens become {:.1}; medians: {} programs tried, {:.2} s",
            all.len(),
            mean(all.iter().map(|reduced| reduced.before)),
            mean(all.iter().map(|reduced| reduced.after)),
            queries[middle],
            seconds[middle],
        ),
        // What is measured is that the median is not too large.
        rate: 300.0 - queries[middle] as f64,
        unit: "queries below 300",
        floor: Some(0.0),
        ratio: against_cvise.unwrap_or(f64::NAN),
        least_ratio: against_cvise.map(|_| 1.0),
        against: "the tokens are what cvise --not-c leaves (NaN: it was not run on these)",
    }
}

/// cvise is given one of so many findings: it takes half a minute for each.
const EACH: usize = 6;

/// How many times our size the programs have that cvise reaches on the same findings, if
/// it is installed.
fn cvise(found: &[Found], reduced: &[Reduced]) -> anyhow::Result<Option<f64>> {
    let mut version = Command::new("cvise");
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let program = std::env::current_exe()?;
    let (mut tokens, mut ours) = (0, 0);
    for (found, reduced) in found.iter().zip(reduced).step_by(EACH) {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("program.sysf");
        fs::write(&file, &found.sighting.case().source)?;
        let test = folder.path().join("test.sh");
        let name = found.wrong.name();
        let kind = found.sighting.kind;
        let text =
            format!("#!/bin/sh\nexec {} shows '{name}' {kind} program.sysf\n", program.display());
        fs::write(&test, text)?;
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755))?;
        let mut command = Command::new("cvise");
        command.args(["--not-c", "--n", "2", "--no-cache"]).arg(&test).arg("program.sysf");
        let output = command.current_dir(folder.path()).output()?;
        ensure!(output.status.success(), "cvise: {}", String::from_utf8_lossy(&output.stderr));
        tokens += reduce::size(Language::SystemF, &fs::read_to_string(&file)?);
        ours += reduced.after;
    }
    Ok(Some(tokens as f64 / ours as f64))
}

/// How many tokens other reducers leave of a program that the new solver of rustc accepts
/// and the old one rejects with one error.
fn on_rustc(met: &Sighting) -> anyhow::Result<Vec<(&'static str, usize)>> {
    let rustc = match toolchain(&cache()?, &met.target.to_string())?.home {
        Home::Program(rustc) => rustc,
        other => bail!("rustc is no program: {other:?}"),
    };
    let folder = tempfile::tempdir()?;
    // The errors of the old solver, without what belongs to the program.
    let errors = format!(
        "#!/bin/sh\nfolder=$(mktemp -d)\nexport RUSTC_BOOTSTRAP=1\n\
         run() {{ '{}' --crate-type=lib --edition=2021 --emit=metadata -Awarnings \
         --out-dir $folder \"$@\" 2>&1; }}\n\
         run -Znext-solver=globally \"$1\" > /dev/null && new=accepted\n\
         errors=$(run \"$1\" | grep ^error | grep -v aborting | sed 's/`[^`]*`/_/g')\n\
         rm -r $folder\necho $new \"$errors\"\n",
        rustc.display()
    );
    let script = |name: &str, text: &str| -> anyhow::Result<std::path::PathBuf> {
        let path = folder.path().join(name);
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    };
    let errors = script("errors.sh", &errors)?;
    let source = folder.path().join("program.rs");
    fs::write(&source, &met.case().source)?;
    let said = Command::new(&errors).arg(&source).output()?.stdout;
    fs::write(folder.path().join("expected"), &said)?;
    ensure!(said.starts_with(b"accepted error"), "{}", String::from_utf8_lossy(&said));
    let test = format!(
        "#!/bin/sh\n'{}' \"${{1:-program.rs}}\" | cmp -s - '{}'\n",
        errors.display(),
        folder.path().join("expected").display()
    );
    script("test.sh", &test)?;
    let mut results = Vec::new();
    for (reducer, arguments, left) in [
        (
            "treereduce-rust",
            "--slow -q -s program.rs -o reduced.rs -- ./test.sh @@.rs",
            "reduced.rs",
        ),
        ("cvise", "--not-c --n 2 --no-cache test.sh program.rs", "program.rs"),
    ] {
        let mut command = Command::new("timeout");
        command.arg("300").arg(reducer).args(arguments.split(' ')).current_dir(folder.path());
        let output = command.output()?;
        let left = fs::read_to_string(folder.path().join(left));
        match left {
            Ok(left) if output.status.success() => {
                results.push((reducer, reduce::size(Language::Rust, &left)));
            }
            _ => tell(&format!("{reducer} is not installed, or took too long")),
        }
    }
    Ok(results)
}

/// Whether a program shows a bug and is of its class: what other reducers ask.
pub(crate) fn shows(bug: &str, kind: FindingKind, file: &Path) -> anyhow::Result<bool> {
    let wrong = Wrong::all().into_iter().find(|known| known.name() == bug);
    let wrong = wrong.context("no such bug")?;
    let source = fs::read_to_string(file)?;
    let Ok(program) = systemf::parse(&source) else { return Ok(false) };
    let outcome = wrong.compiler().outcome(&source);
    let accepted = check(&source, None) == Verdict::Accepted;
    Ok(match (wrong, kind) {
        (Wrong::Planted(bug), FindingKind::Crash) => {
            let of_class = match bug.error {
                None => accepted,
                Some(error) => systemf::errors(&program).iter().all(|other| *other == error),
            };
            of_class && matches!(outcome, Outcome::Crashed(_))
        }
        (_, FindingKind::Soundness) => !accepted && outcome == Outcome::Accepted,
        _ => accepted && matches!(outcome, Outcome::Rejected(_)),
    })
}
