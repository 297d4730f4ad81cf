//! `[fuzz]` in a `wellsmith.toml`: the flags of `fuzz` that a project always uses.
//!
//! Each key is the name of a flag. Flags on the command line and variables of the
//! environment come first; so a key is left out if they give it, or something that
//! excludes it. What remains is added to the command line and parsed as if it had
//! been typed. The places, the store and the cache, hold for all commands.

use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, Parser};
use toml::{Table, Value};

use crate::args::Args;
use crate::compilers::CONFIG;
use crate::exit::usage;
use crate::setup;

/// The command that files have defaults for.
pub(crate) const COMMAND: &str = "fuzz";

/// Flags that say which file is read or what is done once, and are no defaults.
const NEVER: [&str; 5] = ["config", "detach", "resume", "help", "install"];

/// The keys that hold for all commands.
const PLACES: [&str; 2] = ["store", "cache"];

/// The arguments of the process, with the defaults of the project. What is wrong
/// with the arguments themselves ends the process, as is usual.
pub(crate) fn arguments() -> anyhow::Result<Args> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let matches = Args::command().get_matches_from(&words);
    let mut root = Args::command();
    root.build();
    let fuzz = root.find_subcommand(COMMAND).expect("there is such a command");
    let (mut command, mut given) = (&root, &matches);
    while let Some((name, sub)) = given.subcommand() {
        command = command.find_subcommand(name).expect("it was parsed");
        given = sub;
    }
    let named = given.try_get_many::<PathBuf>("config").ok().flatten();
    let files: Vec<PathBuf> = match named {
        Some(named) => named.cloned().collect(),
        None if Path::new(CONFIG).is_file() => vec![PathBuf::from(CONFIG)],
        None => Vec::new(),
    };
    for file in &files {
        let mut more = Vec::new();
        for (key, flags) in defaults(fuzz, &setup::read(file)?, file)? {
            let holds = command.get_name() == COMMAND || PLACES.contains(&&key[..]);
            let arg = flag(command, &key).filter(|_| holds);
            if arg.is_some_and(|arg| !is_excluded(command, given, arg)) {
                more.extend(flags);
            }
        }
        // Behind two dashes stands what is not ours.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, more);
        // Without the file it could be parsed.
        Args::command().try_get_matches_from(&words).map_err(|error| {
            let text = error.to_string();
            let text = text.lines().next().unwrap_or_default();
            let text = text.strip_prefix("error: ").unwrap_or(text);
            usage(format!("{}: [{COMMAND}]: {text}", file.display()))
        })?;
    }
    Ok(Args::parse_from(words))
}

/// Whether a flag is given already, or something that excludes it.
fn is_excluded(command: &Command, given: &ArgMatches, arg: &Arg) -> bool {
    let is_given = |arg: &Arg| {
        let source = given.value_source(arg.get_id().as_str());
        matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
    };
    let excludes = |one: &Arg, other: &Arg| {
        let all = command.get_arg_conflicts_with(one);
        all.iter().any(|excluded| excluded.get_id() == other.get_id())
    };
    is_given(arg)
        || command
            .get_arguments()
            .filter(|other| is_given(other))
            .any(|other| excludes(other, arg) || excludes(arg, other))
}

/// The keys of a file, with the words that stand for each.
fn defaults(
    fuzz: &Command,
    text: &str,
    file: &Path,
) -> anyhow::Result<Vec<(String, Vec<OsString>)>> {
    let wrong = |why: String| usage(format!("{}: {why}", file.display()));
    let whole: Table = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let table = match whole.get(COMMAND) {
        None => return Ok(Vec::new()),
        Some(Value::Table(table)) => table,
        Some(_) => return Err(wrong(format!("`{COMMAND}` must be a table, [{COMMAND}]"))),
    };
    let folder = std::path::absolute(file).ok();
    let folder = folder.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let words = table.iter().map(|(key, value)| {
        let arg = flag(fuzz, key).ok_or_else(|| wrong(unknown(fuzz, key)))?;
        let flags = flags(arg, value, folder).map_err(|why| wrong(format!("`{key}` {why}")))?;
        Ok((key.clone(), flags))
    });
    words.collect()
}

/// The flags of the command that files may have defaults for.
pub(crate) fn all(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    named.filter(|(name, _)| !NEVER.contains(name))
}

fn flag<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    all(command).find(|(name, _)| *name == key).map(|(_, arg)| arg)
}

/// Says that there is no such key, and which one may have been meant.
fn unknown(command: &Command, key: &str) -> String {
    let alike = all(command).map(|(name, _)| (strsim::jaro_winkler(key, name), name));
    let best = alike.max_by(|left, right| left.0.total_cmp(&right.0));
    match best {
        Some((likeness, name)) if likeness > 0.75 => {
            format!("unknown key `{key}` in [{COMMAND}]; did you mean `{name}`?")
        }
        _ => format!(
            "unknown key `{key}` in [{COMMAND}]; the keys are the flags of \
             `wellsmith {COMMAND} --help` without their dashes"
        ),
    }
}

/// The words that stand for a key and its value, or what is wrong with the value.
/// Relative paths are relative to the file's folder.
fn flags(arg: &Arg, value: &Value, folder: &Path) -> Result<Vec<OsString>, String> {
    let name = arg.get_long().expect("it was found by its name");
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => Ok(vec![format!("--{name}").into()]),
        (ArgAction::SetTrue, Value::Boolean(false)) => Ok(Vec::new()),
        (ArgAction::SetTrue, _) => Err("must be true or false".to_owned()),
        (ArgAction::Append, Value::Array(values)) => {
            let each = values.iter().map(|value| one(name, value, is_path, folder));
            each.collect()
        }
        _ => Ok(vec![one(name, value, is_path, folder)?]),
    }
}

fn one(name: &str, value: &Value, is_path: bool, folder: &Path) -> Result<OsString, String> {
    let mut word = OsString::from(format!("--{name}="));
    match value {
        Value::String(text) if is_path => word.push(folder.join(text)),
        Value::String(text) => word.push(text),
        Value::Integer(number) => word.push(number.to_string()),
        Value::Array(_) => return Err("takes one value, not a list".to_owned()),
        _ => return Err("must be a text or a whole number".to_owned()),
    }
    Ok(word)
}
