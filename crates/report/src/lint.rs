//! The ten points of a report that maintainers thank you for: what the guidelines of
//! LLVM and rustc for reports from fuzzers ask for, as far as a machine can check it.

use serde::Serialize;
use toolchains::compare_versions;

use crate::Recipes;
use crate::view::FindingView;

/// Whether a point holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// A person has to look.
    Unknown,
}

/// A point.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// A few words for it.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: Holds,
    /// Why it holds, or what to do so that it does.
    pub why: String,
    /// The command to look at: the one that shows the finding, or the one that makes
    /// the point hold.
    pub command: Option<String>,
}

/// The ten points for a finding. `newest` is the newest version of the compiler that
/// is known.
pub fn lint(finding: &FindingView, newest: Option<&str>, recipes: Recipes<'_>) -> Vec<Point> {
    let id = &finding.id;
    let history = finding.history();
    let program = finding.program();
    let diagnostics = &finding.seen.diagnostics;
    let yes_if = |yes: bool| if yes { Holds::Yes } else { Holds::No };
    let point = |name, holds, why: String| Point { name, holds, why, command: None };
    let to_do = |name, holds, why: &str, command: String| Point {
        name,
        holds,
        why: why.to_owned(),
        command: Some(command),
    };

    let generated =
        point("says that it is generated", Holds::Yes, "the text of the report says so".to_owned());
    let minimal = match &finding.reduced {
        Some(_) => point("minimal", Holds::Yes, "the program was reduced".to_owned()),
        None => to_do("minimal", Holds::No, "it was not reduced", format!("wellsmith reduce {id}")),
    };
    let command = match recipes(&finding.target, program) {
        Some(recipe) => to_do("command line", Holds::Yes, "it is given", recipe.command()),
        None => point(
            "command line",
            Holds::No,
            "say which command shows it; this compiler is not of the catalogue".to_owned(),
        ),
    };
    let tried = history.newest();
    let is_newest = match (tried, newest) {
        (Some(tried), Some(newest)) => compare_versions(tried, newest).is_ge(),
        _ => false,
    };
    let newest_tried = match (is_newest, history.last() == tried) {
        (true, true) => point(
            "newest version tried",
            Holds::Yes,
            format!("it is in {}", tried.unwrap_or_default()),
        ),
        (true, false) => point(
            "newest version tried",
            Holds::Yes,
            format!("it is fixed in {}: there is nothing to file", tried.unwrap_or_default()),
        ),
        (false, _) => {
            let command = format!("wellsmith findings retest {id}");
            to_do("newest version tried", Holds::No, "it was not", command)
        }
    };
    let known_since = history.tried.len() > 1;
    let since = match known_since {
        true => point("since when", Holds::Yes, history.sentence()),
        false => {
            let command = format!("wellsmith findings bisect {id}");
            to_do("since when", Holds::No, "that is not known", command)
        }
    };
    let duplicates = match &finding.known {
        Some(known) => {
            point("no duplicate", Holds::No, format!("it is the known issue {}", known.name))
        }
        None => point(
            "no duplicate",
            Holds::Unknown,
            format!(
                "it is none of the known issues; search the tracker for: {}",
                finding.gist().trim()
            ),
        ),
    };
    let untidy = program.lines().find(|line| line.ends_with([' ', '\t']) || line.len() > 120);
    let formatted = match untidy {
        None => point("formatted", Holds::Yes, "no long lines, no trailing blanks".to_owned()),
        Some(_) => point(
            "formatted",
            Holds::No,
            "a line is long or ends with blanks: use the language's formatter".to_owned(),
        ),
    };
    let unstable = ["#![feature(", "#![allow(internal_features)", "-Z", "-Xfrontend", "-XX"];
    let line = recipes(&finding.target, program).map(|recipe| recipe.command()).unwrap_or_default();
    let internal = unstable.iter().find(|word| program.contains(**word) || line.contains(**word));
    let internal = match internal {
        None => point("no internal features", Holds::Yes, "none is used".to_owned()),
        Some(word) => point(
            "no internal features",
            Holds::No,
            format!("{word} is not for users: say why it matters, as for the next trait solver"),
        ),
    };
    let distracting =
        diagnostics.iter().any(|diagnostic| diagnostic.syntax) || diagnostics.len() > 1;
    let distractions = point(
        "no distractions",
        yes_if(!distracting),
        match distracting {
            false => "at most one error is reported".to_owned(),
            true => format!("{} errors are reported; one would do", diagnostics.len()),
        },
    );
    let same = finding.verdicts.iter().find(|verdict| verdict.target == finding.target);
    let runs: u32 = finding.seen.runs.iter().map(|run| run.count).sum();
    let deterministic = match (same, finding.seen.runs.len()) {
        (_, 2..) => point(
            "deterministic",
            Holds::No,
            format!("{runs} runs end in {} ways: say how often", finding.seen.runs.len()),
        ),
        (Some(same), _) if same.again < same.tried => point(
            "deterministic",
            Holds::No,
            format!("there in {} of {} tries: say so", same.again, same.tried),
        ),
        (Some(same), _) => point(
            "deterministic",
            Holds::Yes,
            format!("there when found, and in {} of {} tries later", same.again, same.tried),
        ),
        (None, _) => {
            point("deterministic", Holds::Yes, "there in 2 of 2 tries when it was found".to_owned())
        }
    };
    vec![
        generated,
        minimal,
        command,
        newest_tried,
        since,
        duplicates,
        formatted,
        internal,
        distractions,
        deterministic,
    ]
}
