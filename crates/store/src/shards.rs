//! Handing out shards and taking back their results. Everything here happens
//! inside a transaction of the caller's.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::SqliteConnection;

use crate::buckets;
use crate::merges;
use crate::model::{
    BucketKey, CampaignId, Claim, Commit, CounterKey, NewFinding, Next, ShardResults, integer,
};
use crate::sqlite::NOW;
use crate::worker::{Process, Worker};

/// The database's clock.
pub(crate) async fn now(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(NOW).fetch_one(connection).await
}

/// The time at which a lease that is given at a time runs out.
fn end_of(lease: Duration, given: i64) -> i64 {
    given.saturating_add(i64::try_from(lease.as_millis()).unwrap_or(i64::MAX))
}

/// Hands out a shard; `None` if there is no such lane.
pub(crate) async fn claim(
    connection: &mut SqliteConnection,
    campaign: CampaignId,
    lane: &str,
    worker: &Worker,
    lease: Duration,
) -> Result<Option<Next>, sqlx::Error> {
    let found: Option<(i64, bool)> = sqlx::query_as(
        "SELECT lanes.number, campaigns.stopped
         FROM lanes JOIN campaigns ON campaigns.id = lanes.campaign
         WHERE lanes.campaign = $1 AND lanes.name = $2",
    )
    .bind(campaign)
    .bind(lane)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((lane, stopped)) = found else { return Ok(None) };
    if stopped {
        return Ok(Some(Next::Stopped));
    }
    let shard = |number: i64, epoch: i64| {
        let (lane, number, epoch) =
            (lane.cast_unsigned(), number.cast_unsigned(), epoch.cast_unsigned());
        Ok(Some(Next::Shard(Claim { campaign, lane, number, epoch })))
    };
    take_from_the_dead(connection, campaign, &worker.process).await?;
    let now = now(connection).await?;
    let until = end_of(lease, now);
    let left_behind: Option<(i64, i64)> = sqlx::query_as(
        "UPDATE shards
         SET epoch = epoch + 1, worker = $4, host = $5, pid = $6, started = $7, lease_until = $8
         WHERE campaign = $1 AND lane = $2 AND number = (
             SELECT number FROM shards
             WHERE campaign = $1 AND lane = $2 AND state = 'leased' AND lease_until <= $3
             ORDER BY number LIMIT 1)
         RETURNING number, epoch",
    )
    .bind(campaign)
    .bind(lane)
    .bind(now)
    .bind(&worker.name)
    .bind(&worker.process.host)
    .bind(worker.process.pid)
    .bind(worker.process.started)
    .bind(until)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some((number, epoch)) = left_behind {
        return shard(number, epoch);
    }
    let number: Option<i64> = sqlx::query_scalar(
        "UPDATE lanes SET next_shard = next_shard + 1
         WHERE campaign = $1 AND number = $2
             AND (shard_limit IS NULL OR next_shard < shard_limit)
         RETURNING next_shard - 1",
    )
    .bind(campaign)
    .bind(lane)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(number) = number {
        sqlx::query(
            "INSERT INTO shards (campaign, lane, number, state, epoch, worker, host, pid, started,
                 lease_until, programs)
             VALUES ($1, $2, $3, 'leased', 1, $4, $5, $6, $7, $8, 0)",
        )
        .bind(campaign)
        .bind(lane)
        .bind(number)
        .bind(&worker.name)
        .bind(&worker.process.host)
        .bind(worker.process.pid)
        .bind(worker.process.started)
        .bind(until)
        .execute(connection)
        .await?;
        return shard(number, 1);
    }
    let open: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM shards WHERE campaign = $1 AND lane = $2 AND state = 'leased'",
    )
    .bind(campaign)
    .bind(lane)
    .fetch_one(connection)
    .await?;
    Ok(Some(if open > 0 { Next::Wait } else { Next::Done }))
}

/// Ends the leases of processes that are known to be dead.
async fn take_from_the_dead(
    connection: &mut SqliteConnection,
    campaign: CampaignId,
    this: &Process,
) -> Result<(), sqlx::Error> {
    let holders: Vec<Process> = sqlx::query_as(
        "SELECT DISTINCT host, pid, started FROM shards
         WHERE campaign = $1 AND state = 'leased' AND lease_until > 0 AND host = $2",
    )
    .bind(campaign)
    .bind(&this.host)
    .fetch_all(&mut *connection)
    .await?;
    for dead in holders.iter().filter(|holder| this.knows_dead(holder)) {
        sqlx::query(
            "UPDATE shards SET lease_until = 0
             WHERE campaign = $1 AND state = 'leased'
                 AND host = $2 AND pid = $3 AND started = $4",
        )
        .bind(campaign)
        .bind(&dead.host)
        .bind(dead.pid)
        .bind(dead.started)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Extends a lease to `lease` from now; a duration of zero gives it back. Tells
/// whether the claim was still valid.
pub(crate) async fn renew(
    connection: &mut SqliteConnection,
    claim: &Claim,
    lease: Duration,
) -> Result<bool, sqlx::Error> {
    let until = if lease.is_zero() { 0 } else { end_of(lease, now(connection).await?) };
    let renewed = sqlx::query(
        "UPDATE shards SET lease_until = $5
         WHERE campaign = $1 AND lane = $2 AND number = $3 AND epoch = $4 AND state = 'leased'",
    )
    .bind(claim.campaign)
    .bind(integer(claim.lane))
    .bind(integer(claim.number))
    .bind(integer(claim.epoch))
    .bind(until)
    .execute(connection)
    .await?;
    Ok(renewed.rows_affected() > 0)
}

/// Takes the results of a shard. If the claim is stale, nothing is written.
pub(crate) async fn commit(
    connection: &mut SqliteConnection,
    claim: &Claim,
    results: &ShardResults,
) -> Result<Commit, sqlx::Error> {
    let now = now(connection).await?;
    let done = sqlx::query(
        "UPDATE shards SET state = 'done', programs = $5, done_at = $6
         WHERE campaign = $1 AND lane = $2 AND number = $3 AND epoch = $4 AND state = 'leased'",
    )
    .bind(claim.campaign)
    .bind(integer(claim.lane))
    .bind(integer(claim.number))
    .bind(integer(claim.epoch))
    .bind(integer(results.programs))
    .bind(now)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(Commit::Stale);
    }
    // Counters and buckets are written in the order of their keys: a database
    // that locks single rows then never sees two commits wait for each other.
    for (key, &count) in &results.counters {
        add_to_counter(connection, claim.campaign, key, count).await?;
    }
    let mut by_bucket: BTreeMap<BucketKey, Vec<(usize, &NewFinding)>> = BTreeMap::new();
    for (position, finding) in results.findings.iter().enumerate() {
        let key = merges::key(connection, finding).await?;
        by_bucket.entry(key).or_default().push((position, finding));
    }
    let mut committed = Vec::new();
    for (key, findings) in &by_bucket {
        buckets::add(connection, claim.campaign, now, key, findings, &mut committed).await?;
    }
    committed.sort_by_key(|(position, _)| *position);
    buckets::repeat(connection, claim.campaign, now, &results.repeats).await?;
    Ok(Commit::Done(committed.into_iter().map(|(_, committed)| committed).collect()))
}

async fn add_to_counter(
    connection: &mut SqliteConnection,
    campaign: CampaignId,
    key: &CounterKey,
    count: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO counters (campaign, engine, mode, target, outcome, count)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (campaign, engine, mode, target, outcome)
         DO UPDATE SET count = counters.count + excluded.count",
    )
    .bind(campaign)
    .bind(&key.engine)
    .bind(&key.mode)
    .bind(&key.target)
    .bind(&key.outcome)
    .bind(integer(count))
    .execute(connection)
    .await?;
    Ok(())
}
