//! Buckets that are merged and split stay so in later campaigns, and it can be undone.

use std::collections::BTreeMap;
use std::time::Duration;

use store::{
    Again, BucketStatus, CampaignId, Commit, Committed, FindingData, NewBucket, NewCampaign,
    NewFinding, NewLane, Next, OpenMode, ReductionData, ShardResults, Store, Undone, UsedOf,
    Worker,
};

use crate::Place;

fn campaign(store: &Store) -> CampaignId {
    let lanes = vec![NewLane { name: "lane".to_owned(), shard_limit: None }];
    let new = NewCampaign {
        name: "test".to_owned(),
        seed: 1,
        settings: "{}".to_owned(),
        lanes,
        inputs: Vec::new(),
    };
    store.create_campaign(&new).unwrap()
}

/// Commits findings, each with its signature and its program.
fn found(store: &Store, campaign: CampaignId, findings: &[(&str, &str)]) -> Vec<Committed> {
    let lease = Duration::from_secs(3600);
    let claimed = store.claim(campaign, "lane", &Worker::current("test"), lease).unwrap();
    let Next::Shard(claim) = claimed else { panic!("there is a shard") };
    let findings = findings.iter().map(|(signature, case)| NewFinding {
        bucket: NewBucket { signature: (*signature).to_owned(), ..NewBucket::default() },
        data: FindingData { case_id: (*case).to_owned(), ..FindingData::default() },
    });
    let results = ShardResults {
        programs: 1,
        findings: findings.collect(),
        repeats: BTreeMap::new(),
        ..ShardResults::default()
    };
    match store.commit(&claim, &results).unwrap() {
        Commit::Done(committed) => committed,
        Commit::Stale => panic!("the shard is ours"),
    }
}

/// The number, the signature and the count of each bucket.
fn shown(store: &Store) -> Vec<(u64, String, u64)> {
    let all = store.all_buckets().unwrap().into_iter();
    all.map(|bucket| (bucket.number, bucket.signature, bucket.count)).collect()
}

fn row(number: u64, signature: &str, count: u64) -> (u64, String, u64) {
    (number, signature.to_owned(), count)
}

pub(crate) fn what_is_merged_stays_merged_until_it_is_undone(place: &Place) {
    let store = place.open(OpenMode::Create);
    let first = campaign(&store);
    let made = found(&store, first, &[("a", "1"), ("b", "2"), ("b", "3"), ("c", "4")]);
    let [a, b, c] = [0, 1, 3].map(|at: usize| made[at].bucket.clone());
    store.mark(&a, BucketStatus::Reported, Some("here")).unwrap();
    store.merge(&a, std::slice::from_ref(&b)).unwrap();
    assert_eq!(shown(&store), [row(1, "a", 3), row(3, "c", 1)]);
    // Its own names still name it.
    assert_eq!(store.bucket(&b).unwrap().id, a);
    assert!(matches!(store.named("2").unwrap(), store::Named::Bucket(bucket) if bucket.id == a));
    assert_eq!(store.findings(&a).unwrap().len(), 3);
    assert_eq!(store.keys_of(&a).unwrap().len(), 2);

    // A later campaign: what has the other signature is of the same bug.
    let second = campaign(&store);
    let made = found(&store, second, &[("b", "5"), ("b", "6")]);
    assert_eq!((&made[0].bucket, made[0].number, made[0].status), (&a, 1, BucketStatus::Reported));
    assert!(!made[0].new_bucket && made[0].first_in_campaign && !made[1].first_in_campaign);
    assert_eq!(store.campaigns_of(&a).unwrap(), [first, second]);
    let seen = store.buckets(second).unwrap();
    assert_eq!((seen.len(), seen[0].count, &seen[0].signature[..]), (1, 2, "a"));
    // What was fixed and is back is a regression of the bug that it is shown as.
    store.mark(&a, BucketStatus::Fixed, None).unwrap();
    let made = found(&store, second, &[("b", "7")]);
    assert!(made[0].regression && made[0].status == BucketStatus::Regression);
    assert_eq!(store.bucket(&a).unwrap().status, BucketStatus::Regression);

    // What was merged into it comes along, and goes back.
    store.merge(&c, std::slice::from_ref(&a)).unwrap();
    assert_eq!(shown(&store), [row(3, "c", 7)]);
    let mut both = vec![a.clone(), b.clone()];
    both.sort();
    assert_eq!(store.undo().unwrap(), Some(Undone::Merge(both)));
    assert_eq!(shown(&store), [row(1, "a", 6), row(3, "c", 1)]);
    assert_eq!(store.undo().unwrap(), Some(Undone::Merge(vec![b])));
    // Nothing that was found meanwhile is lost or in the wrong place.
    assert_eq!(shown(&store), [row(1, "a", 1), row(2, "b", 5), row(3, "c", 1)]);
    assert_eq!(store.undo().unwrap(), None);
    assert!(store.merge(&a, &["nothing".to_owned()]).is_err());
}

pub(crate) fn what_is_split_stays_split_until_it_is_undone(place: &Place) {
    let store = place.open(OpenMode::Create);
    let first = campaign(&store);
    let made = found(&store, first, &[("a", "1"), ("a", "2"), ("b", "3")]);
    let apart = store.split(&made[1].id).unwrap().unwrap();
    let name = format!("a (split off: {})", made[1].id);
    assert_eq!(shown(&store), [row(1, "a", 1), row(2, "b", 1), row(3, &name, 1)]);
    assert_eq!(store.split(&made[2].id).unwrap(), None, "its bucket has nothing else");

    // The same program in a later campaign is of the other bug, any other one is not.
    let second = campaign(&store);
    let made = found(&store, second, &[("a", "2"), ("a", "4")]);
    assert_eq!((&made[0].bucket, made[0].number), (&apart.id, 3));
    assert_eq!(made[1].number, 1);
    assert_eq!(shown(&store), [row(1, "a", 2), row(2, "b", 1), row(3, &name, 2)]);
    assert_eq!(store.undo().unwrap(), Some(Undone::Split(made[1].bucket.clone())));
    assert_eq!(shown(&store), [row(1, "a", 4), row(2, "b", 1)]);
    assert_eq!(found(&store, second, &[("a", "2")])[0].number, 1);
}

pub(crate) fn a_finding_of_a_merged_bucket_is_split_off_with_its_own(place: &Place) {
    let store = place.open(OpenMode::Create);
    let first = campaign(&store);
    let made = found(&store, first, &[("a", "1"), ("b", "2"), ("c", "3")]);
    let ids: Vec<String> = made.iter().map(|made| made.bucket.clone()).collect();
    store.merge(&ids[0], &ids[1..]).unwrap();
    let apart = store.split(&made[1].id).unwrap().unwrap();
    assert_eq!((apart.number, &apart.signature[..]), (2, "b"));
    assert_eq!(shown(&store), [row(1, "a", 2), row(2, "b", 1)]);
    assert_eq!(store.undo().unwrap(), Some(Undone::Merge(vec![ids[1].clone()])));
    assert_eq!(shown(&store), [row(1, "a", 3)]);
}

/// What people said outlives the campaigns that it was said about.
pub(crate) fn a_campaign_with_everything_can_be_deleted(place: &Place) {
    let store = place.open(OpenMode::Create);
    let first = campaign(&store);
    let made = found(&store, first, &[("a", "1"), ("a", "2"), ("b", "3"), ("c", "4")]);
    store.merge(&made[0].bucket, &[made[2].bucket.clone()]).unwrap();
    store.split(&made[1].id).unwrap().unwrap();
    store.keep_reduction(&made[0].id, &ReductionData::default()).unwrap();
    store.add_verdict(&made[0].id, "t@1", Again::Same, "").unwrap();
    let used = UsedOf { what: "rules".into(), used: 1, total: 2, rarest: String::new() };
    store.keep_used(first, &[used]).unwrap();
    store.delete_campaign(first).unwrap();
    let second = campaign(&store);
    let made = found(&store, second, &[("b", "5"), ("a", "2")]);
    assert_eq!(made[0].number, 1, "it is merged still");
    assert!(store.bucket(&made[1].bucket).unwrap().signature.contains("split off"));
    let signatures: Vec<String> = shown(&store).into_iter().map(|(_, name, _)| name).collect();
    assert!(!signatures.contains(&"c".to_owned()), "of which nobody said anything");
}
