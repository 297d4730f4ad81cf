//! What is learnt about findings and campaigns after programs were judged: the
//! verdicts of other targets on a finding, and how much of the engines was used.

use case::words;
use sqlx::FromRow;

use crate::error::StoreError;
use crate::model::{CampaignId, integer};
use crate::query::{Connection, query};
use crate::store::Store;

words! {
    /// What became of a finding when it was tried again.
    Again, "result of a retest" {
        /// It was there.
        Same = "same",
        /// Something else was wrong.
        Other = "other",
        /// Everything was as expected.
        Nothing = "nothing",
        /// There was no verdict.
        Unknown = "unknown",
    }
}

/// What became of a finding on one target.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Verdict {
    /// The target.
    pub target: String,
    /// What was seen, the last time.
    #[sqlx(try_from = "String")]
    pub seen: Again,
    /// What the target did, the last time, in the caller's format.
    pub outcome: String,
    /// How often it was tried.
    #[sqlx(try_from = "i64")]
    pub tried: u64,
    /// How often the finding was there.
    #[sqlx(try_from = "i64")]
    pub again: u64,
    /// When it was last tried.
    pub tried_at: i64,
}

/// How much of something that an engine has was used by the programs of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct UsedOf {
    /// What is counted: `rules of rust-regions`.
    pub what: String,
    /// How many of them were used.
    #[sqlx(try_from = "i64")]
    pub used: u64,
    /// How many there are.
    #[sqlx(try_from = "i64")]
    pub total: u64,
    /// Those in the fewest programs, in the caller's format.
    pub rarest: String,
}

impl Store {
    /// Notes what became of a finding on a target. A verdict that is known already
    /// is counted, and replaced.
    pub fn add_verdict(
        &self,
        finding: &str,
        target: &str,
        seen: Again,
        outcome: &str,
    ) -> Result<(), StoreError> {
        self.write("keeping a verdict", async |transaction| {
            add(transaction, finding, target, seen, outcome).await
        })
    }

    /// What became of a finding on targets, sorted by their names.
    pub fn verdicts(&self, finding: &str) -> Result<Vec<Verdict>, StoreError> {
        self.all(
            "reading verdicts",
            query(
                "SELECT target, seen, outcome, tried, again, tried_at FROM verdicts
                 WHERE finding = $1 ORDER BY target",
            )
            .bind(finding),
        )
    }

    /// Keeps how much of what its engines have was used in a run of a campaign,
    /// unless another run of it used more.
    pub fn keep_used(&self, campaign: CampaignId, used: &[UsedOf]) -> Result<(), StoreError> {
        self.write("keeping what was used", async |transaction| {
            for of in used {
                query(
                    "INSERT INTO used (campaign, what, used, total, rarest)
                     VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (campaign, what) DO UPDATE SET used = excluded.used,
                         total = excluded.total, rarest = excluded.rarest
                     WHERE excluded.used >= used.used",
                )
                .bind(campaign)
                .bind(&of.what)
                .bind(integer(of.used))
                .bind(integer(of.total))
                .bind(&of.rarest)
                .execute(transaction)
                .await?;
            }
            Ok(())
        })
    }

    /// How much of what its engines have was used in a campaign.
    pub fn used(&self, campaign: CampaignId) -> Result<Vec<UsedOf>, StoreError> {
        self.all(
            "reading what was used",
            query("SELECT what, used, total, rarest FROM used WHERE campaign = $1 ORDER BY what")
                .bind(campaign),
        )
    }
}

/// Notes what became of a finding on a target.
pub(crate) async fn add(
    connection: &mut Connection<'_>,
    finding: &str,
    target: &str,
    seen: Again,
    outcome: &str,
) -> Result<(), sqlx::Error> {
    let now = connection.now().await?;
    query(
        "INSERT INTO verdicts (finding, target, seen, outcome, tried, again, tried_at)
         VALUES ($1, $2, $3, $4, 1, $5, $6)
         ON CONFLICT (finding, target) DO UPDATE SET seen = excluded.seen,
             outcome = excluded.outcome, tried = verdicts.tried + 1,
             again = verdicts.again + excluded.again, tried_at = excluded.tried_at",
    )
    .bind(finding)
    .bind(target)
    .bind(seen.name())
    .bind(outcome)
    .bind(i64::from(seen == Again::Same))
    .bind(now)
    .execute(connection)
    .await
    .map(drop)
}
