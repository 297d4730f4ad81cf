//! Known bugs that were looked for again.

use sqlx::FromRow;

use crate::error::StoreError;
use crate::model::integer;
use crate::query::query;
use crate::store::Store;

/// How a known bug was looked for, the last time.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Backtest {
    /// The engine whose programs must meet it.
    pub engine: String,
    /// The bug's name.
    pub bug: String,
    /// What it is.
    pub about: String,
    /// The target that has it.
    pub target: String,
    /// The version of the engine.
    pub engine_version: i64,
    /// The number of the program that showed it, counted from 1; `None` if none did.
    pub program: Option<i64>,
    /// After how many programs it must be met.
    #[sqlx(try_from = "i64")]
    pub budget: u64,
    /// How it is known that the target is to blame, or why it was not met.
    pub control: String,
    /// How long it took, in milliseconds.
    #[sqlx(try_from = "i64")]
    pub millis: u64,
    /// When; the store sets it.
    pub tried_at: i64,
}

impl Store {
    /// Keeps how a known bug was looked for, in place of what was known of it.
    pub fn keep_backtest(&self, backtest: &Backtest) -> Result<(), StoreError> {
        self.write("keeping a backtest", async |transaction| {
            let now = transaction.now().await?;
            query(
                "INSERT INTO backtests (engine, bug, about, target, engine_version, program,
                     budget, control, millis, tried_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                 ON CONFLICT (engine, bug) DO UPDATE SET about = excluded.about,
                     target = excluded.target, engine_version = excluded.engine_version,
                     program = excluded.program, budget = excluded.budget,
                     control = excluded.control, millis = excluded.millis,
                     tried_at = excluded.tried_at",
            )
            .bind(&backtest.engine)
            .bind(&backtest.bug)
            .bind(&backtest.about)
            .bind(&backtest.target)
            .bind(backtest.engine_version)
            .bind(backtest.program)
            .bind(integer(backtest.budget))
            .bind(&backtest.control)
            .bind(integer(backtest.millis))
            .bind(now)
            .execute(transaction)
            .await
        })
        .map(drop)
    }

    /// The known bugs that were looked for, by engine and name.
    pub fn backtests(&self) -> Result<Vec<Backtest>, StoreError> {
        self.all("reading backtests", query("SELECT * FROM backtests ORDER BY engine, bug"))
    }
}
