//! Swift: lexer, parser, type analysis and generator.

pub mod analysis;
pub mod compiler_types;
mod declarations;
mod generate;
pub mod lexer;
mod library;
mod neutral;
pub(crate) mod operators;
mod parser;
mod splices;
pub mod tree;
pub mod types;

pub use parser::parse;

use case::Language;
use choice::{Choices, DeadEnd};
use rustc_hash::FxHashMap;

use self::analysis::{Analysed, Site};
use self::generate::{Generator, Reach};
use self::neutral::Neutral;
use crate::Unsuitable;
use crate::forms::Forms;
use crate::program::{Disagreement, Edit, Expression, How, Place, Plug, Program};
use crate::statistics::Statistics;

/// The language Swift.
#[derive(Clone, Copy, Debug)]
pub struct Swift;

/// Parses and analyses a program.
pub fn analyse(source: &str) -> Result<Analysed, Unsuitable> {
    let tree = parse(source)?;
    Ok(analysis::analyse(&tree, |_| FxHashMap::default()))
}

impl Plug for Swift {
    fn language(&self) -> Language {
        Language::Swift
    }

    fn condense(&self, dump: &str) -> String {
        compiler_types::condense(dump)
    }

    fn disagreements(&self, source: &str, dump: &str) -> Result<Vec<Disagreement>, Unsuitable> {
        Ok(compiler_types::disagreements(source, dump, &analyse(source)?))
    }

    fn read(&self, source: &str, dump: Option<&str>) -> Result<Box<dyn Program>, Unsuitable> {
        let tree = parse(source)?;
        let analysed = analysis::analyse(&tree, |types| match dump {
            Some(dump) => compiler_types::types(source, dump, types),
            None => FxHashMap::default(),
        });
        let places = analysed
            .sites
            .iter()
            .map(|site| Place {
                range: site.span.start as usize..site.span.end as usize,
                constant_condition: site.constant_condition,
            })
            .collect();
        let neutral = neutral::collect(&tree, &analysed);
        let own = splices::collect(source, &analysed);
        let reach = |environment| Reach::of(environment, &analysed.callables);
        let reach: Vec<Reach> = analysed.environments.iter().map(reach).collect();
        let around = |site: &Site| Around {
            reach: reach[site.env as usize],
            plain: generate::is_plain(site, source),
            splices: splices::at(site, source, &analysed, &own),
        };
        let around = analysed.sites.iter().map(around).collect();
        let source = source.to_owned();
        Ok(Box::new(SwiftProgram { source, analysed, places, around, neutral }))
    }
}

/// A Swift program that can be mutated.
struct SwiftProgram {
    source: String,
    analysed: Analysed,
    places: Vec<Place>,
    /// Of each place, what else the generator asks for.
    around: Vec<Around>,
    neutral: Vec<Neutral>,
}

/// What the generator asks for at every place, in one cache line.
#[repr(align(64))]
struct Around {
    /// The types of what can be used there.
    reach: Reach,
    /// Whether what is there could stand elsewhere.
    plain: bool,
    /// The expressions from elsewhere that fit there.
    splices: Vec<String>,
}

impl Program for SwiftProgram {
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
        let around = &self.around[place];
        let mut generator = Generator {
            source: &self.source,
            analysed: &self.analysed,
            site,
            plain_original: around.plain,
            environment: &self.analysed.environments[site.env as usize],
            reach: around.reach,
            level: how.level,
            splices: if how.splice { &around.splices } else { &[] },
            tries: !site.in_closure,
            out,
            used,
        };
        generator.replacement(how.depth, choices)
    }

    fn neutral(&self) -> usize {
        self.neutral.len()
    }

    fn rewrite(&self, index: usize) -> (&'static str, Vec<Edit>) {
        self.neutral[index].edits(&self.source)
    }

    fn statistics(&self) -> Statistics {
        let Analysed { annotations, others, sites, .. } = &self.analysed;
        let from_compiler = others.iter().filter(|(_, ty)| ty.is_some()).count();
        Statistics::of_program(
            annotations.len() + others.len(),
            annotations.len() + from_compiler,
            sites.len(),
            from_compiler,
        )
    }

    fn expressions(&self) -> Vec<Expression> {
        let Analysed { types, annotations, others, .. } = &self.analysed;
        let known = annotations.iter().map(|&(span, ty)| (span, Some(ty), false));
        let others = others.iter().map(|&(span, ty)| (span, ty, true));
        let mut all: Vec<Expression> = known
            .chain(others)
            .map(|(span, ty, from_compiler)| Expression {
                range: span.start as usize..span.end as usize,
                ty: ty.map(|ty| types.text(ty)),
                from_compiler: from_compiler && ty.is_some(),
            })
            .collect();
        all.sort_by_key(|expr| (expr.range.start, std::cmp::Reverse(expr.range.end)));
        all
    }
}
