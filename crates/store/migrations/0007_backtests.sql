-- Known bugs that were looked for again: one row for each, of the last time. `program` is
-- the number of the program that showed the bug; null if none of `budget` programs did.
CREATE TABLE backtests (
    engine         TEXT   NOT NULL,
    bug            TEXT   NOT NULL,
    about          TEXT   NOT NULL,
    target         TEXT   NOT NULL,
    engine_version BIGINT NOT NULL,
    program        BIGINT,
    budget         BIGINT NOT NULL,
    control        TEXT   NOT NULL,
    millis         BIGINT NOT NULL,
    tried_at       BIGINT NOT NULL,
    PRIMARY KEY (engine, bug)
);
