//! Expressions of a program that can stand elsewhere in it, and of the built-in
//! seeds that can stand in any program.

use std::sync::OnceLock;

use case::Language;

use super::analysis::{Analysed, Environment, Site};
use super::types::{Form, Type, Types};
use crate::seed::built_in;

/// An expression that can stand in another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    text: String,
    ty: Type,
    /// The variables that it uses.
    variables: Vec<(String, Type)>,
}

impl Splice {
    /// Whether it means the same in another environment.
    fn fits(&self, environment: &Environment) -> bool {
        self.variables
            .iter()
            .all(|(name, ty)| environment.variables.iter().any(|v| v.name == *name && v.ty == *ty))
    }
}

/// The expressions that are made of literals, variables and operators.
pub(super) fn collect(source: &str, analysed: &Analysed) -> Vec<Splice> {
    let mut found: Vec<Splice> = Vec::new();
    for site in &analysed.sites {
        if let Some(splice) = splice(source, site, analysed)
            && !found.contains(&splice)
        {
            found.push(splice);
        }
    }
    found
}

/// The texts that fit at a site: of the program, and of other ones.
pub(super) fn at(
    site: &Site,
    source: &str,
    analysed: &Analysed,
    own: &[Splice],
    others: &'static [Splice],
) -> Vec<String> {
    let environment = &analysed.environments[site.env];
    let original = &source[site.range.clone()];
    let fits = |splice: &&Splice| {
        splice.ty == site.ty && splice.text != original && splice.fits(environment)
    };
    let mut texts: Vec<String> =
        own.iter().chain(others).filter(fits).map(|splice| splice.text.clone()).collect();
    texts.dedup();
    texts
}

fn splice(source: &str, site: &Site, analysed: &Analysed) -> Option<Splice> {
    let text = &source[site.range.clone()];
    if text.len() > 80 || text.contains('\n') {
        return None;
    }
    let environment = &analysed.environments[site.env];
    let mut variables = Vec::new();
    for name in site.names.as_ref()? {
        if Types::named(name).is_none() {
            let known = environment.variables.iter().find(|variable| variable.name == *name)?;
            variables.push((name.clone(), known.ty));
        }
    }
    Some(Splice { text: text.to_owned(), ty: site.ty, variables })
}

/// How many expressions of a type other programs give.
const OF_A_TYPE: usize = 24;

/// The expressions of the built-in seeds that use nothing of their program. They are
/// the same for every program, so that programs do not depend on each other.
pub(super) fn of_built_in() -> &'static [Splice] {
    static FOUND: OnceLock<Vec<Splice>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found: Vec<Splice> = Vec::new();
        for seed in built_in().iter().filter(|seed| seed.language == Language::Rust) {
            let source = super::with_header(&seed.text);
            // The types of the library are the same everywhere.
            let closed = |splice: &Splice, analysed: &Analysed| {
                let library = matches!(analysed.decls.types.form(splice.ty), Form::Library(_));
                library && splice.variables.is_empty() && splice.text.contains(' ')
            };
            let program = super::analysed(&source, |analysed| {
                let mut all = collect(&source, &analysed);
                all.retain(|splice| closed(splice, &analysed));
                all
            });
            for splice in program.unwrap_or_default() {
                let of_type = found.iter().filter(|other| other.ty == splice.ty).count();
                if of_type < OF_A_TYPE && !found.contains(&splice) {
                    found.push(splice);
                }
            }
        }
        found
    })
}
