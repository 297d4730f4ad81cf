//! What is special about SQLite: opening and migrating the file, how a writing
//! transaction begins, the clock, and the meaning of error codes.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};

use crate::error::StoreError;

/// How a writing transaction begins: with the lock that it will need, so that it
/// waits for its turn instead of failing half-way.
pub(crate) const BEGIN: &str = "BEGIN IMMEDIATE";

/// The clock.
pub(crate) const NOW: &str = "SELECT CAST(unixepoch('subsec') * 1000 AS BIGINT)";

/// For how long to wait for another process before giving up. Transactions take
/// milliseconds; only a machine in trouble, or a stopped process, lasts longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!();

/// Whether a store may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// Make the store, and its folder, if there is none.
    Create,
    /// Only open a store that is there.
    Existing,
    /// Only read a store that is there. It may be one that cannot be written,
    /// as on a read-only file system.
    Read,
}

/// Where errors happen and how long to wait, to tell what they mean.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) at: String,
    pub(crate) patience: Duration,
}

impl Place {
    /// What an error of the database means.
    pub(crate) fn explain(&self, doing: &'static str, error: sqlx::Error) -> StoreError {
        let at = self.at.clone();
        let detail = error.as_database_error().map(|error| error.message().to_owned());
        let detail = detail.unwrap_or_default();
        match code(&error) {
            _ if matches!(error, sqlx::Error::PoolTimedOut) => {
                StoreError::Locked { at, waited: self.patience }
            }
            // The shared index of the log could not grow.
            Some((_, 4874)) => StoreError::Full { at },
            Some((BUSY | LOCKED, _)) => StoreError::Locked { at, waited: self.patience },
            Some((READONLY | CANTOPEN, _)) => StoreError::NotWritable { at, detail },
            Some((CORRUPT | NOTADB, _)) => StoreError::Corrupt { at, detail },
            Some((FULL, _)) => StoreError::Full { at },
            _ => StoreError::Failed { at, doing, source: error },
        }
    }
}

const BUSY: u32 = 5;
const LOCKED: u32 = 6;
const READONLY: u32 = 8;
const CORRUPT: u32 = 11;
const FULL: u32 = 13;
const CANTOPEN: u32 = 14;
const NOTADB: u32 = 26;

/// SQLite's code for an error: its class, and the whole.
fn code(error: &sqlx::Error) -> Option<(u32, u32)> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some((code & 0xff, code))
}

/// Opens the file and brings its schema up to date.
pub(crate) async fn open(
    path: &Path,
    place: &Place,
    mode: OpenMode,
) -> Result<SqlitePool, StoreError> {
    let at = || place.at.clone();
    if mode != OpenMode::Create && !path.exists() {
        return Err(StoreError::Missing { at: at() });
    }
    if let (OpenMode::Create, Some(folder)) = (mode, path.parent()) {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::NotWritable {
            at: at(),
            detail: format!("{}: {error}", folder.display()),
        })?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(mode == OpenMode::Create)
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(place.patience)
        .disable_statement_logging();
    let opened = match connect(options.clone(), place).await {
        Err(error @ StoreError::NotWritable { .. }) if mode == OpenMode::Read => {
            // Without a log nobody is writing, and SQLite need not make the
            // files through which processes tell each other what they do.
            let read_only = options.read_only(true).immutable(!has_log(path));
            connect(read_only, place).await.map_err(|_| error)
        }
        opened => opened,
    };
    let (pool, version) = opened?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    match version {
        Version::Foreign => return Err(StoreError::Foreign { at: at() }),
        Version::Store(found) if found > known => {
            return Err(StoreError::Newer { at: at(), found, known });
        }
        Version::Store(found) if found == known => {}
        Version::Empty | Version::Store(_) => {
            migrate(&pool, place.patience).await.map_err(|error| match error {
                // Somebody was faster, with a newer program.
                MigrateError::VersionMissing(found) => StoreError::Newer { at: at(), found, known },
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                    place.explain("bringing the schema up to date", error)
                }
                other => place.explain("bringing the schema up to date", other.into()),
            })?;
        }
    }
    Ok(pool)
}

/// Connects to the file and looks at what there is.
async fn connect(
    options: SqliteConnectOptions,
    place: &Place,
) -> Result<(SqlitePool, Version), StoreError> {
    // One connection: the threads of this process take turns in the order of
    // arrival, and only other processes are waited for by polling.
    let opened = async {
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(place.patience * 2)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        let version = version(&mut *pool.acquire().await?).await?;
        Ok((pool, version))
    };
    opened.await.map_err(|error| place.explain("opening", error))
}

/// Whether something was written that is not in the file itself yet.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// What there is in a file.
enum Version {
    Empty,
    Foreign,
    Store(i64),
}

/// Reads what there is in a file and changes nothing.
async fn version(connection: &mut SqliteConnection) -> Result<Version, sqlx::Error> {
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(&mut *connection)
            .await?;
    if tables.is_empty() {
        return Ok(Version::Empty);
    }
    let has = |name: &str| tables.iter().any(|table| table == name);
    if !has("_sqlx_migrations") || !has("campaigns") {
        return Ok(Version::Foreign);
    }
    let version = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    Ok(Version::Store(version))
}

/// Runs the migrations that are missing, all or none of them, while no other
/// process does the same.
async fn migrate(pool: &SqlitePool, patience: Duration) -> Result<(), MigrateError> {
    let mut connection = pool.acquire().await?;
    write_ahead(&mut connection, patience).await?;
    let mut transaction = sqlx::Connection::begin_with(&mut *connection, BEGIN).await?;
    MIGRATIONS.run(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Switches the file to a write-ahead log, for good. Then readers and the writer
/// do not wait for each other.
async fn write_ahead(
    connection: &mut SqliteConnection,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let start = Instant::now();
    loop {
        let switched = sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await;
        match switched {
            // When two connections switch the file at the same time, one of them
            // fails at once instead of waiting for the other.
            Err(error)
                if code(&error).is_some_and(|(class, _)| class == BUSY)
                    && start.elapsed() < patience =>
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            other => return other.map(drop),
        }
    }
}
