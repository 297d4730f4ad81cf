//! Reductions: the smallest is kept, whoever comes later.

use std::time::Duration;

use store::{
    Commit, FindingData, NewBucket, NewCampaign, NewFinding, NewLane, Next, OpenMode,
    ReductionData, ShardResults, Store, Worker,
};

use crate::Place;

/// A store with one finding, and the finding's id.
fn with_finding(store: &Store) -> String {
    let campaign = store
        .create_campaign(&NewCampaign {
            name: "test".to_owned(),
            seed: 1,
            settings: "{}".to_owned(),
            lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: None }],
            inputs: Vec::new(),
        })
        .unwrap();
    let worker = Worker::current("test");
    let Next::Shard(claim) =
        store.claim(campaign, "lane", &worker, Duration::from_secs(3600)).unwrap()
    else {
        panic!("a new campaign has work")
    };
    let finding = NewFinding { bucket: NewBucket::default(), data: FindingData::default() };
    let results = ShardResults { findings: vec![finding], ..ShardResults::default() };
    match store.commit(&claim, &results).unwrap() {
        Commit::Done(committed) => committed[0].id.clone(),
        Commit::Stale => panic!("nobody else has claimed the shard"),
    }
}

pub(crate) fn data(tokens_after: u64, finished: bool) -> ReductionData {
    ReductionData {
        source: "f()".to_owned(),
        sighting: "{}".to_owned(),
        tape: finished.then(|| vec![0, 255]),
        tokens_before: 100,
        tokens_after,
        queries: 12,
        millis: 34,
        guarantee: "construction".to_owned(),
        finished,
        trouble: (!finished).then(|| "a limit".to_owned()),
        others: "[]".to_owned(),
        evidence: finished.then(|| "{}".to_owned()),
    }
}

pub(crate) fn the_smallest_is_kept(place: &Place) {
    let store = place.open(OpenMode::Create);
    let id = with_finding(&store);
    assert_eq!(store.reduction(&id).unwrap(), None);
    for (tokens, finished, kept) in [
        (50, false, true),
        (40, false, true),
        // Larger ones come too late, even if they are finished.
        (45, true, false),
        (40, false, true),
        (40, true, true),
        // What is finished stays so.
        (40, false, false),
        (40, true, true),
        (10, false, true),
    ] {
        let new = data(tokens, finished);
        assert_eq!(store.keep_reduction(&id, &new).unwrap(), kept, "{tokens} {finished}");
        let there = store.reduction(&id).unwrap().expect("one is kept");
        assert_eq!(there.data == new, kept || there.data == new);
        assert_eq!(there.finding, id);
    }
    drop(store);
    let store = place.open(OpenMode::Read);
    let there = store.reduction(&id).unwrap().unwrap();
    assert_eq!(there.data, data(10, false));
    assert!(there.updated_at > 0);
}

pub(crate) fn a_reduction_needs_its_finding(place: &Place) {
    let store = place.open(OpenMode::Create);
    assert!(store.keep_reduction("nothing", &data(1, true)).is_err());
    assert_eq!(store.reduction("nothing").unwrap(), None);
}
