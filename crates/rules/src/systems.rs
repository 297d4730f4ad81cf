//! The rule files that come with the tool.

use std::sync::LazyLock;

use crate::system::System;

static SYSTEM_F: LazyLock<System> =
    LazyLock::new(|| built_in("systemf.rules", include_str!("../systems/systemf.rules")));

static RUST: LazyLock<System> =
    LazyLock::new(|| built_in("rust.rules", include_str!("../systems/rust.rules")));

static RUST_REGIONS: LazyLock<System> =
    LazyLock::new(|| built_in("rust-regions.rules", include_str!("../systems/rust-regions.rules")));

fn built_in(path: &str, text: &str) -> System {
    System::load(path, text).unwrap_or_else(|error| panic!("{error}"))
}

/// System F.
pub fn systemf() -> &'static System {
    &SYSTEM_F
}

/// Rust: traits and generics, and lifetimes.
pub fn rust() -> [&'static System; 2] {
    [&RUST, &RUST_REGIONS]
}
