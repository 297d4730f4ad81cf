//! The store against a model of it in memory, under random interleavings of
//! several workers: nothing is lost, nothing counted twice, every shard is done
//! exactly once.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use proptest::prelude::*;
use store::{
    BucketKey, BucketStatus, CampaignId, Claim, Commit, CounterKey, FindingData, KEPT_FINDINGS,
    LOST_TOO_OFTEN, NewBucket, NewCampaign, NewFinding, NewLane, Next, OpenMode, ShardResults,
    Store, StoredInput, Wanted, Worker,
};

use crate::Place;

/// Longer than any test; leases run out when the test says so.
pub(crate) const LEASE: Duration = Duration::from_secs(3600);

#[derive(Clone, Debug)]
enum Step {
    /// A worker asks for a shard of some lane, and keeps what it had.
    Claim(prop::sample::Index),
    /// The holder of some claim renews, releases or commits it. It may be stale.
    Renew(prop::sample::Index),
    Release(prop::sample::Index),
    Commit(prop::sample::Index, Vec<(u8, u8)>, Vec<u8>),
    /// Time passes: the lease of some shard that was handed out runs out.
    Expire(prop::sample::Index),
    /// The campaign is interrupted, or resumed.
    Stop,
    Resume,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let any_index = any::<prop::sample::Index>;
    let found = prop::collection::vec((0..3_u8, 0..60_u8), 0..40);
    let repeats = prop::collection::vec(0..3_u8, 0..4);
    let step = prop_oneof![
        6 => any_index().prop_map(Step::Claim),
        2 => any_index().prop_map(Step::Renew),
        1 => any_index().prop_map(Step::Release),
        5 => (any_index(), found, repeats)
            .prop_map(|(claim, found, repeats)| Step::Commit(claim, found, repeats)),
        4 => any_index().prop_map(Step::Expire),
        1 => Just(Step::Stop),
        2 => Just(Step::Resume),
    ];
    prop::collection::vec(step, 1..60)
}

/// A shard as the model has it.
#[derive(Clone, Debug)]
struct Shard {
    epoch: u64,
    lease: Lease,
    /// How often its worker was lost.
    lost: u64,
    set_aside: bool,
    done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lease {
    Held,
    /// It ran out, and nobody has noticed.
    RanOut,
    /// It ran out, and that was noticed.
    Lost,
    GivenBack,
}

#[derive(Debug)]
struct Lane {
    limit: u64,
    shards: Vec<Shard>,
}

#[derive(Debug, Default)]
struct Model {
    /// Whether shards are set aside that lost their workers too often.
    sets_aside: bool,
    stopped: bool,
    lanes: Vec<Lane>,
    generated: u64,
    programs: u64,
    /// For each signature that the campaign has seen: how many findings, and which
    /// programs were kept.
    buckets: BTreeMap<String, (u64, BTreeSet<String>)>,
}

impl Model {
    fn claim(&mut self, campaign: CampaignId, lane: usize) -> Next {
        if self.stopped {
            return Next::Stopped;
        }
        let Lane { limit, shards } = &mut self.lanes[lane];
        for shard in shards.iter_mut().filter(|shard| shard.lease == Lease::RanOut && !shard.done) {
            shard.lease = Lease::Lost;
            shard.lost += 1;
            shard.set_aside = self.sets_aside && shard.lost >= LOST_TOO_OFTEN;
        }
        let left_behind = shards
            .iter()
            .position(|shard| shard.lease != Lease::Held && !shard.done && !shard.set_aside);
        let number = match left_behind {
            Some(number) => number,
            None if (shards.len() as u64) < *limit => {
                shards.push(Shard {
                    epoch: 0,
                    lease: Lease::GivenBack,
                    lost: 0,
                    set_aside: false,
                    done: false,
                });
                shards.len() - 1
            }
            None if shards.iter().any(|shard| !shard.done && !shard.set_aside) => {
                return Next::Wait;
            }
            None => return Next::Done,
        };
        let shard = &mut shards[number];
        shard.epoch += 1;
        shard.lease = Lease::Held;
        let (lane, number) = (lane as u64, number as u64);
        Next::Shard(Claim { campaign, lane, number, epoch: shard.epoch })
    }

    /// The shard of a claim that is not stale.
    fn held(&mut self, claim: &Claim) -> Option<&mut Shard> {
        let shard = &mut self.lanes[claim.lane as usize].shards[claim.number as usize];
        (shard.epoch == claim.epoch && !shard.done).then_some(shard)
    }

    /// The holder of a claim was heard of, and it holds the shard still or gives it back.
    fn renew(&mut self, claim: &Claim, lease: Lease) -> bool {
        let Some(shard) = self.held(claim) else { return false };
        shard.lost -= u64::from(shard.lease == Lease::Lost);
        shard.set_aside = false;
        shard.lease = lease;
        true
    }

    /// What a commit gives: the signatures of new buckets and the number of
    /// findings that are kept.
    fn commit(&mut self, claim: &Claim, results: &ShardResults) -> Option<(Vec<String>, usize)> {
        let Some(shard) = self.held(claim) else {
            let shard = &mut self.lanes[claim.lane as usize].shards[claim.number as usize];
            // It was not lost: here it is.
            shard.lost -= u64::from(!shard.done && shard.lost > 0);
            return None;
        };
        (shard.done, shard.set_aside) = (true, false);
        self.programs += results.programs;
        self.generated += results.counters.values().sum::<u64>();
        let (mut new, mut kept) = (BTreeSet::new(), 0);
        for finding in &results.findings {
            let signature = &finding.bucket.signature;
            if !self.buckets.contains_key(signature) {
                new.insert(signature.clone());
            }
            let (count, programs) = self.buckets.entry(signature.clone()).or_default();
            *count += 1;
            if (programs.len() as u64) < KEPT_FINDINGS
                && programs.insert(finding.data.case_id.clone())
            {
                kept += 1;
            }
        }
        for (key, count) in &results.repeats {
            if let Some(bucket) = self.buckets.get_mut(&key.signature) {
                bucket.0 += count;
            }
        }
        Some((new.into_iter().collect(), kept))
    }
}

fn key_of(signature: u8) -> BucketKey {
    BucketKey { signature: format!("s{signature}"), known_issue: None }
}

fn results(found: &[(u8, u8)], repeats: &[u8]) -> ShardResults {
    let key = CounterKey {
        engine: "rules".to_owned(),
        mode: "well-typed".to_owned(),
        target: String::new(),
        outcome: "generated".to_owned(),
    };
    let finding = |&(signature, program): &(u8, u8)| NewFinding {
        bucket: NewBucket { signature: format!("s{signature}"), ..NewBucket::default() },
        data: FindingData { case_id: format!("p{program}"), ..FindingData::default() },
    };
    ShardResults {
        programs: 10,
        counters: BTreeMap::from([(key, 7)]),
        findings: found.iter().map(finding).collect(),
        repeats: repeats.iter().map(|signature| (key_of(*signature), 2)).collect(),
        ..ShardResults::default()
    }
}

fn run(store: &Store, place: &Place, limits: &[u64], steps: &[Step]) {
    let name = |lane: usize| format!("lane {lane}");
    let lanes = limits
        .iter()
        .enumerate()
        .map(|(lane, &limit)| NewLane { name: name(lane), shard_limit: Some(limit) });
    let campaign = store
        .create_campaign(&NewCampaign {
            name: "test".to_owned(),
            seed: 0,
            settings: String::new(),
            lanes: lanes.collect(),
            inputs: Vec::new(),
        })
        .unwrap();
    let worker = Worker::current("test");
    let lanes = limits.iter().map(|&limit| Lane { limit, shards: Vec::new() });
    let sets_aside = place.path().is_none();
    let mut model = Model { sets_aside, lanes: lanes.collect(), ..Model::default() };
    let mut claims: Vec<Claim> = Vec::new();
    let mut done: BTreeMap<(u64, u64), u32> = BTreeMap::new();

    let mut commit = |model: &mut Model, claim: &Claim, found: &[(u8, u8)], repeats: &[u8]| {
        let results = results(found, repeats);
        match (store.commit(claim, &results).unwrap(), model.commit(claim, &results)) {
            (Commit::Stale, None) => {}
            (Commit::Done(committed), Some((new, kept))) => {
                *done.entry((claim.lane, claim.number)).or_default() += 1;
                assert_eq!(committed.len(), results.findings.len());
                let is_new = committed.iter().filter(|committed| committed.first_in_campaign);
                let signature = |id: &String| store.bucket(id).unwrap().signature;
                let mut signatures: Vec<_> = is_new.map(|new| signature(&new.bucket)).collect();
                signatures.sort();
                assert_eq!(signatures, new);
                assert_eq!(committed.iter().filter(|committed| committed.kept).count(), kept);
            }
            (store, model) => panic!("{claim:?}: the store said {store:?}, the model {model:?}"),
        }
    };

    for step in steps {
        match step {
            Step::Claim(lane) => {
                let lane = lane.index(limits.len());
                let next = store.claim(campaign, &name(lane), &worker, LEASE).unwrap();
                assert_eq!(next, model.claim(campaign, lane));
                claims.extend(match next {
                    Next::Shard(claim) => Some(claim),
                    Next::Wait | Next::Done | Next::Stopped => None,
                });
            }
            Step::Renew(index) if !claims.is_empty() => {
                let claim = index.get(&claims);
                let held = model.renew(claim, Lease::Held);
                assert_eq!(store.renew(claim, LEASE).unwrap(), held);
            }
            Step::Release(index) if !claims.is_empty() => {
                let claim = index.get(&claims);
                store.release(claim).unwrap();
                model.renew(claim, Lease::GivenBack);
            }
            Step::Commit(index, found, repeats) if !claims.is_empty() => {
                commit(&mut model, index.get(&claims), found, repeats);
            }
            Step::Expire(index) if !claims.is_empty() => {
                let claim = index.get(&claims);
                let (lane, number) = (claim.lane as usize, claim.number as usize);
                model.lanes[lane].shards[number].lease = Lease::RanOut;
                place.expire(campaign, lane, number);
            }
            Step::Renew(_) | Step::Release(_) | Step::Commit(..) | Step::Expire(_) => {}
            Step::Stop => {
                model.stopped = true;
                store.set_stopped(campaign, true).unwrap();
            }
            Step::Resume => {
                model.stopped = false;
                store.set_stopped(campaign, false).unwrap();
            }
        }
    }

    let ended = |shard: &Shard| shard.done || shard.set_aside;
    let finished =
        |lane: &Lane| lane.shards.len() as u64 == lane.limit && lane.shards.iter().all(ended);
    assert_eq!(store.is_finished(campaign).unwrap(), model.lanes.iter().all(finished));
    for (lane, model) in store.lanes(campaign).unwrap().iter().zip(&model.lanes) {
        assert_eq!(lane.finished, finished(model));
        assert_eq!(lane.done, model.shards.iter().filter(|shard| shard.done).count() as u64);
    }

    // Everybody has died; somebody else brings the campaign to its end.
    store.set_stopped(campaign, false).unwrap();
    model.stopped = false;
    for lane in 0..limits.len() {
        for (number, shard) in model.lanes[lane].shards.iter_mut().enumerate() {
            shard.lease = Lease::RanOut;
            place.expire(campaign, lane, number);
        }
        loop {
            let next = store.claim(campaign, &name(lane), &worker, LEASE).unwrap();
            assert_eq!(next, model.claim(campaign, lane));
            match next {
                Next::Shard(claim) => commit(&mut model, &claim, &[(0, 0)], &[]),
                Next::Wait | Next::Stopped => panic!("nobody is left to wait for"),
                Next::Done => break,
            }
        }
        // What was set aside is done by somebody who asks for it.
        loop {
            let wanted = Wanted::SetAside;
            match store.claim_wanted(campaign, &name(lane), wanted, &worker, LEASE).unwrap() {
                Next::Shard(claim) => {
                    let shard = &mut model.lanes[lane].shards[claim.number as usize];
                    assert!(shard.set_aside && shard.lost >= LOST_TOO_OFTEN, "{shard:?}");
                    (shard.set_aside, shard.lease) = (false, Lease::Held);
                    shard.epoch = claim.epoch;
                    commit(&mut model, &claim, &[(0, 0)], &[]);
                }
                Next::Wait | Next::Stopped => panic!("nobody is left to wait for"),
                Next::Done => break,
            }
        }
    }

    // What was handed out in vain comes back, and changes nothing.
    for claim in &claims {
        assert_eq!(store.commit(claim, &results(&[(0, 0)], &[0])).unwrap(), Commit::Stale);
        assert!(!store.renew(claim, LEASE).unwrap());
    }

    let once: BTreeMap<_, _> = (0..)
        .zip(limits)
        .flat_map(|(lane, &limit)| (0..limit).map(move |number| ((lane, number), 1)))
        .collect();
    assert_eq!(done, once);
    let progress = store.progress(campaign).unwrap();
    assert_eq!((progress.done, progress.open), (limits.iter().sum(), 0));
    assert_eq!(progress.programs, model.programs);
    assert!(store.is_finished(campaign).unwrap());
    assert_eq!(store.done_shards(campaign).unwrap().len() as u64, progress.done);
    let counters = store.counters(campaign).unwrap();
    assert_eq!(counters.iter().map(|counter| counter.count).sum::<u64>(), model.generated);
    let buckets = store.buckets(campaign).unwrap();
    let buckets: BTreeMap<_, _> = buckets
        .into_iter()
        .map(|bucket| {
            let findings = store.findings(&bucket.id).unwrap();
            let mine = findings.into_iter().filter(|finding| finding.campaign == campaign);
            (bucket.signature, (bucket.count, mine.map(|f| f.data.case_id).collect()))
        })
        .collect();
    assert_eq!(buckets, model.buckets);
}

pub(crate) fn the_store_does_what_its_model_does(place: &Place) {
    let store = place.open(OpenMode::Create);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    // All campaigns are in one store, so that they may disturb each other.
    runner
        .run(&(prop::collection::vec(0..6_u64, 1..4), steps()), |(limits, steps)| {
            run(&store, place, &limits, &steps);
            Ok(())
        })
        .unwrap();
}

pub(crate) fn what_was_written_is_read_again(place: &Place) {
    let store = place.open(OpenMode::Create);
    assert_eq!(store.latest_campaign().unwrap(), None);
    let new = NewCampaign {
        name: "a 'name'".to_owned(),
        seed: u64::MAX - 1,
        settings: "{\"size\": 4}".to_owned(),
        lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: None }],
        inputs: vec![StoredInput {
            digest: "d1".to_owned(),
            name: "calc.rules".to_owned(),
            content: vec![0, 1, 255],
        }],
    };
    let first = store.create_campaign(&new).unwrap();
    let second = store.create_campaign(&new).unwrap();
    assert_eq!(store.latest_campaign().unwrap().unwrap().id, second);
    assert_eq!(store.campaigns().unwrap().len(), 2);
    let campaign = store.campaign(first).unwrap();
    assert_eq!((campaign.name, campaign.seed), (new.name, new.seed));
    assert_eq!((campaign.settings, campaign.stopped), (new.settings, false));
    assert_eq!(store.input("d1").unwrap().as_ref(), Some(&new.inputs[0]));
    assert_eq!(store.input("d2").unwrap(), None);
    let seconds = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!(seconds.abs_diff(campaign.created_at as u64 / 1000) < 3600);

    let finding = |signature: &str, target: &str, known_issue: Option<&str>| NewFinding {
        bucket: NewBucket {
            signature: signature.to_owned(),
            kind: "crash".to_owned(),
            target: target.to_owned(),
            known_issue: known_issue.map(str::to_owned),
        },
        data: FindingData {
            case_id: "c".to_owned(),
            engine: "rules".to_owned(),
            mode: "ill-typed".to_owned(),
            language: "rust".to_owned(),
            dialect: "2024".to_owned(),
            target: target.to_owned(),
            plan: "{}".to_owned(),
            seed: u64::MAX,
            program: 12,
            tape: vec![0, 255, 7],
            source: "fn main() { \u{3bb} }\n".to_owned(),
            expectation: "reject".to_owned(),
            outcome: "crashed".to_owned(),
            sighting: "{\"member\":0}".to_owned(),
            evidence: "{}".to_owned(),
        },
    };
    let Next::Shard(claim) = store.claim(first, "lane", &Worker::current("w"), LEASE).unwrap()
    else {
        panic!("a new campaign has work")
    };
    let wanted = finding("b", "rustc@1", None);
    let results = ShardResults {
        findings: vec![wanted.clone(), finding("a", "rustc@2", Some("#1"))],
        ..ShardResults::default()
    };
    let Commit::Done(committed) = store.commit(&claim, &results).unwrap() else {
        panic!("nobody else has claimed the shard")
    };
    drop(store);
    if let Some(path) = place.path() {
        assert!(!path.with_extension("db-wal").exists(), "closing leaves one file");
        let header = std::fs::read(path).unwrap();
        assert_eq!(header[18..20], [2, 2], "the file is not in the mode with a write-ahead log");
    }

    let store = place.open(OpenMode::Existing);
    let buckets = store.buckets(first).unwrap();
    let ids: Vec<_> = buckets.iter().map(|bucket| bucket.id.clone()).collect();
    // In the order of the results, not of the buckets.
    assert_eq!([&committed[1].bucket, &committed[0].bucket], [&ids[0], &ids[1]]);
    assert!(committed.iter().all(|committed| committed.new_bucket && committed.kept));
    assert_eq!((buckets[0].status, buckets[1].status), (BucketStatus::Known, BucketStatus::New));
    assert_eq!(buckets[0].known_issue.as_deref(), Some("#1"));
    let kept = store.findings(&ids[1]).unwrap();
    assert_eq!(store.finding(&kept[0].id).unwrap(), kept[0]);
    assert_eq!(committed[0].id, kept[0].id);
    assert_eq!(kept[0].data, wanted.data);
    let done = store.done_shards(first).unwrap();
    assert_eq!((done.len(), done[0].number, done[0].lane), (1, 0, 0));
    assert!(done[0].done_at.is_some_and(|at| at >= campaign.created_at));

    store.mark(&ids[1], BucketStatus::Reported, Some("told them")).unwrap();
    store.mark(&ids[1], BucketStatus::Fixed, None).unwrap();
    let triage: Vec<_> = store.buckets(first).unwrap();
    let triage: Vec<_> = triage.iter().map(|b| (&b.signature[..], b.status, &b.note[..])).collect();
    let expected = [("a", BucketStatus::Known, ""), ("b", BucketStatus::Fixed, "told them")];
    assert_eq!(triage, expected);

    for error in [
        store.campaign(CampaignId(9)).map(drop).unwrap_err(),
        store.set_stopped(CampaignId(9), true).unwrap_err(),
        store.claim(CampaignId(9), "lane", &Worker::current("w"), LEASE).map(drop).unwrap_err(),
        store.claim(first, "no lane", &Worker::current("w"), LEASE).map(drop).unwrap_err(),
        store.bucket("9").map(drop).unwrap_err(),
        store.mark("9", BucketStatus::New, None).unwrap_err(),
        store.finding("9").map(drop).unwrap_err(),
    ] {
        assert!(matches!(error, store::StoreError::NoSuch { .. }), "{error:?}");
    }
}

/// A store with one bucket, and a way to see it again in a new campaign.
pub(crate) struct Seeing {
    pub(crate) store: Store,
}

impl Seeing {
    pub(crate) fn new(place: &Place) -> Seeing {
        Seeing { store: place.open(OpenMode::Create) }
    }

    /// A new campaign sees findings of a bucket.
    pub(crate) fn campaign(
        &self,
        bucket: NewBucket,
        times: u8,
    ) -> (CampaignId, Vec<store::Committed>) {
        let lanes = vec![NewLane { name: "lane".to_owned(), shard_limit: None }];
        let new = NewCampaign {
            name: String::new(),
            seed: 1,
            settings: String::new(),
            lanes,
            inputs: Vec::new(),
        };
        let campaign = self.store.create_campaign(&new).unwrap();
        let worker = Worker::current("test");
        let Next::Shard(claim) = self.store.claim(campaign, "lane", &worker, LEASE).unwrap() else {
            panic!("a new campaign has work")
        };
        let finding = |number: u8| NewFinding {
            bucket: bucket.clone(),
            data: FindingData { case_id: format!("p{number}"), ..FindingData::default() },
        };
        let findings = (0..times).map(finding).collect();
        let results = ShardResults { findings, ..ShardResults::default() };
        let Commit::Done(committed) = self.store.commit(&claim, &results).unwrap() else {
            panic!("nobody else has claimed the shard")
        };
        (campaign, committed)
    }
}

pub(crate) fn bucket(signature: &str, known_issue: Option<&str>) -> NewBucket {
    NewBucket {
        signature: signature.to_owned(),
        known_issue: known_issue.map(str::to_owned),
        ..NewBucket::default()
    }
}

pub(crate) fn what_was_said_about_a_bucket_holds_in_the_next_campaign(place: &Place) {
    let seeing = Seeing::new(place);
    let (first, committed) = seeing.campaign(bucket("b", None), 2);
    assert!(committed[0].new_bucket && !committed[1].new_bucket);
    let id = committed[0].bucket.clone();
    seeing.store.mark(&id, BucketStatus::Ignored, Some("not a bug")).unwrap();

    let (second, committed) = seeing.campaign(bucket("b", None), 3);
    assert_eq!((&committed[0].bucket, committed[0].status), (&id, BucketStatus::Ignored));
    assert!(!committed[0].new_bucket && committed[0].first_in_campaign);
    assert!(!committed[0].regression);
    let all = seeing.store.all_buckets().unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].count, &all[0].note[..]), (5, "not a bug"));
    assert_eq!(seeing.store.buckets(second).unwrap()[0].count, 3);
    assert_eq!(seeing.store.campaigns_of(&id).unwrap(), [first, second]);
}

pub(crate) fn what_was_fixed_and_is_seen_again_is_a_regression(place: &Place) {
    let seeing = Seeing::new(place);
    let (_, committed) = seeing.campaign(bucket("b", None), 1);
    seeing.store.mark(&committed[0].bucket, BucketStatus::Fixed, None).unwrap();
    let (_, committed) = seeing.campaign(bucket("b", None), 2);
    assert_eq!([committed[0].regression, committed[1].regression], [true, false]);
    assert_eq!(committed[0].status, BucketStatus::Regression);
    assert!(seeing.store.all_buckets().unwrap()[0].status.is_open());
    let (_, committed) = seeing.campaign(bucket("b", None), 1);
    assert!(!committed[0].regression, "that is no news");
    assert_eq!(committed[0].status, BucketStatus::Regression);
}

pub(crate) fn a_bucket_is_named_after_the_plainest_of_its_targets(place: &Place) {
    let seeing = Seeing::new(place);
    for (target, named) in [("go@1+noopt", "go@1+noopt"), ("go@1", "go@1"), ("go@1+race", "go@1")] {
        seeing.campaign(NewBucket { target: target.to_owned(), ..bucket("b", None) }, 1);
        assert_eq!(seeing.store.all_buckets().unwrap()[0].target, named);
    }
}

/// A known issue must not take in what is not known and looks the same.
pub(crate) fn what_is_known_has_a_bucket_of_its_own(place: &Place) {
    let seeing = Seeing::new(place);
    let (_, known) = seeing.campaign(bucket("hangs", Some("issue")), 1);
    let (_, new) = seeing.campaign(bucket("hangs", None), 1);
    assert_ne!(known[0].bucket, new[0].bucket);
    assert_eq!((known[0].status, new[0].status), (BucketStatus::Known, BucketStatus::New));
    assert_eq!((known[0].number, new[0].number), (1, 2));
}

pub(crate) fn ids_may_be_numbers_and_beginnings(place: &Place) {
    use store::{Named, StoreError};
    let seeing = Seeing::new(place);
    let (_, committed) = seeing.campaign(bucket("a", None), 1);
    let (id, finding) = (committed[0].bucket.clone(), committed[0].id.clone());
    for number in 0..40 {
        seeing.campaign(bucket(&format!("other {number}"), None), 2);
    }
    let bucket_of = |name: &str| match seeing.store.named(name).unwrap() {
        Named::Bucket(bucket) => bucket.id,
        Named::Finding(finding) => panic!("{name} is finding {}", finding.id),
    };
    for name in ["1", "#1", &id, &id[..8], &id[..8].to_uppercase()] {
        assert_eq!(bucket_of(name), id, "{name}");
    }
    for name in [&finding[..], &finding[..8]] {
        let named = seeing.store.named(name).unwrap();
        assert!(matches!(&named, Named::Finding(f) if f.id == finding), "{named:?}");
    }
    for name in ["#99", "", "nothing", "%", "zz", "'"] {
        let error = seeing.store.named(name).unwrap_err();
        assert!(matches!(error, StoreError::NoSuch { .. }), "{name}: {error:?}");
    }
    // Of a hundred and more ids, some begin alike.
    let letter = ('a'..='f').find_map(|letter| seeing.store.named(&letter.to_string()).err());
    assert!(matches!(letter, Some(StoreError::Ambiguous { .. })), "{letter:?}");
}

pub(crate) fn a_deleted_campaign_leaves_what_was_said(place: &Place) {
    let seeing = Seeing::new(place);
    let (first, _) = seeing.campaign(bucket("untouched", None), 1);
    let (second, committed) = seeing.campaign(bucket("marked", None), 1);
    seeing.store.mark(&committed[0].bucket, BucketStatus::Ignored, None).unwrap();
    // Whatever refers to a finding or a campaign goes with it.
    seeing.store.add_verdict(&committed[0].id, "go@1", store::Again::Same, "").unwrap();
    seeing.store.keep_reduction(&committed[0].id, &store::ReductionData::default()).unwrap();
    let used = store::UsedOf { what: "rules".to_owned(), used: 1, total: 2, rarest: String::new() };
    seeing.store.keep_used(first, &[used]).unwrap();
    for campaign in [first, second] {
        seeing.store.delete_campaign(campaign).unwrap();
    }
    assert!(seeing.store.campaigns().unwrap().is_empty());
    let left = seeing.store.all_buckets().unwrap();
    let left: Vec<_> = left.iter().map(|b| (&b.signature[..], b.status, b.count)).collect();
    assert_eq!(left, [("marked", BucketStatus::Ignored, 0)]);
    assert!(seeing.store.finding(&committed[0].id).is_err());
    assert!(seeing.store.delete_campaign(first).is_err());
}

/// Threads with a connection each, as processes on several machines have them. They make
/// buckets and count the same things at the same time.
pub(crate) fn workers_at_the_same_time_do_every_shard_once(place: &Place) {
    const SHARDS: u64 = 60;
    let store = place.open(OpenMode::Create);
    let lanes = ["a", "b"].map(|name| NewLane { name: name.to_owned(), shard_limit: Some(SHARDS) });
    let campaign = store
        .create_campaign(&NewCampaign {
            name: String::new(),
            seed: 1,
            settings: String::new(),
            lanes: lanes.to_vec(),
            inputs: Vec::new(),
        })
        .unwrap();
    std::thread::scope(|scope| {
        for thread in 0..6_usize {
            let store = place.open(OpenMode::Existing);
            scope.spawn(move || {
                let worker = Worker::current(format!("thread {thread}"));
                for lane in [["a", "b"], ["b", "a"]][thread % 2] {
                    loop {
                        match store.claim(campaign, lane, &worker, LEASE).unwrap() {
                            Next::Shard(claim) => {
                                // Buckets that others make at the same moment, in
                                // another order.
                                let program = (claim.number % 50) as u8;
                                let found = [(program % 5, program), (program % 3, program)];
                                let results = results(&found, &[2, 0, 1]);
                                let committed = store.commit(&claim, &results).unwrap();
                                assert!(matches!(committed, Commit::Done(_)), "{claim:?}");
                            }
                            Next::Wait => std::thread::yield_now(),
                            Next::Done => break,
                            Next::Stopped => panic!("nobody stopped it"),
                        }
                    }
                }
            });
        }
    });
    let progress = store.progress(campaign).unwrap();
    assert_eq!((progress.done, progress.open, progress.programs), (2 * SHARDS, 0, 20 * SHARDS));
    assert_eq!(store.counters(campaign).unwrap()[0].count, 7 * 2 * SHARDS);
    let buckets = store.all_buckets().unwrap();
    let numbers: Vec<u64> = buckets.iter().map(|bucket| bucket.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5], "each number once, and none is left out");
}

/// A shard that loses its worker three times is set aside; one that is only slow is not.
pub(crate) fn a_shard_that_kills_its_workers_is_set_aside(place: &Place) {
    let store = place.open(OpenMode::Create);
    let campaign = store
        .create_campaign(&NewCampaign {
            name: String::new(),
            seed: 1,
            settings: String::new(),
            lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: Some(1) }],
            inputs: Vec::new(),
        })
        .unwrap();
    let worker = Worker::current("w");
    let claim = |wanted| store.claim_wanted(campaign, "lane", wanted, &worker, LEASE).unwrap();
    let mut last = None;
    for epoch in 1..=LOST_TOO_OFTEN {
        let Next::Shard(claim) = claim(Wanted::Next) else { panic!("it is handed out again") };
        assert_eq!(claim.epoch, epoch);
        place.expire(campaign, 0, 0);
        last = Some(claim);
    }
    if place.path().is_some() {
        // Who ends processes on their own machine, as often as they like, loses nothing.
        assert!(matches!(claim(Wanted::Next), Next::Shard(_)));
        return;
    }
    assert_eq!(claim(Wanted::Next), Next::Done, "and then no more");
    let progress = store.progress(campaign).unwrap();
    assert_eq!((progress.open, progress.set_aside), (0, 1));
    assert!(store.is_finished(campaign).unwrap(), "the others go on");
    let leased = store.leased().unwrap();
    assert_eq!((leased[0].lost, leased[0].set_aside, &leased[0].worker[..]), (3, true, "w"));

    // The last one was only slow, and says so.
    let last = last.unwrap();
    assert!(store.renew(&last, LEASE).unwrap());
    assert_eq!(store.progress(campaign).unwrap().set_aside, 0);
    place.expire(campaign, 0, 0);
    assert_eq!(claim(Wanted::Next), Next::Done);
    let Next::Shard(alone) = claim(Wanted::SetAside) else { panic!("it can be asked for") };
    assert_eq!(claim(Wanted::SetAside), Next::Done, "there is one");
    assert_eq!(store.commit(&last, &results(&[], &[])).unwrap(), Commit::Stale);
    assert!(matches!(store.commit(&alone, &results(&[], &[])).unwrap(), Commit::Done(_)));
    assert_eq!(store.progress(campaign).unwrap().done, 1);
}

/// What was confirmed is counted for all processes.
pub(crate) fn confirmations_are_counted_in_the_store(place: &Place) {
    use store::Confirmed;
    let seeing = Seeing::new(place);
    let (campaign, _) = seeing.campaign(bucket("b", None), 1);
    assert_eq!(seeing.store.confirmations(campaign).unwrap(), BTreeMap::new());
    let worker = Worker::current("test");
    let known = BucketKey { signature: "b".to_owned(), known_issue: Some("issue".to_owned()) };
    let tried = |confirmed, refuted, bucket: &BucketKey| {
        let tried = Confirmed { confirmed, refuted, bucket: bucket.clone() };
        BTreeMap::from([(key_of(1), tried)])
    };
    for confirmations in
        [tried(2, 0, &known), tried(0, 3, &BucketKey::default()), tried(1, 1, &known)]
    {
        let Next::Shard(claim) = seeing.store.claim(campaign, "lane", &worker, LEASE).unwrap()
        else {
            panic!("there is no limit")
        };
        let results = ShardResults { confirmations, ..ShardResults::default() };
        assert!(matches!(seeing.store.commit(&claim, &results).unwrap(), Commit::Done(_)));
    }
    assert_eq!(seeing.store.confirmations(campaign).unwrap(), tried(3, 4, &known));
}

/// Who is there, and what they say.
pub(crate) fn workers_are_listed(place: &Place) {
    use store::Presence;
    let seeing = Seeing::new(place);
    let (campaign, _) = seeing.campaign(bucket("b", None), 1);
    let worker = Worker::current("w");
    let mut presence = Presence {
        name: "machine".to_owned(),
        campaign: Some(campaign),
        jobs: 8,
        targets: "[]".to_owned(),
        ..Presence::default()
    };
    seeing.store.is_present(&worker, &presence).unwrap();
    (presence.shards, presence.word) = (3, "hello".to_owned());
    seeing.store.is_present(&worker, &presence).unwrap();
    let there = seeing.store.workers(3_600_000).unwrap();
    assert_eq!(there.len(), 1);
    assert_eq!((there[0].shards, &there[0].word[..]), (3, "hello"));
    assert_eq!((there[0].campaign, there[0].jobs), (Some(campaign), 8));
    assert!(there[0].age >= there[0].silence && there[0].silence >= 0);
    assert_eq!(seeing.store.workers(-1).unwrap(), []);
    seeing.store.delete_campaign(campaign).unwrap();
    assert_eq!(seeing.store.workers(3_600_000).unwrap()[0].campaign, None);
}
