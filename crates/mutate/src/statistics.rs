//! How much of a corpus is known (section VI, RQ3).

use std::iter::Sum;

/// Counts over one program or many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Programs.
    pub programs: usize,
    /// Programs with at least one expression that has a value.
    pub with_expressions: usize,
    /// Programs with at least one expression whose type is known.
    pub with_annotations: usize,
    /// Expressions that have a value.
    pub expressions: usize,
    /// Those whose type is known.
    pub annotated: usize,
    /// Those that can be replaced.
    pub replaceable: usize,
    /// Those whose type only the compiler's dump gives.
    pub from_compiler: usize,
}

impl Statistics {
    /// The counts of one program.
    pub fn of_program(
        expressions: usize,
        annotated: usize,
        replaceable: usize,
        from_compiler: usize,
    ) -> Statistics {
        Statistics {
            programs: 1,
            with_expressions: usize::from(expressions > 0),
            with_annotations: usize::from(annotated > 0),
            expressions,
            annotated,
            replaceable,
            from_compiler,
        }
    }

    /// The share of expressions whose type is known.
    pub fn share_annotated(&self) -> f64 {
        self.annotated as f64 / self.expressions.max(1) as f64
    }
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Statistics>>(counts: I) -> Statistics {
        counts.fold(Statistics::default(), |a, b| Statistics {
            programs: a.programs + b.programs,
            with_expressions: a.with_expressions + b.with_expressions,
            with_annotations: a.with_annotations + b.with_annotations,
            expressions: a.expressions + b.expressions,
            annotated: a.annotated + b.annotated,
            replaceable: a.replaceable + b.replaceable,
            from_compiler: a.from_compiler + b.from_compiler,
        })
    }
}
