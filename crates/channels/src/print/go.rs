//! Go.

use super::writer::{Writer, line, put};
use super::{Printer, spawns, test, value};
use crate::lambda::{Chan, Group, Lock};
use crate::program::{Clause, Function, Message, Program, Ref, Statement, Value, Var, When};

const UNIT: &str = "struct{}{}";

/// The program as a file of package main.
pub(super) fn print(program: &Program) -> String {
    let mut go = Go { out: Writer::new("\t"), program, spawns: spawns(program) };
    line!(go.out, "package main");
    line!(go.out);
    line!(go.out, "import (");
    line!(go.out, "\t\"fmt\"");
    if go.spawns || program.locks > 0 || program.groups > 0 {
        line!(go.out, "\t\"sync\"");
    }
    if program.counted {
        line!(go.out, "\t\"sync/atomic\"");
    }
    line!(go.out, ")");
    for (i, function) in program.functions.iter().enumerate() {
        go.function(i, function);
    }
    go.main();
    go.out.finish()
}

struct Go<'a> {
    out: Writer,
    program: &'a Program,
    spawns: bool,
}

impl Go<'_> {
    fn function(&mut self, number: usize, function: &Function) {
        line!(self.out);
        let text = self.out.begin();
        put!(text, "func f", number + 1, "(wg *sync.WaitGroup");
        if self.program.counted {
            put!(text, ", balance *int64");
        }
        for &c in &function.channels {
            put!(text, ", ", c, " chan ", type_name(self.program.channel(c).message));
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
            let message = type_name(declaration.message);
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

    fn clause(&mut self, clause: &Clause) {
        let Clause { when, body } = clause;
        match when {
            When::Get(c, None) => line!(self.out, "case <-", *c, ":"),
            When::Get(c, Some(x)) => line!(self.out, "case ", *x, " := <-", *c, ":"),
            When::Put(c, v) => line!(self.out, "case ", *c, " <- ", value(*v, UNIT), ":"),
            When::Default => line!(self.out, "default:"),
        }
        self.out.deeper();
        self.communicated(*when);
        self.statements(body);
        self.out.shallower();
    }
}

impl<'a> Printer<'a> for Go<'a> {
    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Get(c, None) => {
                line!(self.out, "<-", *c);
                self.received(*c, None);
            }
            Statement::Get(c, Some(x)) => {
                line!(self.out, *x, " := <-", *c);
                self.received(*c, Some(*x));
            }
            Statement::Put(c, v) => {
                line!(self.out, *c, " <- ", value(*v, UNIT));
                self.sent(*c, *v);
            }
            Statement::Spawn(body) => {
                line!(self.out, "wg.Add(1)");
                line!(self.out, "go func() {");
                self.out.deeper();
                line!(self.out, "defer wg.Done()");
                self.statements(body);
                self.out.shallower();
                line!(self.out, "}()");
            }
            Statement::If(condition, then, otherwise) => {
                line!(self.out, "if ", test(*condition), " {");
                self.block(then);
                if !otherwise.is_empty() {
                    line!(self.out, "} else {");
                    self.block(otherwise);
                }
                line!(self.out, "}");
            }
            Statement::Select(clauses) => {
                line!(self.out, "select {");
                for clause in clauses {
                    self.clause(clause);
                }
                line!(self.out, "}");
            }
            Statement::Alias(alias, c) => line!(self.out, "d", *alias, " := ", *c),
            Statement::Call(number, arguments) => {
                let first = if self.program.counted { "wg, balance" } else { "wg" };
                self.call(*number, first, arguments, "");
            }
            Statement::Close(c) => line!(self.out, "close(", *c, ")"),
            Statement::Drain(c, x) => {
                let unit = self.program.channel(c.channel).message == Message::Unit;
                if self.program.counted && !unit {
                    line!(self.out, "for ", *x, " := range ", *c, " {");
                } else {
                    line!(self.out, "for range ", *c, " {");
                }
                self.out.deeper();
                if self.program.counted {
                    self.received(*c, Some(*x));
                }
                self.out.shallower();
                line!(self.out, "}");
            }
            Statement::Lock(m, body) => {
                line!(self.out, *m, ".Lock()");
                self.statements(body);
                line!(self.out, *m, ".Unlock()");
            }
            Statement::Add(w, n) => line!(self.out, *w, ".Add(", *n, ")"),
            Statement::Done(w) => line!(self.out, *w, ".Done()"),
            Statement::Wait(w) => line!(self.out, *w, ".Wait()"),
        }
    }

    /// What follows a receive: the message is counted, or at least mentioned,
    /// since a variable that is not used is an error.
    fn received(&mut self, c: Ref, x: Option<Var>) {
        if self.program.counted {
            let weight = Program::weight(c.channel);
            match (self.program.channel(c.channel).message, x) {
                (Message::Int, Some(x)) => {
                    line!(self.out, "atomic.AddInt64(balance, -", weight, " * int64(", x, "))");
                }
                (Message::Text, Some(x)) => {
                    line!(
                        self.out,
                        "atomic.AddInt64(balance, -",
                        weight,
                        " * int64(len(",
                        x,
                        ")))"
                    );
                }
                (Message::Bool, Some(x)) => {
                    line!(self.out, "if ", x, " {");
                    line!(self.out, "\tatomic.AddInt64(balance, -", 2 * weight, ")");
                    line!(self.out, "} else {");
                    line!(self.out, "\tatomic.AddInt64(balance, -", weight, ")");
                    line!(self.out, "}");
                }
                _ => line!(self.out, "atomic.AddInt64(balance, -", weight, ")"),
            }
        } else if let Some(x) = x {
            line!(self.out, "_ = ", x);
        }
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            line!(
                self.out,
                "atomic.AddInt64(balance, ",
                Program::weight(c.channel) * v.worth(),
                ")"
            );
        }
    }
}

fn type_name(message: Message) -> &'static str {
    match message {
        Message::Unit => "struct{}",
        Message::Int => "int",
        Message::Bool => "bool",
        Message::Text => "string",
    }
}
