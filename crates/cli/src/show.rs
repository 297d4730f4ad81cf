//! A finding as people read it: what is wrong in plain words, the program with the
//! line that matters, who agrees, and what to do next.

use campaign::{AgainstRecord, DiagnosticRecord, EvidenceRecord, OutcomeRecord, SightingRecord};
use case::{FindingKind, OutcomeKind, TargetName};
use console::{Style, style};

use crate::words::count;

/// A finding, from the store or as it was just found.
pub(crate) struct Finding<'a> {
    pub(crate) kind: FindingKind,
    pub(crate) target: &'a TargetName,
    pub(crate) source: &'a str,
    pub(crate) sighting: &'a SightingRecord,
    pub(crate) evidence: &'a EvidenceRecord,
}

/// How much of a program is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// What is around the line that matters.
    Excerpt,
}

/// So many lines before and after the line that matters are in an excerpt.
const AROUND: usize = 5;

impl Finding<'_> {
    /// What is wrong: `rejects a well-typed program`.
    pub(crate) fn wrong(&self) -> String {
        let against = self.sighting.against().and_then(AgainstRecord::target);
        wrong(self.kind, &self.evidence.outcome.outcome, against)
    }

    /// Why a correct compiler does something else.
    pub(crate) fn why(&self) -> String {
        let change = match self.sighting.against() {
            Some(AgainstRecord::Base(base)) => format!(" ({base} does otherwise)"),
            Some(AgainstRecord::Head(head)) => format!(" ({head} mends it)"),
            _ => String::new(),
        };
        format!("{}{change}", self.why_alone())
    }

    fn why_alone(&self) -> String {
        let expectation = self.sighting.expectation();
        let why = expectation.map_or("", |expectation| &expectation.why);
        match (self.kind, self.sighting.against()) {
            (FindingKind::Consistency, Some(AgainstRecord::Base(_))) => {
                "the change makes a difference, and it is not known which verdict is right"
                    .to_owned()
            }
            (FindingKind::Slow, Some(AgainstRecord::Base(_))) => {
                "it compiled far more quickly before the change".to_owned()
            }
            (FindingKind::Consistency, Some(AgainstRecord::Target(_))) => {
                "all configurations of a compiler accept the same programs".to_owned()
            }
            (FindingKind::Consistency, _) => {
                "both programs are type-equivalent, so they get the same verdict".to_owned()
            }
            (FindingKind::Behaviour, Some(AgainstRecord::Target(_))) => {
                "the meaning of a program does not depend on the configuration".to_owned()
            }
            (FindingKind::Slow, _) => "similar programs compile far more quickly".to_owned(),
            (FindingKind::Crash, _)
                if self.evidence.outcome.outcome == OutcomeKind::CompilerCrashed.name() =>
            {
                "a compiler never crashes, whatever the program".to_owned()
            }
            _ => match expectation.map_or("", |expectation| &expectation.must[..]) {
                "reject" => format!("the program is ill-typed: {why}"),
                _ => why.to_owned(),
            },
        }
    }

    /// The line that matters, and what is said about it: by the compiler that is to
    /// blame, by one that is right, or by the expectation, if it knows where the
    /// program is ill-typed.
    pub(crate) fn decisive(&self) -> Option<(usize, String)> {
        let Finding { evidence, sighting, .. } = self;
        let other = match (sighting.against(), &evidence.other) {
            (Some(against), Some(other)) => against.target().map(|target| (target, other)),
            _ => None,
        };
        let verdicts = evidence.verdicts.iter().map(|v| (&v.target[..], &v.outcome));
        let said = std::iter::once(("", &evidence.outcome)).chain(other).chain(verdicts);
        let mut said = said.flat_map(|(who, outcome)| {
            outcome.diagnostics.iter().filter_map(move |diagnostic| {
                let who = if who.is_empty() { String::new() } else { format!("{who}: ") };
                Some((diagnostic.line? as usize, format!("{who}{}", one_line(diagnostic))))
            })
        });
        let broken = sighting.expectation().and_then(|must| Some((must.line? as usize, must)));
        match broken {
            // What others say about another line is not what is broken here.
            Some((line, must)) => {
                let here = said.find(|(other, _)| *other == line);
                Some(here.unwrap_or_else(|| (line, must.why.clone())))
            }
            None => said.next(),
        }
    }

    /// The program with line numbers, and the line that matters marked.
    pub(crate) fn program(&self, extent: Extent) -> String {
        let decisive = self.decisive();
        let line = decisive.as_ref().map(|(line, _)| *line);
        let lines: Vec<&str> = self.source.trim_end().lines().collect();
        let (first, last) = match (extent, line) {
            (Extent::Whole, _) => (1, lines.len()),
            (Extent::Excerpt, Some(line)) => {
                (line.saturating_sub(AROUND).max(1), (line + AROUND).min(lines.len()))
            }
            (Extent::Excerpt, None) => (1, lines.len().min(3 * AROUND)),
        };
        let width = last.to_string().len();
        let bar = style("│").dim();
        let mut text = String::new();
        for number in first..=last {
            let code = lines.get(number - 1).unwrap_or(&"");
            let marked = Some(number) == line;
            let code_style = if marked { Style::new().bold() } else { Style::new() };
            text.push_str(&format!(
                "  {} {bar} {}\n",
                style(format!("{number:>width$}")).dim(),
                code_style.apply_to(code)
            ));
            if marked && let Some((_, said)) = &decisive {
                let indent = code.len() - code.trim_start().len();
                let carets = "^".repeat(code.trim().chars().count().clamp(1, 60));
                text.push_str(&format!(
                    "  {:width$} {bar} {}{}\n",
                    "",
                    " ".repeat(indent),
                    style(format!("{carets} {said}")).red(),
                ));
            }
        }
        let hidden = lines.len() - (last + 1 - first);
        if hidden > 0 {
            let hidden = count(hidden as u64, "more line");
            text.push_str(&format!("  {:width$} {}\n", "", style(format!("… {hidden}")).dim()));
        }
        text
    }

    /// What each configuration does with the program, side by side.
    pub(crate) fn verdicts(&self) -> Option<String> {
        let verdicts = &self.evidence.verdicts;
        if verdicts.len() < 2 {
            return None;
        }
        let shown: Vec<String> = verdicts
            .iter()
            .map(|verdict| {
                let name = match verdict.target.parse::<TargetName>() {
                    Ok(name) if !name.is_default() => format!("+{}", name.configuration),
                    Ok(name) => name.toolchain(),
                    Err(_) => verdict.target.clone(),
                };
                let blamed = self.target.to_string() == verdict.target;
                let what = in_short(&verdict.outcome);
                let what = if blamed { style(what).red().bold() } else { style(what) };
                format!("{name}: {what}")
            })
            .collect();
        Some(shown.join(" · "))
    }
}

/// What is wrong, in words that follow the name of the target.
pub(crate) fn wrong(kind: FindingKind, outcome: &str, against: Option<&str>) -> String {
    let rejected = outcome == OutcomeKind::Rejected.name();
    match (kind, against) {
        (FindingKind::Precision, _) => "rejects a well-typed program".to_owned(),
        (FindingKind::Soundness, _) => "accepts an ill-typed program".to_owned(),
        (FindingKind::Reason, _) => {
            "rejects an ill-typed program for another reason than the true one".to_owned()
        }
        (FindingKind::Consistency, Some(other)) if rejected => {
            format!("rejects what {other} accepts")
        }
        (FindingKind::Consistency, Some(other)) => format!("accepts what {other} rejects"),
        (FindingKind::Consistency, None) => {
            "accepts one of two equivalent programs and rejects the other".to_owned()
        }
        (FindingKind::Behaviour, Some(other)) => {
            format!("makes a program behave differently than {other} does")
        }
        (FindingKind::Behaviour, None) => {
            "makes a program do something else than it says".to_owned()
        }
        (FindingKind::Termination, _) => "hangs in a program that must terminate".to_owned(),
        (FindingKind::Parser, _) => "rejects a correct program with a syntax error".to_owned(),
        (FindingKind::Crash, _) if outcome == OutcomeKind::CompilerCrashed.name() => {
            "crashes".to_owned()
        }
        (FindingKind::Crash, _) => "makes a program crash that must not".to_owned(),
        (FindingKind::Slow, _) => "takes far too long to compile a program".to_owned(),
    }
}

/// Where an issue is tracked, if its description says so: `rust-lang/rust#155520`.
pub(crate) fn tracker(about: &str) -> Option<&str> {
    let words = about.split(|c: char| c.is_whitespace() || "(),;".contains(c));
    words.map(|word| word.trim_end_matches(['.', ':'])).find(|word| {
        word.split_once('#').is_some_and(|(_, number)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    })
}

/// An outcome in a few words: `rejected (E0310)`.
pub(crate) fn in_short(outcome: &OutcomeRecord) -> String {
    let mut codes: Vec<&str> =
        outcome.diagnostics.iter().filter_map(|diagnostic| diagnostic.code.as_deref()).collect();
    codes.dedup();
    let codes = match &codes[..] {
        [] => String::new(),
        [one] => format!(" ({one})"),
        [one, ..] => format!(" ({one}, …)"),
    };
    let word = match outcome.outcome.parse() {
        Ok(OutcomeKind::CompilerCrashed) => "the compiler crashes",
        Ok(OutcomeKind::CompilerTimedOut) => "the compiler does not finish",
        Ok(OutcomeKind::Slow) => "very slow",
        Ok(OutcomeKind::Finished) => "runs and ends",
        Ok(OutcomeKind::Failed) => "fails when run",
        Ok(OutcomeKind::Hung) => "hangs",
        Ok(OutcomeKind::Unknown) => "no verdict",
        Ok(OutcomeKind::Accepted | OutcomeKind::Rejected) | Err(_) => &outcome.outcome,
    };
    format!("{word}{codes}")
}

/// A diagnostic without its line number, on one line.
fn one_line(diagnostic: &DiagnosticRecord) -> String {
    let code = diagnostic.code.as_ref().map_or(String::new(), |code| format!("[{code}] "));
    let message = diagnostic.message.lines().next().unwrap_or_default();
    format!("{code}{message}")
}

#[cfg(test)]
mod tests {
    use campaign::{Against, Evidence, Sighting};
    use case::{Diagnostic, Expectation, Language, Outcome, Reason, TestCase};

    use super::*;

    const PROGRAM: &str = "fn a() {\n    b();\n}\nfn b() {}\n";

    fn rejected() -> Outcome {
        Outcome::Rejected(vec![Diagnostic {
            code: Some("E0310".into()),
            message: "too short\nsee more".into(),
            line: Some(2),
            syntax: false,
        }])
    }

    /// Shows a finding in `c@1+new`.
    fn shown(
        kind: FindingKind,
        expectation: Expectation,
        outcome: Outcome,
        against: Option<(Against, Outcome)>,
        verdicts: &[(&str, Outcome)],
    ) -> [String; 4] {
        let target: TargetName = "c@1+new".parse().unwrap();
        let (against, other) = against.unzip();
        let case = TestCase {
            language: Language::Rust,
            source: PROGRAM.into(),
            expectation,
            features: Vec::new(),
        };
        let sighting = Sighting {
            kind,
            target: target.clone(),
            family: vec![case.clone(), case],
            member: 0,
            against,
            signature: String::new(),
        };
        let verdicts: Vec<_> =
            verdicts.iter().map(|(name, o)| (name.parse().unwrap(), o.clone())).collect();
        let evidence = EvidenceRecord::new(&Evidence { outcome, other }, None, &verdicts);
        let sighting = SightingRecord::new(&sighting);
        let finding = Finding {
            kind,
            target: &target,
            source: PROGRAM,
            sighting: &sighting,
            evidence: &evidence,
        };
        let plain = |text: String| console::strip_ansi_codes(&text).into_owned();
        [
            finding.wrong(),
            finding.why(),
            finding.program(Extent::Whole),
            finding.verdicts().unwrap_or_default(),
        ]
        .map(plain)
    }

    #[test]
    fn an_ill_typed_program_is_shown_with_the_line_that_a_correct_configuration_names() {
        let reason = Reason { text: "too short a life".into(), ..Reason::default() };
        let verdicts = [("c@1", rejected()), ("c@1+new", Outcome::Accepted)];
        let [wrong, why, program, verdicts] = shown(
            FindingKind::Soundness,
            Expectation::Reject(reason),
            Outcome::Accepted,
            None,
            &verdicts,
        );
        assert_eq!(wrong, "accepts an ill-typed program");
        assert_eq!(why, "the program is ill-typed: too short a life");
        assert!(
            program.contains("  2 │     b();\n    │     ^^^^ c@1: [E0310] too short\n"),
            "{program}"
        );
        assert_eq!(verdicts, "c@1: rejected (E0310) · +new: accepted");
    }

    #[test]
    fn the_tracker_is_found_in_the_description() {
        assert_eq!(tracker("one bug (rust-lang/rust#57893); the"), Some("rust-lang/rust#57893"));
        assert_eq!(tracker("see swiftlang/swift#69091."), Some("swiftlang/swift#69091"));
        assert_eq!(tracker("C# 7 and #x"), None);
    }

    /// The reason is that configurations disagree, and no other.
    #[test]
    fn configurations_that_disagree_are_named() {
        let default = "c@1".parse().unwrap();
        let against = Some((Against::Target(default), rejected()));
        let [wrong, why, program, _] = shown(
            FindingKind::Consistency,
            Expectation::SameVerdict,
            Outcome::Accepted,
            against,
            &[],
        );
        assert_eq!(wrong, "accepts what c@1 rejects");
        assert!(why.contains("configurations"), "{why}");
        assert!(program.contains("c@1: [E0310]"), "{program}");
        // A line of the sibling is no line of this program.
        let against = Some((Against::Sibling(1), rejected()));
        let [wrong, why, program, _] = shown(
            FindingKind::Consistency,
            Expectation::SameVerdict,
            Outcome::Accepted,
            against,
            &[],
        );
        assert!(wrong.contains("equivalent programs") && why.contains("type-equivalent"));
        assert!(!program.contains('^'), "{program}");
    }
}
