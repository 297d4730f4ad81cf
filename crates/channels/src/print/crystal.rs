//! Crystal.
//!
//! A fiber tells at its end, on the channel `done`, how many fibers it has
//! spawned and how far its messages are from balance; main waits for as many
//! words as there are fibers. Names are numbered by fiber, since a block sees,
//! and would overwrite, the variables around it.

use super::writer::{Writer, line, put};
use super::{spawns, test, value};
use crate::lambda::{Chan, Lock};
use crate::program::{Block, Clause, Function, Message, Program, Ref, Statement, Value, Var, When};

const UNIT: &str = "nil";

/// The program as a file that can also stand in a module.
pub(super) fn print(program: &Program) -> String {
    let spawns = spawns(program);
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
    spawns: bool,
    /// The fiber that is being written.
    fiber: usize,
    fibers: usize,
}

impl Crystal<'_> {
    /// The counters of a new fiber.
    fn counters(&mut self) {
        self.fibers += 1;
        self.fiber = self.fibers;
        line!(self.out, "n", self.fiber, " = 0");
        if self.program.counted {
            line!(self.out, "b", self.fiber, " = 0_i64");
        }
    }

    /// What a fiber tells at its end.
    fn result(&self) -> impl Fn(&mut String) + use<> {
        let (fiber, counted) = (self.fiber, self.program.counted);
        move |text| match counted {
            true => put!(text, "{n", fiber, ", b", fiber, "}"),
            false => put!(text, "n", fiber),
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
        self.counters();
        self.statements(&function.body);
        let result = self.result();
        line!(self.out, result);
        self.out.shallower();
        line!(self.out, "end");
        line!(self.out);
    }

    fn main(&mut self) {
        let program = self.program;
        line!(self.out, "def main");
        self.out.deeper();
        if self.spawns {
            let message = if program.counted { "Tuple(Int32, Int64)" } else { "Int32" };
            line!(self.out, "done = Channel(", message, ").new(64)");
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
        self.counters();
        self.statements(&program.body);
        let fiber = self.fiber;
        if self.spawns {
            line!(self.out, "while n", fiber, " > 0");
            if program.counted {
                line!(self.out, "  n, b = done.receive");
                line!(self.out, "  b", fiber, " += b");
            } else {
                line!(self.out, "  n = done.receive");
            }
            line!(self.out, "  n", fiber, " += n - 1");
            line!(self.out, "end");
        }
        if program.counted {
            line!(self.out, "puts b", fiber, " == 0 ? \"ok\" : \"balance #{b", fiber, "}\"");
        } else {
            line!(self.out, "puts \"ok\"");
        }
        self.out.shallower();
        line!(self.out, "end");
        line!(self.out);
        line!(self.out, "main");
    }

    fn block(&mut self, block: &Block) {
        self.out.deeper();
        self.statements(block);
        self.out.shallower();
    }

    fn statements(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
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
            Statement::Call(number, arguments) => {
                let text = self.out.begin();
                put!(text, "done.send(");
                self.call(*number, arguments);
                put!(self.out.text(), ")");
                self.out.end();
            }
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

    /// A fiber whose body is a call leaves the counting to the function.
    fn spawn(&mut self, body: &Block) {
        line!(self.out, "n", self.fiber, " += 1");
        line!(self.out, "spawn do");
        self.out.deeper();
        if let [Statement::Call(..)] = &body[..] {
            self.statements(body);
        } else {
            let spawner = self.fiber;
            self.counters();
            self.statements(body);
            let result = self.result();
            line!(self.out, "done.send(", result, ")");
            self.fiber = spawner;
        }
        self.out.shallower();
        line!(self.out, "end");
    }

    fn call(&mut self, number: usize, arguments: &[Ref]) {
        let function = &self.program.functions[number];
        let text = self.out.text();
        put!(text, "f", number + 1, "(done");
        for &c in arguments {
            put!(text, ", ", c);
        }
        for &m in &function.locks {
            put!(text, ", ", m);
        }
        put!(text, ")");
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
        match when {
            When::Get(c, x) => self.received(*c, *x),
            When::Put(c, v) => self.sent(*c, *v),
            When::Default => {}
        }
        self.statements(body);
        self.out.shallower();
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
