-- For SQLite and PostgreSQL alike.

-- A lease that was given back has lease_until = 0; one that ran out, or whose process is
-- dead, has -1 once that was noticed. `lost` counts those: a shard that was lost too often
-- is set aside, because it may be what kills its workers.
ALTER TABLE shards ADD COLUMN leased_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shards ADD COLUMN lost BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shards ADD COLUMN set_aside BOOLEAN NOT NULL DEFAULT FALSE;

-- How often what looked like a bucket was confirmed, alone and cold, or was not, over all
-- processes of a campaign; and the bucket in which it was last confirmed. No known issue
-- is the empty text.
CREATE TABLE confirmations (
    campaign         BIGINT NOT NULL REFERENCES campaigns (id),
    signature        TEXT   NOT NULL,
    known_issue      TEXT   NOT NULL,
    confirmed        BIGINT NOT NULL,
    refuted          BIGINT NOT NULL,
    bucket_signature TEXT   NOT NULL,
    bucket_issue     TEXT   NOT NULL,
    PRIMARY KEY (campaign, signature, known_issue)
);

-- What campaigns of older versions have seen counts as confirmed.
INSERT INTO confirmations
SELECT seen.campaign, buckets.signature, COALESCE(buckets.known_issue, ''), seen.count, 0,
    buckets.signature, COALESCE(buckets.known_issue, '')
FROM bucket_campaigns AS seen JOIN buckets ON buckets.id = seen.bucket;

-- The processes that work on campaigns. `id` is of one process; `targets` and `word` are in
-- a form of the caller's.
CREATE TABLE workers (
    id         TEXT   PRIMARY KEY,
    name       TEXT   NOT NULL,
    campaign   BIGINT REFERENCES campaigns (id),
    jobs       BIGINT NOT NULL,
    targets    TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    shards     BIGINT NOT NULL,
    programs   BIGINT NOT NULL,
    word       TEXT   NOT NULL
);
