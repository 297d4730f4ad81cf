//! What the configurations of a runtime cost: compiling and running a batch, and
//! confirming its first program.
//!
//! `cargo run --release --example runtime_rates -p targets -- FOLDER flume@0.12.0 ...`,
//! where FOLDER holds the programs (`wellsmith generate --out FOLDER`).

#![allow(clippy::print_stdout, clippy::print_stderr)] // It shows what it measured.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

use targets::{End, Settings};
use toolchains::{Cache, Spec};

fn main() {
    let mut args = env::args().skip(1);
    let folder = PathBuf::from(args.next().expect("a folder of programs"));
    let cache = Cache::open(None).expect("there is a cache folder");
    let settings = Settings::new(cache.beside("hosts"));
    for spec in args {
        let spec: Spec = spec.parse().expect("NAME@VERSION");
        let toolchain = cache.install(&spec, &mut |_| {}).expect("it can be had");
        for info in targets::describe(&toolchain) {
            let mut target =
                targets::open(&toolchain, &info.name, &settings).expect("it can be used");
            let programs = programs(&folder, info.language.extension());
            let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
            let start = Instant::now();
            let report = target.submit(&programs);
            let submitted = start.elapsed();
            assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);

            let start = Instant::now();
            let alone = target.confirm(programs[0]);
            println!(
                "{}: {} programs compiled in {:.2} s of processor time, \
                 compiled and run in {:.2} s; the first one confirmed in {:.1} s: {}",
                info.name,
                programs.len(),
                report.cpu.as_secs_f64(),
                submitted.as_secs_f64(),
                start.elapsed().as_secs_f64(),
                alone.outcome.to_string().lines().next().unwrap_or_default(),
            );
        }
    }
}

/// The programs of a folder, in the order of their names.
fn programs(folder: &Path, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be read").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("it can be read")).collect()
}
