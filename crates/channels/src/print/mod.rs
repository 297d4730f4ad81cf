//! Programs as text, one printer for each language.
//!
//! A printer decides nothing: the same program and dialect give the same text.
//! Every text is a complete program. It waits for everything it has spawned and
//! then prints one line: `ok`, or how far the counter of the value oracle is
//! from 0.

mod crystal;
mod flix;
mod go;
mod kotlin;
mod rust;
mod writer;

use case::Language;

use crate::dialect::Dialect;
use crate::program::{Block, Clause, Condition, Program, Statement, Value, text};
use writer::put;

/// What every program prints when nothing went wrong.
pub const OUTPUT: &str = "ok\n";

/// The program in the syntax of a dialect.
pub fn print(dialect: &Dialect, program: &Program) -> String {
    match dialect.language {
        Language::Go => go::print(program),
        Language::Kotlin => kotlin::print(dialect, program),
        Language::Crystal => crystal::print(program),
        Language::Flix => flix::print(program),
        Language::Rust => rust::print(dialect, program),
        other => unreachable!("{other} has no dialect"),
    }
}

/// A message; all languages agree but for the unit value.
fn value(value: Value, unit: &'static str) -> impl Fn(&mut String) {
    move |out| match value {
        Value::Unit => put!(out, unit),
        Value::Int(n) => put!(out, n),
        Value::Bool(b) => put!(out, if b { "true" } else { "false" }),
        Value::Text(letters) => put!(out, "\"", text(letters), "\""),
    }
}

/// A condition, in which all languages agree.
fn test(condition: Condition) -> impl Fn(&mut String) {
    move |out| match condition {
        Condition::Constant(b) => put!(out, if b { "true" } else { "false" }),
        Condition::Less(a, b) => put!(out, a, " < ", b),
        Condition::Equal(a, b) => put!(out, a, " == ", b),
        Condition::AtMost100(x) => put!(out, x, " <= 100"),
        Condition::Received(x) => put!(out, x),
    }
}

/// How many statements of the program are of some kind.
fn count(program: &Program, is: &impl Fn(&Statement) -> bool) -> usize {
    fn inside(block: &Block, is: &impl Fn(&Statement) -> bool) -> usize {
        let deeper = |statement: &Statement| match statement {
            Statement::Spawn(body) | Statement::Lock(_, body) => inside(body, is),
            Statement::If(_, then, otherwise) => inside(then, is) + inside(otherwise, is),
            Statement::Select(clauses) => {
                clauses.iter().map(|Clause { body, .. }| inside(body, is)).sum()
            }
            _ => 0,
        };
        block.iter().map(|statement| usize::from(is(statement)) + deeper(statement)).sum()
    }
    let functions: usize =
        program.functions.iter().map(|function| inside(&function.body, is)).sum();
    functions + inside(&program.body, is)
}

fn spawns(program: &Program) -> bool {
    count(program, &|statement| matches!(statement, Statement::Spawn(_))) > 0
}

fn selects(program: &Program) -> bool {
    count(program, &|statement| matches!(statement, Statement::Select(_))) > 0
}
