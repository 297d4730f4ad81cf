//! Buckets: suspected bugs. They belong to the store, so that what was said about
//! one holds in every later campaign.

use std::collections::BTreeMap;

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::error::StoreError;
use crate::ids;
use crate::model::{
    Bucket, BucketKey, BucketStatus, CampaignId, Committed, Finding, FindingData, Named,
    NewFinding, integer,
};
use crate::store::{Store, no_such};

/// How many findings of a bucket are kept for each campaign; further ones are only
/// counted. A compiler that fails on every second program would fill the disk
/// otherwise.
pub const KEPT_FINDINGS: u64 = 20;

/// The buckets, with how often they were seen: by everybody, or in one campaign.
fn select(campaign: Option<CampaignId>) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(
        "SELECT buckets.id, buckets.number, buckets.signature, buckets.kind, buckets.target,
             buckets.known_issue, buckets.status, buckets.note,
             CAST(COALESCE(MIN(seen.first_seen), 0) AS BIGINT) AS first_seen,
             CAST(COALESCE(MAX(seen.last_seen), 0) AS BIGINT) AS last_seen,
             CAST(COALESCE(SUM(seen.count), 0) AS BIGINT) AS count
         FROM buckets JOIN buckets AS part ON COALESCE(part.merged_into, part.id) = buckets.id ",
    );
    match campaign {
        Some(id) => query
            .push("JOIN bucket_campaigns AS seen ON seen.bucket = part.id AND seen.campaign = ")
            .push_bind(id),
        None => query.push("LEFT JOIN bucket_campaigns AS seen ON seen.bucket = part.id"),
    };
    query
}

const GROUP: &str = " GROUP BY buckets.id, buckets.number, buckets.signature, buckets.kind,
     buckets.target, buckets.known_issue, buckets.status, buckets.note";

impl Store {
    /// The buckets that a campaign has seen, and how often it did, in the order in
    /// which it first saw them.
    pub fn buckets(&self, campaign: CampaignId) -> Result<Vec<Bucket>, StoreError> {
        let mut query = select(Some(campaign));
        query.push(GROUP).push(" ORDER BY first_seen, buckets.signature");
        self.run("listing buckets", query.build_query_as().fetch_all(self.pool()))
    }

    /// All buckets, in the order of their numbers.
    pub fn all_buckets(&self) -> Result<Vec<Bucket>, StoreError> {
        let mut query = select(None);
        query.push(GROUP).push(" ORDER BY buckets.number");
        self.run("listing buckets", query.build_query_as().fetch_all(self.pool()))
    }

    /// A bucket, by its id; for one that was merged, the one that it is shown as.
    pub fn bucket(&self, id: &str) -> Result<Bucket, StoreError> {
        let mut query = select(None);
        query
            .push(" WHERE buckets.id = (SELECT COALESCE(merged_into, id) FROM buckets WHERE id = ")
            .push_bind(id)
            .push(")")
            .push(GROUP);
        let found =
            self.run("reading a bucket", query.build_query_as().fetch_optional(self.pool()))?;
        found.ok_or_else(|| no_such("bucket", id))
    }

    /// The campaigns that have seen a bucket, the first one first.
    pub fn campaigns_of(&self, bucket: &str) -> Result<Vec<CampaignId>, StoreError> {
        self.run(
            "listing the campaigns of a bucket",
            sqlx::query_scalar(
                "SELECT DISTINCT campaign FROM bucket_campaigns WHERE bucket IN (
                     SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)
                 ORDER BY campaign",
            )
            .bind(bucket)
            .fetch_all(self.pool()),
        )
    }

    /// Sets the triage of a bucket, for all campaigns. The note stays as it is if
    /// none is given.
    pub fn mark(
        &self,
        bucket: &str,
        status: BucketStatus,
        note: Option<&str>,
    ) -> Result<(), StoreError> {
        let changed = self.write("marking a bucket", async |transaction| {
            sqlx::query(
                "UPDATE buckets SET status = $2, note = COALESCE(CAST($3 AS TEXT), note)
                 WHERE id = $1",
            )
            .bind(bucket)
            .bind(status.name())
            .bind(note)
            .execute(transaction)
            .await
        })?;
        if changed.rows_affected() == 0 { Err(no_such("bucket", bucket)) } else { Ok(()) }
    }

    /// The findings of a bucket that were kept, in the order of arrival.
    pub fn findings(&self, bucket: &str) -> Result<Vec<Finding>, StoreError> {
        self.run(
            "listing findings",
            sqlx::query_as(
                "SELECT * FROM findings WHERE bucket IN (
                     SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)
                 ORDER BY created_at, program, id",
            )
            .bind(bucket)
            .fetch_all(self.pool()),
        )
    }

    /// A finding, by its id.
    pub fn finding(&self, id: &str) -> Result<Finding, StoreError> {
        let found = self.run(
            "reading a finding",
            sqlx::query_as("SELECT * FROM findings WHERE id = $1")
                .bind(id)
                .fetch_optional(self.pool()),
        )?;
        found.ok_or_else(|| no_such("finding", id))
    }

    /// What a person means by an id: the number of a bucket (`3` or `#3`), the id of
    /// a bucket or of a finding, or the beginning of such an id that no other has.
    pub fn named(&self, id: &str) -> Result<Named, StoreError> {
        let digits = id.strip_prefix('#').unwrap_or(id);
        if let Ok(number) = digits.parse::<i64>() {
            let mut query = select(None);
            query
                .push(
                    " WHERE buckets.id = (
                         SELECT COALESCE(merged_into, id) FROM buckets WHERE number = ",
                )
                .push_bind(number)
                .push(")")
                .push(GROUP);
            let found =
                self.run("reading a bucket", query.build_query_as().fetch_optional(self.pool()))?;
            if let Some(bucket) = found {
                return Ok(Named::Bucket(bucket));
            }
        }
        let beginning = id.to_ascii_lowercase();
        if beginning.is_empty() || !beginning.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such("bucket or finding", id));
        }
        let mut found: Vec<(String, bool)> = self.run(
            "looking for an id",
            sqlx::query_as(
                "SELECT id, TRUE FROM buckets WHERE id LIKE $1
                 UNION ALL SELECT id, FALSE FROM findings WHERE id LIKE $1
                 ORDER BY 1 LIMIT 20",
            )
            .bind(format!("{beginning}%"))
            .fetch_all(self.pool()),
        )?;
        if let Some(exact) = found.iter().position(|(found, _)| *found == beginning) {
            found = vec![found.swap_remove(exact)];
        }
        match &found[..] {
            [] => Err(no_such("bucket or finding", id)),
            [(id, true)] => self.bucket(id).map(Named::Bucket),
            [(id, false)] => self.finding(id).map(Box::new).map(Named::Finding),
            several => Err(StoreError::Ambiguous {
                id: id.to_owned(),
                all: several.iter().map(|(id, _)| id.clone()).collect(),
            }),
        }
    }
}

/// Adds findings that all belong in one bucket, and says what became of each.
pub(crate) async fn add(
    connection: &mut SqliteConnection,
    campaign: CampaignId,
    now: i64,
    key: &BucketKey,
    findings: &[(usize, &NewFinding)],
    committed: &mut Vec<(usize, Committed)>,
) -> Result<(), sqlx::Error> {
    let added = integer(findings.len() as u64);
    let bucket = &findings[0].1.bucket;
    let target = findings.iter().map(|(_, finding)| &finding.bucket.target).min();
    let status = if bucket.known_issue.is_some() { BucketStatus::Known } else { BucketStatus::New };
    // What was said about it was said about the bucket that it is shown as.
    let known: Option<(String, String)> = sqlx::query_as(
        "SELECT shown.id, shown.status FROM buckets
         JOIN buckets AS shown ON shown.id = COALESCE(buckets.merged_into, buckets.id)
         WHERE buckets.signature = $1 AND COALESCE(buckets.known_issue, '') = COALESCE($2, '')",
    )
    .bind(&key.signature)
    .bind(&key.known_issue)
    .fetch_optional(&mut *connection)
    .await?;
    let new_bucket = known.is_none();
    let was_fixed = known.as_ref().is_some_and(|(_, was)| was == BucketStatus::Fixed.name());
    let id: String = sqlx::query_scalar(
        "INSERT INTO buckets (id, number, signature, kind, target, known_issue, status, note)
         VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM buckets), $2, $3, $4, $5, $6, '')
         ON CONFLICT (signature, COALESCE(known_issue, ''))
         DO UPDATE SET target = CASE WHEN excluded.target < buckets.target
             THEN excluded.target ELSE buckets.target END
         RETURNING id",
    )
    .bind(ids::bucket_id(key))
    .bind(&key.signature)
    .bind(&bucket.kind)
    .bind(target)
    .bind(&key.known_issue)
    .bind(status.name())
    .fetch_one(&mut *connection)
    .await?;
    let (shown, number, status): (String, i64, String) = sqlx::query_as(
        "UPDATE buckets SET status = CASE status WHEN $2 THEN $3 ELSE status END
         WHERE id = (SELECT COALESCE(merged_into, id) FROM buckets WHERE id = $1)
         RETURNING id, number, status",
    )
    .bind(&id)
    .bind(BucketStatus::Fixed.name())
    .bind(BucketStatus::Regression.name())
    .fetch_one(&mut *connection)
    .await?;
    let status =
        BucketStatus::try_from(status).map_err(|error| sqlx::Error::Decode(error.into()))?;
    sqlx::query(
        "INSERT INTO bucket_campaigns (bucket, campaign, first_seen, last_seen, count)
         VALUES ($1, $2, $3, $3, $4)
         ON CONFLICT (bucket, campaign) DO UPDATE
         SET count = bucket_campaigns.count + excluded.count, last_seen = excluded.last_seen",
    )
    .bind(&id)
    .bind(campaign)
    .bind(now)
    .bind(added)
    .execute(&mut *connection)
    .await?;
    let count: i64 = sqlx::query_scalar(
        "SELECT CAST(SUM(count) AS BIGINT) FROM bucket_campaigns WHERE campaign = $2 AND bucket IN (
             SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)",
    )
    .bind(&shown)
    .bind(campaign)
    .fetch_one(&mut *connection)
    .await?;
    let mut first = count == added;
    let mut kept: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM findings WHERE bucket = $1 AND campaign = $2")
            .bind(&id)
            .bind(campaign)
            .fetch_one(&mut *connection)
            .await?;
    for &(position, finding) in findings {
        let finding_id = ids::finding_id(campaign, finding);
        let keep = kept < integer(KEPT_FINDINGS)
            && keep(connection, &finding_id, &id, campaign, now, &finding.data).await?;
        kept += i64::from(keep);
        committed.push((
            position,
            Committed {
                id: finding_id,
                bucket: shown.clone(),
                number: number.cast_unsigned(),
                status,
                new_bucket: new_bucket && first,
                first_in_campaign: first,
                regression: was_fixed && position == findings[0].0,
                kept: keep,
            },
        ));
        first = false;
    }
    Ok(())
}

/// Counts further sightings of buckets that the campaign has seen already.
pub(crate) async fn repeat(
    connection: &mut SqliteConnection,
    campaign: CampaignId,
    now: i64,
    repeats: &BTreeMap<BucketKey, u64>,
) -> Result<(), sqlx::Error> {
    for (key, &count) in repeats {
        sqlx::query(
            "UPDATE bucket_campaigns SET count = count + $4, last_seen = $5
             WHERE campaign = $1 AND bucket = (
                 SELECT id FROM buckets
                 WHERE signature = $2 AND COALESCE(known_issue, '') = COALESCE($3, ''))",
        )
        .bind(campaign)
        .bind(&key.signature)
        .bind(&key.known_issue)
        .bind(integer(count))
        .bind(now)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Writes a finding, unless it is there already; says whether it was written.
async fn keep(
    connection: &mut SqliteConnection,
    id: &str,
    bucket: &str,
    campaign: CampaignId,
    now: i64,
    finding: &FindingData,
) -> Result<bool, sqlx::Error> {
    let written = sqlx::query(
        "INSERT INTO findings (id, bucket, campaign, created_at, case_id, engine, mode, language,
             dialect, target, plan, seed, program, tape, source, expectation, outcome, sighting,
             evidence)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
             $19)
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(bucket)
    .bind(campaign)
    .bind(now)
    .bind(&finding.case_id)
    .bind(&finding.engine)
    .bind(&finding.mode)
    .bind(&finding.language)
    .bind(&finding.dialect)
    .bind(&finding.target)
    .bind(&finding.plan)
    .bind(finding.seed.cast_signed())
    .bind(integer(finding.program))
    .bind(&finding.tape)
    .bind(&finding.source)
    .bind(&finding.expectation)
    .bind(&finding.outcome)
    .bind(&finding.sighting)
    .bind(&finding.evidence)
    .execute(connection)
    .await?;
    Ok(written.rows_affected() > 0)
}
