//! Findings to be shown.

#![allow(dead_code)] // Not every test uses everything.

use campaign::{DiagnosticRecord, ExpectationRecord, OutcomeRecord};
use case::{FindingKind, Language};
use report::{BacktestView, CampaignView, FindingView, LaneView, Reduction, UsedView, VerdictView};
use store::Again;

/// A finding about a program.
pub(crate) fn finding(
    kind: FindingKind,
    target: &str,
    language: &str,
    source: &str,
) -> FindingView {
    FindingView {
        id: "0123456789abcdef".to_owned(),
        bucket: "fedcba98".to_owned(),
        campaign: 1,
        kind,
        target: target.parse().unwrap(),
        signature: format!("{kind} in a compiler: the gist of it"),
        status: "new",
        note: String::new(),
        known: None,
        count: 3,
        first_seen: 1_000_000,
        last_seen: 2_000_000,
        engine: "rules".to_owned(),
        mode: "well-typed".to_owned(),
        language: Language::named(language),
        dialect: "standard".to_owned(),
        seed: 1,
        number: 2,
        features: vec!["T-App".to_owned()],
        expected: ExpectationRecord {
            must: "accept".to_owned(),
            why: "it is well-typed by construction".to_owned(),
            rule: String::new(),
            codes: Vec::new(),
            line: None,
            predicted: None,
        },
        source: source.to_owned(),
        reduced: None,
        sibling: None,
        compared: None,
        other_target: None,
        seen: accepted(),
        other: None,
        verdicts: Vec::new(),
        others: Vec::new(),
    }
}

/// The same, as a program that must be rejected and is accepted.
pub(crate) fn unsound(target: &str, language: &str, source: &str, line: u32) -> FindingView {
    let mut finding = finding(FindingKind::Soundness, target, language, source);
    finding.expected = ExpectationRecord {
        must: "reject".to_owned(),
        why: "the argument is no number".to_owned(),
        rule: "T-App.argument".to_owned(),
        codes: vec!["E0308".to_owned()],
        line: Some(line),
        predicted: None,
    };
    finding
}

pub(crate) fn accepted() -> OutcomeRecord {
    OutcomeRecord {
        outcome: "accepted".into(),
        text: "accepted".into(),
        ..OutcomeRecord::default()
    }
}

pub(crate) fn rejected(code: Option<&str>, message: &str, line: u32) -> OutcomeRecord {
    OutcomeRecord {
        outcome: "rejected".to_owned(),
        text: format!("rejected: {message}"),
        diagnostics: vec![DiagnosticRecord {
            code: code.map(str::to_owned),
            message: message.to_owned(),
            line: Some(line),
            syntax: false,
        }],
        ..OutcomeRecord::default()
    }
}

pub(crate) fn verdict(target: &str, seen: Again) -> VerdictView {
    VerdictView {
        target: target.parse().unwrap(),
        seen,
        outcome: accepted(),
        tried: 1,
        again: u64::from(seen == Again::Same),
        tried_at: 0,
    }
}

pub(crate) fn reduced(source: &str) -> Option<Reduction> {
    Some(Reduction {
        source: source.to_owned(),
        line: None,
        sibling: None,
        kept_by: "our own checker accepts it".to_owned(),
        queries: 100,
        tokens: (40, 10),
        was_seen: true,
    })
}

pub(crate) fn campaign(id: i64, findings: Vec<FindingView>) -> CampaignView {
    CampaignView {
        id,
        name: format!("campaign {id}"),
        seed: 42,
        created_at: 0,
        targets: vec!["rustc@1.95.0".to_owned()],
        engines: vec!["rules".to_owned()],
        programs: 41_210,
        shards: (1..=50).map(|n| (n * 60_000, 800)).collect(),
        lanes: vec![LaneView {
            engine: "rules".to_owned(),
            mode: "well-typed".to_owned(),
            target: "rustc@1.95.0".to_owned(),
            judged: 41_210,
            as_expected: 41_200,
            suspicious: true,
        }],
        unconfirmed: 1,
        gave_up: 2,
        duplicates: 3,
        unknown: 4,
        used: vec![UsedView {
            what: "rules of rust".to_owned(),
            used: 40,
            of: 42,
            rarest: vec![("T-Rare".to_owned(), 0)],
        }],
        backtests: vec![
            BacktestView {
                engine: "rules".to_owned(),
                bug: "141402".to_owned(),
                about: "a cast <of> a pointer".to_owned(),
                target: "rustc@1.85.1".to_owned(),
                program: Some(1234),
                budget: 60_000,
                tried_at: 0,
            },
            BacktestView {
                engine: "rules".to_owned(),
                bug: "57893".to_owned(),
                about: "an impl".to_owned(),
                target: "rustc@1.95.0".to_owned(),
                program: None,
                budget: 60_000,
                tried_at: 0,
            },
        ],
        findings,
        unreadable: Vec::new(),
    }
}
