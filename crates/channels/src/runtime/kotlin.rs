//! Kotlin with the library kotlinx.coroutines: as it is since 1.7, when `select` was
//! rewritten, as it was since 1.0, and as it was before 0.26, in the package
//! `kotlinx.coroutines.experimental`.
//!
//! Coroutines are launched on a dispatcher with several threads, named
//! explicitly: the one that `launch` inherits from `runBlocking` has a single
//! thread, on which nothing races. Main stays on that thread. `runBlocking`
//! joins every coroutine launched in its scope; the old library has no scopes,
//! so there main joins a queue of jobs.

use case::{Dialect, Language};

use super::Runtime;
use super::Support::{No, Yes};
use crate::lambda::{Chan, Lock};
use crate::print::writer::{Writer, line, put};
use crate::print::{Around, Printer, Syntax, Worth, tosses, value};
use crate::program::{Block, Clause, Function, Program, Ref, Value, Var, When};

pub(super) const COROUTINES: Runtime = Runtime {
    language: Language::Kotlin,
    dialect: Dialect::Coroutines,
    select_put: Yes("`onSend`"),
    select_same_channel: No("since 1.7 `select` throws IllegalStateException"),
    select_default: No("`select` always suspends until a clause is ready"),
    buffered: Yes("`Channel<T>(n)`"),
    close: Yes("`close()`, `for (x in c)`"),
    mutex: Yes("`Mutex.withLock`"),
    waitgroup: No("coroutines are joined by their scope"),
    counter: Yes("`AtomicLong`"),
    print: |program| Kotlin::new(program, false).print(),
};

pub(super) const COROUTINES_BEFORE_1_7: Runtime = Runtime {
    dialect: Dialect::CoroutinesBefore17,
    select_same_channel: Yes("`select` prefers the first clause that is ready"),
    ..COROUTINES
};

pub(super) const COROUTINES_EXPERIMENTAL: Runtime = Runtime {
    dialect: Dialect::CoroutinesExperimental,
    select_same_channel: Yes("`select` prefers the first clause that is ready"),
    waitgroup: No("coroutines are joined by their jobs"),
    print: |program| Kotlin::new(program, true).print(),
    ..COROUTINES
};

const SYNTAX: Syntax = Syntax {
    unit: "Unit",
    types: ["Unit", "Int", "Boolean", "String"],
    declare: ["val ", " = "],
    receive: ["", ".receive()"],
    end: "",
    condition: ["if (", ") {"],
    coin: "ThreadLocalRandom.current().nextBoolean()",
    otherwise: "} else {",
    always_otherwise: true,
    close: "}",
};

const WORTH: Worth =
    Worth { int: [" * ", ""], bool: [" * (if (", ") 2 else 1)"], text: [" * ", ".length"] };

/// A program as a file without a package.
struct Kotlin<'a> {
    out: Writer,
    program: &'a Program,
    experimental: bool,
    /// The receiver of `launch` in a function, which is not in the lambda of a
    /// scope.
    scope: &'static str,
}

impl<'a> Kotlin<'a> {
    fn new(program: &'a Program, experimental: bool) -> Kotlin<'a> {
        Kotlin { out: Writer::new("    "), program, experimental, scope: "" }
    }
}

impl<'a> Printer<'a> for Kotlin<'a> {
    const SYNTAX: Syntax = SYNTAX;

    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn header(&mut self) {
        let package = if self.experimental {
            line!(self.out, "import java.util.concurrent.ConcurrentLinkedQueue");
            "kotlinx.coroutines.experimental"
        } else {
            "kotlinx.coroutines"
        };
        if self.program.counted {
            line!(self.out, "import java.util.concurrent.atomic.AtomicLong");
        }
        if tosses(self.program) {
            line!(self.out, "import java.util.concurrent.ThreadLocalRandom");
        }
        line!(self.out, "import ", package, ".*");
        line!(self.out, "import ", package, ".channels.*");
        line!(self.out, "import ", package, ".selects.*");
        if self.program.locks > 0 {
            line!(self.out, "import ", package, ".sync.*");
        }
    }

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
            let message = SYNTAX.type_of(self.program.channel(c).message);
            put!(text, ", ", c, ": Channel<", message, ">");
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
            let message = SYNTAX.type_of(declaration.message);
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

    fn spawn(&mut self, body: &Block) {
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

    fn select(&mut self, clauses: &[Clause]) {
        line!(self.out, "select<Unit> {");
        self.out.deeper();
        for clause in clauses {
            match clause.when {
                When::Get(c, None) => line!(self.out, c, ".onReceive {"),
                When::Get(c, Some(x)) => line!(self.out, c, ".onReceive { ", x, " ->"),
                When::Put(c, v) => line!(self.out, c, ".onSend(", value(v, SYNTAX.unit), ") {"),
                When::Default => unreachable!("a select of coroutines has no default clause"),
            }
            self.clause_body(clause);
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    fn send(&self) -> Around {
        [".send(", ")"]
    }

    /// A function is only called as the whole body of a coroutine, whose scope
    /// is `this`.
    fn common_arguments(&self) -> &'static str {
        match (self.experimental, self.program.counted) {
            (true, true) => "jobs, balance",
            (true, false) => "jobs",
            (false, true) => "this, balance",
            (false, false) => "this",
        }
    }

    fn lock(&mut self, m: Lock, body: &Block) {
        line!(self.out, m, ".withLock {");
        self.block(body);
        line!(self.out, "}");
    }

    fn close(&mut self, c: Ref) {
        line!(self.out, c, ".close()");
    }

    fn drain(&mut self, c: Ref, x: Var) {
        line!(self.out, "for (", x, " in ", c, ") {");
        self.out.deeper();
        self.received(c, Some(x));
        self.out.shallower();
        line!(self.out, "}");
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if self.program.counted {
            let weight = Program::weight(c.channel);
            let factor = WORTH.factor(self.program.channel(c.channel).message, x);
            line!(self.out, "balance.addAndGet(-", weight, "L", factor, ")");
        }
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "balance.addAndGet(", worth, "L)");
        }
    }
}
