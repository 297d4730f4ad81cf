//! Where campaigns live: their shards, counters, buckets and findings, in one
//! SQLite file that several threads and processes use at once, or in a PostgreSQL
//! database that several machines use.
//!
//! The entry point is [`Store::open`]. A campaign has lanes, and a lane is cut
//! into **shards**; shard *k* is a pure function of the campaign's settings, the
//! lane and *k*, so that nothing but its number has to be handed out. A worker
//!
//! 1. [claims](Store::claim) a shard: one whose worker abandoned it, else the
//!    next number. The [`Claim`] carries an **epoch**, which
//!    grows each time the shard is handed out;
//! 2. [renews](Store::renew) the lease while it works;
//! 3. [commits](Store::commit) what it found. Results and completion are one
//!    transaction, and only the holder of the shard's last epoch may commit. A
//!    worker that was believed dead and comes back is told [`Commit::Stale`],
//!    and nothing of its results is written.
//!
//! So `kill -9` at any time loses nothing that was reported and repeats at most
//! the shards that were leased, and nothing is ever counted twice. A commit that
//! has returned also survives a loss of power: it was synced to the disk. That
//! costs a few milliseconds per shard, and a shard is seconds of compiling.
//!
//! In a file, the leases of a process that is known to be dead are handed out at once;
//! all others when they run out. A wrong guess is harmless, thanks to the epoch.
//!
//! The crate is synchronous on the outside, for callers that are plain threads.
//! A [`Store`] must not be used, nor its last handle dropped, directly inside
//! asynchronous code; go through the runtime's `spawn_blocking` there.
//!
//! What is to be done with findings, making them small or searching for the version that
//! brought them, are **jobs**. They wait in the same store, and are leased, fenced and
//! finished like shards.
//!
//! A **bucket** is a suspected bug. It belongs to the store and not to a campaign, so
//! that its triage survives the next run; [`Store::buckets`] says how often one campaign
//! has seen it, [`Store::all_buckets`] how often all of them have.
//!
//! This crate never looks into what it keeps: settings, plans, tapes and the
//! words for outcomes are the caller's. It runs no compiler and judges nothing.
//!
//! Both databases get the same queries (`query.rs`), with `$1` for parameters and the
//! database's clock. What only one of them understands is in `sqlite.rs` and
//! `postgres.rs`.

mod backtests;
mod buckets;
mod error;
mod ids;
mod jobs;
mod leases;
mod merges;
mod model;
mod postgres;
mod query;
mod reductions;
mod shards;
mod sqlite;
mod store;
mod verdicts;
mod worker;
mod workers;

pub use backtests::Backtest;
pub use buckets::KEPT_FINDINGS;
pub use error::StoreError;
pub use jobs::{Job, JobKind, JobResults, NextJob, OpenJob};
pub use leases::LOST_TOO_OFTEN;
pub use merges::Undone;
pub use model::{
    Bucket, BucketKey, BucketStatus, Campaign, CampaignId, Claim, Commit, Committed, Confirmed,
    Counter, CounterKey, DoneShard, Finding, FindingData, Lane, Named, NewBucket, NewCampaign,
    NewFinding, NewLane, Next, Progress, ShardResults, StoredInput, Wanted,
};
pub use reductions::{Reduction, ReductionData};
pub use sqlite::OpenMode;
pub use store::{Store, is_shared};
pub use verdicts::{Again, UsedOf, Verdict};
pub use worker::Worker;
pub use workers::{Leased, Presence, Present};
