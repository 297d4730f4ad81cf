//! What printers share: a writer of lines, and one walk over a program for all
//! languages in which a program is a sequence of statements.
//!
//! A printer decides nothing that a program leaves open.

pub(crate) mod writer;

use crate::lambda::{Group, Lock};
use crate::program::{
    Block, Clause, Condition, Function, Message, Program, Ref, Statement, Value, Var, When, text,
};
use writer::{Writer, line, put};

/// The output of every program whose run is correct.
pub(crate) const OUTPUT: &str = "ok\n";

/// Two pieces of text around a third.
pub(crate) type Around = [&'static str; 2];

/// The syntax in which languages differ by words only.
pub(crate) struct Syntax {
    /// The unit value.
    pub(crate) unit: &'static str,
    /// The types of messages, in the order of [`Message`].
    pub(crate) types: [&'static str; 4],
    /// Around the name in a declaration: `val x1 = `.
    pub(crate) declare: Around,
    /// Around the channel of a receive: `c1.receive()`.
    pub(crate) receive: Around,
    /// The end of a statement.
    pub(crate) end: &'static str,
    /// Around the condition of an `if`.
    pub(crate) condition: Around,
    /// A condition that is decided at random.
    pub(crate) coin: &'static str,
    /// Between the two branches.
    pub(crate) otherwise: &'static str,
    /// Whether an empty second branch is written.
    pub(crate) always_otherwise: bool,
    /// The end of a block.
    pub(crate) close: &'static str,
}

impl Syntax {
    /// The name of a type of messages.
    pub(crate) fn type_of(&self, message: Message) -> &'static str {
        self.types[message as usize]
    }
}

/// A printer for a language with statements. It walks over the program; the
/// required methods are what a language does in its own way.
pub(crate) trait Printer<'a> {
    const SYNTAX: Syntax;

    fn out(&mut self) -> &mut Writer;

    fn program(&self) -> &'a Program;

    /// The lines before the first function: imports.
    fn header(&mut self);

    /// A helper function.
    fn function(&mut self, number: usize, function: &Function);

    /// The main function, and what follows it.
    fn main(&mut self);

    /// Starts a process.
    fn spawn(&mut self, body: &Block);

    fn select(&mut self, clauses: &[Clause]);

    /// The arguments that every function is called with, before the channels.
    fn common_arguments(&self) -> &'static str;

    /// A critical section.
    fn lock(&mut self, m: Lock, body: &Block);

    /// Around the message of a send: `c1.send(7)`.
    fn send(&self) -> Around;

    /// Closes a channel.
    fn close(&mut self, c: Ref) {
        unreachable!("{c:?} is closed, but the runtime does not support that")
    }

    /// Receives until a channel is closed.
    fn drain(&mut self, c: Ref, _: Var) {
        unreachable!("{c:?} is drained, but the runtime does not support that")
    }

    /// Adds to the counter of a wait group.
    fn add(&mut self, w: Group, _: u16) {
        unreachable!("{w} is used, but the runtime has no wait groups")
    }

    /// Takes one from the counter of a wait group.
    fn done(&mut self, w: Group) {
        unreachable!("{w} is used, but the runtime has no wait groups")
    }

    /// Blocks until the counter of a wait group is 0.
    fn wait(&mut self, w: Group) {
        unreachable!("{w} is used, but the runtime has no wait groups")
    }

    /// Subtracts a message that was just received from the value oracle's sum.
    fn received(&mut self, c: Ref, x: Option<Var>);

    /// Adds a message that was just sent to the value oracle's sum.
    fn sent(&mut self, c: Ref, v: Value);

    /// The whole program.
    fn print(mut self) -> String
    where
        Self: Sized,
    {
        self.header();
        for (number, function) in self.program().functions.iter().enumerate() {
            self.function(number, function);
        }
        self.main();
        self.out().finish()
    }

    fn statements(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn block(&mut self, block: &Block) {
        self.out().deeper();
        self.statements(block);
        self.out().shallower();
    }

    fn statement(&mut self, statement: &Statement) {
        let Syntax { unit, declare, receive, end, condition, coin, otherwise, close, .. } =
            Self::SYNTAX;
        match statement {
            Statement::Get(c, x) => {
                let text = self.out().begin();
                if let Some(x) = x {
                    put!(text, declare[0], *x, declare[1]);
                }
                put!(text, receive[0], *c, receive[1], end);
                self.out().end();
                self.received(*c, *x);
            }
            Statement::Put(c, v) => {
                let send = self.send();
                line!(self.out(), *c, send[0], value(*v, unit), send[1], end);
                self.sent(*c, *v);
            }
            Statement::Spawn(body) => self.spawn(body),
            Statement::If(test, then, other) => {
                line!(self.out(), condition[0], condition_text(*test, coin), condition[1]);
                self.block(then);
                if Self::SYNTAX.always_otherwise || !other.is_empty() {
                    line!(self.out(), otherwise);
                    self.block(other);
                }
                line!(self.out(), close);
            }
            Statement::Select(clauses) => self.select(clauses),
            Statement::Alias(alias, c) => {
                line!(self.out(), declare[0], "d", *alias, declare[1], *c, end);
            }
            Statement::Call(number, arguments) => self.call(*number, arguments),
            Statement::Close(c) => self.close(*c),
            Statement::Drain(c, x) => self.drain(*c, *x),
            Statement::Lock(m, body) => self.lock(*m, body),
            Statement::Add(w, n) => self.add(*w, *n),
            Statement::Done(w) => self.done(*w),
            Statement::Wait(w) => self.wait(*w),
        }
    }

    fn call(&mut self, number: usize, channels: &[Ref]) {
        let function = &self.program().functions[number];
        let (common, end) = (self.common_arguments(), Self::SYNTAX.end);
        let text = self.out().begin();
        put!(text, "f", number + 1, "(", common);
        for &c in channels {
            put!(text, ", ", c);
        }
        for &m in &function.locks {
            put!(text, ", ", m);
        }
        for &w in &function.groups {
            put!(text, ", ", w);
        }
        put!(text, ")", end);
        self.out().end();
    }

    /// A clause of a select behind its communication.
    fn clause_body(&mut self, clause: &Clause) {
        self.out().deeper();
        self.communicated(clause);
        self.out().shallower();
    }

    /// The value oracle's part of a clause, and its body.
    fn communicated(&mut self, Clause { when, body }: &Clause) {
        match when {
            When::Get(c, x) => self.received(*c, *x),
            When::Put(c, v) => self.sent(*c, *v),
            When::Default => {}
        }
        self.statements(body);
    }
}

/// A message as a literal; all languages agree but for the unit value.
pub(crate) fn value(value: Value, unit: &'static str) -> impl Fn(&mut String) {
    move |out| match value {
        Value::Unit => put!(out, unit),
        Value::Int(n) => put!(out, n),
        Value::Bool(b) => put!(out, if b { "true" } else { "false" }),
        Value::Text(letters) => put!(out, "\"", text(letters), "\""),
    }
}

/// A condition, in which all languages agree but for one that is decided at random.
pub(crate) fn condition_text(condition: Condition, coin: &'static str) -> impl Fn(&mut String) {
    move |out| match condition {
        Condition::Constant(b) => put!(out, if b { "true" } else { "false" }),
        Condition::Less(a, b) => put!(out, a, " < ", b),
        Condition::Equal(a, b) => put!(out, a, " == ", b),
        Condition::AtMost(x, n) => put!(out, x, " <= ", n),
        Condition::Received(x) => put!(out, x),
        Condition::Coin => put!(out, coin),
    }
}

/// How a language computes [`Value::worth`] of a received message, as a factor
/// behind the weight of its channel; around the variable.
pub(crate) struct Worth {
    pub(crate) int: Around,
    pub(crate) bool: Around,
    pub(crate) text: Around,
}

impl Worth {
    /// The factor for a message on a channel of this type; nothing for a unit.
    pub(crate) fn factor(&self, message: Message, x: Option<Var>) -> impl Fn(&mut String) {
        let around = match message {
            Message::Unit => None,
            Message::Int => Some(self.int),
            Message::Bool => Some(self.bool),
            Message::Text => Some(self.text),
        };
        move |out| {
            if let (Some([before, behind]), Some(x)) = (around, x) {
                put!(out, before, x, behind);
            }
        }
    }
}

/// Whether a statement of the program is of some kind.
fn any(program: &Program, mut is: impl FnMut(&Statement) -> bool) -> bool {
    fn inside(block: &Block, is: &mut impl FnMut(&Statement) -> bool) -> bool {
        block.iter().any(|statement| {
            is(statement)
                || match statement {
                    Statement::Spawn(body) | Statement::Lock(_, body) => inside(body, is),
                    Statement::If(_, then, otherwise) => inside(then, is) || inside(otherwise, is),
                    Statement::Select(clauses) => {
                        clauses.iter().any(|Clause { body, .. }| inside(body, is))
                    }
                    _ => false,
                }
        })
    }
    inside(&program.body, &mut is)
        || program.functions.iter().any(|function| inside(&function.body, &mut is))
}

/// How many processes the statements of the program spawn.
pub(crate) fn count_spawns(program: &Program) -> usize {
    let mut spawns = 0;
    any(program, |statement| {
        spawns += usize::from(matches!(statement, Statement::Spawn(_)));
        false
    });
    spawns
}

/// Whether the program spawns a process.
pub(crate) fn spawns(program: &Program) -> bool {
    any(program, |statement| matches!(statement, Statement::Spawn(_)))
}

/// Whether the program has a condition that is decided at random.
pub(crate) fn tosses(program: &Program) -> bool {
    any(program, |statement| matches!(statement, Statement::If(Condition::Coin, ..)))
}

/// Whether the program has a select.
pub(crate) fn selects(program: &Program) -> bool {
    any(program, |statement| matches!(statement, Statement::Select(_)))
}
