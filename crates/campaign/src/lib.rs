//! Engines × targets for a time: plan, schedule, judge, confirm, bucket.
//!
//! [`run`] is the one entry point: it takes [`Settings`], engines, toolchains
//! and a store, works until it is told to stop, and says everything that
//! happens as [`Event`]s. The terminal, the JSON output and the tests are
//! consumers of the same events; nothing here prints.
//!
//! The work is cut into shards. A *lane* is one engine in one mode for one
//! compiler; shard *n* of a lane is a pure function of the settings, the lane
//! and *n*, so a shard that was lost is simply done again. What a shard gave is
//! committed to the store together with its completion.
//!
//! This crate writes no programs, knows no compiler by name, and keeps nothing
//! in memory that the store should have.

mod event;
mod known;
mod record;
mod run;
mod settings;
mod shard;
mod signature;

pub use event::{Event, LaneHealth, NewFinding, ShardSummary};
pub use known::{KnownIssue, KnownIssues, KnownIssuesError};
pub use record::{CampaignRecord, PlanRecord};
pub use run::{Campaign, CampaignError, Open, Stop, run};
pub use settings::{Lane, Settings, lanes, plan};
pub use shard::Programs;
pub use signature::signature;
