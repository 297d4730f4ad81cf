//! The smallest program that shows a finding, as far as it was looked for.

use sqlx::FromRow;

use crate::error::StoreError;
use crate::model::integer;
use crate::query::{Connection, query};
use crate::store::Store;

/// How far the program of a finding was reduced.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct ReductionData {
    /// The reduced program.
    pub source: String,
    /// What is compared, with the reduced programs: in the form of
    /// [`FindingData::sighting`](crate::FindingData::sighting).
    pub sighting: String,
    /// The tape that gives the reduced programs, in the caller's format; `None` if no
    /// tape does, because the text itself was changed.
    pub tape: Option<Vec<u8>>,
    /// The size of the program as it was found, in tokens.
    #[sqlx(try_from = "i64")]
    pub tokens_before: u64,
    /// The size of the reduced program, in tokens.
    #[sqlx(try_from = "i64")]
    pub tokens_after: u64,
    /// How many programs were tried.
    #[sqlx(try_from = "i64")]
    pub queries: u64,
    /// How long that took, in milliseconds.
    #[sqlx(try_from = "i64")]
    pub millis: u64,
    /// By what it is known that the reduced program is of the same class as the one
    /// that was found, in the caller's words.
    pub guarantee: String,
    /// Whether nothing smaller is left to try, and the result was confirmed alone.
    pub finished: bool,
    /// What went wrong on the way, if something did.
    pub trouble: Option<String>,
    /// Other findings that were met on the way, in the caller's format.
    pub others: String,
    /// What was seen with the reduced programs, in the form of
    /// [`FindingData::evidence`](crate::FindingData::evidence); `None` for a step that was
    /// not confirmed.
    pub evidence: Option<String>,
}

/// A reduction that was kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Reduction {
    /// The id of its finding.
    pub finding: String,
    /// When it was last written.
    pub updated_at: i64,
    /// What it is.
    #[sqlx(flatten)]
    pub data: ReductionData,
}

impl Store {
    /// How far a finding was reduced, if it was at all.
    pub fn reduction(&self, finding: &str) -> Result<Option<Reduction>, StoreError> {
        self.optional(
            "reading a reduction",
            query("SELECT * FROM reductions WHERE finding = $1").bind(finding),
        )
    }

    /// Keeps the reduction of a finding, unless a smaller one is known. Says whether it
    /// was kept.
    pub fn keep_reduction(&self, finding: &str, data: &ReductionData) -> Result<bool, StoreError> {
        self.write("keeping a reduction", async |transaction| {
            keep(transaction, finding, data).await
        })
    }
}

/// Keeps a reduction, unless a smaller one is known; says whether it was kept.
pub(crate) async fn keep(
    connection: &mut Connection<'_>,
    finding: &str,
    data: &ReductionData,
) -> Result<bool, sqlx::Error> {
    let now = connection.now().await?;
    let written = query(
        "INSERT INTO reductions (finding, updated_at, source, sighting, tape,
             tokens_before, tokens_after, queries, millis, guarantee, finished, trouble,
             others, evidence)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (finding) DO UPDATE SET updated_at = excluded.updated_at,
             source = excluded.source, sighting = excluded.sighting,
             tape = excluded.tape, tokens_before = excluded.tokens_before,
             tokens_after = excluded.tokens_after, queries = excluded.queries,
             millis = excluded.millis, guarantee = excluded.guarantee,
             finished = excluded.finished, trouble = excluded.trouble,
             others = excluded.others, evidence = excluded.evidence
         WHERE excluded.tokens_after < reductions.tokens_after
             OR (excluded.tokens_after = reductions.tokens_after
                 AND (excluded.finished OR NOT reductions.finished))",
    )
    .bind(finding)
    .bind(now)
    .bind(&data.source)
    .bind(&data.sighting)
    .bind(&data.tape)
    .bind(integer(data.tokens_before))
    .bind(integer(data.tokens_after))
    .bind(integer(data.queries))
    .bind(integer(data.millis))
    .bind(&data.guarantee)
    .bind(data.finished)
    .bind(&data.trouble)
    .bind(&data.others)
    .bind(&data.evidence)
    .execute(connection)
    .await?;
    Ok(written > 0)
}
