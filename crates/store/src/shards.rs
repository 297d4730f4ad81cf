//! Handing out shards and taking back their results. Everything here happens
//! inside a transaction of the caller's.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::buckets;
use crate::leases::{Leases, end_of};
use crate::merges;
use crate::model::{
    BucketKey, CampaignId, Claim, Commit, Confirmed, CounterKey, NewFinding, Next, ShardResults,
    Wanted, integer,
};
use crate::query::{Connection, Value, query};
use crate::worker::Worker;

/// Hands out a shard; `None` if there is no such lane.
pub(crate) async fn claim(
    connection: &mut Connection<'_>,
    campaign: CampaignId,
    lane: &str,
    wanted: Wanted,
    worker: &Worker,
    lease: Duration,
) -> Result<Option<Next>, sqlx::Error> {
    // A lease that a crash of the server loses is given again, and commits are fenced all
    // the same: nobody needs to wait for the disk.
    connection.need_not_be_durable().await?;
    let found: Option<(i64, bool)> = query(
        "SELECT lanes.number, campaigns.stopped
         FROM lanes JOIN campaigns ON campaigns.id = lanes.campaign
         WHERE lanes.campaign = $1 AND lanes.name = $2",
    )
    .bind(campaign)
    .bind(lane)
    .optional(connection)
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
    let now = connection.now().await?;
    let until = end_of(lease, now);
    let place = (campaign, lane);
    let left_behind =
        Leases::Shards.take_left_behind(connection, place, wanted, worker, now, until).await?;
    if let Some((number, epoch)) = left_behind {
        return shard(number, epoch);
    }
    if wanted == Wanted::SetAside {
        return Ok(Some(Next::Done));
    }
    let number: Option<(i64,)> = query(
        "UPDATE lanes SET next_shard = next_shard + 1
         WHERE campaign = $1 AND number = $2
             AND (shard_limit IS NULL OR next_shard < shard_limit)
         RETURNING next_shard - 1",
    )
    .bind(campaign)
    .bind(lane)
    .optional(connection)
    .await?;
    if let Some((number,)) = number {
        query(
            "INSERT INTO shards (campaign, lane, number, state, epoch, worker, host, pid, started,
                 lease_until, programs, leased_at)
             VALUES ($1, $2, $3, 'leased', 1, $4, $5, $6, $7, $8, 0, $9)",
        )
        .bind(campaign)
        .bind(lane)
        .bind(number)
        .bind(&worker.name)
        .bind(&worker.process.host)
        .bind(worker.process.pid)
        .bind(worker.process.started)
        .bind(until)
        .bind(now)
        .execute(connection)
        .await?;
        return shard(number, 1);
    }
    let open = Leases::Shards.open(connection, place).await?;
    Ok(Some(if open > 0 { Next::Wait } else { Next::Done }))
}

/// Takes the results of a shard. If the claim is stale, nothing is written.
pub(crate) async fn commit(
    connection: &mut Connection<'_>,
    claim: &Claim,
    results: &ShardResults,
) -> Result<Commit, sqlx::Error> {
    // Findings may make buckets, which are numbered. The turn is taken before any row is
    // locked that somebody who waits for a turn may need.
    if !results.findings.is_empty() {
        connection.take_turns().await?;
    }
    let now = connection.now().await?;
    let programs = ("programs", Value::from(integer(results.programs)));
    if !Leases::Shards.finish(connection, claim, now, programs).await? {
        return Ok(Commit::Stale);
    }
    // Counters and buckets are written in the order of their keys: a database that
    // locks single rows then rarely sees two commits wait for each other.
    add_to_counters(connection, claim.campaign, &results.counters).await?;
    let mut by_bucket: BTreeMap<BucketKey, Vec<(usize, &NewFinding)>> = BTreeMap::new();
    for (position, finding) in results.findings.iter().enumerate() {
        let key = merges::key(connection, finding).await?;
        by_bucket.entry(key).or_default().push((position, finding));
    }
    let mut committed = Vec::new();
    for (key, findings) in &by_bucket {
        buckets::add(connection, claim, now, key, findings, &mut committed).await?;
    }
    committed.sort_by_key(|(position, _)| *position);
    buckets::repeat(connection, claim.campaign, now, &results.repeats).await?;
    for (key, tried) in &results.confirmations {
        add_to_confirmations(connection, claim.campaign, key, tried).await?;
    }
    Ok(Commit::Done(committed.into_iter().map(|(_, committed)| committed).collect()))
}

/// Adds to counters, all in one statement: each one more would be one more answer to wait
/// for.
async fn add_to_counters(
    connection: &mut Connection<'_>,
    campaign: CampaignId,
    counters: &BTreeMap<CounterKey, u64>,
) -> Result<(), sqlx::Error> {
    if counters.is_empty() {
        return Ok(());
    }
    let row = |nth: usize| {
        let first = 2 + 5 * nth;
        let [mode, target, outcome, count] = [1, 2, 3, 4].map(|column| first + column);
        format!("($1, ${first}, ${mode}, ${target}, ${outcome}, ${count})")
    };
    let rows: Vec<String> = (0..counters.len()).map(row).collect();
    let mut insert = query(format!(
        "INSERT INTO counters (campaign, engine, mode, target, outcome, count)
         VALUES {}
         ON CONFLICT (campaign, engine, mode, target, outcome)
         DO UPDATE SET count = counters.count + excluded.count",
        rows.join(", ")
    ))
    .bind(campaign);
    for (key, &count) in counters {
        let CounterKey { engine, mode, target, outcome } = key;
        insert = insert.bind(engine).bind(mode).bind(target).bind(outcome).bind(integer(count));
    }
    insert.execute(connection).await?;
    Ok(())
}

async fn add_to_confirmations(
    connection: &mut Connection<'_>,
    campaign: CampaignId,
    key: &BucketKey,
    tried: &Confirmed,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO confirmations (campaign, signature, known_issue, confirmed, refuted,
             bucket_signature, bucket_issue)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (campaign, signature, known_issue) DO UPDATE
         SET confirmed = confirmations.confirmed + excluded.confirmed,
             refuted = confirmations.refuted + excluded.refuted,
             bucket_signature = CASE WHEN excluded.confirmed > 0
                 THEN excluded.bucket_signature ELSE confirmations.bucket_signature END,
             bucket_issue = CASE WHEN excluded.confirmed > 0
                 THEN excluded.bucket_issue ELSE confirmations.bucket_issue END",
    )
    .bind(campaign)
    .bind(&key.signature)
    .bind(key.known_issue.as_deref().unwrap_or_default())
    .bind(integer(tried.confirmed))
    .bind(integer(tried.refuted))
    .bind(&tried.bucket.signature)
    .bind(tried.bucket.known_issue.as_deref().unwrap_or_default())
    .execute(connection)
    .await?;
    Ok(())
}
