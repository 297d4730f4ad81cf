//! Crystal.
//!
//! A fiber is announced on the channel `done` before it is spawned, and reports
//! there, when it has ended, the sum of the messages that it has sent less those
//! it has received. Main reports too, and then receives until every fiber that
//! was announced has ended. The capacity of `done` suffices for all reports, so
//! that reporting never blocks. The variables of the sums are numbered by fiber,
//! since a block captures the variables around it and would assign to them.

use case::{Dialect, Language};

use super::Runtime;
use super::Support::{No, Yes};
use crate::lambda::{Chan, Lock};
use crate::print::writer::{Writer, line, put};
use crate::print::{Around, Printer, Syntax, Worth, count_spawns, value};
use crate::program::{Block, Clause, Function, Program, Ref, Statement, Value, Var, When};

pub(super) const CRYSTAL: Runtime = Runtime {
    language: Language::Crystal,
    dialect: Dialect::Standard,
    select_put: Yes("`when c.send(v)`"),
    select_same_channel: Yes("`select` takes a clause that is ready"),
    select_default: Yes("`else`"),
    buffered: Yes("`Channel(T).new(n)`"),
    close: Yes("`close`, `Channel::ClosedError`"),
    mutex: Yes("`Mutex#synchronize`"),
    waitgroup: No("`WaitGroup` is not part of the prelude, and older versions lack it"),
    counter: Yes("a sum for each fiber, sent to main"),
    print: |program| Crystal::new(program).print(),
};

const SYNTAX: Syntax = Syntax {
    unit: "nil",
    types: ["Nil", "Int32", "Bool", "String"],
    declare: ["", " = "],
    receive: ["", ".receive"],
    end: "",
    condition: ["if ", ""],
    coin: "Random.rand(2) == 0",
    otherwise: "else",
    always_otherwise: false,
    close: "end",
};

const WORTH: Worth =
    Worth { int: [" * ", ""], bool: [" * (", " ? 2 : 1)"], text: [" * ", ".size"] };

/// A program as a file that can also stand in a module.
struct Crystal<'a> {
    out: Writer,
    program: &'a Program,
    /// The number of spawns, hence of fibers at most, besides main.
    spawns: usize,
    /// The fiber that is being written.
    fiber: usize,
    fibers: usize,
}

impl<'a> Crystal<'a> {
    fn new(program: &'a Program) -> Crystal<'a> {
        let spawns = count_spawns(program);
        Crystal { out: Writer::new("  "), program, spawns, fiber: 0, fibers: 0 }
    }

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
}

impl<'a> Printer<'a> for Crystal<'a> {
    const SYNTAX: Syntax = SYNTAX;

    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    /// Everything that programs use is in the prelude.
    fn header(&mut self) {}

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
            let message = SYNTAX.type_of(declaration.message);
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

    /// A function is only called as the whole body of a fiber, and reports for
    /// itself.
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

    fn select(&mut self, clauses: &[Clause]) {
        line!(self.out, "select");
        for clause in clauses {
            match clause.when {
                When::Get(c, None) => line!(self.out, "when ", c, ".receive"),
                When::Get(c, Some(x)) => line!(self.out, "when ", x, " = ", c, ".receive"),
                When::Put(c, v) => {
                    line!(self.out, "when ", c, ".send(", value(v, SYNTAX.unit), ")");
                }
                When::Default => line!(self.out, "else"),
            }
            self.clause_body(clause);
        }
        line!(self.out, "end");
    }

    fn send(&self) -> Around {
        [".send(", ")"]
    }

    fn common_arguments(&self) -> &'static str {
        "done"
    }

    fn lock(&mut self, m: Lock, body: &Block) {
        line!(self.out, m, ".synchronize do");
        self.block(body);
        line!(self.out, "end");
    }

    fn close(&mut self, c: Ref) {
        line!(self.out, c, ".close");
    }

    /// A message may be nil or false, so `while x = c.receive?` would stop too
    /// early.
    fn drain(&mut self, c: Ref, x: Var) {
        line!(self.out, "loop do");
        self.out.deeper();
        line!(self.out, x, " = ", c, ".receive");
        self.received(c, Some(x));
        self.out.shallower();
        line!(self.out, "rescue Channel::ClosedError");
        line!(self.out, "  break");
        line!(self.out, "end");
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if self.program.counted {
            let weight = Program::weight(c.channel);
            let factor = WORTH.factor(self.program.channel(c.channel).message, x);
            line!(self.out, "b", self.fiber, " -= ", weight, "_i64", factor);
        }
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "b", self.fiber, " += ", worth, "_i64");
        }
    }
}
