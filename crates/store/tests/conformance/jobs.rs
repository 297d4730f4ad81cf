//! Jobs: what is to be done with findings, leased like shards.

use std::sync::Mutex;
use std::time::Duration;

use store::{
    Again, CampaignId, Job, JobKind, JobResults, LOST_TOO_OFTEN, NextJob, OpenMode, Store,
    StoreError, Wanted, Worker,
};

use crate::Place;
use crate::model::{LEASE, Seeing, bucket};
use crate::reductions::data;

fn next(store: &Store, campaign: CampaignId, wanted: Wanted) -> NextJob {
    store.claim_job(campaign, "lane", wanted, &Worker::current("w"), LEASE).unwrap()
}

fn claim(store: &Store, campaign: CampaignId) -> Job {
    match next(store, campaign, Wanted::Next) {
        NextJob::Job(job) => job,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn a_new_bucket_has_a_reduction_in_the_queue(place: &Place) {
    let seeing = Seeing::new(place);
    let store = &seeing.store;
    let (campaign, committed) = seeing.campaign(bucket("b", None), 3);
    let open = store.open_jobs(campaign).unwrap();
    let open: Vec<_> = open.iter().map(|job| (&job.lane[..], job.kind, &job.finding)).collect();
    assert_eq!(open, [("lane", JobKind::Reduce, &committed[0].id)], "the first finding alone");
    // What was seen before, and what is known, need not be reduced.
    for seen in [bucket("b", None), bucket("known", Some("issue"))] {
        let (again, _) = seeing.campaign(seen, 1);
        assert_eq!(store.open_jobs(again).unwrap(), []);
        assert_eq!(next(store, again, Wanted::Next), NextJob::Done);
    }

    // What waits is not asked for twice; what is done may be.
    let id = &committed[0].id;
    assert!(!store.queue(id, JobKind::Reduce, "").unwrap());
    assert!(store.queue(id, JobKind::Bisect, "1..2").unwrap());
    assert!(!store.queue(id, JobKind::Bisect, "3..4").unwrap());
    let kinds = [(); 2].map(|()| {
        let job = claim(store, campaign);
        assert_eq!(&job.finding, id);
        assert!(store.finish_job(&job, &JobResults::default()).unwrap());
        (job.kind, job.arguments)
    });
    assert_eq!(kinds, [(JobKind::Reduce, String::new()), (JobKind::Bisect, "1..2".to_owned())]);
    assert_eq!(next(store, campaign, Wanted::Next), NextJob::Done);
    assert!(store.queue(id, JobKind::Reduce, "").unwrap());
    let nothing = store.queue("nothing", JobKind::Reduce, "").unwrap_err();
    assert!(matches!(nothing, StoreError::NoSuch { .. }), "{nothing:?}");
    // Jobs are no shards, and go with their campaign.
    let progress = store.progress(campaign).unwrap();
    assert_eq!((progress.done, progress.open), (1, 0));
    store.delete_campaign(campaign).unwrap();
    assert_eq!(store.open_jobs(campaign).unwrap(), []);
}

pub(crate) fn a_job_is_leased_and_fenced_like_a_shard(place: &Place) {
    let seeing = Seeing::new(place);
    let store = &seeing.store;
    let (campaign, committed) = seeing.campaign(bucket("b", None), 1);
    let id = &committed[0].id;
    let first = claim(store, campaign);
    assert_eq!(next(store, campaign, Wanted::Next), NextJob::Wait, "somebody has it");
    let leased = store.leased().unwrap();
    assert_eq!(leased.len(), 1);
    assert_eq!(leased[0].job.as_deref(), Some(&format!("reduce {id}")[..]));
    assert_eq!((&leased[0].worker[..], &leased[0].lane[..]), ("w", "lane"));

    // Given back, it is there at once; when a lease has run out, too.
    store.release_job(&first).unwrap();
    let second = claim(store, campaign);
    assert_eq!(second.claim.epoch, first.claim.epoch + 1);
    assert!(!store.renew_job(&first, LEASE).unwrap());
    place.expire_in("jobs", campaign, 0, 0);
    let third = claim(store, campaign);

    // Who was believed dead writes nothing.
    let results = |tokens| JobResults {
        reduction: Some(data(tokens, true)),
        verdicts: vec![("go@1".to_owned(), Again::Same, "{}".to_owned())],
        word: "finished".to_owned(),
    };
    assert!(!store.finish_job(&second, &results(1)).unwrap());
    assert_eq!(store.reduction(id).unwrap(), None);
    assert_eq!(store.verdicts(id).unwrap(), []);
    assert!(store.renew_job(&third, LEASE).unwrap());
    assert!(store.finish_job(&third, &results(5)).unwrap());
    assert!(!store.finish_job(&third, &results(2)).unwrap(), "once");
    assert_eq!(store.reduction(id).unwrap().unwrap().data.tokens_after, 5);
    assert_eq!(store.verdicts(id).unwrap()[0].tried, 1);
    assert_eq!(store.leased().unwrap(), []);
    assert_eq!(next(store, campaign, Wanted::Next), NextJob::Done);
}

pub(crate) fn a_job_that_kills_its_workers_is_set_aside(place: &Place) {
    let seeing = Seeing::new(place);
    let store = &seeing.store;
    let (campaign, _) = seeing.campaign(bucket("b", None), 1);
    for _ in 0..LOST_TOO_OFTEN {
        claim(store, campaign);
        place.expire_in("jobs", campaign, 0, 0);
    }
    if place.path().is_some() {
        claim(store, campaign);
        return;
    }
    assert_eq!(next(store, campaign, Wanted::Next), NextJob::Done);
    assert!(store.open_jobs(campaign).unwrap()[0].set_aside);
    assert!(store.leased().unwrap()[0].set_aside);
    let NextJob::Job(alone) = next(store, campaign, Wanted::SetAside) else {
        panic!("it can be asked for")
    };
    assert!(store.finish_job(&alone, &JobResults::default()).unwrap());
}

pub(crate) fn workers_at_the_same_time_do_every_job_once(place: &Place) {
    const JOBS: usize = 20;
    let seeing = Seeing::new(place);
    // One campaign with all jobs: each of its findings, once more.
    let (campaign, committed) = seeing.campaign(bucket("b", None), JOBS as u8);
    for finding in &committed[1..] {
        assert!(seeing.store.queue(&finding.id, JobKind::Reduce, "").unwrap());
    }
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let store = place.open(OpenMode::Existing);
            let done = &done;
            scope.spawn(move || {
                loop {
                    match next(&store, campaign, Wanted::Next) {
                        NextJob::Job(job) => {
                            assert!(store.finish_job(&job, &JobResults::default()).unwrap());
                            done.lock().unwrap().push(job.finding);
                        }
                        NextJob::Wait => std::thread::sleep(Duration::from_millis(1)),
                        NextJob::Done => break,
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort();
    let mut all: Vec<String> = committed.into_iter().map(|finding| finding.id).collect();
    all.sort();
    assert_eq!(done, all);
}
