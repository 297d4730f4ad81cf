//! `wellsmith rules`: check a rule file, try it, and ask it about a program.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use case::{Dialect, Language, Mode};
use choice::{Choices, DeadEnd, GaveUp, Random};
use rules::{
    Answer, Derivation, Explanation, Generator, Negate, Program, Request, RuleFileError, Standing,
    System,
};
use serde::Serialize;

use crate::args::{RulesCommand, RulesGenerate};
use crate::exit::{Exit, usage};
use crate::setup;
use crate::words::{say, tell};

/// Runs the command.
pub(crate) fn run(command: &RulesCommand) -> anyhow::Result<Exit> {
    match command {
        RulesCommand::Check { file, json } => check(&load(file)?, *json),
        RulesCommand::Generate(args) => generate(&load(&args.file)?, args),
        RulesCommand::Explain { program, system, json } => explain(&load(system)?, program, *json),
    }
}

/// The rule file with this name: a path, or one that comes with the tool.
fn load(file: &Path) -> anyhow::Result<System> {
    let name = file.to_string_lossy();
    let built_in = rules::BUILT_IN.iter().find(|(known, _)| *known == name);
    if let Some((_, text)) = built_in
        && !file.exists()
    {
        return System::load(&name, text).map_err(|error| shown(&error));
    }
    let text = setup::read(file).map_err(|error| {
        let known: Vec<_> = rules::BUILT_IN.iter().map(|(known, _)| *known).collect();
        usage(format!("{error}; rule files that are built in: {}", known.join(", ")))
    })?;
    System::load(&name, &text).map_err(|error| shown(&error))
}

/// The text of such an error begins with a word that is put before every error.
fn shown(error: &RuleFileError) -> anyhow::Error {
    let text = error.to_string();
    usage(text.strip_prefix("error: ").unwrap_or(&text))
}

/// What `rules check --json` prints.
#[derive(Serialize)]
struct Checked<'a> {
    system: &'a str,
    rules: Vec<&'a str>,
    negatable: Vec<Negatable<'a>>,
    premises: Premises<'a>,
    rewrites: Vec<&'a str>,
    features: &'a [&'a str],
    languages: Vec<&'a str>,
}

/// What becomes of the premises that can be false.
#[derive(Default, Serialize)]
struct Premises<'a> {
    negated: usize,
    /// Judgments that fail where one of their own premises is negated.
    inside: usize,
    /// Premises of judgments that are negated as a whole.
    above: usize,
    /// Never negated, and why.
    explained: Vec<Unnegated<'a>>,
    /// Never negated, without a reason.
    neither: Vec<String>,
}

#[derive(Serialize)]
struct Unnegated<'a> {
    premise: String,
    why: &'a str,
}

#[derive(Serialize)]
struct Negatable<'a> {
    rule: &'a str,
    premise: &'a str,
    error: &'a str,
}

fn check(system: &System, json: bool) -> anyhow::Result<Exit> {
    let negatable = system.negatable();
    let checked = Checked {
        system: system.name(),
        rules: system.rules().collect(),
        negatable: negatable
            .map(|(rule, premise, error)| Negatable { rule, premise, error })
            .collect(),
        premises: premises(system),
        rewrites: system.rewrites().collect(),
        features: system.features(),
        languages: system.languages().collect(),
    };
    if json {
        say!("{}", serde_json::to_string(&checked)?)?;
        return Ok(Exit::Nothing);
    }
    let list = |words: &[&str]| match words {
        [] => "none".to_owned(),
        words => words.join(", "),
    };
    let premises: Vec<String> =
        checked.negatable.iter().map(|n| format!("{}.{}", n.rule, n.premise)).collect();
    let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
    say!("system {} is in order", checked.system)?;
    for (title, words) in [
        ("rules", &checked.rules[..]),
        ("premises that can be negated", &premises[..]),
        ("rewrites", &checked.rewrites[..]),
        ("features", checked.features),
        ("languages", &checked.languages[..]),
    ] {
        say!("{title} ({}): {}", words.len(), list(words))?;
    }
    let Premises { negated, inside, above, explained, neither } = &checked.premises;
    let all = negated + inside + above + explained.len() + neither.len();
    say!(
        "of {all} premises, {negated} are negated, {inside} fail with a premise inside, {above} with \
         the judgment of their rule, {} are explained, {} are neither",
        explained.len(),
        neither.len()
    )?;
    if !neither.is_empty() {
        say!("never negated, and the file does not say why: {}", neither.join(", "))?;
    }
    Ok(Exit::Nothing)
}

fn premises(system: &System) -> Premises<'_> {
    let mut found = Premises::default();
    for rules::Premise { rule, premise, standing } in system.premises() {
        let premise = format!("{rule}.{premise}");
        match standing {
            Standing::Negated => found.negated += 1,
            Standing::Inside => found.inside += 1,
            Standing::Above => found.above += 1,
            Standing::Never(why) => found.explained.push(Unnegated { premise, why }),
            Standing::Open => found.neither.push(premise),
        }
    }
    found
}

/// A line of `rules generate --json`.
#[derive(Serialize)]
struct Generated<'a> {
    family: u64,
    /// In the language asked for; none if the file has no templates.
    source: Option<String>,
    notation: String,
    rules: &'a [&'a str],
    negated: Vec<Negated<'a>>,
    rewrites: &'a [&'a str],
}

#[derive(Serialize)]
struct Negated<'a> {
    rule: &'a str,
    premise: &'a str,
    why: &'a str,
    codes: &'a [&'a str],
}

fn generate(system: &System, args: &RulesGenerate) -> anyhow::Result<Exit> {
    let modes = [Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
    if !modes.contains(&args.mode) {
        let known = modes.map(Mode::name).join(", ");
        return Err(usage(format!("rules make nothing in mode {}; they have: {known}", args.mode)));
    }
    let language = language(system, args.lang.as_deref())?;
    let times = args.negations.negations.as_deref().map(str::parse).transpose();
    let times = times.map_err(usage)?.unwrap_or_default();
    let negate = Negate { premises: args.negations.negate.clone(), times };
    if let Some(unknown) = negate.premises.iter().find(|name| !system.negates(name)) {
        let known = system.negatable().map(|(rule, premise, _)| format!("{rule}.{premise}"));
        let known: Vec<_> = known.collect();
        return Err(usage(format!(
            "no premise {unknown:?} of {} can be negated; there is: {}",
            system.name(),
            known.join(", ")
        )));
    }
    let request = Request {
        size: args.size,
        features: system.features(),
        language: language.unwrap_or_default(),
        dialect: Dialect::Standard,
        negate: &negate,
    };
    let mut generator = Generator::new(system);
    let mut random = Random::new(args.seed).with_budget(50_000, 4);
    let mut gave_up = Vec::new();
    let mut first = true;
    for index in 0..args.count {
        let family =
            random.generate(index, |choices| family(&mut generator, args.mode, &request, choices));
        let programs = match family {
            Ok(made) => made.value,
            Err(why) => {
                gave_up.push(why);
                continue;
            }
        };
        for program in &programs {
            let notation = generator.notation(program);
            let source = language.and_then(|language| generator.print(language, program));
            if args.json {
                let line = Generated {
                    family: index,
                    source,
                    notation,
                    rules: &program.rules,
                    negated: negated(program),
                    rewrites: &program.rewrites,
                };
                say!("{}", serde_json::to_string(&line)?)?;
                continue;
            }
            let text = source.filter(|_| !args.notation).unwrap_or(notation);
            say!("{}{}", if first { "" } else { "\n" }, text.trim_end())?;
            first = false;
        }
    }
    if gave_up.len() as u64 == args.count && args.count > 0 {
        return Err(usage(nothing_found(&generator, args.mode, args.size, &gave_up)));
    }
    if generator.disagreements > 0 {
        tell!(
            "warning: {} programs were discarded, because the checker did not confirm them",
            generator.disagreements
        );
    }
    if !gave_up.is_empty() {
        tell!("warning: the search gave up on {} of {} programs", gave_up.len(), args.count);
    }
    Ok(Exit::Nothing)
}

/// The language to print in: the one that is named, or the first of the file.
fn language(system: &System, named: Option<&str>) -> anyhow::Result<Option<&'static str>> {
    let Some(named) = named else { return Ok(system.languages().next()) };
    let found = system.languages().find(|known| *known == named);
    found.map(Some).ok_or_else(|| {
        let known: Vec<_> = system.languages().collect();
        usage(format!("{} has no language {named:?}; it has: {}", system.name(), known.join(", ")))
    })
}

fn family(
    generator: &mut Generator<'_>,
    mode: Mode,
    request: &Request<'_>,
    choices: &mut Choices,
) -> Result<Vec<Program>, DeadEnd> {
    match mode {
        Mode::IllTyped => Ok(vec![generator.ill_typed(request, choices)?]),
        Mode::Equivalent => generator.equivalent(request, choices),
        _ => Ok(vec![generator.well_typed(request, choices)?]),
    }
}

fn negated(program: &Program) -> Vec<Negated<'_>> {
    let all = program.negated.iter();
    all.map(|n| Negated { rule: n.rule, premise: n.premise, why: n.text, codes: &n.codes })
        .collect()
}

/// Why there is no program, and what can be done about it.
fn nothing_found(generator: &Generator<'_>, mode: Mode, size: u32, gave_up: &[GaveUp]) -> String {
    let system = generator.system();
    let name = system.name();
    if mode != Mode::WellTyped && system.languages().next().is_none() {
        return format!(
            "{name} has no language, and what is ill-typed depends on it; add a section `language NAME`"
        );
    }
    if mode == Mode::IllTyped && system.negatable().next().is_none() {
        return format!(
            "no premise of {name} can be negated; give one an error class: `premise else ERROR`"
        );
    }
    if mode == Mode::Equivalent && system.rewrites().next().is_none() {
        return format!("{name} has no rewrites, so its programs have no siblings");
    }
    if generator.disagreements > 0 {
        return format!(
            "{name}: {} {mode} programs were found and thrown away, because the checker did not \
             confirm them; is there a rule with a premise about the same thing as its conclusion, or \
             are derivations more than 600 judgments deep? `wellsmith rules explain` shows what the checker makes of a program",
            generator.disagreements
        );
    }
    if gave_up.contains(&GaveUp::BudgetSpent) {
        return format!(
            "{name}: no {mode} program was found in {} searches, each of which met too many dead \
             ends; raise the weight of the rules that end a derivation, or change --size {size}",
            gave_up.len()
        );
    }
    format!(
        "{name}: there is no {mode} program of --size {size}; a larger one allows deeper derivations"
    )
}

/// What `rules explain --json` prints.
#[derive(Serialize)]
struct Explained {
    answer: &'static str,
    derivation: Option<Tree>,
    failure: Option<Stuck>,
}

#[derive(Serialize)]
struct Tree {
    rule: &'static str,
    conclusion: String,
    premises: Vec<Tree>,
}

#[derive(Serialize)]
struct Stuck {
    rule: &'static str,
    premise: Option<&'static str>,
    goal: String,
    found: Vec<String>,
}

fn explain(system: &System, path: &Path, json: bool) -> anyhow::Result<Exit> {
    let (name, text) = if path == Path::new("-") {
        let text = inputs::bounded(io::stdin().lock())
            .map_err(|error| usage(format!("cannot read standard input: {error}")))?;
        ("standard input".to_owned(), text)
    } else {
        (path.display().to_string(), setup::read(path)?)
    };
    let explained = rules::explain(system, &name, &text).map_err(|error| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let language = Language::ALL.iter().find(|language| Some(language.extension()) == ending);
        match language {
            Some(language) => usage(format!(
                "{name} seems to be written in {language}; explain reads the notation of a rule \
                 file, as `wellsmith rules generate --notation` prints it"
            )),
            None => shown(&error),
        }
    })?;
    let answer = explained.answer;
    if json {
        say!("{}", serde_json::to_string(&explained_json(explained))?)?;
    } else {
        say!("{}", in_words(&explained))?;
    }
    Ok(if answer == Answer::Derives { Exit::Nothing } else { Exit::Findings })
}

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Derives => "derives",
        Answer::Fails => "fails",
        Answer::Unknown => "unknown",
    }
}

fn explained_json(explained: Explanation) -> Explained {
    Explained {
        answer: word(explained.answer),
        derivation: explained.derivation.map(|derivation| tree(&derivation)),
        failure: explained.failure.map(|failure| Stuck {
            rule: failure.rule,
            premise: failure.premise,
            goal: failure.goal,
            found: failure.found,
        }),
    }
}

fn tree(derivation: &Derivation) -> Tree {
    Tree {
        rule: derivation.rule,
        conclusion: derivation.conclusion.clone(),
        premises: derivation.premises.iter().map(|premise| tree(premise)).collect(),
    }
}

fn in_words(explained: &Explanation) -> String {
    let mut text = String::new();
    if let Some(derivation) = &explained.derivation {
        draw(derivation, 0, &mut text);
        return text.trim_end().to_owned();
    }
    text.push_str(match explained.answer {
        Answer::Unknown => "The checker's bounds were reached before it was clear.",
        _ => "There is no derivation.",
    });
    if let Some(failure) = &explained.failure {
        let premise = failure.premise.map(|name| format!(", premise {name}")).unwrap_or_default();
        let _ = write!(text, "\nIt fails at rule {}{premise}:\n  {}", failure.rule, failure.goal);
        for found in &failure.found {
            let _ = write!(text, "\n  found: {found}");
        }
    }
    text
}

/// A derivation with its conclusion above its premises.
fn draw(derivation: &Derivation, depth: usize, out: &mut String) {
    let indent = 2 * depth;
    let _ = writeln!(out, "{:indent$}{}: {}", "", derivation.rule, derivation.conclusion);
    for premise in &derivation.premises {
        draw(premise, depth + 1, out);
    }
}
