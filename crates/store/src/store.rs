//! The synchronous interface of the store.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection as _, SqlitePool};
use tokio::runtime::Runtime;

use crate::error::StoreError;
use crate::leases::Leases;
use crate::model::{
    BucketKey, BucketStatus, Campaign, CampaignId, Claim, Commit, Confirmed, Counter, DoneShard,
    Lane, NewCampaign, Next, Progress, ShardResults, StoredInput, Wanted, integer,
};
use crate::postgres::{self, Server};
use crate::query::{Connection, Query, Row, query};
use crate::shards;
use crate::sqlite::{self, BEGIN, OpenMode, PATIENCE, Place};
use crate::worker::Worker;

/// Whether this names a store that several machines may use: a PostgreSQL database, by its
/// URL, and not a file.
pub fn is_shared(at: &Path) -> bool {
    at.to_str().is_some_and(postgres::is_url)
}

/// A handle on a store. Clones share one connection; threads may use them at the
/// same time.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    database: Database,
    runtime: Runtime,
}

#[derive(Debug)]
enum Database {
    Sqlite { pool: SqlitePool, place: Place },
    Postgres(Box<Server>),
}

impl Drop for Inner {
    /// Closes the file in order, so that nothing is left beside it.
    fn drop(&mut self) {
        match &self.database {
            Database::Sqlite { pool, .. } => self.runtime.block_on(pool.close()),
            Database::Postgres(server) => self.runtime.block_on(server.close()),
        }
    }
}

impl Store {
    /// Opens the store in this file, or in the PostgreSQL database that a
    /// `postgres://` URL names, and brings its schema up to date.
    pub fn open(at: impl AsRef<Path>, mode: OpenMode) -> Result<Store, StoreError> {
        match at.as_ref().to_str().filter(|at| postgres::is_url(at)) {
            Some(url) => Store::connect(url, mode),
            None => Store::open_with(at.as_ref(), mode, PATIENCE),
        }
    }

    fn connect(url: &str, mode: OpenMode) -> Result<Store, StoreError> {
        let server = Server::named(url)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| server.unreachable(&error))?;
        runtime.block_on(server.open(mode))?;
        Ok(Store {
            inner: Arc::new(Inner { database: Database::Postgres(Box::new(server)), runtime }),
        })
    }

    fn open_with(path: &Path, mode: OpenMode, patience: Duration) -> Result<Store, StoreError> {
        let not_writable = |error: std::io::Error| StoreError::NotWritable {
            at: path.display().to_string(),
            detail: error.to_string(),
        };
        // Relative paths could be mistaken for something else (`file:…`).
        let path = std::path::absolute(path).map_err(not_writable)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(not_writable)?;
        let place = Place { at: path.display().to_string(), patience };
        let pool = runtime.block_on(sqlite::open(&path, &place, mode))?;
        Ok(Store { inner: Arc::new(Inner { database: Database::Sqlite { pool, place }, runtime }) })
    }

    /// Whether several machines may use it: it is in a PostgreSQL server.
    pub fn is_shared(&self) -> bool {
        matches!(self.inner.database, Database::Postgres(_))
    }

    /// Makes a campaign and keeps its inputs.
    pub fn create_campaign(&self, campaign: &NewCampaign) -> Result<CampaignId, StoreError> {
        self.write("making a campaign", async |transaction| {
            transaction.take_turns().await?;
            let now = transaction.now().await?;
            let (id,): (CampaignId,) = query(
                "INSERT INTO campaigns (id, name, created_at, seed, settings, stopped)
                 VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM campaigns), $1, $2, $3, $4, FALSE)
                 RETURNING id",
            )
            .bind(&campaign.name)
            .bind(now)
            .bind(campaign.seed.cast_signed())
            .bind(&campaign.settings)
            .one(transaction)
            .await?;
            for (number, lane) in (0_i64..).zip(&campaign.lanes) {
                query(
                    "INSERT INTO lanes (campaign, number, name, shard_limit, next_shard)
                     VALUES ($1, $2, $3, $4, 0)",
                )
                .bind(id)
                .bind(number)
                .bind(&lane.name)
                .bind(lane.shard_limit.map(integer))
                .execute(transaction)
                .await?;
            }
            for input in &campaign.inputs {
                query(
                    "INSERT INTO inputs (digest, name, content) VALUES ($1, $2, $3)
                     ON CONFLICT (digest) DO NOTHING",
                )
                .bind(&input.digest)
                .bind(&input.name)
                .bind(&input.content)
                .execute(transaction)
                .await?;
            }
            Ok(id)
        })
    }

    /// All campaigns, the newest first.
    pub fn campaigns(&self) -> Result<Vec<Campaign>, StoreError> {
        self.all("listing campaigns", query("SELECT * FROM campaigns ORDER BY id DESC"))
    }

    /// The newest campaign, if there is any.
    pub fn latest_campaign(&self) -> Result<Option<Campaign>, StoreError> {
        self.optional(
            "looking for the newest campaign",
            query("SELECT * FROM campaigns ORDER BY id DESC LIMIT 1"),
        )
    }

    /// A campaign.
    pub fn campaign(&self, id: CampaignId) -> Result<Campaign, StoreError> {
        let found = self.optional(
            "reading a campaign",
            query("SELECT * FROM campaigns WHERE id = $1").bind(id),
        )?;
        found.ok_or_else(|| no_such("campaign", id))
    }

    /// Stops a campaign for every process, or lets it run again. Shards that are
    /// being worked on may still be committed.
    pub fn set_stopped(&self, id: CampaignId, stopped: bool) -> Result<(), StoreError> {
        let changed = self.write("stopping or continuing a campaign", async |transaction| {
            query("UPDATE campaigns SET stopped = $2 WHERE id = $1")
                .bind(id)
                .bind(stopped)
                .execute(transaction)
                .await
        })?;
        if changed == 0 { Err(no_such("campaign", id)) } else { Ok(()) }
    }

    /// The lanes of a campaign, with how far each has come.
    pub fn lanes(&self, campaign: CampaignId) -> Result<Vec<Lane>, StoreError> {
        self.all(
            "reading a campaign's lanes",
            query(
                "SELECT lanes.number, lanes.name,
                     COUNT(CASE WHEN shards.state = 'done' THEN 1 END) AS done,
                     COALESCE(COUNT(shards.number) >= lanes.shard_limit, FALSE) AS finished
                 FROM lanes LEFT JOIN shards ON shards.campaign = lanes.campaign
                     AND shards.lane = lanes.number
                     AND (shards.state = 'done' OR shards.set_aside)
                 WHERE lanes.campaign = $1
                 GROUP BY lanes.number, lanes.name, lanes.shard_limit
                 ORDER BY lanes.number",
            )
            .bind(campaign),
        )
    }

    /// Whether every shard of a campaign is done or set aside; never if a lane has no
    /// limit.
    pub fn is_finished(&self, campaign: CampaignId) -> Result<bool, StoreError> {
        Ok(self.lanes(campaign)?.iter().all(|lane| lane.finished))
    }

    /// The shards of a campaign that are done, in the order of their completion.
    pub fn done_shards(&self, campaign: CampaignId) -> Result<Vec<DoneShard>, StoreError> {
        self.all(
            "reading what was done",
            query(
                "SELECT lane, number, programs, done_at FROM shards
                 WHERE campaign = $1 AND state = 'done'
                 ORDER BY COALESCE(done_at, 0), lane, number",
            )
            .bind(campaign),
        )
    }

    /// The input with this digest, if it was kept.
    pub fn input(&self, digest: &str) -> Result<Option<StoredInput>, StoreError> {
        self.optional(
            "reading an input",
            query("SELECT * FROM inputs WHERE digest = $1").bind(digest),
        )
    }

    /// How far a campaign has come.
    pub fn progress(&self, campaign: CampaignId) -> Result<Progress, StoreError> {
        self.one(
            "reading a campaign's progress",
            query(
                "SELECT COUNT(CASE WHEN state = 'done' THEN 1 END) AS done,
                     COUNT(CASE WHEN state = 'leased' AND NOT set_aside THEN 1 END) AS open,
                     COUNT(CASE WHEN set_aside THEN 1 END) AS set_aside,
                     CAST(COALESCE(SUM(programs), 0) AS BIGINT) AS programs
                 FROM shards WHERE campaign = $1",
            )
            .bind(campaign),
        )
    }

    /// Leases a shard of a lane, unless the campaign is stopped: one whose lease
    /// has expired, else the next one. When the lease expires, or the worker's
    /// process is found dead, the shard is handed out again, unless that happened too
    /// often ([`LOST_TOO_OFTEN`](crate::LOST_TOO_OFTEN)): then it is set aside.
    pub fn claim(
        &self,
        campaign: CampaignId,
        lane: &str,
        worker: &Worker,
        lease: Duration,
    ) -> Result<Next, StoreError> {
        self.claim_wanted(campaign, lane, Wanted::Next, worker, lease)
    }

    /// Leases a shard that is [`Wanted`].
    pub fn claim_wanted(
        &self,
        campaign: CampaignId,
        lane: &str,
        wanted: Wanted,
        worker: &Worker,
        lease: Duration,
    ) -> Result<Next, StoreError> {
        let next = self.write("claiming a shard", async |transaction| {
            shards::claim(transaction, campaign, lane, wanted, worker, lease).await
        })?;
        next.ok_or_else(|| no_such("lane", format!("{lane:?} of campaign {campaign}")))
    }

    /// Extends the lease to `lease` from now. False if the shard is done or was
    /// handed out to another worker: further work on it would be wasted.
    pub fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        self.write("renewing a lease", async |transaction| {
            Leases::Shards.renew(transaction, claim, lease).await
        })
    }

    /// Gives a shard back, to be handed out again. Does nothing if it is not held
    /// any more.
    pub fn release(&self, claim: &Claim) -> Result<(), StoreError> {
        self.renew(claim, Duration::ZERO).map(drop)
    }

    /// Writes the results of a shard and that it is done, all or nothing. Works
    /// as long as the shard was not handed out again, even if the lease has run
    /// out. After an error nothing was written, and it may be tried again.
    pub fn commit(&self, claim: &Claim, results: &ShardResults) -> Result<Commit, StoreError> {
        self.write("committing a shard", async |transaction| {
            shards::commit(transaction, claim, results).await
        })
    }

    /// All counters of a campaign, sorted by engine, mode, target and outcome.
    pub fn counters(&self, campaign: CampaignId) -> Result<Vec<Counter>, StoreError> {
        self.all(
            "reading counters",
            query(
                "SELECT engine, mode, target, outcome, count FROM counters WHERE campaign = $1
                 ORDER BY engine, mode, target, outcome",
            )
            .bind(campaign),
        )
    }

    /// How often what looked like each bucket was tried alone, by all processes of a
    /// campaign, as far as their shards are done.
    pub fn confirmations(
        &self,
        campaign: CampaignId,
    ) -> Result<BTreeMap<BucketKey, Confirmed>, StoreError> {
        let rows: Vec<(String, String, i64, i64, String, String)> = self.all(
            "reading what was confirmed",
            query(
                "SELECT signature, known_issue, confirmed, refuted, bucket_signature, bucket_issue
                 FROM confirmations WHERE campaign = $1",
            )
            .bind(campaign),
        )?;
        let key = |signature, known_issue: String| BucketKey {
            signature,
            known_issue: Some(known_issue).filter(|issue| !issue.is_empty()),
        };
        let row = |(signature, issue, confirmed, refuted, bucket, bucket_issue): (
            _,
            _,
            i64,
            i64,
            _,
            _,
        )| {
            let (confirmed, refuted) = (confirmed.cast_unsigned(), refuted.cast_unsigned());
            let bucket = key(bucket, bucket_issue);
            (key(signature, issue), Confirmed { confirmed, refuted, bucket })
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// How many bytes the findings of a campaign take.
    pub fn size(&self, campaign: CampaignId) -> Result<u64, StoreError> {
        let (bytes,): (i64,) = self.one(
            "measuring a campaign",
            query(
                "SELECT CAST(COALESCE(SUM(LENGTH(plan) + LENGTH(tape) + LENGTH(source)
                     + LENGTH(sighting) + LENGTH(evidence)), 0) AS BIGINT)
                 FROM findings WHERE campaign = $1",
            )
            .bind(campaign),
        )?;
        Ok(bytes.cast_unsigned())
    }

    /// Removes a campaign with its findings. Buckets stay if another campaign has
    /// seen them or somebody has said something about them.
    pub fn delete_campaign(&self, id: CampaignId) -> Result<(), StoreError> {
        self.campaign(id)?;
        self.write("removing a campaign", async |transaction| {
            for sql in [
                "DELETE FROM verdicts
                 WHERE finding IN (SELECT id FROM findings WHERE campaign = $1)",
                "DELETE FROM reductions
                 WHERE finding IN (SELECT id FROM findings WHERE campaign = $1)",
                "DELETE FROM jobs WHERE campaign = $1",
                "DELETE FROM used WHERE campaign = $1",
                "DELETE FROM confirmations WHERE campaign = $1",
                "UPDATE workers SET campaign = NULL WHERE campaign = $1",
                "DELETE FROM findings WHERE campaign = $1",
                "DELETE FROM bucket_campaigns WHERE campaign = $1",
                "DELETE FROM counters WHERE campaign = $1",
                "DELETE FROM shards WHERE campaign = $1",
                "DELETE FROM lanes WHERE campaign = $1",
                "DELETE FROM campaigns WHERE id = $1",
            ] {
                query(sql).bind(id).execute(transaction).await?;
            }
            query(
                "DELETE FROM buckets WHERE status IN ($1, $2) AND note = ''
                     AND id NOT IN (SELECT bucket FROM bucket_campaigns)
                     AND merged_into IS NULL
                     AND id NOT IN (
                         SELECT merged_into FROM buckets WHERE merged_into IS NOT NULL)
                     AND id NOT IN (SELECT bucket FROM triage_steps)
                     AND id NOT IN (SELECT was FROM triage_steps WHERE was IS NOT NULL)",
            )
            .bind(BucketStatus::New.name())
            .bind(BucketStatus::Known.name())
            .execute(transaction)
            .await
            .map(drop)
        })
    }

    /// The rows of a query.
    pub(crate) fn all<T: Row>(
        &self,
        doing: &'static str,
        query: Query<'_>,
    ) -> Result<Vec<T>, StoreError> {
        let Inner { database, runtime } = &*self.inner;
        match database {
            Database::Sqlite { pool, place } => {
                let read = async {
                    let mut connection = pool.acquire().await?;
                    query.all(&mut Connection::Sqlite(&mut connection)).await
                };
                runtime.block_on(read).map_err(|error| place.explain(doing, error))
            }
            Database::Postgres(server) => {
                let read = server.with(async |connection| query.all(connection).await);
                runtime.block_on(read).map_err(|error| server.explain(doing, error))
            }
        }
    }

    /// The first row of a query, if there is one.
    pub(crate) fn optional<T: Row>(
        &self,
        doing: &'static str,
        query: Query<'_>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.all(doing, query)?.into_iter().next())
    }

    /// The row of a query that always has one.
    pub(crate) fn one<T: Row>(
        &self,
        doing: &'static str,
        query: Query<'_>,
    ) -> Result<T, StoreError> {
        Ok(self.optional(doing, query)?.expect("an aggregate without groups has one row"))
    }

    /// Does some work in one writing transaction. It is done again if the database
    /// ended the transaction in favour of another one.
    pub(crate) fn write<T>(
        &self,
        doing: &'static str,
        work: impl AsyncFn(&mut Connection<'_>) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let Inner { database, runtime } = &*self.inner;
        match database {
            Database::Sqlite { pool, place } => {
                let written = async {
                    let mut connection = pool.acquire().await?;
                    let written = async {
                        let mut transaction = connection.begin_with(BEGIN).await?;
                        let value = work(&mut Connection::Sqlite(&mut transaction)).await?;
                        transaction.commit().await?;
                        Ok(value)
                    };
                    let written = written.await;
                    if written.is_err() {
                        // After some errors SQLite ends the transaction by itself,
                        // which sqlx does not notice: this connection would refuse to
                        // begin another one. What closing it says is of no interest
                        // then.
                        connection.close().await.ok();
                    }
                    written
                };
                runtime.block_on(written).map_err(|error| place.explain(doing, error))
            }
            Database::Postgres(server) => {
                let written = server.write(&work);
                runtime.block_on(written).map_err(|error| server.explain(doing, error))
            }
        }
    }
}

pub(crate) fn no_such(what: &'static str, id: impl ToString) -> StoreError {
    StoreError::NoSuch { what, id: id.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CounterKey, FindingData, NewBucket, NewFinding, NewLane};

    const LEASE: Duration = Duration::from_secs(3600);

    fn campaign(store: &Store) -> CampaignId {
        let new = NewCampaign {
            name: "test".to_owned(),
            seed: u64::MAX,
            settings: "{}".to_owned(),
            lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: None }],
            inputs: Vec::new(),
        };
        store.create_campaign(&new).unwrap()
    }

    fn claim(store: &Store, campaign: CampaignId) -> Claim {
        match store.claim(campaign, "lane", &Worker::current("test"), LEASE).unwrap() {
            Next::Shard(claim) => claim,
            other => panic!("{other:?}"),
        }
    }

    fn execute(store: &Store, sql: &'static str) {
        let Inner { database: Database::Sqlite { pool, .. }, runtime } = &*store.inner else {
            panic!("this is about SQLite")
        };
        runtime.block_on(sqlx::query(sql).execute(pool)).unwrap();
    }

    #[test]
    fn a_full_disk_loses_nothing_and_work_goes_on_when_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store.db"), OpenMode::Create).unwrap();
        let campaign = campaign(&store);
        let claim = claim(&store, campaign);
        let key = CounterKey {
            engine: "rules".to_owned(),
            mode: "well-typed".to_owned(),
            target: String::new(),
            outcome: "generated".to_owned(),
        };
        let results = ShardResults {
            programs: 1,
            counters: BTreeMap::from([(key, 1)]),
            findings: vec![NewFinding {
                bucket: NewBucket { signature: "large".to_owned(), ..NewBucket::default() },
                data: FindingData {
                    source: "x".repeat(1 << 20),
                    seed: u64::MAX,
                    ..FindingData::default()
                },
            }],
            ..ShardResults::default()
        };

        // SQLite answers a full disk and a full quota of pages with one code.
        // A connection that failed is replaced by one without a quota.
        for _ in 0..3 {
            execute(&store, "PRAGMA max_page_count = 100");
            let error = store.commit(&claim, &results).unwrap_err();
            assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        }
        assert_eq!(store.counters(campaign).unwrap(), []);
        assert_eq!(store.buckets(campaign).unwrap(), []);
        assert_eq!(store.progress(campaign).unwrap().done, 0);

        let committed = store.commit(&claim, &results).unwrap();
        assert!(matches!(committed, Commit::Done(_)), "{committed:?}");
        assert_eq!(store.commit(&claim, &results).unwrap(), Commit::Stale);
        assert_eq!(store.counters(campaign).unwrap()[0].count, 1);
        let bucket = &store.buckets(campaign).unwrap()[0];
        assert_eq!(bucket.count, 1);
        let finding = &store.findings(&bucket.id).unwrap()[0];
        assert_eq!((finding.data.source.len(), finding.data.seed), (1 << 20, u64::MAX));
    }

    #[test]
    fn a_store_that_stays_locked_is_given_up_and_works_again_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let greedy = Store::open(&path, OpenMode::Create).unwrap();
        let campaign = campaign(&greedy);
        let store = Store::open_with(&path, OpenMode::Existing, Duration::from_millis(50)).unwrap();

        let Inner { database: Database::Sqlite { pool, .. }, runtime } = &*greedy.inner else {
            panic!("this is about SQLite")
        };
        let transaction = runtime.block_on(pool.begin_with(BEGIN)).unwrap();
        let error = store.claim(campaign, "lane", &Worker::current("test"), LEASE).unwrap_err();
        assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");
        assert_eq!(store.campaign(campaign).unwrap().seed, u64::MAX, "reading needs no lock");
        runtime.block_on(transaction.rollback()).unwrap();

        // A busy machine may need more than the 50 ms in vain, so try until it works.
        while let Err(error) = store.claim(campaign, "lane", &Worker::current("test"), LEASE) {
            assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");
        }
    }

    #[test]
    fn making_a_store_waits_for_whoever_reads_the_empty_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
        let mut reader = runtime
            .block_on(sqlx::ConnectOptions::connect(&options.create_if_missing(true)))
            .unwrap();
        let mut execute = |sql: &'static str| {
            runtime.block_on(sqlx::query(sql).execute(&mut reader)).unwrap();
        };
        execute("BEGIN");
        execute("SELECT * FROM sqlite_master");
        let impatient = Duration::from_millis(50);
        let error = Store::open_with(&path, OpenMode::Create, impatient).unwrap_err();
        assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");

        std::thread::scope(|scope| {
            let patient = scope.spawn(|| Store::open(&path, OpenMode::Create));
            std::thread::sleep(impatient * 4);
            execute("ROLLBACK");
            patient.join().unwrap().unwrap();
        });
    }
}
