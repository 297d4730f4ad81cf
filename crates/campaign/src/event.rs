//! What a campaign says while it runs.

use std::collections::BTreeMap;
use std::time::SystemTime;

use case::{Outcome, OutcomeKind, TargetName, words};
use store::{BucketKey, Committed, Counter};

use crate::known::KnownIssue;
use crate::sighting::{Evidence, Sighting};

/// Something that happened in a campaign, and when.
#[derive(Clone, Debug)]
pub struct Event {
    /// When.
    pub at: SystemTime,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// A target passed its canaries, or failed them and is not used.
    Checked {
        /// The target.
        target: TargetName,
        /// What is wrong with it.
        broken: Option<String>,
    },
    /// A worker begins a shard of a lane, or opens its targets.
    Began {
        /// The worker, counted from 0.
        worker: usize,
        /// The lane's name.
        lane: String,
    },
    /// A worker has ended what it was at.
    Ended {
        /// The worker.
        worker: usize,
    },
    /// A shard is done and committed.
    ShardDone(ShardSummary),
    /// A finding was confirmed and committed.
    Found(Box<Found>),
    /// The program of a finding was made smaller, and that is in the store.
    Reduced(Smaller),
    /// Something that the user should know, and no compiler's fault.
    Warning(String),
    /// No new work is begun; what is under way is finished.
    Draining,
}

/// Somebody who wants to know what happens. Events come from several threads.
pub trait Listener: Sync {
    /// Takes note of an event.
    fn hear(&self, event: &Event);
}

impl<F: Fn(&Event) + Sync> Listener for F {
    fn hear(&self, event: &Event) {
        self(event);
    }
}

/// What a shard gave.
#[derive(Clone, Debug)]
pub struct ShardSummary {
    /// The lane's name.
    pub lane: String,
    /// Tapes played with success; each gave a family of one program or several.
    pub families: u64,
    /// Programs that were given to the targets.
    pub programs: u64,
    /// What was counted, by target.
    pub counts: BTreeMap<(TargetName, Counted), u64>,
    /// Further sightings of bugs that were confirmed often enough.
    pub repeats: BTreeMap<BucketKey, u64>,
}

/// A confirmed finding.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was compared.
    pub sighting: Sighting,
    /// What was seen.
    pub evidence: Evidence,
    /// What the configurations of the compiler do with the program, if that was
    /// looked at: only for the first finding of a bug.
    pub verdicts: Vec<(TargetName, Outcome)>,
    /// The known issue that it fits.
    pub known: Option<KnownIssue>,
    /// What became of it in the store.
    pub committed: Committed,
}

/// How much smaller the program of a finding became.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The finding's id in the store.
    pub id: String,
    /// The tokens of the program as it was found.
    pub tokens_before: u64,
    /// The tokens that it has now.
    pub tokens_after: u64,
    /// Whether nothing smaller is left to try.
    pub finished: bool,
}

/// What a campaign counts, beside the outcomes themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// An outcome of this kind, of one program on one target.
    Outcome(OutcomeKind),
    /// Something else.
    Tally(Tally),
}

words! {
    /// What a campaign counts, beside outcomes.
    Tally, "counter" {
        /// Tapes played with success; each gave a family of one program or several.
        Generated = "generated",
        /// Tapes for which the generator gave up.
        GaveUp = "gave-up",
        /// Families that were left out because their batch had them already.
        Duplicate = "duplicate",
        /// Programs that were given to the targets.
        Programs = "programs",
        /// Outcomes that are what was expected.
        AsExpected = "as-expected",
        /// Outcomes that are not, and belong to a finding.
        InFindings = "in-findings",
        /// Outcomes that are not, and belong to a known issue.
        OfKnownIssues = "of-known-issues",
        /// Outcomes that are not, and were not seen again alone.
        Unconfirmed = "unconfirmed",
        /// The processor time in milliseconds that a side of a change took for the batches
        /// about which both sides agree.
        CompileMillis = "compile-milliseconds",
    }
}

impl Counted {
    /// The word under which the store keeps it.
    pub fn name(self) -> &'static str {
        match self {
            Counted::Outcome(kind) => kind.name(),
            Counted::Tally(tally) => tally.name(),
        }
    }

    /// What a word of the store means.
    pub fn named(word: &str) -> Option<Counted> {
        let outcome = word.parse().map(Counted::Outcome).ok();
        outcome.or_else(|| word.parse().map(Counted::Tally).ok())
    }
}

/// How the programs of one engine, in one mode, fare on one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneHealth {
    /// The engine.
    pub engine: String,
    /// The mode.
    pub mode: String,
    /// The target.
    pub target: String,
    /// Programs with a verdict.
    pub judged: u64,
    /// Of those, the ones whose outcome is what was expected.
    pub as_expected: u64,
    /// Of those, rejected by the compiler.
    pub rejected: u64,
}

impl LaneHealth {
    /// The health of all lanes and targets, from a campaign's counters.
    pub fn of(counters: &[Counter]) -> Vec<LaneHealth> {
        let mut lanes: BTreeMap<(&str, &str, &str), LaneHealth> = BTreeMap::new();
        for Counter { key, count } in counters.iter().filter(|c| !c.key.target.is_empty()) {
            let lane = lanes.entry((&key.engine, &key.mode, &key.target));
            let lane = lane.or_insert_with(|| LaneHealth {
                engine: key.engine.clone(),
                mode: key.mode.clone(),
                target: key.target.clone(),
                judged: 0,
                as_expected: 0,
                rejected: 0,
            });
            match Counted::named(&key.outcome) {
                Some(Counted::Outcome(kind)) => {
                    let known = kind != OutcomeKind::Unknown;
                    lane.judged += if known { *count } else { 0 };
                    lane.rejected += if kind == OutcomeKind::Rejected { *count } else { 0 };
                }
                Some(Counted::Tally(Tally::AsExpected)) => lane.as_expected += count,
                _ => {}
            }
        }
        lanes.into_values().collect()
    }

    /// The share of programs whose outcome is what was expected.
    pub fn as_expected_share(&self) -> f64 {
        if self.judged == 0 { 0.0 } else { self.as_expected as f64 / self.judged as f64 }
    }

    /// Whether programs that must be accepted are rejected so often that the
    /// generator is to blame first.
    pub fn is_suspicious(&self) -> bool {
        let must = self.mode.parse().is_ok_and(case::Mode::must_be_accepted);
        self.judged >= 50 && must && self.rejected as f64 > 0.03 * self.judged as f64
    }
}

#[cfg(test)]
mod tests {
    use store::CounterKey;

    use super::*;

    fn counter(mode: &str, target: &str, outcome: &str, count: u64) -> Counter {
        let [engine, mode, target, outcome] = ["e", mode, target, outcome].map(str::to_owned);
        Counter { key: CounterKey { engine, mode, target, outcome }, count }
    }

    #[test]
    fn health_counts_verdicts_and_what_was_expected() {
        let health = LaneHealth::of(&[
            counter("ill-typed", "", "generated", 100),
            counter("ill-typed", "t@1", "rejected", 60),
            counter("ill-typed", "t@1", "accepted", 1),
            counter("ill-typed", "t@1", "unknown", 7),
            counter("ill-typed", "t@1", "as-expected", 59),
            counter("ill-typed", "t@1", "unconfirmed", 3),
            counter("ill-typed", "t@2", "compiler-crashed", 2),
        ]);
        let numbers: Vec<_> =
            health.iter().map(|h| (&h.target[..], h.judged, h.as_expected, h.rejected)).collect();
        assert_eq!(numbers, [("t@1", 61, 59, 60), ("t@2", 2, 0, 0)]);
        assert_eq!(health[0].as_expected_share(), 59.0 / 61.0);
        assert_eq!(LaneHealth { judged: 0, ..health[0].clone() }.as_expected_share(), 0.0);
    }

    #[test]
    fn a_generator_is_suspicious_if_well_typed_programs_are_often_rejected() {
        let suspicious = |mode: &str, judged, rejected| {
            let (engine, mode, target) = ("e".into(), mode.into(), "t".into());
            LaneHealth { engine, mode, target, judged, as_expected: 0, rejected }.is_suspicious()
        };
        assert!(suspicious("well-typed", 50, 2));
        assert!(suspicious("terminating", 1000, 31));
        assert!(!suspicious("well-typed", 1000, 30), "three in a hundred");
        assert!(!suspicious("well-typed", 49, 49), "too few");
        assert!(!suspicious("ill-typed", 1000, 1000), "they must be");
        assert!(!suspicious("equivalent", 1000, 1000), "they may be");
    }

    #[test]
    fn every_word_is_one_thing() {
        let all = OutcomeKind::ALL.iter().map(|kind| Counted::Outcome(*kind));
        for counted in all.chain(Tally::ALL.iter().map(|tally| Counted::Tally(*tally))) {
            assert_eq!(Counted::named(counted.name()), Some(counted));
        }
        assert_eq!(Counted::named("crashed"), None);
    }
}
