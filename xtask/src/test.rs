//! `cargo xtask test`: everything that must hold before a change lands.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};
use toolchains::{Cache, Progress, Spec};

use crate::common::cargo;

/// The compilers and libraries that tests use and that are not on every machine
/// with a Rust toolchain.
const NEEDED: &[&str] = &[
    "go",
    "crossbeam-channel@0.5.15",
    "flume@0.12.0",
    "chan@0.1.23",
    "crystal@1.14",
    "kotlinx-coroutines@1.11.0",
    "kotlinx-coroutines@1.3.0",
    "kotlinx-coroutines@0.19",
    "kotlin@2.4.21",
    "kotlin@1.8.20",
    "scala@3.9.0",
    "scala@3.3.8",
    "groovy@6.0.0",
    "groovy@4.0.28",
    "ghc@9.6",
    "ocaml@5.3",
    "swift@6.0",
    "gccrs@forky",
];

/// Runs the command.
pub(crate) fn run() -> anyhow::Result<()> {
    let started = Instant::now();
    let lints = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("formatting", &["fmt", "--all", "--", "--check"], cargo())?;
    step("lints", &lints, cargo())?;
    let cache = install()?;
    let mut tests = cargo();
    tests.env("WELLSMITH_CACHE", cache.beside(""));
    step("tests", &["test", "--workspace"], tests)?;
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut unit = Command::new("systemd-analyze");
    unit.current_dir(root);
    step("the unit of systemd", &["verify", "deploy/systemd/wellsmith-worker.service"], unit)?;
    let mut job = cargo();
    job.current_dir(root).args(["test", "--target-dir", "target/kubernetes"]);
    step("the Job of Kubernetes", &["--manifest-path", "xtask/kubernetes/Cargo.toml"], job)?;
    println!("all checks passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn step(what: &str, args: &[&str], mut program: Command) -> anyhow::Result<()> {
    program.args(args);
    println!("== {what}: {}", args.join(" "));
    let status = program.status().with_context(|| format!("cannot run {program:?}"))?;
    if !status.success() {
        bail!("{what} failed");
    }
    Ok(())
}

/// Gets what is missing, one after the other, into the user's cache, which the
/// tests use.
fn install() -> anyhow::Result<Cache> {
    println!("== compilers");
    let cache = Cache::open(None)?;
    cache.need_sandbox(&mut |progress| show("bubblewrap", &progress))?;
    cache.need_browser(&mut |progress| show("chromium", &progress))?;
    cache.need_postgresql(&mut |progress| show("postgresql", &progress))?;
    need_schedulers()?;
    for name in NEEDED {
        let spec: Spec = name.parse()?;
        let toolchain = cache.install(&spec, &mut |progress| show(name, &progress))?;
        println!("{} is ready", toolchain.id);
    }
    Ok(cache)
}

/// Makes sure that there is what launch files are tested with. Tests start their own daemons.
fn need_schedulers() -> anyhow::Result<()> {
    let programs =
        ["/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged", "/usr/bin/systemd-analyze"];
    let missing = || programs.iter().any(|program| !Path::new(program).exists());
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        // At this run level no daemon is started.
        let status = apt.env("RUNLEVEL", "1").args(args).status();
        status.is_ok_and(|status| status.success())
    };
    let install =
        || apt(&["install", "-y", "--no-install-recommends", "slurm-wlm", "munge", "systemd"]);
    // A system that never read its package lists does so first.
    if missing() && !install() && !(apt(&["update"]) && install()) {
        bail!(
            "Slurm or systemd-analyze is missing; install them with `sudo apt-get install -y \
             slurm-wlm munge systemd`"
        );
    }
    Ok(())
}

fn show(name: &str, progress: &Progress) {
    if let Progress::Waiting(text) | Progress::Step(text) = progress {
        println!("{name}: {text}");
    }
}
