-- What became of a finding's program when it was tried again on a target: one row
-- for each target, the one it was found with included. `tried` and `again` say how
-- often it was tried and how often the finding was there; the rest is of the last
-- time. `outcome` is in a form of the caller's.
CREATE TABLE verdicts (
    finding  TEXT   NOT NULL REFERENCES findings (id),
    target   TEXT   NOT NULL,
    seen     TEXT   NOT NULL,
    outcome  TEXT   NOT NULL,
    tried    BIGINT NOT NULL,
    again    BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    PRIMARY KEY (finding, target)
);

-- How much of what the engines of a campaign have its programs used: of all runs
-- of the campaign, the one that used the most. `rarest` is in a form of the caller's.
CREATE TABLE used (
    campaign BIGINT NOT NULL REFERENCES campaigns (id),
    what     TEXT   NOT NULL,
    used     BIGINT NOT NULL,
    total    BIGINT NOT NULL,
    rarest   TEXT   NOT NULL,
    PRIMARY KEY (campaign, what)
);
