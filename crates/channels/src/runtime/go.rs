//! Go.

use case::{Dialect, Language};

use super::Runtime;
use super::Support::Yes;
use crate::lambda::{Chan, Group, Lock};
use crate::print::writer::{Writer, line, put};
use crate::print::{Around, Printer, Syntax, spawns, tosses, value};
use crate::program::{Block, Clause, Function, Message, Program, Ref, Value, Var, When};

pub(super) const GO: Runtime = Runtime {
    language: Language::Go,
    dialect: Dialect::Standard,
    select_put: Yes("`case c <- v:`"),
    select_same_channel: Yes("`select` chooses among the cases that can proceed"),
    select_default: Yes("`default:`"),
    buffered: Yes("`make(chan T, n)`"),
    close: Yes("`close(c)`, `for range c`"),
    mutex: Yes("`sync.Mutex`"),
    waitgroup: Yes("`sync.WaitGroup`"),
    counter: Yes("`sync/atomic`"),
    print: |program| Go { out: Writer::new("\t"), program, spawns: spawns(program) }.print(),
};

const SYNTAX: Syntax = Syntax {
    unit: "struct{}{}",
    types: ["struct{}", "int", "bool", "string"],
    declare: ["", " := "],
    receive: ["<-", ""],
    end: "",
    condition: ["if ", " {"],
    coin: "rand.Intn(2) == 0",
    otherwise: "} else {",
    always_otherwise: false,
    close: "}",
};

/// A program as a file of package main. A wait group joins the goroutines.
struct Go<'a> {
    out: Writer,
    program: &'a Program,
    spawns: bool,
}

impl<'a> Printer<'a> for Go<'a> {
    const SYNTAX: Syntax = SYNTAX;

    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn header(&mut self) {
        let program = self.program;
        line!(self.out, "package main");
        line!(self.out);
        line!(self.out, "import (");
        line!(self.out, "\t\"fmt\"");
        if tosses(program) {
            line!(self.out, "\t\"math/rand\"");
        }
        if self.spawns || program.locks > 0 || program.groups > 0 {
            line!(self.out, "\t\"sync\"");
        }
        if program.counted {
            line!(self.out, "\t\"sync/atomic\"");
        }
        line!(self.out, ")");
    }

    fn function(&mut self, number: usize, function: &Function) {
        line!(self.out);
        let text = self.out.begin();
        put!(text, "func f", number + 1, "(wg *sync.WaitGroup");
        if self.program.counted {
            put!(text, ", balance *int64");
        }
        for &c in &function.channels {
            let message = SYNTAX.type_of(self.program.channel(c).message);
            put!(text, ", ", c, " chan ", message);
        }
        for &m in &function.locks {
            put!(text, ", ", m, " *sync.Mutex");
        }
        for &w in &function.groups {
            put!(text, ", ", w, " *sync.WaitGroup");
        }
        put!(text, ") {");
        self.out.end();
        self.block(&function.body);
        line!(self.out, "}");
    }

    fn main(&mut self) {
        let program = self.program;
        line!(self.out);
        line!(self.out, "func main() {");
        self.out.deeper();
        if self.spawns {
            line!(self.out, "wg := new(sync.WaitGroup)");
        }
        if program.counted {
            line!(self.out, "balance := new(int64)");
        }
        for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
            let message = SYNTAX.type_of(declaration.message);
            match declaration.capacity {
                0 => line!(self.out, c, " := make(chan ", message, ")"),
                capacity => line!(self.out, c, " := make(chan ", message, ", ", capacity, ")"),
            }
        }
        for m in (1..=program.locks).map(Lock) {
            line!(self.out, m, " := new(sync.Mutex)");
        }
        for w in (1..=program.groups).map(Group) {
            line!(self.out, w, " := new(sync.WaitGroup)");
        }
        self.statements(&program.body);
        if self.spawns {
            line!(self.out, "wg.Wait()");
        }
        if program.counted {
            line!(self.out, "if n := atomic.LoadInt64(balance); n != 0 {");
            line!(self.out, "\tfmt.Println(\"balance\", n)");
            line!(self.out, "} else {");
            line!(self.out, "\tfmt.Println(\"ok\")");
            line!(self.out, "}");
        } else {
            line!(self.out, "fmt.Println(\"ok\")");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    fn spawn(&mut self, body: &Block) {
        line!(self.out, "wg.Add(1)");
        line!(self.out, "go func() {");
        self.out.deeper();
        line!(self.out, "defer wg.Done()");
        self.statements(body);
        self.out.shallower();
        line!(self.out, "}()");
    }

    fn select(&mut self, clauses: &[Clause]) {
        line!(self.out, "select {");
        for clause in clauses {
            match clause.when {
                When::Get(c, None) => line!(self.out, "case <-", c, ":"),
                When::Get(c, Some(x)) => line!(self.out, "case ", x, " := <-", c, ":"),
                When::Put(c, v) => {
                    line!(self.out, "case ", c, " <- ", value(v, SYNTAX.unit), ":");
                }
                When::Default => line!(self.out, "default:"),
            }
            self.clause_body(clause);
        }
        line!(self.out, "}");
    }

    fn send(&self) -> Around {
        [" <- ", ""]
    }

    fn common_arguments(&self) -> &'static str {
        if self.program.counted { "wg, balance" } else { "wg" }
    }

    fn lock(&mut self, m: Lock, body: &Block) {
        line!(self.out, m, ".Lock()");
        self.statements(body);
        line!(self.out, m, ".Unlock()");
    }

    fn close(&mut self, c: Ref) {
        line!(self.out, "close(", c, ")");
    }

    fn drain(&mut self, c: Ref, x: Var) {
        let counted = self.program.counted;
        let unit = self.program.channel(c.channel).message == Message::Unit;
        if counted && !unit {
            line!(self.out, "for ", x, " := range ", c, " {");
        } else {
            line!(self.out, "for range ", c, " {");
        }
        self.out.deeper();
        if counted {
            self.received(c, Some(x));
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    fn add(&mut self, w: Group, n: u16) {
        line!(self.out, w, ".Add(", n, ")");
    }

    fn done(&mut self, w: Group) {
        line!(self.out, w, ".Done()");
    }

    fn wait(&mut self, w: Group) {
        line!(self.out, w, ".Wait()");
    }

    /// Without a sum, a variable is still mentioned: Go rejects unused ones.
    fn received(&mut self, c: Ref, x: Option<Var>) {
        if !self.program.counted {
            if let Some(x) = x {
                line!(self.out, "_ = ", x);
            }
            return;
        }
        let weight = Program::weight(c.channel);
        match (self.program.channel(c.channel).message, x) {
            (Message::Int, Some(x)) => {
                line!(self.out, "atomic.AddInt64(balance, -", weight, " * int64(", x, "))");
            }
            (Message::Text, Some(x)) => {
                let length = |text: &mut String| put!(text, "int64(len(", x, "))");
                line!(self.out, "atomic.AddInt64(balance, -", weight, " * ", length, ")");
            }
            // There is no conditional expression.
            (Message::Bool, Some(x)) => {
                line!(self.out, "if ", x, " {");
                line!(self.out, "\tatomic.AddInt64(balance, -", 2 * weight, ")");
                line!(self.out, "} else {");
                line!(self.out, "\tatomic.AddInt64(balance, -", weight, ")");
                line!(self.out, "}");
            }
            _ => line!(self.out, "atomic.AddInt64(balance, -", weight, ")"),
        }
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "atomic.AddInt64(balance, ", worth, ")");
        }
    }
}
