//! Rust, with crossbeam-channel, flume or chan.
//!
//! A channel is a reference to its pair of ends, which every thread copies; all
//! threads are scoped, so the scope joins them all, however deep they nest.

use super::writer::{Writer, line, put};
use super::{Printer, selects, spawns, test, value};
use crate::dialect::Dialect;
use crate::lambda::{Chan, Lock};
use crate::program::{Clause, Function, Message, Program, Ref, Statement, Value, Var, When};

const UNIT: &str = "()";

/// The library, whose selects look most different.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    Crossbeam,
    Flume,
    Chan,
}

/// The program as a file that can also stand in a module.
pub(super) fn print(dialect: &Dialect, program: &Program) -> String {
    let library = match dialect.name {
        "crossbeam-channel" => Library::Crossbeam,
        "flume" => Library::Flume,
        "chan" => Library::Chan,
        other => unreachable!("{other} is no library of Rust"),
    };
    let spawns = spawns(program);
    let mut rust = Rust { out: Writer::new("    "), program, library, spawns, ends: 0 };
    rust.imports();
    for (i, function) in program.functions.iter().enumerate() {
        rust.function(i, function);
    }
    rust.main();
    rust.out.finish()
}

struct Rust<'a> {
    out: Writer,
    program: &'a Program,
    library: Library,
    spawns: bool,
    /// How many ends of channels got a name for a `chan_select!`.
    ends: usize,
}

impl Rust<'_> {
    fn imports(&mut self) {
        let program = self.program;
        let selects = selects(program);
        let passed = program.functions.iter().any(|function| !function.channels.is_empty());
        let krate = match self.library {
            Library::Crossbeam => "crossbeam_channel",
            Library::Flume => "flume",
            Library::Chan => "chan",
        };
        let create = match self.library {
            Library::Crossbeam | Library::Flume => "bounded",
            Library::Chan => "sync",
        };
        if !program.channels.is_empty() {
            line!(self.out, "use ", krate, "::", create, ";");
        }
        if passed {
            line!(self.out, "use ", krate, "::{Receiver, Sender};");
        }
        if selects {
            let select = match self.library {
                Library::Crossbeam => "select",
                Library::Flume => "Selector",
                Library::Chan => "chan_select",
            };
            line!(self.out, "use ", krate, "::", select, ";");
        }
        if program.counted {
            line!(self.out, "use std::sync::atomic::{AtomicI64, Ordering};");
        }
        if program.locks > 0 {
            line!(self.out, "use std::sync::Mutex;");
        }
        if self.spawns {
            line!(self.out, "use std::thread;");
        }
        if !program.functions.is_empty() {
            line!(self.out, "use std::thread::Scope;");
        }
        line!(self.out);
    }

    fn function(&mut self, number: usize, function: &Function) {
        let text = self.out.begin();
        put!(text, "fn f", number + 1, "<'s, 'e>(s: &'s Scope<'s, 'e>");
        if self.program.counted {
            put!(text, ", balance: &'s AtomicI64");
        }
        for &c in &function.channels {
            let message = type_name(self.program.channel(c).message);
            put!(text, ", ", c, ": &'s (Sender<", message, ">, Receiver<", message, ">)");
        }
        for &m in &function.locks {
            put!(text, ", ", m, ": &'s Mutex<()>");
        }
        put!(text, ") {");
        self.out.end();
        self.block(&function.body);
        line!(self.out, "}");
        line!(self.out);
    }

    fn main(&mut self) {
        let program = self.program;
        line!(self.out, "fn main() {");
        self.out.deeper();
        if program.counted {
            line!(self.out, "let balance = &AtomicI64::new(0);");
        }
        let create = match self.library {
            Library::Crossbeam | Library::Flume => "bounded",
            Library::Chan => "sync",
        };
        for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
            let message = type_name(declaration.message);
            let capacity = declaration.capacity;
            line!(self.out, "let ", c, " = &", create, "::<", message, ">(", capacity, ");");
        }
        for m in (1..=program.locks).map(Lock) {
            line!(self.out, "let ", m, " = &Mutex::new(());");
        }
        if self.spawns {
            line!(self.out, "thread::scope(|s| {");
            self.block(&program.body);
            line!(self.out, "});");
        } else {
            self.statements(&program.body);
        }
        if program.counted {
            line!(self.out, "match balance.load(Ordering::SeqCst) {");
            line!(self.out, "    0 => println!(\"ok\"),");
            line!(self.out, "    n => println!(\"balance {n}\"),");
            line!(self.out, "}");
        } else {
            line!(self.out, "println!(\"ok\");");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    fn crossbeam_select(&mut self, clauses: &[Clause]) {
        line!(self.out, "select! {");
        self.out.deeper();
        for Clause { when, body } in clauses {
            match when {
                When::Get(c, _) => line!(self.out, "recv(", *c, ".1) -> got => {"),
                When::Put(c, v) => {
                    line!(self.out, "send(", *c, ".0, ", value(*v, UNIT), ") -> put => {");
                }
                When::Default => line!(self.out, "default => {"),
            }
            self.out.deeper();
            match when {
                When::Get(_, None) => line!(self.out, "got.unwrap();"),
                When::Get(_, Some(x)) => line!(self.out, "let ", *x, " = got.unwrap();"),
                When::Put(..) => line!(self.out, "put.unwrap();"),
                When::Default => {}
            }
            self.communicated(*when);
            self.statements(body);
            self.out.shallower();
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    /// A Selector calls its functions while it is still registered with the
    /// other channels, so they only say which clause it was; the clause itself
    /// runs behind it.
    fn flume_select(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            if let When::Get(_, Some(x)) = clause.when {
                line!(self.out, "let mut ", x, " = None;");
            }
        }
        line!(self.out, "match Selector::new()");
        for (i, Clause { when, .. }) in clauses.iter().enumerate() {
            match when {
                When::Get(c, None) => {
                    line!(self.out, "    .recv(&", *c, ".1, |got| got.map(|_| ", i, ").unwrap())");
                }
                When::Get(c, Some(x)) => {
                    line!(self.out, "    .recv(&", *c, ".1, |got| {");
                    line!(self.out, "        ", *x, " = got.ok();");
                    line!(self.out, "        ", i);
                    line!(self.out, "    })");
                }
                When::Put(c, v) => {
                    let v = value(*v, UNIT);
                    line!(
                        self.out,
                        "    .send(&",
                        *c,
                        ".0, ",
                        v,
                        ", |put| put.map(|_| ",
                        i,
                        ").unwrap())"
                    );
                }
                When::Default => unreachable!("a Selector has no default"),
            }
        }
        line!(self.out, "    .wait()");
        line!(self.out, "{");
        self.out.deeper();
        for (i, Clause { when, body }) in clauses.iter().enumerate() {
            match i + 1 == clauses.len() {
                true => line!(self.out, "_ => {"),
                false => line!(self.out, i, " => {"),
            }
            self.out.deeper();
            if let When::Get(_, Some(x)) = when {
                line!(self.out, "let ", *x, " = ", *x, ".unwrap();");
            }
            self.communicated(*when);
            self.statements(body);
            self.out.shallower();
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    /// The macro hides the name that a clause uses behind something else, so
    /// every clause has a name of its own. The default stands first.
    fn chan_select(&mut self, clauses: &[Clause]) {
        let first = self.ends + 1;
        for Clause { when, .. } in clauses {
            let (c, end) = match when {
                When::Get(c, _) => (c, ".1;"),
                When::Put(c, _) => (c, ".0;"),
                When::Default => continue,
            };
            self.ends += 1;
            line!(self.out, "let e", self.ends, " = &", *c, end);
        }
        line!(self.out, "chan_select! {");
        self.out.deeper();
        let (default, rest) = match clauses {
            [rest @ .., default] if default.when == When::Default => (Some(default), rest),
            rest => (None, rest),
        };
        for (end, Clause { when, body }) in (first..).zip(rest) {
            if let (true, Some(default)) = (end == first, default) {
                line!(self.out, "default => {");
                self.block(&default.body);
                line!(self.out, "},");
            }
            match when {
                When::Get(..) => line!(self.out, "e", end, ".recv() -> got => {"),
                When::Put(_, v) => line!(self.out, "e", end, ".send(", value(*v, UNIT), ") => {"),
                When::Default => unreachable!("the default stands last"),
            }
            self.out.deeper();
            match when {
                When::Get(_, Some(x)) => line!(self.out, "let ", *x, " = got.unwrap();"),
                When::Get(_, None) => line!(self.out, "got.unwrap();"),
                _ => {}
            }
            self.communicated(*when);
            self.statements(body);
            self.out.shallower();
            line!(self.out, "},");
        }
        self.out.shallower();
        line!(self.out, "}");
    }
}

impl<'a> Printer<'a> for Rust<'a> {
    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Get(c, None) => {
                line!(self.out, *c, ".1.recv().unwrap();");
                self.received(*c, None);
            }
            Statement::Get(c, Some(x)) => {
                line!(self.out, "let ", *x, " = ", *c, ".1.recv().unwrap();");
                self.received(*c, Some(*x));
            }
            Statement::Put(c, v) => {
                let end = if self.library == Library::Chan { ");" } else { ").unwrap();" };
                line!(self.out, *c, ".0.send(", value(*v, UNIT), end);
                self.sent(*c, *v);
            }
            Statement::Spawn(body) => {
                line!(self.out, "s.spawn(move || {");
                self.block(body);
                line!(self.out, "});");
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
            Statement::Select(clauses) => match self.library {
                Library::Crossbeam => self.crossbeam_select(clauses),
                Library::Flume => self.flume_select(clauses),
                Library::Chan => self.chan_select(clauses),
            },
            Statement::Alias(alias, c) => line!(self.out, "let d", *alias, " = ", *c, ";"),
            Statement::Call(number, arguments) => {
                let first = if self.program.counted { "s, balance" } else { "s" };
                self.call(*number, first, arguments, ";");
            }
            Statement::Lock(m, body) => {
                line!(self.out, "{");
                self.out.deeper();
                line!(self.out, "let _held = ", *m, ".lock().unwrap();");
                self.statements(body);
                self.out.shallower();
                line!(self.out, "}");
            }
            Statement::Close(_)
            | Statement::Drain(..)
            | Statement::Add(..)
            | Statement::Done(_)
            | Statement::Wait(_) => unreachable!("the dialects of Rust do not have it"),
        }
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if self.program.counted {
            let weight = Program::weight(c.channel);
            let text = self.out.begin();
            put!(text, "balance.fetch_sub(", weight);
            match (self.program.channel(c.channel).message, x) {
                (Message::Int, Some(x)) => put!(text, " * i64::from(", x, ")"),
                (Message::Text, Some(x)) => put!(text, " * ", x, ".len() as i64"),
                (Message::Bool, Some(x)) => put!(text, " * (1 + i64::from(", x, "))"),
                _ => {}
            }
            put!(text, ", Ordering::Relaxed);");
            self.out.end();
        } else if let Some(x) = x {
            line!(self.out, "let _ = ", x, ";");
        }
    }

    fn sent(&mut self, c: Ref, v: Value) {
        if self.program.counted {
            let worth = Program::weight(c.channel) * v.worth();
            line!(self.out, "balance.fetch_add(", worth, ", Ordering::Relaxed);");
        }
    }
}

fn type_name(message: Message) -> &'static str {
    match message {
        Message::Unit => "()",
        Message::Int => "i32",
        Message::Bool => "bool",
        Message::Text => "&'static str",
    }
}
