-- Whether a campaign is finished is computed from its shards; only an explicit
-- stop is stored. Draining is a matter of each process.
ALTER TABLE campaigns ADD COLUMN stopped BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE campaigns DROP COLUMN state;

-- When a shard was committed; unknown for those of older versions.
ALTER TABLE shards ADD COLUMN done_at BIGINT;

-- A bucket's title repeated its signature.
ALTER TABLE buckets DROP COLUMN title;

-- Small inputs of engines (rule files, seed programs), by content.
CREATE TABLE inputs (
    digest  TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    content BLOB NOT NULL
);

-- A finding is data: what was compared (sighting) and what was seen (evidence),
-- both in a form of the caller's. Findings of older versions keep their texts.
CREATE TABLE findings_as_data (
    id          TEXT   PRIMARY KEY,
    bucket      TEXT   NOT NULL REFERENCES buckets (id),
    created_at  BIGINT NOT NULL,
    case_id     TEXT   NOT NULL,
    engine      TEXT   NOT NULL,
    mode        TEXT   NOT NULL,
    language    TEXT   NOT NULL,
    dialect     TEXT   NOT NULL,
    target      TEXT   NOT NULL,
    plan        TEXT   NOT NULL,
    seed        BIGINT NOT NULL,
    program     BIGINT NOT NULL,
    tape        BLOB   NOT NULL,
    source      TEXT   NOT NULL,
    expectation TEXT   NOT NULL,
    outcome     TEXT   NOT NULL,
    sighting    TEXT   NOT NULL,
    evidence    TEXT   NOT NULL
);

INSERT INTO findings_as_data
SELECT findings.id, findings.bucket, findings.created_at, findings.case_id, findings.engine,
    findings.mode, findings.language, findings.dialect, findings.target, findings.plan,
    findings.seed, findings.program, findings.tape, findings.source, findings.expectation,
    CASE findings.outcome WHEN 'crashed' THEN 'failed' ELSE findings.outcome END,
    json_object(
        'kind', buckets.kind,
        'target', findings.target,
        'signature', buckets.signature,
        'family', json_array(json_object(
            'source', findings.source,
            'expectation', json_object(
                'must', findings.expectation,
                'why', findings.expectation_text))),
        'member', 0,
        'against', NULL),
    json_object(
        'outcome', json_object(
            'outcome', CASE findings.outcome WHEN 'crashed' THEN 'failed' ELSE findings.outcome END,
            'text', findings.outcome_text || CASE findings.evidence
                WHEN '' THEN '' ELSE char(10) || findings.evidence END))
FROM findings JOIN buckets ON buckets.id = findings.bucket;

DROP TABLE findings;
ALTER TABLE findings_as_data RENAME TO findings;
CREATE INDEX findings_of_bucket ON findings (bucket);
