//! Buckets: suspected bugs. They belong to the store, so that what was said about
//! one holds in every later campaign.

use std::collections::BTreeMap;

use crate::error::StoreError;
use crate::ids;
use crate::jobs::{self, JobKind};
use crate::model::{
    Bucket, BucketKey, BucketStatus, CampaignId, Claim, Committed, Finding, FindingData, Named,
    NewFinding, integer,
};
use crate::query::{Connection, query};
use crate::store::{Store, no_such};

/// How many findings of a bucket are kept for each campaign; further ones are only
/// counted. A compiler that fails on every second program would fill the disk
/// otherwise.
pub const KEPT_FINDINGS: u64 = 20;

/// The buckets, with how often they were seen: by everybody, or in the campaign that is
/// the first parameter.
const OF_ALL: &str = "LEFT JOIN bucket_campaigns AS seen ON seen.bucket = part.id";
const OF_CAMPAIGN: &str =
    "JOIN bucket_campaigns AS seen ON seen.bucket = part.id AND seen.campaign = $1";

/// The bucket that one with this id, or with this number, is shown as.
const SHOWN_AS_ID: &str =
    "WHERE buckets.id = (SELECT COALESCE(merged_into, id) FROM buckets WHERE id = $1)";
const SHOWN_AS_NUMBER: &str =
    "WHERE buckets.id = (SELECT COALESCE(merged_into, id) FROM buckets WHERE number = $1)";

/// The text of a query for buckets.
fn select(join: &str, filter: &str, order: &str) -> String {
    format!(
        "SELECT buckets.id, buckets.number, buckets.signature, buckets.kind, buckets.target,
             buckets.known_issue, buckets.status, buckets.note,
             CAST(COALESCE(MIN(seen.first_seen), 0) AS BIGINT) AS first_seen,
             CAST(COALESCE(MAX(seen.last_seen), 0) AS BIGINT) AS last_seen,
             CAST(COALESCE(SUM(seen.count), 0) AS BIGINT) AS count
         FROM buckets JOIN buckets AS part ON COALESCE(part.merged_into, part.id) = buckets.id
             {join} {filter}
         GROUP BY buckets.id, buckets.number, buckets.signature, buckets.kind, buckets.target,
             buckets.known_issue, buckets.status, buckets.note {order}"
    )
}

impl Store {
    /// The buckets that a campaign has seen, and how often it did, in the order in
    /// which it first saw them.
    pub fn buckets(&self, campaign: CampaignId) -> Result<Vec<Bucket>, StoreError> {
        let order = "ORDER BY first_seen, buckets.signature";
        self.all("listing buckets", query(select(OF_CAMPAIGN, "", order)).bind(campaign))
    }

    /// All buckets, in the order of their numbers.
    pub fn all_buckets(&self) -> Result<Vec<Bucket>, StoreError> {
        self.all("listing buckets", query(select(OF_ALL, "", "ORDER BY buckets.number")))
    }

    /// A bucket, by its id; for one that was merged, the one that it is shown as.
    pub fn bucket(&self, id: &str) -> Result<Bucket, StoreError> {
        let by_id = query(select(OF_ALL, SHOWN_AS_ID, "")).bind(id);
        let found = self.optional("reading a bucket", by_id)?;
        found.ok_or_else(|| no_such("bucket", id))
    }

    /// The campaigns that have seen a bucket, the first one first.
    pub fn campaigns_of(&self, bucket: &str) -> Result<Vec<CampaignId>, StoreError> {
        let campaigns = query(
            "SELECT DISTINCT campaign FROM bucket_campaigns WHERE bucket IN (
                 SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)
             ORDER BY campaign",
        );
        let found: Vec<(CampaignId,)> =
            self.all("listing the campaigns of a bucket", campaigns.bind(bucket))?;
        Ok(found.into_iter().map(|(campaign,)| campaign).collect())
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
            query(
                "UPDATE buckets SET status = $2, note = COALESCE(CAST($3 AS TEXT), note)
                 WHERE id = $1",
            )
            .bind(bucket)
            .bind(status.name())
            .bind(note)
            .execute(transaction)
            .await
        })?;
        if changed == 0 { Err(no_such("bucket", bucket)) } else { Ok(()) }
    }

    /// The findings of a bucket that were kept, in the order of arrival.
    pub fn findings(&self, bucket: &str) -> Result<Vec<Finding>, StoreError> {
        self.all(
            "listing findings",
            query(
                "SELECT * FROM findings WHERE bucket IN (
                     SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)
                 ORDER BY created_at, program, id",
            )
            .bind(bucket),
        )
    }

    /// A finding, by its id.
    pub fn finding(&self, id: &str) -> Result<Finding, StoreError> {
        let found = self.optional(
            "reading a finding",
            query("SELECT * FROM findings WHERE id = $1").bind(id),
        )?;
        found.ok_or_else(|| no_such("finding", id))
    }

    /// What a person means by an id: the number of a bucket (`3` or `#3`), the id of
    /// a bucket or of a finding, or the beginning of such an id that no other has.
    pub fn named(&self, id: &str) -> Result<Named, StoreError> {
        let digits = id.strip_prefix('#').unwrap_or(id);
        if let Ok(number) = digits.parse::<i64>() {
            let numbered = query(select(OF_ALL, SHOWN_AS_NUMBER, "")).bind(number);
            let found = self.optional("reading a bucket", numbered)?;
            if let Some(bucket) = found {
                return Ok(Named::Bucket(bucket));
            }
        }
        let beginning = id.to_ascii_lowercase();
        if beginning.is_empty() || !beginning.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such("bucket or finding", id));
        }
        let mut found: Vec<(String, bool)> = self.all(
            "looking for an id",
            query(
                "SELECT id, TRUE FROM buckets WHERE id LIKE $1
                 UNION ALL SELECT id, FALSE FROM findings WHERE id LIKE $1
                 ORDER BY 1 LIMIT 20",
            )
            .bind(&format!("{beginning}%")),
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
    connection: &mut Connection<'_>,
    claim: &Claim,
    now: i64,
    key: &BucketKey,
    findings: &[(usize, &NewFinding)],
    committed: &mut Vec<(usize, Committed)>,
) -> Result<(), sqlx::Error> {
    let campaign = claim.campaign;
    let added = integer(findings.len() as u64);
    let bucket = &findings[0].1.bucket;
    let target = findings.iter().map(|(_, finding)| &finding.bucket.target[..]).min();
    let status = if bucket.known_issue.is_some() { BucketStatus::Known } else { BucketStatus::New };
    // What was said about it was said about the bucket that it is shown as.
    let known: Option<(String, String)> = query(
        "SELECT shown.id, shown.status FROM buckets
         JOIN buckets AS shown ON shown.id = COALESCE(buckets.merged_into, buckets.id)
         WHERE buckets.signature = $1 AND COALESCE(buckets.known_issue, '') = COALESCE($2, '')",
    )
    .bind(&key.signature)
    .bind(&key.known_issue)
    .optional(connection)
    .await?;
    let new_bucket = known.is_none();
    let was_fixed = known.as_ref().is_some_and(|(_, was)| was == BucketStatus::Fixed.name());
    let (id,): (String,) = query(
        "INSERT INTO buckets (id, number, signature, kind, target, known_issue, status, note)
         VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM buckets), $2, $3, $4, $5, $6, '')
         ON CONFLICT (signature, COALESCE(known_issue, ''))
         DO UPDATE SET target = CASE WHEN excluded.target < buckets.target
             THEN excluded.target ELSE buckets.target END
         RETURNING id",
    )
    .bind(&ids::bucket_id(key))
    .bind(&key.signature)
    .bind(&bucket.kind)
    .bind(target)
    .bind(&key.known_issue)
    .bind(status.name())
    .one(connection)
    .await?;
    let (shown, number, status): (String, i64, String) = query(
        "UPDATE buckets SET status = CASE status WHEN $2 THEN $3 ELSE status END
         WHERE id = (SELECT COALESCE(merged_into, id) FROM buckets WHERE id = $1)
         RETURNING id, number, status",
    )
    .bind(&id)
    .bind(BucketStatus::Fixed.name())
    .bind(BucketStatus::Regression.name())
    .one(connection)
    .await?;
    let status =
        BucketStatus::try_from(status).map_err(|error| sqlx::Error::Decode(error.into()))?;
    query(
        "INSERT INTO bucket_campaigns (bucket, campaign, first_seen, last_seen, count)
         VALUES ($1, $2, $3, $3, $4)
         ON CONFLICT (bucket, campaign) DO UPDATE
         SET count = bucket_campaigns.count + excluded.count, last_seen = excluded.last_seen",
    )
    .bind(&id)
    .bind(campaign)
    .bind(now)
    .bind(added)
    .execute(connection)
    .await?;
    let (count,): (i64,) = query(
        "SELECT CAST(SUM(count) AS BIGINT) FROM bucket_campaigns WHERE campaign = $2 AND bucket IN (
             SELECT id FROM buckets WHERE COALESCE(merged_into, id) = $1)",
    )
    .bind(&shown)
    .bind(campaign)
    .one(connection)
    .await?;
    let mut first = count == added;
    let (mut kept,): (i64,) =
        query("SELECT COUNT(*) FROM findings WHERE bucket = $1 AND campaign = $2")
            .bind(&id)
            .bind(campaign)
            .one(connection)
            .await?;
    for &(position, finding) in findings {
        let finding_id = ids::finding_id(campaign, finding);
        let keep = kept < integer(KEPT_FINDINGS)
            && keep(connection, &finding_id, &id, claim, now, &finding.data).await?;
        kept += i64::from(keep);
        // What is known need not be made small.
        if keep && new_bucket && first && key.known_issue.is_none() {
            jobs::add(connection, &finding_id, JobKind::Reduce, "").await?;
        }
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
    connection: &mut Connection<'_>,
    campaign: CampaignId,
    now: i64,
    repeats: &BTreeMap<BucketKey, u64>,
) -> Result<(), sqlx::Error> {
    for (key, &count) in repeats {
        query(
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
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Writes a finding, unless it is there already; says whether it was written.
async fn keep(
    connection: &mut Connection<'_>,
    id: &str,
    bucket: &str,
    claim: &Claim,
    now: i64,
    finding: &FindingData,
) -> Result<bool, sqlx::Error> {
    let written = query(
        "INSERT INTO findings (id, bucket, campaign, created_at, case_id, engine, mode, language,
             dialect, target, plan, seed, program, tape, source, expectation, outcome, sighting,
             evidence, lane)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
             $19, $20)
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(bucket)
    .bind(claim.campaign)
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
    .bind(integer(claim.lane))
    .execute(connection)
    .await?;
    Ok(written > 0)
}
