//! What is kept: the rows, as callers see them.
//!
//! All times are milliseconds since 1970 by the database's clock.

use std::collections::BTreeMap;
use std::fmt;

use case::words;
use sqlx::FromRow;

/// The number of a campaign in its store, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub struct CampaignId(pub i64);

impl fmt::Display for CampaignId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

words! {
    /// The triage of a bucket.
    BucketStatus, "bucket status" {
        /// Not triaged yet.
        New = "new",
        /// Triaged, and believed to be a bug.
        Confirmed = "confirmed",
        /// It was reported to the maintainers.
        Reported = "reported",
        /// It is a known issue.
        Known = "known",
        /// The maintainers have fixed it.
        Fixed = "fixed",
        /// It was marked as fixed, and was seen again after that.
        Regression = "regression",
        /// Not a bug, or of no interest.
        Ignored = "ignored",
    }
}

impl BucketStatus {
    /// Whether somebody still has to look at it, or to report it.
    pub fn is_open(self) -> bool {
        match self {
            BucketStatus::New | BucketStatus::Confirmed | BucketStatus::Regression => true,
            BucketStatus::Reported
            | BucketStatus::Known
            | BucketStatus::Fixed
            | BucketStatus::Ignored => false,
        }
    }
}

/// A campaign to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCampaign {
    /// Its name.
    pub name: String,
    /// The seed that everything in it is derived from.
    pub seed: u64,
    /// Everything else that is needed to run it again, in the caller's format.
    pub settings: String,
    /// Its lanes, with distinct names.
    pub lanes: Vec<NewLane>,
    /// The inputs to keep with it.
    pub inputs: Vec<StoredInput>,
}

/// A lane of a campaign to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLane {
    /// Its name.
    pub name: String,
    /// How many shards there are; without a limit if `None`.
    pub shard_limit: Option<u64>,
}

/// A campaign.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Campaign {
    /// Its number.
    pub id: CampaignId,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created_at: i64,
    /// The seed that everything in it is derived from.
    #[sqlx(try_from = "Bits")]
    pub seed: u64,
    /// What was given as [`NewCampaign::settings`].
    pub settings: String,
    /// Whether somebody stopped it: no shards are handed out to anyone.
    pub stopped: bool,
}

/// A lane of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Lane {
    /// Its position among the lanes of the campaign.
    #[sqlx(try_from = "i64")]
    pub number: u64,
    /// Its name.
    pub name: String,
    /// How many of its shards are done.
    #[sqlx(try_from = "i64")]
    pub done: u64,
    /// Whether all its shards are done or set aside; never if it has no limit.
    pub finished: bool,
}

/// A shard that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct DoneShard {
    /// The position of its lane.
    #[sqlx(try_from = "i64")]
    pub lane: u64,
    /// Its number in the lane.
    #[sqlx(try_from = "i64")]
    pub number: u64,
    /// How many programs it had.
    #[sqlx(try_from = "i64")]
    pub programs: u64,
    /// When it was committed; `None` if an older version did that.
    pub done_at: Option<i64>,
}

/// A small input of an engine that is kept by content.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredInput {
    /// The digest of its content, in the caller's form; its identity.
    pub digest: String,
    /// What it was called when it was first stored.
    pub name: String,
    /// The content.
    pub content: Vec<u8>,
}

/// How far a campaign has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Progress {
    /// How many shards are done.
    #[sqlx(try_from = "i64")]
    pub done: u64,
    /// How many shards were handed out and are not done, without those set aside.
    #[sqlx(try_from = "i64")]
    pub open: u64,
    /// How many shards are handed out no more, because their workers were lost too often.
    #[sqlx(try_from = "i64")]
    pub set_aside: u64,
    /// How many programs the done shards had.
    #[sqlx(try_from = "i64")]
    pub programs: u64,
}

/// The right to work on a shard and to commit its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The campaign.
    pub campaign: CampaignId,
    /// The position of the lane among those of the campaign.
    pub lane: u64,
    /// The shard's number in its lane, counted from 0.
    pub number: u64,
    /// How often this shard was handed out, this time included.
    pub epoch: u64,
}

/// Which shards are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those that nobody has done, in their order.
    Next,
    /// Only those that were set aside because their workers were lost too often.
    SetAside,
}

/// What there is to do in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Next {
    /// This shard.
    Shard(Claim),
    /// Nothing now: all shards were handed out, but some are not done. Ask again
    /// after a while; their leases may expire.
    Wait,
    /// Nothing: all shards of the lane are done or set aside.
    Done,
    /// Nothing: somebody stopped the campaign.
    Stopped,
}

/// The results of a shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardResults {
    /// How many programs were tried.
    pub programs: u64,
    /// By how much each counter grows.
    pub counters: BTreeMap<CounterKey, u64>,
    /// What was found.
    pub findings: Vec<NewFinding>,
    /// Further sightings of buckets that the campaign has seen, which were counted
    /// and not confirmed again. A bucket that it has not seen is ignored.
    pub repeats: BTreeMap<BucketKey, u64>,
    /// How often what looked like a bucket was tried alone, and what came of it.
    pub confirmations: BTreeMap<BucketKey, Confirmed>,
}

/// How often what looked like one bucket was tried alone and cold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// How often it was confirmed.
    pub confirmed: u64,
    /// How often it was not seen again.
    pub refuted: u64,
    /// The bucket in which it was last confirmed: alone, a compiler may say something
    /// else first than in a batch.
    pub bucket: BucketKey,
}

/// The result of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Commit {
    /// The results are kept and the shard is done. What became of each finding,
    /// in the order of the results.
    Done(Vec<Committed>),
    /// The shard was done already, or handed out to somebody else. Nothing was
    /// written.
    Stale,
}

/// What a commit did with one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// Its id.
    pub id: String,
    /// The id of its bucket.
    pub bucket: String,
    /// The number of its bucket.
    pub number: u64,
    /// What was said about its bucket.
    pub status: BucketStatus,
    /// Whether it is the first one of its bucket in the store.
    pub new_bucket: bool,
    /// Whether it is the first one of its bucket in its campaign.
    pub first_in_campaign: bool,
    /// Whether its bucket was marked as fixed before this one was seen.
    pub regression: bool,
    /// Whether it is kept, or only counted because its bucket has enough.
    pub kept: bool,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, FromRow)]
pub struct CounterKey {
    /// The engine.
    pub engine: String,
    /// The mode.
    pub mode: String,
    /// The target; empty where none is involved yet, as with "generated".
    pub target: String,
    /// The word for what happened: "accepted", "crashed", "generated".
    pub outcome: String,
}

/// How often something happened.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Counter {
    /// What happened.
    #[sqlx(flatten)]
    pub key: CounterKey,
    /// How often.
    #[sqlx(try_from = "i64")]
    pub count: u64,
}

/// What makes a bucket the one that it is. Findings that fit a known issue are apart
/// from others with the same signature, so that what is known hides nothing new.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BucketKey {
    /// What the findings of one suspected bug have in common.
    pub signature: String,
    /// The known issue that this is, if it is one.
    pub known_issue: Option<String>,
}

/// The bucket that a finding belongs in, as it is made when it is the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewBucket {
    /// What the findings of one suspected bug have in common.
    pub signature: String,
    /// The kind of finding.
    pub kind: String,
    /// The target.
    pub target: String,
    /// The known issue that this is, if it is one.
    pub known_issue: Option<String>,
}

impl NewBucket {
    /// What makes it the one that it is.
    pub fn key(&self) -> BucketKey {
        BucketKey { signature: self.signature.clone(), known_issue: self.known_issue.clone() }
    }
}

/// A suspected bug: the findings with one signature, of one campaign or of all.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Bucket {
    /// Its name, the same in every store.
    pub id: String,
    /// A short number, counted from 1 in each store.
    #[sqlx(try_from = "i64")]
    pub number: u64,
    /// What its findings have in common.
    pub signature: String,
    /// The kind of finding.
    pub kind: String,
    /// The target of its findings; of several, the one whose name comes first. The
    /// default configuration's name comes before those of others.
    pub target: String,
    /// The known issue that this is, if it is one.
    pub known_issue: Option<String>,
    /// Its triage.
    #[sqlx(try_from = "String")]
    pub status: BucketStatus,
    /// The note made with its triage.
    pub note: String,
    /// When its first finding was committed.
    pub first_seen: i64,
    /// When its last finding was committed.
    pub last_seen: i64,
    /// How many findings there were, kept or not.
    #[sqlx(try_from = "i64")]
    pub count: u64,
}

/// A finding: what was compared, and what was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct FindingData {
    /// The name of the program.
    pub case_id: String,
    /// The engine that generated it.
    pub engine: String,
    /// The mode that it was generated in.
    pub mode: String,
    /// Its language.
    pub language: String,
    /// Its dialect.
    pub dialect: String,
    /// The target that broke the expectation.
    pub target: String,
    /// The engine's plan, in the caller's format.
    pub plan: String,
    /// The seed of the campaign.
    #[sqlx(try_from = "Bits")]
    pub seed: u64,
    /// The position of the program among those of its lane.
    #[sqlx(try_from = "i64")]
    pub program: u64,
    /// Its tape, in the caller's format.
    pub tape: Vec<u8>,
    /// The program.
    pub source: String,
    /// The word for what was expected.
    pub expectation: String,
    /// The word for what happened.
    pub outcome: String,
    /// What was compared: the family, the member, the other side, in the
    /// caller's format.
    pub sighting: String,
    /// What was seen on both sides, in the caller's format.
    pub evidence: String,
}

/// A finding to be committed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewFinding {
    /// Where it belongs.
    pub bucket: NewBucket,
    /// What it is.
    pub data: FindingData,
}

/// A finding that was kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Finding {
    /// Its name, the same whenever the campaign is run again.
    pub id: String,
    /// The id of its bucket.
    pub bucket: String,
    /// The campaign that found it.
    pub campaign: CampaignId,
    /// When it was committed.
    pub created_at: i64,
    /// What it is.
    #[sqlx(flatten)]
    pub data: FindingData,
}

/// What an id stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A bucket.
    Bucket(Bucket),
    /// A finding.
    Finding(Box<Finding>),
}

impl Bucket {
    /// What makes it the one that it is.
    pub fn key(&self) -> BucketKey {
        BucketKey { signature: self.signature.clone(), known_issue: self.known_issue.clone() }
    }
}

/// A number whose sign bit is an ordinary bit. Databases have no unsigned one.
#[derive(sqlx::Type)]
#[sqlx(transparent)]
struct Bits(i64);

impl From<Bits> for u64 {
    fn from(bits: Bits) -> u64 {
        bits.0.cast_unsigned()
    }
}

/// A count as databases keep it. No count comes near the limit.
pub(crate) fn integer(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
