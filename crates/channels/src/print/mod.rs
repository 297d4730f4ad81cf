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
use crate::program::{Block, Clause, Condition, Program, Ref, Statement, Value, Var, When, text};
use writer::{Writer, put};

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

/// What the printers of languages with statements share: the way through a
/// program. How a statement looks is up to each of them.
trait Printer<'a> {
    fn out(&mut self) -> &mut Writer;

    fn program(&self) -> &'a Program;

    fn statement(&mut self, statement: &Statement);

    /// What follows a receive.
    fn received(&mut self, c: Ref, x: Option<Var>);

    /// What follows a send.
    fn sent(&mut self, c: Ref, v: Value);

    fn statements(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn block(&mut self, block: &Block) {
        self.out().deeper();
        self.statements(block);
        self.out().shallower();
    }

    /// What follows the communication of a clause.
    fn communicated(&mut self, when: When) {
        match when {
            When::Get(c, x) => self.received(c, x),
            When::Put(c, v) => self.sent(c, v),
            When::Default => {}
        }
    }

    /// The call of a function. `first` is what every function is given, up to
    /// the channels.
    fn call(&mut self, number: usize, first: &str, channels: &[Ref], end: &str) {
        let function = &self.program().functions[number];
        let text = self.out().begin();
        put!(text, "f", number + 1, "(", first);
        for &c in channels {
            put!(text, ", ", c);
        }
        for &m in &function.locks {
            put!(text, ", ", m);
        }
        for &w in &function.groups {
            put!(text, ", ", w);
        }
        put!(text, ")", end);
        self.out().end();
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
