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
    /// The URL of a database has a password in it, which everybody on the machine could
    /// read in the list of processes.
    #[error(
        "the URL of the store has a password in it, where everybody on this machine can read it; \
         put it into PGPASSWORD, or into a password file (PGPASSFILE, ~/.pgpass), and leave it out \
         of the URL"
    )]
    PasswordInUrl,
    /// The URL of a database cannot be read.
    #[error("{url} does not name a database ({detail}); write postgres://USER@HOST:PORT/DATABASE")]
    BadUrl {
        /// The URL.
        url: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The server does not answer. It may come back: then everything that was reported
    /// as committed is there.
    #[error(
        "cannot reach the store at {at} ({detail}). Check that the server runs and can be reached \
         from this machine (`pg_isready`), and try again; nothing that was committed is lost"
    )]
    Unreachable {
        /// Where the store is.
        at: String,
        /// What the system or the server said.
        detail: String,
    },
    /// The server does not let us in.
    #[error(
        "the store at {at} does not let us in ({detail}). Check the name of the role, and give its \
         password in PGPASSWORD or in a password file (PGPASSFILE, ~/.pgpass)"
    )]
    Denied {
        /// Where the store is.
        at: String,
        /// What the server said.
        detail: String,
    },
    /// The server has no such database.
    #[error("the database of {at} does not exist ({detail}); make it with `createdb`")]
    NoDatabase {
        /// Where the store should be.
        at: String,
        /// What the server said.
        detail: String,
    },
    /// The role may not do that.
    #[error(
        "{doing} is not allowed in the store at {at} ({detail}). A worker's role needs what \
         docs/scale.md grants it; bringing the schema up to date and planning campaigns are for \
         the role that owns the tables"
    )]
    NotAllowed {
        /// Where the store is.
        at: String,
        /// What was being done.
        doing: &'static str,
        /// What the server said.
        detail: String,
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

impl StoreError {
    /// Whether it may work again by itself, because a server was only away.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::Unreachable { .. })
    }
}
