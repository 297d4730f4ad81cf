//! How long each target of this machine takes to open when the cache has
//! everything that it needs.
//!
//! `cargo run --release --example open_times -p targets`

#![allow(clippy::print_stdout, clippy::print_stderr)] // It shows what it measured.

use std::time::Instant;

use targets::Settings;
use toolchains::Cache;

fn main() {
    let cache = Cache::open(None).expect("there is a cache folder");
    let settings = Settings::new(cache.beside("hosts"));
    for toolchain in cache.available() {
        for info in targets::describe(&toolchain) {
            let open = || targets::open(&toolchain, &info.name, &settings).map(drop);
            if let Err(error) = open() {
                println!("{}: {error}", info.name);
                continue;
            }
            let start = Instant::now();
            open().expect("it was opened before");
            println!("{}: {:.2} ms", info.name, start.elapsed().as_secs_f64() * 1000.0);
        }
    }
}
