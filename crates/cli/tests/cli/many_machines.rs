//! A campaign in PostgreSQL: planned by one process, worked on by others, and read by all
//! commands.

#[path = "../../../store/tests/server/mod.rs"]
pub(crate) mod server;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::planted;
use crate::support::{Home, Said};
use server::{PASSWORD, Server};

/// The program with a store in a database, through the network.
pub(crate) fn command(home: &Home, url: &str, args: &[&str]) -> Command {
    let mut command = home.command(args);
    command.env("WELLSMITH_STORE", url).env("PGPASSWORD", PASSWORD);
    command
}

pub(crate) fn run(home: &Home, url: &str, args: &[&str]) -> Said {
    let said = Said::of(command(home, url, args).output().unwrap());
    assert!(!said.stdout.contains(PASSWORD) && !said.stderr.contains(PASSWORD), "{said:?}");
    said
}

/// What a campaign has seen: signatures, and how often each.
pub(crate) fn seen(buckets: &Value) -> Vec<(String, u64)> {
    let bucket = |bucket: &Value| {
        (bucket["signature"].as_str().unwrap().to_owned(), bucket["count"].as_u64().unwrap())
    };
    let mut seen: Vec<_> = buckets.as_array().unwrap().iter().map(bucket).collect();
    seen.sort();
    seen
}

#[test]
fn workers_find_together_what_one_process_finds_in_a_file() {
    let undisturbed = planted::campaign();
    let home = Home::new();
    let server = Server::start(&["fsync=off"]);
    server.database("campaigns");
    let url = &server.url("owner", "campaigns");
    let plan = ["fuzz", "--target", planted::target(), "--count", planted::COUNT, "--seed", "7"];
    let planned = run(&home, url, &[&plan[..], &["--detach", "--json"]].concat()).ends(0).json();
    assert_eq!((&planned["campaign"], &planned["seed"]), (&1.into(), &7.into()));

    // Whoever can write to the store does not choose what is run here.
    let careful = run(&home, url, &["worker"]).ends(0);
    assert!(careful.stderr.contains("named by its path"), "{}", careful.stderr);
    assert_eq!(run(&home, url, &["campaigns", "show", "1", "--json"]).json()["families"], 0);

    let workers: Vec<_> = ["a", "b"]
        .map(|name| {
            let args = ["worker", "--jobs", "1", "--name", name, "--allow", planted::target()];
            let mut worker = command(&home, url, &args);
            worker.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .into_iter()
        .map(|worker| Said::of(worker.wait_with_output().unwrap()).ends(0))
        .collect();
    for worker in &workers {
        assert!(worker.stderr.contains("Working on campaign 1 with go@"), "{}", worker.stderr);
    }
    let listed = run(&home, url, &["workers", "--json"]).ends(0).json();
    let listed = listed.as_array().unwrap();
    let mut names: Vec<_> = listed.iter().map(|worker| worker["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["a", "b"]);
    let shards: u64 = listed.iter().map(|worker| worker["shards"].as_u64().unwrap()).sum();
    assert_eq!(shards, 8);
    assert!(listed.iter().all(|worker| worker["leases"] == 0 && worker["word"] == "has ended"));
    run(&home, url, &["workers"]).ends(0);

    // It is finished: fuzz has nothing left to do, and sums up what all have done.
    let summary = run(&home, url, &["fuzz", "--resume", "--json"]).json();
    assert_eq!(summary["families"], undisturbed.summary["families"]);
    assert_eq!(summary["outcomes"], undisturbed.summary["outcomes"]);
    assert_eq!(seen(&summary["buckets"]), seen(&undisturbed.summary["buckets"]));

    // What others do with a store works on this one.
    let findings = run(&home, url, &["findings", "--json"]).ends(0);
    let bucket = findings.json()[0]["id"].as_str().unwrap().to_owned();
    run(&home, url, &["findings", "show", &bucket]).ends(0);
    run(&home, url, &["replay", &bucket, "--allow", planted::target()]).ends(1);
    nothing_is_run_because_the_store_names_it(&home, url, &server, &bucket);
    let page = home.text("report.html");
    run(&home, url, &["report", "1", "--output", &page]).ends(1);
    assert!(!home.read("report.html").contains(PASSWORD));
    run(&home, url, &["findings", "mark", &bucket, "ignored"]).ends(0);
    run(&home, url, &["campaigns", "show", "1"]).ends(0);
    let dump = server.sql("campaigns", "SELECT string_agg(t::text, '') FROM campaigns t");
    assert!(!dump.contains(PASSWORD) && !dump.contains("postgres://"), "{dump}");
    run(&home, url, &["campaigns", "delete", "1"]).ends(0);
}

/// A path that somebody wrote into a finding is not run: not to replay it, and not to find
/// out what is there.
fn nothing_is_run_because_the_store_names_it(
    home: &Home,
    url: &str,
    server: &Server,
    bucket: &str,
) {
    let ran = home.path("ran");
    let program = home.path("go");
    fs::write(&program, format!("#!/bin/sh\ntouch {}\nexit 1\n", ran.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let forged = format!("go@{}", program.display());
    let (real, forge) = (planted::target(), &forged);
    server.sql(
        "campaigns",
        &format!(
            "UPDATE findings SET target = replace(target, '{real}', '{forge}'),
                 sighting = replace(sighting, '{real}', '{forge}')"
        ),
    );
    for args in [&["replay", bucket][..], &["reduce", bucket]] {
        run(home, url, args).fails(2, &["by its path", &format!("--allow {forged}")]);
    }
    run(home, url, &["findings", "show", bucket]).ends(0);
    run(home, url, &["findings", "retest", bucket]);
    assert!(!ran.exists(), "it was run");
    run(home, url, &["replay", bucket, "--allow", forge]);
    assert!(ran.exists(), "it is, if the user allows it");
}

/// With `--install`, a machine that has nothing gets what a campaign needs.
#[test]
fn a_worker_fetches_the_compiler_that_it_lacks() {
    const TARGET: &str = "crossbeam-channel@0.5.15";
    let home = Home::new();
    let server = Server::start(&["fsync=off"]);
    server.database("campaigns");
    let url = &server.url("owner", "campaigns");
    let plan = ["fuzz", "--install", "--target", TARGET, "--count", "2", "--seed", "7", "--detach"];
    run(&home, url, &plan).ends(0);
    let worker = |args: &[&str]| {
        let mut worker = command(&home, url, args);
        Said::of(worker.env("WELLSMITH_CACHE", home.path("fresh")).output().unwrap()).ends(0)
    };
    let done = || run(&home, url, &["campaigns", "show", "1", "--json"]).json()["families"].clone();
    let fetched = home.path("fresh").join("toolchains").join(TARGET);
    let poor = worker(&["worker"]);
    let why = format!("this machine has none of its compilers ({TARGET}");
    assert!(poor.stderr.contains(&why), "{}", poor.stderr);
    assert!(done() == 0 && !fetched.exists());
    let said = worker(&["worker", "--install"]);
    assert!(said.stderr.contains("Working on campaign 1 with crossbeam"), "{}", said.stderr);
    assert!(done() == 2 && fetched.exists(), "{}", said.stderr);
}

#[test]
fn what_cannot_be_a_shared_store_is_told() {
    let home = Home::new();
    home.run(&["worker"]).fails(2, &["--store postgres://", "fuzz --resume"]);
    let target = planted::target();
    home.run(&["fuzz", "--detach", "--target", target]).fails(2, &["--detach", "postgres://"]);
    for (url, code, pieces) in [
        ("postgres://me:secret@127.0.0.1:1/db", 2, ["PGPASSWORD", "PGPASSFILE"]),
        ("postgres://me@127.0.0.1:1/db", 3, ["cannot reach the store", "pg_isready"]),
        ("postgres://me@127.0.0.1:nowhere/db", 2, ["does not name a database", "USER@HOST"]),
    ] {
        for args in [&["worker"][..], &["findings"], &["fuzz", "--target", target]] {
            let said = run(&home, url, args);
            said.fails(code, &pieces);
            assert!(!said.stderr.contains("secret"), "{}", said.stderr);
        }
    }
    let server = Server::start(&["fsync=off"]);
    let url = server.url("owner", "nothing");
    run(&home, &url, &["findings"]).fails(3, &["does not exist", "createdb"]);
    server.database("empty");
    let url = server.url("owner", "empty");
    run(&home, &url, &["worker"]).fails(3, &["there is no store at postgres://owner@127.0.0.1"]);
    let mut wrong = command(&home, &url, &["findings"]);
    let said = Said::of(wrong.env("PGPASSWORD", "wrong").output().unwrap());
    said.fails(3, &["does not let us in", "PGPASSWORD"]);
    // Help is asked for in front of others.
    let help = run(&home, "postgres://me:secret@h/db", &["worker", "--help"]).ends(0);
    assert!(!help.stdout.contains("secret"), "{}", help.stdout);
}
