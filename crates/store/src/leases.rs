//! Leases, of shards and of jobs alike. Everything here happens inside a transaction of
//! the caller's.

use std::time::Duration;

use crate::model::{CampaignId, Claim, Wanted, integer};
use crate::query::{Connection, Value, query};
use crate::worker::{Process, Worker};

/// How often a worker may be lost over a shard or a job before that is set aside: it may be
/// what kills them. That holds where workers are on many machines; in a file nothing is set
/// aside.
pub const LOST_TOO_OFTEN: u64 = 3;

/// The table of what is leased.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leases {
    Shards,
    Jobs,
}

/// The time at which a lease that is given at a time runs out.
pub(crate) fn end_of(lease: Duration, given: i64) -> i64 {
    given.saturating_add(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX))
}

impl Leases {
    fn table(self) -> &'static str {
        match self {
            Leases::Shards => "shards",
            Leases::Jobs => "jobs",
        }
    }

    /// Takes what somebody has left behind in a lane: its number and its new epoch.
    pub(crate) async fn take_left_behind(
        self,
        connection: &mut Connection<'_>,
        (campaign, lane): (CampaignId, i64),
        wanted: Wanted,
        worker: &Worker,
        now: i64,
        until: i64,
    ) -> Result<Option<(i64, i64)>, sqlx::Error> {
        // Machines may share their names, so that a process of one could look like a dead
        // one of another: where there are several, only time ends a lease.
        if let Connection::Sqlite(_) = connection {
            self.take_from_the_dead(connection, campaign, &worker.process).await?;
        }
        let table = self.table();
        query(format!(
            "UPDATE {table} SET lease_until = -1, lost = lost + 1, set_aside = lost + 1 >= $4
             WHERE campaign = $1 AND lane = $2 AND state = 'leased'
                 AND lease_until > 0 AND lease_until <= $3"
        ))
        .bind(campaign)
        .bind(lane)
        .bind(now)
        .bind(connection.lost_too_often())
        .execute(connection)
        .await?;
        query(format!(
            "UPDATE {table}
             SET epoch = epoch + 1, worker = $4, host = $5, pid = $6, started = $7,
                 lease_until = $8, leased_at = $3, set_aside = FALSE
             WHERE campaign = $1 AND lane = $2 AND number = (
                 SELECT number FROM {table}
                 WHERE campaign = $1 AND lane = $2 AND state = 'leased' AND lease_until <= 0
                     AND set_aside = $9
                 ORDER BY number LIMIT 1 {})
             RETURNING number, epoch",
            connection.skip_locked()
        ))
        .bind(campaign)
        .bind(lane)
        .bind(now)
        .bind(&worker.name)
        .bind(&worker.process.host)
        .bind(worker.process.pid)
        .bind(worker.process.started)
        .bind(until)
        .bind(wanted == Wanted::SetAside)
        .optional(connection)
        .await
    }

    /// Ends the leases of processes that are known to be dead.
    async fn take_from_the_dead(
        self,
        connection: &mut Connection<'_>,
        campaign: CampaignId,
        this: &Process,
    ) -> Result<(), sqlx::Error> {
        let table = self.table();
        let holders: Vec<Process> = query(format!(
            "SELECT DISTINCT host, pid, started FROM {table}
             WHERE campaign = $1 AND state = 'leased' AND lease_until > 0 AND host = $2"
        ))
        .bind(campaign)
        .bind(&this.host)
        .all(connection)
        .await?;
        for dead in holders.iter().filter(|holder| this.knows_dead(holder)) {
            query(format!(
                "UPDATE {table} SET lease_until = -1, lost = lost + 1, set_aside = lost + 1 >= $5
                 WHERE campaign = $1 AND state = 'leased' AND lease_until > 0
                     AND host = $2 AND pid = $3 AND started = $4"
            ))
            .bind(campaign)
            .bind(&dead.host)
            .bind(dead.pid)
            .bind(dead.started)
            .bind(connection.lost_too_often())
            .execute(connection)
            .await?;
        }
        Ok(())
    }

    /// How much of a lane is not done, without what is set aside.
    pub(crate) async fn open(
        self,
        connection: &mut Connection<'_>,
        (campaign, lane): (CampaignId, i64),
    ) -> Result<i64, sqlx::Error> {
        let (open,): (i64,) = query(format!(
            "SELECT COUNT(*) FROM {}
             WHERE campaign = $1 AND lane = $2 AND state = 'leased' AND NOT set_aside",
            self.table()
        ))
        .bind(campaign)
        .bind(lane)
        .one(connection)
        .await?;
        Ok(open)
    }

    /// Extends a lease to `lease` from now; a duration of zero gives it back. A worker that
    /// was believed dead and is not was not lost. Tells whether the claim was still valid.
    pub(crate) async fn renew(
        self,
        connection: &mut Connection<'_>,
        claim: &Claim,
        lease: Duration,
    ) -> Result<bool, sqlx::Error> {
        connection.need_not_be_durable().await?;
        let until = if lease.is_zero() { 0 } else { end_of(lease, connection.now().await?) };
        let renewed = query(format!(
            "UPDATE {} SET lease_until = $5, set_aside = FALSE,
                 lost = CASE WHEN lease_until < 0 THEN lost - 1 ELSE lost END
             WHERE campaign = $1 AND lane = $2 AND number = $3 AND epoch = $4
                 AND state = 'leased'",
            self.table()
        ))
        .bind(claim.campaign)
        .bind(integer(claim.lane))
        .bind(integer(claim.number))
        .bind(integer(claim.epoch))
        .bind(until)
        .execute(connection)
        .await?;
        Ok(renewed > 0)
    }

    /// Notes that something is done, and one more column. False if the claim is stale:
    /// somebody else has it because this worker was believed dead, or it was done before.
    pub(crate) async fn finish(
        self,
        connection: &mut Connection<'_>,
        claim: &Claim,
        now: i64,
        (column, value): (&'static str, Value<'_>),
    ) -> Result<bool, sqlx::Error> {
        let table = self.table();
        let done = query(format!(
            "UPDATE {table} SET state = 'done', {column} = $5, done_at = $6, set_aside = FALSE
             WHERE campaign = $1 AND lane = $2 AND number = $3 AND epoch = $4
                 AND state = 'leased'"
        ))
        .bind(claim.campaign)
        .bind(integer(claim.lane))
        .bind(integer(claim.number))
        .bind(integer(claim.epoch))
        .bind(value)
        .bind(now)
        .execute(connection)
        .await?;
        if done > 0 {
            return Ok(true);
        }
        query(format!(
            "UPDATE {table} SET lost = lost - 1
             WHERE campaign = $1 AND lane = $2 AND number = $3 AND epoch > $4
                 AND state = 'leased' AND lost > 0"
        ))
        .bind(claim.campaign)
        .bind(integer(claim.lane))
        .bind(integer(claim.number))
        .bind(integer(claim.epoch))
        .execute(connection)
        .await?;
        Ok(false)
    }
}
