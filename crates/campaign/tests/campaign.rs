//! Whole campaigns with an engine and a compiler that are known to the last
//! detail: what must be found is known before.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use campaign::{Campaign, CampaignError, CampaignRecord, Event, KnownIssues, Lane, Settings, Stop};
use case::{
    Crash, Diagnostic, Engine, Expectation, Family, Feature, Language, Mode, Outcome, Plan, Reason,
    TestCase,
};
use choice::{Choices, DeadEnd};
use store::{BucketFilter, CampaignId, NewCampaign, NewLane, OpenMode, Store};
use targets::{Canaries, End, Report, Said, Target};

/// Writes numbers. Number *n* must be accepted, but the compiler has its own
/// mind about some of them.
struct Numbers;

impl Engine for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn about(&self) -> &'static str {
        "numbers"
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        vec![(Language::SystemF, vec![Mode::WellTyped, Mode::IllTyped, Mode::Equivalent])]
    }

    fn dialects(&self, _: Language) -> &'static [&'static str] {
        &["systemf"]
    }

    fn features(&self, _: Language, _: Mode) -> &'static [Feature] {
        &[
            Feature { name: "even", about: "even numbers", default: true },
            Feature { name: "odd", about: "odd numbers", default: true },
            Feature { name: "rare", about: "never by itself", default: false },
            Feature { name: "whole", about: "whole numbers", default: true },
        ]
    }

    fn steady(&self) -> &'static [&'static str] {
        &["whole"]
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let number = choices.pick(100_000)?;
        let case = |source: String, expectation| TestCase {
            language: Language::SystemF,
            source,
            expectation,
            features: vec!["even"],
        };
        Ok(match plan.mode {
            Mode::WellTyped => vec![case(format!("{number}"), Expectation::Accept)],
            Mode::IllTyped => {
                let reason = Reason { rule: "T-Bad".into(), ..Reason::default() };
                vec![case(format!("bad {number}"), Expectation::Reject(reason))]
            }
            _ => vec![
                case(format!("{number}"), Expectation::SameVerdict),
                case(format!("({number})"), Expectation::SameVerdict),
            ],
        })
    }
}

/// Accepts numbers and rejects "bad" ones, but for its bugs.
struct Compiler {
    name: String,
    broken: bool,
}

impl Compiler {
    fn boxed(name: &str) -> Box<dyn Target> {
        Box::new(Compiler { name: name.to_owned(), broken: name.contains("broken") })
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
        match program {
            _ if self.broken => rejected("unknown option"),
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
            _ if number % 50 == 11 && self.name.ends_with("+strict") => rejected("too strict"),
            _ => Outcome::Accepted,
        }
    }
}

impl Target for Compiler {
    fn name(&self) -> &str {
        &self.name
    }

    fn language(&self) -> Language {
        Language::SystemF
    }

    fn dialect(&self) -> &'static str {
        "systemf"
    }

    fn batch_size(&self) -> usize {
        40
    }

    fn canaries(&self) -> Canaries {
        Canaries { accepted: "1", rejected: "bad 1", hangs: None }
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
                Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
                _ => Said::Nothing,
            })
            .collect();
        let end = crash.map_or(End::Finished, |crash| End::Crashed(crash, None));
        Report { said, end, cpu: Duration::from_millis(10) }
    }

    fn confirm(&mut self, program: &str) -> Outcome {
        // A crash that happens only in company.
        match self.outcome(program) {
            Outcome::Crashed(_) if program.starts_with("bad") => {
                Outcome::Rejected(vec![Diagnostic::default()])
            }
            outcome => outcome,
        }
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
    Settings {
        seed: 1,
        size: 4,
        swarm: true,
        features: vec![],
        libraries: vec![],
        members: vec![],
        count,
    }
}

impl Run {
    fn new(toolchains: &[&str], settings: Settings) -> Run {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store.db"), OpenMode::Create).unwrap();
        let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Numbers)];
        let lanes: Vec<Lane> = toolchains
            .iter()
            .flat_map(|name| {
                campaign::lanes(&engines, name, Compiler::boxed(name).as_ref(), |_, _| true)
            })
            .collect();
        let limit = settings.programs_of_lane(lanes.len());
        let id = store
            .create_campaign(&NewCampaign {
                name: "test".into(),
                seed: settings.seed,
                settings: CampaignRecord::new(&settings, &lanes).to_json(),
                lanes: lanes
                    .iter()
                    .map(|lane| NewLane {
                        name: lane.name(),
                        shard_limit: limit.map(|n| n.div_ceil(lane.shard_size as u64)),
                    })
                    .collect(),
            })
            .unwrap();
        Run { store, id, lanes, settings, events: Mutex::default(), _folder: folder }
    }

    fn run(&self, known: KnownIssues, stop: &Stop, jobs: usize) -> Result<(), CampaignError> {
        let campaign = Campaign {
            store: &self.store,
            id: self.id,
            settings: &self.settings,
            lanes: &self.lanes,
            known,
            open: &|name| {
                Ok(vec![Compiler::boxed(name), Compiler::boxed(&format!("{name}+strict"))])
            },
            jobs,
            until: None,
        };
        campaign::run(&campaign, stop, &|event| self.events.lock().unwrap().push(event))
    }

    fn buckets(&self) -> BTreeMap<String, u64> {
        let buckets = self.store.buckets(self.id, &BucketFilter::default()).unwrap();
        buckets.into_iter().map(|bucket| (bucket.signature, bucket.count)).collect()
    }

    fn total(&self, word: &str) -> u64 {
        let counters = self.store.counters(self.id).unwrap();
        counters.iter().filter(|c| c.key.outcome == word).map(|c| c.count).sum()
    }
}

#[test]
fn every_kind_of_finding_is_found_and_nothing_else() {
    let run = Run::new(&["toy@1"], settings(Some(3000)));
    run.run(KnownIssues::default(), &Stop::default(), 3).unwrap();
    let signatures: Vec<String> = run.buckets().into_keys().collect();
    assert_eq!(
        signatures,
        [
            "consistency toy: no parentheses",
            "consistency toy: too strict",
            "crash toy: stack overflow",
            "precision toy: I do not like _",
            "precision toy: too strict",
            "soundness toy: T-Bad",
        ]
    );
    assert_eq!(run.total("generated"), 3000);
    assert!(run.total("unconfirmed") > 0, "crashes in company are not confirmed");
    for bucket in run.store.buckets(run.id, &BucketFilter::default()).unwrap() {
        // About one program in fifty has each bug.
        assert!(bucket.count > 5, "{bucket:?}");
        let findings = run.store.findings(&bucket.id).unwrap();
        assert!((1..=5).contains(&findings.len()), "{} findings kept", findings.len());
        assert!(findings.iter().all(|finding| finding.confirmed));
    }
}

#[test]
fn the_same_seed_finds_the_same_whatever_the_number_of_workers() {
    let buckets = |jobs| {
        let run = Run::new(&["toy@1", "toy@2"], settings(Some(1200)));
        run.run(KnownIssues::default(), &Stop::default(), jobs).unwrap();
        (run.buckets().into_keys().collect::<Vec<_>>(), run.total("accepted"))
    };
    assert_eq!(buckets(1), buckets(4));
}

#[test]
fn a_stopped_campaign_goes_on_where_it_was() {
    let whole = Run::new(&["toy@1"], settings(Some(1200)));
    whole.run(KnownIssues::default(), &Stop::default(), 2).unwrap();

    let run = Run::new(&["toy@1"], settings(Some(1200)));
    let mut rounds = 0;
    loop {
        let stop = Stop::default();
        let campaign = Campaign {
            store: &run.store,
            id: run.id,
            settings: &run.settings,
            lanes: &run.lanes,
            known: KnownIssues::default(),
            open: &|name| {
                Ok(vec![Compiler::boxed(name), Compiler::boxed(&format!("{name}+strict"))])
            },
            jobs: 2,
            until: None,
        };
        campaign::run(&campaign, &stop, &|event| {
            if let Event::ShardDone(_) = event {
                stop.ask();
            }
        })
        .unwrap();
        rounds += 1;
        if run.store.progress(run.id).unwrap().programs == 1200 {
            break;
        }
    }
    assert!(rounds > 5, "only {rounds} rounds");
    assert_eq!(run.total("accepted"), whole.total("accepted"));
    assert_eq!(run.total("rejected"), whole.total("rejected"));
    assert_eq!(
        run.buckets().into_keys().collect::<Vec<_>>(),
        whole.buckets().into_keys().collect::<Vec<_>>()
    );
}

#[test]
fn known_issues_are_counted_under_their_name() {
    let known = KnownIssues::parse(
        "[[issue]]\nname = 'dislike'\nabout = 'x'\nkind = 'precision'\nsignature = 'do not like'",
        "test",
    )
    .unwrap();
    let run = Run::new(&["toy@1"], settings(Some(1200)));
    run.run(known, &Stop::default(), 1).unwrap();
    let buckets = run.store.buckets(run.id, &BucketFilter::default()).unwrap();
    let names: Vec<_> = buckets.iter().filter_map(|bucket| bucket.known_issue.as_deref()).collect();
    assert_eq!(names, ["dislike"]);
}

#[test]
fn a_broken_configuration_is_reported_and_not_used() {
    let run = Run::new(&["broken@1", "toy@1"], settings(Some(240)));
    run.run(KnownIssues::default(), &Stop::default(), 2).unwrap();
    let events = run.events.lock().unwrap();
    let broken: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Checked { target, broken: Some(_) } => Some(target.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(broken, ["broken@1", "broken@1+strict"]);
    let counters = run.store.counters(run.id).unwrap();
    assert!(counters.iter().all(|counter| !counter.key.target.starts_with("broken")));

    let run = Run::new(&["broken@1"], settings(Some(240)));
    let error = run.run(KnownIssues::default(), &Stop::default(), 2).unwrap_err();
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
}
