//! Why a program must be accepted or rejected, and how sure that is.

use campaign::OutcomeRecord;
use case::FindingKind;
use serde::Serialize;
use store::Again;

use crate::script::one_line;
use crate::view::FindingView;

/// Why what was seen is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// What a correct compiler does with the program.
    pub must: String,
    /// Why, in sentences without their full stops.
    pub because: Vec<String>,
    /// The rule and premise, or the member and position, that is violated.
    pub rule: Option<String>,
    /// The line of the program where that is, and its text.
    pub line: Option<(u32, String)>,
    /// Where the language's specification, or the paper whose rules these are, says so.
    pub reference: Option<&'static str>,
    /// What speaks for it being the compiler's fault, and how often it was seen.
    pub sure: Vec<String>,
}

/// The proof that a finding carries.
pub fn proof(finding: &FindingView) -> Proof {
    let expected = &finding.expected;
    let must = match &expected.must[..] {
        "accept" => "accept the program".to_owned(),
        "reject" => "reject the program".to_owned(),
        "same-verdict" => "give this program the verdict of the equivalent one".to_owned(),
        "same-behaviour" => match finding.kind {
            FindingKind::Behaviour if expected.predicted.is_some() => {
                "accept the program, and it must behave as predicted".to_owned()
            }
            _ => {
                "accept the program, and it must behave the same in every configuration".to_owned()
            }
        },
        "terminates" => "accept the program, and every run must come to an end".to_owned(),
        other => other.to_owned(),
    };
    let must = match finding.kind {
        FindingKind::Crash => format!("{must}, and must not crash on the way"),
        FindingKind::Slow => format!("{must} in a time like that for similar programs"),
        _ => must,
    };
    let mut because = Vec::new();
    because.extend((!expected.why.is_empty()).then(|| expected.why.clone()));
    if expected.must == "accept" && finding.engine == "mutate" {
        because.push(
            "it was made from a program that this compiler accepts, by changes that keep it \
             well-typed"
                .to_owned(),
        );
    }
    if expected.must == "reject" {
        because.push("everything else in the program is well-typed by construction".to_owned());
    }
    let line = finding.broken_line().and_then(|line| {
        let text = finding.program().lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
        Some((line, text.trim().to_owned()))
    });
    Proof {
        must,
        because,
        rule: (!expected.rule.is_empty()).then(|| expected.rule.clone()),
        line,
        reference: reference(finding),
        sure: sure(finding),
    }
}

/// Where the rules of an engine for a language are from.
fn reference(finding: &FindingView) -> Option<&'static str> {
    let features = |name: &str| finding.features.iter().any(|feature| feature == name);
    Some(match (&finding.engine[..], finding.language.name()) {
        ("api", "java") => {
            "The Java Language Specification, chapter 15.12 (method invocation) and chapter 5 \
             (conversions and contexts)"
        }
        ("api", "kotlin") => "Kotlin language specification, chapter Overload resolution",
        ("api", "scala") => "Scala 3 reference, chapter Overload resolution",
        ("api", "groovy") => "Groovy documentation, chapter Static type checking",
        ("functional", _) => "Haskell 2010 Language Report, chapters 3 (expressions) and 4",
        ("rules", "rust") if features("rust-regions") || features("rust-moves") => {
            "The Rust Reference, chapter Destructors and scopes; RFC 2094 (non-lexical lifetimes)"
        }
        ("rules", "rust") => "The Rust Reference, chapter Type system",
        ("rules", "java") => "The Java Language Specification, chapters 4, 8 and 15",
        _ => return None,
    })
}

/// How sure it is: how often it was seen, and by whom else it is judged right.
fn sure(finding: &FindingView) -> Vec<String> {
    let mut sure = vec![
        "seen in a batch, and again alone, in a fresh process with a full compile (2 of 2)"
            .to_owned(),
    ];
    let (runs, hung) = finding.seen.runs.iter().fold((0, 0), |(runs, hung), run| {
        (runs + run.count, hung + if run.behaviour.is_none() { run.count } else { 0 })
    });
    if hung > 0 {
        sure.push(format!("{hung} of {runs} runs do not come to an end"));
    }
    let same = finding.verdicts.iter().find(|verdict| verdict.target == finding.target);
    if let Some(same) = same {
        sure.push(format!("tried again later: there in {} of {} tries", same.again, same.tried));
    }
    let right: Vec<String> = finding
        .verdicts
        .iter()
        .filter(|verdict| verdict.seen == Again::Nothing)
        .map(|verdict| verdict.target.to_string())
        .collect();
    if !right.is_empty() {
        sure.push(format!("as expected on {}", right.join(", ")));
    }
    if let (Some(other), Some(seen)) = (&finding.other_target, &finding.other) {
        sure.push(format!("{other} does otherwise: {}", self::seen(seen)));
    }
    if let Some(reduced) = &finding.reduced {
        sure.push(format!("the reduced program is still of its class: {}", reduced.kept_by));
    }
    sure
}

/// The first line of a text.
pub(crate) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// What was seen, in one line.
pub(crate) fn seen(outcome: &OutcomeRecord) -> String {
    match outcome.diagnostics.first() {
        Some(said) => format!("{}: {}", outcome.outcome, one_line(first_line(&said.message))),
        None => one_line(first_line(&outcome.text)),
    }
}
