//! A campaign in a real PostgreSQL server with workers in processes of their own: killed,
//! stopped for longer than their leases and woken, cut off from the network, with the
//! server restarted and killed. Every shard is done exactly once, and what is found is what
//! one undisturbed worker finds in a file.

#[path = "../../store/tests/server/mod.rs"]
mod server;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use campaign::{BoxError, Campaign, KnownIssues, Lane, Settings, Stop, Timing};
use case::{
    Crash, Diagnostic, Dialect, Does, Engine, Expectation, Family, Feature, InputId, Language,
    Mode, Outcome, Plan, TargetName, TestCase,
};
use choice::{Choices, DeadEnd};
use rustix::process::{Pid, Signal, kill_process};
use store::{CampaignId, OpenMode, Presence, Store, Wanted};
use targets::{Alone, Canary, End, Report, Said, Target, TargetInfo};

use crate::server::{PASSWORD, Server, ends_with_us};

/// Writes numbers.
struct Numbers;

const LANGUAGE: Language = Language::User("numbers");

/// How many programs a shard has.
const BATCH: usize = 20;

impl Engine for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn version(&self) -> u32 {
        1
    }

    fn inputs(&self) -> &[InputId] {
        &[]
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        vec![(LANGUAGE, vec![Mode::WellTyped])]
    }

    fn dialects(&self, _: Language) -> &[Dialect] {
        &[Dialect::Standard]
    }

    fn features(&self, _: Language, _: Mode) -> &[Feature] {
        &[]
    }

    fn generate(&self, _: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let source = choices.pick(1_000_000)?.to_string();
        let expectation = Expectation::Accept;
        Ok(vec![TestCase { language: LANGUAGE, source, expectation, features: Vec::new() }])
    }
}

/// A compiler with planted bugs. It takes as long as it is told to, and there may be a
/// program that kills whoever compiles it.
struct Compiler {
    info: TargetInfo,
    takes: Duration,
    deadly: Option<String>,
}

fn info() -> TargetInfo {
    TargetInfo {
        name: TargetName::new("fake", "1"),
        language: LANGUAGE,
        dialect: Dialect::Standard,
        does: Does::Checks,
        batch: BATCH,
        used: targets::Used::ByDefault,
    }
}

impl Compiler {
    fn outcome(&self, program: &str) -> Outcome {
        if self.deadly.as_deref() == Some(program) {
            std::process::abort();
        }
        let rejected = |message: &str| {
            let message = message.to_owned();
            Outcome::Rejected(vec![Diagnostic { message, ..Diagnostic::default() }])
        };
        let Ok(number) = program.parse::<u64>() else { return rejected("it is bad") };
        match number % 1000 {
            7 => Outcome::Crashed(Crash { signature: "overflow".into(), text: String::new() }),
            kind @ 10..15 => {
                rejected(&format!("bug {}", ["a", "b", "c", "d", "e"][kind as usize - 10]))
            }
            _ => Outcome::Accepted,
        }
    }
}

impl Target for Compiler {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![Canary::accepted("1"), Canary::rejected("bad")]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        // Once for each shard: what is tried again after a bug is less.
        if programs.len() == BATCH {
            thread::sleep(self.takes);
        }
        let outcomes: Vec<_> = programs.iter().map(|program| self.outcome(program)).collect();
        let crash = outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Crashed(crash) => Some(crash.clone()),
            _ => None,
        });
        let said = outcomes.into_iter().map(|outcome| match outcome {
            Outcome::Rejected(diagnostics) => Said::Rejected(diagnostics),
            _ => Said::Nothing,
        });
        let end = crash.map_or(End::Finished, |crash| End::Crashed(crash, None));
        Report { said: said.collect(), end, cpu: Duration::from_millis(1) }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        Alone { outcome: self.outcome(program), cpu: Duration::from_millis(1) }
    }
}

fn settings(shards: u64) -> Settings {
    let count = Some(shards * BATCH as u64);
    Settings { seed: 5, size: 4, swarm: true, features: vec![], count, liked: vec![] }
}

fn lanes() -> Vec<Lane> {
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Numbers)];
    campaign::lanes(&engines, &[info()], |_, _| true)
}

fn create(store: &Store, shards: u64) -> CampaignId {
    let sources = serde_json::Value::Null;
    campaign::create(store, &settings(shards), &lanes(), Vec::new(), sources).unwrap()
}

/// Works on the campaign of a store until it is finished.
fn work(store: &Store, lease: Duration, takes: Duration, deadly: Option<String>, wanted: Wanted) {
    work_until(store, lease, takes, deadly, wanted, &Stop::default());
}

/// Works on the campaign of a store until it is finished, or stopped.
fn work_until(
    store: &Store,
    lease: Duration,
    takes: Duration,
    deadly: Option<String>,
    wanted: Wanted,
    stop: &Stop,
) {
    let there = store.latest_campaign().unwrap().unwrap();
    let record = campaign::CampaignRecord::from_json(&there.settings).unwrap();
    let lanes = record.select(&lanes()).unwrap();
    let open = |_: &TargetName| -> Result<Box<dyn Target>, BoxError> {
        Ok(Box::new(Compiler { info: info(), takes, deadly: deadly.clone() }))
    };
    let campaign = Campaign {
        store,
        id: there.id,
        settings: &record.settings(),
        lanes: &lanes,
        all_lanes: record.lanes(),
        wanted,
        presence: Some(Presence { name: "test".to_owned(), ..Presence::default() }),
        known: KnownIssues::default(),
        open: &open,
        jobs: 1,
        until: None,
        timing: Timing {
            lease,
            renew: lease / 4,
            poll: Duration::from_millis(50),
            give_back: Duration::from_millis(100),
            ..Timing::default()
        },
    };
    campaign::run(&campaign, stop, &[]).unwrap();
}

#[test]
#[ignore = "not a test: the process that the other tests start"]
fn worker() {
    let text = |name: &str| std::env::var(name).expect("started by the other tests");
    let millis = |name: &str| Duration::from_millis(text(name).parse().unwrap());
    // The server may be away when a worker starts.
    let store = loop {
        match Store::open(text("FAKE_STORE"), OpenMode::Existing) {
            Err(error) if error.may_pass() => thread::sleep(Duration::from_millis(100)),
            store => break store.unwrap(),
        }
    };
    let deadly = Some(text("FAKE_DEADLY")).filter(|program| !program.is_empty());
    work(&store, millis("FAKE_LEASE"), millis("FAKE_TAKES"), deadly, Wanted::Next);
}

struct Worker {
    child: Child,
}

impl Worker {
    fn start(url: &str, lease: Duration, takes: Duration, deadly: &str) -> Worker {
        Worker::spawn(&mut Worker::command(url, lease, takes, deadly))
    }

    fn command(url: &str, lease: Duration, takes: Duration, deadly: &str) -> Command {
        let mut command = ends_with_us(std::env::current_exe().unwrap());
        command
            .args(["--ignored", "--exact", "worker"])
            .env("FAKE_STORE", url)
            .env("FAKE_LEASE", lease.as_millis().to_string())
            .env("FAKE_TAKES", takes.as_millis().to_string())
            .env("FAKE_DEADLY", deadly)
            .env("PGPASSWORD", PASSWORD)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn spawn(command: &mut Command) -> Worker {
        Worker { child: command.spawn().unwrap() }
    }

    /// The same with a clock that jumps by days.
    fn with_clock(url: &str, lease: Duration, takes: Duration, clock: &Path) -> Worker {
        Worker::spawn(Worker::command(url, lease, takes, "").env("LD_PRELOAD", clock))
    }

    fn signal(&self, signal: Signal) {
        // It may have ended a moment ago, when everything was done.
        let _ = kill_process(Pid::from_child(&self.child), signal);
    }

    fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A library to be preloaded, with which the clock of the day jumps by days.
fn clock(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/src/soak/clock.rs");
    let library = folder.join("clock.so");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc.args(["--crate-type", "cdylib", "--edition", "2024", "-o"]).arg(&library).arg(source);
    let made = rustc.output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    library
}

/// A network between workers and the server that can be cut without a word: connections
/// stay, and nothing arrives.
struct Network {
    port: u16,
    cut: Arc<AtomicBool>,
}

impl Network {
    fn to(server: u16) -> Network {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = cut.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let is_cut = is_cut.clone();
                thread::spawn(move || {
                    hold(&is_cut);
                    let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { return };
                    let (there, back) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                    let cut = is_cut.clone();
                    thread::spawn(move || carry(there, server, &cut));
                    carry(back, client, &is_cut);
                });
            }
        });
        Network { port, cut }
    }

    fn is_cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::Relaxed);
    }
}

fn hold(cut: &AtomicBool) {
    while cut.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 16384];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        hold(cut);
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// Everything that was counted and found, without what depends on time.
#[derive(Debug, PartialEq, Eq)]
struct Results {
    done: u64,
    programs: u64,
    counters: BTreeMap<String, u64>,
    buckets: BTreeMap<String, u64>,
}

impl Results {
    fn of(store: &Store, id: CampaignId) -> Results {
        let progress = store.progress(id).unwrap();
        let counters = store.counters(id).unwrap();
        let buckets = store.buckets(id).unwrap();
        Results {
            done: progress.done,
            programs: progress.programs,
            counters: counters.into_iter().map(|c| (c.key.outcome, c.count)).collect(),
            buckets: buckets.into_iter().map(|b| (b.signature, b.count)).collect(),
        }
    }
}

/// What one undisturbed worker finds, in a file.
fn undisturbed(shards: u64) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db"), OpenMode::Create).unwrap();
    let id = create(&store, shards);
    work(&store, Duration::from_secs(3600), Duration::ZERO, None, Wanted::Next);
    Results::of(&store, id)
}

/// Answers of the store, also while its server is away.
fn patiently<T>(mut ask: impl FnMut() -> Result<T, store::StoreError>) -> T {
    loop {
        match ask() {
            Err(error) if error.may_pass() => thread::sleep(Duration::from_millis(50)),
            answer => return answer.unwrap(),
        }
    }
}

#[test]
fn nothing_is_lost_or_counted_twice_whatever_happens() {
    const SHARDS: u64 = 2000;
    const WORKERS: usize = 8;
    const LEASE: Duration = Duration::from_secs(3);
    const TAKES: Duration = Duration::from_millis(150);
    const CUT: Duration = Duration::from_secs(60);
    let expected = undisturbed(SHARDS);
    assert_eq!((expected.done, expected.buckets.len()), (SHARDS, 6), "the planted bugs");
    let mut server = Server::start(&[]);
    let store = Store::open(server.database("faults"), OpenMode::Create).unwrap();
    let id = create(&store, SHARDS);
    let network = Network::to(server.port());
    let direct = server.url("owner", "faults");
    let through = direct.replace(&server.port().to_string(), &network.port.to_string());
    // The last two workers are behind a network that will be cut.
    let url = |worker: usize| if worker < WORKERS - 2 { &direct } else { &through };
    let folder = tempfile::tempdir().unwrap();
    let clock = clock(folder.path());
    let start = |worker| match worker {
        // Only the server's clock counts.
        0 => Worker::with_clock(url(0), LEASE, TAKES, &clock),
        _ => Worker::start(url(worker), LEASE, TAKES, ""),
    };
    let mut workers: Vec<Worker> = (0..WORKERS).map(start).collect();
    let started = Instant::now();
    let mut stopped: Vec<(usize, Instant)> = Vec::new();
    let (mut kills, mut stops, mut server_ends, mut cut_at) = (0, 0, 0, None);
    for round in 0_usize.. {
        thread::sleep(Duration::from_millis(500));
        assert!(started.elapsed() < Duration::from_secs(900), "it does not come to its end");
        let progress = patiently(|| store.progress(id));
        // Those that slept for longer than their leases are woken.
        stopped.retain(|&(worker, since)| {
            let asleep = since.elapsed() < LEASE * 2;
            if !asleep {
                workers[worker].signal(Signal::CONT);
            }
            asleep
        });
        if patiently(|| store.is_finished(id)) && progress.open == 0 {
            break;
        }
        let busy = progress.done < SHARDS * 9 / 10;
        let worker = round * 5 % (WORKERS - 2);
        let is_stopped = stopped.iter().any(|(stopped, _)| *stopped == worker);
        match round % 6 {
            0 if busy && !is_stopped => {
                workers[worker].signal(Signal::KILL);
                kills += 1;
            }
            3 if busy && !is_stopped => {
                workers[worker].signal(Signal::STOP);
                stopped.push((worker, Instant::now()));
                stops += 1;
            }
            _ => {}
        }
        for (number, worker) in workers.iter_mut().enumerate() {
            if worker.has_ended().is_some() {
                *worker = start(number);
            }
        }
        if server_ends < 3 && progress.done > SHARDS / 4 * (server_ends + 1) {
            match server_ends {
                1 => server.kill(),
                _ => server.stop(),
            }
            thread::sleep(Duration::from_secs(1));
            server.resume();
            server_ends += 1;
        }
        match cut_at {
            None if progress.done > SHARDS / 10 => {
                network.is_cut(true);
                cut_at = Some(Instant::now());
            }
            Some(at) if at.elapsed() > CUT => network.is_cut(false),
            _ => {}
        }
    }
    network.is_cut(false);
    // A shard may have lost its worker three times by chance.
    let aside = store.progress(id).unwrap().set_aside;
    work(&store, LEASE, Duration::ZERO, None, Wanted::SetAside);
    println!(
        "{SHARDS} shards in {:.0} s: {kills} kills, {stops} stops, {server_ends} ends of the \
         server, {aside} set aside",
        started.elapsed().as_secs_f64()
    );
    assert!(kills >= 5 && stops >= 5 && server_ends == 3 && cut_at.is_some());
    assert_eq!(Results::of(&store, id), expected);
    let (shards, epochs) = {
        let counted =
            server.sql("faults", "SELECT COUNT(*), MAX(epoch) FROM shards WHERE state = 'done'");
        let (shards, epochs) = counted.split_once('|').unwrap();
        (shards.parse::<u64>().unwrap(), epochs.parse::<u64>().unwrap())
    };
    assert_eq!(shards, SHARDS);
    assert!(epochs > 1, "some shards were handed out again");
}

#[test]
fn a_shard_that_kills_its_workers_does_not_hold_up_the_others() {
    const SHARDS: u64 = 12;
    let server = Server::start(&["fsync=off"]);
    let store = Store::open(server.database("poison"), OpenMode::Create).unwrap();
    let id = create(&store, SHARDS);
    let lane = &lanes()[0];
    let plan = lane.plan(&settings(SHARDS), 4);
    let mut programs = campaign::Programs::new(lane.engine.as_ref(), plan, settings(SHARDS).seed);
    let deadly = programs.get(lane.first_program(4)).unwrap().family[0].source.clone();
    let lease = Duration::from_millis(800);
    let started = Instant::now();
    let mut deaths = 0;
    let url = server.url("owner", "poison");
    let mut worker = Worker::start(&url, lease, Duration::ZERO, &deadly);
    while !store.is_finished(id).unwrap() {
        assert!(started.elapsed() < Duration::from_secs(120), "it does not come to its end");
        thread::sleep(Duration::from_millis(50));
        if worker.has_ended().is_some_and(|status| !status.success()) {
            deaths += 1;
            worker = Worker::start(&url, lease, Duration::ZERO, &deadly);
        }
    }
    let progress = store.progress(id).unwrap();
    assert_eq!((progress.done, progress.set_aside), (SHARDS - 1, 1));
    assert_eq!(deaths, 3);
    let aside = &store.leased().unwrap()[0];
    assert_eq!((aside.number, aside.lost, aside.set_aside), (4, 3, true));
    // On a machine with a compiler that does not kill, it is done alone.
    work(&store, lease, Duration::ZERO, None, Wanted::SetAside);
    assert_eq!(Results::of(&store, id), undisturbed(SHARDS));
}

/// Whoever is asked to stop gives back what it is at: another worker has it long before the
/// lease ends, and before the compiler does.
#[test]
fn whoever_is_asked_to_stop_gives_its_shards_back() {
    const SHARDS: u64 = 4;
    let (lease, takes) = (Duration::from_secs(3600), Duration::from_secs(10));
    let server = Server::start(&["fsync=off"]);
    let url = server.database("stop");
    let store = Store::open(&url, OpenMode::Create).unwrap();
    let id = create(&store, SHARDS);
    let stop = Stop::default();
    thread::scope(|scope| {
        let own = Store::open(&url, OpenMode::Existing).unwrap();
        let stopped = &stop;
        let slow = scope.spawn(move || work_until(&own, lease, takes, None, Wanted::Next, stopped));
        while store.progress(id).unwrap().open == 0 {
            thread::sleep(Duration::from_millis(20));
        }
        stop.ask();
        work(&store, lease, Duration::ZERO, None, Wanted::Next);
        assert!(!slow.is_finished(), "it was not waited for");
        assert_eq!(store.progress(id).unwrap().done, SHARDS);
    });
    // What came from the slow one was too late, and is not counted twice.
    assert_eq!(Results::of(&store, id), undisturbed(SHARDS));
    assert_eq!(server.sql("stop", "SELECT SUM(lost), MAX(epoch) FROM shards"), "0|2");
}

/// How many shards that take two seconds some workers do in a second.
fn rate(server: &Server, workers: usize) -> f64 {
    let database = format!("rate{workers}");
    let store = Store::open(server.database(&database), OpenMode::Create).unwrap();
    let id = create(&store, 1_000_000);
    let url = server.url("owner", &database);
    let start = |_| Worker::start(&url, Duration::from_secs(60), Duration::from_secs(2), "");
    let _running: Vec<Worker> = (0..workers).map(start).collect();
    while store.progress(id).unwrap().done < 2 * workers as u64 {
        thread::sleep(Duration::from_millis(100));
    }
    let (before, begun) = (store.progress(id).unwrap().done, Instant::now());
    thread::sleep(Duration::from_secs(20));
    let done = store.progress(id).unwrap().done - before;
    done as f64 / begun.elapsed().as_secs_f64()
}

/// Where the compiler is what takes the time, workers do not hold up each other.
#[test]
#[ignore = "a measurement: only a machine that does nothing else can show it"]
fn more_workers_do_more() {
    let server = Server::start(&[]);
    let [one, eight, many] = [1, 8, 64].map(|workers| rate(&server, workers));
    let words = format!(
        "shards of two seconds, each second: 1 worker {one:.2}, 8 workers {eight:.2} ({:.1} \
         times), 64 workers {many:.2} ({:.1} times)",
        eight / one,
        many / one
    );
    println!("{words}");
    assert!(eight >= 7.0 * one && many >= 50.0 * one, "{words}");
}

/// The SQL of the documentation makes a role with which a worker can work, and nothing
/// else.
#[test]
fn a_workers_role_can_work_and_nothing_else() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scale.md");
    let page = std::fs::read_to_string(page).unwrap();
    let grants = page.split("```sql\n").nth(1).unwrap().split("```").next().unwrap();
    let grants = grants.replace("change me", PASSWORD);
    let server = Server::start(&["fsync=off"]);
    let store = Store::open(server.database("grants"), OpenMode::Create).unwrap();
    let id = create(&store, 100);
    server.sql("grants", &grants);
    let url = server.url("worker", "grants");
    let mut worker = Worker::start(&url, Duration::from_secs(2), Duration::ZERO, "");
    assert!(worker.child.wait().unwrap().success());
    assert_eq!(Results::of(&store, id), undisturbed(100));
    let refused = |sql: &str| {
        let said = server.run_sql("worker", "grants", sql);
        let refused = ["permission denied", "must be owner"].iter().any(|why| said.contains(why));
        assert!(refused, "{sql}: {said}");
    };
    refused("UPDATE campaigns SET settings = ''");
    refused("INSERT INTO inputs VALUES ('d', 'n', '')");
    refused("UPDATE lanes SET shard_limit = 0");
    refused("DELETE FROM findings");
    refused("DELETE FROM shards");
    refused("DROP TABLE workers");
    refused("CREATE TABLE t (n BIGINT)");
}

/// With `sslmode=verify-full`, only the server that the certificate names is talked to.
#[test]
fn a_server_is_who_it_says_it_is() {
    let mut server = Server::start(&["fsync=off"]);
    let openssl = |args: &str| {
        let made = Command::new("openssl")
            .args(args.split_whitespace())
            .current_dir(server.path(""))
            .output()
            .unwrap();
        assert!(made.status.success(), "{args}: {}", String::from_utf8_lossy(&made.stderr));
    };
    for ca in ["ca", "other"] {
        openssl(&format!(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={ca} -keyout {ca}.key -out {ca}.pem"
        ));
    }
    openssl("req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr");
    std::fs::write(server.path("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
         -extfile names -out server.pem",
    );
    server.owns("server.key");
    for (name, value) in [
        ("ssl_cert_file", server.path("server.pem").display().to_string()),
        ("ssl_key_file", server.path("server.key").display().to_string()),
        ("ssl", "on".to_owned()),
    ] {
        server.sql("postgres", &format!("ALTER SYSTEM SET {name} = '{value}'"));
    }
    let store = Store::open(server.database("tls"), OpenMode::Create).unwrap();
    create(&store, 3);
    server.stop();
    server.resume();
    let plain = server.url("owner", "tls");
    let works = |url: &str, ca: &str| {
        let ca = server.path(ca);
        let url = format!("{url}?sslmode=verify-full&sslrootcert={}", ca.display());
        let mut opened = Command::new(std::env::current_exe().unwrap());
        opened.args(["--ignored", "--exact", "opener", "--nocapture"]);
        let said = opened.env("FAKE_STORE", url).env("PGPASSWORD", PASSWORD).output().unwrap();
        String::from_utf8(said.stdout).unwrap()
    };
    let said = works(&plain, "ca.pem");
    assert!(said.contains("opened: 1 campaign"), "{said}");
    let said = works(&plain, "other.pem");
    assert!(said.contains("cannot reach the store"), "another authority: {said}");
    let said = works(&plain.replace("127.0.0.1", "localhost"), "ca.pem");
    assert!(said.contains("cannot reach the store"), "another name: {said}");
    assert!(!said.contains(PASSWORD), "{said}");
}

#[test]
#[ignore = "not a test: the process that another test starts"]
fn opener() {
    let url = std::env::var("FAKE_STORE").expect("started by a_server_is_who_it_says_it_is");
    match Store::open(url, OpenMode::Existing).and_then(|store| store.campaigns()) {
        Ok(campaigns) => println!("opened: {} campaign", campaigns.len()),
        Err(error) => println!("{error}"),
    }
}

/// Claims a shard of a hundred programs, reads what is confirmed, and commits.
fn do_nothing(store: &Store, id: CampaignId, lane: &str, worker: &store::Worker) {
    use store::{Commit, CounterKey, Next, ShardResults};
    let key = |outcome: &str| CounterKey {
        engine: "numbers".to_owned(),
        mode: "well-typed".to_owned(),
        target: lane.to_owned(),
        outcome: outcome.to_owned(),
    };
    let words = ["accepted", "as-expected", "generated", "programs", "gave-up", "duplicate"];
    let counters: BTreeMap<_, _> = words.iter().map(|word| (key(word), 100)).collect();
    let results = ShardResults { programs: 100, counters, ..ShardResults::default() };
    let Next::Shard(claim) = store.claim(id, lane, worker, Duration::from_secs(60)).unwrap() else {
        panic!("there are shards")
    };
    store.confirmations(id).unwrap();
    assert!(matches!(store.commit(&claim, &results).unwrap(), Commit::Done(_)));
}

/// What one server carries: workers without compilers, each with a connection of its own, on
/// one lane and on many; and what they wait for.
#[test]
#[ignore = "a measurement: only a machine that does nothing else can show it"]
fn how_many_shards_one_server_takes() {
    const LANES: usize = 64;
    const TIME: Duration = Duration::from_secs(10);
    let server = Server::start(&[]);
    for (lanes, connections) in
        [1, LANES].into_iter().flat_map(|lanes| [1, 8, 32, 64].map(|n| (lanes, n)))
    {
        let database = format!("lanes{lanes}with{connections}");
        let url = server.database(&database);
        let store = Store::open(&url, OpenMode::Create).unwrap();
        let lane = |number: usize| format!("lane {}", number % lanes);
        let new = |number| store::NewLane { name: lane(number), shard_limit: None };
        let id = store
            .create_campaign(&store::NewCampaign {
                name: String::new(),
                seed: 1,
                settings: String::new(),
                lanes: (0..lanes).map(new).collect(),
                inputs: Vec::new(),
            })
            .unwrap();
        let over = AtomicBool::new(false);
        let mut waits: BTreeMap<String, u32> = BTreeMap::new();
        let (shards, time) = thread::scope(|scope| {
            for number in 0..connections {
                let (store, lane) = (Store::open(&url, OpenMode::Existing).unwrap(), lane(number));
                let over = &over;
                scope.spawn(move || {
                    let worker = store::Worker::current("simulated");
                    while !over.load(Ordering::Relaxed) {
                        do_nothing(&store, id, &lane, &worker);
                    }
                });
            }
            let (before, begun) = (store.progress(id).unwrap().done, Instant::now());
            while begun.elapsed() < TIME {
                let seen = server.sql(
                    &database,
                    "SELECT COALESCE(wait_event_type || ' ' || wait_event, 'CPU')
                     FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid()",
                );
                seen.lines().for_each(|wait| *waits.entry(wait.to_owned()).or_default() += 1);
                thread::sleep(Duration::from_millis(200));
            }
            let measured = (store.progress(id).unwrap().done - before, begun.elapsed());
            over.store(true, Ordering::Relaxed);
            measured
        });
        let mut waits: Vec<_> = waits.into_iter().map(|(wait, times)| (times, wait)).collect();
        waits.sort_by(|left, right| right.cmp(left));
        waits.truncate(4);
        let rate = shards as f64 / time.as_secs_f64();
        println!("{lanes} lanes, {connections} connections: {rate:.0} shards/s; {waits:?}");
    }
}

/// What the store takes of a worker's time: claiming, reading what is confirmed, and
/// committing a shard of a hundred programs, which take half a second at 200 programs a
/// second.
#[test]
#[ignore = "a measurement: only a machine that does nothing else can show it"]
fn the_store_takes_little_of_a_workers_time() {
    // The round that was disturbed least by others counts.
    const ROUNDS: usize = 30;
    const SHARDS: u32 = 20;
    let server = Server::start(&[]);
    let store = Store::open(server.database("cost"), OpenMode::Create).unwrap();
    let id = create(&store, 1_000_000);
    let worker = store::Worker::current("cost");
    let lane = lanes()[0].name();
    let round = |_| {
        let begun = Instant::now();
        for _ in 0..SHARDS {
            do_nothing(&store, id, &lane, &worker);
        }
        begun.elapsed() / SHARDS
    };
    let mut rounds: Vec<Duration> = (0..ROUNDS).map(round).collect();
    rounds.sort();
    let [least, median] = [rounds[0], rounds[ROUNDS / 2]];
    println!("the store takes {least:?} for a shard, {median:?} in the median of the rounds");
    assert!(least < Duration::from_millis(10), "{least:?} is more than 2% of half a second");
    let size = server
        .sql("cost", "SELECT pg_total_relation_size('shards') / (SELECT COUNT(*) FROM shards)");
    println!("a shard takes {size} bytes");
}
