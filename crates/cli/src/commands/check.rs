//! `wellsmith check`: what compilers make of a program of the user's.

use std::path::Path;

use case::{Expectation, Language, Outcome, Reason};
use serde::Serialize;
use targets::Target;

use crate::args::{CheckArgs, Expect};
use crate::exit::{Exit, usage};
use crate::setup;
use crate::words::{OutcomeJson, say};

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let source = setup::read(&args.file)?;
    let language = args.lang.map_or_else(|| language_of(&args.file), Ok)?;
    let cache = setup::cache(&args.places)?;
    let mut targets: Vec<Box<dyn Target>> = Vec::new();
    for chosen in setup::choose(&cache, &args.target, &args.libraries.library)? {
        targets.extend(chosen.open()?);
    }
    targets.retain(|target| target.language() == language);
    if args.target.is_empty() {
        // A program for one library does not compile with another.
        targets.retain(|target| speaks(target.dialect(), &source));
    }
    if targets.is_empty() {
        return Err(usage(format!(
            "no target here takes this {language} program; `wellsmith toolchain list` shows what there is"
        )));
    }
    let expectation = args.expect.map(|expect| match expect {
        Expect::Accept => Expectation::Accept,
        Expect::Reject => Expectation::Reject(Reason::default()),
        Expect::Terminate => Expectation::Terminates { output: None },
    });
    let (mut broken, mut unknown) = (false, false);
    let mut shown = Vec::new();
    for target in &mut targets {
        let outcome = target.confirm(&source);
        let kind = match &expectation {
            Some(expectation) => case::judge(expectation, &outcome),
            // Whatever the program, a compiler must not fall over it.
            None => match outcome {
                Outcome::Crashed(_) | Outcome::TimedOut(_) => {
                    case::judge(&Expectation::SameVerdict, &outcome)
                }
                _ => None,
            },
        };
        broken |= kind.is_some();
        unknown |= matches!(outcome, Outcome::Unknown(_));
        if args.json {
            let finding = kind.map(|kind| kind.name());
            let outcome = OutcomeJson::new(target.name(), &outcome);
            shown.push(Checked { outcome, finding });
        } else {
            let mark = kind.map_or(String::new(), |kind| format!("  <-- {kind}"));
            say!("{}: {outcome}{mark}", target.name())?;
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

/// Whether a program is written for a dialect: the name of a library occurs in
/// every program that uses it.
fn speaks(dialect: &str, source: &str) -> bool {
    let is_library = !Language::ALL.iter().any(|language| language.name() == dialect);
    !is_library || source.contains(&dialect.replace('-', "_"))
}

fn language_of(file: &Path) -> anyhow::Result<Language> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    Language::ALL.iter().copied().find(|language| language.extension() == ending).ok_or_else(|| {
        usage(format!("the ending of {} names no language; say it with --lang", file.display()))
    })
}
