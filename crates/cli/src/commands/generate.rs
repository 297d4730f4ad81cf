//! `wellsmith generate`: print programs, write them into a folder, or count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use campaign::{PlanRecord, Program, Programs};
use case::{Plan, TestCase};
use choice::Tape;
use console::style;
use inputs::{InputError, Inputs};
use serde::Serialize;

use crate::args::GenerateArgs;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup};
use crate::setup as machine;
use crate::words::{Used, cpu_time, printed, say, tell};

/// Runs the command.
pub(crate) fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    let sources = engines::sources(
        Some(&args.rules),
        &args.libraries,
        Some(&args.members),
        Some(&args.seeds),
    );
    let inputs = Inputs::new(&cache, &sources, &tell_user);
    let compiler = inputs.compiler(args.lang);
    let engine = inputs.engine(&args.engine, compiler.as_ref()).map_err(input_error)?;
    let plan = engines::plan(&engine, args.lang, args.mode, args.dialect.as_deref(), &args.shape)?;
    if !args.members.member.is_empty() {
        let api = inputs.api(compiler.as_ref()).map_err(input_error)?;
        let used = api.check_used(plan.language).map_err(InputError::Member);
        used.map_err(input_error)?;
    }
    let count = args.count.unwrap_or(if args.exhaustive { u64::MAX } else { 1 });
    let mut gave_up = 0;
    let mut programs = Programs::new(engine.as_ref(), plan.clone(), args.seed);
    let made: Box<dyn Iterator<Item = Made>> = if args.exhaustive {
        Box::new((0..count).zip(campaign::every_program(engine.as_ref(), plan.clone())))
    } else {
        Box::new((0..count).filter_map(|index| {
            let made = programs.get(index);
            gave_up += u64::from(made.is_err());
            made.ok().map(|made| (index, made))
        }))
    };
    if args.stats {
        let stats = stats(made);
        let used = engine.coverage(plan.language).iter().map(Used::new).collect();
        say!("{}", serde_json::to_string(&Stats { used, ..stats })?)?;
    } else if let Some(dir) = &args.out {
        let record = |subject| PlanRecord::new(engine.as_ref(), &Plan { subject, ..plan.clone() });
        write_folder(dir, &record, args.seed, made)
            .map_err(|error| setup(format!("cannot write to {}: {error:#}", dir.display())))?;
    } else if args.json {
        printed(print_json(made))?;
    } else {
        printed(print(made))?;
    }
    if gave_up > 0 {
        tell!("warning: the generator gave up on {gave_up} of {count} programs");
    }
    Ok(Exit::Nothing)
}

type Made = (u64, Program);

/// Prints the programs; on a terminal, with what must be true of each. What is piped into a
/// file or a compiler is the programs alone.
fn print(made: impl Iterator<Item = Made>) -> io::Result<()> {
    let read = io::stdout().is_terminal();
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, case) in made.flat_map(|(_, made)| made.family).enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        if read {
            let TestCase { expectation, .. } = &case;
            let heading = format!("── expected: {} ({})", expectation.word(), expectation.why());
            writeln!(out, "{}", style(heading).dim())?;
        }
        out.write_all(case.source.as_bytes())?;
    }
    out.flush()
}

/// A program of `--json`: with what must be true of it, and why.
#[derive(Serialize)]
struct ProgramLine<'a> {
    family: u64,
    language: &'a str,
    expectation: &'a str,
    why: String,
    source: &'a str,
}

fn print_json(made: impl Iterator<Item = Made>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (family, made) in made {
        for case in &made.family {
            let line = ProgramLine {
                family,
                language: case.language.name(),
                expectation: case.expectation.word(),
                why: case.expectation.why(),
                source: &case.source,
            };
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()
}

/// What `--stats` prints.
#[derive(Serialize)]
struct Stats {
    programs: u64,
    distinct: u64,
    bytes: u64,
    cpu_seconds: f64,
    per_cpu_second: f64,
    /// For each feature (a rule, a rewrite, a construct) in how many programs it
    /// is: what is covered.
    features: BTreeMap<&'static str, u64>,
    /// Of what the engine counts by itself: how many were used of how many there
    /// are, and the rarest.
    used: Vec<Used>,
}

fn stats(made: impl Iterator<Item = Made>) -> Stats {
    let mut stats = Stats {
        programs: 0,
        distinct: 0,
        bytes: 0,
        cpu_seconds: 0.0,
        per_cpu_second: 0.0,
        features: BTreeMap::new(),
        used: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    let mut made = made.peekable();
    // Telling programs apart is not a part of generating them, so the two are
    // done in turn and only one is timed.
    while made.peek().is_some() {
        let before = cpu_time();
        let some: Vec<Made> = made.by_ref().take(1000).collect();
        stats.cpu_seconds += (cpu_time() - before).as_secs_f64();
        for case in some.into_iter().flat_map(|(_, program)| program.family) {
            stats.programs += 1;
            stats.bytes += case.source.len() as u64;
            stats.distinct += u64::from(seen.insert(case.id()));
            for feature in &case.features {
                *stats.features.entry(feature).or_default() += 1;
            }
        }
    }
    stats.per_cpu_second = stats.programs as f64 / stats.cpu_seconds.max(1e-9);
    stats
}

/// A line of `manifest.jsonl`.
#[derive(Serialize)]
struct ManifestLine<'a> {
    id: &'a str,
    file: &'a str,
    expectation: &'a str,
    why: &'a str,
    codes: &'a [String],
    line: Option<u32>,
    features: &'a [&'a str],
    family: u64,
    seed: u64,
    plan: &'a PlanRecord,
    tape: &'a str,
}

fn write_folder(
    dir: &Path,
    plan: &dyn Fn(Option<Arc<str>>) -> PlanRecord,
    seed: u64,
    made: impl Iterator<Item = Made>,
) -> anyhow::Result<()> {
    fs::create_dir_all(dir)?;
    // What another run wrote must not get mixed with this one.
    let manifest =
        fs::File::create_new(dir.join("manifest.jsonl")).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                anyhow!("there are programs already (manifest.jsonl); name another folder")
            }
            _ => anyhow!("manifest.jsonl: {error}"),
        })?;
    let mut lines = BufWriter::new(manifest);
    let mut number = 0;
    for (family, made) in made {
        let plan = &plan(made.subject.clone());
        for case in &made.family {
            let file = format!("{number:06}.{}", case.language.extension());
            fs::write(dir.join(&file), &case.source).with_context(|| file.clone())?;
            write_line(&mut lines, plan, seed, family, case, &file, &made.tape)?;
            number += 1;
        }
    }
    lines.flush()?;
    tell!("{number} programs and manifest.jsonl are in {}", dir.display());
    Ok(())
}

fn write_line(
    out: &mut impl Write,
    plan: &PlanRecord,
    seed: u64,
    family: u64,
    case: &TestCase,
    file: &str,
    tape: &Tape,
) -> anyhow::Result<()> {
    let (codes, line) = match &case.expectation {
        case::Expectation::Reject(reason) => (&reason.codes[..], reason.line),
        _ => (&[][..], None),
    };
    let id = case.id();
    let line = ManifestLine {
        id: id.as_str(),
        file,
        expectation: case.expectation.word(),
        why: &case.expectation.why(),
        codes,
        line,
        features: &case.features,
        family,
        seed,
        plan,
        tape: &tape.to_string(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")?;
    Ok(())
}
