//! `cargo xtask api-verdicts`: how often a compiler and the api engine disagree,
//! library by library and mode by mode.
//!
//! The compiler stays warm over all libraries, and nothing is confirmed alone: a
//! quick look at many programs while working on the engine. Every disagreement is
//! printed with its program.

use std::collections::BTreeMap;

use campaign::{KnownIssues, Lane, Programs, Settings};
use case::{Expectation, Family, Language, Mode, Outcome, TargetName, TestCase};
use inputs::{Inputs, Sources, library_jars};
use targets::Target;
use toolchains::Toolchain;

use crate::common::{cache, open, settings, sightings, tell, toolchain, verdicts};

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
pub(crate) fn run(name: &str, programs: u64, seed: u64, only: &[String]) -> anyhow::Result<()> {
    let cache = cache()?;
    let toolchain = toolchain(&cache, name)?;
    if toolchain.id.name == "kotlin" {
        // What reads the signatures of Kotlin's libraries.
        crate::common::toolchain(&cache, "kotlin-metadata")?;
    }
    let mut class_path = Vec::new();
    for (_, library) in LIBRARIES {
        class_path.extend(library_jars(&cache, library, &tell)?);
    }
    let mut compiler = open(&cache, name, class_path)?;
    let info = compiler.info().clone();
    let libraries = libraries(info.language, &toolchain);
    let modes: Vec<Mode> = chosen(&MODES, only, |mode| mode.name());
    let settings = Settings { seed, swarm: true, ..settings(&[]) };
    let known = KnownIssues::built_in();
    for (library, coordinate, member) in chosen(&libraries, only, |library| library.0) {
        let sources = Sources {
            libraries: coordinate.into_iter().collect(),
            members: member.into_iter().map(str::to_owned).collect(),
            ..Sources::default()
        };
        let engine = Inputs::new(&cache, &sources, &tell).api(Some(&toolchain))?;
        for &mode in &modes {
            let lane = Lane {
                engine: engine.clone(),
                language: info.language,
                mode,
                dialect: info.dialect,
                panel: vec![info.clone()],
                shard_size: BATCH,
                change: false,
            };
            let table = lane_table(compiler.as_mut(), &lane, &settings, programs, &known);
            println!("{} {library} {mode}: {table}", toolchain.id);
        }
    }
    Ok(())
}

fn chosen<T: Clone>(all: &[T], only: &[String], name: impl Fn(&T) -> &'static str) -> Vec<T> {
    let named: Vec<T> =
        all.iter().filter(|item| only.iter().any(|o| o == name(item))).cloned().collect();
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
    /// Those of these that are rejected as a whole, about which nothing is said.
    rejected_as_a_whole: usize,
    /// Programs whose call has other overloads.
    overloaded: usize,
    unknown: usize,
    wrong: usize,
    known: BTreeMap<String, usize>,
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Table { families, accepted, rejected, overloaded, unknown, wrong, known, .. } = self;
        let (compared, whole) = (self.compared, self.rejected_as_a_whole);
        write!(
            f,
            "{families} tapes, {wrong} wrong, known {known:?}, {accepted} accepted, {rejected} \
             rejected, {unknown} unknown, {overloaded} overloaded, {compared} compared with \
             siblings, {whole} of these rejected as a whole"
        )
    }
}

fn lane_table(
    compiler: &mut dyn Target,
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
            .filter_map(|number| source.get(number).ok().map(|program| program.family))
            .collect();
        let outcomes = verdicts(compiler, &families);
        for (family, outcomes) in families.iter().zip(&outcomes) {
            table.add(&compiler.info().name, family, outcomes, known);
        }
    }
    table
}

impl Table {
    fn add(
        &mut self,
        target: &TargetName,
        family: &Family,
        outcomes: &[Outcome],
        known: &KnownIssues,
    ) {
        self.families += 1;
        self.compared += usize::from(family.len() > 1);
        let said = |case: &TestCase| case.expectation != Expectation::SameVerdict;
        let nothing_said = !family.iter().any(said);
        let rejected = outcomes.iter().all(|outcome| matches!(outcome, Outcome::Rejected(_)));
        if nothing_said && rejected {
            self.rejected_as_a_whole += 1;
            println!("---- rejected as a whole: {:#?}\n{}", outcomes[0], family[0].source);
        }
        self.overloaded += usize::from(family[0].features.contains(&"overloads"));
        for (case, outcome) in family.iter().zip(outcomes) {
            match outcome {
                Outcome::Accepted => self.accepted += 1,
                Outcome::Rejected(_) => self.rejected += 1,
                Outcome::Unknown(why) => {
                    self.unknown += 1;
                    println!("---- no verdict: {why}\n{}", case.source);
                }
                _ => {}
            }
        }
        for (sighting, evidence) in sightings(target, family, outcomes) {
            let case = sighting.case();
            let signature = &sighting.signature;
            if let Some(issue) = known.find(&sighting, &evidence) {
                *self.known.entry(issue.name.clone()).or_default() += 1;
                continue;
            }
            self.wrong += 1;
            let why = case.expectation.why();
            println!("---- {signature}\n{why}\n{:#?}\n", evidence.outcome);
            for case in family {
                println!("{}", case.source);
            }
        }
    }
}
