//! `wellsmith check`: what compilers do with a program of the user's.

use std::path::Path;

use case::{Expectation, Language, Outcome, Reason, TestCase, judge};
use inputs::Inputs;
use serde::Serialize;
use targets::TargetInfo;

use crate::args::{CheckArgs, Expect};
use crate::compilers::Named;
use crate::engines::{self, input_error, tell_user};
use crate::exit::{Exit, usage};
use crate::setup;
use crate::words::{OutcomeJson, say};

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    if args.time_limit.is_zero() {
        return Err(usage("--time-limit 0s leaves a program no time to run"));
    }
    let source = setup::read(&args.file)?;
    let language = args.lang.map_or_else(|| language_of(&args.file), Ok)?;
    let cache = setup::cache(&args.places)?;
    let sources = engines::sources(None, &args.libraries, None, None);
    let inputs = Inputs::new(&cache, &sources, &tell_user);
    let commands = Named::new(&args.own).targets(&inputs, Some(language))?;
    let class_path = inputs.class_path().map_err(input_error)?;
    let mut bench = setup::choose(&cache, &args.target, commands, class_path)?;
    bench.settings.run_limit = Some(args.time_limit);
    let mut targets: Vec<&TargetInfo> =
        bench.targets().filter(|target| target.language == language).collect();
    if args.target.is_empty() {
        targets = that_take(&source, targets);
    }
    if targets.is_empty() {
        return Err(usage(format!(
            "no target here takes this {language} program; `wellsmith toolchain list` shows what there is"
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
    let (mut broken, mut unknown) = (false, false);
    let mut shown = Vec::new();
    let together = |a: &&TargetInfo, b: &&TargetInfo| {
        let takes = |target: &TargetInfo| (target.name.toolchain(), target.dialect, target.does);
        takes(a) == takes(b)
    };
    for panel in targets.chunk_by(together) {
        let mut row: Vec<Vec<Outcome>> = Vec::new();
        for info in panel {
            let mut target = bench.open(&info.name)?;
            row.push(vec![target.confirm(&family[0].source).outcome]);
        }
        let judged = judge(&family, &row);
        for (position, (info, column)) in panel.iter().zip(&row).enumerate() {
            let outcome = &column[0];
            let finding = judged.iter().find(|broken| broken.target == position);
            broken |= finding.is_some();
            unknown |= matches!(outcome, Outcome::Unknown(_));
            if args.json {
                let finding = finding.map(|broken| broken.kind.name());
                shown.push(Checked { outcome: OutcomeJson::new(&info.name, outcome), finding });
            } else {
                let mark = finding.map_or(String::new(), |broken| format!("  <-- {}", broken.kind));
                say!("{}: {outcome}{mark}", info.name)?;
            }
        }
    }
    if args.json {
        say!("{}", serde_json::to_string(&shown)?)?;
    }
    Ok(Exit::of_verdicts(broken, unknown))
}

#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    outcome: OutcomeJson,
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

pub(crate) fn language_of(file: &Path) -> anyhow::Result<Language> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    Language::ALL.iter().copied().find(|language| language.extension() == ending).ok_or_else(|| {
        usage(format!("the extension of {} names no language; say it with --lang", file.display()))
    })
}
