//! Verdicts on findings, and what was used, survive and are counted.

use std::time::Duration;

use store::{
    Again, CampaignId, Commit, FindingData, NewBucket, NewCampaign, NewFinding, NewLane, Next,
    OpenMode, ShardResults, Store, UsedOf, Worker,
};

/// A store with one finding, and its id.
fn store(folder: &std::path::Path) -> (Store, CampaignId, String) {
    let store = Store::open(folder.join("store.db"), OpenMode::Create).unwrap();
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

#[test]
fn verdicts_are_counted_and_the_last_one_stands() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, finding) = store(folder.path());
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
    let store = Store::open(folder.path().join("store.db"), OpenMode::Read).unwrap();
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

#[test]
fn a_verdict_is_about_a_finding_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (store, ..) = store(folder.path());
    assert!(store.add_verdict("nothing", "rustc@1.63.0", Again::Same, "").is_err());
}

#[test]
fn the_run_that_used_the_most_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign, _) = store(folder.path());
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
