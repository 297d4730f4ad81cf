//! The direction of dependencies among the crates of this workspace.

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;

/// The crates that each crate may depend on, in whatever kind of dependency.
///
/// * An engine knows nothing of compilers and of other engines, so that it stays
///   a pure function and can be tested without either.
/// * A target knows nothing of engines: what it says about a program cannot
///   depend on who wrote it.
/// * The store keeps texts and knows nothing of how they came about.
/// * A campaign joins engines and targets without knowing any of them by name.
/// * Reports are made from what the store has; they know no engine.
/// * A reduction asks targets about programs as a campaign does, and keeps nothing; its
///   tests use the System F of `rules` and a store.
/// * `inputs` is the one library that knows every engine.
/// * `backtest` joins engines, targets and reduction for known bugs; it keeps nothing.
/// * Nothing is built on what users and developers run.
const MAY_USE: &[(&str, &[&str])] = &[
    ("choice", &[]),
    ("logic", &["choice"]),
    ("case", &["choice"]),
    ("rules", &["choice", "logic", "case"]),
    ("api", &["choice", "logic", "case"]),
    ("channels", &["choice", "logic", "case"]),
    ("functional", &["choice", "logic", "case"]),
    ("mutate", &["choice", "logic", "case"]),
    ("toolchains", &[]),
    ("targets", &["case", "toolchains"]),
    ("store", &["case"]),
    ("campaign", &["choice", "case", "targets", "store"]),
    ("report", &["case", "toolchains", "targets", "store", "campaign"]),
    ("reduce", &["choice", "case", "targets", "campaign", "rules", "store"]),
    (
        "inputs",
        &["case", "rules", "api", "channels", "mutate", "functional", "toolchains", "targets"],
    ),
    (
        "backtest",
        &["choice", "case", "channels", "toolchains", "targets", "campaign", "reduce", "inputs"],
    ),
    (
        "wellsmith",
        &[
            "choice",
            "case",
            "rules",
            "api",
            "channels",
            "mutate",
            "functional",
            "toolchains",
            "targets",
            "store",
            "campaign",
            "report",
            "reduce",
            "inputs",
            "backtest",
        ],
    ),
    (
        "xtask",
        &[
            "choice",
            "case",
            "rules",
            "api",
            "channels",
            "mutate",
            "functional",
            "toolchains",
            "targets",
            "store",
            "campaign",
            "reduce",
            "inputs",
            "backtest",
        ],
    ),
];

/// The part of `cargo metadata` that is read.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// The folder, for what is in this workspace.
    path: Option<String>,
}

/// Every crate of the workspace with those that it depends on.
fn graph() -> BTreeMap<String, Vec<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).expect("JSON of cargo");
    let ours = |package: Package| {
        let ours = package.dependencies.into_iter().filter(|used| used.path.is_some());
        (package.name, ours.map(|used| used.name).collect())
    };
    metadata.packages.into_iter().map(ours).collect()
}

/// What is wrong with a graph.
fn complaints(graph: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, uses) in graph {
        let Some((_, may_use)) = MAY_USE.iter().find(|(known, _)| known == name) else {
            complaints.push(format!("{name} is new: say in MAY_USE what it may depend on"));
            continue;
        };
        let wrong = uses.iter().filter(|used| !may_use.contains(&&used[..]));
        complaints.extend(wrong.map(|used| format!("{name} must not depend on {used}")));
    }
    let gone = MAY_USE.iter().filter(|(name, _)| !graph.contains_key(*name));
    complaints.extend(gone.map(|(name, _)| format!("{name} is in MAY_USE and does not exist")));
    complaints
}

#[test]
fn dependencies_have_one_direction() {
    assert_eq!(complaints(&graph()), Vec::<String>::new());
}

#[test]
fn what_is_not_allowed_is_noticed() {
    for (name, used) in [
        ("rules", "targets"),
        ("rules", "api"),
        ("api", "inputs"),
        ("case", "store"),
        ("logic", "case"),
        ("targets", "rules"),
        ("store", "campaign"),
        ("campaign", "inputs"),
        ("report", "rules"),
        ("report", "inputs"),
        ("inputs", "campaign"),
        ("inputs", "wellsmith"),
        ("xtask", "wellsmith"),
        ("wellsmith", "xtask"),
    ] {
        let mut graph = graph();
        graph.get_mut(name).expect("a crate of ours").push(used.to_owned());
        assert_eq!(complaints(&graph), [format!("{name} must not depend on {used}")]);
    }
    let mut graph = graph();
    graph.insert("newcomer".to_owned(), Vec::new());
    graph.remove("choice");
    assert_eq!(complaints(&graph).len(), 2);
}

/// The order of [`MAY_USE`] is that of the layers, so there is no cycle.
#[test]
fn the_table_has_layers() {
    for (position, (name, may_use)) in MAY_USE.iter().enumerate() {
        let below: Vec<_> = MAY_USE[..position].iter().map(|(below, _)| *below).collect();
        for used in *may_use {
            assert!(below.contains(used), "{name} stands before {used}");
        }
    }
}
