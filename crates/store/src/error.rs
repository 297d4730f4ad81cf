//! What can go wrong with a store, and what to do then.

use std::time::Duration;

/// What went wrong with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is none.
    #[error("there is no store at {at}; `wellsmith fuzz` creates it with the first campaign")]
    Missing {
        /// Where the store should be.
        at: String,
    },
    /// Its schema is newer than this program. Nothing was changed.
    #[error(
        "the store at {at} was written by a newer wellsmith (its schema is version {found}, this \
         program knows up to {known}); nothing was changed. Update wellsmith, or use another store"
    )]
    Newer {
        /// Where the store is.
        at: String,
        /// The version of its schema.
        found: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// It is a database, but not a store. Nothing was changed.
    #[error("{at} is a database of another program; nothing was changed. Use another file")]
    Foreign {
        /// Where the database is.
        at: String,
    },
    /// It cannot be read any more, or never was a store.
    #[error(
        "{at} is damaged, or no store at all ({detail}). Move it aside, together with {at}-wal \
         and {at}-shm if they exist, and start again; `sqlite3 {at} .recover` prints what can be \
         saved of a damaged one"
    )]
    Corrupt {
        /// Where the file is.
        at: String,
        /// What the database said.
        detail: String,
    },
    /// It cannot be written to or created.
    #[error(
        "cannot write to the store at {at} ({detail}). Check who owns the file and its folder: \
         both must be writable; or use another store"
    )]
    NotWritable {
        /// Where the store is, or should be.
        at: String,
        /// What the system said.
        detail: String,
    },
    /// The disk is full. What was not reported as committed was not written.
    #[error(
        "the disk is full: the store at {at} cannot grow. Everything committed so far is safe; \
         make room and try again"
    )]
    Full {
        /// Where the store is.
        at: String,
    },
    /// Another process kept it locked.
    #[error(
        "the store at {at} was locked by another process for more than {} s. Find out what holds \
         it (`fuser {at}`), and try again",
        waited.as_secs()
    )]
    Locked {
        /// Where the store is.
        at: String,
        /// How long we waited.
        waited: Duration,
    },
    /// There is no such thing in the store.
    #[error("there is no {what} {id} in this store; list them to find the right one")]
    NoSuch {
        /// "campaign", "bucket".
        what: &'static str,
        /// What was asked for.
        id: String,
    },
    /// An id that begins several.
    #[error("{id} could be any of: {}", all.join(", "))]
    Ambiguous {
        /// What was asked for.
        id: String,
        /// Those that begin with it, or the first of them.
        all: Vec<String>,
    },
    /// Something else.
    #[error("{doing} failed in the store at {at}: {source}")]
    Failed {
        /// Where the store is.
        at: String,
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        source: sqlx::Error,
    },
}
