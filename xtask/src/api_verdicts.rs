//! `cargo xtask api-verdicts`: how often a compiler and the api engine disagree,
//! library by library and mode by mode.
//!
//! The compiler stays warm over all libraries, and nothing is confirmed alone: a
//! quick look at many programs, for whoever works on the engine. Every
//! disagreement is printed with its program.

use std::collections::BTreeMap;

use anyhow::Context;
use campaign::{KnownIssues, Lane, Programs, Settings, signature};
use case::{Engine, Family, FindingKind, Language, Mode, Outcome, judge, judge_siblings};
use targets::Target;
use targets::jvm::{self, Compiler};
use toolchains::Toolchain;
use wellsmith_cli::{Inputs, library_jars};

use crate::common::{cache, toolchain};

/// What is exercised: a name, a library or none, and a part of members' names.
type Library = (&'static str, Option<String>, Option<&'static str>);

const MODES: [Mode; 5] = [
    Mode::WellTyped,
    Mode::WellTypedErased,
    Mode::IllTyped,
    Mode::IllTypedErased,
    Mode::Equivalent,
];

const BATCH: usize = 45;

const LIBRARIES: [(&str, &str); 3] = [
    ("guava", "com.google.guava:guava:33.4.0-jre"),
    ("commons-lang3", "org.apache.commons:commons-lang3:3.17.0"),
    ("commons-collections4", "org.apache.commons:commons-collections4:4.4"),
];

fn libraries(language: Language, toolchain: &Toolchain) -> Vec<Library> {
    let mut libraries: Vec<Library> = LIBRARIES
        .into_iter()
        .map(|(name, library)| (name, Some(library.to_owned()), None))
        .collect();
    libraries.push(("jdk", None, Some("java.")));
    match language {
        Language::Kotlin => libraries.push(("own", None, Some("kotlin."))),
        Language::Scala => libraries.push(("own", None, Some("scala."))),
        Language::Groovy => {
            let library = format!("org.apache.groovy:groovy:{}", toolchain.id.version);
            libraries.push(("own", Some(library), None));
        }
        _ => {}
    }
    libraries
}

/// Judges so many programs for each library and mode, or for those that are
/// named only.
pub(crate) fn run(name: &str, programs: u64, seed: u64, only: &[&str]) -> anyhow::Result<()> {
    let cache = cache()?;
    let toolchain = toolchain(&cache, name)?;
    let language = match toolchain.id.name.as_str() {
        "javac" => Language::Java,
        name => name.parse().with_context(|| format!("{name} is no compiler of a language"))?,
    };
    let libraries = libraries(language, &toolchain);
    let modes: Vec<Mode> = chosen(&MODES, only, |mode| mode.name());
    let chosen_libraries: Vec<Library> = chosen(&libraries, only, |library| library.0);
    let mut settings = jvm::Settings::new(cache.beside("targets"));
    for (_, library) in LIBRARIES {
        settings.libraries.extend(library_jars(&cache, library)?);
    }
    let mut compiler = jvm::open(&toolchain, &settings)?;
    let known = KnownIssues::built_in();
    for (library, coordinate, member) in chosen_libraries {
        let coordinates: Vec<String> = coordinate.into_iter().collect();
        let members: Vec<String> = member.into_iter().map(str::to_owned).collect();
        let engine = Inputs::new(&cache, &coordinates, &members).api(Some(&toolchain))?;
        for &mode in &modes {
            let settings = Settings {
                seed,
                size: 4,
                swarm: true,
                features: Vec::new(),
                libraries: Vec::new(),
                members: Vec::new(),
                count: None,
            };
            let engine = engine.clone() as std::sync::Arc<dyn Engine>;
            let dialect = engine.dialects(language)[0];
            let lane = Lane {
                engine,
                language,
                mode,
                dialect,
                toolchain: toolchain.id.to_string(),
                shard_size: BATCH,
            };
            let table = lane_table(&mut compiler, &lane, &settings, programs, &known);
            println!("{} {library} {mode}: {table}", toolchain.id);
        }
    }
    Ok(())
}

fn chosen<T: Clone>(all: &[T], only: &[&str], name: impl Fn(&T) -> &'static str) -> Vec<T> {
    let named: Vec<T> = all.iter().filter(|item| only.contains(&name(item))).cloned().collect();
    if named.is_empty() { all.to_vec() } else { named }
}

/// What came out for one library in one mode.
#[derive(Default)]
struct Table {
    families: usize,
    accepted: usize,
    rejected: usize,
    /// Families with more than one program.
    compared: usize,
    /// Programs whose call has other overloads.
    overloaded: usize,
    unknown: usize,
    wrong: usize,
    known: BTreeMap<String, usize>,
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Table { families, accepted, rejected, compared, overloaded, unknown, wrong, known } =
            self;
        write!(
            f,
            "{families} tapes, {wrong} wrong, known {known:?}, {accepted} accepted, {rejected} \
             rejected, {unknown} unknown, {overloaded} overloaded, {compared} compared with siblings"
        )
    }
}

fn lane_table(
    compiler: &mut Compiler,
    lane: &Lane,
    settings: &Settings,
    programs: u64,
    known: &KnownIssues,
) -> Table {
    let mut table = Table::default();
    for shard in 0..programs.div_ceil(BATCH as u64) {
        let first = lane.first_program(shard);
        let mut source =
            Programs::new(lane.engine.as_ref(), lane.plan(settings, shard), settings.seed);
        let families: Vec<Family> = (first..programs.min(first + BATCH as u64))
            .filter_map(|index| source.get(index).ok().map(|made| made.value))
            .collect();
        let sources: Vec<&str> = families.iter().flatten().map(|case| &case.source[..]).collect();
        let mut outcomes = targets::verdicts(compiler, &sources).outcomes.into_iter();
        for family in &families {
            let outcomes: Vec<Outcome> = outcomes.by_ref().take(family.len()).collect();
            table.add(compiler.name(), family, &outcomes, known);
        }
    }
    table
}

impl Table {
    fn add(&mut self, target: &str, family: &Family, outcomes: &[Outcome], known: &KnownIssues) {
        self.families += 1;
        self.compared += usize::from(family.len() > 1);
        self.overloaded += usize::from(family[0].features.contains(&"overloads"));
        let apart = judge_siblings(outcomes).map(|(_, rejected)| rejected);
        for (at, (case, outcome)) in family.iter().zip(outcomes).enumerate() {
            match outcome {
                Outcome::Accepted => self.accepted += 1,
                Outcome::Rejected(_) => self.rejected += 1,
                Outcome::Unknown(why) => {
                    self.unknown += 1;
                    println!("---- no verdict: {why}\n{}", case.source);
                }
                _ => {}
            }
            let kind = judge(&case.expectation, outcome)
                .or((apart == Some(at)).then_some(FindingKind::Consistency));
            let Some(kind) = kind else { continue };
            let signature = signature(kind, target, &case.expectation, outcome);
            if let Some(issue) = known.find(kind, target, &signature, &case.source) {
                *self.known.entry(issue.name.clone()).or_default() += 1;
                continue;
            }
            self.wrong += 1;
            println!("---- {signature}\n{}\n{outcome:#?}\n", case.expectation.why());
            for case in family {
                println!("{}", case.source);
            }
        }
    }
}
