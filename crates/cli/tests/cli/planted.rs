//! A Go with a bug of ours in it, and a whole campaign on it.
//!
//! It is the machine's own Go, but its compiler rejects programs with a channel
//! that buffers two. So findings are certain, cheap and always the same.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::Home;

/// What the planted bug says.
pub(crate) const COMPLAINT: &str = "planted: no buffer of two today";

/// A program that the planted bug is about.
pub(crate) const VICTIM: &str =
    "package main\n\nfunc main() {\n\tc := make(chan struct{}, 2)\n\tc <- struct{}{}\n}\n";

/// Stands before the real compiler. Programs are files `p0.go` and so on, and
/// `repro.go` in the scripts of reports.
const COMPILE: &str = r#"#!/bin/sh
[ "$1" = -V=full ] && exec "${0%/*}/real/compile" "$@"
found=$(grep -n 'struct{}, 2)' p[0-9]*.go repro.go /dev/null 2>/dev/null |
    awk -F: '!($1 in seen) { seen[$1]; print $1 ":" $2 ":1: COMPLAINT" }')
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi
exec "${0%/*}/real/compile" "$@"
"#;

/// The target: `go@/path`.
pub(crate) fn target() -> &'static str {
    static TARGET: OnceLock<String> = OnceLock::new();
    TARGET.get_or_init(|| format!("go@{}", distribution().join("bin/go").display()))
}

/// Makes the distribution, once for all test runs: the compiled standard
/// packages are cached by its path.
fn distribution() -> PathBuf {
    let output = Command::new("go").args(["env", "GOROOT", "GOVERSION"]).output();
    let output = output.expect("these tests need the program `go`");
    let output = String::from_utf8(output.stdout).unwrap();
    let (root, version) = output.trim().split_once('\n').expect("two lines");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let place = folder.join(format!("planted-{version}-3"));
    if !place.exists() {
        let staging = tempfile::tempdir_in(folder).unwrap();
        let copy = staging.path().join("go");
        // Links where they can be had, else copies.
        let copied = ["-rlL", "-rL"].iter().any(|how| {
            let _ = fs::remove_dir_all(&copy);
            Command::new("cp").arg(how).arg(root).arg(&copy).output().unwrap().status.success()
        });
        assert!(copied, "{root} cannot be copied to {}", copy.display());
        let tools: Vec<_> = fs::read_dir(copy.join("pkg/tool")).unwrap().flatten().collect();
        let [tools] = &tools[..] else { panic!("one folder of tools, not {tools:?}") };
        let (compile, real) = (tools.path().join("compile"), tools.path().join("real"));
        // It says its own name, which `go` expects to be the usual one.
        fs::create_dir(&real).unwrap();
        fs::rename(&compile, real.join("compile")).unwrap();
        fs::write(&compile, COMPILE.replace("COMPLAINT", COMPLAINT)).unwrap();
        fs::set_permissions(&compile, fs::Permissions::from_mode(0o755)).unwrap();
        match fs::rename(&copy, &place) {
            // Another process was faster.
            Err(_) if place.exists() => {}
            result => result.unwrap(),
        }
    }
    place
}

/// How many programs [`campaign`] has: eight shards.
pub(crate) const COUNT: &str = "800";

/// The arguments that start the campaign.
pub(crate) fn start() -> Vec<&'static str> {
    vec!["fuzz", "--target", target(), "--count", COUNT, "--seed", "7", "--jobs", "2"]
}

/// A campaign that nothing disturbed.
pub(crate) struct Undisturbed {
    pub(crate) home: Home,
    /// What `fuzz --json` printed.
    pub(crate) summary: Value,
}

/// Runs the campaign, once for all tests.
pub(crate) fn campaign() -> &'static Undisturbed {
    static CAMPAIGN: OnceLock<Undisturbed> = OnceLock::new();
    CAMPAIGN.get_or_init(|| {
        let home = Home::new();
        let said = home.run(&[&start()[..], &["--json"]].concat()).ends(1);
        Undisturbed { summary: said.json(), home }
    })
}

/// A summary without what differs from run to run. A bucket's target does if the
/// first few findings, which are confirmed, are all of another configuration.
pub(crate) fn without_times(mut summary: Value) -> Value {
    let object = summary.as_object_mut().unwrap();
    for bucket in object["buckets"].as_array_mut().unwrap() {
        for key in ["new", "target"] {
            assert!(bucket.as_object_mut().unwrap().remove(key).is_some(), "{key}");
        }
    }
    for key in ["run", "campaign", "store"] {
        assert!(object.remove(key).is_some(), "{key}");
    }
    summary
}
