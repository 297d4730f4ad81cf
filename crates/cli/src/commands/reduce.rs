//! `wellsmith reduce`: makes the program of a finding small, or one of the user's own.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use campaign::{Sighting, Stop, sightings};
use case::{Expectation, Family, Reason, TargetName, TestCase};
use choice::Tape;
use indicatif::{ProgressBar, ProgressStyle};
use inputs::Inputs;
use reduce::{End, Limits, Origin, Reduced, Step, Trouble};
use serde::Serialize;
use store::JobKind;
use targets::Target;
use targets::command::CommandTarget;
use toolchains::Cache;

use crate::args::{Expect, ReduceArgs};
use crate::commands::check::language_of;
use crate::commands::findings::find;
use crate::commands::fuzz::stop_on_signals;
use crate::commands::replay::Stored;
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, setup, usage};
use crate::reductions::{self, Job, references};
use crate::setup as machine;
use crate::words::{count, printed, say, span, tell};

/// Runs the command.
pub(crate) fn run(args: &ReduceArgs) -> anyhow::Result<Exit> {
    let file = Path::new(&args.what);
    if file.is_file() {
        return of_file(args, file);
    }
    if !args.target.is_empty() || args.expect.is_some() {
        return Err(usage(format!(
            "there is no file {}; --target and --expect go with a file, and a finding has its own",
            args.what
        )));
    }
    match args.queue {
        true => queue(args),
        false => of_finding(args),
    }
}

/// Leaves a finding of the store to workers.
fn queue(args: &ReduceArgs) -> anyhow::Result<Exit> {
    let store = machine::served_store(&args.places)?;
    let (_, finding, _) = find(&store, &args.what)?;
    let finding = finding.ok_or_else(|| setup("this bucket has no finding any more"))?;
    let queued = store.queue(&finding.id, JobKind::Reduce, "").map_err(setup)?;
    let state = if queued { "is in the queue" } else { "was in the queue already" };
    say!("finding {} {state}; workers with its compilers reduce it", finding.id)?;
    Ok(Exit::Nothing)
}

/// Reduces a finding of the store.
fn of_finding(args: &ReduceArgs) -> anyhow::Result<Exit> {
    let store = machine::open_store(&args.places)?;
    let named = [&args.allow[..], &args.reference].concat();
    let stored = Stored::load(&store, &args.what, &named)?;
    let Stored { finding, sighting, sources, .. } = &stored;
    let cache = machine::cache(&args.places)?;
    let inputs = stored.inputs(&cache, &store)?;
    let made = stored.engine(&cache, &inputs).and_then(|(engine, plan)| {
        let tape = Tape::from_bytes(&finding.data.tape)?;
        Ok((engine, plan, tape))
    });
    let origin = match &made {
        Ok((engine, plan, tape)) => Some(Origin { engine: engine.as_ref(), plan, tape }),
        Err(error) => {
            tell!(
                "warning: the program is not generated again, so its text alone is reduced: {error:#}"
            );
            None
        }
    };
    let language = sighting.case().language;
    let commands = sources.compilers.targets(&inputs, Some(language))?;
    let class_path = inputs.class_path().map_err(input_error)?;
    let names = names(args, &cache, sighting.targets(), commands.is_empty());
    let named = args.reference.iter().map(|name| meant(name, &cache, &commands, &class_path));
    let named = named.collect::<anyhow::Result<Vec<TargetName>>>()?;
    let bench = machine::choose(&cache, &names, commands, class_path)?;
    let references = match named.is_empty() {
        true => references(&bench, sighting),
        false => named,
    };
    let job = Job {
        bench: &bench,
        sighting,
        origin,
        references,
        limits: limits(args),
        keep: Some((&store, &finding.id)),
    };
    let reduced = watch(&job, args)?;
    if let Some(result) = reductions::result(&reduced) {
        store.keep_reduction(&finding.id, &result).map_err(setup)?;
    }
    show(&reduced, Some(&finding.id), args)
}

/// What is opened: the targets of the finding, and for the reference whatever takes the
/// same programs.
fn names(args: &ReduceArgs, cache: &Cache, own: Vec<&TargetName>, all: bool) -> Vec<String> {
    let mut names: Vec<String> = own.iter().map(|name| name.to_string()).collect();
    names.extend(args.reference.clone());
    if args.reference.is_empty() && all {
        // The other configurations of the same compiler, and its other versions.
        names.push(own[0].toolchain());
        let others = cache.available().into_iter().map(|other| other.id);
        let others = others.filter(|id| id.name == own[0].compiler);
        names.extend(others.map(|id| format!("{}@{}", id.name, id.version)));
    }
    names
}

/// The target that a name of the user's means: the configuration that it names, or the
/// default one.
fn meant(
    name: &str,
    cache: &Cache,
    commands: &[CommandTarget],
    class_path: &[PathBuf],
) -> anyhow::Result<TargetName> {
    let names = [name.to_owned()];
    let bench = machine::choose(cache, &names, commands.to_vec(), class_path.to_vec())?;
    let default = bench.targets().find(|info| info.name.is_default());
    let found = default.or(bench.targets().next()).map(|info| info.name.clone());
    found.ok_or_else(|| setup(format!("there is no target {name}")))
}

/// Reduces a program of the user's own.
fn of_file(args: &ReduceArgs, file: &Path) -> anyhow::Result<Exit> {
    let source = machine::read(file)?;
    let language = args.lang.map_or_else(|| language_of(file), Ok)?;
    if args.target.is_empty() {
        return Err(usage("name the compiler that is wrong about the program with --target"));
    }
    let cache = machine::cache(&args.places)?;
    let named = engines::sources(None, &args.libraries, None, None);
    let inputs = Inputs::new(&cache, &named, &tell_user);
    let commands = Named::new(&args.own).targets(&inputs, Some(language))?;
    let class_path = inputs.class_path().map_err(input_error)?;
    let find = |names: &[String]| {
        let found = names.iter().map(|name| meant(name, &cache, &commands, &class_path));
        found.collect::<anyhow::Result<Vec<TargetName>>>()
    };
    let (names, references) = (find(&args.target)?, find(&args.reference)?);
    let all: Vec<String> = args.target.iter().chain(&args.reference).cloned().collect();
    let bench = machine::choose(&cache, &all, commands.clone(), class_path.clone())?;
    let expectation = match args.expect {
        Some(Expect::Accept) => Expectation::Accept,
        Some(Expect::Reject) => Expectation::Reject(Reason::default()),
        Some(Expect::Terminate) => Expectation::Terminates { predicted: None },
        None => Expectation::SameVerdict,
    };
    let family: Family = vec![TestCase { language, source, expectation, features: Vec::new() }];
    let sighting = first_sighting(&bench, &names, &family)?;
    let Some(sighting) = sighting else {
        tell!("Nothing is wrong with what {} does with this program.", args.target.join(" and "));
        return Ok(Exit::Nothing);
    };
    tell!("{}: {}", sighting.target, sighting.signature);
    let job = Job {
        bench: &bench,
        sighting: &sighting,
        origin: None,
        references,
        limits: limits(args),
        keep: None,
    };
    let reduced = watch(&job, args)?;
    show(&reduced, None, args)
}

/// What is wrong with a program on some targets, each alone and cold.
fn first_sighting(
    bench: &machine::Bench,
    names: &[TargetName],
    family: &Family,
) -> anyhow::Result<Option<Sighting>> {
    let mut columns = Vec::new();
    for name in names {
        let mut target: Box<dyn Target> = bench.open(name)?;
        columns.push(vec![target.confirm(&family[0].source).outcome]);
    }
    let names: Vec<&TargetName> = names.iter().collect();
    Ok(sightings(family, &names, &columns).into_iter().map(|(sighting, _)| sighting).next())
}

fn limits(args: &ReduceArgs) -> Limits {
    Limits { queries: args.queries, time: args.duration }
}

/// Reduces, with progress; Ctrl-C stops and keeps the best so far.
fn watch(job: &Job<'_>, args: &ReduceArgs) -> anyhow::Result<Reduced> {
    let stop = Arc::new(Stop::default());
    stop_on_signals(&stop, || tell!("\nStopped. The smallest program so far is in the store."))?;
    let terminal = std::io::stderr().is_terminal();
    let bar = match args.json || !terminal {
        true => ProgressBar::hidden(),
        false => ProgressBar::new_spinner(),
    };
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").context("a valid template")?);
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut last_line = Instant::now();
    let reduced = job.run(&mut |step| {
        let best = match step {
            Step::Tried(best) | Step::Better(best) => best,
        };
        let status = format!(
            "{}: {} → {} tokens · {} tried · {}",
            best.phase,
            best.before,
            best.after,
            count(best.queries, "program"),
            span(best.time)
        );
        bar.set_message(status.clone());
        if !args.json && !terminal && last_line.elapsed() >= Duration::from_secs(5) {
            last_line = Instant::now();
            tell!("{status}");
        }
        if stop.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    reduced
}

/// A reduction in JSON.
#[derive(Serialize)]
struct ReducedJson<'a> {
    finding: Option<&'a str>,
    signature: &'a str,
    target: String,
    source: &'a str,
    /// The sibling that was reduced with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    sibling: Option<&'a str>,
    tape: Option<String>,
    tokens_before: usize,
    tokens_after: usize,
    queries: u64,
    seconds: f64,
    guarantee: String,
    /// Why the text was not changed, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_tree: Option<&'static str>,
    /// `finished`, `stopped`, `limit` or `trouble`.
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    /// The signatures of other findings that were met.
    others: Vec<&'a str>,
}

fn show(reduced: &Reduced, finding: Option<&str>, args: &ReduceArgs) -> anyhow::Result<Exit> {
    let sighting = &reduced.sighting;
    let sibling = match sighting.against {
        Some(campaign::Against::Sibling(sibling)) => Some(&sighting.family[sibling].source[..]),
        _ => None,
    };
    let trouble = match &reduced.end {
        End::Trouble(trouble) => Some(trouble),
        _ => None,
    };
    if args.json {
        let shown = ReducedJson {
            finding,
            signature: &sighting.signature,
            target: sighting.target.to_string(),
            source: &sighting.case().source,
            sibling,
            tape: reduced.tape.as_ref().map(|tape| tape.to_string()),
            tokens_before: reduced.before,
            tokens_after: reduced.after,
            queries: reduced.queries,
            seconds: reduced.time.as_secs_f64(),
            guarantee: reduced.guarantee.to_string(),
            no_tree: reduced.no_tree,
            end: match &reduced.end {
                End::Finished => "finished",
                End::Running | End::Stopped => "stopped",
                End::Limit => "limit",
                End::Trouble(_) => "trouble",
            },
            trouble: trouble.map(|trouble| trouble.to_string()),
            others: reduced.others.iter().map(|other| &other.signature[..]).collect(),
        };
        say!("{}", serde_json::to_string(&shown)?)?;
    } else {
        if let Some(sibling) = sibling {
            say!("{sibling}")?;
        }
        printed(std::io::stdout().write_all(sighting.case().source.as_bytes()))?;
        tell!(
            "{} → {} tokens, {} tried in {}; class kept by {}",
            reduced.before,
            reduced.after,
            count(reduced.queries, "program"),
            span(reduced.time),
            reduced.guarantee,
        );
        if let Some(why) = reduced.no_tree {
            tell!("the text was not changed: {why}; --reference TARGET names one that is");
        }
        for other in &reduced.others {
            tell!("met on the way, and not followed: {}", other.signature);
        }
        match &reduced.end {
            End::Finished | End::Running => {}
            End::Stopped => tell!("stopped; this is the smallest so far"),
            End::Limit => tell!("a limit was reached; this is the smallest so far"),
            End::Trouble(trouble) => tell!("error: {trouble}"),
        }
    }
    Ok(match trouble {
        None | Some(Trouble::Other(_)) => Exit::Findings,
        Some(Trouble::NotSeen) => Exit::Nothing,
        Some(_) => Exit::Setup,
    })
}
