//! Making findings small: by hand, beside a campaign, and killed in the middle.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use store::{OpenMode, Reduction, Store};

use crate::planted;
use crate::support::Home;

/// How far a finding was reduced, if it was.
fn reduction(home: &Home, finding: &str) -> Option<Reduction> {
    Store::open(home.store(), OpenMode::Read).unwrap().reduction(finding).unwrap()
}

/// The first finding of a campaign on the planted bug.
fn finding(home: &Home) -> String {
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7", "--json"];
    home.run(&fuzz).ends(1);
    let store = Store::open(home.store(), OpenMode::Read).unwrap();
    let campaign = store.latest_campaign().unwrap().unwrap();
    let bucket = store.buckets(campaign.id).unwrap().remove(0);
    store.findings(&bucket.id).unwrap().remove(0).id
}

#[test]
fn a_kill_loses_nothing_of_the_best_so_far() {
    let home = Home::new();
    let id = finding(&home);
    assert!(reduction(&home, &id).is_none());
    let mut run =
        home.command(&["reduce", &id]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let met = loop {
        if let Some(met) = reduction(&home, &id) {
            break met;
        }
        assert!(run.try_wait().unwrap().is_none(), "it ended before anything was kept");
        std::thread::sleep(Duration::from_millis(20));
    };
    run.kill().unwrap();
    run.wait().unwrap();
    let kept = reduction(&home, &id).expect("what was kept stays");
    assert!(kept.data.tokens_after <= met.data.tokens_after);
    assert!(kept.data.tokens_after < kept.data.tokens_before && !kept.data.finished);
    assert!(kept.data.source.contains("struct{}, 2)"), "{}", kept.data.source);

    // A second run comes to the end.
    let said = home.run(&["reduce", &id, "--json"]).ends(1).json();
    assert_eq!((&said["end"], &said["guarantee"]), (&"finished".into(), &"construction".into()));
    let last = reduction(&home, &id).unwrap().data;
    assert!(last.finished && last.tokens_after <= kept.data.tokens_after);
    assert_eq!(said["source"], last.source.as_str());
    assert!(last.tape.is_some(), "its class is known from its tape");
    let store = Store::open(home.store(), OpenMode::Read).unwrap();
    let seen: Value = serde_json::from_str(&last.evidence.expect("it was confirmed")).unwrap();
    assert_eq!(seen["outcome"]["outcome"], store.finding(&id).unwrap().data.outcome);
}

#[test]
fn a_campaign_reduces_what_it_finds() {
    let home = Home::new();
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "100", "--seed", "7"];
    let mut command = home.command(&fuzz);
    let output = command.args(["--reduce-share", "50"]).output().unwrap();
    let said = crate::support::Said::of(output).ends(1);
    assert!(said.stderr.contains("reduced: "), "{}", said.stderr);
    let store = Store::open(home.store(), OpenMode::Read).unwrap();
    let campaign = store.latest_campaign().unwrap().unwrap();
    let bucket = store.buckets(campaign.id).unwrap().remove(0);
    let first = store.findings(&bucket.id).unwrap().remove(0);
    let reduced = store.reduction(&first.id).unwrap().expect("it was reduced").data;
    assert!(reduced.tokens_after < reduced.tokens_before);
}

#[test]
fn a_program_of_the_users_own() {
    let home = Home::new();
    let padded = planted::VICTIM
        .replace("func main() {", "func f() int {\n\treturn 1\n}\n\nfunc main() {\n\tf()");
    let file = home.write("victim.go", padded);
    let target = planted::target();
    // Without a reference its class would not be known, so it stays as it is.
    let reduce = ["reduce", &file, "--target", target, "--expect", "accept"];
    let said = home.run(&reduce).ends(1);
    assert!(said.stderr.contains("no reference that is right"), "{}", said.stderr);
    assert!(said.stdout.contains("func f()"));
    let said = home.run(&[&reduce[..], &["--reference", "go"]].concat()).ends(1);
    assert!(!said.stdout.contains("func f()"), "{}", said.stdout);
    assert!(said.stdout.contains("struct{}, 2)"), "{}", said.stdout);
    assert!(said.stderr.contains("class kept by reference go@"), "{}", said.stderr);

    home.run(&["reduce", &file, "--target", "go", "--expect", "accept"]).ends(0);
    home.run(&["reduce", &file]).fails(2, &["--target"]);
    home.run(&["reduce", "nothing.go", "--target", "go"]).fails(2, &["no file nothing.go"]);
}
