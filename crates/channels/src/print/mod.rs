//! Programs as text, one printer for each language.
//!
//! A printer decides nothing: the same program and dialect give the same text.
//! Every text is a complete program. It waits for everything it has spawned and
//! then prints one line: `ok`, or how far the counter of the value oracle is
//! from 0.

mod go;
mod writer;

use case::Language;

use crate::dialect::Dialect;
use crate::program::{Block, Clause, Program, Statement};

/// What every program prints when nothing went wrong.
pub const OUTPUT: &str = "ok\n";

/// The program in the syntax of a dialect.
pub fn print(dialect: &Dialect, program: &Program) -> String {
    match dialect.language {
        Language::Go => go::print(program),
        other => unreachable!("{other} has no dialect"),
    }
}

/// Whether any statement of the program is of some kind.
fn any(program: &Program, is: &impl Fn(&Statement) -> bool) -> bool {
    fn inside(block: &Block, is: &impl Fn(&Statement) -> bool) -> bool {
        block.iter().any(|statement| {
            is(statement)
                || match statement {
                    Statement::Spawn(body) | Statement::Lock(_, body) => inside(body, is),
                    Statement::If(_, then, otherwise) => inside(then, is) || inside(otherwise, is),
                    Statement::Select(clauses) => {
                        clauses.iter().any(|Clause { body, .. }| inside(body, is))
                    }
                    _ => false,
                }
        })
    }
    inside(&program.body, is) || program.functions.iter().any(|function| inside(&function.body, is))
}

fn spawns(program: &Program) -> bool {
    any(program, &|statement| matches!(statement, Statement::Spawn(_)))
}
