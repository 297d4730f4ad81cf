//! `wellsmith backtest`: known bugs that generated programs must meet again.

use std::collections::BTreeSet;

use backtest::{Bug, Met, NotMet, Options};
use clap::Args as ClapArgs;
use reduce::Limits;
use serde::Serialize;
use store::Backtest;

use crate::args::Places;
use crate::engines::tell_user;
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{count, number, say, span, table, tell};

/// The arguments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A campaign that finds nothing is good news only if it would have found something. This
looks for bugs that compilers and runtimes are known to have in some version, with the
programs that `fuzz` would generate for them and a fixed seed, until one of the programs
shows the bug, at most as many as the bug's budget. It is confirmed alone and cold, and
where a version without the bug is known, that one must be right about the program.
Only bugs whose compilers are here are tried; --install fetches the others. What came
out is kept in the store, and `wellsmith report` shows it.
The exit code is 1 if a bug was missed.

Examples:
  wellsmith backtest                        every known bug whose compilers are here
  wellsmith backtest --list                 the bugs, and which compilers they need
  wellsmith backtest 155520 --reduce        one of them, with its smallest program
  wellsmith backtest --engine channels --install --json")]
pub(crate) struct BacktestArgs {
    /// Only bugs with this in their names
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Only bugs that this engine meets
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Only bugs of targets with this in their names
    #[arg(long, value_name = "TEXT")]
    target: Option<String>,
    /// List the bugs, and look for none
    #[arg(long)]
    list: bool,
    /// Fetch the compilers that are not here
    #[arg(long, conflicts_with = "list")]
    install: bool,
    /// Make the program that shows a bug small, and print it
    #[arg(long, conflicts_with = "list")]
    reduce: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    places: Places,
}

/// How many programs are tried while one is reduced.
const TRIES: u64 = 1000;

/// Runs the command.
pub(crate) fn run(args: &BacktestArgs) -> anyhow::Result<Exit> {
    let named = |bug: &Bug| {
        let names = &args.names;
        (names.is_empty() || names.iter().any(|name| bug.name.contains(&name[..])))
            && args.engine.as_ref().is_none_or(|engine| bug.engine == engine)
            && args.target.as_ref().is_none_or(|target| bug.wrong.contains(&target[..]))
    };
    let wanted: Vec<&Bug> = backtest::bugs().filter(|bug| named(bug)).collect();
    if wanted.is_empty() {
        return Err(usage(
            "there is no known bug of that name, engine and target; `wellsmith backtest --list` \
             lists them",
        ));
    }
    if args.list {
        return list(&wanted, args.json);
    }
    let cache = machine::cache(&args.places)?;
    machine::need_sandbox(&cache)?;
    let store = machine::create_store(&args.places)?;
    let mut rows = Vec::new();
    for bug in wanted {
        if !args.json {
            tell!("{} {} ({}): {}", bug.engine, bug.name, bug.wrong, bug.about);
        }
        let reduce = args.reduce.then_some(Limits { queries: TRIES, ..Limits::default() });
        let options = Options { install: args.install, reduce, tell: &tell_user };
        let row = Row::new(bug, backtest::meet(&cache, bug, options));
        if let Some(kept) = row.kept() {
            store.keep_backtest(&kept).map_err(setup)?;
        }
        if !args.json {
            tell!("  {}", row.in_words());
            if let Some(program) = &row.smallest {
                say!("{program}")?;
            }
        }
        rows.push(row);
    }
    let tried = rows.iter().filter(|row| row.result != Result::NotTried).count() as u64;
    let met = rows.iter().filter(|row| row.result == Result::Met).count() as u64;
    if args.json {
        say!("{}", serde_json::to_string(&rows)?)?;
    } else {
        print(&rows, met, tried)?;
    }
    Ok(match (tried, met) {
        (0, _) => Exit::Setup,
        (tried, met) if met < tried => Exit::Findings,
        _ => Exit::Nothing,
    })
}

fn list(bugs: &[&Bug], json: bool) -> anyhow::Result<Exit> {
    #[derive(Serialize)]
    struct Listed {
        engine: &'static str,
        bug: &'static str,
        about: &'static str,
        kind: &'static str,
        target: &'static str,
        right: Option<&'static str>,
        budget: u64,
    }
    let listed = bugs.iter().map(|bug| Listed {
        engine: bug.engine,
        bug: bug.name,
        about: bug.about,
        kind: bug.kind().name(),
        target: bug.wrong,
        right: bug.control(),
        budget: bug.within,
    });
    if json {
        say!("{}", serde_json::to_string(&listed.collect::<Vec<_>>())?)?;
        return Ok(Exit::Nothing);
    }
    let mut shown = table(["engine", "bug", "kind", "wrong in", "right in", "programs", "what"]);
    for bug in listed {
        let right = bug.right.unwrap_or("");
        let budget = number(bug.budget);
        shown.add_row([bug.engine, bug.bug, bug.kind, bug.target, right, &budget, bug.about]);
    }
    say!("{shown}")?;
    Ok(Exit::Nothing)
}

/// What became of a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Result {
    Met,
    Missed,
    NotTried,
}

/// One bug, as it is printed.
#[derive(Serialize)]
struct Row {
    engine: &'static str,
    engine_version: Option<u32>,
    bug: &'static str,
    about: &'static str,
    target: &'static str,
    result: Result,
    /// The number of the program that shows it.
    program: Option<u64>,
    budget: u64,
    /// How it is known that the target is to blame, or why it was not met.
    why: String,
    seconds: Option<f64>,
    signature: Option<String>,
    tokens: Option<usize>,
    /// The smallest program, if it was reduced.
    smallest: Option<String>,
    /// A compiler that is missing.
    #[serde(skip)]
    missing: Option<String>,
}

impl Row {
    fn new(bug: &Bug, outcome: std::result::Result<Met, NotMet>) -> Row {
        let row = Row {
            engine: bug.engine,
            engine_version: None,
            bug: bug.name,
            about: bug.about,
            target: bug.wrong,
            result: Result::Missed,
            program: None,
            budget: bug.within,
            why: String::new(),
            seconds: None,
            signature: None,
            tokens: None,
            smallest: None,
            missing: None,
        };
        match outcome {
            Ok(met) => Row {
                engine_version: Some(met.engine_version),
                result: Result::Met,
                program: Some(met.program),
                seconds: Some(met.time.as_secs_f64()),
                signature: Some(met.sighting.signature.clone()),
                tokens: met.reduced.as_ref().map(|reduced| reduced.after),
                smallest: met.reduced.map(|reduced| reduced.sighting.case().source.clone()),
                why: met.control,
                ..row
            },
            Err(NotMet::NotHere(missing)) => Row {
                result: Result::NotTried,
                why: format!("{missing} is not here"),
                missing: Some(missing),
                ..row
            },
            Err(NotMet::Setup(why)) => Row { result: Result::NotTried, why, ..row },
            Err(missed) => Row { why: missed.to_string(), ..row },
        }
    }

    /// What the store keeps: nothing if it was not tried.
    fn kept(&self) -> Option<Backtest> {
        (self.result != Result::NotTried).then(|| Backtest {
            engine: self.engine.to_owned(),
            bug: self.bug.to_owned(),
            about: self.about.to_owned(),
            target: self.target.to_owned(),
            engine_version: i64::from(self.engine_version.unwrap_or_default()),
            program: self.program.and_then(|program| i64::try_from(program).ok()),
            budget: self.budget,
            control: self.why.clone(),
            millis: self.seconds.map_or(0, |seconds| (seconds * 1000.0) as u64),
            tried_at: 0,
        })
    }

    fn in_words(&self) -> String {
        match (self.result, self.program) {
            (Result::Met, Some(program)) => format!(
                "met with program {} of {}; {}",
                number(program),
                number(self.budget),
                self.why
            ),
            (Result::NotTried, _) => format!("not tried: {}", self.why),
            _ => format!("MISSED: {}", self.why),
        }
    }
}

fn print(rows: &[Row], met: u64, tried: u64) -> anyhow::Result<()> {
    let mut shown = table(["engine", "bug", "target", "met with program", "time", "what"]);
    for row in rows.iter().filter(|row| row.result != Result::NotTried) {
        let program = match row.program {
            Some(program) => format!("{} of {}", number(program), number(row.budget)),
            None => "missed".to_owned(),
        };
        let time = row
            .seconds
            .map_or(String::new(), |seconds| span(std::time::Duration::from_secs_f64(seconds)));
        shown.add_row([row.engine, row.bug, row.target, &program, &time, row.about]);
    }
    if tried > 0 {
        say!("{shown}\n")?;
    }
    say!("{} of {} met again.", number(met), count(tried, "known bug"))?;
    let missing: BTreeSet<&String> = rows.iter().filter_map(|row| row.missing.as_ref()).collect();
    if !missing.is_empty() {
        let missing: Vec<&str> = missing.into_iter().map(|name| &name[..]).collect();
        let not_tried = rows.len() as u64 - tried;
        tell!(
            "{} not tried: {} not here; --install fetches what is missing.",
            count(not_tried, "bug"),
            missing.join(", ")
        );
    }
    Ok(())
}
