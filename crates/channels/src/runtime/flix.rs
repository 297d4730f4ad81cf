//! Flix.
//!
//! Flix rejects unused names and expressions without an effect. So there are no
//! aliases, statements that do nothing are left out, the bodies of functions
//! stand where they are called, and a received value is bound to `_`. A process
//! that spawns others does so in a region of its own, which joins them. Types are
//! not inferred across the border of a region, so channels and spawned regions
//! carry theirs.

use case::{Dialect, Language};

use super::Runtime;
use super::Support::{No, Yes};
use crate::lambda::Chan;
use crate::print::writer::{Writer, line, put};
use crate::print::{condition_text, tosses, value};
use crate::program::{Block, Clause, Program, Ref, Statement, Var, When};

pub(super) const FLIX: Runtime = Runtime {
    language: Language::Flix,
    dialect: Dialect::Standard,
    select_put: No("a rule of `select` receives: `case x <- recv(r)`"),
    select_same_channel: Yes("several rules may receive from one channel"),
    select_default: Yes("`case _ =>`"),
    buffered: Yes("`Channel.buffered(n)`"),
    close: No("channels cannot be closed"),
    mutex: No("processes share no mutable memory that it could guard"),
    waitgroup: No("processes are joined by their region"),
    counter: No("processes share no mutable memory"),
    print,
};

const UNIT: &str = "()";

/// The types of messages, in the order of [`Message`].
const TYPES: [&str; 4] = ["Unit", "Int32", "Bool", "String"];

/// A condition that is decided at random.
const COIN: &str = "ThreadLocalRandom.current().nextBoolean()";

/// A program as a file that can also stand in a module.
fn print(program: &Program) -> String {
    let mut flix = Flix { out: Writer::new("    "), program, region: 0, regions: 0 };
    if tosses(program) {
        line!(flix.out, "import java.util.concurrent.ThreadLocalRandom");
        line!(flix.out);
    }
    // Every channel is received from, which is not deterministic.
    let effects = if program.channels.is_empty() { "IO" } else { "{Chan, NonDet, IO}" };
    line!(flix.out, "def main(): Unit \\ ", effects, " =");
    flix.out.deeper();
    for (c, declaration) in (1..).map(Chan).zip(&program.channels) {
        let create: &dyn Fn(&mut String) = match declaration.capacity {
            0 => &|text| put!(text, "unbuffered()"),
            capacity => &move |text| put!(text, "buffered(", capacity, ")"),
        };
        let t = TYPES[declaration.message as usize];
        let types = |text: &mut String| put!(text, "(Sender[", t, "], Receiver[", t, "])");
        line!(flix.out, "let (t", c.0, ", r", c.0, "): ", types, " = Channel.", create, ";");
    }
    if !flix.all_idle(&program.body) {
        flix.out.begin();
        flix.process(&program.body);
        put!(flix.out.text(), ";");
        flix.out.end();
    }
    line!(flix.out, "println(\"ok\")");
    flix.out.finish()
}

struct Flix<'a> {
    out: Writer,
    program: &'a Program,
    /// The region of the process that is being written.
    region: usize,
    regions: usize,
}

impl Flix<'_> {
    /// Statements, and the unit value.
    fn block(&mut self, block: &Block) {
        self.out.deeper();
        self.statements(block);
        line!(self.out, UNIT);
        self.out.shallower();
    }

    fn statements(&mut self, block: &Block) {
        for statement in block {
            if !self.idle(statement) {
                self.statement(statement);
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Get(c, None) => line!(self.out, "let _ = Channel.recv(", receiver(*c), ");"),
            Statement::Get(c, Some(x)) => {
                line!(self.out, "let ", *x, " = Channel.recv(", receiver(*c), ");");
                self.mention(*x);
            }
            Statement::Put(c, v) => {
                line!(self.out, "Channel.send(", value(*v, UNIT), ", ", sender(*c), ");");
            }
            Statement::Spawn(body) => {
                // What is outside of a region learns nothing of what is inside, not
                // even the type of its result.
                let region = self.spawns(body);
                put!(self.out.begin(), "spawn ", if region { "(" } else { "" });
                self.process(body);
                let typed = if region { ": Unit)" } else { "" };
                put!(self.out.text(), typed, " @ rc", self.region, ";");
                self.out.end();
            }
            Statement::If(condition, then, otherwise) => {
                line!(self.out, "if (", condition_text(*condition, COIN), ") {");
                self.block(then);
                line!(self.out, "} else {");
                self.block(otherwise);
                line!(self.out, "};");
            }
            Statement::Select(clauses) => {
                line!(self.out, "select {");
                self.out.deeper();
                for clause in clauses {
                    self.clause(clause);
                }
                self.out.shallower();
                line!(self.out, "};");
            }
            Statement::Alias(..) => {}
            Statement::Call(number, _) => self.statements(&self.program.functions[*number].body),
            Statement::Close(_)
            | Statement::Drain(..)
            | Statement::Lock(..)
            | Statement::Add(..)
            | Statement::Done(_)
            | Statement::Wait(_) => unreachable!("Flix does not support it: {statement:?}"),
        }
    }

    /// A process: a block, in a region of its own if it spawns. It begins and
    /// ends in the middle of a line.
    fn process(&mut self, block: &Block) {
        let around = self.region;
        if self.spawns(block) {
            self.regions += 1;
            self.region = self.regions;
            put!(self.out.text(), "region rc", self.region, " {");
        } else {
            put!(self.out.text(), "{");
        }
        self.out.end();
        self.block(block);
        put!(self.out.begin(), "}");
        self.region = around;
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause { when, body } = clause;
        match when {
            When::Get(c, None) => line!(self.out, "case _ <- recv(", receiver(*c), ") => {"),
            When::Get(c, Some(x)) => {
                line!(self.out, "case ", *x, " <- recv(", receiver(*c), ") => {");
                self.out.deeper();
                self.mention(*x);
                self.out.shallower();
            }
            When::Put(..) => unreachable!("a rule of select receives"),
            When::Default => line!(self.out, "case _ => {"),
        }
        self.block(body);
        line!(self.out, "}");
    }

    fn mention(&mut self, x: Var) {
        line!(self.out, "let _ = ", x, ";");
    }

    /// Whether a statement does nothing.
    fn idle(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Spawn(body) => self.all_idle(body),
            Statement::If(_, then, otherwise) => self.all_idle(then) && self.all_idle(otherwise),
            Statement::Call(number, _) => self.all_idle(&self.program.functions[*number].body),
            Statement::Alias(..) => true,
            _ => false,
        }
    }

    fn all_idle(&self, block: &Block) -> bool {
        block.iter().all(|statement| self.idle(statement))
    }

    /// Whether a process spawns another.
    fn spawns(&self, block: &Block) -> bool {
        block.iter().any(|statement| match statement {
            Statement::Spawn(_) => !self.idle(statement),
            Statement::If(_, then, otherwise) => self.spawns(then) || self.spawns(otherwise),
            Statement::Select(clauses) => clauses.iter().any(|clause| self.spawns(&clause.body)),
            Statement::Call(number, _) => self.spawns(&self.program.functions[*number].body),
            _ => false,
        })
    }
}

fn sender(c: Ref) -> impl Fn(&mut String) {
    move |text| put!(text, "t", c.channel.0)
}

fn receiver(c: Ref) -> impl Fn(&mut String) {
    move |text| put!(text, "r", c.channel.0)
}
