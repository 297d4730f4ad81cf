-- For SQLite and PostgreSQL alike.

-- What was seen with the reduced program, in the form of the evidence of a finding. Not
-- known of reductions of older versions, and of steps on the way.
ALTER TABLE reductions ADD COLUMN evidence TEXT;
