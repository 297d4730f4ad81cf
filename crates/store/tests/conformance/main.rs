//! What a store does, whatever database it is in: every test here runs on SQLite and on a
//! real PostgreSQL server.

mod backtests;
mod jobs;
mod merges;
mod model;
mod reductions;
#[path = "../server/mod.rs"]
mod server;
mod verdicts;

use std::path::{Path, PathBuf};
use std::time::Duration;

use store::{CampaignId, OpenMode, Store};
use tempfile::TempDir;

use crate::server::Server;

/// Where a test may make a store.
struct Place {
    /// A file or a URL.
    at: PathBuf,
    runtime: tokio::runtime::Runtime,
    /// The folder of the file.
    _folder: Option<TempDir>,
}

impl Place {
    fn file() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("new").join("folder").join("store.db");
        Place { at, runtime: runtime(), _folder: Some(folder) }
    }

    fn database(url: &str) -> Place {
        Place { at: url.into(), runtime: runtime(), _folder: None }
    }

    fn open(&self, mode: OpenMode) -> Store {
        Store::open(&self.at, mode).unwrap()
    }

    /// The file, if it is one.
    fn path(&self) -> Option<&Path> {
        self._folder.is_some().then_some(&*self.at)
    }

    /// Lets the lease of a shard run out a moment ago, if it has one, behind the store's
    /// back.
    fn expire(&self, campaign: CampaignId, lane: usize, number: usize) {
        self.expire_in("shards", campaign, lane, number);
    }

    /// The same for what is leased in a table.
    fn expire_in(&self, table: &str, campaign: CampaignId, lane: usize, number: usize) {
        let (lane, number) = (lane as i64, number as i64);
        let past = |clock: &str| {
            sqlx::AssertSqlSafe(format!(
                "UPDATE {table} SET lease_until = {clock} * 1000 - 1000
                 WHERE campaign = $1 AND lane = $2 AND number = $3"
            ))
        };
        let changed = self.runtime.block_on(async {
            match self.path() {
                Some(path) => {
                    let options = sqlx::sqlite::SqliteConnectOptions::new()
                        .filename(path)
                        .busy_timeout(Duration::from_secs(60));
                    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
                    let past = sqlx::query(past("unixepoch()"));
                    let past = past.bind(campaign.0).bind(lane).bind(number);
                    past.execute(&mut connection).await.unwrap().rows_affected()
                }
                None => {
                    let options: sqlx::postgres::PgConnectOptions =
                        self.at.to_str().unwrap().parse().unwrap();
                    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
                    let past = sqlx::query(past("EXTRACT(EPOCH FROM now())"));
                    let past = past.bind(campaign.0).bind(lane).bind(number);
                    past.execute(&mut connection).await.unwrap().rows_affected()
                }
            }
        });
        assert_eq!(changed, 1);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Every test, on both databases. One server has a database for each.
macro_rules! conformance {
    ($($module:ident: $($test:ident),* $(,)?;)*) => {
        mod sqlite {
            $($(
                #[test]
                fn $test() {
                    crate::$module::$test(&crate::Place::file());
                }
            )*)*
        }

        #[test]
        fn postgres() {
            let server = Server::start(&["fsync=off"]);
            $($(
                println!("{}", stringify!($test));
                let url = server.database(stringify!($test));
                $module::$test(&Place::database(&url));
            )*)*
        }
    };
}

conformance! {
    backtests: the_last_backtest_of_a_bug_stands;
    jobs:
        a_new_bucket_has_a_reduction_in_the_queue,
        a_job_is_leased_and_fenced_like_a_shard,
        a_job_that_kills_its_workers_is_set_aside,
        workers_at_the_same_time_do_every_job_once;
    merges:
        what_is_merged_stays_merged_until_it_is_undone,
        what_is_split_stays_split_until_it_is_undone,
        a_finding_of_a_merged_bucket_is_split_off_with_its_own,
        a_campaign_with_everything_can_be_deleted;
    model:
        the_store_does_what_its_model_does,
        what_was_written_is_read_again,
        what_was_said_about_a_bucket_holds_in_the_next_campaign,
        what_was_fixed_and_is_seen_again_is_a_regression,
        a_bucket_is_named_after_the_plainest_of_its_targets,
        what_is_known_has_a_bucket_of_its_own,
        ids_may_be_numbers_and_beginnings,
        a_deleted_campaign_leaves_what_was_said,
        workers_at_the_same_time_do_every_shard_once,
        a_shard_that_kills_its_workers_is_set_aside,
        confirmations_are_counted_in_the_store,
        workers_are_listed;
    reductions:
        the_smallest_is_kept,
        a_reduction_needs_its_finding;
    verdicts:
        verdicts_are_counted_and_the_last_one_stands,
        a_verdict_is_about_a_finding_that_is_there,
        the_run_that_used_the_most_is_kept;
}
