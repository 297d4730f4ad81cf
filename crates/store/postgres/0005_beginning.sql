-- What the first five migrations of a SQLite file lead to. A database begins here; what
-- comes later is in ../migrations for both. Text is compared byte by byte, as SQLite
-- does, whatever the language of the server is.

CREATE TABLE campaigns (
    id         BIGINT  PRIMARY KEY,
    name       TEXT    COLLATE "C" NOT NULL,
    created_at BIGINT  NOT NULL,
    seed       BIGINT  NOT NULL,
    settings   TEXT    COLLATE "C" NOT NULL,
    stopped    BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE lanes (
    campaign    BIGINT NOT NULL REFERENCES campaigns (id),
    number      BIGINT NOT NULL,
    name        TEXT   COLLATE "C" NOT NULL,
    shard_limit BIGINT,
    next_shard  BIGINT NOT NULL,
    PRIMARY KEY (campaign, number),
    UNIQUE (campaign, name)
);

CREATE TABLE shards (
    campaign    BIGINT NOT NULL,
    lane        BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    state       TEXT   COLLATE "C" NOT NULL CHECK (state IN ('leased', 'done')),
    epoch       BIGINT NOT NULL,
    worker      TEXT   COLLATE "C" NOT NULL,
    host        TEXT   COLLATE "C" NOT NULL,
    pid         BIGINT NOT NULL,
    started     BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    programs    BIGINT NOT NULL,
    done_at     BIGINT,
    PRIMARY KEY (campaign, lane, number),
    FOREIGN KEY (campaign, lane) REFERENCES lanes (campaign, number)
);

CREATE INDEX leased_shards ON shards (campaign, lane, number) WHERE state = 'leased';

CREATE TABLE counters (
    campaign BIGINT NOT NULL REFERENCES campaigns (id),
    engine   TEXT   COLLATE "C" NOT NULL,
    mode     TEXT   COLLATE "C" NOT NULL,
    target   TEXT   COLLATE "C" NOT NULL,
    outcome  TEXT   COLLATE "C" NOT NULL,
    count    BIGINT NOT NULL,
    PRIMARY KEY (campaign, engine, mode, target, outcome)
);

CREATE TABLE inputs (
    digest  TEXT  COLLATE "C" PRIMARY KEY,
    name    TEXT  COLLATE "C" NOT NULL,
    content BYTEA NOT NULL
);

CREATE TABLE buckets (
    id          TEXT   COLLATE "C" PRIMARY KEY,
    number      BIGINT NOT NULL UNIQUE,
    signature   TEXT   COLLATE "C" NOT NULL,
    kind        TEXT   COLLATE "C" NOT NULL,
    target      TEXT   COLLATE "C" NOT NULL,
    known_issue TEXT   COLLATE "C",
    status      TEXT   COLLATE "C" NOT NULL,
    note        TEXT   COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX buckets_by_signature ON buckets (signature, COALESCE(known_issue, ''));

CREATE TABLE bucket_campaigns (
    bucket     TEXT   COLLATE "C" NOT NULL REFERENCES buckets (id),
    campaign   BIGINT NOT NULL REFERENCES campaigns (id),
    first_seen BIGINT NOT NULL,
    last_seen  BIGINT NOT NULL,
    count      BIGINT NOT NULL,
    PRIMARY KEY (bucket, campaign)
);

CREATE TABLE findings (
    id          TEXT   COLLATE "C" PRIMARY KEY,
    bucket      TEXT   COLLATE "C" NOT NULL REFERENCES buckets (id),
    campaign    BIGINT NOT NULL REFERENCES campaigns (id),
    created_at  BIGINT NOT NULL,
    case_id     TEXT   COLLATE "C" NOT NULL,
    engine      TEXT   COLLATE "C" NOT NULL,
    mode        TEXT   COLLATE "C" NOT NULL,
    language    TEXT   COLLATE "C" NOT NULL,
    dialect     TEXT   COLLATE "C" NOT NULL,
    target      TEXT   COLLATE "C" NOT NULL,
    plan        TEXT   COLLATE "C" NOT NULL,
    seed        BIGINT NOT NULL,
    program     BIGINT NOT NULL,
    tape        BYTEA  NOT NULL,
    source      TEXT   COLLATE "C" NOT NULL,
    expectation TEXT   COLLATE "C" NOT NULL,
    outcome     TEXT   COLLATE "C" NOT NULL,
    sighting    TEXT   COLLATE "C" NOT NULL,
    evidence    TEXT   COLLATE "C" NOT NULL
);

CREATE INDEX findings_of_bucket ON findings (bucket, campaign);

CREATE TABLE reductions (
    finding       TEXT    COLLATE "C" PRIMARY KEY REFERENCES findings (id),
    updated_at    BIGINT  NOT NULL,
    source        TEXT    COLLATE "C" NOT NULL,
    sighting      TEXT    COLLATE "C" NOT NULL,
    tape          BYTEA,
    tokens_before BIGINT  NOT NULL,
    tokens_after  BIGINT  NOT NULL,
    queries       BIGINT  NOT NULL,
    millis        BIGINT  NOT NULL,
    guarantee     TEXT    COLLATE "C" NOT NULL,
    finished      BOOLEAN NOT NULL,
    trouble       TEXT    COLLATE "C",
    others        TEXT    COLLATE "C" NOT NULL
);

CREATE TABLE verdicts (
    finding  TEXT   COLLATE "C" NOT NULL REFERENCES findings (id),
    target   TEXT   COLLATE "C" NOT NULL,
    seen     TEXT   COLLATE "C" NOT NULL,
    outcome  TEXT   COLLATE "C" NOT NULL,
    tried    BIGINT NOT NULL,
    again    BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    PRIMARY KEY (finding, target)
);

CREATE TABLE used (
    campaign BIGINT NOT NULL REFERENCES campaigns (id),
    what     TEXT   COLLATE "C" NOT NULL,
    used     BIGINT NOT NULL,
    total    BIGINT NOT NULL,
    rarest   TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (campaign, what)
);
