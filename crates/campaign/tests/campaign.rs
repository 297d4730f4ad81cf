//! Whole campaigns with an engine and a compiler that are known to the last
//! detail: what must be found is known before.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use campaign::{
    Against, BoxError, Campaign, CampaignError, CampaignRecord, Event, KnownIssues, Lane,
    LaneHealth, PlanRecord, Seen, Settings, Sighting, SightingRecord, Stop, Timing, What,
};
use case::{
    Behaviour, Crash, Diagnostic, Dialect, Digest, Does, Engine, Expectation, Family, Feature,
    FindingKind, InputId, Language, Mode, Outcome, OutcomeKind, Plan, Ran, Reason, RunEnd,
    TargetName, TestCase,
};
use choice::{Choices, DeadEnd};
use store::{CampaignId, OpenMode, Store};
use targets::{Alone, Canary, End, Report, Said, Target, TargetInfo};

/// Writes numbers. Number *n* must be accepted, but the compiler has its own
/// mind about some of them.
#[derive(Default)]
struct Numbers {
    version: u32,
    inputs: Vec<InputId>,
    /// Programs of the subject "too hard" are given up.
    subjects: Vec<Arc<str>>,
    /// There are no more than three numbers.
    few: bool,
}

const LANGUAGE: Language = Language::User("numbers");

impl Engine for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let checked = [Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
        vec![(LANGUAGE, [&checked[..], &[Mode::Terminating, Mode::Behaviour]].concat())]
    }

    fn dialects(&self, _: Language) -> &[Dialect] {
        &[Dialect::Standard]
    }

    fn features(&self, _: Language, _: Mode) -> &[Feature] {
        &[
            Feature { name: "even", about: "even numbers", default: true },
            Feature { name: "odd", about: "odd numbers", default: true },
            Feature { name: "rare", about: "never by itself", default: false },
            Feature { name: "whole", about: "whole numbers", default: true },
        ]
    }

    fn essential_features(&self) -> &[&'static str] {
        &["whole"]
    }

    fn subjects(&self, _: &Plan) -> Cow<'_, [Arc<str>]> {
        Cow::Borrowed(&self.subjects)
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        if plan.subject.as_deref() == Some("too hard") {
            return Err(DeadEnd);
        }
        let number = choices.pick(if self.few { 3 } else { 100_000 })?;
        let subject = plan.subject.as_ref().map_or(String::new(), |subject| format!("{subject} "));
        let case = |source: String, expectation| TestCase {
            language: LANGUAGE,
            source: format!("{subject}{source}"),
            expectation,
            features: vec!["even"],
        };
        Ok(match plan.mode {
            Mode::WellTyped => vec![case(format!("{number}"), Expectation::Accept)],
            Mode::IllTyped => {
                let reason = Reason { rule: "T-Bad".into(), ..Reason::default() };
                vec![case(format!("bad {number}"), Expectation::Reject(reason))]
            }
            Mode::Equivalent => vec![
                case(format!("{number}"), Expectation::SameVerdict),
                case(format!("({number})"), Expectation::SameVerdict),
            ],
            _ => vec![case(format!("{number}"), Expectation::SameBehaviour { predicted: None })],
        })
    }
}

/// Accepts numbers and rejects "bad" ones, but for its bugs.
struct Compiler {
    info: TargetInfo,
    broken: bool,
}

fn info(name: &str, does: Does) -> TargetInfo {
    TargetInfo {
        name: name.parse().unwrap(),
        language: LANGUAGE,
        dialect: Dialect::Standard,
        does,
        batch: 40,
        used: targets::Used::ByDefault,
    }
}

impl Compiler {
    fn new(name: &str, does: Does) -> Compiler {
        Compiler { info: info(name, does), broken: name.contains("broken") }
    }

    fn outcome(&self, program: &str) -> Outcome {
        let rejected = |message: &str| {
            Outcome::Rejected(vec![Diagnostic {
                message: message.to_owned(),
                ..Diagnostic::default()
            }])
        };
        let digits: String = program.chars().filter(char::is_ascii_digit).collect();
        let number: u64 = digits.parse().unwrap_or(0);
        let configuration = &self.info.name.configuration[..];
        if self.info.does == Does::Runs && !program.starts_with("bad") {
            let printed = match (number % 50, configuration) {
                (12, "strict") => "something else".to_owned(),
                _ => number.to_string(),
            };
            return Outcome::Ran(Ran::all(RunEnd::finished(printed), 3));
        }
        let patched = self.info.name.version == "patched";
        match program {
            _ if self.broken => rejected("unknown option"),
            _ if patched && number % 50 == 10 => Outcome::Accepted,
            _ if patched && number % 50 == 20 && program.starts_with("bad") => Outcome::Accepted,
            _ if patched && number % 50 == 20 => rejected(&format!("`{number}` is new to me")),
            _ if number % 50 == 7 => {
                // That of "bad" programs is not confirmed, so it must not be counted
                // as one more of a kind that was.
                let signature = if program.starts_with("bad") { "lost" } else { "stack overflow" };
                Outcome::Crashed(Crash { signature: signature.into(), text: String::new() })
            }
            _ if program.starts_with("bad") && number % 50 == 8 => Outcome::Accepted,
            _ if program.starts_with("bad") => rejected("it is bad"),
            _ if program.starts_with('(') && number % 50 == 9 => rejected("no parentheses"),
            _ if number % 50 == 10 => rejected(&format!("I do not like `{number}`")),
            _ if number % 50 == 11 && configuration == "strict" => rejected("too strict"),
            _ => Outcome::Accepted,
        }
    }

    /// Some programs that are meant to be accepted take very long.
    fn cpu(&self, program: &str) -> Duration {
        let patched = self.info.name.version == "patched";
        let slow = program
            .parse()
            .is_ok_and(|number: u64| number % 500 == 13 || patched && number % 500 == 14);
        if slow { Duration::from_secs(30) } else { Duration::from_millis(10) }
    }
}

impl Target for Compiler {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![Canary::accepted("1"), Canary::rejected("bad 1")]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let outcomes: Vec<_> = programs.iter().map(|program| self.outcome(program)).collect();
        let crash = outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Crashed(crash) => Some(crash.clone()),
            _ => None,
        });
        let said = outcomes
            .into_iter()
            .map(|outcome| match outcome {
                // In company the compiler says something else first.
                Outcome::Rejected(mut diagnostics) => {
                    if diagnostics[0].message == "too strict" {
                        diagnostics[0].message = "not so fast".to_owned();
                    }
                    Said::Rejected(diagnostics)
                }
                Outcome::Ran(ran) => Said::Ran(ran),
                _ => Said::Nothing,
            })
            .collect();
        let end = crash.map_or(End::Finished, |crash| End::Crashed(crash, None));
        Report { said, end, cpu: programs.iter().map(|program| self.cpu(program)).sum() }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        // A crash that happens only in company.
        let outcome = match self.outcome(program) {
            Outcome::Crashed(_) if program.starts_with("bad") => {
                Outcome::Rejected(vec![Diagnostic::default()])
            }
            outcome => outcome,
        };
        Alone { outcome, cpu: self.cpu(program) }
    }
}

struct Run {
    store: Store,
    id: CampaignId,
    lanes: Vec<Lane>,
    settings: Settings,
    events: Mutex<Vec<Event>>,
    _folder: tempfile::TempDir,
}

fn settings(count: Option<u64>) -> Settings {
    Settings { seed: 1, size: 4, swarm: true, features: vec![], count, liked: vec![] }
}

fn panel(toolchain: &str, does: Does) -> Vec<TargetInfo> {
    vec![info(toolchain, does), info(&format!("{toolchain}+strict"), does)]
}

fn lanes(engine: Numbers, toolchains: &[&str], does: Does) -> Vec<Lane> {
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(engine)];
    let panels = toolchains.iter().map(|name| panel(name, does));
    panels.flat_map(|panel| campaign::lanes(&engines, &panel, |_, _| true)).collect()
}

fn open(name: &TargetName) -> Result<Box<dyn Target>, BoxError> {
    Ok(Box::new(Compiler::new(&name.to_string(), Does::Checks)))
}

impl Run {
    fn new(toolchains: &[&str], settings: Settings) -> Run {
        Run::with(lanes(Numbers::default(), toolchains, Does::Checks), settings)
    }

    fn with(lanes: Vec<Lane>, settings: Settings) -> Run {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store.db"), OpenMode::Create).unwrap();
        let sources = serde_json::Value::Null;
        let id = campaign::create(&store, &settings, &lanes, Vec::new(), sources).unwrap();
        Run { store, id, lanes, settings, events: Mutex::default(), _folder: folder }
    }

    fn campaign(&self, jobs: usize) -> Campaign<'_> {
        Campaign {
            store: &self.store,
            id: self.id,
            settings: &self.settings,
            lanes: &self.lanes,
            all_lanes: self.lanes.len(),
            wanted: store::Wanted::Next,
            presence: None,
            known: KnownIssues::default(),
            open: &open,
            jobs,
            until: None,
            timing: Timing::default(),
        }
    }

    fn run(&self, known: KnownIssues, jobs: usize) -> Result<(), CampaignError> {
        let listener = |event: &Event| self.events.lock().unwrap().push(event.clone());
        let campaign = Campaign { known, ..self.campaign(jobs) };
        campaign::run(&campaign, &Stop::default(), &[&listener])
    }

    fn buckets(&self) -> BTreeMap<String, u64> {
        let buckets = self.store.buckets(self.id).unwrap();
        buckets.into_iter().map(|bucket| (bucket.signature, bucket.count)).collect()
    }

    fn total(&self, word: &str) -> u64 {
        let counters = self.store.counters(self.id).unwrap();
        counters.iter().filter(|c| c.key.outcome == word).map(|c| c.count).sum()
    }

    /// The sightings that are kept, with their ids.
    fn sightings(&self) -> Vec<Sighting> {
        let buckets = self.store.buckets(self.id).unwrap();
        let findings = buckets.iter().flat_map(|bucket| self.store.findings(&bucket.id).unwrap());
        findings
            .map(|finding| {
                let record: SightingRecord = serde_json::from_str(&finding.data.sighting).unwrap();
                record.sighting(LANGUAGE).unwrap()
            })
            .collect()
    }
}

/// A finding is shown with what each configuration of its compiler says, and no other
/// compiler's; each once, though every mode has a lane with them.
#[test]
fn a_finding_has_the_verdict_of_each_configuration() {
    let run = Run::new(&["toy@1", "toy@2"], settings(Some(400)));
    run.run(KnownIssues::default(), 1).unwrap();
    let mut found = 0;
    for event in run.events.lock().unwrap().iter() {
        let What::Found(finding) = &event.what else { continue };
        if finding.verdicts.is_empty() {
            continue; // It is not the first of its bucket.
        }
        let names: Vec<String> =
            finding.verdicts.iter().map(|(target, _)| target.to_string()).collect();
        let compiler = finding.sighting.target.toolchain();
        assert_eq!(names, [compiler.to_string(), format!("{compiler}+strict")]);
        found += 1;
    }
    assert!(found > 0, "{found}");
}

/// Every verdict is as expected, in a finding, of a known issue, or not confirmed.
#[test]
fn the_numbers_add_up() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    let issue = "[[issue]]\nname = 'strict'\nabout = 'x'\nsignature = 'too strict'\n";
    run.run(KnownIssues::parse(issue, "test").unwrap(), 3).unwrap();
    let words = OutcomeKind::ALL.iter().filter(|kind| **kind != OutcomeKind::Unknown);
    let verdicts: u64 = words.map(|kind| run.total(kind.name())).sum();
    let parts = ["as-expected", "in-findings", "of-known-issues", "unconfirmed"];
    let counted = parts.map(|word| run.total(word));
    assert!(counted.iter().all(|n| *n > 0), "{counted:?}");
    assert_eq!(counted.iter().sum::<u64>(), verdicts, "{counted:?}");
    assert_eq!(run.total("generated") + run.total("gave-up"), 3000, "exactly what was asked for");
    assert!(run.total("programs") > run.total("generated") - run.total("duplicate"), "siblings");
    let configurations = run.lanes[0].panel.len() as u64;
    assert_eq!(verdicts + run.total("unknown"), configurations * run.total("programs"));
    let known = |bucket: &store::Bucket| bucket.known_issue.is_some();
    let buckets = run.store.buckets(run.id).unwrap();
    let of_known: u64 = buckets.iter().filter(|b| known(b)).map(|b| b.count).sum();
    assert_eq!(of_known, run.total("of-known-issues"));
}

/// Where each program has one bug at most, those that are not as expected are those in
/// the buckets: also the slow ones, which were accepted as they should be.
#[test]
fn what_is_slow_is_not_as_expected() {
    let mut lanes = lanes(Numbers::default(), &["toy@1"], Does::Checks);
    lanes.retain(|lane| lane.mode == Mode::WellTyped);
    let run = Run::with(lanes, settings(Some(3000)));
    run.run(KnownIssues::default(), 2).unwrap();
    let buckets = run.buckets();
    assert!(buckets["slow toy: compiling takes too long"] > 0, "{buckets:?}");
    assert_eq!(run.total("in-findings"), buckets.values().sum::<u64>(), "{buckets:?}");
    let verdicts = 2 * run.total("programs");
    assert_eq!(run.total("as-expected") + run.total("in-findings"), verdicts);
}

#[test]
fn every_kind_of_finding_is_found_and_nothing_else() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    run.run(KnownIssues::default(), 3).unwrap();
    let signatures: Vec<String> = run.buckets().into_keys().collect();
    assert_eq!(
        signatures,
        [
            "consistency toy: no parentheses",
            "consistency toy: too strict",
            "crash toy: stack overflow",
            "precision toy: I do not like _",
            "precision toy: too strict",
            "slow toy: compiling takes too long",
            "soundness toy: T-Bad",
        ]
    );
    assert_eq!(run.total("generated"), 3000);
    assert!(run.total("unconfirmed") > 0, "crashes in company are not confirmed");
    for bucket in run.store.buckets(run.id).unwrap() {
        // About one program in fifty has each bug, but only one in five hundred is
        // slow, and batches are compared only after some time.
        assert!(bucket.count > 5 || bucket.kind == "slow", "{bucket:?}");
        let findings = run.store.findings(&bucket.id).unwrap();
        // Each worker may be confirming one while others become enough.
        assert!((1..=7).contains(&findings.len()), "{} findings kept", findings.len());
    }
}

#[test]
fn the_same_seed_finds_the_same_whatever_the_number_of_workers() {
    let buckets = |jobs| {
        let run = Run::new(&["toy@1", "toy@2"], settings(Some(1200)));
        run.run(KnownIssues::default(), jobs).unwrap();
        let mut buckets = run.buckets();
        // What a batch usually takes is learnt by each process in its own order.
        buckets.retain(|signature, _| !signature.starts_with("slow"));
        (buckets.into_keys().collect::<Vec<_>>(), run.total("accepted"))
    };
    assert_eq!(buckets(1), buckets(4));
}

#[test]
fn a_stopped_campaign_goes_on_where_it_was() {
    let whole = Run::new(&["toy@1"], settings(Some(1200)));
    whole.run(KnownIssues::default(), 2).unwrap();

    let run = Run::new(&["toy@1"], settings(Some(1200)));
    let mut rounds = 0;
    while !run.store.is_finished(run.id).unwrap() {
        let stop = Stop::default();
        let listener = |event: &Event| {
            if let What::ShardDone(_) = event.what {
                stop.ask();
            }
        };
        campaign::run(&run.campaign(2), &stop, &[&listener]).unwrap();
        rounds += 1;
    }
    assert!(rounds > 5, "only {rounds} rounds");
    assert_eq!(run.total("accepted"), whole.total("accepted"));
    assert_eq!(run.total("rejected"), whole.total("rejected"));
    let buckets = |run: &Run| {
        let buckets = run.buckets().into_keys();
        buckets.filter(|signature| !signature.starts_with("slow")).collect::<Vec<_>>()
    };
    assert_eq!(buckets(&run), buckets(&whole));
}

#[test]
fn known_issues_are_counted_under_their_name() {
    let known = KnownIssues::parse(
        "[[issue]]\nname = 'dislike'\nabout = 'x'\nkinds = ['precision']\nsignature = 'do not like'",
        "test",
    )
    .unwrap();
    let run = Run::new(&["toy@1"], settings(Some(1200)));
    run.run(known, 1).unwrap();
    let buckets = run.store.buckets(run.id).unwrap();
    let names: Vec<_> = buckets.iter().filter_map(|bucket| bucket.known_issue.as_deref()).collect();
    assert_eq!(names, ["dislike"]);
}

#[test]
fn a_broken_configuration_is_reported_and_not_used() {
    let run = Run::new(&["broken@1", "toy@1"], settings(Some(240)));
    run.run(KnownIssues::default(), 2).unwrap();
    let events = run.events.lock().unwrap();
    let broken: Vec<_> = events
        .iter()
        .filter_map(|event| match &event.what {
            What::Checked { target, broken: Some(_) } => Some(target.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(broken, ["broken@1", "broken@1+strict"]);
    let counters = run.store.counters(run.id).unwrap();
    assert!(counters.iter().all(|counter| !counter.key.target.starts_with("broken")));

    let run = Run::new(&["broken@1"], settings(Some(240)));
    let error = run.run(KnownIssues::default(), 2).unwrap_err();
    assert!(error.to_string().contains("broken@1"), "{error}");
}

#[test]
fn swarm_uses_subsets_of_what_is_on() {
    let run = Run::new(&["toy@1"], settings(None));
    let lane = &run.lanes[0];
    let all = ["even", "odd", "whole"];
    assert_eq!(lane.plan(&run.settings, 0).features, all);
    let plans: Vec<_> = (0..40).map(|shard| lane.plan(&run.settings, shard).features).collect();
    assert!(plans.iter().any(|features| features == &["whole"]));
    assert!(plans.iter().any(|features| features == &["even", "whole"]));
    assert!(plans.iter().all(|features| features.contains(&"whole")));
    assert!(plans.iter().all(|features| !features.contains(&"rare")));
    let switched = Settings {
        features: vec![("rare".into(), true), ("odd".into(), false)],
        ..run.settings.clone()
    };
    assert_eq!(lane.plan(&switched, 0).features, ["even", "rare", "whole"]);

    // What is liked is always there, and the others less often than without it.
    let shards_with = |settings: &Settings, feature: &str| {
        let has = |shard: &u64| lane.plan(settings, *shard).features.contains(&feature);
        (0..400).filter(has).count()
    };
    let liking = Settings { liked: vec!["odd".into()], ..run.settings.clone() };
    assert_eq!(shards_with(&liking, "odd"), 400);
    let (before, after) = (shards_with(&run.settings, "even"), shards_with(&liking, "even"));
    assert!((270..330).contains(&before) && (170..230).contains(&after), "{before} and {after}");
}

#[test]
fn a_finding_from_the_store_is_seen_again_and_told_from_others() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    run.run(KnownIssues::default(), 2).unwrap();
    let mut targets: Vec<Box<dyn Target>> = ["toy@1", "toy@1+strict"]
        .map(|name| open(&name.parse().unwrap()).unwrap())
        .into_iter()
        .collect();
    let sightings = run.sightings();
    let mut kinds: Vec<FindingKind> = sightings.iter().map(|sighting| sighting.kind).collect();
    kinds.sort();
    kinds.dedup();
    use FindingKind::*;
    assert_eq!(kinds, [Precision, Soundness, Consistency, Crash, Slow]);
    for sighting in &sightings {
        let seen = sighting.seen_again(&mut targets).unwrap();
        assert!(matches!(seen, Seen::Same(_)), "{sighting:?}: {seen:?}");

        // Another program is another finding, or none.
        let mut other = sighting.clone();
        other.family[other.member].source = "7".into();
        let seen = other.seen_again(&mut targets).unwrap();
        match (sighting.kind, seen) {
            (Crash, Seen::Same(_)) => {}
            (_, Seen::Other(found, _)) => assert_eq!(found.signature, "crash toy: stack overflow"),
            (kind, seen) => panic!("{kind}: {seen:?}"),
        }
        other.family[other.member].source = "bad 1".into();
        let expected = match (&sighting.case().expectation, &sighting.against) {
            (Expectation::Accept, _) => Some("precision toy: it is bad"),
            // The sibling is still accepted.
            (Expectation::SameVerdict, Some(Against::Sibling(_))) => {
                Some("consistency toy: it is bad")
            }
            _ => None,
        };
        match (other.seen_again(&mut targets).unwrap(), expected) {
            (Seen::Nothing(_), None) => {}
            (Seen::Other(found, _), Some(expected)) => assert_eq!(found.signature, expected),
            (seen, expected) => panic!("{sighting:?}: {seen:?}, not {expected:?}"),
        }
    }
    // What is needed is named.
    let strict =
        sightings.iter().find(|sighting| matches!(sighting.against, Some(Against::Target(_))));
    let strict = strict.expect("configurations differ");
    assert_eq!(strict.target.to_string(), "toy@1+strict", "the default is not to blame");
    targets.truncate(1);
    assert_eq!(strict.seen_again(&mut targets).unwrap_err().0, strict.target);
}

#[test]
fn more_of_the_same_is_counted_under_the_confirmed_signature() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    run.run(KnownIssues::default(), 1).unwrap();
    // In a batch it is "not so fast", alone "too strict".
    let buckets = run.buckets();
    assert!(!buckets.keys().any(|signature| signature.contains("not so fast")), "{buckets:?}");
    assert!(buckets["precision toy: too strict"] > 10, "{buckets:?}");
}

#[test]
fn behaviours_of_configurations_are_compared() {
    let mut lanes = lanes(Numbers::default(), &["toy@1"], Does::Runs);
    let names: Vec<String> = lanes.iter().map(Lane::name).collect();
    assert_eq!(
        names,
        [
            "numbers terminating toy@1",
            "numbers terminating toy@1+strict",
            "numbers behaviour toy@1 (default, strict)",
        ],
        "only programs that are to be run; compared in one lane, else in a lane each"
    );
    lanes.retain(|lane| lane.mode == Mode::Behaviour);
    let run = Run::with(lanes, settings(Some(400)));
    let listener = |_: &Event| {};
    let open = |name: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        Ok(Box::new(Compiler::new(&name.to_string(), Does::Runs)))
    };
    let campaign = Campaign { open: &open, ..run.campaign(2) };
    campaign::run(&campaign, &Stop::default(), &[&listener]).unwrap();
    let signatures: Vec<String> = run.buckets().into_keys().collect();
    assert_eq!(
        signatures,
        ["behaviour toy: prints something instead of an integer in another configuration"]
    );
    for sighting in run.sightings() {
        assert_eq!(sighting.target.configuration, "strict");
        assert_eq!(sighting.against, Some(Against::Target("toy@1".parse().unwrap())));
    }
}

/// What both compilers have is no difference, and each difference is blamed on the
/// side that is wrong.
#[test]
fn only_differences_that_a_change_makes_are_found() {
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Numbers::default())];
    let [base, head] = ["toy@1", "toy@patched"].map(|name| panel(name, Does::Checks));
    let lanes = campaign::change_lanes(&engines, &base, &head[..1], |_, _| true);
    let names: Vec<String> = lanes.iter().map(Lane::name).collect();
    assert_eq!(
        names,
        ["well-typed", "ill-typed", "equivalent"]
            .map(|mode| format!("numbers {mode} toy@1 toy@patched")),
        "one lane for a mode, and none for a configuration that only one side has"
    );
    let run = Run::with(lanes, settings(Some(6000)));
    run.run(KnownIssues::default(), 2).unwrap();
    let signatures: Vec<String> = run.buckets().into_keys().collect();
    assert_eq!(
        signatures,
        [
            "consistency toy: _ is new to me (in the head only)",
            "consistency toy: accepts what is rejected elsewhere: I do not like _ (in the head only)",
            "precision toy: I do not like _ (in the base only)",
            "precision toy: _ is new to me (in the head only)",
            "slow toy: compiling takes too long (in the head only)",
            "soundness toy: T-Bad (in the head only)",
        ]
    );
    let mut targets: Vec<Box<dyn Target>> =
        ["toy@1", "toy@patched"].map(|name| open(&name.parse().unwrap()).unwrap()).into();
    for sighting in run.sightings() {
        let mended = sighting.signature.ends_with("(in the base only)");
        let (target, against) = match mended {
            true => ("toy@1", Against::Head("toy@patched".parse().unwrap())),
            false => ("toy@patched", Against::Base("toy@1".parse().unwrap())),
        };
        assert_eq!((&sighting.target.to_string()[..], &sighting.against), (target, &Some(against)));
        let seen = sighting.seen_again(&mut targets).unwrap();
        assert!(matches!(seen, Seen::Same(_)), "{seen:?}");
        // Without the change there is no difference.
        let unchanged = Sighting { target: "toy@1".parse().unwrap(), ..sighting.clone() };
        let against = Some(Against::Base("toy@1".parse().unwrap()));
        let seen = Sighting { against, ..unchanged }.seen_again(&mut targets).unwrap();
        assert!(matches!(seen, Seen::Nothing(_)), "{seen:?}");
    }
    let time = |target: &str| {
        let counters = run.store.counters(run.id).unwrap();
        let own = counters.iter().filter(|counter| counter.key.target == target);
        own.filter(|c| c.key.outcome == "compile-milliseconds").map(|c| c.count).sum::<u64>()
    };
    assert!(time("toy@patched") > time("toy@1"), "its compile times are higher");
    // Verdicts add up here, too.
    let words = OutcomeKind::ALL.iter().filter(|kind| **kind != OutcomeKind::Unknown);
    let verdicts: u64 = words.map(|kind| run.total(kind.name())).sum();
    let parts = ["as-expected", "in-findings", "of-known-issues", "unconfirmed"];
    assert_eq!(parts.map(|word| run.total(word)).iter().sum::<u64>(), verdicts);
}

/// A patch that breaks everything is not compared.
#[test]
fn a_change_that_fails_its_canaries_gives_no_findings() {
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Numbers::default())];
    let [base, head] = ["toy@1", "toy@broken"].map(|name| panel(name, Does::Checks));
    let lanes = campaign::change_lanes(&engines, &base, &head, |_, _| true);
    let run = Run::with(lanes, settings(Some(400)));
    let error = run.run(KnownIssues::default(), 2).unwrap_err().to_string();
    assert!(error.contains("toy@broken"), "{error}");
    assert_eq!(run.buckets(), BTreeMap::new());
}

#[test]
fn as_expected_is_what_was_expected() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    run.run(KnownIssues::default(), 2).unwrap();
    let health = LaneHealth::of(&run.store.counters(run.id).unwrap());
    let ill = health.iter().find(|h| h.mode == "ill-typed" && h.target == "toy@1").unwrap();
    // One in fifty crashes, one in fifty is accepted.
    assert!((0.93..0.99).contains(&ill.as_expected_share()), "{ill:?}");
    assert!(ill.rejected > ill.judged / 2);
}

#[test]
fn the_count_is_exact() {
    for count in [1, 7, 100, 241] {
        let run = Run::new(&["toy@1", "toy@2"], settings(Some(count)));
        run.run(KnownIssues::default(), 3).unwrap();
        assert_eq!(run.total("generated") + run.total("gave-up"), count);
        assert!(run.store.is_finished(run.id).unwrap());
    }
}

#[test]
fn a_process_that_stops_does_not_stop_the_others() {
    let run = Run::new(&["toy@1"], settings(None));
    let others = AtomicU32::new(0);
    let (first, second) = (Stop::default(), Stop::default());
    std::thread::scope(|scope| {
        let (run, first, second, others) = (&run, &first, &second, &others);
        scope.spawn(move || {
            let listener = |event: &Event| {
                if let What::ShardDone(_) = event.what {
                    first.ask();
                }
            };
            campaign::run(&run.campaign(1), first, &[&listener]).unwrap();
            // Now the other one must get on.
            let before = others.load(Ordering::Relaxed);
            let begun = Instant::now();
            while others.load(Ordering::Relaxed) < before + 10 {
                assert!(begun.elapsed() < Duration::from_secs(60), "the other process stopped");
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(!run.store.is_finished(run.id).unwrap());
            // A stop that is stored is for everyone.
            run.store.set_stopped(run.id, true).unwrap();
        });
        let listener = |event: &Event| {
            if let What::ShardDone(_) = event.what {
                others.fetch_add(1, Ordering::Relaxed);
            }
        };
        campaign::run(&run.campaign(1), second, &[&listener]).unwrap();
        assert!(!second.is_asked());
    });
    assert!(others.into_inner() >= 10);
}

#[test]
fn time_ends_a_run_and_leases_are_renewed_while_a_shard_takes_long() {
    struct Sleeper(Compiler, Arc<AtomicU32>);
    impl Target for Sleeper {
        fn info(&self) -> &TargetInfo {
            self.0.info()
        }
        fn canaries(&self) -> Vec<Canary> {
            self.0.canaries()
        }
        fn submit(&mut self, programs: &[&str]) -> Report {
            if programs.len() > 2 {
                self.1.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(900));
            }
            self.0.submit(programs)
        }
        fn confirm(&mut self, program: &str) -> Alone {
            self.0.confirm(program)
        }
    }
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Numbers::default())];
    let panel = [info("toy@1", Does::Checks)];
    let lanes = campaign::lanes(&engines, &panel, |_, mode| mode == Mode::IllTyped);
    // All shards of the lane: one.
    let run = Run::with(lanes, Settings { swarm: false, ..settings(Some(20)) });
    let submitted = Arc::new(AtomicU32::new(0));
    let open = |name: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        let compiler = Compiler::new(&name.to_string(), Does::Checks);
        Ok(Box::new(Sleeper(compiler, submitted.clone())))
    };
    let timing = Timing {
        lease: Duration::from_millis(300),
        renew: Duration::from_millis(50),
        poll: Duration::from_millis(20),
        ..Timing::default()
    };
    let campaign = Campaign { open: &open, timing, ..run.campaign(2) };
    campaign::run(&campaign, &Stop::default(), &[]).unwrap();
    let whole_batches = submitted.load(Ordering::Relaxed);
    let once = Run::with(run.lanes.clone(), run.settings.clone());
    submitted.store(0, Ordering::Relaxed);
    let alone = Campaign { open: &open, jobs: 1, ..once.campaign(1) };
    campaign::run(&alone, &Stop::default(), &[]).unwrap();
    assert_eq!(whole_batches, submitted.load(Ordering::Relaxed), "a lease expired while in use");

    let late = Campaign { until: Some(Instant::now()), ..run.campaign(2) };
    let drained = Mutex::new(0);
    let listener = |event: &Event| {
        *drained.lock().unwrap() += u32::from(matches!(event.what, What::ShardDone(_)));
    };
    campaign::run(&late, &Stop::default(), &[&listener]).unwrap();
    assert_eq!(drained.into_inner().unwrap(), 0, "the time was up");
}

/// A compiler on a machine whose disk becomes full after some batches.
struct Sick {
    compiler: Compiler,
    batches: Arc<AtomicU32>,
    full: Arc<AtomicBool>,
    illness: Illness,
}

/// What a machine in trouble does to a compiler.
#[derive(Clone, Copy)]
enum Illness {
    /// It says nothing of use.
    Silence,
    /// It rejects everything, in whatever process.
    Rejection,
}

impl Target for Sick {
    fn info(&self) -> &TargetInfo {
        self.compiler.info()
    }

    fn canaries(&self) -> Vec<Canary> {
        self.compiler.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        // Canaries, which come before any batch, pass.
        if programs.len() > 20 && self.batches.fetch_add(1, Ordering::Relaxed) == 2 {
            self.full.store(true, Ordering::Relaxed);
        }
        if !self.full.load(Ordering::Relaxed) {
            return self.compiler.submit(programs);
        }
        match self.illness {
            Illness::Silence => {
                let end = End::Failed("no space left".into());
                Report::silent(programs.len(), end, Duration::ZERO)
            }
            Illness::Rejection => {
                let said = programs.iter().map(|_| Said::Rejected(vec![no_space_left()]));
                Report { said: said.collect(), end: End::Finished, cpu: Duration::ZERO }
            }
        }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        match self.illness {
            Illness::Rejection if self.full.load(Ordering::Relaxed) => {
                Alone { outcome: Outcome::Rejected(vec![no_space_left()]), cpu: Duration::ZERO }
            }
            _ => self.compiler.confirm(program),
        }
    }
}

fn no_space_left() -> Diagnostic {
    Diagnostic { message: "no space left".to_owned(), ..Diagnostic::default() }
}

/// Runs a campaign on a machine whose disk becomes full, until this many warnings
/// were seen.
fn run_sick(
    run: &Run,
    illness: Illness,
    cleared: usize,
) -> (Result<(), CampaignError>, Vec<String>) {
    let (batches, full) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let open = |name: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        let compiler = Compiler::new(&name.to_string(), Does::Checks);
        let (batches, full) = (batches.clone(), full.clone());
        Ok(Box::new(Sick { compiler, batches, full, illness }))
    };
    let pause = Duration::from_millis(1);
    let timing = Timing { poll: Duration::from_millis(1), pause, ..Timing::default() };
    let warnings = Mutex::new(Vec::new());
    let listener = |event: &Event| {
        if let What::Warning(text) = &event.what {
            let mut warnings = warnings.lock().unwrap();
            warnings.push(text.clone());
            if warnings.len() == cleared {
                full.store(false, Ordering::Relaxed);
            }
        }
    };
    let campaign = Campaign { open: &open, timing, ..run.campaign(1) };
    let ended = campaign::run(&campaign, &Stop::default(), &[&listener]);
    (ended, warnings.into_inner().unwrap())
}

#[test]
fn a_sick_machine_pauses_a_campaign_and_changes_no_result() {
    let healthy = Run::new(&["toy@1"], settings(Some(1000)));
    healthy.run(KnownIssues::default(), 1).unwrap();
    let sick = Run::new(&["toy@1"], settings(Some(1000)));
    let (ended, warnings) = run_sick(&sick, Illness::Silence, 2);
    ended.unwrap();
    assert!(warnings.iter().any(|text| text.contains("no space left")), "{warnings:?}");
    assert_eq!(sick.buckets(), healthy.buckets());
    assert_eq!(sick.total("generated"), healthy.total("generated"));
    assert_eq!(sick.total("unknown"), 0);
}

#[test]
fn a_compiler_that_rejects_everything_from_now_on_makes_no_findings() {
    let healthy = Run::new(&["toy@1"], settings(Some(1000)));
    healthy.run(KnownIssues::default(), 1).unwrap();
    let sick = Run::new(&["toy@1"], settings(Some(1000)));
    let (_, warnings) = run_sick(&sick, Illness::Rejection, usize::MAX);
    let said = |text: &String| text.contains("cannot be trusted") && text.contains("no space left");
    assert!(warnings.iter().any(said), "{warnings:?}");
    for (bucket, count) in sick.buckets() {
        let true_ones = healthy.buckets().get(&bucket).copied().unwrap_or_default();
        assert!(count <= true_ones, "{bucket}: {count} instead of {true_ones}");
    }
}

#[test]
fn a_machine_that_stays_sick_is_not_counted() {
    let run = Run::new(&["toy@1"], settings(Some(1000)));
    let (ended, warnings) = run_sick(&run, Illness::Silence, usize::MAX);
    for lane in run.lanes.iter().map(Lane::name) {
        let said = |what: &str| {
            let begin = format!("{lane} {what}");
            warnings.iter().filter(|text| text.starts_with(&begin)).count()
        };
        assert_eq!((said("pauses for"), said("is set aside")), (3, 1), "{lane}: {warnings:?}");
    }
    let error = ended.unwrap_err();
    assert!(matches!(error, CampaignError::NoVerdicts(_)), "{error}");
    assert!(error.to_string().contains("toy@1: no space left"), "{error}");
    assert_eq!(run.total("unknown"), 0);
    assert!(!run.store.is_finished(run.id).unwrap());

    // It continues where it was once the machine is well again.
    run.run(KnownIssues::default(), 1).unwrap();
    assert!(run.store.is_finished(run.id).unwrap());
    assert_eq!(run.total("generated") + run.total("gave-up"), 1000);
}

/// A compiler whose batches take until a time is over.
struct Late {
    compiler: Compiler,
    over: Instant,
    batches: Arc<AtomicU32>,
}

impl Target for Late {
    fn info(&self) -> &TargetInfo {
        self.compiler.info()
    }

    fn canaries(&self) -> Vec<Canary> {
        self.compiler.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        if programs.len() > 2 {
            self.batches.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(self.over.saturating_duration_since(Instant::now()));
        }
        self.compiler.submit(programs)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        self.compiler.confirm(program)
    }
}

#[test]
fn what_is_not_done_in_time_is_given_back() {
    let run = Run::new(&["toy@1"], settings(Some(300)));
    let until = Instant::now() + Duration::from_secs(3);
    let grace = Duration::from_millis(20);
    let batches = Arc::new(AtomicU32::new(0));
    let open = |name: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        let compiler = Compiler::new(&name.to_string(), Does::Checks);
        Ok(Box::new(Late { compiler, over: until + grace, batches: batches.clone() }))
    };
    let timing = Timing { grace, ..Timing::default() };
    let warnings = Mutex::new(Vec::new());
    let listener = |event: &Event| {
        if let What::Warning(text) = &event.what {
            warnings.lock().unwrap().push(text.clone());
        }
    };
    let campaign = Campaign { open: &open, timing, until: Some(until), ..run.campaign(1) };
    campaign::run(&campaign, &Stop::default(), &[&listener]).unwrap();
    assert_eq!(batches.load(Ordering::Relaxed), 1, "no batch is begun when the time is over");
    let warnings = warnings.into_inner().unwrap();
    assert!(warnings.len() == 1 && warnings[0].contains("given back"), "{warnings:?}");
    assert_eq!(run.total("generated"), 0, "half a shard is none");

    // Nobody has to wait for a lease to expire.
    run.run(KnownIssues::default(), 1).unwrap();
    let undisturbed = Run::new(&["toy@1"], settings(Some(300)));
    undisturbed.run(KnownIssues::default(), 1).unwrap();
    assert_eq!(run.buckets(), undisturbed.buckets());
    assert_eq!(run.total("generated"), undisturbed.total("generated"));
}

#[test]
fn a_self_test_that_outlasts_the_time_begins_nothing_and_blames_nobody() {
    let run = Run::new(&["toy@1"], settings(Some(300)));
    let until = Instant::now() + Duration::from_millis(200);
    let batches = Arc::new(AtomicU32::new(0));
    let open = |name: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        std::thread::sleep(until.saturating_duration_since(Instant::now()));
        let compiler = Compiler::new(&name.to_string(), Does::Checks);
        Ok(Box::new(Late { compiler, over: until, batches: batches.clone() }))
    };
    let checked = AtomicU32::new(0);
    let listener = |event: &Event| {
        if let What::Checked { .. } | What::Warning(_) = event.what {
            checked.fetch_add(1, Ordering::Relaxed);
        }
    };
    let campaign = Campaign { open: &open, until: Some(until), ..run.campaign(1) };
    campaign::run(&campaign, &Stop::default(), &[&listener]).unwrap();
    assert_eq!(batches.load(Ordering::Relaxed), 0);
    assert_eq!(checked.load(Ordering::Relaxed), 0, "the compiler was not asked");
    assert_eq!(run.store.progress(run.id).unwrap().open, 0);
    run.run(KnownIssues::default(), 1).unwrap();
    assert_eq!(run.total("generated") + run.total("gave-up"), 300);
}

#[test]
fn events_reach_every_listener_with_their_time() {
    let run = Run::new(&["toy@1"], settings(Some(200)));
    let (first, second) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let before = std::time::SystemTime::now();
    campaign::run(
        &run.campaign(1),
        &Stop::default(),
        &[&|event: &Event| first.lock().unwrap().push(event.at), &|event: &Event| {
            second.lock().unwrap().push(event.at);
        }],
    )
    .unwrap();
    let (first, second) = (first.into_inner().unwrap(), second.into_inner().unwrap());
    assert!(first.len() > 4 && first == second);
    assert!(first.is_sorted() && first[0] >= before);
}

#[test]
fn other_inputs_and_other_versions_are_refused_by_name() {
    let input =
        |name: &str, text: &str| InputId { name: name.into(), digest: Digest::of(text.as_bytes()) };
    let engine = |version, inputs: Vec<InputId>| Numbers { version, inputs, ..Numbers::default() };
    let made = |engine| lanes(engine, &["toy@1"], Does::Checks);
    let original = made(engine(3, vec![input("a.rules", "x"), input("b.rules", "y")]));
    let record = CampaignRecord::new(&settings(None), &original, serde_json::Value::Null);
    let record = CampaignRecord::from_json(&record.to_json()).unwrap();
    assert_eq!(record.select(&original).unwrap().len(), original.len());
    let names = |engine| record.inputs(engine).into_iter().map(|input| input.name);
    assert_eq!(names("numbers").collect::<Vec<_>>(), ["a.rules", "b.rules"]);
    assert_eq!(names("letters").count(), 0);
    let refused = |lanes: &[Lane]| record.select(lanes).err().unwrap().to_string();
    let changed = made(engine(3, vec![input("a.rules", "z"), input("c.rules", "y")]));
    let error = refused(&changed);
    for piece in ["a.rules has another content", "b.rules is missing", "c.rules is new"] {
        assert!(error.contains(piece), "{error}");
    }
    let error = refused(&made(engine(4, vec![input("a.rules", "x"), input("b.rules", "y")])));
    assert!(error.contains("was version 3, this is 4"), "{error}");
    let error = refused(&[]);
    assert!(error.contains("toy@1"), "{error}");
    assert!(CampaignRecord::from_json("{\"version\":\"0.1.0\"}").is_err(), "an older form");
}

#[test]
fn records_say_what_is_needed_to_build_everything_again() {
    let lanes = lanes(Numbers::default(), &["toy@2", "toy@1"], Does::Checks);
    let record = CampaignRecord::new(&settings(None), &lanes, serde_json::Value::Null);
    assert_eq!(record.targets(), ["toy@1", "toy@1+strict", "toy@2", "toy@2+strict"]);
    assert_eq!((record.lanes(), record.engines()), (lanes.len(), vec!["numbers".to_owned()]));

    let engine = Numbers { subjects: vec!["a".into()], ..Numbers::default() };
    let plan = engine.plan(LANGUAGE, Mode::WellTyped);
    assert!(plan.subject.is_some() && !plan.features.is_empty());
    let record = PlanRecord::new(&engine, &plan);
    assert_eq!(record.plan(&engine).unwrap(), plan);
    let other = Plan { language: Language::Go, ..plan };
    let error = PlanRecord::new(&engine, &other).plan(&engine).unwrap_err();
    assert!(error.contains("no language \"go\""), "{error}");
}

#[test]
fn findings_know_the_subject_of_their_program() {
    let engine = Numbers { subjects: vec!["s".into(), "t".into()], ..Numbers::default() };
    let run = Run::with(lanes(engine, &["toy@1"], Does::Checks), settings(Some(400)));
    run.run(KnownIssues::default(), 1).unwrap();
    let mut found = 0;
    for bucket in run.store.buckets(run.id).unwrap() {
        for finding in run.store.findings(&bucket.id).unwrap() {
            let plan: PlanRecord = serde_json::from_str(&finding.data.plan).unwrap();
            let subject = plan.subject.expect("there are subjects");
            assert!(finding.data.source.starts_with(&*subject), "{}", finding.data.source);
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_generator_that_gives_up_on_most_programs_is_told() {
    let warnings = |subjects: &[&str]| {
        let subjects = subjects.iter().map(|&subject| subject.into()).collect();
        let engine = Numbers { subjects, ..Numbers::default() };
        let run = Run::with(lanes(engine, &["toy@1"], Does::Checks), settings(Some(240)));
        run.run(KnownIssues::default(), 1).unwrap();
        assert_eq!(run.total("generated") + run.total("gave-up"), 240);
        let events = run.events.into_inner().unwrap();
        let told = events.into_iter().filter_map(|event| match event.what {
            What::Warning(text) => Some(text),
            _ => None,
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(warnings(&["a", "too hard"]), [""; 0], "half is not most");
    let told = warnings(&["a", "too hard", "too hard"]);
    assert!(!told.is_empty());
    assert!(told.iter().all(|text| text.contains("gave up on")), "{told:?}");
}

#[test]
fn every_program_of_every_subject_is_made_once() {
    let sources = |subjects: &[&str]| {
        let subjects = subjects.iter().map(|&subject| subject.into()).collect();
        let engine = Numbers { subjects, few: true, ..Numbers::default() };
        let plan = Plan { subject: None, ..engine.plan(LANGUAGE, Mode::WellTyped) };
        let programs = campaign::every_program(&engine, plan);
        programs.map(|program| program.family[0].source.clone()).collect::<Vec<_>>()
    };
    assert_eq!(sources(&[]), ["0", "1", "2"]);
    assert_eq!(sources(&["a", "b"]), ["a 0", "a 1", "a 2", "b 0", "b 1", "b 2"]);
}

#[test]
fn a_new_subject_changes_no_program_of_the_others() {
    let programs = |subjects: &[&str]| -> BTreeMap<String, Vec<String>> {
        let subjects = subjects.iter().map(|&subject| subject.into()).collect();
        let engine = Numbers { subjects, ..Numbers::default() };
        let plan = engine.plan(LANGUAGE, Mode::WellTyped);
        let mut programs = campaign::Programs::new(&engine, plan, 5);
        let mut made: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for number in 0..10 * engine.subjects.len() as u64 {
            let program = programs.get(number).unwrap();
            let subject = program.subject.unwrap().to_string();
            made.entry(subject).or_default().push(program.family[0].source.clone());
        }
        made
    };
    let few = programs(&["a", "c"]);
    let more = programs(&["a", "b", "c"]);
    assert_eq!(more.len(), 3, "each in turn");
    assert!(more.values().all(|programs| programs.len() == 10));
    assert_eq!(few["a"], more["a"]);
    assert_eq!(few["c"], more["c"]);
    assert_ne!(few["a"][0], few["c"][0].replace('c', "a"), "streams of their own");
}

#[test]
fn predictions_survive_the_store() {
    let case = |expectation| TestCase {
        language: LANGUAGE,
        source: "1".into(),
        expectation,
        features: vec!["even"],
    };
    let reason =
        Reason { text: "t".into(), rule: "R".into(), codes: vec!["E1".into()], line: Some(3) };
    let raises = Some(Behaviour::raises("out", "ArithException"));
    let sighting = Sighting {
        kind: FindingKind::Behaviour,
        target: "toy@1+O2".parse().unwrap(),
        family: vec![
            case(Expectation::Accept),
            case(Expectation::Reject(reason)),
            case(Expectation::SameBehaviour { predicted: raises }),
            case(Expectation::Terminates { predicted: None }),
            case(Expectation::SameVerdict),
        ],
        member: 2,
        against: Some(Against::Program("2".into())),
        signature: "s".into(),
    };
    let other = || "toy@2".parse().unwrap();
    for against in [
        None,
        Some(Against::Sibling(4)),
        Some(Against::Target(other())),
        Some(Against::Base(other())),
        Some(Against::Head(other())),
        sighting.against.clone(),
    ] {
        let sighting = Sighting { against, ..sighting.clone() };
        let text = serde_json::to_string(&SightingRecord::new(&sighting)).unwrap();
        let record: SightingRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(record.sighting(LANGUAGE).unwrap(), sighting);
    }
    let bad = Sighting { against: Some(Against::Sibling(5)), ..sighting };
    assert!(SightingRecord::new(&bad).sighting(LANGUAGE).is_err());
}

#[test]
fn a_baseline_covers_its_buckets_and_nothing_else() {
    let known = [
        ("1a", FindingKind::Crash, "crash fake: a (b) * c"),
        ("2b", FindingKind::Precision, "precision fake: d"),
    ];
    let issues = KnownIssues::parse(&campaign::baseline(known), "test").unwrap();
    let find = |kind, signature: &str| {
        let case = TestCase {
            language: LANGUAGE,
            source: "1".into(),
            expectation: Expectation::Accept,
            features: vec![],
        };
        let sighting = Sighting {
            kind,
            target: "fake@1".parse().unwrap(),
            family: vec![case],
            member: 0,
            against: None,
            signature: signature.into(),
        };
        let evidence = campaign::Evidence { outcome: Outcome::Accepted, other: None };
        issues.find(&sighting, &evidence).map(|issue| issue.name.clone())
    };
    for (id, kind, signature) in known {
        assert_eq!(find(kind, signature), Some(format!("baseline-{id}")));
        assert_eq!(find(kind, &format!("{signature} and more")), None);
    }
    assert_eq!(find(FindingKind::Soundness, known[0].2), None);
    assert_eq!(find(FindingKind::Crash, "crash fake: a b c"), None, "signs are no pattern");
}

#[test]
fn a_record_says_which_errors_are_of_syntax() {
    let error = |syntax| Diagnostic { message: "no".into(), syntax, ..Diagnostic::default() };
    let outcome = Outcome::Rejected(vec![error(true), error(false)]);
    let evidence = campaign::Evidence { outcome, other: None };
    let record = campaign::EvidenceRecord::new(&evidence, None, &[]);
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(text.matches("\"syntax\":true").count(), 1, "{text}");
    assert!(!text.contains("\"syntax\":false"), "{text}");
}
