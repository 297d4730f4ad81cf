//! `cargo xtask known-bugs ENGINE [NAME]`: bugs that are known to be there must
//! be met again, and on the control they must not.

mod api;
mod channels;
mod rules;

use anyhow::bail;

/// Runs the known bugs of an engine that have this in their names.
pub(crate) fn run(engine: &str, name: &str) -> anyhow::Result<()> {
    match engine {
        "api" => api::run(name),
        "channels" => channels::run(name),
        "rules" => rules::run(),
        _ => bail!(
            "there are no known bugs for engine {engine:?}; there are for: api, channels, rules"
        ),
    }
}
