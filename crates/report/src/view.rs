//! Findings and campaigns as data.

use campaign::{
    Against, CampaignRecord, Counted, EvidenceRecord, ExpectationRecord, LaneHealth, OutcomeRecord,
    SightingRecord, Tally,
};
use case::{FindingKind, Language, TargetName};
use serde::Serialize;
use store::{Again, Bucket, BucketStatus, Campaign, CampaignId, Finding, Store, StoreError};

use crate::history::History;

/// Everything that is known about a finding.
#[derive(Clone, Debug, Serialize)]
pub struct FindingView {
    /// Its id.
    pub id: String,
    /// Its bucket's id.
    pub bucket: String,
    /// Its campaign's number.
    pub campaign: i64,
    /// The kind.
    #[serde(serialize_with = "in_words")]
    pub kind: FindingKind,
    /// The target that is to blame.
    #[serde(serialize_with = "in_words")]
    pub target: TargetName,
    /// What it has in common with others of its bucket.
    pub signature: String,
    /// The triage of its bucket.
    pub status: &'static str,
    /// The note made with the triage.
    pub note: String,
    /// The known issue that it fits.
    pub known: Option<KnownView>,
    /// How often its bucket was seen.
    pub count: u64,
    /// When its bucket was first seen, in milliseconds since 1970.
    pub first_seen: i64,
    /// When its bucket was last seen.
    pub last_seen: i64,
    /// The engine that made the program.
    pub engine: String,
    /// The mode that it was made in.
    pub mode: String,
    /// The language.
    #[serde(serialize_with = "language_name")]
    pub language: Language,
    /// The dialect.
    pub dialect: String,
    /// The seed of the campaign.
    pub seed: u64,
    /// The position of the program in its lane.
    pub number: u64,
    /// The features and rules that the program uses.
    pub features: Vec<String>,
    /// What must be true of the program.
    pub expected: ExpectationRecord,
    /// The program as it was generated.
    pub source: String,
    /// What it was reduced to.
    pub reduced: Option<Reduction>,
    /// The equivalent program with another verdict, if that is what is compared.
    pub sibling: Option<String>,
    /// The program whose compile time is compared, if that is what is compared.
    pub compared: Option<String>,
    /// The other target, if two are compared.
    #[serde(serialize_with = "maybe_in_words")]
    pub other_target: Option<TargetName>,
    /// What the target did with the program to show; with the program as it was found, if
    /// [`Reduction::was_seen`] does not hold.
    pub seen: OutcomeRecord,
    /// What was seen on the other side, with the same program.
    pub other: Option<OutcomeRecord>,
    /// What other targets, and later runs of the same one, did with the program.
    pub verdicts: Vec<VerdictView>,
    /// The ids of the other findings of the bucket that were kept.
    pub others: Vec<String>,
}

/// A known issue.
#[derive(Clone, Debug, Serialize)]
pub struct KnownView {
    /// Its name.
    pub name: String,
    /// What it is, and where it is tracked.
    pub about: String,
}

/// What a program was reduced to.
#[derive(Clone, Debug, Serialize)]
pub struct Reduction {
    /// The program.
    pub source: String,
    /// The line that breaks a rule of the language, if known.
    pub line: Option<u32>,
    /// The equivalent program, if there is one, reduced with it.
    pub sibling: Option<String>,
    /// What guarantees that it is still what it was: well-typed, or ill-typed in the
    /// same way.
    pub kept_by: String,
    /// How many programs were tried on the way.
    pub queries: u64,
    /// The size of the program as it was found and as it is now, as the reducer counts
    /// tokens.
    pub tokens: (u64, u64),
    /// Whether what is told to have been seen was seen with this program.
    pub was_seen: bool,
}

/// What became of a finding on a target.
#[derive(Clone, Debug, Serialize)]
pub struct VerdictView {
    /// The target.
    #[serde(serialize_with = "in_words")]
    pub target: TargetName,
    /// What was seen.
    #[serde(serialize_with = "in_words")]
    pub seen: Again,
    /// What the target did.
    pub outcome: OutcomeRecord,
    /// How often it was tried.
    pub tried: u64,
    /// How often the finding was there.
    pub again: u64,
    /// When it was last tried.
    pub tried_at: i64,
}

fn in_words<S: serde::Serializer>(value: &impl ToString, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&value.to_string())
}

fn maybe_in_words<S: serde::Serializer>(
    value: &Option<impl ToString>,
    out: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(|value| value.to_string()).serialize(out)
}

fn language_name<S: serde::Serializer>(value: &Language, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(value.name())
}

/// Why a finding cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum BadFinding {
    /// The store does not give it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is not in the form that this version writes.
    #[error("finding {id} cannot be read: {why}; another version of wellsmith wrote it")]
    Form {
        /// The finding.
        id: String,
        /// What is wrong with it.
        why: String,
    },
}

impl FindingView {
    /// The program to show: the reduced one, if there is one.
    pub fn program(&self) -> &str {
        self.reduced.as_ref().map_or(&self.source, |reduced| &reduced.source)
    }

    /// What its signature says beside the kind and the compiler.
    pub fn gist(&self) -> &str {
        self.signature.split_once(": ").map_or(&self.signature, |(_, gist)| gist)
    }

    /// Whether what was seen is about [`FindingView::program`], and not about the program
    /// that it was reduced from.
    pub fn is_seen_with_it(&self) -> bool {
        self.reduced.as_ref().is_none_or(|reduced| reduced.was_seen)
    }

    /// The line of [`FindingView::program`] that breaks a rule of the language, if known.
    pub fn broken_line(&self) -> Option<u32> {
        self.reduced.as_ref().map_or(self.expected.line, |reduced| reduced.line)
    }

    /// The program that [`FindingView::program`] is equivalent to, if that is compared.
    pub fn equivalent(&self) -> Option<&str> {
        let reduced = self.reduced.as_ref().and_then(|reduced| reduced.sibling.as_deref());
        reduced.or(self.sibling.as_deref())
    }

    /// In which versions it is.
    pub fn history(&self) -> History {
        History::of(self)
    }

    /// The name of a file for its program.
    pub fn file_name(&self) -> String {
        format!("{}-{}.{}", self.bucket, self.id, self.language.extension())
    }

    /// Whether nobody has decided yet that it is known, fixed or of no interest.
    pub fn is_open(&self) -> bool {
        let status = self.status.parse::<BucketStatus>();
        self.known.is_none() && status.is_ok_and(|status| status.is_open())
    }
}

/// A finding of a bucket as data.
pub fn finding(
    store: &Store,
    bucket: &Bucket,
    finding: &Finding,
) -> Result<FindingView, BadFinding> {
    let bad = |why: String| BadFinding::Form { id: finding.id.clone(), why };
    let data = &finding.data;
    let language = Language::named(&data.language);
    let record: SightingRecord =
        serde_json::from_str(&data.sighting).map_err(|error| bad(error.to_string()))?;
    let sighting = record.sighting(language).map_err(bad)?;
    let evidence: EvidenceRecord =
        serde_json::from_str(&data.evidence).map_err(|error| bad(error.to_string()))?;
    let expected = record.expectation().cloned();
    let expected = expected.ok_or_else(|| bad("it has no expectation".to_owned()))?;
    let verdicts = store.verdicts(&finding.id)?.into_iter().filter_map(|verdict| {
        Some(VerdictView {
            target: verdict.target.parse().ok()?,
            seen: verdict.seen,
            outcome: serde_json::from_str(&verdict.outcome).ok()?,
            tried: verdict.tried,
            again: verdict.again,
            tried_at: verdict.tried_at,
        })
    });
    let known = match (&evidence.known, &bucket.known_issue) {
        (Some((name, about)), _) => Some((name.clone(), about.clone())),
        (None, Some(name)) => Some((name.clone(), String::new())),
        (None, None) => None,
    };
    let (reduced, with_it) = reduction(store, &finding.id, language)?.unzip();
    let seen = with_it.flatten().unwrap_or(evidence);
    let case = sighting.case();
    let (sibling, compared, other_target) = match &sighting.against {
        None => (None, None, None),
        Some(Against::Sibling(at)) => (Some(sighting.family[*at].source.clone()), None, None),
        Some(Against::Program(program)) => (None, Some(program.clone()), None),
        Some(Against::Target(target) | Against::Base(target) | Against::Head(target)) => {
            (None, None, Some(target.clone()))
        }
    };
    Ok(FindingView {
        id: finding.id.clone(),
        bucket: bucket.id.clone(),
        campaign: finding.campaign.0,
        kind: sighting.kind,
        target: sighting.target.clone(),
        signature: bucket.signature.clone(),
        status: bucket.status.name(),
        note: bucket.note.clone(),
        known: known.map(|(name, about)| KnownView { name, about }),
        count: bucket.count,
        first_seen: bucket.first_seen,
        last_seen: bucket.last_seen,
        engine: data.engine.clone(),
        mode: data.mode.clone(),
        language,
        dialect: data.dialect.clone(),
        seed: data.seed,
        number: data.program,
        features: case.features.iter().map(|&name| name.to_owned()).collect(),
        expected,
        source: data.source.clone(),
        reduced,
        sibling,
        compared,
        other_target,
        seen: seen.outcome,
        other: seen.other,
        verdicts: verdicts.collect(),
        others: Vec::new(),
    })
}

/// What the program of a finding was reduced to, if it was and if that can be read, and
/// what was seen with that.
fn reduction(
    store: &Store,
    finding: &str,
    language: Language,
) -> Result<Option<(Reduction, Option<EvidenceRecord>)>, StoreError> {
    let Some(kept) = store.reduction(finding)? else { return Ok(None) };
    let record: Option<SightingRecord> = serde_json::from_str(&kept.data.sighting).ok();
    let Some(record) = record else { return Ok(None) };
    let Ok(sighting) = record.sighting(language) else { return Ok(None) };
    let evidence: Option<EvidenceRecord> =
        kept.data.evidence.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let reduction = Reduction {
        source: kept.data.source,
        line: record.expectation().and_then(|expected| expected.line),
        sibling: match sighting.against {
            Some(Against::Sibling(at)) => Some(sighting.family[at].source.clone()),
            _ => None,
        },
        kept_by: kept.data.guarantee,
        queries: kept.data.queries,
        tokens: (kept.data.tokens_before, kept.data.tokens_after),
        was_seen: evidence.is_some(),
    };
    Ok(Some((reduction, evidence)))
}

/// The first finding of each bucket of a campaign, with the ids of the others. What
/// cannot be read is told beside them.
pub fn findings(
    store: &Store,
    campaign: CampaignId,
) -> Result<(Vec<FindingView>, Vec<BadFinding>), StoreError> {
    let (mut views, mut bad) = (Vec::new(), Vec::new());
    for bucket in store.buckets(campaign)? {
        let mut kept = store.findings(&bucket.id)?;
        kept.retain(|finding| finding.campaign == campaign);
        let Some(first) = kept.first() else { continue };
        match finding(store, &bucket, first) {
            Ok(view) => {
                let others = kept[1..].iter().map(|other| other.id.clone()).collect();
                views.push(FindingView { others, ..view });
            }
            Err(BadFinding::Store(error)) => return Err(error),
            Err(error) => bad.push(error),
        }
    }
    Ok((views, bad))
}

/// Everything that is known about a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct CampaignView {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The seed of everything.
    pub seed: u64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// Its targets.
    pub targets: Vec<String>,
    /// Its engines.
    pub engines: Vec<String>,
    /// How many programs were tried.
    pub programs: u64,
    /// When shards were done, and how many programs each had, in the order of time.
    pub shards: Vec<(i64, u64)>,
    /// Each engine, mode and target.
    pub lanes: Vec<LaneView>,
    /// Suspicions that were not confirmed.
    pub unconfirmed: u64,
    /// Programs that the generators gave up on.
    pub gave_up: u64,
    /// Programs that their batch had already.
    pub duplicates: u64,
    /// Outcomes without a verdict.
    pub unknown: u64,
    /// How much of what the engines have was used.
    pub used: Vec<UsedView>,
    /// The known bugs that programs of its engines were to meet again.
    pub backtests: Vec<BacktestView>,
    /// The first finding of each bucket.
    pub findings: Vec<FindingView>,
    /// What cannot be shown, in words.
    pub unreadable: Vec<String>,
}

/// How much of something that an engine has was used.
#[derive(Clone, Debug, Serialize)]
pub struct UsedView {
    /// What is counted.
    pub what: String,
    /// How many of them were used.
    pub used: u64,
    /// How many there are.
    pub of: u64,
    /// Those that are in the fewest programs, with the number of these.
    pub rarest: Vec<(String, u64)>,
}

/// A known bug that programs of an engine were to meet again.
#[derive(Clone, Debug, Serialize)]
pub struct BacktestView {
    /// The engine.
    pub engine: String,
    /// The bug's name.
    pub bug: String,
    /// What it is.
    pub about: String,
    /// The target that has it.
    pub target: String,
    /// The number of the program that showed it; `None` if none did.
    pub program: Option<i64>,
    /// How many programs there were to be at most.
    pub budget: u64,
    /// When it was looked for.
    pub tried_at: i64,
}

/// The verdicts of a target on the programs of an engine in a mode.
#[derive(Clone, Debug, Serialize)]
pub struct LaneView {
    /// The engine.
    pub engine: String,
    /// The mode.
    pub mode: String,
    /// The target.
    pub target: String,
    /// How many programs were judged.
    pub judged: u64,
    /// How many of them were as expected.
    pub as_expected: u64,
    /// Whether so many were rejected that the fault is most likely the generator's.
    pub suspicious: bool,
}

/// A campaign as data.
pub fn campaign(store: &Store, id: CampaignId) -> Result<CampaignView, StoreError> {
    let Campaign { name, seed, created_at, settings, .. } = store.campaign(id)?;
    let record = CampaignRecord::from_json(&settings).ok();
    let counters = store.counters(id)?;
    let total = |what: Counted| -> u64 {
        counters.iter().filter(|c| c.key.outcome == what.name()).map(|c| c.count).sum()
    };
    let lanes = LaneHealth::of(&counters);
    let lanes = lanes.into_iter().map(|lane| LaneView {
        suspicious: lane.is_suspicious(),
        engine: lane.engine,
        mode: lane.mode,
        target: lane.target,
        judged: lane.judged,
        as_expected: lane.as_expected,
    });
    let shards = store.done_shards(id)?.into_iter();
    let used = store.used(id)?.into_iter().map(|used| {
        let rarest = serde_json::from_str(&used.rarest).unwrap_or_default();
        UsedView { what: used.what, used: used.used, of: used.total, rarest }
    });
    let engines = record.as_ref().map(CampaignRecord::engines).unwrap_or_default();
    let backtests = store.backtests()?.into_iter();
    let backtests = backtests.filter(|backtest| engines.contains(&backtest.engine));
    let backtests = backtests.map(|backtest| BacktestView {
        engine: backtest.engine,
        bug: backtest.bug,
        about: backtest.about,
        target: backtest.target,
        program: backtest.program,
        budget: backtest.budget,
        tried_at: backtest.tried_at,
    });
    let backtests = backtests.collect();
    let (findings, bad) = findings(store, id)?;
    Ok(CampaignView {
        id: id.0,
        name,
        seed,
        created_at,
        targets: record.as_ref().map(CampaignRecord::targets).unwrap_or_default(),
        engines,
        // Campaigns of older versions have counted families alone.
        programs: match total(Counted::Tally(Tally::Programs)) {
            0 => total(Counted::Tally(Tally::Generated)),
            programs => programs,
        },
        shards: shards.filter_map(|shard| Some((shard.done_at?, shard.programs))).collect(),
        lanes: lanes.collect(),
        unconfirmed: total(Counted::Tally(Tally::Unconfirmed)),
        gave_up: total(Counted::Tally(Tally::GaveUp)),
        duplicates: total(Counted::Tally(Tally::Duplicate)),
        unknown: total(Counted::Outcome(case::OutcomeKind::Unknown)),
        used: used.collect(),
        backtests,
        findings,
        unreadable: bad.iter().map(ToString::to_string).collect(),
    })
}

impl CampaignView {
    /// How many verdicts there were, and how many of them were as expected.
    pub fn judged(&self) -> (u64, u64) {
        self.lanes
            .iter()
            .fold((0, 0), |(all, good), lane| (all + lane.judged, good + lane.as_expected))
    }

    /// The Good–Turing estimate: the chance that the next finding is of a bucket that
    /// was not seen yet. `None` if nothing was found.
    pub fn residual_risk(&self) -> Option<f64> {
        let all: u64 = self.findings.iter().map(|finding| finding.count).sum();
        let once = self.findings.iter().filter(|finding| finding.count == 1).count();
        (all > 0).then(|| once as f64 / all as f64)
    }

    /// The time between its first and its last shard, in milliseconds.
    pub fn lasted(&self) -> i64 {
        match (self.shards.first(), self.shards.last()) {
            (Some((_, _)), Some((last, _))) => (last - self.created_at).max(0),
            _ => 0,
        }
    }
}
