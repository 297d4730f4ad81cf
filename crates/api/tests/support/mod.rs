//! The library that tests generate programs about.

use std::path::Path;

use api::{Api, Format, Source};

/// The engine over the library of Java and, before it, what a language's own compiler
/// reports about a library of its own.
pub(crate) fn library(native: Option<&str>) -> Api {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/library"));
    let mut sources: Vec<Source> =
        native.iter().map(|name| Source::subject(folder.join(name), Format::Json)).collect();
    sources.push(Source::context(folder.join("jvm"), Format::Json));
    sources.push(Source::subject(folder.join("java"), Format::Json));
    Api::load(&sources).expect("the library can be read")
}
