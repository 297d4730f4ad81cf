//! Programs in the syntax of a language.

mod java;

use std::collections::BTreeMap;

use case::Language;

use crate::expr::Program;
use crate::model::Model;
use crate::relation::Relation;
use crate::types::ClassId;

/// How a program is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// Whether types are left out that inference restores.
    pub(crate) erase: bool,
}

/// Writes a program.
pub(crate) fn print(
    relation: &Relation<'_>,
    program: &Program,
    language: Language,
    style: Style,
) -> String {
    match language {
        Language::Java => java::print(relation, program, style),
        other => unreachable!("the engine does not offer {other}"),
    }
}

/// The names of classes in a file: by their simple names if imported, in full
/// if two would be the same.
struct Imports<'m> {
    model: &'m Model,
    simple: BTreeMap<String, ClassId>,
}

impl<'m> Imports<'m> {
    fn new(model: &'m Model) -> Imports<'m> {
        Imports { model, simple: BTreeMap::new() }
    }

    /// The name of the outermost class, and those of the classes in it.
    fn names(&mut self, class: ClassId) -> (String, &'m [String]) {
        let path = &self.model.class(class).path;
        let mut outer = class;
        while let Some(next) = self.model.class(outer).nested_in {
            outer = next;
        }
        let known = *self.simple.entry(path[0].clone()).or_insert(outer);
        let first = if known == outer && path[0] != "Main" {
            path[0].clone()
        } else {
            format!("{}.{}", self.model.class(class).package, path[0])
        };
        (first, &path[1..])
    }

    /// What must be imported, sorted.
    fn lines(&self, implicit: &[&str]) -> Vec<String> {
        let mut lines: Vec<String> = self
            .simple
            .iter()
            .filter(|(simple, _)| *simple != "Main")
            .map(|(simple, &class)| (simple, &self.model.class(class).package))
            .filter(|(_, package)| !implicit.contains(&package.as_str()))
            .map(|(simple, package)| format!("{package}.{simple}"))
            .collect();
        lines.sort_unstable();
        lines
    }
}
