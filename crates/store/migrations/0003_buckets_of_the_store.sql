-- A bucket belongs to the store, by its signature and the known issue that it is:
-- what was said about it in one campaign holds in the next. How often each campaign
-- saw it is kept beside it. A bucket has a short number for people.
CREATE TABLE buckets_of_store (
    id          TEXT   PRIMARY KEY,
    number      BIGINT NOT NULL UNIQUE,
    signature   TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    target      TEXT   NOT NULL,
    known_issue TEXT,
    status      TEXT   NOT NULL,
    note        TEXT   NOT NULL
);

CREATE TABLE bucket_campaigns (
    bucket     TEXT   NOT NULL REFERENCES buckets_of_store (id),
    campaign   BIGINT NOT NULL REFERENCES campaigns (id),
    first_seen BIGINT NOT NULL,
    last_seen  BIGINT NOT NULL,
    count      BIGINT NOT NULL,
    PRIMARY KEY (bucket, campaign)
);

-- Of the buckets with one signature the oldest gives its id. The last thing that
-- somebody said about any of them counts.
INSERT INTO buckets_of_store
SELECT oldest.id,
    ROW_NUMBER() OVER (ORDER BY oldest.campaign, oldest.first_seen, oldest.signature),
    oldest.signature, oldest.kind, oldest.target, oldest.known_issue,
    COALESCE(
        (SELECT marked.status FROM buckets AS marked
         WHERE marked.signature = oldest.signature
             AND COALESCE(marked.known_issue, '') = COALESCE(oldest.known_issue, '')
             AND marked.status NOT IN ('new', 'known')
         ORDER BY marked.campaign DESC LIMIT 1),
        oldest.status),
    COALESCE(
        (SELECT marked.note FROM buckets AS marked
         WHERE marked.signature = oldest.signature
             AND COALESCE(marked.known_issue, '') = COALESCE(oldest.known_issue, '')
             AND marked.note <> ''
         ORDER BY marked.campaign DESC LIMIT 1),
        '')
FROM buckets AS oldest
WHERE oldest.campaign = (
    SELECT MIN(same.campaign) FROM buckets AS same
    WHERE same.signature = oldest.signature
        AND COALESCE(same.known_issue, '') = COALESCE(oldest.known_issue, ''));

CREATE UNIQUE INDEX buckets_by_signature
    ON buckets_of_store (signature, COALESCE(known_issue, ''));

INSERT INTO bucket_campaigns
SELECT now.id, old.campaign, old.first_seen, old.last_seen, old.count
FROM buckets AS old JOIN buckets_of_store AS now
    ON now.signature = old.signature
        AND COALESCE(now.known_issue, '') = COALESCE(old.known_issue, '');

CREATE TABLE findings_of_store (
    id          TEXT   PRIMARY KEY,
    bucket      TEXT   NOT NULL REFERENCES buckets_of_store (id),
    campaign    BIGINT NOT NULL REFERENCES campaigns (id),
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

INSERT INTO findings_of_store
SELECT findings.id, now.id, old.campaign, findings.created_at, findings.case_id,
    findings.engine, findings.mode, findings.language, findings.dialect, findings.target,
    findings.plan, findings.seed, findings.program, findings.tape, findings.source,
    findings.expectation, findings.outcome, findings.sighting, findings.evidence
FROM findings
    JOIN buckets AS old ON old.id = findings.bucket
    JOIN buckets_of_store AS now ON now.signature = old.signature
        AND COALESCE(now.known_issue, '') = COALESCE(old.known_issue, '');

DROP TABLE findings;
DROP TABLE buckets;
ALTER TABLE buckets_of_store RENAME TO buckets;
ALTER TABLE findings_of_store RENAME TO findings;
CREATE INDEX findings_of_bucket ON findings (bucket, campaign);
