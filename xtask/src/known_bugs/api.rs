//! Typing bugs of Groovy, Scala and Kotlin that the paper's authors reported,
//! met again in generated programs.

use anyhow::Context;
use campaign::Programs;
use case::{Engine, Expectation, Family, FindingKind, Language, Mode, Outcome};
use choice::shrink;
use targets::Target;
use targets::jvm::{self, Compiler};
use toolchains::Cache;
use wellsmith_cli::{Inputs, library_jars};

use crate::common::{cache, toolchain};

/// A bug, how it is looked for, and how it is recognised.
struct Known {
    name: &'static str,
    language: Language,
    mode: Mode,
    /// What programs are written against; the first is named in the table.
    libraries: &'static [&'static str],
    /// The members to exercise, as in `--member`.
    members: &'static [&'static str],
    /// The features that are switched, as in `--feature`.
    features: &'static [(&'static str, bool)],
    /// A version with the bug.
    wrong: &'static str,
    /// A version without it, if there is one.
    right: Option<&'static str>,
    kind: FindingKind,
    /// What the compiler says.
    says: &'static str,
    /// What the program has.
    has: &'static str,
    /// After how many programs it must be met.
    within: u64,
}

const GUAVA: &str = "com.google.guava:guava:31.1-jre";
const LANG3: &str = "org.apache.commons:commons-lang3:3.12.0";
const SCALA: &str = "org.scala-lang:scala-library:2.13.10";
const KOTLIN: &str = "org.jetbrains.kotlin:kotlin-stdlib:1.8.20";
const COLLECTIONS4: &str = "org.apache.commons:commons-collections4:4.4";

const KNOWN: &[Known] = &[
    Known {
        name: "GROOVY-11053",
        language: Language::Groovy,
        mode: Mode::WellTyped,
        libraries: &[LANG3],
        members: &["lang3.ArrayUtils.remove"],
        features: &[],
        wrong: "groovy@4.0.10",
        right: Some("groovy@4.0.28"),
        kind: FindingKind::Precision,
        says: "Reference to method is ambiguous",
        has: "ArrayUtils.removeAll(",
        within: 2000,
    },
    Known {
        name: "GROOVY-11012",
        language: Language::Groovy,
        mode: Mode::WellTyped,
        libraries: &[GUAVA],
        members: &["collect.StandardTable.", "collect.Table."],
        features: &[],
        wrong: "groovy@4.0.10",
        right: Some("groovy@6.0.0"),
        kind: FindingKind::Precision,
        says: "Cannot assign value of type java.lang.Object",
        has: "HashBasedTable",
        within: 2000,
    },
    Known {
        name: "GROOVY-11020",
        language: Language::Groovy,
        mode: Mode::WellTyped,
        libraries: &[COLLECTIONS4],
        members: &["CollectionUtils.forAllDo"],
        features: &[],
        wrong: "groovy@4.0.10",
        right: Some("groovy@4.0.28"),
        kind: FindingKind::Precision,
        says: ", groovy.lang.Closure<",
        has: "forAllDo(",
        within: 2000,
    },
    Known {
        name: "DOTTY-17412",
        language: Language::Scala,
        mode: Mode::Equivalent,
        libraries: &[LANG3],
        members: &["lang3.Validate."],
        features: &[("erased-overloads", true)],
        wrong: "scala@3.2.2",
        // Bounds play no part in Scala's resolution to this day: the call is
        // ambiguous with its type arguments, and accepted without them.
        right: None,
        kind: FindingKind::Consistency,
        says: "Ambiguous overload. The overloaded alternatives of method notEmpty",
        has: "Validate.notEmpty[",
        within: 2000,
    },
    Known {
        name: "DOTTY-17391",
        language: Language::Scala,
        mode: Mode::WellTyped,
        libraries: &[GUAVA, SCALA],
        members: &["collect.AbstractMultiset."],
        features: &[],
        wrong: "scala@3.2.2",
        right: Some("scala@3.3.8"),
        kind: FindingKind::Crash,
        says: "class AbstractMultiset is not accessible",
        has: "",
        within: 2000,
    },
    Known {
        name: "DOTTY-17310",
        language: Language::Scala,
        mode: Mode::WellTyped,
        libraries: &[SCALA],
        members: &[
            "scala.Option.exists",
            "scala.Option.filter",
            "scala.Option.flatMap",
            "scala.Option.forall",
            "scala.Option.map",
        ],
        features: &[("lambdas", false), ("conditionals", false)],
        wrong: "scala@3.2.2",
        right: Some("scala@3.3.8"),
        kind: FindingKind::Precision,
        says: "None of the overloaded alternatives of method",
        has: "? >: ",
        within: 6000,
    },
    Known {
        name: "KT-57596",
        language: Language::Kotlin,
        mode: Mode::WellTypedErased,
        libraries: &[KOTLIN],
        members: &["kotlin.collections.minus"],
        features: &[("erased-overloads", true)],
        wrong: "kotlin@1.8.20",
        // Kotlin prefers the overload for collections by design.
        right: None,
        kind: FindingKind::Precision,
        says: "Type mismatch: inferred type is",
        has: ".minus(",
        within: 2000,
    },
];

/// Looks for those that have this in their names, and prints a table.
pub(super) fn run(name: &str) -> anyhow::Result<()> {
    let cache = cache()?;
    let mut rows = Vec::new();
    let mut missed = Vec::new();
    for known in KNOWN.iter().filter(|known| known.name.contains(name)) {
        println!("== {} ({})", known.name, known.wrong);
        let met = match meet(&cache, known) {
            Ok(met) => met,
            Err(why) => {
                println!("MISSED: {why:#}");
                missed.push(known.name);
                "missed".to_owned()
            }
        };
        let library = known.libraries[0];
        let [name, wrong] = [known.name, known.wrong];
        rows.push(format!("{name:<13} {wrong:<14} {library:<47} {met}"));
        println!();
    }
    println!("bug           compiler       library                                         met");
    println!("{}", rows.join("\n"));
    anyhow::ensure!(missed.is_empty(), "missed: {}", missed.join(", "));
    Ok(())
}

/// Looks for one of them; says when it was met and how small it became.
fn meet(cache: &Cache, known: &Known) -> anyhow::Result<String> {
    let strings = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let (libraries, members) = (strings(known.libraries), strings(known.members));
    if known.language == Language::Kotlin {
        // What reads the signatures of Kotlin's libraries.
        toolchain(cache, "kotlin-metadata")?;
    }
    let inputs = Inputs::new(cache, &libraries, &members);
    let engine = inputs.api(Some(&toolchain(cache, known.wrong)?))?;
    let mut plan = engine.plan(known.language, known.mode);
    for &(feature, on) in known.features {
        plan.features.retain(|&name| name != feature);
        plan.features.extend(on.then_some(feature));
    }
    plan.features.sort_unstable();
    // A crash may come late.
    let full = known.kind == FindingKind::Crash;
    let mut wrong = compiler(cache, known.wrong, &libraries, full)?;
    let right = known.right.map(|right| compiler(cache, right, &libraries, full));
    let mut right = right.transpose()?;
    let mut accepted = |family: &Family| {
        let sources = sources(family);
        right.as_mut().is_none_or(|right| {
            targets::verdicts(right, &sources).outcomes.iter().all(|o| *o == Outcome::Accepted)
        })
    };

    let mut programs = Programs::new(engine.as_ref(), plan.clone(), 1);
    let mut met = None;
    let mut first = 0;
    while met.is_none() && first < known.within {
        let last = (first + wrong.batch_size() as u64).min(known.within);
        let made: Vec<_> =
            (first..last).filter_map(|n| Some((n + 1, programs.get(n).ok()?))).collect();
        let batch: Vec<&str> = made.iter().flat_map(|(_, made)| sources(&made.value)).collect();
        let mut outcomes = targets::verdicts(&mut wrong, &batch).outcomes.into_iter();
        for (number, made) in made {
            let outcomes: Vec<Outcome> = outcomes.by_ref().take(made.value.len()).collect();
            let family = &made.value;
            if met.is_none() && is_it(known, family, &outcomes) && accepted(family) {
                met = Some((number, made));
            }
        }
        first = last;
    }
    let (number, made) = met.with_context(|| format!("not met in {} programs", known.within))?;

    let shrunk = shrink(
        &made.tape,
        300,
        |choices| engine.generate(&plan, choices),
        |family| {
            let outcomes = targets::verdicts(&mut wrong, &sources(family)).outcomes;
            is_it(known, family, &outcomes) && accepted(family)
        },
    )
    .context("the program does it only in company")?;
    let family = shrunk.value;
    let alone: Vec<Outcome> = family.iter().map(|case| wrong.confirm(&case.source)).collect();
    anyhow::ensure!(is_it(known, &family, &alone), "not alone, in a fresh process: {alone:?}");
    for (case, outcome) in family.iter().zip(&alone) {
        println!("{}\n{}", said(outcome), case.source);
    }
    let control = known
        .right
        .map_or("no version accepts it".to_owned(), |right| format!("{right} accepts it"));
    Ok(format!(
        "program {number} of {}; {} bytes, reduced from {}; {control}",
        known.within,
        family[0].source.len(),
        made.value[0].source.len(),
    ))
}

fn sources(family: &Family) -> Vec<&str> {
    family.iter().map(|case| &case.source[..]).collect()
}

/// A compiler that checks programs, or takes every one through all its phases.
fn compiler(
    cache: &Cache,
    name: &str,
    libraries: &[String],
    full: bool,
) -> anyhow::Result<Compiler> {
    let mut settings = jvm::Settings::new(cache.beside("targets"));
    settings.full_every = u32::from(full);
    for library in libraries {
        settings.libraries.extend(library_jars(cache, library)?);
    }
    Ok(jvm::open(&toolchain(cache, name)?, &settings)?)
}

/// Whether what the compiler did with a family is the bug.
fn is_it(known: &Known, family: &Family, outcomes: &[Outcome]) -> bool {
    let differ = case::judge_siblings(outcomes).is_some();
    family.iter().zip(outcomes).any(|(case, outcome)| {
        let kind = match case.expectation {
            Expectation::SameVerdict if differ => Some(FindingKind::Consistency),
            _ => case::judge(&case.expectation, outcome),
        };
        kind == Some(known.kind)
            && case.source.contains(known.has)
            && outcome.to_string().contains(known.says)
    })
}

fn said(outcome: &Outcome) -> String {
    outcome.to_string().lines().take(4).collect::<Vec<_>>().join("\n")
}
