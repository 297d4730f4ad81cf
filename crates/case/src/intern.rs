//! Names that live as long as the process.

use std::collections::BTreeSet;
use std::sync::Mutex;

/// The same text as a `&'static str`, for names that come from files of the
/// user's: rules, features, languages. Each distinct text is kept once and never
/// freed, so this is for names and not for contents.
pub fn intern(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().expect("no panic while the names are locked");
    match names.get(name) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(name.into());
            names.insert(kept);
            kept
        }
    }
}
