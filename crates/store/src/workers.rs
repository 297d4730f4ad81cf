//! The processes that work on campaigns, as they describe themselves.

use sqlx::FromRow;

use crate::error::StoreError;
use crate::model::{CampaignId, integer};
use crate::query::query;
use crate::store::Store;
use crate::worker::Worker;

/// What a process says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Its name, for people: the machine, usually.
    pub name: String,
    /// The campaign that it works on.
    pub campaign: Option<CampaignId>,
    /// How many shards it does at once.
    pub jobs: u64,
    /// The targets that it has, in the caller's format.
    pub targets: String,
    /// How many shards it has done.
    pub shards: u64,
    /// How many programs these had.
    pub programs: u64,
    /// Its last word: a warning, or that it has ended.
    pub word: String,
}

/// A process that works on campaigns, or did.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Present {
    /// What tells it from all others.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The campaign that it works on.
    pub campaign: Option<CampaignId>,
    /// How many shards it does at once.
    #[sqlx(try_from = "i64")]
    pub jobs: u64,
    /// The targets that it has, in the caller's format.
    pub targets: String,
    /// For how long it has been there, in milliseconds.
    pub age: i64,
    /// When it was last heard of, in milliseconds ago.
    pub silence: i64,
    /// How many shards it has done.
    #[sqlx(try_from = "i64")]
    pub shards: u64,
    /// How many programs these had.
    #[sqlx(try_from = "i64")]
    pub programs: u64,
    /// Its last word.
    pub word: String,
}

/// A shard or a job that was handed out and is not done.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Leased {
    /// Its campaign.
    pub campaign: CampaignId,
    /// The name of its lane.
    pub lane: String,
    /// Its number in the lane.
    #[sqlx(try_from = "i64")]
    pub number: u64,
    /// The worker that holds it, or held it last.
    pub worker: String,
    /// Its process, as in [`Present::id`].
    pub process: String,
    /// The age of the lease, in milliseconds.
    pub age: i64,
    /// How often its worker was lost.
    #[sqlx(try_from = "i64")]
    pub lost: u64,
    /// Whether it is handed out no more, because its worker was lost too often.
    pub set_aside: bool,
    /// For a job: its kind and its finding. For a shard: `None`.
    pub job: Option<String>,
}

impl Store {
    /// Notes that a process is there, and what it says about itself.
    pub fn is_present(&self, worker: &Worker, presence: &Presence) -> Result<(), StoreError> {
        self.write("noting a worker", async |transaction| {
            let now = transaction.now().await?;
            query(
                "INSERT INTO workers (id, name, campaign, jobs, targets, started_at, seen_at,
                     shards, programs, word)
                 VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)
                 ON CONFLICT (id) DO UPDATE SET name = excluded.name,
                     campaign = excluded.campaign, jobs = excluded.jobs,
                     targets = excluded.targets, seen_at = excluded.seen_at,
                     shards = excluded.shards, programs = excluded.programs,
                     word = excluded.word",
            )
            .bind(&worker.id())
            .bind(&presence.name)
            .bind(presence.campaign.map(|campaign| campaign.0))
            .bind(integer(presence.jobs))
            .bind(&presence.targets)
            .bind(now)
            .bind(integer(presence.shards))
            .bind(integer(presence.programs))
            .bind(&presence.word)
            .execute(transaction)
            .await
        })
        .map(drop)
    }

    /// Notes that a process is still there, if it has said so before.
    pub fn is_still_present(
        &self,
        worker: &Worker,
        campaign: Option<CampaignId>,
        word: &str,
    ) -> Result<(), StoreError> {
        self.write("noting a worker", async |transaction| {
            let now = transaction.now().await?;
            query("UPDATE workers SET campaign = $2, word = $3, seen_at = $4 WHERE id = $1")
                .bind(&worker.id())
                .bind(campaign.map(|campaign| campaign.0))
                .bind(word)
                .bind(now)
                .execute(transaction)
                .await
        })
        .map(drop)
    }

    /// The processes that were heard of in this many milliseconds, the latest first.
    pub fn workers(&self, within: i64) -> Result<Vec<Present>, StoreError> {
        let now = self.now()?;
        self.all(
            "listing workers",
            query(
                "SELECT id, name, campaign, jobs, targets, $1 - started_at AS age,
                     $1 - seen_at AS silence, shards, programs, word
                 FROM workers WHERE $1 - seen_at <= $2 ORDER BY seen_at DESC, id",
            )
            .bind(now)
            .bind(within),
        )
    }

    /// The shards and jobs that were handed out and are not done, in the order of their
    /// campaigns and lanes.
    pub fn leased(&self) -> Result<Vec<Leased>, StoreError> {
        let now = self.now()?;
        self.all(
            "listing leases",
            query(
                "SELECT held.campaign, lanes.name AS lane, held.number, held.worker,
                     held.host || ' ' || held.pid || ' ' || held.started AS process,
                     $1 - held.leased_at AS age, held.lost, held.set_aside, held.job
                 FROM (
                     SELECT campaign, lane, number, worker, host, pid, started, leased_at,
                         lease_until, lost, set_aside, NULL AS job
                     FROM shards WHERE state = 'leased'
                     UNION ALL
                     SELECT campaign, lane, number, worker, host, pid, started, leased_at,
                         lease_until, lost, set_aside, kind || ' ' || finding AS job
                     FROM jobs WHERE state = 'leased'
                 ) AS held JOIN lanes
                     ON lanes.campaign = held.campaign AND lanes.number = held.lane
                 WHERE held.lease_until > 0 OR held.set_aside
                 ORDER BY held.campaign, held.lane, held.job IS NOT NULL, held.number",
            )
            .bind(now),
        )
    }

    /// The database's clock.
    fn now(&self) -> Result<i64, StoreError> {
        self.write("reading the clock", async |transaction| transaction.now().await)
    }
}
