//! One shard: generate, get verdicts, judge, confirm.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use case::{Engine, FindingKind, Language, Mode, Outcome, Plan, RunEnd, TestCase};
use choice::{Generated, Random, Tape};
use targets::Target;

use crate::known::KnownIssues;
use crate::settings::{Lane, Settings};
use crate::signature::signature;

/// The programs of a seed: number `n` of an engine, language and mode depends on
/// the plan and on nothing else.
pub struct Programs<'a> {
    engine: &'a dyn Engine,
    plan: Plan,
    random: Random,
}

impl<'a> Programs<'a> {
    /// The programs of a plan.
    pub fn new(engine: &'a dyn Engine, plan: Plan, seed: u64) -> Programs<'a> {
        let seed = stream_seed(seed, engine.name(), plan.language, plan.mode);
        // A program of the largest size takes some thousand questions. A search
        // that takes more is lost, and is better begun anew or given up.
        let random = Random::new(seed).with_budget(50_000, 4);
        Programs { engine, plan, random }
    }

    /// The siblings of number `index`; an error when the generator gave up.
    pub fn get(&mut self, index: u64) -> Result<Generated<case::Family>, choice::GaveUp> {
        self.random.generate(index, |choices| self.engine.generate(&self.plan, choices))
    }
}

/// Different engines, languages and modes get different streams of one seed.
fn stream_seed(seed: u64, engine: &str, language: Language, mode: Mode) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    for word in [engine, language.name(), mode.name()] {
        hasher.update(word.as_bytes());
        hasher.update(&[0]);
    }
    let hash = hasher.finalize();
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"))
}

/// What a shard gave.
#[derive(Default)]
pub(crate) struct ShardOutcome {
    /// Programs generated.
    pub(crate) programs: u64,
    /// Tapes for which the generator gave up.
    pub(crate) gave_up: u64,
    /// Programs that were in the batch already.
    pub(crate) repeated: u64,
    /// By target and outcome.
    pub(crate) outcomes: BTreeMap<(String, &'static str), u64>,
    /// Confirmed findings.
    pub(crate) findings: Vec<Finding>,
    /// Findings that have a signature of which enough were confirmed already.
    pub(crate) repeats: BTreeMap<String, u64>,
}

/// A confirmed finding.
pub(crate) struct Finding {
    pub(crate) kind: FindingKind,
    pub(crate) target: String,
    pub(crate) signature: String,
    pub(crate) known: Option<String>,
    pub(crate) case: TestCase,
    pub(crate) index: u64,
    pub(crate) tape: Tape,
    pub(crate) outcome: Outcome,
    /// What there is to see besides the outcome: a sibling with the other
    /// verdict, times, dumps.
    pub(crate) evidence: String,
}

/// What the workers of a campaign share.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) known: KnownIssues,
    /// How often each signature was confirmed, and how often that failed.
    confirmed: Mutex<BTreeMap<String, (u32, u32)>>,
    /// Recent compile times for one program, by target, in seconds.
    pace: Mutex<BTreeMap<String, Vec<f64>>>,
}

/// So many findings of one signature are confirmed; further ones are counted.
const ENOUGH_CONFIRMED: u32 = 5;
/// So often a signature may fail to be confirmed before it is only counted.
const ENOUGH_UNCONFIRMED: u32 = 20;
/// A program is slow if it takes so many times what its siblings take ...
const SLOW_RATIO: f64 = 10.0;
/// ... and not less than this.
const SLOW_AT_LEAST: Duration = Duration::from_secs(2);

impl Shared {
    pub(crate) fn new(known: KnownIssues) -> Shared {
        Shared { known, ..Shared::default() }
    }

    fn wants_confirmation(&self, signature: &str) -> bool {
        let confirmed = self.confirmed.lock().expect("no worker panics while it holds this");
        let (yes, no) = confirmed.get(signature).copied().unwrap_or_default();
        yes < ENOUGH_CONFIRMED && no < ENOUGH_UNCONFIRMED
    }

    fn note_confirmation(&self, signature: &str, yes: bool) {
        let mut confirmed = self.confirmed.lock().expect("no worker panics while it holds this");
        let (good, bad) = confirmed.entry(signature.to_owned()).or_default();
        *(if yes { good } else { bad }) += 1;
    }

    /// Notes the time that a target took for a program of a batch and gives the
    /// median before.
    fn note_pace(&self, target: &str, seconds: f64) -> Option<f64> {
        let mut pace = self.pace.lock().expect("no worker panics while it holds this");
        let times = pace.entry(target.to_owned()).or_default();
        let median = (times.len() >= 5).then(|| {
            let mut sorted = times.clone();
            sorted.sort_by(f64::total_cmp);
            sorted[sorted.len() / 2]
        });
        if times.len() == 65 {
            times.remove(0);
        }
        times.push(seconds);
        median
    }
}

/// A program of the shard, with where it comes from.
struct Member {
    case: TestCase,
    index: u64,
    tape: Tape,
    /// The number of its family within the shard.
    family: usize,
}

/// Does one shard: `limit` families at most, all of them on every target.
pub(crate) fn run_shard(
    lane: &Lane,
    settings: &Settings,
    shard: u64,
    limit: u64,
    targets: &mut [Box<dyn Target>],
    shared: &Shared,
) -> ShardOutcome {
    let mut outcome = ShardOutcome::default();
    let members = generate(lane, settings, shard, limit, &mut outcome);
    let sources: Vec<&str> = members.iter().map(|member| &member.case.source[..]).collect();
    let mut columns: Vec<Vec<Outcome>> = Vec::new();
    for target in targets.iter_mut() {
        let verdicts = targets::verdicts(target.as_mut(), &sources);
        for verdict in &verdicts.outcomes {
            let key = (target.name().to_owned(), outcome_word(verdict));
            *outcome.outcomes.entry(key).or_default() += 1;
        }
        look_for_slow_programs(target.as_mut(), &members, &verdicts, shared, &mut outcome);
        columns.push(verdicts.outcomes);
    }
    let suspects = suspects(&members, &columns);
    for suspect in suspects {
        confirm(suspect, &members, targets, shared, &mut outcome);
    }
    outcome
}

/// The word under which an outcome is counted.
fn outcome_word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected(_) => "rejected",
        Outcome::Crashed(_) => "crashed",
        Outcome::TimedOut(_) => "timed_out",
        Outcome::Unknown(_) => "unknown",
        Outcome::Ran(ran) => match ran.end {
            RunEnd::Finished(_) => "accepted",
            RunEnd::Crashed(_) => "crashed",
            RunEnd::Hung(_) => "timed_out",
        },
    }
}

fn generate(
    lane: &Lane,
    settings: &Settings,
    shard: u64,
    limit: u64,
    outcome: &mut ShardOutcome,
) -> Vec<Member> {
    let plan = lane.plan(settings, shard);
    let mut programs = Programs::new(lane.engine.as_ref(), plan, settings.seed);
    let first = lane.first_program(shard);
    let mut seen = BTreeSet::new();
    let mut members = Vec::new();
    for index in first..first + limit {
        let Ok(generated) = programs.get(index) else {
            outcome.gave_up += 1;
            continue;
        };
        outcome.programs += 1;
        let family = members.len();
        for case in generated.value {
            // The same program twice in a batch teaches nothing. Siblings stay
            // together, so a family is only left out as a whole.
            if seen.insert(case.id()) || members.len() > family {
                let tape = generated.tape.clone();
                members.push(Member { case, index, tape, family });
            }
        }
        outcome.repeated += u64::from(members.len() == family);
    }
    members
}

/// A broken expectation that is not confirmed yet.
struct Suspect {
    kind: FindingKind,
    target: usize,
    member: usize,
    outcome: Outcome,
    /// A program or configuration that was treated differently.
    against: Option<Against>,
}

#[derive(Clone, Copy)]
enum Against {
    /// A sibling that this target accepts.
    Sibling(usize),
    /// A configuration of the same compiler that accepts the program.
    Target(usize),
}

fn suspects(members: &[Member], columns: &[Vec<Outcome>]) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for (target, column) in columns.iter().enumerate() {
        for (member, outcome) in column.iter().enumerate() {
            if let Some(kind) = case::judge(&members[member].case.expectation, outcome) {
                let outcome = outcome.clone();
                suspects.push(Suspect { kind, target, member, outcome, against: None });
            }
        }
        for family in members.chunk_by(|a, b| a.family == b.family) {
            let start = members.partition_point(|member| member.family < family[0].family);
            if let Some((accepted, rejected)) =
                case::judge_siblings(&column[start..start + family.len()])
            {
                suspects.push(Suspect {
                    kind: FindingKind::Consistency,
                    target,
                    member: start + rejected,
                    outcome: column[start + rejected].clone(),
                    against: Some(Against::Sibling(start + accepted)),
                });
            }
        }
    }
    // Configurations of one compiler must agree. Where a verdict is already
    // known to be wrong, that is the finding.
    for member in 0..members.len() {
        let row: Vec<Outcome> = columns.iter().map(|column| column[member].clone()).collect();
        let judged = suspects.iter().any(|suspect| suspect.member == member);
        if let (false, Some((accepted, rejected))) = (judged, case::judge_siblings(&row)) {
            suspects.push(Suspect {
                kind: FindingKind::Consistency,
                target: rejected,
                member,
                outcome: row[rejected].clone(),
                against: Some(Against::Target(accepted)),
            });
        }
    }
    suspects
}

/// Runs a suspect again, alone and cold, and keeps it if it does the same.
fn confirm(
    suspect: Suspect,
    members: &[Member],
    targets: &mut [Box<dyn Target>],
    shared: &Shared,
    results: &mut ShardOutcome,
) {
    let Suspect { kind, target, member: position, outcome: first, against } = suspect;
    let member = &members[position];
    let name = targets[target].name().to_owned();
    let expectation = &member.case.expectation;
    let suspected = signature(kind, &name, expectation, &first);
    if !shared.wants_confirmation(&suspected) {
        *results.repeats.entry(suspected).or_default() += 1;
        return;
    }
    let outcome = targets[target].confirm(&member.case.source);
    let mut evidence = String::new();
    let confirmed = match against {
        None => case::judge(expectation, &outcome) == Some(kind),
        Some(against) => {
            let (other, what) = match against {
                Against::Sibling(sibling) => {
                    let source = &members[sibling].case.source;
                    let other = targets[target].confirm(source);
                    (other, format!("This equivalent program is accepted:\n\n{source}"))
                }
                Against::Target(accepting) => {
                    let other = targets[accepting].confirm(&member.case.source);
                    (other, format!("{} accepts the same program.", targets[accepting].name()))
                }
            };
            evidence = what;
            case::judge_siblings(&[other, outcome.clone()]) == Some((0, 1))
        }
    };
    shared.note_confirmation(&suspected, confirmed);
    if !confirmed {
        *results.outcomes.entry((name, "unconfirmed")).or_default() += 1;
        return;
    }
    let signature = signature(kind, &name, expectation, &outcome);
    let known = shared.known.find(kind, &name, &signature, &member.case.source);
    results.findings.push(Finding {
        kind,
        known: known.map(|issue| issue.name.clone()),
        target: name,
        signature,
        case: member.case.clone(),
        index: member.index,
        tape: member.tape.clone(),
        outcome,
        evidence,
    });
}

/// Looks for the cause when a batch took far longer than others did.
fn look_for_slow_programs(
    target: &mut dyn Target,
    members: &[Member],
    verdicts: &targets::Verdicts,
    shared: &Shared,
    results: &mut ShardOutcome,
) {
    let Some(whole) = verdicts.runs.first().filter(|run| run.programs > 0) else { return };
    let each = whole.cpu.as_secs_f64() / whole.programs as f64;
    let Some(usual) = shared.note_pace(target.name(), each) else { return };
    let suspicious = each > SLOW_RATIO / 4.0 * usual && whole.cpu > SLOW_AT_LEAST;
    // A time-out has been found and judged already.
    let timed_out = verdicts.outcomes.iter().any(|o| matches!(o, Outcome::TimedOut(_)));
    if !suspicious || timed_out || members.len() < 2 {
        return;
    }
    // Follow the slower half down to one program.
    let mut suspects: Vec<usize> = (0..members.len()).collect();
    let time = |target: &mut dyn Target, positions: &[usize]| {
        let sources: Vec<&str> = positions.iter().map(|&i| &members[i].case.source[..]).collect();
        target.submit(&sources).cpu
    };
    while suspects.len() > 1 {
        let right = suspects.split_off(suspects.len() / 2);
        let (left_time, right_time) = (time(target, &suspects), time(target, &right));
        if right_time > left_time {
            suspects = right;
        }
    }
    let culprit = suspects[0];
    let sibling = if culprit == 0 { 1 } else { 0 };
    let median = |target: &mut dyn Target, position: usize| {
        let mut times = [0; 3].map(|_| time(target, &[position]));
        times.sort();
        times[1]
    };
    let (slow, normal) = (median(target, culprit), median(target, sibling));
    let ratio = slow.as_secs_f64() / normal.as_secs_f64().max(0.001);
    if slow < SLOW_AT_LEAST || ratio < SLOW_RATIO {
        return;
    }
    let member = &members[culprit];
    let name = target.name().to_owned();
    let outcome = Outcome::TimedOut(slow);
    let signature = signature(FindingKind::Slow, &name, &member.case.expectation, &outcome);
    let known = shared.known.find(FindingKind::Slow, &name, &signature, &member.case.source);
    results.findings.push(Finding {
        kind: FindingKind::Slow,
        known: known.map(|issue| issue.name.clone()),
        target: name,
        signature,
        case: member.case.clone(),
        index: member.index,
        tape: member.tape.clone(),
        outcome,
        evidence: format!(
            "Compiling it alone takes {:.2} s of processor time (median of 3), \
             {ratio:.0} times what another program of the batch takes.",
            slow.as_secs_f64()
        ),
    });
}
