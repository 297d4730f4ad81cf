-- For SQLite and PostgreSQL alike.

-- The lane that a finding is of: whoever can run the lane can try its finding again. Not
-- known of findings of older versions.
ALTER TABLE findings ADD COLUMN lane BIGINT;

-- What is to be done with findings, besides looking for them. A job is leased like a shard;
-- one that waits is leased to nobody (lease_until = 0, epoch 0). `kind`, `arguments` and
-- `word`, what came of it, are in a form of the caller's.
CREATE TABLE jobs (
    campaign    BIGINT  NOT NULL,
    lane        BIGINT  NOT NULL,
    number      BIGINT  NOT NULL,
    kind        TEXT    NOT NULL,
    finding     TEXT    NOT NULL REFERENCES findings (id),
    arguments   TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('leased', 'done')),
    epoch       BIGINT  NOT NULL,
    worker      TEXT    NOT NULL,
    host        TEXT    NOT NULL,
    pid         BIGINT  NOT NULL,
    started     BIGINT  NOT NULL,
    lease_until BIGINT  NOT NULL,
    leased_at   BIGINT  NOT NULL,
    lost        BIGINT  NOT NULL,
    set_aside   BOOLEAN NOT NULL,
    done_at     BIGINT,
    word        TEXT    NOT NULL,
    PRIMARY KEY (campaign, lane, number),
    FOREIGN KEY (campaign, lane) REFERENCES lanes (campaign, number)
);

-- Nobody asks for the same twice at a time.
CREATE UNIQUE INDEX open_jobs ON jobs (finding, kind) WHERE state = 'leased';
