//! From the text of a rule file to a [`System`].
//!
//! The file is read in three rounds: declarations ([`declare`]), rules ([`rules`],
//! with the terms in them and the premises about lists), and what needs all of
//! them ([`finish`]): the theory, output languages and rewrites.

mod assemble;
mod declare;
mod finish;
mod lists;
mod output;
mod parts;
mod rules;
mod standing;
mod terms;

use std::collections::BTreeMap;
use std::ops::Range;

use case::Feature;
use logic::{Clause, Goal, Pat, PredInfo, Symbol};

use crate::diagnostic::{Problem, RuleFileError};
use crate::lexer::{self, Line};
use crate::standing::Stated;
use crate::system::{ErrorClass, Judgment, Mode, Sort, SortDecl, System};
use crate::term_syntax::Operator;

type Loaded<T> = Result<T, Problem>;

impl System {
    /// Loads a rule file. `path` is its name in error messages.
    pub fn load(path: &str, text: &str) -> Result<System, RuleFileError> {
        load(text).map_err(|problems| RuleFileError {
            path: path.to_owned(),
            source_text: text.to_owned(),
            problems,
        })
    }
}

fn load(text: &str) -> Result<System, Vec<Problem>> {
    let lines = lexer::lines(text).map_err(|problem| vec![problem])?;
    let sections = sections(&lines).map_err(|problem| vec![problem])?;
    let mut loader = Loader::default();
    let mut problems = Vec::new();
    // Declarations first, so that rules may stand in any order.
    for section in &sections {
        if let Err(problem) = loader.declare_names(section) {
            problems.push(problem);
        }
    }
    for section in &sections {
        if let Err(problem) = loader.declare(section) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    loader.operators = loader
        .ctors
        .iter()
        .filter_map(|ctor| ctor.infix.clone())
        .map(|(text, right)| Operator { text, right })
        .collect();
    for section in &sections {
        if let Err(problem) = loader.rule_section(section) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    loader.finish(&sections, text)
}

/// A line at the margin and the indented ones below it.
struct Section<'a> {
    head: &'a Line,
    body: &'a [Line],
}

impl Section<'_> {
    fn is(&self, keyword: &str) -> bool {
        self.head.tokens[0].is(keyword)
    }
}

const KEYWORDS: &[&str] = &[
    "system", "feature", "names", "sort", "error", "judgment", "start", "rule", "language",
    "rewrite", "never",
];

/// The most tokens of a rule or rewrite: far more than anyone writes, and far
/// fewer than the numbers of variables.
const MAX_WORDS: usize = 5000;

fn sections(lines: &[Line]) -> Loaded<Vec<Section<'_>>> {
    let mut sections = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let head = &lines[at];
        let known = head.tokens[0].ident().is_some_and(|word| KEYWORDS.contains(&word));
        if head.indented || !known {
            return Err(Problem::new(
                "a section begins with a keyword at the margin",
                head.tokens[0].span.clone(),
                if head.indented { "belongs to no section" } else { "no keyword" },
            )
            .help(format!("keywords are: {}", KEYWORDS.join(", "))));
        }
        let body = lines[at + 1..].iter().take_while(|line| line.indented).count();
        let words = lines[at..=at + body].iter().map(|line| line.tokens.len());
        if words.sum::<usize>() > MAX_WORDS && !head.tokens[0].is("language") {
            return Err(Problem::new("this is too long", head.span(), "more than 5000 words"));
        }
        sections.push(Section { head, body: &lines[at + 1..at + 1 + body] });
        at += 1 + body;
    }
    Ok(sections)
}

#[derive(Default)]
struct Loader {
    system: Option<&'static str>,
    /// The feature that switches the whole file.
    system_feature: Option<&'static str>,
    /// The `feature` sections, each with the place of its name.
    features: Vec<(Feature, Range<usize>)>,
    names: Vec<&'static str>,
    name_words: Vec<&'static str>,
    sorts: Vec<SortDecl>,
    /// Sorts that stand for a list of another.
    aliases: BTreeMap<String, Sort>,
    metavars: BTreeMap<String, Sort>,
    ctors: Vec<DeclaredCtor>,
    operators: Vec<Operator>,
    errors: Vec<ErrorClass>,
    judgments: Vec<Judgment>,
    preds: Vec<PredInfo>,
    modes: Vec<Vec<Mode>>,
    start: Option<(usize, Range<usize>)>,
    rules: Vec<DraftRule>,
}

struct DeclaredCtor {
    name: &'static str,
    sort: usize,
    args: Vec<Sort>,
    binds: Option<Sort>,
    infix: Option<(String, bool)>,
}

impl DeclaredCtor {
    fn symbol(&self, number: usize) -> Symbol {
        Symbol::new(number as u32, self.binds.is_some())
    }
}

/// A rule before clauses have their final order.
struct DraftRule {
    name: &'static str,
    span: Range<usize>,
    clause: Clause,
    labels: Vec<Option<&'static str>>,
    premises: Vec<Stated>,
    order: Vec<usize>,
    feature: Option<&'static str>,
    behind: Option<&'static str>,
    negations: Vec<DraftNegation>,
    /// The rule, the premise and the error class that it is the negation of.
    negates: Option<(String, String, usize)>,
}

struct DraftNegation {
    premise: &'static str,
    by: Option<&'static str>,
    error: usize,
    clause: Clause,
}

/// A premise while its rule is being read.
struct DraftPremise {
    label: Option<&'static str>,
    goal: Goal,
    after: Vec<u16>,
    span: Range<usize>,
    /// The error class, and the goals that say what the negation is.
    negation: Option<(usize, Option<Goal>, Range<usize>)>,
}

/// The properties of a rule that its premises depend on.
#[derive(Clone, Copy)]
struct Header {
    name: &'static str,
    feature: Option<&'static str>,
    /// That of the judgment it concludes.
    own_depth: Option<u32>,
}

/// The variables of a rule.
#[derive(Default)]
struct Scope {
    vars: Vec<(String, Sort)>,
    /// Those that are written `_`.
    wild: Vec<u16>,
    fresh: Vec<String>,
    /// Metavariables that stand under a binder of a name that is not fresh:
    /// their value is the nameless body.
    under: BTreeMap<String, String>,
    /// The nameless body for a metavariable and the fresh name bound in it.
    closed: BTreeMap<(String, String), u16>,
    /// Bodies, their arguments, and the results of the substitution.
    opened: Vec<(u16, Pat, u16)>,
    /// Goals that notation stands for.
    extra: Vec<(Goal, Range<usize>)>,
}

impl Scope {
    fn var(&mut self, name: &str, sort: Sort) -> u16 {
        if let Some(known) = self.vars.iter().position(|(known, _)| known == name) {
            return known as u16;
        }
        self.vars.push((name.to_owned(), sort));
        self.vars.len() as u16 - 1
    }

    fn anonymous(&mut self, sort: Sort) -> u16 {
        let name = format!("_{}", self.vars.len());
        self.vars.push((name, sort));
        self.vars.len() as u16 - 1
    }
}
