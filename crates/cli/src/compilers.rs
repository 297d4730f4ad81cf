//! Compilers of the user's own.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use case::{Engine, Language, TargetName};
use inputs::Inputs;
use serde::{Deserialize, Serialize};
use targets::command::CommandTarget;
use targets::{Canary, Must, Recipe};

use crate::args::OwnCompilers;
use crate::defaults;
use crate::engines::input_error;
use crate::exit::usage;
use crate::setup;

/// The file that is read if the user names none.
pub(crate) const CONFIG: &str = "wellsmith.toml";

/// How the user named compilers of their own; stored with a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    /// Commands.
    #[serde(default)]
    commands: Vec<String>,
    /// Files that describe compilers.
    #[serde(default)]
    configs: Vec<PathBuf>,
}

impl Named {
    /// What the user names, and the file in this folder if nothing else.
    pub(crate) fn new(own: &OwnCompilers) -> Named {
        let mut configs = own.config.clone();
        if configs.is_empty() && own.compiler.is_empty() && Path::new(CONFIG).is_file() {
            configs.push(PathBuf::from(CONFIG));
        }
        configs.retain(|file| may_describe(file));
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let configs = configs.into_iter().map(absolute).collect();
        Named { commands: own.compiler.clone(), configs }
    }

    /// The compilers that files describe.
    fn described(&self) -> anyhow::Result<Vec<CommandTarget>> {
        let mut targets = Vec::new();
        for config in &self.configs {
            targets.extend(CommandTarget::parse(&setup::read(config)?, config).map_err(usage)?);
        }
        Ok(targets)
    }

    /// How a program in a language is given to one of the compilers by hand. A
    /// description that cannot be read any more says nothing.
    pub(crate) fn recipe(&self, target: &TargetName, language: Language) -> Option<Recipe> {
        let commands = self.commands.iter();
        let commands =
            commands.filter_map(|line| CommandTarget::from_command_line(line, language).ok());
        let mut all = self.described().unwrap_or_default().into_iter().chain(commands);
        all.find_map(|command| command.recipe(target))
    }

    /// The compilers. One that was named by a command alone takes the language
    /// given, or else the first one of the rule files. Self-tests that a
    /// description lacks come from the rule files.
    pub(crate) fn targets(
        &self,
        inputs: &Inputs<'_>,
        language: Option<Language>,
    ) -> anyhow::Result<Vec<CommandTarget>> {
        let mut targets = self.described()?;
        if !self.commands.is_empty() {
            let language = match language {
                Some(language) => language,
                None => {
                    let abilities = inputs.rules().map_err(input_error)?.abilities();
                    let first = abilities.first().map(|(language, _)| *language);
                    first.ok_or_else(|| usage("the rule files have no output language"))?
                }
            };
            for command in &self.commands {
                let target = CommandTarget::from_command_line(command, language);
                targets.push(target.map_err(usage)?);
            }
        }
        let mut names: Vec<_> =
            targets.iter().map(|target| target.describe()[0].name.toolchain()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(usage(format!(
                "two compilers are called {}, and their results could not be told apart; describe \
                 them in a {CONFIG} with different versions",
                twice[0]
            )));
        }
        targets.into_iter().map(|target| self_tested(target, inputs)).collect()
    }
}

/// Whether a file may describe a compiler; it may have nothing but defaults. What
/// cannot be read is told when it is needed.
fn may_describe(file: &Path) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    !matches!(text.parse::<toml::Table>(), Ok(table)
        if table.contains_key(defaults::COMMAND) && !table.contains_key("target"))
}

fn self_tested(target: CommandTarget, inputs: &Inputs<'_>) -> anyhow::Result<CommandTarget> {
    let rules = inputs.rules().map_err(input_error)?;
    let dialect = target.describe()[0].dialect;
    let Some(canaries) = rules.canaries(target.language(), dialect) else { return Ok(target) };
    let program = |case: case::TestCase| Cow::Owned(case.source);
    let mut made =
        vec![Canary { program: program(canaries.accepted), must: Must::Accept, or: Vec::new() }];
    let mut rejected = canaries.rejected.into_iter().map(program);
    if let Some(first) = rejected.next() {
        made.push(Canary { program: first, must: Must::Reject, or: rejected.collect() });
    }
    Ok(target.or_canaries(made))
}
