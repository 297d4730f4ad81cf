//! Kotlin, with the coroutines library as it is, and as it was before 0.26.
//!
//! Coroutines are launched on a pool of threads, named explicitly: `runBlocking`
//! alone would run them all on its one thread, and nothing would race. Main
//! stays on that thread, beside the pool. Today `runBlocking` waits for all that
//! was launched inside; the old library needs a list of jobs.

use super::writer::{Writer, line, put};
use super::{Printer, test, value};
use crate::dialect::Dialect;
use crate::lambda::{Chan, Lock};
use crate::program::{Clause, Function, Message, Program, Ref, Statement, Value, Var, When};

const UNIT: &str = "Unit";

/// The program as a file without a package.
pub(super) fn print(dialect: &Dialect, program: &Program) -> String {
    let experimental = dialect.name == "kotlinx-coroutines-experimental";
    let mut kotlin = Kotlin { out: Writer::new("    "), program, experimental, scope: "" };
    let package =
        if experimental { "kotlinx.coroutines.experimental" } else { "kotlinx.coroutines" };
    if experimental {
        line!(kotlin.out, "import java.util.concurrent.ConcurrentLinkedQueue");
    }
    if program.counted {
        line!(kotlin.out, "import java.util.concurrent.atomic.AtomicLong");
    }
    line!(kotlin.out, "import ", package, ".*");
    line!(kotlin.out, "import ", package, ".channels.*");
    line!(kotlin.out, "import ", package, ".selects.*");
    if program.locks > 0 {
        line!(kotlin.out, "import ", package, ".sync.*");
    }
    for (i, function) in program.functions.iter().enumerate() {
        kotlin.function(i, function);
    }
    kotlin.main();
    kotlin.out.finish()
}

struct Kotlin<'a> {
    out: Writer,
    program: &'a Program,
    experimental: bool,
    /// What stands before `launch` where there is no scope around.
    scope: &'static str,
}

impl Kotlin<'_> {
    fn function(&mut self, number: usize, function: &Function) {
        line!(self.out);
        let text = self.out.begin();
        let scope = if self.experimental {
            "jobs: ConcurrentLinkedQueue<Job>"
        } else {
            "scope: CoroutineScope"
        };
        put!(text, "suspend fun f", number + 1, "(", scope);
        if self.program.counted {
            put!(text, ", balance: AtomicLong");
        }
        for &c in &function.channels {
            put!(text, ", ", c, ": Channel<", type_name(self.program.channel(c).message), ">");
        }
        for &m in &function.locks {
            put!(text, ", ", m, ": Mutex");
        }
        put!(text, ") {");
        self.out.end();
        self.scope = "scope.";
        self.block(&function.body);
        self.scope = "";
        line!(self.out, "}");
    }

    fn main(&mut self) {
        let program = self.program;
        line!(self.out);
        line!(self.out, "fun main() {");
        self.out.deeper();
        if self.experimental {
            line!(self.out, "val jobs = ConcurrentLinkedQueue<Job>()");
        }
        if program.counted {
            line!(self.out, "val balance = AtomicLong()");
        }
        line!(self.out, "runBlocking<Unit> {");
        self.out.deeper();
        for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
            let message = type_name(declaration.message);
            match declaration.capacity {
                0 => line!(self.out, "val ", c, " = Channel<", message, ">()"),
                capacity => {
                    line!(self.out, "val ", c, " = Channel<", message, ">(", capacity, ")");
                }
            }
        }
        for m in (1..=program.locks).map(Lock) {
            line!(self.out, "val ", m, " = Mutex()");
        }
        self.statements(&program.body);
        if self.experimental {
            line!(self.out, "var job = jobs.poll()");
            line!(self.out, "while (job != null) {");
            line!(self.out, "    job.join()");
            line!(self.out, "    job = jobs.poll()");
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
        if program.counted {
            line!(self.out, "val n = balance.get()");
            line!(self.out, "println(if (n == 0L) \"ok\" else \"balance $n\")");
        } else {
            line!(self.out, "println(\"ok\")");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause { when, body } = clause;
        match when {
            When::Get(c, None) => line!(self.out, *c, ".onReceive {"),
            When::Get(c, Some(x)) => line!(self.out, *c, ".onReceive { ", *x, " ->"),
            When::Put(c, v) => line!(self.out, *c, ".onSend(", value(*v, UNIT), ") {"),
            When::Default => unreachable!("a select of coroutines has no default"),
        }
        self.out.deeper();
        self.communicated(*when);
        self.statements(body);
        self.out.shallower();
        line!(self.out, "}");
    }
}

impl<'a> Printer<'a> for Kotlin<'a> {
    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Get(c, None) => {
                line!(self.out, *c, ".receive()");
                self.received(*c, None);
            }
            Statement::Get(c, Some(x)) => {
                line!(self.out, "val ", *x, " = ", *c, ".receive()");
                self.received(*c, Some(*x));
            }
            Statement::Put(c, v) => {
                line!(self.out, *c, ".send(", value(*v, UNIT), ")");
                self.sent(*c, *v);
            }
            Statement::Spawn(body) => {
                if self.experimental {
                    line!(self.out, "jobs.add(launch(CommonPool) {");
                } else {
                    line!(self.out, self.scope, "launch(Dispatchers.Default) {");
                }
                let scope = std::mem::take(&mut self.scope);
                self.block(body);
                self.scope = scope;
                line!(self.out, if self.experimental { "})" } else { "}" });
            }
            Statement::If(condition, then, otherwise) => {
                line!(self.out, "if (", test(*condition), ") {");
                self.block(then);
                line!(self.out, "} else {");
                self.block(otherwise);
                line!(self.out, "}");
            }
            Statement::Select(clauses) => {
                line!(self.out, "select<Unit> {");
                self.out.deeper();
                for clause in clauses {
                    self.clause(clause);
                }
                self.out.shallower();
                line!(self.out, "}");
            }
            Statement::Alias(alias, c) => line!(self.out, "val d", *alias, " = ", *c),
            Statement::Call(number, arguments) => {
                let first = match (self.experimental, self.program.counted) {
                    (true, true) => "jobs, balance",
                    (true, false) => "jobs",
                    (false, true) => "this, balance",
                    (false, false) => "this",
                };
                self.call(*number, first, arguments, "");
            }
            Statement::Close(c) => line!(self.out, *c, ".close()"),
            Statement::Drain(c, x) => {
                line!(self.out, "for (", *x, " in ", *c, ") {");
                self.out.deeper();
                self.received(*c, Some(*x));
                self.out.shallower();
                line!(self.out, "}");
            }
            Statement::Lock(m, body) => {
                line!(self.out, *m, ".withLock {");
                self.block(body);
                line!(self.out, "}");
            }
            Statement::Add(..) | Statement::Done(_) | Statement::Wait(_) => {
                unreachable!("coroutines have no wait group")
            }
        }
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if !self.program.counted {
            return;
        }
        let text = self.out.begin();
        put!(text, "balance.addAndGet(-", Program::weight(c.channel), "L");
        match (self.program.channel(c.channel).message, x) {
            (Message::Int, Some(x)) => put!(text, " * ", x),
            (Message::Text, Some(x)) => put!(text, " * ", x, ".length"),
            (Message::Bool, Some(x)) => put!(text, " * (if (", x, ") 2 else 1)"),
            _ => {}
        }
        put!(text, ")");
        self.out.end();
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "balance.addAndGet(", worth, "L)");
        }
    }
}

fn type_name(message: Message) -> &'static str {
    match message {
        Message::Unit => "Unit",
        Message::Int => "Int",
        Message::Bool => "Boolean",
        Message::Text => "String",
    }
}
