//! `wellsmith check`: what compilers do with programs of the user's.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use case::{
    Does, Expectation, FindingKind, Language, Outcome, OutcomeKind, Reason, TargetName, TestCase,
    judge,
};
use inputs::Inputs;
use serde::Serialize;
use targets::TargetInfo;

use crate::args::{CheckArgs, Expect};
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, usage};
use crate::setup::{self, Bench};
use crate::show::wrong;
use crate::words::{OutcomeJson, Waiting, count, say};

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    if args.time_limit.is_zero() {
        return Err(usage("--time-limit 0s leaves a program no time to run"));
    }
    let mut exit = Exit::Nothing;
    let mut shown = Vec::new();
    for (position, file) in args.files.iter().enumerate() {
        if !args.json && args.files.len() > 1 {
            let gap = if position > 0 { "\n" } else { "" };
            say!("{gap}== {}", file.display())?;
        }
        let (wrong, unknown) = check(args, file, &mut shown)?;
        let this = Exit::of_verdicts(wrong, unknown);
        // What a compiler did wrong counts for more than one that could not be run.
        if exit == Exit::Nothing || this == Exit::Findings {
            exit = this;
        }
    }
    if args.json {
        say!("{}", serde_json::to_string(&shown)?)?;
    }
    Ok(exit)
}

/// So many lines of what a target said are shown.
const SHOWN: usize = 20;

/// A target with what it did.
struct Seen<'a> {
    name: &'a TargetName,
    outcomes: Vec<Outcome>,
    time: Duration,
    /// What is wrong with that, and of which kind it is.
    wrong: Option<(FindingKind, String)>,
}

/// Checks one program: whether a compiler is wrong, and whether one gave no verdict.
fn check(args: &CheckArgs, file: &Path, shown: &mut Vec<Checked>) -> anyhow::Result<(bool, bool)> {
    let stdin = file == Path::new("-");
    if stdin && args.lang.is_none() {
        return Err(usage("say with --lang what is on standard input"));
    }
    let source = if stdin { read_stdin()? } else { setup::read(file)? };
    let language = args.lang.map_or_else(|| language_of(file), Ok)?;
    let bench = bench(args, language)?;
    let mut targets: Vec<&TargetInfo> =
        bench.targets().filter(|target| target.language == language).collect();
    if args.target.is_empty() {
        targets = that_take(&source, targets);
    } else if let Some(other) = bench.targets().find(|target| target.language != language) {
        return Err(usage(format!(
            "{} is {language}, and {} takes {}",
            file.display(),
            other.name,
            other.language
        )));
    }
    if targets.is_empty() {
        return Err(usage(format!(
            "no installed compiler takes this {language} program; see `wellsmith toolchain list`"
        )));
    }
    if let Some(other) = targets.iter().find(|t| t.name.compiler != targets[0].name.compiler)
        && !args.options.is_empty()
    {
        return Err(usage(format!(
            "options after -- are for one compiler, and this program goes to {} and {}; name the \
             one that is meant with --target",
            targets[0].name.compiler, other.name.compiler
        )));
    }
    if args.expect == Some(Expect::Terminate)
        && let Some(checks) = targets.iter().find(|target| target.does == Does::Checks)
    {
        return Err(usage(format!(
            "{} compiles programs and does not run them, so it cannot tell whether one \
             terminates; name a target that runs them with --target (go, crystal, flume, ...)",
            checks.name
        )));
    }
    let expectation = match args.expect {
        Some(Expect::Accept) => Expectation::Accept,
        Some(Expect::Reject) => Expectation::Reject(Reason::default()),
        Some(Expect::Terminate) => Expectation::Terminates { predicted: None },
        // Whatever the program, a compiler must not crash on it, and its
        // configurations must agree.
        None => Expectation::SameVerdict,
    };
    let family = vec![TestCase { language, source, expectation, features: Vec::new() }];
    let together = |a: &&TargetInfo, b: &&TargetInfo| {
        let takes = |target: &TargetInfo| (target.name.toolchain(), target.dialect, target.does);
        takes(a) == takes(b)
    };
    let mut all: Vec<Seen<'_>> = Vec::new();
    for panel in targets.chunk_by(together) {
        let mut row: Vec<Vec<Outcome>> = Vec::new();
        let first = all.len();
        for info in panel {
            let seen = confirm(&bench, info, &family[0].source, args.runs)?;
            row.push(vec![seen.outcomes[0].clone()]);
            all.push(seen);
        }
        for broken in judge(&family, &row) {
            let against = match broken.against {
                Some(case::Other::Target(other)) => Some(panel[other].name.to_string()),
                _ => None,
            };
            let seen = &mut all[first + broken.target];
            let outcome = seen.outcomes[0].kind().name();
            let mut text = wrong(broken.kind, outcome, against.as_deref());
            if broken.kind == FindingKind::Precision {
                text = "rejects a program that it should accept".to_owned();
            }
            seen.wrong = Some((broken.kind, format!("it {text}")));
        }
        if !args.json {
            for seen in &all[first..] {
                print(seen)?;
            }
        }
    }
    if args.json {
        shown.extend(all.iter().map(|seen| Checked {
            file: file.display().to_string(),
            outcome: OutcomeJson::new(seen.name, &seen.outcomes[0]),
            seconds: seen.time.as_secs_f64(),
            finding: seen.wrong.as_ref().map(|(kind, _)| kind.name()),
        }));
    } else {
        say!("{}", sentence(&all))?;
    }
    let unknown = |seen: &Seen<'_>| seen.outcomes.iter().any(|o| matches!(o, Outcome::Unknown(_)));
    Ok((all.iter().any(|seen| seen.wrong.is_some()), all.iter().any(unknown)))
}

/// The targets for programs of a language; those of other languages are left alone.
fn bench(args: &CheckArgs, language: Language) -> anyhow::Result<Bench> {
    let cache = setup::cache(&args.places)?;
    let sources = engines::sources(None, &args.libraries, None, None);
    let inputs = Inputs::new(&cache, &sources, &tell_user);
    let commands = Named::new(&args.own).targets(&inputs, Some(language))?;
    let class_path = inputs.class_path().map_err(input_error)?;
    let mut bench = setup::choose(&cache, &args.target, commands, class_path)?;
    bench.settings.run_limit = Some(args.time_limit);
    bench.settings.options.clone_from(&args.options);
    Ok(bench)
}

/// Gives a program to a target, some times. What takes long is told.
fn confirm<'a>(
    bench: &Bench,
    info: &'a TargetInfo,
    source: &str,
    runs: u32,
) -> anyhow::Result<Seen<'a>> {
    let started = Instant::now();
    let _slow = Waiting::start(&info.name.to_string());
    let mut target = bench.open(&info.name)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for _ in 0..runs {
        let outcome = target.confirm(source).outcome;
        if !outcomes.iter().any(|known| known.kind() == outcome.kind()) {
            outcomes.push(outcome);
        }
    }
    let wrong = (outcomes.len() > 1).then(|| {
        let kinds: Vec<_> = outcomes.iter().map(|outcome| outcome.kind().name()).collect();
        let text = format!("its outcome changes from run to run: {}", kinds.join(", "));
        (FindingKind::Behaviour, text)
    });
    Ok(Seen { name: &info.name, outcomes, time: started.elapsed(), wrong })
}

fn print(seen: &Seen<'_>) -> anyhow::Result<()> {
    let outcome = &seen.outcomes[0];
    let (head, rest) = match outcome {
        Outcome::Rejected(diagnostics) => {
            let mut diagnostics = diagnostics.clone();
            diagnostics.sort_by_key(|diagnostic| diagnostic.line);
            diagnostics.dedup();
            let lines: Vec<String> = diagnostics.iter().map(|d| d.to_string()).collect();
            ("rejected".to_owned(), lines.join("\n"))
        }
        outcome => {
            let text = outcome.to_string();
            let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
            (head.to_owned(), rest.to_owned())
        }
    };
    say!("{}: {head}  ({:.1} s)", console::style(seen.name).bold(), seen.time.as_secs_f64())?;
    for line in rest.lines().take(SHOWN) {
        say!("    {line}")?;
    }
    let hidden = rest.lines().count().saturating_sub(SHOWN);
    if hidden > 0 {
        say!("    … {} (--json has all of it)", count(hidden as u64, "more line"))?;
    }
    match &seen.wrong {
        Some((kind, wrong)) => say!("  {} {kind}: {wrong}", console::style("<--").red().bold()),
        None => Ok(()),
    }
}

/// What all of it comes to.
fn sentence(all: &[Seen<'_>]) -> String {
    let of_kind = |seen: &Seen<'_>| seen.outcomes[0].kind();
    let wrong: Vec<String> =
        all.iter().filter(|seen| seen.wrong.is_some()).map(|seen| seen.name.to_string()).collect();
    let silent: Vec<String> = all
        .iter()
        .filter(|seen| of_kind(seen) == OutcomeKind::Unknown)
        .map(|seen| seen.name.to_string())
        .collect();
    if !silent.is_empty() && wrong.is_empty() {
        return format!("No verdict of {}.", silent.join(", "));
    }
    let first = of_kind(&all[0]);
    let differ: Vec<String> =
        all.iter().filter(|s| of_kind(s) != first).map(|s| s.name.to_string()).collect();
    match (&wrong[..], &differ[..]) {
        ([], []) if all.len() == 1 => format!("{}: {first}, and nothing is wrong.", all[0].name),
        ([], []) => format!("All {} targets agree: {first}.", all.len()),
        ([], differ) => {
            format!("The targets differ: {} is {first}, {} not.", all[0].name, differ.join(", "))
        }
        (wrong, _) => format!("Suspicious: {}.", wrong.join(", ")),
    }
}

#[derive(Serialize)]
struct Checked {
    file: String,
    #[serde(flatten)]
    outcome: OutcomeJson,
    /// How long it took, with opening the target.
    seconds: f64,
    finding: Option<&'static str>,
}

/// The targets that a program is written for. One that uses a library is for
/// those that have it, and for no other.
fn that_take<'a>(source: &str, targets: Vec<&'a TargetInfo>) -> Vec<&'a TargetInfo> {
    let uses = |target: &TargetInfo| {
        target.dialect.library().is_some_and(|library| source.contains(library))
    };
    // The names of libraries may be beginnings of each other: the longest counts.
    let used = targets.iter().filter(|target| uses(target));
    let longest = used.filter_map(|target| target.dialect.library()).max_by_key(|name| name.len());
    targets.into_iter().filter(|target| target.dialect.library() == longest).collect()
}

fn read_stdin() -> anyhow::Result<String> {
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(usage(format!("cannot read standard input: {error}"))),
    }
}

pub(crate) fn language_of(file: &Path) -> anyhow::Result<Language> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    Language::ALL.iter().copied().find(|language| language.extension() == ending).ok_or_else(|| {
        let known: Vec<String> =
            Language::ALL.iter().map(|language| format!(".{}", language.extension())).collect();
        usage(format!(
            "cannot tell the language from the extension of {} (known are {}); use --lang",
            file.display(),
            known.join(", ")
        ))
    })
}
