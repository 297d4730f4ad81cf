//! Rust: parsing by `syn`, type analysis and generator.

mod analysis;
mod declarations;
mod generate;
mod library;
mod neutral;
mod parse;
mod splices;
mod types;

use case::Language;
use choice::{Choices, DeadEnd};
use syn::visit::Visit;

use self::analysis::Analysed;
use self::generate::Generator;
use self::neutral::Neutral;
use crate::Unsuitable;
use crate::forms::Forms;
use crate::program::{Disagreement, Edit, Expression, How, Place, Plug, Program};
use crate::statistics::Statistics;

/// What stands before every program: other values may overflow, divide by zero or
/// lie outside an array. The compiler sees some of that and says so, as an error by
/// default, but it is not a matter of types.
const HEADER: &str = "#![allow(arithmetic_overflow, unconditional_panic)]\n";

/// The language Rust.
#[derive(Clone, Copy, Debug)]
pub struct Rust;

impl Plug for Rust {
    fn language(&self) -> Language {
        Language::Rust
    }

    /// rustc says nothing about the types of expressions.
    fn condense(&self, _dump: &str) -> String {
        String::new()
    }

    fn disagreements(&self, _source: &str, _dump: &str) -> Result<Vec<Disagreement>, Unsuitable> {
        Ok(Vec::new())
    }

    fn read(&self, source: &str, _dump: Option<&str>) -> Result<Box<dyn Program>, Unsuitable> {
        let source = with_header(source);
        let others = splices::of_built_in();
        let (analysed, splices) = analysed(&source, |analysed| {
            let own = splices::collect(&source, &analysed);
            let at = |site| splices::at(site, &source, &analysed, &own, others);
            let splices = analysed.sites.iter().map(at).collect();
            (analysed, splices)
        })?;
        let place = |site: &analysis::Site| Place {
            range: site.range.clone(),
            // Control flow does not depend on the values of conditions.
            constant_condition: false,
        };
        let places = analysed.sites.iter().map(place).collect();
        let neutral = neutral::collect(&source, &analysed);
        Ok(Box::new(RustProgram { source, analysed, places, splices, neutral }))
    }
}

fn with_header(source: &str) -> String {
    format!("{HEADER}{source}")
}

/// Parses and analyses a program, and hands it on where the stack suffices.
fn analysed<T: Send>(
    source: &str,
    work: impl FnOnce(Analysed) -> T + Send,
) -> Result<T, Unsuitable> {
    parse::parsed(source, |file| {
        let mut words = Words::default();
        words.visit_file(file);
        match words.unfit {
            Some(word) => Err(Unsuitable::Word(word)),
            None => Ok(work(analysis::analyse(file))),
        }
    })
}

/// Looks for words that make a program unfit.
#[derive(Default)]
struct Words {
    unfit: Option<&'static str>,
}

impl<'ast> Visit<'ast> for Words {
    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        // Superfluous parentheses and the like would be errors; without the
        // library, what mutants use of it would not be there.
        const UNFIT: [&str; 5] = ["deny", "forbid", "no_std", "no_core", "no_implicit_prelude"];
        let found = UNFIT.into_iter().find(|unfit| attr.path().is_ident(unfit));
        self.unfit = self.unfit.or(found);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        // In a batch, a program is a module.
        if path.segments.first().is_some_and(|first| first.ident == "crate") {
            self.unfit = Some("crate");
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        if path.ident == "crate" {
            self.unfit = Some("crate");
        }
        syn::visit::visit_use_path(self, path);
    }
}

/// A Rust program that can be mutated.
struct RustProgram {
    source: String,
    analysed: Analysed,
    places: Vec<Place>,
    /// Of each place, the expressions from elsewhere that fit there.
    splices: Vec<Vec<String>>,
    neutral: Vec<Neutral>,
}

impl Program for RustProgram {
    fn source(&self) -> &str {
        &self.source
    }

    fn places(&self) -> &[Place] {
        &self.places
    }

    fn write(
        &self,
        place: usize,
        how: How,
        out: &mut String,
        used: &mut Forms,
        choices: &mut Choices,
    ) -> Result<(), DeadEnd> {
        let site = &self.analysed.sites[place];
        let mut generator = Generator {
            source: &self.source,
            analysed: &self.analysed,
            site,
            environment: &self.analysed.environments[site.env],
            level: how.level,
            splices: if how.splice { &self.splices[place] } else { &[] },
            out,
            used,
        };
        generator.replacement(how.depth, choices)
    }

    fn neutral(&self) -> usize {
        self.neutral.len()
    }

    fn rewrite(&self, index: usize) -> (&'static str, Vec<Edit>) {
        self.neutral[index].edits()
    }

    fn statistics(&self) -> Statistics {
        let Analysed { expressions, sites, .. } = &self.analysed;
        let annotated = expressions.iter().filter(|(_, ty)| ty.is_some()).count();
        Statistics::of_program(expressions.len(), annotated, sites.len(), 0)
    }

    fn expressions(&self) -> Vec<Expression> {
        let Analysed { decls, expressions, .. } = &self.analysed;
        let expression = |(range, ty): &(std::ops::Range<usize>, Option<types::Type>)| Expression {
            range: range.clone(),
            ty: ty.map(|ty| decls.text(ty)),
            from_compiler: false,
        };
        expressions.iter().map(expression).collect()
    }
}
