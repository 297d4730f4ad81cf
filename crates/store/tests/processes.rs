//! Real processes on one store: at the same time, and killed at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use store::{
    CampaignId, Commit, CounterKey, FindingData, NewBucket, NewCampaign, NewFinding, NewLane, Next,
    OpenMode, ShardResults, Store, Worker,
};

/// Longer than any test: only the death of its process ends a lease.
const LEASE: Duration = Duration::from_secs(3600);

const BUCKETS: u64 = 5;

fn campaign(store: &Store, shard_limit: u64) -> CampaignId {
    let new = NewCampaign {
        name: "test".to_owned(),
        seed: 0,
        settings: String::new(),
        lanes: vec![NewLane { name: "lane".to_owned(), shard_limit: Some(shard_limit) }],
        inputs: Vec::new(),
    };
    store.create_campaign(&new).unwrap()
}

/// The results of a shard: a pure function of its number. Large enough that
/// writing them takes several pages.
fn results(number: u64) -> ShardResults {
    let key = |outcome: &str| CounterKey {
        engine: "rules".to_owned(),
        mode: "well-typed".to_owned(),
        target: "rustc@1".to_owned(),
        outcome: outcome.to_owned(),
    };
    let finding = |index| NewFinding {
        bucket: NewBucket {
            signature: format!("s{}", (number + index) % BUCKETS),
            ..NewBucket::default()
        },
        data: FindingData {
            case_id: format!("{number}-{index}"),
            source: "x".repeat(5000),
            ..FindingData::default()
        },
    };
    ShardResults {
        programs: 100,
        counters: BTreeMap::from([(key("accepted"), number), (key("rejected"), 1)]),
        findings: (0..3).map(finding).collect(),
        ..ShardResults::default()
    }
}

/// Works until there is nothing to do, and calls back after each commit.
fn work(store: &Store, campaign: CampaignId, name: &str, committed: impl Fn(u64)) {
    let worker = Worker::current(name);
    loop {
        match store.claim(campaign, "lane", &worker, LEASE).unwrap() {
            Next::Shard(claim) => {
                assert!(store.renew(&claim, LEASE).unwrap());
                match store.commit(&claim, &results(claim.number)).unwrap() {
                    Commit::Done(_) => committed(claim.number),
                    Commit::Stale => panic!("nobody else may take {claim:?}"),
                }
            }
            Next::Wait => thread::sleep(Duration::from_millis(1)),
            Next::Done | Next::Stopped => return,
        }
    }
}

#[test]
#[ignore = "not a test: the process that the other tests start"]
fn worker() {
    let path = std::env::var_os("STORE_PATH").expect("started by the other tests");
    let threads: u32 = std::env::var("STORE_THREADS").unwrap().parse().unwrap();
    let store = Store::open(path, OpenMode::Create).unwrap();
    let Some(campaign) = store.latest_campaign().unwrap() else { return };
    thread::scope(|scope| {
        for thread in 0..threads {
            let store = store.clone();
            scope.spawn(move || {
                work(&store, campaign.id, &format!("thread {thread}"), |number| {
                    println!("\ncommitted {number}");
                });
            });
        }
    });
}

fn start(path: &Path, threads: u32) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "worker", "--nocapture"])
        .env("STORE_PATH", path)
        .env("STORE_THREADS", threads.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The shard that a line of a worker reports. A line that was cut off by a kill
/// reports nothing.
fn reported(line: &str) -> Option<u64> {
    line.strip_suffix('\n')?.strip_prefix("committed ")?.parse().ok()
}

/// The next whole report of a worker; `None` when it has ended.
fn next_report(output: &mut impl BufRead) -> Option<u64> {
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        if let Some(number) = reported(&line) {
            return Some(number);
        }
    }
}

/// Checks that every shard below the limit was counted exactly once.
fn check(store: &Store, campaign: CampaignId, limit: u64) {
    let progress = store.progress(campaign).unwrap();
    assert_eq!((progress.done, progress.open, progress.programs), (limit, 0, 100 * limit));
    let counters: Vec<_> =
        store.counters(campaign).unwrap().into_iter().map(|counter| counter.count).collect();
    assert_eq!(counters, [limit * (limit - 1) / 2, limit]);
    let mut found = BTreeMap::new();
    for finding in (0..limit).flat_map(|number| results(number).findings) {
        *found.entry(finding.bucket.signature).or_insert(0) += 1;
    }
    let buckets = store.buckets(campaign).unwrap();
    let buckets: BTreeMap<_, _> =
        buckets.into_iter().map(|bucket| (bucket.signature, bucket.count)).collect();
    assert_eq!(buckets, found);
}

/// What SQLite itself says about the file.
fn integrity(path: &Path) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap()
    })
}

#[test]
fn processes_and_threads_share_one_store() {
    const LIMIT: u64 = 400;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path, OpenMode::Create).unwrap();
    let campaign = campaign(&store, LIMIT);
    let children: Vec<_> = (0..3).map(|_| start(&path, 3)).collect();
    let mut all = Vec::new();
    for mut child in children {
        let mut output = BufReader::new(child.stdout.take().unwrap());
        all.extend(std::iter::from_fn(|| next_report(&mut output)));
        assert!(child.wait().unwrap().success());
    }
    all.sort_unstable();
    assert_eq!(all, (0..LIMIT).collect::<Vec<_>>());
    check(&store, campaign, LIMIT);
    assert_eq!(integrity(&path), "ok");
}

#[test]
fn processes_make_one_store_at_the_same_time() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let children: Vec<_> = (0..4).map(|_| start(&path, 1)).collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        let store = Store::open(&path, OpenMode::Existing).unwrap();
        assert_eq!(store.latest_campaign().unwrap(), None);
    }
}

/// Different delays, spread evenly, without a random number generator.
fn delays(most: Duration) -> impl Iterator<Item = Duration> {
    (1..).map(move |round: u32| most.mul_f64((f64::from(round) * 0.618_033_988_75).fract()))
}

#[test]
fn killing_the_maker_of_a_store_leaves_one_that_can_be_made() {
    // The time that making a store takes when nobody interferes.
    let folder = tempfile::tempdir().unwrap();
    let start_of_making = Instant::now();
    assert!(start(&folder.path().join("store.db"), 1).wait().unwrap().success());
    let making = start_of_making.elapsed();
    for delay in delays(making).take(50) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let mut child = start(&path, 1);
        thread::sleep(delay);
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(&path, OpenMode::Create).unwrap();
        let campaign = campaign(&store, 3);
        work(&store, campaign, "survivor", |_| {});
        check(&store, campaign, 3);
    }
}

#[test]
fn killing_writers_loses_nothing_that_was_reported() {
    const KILLS: usize = 80;
    // So many that no worker comes to the end before it is killed.
    const LIMIT: u64 = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let campaign = campaign(&Store::open(&path, OpenMode::Create).unwrap(), LIMIT);
    let mut all = BTreeSet::new();
    for delay in delays(Duration::from_millis(20)).take(KILLS) {
        let mut child = start(&path, 2);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // Only after the first report is it in the midst of writing.
        let mut reports: Vec<_> = next_report(&mut output).into_iter().collect();
        thread::sleep(delay);
        child.kill().unwrap();
        reports.extend(std::iter::from_fn(|| next_report(&mut output)));
        child.wait().unwrap();
        assert!(!reports.is_empty());
        for number in reports {
            assert!(all.insert(number), "shard {number} was reported twice");
        }

        assert_eq!(integrity(&path), "ok");
        let store = Store::open(&path, OpenMode::Existing).unwrap();
        let done = store.progress(campaign).unwrap().done;
        // Each of the two threads may have been killed between the commit and
        // the report.
        assert!(done >= all.len() as u64, "{done} are done, {} were reported", all.len());
    }

    // A survivor does what the dead have left behind, and that must be all: had
    // something been lost or counted twice, the sums would differ.
    let store = Store::open(&path, OpenMode::Existing).unwrap();
    let before = store.progress(campaign).unwrap();
    let made = before.done + before.open;
    assert!(before.open <= 2, "the next worker takes over what the dead have left: {before:?}");
    let worker = Worker::current("survivor");
    for _ in 0..before.open {
        let Next::Shard(claim) = store.claim(campaign, "lane", &worker, LEASE).unwrap() else {
            panic!("the leases of dead processes are handed out")
        };
        assert!(claim.number < made && claim.epoch > 1 && !all.contains(&claim.number));
        let committed = store.commit(&claim, &results(claim.number)).unwrap();
        assert!(matches!(committed, Commit::Done(_)));
    }
    check(&store, campaign, made);
}
