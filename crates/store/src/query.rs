//! One query for both databases. Its text is the same for SQLite and PostgreSQL, with
//! `$1` for parameters; only the connection knows which of the two it talks to.

use std::borrow::Cow;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, SqliteConnection};

use crate::leases::LOST_TOO_OFTEN;
use crate::model::{CampaignId, integer};
use crate::{postgres, sqlite};

/// A connection to one of the databases, inside a transaction where something is
/// written.
pub(crate) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Connection<'_> {
    /// The database's clock, in milliseconds since 1970.
    pub(crate) async fn now(&mut self) -> Result<i64, sqlx::Error> {
        let clock = match self {
            Connection::Sqlite(_) => sqlite::NOW,
            Connection::Postgres(_) => postgres::NOW,
        };
        let (now,): (i64,) = query(clock).one(self).await?;
        Ok(now)
    }

    /// Waits until no other transaction does something of which only one may be under
    /// way: giving out numbers. A writing transaction of SQLite is alone anyway.
    pub(crate) async fn take_turns(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(_) => query(postgres::TAKE_TURNS).execute(self).await.map(drop),
        }
    }

    /// Lets the transaction end before it is on the disk, where a crash of the server would
    /// lose nothing that matters.
    pub(crate) async fn need_not_be_durable(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(_) => {
                query("SET LOCAL synchronous_commit TO OFF").execute(self).await.map(drop)
            }
        }
    }

    /// How often a shard may lose its worker before it is set aside. In a file there is no
    /// such limit: its workers are those of one machine, whose user may end them at will.
    pub(crate) fn lost_too_often(&self) -> i64 {
        match self {
            Connection::Sqlite(_) => i64::MAX,
            Connection::Postgres(_) => integer(LOST_TOO_OFTEN),
        }
    }

    /// What follows a `SELECT` whose row is to be changed: rows that other transactions
    /// hold are passed over.
    pub(crate) fn skip_locked(&self) -> &'static str {
        match self {
            Connection::Sqlite(_) => "",
            Connection::Postgres(_) => "FOR UPDATE SKIP LOCKED",
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'q> {
    Integer(Option<i64>),
    Text(Option<&'q str>),
    Bytes(Option<&'q [u8]>),
    Truth(bool),
}

/// A query with its parameters.
#[derive(Debug)]
pub(crate) struct Query<'q> {
    sql: Cow<'static, str>,
    values: Vec<Value<'q>>,
}

/// A query. Its text is never made from data.
pub(crate) fn query<'q>(sql: impl Into<Cow<'static, str>>) -> Query<'q> {
    Query { sql: sql.into(), values: Vec::new() }
}

/// What a row of either database can be read as.
pub(crate) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{}

/// Gives the parameters to a query of sqlx.
macro_rules! bound {
    ($query:expr, $values:expr, $text:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match value {
                Value::Integer(number) => query.bind(number),
                Value::Text(text) => query.bind(text.map($text)),
                Value::Bytes(bytes) => query.bind(bytes),
                Value::Truth(truth) => query.bind(truth),
            };
        }
        query
    }};
}

impl<'q> Query<'q> {
    /// Adds the next parameter.
    pub(crate) fn bind(mut self, value: impl Into<Value<'q>>) -> Query<'q> {
        self.values.push(value.into());
        self
    }

    /// How many rows it changes.
    pub(crate) async fn execute(self, connection: &mut Connection<'_>) -> Result<u64, sqlx::Error> {
        let sql = AssertSqlSafe(self.sql);
        match connection {
            Connection::Sqlite(connection) => {
                let query = bound!(sqlx::query(sql), self.values, |text| text);
                Ok(query.execute(&mut **connection).await?.rows_affected())
            }
            Connection::Postgres(connection) => {
                let query = bound!(sqlx::query(sql), self.values, postgres::text);
                Ok(query.execute(&mut **connection).await?.rows_affected())
            }
        }
    }

    /// All rows.
    pub(crate) async fn all<T: Row>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Vec<T>, sqlx::Error> {
        let sql = AssertSqlSafe(self.sql);
        match connection {
            Connection::Sqlite(connection) => {
                let query = bound!(sqlx::query_as(sql), self.values, |text| text);
                query.fetch_all(&mut **connection).await
            }
            Connection::Postgres(connection) => {
                let query = bound!(sqlx::query_as(sql), self.values, postgres::text);
                query.fetch_all(&mut **connection).await
            }
        }
    }

    /// The first row, if there is one.
    pub(crate) async fn optional<T: Row>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Option<T>, sqlx::Error> {
        Ok(self.all(connection).await?.into_iter().next())
    }

    /// The first row, which there must be.
    pub(crate) async fn one<T: Row>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<T, sqlx::Error> {
        self.optional(connection).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(Some(number))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Value::Integer(number)
    }
}

impl From<CampaignId> for Value<'_> {
    fn from(id: CampaignId) -> Self {
        Value::Integer(Some(id.0))
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}

impl<'q> From<&'q str> for Value<'q> {
    fn from(text: &'q str) -> Self {
        Value::Text(Some(text))
    }
}

impl<'q> From<&'q String> for Value<'q> {
    fn from(text: &'q String) -> Self {
        Value::Text(Some(text))
    }
}

impl<'q> From<Option<&'q str>> for Value<'q> {
    fn from(text: Option<&'q str>) -> Self {
        Value::Text(text)
    }
}

impl<'q> From<&'q Option<String>> for Value<'q> {
    fn from(text: &'q Option<String>) -> Self {
        Value::Text(text.as_deref())
    }
}

impl<'q> From<&'q Vec<u8>> for Value<'q> {
    fn from(bytes: &'q Vec<u8>) -> Self {
        Value::Bytes(Some(bytes))
    }
}

impl<'q> From<&'q Option<Vec<u8>>> for Value<'q> {
    fn from(bytes: &'q Option<Vec<u8>>) -> Self {
        Value::Bytes(bytes.as_deref())
    }
}
