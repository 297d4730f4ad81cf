-- Times are milliseconds since 1970 by the database's clock. Unsigned 64-bit
-- numbers (seeds) are kept as the signed number with the same bits. Every type
-- and constraint here is understood by SQLite and by PostgreSQL, but for BLOB.

CREATE TABLE campaigns (
    id         BIGINT PRIMARY KEY,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seed       BIGINT NOT NULL,
    settings   TEXT   NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('running', 'drained', 'finished'))
);

-- Each lane counts its shards from 0. next_shard was never handed out.
CREATE TABLE lanes (
    campaign    BIGINT NOT NULL REFERENCES campaigns (id),
    number      BIGINT NOT NULL,
    name        TEXT   NOT NULL,
    shard_limit BIGINT,
    next_shard  BIGINT NOT NULL,
    PRIMARY KEY (campaign, number),
    UNIQUE (campaign, name)
);

-- A lease that was given back, or whose process is dead, has lease_until = 0.
CREATE TABLE shards (
    campaign    BIGINT NOT NULL,
    lane        BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('leased', 'done')),
    epoch       BIGINT NOT NULL,
    worker      TEXT   NOT NULL,
    host        TEXT   NOT NULL,
    pid         BIGINT NOT NULL,
    started     BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    programs    BIGINT NOT NULL,
    PRIMARY KEY (campaign, lane, number),
    FOREIGN KEY (campaign, lane) REFERENCES lanes (campaign, number)
);

-- The done shards soon outnumber the leased ones; only the leased are searched.
CREATE INDEX leased_shards ON shards (campaign, lane, number) WHERE state = 'leased';

CREATE TABLE counters (
    campaign BIGINT NOT NULL REFERENCES campaigns (id),
    engine   TEXT   NOT NULL,
    mode     TEXT   NOT NULL,
    target   TEXT   NOT NULL,
    outcome  TEXT   NOT NULL,
    count    BIGINT NOT NULL,
    PRIMARY KEY (campaign, engine, mode, target, outcome)
);

CREATE TABLE buckets (
    id          TEXT   PRIMARY KEY,
    campaign    BIGINT NOT NULL REFERENCES campaigns (id),
    signature   TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    target      TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    known_issue TEXT,
    status      TEXT   NOT NULL,
    note        TEXT   NOT NULL,
    first_seen  BIGINT NOT NULL,
    last_seen   BIGINT NOT NULL,
    count       BIGINT NOT NULL,
    UNIQUE (campaign, signature)
);

CREATE TABLE findings (
    id               TEXT    PRIMARY KEY,
    bucket           TEXT    NOT NULL REFERENCES buckets (id),
    created_at       BIGINT  NOT NULL,
    case_id          TEXT    NOT NULL,
    engine           TEXT    NOT NULL,
    mode             TEXT    NOT NULL,
    language         TEXT    NOT NULL,
    dialect          TEXT    NOT NULL,
    target           TEXT    NOT NULL,
    plan             TEXT    NOT NULL,
    seed             BIGINT  NOT NULL,
    program          BIGINT  NOT NULL,
    tape             BLOB    NOT NULL,
    source           TEXT    NOT NULL,
    expectation      TEXT    NOT NULL,
    expectation_text TEXT    NOT NULL,
    outcome          TEXT    NOT NULL,
    outcome_text     TEXT    NOT NULL,
    evidence         TEXT    NOT NULL,
    confirmed        BOOLEAN NOT NULL,
    rate             TEXT    NOT NULL
);

CREATE INDEX findings_of_bucket ON findings (bucket);
