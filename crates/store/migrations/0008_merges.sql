-- A bucket that people say is the same bug as another one: it keeps its signature and
-- what was counted for it, and is shown, counted and marked as that other one. The other
-- one is never merged into a third itself.
ALTER TABLE buckets ADD COLUMN merged_into TEXT REFERENCES buckets (id);

-- Programs that people say show another bug than others with the same signature.
CREATE TABLE splits (
    signature   TEXT NOT NULL,
    known_issue TEXT NOT NULL,
    case_id     TEXT NOT NULL,
    bucket      TEXT NOT NULL REFERENCES buckets (id),
    PRIMARY KEY (signature, known_issue, case_id)
);

-- What is needed to undo merges and splits, the last step first. For a merge, each bucket
-- and what it was merged into before; for a split, the bucket that it made, and the one
-- that the finding was in.
CREATE TABLE triage_steps (
    step    BIGINT NOT NULL,
    bucket  TEXT   NOT NULL REFERENCES buckets (id),
    was     TEXT,
    finding TEXT,
    PRIMARY KEY (step, bucket)
);

CREATE INDEX buckets_as_shown ON buckets (COALESCE(merged_into, id));
