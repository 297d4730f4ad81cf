//! How a command is described: `wellsmith.toml`, or a line of the user's.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;
use case::{Dialect, Language};
use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Deserializer, de};

use crate::{Canary, Must};

/// A compiler that the user describes: how it is started, and what its exit
/// statuses and its output mean.
///
/// It takes programs of one language and says whether they are accepted. The
/// defaults are those of most compilers: exit status 0 accepts, others below 126
/// reject with the first line of output as the message, signals are crashes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandTarget {
    #[serde(deserialize_with = "named")]
    pub(super) name: String,
    #[serde(default = "dev", deserialize_with = "named")]
    pub(super) version: String,
    #[serde(deserialize_with = "language")]
    pub(super) language: Language,
    #[serde(default = "standard", deserialize_with = "parsed")]
    pub(super) dialect: Dialect,
    #[serde(default, deserialize_with = "extension")]
    pub(super) extension: Option<String>,
    pub(super) command: CommandLine,
    #[serde(default)]
    pub(super) configurations: BTreeMap<String, CommandLine>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) read_only: Vec<PathBuf>,
    #[serde(default)]
    pub(super) limits: CommandLimits,
    #[serde(default = "success")]
    pub(super) accepted: Vec<u8>,
    #[serde(default)]
    pub(super) rejected: Option<Vec<u8>>,
    #[serde(default)]
    pub(super) crashed: Vec<u8>,
    #[serde(default)]
    pub(super) error: Option<Pattern>,
    #[serde(default)]
    pub(super) crash: Option<Pattern>,
    #[serde(default)]
    pub(super) syntax: Option<Pattern>,
    #[serde(default, rename = "canary", deserialize_with = "canaries")]
    pub(super) canaries: Vec<Canary>,
    /// What relative paths are relative to.
    #[serde(skip)]
    pub(super) folder: PathBuf,
}

/// What is wrong with a description.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The file is not of the format: where, what, and what is allowed.
    #[error("{}: {source}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// Where and what.
        source: Box<toml::de::Error>,
    },
    /// The file describes no target.
    #[error("{} describes no target; one begins with the line `[[target]]`", .0.display())]
    Empty(PathBuf),
    /// A key has a value that does not go with the rest.
    #[error("{}: target {target}: `{key}` {why}", file.display())]
    Key {
        /// The file.
        file: PathBuf,
        /// The target, by its name.
        target: String,
        /// The key.
        key: String,
        /// What is wrong with it.
        why: String,
    },
    /// A command that the user gave by itself cannot be used.
    #[error("the command {command:?} {why}")]
    Command {
        /// The command.
        command: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    target: Vec<CommandTarget>,
    /// The defaults of a project, which are for the program.
    #[serde(default, rename = "fuzz")]
    _defaults: de::IgnoredAny,
}

impl CommandTarget {
    /// The targets that the text of a file describes. Relative paths in it are
    /// relative to the file's folder.
    pub fn parse(text: &str, file: &Path) -> Result<Vec<CommandTarget>, CommandError> {
        let wrong =
            |source| CommandError::Format { file: file.to_owned(), source: Box::new(source) };
        let mut targets = toml::from_str::<File>(text).map_err(wrong)?.target;
        if targets.is_empty() {
            return Err(CommandError::Empty(file.to_owned()));
        }
        let folder = absolute(file.parent().unwrap_or(Path::new("")));
        for i in 0..targets.len() {
            let (before, rest) = targets.split_at_mut(i);
            let target = &mut rest[0];
            target.folder.clone_from(&folder);
            let key = |(key, why): (&str, String)| CommandError::Key {
                file: file.to_owned(),
                target: target.name.clone(),
                key: key.to_owned(),
                why,
            };
            target.check().map_err(key)?;
            let same = |other: &CommandTarget| {
                (&other.name, &other.version) == (&target.name, &target.version)
            };
            if before.iter().any(same) {
                let why = format!(
                    "is {:?} for a second target of this name; give them different versions",
                    target.version
                );
                return Err(key(("version", why)));
            }
        }
        Ok(targets)
    }

    /// A compiler of which only the command is known. Relative paths in it are
    /// relative to the current folder. Its name is that of the program.
    pub fn from_command_line(
        command: &str,
        language: Language,
    ) -> Result<CommandTarget, CommandError> {
        let line = CommandLine::try_from(Text::Line(command.to_owned()))
            .map_err(|why| CommandError::Command { command: command.to_owned(), why })?;
        if line.takes_many() {
            let why = "gives all files to one process with `{files}`, and its diagnostics must be \
                       told apart; describe it in a wellsmith.toml, with `error`, or write `{file}`"
                .to_owned();
            return Err(CommandError::Command { command: command.to_owned(), why });
        }
        let program = Path::new(&line.program).file_name().unwrap_or_default().to_string_lossy();
        Ok(CommandTarget {
            name: program.replace(|c| !is_of_name(c), "-"),
            version: dev(),
            language,
            dialect: Dialect::Standard,
            extension: None,
            command: line,
            configurations: BTreeMap::new(),
            env: BTreeMap::new(),
            read_only: Vec::new(),
            limits: CommandLimits::default(),
            accepted: success(),
            rejected: None,
            crashed: Vec::new(),
            error: None,
            crash: None,
            syntax: None,
            canaries: Vec::new(),
            folder: absolute(Path::new("")),
        })
    }

    /// The language that it takes.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The same target with these canaries, unless its description has some.
    pub fn or_canaries(mut self, canaries: Vec<Canary>) -> CommandTarget {
        if self.canaries.is_empty() {
            self.canaries = canaries;
        }
        self
    }

    /// What does not go together, as the key and the fault.
    fn check(&self) -> Result<(), (&'static str, String)> {
        if let Some(name) = self.configurations.keys().find(|name| !is_name(name)) {
            return Err(("configurations", format!("has {name:?}, which {NOT_A_NAME}")));
        }
        let lacks = |must| self.canaries.iter().all(|canary| canary.must != must);
        if !self.canaries.is_empty() && (lacks(Must::Accept) || lacks(Must::Reject)) {
            let why = "must have a program for each verdict: one with must = \"accept\" and one \
                       with must = \"reject\"";
            return Err(("canary", why.to_owned()));
        }
        let rejected = self.rejected.as_deref().unwrap_or_default();
        for (key, statuses) in [("accepted", &self.accepted[..]), ("rejected", rejected)] {
            if let Some(status) = statuses.iter().find(|status| SIGNALS.contains(status)) {
                let why = format!(
                    "has {status}; from 129 to 192 an exit status stands for a signal, and that \
                     always is a crash"
                );
                return Err((key, why));
            }
            if let Some(status) = statuses.iter().find(|status| self.crashed.contains(status)) {
                return Err((key, format!("and `crashed` both have {status}")));
            }
        }
        if self.error.is_none()
            && let Some(status) = rejected.iter().find(|status| self.accepted.contains(status))
        {
            let why = format!(
                "and `accepted` both have {status}; then diagnostics decide, and `error` must say \
                 what they look like"
            );
            return Err(("rejected", why));
        }
        let patterns = [
            ("error", &self.error, &["file", "line", "code", "message"][..]),
            ("crash", &self.crash, &["place", "message"]),
            ("syntax", &self.syntax, &[]),
        ];
        for (key, pattern, known) in patterns {
            let groups = pattern.iter().flat_map(|pattern| pattern.0.capture_names().flatten());
            if let Some(group) = groups.into_iter().find(|group| !known.contains(group)) {
                let known = match known {
                    [] => "no groups".to_owned(),
                    _ => format!("the groups {}", known.join(", ")),
                };
                return Err((key, format!("has a group {group:?}; it may have {known}")));
            }
        }
        let names_file = self.error.as_ref().is_some_and(|error| error.has("file"));
        let mut commands = std::iter::once(&self.command).chain(self.configurations.values());
        if !names_file && commands.any(CommandLine::takes_many) {
            let why = "must be given and have a group (?P<file>…) for a command with `{files}`: \
                       nothing else says which program a diagnostic is about";
            return Err(("error", why.to_owned()));
        }
        Ok(())
    }
}

/// The exit statuses with which a shell and the sandbox speak of signals.
pub(super) const SIGNALS: std::ops::RangeInclusive<u8> = 129..=192;

/// A command: a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Text")]
pub(super) struct CommandLine {
    pub(super) program: String,
    pub(super) arguments: Vec<Vec<Word>>,
}

/// A part of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Text(String),
    /// The file of the program.
    File,
    /// The files of all programs.
    Files,
}

/// A command as it is written.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a command is a string or a list of strings")]
pub(super) enum Text {
    Line(String),
    Words(Vec<String>),
}

impl CommandLine {
    /// Whether all programs of a batch are given to one process.
    pub(super) fn takes_many(&self) -> bool {
        self.arguments.iter().flatten().any(|word| *word == Word::Files)
    }
}

impl TryFrom<Text> for CommandLine {
    type Error = String;

    fn try_from(text: Text) -> Result<CommandLine, String> {
        let words = match text {
            Text::Words(words) => words,
            Text::Line(line) => shlex::split(&line)
                .ok_or("is not what a shell understands: a quotation mark is not closed")?,
        };
        let Some((program, arguments)) = words.split_first() else {
            return Err("names no program".to_owned());
        };
        if words.iter().any(|word| word.contains('\0')) {
            return Err("has a zero byte in it".to_owned());
        }
        let arguments: Vec<Vec<Word>> = arguments.iter().map(|text| in_parts(text)).collect();
        let count = |which| arguments.iter().flatten().filter(|word| **word == which).count();
        match (count(Word::File), count(Word::Files)) {
            (0, 0) => Err("must have `{file}` among its arguments, where the name of the source \
                           file goes (or `{files}`, for many files at once)"
                .to_owned()),
            (1.., 1..) | (0, 2..) => {
                Err("must have either `{file}` or one `{files}`, not more".to_owned())
            }
            (0, 1) if !arguments.iter().any(|argument| argument[..] == [Word::Files]) => {
                Err("must have `{files}` as an argument of its own".to_owned())
            }
            _ => Ok(CommandLine { program: program.clone(), arguments }),
        }
    }
}

/// An argument, split at what stands for files.
fn in_parts(argument: &str) -> Vec<Word> {
    let mut parts = Vec::new();
    let mut rest = argument;
    while let Some(start) = rest.find("{file") {
        let (text, at) = rest.split_at(start);
        let (word, length) = match at {
            _ if at.starts_with("{file}") => (Word::File, "{file}".len()),
            _ if at.starts_with("{files}") => (Word::Files, "{files}".len()),
            _ => break,
        };
        if !text.is_empty() {
            parts.push(Word::Text(text.to_owned()));
        }
        parts.push(word);
        rest = &at[length..];
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(Word::Text(rest.to_owned()));
    }
    parts
}

/// A regular expression; `^` and `$` match at lines.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Pattern(pub(super) Regex);

impl Pattern {
    fn has(&self, group: &str) -> bool {
        self.0.capture_names().flatten().any(|name| name == group)
    }
}

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(pattern: String) -> Result<Pattern, regex::Error> {
        RegexBuilder::new(&pattern).multi_line(true).build().map(Pattern)
    }
}

/// What the compiler may use for one program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CommandLimits {
    #[serde(deserialize_with = "cpu")]
    pub(super) cpu: Duration,
    #[serde(deserialize_with = "memory")]
    pub(super) memory: u64,
}

impl Default for CommandLimits {
    fn default() -> CommandLimits {
        CommandLimits { cpu: Duration::from_secs(10), memory: 2 << 30 }
    }
}

/// A program with a known verdict, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CanaryTable {
    program: String,
    must: Verdict,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accept,
    Reject,
}

fn canaries<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<Canary>, D::Error> {
    let canary = |table: CanaryTable| {
        let must = match table.must {
            Verdict::Accept => Must::Accept,
            Verdict::Reject => Must::Reject,
        };
        Canary { program: table.program.into(), must, or: Vec::new() }
    };
    Ok(Vec::<CanaryTable>::deserialize(value)?.into_iter().map(canary).collect())
}

fn parsed<'de, T, D>(value: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(value)?.parse().map_err(de::Error::custom)
}

const NOT_A_NAME: &str = "is not a name: letters, digits, `.`, `_` and `-` make one";

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-')
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_name)
}

fn named<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let text = String::deserialize(value)?;
    match is_name(&text) {
        true => Ok(text),
        false => Err(de::Error::custom(format!("{text:?} {NOT_A_NAME}"))),
    }
}

fn language<'de, D: Deserializer<'de>>(value: D) -> Result<Language, D::Error> {
    named(value).map(|name| Language::named(&name))
}

fn extension<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    named(value).map(Some)
}

fn cpu<'de, D: Deserializer<'de>>(value: D) -> Result<Duration, D::Error> {
    const MOST: Duration = Duration::from_secs(3600);
    let time: Duration = *parsed::<humantime::Duration, D>(value)?;
    match time {
        time if time < Duration::from_secs(1) || time > MOST => {
            Err(de::Error::custom("the processor time for a program is from 1s to 1h"))
        }
        // The kernel counts in whole seconds.
        time => Ok(Duration::from_secs(time.as_secs_f64().ceil() as u64)),
    }
}

fn memory<'de, D: Deserializer<'de>>(value: D) -> Result<u64, D::Error> {
    match parsed::<ByteSize, D>(value)? {
        memory if memory < ByteSize::mib(16) => {
            Err(de::Error::custom("a compiler needs 16MiB of memory at least"))
        }
        memory => Ok(memory.as_u64()),
    }
}

fn dev() -> String {
    "dev".to_owned()
}

fn standard() -> Dialect {
    Dialect::Standard
}

fn success() -> Vec<u8> {
    vec![0]
}

/// The folder with its full path.
fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // It fails only if the current folder is gone; then nothing is found there.
    let path = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    path.components().collect()
}
