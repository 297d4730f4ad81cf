//! `wellsmith engines`: what there is to test with, and what is tested.

use case::{Does, Feature, Mode};
use inputs::{Inputs, Sources};
use serde::Serialize;
use toolchains::Cache;

use crate::args::EnginesArgs;
use crate::engines::{input_error, tell_user};
use crate::exit::Exit;
use crate::setup as machine;
use crate::words::{Waiting, say, table};

/// What the engines make, in a line each.
const ABOUT: [(&str, &str); 5] = [
    ("rules", "programs from typing rules: well-typed, ill-typed in one place, type-equivalent"),
    ("api", "client programs of real libraries, well-typed and ill-typed in one place"),
    ("channels", "concurrent programs, every execution of which must terminate"),
    ("mutate", "type-preserving mutants of seed programs"),
    ("functional", "typed functional programs whose output is predicted"),
];

/// What modes mean, in a line each.
fn mode_about(mode: Mode) -> &'static str {
    match mode {
        Mode::WellTyped => "must be accepted",
        Mode::WellTypedErased => "must be accepted; what inference can restore is left out",
        Mode::IllTyped => "must be rejected, for one known reason",
        Mode::IllTypedErased => "must be rejected; what inference can restore is left out",
        Mode::Equivalent => "families of equivalent programs, which must get the same verdict",
        Mode::Terminating => "must be accepted, and every execution must end",
        Mode::Behaviour => "must be accepted, and do what was predicted in every configuration",
    }
}

#[derive(Serialize)]
struct EngineJson {
    name: &'static str,
    about: &'static str,
    languages: Vec<LanguageJson>,
}

#[derive(Serialize)]
struct LanguageJson {
    language: &'static str,
    modes: Vec<&'static str>,
    features: Vec<FeatureJson>,
    /// The installed targets that take these programs.
    targets: Vec<String>,
}

#[derive(PartialEq, Serialize)]
struct FeatureJson {
    name: &'static str,
    about: &'static str,
    default: bool,
}

impl FeatureJson {
    fn new(feature: &Feature) -> FeatureJson {
        let Feature { name, about, default } = *feature;
        FeatureJson { name, about, default }
    }
}

/// Runs the command.
pub(crate) fn run(args: &EnginesArgs) -> anyhow::Result<Exit> {
    let cache = machine::cache(&args.places)?;
    let mut engines = Vec::new();
    let mut modes: Vec<Mode> = Vec::new();
    for name in inputs::ENGINES {
        if args.engine.as_ref().is_none_or(|wanted| wanted == name) {
            engines.push(engine(&cache, name, &mut modes)?);
        }
    }
    if engines.is_empty() {
        let wanted = args.engine.as_deref().unwrap_or_default();
        return Err(crate::exit::usage(format!(
            "unknown engine {wanted:?}; known are: {}",
            inputs::ENGINES.join(", ")
        )));
    }
    if args.json {
        say!("{}", serde_json::to_string(&engines)?)?;
        return Ok(Exit::Nothing);
    }
    for EngineJson { name, about, languages } in &engines {
        say!("{}: {about}", console::style(name).bold())?;
        let mut shown = table(["  language", "modes", "installed targets"]);
        for language in languages {
            let targets = match &language.targets[..] {
                [] => "none".to_owned(),
                targets => targets.join(", "),
            };
            let name = format!("  {}", language.language);
            shown.add_row([name, language.modes.join(", "), targets]);
        }
        say!("{shown}\n")?;
    }
    let mut shown = table(["mode", "its programs"]);
    for mode in modes {
        shown.add_row([mode.name(), mode_about(mode)]);
    }
    say!("{shown}\n")?;
    if args.engine.is_some() {
        let mut shown = table(["feature", "default", "what it adds"]);
        let mut seen: Vec<&FeatureJson> = Vec::new();
        for feature in engines.iter().flat_map(|e| &e.languages).flat_map(|l| &l.features) {
            if !seen.iter().any(|known| known.name == feature.name) {
                let on = if feature.default { "on" } else { "off" };
                shown.add_row([feature.name, on, feature.about]);
                seen.push(feature);
            }
        }
        say!("{shown}\n")?;
    } else {
        say!("`wellsmith engines NAME` shows the features of one, for `--feature`.")?;
    }
    Ok(Exit::Nothing)
}

fn engine(cache: &Cache, name: &'static str, modes: &mut Vec<Mode>) -> anyhow::Result<EngineJson> {
    let sources = Sources::default();
    let inputs = Inputs::new(cache, &sources, &tell_user);
    let _waiting = Waiting::start("reading rule files and libraries");
    let engine = inputs.engine(name, inputs.compiler(None).as_ref()).map_err(input_error)?;
    let installed: Vec<_> = cache.available().iter().flat_map(targets::describe).collect();
    let mut languages = Vec::new();
    for (language, known) in engine.abilities() {
        modes.extend(known.iter().filter(|mode| !modes.contains(mode)).collect::<Vec<_>>());
        let mut features: Vec<FeatureJson> = Vec::new();
        for feature in known.iter().flat_map(|mode| engine.features(language, *mode)) {
            let feature = FeatureJson::new(feature);
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        let needs: Vec<Does> = known.iter().map(|mode| mode.needs()).collect();
        let dialects = engine.dialects(language);
        let takes = installed.iter().filter(|info| {
            info.language == language
                && dialects.contains(&info.dialect)
                && needs.contains(&info.does)
        });
        languages.push(LanguageJson {
            language: language.name(),
            modes: known.iter().map(|mode| mode.name()).collect(),
            features,
            targets: takes.map(|info| info.name.to_string()).collect(),
        });
    }
    let about = ABOUT.iter().find(|(known, _)| *known == name).map_or("", |(_, about)| about);
    Ok(EngineJson { name, about, languages })
}
