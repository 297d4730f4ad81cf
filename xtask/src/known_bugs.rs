//! `cargo xtask known-bugs ENGINE [NAME]`: bugs that are known to be there must
//! be met again, and on the control they must not.

mod api;
mod channels;

use anyhow::bail;

/// Runs the known bugs of an engine; of those of channels, the ones that are
/// named so.
pub(crate) fn run(engine: &str, name: &str) -> anyhow::Result<()> {
    match engine {
        "api" => api::run(),
        "channels" => channels::run(name),
        _ => bail!("there are no known bugs for engine {engine:?}; there are for: api, channels"),
    }
}
