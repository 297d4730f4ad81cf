-- The smallest program that shows a finding, as far as it was looked for. Written
-- again whenever a smaller one is known, so that a run that is killed loses nothing.
CREATE TABLE reductions (
    finding       TEXT    PRIMARY KEY REFERENCES findings (id),
    updated_at    BIGINT  NOT NULL,
    source        TEXT    NOT NULL,
    sighting      TEXT    NOT NULL,
    tape          BLOB,
    tokens_before BIGINT  NOT NULL,
    tokens_after  BIGINT  NOT NULL,
    queries       BIGINT  NOT NULL,
    millis        BIGINT  NOT NULL,
    guarantee     TEXT    NOT NULL,
    finished      BOOLEAN NOT NULL,
    trouble       TEXT,
    others        TEXT    NOT NULL
);
