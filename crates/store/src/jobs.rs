//! What is to be done with findings besides looking for them. A job is leased, fenced and
//! finished like a shard, and belongs to the lane of its finding: whoever can run the lane
//! can do it.

use std::time::Duration;

use case::words;
use sqlx::FromRow;

use crate::error::StoreError;
use crate::leases::{Leases, end_of};
use crate::model::{CampaignId, Claim, Wanted};
use crate::query::{Connection, Value, query};
use crate::reductions::{self, ReductionData};
use crate::store::{Store, no_such};
use crate::verdicts::{self, Again};
use crate::worker::Worker;

words! {
    /// What a job is.
    JobKind, "kind of job" {
        /// Making the program of a finding small. The first finding of a bucket that is not
        /// a known issue has such a job from the beginning.
        Reduce = "reduce",
        /// Searching for the versions of the compiler that show the finding.
        Bisect = "bisect",
    }
}

/// The right to work on a job and to finish it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Like that on a shard.
    pub claim: Claim,
    /// What is to be done.
    pub kind: JobKind,
    /// The id of the finding.
    pub finding: String,
    /// How it is to be done, in the caller's format.
    pub arguments: String,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum NextJob {
    /// This job.
    Job(Job),
    /// Nothing now: others are at what is left. They may be lost.
    Wait,
    /// Nothing.
    Done,
}

/// What came of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobResults {
    /// The reduction, if it was one.
    pub reduction: Option<ReductionData>,
    /// The target, what was seen and the outcome, for each version that was tried.
    pub verdicts: Vec<(String, Again, String)>,
    /// What came of it, in a few words.
    pub word: String,
}

/// A job that is not done.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct OpenJob {
    /// The name of its lane.
    pub lane: String,
    /// What is to be done.
    #[sqlx(try_from = "String")]
    pub kind: JobKind,
    /// The id of the finding.
    pub finding: String,
    /// Whether it is handed out no more, because workers were lost over it too often.
    pub set_aside: bool,
}

impl Store {
    /// Puts a job in the queue, unless the same is there and not done. Says whether it was
    /// put there; the error is that nobody knows the lane of the finding, which an older
    /// version has found.
    pub fn queue(&self, finding: &str, kind: JobKind, arguments: &str) -> Result<bool, StoreError> {
        let known = query("SELECT id FROM findings WHERE id = $1 AND lane IS NOT NULL");
        let known: Option<(String,)> =
            self.optional("looking for the lane of a finding", known.bind(finding))?;
        if known.is_none() {
            return Err(no_such("finding with a known lane", finding));
        }
        self.write("queueing a job", async |transaction| {
            transaction.take_turns().await?;
            add(transaction, finding, kind, arguments).await
        })
    }

    /// The jobs of a campaign that are not done, those that are being done included, the
    /// oldest of each lane first.
    pub fn open_jobs(&self, campaign: CampaignId) -> Result<Vec<OpenJob>, StoreError> {
        self.all(
            "listing jobs",
            query(
                "SELECT lanes.name AS lane, jobs.kind, jobs.finding, jobs.set_aside
                 FROM jobs JOIN lanes
                     ON lanes.campaign = jobs.campaign AND lanes.number = jobs.lane
                 WHERE jobs.campaign = $1 AND jobs.state = 'leased'
                 ORDER BY jobs.lane, jobs.number",
            )
            .bind(campaign),
        )
    }

    /// Leases a job of a lane.
    pub fn claim_job(
        &self,
        campaign: CampaignId,
        lane: &str,
        wanted: Wanted,
        worker: &Worker,
        lease: Duration,
    ) -> Result<NextJob, StoreError> {
        let next = self.write("claiming a job", async |transaction| {
            claim(transaction, campaign, lane, wanted, worker, lease).await
        })?;
        next.ok_or_else(|| no_such("lane", format!("{lane:?} of campaign {campaign}")))
    }

    /// Extends the lease of a job, like [`Store::renew`].
    pub fn renew_job(&self, job: &Job, lease: Duration) -> Result<bool, StoreError> {
        self.write("renewing a lease", async |transaction| {
            Leases::Jobs.renew(transaction, &job.claim, lease).await
        })
    }

    /// Gives a job back, to be handed out again.
    pub fn release_job(&self, job: &Job) -> Result<(), StoreError> {
        self.renew_job(job, Duration::ZERO).map(drop)
    }

    /// Writes the results of a job and that it is done, all or nothing. False if the job
    /// was done already, or handed out to somebody else: then nothing is written.
    pub fn finish_job(&self, job: &Job, results: &JobResults) -> Result<bool, StoreError> {
        self.write("finishing a job", async |transaction| {
            let now = transaction.now().await?;
            let word = ("word", Value::from(&results.word));
            if !Leases::Jobs.finish(transaction, &job.claim, now, word).await? {
                return Ok(false);
            }
            if let Some(reduction) = &results.reduction {
                reductions::keep(transaction, &job.finding, reduction).await?;
            }
            for (target, seen, outcome) in &results.verdicts {
                verdicts::add(transaction, &job.finding, target, *seen, outcome).await?;
            }
            Ok(true)
        })
    }
}

/// Adds a job for a finding whose lane is known, unless the same is there and not done. It
/// is the caller's turn to give out numbers.
pub(crate) async fn add(
    connection: &mut Connection<'_>,
    finding: &str,
    kind: JobKind,
    arguments: &str,
) -> Result<bool, sqlx::Error> {
    let added = query(
        "INSERT INTO jobs (campaign, lane, number, kind, finding, arguments, state, epoch, worker,
             host, pid, started, lease_until, leased_at, lost, set_aside, word)
         SELECT found.campaign, found.lane,
             (SELECT COALESCE(MAX(number) + 1, 0) FROM jobs
              WHERE jobs.campaign = found.campaign AND jobs.lane = found.lane),
             $2, found.id, $3, 'leased', 0, '', '', 0, 0, 0, 0, 0, FALSE, ''
         FROM findings AS found WHERE found.id = $1
         ON CONFLICT DO NOTHING",
    )
    .bind(finding)
    .bind(kind.name())
    .bind(arguments)
    .execute(connection)
    .await?;
    Ok(added > 0)
}

/// Hands out a job; `None` if there is no such lane.
async fn claim(
    connection: &mut Connection<'_>,
    campaign: CampaignId,
    lane: &str,
    wanted: Wanted,
    worker: &Worker,
    lease: Duration,
) -> Result<Option<NextJob>, sqlx::Error> {
    connection.need_not_be_durable().await?;
    let found: Option<(i64,)> = query("SELECT number FROM lanes WHERE campaign = $1 AND name = $2")
        .bind(campaign)
        .bind(lane)
        .optional(connection)
        .await?;
    let Some((lane,)) = found else { return Ok(None) };
    let now = connection.now().await?;
    let (place, until) = ((campaign, lane), end_of(lease, now));
    let taken =
        Leases::Jobs.take_left_behind(connection, place, wanted, worker, now, until).await?;
    let Some((number, epoch)) = taken else {
        let waits = wanted == Wanted::Next && Leases::Jobs.open(connection, place).await? > 0;
        return Ok(Some(if waits { NextJob::Wait } else { NextJob::Done }));
    };
    let (kind, finding, arguments): (String, String, String) = query(
        "SELECT kind, finding, arguments FROM jobs
         WHERE campaign = $1 AND lane = $2 AND number = $3",
    )
    .bind(campaign)
    .bind(lane)
    .bind(number)
    .one(connection)
    .await?;
    let kind = JobKind::try_from(kind).map_err(|error| sqlx::Error::Decode(error.into()))?;
    let (lane, number, epoch) =
        (lane.cast_unsigned(), number.cast_unsigned(), epoch.cast_unsigned());
    let claim = Claim { campaign, lane, number, epoch };
    Ok(Some(NextJob::Job(Job { claim, kind, finding, arguments })))
}
