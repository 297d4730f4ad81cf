//! Verdicts on findings, and what was used, survive and are counted.

use std::time::Duration;

use store::{
    Again, CampaignId, Commit, FindingData, NewBucket, NewCampaign, NewFinding, NewLane, Next,
    OpenMode, ShardResults, Store, UsedOf, Worker,
};

use crate::Place;

/// A store with one finding, and its id.
fn store(place: &Place) -> (Store, CampaignId, String) {
    let store = place.open(OpenMode::Create);
    let campaign = NewCampaign {
        name: "test".to_owned(),
        seed: 1,
        settings: "{}".to_owned(),
        lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: Some(1) }],
        inputs: Vec::new(),
    };
    let campaign = store.create_campaign(&campaign).unwrap();
    let worker = Worker::current("test");
    let lease = Duration::from_secs(3600);
    let Next::Shard(claim) = store.claim(campaign, "lane", &worker, lease).unwrap() else {
        panic!("there is a shard");
    };
    let found = NewFinding {
        bucket: NewBucket { signature: "s".to_owned(), ..NewBucket::default() },
        data: FindingData::default(),
    };
    let results = ShardResults { programs: 1, findings: vec![found], ..ShardResults::default() };
    let Commit::Done(committed) = store.commit(&claim, &results).unwrap() else {
        panic!("the shard is ours");
    };
    let id = committed[0].id.clone();
    (store, campaign, id)
}

pub(crate) fn verdicts_are_counted_and_the_last_one_stands(place: &Place) {
    let (store, _, finding) = store(place);
    assert_eq!(store.verdicts(&finding).unwrap(), []);
    for (target, seen, outcome) in [
        ("rustc@1.63.0", Again::Same, "first"),
        ("rustc@1.48.0", Again::Nothing, "other"),
        ("rustc@1.63.0", Again::Same, "second"),
        ("rustc@1.63.0", Again::Unknown, "third"),
    ] {
        store.add_verdict(&finding, target, seen, outcome).unwrap();
    }
    drop(store);
    let store = place.open(OpenMode::Read);
    let verdicts = store.verdicts(&finding).unwrap();
    let shown: Vec<_> = verdicts
        .iter()
        .map(|v| (&v.target[..], v.seen, &v.outcome[..], v.tried, v.again))
        .collect();
    assert_eq!(
        shown,
        [
            ("rustc@1.48.0", Again::Nothing, "other", 1, 0),
            ("rustc@1.63.0", Again::Unknown, "third", 3, 2),
        ]
    );
}

pub(crate) fn a_verdict_is_about_a_finding_that_is_there(place: &Place) {
    let (store, ..) = store(place);
    assert!(store.add_verdict("nothing", "rustc@1.63.0", Again::Same, "").is_err());
}

pub(crate) fn the_run_that_used_the_most_is_kept(place: &Place) {
    let (store, campaign, _) = store(place);
    let used = |what: &str, used| UsedOf {
        what: what.to_owned(),
        used,
        total: 10,
        rarest: format!("{used}"),
    };
    store.keep_used(campaign, &[used("rules", 4), used("members", 1)]).unwrap();
    store.keep_used(campaign, &[used("rules", 3), used("members", 2)]).unwrap();
    assert_eq!(store.used(campaign).unwrap(), [used("members", 2), used("rules", 4)]);
}
