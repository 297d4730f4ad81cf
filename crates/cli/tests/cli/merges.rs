//! Saying which findings are one bug.

use std::fs;

use serde_json::Value;

use crate::planted;
use crate::support::Home;

fn list(home: &Home, more: &[&str]) -> Vec<Value> {
    let said = home.run(&[&["findings", "--json"], more].concat()).ends(0).json();
    said.as_array().unwrap().clone()
}

#[test]
fn a_finding_is_split_off_and_merged_again_for_later_campaigns_too() {
    let home = Home::new();
    fs::copy(planted::campaign().home.store(), home.store()).unwrap();
    let before = list(&home, &[]);
    let [bucket] = &before[..] else { panic!("one bucket, not {before:?}") };
    let shown = home.run(&["findings", "show", "1"]).ends(0).stdout;
    let others =
        shown.lines().find_map(|line| line.strip_prefix("Other findings of this bucket: "));
    let other = others.unwrap().split(", ").next().unwrap();
    home.run(&["findings", "split", "1"]).fails(2, &["is a bucket", "findings show"]);
    home.run(&["findings", "undo"]).fails(2, &["nothing to undo"]);
    let said = home.run(&["findings", "split", other]).ends(0);
    assert!(said.stdout.contains("is in #2"), "{}", said.stdout);
    let counts = |buckets: &[Value]| -> u64 {
        buckets.iter().map(|bucket| bucket["count"].as_u64().unwrap()).sum()
    };
    let apart = list(&home, &[]);
    assert_eq!((apart.len(), counts(&apart)), (2, counts(&before)));

    // A known bug makes no failure; the one that was split off does, in a later campaign
    // with the same programs.
    home.run(&["findings", "mark", "1", "known"]).ends(0);
    let summary = home.run(&[&planted::start()[..], &["--json"]].concat()).ends(1).json();
    assert_eq!(summary["run"]["seen"].as_array().unwrap().len(), 1, "{summary}");
    assert_eq!(summary["run"]["seen"][0], apart[1]["id"]);

    // Merged into the known one, it makes none.
    home.run(&["findings", "merge", "1", "1"]).fails(2, &["into itself"]);
    let said = home.run(&["findings", "merge", "1", "2"]).ends(0);
    assert!(said.stdout.starts_with("#1 "), "{}", said.stdout);
    assert_eq!(list(&home, &["--all"]).len(), 1);
    let summary = home.run(&[&planted::start()[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(summary["buckets"].as_array().unwrap().len(), 1, "{summary}");
    assert_eq!(summary["buckets"][0]["id"], bucket["id"]);
    home.run(&["findings", "undo"]).ends(0);
    assert_eq!(list(&home, &["--all"]).len(), 2);
    home.run(&["findings", "undo"]).ends(0);
    let after = list(&home, &["--all"]);
    assert_eq!((after.len(), &after[0]["id"]), (1, &bucket["id"]));
    assert_eq!(counts(&after), 3 * counts(&before), "of three campaigns");
}

#[test]
fn findings_are_filtered() {
    let home = Home::new();
    fs::copy(planted::campaign().home.store(), home.store()).unwrap();
    home.run(&["findings", "mark", "1", "reported", "--note", "ticket 7"]).ends(0);
    for (filter, there) in [
        (&[][..], 0),
        (&["--all"], 1),
        (&["--status", "reported"], 1),
        (&["--status", "new", "--status", "ignored"], 0),
        (&["--all", "--since", "1d"], 1),
        (&["--all", "--since", "0s"], 0),
        (&["--all", "--text", "ticket 7"], 1),
        (&["--all", "--text", "planted"], 1),
        (&["--all", "--text", "something else"], 0),
        (&["--all", "--kind", "crash"], 0),
        (&["--all", "--target", "go@"], 1),
    ] {
        assert_eq!(list(&home, filter).len(), there, "{filter:?}");
    }
    home.run(&["findings", "--status", "open"]).fails(2, &["open"]);
}
