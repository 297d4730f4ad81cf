//! How targets are named.

use std::fmt;
use std::str::FromStr;

/// The name of a target: a compiler or runtime, its version, and a
/// configuration of it. Written `rustc@1.95.0` or `rustc@1.95.0+next-solver`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetName {
    /// The compiler or runtime: `rustc`, `flume`.
    pub compiler: String,
    /// Its version as it says itself, or the path that the user named.
    pub version: String,
    /// The configuration; empty for the default one.
    pub configuration: String,
}

impl TargetName {
    /// The default configuration of a compiler.
    pub fn new(compiler: impl Into<String>, version: impl Into<String>) -> TargetName {
        let configuration = String::new();
        TargetName { compiler: compiler.into(), version: version.into(), configuration }
    }

    /// The same compiler in another configuration.
    pub fn with(&self, configuration: &str) -> TargetName {
        TargetName { configuration: configuration.to_owned(), ..self.clone() }
    }

    /// Compiler and version, without the configuration.
    pub fn toolchain(&self) -> String {
        format!("{}@{}", self.compiler, self.version)
    }

    /// Whether this is the configuration that users of the compiler get unless
    /// they ask for another.
    pub fn is_default(&self) -> bool {
        self.configuration.is_empty()
    }
}

impl fmt::Display for TargetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.toolchain();
        if !self.is_default() {
            text.push('+');
            text.push_str(&self.configuration);
        }
        f.pad(&text)
    }
}

/// A text that names no target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTargetName(String);

impl fmt::Display for BadTargetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not of the form NAME@VERSION or NAME@VERSION+CONFIGURATION", self.0)
    }
}

impl std::error::Error for BadTargetName {}

impl FromStr for TargetName {
    type Err = BadTargetName;

    fn from_str(text: &str) -> Result<TargetName, BadTargetName> {
        let (compiler, rest) =
            text.split_once('@').ok_or_else(|| BadTargetName(text.to_owned()))?;
        let (version, configuration) = split_configuration(rest);
        if compiler.is_empty() || version.is_empty() {
            return Err(BadTargetName(text.to_owned()));
        }
        Ok(TargetName::new(compiler, version).with(configuration.unwrap_or_default()))
    }
}

/// Splits `1.95.0+next-solver`, or `rustc+next-solver`, at the configuration. A
/// plus sign in a path belongs to the path.
pub fn split_configuration(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('+') {
        Some((rest, configuration)) if !configuration.contains('/') => (rest, Some(configuration)),
        _ => (text, None),
    }
}
