//! Engines × targets for a time: plan, schedule, judge, confirm, bucket.
//!
//! [`run`] is the entry point: it takes [`Settings`], engines, targets and a
//! store, works until it is told to stop, and tells its [`Listener`]s what
//! happens. Nothing here prints.
//!
//! The work is cut into shards. A *lane* is one engine in one mode for a *panel*
//! of targets, whose outcomes are judged together; shard *n* of a lane is a pure
//! function of the settings, the lane and *n*, so a shard that was lost is simply
//! done again. What a shard gave is committed to the store together with its
//! completion.
//!
//! | module | |
//! |---|---|
//! | `plan` | settings, lanes, and the plan of a shard |
//! | `like` | which features programs have that look like given texts |
//! | `programs` | program number *n* of a seed |
//! | `shard` | generate, get verdicts, judge, confirm |
//! | `sighting` | "is it still this finding?" |
//! | `slow` | looking for programs that take a compiler too long |
//! | `bucket`, `known` | which findings are one bug, and which are known |
//! | `schedule`, `run` | the workers of one process |
//! | `record` | the form in which everything is stored |
//!
//! This crate writes no programs and knows no compiler by name. What it keeps in
//! memory for each process is only a measure of effort: how long compilers usually
//! take. How often a bug was confirmed is counted in the store, for all processes.

mod bucket;
mod difference;
mod event;
mod known;
mod like;
mod plan;
mod programs;
mod record;
mod run;
mod schedule;
mod shard;
mod sighting;
mod slow;
mod until;

pub use bucket::signature;
pub use event::{Counted, Event, Found, LaneHealth, Listener, ShardSummary, Smaller, Tally, What};
pub use known::{KnownIssue, KnownIssues, KnownIssuesError, baseline};
pub use like::liked;
pub use plan::{Lane, Settings, change_lanes, lanes, plan};
pub use programs::{Program, Programs, every_program};
pub use record::{
    AgainstRecord, CampaignRecord, CannotContinue, DiagnosticRecord, EngineRecord, EvidenceRecord,
    ExpectationRecord, InputRecord, OtherEngine, OutcomeRecord, PlanRecord, SightingRecord,
    VerdictRecord,
};
pub use run::{BoxError, Campaign, CampaignError, Open, Stop, Timing, create, run};
pub use sighting::{Against, Evidence, MissingTarget, Seen, Sighting, changes, sightings};
