//! `wellsmith init`: a `wellsmith.toml` to begin with, and the schema of such files.

use std::any::TypeId;
use std::io::Write;
use std::path::Path;

use clap::{Arg, ArgAction, CommandFactory};
use serde_json::{Value, json};

use crate::args::{Args, InitArgs};
use crate::compilers::CONFIG;
use crate::defaults;
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{printed, say};

/// Runs the command.
pub(crate) fn run(args: &InitArgs) -> anyhow::Result<Exit> {
    if args.schema {
        let text = format!("{}\n", serde_json::to_string_pretty(&schema())?);
        printed(std::io::stdout().write_all(text.as_bytes()))?;
        return Ok(Exit::Nothing);
    }
    let available = machine::cache(&args.places)?.available();
    let names: Vec<String> = available
        .iter()
        .filter(|toolchain| !targets::describe(toolchain).is_empty())
        .map(|toolchain| format!("{:?}", toolchain.id.to_string()))
        .collect();
    let file = std::fs::File::options().write(true).create_new(true).open(CONFIG);
    let mut file = file.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => usage(format!("there is a {CONFIG} here already")),
        _ => setup(format!("cannot write {CONFIG}: {error}")),
    })?;
    file.write_all(template(&names).as_bytes())
        .map_err(|error| setup(format!("cannot write {CONFIG}: {error}")))?;
    say!(
        "{} is written. Edit it, then run `wellsmith fuzz` in this folder.",
        Path::new(CONFIG).display()
    )?;
    Ok(Exit::Nothing)
}

fn template(available: &[String]) -> String {
    format!(
        "\
# What `wellsmith fuzz` does in this folder. The keys of [fuzz] are the flags of
# `wellsmith fuzz --help`; flags on the command line and variables of the environment
# come first.

[fuzz]
for = \"10m\"

# The compilers that are tested, of those of this machine; all if this is left out.
# target = [{}]

# Exit code 1 for open bugs (\"new\"), for known ones too (\"any\"), or never (\"none\").
# fail-on = \"new\"

# What is known already. `wellsmith findings export . --format baseline` writes this file.
# known = [\"baseline.toml\"]

# A compiler of your own; docs/your-own-language.md has all keys.
# [[target]]
# name = \"mycc\"
# language = \"rust\"
# command = \"./mycc {{file}}\"
",
        available.join(", ")
    )
}

/// The JSON schema of `wellsmith.toml`.
fn schema() -> Value {
    let mut root = Args::command();
    root.build();
    let fuzz = root.find_subcommand(defaults::COMMAND).expect("there is such a command");
    let keys = defaults::all(fuzz).map(|(name, arg)| (name.to_owned(), key_schema(arg)));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "wellsmith.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "fuzz": {
                "description": "Defaults of `wellsmith fuzz`, by the names of its flags",
                "type": "object",
                "additionalProperties": false,
                "properties": keys.collect::<serde_json::Map<_, _>>(),
            },
            "target": {
                "description": "Compilers of your own",
                "type": "array",
                "items": target_schema(),
            },
        },
    })
}

/// The schema of a flag's value.
fn key_schema(arg: &Arg) -> Value {
    let about = arg.get_help().map(|help| help.to_string()).unwrap_or_default();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return json!({ "description": about, "type": "boolean" });
    }
    let parser = arg.get_value_parser();
    let words: Vec<String> = match arg.is_hide_possible_values_set() {
        true => Vec::new(),
        false => arg.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect(),
    };
    let numbers = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>()];
    let number = numbers.iter().any(|number| parser.type_id() == *number);
    let one = match (&words[..], number) {
        ([], true) => json!({ "type": ["integer", "string"] }),
        ([], false) => json!({ "type": "string" }),
        (words, _) => json!({ "enum": words }),
    };
    let mut schema = match arg.get_action() {
        ArgAction::Append => json!({ "anyOf": [one, { "type": "array", "items": one }] }),
        _ => one,
    };
    schema["description"] = about.into();
    schema
}

fn target_schema() -> Value {
    let text = |about: &str| json!({ "description": about, "type": "string" });
    let command = |about: &str| {
        json!({
            "description": about,
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
        })
    };
    let statuses = |about: &str| {
        let status = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
        json!({ "description": about, "type": "array", "items": status })
    };
    let texts = json!({ "type": "string" });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "language", "command"],
        "properties": {
            "name": text("The name of the compiler"),
            "version": text("Its version; dev if left out"),
            "language": text("A built-in language, or one of a rule file"),
            "dialect": text("The dialect of the language that it takes"),
            "extension": text("The extension of source files"),
            "command": command("How it is started, with {file} for the program's file"),
            "configurations": {
                "description": "The same compiler with other options: a command for each name",
                "type": "object",
                "additionalProperties": command("The command"),
            },
            "env": {
                "description": "Variables of its environment",
                "type": "object",
                "additionalProperties": texts,
            },
            "read-only": {
                "description": "Further folders that it reads",
                "type": "array",
                "items": texts,
            },
            "limits": {
                "description": "Limits for one program",
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "cpu": text("Processor time: 10s"),
                    "memory": text("Memory: 2GiB"),
                },
            },
            "accepted": statuses("Exit statuses that mean that a program is accepted"),
            "rejected": statuses("Exit statuses that mean that it is rejected"),
            "crashed": statuses("Exit statuses that mean that the compiler crashed"),
            "error": text("A regular expression for errors in the output"),
            "crash": text("A regular expression for the words of a crash"),
            "syntax": text("A regular expression for messages of the parser"),
            "canary": {
                "description": "Programs with a known verdict",
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["program", "must"],
                    "properties": {
                        "program": text("The program"),
                        "must": { "enum": ["accept", "reject"] },
                    },
                },
            },
        },
    })
}
