//! Reductions and bisections in the queue of a store that workers serve.

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::many_machines::server::Server;
use crate::many_machines::{command, run};
use crate::planted;
use crate::support::{Home, Said};

/// A campaign with one bug that a worker without time for jobs has found.
struct Found {
    home: Home,
    server: Server,
    url: String,
    /// The id of the finding that is to be reduced.
    finding: String,
}

impl Found {
    fn new() -> Found {
        let home = Home::new();
        let server = Server::start(&["fsync=off"]);
        server.database("campaigns");
        let url = server.url("owner", "campaigns");
        let target = planted::target();
        let plan = ["fuzz", "--target", target, "--count", "100", "--seed", "7", "--detach"];
        run(&home, &url, &plan).ends(0);
        let finder = ["worker", "--name", "finder", "--allow", target, "--reduce-share", "0"];
        run(&home, &url, &finder).ends(0);
        let finding = server.sql("campaigns", "SELECT finding FROM jobs WHERE kind = 'reduce'");
        Found { home, server, url, finding }
    }

    /// A worker that also does jobs.
    fn worker(&self, name: &str, lease: &str) -> Child {
        let target = planted::target();
        let args = ["worker", "--name", name, "--allow", target, "--lease", lease];
        let mut worker = command(&self.home, &self.url, &args);
        worker.env("WELLSMITH_REDUCE_SHARE", "20");
        worker.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Columns of the jobs.
    fn jobs(&self, columns: &str) -> String {
        self.server.sql("campaigns", &format!("SELECT {columns} FROM jobs ORDER BY number"))
    }

    /// Waits until a worker is at a job.
    fn until_at_it(&self, name: &str) {
        let started = Instant::now();
        while self.jobs("worker, lease_until > 0") != format!("{name}|t") {
            assert!(started.elapsed() < Duration::from_secs(120), "{}", self.jobs("*"));
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn what_one_worker_finds_another_reduces_and_bisects() {
    let found = Found::new();
    let (home, url, id) = (&found.home, &found.url, &found.finding[..]);
    assert_eq!(found.jobs("state, epoch, lease_until"), "leased|0|0", "it waits");
    let reduced = || found.server.sql("campaigns", "SELECT finding, finished FROM reductions");
    assert_eq!(reduced(), "");
    Said::of(found.worker("other", "120s").wait_with_output().unwrap()).ends(0);
    assert_eq!(found.jobs("state, epoch, lost, worker"), "done|1|0|other");
    assert_eq!(reduced(), format!("{id}|t"));
    let shown = run(home, url, &["findings", "show", id]).ends(0);
    assert!(shown.stdout.contains("struct{}, 2)"), "{}", shown.stdout);

    // By hand.
    for (args, said) in [
        (&["reduce", id, "--queue"][..], "is in the queue; workers with its compilers reduce it"),
        (&["reduce", id, "--queue"], "was in the queue already"),
        (&["findings", "bisect", id, "--queue", "--all"], "is in the queue; workers with"),
        (&["findings", "bisect", id, "--queue"], "was in the queue already"),
    ] {
        let queued = run(home, url, args).ends(0);
        assert!(queued.stdout.contains(said), "{}", queued.stdout);
    }
    let other = ["findings", "bisect", id, "--queue", "--target", "kotlin@1..2"];
    run(home, url, &other).fails(2, &["the finding is of go"]);
    // Only those with the finding's compiler do it.
    let careful = command(home, url, &["worker"]).env("WELLSMITH_REDUCE_SHARE", "20").output();
    Said::of(careful.unwrap()).ends(0);
    assert_eq!(found.jobs("state"), "done\nleased\nleased");
    Said::of(found.worker("third", "120s").wait_with_output().unwrap()).ends(0);
    assert_eq!(found.jobs("kind, state"), "reduce|done\nreduce|done\nbisect|done");
    let tried = found.server.sql("campaigns", "SELECT DISTINCT seen FROM verdicts");
    assert_eq!(tried, "nothing", "the machine's own Go is not planted");

    home.run(&["reduce", "1", "--queue"]).fails(2, &["--queue", "postgres://"]);
    home.run(&["findings", "bisect", "1", "--queue"]).fails(2, &["--queue", "postgres://"]);
}

#[test]
fn a_job_outlives_its_workers() {
    let found = Found::new();
    let signal = |worker: &Child, signal| kill_process(Pid::from_child(worker), signal).unwrap();
    // Asked to end, a worker gives its job back: nobody waits for the lease.
    let asked = found.worker("asked", "1h");
    found.until_at_it("asked");
    let listed = run(&found.home, &found.url, &["workers", "--json"]).ends(0).json();
    let does = |name: &str| {
        let listed = listed.as_array().unwrap();
        listed.iter().find(|worker| worker["name"] == name).unwrap()["does"].clone()
    };
    assert_eq!(does("asked"), serde_json::json!([format!("reduce {}", found.finding)]));
    assert_eq!(does("finder"), serde_json::json!([]));
    run(&found.home, &found.url, &["workers"]).ends(0);
    signal(&asked, Signal::TERM);
    Said::of(asked.wait_with_output().unwrap()).ends(0);
    assert_eq!(found.jobs("epoch, lease_until, lost"), "1|0|0");

    // Killed, it is lost when its lease ends, and another worker takes over.
    let mut killed = found.worker("killed", "2s");
    found.until_at_it("killed");
    signal(&killed, Signal::KILL);
    killed.wait().unwrap();
    Said::of(found.worker("last", "120s").wait_with_output().unwrap()).ends(0);
    assert_eq!(found.jobs("state, worker, epoch, lost"), "done|last|3|1");
    let reduced = found.server.sql("campaigns", "SELECT finished FROM reductions");
    assert_eq!(reduced, "t");
}
