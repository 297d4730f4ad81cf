//! The rule files that come with the tool.

use std::sync::LazyLock;

use crate::system::System;

/// The rule files that come with the tool: their names and their text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("systemf", include_str!("../systems/systemf.rules")),
    ("rust", include_str!("../systems/rust.rules")),
    ("rust-regions", include_str!("../systems/rust-regions.rules")),
    ("rust-moves", include_str!("../systems/rust-moves.rules")),
];

static SYSTEM_F: LazyLock<System> = LazyLock::new(|| built_in("systemf"));

static RUST: LazyLock<System> = LazyLock::new(|| built_in("rust"));

static RUST_REGIONS: LazyLock<System> = LazyLock::new(|| built_in("rust-regions"));

static RUST_MOVES: LazyLock<System> = LazyLock::new(|| built_in("rust-moves"));

fn built_in(name: &str) -> System {
    let found = BUILT_IN.iter().find(|(known, _)| *known == name);
    let (_, text) = found.expect("it is in the list");
    System::load(name, text).unwrap_or_else(|error| panic!("{error}"))
}

/// System F.
pub fn systemf() -> &'static System {
    &SYSTEM_F
}

/// Rust: traits and generics, lifetimes, and moves and borrows.
pub fn rust() -> [&'static System; 3] {
    [&RUST, &RUST_REGIONS, &RUST_MOVES]
}
