//! Rust with the crate crossbeam-channel, flume or chan.
//!
//! A channel is a reference to its pair of ends, which every thread copies. All
//! threads are scoped, so the scope joins them, at whatever depth they were
//! spawned.

use case::{Dialect, Language};

use super::Runtime;
use super::Support::{Beside, No, Yes};
use crate::lambda::{Chan, Lock};
use crate::print::writer::{Writer, line, put};
use crate::print::{Around, Printer, Syntax, Worth, selects, spawns, tosses, value};
use crate::program::{Block, Clause, Function, Program, Ref, Value, Var, When};

pub(super) const CROSSBEAM_CHANNEL: Runtime = Runtime {
    language: Language::Rust,
    dialect: Dialect::CrossbeamChannel,
    select_put: Yes("`send(s, v) -> result`"),
    select_same_channel: Yes("`select!` chooses among the operations that are ready"),
    select_default: Yes("`default`"),
    buffered: Yes("`bounded(n)`"),
    close: No("a channel is disconnected when its last sender is dropped, not by an operation"),
    mutex: Beside("`std::sync::Mutex`"),
    waitgroup: No("`WaitGroup` is in another crate, crossbeam-utils"),
    counter: Yes("`AtomicI64`"),
    print: |program| Rust::new(program, &CROSSBEAM_CHANNEL_CRATE).print(),
};

pub(super) const FLUME: Runtime = Runtime {
    dialect: Dialect::Flume,
    select_put: Yes("`Selector::send`"),
    select_same_channel: Yes("`Selector` takes the operation that is ready"),
    select_default: No("`Selector` only waits, without or with a time-out"),
    waitgroup: No("the crate has none"),
    print: |program| Rust::new(program, &FLUME_CRATE).print(),
    ..CROSSBEAM_CHANNEL
};

pub(super) const CHAN: Runtime = Runtime {
    dialect: Dialect::Chan,
    select_put: Yes("`s.send(v)`"),
    select_same_channel: No("`chan_select!` tells its clauses apart by their channels"),
    buffered: Yes("`sync(n)`"),
    waitgroup: No("programs do not use `chan::WaitGroup` yet"),
    print: |program| Rust::new(program, &CHAN_CRATE).print(),
    ..CROSSBEAM_CHANNEL
};

/// The differences between the crates: most of all, how a select is written.
struct Crate {
    name: &'static str,
    /// The function that creates a channel.
    create: &'static str,
    /// The macro or type that selects.
    selector: &'static str,
    select: fn(&mut Rust<'_>, &[Clause]),
    /// Around the message of a send.
    send: Around,
}

const CROSSBEAM_CHANNEL_CRATE: Crate = Crate {
    name: "crossbeam_channel",
    create: "bounded",
    selector: "select",
    select: |rust, clauses| rust.crossbeam_select(clauses),
    send: [".0.send(", ").unwrap()"],
};

const FLUME_CRATE: Crate = Crate {
    name: "flume",
    selector: "Selector",
    select: |rust, clauses| rust.flume_select(clauses),
    ..CROSSBEAM_CHANNEL_CRATE
};

const CHAN_CRATE: Crate = Crate {
    name: "chan",
    create: "sync",
    selector: "chan_select",
    select: |rust, clauses| rust.chan_select(clauses),
    // Sending has no result.
    send: [".0.send(", ")"],
};

const SYNTAX: Syntax = Syntax {
    unit: "()",
    types: ["()", "i32", "bool", "&'static str"],
    declare: ["let ", " = "],
    receive: ["", ".1.recv().unwrap()"],
    end: ";",
    condition: ["if ", " {"],
    // The standard library has no random numbers but those of its hash maps.
    coin: "RandomState::new().build_hasher().finish() % 2 == 0",
    otherwise: "} else {",
    always_otherwise: false,
    close: "}",
};

const WORTH: Worth = Worth {
    int: [" * i64::from(", ")"],
    bool: [" * (1 + i64::from(", "))"],
    text: [" * ", ".len() as i64"],
};

/// A program as a file that can also stand in a module.
struct Rust<'a> {
    out: Writer,
    program: &'a Program,
    library: &'static Crate,
    spawns: bool,
    /// How many ends of channels have got a name for a `chan_select!`.
    ends: usize,
}

impl<'a> Rust<'a> {
    fn new(program: &'a Program, library: &'static Crate) -> Rust<'a> {
        Rust { out: Writer::new("    "), program, library, spawns: spawns(program), ends: 0 }
    }
}

impl Rust<'_> {
    fn crossbeam_select(&mut self, clauses: &[Clause]) {
        line!(self.out, "select! {");
        self.out.deeper();
        for clause in clauses {
            match clause.when {
                When::Get(c, _) => line!(self.out, "recv(", c, ".1) -> got => {"),
                When::Put(c, v) => {
                    line!(self.out, "send(", c, ".0, ", value(v, SYNTAX.unit), ") -> put => {");
                }
                When::Default => line!(self.out, "default => {"),
            }
            self.out.deeper();
            match clause.when {
                When::Get(_, None) => line!(self.out, "got.unwrap();"),
                When::Get(_, Some(x)) => line!(self.out, "let ", x, " = got.unwrap();"),
                When::Put(..) => line!(self.out, "put.unwrap();"),
                When::Default => {}
            }
            self.communicated(clause);
            self.out.shallower();
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    /// A `Selector` calls a closure while it is still registered with the other
    /// channels. So a closure only returns the number of its clause, and the
    /// body of the clause runs behind `wait`.
    fn flume_select(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            if let When::Get(_, Some(x)) = clause.when {
                line!(self.out, "let mut ", x, " = None;");
            }
        }
        line!(self.out, "match Selector::new()");
        for (i, clause) in clauses.iter().enumerate() {
            match clause.when {
                When::Get(c, None) => {
                    line!(self.out, "    .recv(&", c, ".1, |got| got.map(|_| ", i, ").unwrap())");
                }
                When::Get(c, Some(x)) => {
                    line!(self.out, "    .recv(&", c, ".1, |got| {");
                    line!(self.out, "        ", x, " = got.ok();");
                    line!(self.out, "        ", i);
                    line!(self.out, "    })");
                }
                When::Put(c, v) => {
                    let v = value(v, SYNTAX.unit);
                    let number = |text: &mut String| put!(text, "|put| put.map(|_| ", i, ")");
                    line!(self.out, "    .send(&", c, ".0, ", v, ", ", number, ".unwrap())");
                }
                When::Default => unreachable!("a Selector has no default clause"),
            }
        }
        line!(self.out, "    .wait()");
        line!(self.out, "{");
        self.out.deeper();
        for (i, clause) in clauses.iter().enumerate() {
            match i + 1 == clauses.len() {
                true => line!(self.out, "_ => {"),
                false => line!(self.out, i, " => {"),
            }
            self.out.deeper();
            if let When::Get(_, Some(x)) = clause.when {
                line!(self.out, "let ", x, " = ", x, ".unwrap();");
            }
            self.communicated(clause);
            self.out.shallower();
            line!(self.out, "}");
        }
        self.out.shallower();
        line!(self.out, "}");
    }

    /// The macro shadows the name of a clause's channel in the body, and takes
    /// names only: so every clause gets a name of its own for its end of the
    /// channel. The default clause stands first.
    fn chan_select(&mut self, clauses: &[Clause]) {
        let first = self.ends + 1;
        for clause in clauses {
            let (c, end) = match clause.when {
                When::Get(c, _) => (c, ".1;"),
                When::Put(c, _) => (c, ".0;"),
                When::Default => continue,
            };
            self.ends += 1;
            line!(self.out, "let e", self.ends, " = &", c, end);
        }
        line!(self.out, "chan_select! {");
        self.out.deeper();
        let (default, rest) = match clauses {
            [rest @ .., default] if default.when == When::Default => (Some(default), rest),
            rest => (None, rest),
        };
        for (end, clause) in (first..).zip(rest) {
            if let (true, Some(default)) = (end == first, default) {
                line!(self.out, "default => {");
                self.block(&default.body);
                line!(self.out, "},");
            }
            match clause.when {
                When::Get(..) => line!(self.out, "e", end, ".recv() -> got => {"),
                When::Put(_, v) => {
                    line!(self.out, "e", end, ".send(", value(v, SYNTAX.unit), ") => {");
                }
                When::Default => unreachable!("the default clause stands last"),
            }
            self.out.deeper();
            match clause.when {
                When::Get(_, Some(x)) => line!(self.out, "let ", x, " = got.unwrap();"),
                When::Get(_, None) => line!(self.out, "got.unwrap();"),
                _ => {}
            }
            self.communicated(clause);
            self.out.shallower();
            line!(self.out, "},");
        }
        self.out.shallower();
        line!(self.out, "}");
    }
}

impl<'a> Printer<'a> for Rust<'a> {
    const SYNTAX: Syntax = SYNTAX;

    fn out(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn program(&self) -> &'a Program {
        self.program
    }

    fn header(&mut self) {
        let program = self.program;
        let Crate { name, create, selector, .. } = *self.library;
        if !program.channels.is_empty() {
            line!(self.out, "use ", name, "::", create, ";");
        }
        if program.functions.iter().any(|function| !function.channels.is_empty()) {
            line!(self.out, "use ", name, "::{Receiver, Sender};");
        }
        if selects(program) {
            line!(self.out, "use ", name, "::", selector, ";");
        }
        if tosses(program) {
            line!(self.out, "use std::collections::hash_map::RandomState;");
            line!(self.out, "use std::hash::{BuildHasher, Hasher};");
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
            let message = SYNTAX.type_of(self.program.channel(c).message);
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
        let create = self.library.create;
        line!(self.out, "fn main() {");
        self.out.deeper();
        if program.counted {
            line!(self.out, "let balance = &AtomicI64::new(0);");
        }
        for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
            let message = SYNTAX.type_of(declaration.message);
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

    fn spawn(&mut self, body: &Block) {
        line!(self.out, "s.spawn(move || {");
        self.block(body);
        line!(self.out, "});");
    }

    fn select(&mut self, clauses: &[Clause]) {
        (self.library.select)(self, clauses);
    }

    fn send(&self) -> Around {
        self.library.send
    }

    fn common_arguments(&self) -> &'static str {
        if self.program.counted { "s, balance" } else { "s" }
    }

    fn lock(&mut self, m: Lock, body: &Block) {
        line!(self.out, "{");
        self.out.deeper();
        line!(self.out, "let _held = ", m, ".lock().unwrap();");
        self.statements(body);
        self.out.shallower();
        line!(self.out, "}");
    }

    fn received(&mut self, c: Ref, x: Option<Var>) {
        if self.program.counted {
            let weight = Program::weight(c.channel);
            let factor = WORTH.factor(self.program.channel(c.channel).message, x);
            line!(self.out, "balance.fetch_sub(", weight, factor, ", Ordering::Relaxed);");
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
