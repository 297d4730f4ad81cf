//! What a campaign says while it runs.

use std::collections::BTreeMap;

use case::FindingKind;

/// Something that happened in a campaign.
#[derive(Clone, Debug)]
pub enum Event {
    /// A configuration passed its canaries, or did not and is not used.
    Checked {
        /// The target's name.
        target: String,
        /// What is wrong with it.
        broken: Option<String>,
    },
    /// Work begins.
    Started {
        /// The campaign's number in the store.
        campaign: i64,
        /// How many lanes it has.
        lanes: usize,
        /// Programs that an earlier run of this campaign had judged.
        resumed_from: u64,
    },
    /// A shard is done and committed.
    ShardDone(ShardSummary),
    /// A finding was confirmed.
    Found(NewFinding),
    /// Something that the user should know; not the fault of a compiler.
    Warning(String),
    /// No new work is begun; what is under way is finished.
    Draining,
}

/// What a shard gave.
#[derive(Clone, Debug)]
pub struct ShardSummary {
    /// The lane's name.
    pub lane: String,
    /// Programs generated.
    pub programs: u64,
    /// Outcomes by word, over all configurations.
    pub outcomes: BTreeMap<&'static str, u64>,
}

/// A confirmed finding.
#[derive(Clone, Debug)]
pub struct NewFinding {
    /// The kind.
    pub kind: FindingKind,
    /// The target that did it.
    pub target: String,
    /// The signature of its bucket.
    pub signature: String,
    /// Whether the bucket is new in this campaign.
    pub new_bucket: bool,
    /// The known issue that it fits.
    pub known: Option<String>,
    /// The finding's id in the store.
    pub id: String,
}

/// How well the programs of one engine, in one mode, are taken by one target.
#[derive(Clone, Debug)]
pub struct LaneHealth {
    /// The engine.
    pub engine: String,
    /// The mode.
    pub mode: String,
    /// The target.
    pub target: String,
    /// Programs with a verdict.
    pub judged: u64,
    /// Of those, accepted; and run to a good end, where the target runs them.
    pub accepted: u64,
    /// Of those, rejected by the compiler.
    pub rejected: u64,
}

impl LaneHealth {
    /// The share of accepted programs.
    pub fn accepted_share(&self) -> f64 {
        if self.judged == 0 { 0.0 } else { self.accepted as f64 / self.judged as f64 }
    }

    /// Whether programs that must be accepted are rejected so often that our
    /// generator is to blame first.
    pub fn is_suspicious(&self) -> bool {
        let must_be_accepted = ["well-typed", "well-typed-erased", "terminating"];
        self.judged >= 50
            && must_be_accepted.contains(&self.mode.as_str())
            && self.rejected as f64 > 0.03 * self.judged as f64
    }
}
