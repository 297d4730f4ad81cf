//! Rule files as an engine.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, Weak};

use case::{
    Covered, Dialect, Digest, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan,
    Reason, TestCase,
};
use choice::{Choices, DeadEnd};

use crate::coverage::Coverage;
use crate::diagnostic::{Problem, RuleFileError};
use crate::generate::{Generator, Negate, Negated, Program, Request, Workspace};
use crate::system::System;
use crate::systems::BUILT_IN;

/// The name and the text of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// Its name in error messages, in [`Engine::inputs`] and in
    /// [`Engine::subjects`].
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A premise that the user named, but that no rule file negates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPremise {
    /// The name.
    pub name: String,
    /// The premises that can be negated.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownPremise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rule = self.name.split('.').next().unwrap_or_default();
        let mut of_rule: Vec<&str> = self.known.iter().map(String::as_str).collect();
        of_rule.retain(|known| known.split('.').next() == Some(rule));
        of_rule.sort_unstable();
        of_rule.dedup();
        write!(f, "no premise {:?} can be negated; ", self.name)?;
        match &of_rule[..] {
            [] => f.write_str("`wellsmith rules check FILE` lists those that can"),
            of_rule => write!(f, "of this rule there is: {}", of_rule.join(", ")),
        }
    }
}

impl std::error::Error for UnknownPremise {}

/// The engine that generates programs from rule files.
///
/// Languages, dialects, modes and features are those of the files. The subjects
/// are the names of the files: a program is made from the rules of one file, and
/// does not depend on the others. The size of a plan is the depth of derivations
/// above the least possible one.
#[derive(Debug)]
pub struct Rules {
    /// Sorted by name.
    files: Vec<RuleFile>,
    inputs: Vec<InputId>,
    /// One for each file.
    systems: Vec<System>,
    /// In the order in which the files were given.
    languages: Vec<Written>,
    essential: Vec<&'static str>,
    negate: Negate,
    /// Identifies this engine among those that a thread has generated with.
    identity: Arc<()>,
}

/// A language and the files that have programs in it.
#[derive(Debug)]
struct Written {
    language: Language,
    dialects: Vec<Dialect>,
    features: Vec<Feature>,
    /// Each mode with the subjects that have programs of it; sorted.
    subjects: Vec<(Mode, Vec<Arc<str>>)>,
}

impl Rules {
    /// The engine with the rule files of this crate.
    pub fn built_in() -> Rules {
        let file = |(name, text): &(&str, &str)| RuleFile {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        };
        Rules::from_files(BUILT_IN.iter().map(file).collect())
            .unwrap_or_else(|error| panic!("a built-in rule file has an error: {error}"))
    }

    /// The engine with these rule files. Their names must differ.
    pub fn from_files(files: Vec<RuleFile>) -> Result<Rules, RuleFileError> {
        let mut loaded = Vec::new();
        for file in files {
            if loaded.iter().any(|(known, _): &(RuleFile, System)| known.name == file.name) {
                let message = format!("two rule files are called {}", file.name);
                let problem = Problem::new(message, 0..0, "the second one");
                return Err(RuleFileError {
                    path: file.name,
                    source_text: file.text,
                    problems: vec![problem],
                });
            }
            let system = System::load(&file.name, &file.text)?;
            loaded.push((file, system));
        }
        let mut languages: Vec<Written> = Vec::new();
        for (file, system) in &loaded {
            for printer in &system.printers {
                let language = Language::named(printer.language);
                let known = languages.iter().position(|written| written.language == language);
                let written = known.unwrap_or_else(|| {
                    languages.push(Written::new(language));
                    languages.len() - 1
                });
                languages[written].add(&file.name, system, &printer.dialects);
            }
        }
        loaded.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        let mut essential: Vec<_> =
            loaded.iter().filter_map(|(_, system)| system.own_feature).collect();
        essential.sort_unstable();
        essential.dedup();
        let (files, systems): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
        let input = |file: &RuleFile| InputId {
            name: file.name.as_str().into(),
            digest: Digest::of(file.text.as_bytes()),
        };
        let inputs = files.iter().map(input).collect();
        let negate = Negate::default();
        let identity = Arc::new(());
        Ok(Rules { files, inputs, systems, languages, essential, negate, identity })
    }

    /// The same engine, with other premises negated in ill-typed programs, or more
    /// often. Only files that have such a premise have ill-typed programs then.
    pub fn negating(mut self, negate: Negate) -> Result<Rules, UnknownPremise> {
        let all = || self.systems.iter().flat_map(|system| &system.negations);
        let known = |name: &str| self.systems.iter().any(|system| system.negates(name));
        let unknown = negate.premises.iter().find(|name| !known(name));
        if let Some(name) = unknown {
            return Err(UnknownPremise {
                name: name.clone(),
                known: all().map(|n| format!("{}.{}", n.rule, n.premise)).collect(),
            });
        }
        let has_one = |file: &Arc<str>| {
            let number = self.files.binary_search_by(|known| known.name.as_str().cmp(file));
            let system = &self.systems[number.expect("a subject is a file")];
            system.negations.iter().any(|negation| negate.chooses(negation))
        };
        for written in &mut self.languages {
            let ill_typed = written.subjects.iter_mut().filter(|(m, _)| *m == Mode::IllTyped);
            ill_typed.for_each(|(_, subjects)| subjects.retain(has_one));
        }
        self.negate = negate;
        Ok(self)
    }

    /// The rule files that it was built from, sorted by name: those of
    /// [`Engine::inputs`], in the same order.
    pub fn files(&self) -> &[RuleFile] {
        &self.files
    }

    /// The rules of a file.
    pub fn system(&self, file: &str) -> Option<&System> {
        self.number(file).map(|number| &self.systems[number])
    }

    /// The rules of every file that has programs in a language.
    pub fn systems(&self, language: Language) -> impl Iterator<Item = &System> {
        self.systems.iter().filter(move |system| system.printer(language.name()).is_some())
    }

    fn number(&self, file: &str) -> Option<usize> {
        self.files.binary_search_by(|known| known.name.as_str().cmp(file)).ok()
    }

    fn written(&self, language: Language) -> Option<&Written> {
        self.languages.iter().find(|written| written.language == language)
    }

    /// The file that a plan is about, unless the plan rules it out.
    fn planned(&self, plan: &Plan) -> Option<usize> {
        let subject = match &plan.subject {
            Some(subject) => subject,
            // There is no choice to be made where only one file has the language.
            None => match &self.subjects(plan)[..] {
                [only] => &only.clone(),
                _ => return None,
            },
        };
        self.number(subject).filter(|&number| self.allows(plan, number))
    }

    /// Whether a plan's dialect and features let a file be used.
    fn allows(&self, plan: &Plan, number: usize) -> bool {
        let system = &self.systems[number];
        let printer = system.printer(plan.language.name());
        let is_on = system.own_feature.is_none_or(|feature| plan.has(feature));
        is_on && printer.is_some_and(|at| system.printers[at].dialects.contains(&plan.dialect))
    }
}

impl Written {
    fn new(language: Language) -> Written {
        let subjects = [Mode::WellTyped, Mode::IllTyped, Mode::Equivalent];
        let subjects = subjects.map(|mode| (mode, Vec::new())).into();
        Written { language, dialects: Vec::new(), features: Vec::new(), subjects }
    }

    fn add(&mut self, file: &str, system: &System, dialects: &[Dialect]) {
        let new = dialects.iter().filter(|dialect| !self.dialects.contains(dialect));
        let new: Vec<_> = new.copied().collect();
        self.dialects.extend(new);
        self.dialects.sort_unstable();
        for feature in system.switches() {
            if !self.features.iter().any(|known| known.name == feature.name) {
                self.features.push(*feature);
            }
        }
        self.features.sort_unstable_by_key(|feature| feature.name);
        for (mode, subjects) in &mut self.subjects {
            let has_programs = match mode {
                Mode::IllTyped => !system.negations.is_empty(),
                Mode::Equivalent => !system.rewrites.is_empty(),
                _ => true,
            };
            if has_programs {
                subjects.push(file.into());
                subjects.sort_unstable();
                subjects.dedup();
            }
        }
    }
}

impl Engine for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn version(&self) -> u32 {
        5
    }

    fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        let modes = |written: &Written| {
            let used = written.subjects.iter().filter(|(_, subjects)| !subjects.is_empty());
            (written.language, used.map(|(mode, _)| *mode).collect())
        };
        self.languages.iter().map(modes).collect()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        self.written(language).map_or(&[], |written| &written.dialects)
    }

    fn features(&self, language: Language, _mode: Mode) -> &[Feature] {
        self.written(language).map_or(&[], |written| &written.features)
    }

    fn essential_features(&self) -> &[&'static str] {
        &self.essential
    }

    fn subjects(&self, plan: &Plan) -> Cow<'_, [Arc<str>]> {
        let Some(written) = self.written(plan.language) else { return Cow::Borrowed(&[]) };
        let found = written.subjects.iter().find(|(known, _)| *known == plan.mode);
        let files = found.map_or(&[][..], |(_, subjects)| subjects);
        let allowed =
            |file: &&Arc<str>| self.number(file).is_some_and(|number| self.allows(plan, number));
        files.iter().filter(allowed).cloned().collect()
    }

    fn coverage(&self, language: Language) -> Vec<Covered> {
        let mut all = Vec::new();
        for system in self.systems(language) {
            let coverage = system.coverage();
            if coverage.discarded > 0 {
                let (used, of) = (coverage.discarded, coverage.discarded + coverage.programs);
                let what = format!("programs of {} not confirmed by the checker", system.name());
                all.push(Covered { what, used, of, rarest: Vec::new() });
            }
            if coverage.programs == 0 {
                continue;
            }
            let kind = |what: &str, counts: Vec<(String, u64)>| {
                covered(format!("{what} of {}", system.name()), counts)
            };
            let Coverage { rules, premises, pairs, negations, .. } = coverage;
            let named = |((rule, premise), count)| (format!("{rule}.{premise}"), count);
            all.extend([
                kind("rules", rules.into_iter().map(|(rule, n)| (rule.to_owned(), n)).collect()),
                kind("premises", premises.into_iter().map(named).collect()),
                kind(
                    "pairs of rules",
                    pairs
                        .into_iter()
                        .map(|((rule, premise, by), n)| (format!("{rule}.{premise} by {by}"), n))
                        .collect(),
                ),
            ]);
            // Well-typed programs negate nothing.
            if negations.iter().any(|(_, programs)| *programs > 0) {
                all.push(kind("premises to negate", negations.into_iter().map(named).collect()));
            }
        }
        all
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let number = self.planned(plan).ok_or(DeadEnd)?;
        let workspace = workspaces::take(&self.identity, number);
        let mut generator = Generator::reusing(&self.systems[number], workspace);
        let family = family(&mut generator, plan, &self.negate, choices);
        workspaces::put(&self.identity, number, generator.into_workspace());
        family
    }
}

/// Generators keep memory from program to program. It is not shared between
/// threads, so every thread keeps what belongs to the engines that it uses.
mod workspaces {
    use super::{Arc, RefCell, Weak, Workspace};

    /// The workspaces of an engine, by the number of the rule file.
    struct OfEngine {
        engine: Weak<()>,
        by_file: Vec<Option<Workspace>>,
    }

    thread_local! {
        static KEPT: RefCell<Vec<OfEngine>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn take(engine: &Arc<()>, file: usize) -> Workspace {
        KEPT.with_borrow_mut(|kept| slot(kept, engine, file).take().unwrap_or_default())
    }

    pub(super) fn put(engine: &Arc<()>, file: usize, workspace: Workspace) {
        KEPT.with_borrow_mut(|kept| *slot(kept, engine, file) = Some(workspace));
    }

    fn slot<'a>(
        kept: &'a mut Vec<OfEngine>,
        engine: &Arc<()>,
        file: usize,
    ) -> &'a mut Option<Workspace> {
        let is_it = |kept: &OfEngine| std::ptr::eq(kept.engine.as_ptr(), Arc::as_ptr(engine));
        let at = kept.iter().position(is_it).unwrap_or_else(|| {
            // Engines that were dropped need their memory no more.
            kept.retain(|kept| kept.engine.strong_count() > 0);
            kept.push(OfEngine { engine: Arc::downgrade(engine), by_file: Vec::new() });
            kept.len() - 1
        });
        let by_file = &mut kept[at].by_file;
        if by_file.len() <= file {
            by_file.resize_with(file + 1, || None);
        }
        &mut by_file[file]
    }
}

/// How many of the rarest things are named.
const NAMED: usize = 10;

fn covered(what: String, mut counts: Vec<(String, u64)>) -> Covered {
    let used = counts.iter().filter(|(_, count)| *count > 0).count() as u64;
    let of = counts.len() as u64;
    counts.sort_by_key(|(_, count)| *count);
    counts.truncate(NAMED);
    Covered { what, used, of, rarest: counts }
}

fn family(
    generator: &mut Generator<'_>,
    plan: &Plan,
    negate: &Negate,
    choices: &mut Choices,
) -> Result<Family, DeadEnd> {
    let language = plan.language.name();
    let Plan { size, features, dialect, .. } = plan;
    let request = Request { size: *size, features, language, dialect: *dialect, negate };
    let programs = match plan.mode {
        Mode::WellTyped => vec![generator.well_typed(&request, choices)?],
        Mode::IllTyped => vec![generator.ill_typed(&request, choices)?],
        Mode::Equivalent => generator.equivalent(&request, choices)?,
        _ => return Err(DeadEnd),
    };
    let case = |program: &Program| {
        let (source, line) = generator.print_noting(request.language, program).ok_or(DeadEnd)?;
        let mut features = program.rules.clone();
        features.push(generator.system().name());
        features.extend(&program.rewrites);
        features.sort_unstable();
        features.dedup();
        let expectation = match (program.negated.is_empty(), plan.mode) {
            (true, _) => Expectation::Accept,
            (false, Mode::IllTyped) => Expectation::Reject(Reason { line, ..reason(program) }),
            // A rewrite keeps the verdict, but the error may become another one.
            (false, _) => Expectation::Reject(Reason { codes: Vec::new(), ..reason(program) }),
        };
        Ok(TestCase { language: plan.language, source, expectation, features })
    };
    programs.iter().map(case).collect()
}

/// Why a program is ill-typed: all of its negated premises.
fn reason(program: &Program) -> Reason {
    let mut rules: Vec<String> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut codes: Vec<String> = Vec::new();
    for negated in &program.negated {
        let Negated { rule, premise, text, .. } = negated;
        // A premise may be negated in several ways, each a bug of its own.
        rules.push(match negated.by {
            Some(by) => format!("{rule}.{premise} by {by}"),
            None => format!("{rule}.{premise}"),
        });
        texts.push(format!("{text} (rule {rule}, premise {premise})"));
        codes.extend(negated.codes.iter().map(|code| (*code).to_owned()));
    }
    for list in [&mut rules, &mut texts, &mut codes] {
        list.sort_unstable();
        list.dedup();
    }
    Reason { text: texts.join("; "), rule: rules.join(", "), codes, line: None }
}
