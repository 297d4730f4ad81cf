//! Programs from effects (section 5.2): one effect, many programs.
//!
//! A [`Program`] is independent of the language: blocks of statements over
//! channels. It fixes everything that the effect leaves open (types and values
//! of messages, conditions, names, helper functions), so that a printer decides
//! nothing. [`Program::expression`] is the same program in λ_chan, and has the
//! effect that the program was made from.

use choice::{Choices, DeadEnd};

use crate::generate::Protocol;
use crate::lambda::{Chan, Effect, Exp, Group, Lock, SelectEffect, SelectRule, Type};

/// The type of a channel's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Unit.
    Unit,
    /// An integer.
    Int,
    /// A boolean.
    Bool,
    /// A short text.
    Text,
}

/// A message. Its type is that of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The unit value.
    Unit,
    /// An integer.
    Int(u16),
    /// A boolean.
    Bool(bool),
    /// A text of this many letters.
    Text(u16),
}

impl Value {
    /// Its share of the value oracle's sum, before the weight of the channel.
    /// Never 0.
    pub fn worth(self) -> i64 {
        match self {
            Value::Unit => 1,
            Value::Int(n) => i64::from(n),
            Value::Bool(b) => 1 + i64::from(b),
            Value::Text(letters) => i64::from(letters),
        }
    }
}

/// A channel of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The type of its messages.
    pub message: Message,
    /// Its capacity; 0 for a rendezvous channel.
    pub capacity: u16,
}

/// A variable: `x1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(pub u16);

/// A reference to a channel, by its own name or by an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ref {
    /// The channel.
    pub channel: Chan,
    /// The number of the alias (`d1`) that is used; `None` for its own name.
    pub alias: Option<u16>,
}

/// The condition of an `if`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// `a < b`.
    Less(u16, u16),
    /// `a == b`.
    Equal(u16, u16),
    /// A received integer is at most this.
    AtMost(Var, u16),
    /// A received boolean.
    Received(Var),
    /// Decided at random when the program runs. Whichever way it falls, the program
    /// terminates, and prints the same.
    Coin,
}

/// Statements, one after the other.
pub type Block = Vec<Statement>;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Receives, and may bind the message to a variable.
    Get(Ref, Option<Var>),
    /// Sends.
    Put(Ref, Value),
    /// Spawns a process.
    Spawn(Block),
    /// Executes one of two blocks.
    If(Condition, Block, Block),
    /// Executes a clause whose communication is ready.
    Select(Vec<Clause>),
    /// Binds an alias of a channel, for the rest of the block: `d1 := c1`.
    Alias(u16, Ref),
    /// Calls a function; the arguments are its channels as they are named here.
    Call(usize, Vec<Ref>),
    /// Closes a channel.
    Close(Ref),
    /// Receives until the channel is closed, and binds each message in turn.
    Drain(Ref, Var),
    /// Executes a block while it holds a mutex.
    Lock(Lock, Block),
    /// Adds to the counter of a wait group.
    Add(Group, u16),
    /// Takes 1 from the counter of a wait group.
    Done(Group),
    /// Blocks until the counter of a wait group is 0.
    Wait(Group),
}

/// A clause of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The communication that it waits for.
    pub when: When,
    /// What it does after the communication.
    pub body: Block,
}

/// The communication of a select clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Receiving.
    Get(Ref, Option<Var>),
    /// Sending.
    Put(Ref, Value),
    /// None: this is the default clause, taken when no other clause is ready. It
    /// stands last.
    Default,
}

/// A helper function: the body of a process, written out of line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The channels it uses, in order.
    pub channels: Vec<Chan>,
    /// The mutexes it uses, in order.
    pub locks: Vec<Lock>,
    /// The wait groups it uses, in order.
    pub groups: Vec<Group>,
    /// What it does.
    pub body: Block,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its channels; the first is `c1`.
    pub channels: Vec<Declaration>,
    /// The number of its mutexes.
    pub locks: u16,
    /// The number of its wait groups.
    pub groups: u16,
    /// Its helper functions; a caller stands behind its callees.
    pub functions: Vec<Function>,
    /// What it does.
    pub body: Block,
    /// Whether it has a value oracle: every message is added to a sum when it is
    /// sent and subtracted when it is received, and the sum must be 0 at the end.
    pub counted: bool,
}

/// Options of turning an effect into a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether the program may have a value oracle.
    pub values: bool,
}

impl Program {
    /// The declaration of a channel.
    pub fn channel(&self, c: Chan) -> Declaration {
        self.channels[usize::from(c.0) - 1]
    }

    /// The factor of the messages of a channel in the value oracle's sum. It
    /// differs between channels, so that a message that is delivered on the
    /// wrong channel changes the sum.
    pub fn weight(c: Chan) -> i64 {
        i64::from(c.0)
    }
}

impl Program {
    /// The program in λ_chan: the channels are bound first, and functions are
    /// inlined.
    pub fn expression(&self) -> Exp {
        let body = self.block_expression(&self.body);
        (1..).map(Chan).zip(&self.channels).collect::<Vec<_>>().into_iter().rev().fold(
            body,
            |body, (c, declaration)| {
                let t = match declaration.message {
                    Message::Unit => Type::Unit,
                    Message::Int => Type::Int,
                    Message::Bool => Type::Bool,
                    Message::Text => Type::Text,
                };
                let channel = Exp::Channel(c, declaration.capacity, t);
                Exp::Let(c.to_string(), Box::new(channel), Box::new(body))
            },
        )
    }

    /// A block, and `()` at its end: every branch is of type unit.
    fn block_expression(&self, block: &[Statement]) -> Exp {
        let Some((first, rest)) = block.split_first() else { return Exp::Unit };
        let bind = |x: String, bound: Exp| {
            Exp::Let(x, Box::new(bound), Box::new(self.block_expression(rest)))
        };
        let first = match first {
            Statement::Get(c, Some(x)) => {
                return bind(variable(*x), Exp::Get(Box::new(named(*c))));
            }
            Statement::Alias(alias, c) => return bind(format!("d{alias}"), named(*c)),
            Statement::Get(c, None) => Exp::Get(Box::new(named(*c))),
            Statement::Put(c, v) => Exp::Put(Box::new([named(*c), literal(*v)])),
            Statement::Spawn(body) => Exp::Spawn(Box::new(self.block_expression(body))),
            Statement::If(condition, then, otherwise) => Exp::If(Box::new([
                test(*condition),
                self.block_expression(then),
                self.block_expression(otherwise),
            ])),
            Statement::Select(clauses) => {
                let rules = clauses.iter().map(|Clause { when, body }| {
                    let body = self.block_expression(body);
                    match when {
                        When::Get(c, x) => {
                            let x = x.map_or_else(|| "_".to_owned(), variable);
                            SelectRule::Get(x, name(*c), body)
                        }
                        When::Put(c, v) => SelectRule::Put(name(*c), literal(*v), body),
                        When::Default => SelectRule::Default(body),
                    }
                });
                Exp::Select(rules.collect())
            }
            Statement::Call(number, arguments) => {
                let function = &self.functions[*number];
                let body = self.block_expression(&function.body);
                // Parameters are bound one after the other, so an argument must
                // not be hidden by a parameter before it. It is not: arguments
                // are aliases, or the channel that the parameter is named after.
                function.channels.iter().zip(arguments).rev().fold(body, |body, (c, argument)| {
                    Exp::Let(c.to_string(), Box::new(named(*argument)), Box::new(body))
                })
            }
            Statement::Close(c) => Exp::Close(Box::new(named(*c))),
            Statement::Drain(c, _) => Exp::Drain(Box::new(named(*c))),
            Statement::Lock(m, body) => Exp::Lock(*m, Box::new(self.block_expression(body))),
            Statement::Add(w, n) => Exp::Add(*w, *n),
            Statement::Done(w) => Exp::Done(*w),
            Statement::Wait(w) => Exp::Wait(*w),
        };
        Exp::seq([first, self.block_expression(rest)])
    }
}

fn name(c: Ref) -> String {
    match c.alias {
        Some(alias) => format!("d{alias}"),
        None => c.channel.to_string(),
    }
}

fn named(c: Ref) -> Exp {
    Exp::Var(name(c))
}

fn variable(x: Var) -> String {
    format!("x{}", x.0)
}

fn literal(value: Value) -> Exp {
    match value {
        Value::Unit => Exp::Unit,
        Value::Int(n) => Exp::Int(u32::from(n)),
        Value::Bool(b) => Exp::Bool(b),
        Value::Text(letters) => Exp::Text(text(letters).to_owned()),
    }
}

/// The text of this many letters.
pub fn text(letters: u16) -> &'static str {
    &"abcdefgh"[..usize::from(letters)]
}

fn test(condition: Condition) -> Exp {
    let number = |n: u16| Exp::Int(u32::from(n));
    match condition {
        Condition::Constant(b) => Exp::Bool(b),
        Condition::Less(a, b) => Exp::Less(Box::new([number(a), number(b)])),
        Condition::Equal(a, b) => Exp::Equal(Box::new([number(a), number(b)])),
        Condition::AtMost(x, n) => Exp::Less(Box::new([Exp::Var(variable(x)), number(n + 1)])),
        Condition::Received(x) => Exp::Var(variable(x)),
        Condition::Coin => Exp::Coin,
    }
}

/// Generates a program with the effect of a protocol.
pub fn program(
    protocol: &Protocol,
    style: Style,
    choices: &mut Choices,
) -> Result<Program, DeadEnd> {
    choices.span("program", |choices| {
        let counted = style.values && choices.chance(1, 3)?;
        let typed = choices.chance(7, 8)?;
        let varied = choices.chance(1, 4)?;
        let mut decides = vec![false; protocol.channels.len()];
        deciding(&protocol.body, &mut decides);
        let channels = protocol
            .channels
            .iter()
            .zip(decides)
            .map(|(&capacity, decides)| {
                // On a channel whose messages can decide a branch, most do.
                let more = if decides { 4 } else { 1 };
                let message = match if typed { choices.weighted(&[1, more, more, 1])? } else { 0 } {
                    0 => Message::Unit,
                    1 => Message::Int,
                    2 => Message::Bool,
                    _ => Message::Text,
                };
                Ok(Declaration { message, capacity })
            })
            .collect::<Result<_, DeadEnd>>()?;
        let program = Program {
            channels,
            locks: protocol.locks,
            groups: protocol.groups,
            functions: Vec::new(),
            body: Vec::new(),
            counted,
        };
        let mut writer = Writer {
            program,
            varied,
            branches: false,
            variables: 0,
            aliases: 0,
            scope: Scope { known: Vec::new(), aliases: Vec::new() },
        };
        let body = writer.block(choices, &protocol.body)?;
        writer.program.body = body;
        Ok(writer.program)
    })
}

/// Turns effects into statements.
struct Writer {
    program: Program,
    /// Whether to use aliases, functions, and variables that are not needed.
    varied: bool,
    /// Whether a choice follows in the scope of the message that is received next.
    branches: bool,
    variables: u16,
    aliases: u16,
    scope: Scope,
}

/// The names in scope.
#[derive(Clone)]
struct Scope {
    /// The variables that a condition may use.
    known: Vec<(Var, Message)>,
    /// The newest alias of each channel that has one.
    aliases: Vec<(Chan, u16)>,
}

impl Writer {
    /// The statements of an effect, in a scope of their own.
    fn block(&mut self, choices: &mut Choices, effect: &Effect) -> Result<Block, DeadEnd> {
        let (known, aliases) = (self.scope.known.len(), self.scope.aliases.len());
        let parts = effect.parts();
        let mut block = Vec::with_capacity(parts.len());
        let last_choice = parts.iter().rposition(branches);
        for (i, part) in parts.iter().enumerate() {
            self.branches = last_choice.is_some_and(|last| i < last);
            self.statement(choices, part, &mut block)?;
        }
        self.scope.known.truncate(known);
        self.scope.aliases.truncate(aliases);
        Ok(block)
    }

    /// The statements of a process or function, which uses no variables from
    /// around it.
    fn closed_block(&mut self, choices: &mut Choices, effect: &Effect) -> Result<Block, DeadEnd> {
        let known = std::mem::take(&mut self.scope.known);
        let block = self.block(choices, effect);
        self.scope.known = known;
        block
    }

    fn statement(
        &mut self,
        choices: &mut Choices,
        effect: &Effect,
        block: &mut Block,
    ) -> Result<(), DeadEnd> {
        if self.varied {
            self.alias(choices, effect, block)?;
        }
        let statement = match effect {
            Effect::Get(c) => {
                let at = self.reference(*c);
                Statement::Get(at, self.receive(choices, *c)?)
            }
            Effect::Put(c) => Statement::Put(self.reference(*c), self.value(choices, *c)?),
            Effect::Spawn(body) => Statement::Spawn(self.spawned(choices, body)?),
            Effect::Choice(both) => {
                let condition = self.condition(choices)?;
                let [then, otherwise] = &**both;
                Statement::If(
                    condition,
                    self.block(choices, then)?,
                    self.block(choices, otherwise)?,
                )
            }
            Effect::Select(clauses) => {
                let clauses = clauses
                    .iter()
                    .map(|clause| self.clause(choices, clause))
                    .collect::<Result<_, _>>()?;
                Statement::Select(clauses)
            }
            Effect::Close(c) => Statement::Close(self.reference(*c)),
            Effect::Drain(c) => {
                self.variables += 1;
                Statement::Drain(self.reference(*c), Var(self.variables))
            }
            Effect::Lock(m, body) => Statement::Lock(*m, self.block(choices, body)?),
            Effect::Add(w, n) => Statement::Add(*w, *n),
            Effect::Done(w) => Statement::Done(*w),
            Effect::Wait(w) => Statement::Wait(*w),
            Effect::Empty | Effect::Seq(_) | Effect::Chan(..) => {
                unreachable!("a part of a sequence, and channels are created at the beginning")
            }
        };
        block.push(statement);
        Ok(())
    }

    /// The body of a process: in place, or the call of a function.
    fn spawned(&mut self, choices: &mut Choices, effect: &Effect) -> Result<Block, DeadEnd> {
        if !(self.varied && choices.chance(1, 4)?) {
            return self.closed_block(choices, effect);
        }
        let mut function = Function {
            channels: Vec::new(),
            locks: Vec::new(),
            groups: Vec::new(),
            body: Vec::new(),
        };
        parameters(effect, &mut function);
        function.channels.sort_unstable();
        function.channels.dedup();
        function.locks.sort_unstable();
        function.locks.dedup();
        function.groups.sort_unstable();
        function.groups.dedup();
        let arguments = function.channels.iter().map(|&c| self.reference(c)).collect();
        let outside = std::mem::take(&mut self.scope.aliases);
        function.body = self.closed_block(choices, effect)?;
        self.scope.aliases = outside;
        self.program.functions.push(function);
        Ok(vec![Statement::Call(self.program.functions.len() - 1, arguments)])
    }

    fn clause(&mut self, choices: &mut Choices, clause: &SelectEffect) -> Result<Clause, DeadEnd> {
        let known = self.scope.known.len();
        self.branches = branches(clause.body());
        let when = match clause {
            SelectEffect::Get(c, _) => {
                let at = self.reference(*c);
                When::Get(at, self.receive(choices, *c)?)
            }
            SelectEffect::Put(c, _) => When::Put(self.reference(*c), self.value(choices, *c)?),
            SelectEffect::Default(_) => When::Default,
        };
        let body = self.block(choices, clause.body())?;
        self.scope.known.truncate(known);
        Ok(Clause { when, body })
    }

    /// Sometimes binds an alias of the channel that is used next.
    fn alias(
        &mut self,
        choices: &mut Choices,
        effect: &Effect,
        block: &mut Block,
    ) -> Result<(), DeadEnd> {
        if let Effect::Get(c) | Effect::Put(c) = effect
            && choices.chance(1, 8)?
        {
            self.aliases += 1;
            block.push(Statement::Alias(self.aliases, self.reference(*c)));
            self.scope.aliases.push((*c, self.aliases));
        }
        Ok(())
    }

    fn reference(&self, channel: Chan) -> Ref {
        let alias = self.scope.aliases.iter().rev().find(|(c, _)| *c == channel);
        Ref { channel, alias: alias.map(|&(_, alias)| alias) }
    }

    /// The variable that a message is bound to, if it is.
    fn receive(&mut self, choices: &mut Choices, c: Chan) -> Result<Option<Var>, DeadEnd> {
        let message = self.program.channel(c).message;
        let needed = self.program.counted && message != Message::Unit;
        // A condition can depend on it.
        let decides = self.branches && matches!(message, Message::Int | Message::Bool);
        let kept = needed
            || decides && choices.chance(3, 4)?
            || self.varied && message != Message::Unit && choices.chance(1, 2)?;
        if !kept {
            return Ok(None);
        }
        self.variables += 1;
        let variable = Var(self.variables);
        self.scope.known.push((variable, message));
        Ok(Some(variable))
    }

    fn value(&mut self, choices: &mut Choices, c: Chan) -> Result<Value, DeadEnd> {
        Ok(match self.program.channel(c).message {
            Message::Unit => Value::Unit,
            // Not 0: a message that is lost must change the sum.
            Message::Int => Value::Int(1 + choices.pick(100)? as u16),
            Message::Bool => Value::Bool(choices.pick(2)? == 1),
            Message::Text => Value::Text(1 + choices.pick(6)? as u16),
        })
    }

    fn condition(&mut self, choices: &mut Choices) -> Result<Condition, DeadEnd> {
        let received: Option<(Var, Message)> = self
            .scope
            .known
            .iter()
            .rev()
            .find(|(_, message)| matches!(message, Message::Int | Message::Bool))
            .copied();
        let decides = if received.is_some() { 8 } else { 0 };
        let way = choices.weighted(&[2, 2, 1, 1, 4, decides])?;
        Ok(match (way, received) {
            (0, _) => Condition::Constant(true),
            (1, _) => Condition::Constant(false),
            (2, _) => Condition::Less(choices.pick(3)? as u16, choices.pick(3)? as u16),
            (4, _) => Condition::Coin,
            (5, Some((x, Message::Int))) => Condition::AtMost(x, choices.pick(100)? as u16),
            (5, Some((x, _))) => Condition::Received(x),
            _ => Condition::Equal(choices.pick(3)? as u16, choices.pick(3)? as u16),
        })
    }
}

/// Marks the channels from which a process receives before it makes a choice.
fn deciding(effect: &Effect, decides: &mut [bool]) {
    let mut mark = |c: Chan| decides[usize::from(c.0) - 1] = true;
    let parts = effect.parts();
    if let Some(last) = parts.iter().rposition(branches) {
        for part in &parts[..last] {
            if let Effect::Get(c) = part {
                mark(*c);
            }
        }
    }
    for part in parts {
        if let Effect::Select(clauses) = part {
            for clause in clauses {
                if let SelectEffect::Get(c, body) = clause
                    && branches(body)
                {
                    mark(*c);
                }
            }
        }
    }
    for part in parts {
        part.each_child(|child| deciding(child, decides));
    }
}

/// Whether a process that has an effect makes a choice itself.
fn branches(effect: &Effect) -> bool {
    match effect {
        Effect::Choice(_) => true,
        Effect::Lock(_, body) => branches(body),
        Effect::Seq(parts) => parts.iter().any(branches),
        Effect::Select(clauses) => clauses.iter().any(|clause| branches(clause.body())),
        _ => false,
    }
}

/// Collects the channels, mutexes and wait groups of an effect.
fn parameters(effect: &Effect, into: &mut Function) {
    match effect {
        Effect::Get(c) | Effect::Put(c) | Effect::Close(c) | Effect::Drain(c) => {
            into.channels.push(*c);
        }
        Effect::Lock(m, _) => into.locks.push(*m),
        Effect::Add(w, _) | Effect::Done(w) | Effect::Wait(w) => into.groups.push(*w),
        Effect::Select(clauses) => {
            into.channels.extend(clauses.iter().filter_map(SelectEffect::channel));
        }
        _ => {}
    }
    effect.each_child(|child| parameters(child, into));
}
