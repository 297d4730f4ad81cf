//! The rule files of this crate.

use crate::system::System;

/// The rule files of this crate, each with its name and its text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("rust", include_str!("../systems/rust.rules")),
    ("rust-regions", include_str!("../systems/rust-regions.rules")),
    ("rust-moves", include_str!("../systems/rust-moves.rules")),
    ("systemf", include_str!("../systems/systemf.rules")),
];

impl System {
    /// The rule file of this crate with this name.
    pub fn built_in(name: &str) -> Option<System> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(System::load(name, text).unwrap_or_else(|error| panic!("{error}")))
    }
}
