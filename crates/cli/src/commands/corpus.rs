//! `wellsmith corpus`: seed programs for the mutate engine, imported and looked at.

mod import;
mod statistics;

use std::path::PathBuf;

use case::Dialect;
use inputs::{Corpus, Entry, Standing};
use mutate::SeedFile;
use mutate::program::Expression;
use serde::Serialize;

use crate::args::{CorpusCommand, Places};
use crate::exit::{Exit, setup, usage};
use crate::setup::{self as machine, Bench};
use crate::words::{count, say, table, tell};

/// Runs the command.
pub(crate) fn run(command: &CorpusCommand) -> anyhow::Result<Exit> {
    match command {
        CorpusCommand::Import(args) => import::run(args),
        CorpusCommand::List { all, json, places } => list(&open(places)?, *all, *json),
        CorpusCommand::Show { program, places } => show(&open(places)?, program),
        CorpusCommand::Stats { seeds, json, places } => {
            statistics::run(&open(places)?, &seeds.seeds, *json)
        }
        CorpusCommand::Remove { programs, all, places } => remove(open(places)?, programs, *all),
    }
}

/// The imported seeds for the targets of a campaign.
pub(crate) fn seeds(places: &Places, bench: &Bench) -> anyhow::Result<Vec<SeedFile>> {
    let corpus = open(places)?;
    let mut targets: Vec<(String, Dialect)> = bench
        .targets()
        .filter(|info| mutate::plug(info.language).is_some())
        .map(|info| match info.dialect {
            // Other configurations of the usual dialect take the same programs.
            Dialect::Standard => (info.name.toolchain(), info.dialect),
            dialect => (info.name.to_string(), dialect),
        })
        .collect();
    targets.dedup();
    let seeds = corpus.seeds(&targets).map_err(|error| cannot_read(&error))?;
    let kept = corpus.entries().values().filter(|entry| entry.is_kept()).count();
    if kept > 0 && !targets.is_empty() {
        tell!(
            "{} of {} in the corpus go with these targets; `wellsmith corpus import DIR --target \
             TARGET` checks them on others.",
            seeds.len(),
            count(kept as u64, "program")
        );
    }
    Ok(seeds)
}

/// The corpus, beside the store.
fn open(places: &Places) -> anyhow::Result<Corpus> {
    Corpus::open(folder(places)?).map_err(|error| cannot_read(&error))
}

fn folder(places: &Places) -> anyhow::Result<PathBuf> {
    machine::beside_store(places, "corpus")
}

fn cannot_read(error: &std::io::Error) -> anyhow::Error {
    setup(format!("the corpus cannot be read: {error}"))
}

#[derive(Serialize)]
struct EntryJson<'a> {
    id: &'a str,
    name: &'a str,
    language: &'a str,
    targets: Vec<TargetJson<'a>>,
}

#[derive(Serialize)]
struct TargetJson<'a> {
    target: &'a str,
    standing: &'a str,
    why: &'a str,
}

/// Lists what is kept and what crashed a compiler, or all that was looked at.
fn list(corpus: &Corpus, all: bool, json: bool) -> anyhow::Result<Exit> {
    let worth_seeing = |entry: &Entry| {
        let crashed = |standing| matches!(standing, Standing::Crashed | Standing::TimedOut);
        entry.is_kept() || entry.verdicts.values().any(|verdict| crashed(verdict.standing))
    };
    let shown = corpus.entries().iter().filter(|(_, entry)| all || worth_seeing(entry));
    if json {
        let lines: Vec<_> = shown
            .map(|(id, entry)| EntryJson {
                id,
                name: &entry.name,
                language: entry.language.name(),
                targets: entry
                    .verdicts
                    .iter()
                    .map(|(target, verdict)| TargetJson {
                        target,
                        standing: verdict.standing.name(),
                        why: &verdict.why,
                    })
                    .collect(),
            })
            .collect();
        say!("{}", serde_json::to_string(&lines)?)?;
        return Ok(Exit::Nothing);
    }
    let mut rows = table(["id", "name", "targets"]);
    for (id, entry) in shown {
        let verdicts = entry.verdicts.iter().map(|(target, verdict)| match verdict.standing {
            Standing::Accepted | Standing::Unsuitable => format!("{target} {}", verdict.standing),
            standing => format!("{target} {standing}: {}", verdict.why),
        });
        rows.add_row([&id[..8], &entry.name, &verdicts.collect::<Vec<_>>().join("\n")]);
    }
    say!("{rows}")?;
    Ok(Exit::Nothing)
}

/// The program that the user means: by the beginning of its id, by its name, or one
/// of those that are built in.
fn find(corpus: &Corpus, wanted: &str) -> anyhow::Result<SeedFile> {
    if let Some(seed) = mutate::built_in().into_iter().find(|seed| seed.name == wanted) {
        return Ok(seed);
    }
    let id = digest(corpus, wanted)?;
    let entry = &corpus.entries()[&id];
    if !entry.is_kept() {
        return Err(usage(format!("{wanted} was not kept: no compiler accepts it")));
    }
    corpus.seed(&id, entry).map_err(|error| cannot_read(&error))
}

fn digest(corpus: &Corpus, wanted: &str) -> anyhow::Result<String> {
    let meant = |(id, entry): &(&String, &Entry)| id.starts_with(wanted) || entry.name == wanted;
    let found: Vec<_> = corpus.entries().iter().filter(meant).map(|(id, _)| id).collect();
    match found[..] {
        [only] => Ok(only.clone()),
        [] => Err(usage(format!(
            "no program of the corpus is called {wanted:?}; `wellsmith corpus list` shows them"
        ))),
        _ => Err(usage(format!(
            "{} programs are called {wanted:?}; name one by its id",
            found.len()
        ))),
    }
}

/// Prints a program, and under each line the expressions that begin in it.
fn show(corpus: &Corpus, wanted: &str) -> anyhow::Result<Exit> {
    let seed = find(corpus, wanted)?;
    let plug = mutate::plug(seed.language)
        .ok_or_else(|| usage(format!("programs in {} cannot be mutated", seed.language)))?;
    let program = plug.read(&seed.text, seed.dump.as_deref()).map_err(usage)?;
    let expressions = program.expressions();
    // What is mutated may begin with a line of its own.
    let source = program.source();
    let places = program.places();
    let is_replaced = |expr: &Expression| places.iter().any(|place| place.range == expr.range);
    let mut start = 0;
    for (number, line) in source.split_inclusive('\n').enumerate() {
        say!("{:>5}  {}", number + 1, line.trim_end())?;
        let here = start..start + line.len();
        for expr in expressions.iter().filter(|expr| here.contains(&expr.range.start)) {
            let before = &source[start..expr.range.start];
            let text = source[expr.range.clone()].lines().next().unwrap_or("");
            let blank: String =
                before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let marks = "^".repeat(text.chars().count().max(1));
            let note = match (&expr.ty, expr.from_compiler) {
                (None, _) => "not known".to_owned(),
                (Some(ty), true) => format!("{ty} (from the compiler)"),
                (Some(ty), false) => ty.clone(),
            };
            let kept = if expr.ty.is_some() && !is_replaced(expr) { ", stays" } else { "" };
            say!("       {blank}{marks} {note}{kept}")?;
        }
        start += line.len();
    }
    Ok(Exit::Nothing)
}

fn remove(mut corpus: Corpus, programs: &[String], all: bool) -> anyhow::Result<Exit> {
    let digests: Vec<String> = match all {
        true => corpus.entries().keys().cloned().collect(),
        false => {
            programs.iter().map(|wanted| digest(&corpus, wanted)).collect::<anyhow::Result<_>>()?
        }
    };
    corpus
        .remove(&digests)
        .map_err(|error| setup(format!("the corpus cannot be changed: {error}")))?;
    say!("{} removed", count(digests.len() as u64, "program"))?;
    Ok(Exit::Nothing)
}
