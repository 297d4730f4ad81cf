//! One shard: generate, get verdicts, judge, confirm.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use case::{Does, Family, FindingKind, Outcome, Side, TargetName};
use choice::Tape;
use store::{BucketKey, Confirmed};
use targets::{Target, Verdicts};

use crate::bucket::signature;
use crate::event::{Counted, Tally};
use crate::known::{KnownIssue, KnownIssues};
use crate::plan::{Lane, Settings};
use crate::programs::Programs;
use crate::sighting::{
    Against, Evidence, Seen, Sighting, change_signature, changes, is_slower, sightings,
};
use crate::slow::{self, Pace};

/// What a shard gave.
#[derive(Default)]
pub(crate) struct ShardOutcome {
    /// Tapes played with success; each gave a family of one program or several.
    pub(crate) families: u64,
    /// Programs that were given to the targets.
    pub(crate) programs: u64,
    /// Tapes for which the generator gave up.
    pub(crate) gave_up: u64,
    /// Families that the batch had already.
    pub(crate) duplicates: u64,
    /// What was counted, by target.
    pub(crate) counts: BTreeMap<(TargetName, Counted), u64>,
    /// Confirmed findings.
    pub(crate) findings: Vec<Finding>,
    /// Further sightings of bugs that were confirmed often enough.
    pub(crate) repeats: BTreeMap<BucketKey, u64>,
    /// How often what looked like each bug was tried alone, and what came of it.
    pub(crate) confirmations: BTreeMap<BucketKey, Confirmed>,
    /// A target that gave no verdict on any program, or that cannot be trusted any
    /// more, and why. Then nothing else is of use: the machine is in trouble, or
    /// the target.
    pub(crate) no_verdicts: Option<(TargetName, String)>,
    /// A target that rejected every program that it was to run, and the first
    /// rejection. One of them is confirmed.
    pub(crate) all_rejected: Option<(TargetName, String)>,
}

impl ShardOutcome {
    fn count(&mut self, target: &TargetName, what: Counted) {
        *self.counts.entry((target.clone(), what)).or_default() += 1;
    }
}

/// A confirmed finding, with where its program comes from.
pub(crate) struct Finding {
    pub(crate) sighting: Sighting,
    pub(crate) evidence: Evidence,
    pub(crate) known: Option<KnownIssue>,
    pub(crate) number: u64,
    pub(crate) subject: Option<std::sync::Arc<str>>,
    pub(crate) tape: Tape,
    /// Whether nobody had confirmed this bug before, as far as this process knows.
    pub(crate) first: bool,
    /// What other configurations of the compiler do with the program, if that was
    /// looked at.
    pub(crate) verdicts: Vec<(TargetName, Outcome)>,
}

/// What the workers of one process share.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) known: KnownIssues,
    confirmations: Mutex<Confirmations>,
    pace: Mutex<Pace>,
}

impl Shared {
    pub(crate) fn new(known: KnownIssues) -> Shared {
        Shared { known, ..Shared::default() }
    }

    pub(crate) fn confirmations(&self) -> std::sync::MutexGuard<'_, Confirmations> {
        self.confirmations.lock().expect("no worker panics while it holds this")
    }
}

/// How often what looked like each bug was confirmed, so that a bug that shows
/// in every second program does not take all the time. The store counts for all
/// processes; this is what one process knows of it.
#[derive(Debug, Default)]
pub(crate) struct Confirmations(BTreeMap<BucketKey, Confirmed>);

/// What to do with a suspicion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// Confirm it.
    Confirm,
    /// Count it for this bucket.
    Count(BucketKey),
    /// Count it as unconfirmed: it never was.
    Drop,
}

/// This many findings of one bucket are confirmed; further ones are counted.
const ENOUGH_CONFIRMED: u64 = 5;
/// This often a suspicion may be refuted before it is given up.
const ENOUGH_REFUTED: u64 = 20;

impl Confirmations {
    /// Learns what all processes have confirmed, as far as their shards are done. What
    /// this process is at counts already.
    pub(crate) fn learn(&mut self, counted: BTreeMap<BucketKey, Confirmed>) {
        for (key, counted) in counted {
            let known = self.0.entry(key).or_default();
            if counted.confirmed > known.confirmed {
                (known.confirmed, known.bucket) = (counted.confirmed, counted.bucket);
            }
            known.refuted = known.refuted.max(counted.refuted);
        }
    }

    /// What to do with a suspicion that would belong in this bucket.
    pub(crate) fn ask(&self, suspected: &BucketKey) -> Suspicion {
        match self.0.get(suspected) {
            Some(known) if known.confirmed >= ENOUGH_CONFIRMED => {
                Suspicion::Count(known.bucket.clone())
            }
            Some(known) if known.refuted >= ENOUGH_REFUTED => match known.confirmed {
                0 => Suspicion::Drop,
                _ => Suspicion::Count(known.bucket.clone()),
            },
            _ => Suspicion::Confirm,
        }
    }

    /// Notes that a suspicion was confirmed, in this bucket, or refuted. Says whether
    /// it was never confirmed before.
    pub(crate) fn note(&mut self, suspected: &BucketKey, confirmed: Option<&BucketKey>) -> bool {
        let known = self.0.entry(suspected.clone()).or_default();
        let first = known.confirmed == 0;
        match confirmed {
            Some(bucket) => {
                known.confirmed += 1;
                known.bucket = bucket.clone();
            }
            None => known.refuted += 1,
        }
        first
    }
}

/// What became of an outcome that is not what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Became {
    Unconfirmed,
    KnownIssue,
    Finding,
}

impl Became {
    fn tally(self) -> Counted {
        Counted::Tally(match self {
            Became::Unconfirmed => Tally::Unconfirmed,
            Became::KnownIssue => Tally::OfKnownIssues,
            Became::Finding => Tally::InFindings,
        })
    }

    /// What becomes of an outcome that is confirmed.
    fn confirmed(bucket: &BucketKey) -> Became {
        if bucket.known_issue.is_some() { Became::KnownIssue } else { Became::Finding }
    }
}

/// A family of the shard, with where it comes from.
struct Member {
    number: u64,
    subject: Option<std::sync::Arc<str>>,
    tape: Tape,
    family: Family,
    /// The position of its first program among those of the shard.
    start: usize,
}

/// Does one shard: plays `limit` tapes, and gives every program to every target.
pub(crate) fn run_shard(
    lane: &Lane,
    settings: &Settings,
    shard: u64,
    limit: u64,
    targets: &mut [Box<dyn Target + '_>],
    shared: &Shared,
) -> ShardOutcome {
    let mut results = ShardOutcome::default();
    let members = generate(lane, settings, shard, limit, &mut results);
    let sources: Vec<&str> =
        members.iter().flat_map(|member| &member.family).map(|case| &case.source[..]).collect();
    let mut suspects: Vec<(usize, (Sighting, Evidence))> = Vec::new();
    let mut columns: Vec<Vec<Outcome>> = Vec::new();
    let mut times: Vec<Duration> = Vec::new();
    for target in targets.iter_mut() {
        let verdicts = targets::verdicts(target.as_mut(), &sources);
        let whole = verdicts.runs.first().map_or(Duration::ZERO, |run| run.cpu);
        if !lane.change {
            suspects.extend(slow_suspect(target.as_mut(), &members, &sources, &verdicts, shared));
        }
        if let Some(why) = no_verdicts(&verdicts.outcomes) {
            results.no_verdicts = Some((target.info().name.clone(), why.to_owned()));
            return results;
        }
        if lane.mode.needs() == Does::Runs
            && let Some(first) = all_rejected(&verdicts.outcomes)
        {
            results.all_rejected = Some((target.info().name.clone(), first.to_string()));
        }
        columns.push(verdicts.outcomes);
        times.push(whole);
    }
    if lane.change
        && let [base, head] = targets
    {
        let (base, head) = (base.info().name.clone(), head.as_mut());
        suspects.extend(slower_suspect(base, head, &members, &sources, &columns[1], &times));
    }
    let mut unexpected: BTreeSet<(usize, usize, TargetName)> = BTreeSet::new();
    for (position, member) in members.iter().enumerate() {
        let programs = member.start..member.start + member.family.len();
        let outcomes: Vec<Vec<Outcome>> =
            columns.iter().map(|column| column[programs.clone()].to_vec()).collect();
        let names: Vec<&TargetName> = targets.iter().map(|target| &target.info().name).collect();
        let sightings = judge_member(member, lane.change, &names, &outcomes, &mut results);
        unexpected.extend(sightings.iter().map(|(s, _)| (position, s.member, s.target.clone())));
        suspects.extend(sightings.into_iter().map(|suspect| (position, suspect)));
    }
    // A side that stops at an error that the other one does not have is quick for nothing.
    if lane.change && unexpected.is_empty() {
        for (target, time) in targets.iter().zip(&times) {
            let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            let counted = Counted::Tally(Tally::CompileMillis);
            results.counts.insert((target.info().name.clone(), counted), time);
        }
    }
    // Each outcome that is not as expected is counted once, whatever is wrong with it.
    let mut became: BTreeMap<(usize, usize, TargetName), Became> = BTreeMap::new();
    let mut trusted = BTreeSet::new();
    for (nth, (position, suspect)) in suspects.into_iter().enumerate() {
        let outcome = (position, suspect.0.member, suspect.0.target.clone());
        // Where the programs are not what the target takes, confirming each of them
        // alone would take long and say the same.
        let this = match results.all_rejected.is_some() && nth > 0 {
            true => Became::Unconfirmed,
            false => {
                confirm(suspect, &members[position], targets, shared, &mut trusted, &mut results)
            }
        };
        if results.no_verdicts.is_some() {
            return results;
        }
        let worst = became.entry(outcome).or_insert(this);
        *worst = this.max(*worst);
    }
    for ((position, member, target), became) in became {
        if !unexpected.contains(&(position, member, target.clone())) {
            // Nothing was wrong with it but the time that it took, which only a
            // comparison shows.
            if became == Became::Unconfirmed {
                continue;
            }
            let as_expected = (target.clone(), Counted::Tally(Tally::AsExpected));
            if let Some(count) = results.counts.get_mut(&as_expected) {
                *count -= 1;
            }
        }
        results.count(&target, became.tally());
    }
    results
}

/// Fewer programs than this may all be without a verdict for reasons of their own.
const ENOUGH_FOR_TROUBLE: usize = 8;

/// Why no program of a batch got a verdict, if that is so.
fn no_verdicts(outcomes: &[Outcome]) -> Option<&str> {
    let mut reasons = outcomes.iter().map(|outcome| match outcome {
        Outcome::Unknown(why) => Some(&why[..]),
        _ => None,
    });
    let first = reasons.next()??;
    (outcomes.len() >= ENOUGH_FOR_TROUBLE && reasons.all(|why| why.is_some())).then_some(first)
}

/// The first outcome of a batch, if all programs were rejected.
fn all_rejected(outcomes: &[Outcome]) -> Option<&Outcome> {
    let rejected = |outcome: &Outcome| matches!(outcome, Outcome::Rejected(_));
    (outcomes.len() >= ENOUGH_FOR_TROUBLE && outcomes.iter().all(rejected)).then(|| &outcomes[0])
}

fn generate(
    lane: &Lane,
    settings: &Settings,
    shard: u64,
    limit: u64,
    results: &mut ShardOutcome,
) -> Vec<Member> {
    let plan = lane.plan(settings, shard);
    let mut programs = Programs::new(lane.engine.as_ref(), plan, settings.seed);
    let first = lane.first_program(shard);
    let mut seen = BTreeSet::new();
    let mut members = Vec::new();
    let mut start = 0;
    for number in first..first + limit {
        let Ok(program) = programs.get(number) else {
            results.gave_up += 1;
            continue;
        };
        results.families += 1;
        // The same program twice in a batch teaches nothing. Siblings stay
        // together, so a family is only left out as a whole.
        let new = program.family.iter().filter(|case| seen.insert(case.id())).count();
        if new == 0 {
            results.duplicates += 1;
            continue;
        }
        let (subject, tape, family) = (program.subject, program.tape, program.family);
        let programs = family.len();
        members.push(Member { number, subject, tape, family, start });
        start += programs;
    }
    results.programs = start as u64;
    members
}

/// Counts the outcomes of a family over the panel, and gives what is wrong; for a
/// change, what differs.
fn judge_member(
    member: &Member,
    change: bool,
    targets: &[&TargetName],
    outcomes: &[Vec<Outcome>],
    results: &mut ShardOutcome,
) -> Vec<(Sighting, Evidence)> {
    let sightings = match (change, targets, outcomes) {
        (true, &[base, head], [before, after]) => {
            changes(&member.family, [base, head], &[before.clone(), after.clone()])
        }
        _ => sightings(&member.family, targets, outcomes),
    };
    for (target, column) in outcomes.iter().enumerate() {
        for (position, outcome) in column.iter().enumerate() {
            results.count(targets[target], Counted::Outcome(outcome.kind()));
            let is_of = |(s, _): &(Sighting, Evidence)| {
                (&s.target, s.member) == (targets[target], position)
            };
            if !matches!(outcome, Outcome::Unknown(_)) && !sightings.iter().any(is_of) {
                results.count(targets[target], Counted::Tally(Tally::AsExpected));
            }
        }
    }
    sightings
}

/// Tries a suspicion again, alone and cold, and keeps what is seen then, provided
/// that its targets still do what they must with their canaries. That is looked at
/// once in a shard for those that have findings; `trusted` says for which it was.
fn confirm(
    (suspect, suspicious): (Sighting, Evidence),
    member: &Member,
    targets: &mut [Box<dyn Target + '_>],
    shared: &Shared,
    trusted: &mut BTreeSet<TargetName>,
    results: &mut ShardOutcome,
) -> Became {
    let known =
        |sighting: &Sighting, evidence: &Evidence| shared.known.find(sighting, evidence).cloned();
    let bucket = |sighting: &Sighting, known: &Option<KnownIssue>| BucketKey {
        signature: sighting.signature.clone(),
        known_issue: known.as_ref().map(|issue| issue.name.clone()),
    };
    let suspected = bucket(&suspect, &known(&suspect, &suspicious));
    let suspicion = shared.confirmations().ask(&suspected);
    match suspicion {
        Suspicion::Confirm => {}
        Suspicion::Count(bucket) => {
            let became = Became::confirmed(&bucket);
            *results.repeats.entry(bucket).or_default() += 1;
            return became;
        }
        Suspicion::Drop => return Became::Unconfirmed,
    }
    let seen = suspect.seen_again(targets).expect("a suspect names targets of its panel");
    let confirmed = match seen {
        Seen::Same(evidence) => Some((suspect.clone(), evidence)),
        Seen::Other(other, evidence) => Some((*other, evidence)),
        Seen::Nothing(_) | Seen::Unknown(_) => None,
    };
    let Some((sighting, evidence)) = confirmed else {
        shared.confirmations().note(&suspected, None);
        results.confirmations.entry(suspected).or_default().refuted += 1;
        return Became::Unconfirmed;
    };
    for target in targets.iter_mut().filter(|t| suspect.targets().contains(&&t.info().name)) {
        let name = target.info().name.clone();
        if trusted.contains(&name) {
            continue;
        }
        if let Err(why) = targets::still_works(target.as_mut()) {
            results.no_verdicts = Some((name, why.to_string()));
            return Became::Unconfirmed;
        }
        trusted.insert(name);
    }
    let known = known(&sighting, &evidence);
    let bucket = bucket(&sighting, &known);
    let first = shared.confirmations().note(&suspected, Some(&bucket));
    let tried = results.confirmations.entry(suspected).or_default();
    tried.confirmed += 1;
    tried.bucket = bucket.clone();
    results.findings.push(Finding {
        known,
        sighting,
        evidence,
        number: member.number,
        subject: member.subject.clone(),
        tape: member.tape.clone(),
        first,
        verdicts: Vec::new(),
    });
    Became::confirmed(&bucket)
}

/// Looks for the cause when a batch took a target far longer than others did.
fn slow_suspect(
    target: &mut dyn Target,
    members: &[Member],
    sources: &[&str],
    verdicts: &Verdicts,
    shared: &Shared,
) -> Option<(usize, (Sighting, Evidence))> {
    let whole = verdicts.runs.first().filter(|run| run.programs > 0)?;
    let name = target.info().name.clone();
    let each = whole.cpu / u32::try_from(whole.programs).unwrap_or(u32::MAX);
    let pace = shared.pace.lock().expect("no worker panics while it holds this").note(&name, each);
    // A compiler that timed out was found and judged already.
    let timed_out = verdicts.outcomes.iter().any(|o| matches!(o, Outcome::TimedOut(_)));
    if timed_out || !slow::is_suspicious(whole.cpu, whole.programs, pace?) {
        return None;
    }
    let (position, member, other, time) = slowest(target, members, sources)?;
    let evidence = Evidence { outcome: Outcome::TimedOut(time), other: None };
    let kind = FindingKind::Slow;
    let sighting = Sighting {
        kind,
        signature: signature(kind, &name, &members[position].family[member], &evidence),
        target: name,
        family: members[position].family.clone(),
        member,
        against: Some(Against::Program(sources[other].to_owned())),
    };
    Some((position, (sighting, evidence)))
}

/// Looks for the cause when a batch took a compiler far longer than before a change.
fn slower_suspect(
    base: TargetName,
    head: &mut dyn Target,
    members: &[Member],
    sources: &[&str],
    outcomes: &[Outcome],
    times: &[Duration],
) -> Option<(usize, (Sighting, Evidence))> {
    let timed_out = outcomes.iter().any(|outcome| matches!(outcome, Outcome::TimedOut(_)));
    if timed_out || !is_slower(*times.get(1)?, times[0]) {
        return None;
    }
    let (position, member, _, time) = slowest(head, members, sources)?;
    let evidence = Evidence { outcome: Outcome::TimedOut(time), other: None };
    let (kind, target) = (FindingKind::Slow, head.info().name.clone());
    let case = &members[position].family[member];
    let sighting = Sighting {
        kind,
        signature: change_signature(kind, Side::Head, &target, case, &evidence),
        target,
        family: members[position].family.clone(),
        member,
        against: Some(Against::Base(base)),
    };
    Some((position, (sighting, evidence)))
}

/// The program of a batch that takes a target the most time: the position of its family,
/// its own position there, another program to compare it with, and the time.
fn slowest(
    target: &mut dyn Target,
    members: &[Member],
    sources: &[&str],
) -> Option<(usize, usize, usize, Duration)> {
    let mut time = |positions: &[usize]| -> Duration {
        let sources: Vec<&str> = positions.iter().map(|&position| sources[position]).collect();
        target.submit(&sources).cpu
    };
    let (slowest, other) = slow::slowest(sources.len(), &mut time)?;
    let position = members.partition_point(|member| member.start <= slowest) - 1;
    Some((position, slowest - members[position].start, other, time(&[slowest])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bucket that is no known issue.
    fn key(signature: &str) -> BucketKey {
        BucketKey { signature: signature.to_owned(), known_issue: None }
    }

    #[test]
    fn a_batch_is_rejected_as_a_whole_or_not() {
        let batch = |rejected: usize, others: usize| {
            let no = Outcome::Rejected(vec![case::Diagnostic::default()]);
            let mut outcomes = vec![no; rejected];
            outcomes.extend(vec![Outcome::Accepted; others]);
            all_rejected(&outcomes).is_some()
        };
        assert!(batch(ENOUGH_FOR_TROUBLE, 0));
        assert!(!batch(ENOUGH_FOR_TROUBLE, 1));
        assert!(!batch(ENOUGH_FOR_TROUBLE - 1, 0), "few programs may all be wrong");
        assert!(!batch(0, 0));
    }

    #[test]
    fn enough_is_confirmed_and_the_rest_is_counted_where_it_belongs() {
        let mut confirmations = Confirmations::default();
        for _ in 0..ENOUGH_CONFIRMED {
            assert_eq!(confirmations.ask(&key("suspected")), Suspicion::Confirm);
            confirmations.note(&key("suspected"), Some(&key("confirmed")));
        }
        let counted = Suspicion::Count(key("confirmed"));
        assert_eq!(confirmations.ask(&key("suspected")), counted);
        assert_eq!(
            confirmations.ask(&key("confirmed")),
            Suspicion::Confirm,
            "it was never suspected"
        );
    }

    #[test]
    fn what_is_never_confirmed_is_given_up() {
        let mut confirmations = Confirmations::default();
        for _ in 0..ENOUGH_REFUTED {
            assert_eq!(confirmations.ask(&key("s")), Suspicion::Confirm);
            confirmations.note(&key("s"), None);
        }
        assert_eq!(confirmations.ask(&key("s")), Suspicion::Drop);

        // Once in a while it is real.
        confirmations.note(&key("t"), Some(&key("t")));
        for _ in 0..ENOUGH_REFUTED - 1 {
            confirmations.note(&key("t"), None);
            assert_eq!(confirmations.ask(&key("t")), Suspicion::Confirm);
        }
        confirmations.note(&key("t"), None);
        assert_eq!(confirmations.ask(&key("t")), Suspicion::Count(key("t")));
    }

    #[test]
    fn what_others_confirmed_counts() {
        let others = |signature: &str, confirmed, refuted| {
            let counted = Confirmed { confirmed, refuted, bucket: key("confirmed") };
            BTreeMap::from([(key(signature), counted)])
        };
        let mut confirmations = Confirmations::default();
        confirmations.learn(others("a", 5, 0));
        assert_eq!(confirmations.ask(&key("a")), Suspicion::Count(key("confirmed")));
        confirmations.learn(others("b", 4, 0));
        assert_eq!(confirmations.ask(&key("b")), Suspicion::Confirm);
        assert!(!confirmations.note(&key("b"), Some(&key("b"))), "others were first");
        assert_eq!(confirmations.ask(&key("b")), Suspicion::Count(key("b")));
        confirmations.learn(others("c", 0, 20));
        assert_eq!(confirmations.ask(&key("c")), Suspicion::Drop);
        // What is not in the store yet is not forgotten.
        confirmations.learn(others("b", 4, 0));
        assert_eq!(confirmations.ask(&key("b")), Suspicion::Count(key("b")));
    }

    /// A hang that is known must not hide one that is not.
    #[test]
    fn what_is_known_is_counted_apart() {
        let known = BucketKey { known_issue: Some("ours".into()), ..key("hangs") };
        let mut confirmations = Confirmations::default();
        for _ in 0..ENOUGH_CONFIRMED {
            confirmations.note(&known, Some(&known));
        }
        assert_eq!(confirmations.ask(&known), Suspicion::Count(known.clone()));
        assert_eq!(confirmations.ask(&key("hangs")), Suspicion::Confirm);
    }
}
