//! What people say about which findings are one bug: buckets that are merged, and
//! programs that are split off. Both hold for later campaigns, and can be undone.
//!
//! A merge moves nothing. The bucket keeps its signature, its findings and its counts, and
//! points at the bucket that it is shown as; so it can be taken apart again at any time,
//! whatever was found meanwhile.

use crate::error::StoreError;
use crate::ids;
use crate::model::{Bucket, BucketKey, BucketStatus, Finding, NewFinding};
use crate::query::{Connection, query};
use crate::store::{Store, no_such};

/// What was undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    /// A merge: these buckets are on their own again, or where they were before.
    Merge(Vec<String>),
    /// A split: its findings are in this bucket again.
    Split(String),
}

impl Store {
    /// Merges buckets into another one: from now on they are one bug, in this and all
    /// later campaigns, with the triage of the one that they are merged into.
    pub fn merge(&self, into: &str, others: &[String]) -> Result<(), StoreError> {
        let into = self.bucket(into)?.id;
        let others = others.iter().map(|id| Ok(self.bucket(id)?.id));
        let others = others.collect::<Result<Vec<String>, StoreError>>()?;
        self.write("merging buckets", async |transaction| {
            let step = next_step(transaction).await?;
            for other in others.iter().filter(|other| **other != into) {
                // What was merged into the other one comes with it.
                let parts: Vec<(String, Option<String>)> = query(
                    "SELECT id, merged_into FROM buckets
                     WHERE id = $1 OR merged_into = $1 ORDER BY id",
                )
                .bind(other)
                .all(transaction)
                .await?;
                for (part, was) in parts {
                    note(transaction, step, &part, was.as_deref(), None).await?;
                    point(transaction, &part, Some(&into)).await?;
                }
            }
            Ok(())
        })
    }

    /// Takes a finding out of its bucket. If that was merged from several, the one that
    /// the finding was in before is on its own again; else the finding's program gets a
    /// bucket of its own, in this and all later campaigns. `None` if its bucket has no
    /// other program.
    pub fn split(&self, finding: &str) -> Result<Option<Bucket>, StoreError> {
        let Finding { id, bucket, data, .. } = self.finding(finding)?;
        let apart = self.write("splitting a bucket", async |transaction| {
            let step = next_step(transaction).await?;
            let (part, merged_into): (Part, Option<String>) = {
                let row: (String, Option<String>, String, Option<String>) = query(
                    "SELECT signature, known_issue, kind, merged_into FROM buckets WHERE id = $1",
                )
                .bind(&bucket)
                .one(transaction)
                .await?;
                (Part { signature: row.0, known_issue: row.1, kind: row.2 }, row.3)
            };
            if merged_into.is_some() {
                note(transaction, step, &bucket, merged_into.as_deref(), None).await?;
                point(transaction, &bucket, None).await?;
                return Ok(Some(bucket.clone()));
            }
            let (others,): (i64,) = query(
                "SELECT COUNT(*) FROM findings WHERE bucket = $1 AND case_id <> $2",
            )
            .bind(&bucket)
            .bind(&data.case_id)
            .one(transaction)
            .await?;
            if others == 0 {
                return Ok(None);
            }
            let key = BucketKey {
                signature: format!("{} (split off: {id})", part.signature),
                known_issue: part.known_issue.clone(),
            };
            let own = ids::bucket_id(&key);
            query(
                "INSERT INTO buckets (id, number, signature, kind, target, known_issue, status, note)
                 VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM buckets), $2, $3, $4, $5,
                     $6, '')",
            )
            .bind(&own)
            .bind(&key.signature)
            .bind(&part.kind)
            .bind(&data.target)
            .bind(&key.known_issue)
            .bind(BucketStatus::New.name())
            .execute(transaction)
            .await?;
            query(
                "INSERT INTO splits (signature, known_issue, case_id, bucket)
                 VALUES ($1, COALESCE($2, ''), $3, $4)",
            )
            .bind(&part.signature)
            .bind(&part.known_issue)
            .bind(&data.case_id)
            .bind(&own)
            .execute(transaction)
            .await?;
            // What was counted goes with the findings.
            query(
                "INSERT INTO bucket_campaigns (bucket, campaign, first_seen, last_seen, count)
                 SELECT $3, campaign, MIN(created_at), MAX(created_at), COUNT(*) FROM findings
                 WHERE bucket = $1 AND case_id = $2 GROUP BY campaign",
            )
            .bind(&bucket)
            .bind(&data.case_id)
            .bind(&own)
            .execute(transaction)
            .await?;
            query(
                "UPDATE bucket_campaigns SET count = count - (
                     SELECT COUNT(*) FROM findings WHERE bucket = $1 AND case_id = $2
                         AND findings.campaign = bucket_campaigns.campaign)
                 WHERE bucket = $1",
            )
            .bind(&bucket)
            .bind(&data.case_id)
            .execute(transaction)
            .await?;
            query("UPDATE findings SET bucket = $3 WHERE bucket = $1 AND case_id = $2")
                .bind(&bucket)
                .bind(&data.case_id)
                .bind(&own)
                .execute(transaction)
                .await?;
            note(transaction, step, &own, Some(&bucket), Some(&id)).await?;
            Ok(Some(own))
        })?;
        apart.map(|id| self.bucket(&id)).transpose()
    }

    /// Undoes the last merge or split that was not undone yet, if there is any.
    pub fn undo(&self) -> Result<Option<Undone>, StoreError> {
        self.write("undoing a merge or split", async |transaction| {
            let steps: Vec<(String, Option<String>, Option<String>)> = query(
                "SELECT bucket, was, finding FROM triage_steps
                 WHERE step = (SELECT MAX(step) FROM triage_steps) ORDER BY bucket",
            )
            .all(transaction)
            .await?;
            query("DELETE FROM triage_steps WHERE step = (SELECT MAX(step) FROM triage_steps)")
                .execute(transaction)
                .await?;
            let undone = match &steps[..] {
                [] => None,
                [(split, Some(was), Some(_))] => {
                    join(transaction, split, was).await?;
                    Some(Undone::Split(was.clone()))
                }
                merged => {
                    for (bucket, was, _) in merged {
                        point(transaction, bucket, was.as_deref()).await?;
                    }
                    Some(Undone::Merge(merged.iter().map(|(id, ..)| id.clone()).collect()))
                }
            };
            Ok(undone)
        })
    }

    /// What makes a bucket the one that it is, and the buckets that are merged into it.
    pub fn keys_of(&self, bucket: &str) -> Result<Vec<BucketKey>, StoreError> {
        let keys: Vec<(String, Option<String>)> = self.all(
            "reading what is merged into a bucket",
            query(
                "SELECT signature, known_issue FROM buckets
                 WHERE id = $1 OR merged_into = $1 ORDER BY number",
            )
            .bind(bucket),
        )?;
        match keys.is_empty() {
            true => Err(no_such("bucket", bucket)),
            false => Ok(keys
                .into_iter()
                .map(|(signature, known_issue)| BucketKey { signature, known_issue })
                .collect()),
        }
    }
}

/// What a bucket has of its own.
struct Part {
    signature: String,
    known_issue: Option<String>,
    kind: String,
}

/// The bucket that a finding belongs in: that of its signature, unless its program was
/// split off.
pub(crate) async fn key(
    connection: &mut Connection<'_>,
    finding: &NewFinding,
) -> Result<BucketKey, sqlx::Error> {
    let key = finding.bucket.key();
    let split: Option<(String,)> = query(
        "SELECT buckets.signature FROM splits JOIN buckets ON buckets.id = splits.bucket
         WHERE splits.signature = $1 AND splits.known_issue = COALESCE($2, '')
             AND splits.case_id = $3",
    )
    .bind(&key.signature)
    .bind(&key.known_issue)
    .bind(&finding.data.case_id)
    .optional(connection)
    .await?;
    Ok(match split {
        Some((signature,)) => BucketKey { signature, ..key },
        None => key,
    })
}

/// The number of the next step. The caller may number buckets, too.
async fn next_step(connection: &mut Connection<'_>) -> Result<i64, sqlx::Error> {
    connection.take_turns().await?;
    let last = query("SELECT CAST(COALESCE(MAX(step), 0) AS BIGINT) FROM triage_steps");
    let (last,): (i64,) = last.one(connection).await?;
    Ok(last + 1)
}

async fn note(
    connection: &mut Connection<'_>,
    step: i64,
    bucket: &str,
    was: Option<&str>,
    finding: Option<&str>,
) -> Result<(), sqlx::Error> {
    query("INSERT INTO triage_steps (step, bucket, was, finding) VALUES ($1, $2, $3, $4)")
        .bind(step)
        .bind(bucket)
        .bind(was)
        .bind(finding)
        .execute(connection)
        .await
        .map(drop)
}

async fn point(
    connection: &mut Connection<'_>,
    bucket: &str,
    into: Option<&str>,
) -> Result<(), sqlx::Error> {
    query("UPDATE buckets SET merged_into = $2 WHERE id = $1")
        .bind(bucket)
        .bind(into)
        .execute(connection)
        .await
        .map(drop)
}

/// Puts what was split off back.
async fn join(connection: &mut Connection<'_>, split: &str, was: &str) -> Result<(), sqlx::Error> {
    for sql in [
        "INSERT INTO bucket_campaigns (bucket, campaign, first_seen, last_seen, count)
         SELECT $2, campaign, first_seen, last_seen, count FROM bucket_campaigns
         WHERE bucket = $1
         ON CONFLICT (bucket, campaign) DO UPDATE
         SET count = bucket_campaigns.count + excluded.count",
        "UPDATE findings SET bucket = $2 WHERE bucket = $1",
    ] {
        query(sql).bind(split).bind(was).execute(connection).await?;
    }
    for sql in [
        "DELETE FROM bucket_campaigns WHERE bucket = $1",
        "DELETE FROM splits WHERE bucket = $1",
        "DELETE FROM buckets WHERE id = $1",
    ] {
        query(sql).bind(split).execute(connection).await?;
    }
    Ok(())
}
