//! Crystal.
//!
//! A fiber is announced on the channel `done` before it is spawned, and says
//! there when it has ended and how far its messages are from balance; main does
//! the same and waits until all that were announced have ended. The channel has
//! room for all of that, so nobody ever waits to say it. Names are numbered by
//! fiber, since a block sees, and would overwrite, the variables around it.

use super::writer::{Writer, line, put};
use super::{Printer, count, test, value};
use crate::lambda::{Chan, Lock};
use crate::program::{Block, Clause, Function, Message, Program, Ref, Statement, Value, Var, When};

const UNIT: &str = "nil";

/// The program as a file that can also stand in a module.
pub(super) fn print(program: &Program) -> String {
    let spawns = count(program, &|statement| matches!(statement, Statement::Spawn(_)));
    let mut crystal = Crystal { out: Writer::new("  "), program, spawns, fiber: 0, fibers: 0 };
    for (i, function) in program.functions.iter().enumerate() {
        crystal.function(i, function);
    }
    crystal.main();
    crystal.out.finish()
}

struct Crystal<'a> {
    out: Writer,
    program: &'a Program,
    /// How many fibers there are at most, besides main.
    spawns: usize,
    /// The fiber that is being written.
    fiber: usize,
    fibers: usize,
}

impl Crystal<'_> {
    /// The beginning of a fiber.
    fn begin(&mut self) {
        self.fibers += 1;
        self.fiber = self.fibers;
        if self.program.counted {
            line!(self.out, "b", self.fiber, " = 0_i64");
        }
    }

    /// The end of a fiber.
    fn end(&mut self) {
        match self.program.counted {
            true => line!(self.out, "done.send({-1, b", self.fiber, "})"),
            false => line!(self.out, "done.send(-1)"),
        }
    }

    fn function(&mut self, number: usize, function: &Function) {
        let text = self.out.begin();
        put!(text, "def f", number + 1, "(done");
        for &c in &function.channels {
            put!(text, ", ", c);
        }
        for &m in &function.locks {
            put!(text, ", ", m);
        }
        put!(text, ")");
        self.out.end();
        self.out.deeper();
        self.begin();
        self.statements(&function.body);
        self.end();
        self.out.shallower();
        line!(self.out, "end");
        line!(self.out);
    }

    fn main(&mut self) {
        let program = self.program;
        line!(self.out, "def main");
        self.out.deeper();
        if self.spawns > 0 {
            let message = if program.counted { "Tuple(Int32, Int64)" } else { "Int32" };
            line!(self.out, "done = Channel(", message, ").new(", 2 * self.spawns + 1, ")");
        }
        for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
            let message = type_name(declaration.message);
            match declaration.capacity {
                0 => line!(self.out, c, " = Channel(", message, ").new"),
                capacity => line!(self.out, c, " = Channel(", message, ").new(", capacity, ")"),
            }
        }
        for m in (1..=program.locks).map(Lock) {
            line!(self.out, m, " = Mutex.new");
        }
        self.begin();
        self.statements(&program.body);
        let fiber = self.fiber;
        if self.spawns > 0 {
            self.end();
            line!(self.out, "running = 1");
            if program.counted {
                line!(self.out, "sum = 0_i64");
                line!(self.out, "while running > 0");
                line!(self.out, "  n, b = done.receive");
                line!(self.out, "  sum += b");
            } else {
                line!(self.out, "while running > 0");
                line!(self.out, "  n = done.receive");
            }
            line!(self.out, "  running += n");
            line!(self.out, "end");
        } else if program.counted {
            line!(self.out, "sum = b", fiber);
        }
        if program.counted {
            line!(self.out, "puts sum == 0 ? \"ok\" : \"balance #{sum}\"");
        } else {
            line!(self.out, "puts \"ok\"");
        }
        self.out.shallower();
        line!(self.out, "end");
        line!(self.out);
        line!(self.out, "main");
    }

    /// A function is called only as the whole of a fiber, and counts for itself.
    fn spawn(&mut self, body: &Block) {
        line!(
            self.out,
            if self.program.counted { "done.send({1, 0_i64})" } else { "done.send(1)" }
        );
        line!(self.out, "spawn do");
        self.out.deeper();
        if let [Statement::Call(..)] = &body[..] {
            self.statements(body);
        } else {
            let spawner = self.fiber;
            self.begin();
            self.statements(body);
            self.end();
            self.fiber = spawner;
        }
        self.out.shallower();
        line!(self.out, "end");
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause { when, body } = clause;
        match when {
            When::Get(c, None) => line!(self.out, "when ", *c, ".receive"),
            When::Get(c, Some(x)) => line!(self.out, "when ", *x, " = ", *c, ".receive"),
            When::Put(c, v) => line!(self.out, "when ", *c, ".send(", value(*v, UNIT), ")"),
            When::Default => line!(self.out, "else"),
        }
        self.out.deeper();
        self.communicated(*when);
        self.statements(body);
        self.out.shallower();
    }
}

impl<'a> Printer<'a> for Crystal<'a> {
    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Get(c, None) => {
                line!(self.out, *c, ".receive");
                self.received(*c, None);
            }
            Statement::Get(c, Some(x)) => {
                line!(self.out, *x, " = ", *c, ".receive");
                self.received(*c, Some(*x));
            }
            Statement::Put(c, v) => {
                line!(self.out, *c, ".send(", value(*v, UNIT), ")");
                self.sent(*c, *v);
            }
            Statement::Spawn(body) => self.spawn(body),
            Statement::If(condition, then, otherwise) => {
                line!(self.out, "if ", test(*condition));
                self.block(then);
                if !otherwise.is_empty() {
                    line!(self.out, "else");
                    self.block(otherwise);
                }
                line!(self.out, "end");
            }
            Statement::Select(clauses) => {
                line!(self.out, "select");
                for clause in clauses {
                    self.clause(clause);
                }
                line!(self.out, "end");
            }
            Statement::Alias(alias, c) => line!(self.out, "d", *alias, " = ", *c),
            Statement::Call(number, arguments) => self.call(*number, "done", arguments, ""),
            Statement::Close(c) => line!(self.out, *c, ".close"),
            Statement::Drain(c, x) => {
                // A message may be nil or false, so it cannot be told from the
                // end by its truth.
                line!(self.out, "loop do");
                self.out.deeper();
                line!(self.out, *x, " = ", *c, ".receive");
                self.received(*c, Some(*x));
                self.out.shallower();
                line!(self.out, "rescue Channel::ClosedError");
                line!(self.out, "  break");
                line!(self.out, "end");
            }
            Statement::Lock(m, body) => {
                line!(self.out, *m, ".synchronize do");
                self.block(body);
                line!(self.out, "end");
            }
            Statement::Add(..) | Statement::Done(_) | Statement::Wait(_) => {
                unreachable!("Crystal has no wait group without a require")
            }
        }
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if !self.program.counted {
            return;
        }
        let fiber = self.fiber;
        let text = self.out.begin();
        put!(text, "b", fiber, " -= ", Program::weight(c.channel), "_i64");
        match (self.program.channel(c.channel).message, x) {
            (Message::Int, Some(x)) => put!(text, " * ", x),
            (Message::Text, Some(x)) => put!(text, " * ", x, ".size"),
            (Message::Bool, Some(x)) => put!(text, " * (", x, " ? 2 : 1)"),
            _ => {}
        }
        self.out.end();
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "b", self.fiber, " += ", worth, "_i64");
        }
    }
}

fn type_name(message: Message) -> &'static str {
    match message {
        Message::Unit => "Nil",
        Message::Int => "Int32",
        Message::Bool => "Bool",
        Message::Text => "String",
    }
}
