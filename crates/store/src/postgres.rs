//! What is special about PostgreSQL: the URL, the one connection of a process, what
//! happens when the server goes away, and the meaning of error codes.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection as _, PgConnection};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::error::StoreError;
use crate::query::{Connection, query};
use crate::sqlite::{self, OpenMode};

/// The clock. It moves on within a transaction.
pub(crate) const NOW: &str =
    "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";

/// Takes the lock of the transactions that give out numbers, until the transaction ends.
/// The number of the lock is arbitrary.
pub(crate) const TAKE_TURNS: &str = "SELECT pg_advisory_xact_lock(7718466912)";

/// How long connecting may take. A server that is up answers at once.
const CONNECT: Duration = Duration::from_secs(10);

/// How long a transaction may take. They take milliseconds; only a network that was cut
/// without a word, or a stopped server, lasts longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// After this time, in milliseconds, the server itself ends a transaction whose client
/// says nothing, so that what a machine without a network has locked does not stay so.
const FORGOTTEN: &str = "60000";

/// How often a transaction that was ended in favour of another one is tried again.
const RETRIES: u32 = 5;

/// The first five migrations of a file move what older versions wrote. A database begins
/// with their result, and has all later migrations in common with a file.
static BEGINNING: Migrator = sqlx::migrate!("./postgres");

/// Whether this names a database rather than a file.
pub(crate) fn is_url(at: &str) -> bool {
    at.starts_with("postgres://") || at.starts_with("postgresql://")
}

/// Text as PostgreSQL can keep it: not with the character 0, which only appears in what
/// broken programs print.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{2400}").into() } else { text.into() }
}

/// A database, and the one connection that this process has to it.
#[derive(Debug)]
pub(crate) struct Server {
    options: PgConnectOptions,
    /// Where it is, as it may be shown to everybody.
    at: String,
    /// `None` before the first use, and after an error: then a new one is made.
    connection: Mutex<Option<PgConnection>>,
}

/// Why some work was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    Error(sqlx::Error),
    /// There was no answer for this long.
    Silence(Duration),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Failure::Error(error)
    }
}

impl Server {
    /// The database that a URL names. Nothing is asked yet.
    pub(crate) fn named(url: &str) -> Result<Server, StoreError> {
        let (_, rest) = url.split_once("://").unwrap_or_default();
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        let parameters = rest.split_once('?').map_or("", |(_, parameters)| parameters);
        let key = |parameter: &str| parameter.split('=').next().unwrap_or_default().to_lowercase();
        // Refused before anything else may fail and repeat the URL.
        if user.contains(':') || parameters.split('&').any(|parameter| key(parameter) == "password")
        {
            return Err(StoreError::PasswordInUrl);
        }
        let options = PgConnectOptions::from_str(url).map_err(|error| StoreError::BadUrl {
            url: url.to_owned(),
            detail: error.to_string(),
        })?;
        let options = options
            .application_name("wellsmith")
            .options([("idle_in_transaction_session_timeout", FORGOTTEN)])
            .disable_statement_logging();
        let place = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let database = options.get_database().unwrap_or(options.get_username());
        let at = format!("postgres://{}@{place}/{database}", options.get_username());
        Ok(Server { options, at, connection: Mutex::new(None) })
    }

    /// An error before any work was asked for.
    pub(crate) fn unreachable(&self, error: &std::io::Error) -> StoreError {
        StoreError::Unreachable { at: self.at.clone(), detail: error.to_string() }
    }

    /// Connects and brings the schema up to date.
    pub(crate) async fn open(&self, mode: OpenMode) -> Result<(), StoreError> {
        let at = || self.at.clone();
        let looking = self.with(async |connection| version(connection).await).await;
        let version = looking.map_err(|error| self.explain("opening", error))?;
        let known = sqlite::MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
        match version {
            Version::Foreign => Err(StoreError::Foreign { at: at() }),
            Version::Store(found) if found > known => {
                Err(StoreError::Newer { at: at(), found, known })
            }
            Version::Store(found) if found == known => Ok(()),
            Version::Empty if mode != OpenMode::Create => Err(StoreError::Missing { at: at() }),
            Version::Empty | Version::Store(_) => self.migrate(known).await,
        }
    }

    /// Runs the migrations that are missing, while no other process does the same: sqlx
    /// takes a lock in the database.
    async fn migrate(&self, known: i64) -> Result<(), StoreError> {
        let mut held = self.connection.lock().await;
        let doing = "bringing the schema up to date";
        let explain = |error: sqlx::Error| self.explain(doing, error.into());
        let mut connection = match held.take() {
            Some(connection) => connection,
            None => self.connect().await.map_err(|error| self.explain(doing, error))?,
        };
        let first = BEGINNING.iter().map(|migration| migration.version).max().unwrap_or(0);
        let later = sqlite::MIGRATIONS.iter().filter(|migration| migration.version > first);
        let all = BEGINNING.iter().chain(later).cloned().collect();
        let migrated = Migrator::with_migrations(all).run(&mut connection).await;
        migrated.map_err(|error| match error {
            // Somebody was faster, with a newer program.
            MigrateError::VersionMissing(found) => {
                StoreError::Newer { at: self.at.clone(), found, known }
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                explain(error)
            }
            other => explain(other.into()),
        })?;
        *held = Some(connection);
        Ok(())
    }

    async fn connect(&self) -> Result<PgConnection, Failure> {
        match timeout(CONNECT, PgConnection::connect_with(&self.options)).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(Failure::Silence(CONNECT)),
        }
    }

    /// Does some work with the connection. After an error it is dropped, and with it
    /// whatever transaction was open; the next work gets a new one.
    pub(crate) async fn with<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection<'_>) -> Result<T, sqlx::Error>,
    ) -> Result<T, Failure> {
        let mut held = self.connection.lock().await;
        let mut connection = match held.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        match timeout(PATIENCE, work(&mut Connection::Postgres(&mut connection))).await {
            Ok(Ok(done)) => {
                *held = Some(connection);
                Ok(done)
            }
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(Failure::Silence(PATIENCE)),
        }
    }

    /// Does some work in one transaction; again, if it was ended in favour of another
    /// one that waited for it.
    pub(crate) async fn write<T>(
        &self,
        work: &impl AsyncFn(&mut Connection<'_>) -> Result<T, sqlx::Error>,
    ) -> Result<T, Failure> {
        let mut tries = 0;
        loop {
            let written = self.with(async |connection| {
                query("BEGIN").execute(connection).await?;
                let value = work(connection).await?;
                query("COMMIT").execute(connection).await?;
                Ok(value)
            });
            match written.await {
                Err(Failure::Error(error)) if gave_way(&error) && tries < RETRIES => tries += 1,
                written => return written,
            }
        }
    }

    /// Says goodbye to the server.
    pub(crate) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.take() {
            // A server that does not listen notices by itself.
            let _ = timeout(Duration::from_secs(1), connection.close()).await;
        }
    }

    /// What an error means.
    pub(crate) fn explain(&self, doing: &'static str, failure: Failure) -> StoreError {
        let at = self.at.clone();
        let error = match failure {
            Failure::Error(error) => error,
            Failure::Silence(waited) => {
                let detail = format!("no answer for {} s", waited.as_secs());
                return StoreError::Unreachable { at, detail };
            }
        };
        let Some(said) = error.as_database_error() else {
            return match &error {
                sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
                    StoreError::Unreachable { at, detail: error.to_string() }
                }
                _ => StoreError::Failed { at, doing, source: error },
            };
        };
        let detail = said.message().to_owned();
        match said.code().as_deref().unwrap_or_default() {
            // Shutting down, starting up, recovering from a crash, out of connections,
            // and a transaction that was ended because we had said nothing.
            "57P01" | "57P02" | "57P03" | "57P05" | "53300" | "25P03" => {
                StoreError::Unreachable { at, detail }
            }
            code if code.starts_with("08") => StoreError::Unreachable { at, detail },
            "28P01" | "28000" => StoreError::Denied { at, detail },
            "3D000" => StoreError::NoDatabase { at, detail },
            "42501" | "25006" => StoreError::NotAllowed { at, doing, detail },
            "53100" => StoreError::Full { at },
            _ => StoreError::Failed { at, doing, source: error },
        }
    }
}

/// Whether a transaction was ended in favour of another one.
fn gave_way(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("40001" | "40P01"))
}

/// What there is in a database.
enum Version {
    Empty,
    Foreign,
    Store(i64),
}

/// Reads what there is in a database and changes nothing.
async fn version(connection: &mut Connection<'_>) -> Result<Version, sqlx::Error> {
    let (migrations, campaigns): (bool, bool) = query(
        "SELECT to_regclass('_sqlx_migrations') IS NOT NULL, to_regclass('campaigns') IS NOT NULL",
    )
    .one(connection)
    .await?;
    match (migrations, campaigns) {
        (false, false) => Ok(Version::Empty),
        (true, true) => {
            let latest = query("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations");
            let (version,) = latest.one(connection).await?;
            Ok(Version::Store(version))
        }
        _ => Ok(Version::Foreign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_a_url_is_refused_and_not_repeated() {
        for url in [
            "postgres://user:secret@host/db",
            "postgres://user:@host/db",
            "postgresql://user:se%40cret@host:5433/db?sslmode=require",
            "postgres://host/db?user=u&password=secret",
            "postgres://host/db?PASSWORD=secret",
        ] {
            let error = Server::named(url).unwrap_err();
            assert!(matches!(error, StoreError::PasswordInUrl), "{url}: {error:?}");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }

    #[test]
    fn where_a_store_is_can_be_shown() {
        for (url, at) in [
            ("postgres://w@db.example/campaigns", "postgres://w@db.example:5432/campaigns"),
            ("postgres://w@h:6/d?sslmode=verify-full", "postgres://w@h:6/d"),
            ("postgres://w@%2Frun%2Fpg/d", "postgres://w@/run/pg/d"),
        ] {
            assert_eq!(Server::named(url).unwrap().at, at);
        }
    }

    #[test]
    fn only_what_postgresql_cannot_keep_is_changed() {
        assert_eq!(text("a\0b"), "a\u{2400}b");
        assert!(matches!(text("plain"), Cow::Borrowed("plain")));
    }
}
