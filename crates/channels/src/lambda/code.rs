//! Expressions and effects as processes of instructions, for the explorer.
//!
//! There is no recursion, so a spawn is executed at most once: every spawn is a
//! process, every variable a slot, and a configuration (Fig. 5) is a fixed
//! number of small numbers. The types of λ_chan name their channels, so the
//! channel of every operation is known statically. Booleans are the only values
//! that are tracked, as no others decide a branch; a comparison with a received
//! integer, like `coin`, may come out either way.

use std::collections::BTreeMap;

use super::effect::{Chan, Effect, Group, Lock, SelectEffect};
use super::syntax::{Exp, SelectRule, Type};

/// A program for the explorer.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// The instructions of each process; the first is the main process.
    pub(super) processes: Vec<Vec<Instruction>>,
    /// The number of variables of type bool.
    pub(super) slots: usize,
    pub(super) channels: BTreeMap<Chan, Channel>,
    pub(super) locks: BTreeMap<Lock, ()>,
    /// The wait groups, each with an upper bound of its counter.
    pub(super) groups: BTreeMap<Group, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Channel {
    pub(super) capacity: u16,
    /// Whether its messages are booleans.
    pub(super) truth: bool,
}

/// A place in a process; it has terminated one place behind its last
/// instruction.
pub(super) type Place = usize;

/// An instruction. The next one follows, unless it names a place.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    /// Starts a process.
    Spawn(usize),
    /// A choice: either place.
    Fork(Place, Place),
    /// The first place if a slot is true, else the second.
    Branch(usize, Place, Place),
    /// Assigns to a slot.
    Set(usize, Operand),
    Jump(Place),
    /// Blocks until one of the actions is possible, takes it, and continues at
    /// its place.
    Select(Vec<(Action, Place)>),
    Close(Chan),
    Lock(Lock),
    Unlock(Lock),
    Add(Group, u16),
    Done(Group),
    Wait(Group),
}

/// A step with a precondition: a partner, or a state of the channel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// Receives, and assigns the message to a slot.
    Get(Chan, Option<usize>),
    /// Sends.
    Put(Chan, Operand),
    /// Receives; unlike for a get, a closed channel is not an error.
    Drain(Chan),
    /// The channel is closed and empty.
    Closed(Chan),
    /// The default clause. It is possible at any time, because a process that is
    /// about to communicate can be arbitrarily late.
    Default,
}

/// A boolean, or a value that is not tracked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Known(bool),
    Slot(usize),
    Nothing,
}

impl Code {
    /// The code of a well-typed expression.
    pub(super) fn of_expression(e: &Exp) -> Code {
        let mut code = Code { processes: vec![Vec::new()], ..Code::default() };
        let mut compiler = Compiler { code: &mut code, process: 0, environment: Vec::new() };
        compiler.expression(e);
        code
    }

    /// The code of an effect, which stands for all expressions that have it.
    pub(super) fn of_effect(effect: &Effect) -> Code {
        let mut code = Code { processes: vec![Vec::new()], ..Code::default() };
        let mut compiler = Compiler { code: &mut code, process: 0, environment: Vec::new() };
        compiler.effect(effect);
        code
    }
}

/// What is known of a value statically.
#[derive(Clone, Debug)]
enum Known {
    Channel(Chan, Type),
    Truth(Operand),
    Number(Option<u32>),
    Other,
}

struct Compiler<'a> {
    code: &'a mut Code,
    /// The process that is being compiled.
    process: usize,
    environment: Vec<(String, Known)>,
}

impl Compiler<'_> {
    fn here(&self) -> Place {
        self.code.processes[self.process].len()
    }

    fn emit(&mut self, instruction: Instruction) -> Place {
        let place = self.here();
        self.code.processes[self.process].push(instruction);
        place
    }

    /// Replaces an instruction, once its targets are known.
    fn patch(&mut self, place: Place, instruction: Instruction) {
        self.code.processes[self.process][place] = instruction;
    }

    fn slot(&mut self) -> usize {
        self.code.slots += 1;
        self.code.slots - 1
    }

    fn communicate(&mut self, action: Action) {
        let next = self.here() + 1;
        self.emit(Instruction::Select(vec![(action, next)]));
    }

    /// Compiles what `write` emits as a process of its own.
    fn spawn(&mut self, write: impl FnOnce(&mut Self)) {
        let spawned = self.code.processes.len();
        self.code.processes.push(Vec::new());
        self.emit(Instruction::Spawn(spawned));
        let spawner = std::mem::replace(&mut self.process, spawned);
        write(self);
        self.process = spawner;
    }

    /// Emits a decision and its two branches.
    fn either(
        &mut self,
        decide: impl FnOnce(Place, Place) -> Instruction,
        first: impl FnOnce(&mut Self),
        second: impl FnOnce(&mut Self),
    ) {
        let decision = self.emit(Instruction::Jump(0));
        first(self);
        let jump = self.emit(Instruction::Jump(0));
        let other = self.here();
        second(self);
        let end = self.here();
        self.patch(decision, decide(decision + 1, other));
        self.patch(jump, Instruction::Jump(end));
    }

    /// Emits a select; `write` emits the body of a clause.
    fn select<T>(&mut self, clauses: &[T], mut write: impl FnMut(&mut Self, &T) -> Action) {
        let select = self.emit(Instruction::Jump(0));
        let mut actions = Vec::with_capacity(clauses.len());
        let mut jumps = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let place = self.here();
            actions.push((write(self, clause), place));
            jumps.push(self.emit(Instruction::Jump(0)));
        }
        let end = self.here();
        for jump in jumps {
            self.patch(jump, Instruction::Jump(end));
        }
        self.patch(select, Instruction::Select(actions));
    }

    fn drain(&mut self, c: Chan) {
        let here = self.here();
        let again = (Action::Drain(c), here);
        self.emit(Instruction::Select(vec![again, (Action::Closed(c), here + 1)]));
    }

    fn locked(&mut self, m: Lock, write: impl FnOnce(&mut Self)) {
        self.code.locks.insert(m, ());
        self.emit(Instruction::Lock(m));
        write(self);
        self.emit(Instruction::Unlock(m));
    }

    fn group(&mut self, w: Group, more: u16) {
        let most = self.code.groups.entry(w).or_default();
        *most = most.saturating_add(u32::from(more));
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Empty => {}
            Effect::Chan(c, capacity) => {
                self.code.channels.entry(*c).or_default().capacity = *capacity;
            }
            Effect::Get(c) => {
                self.use_channel(*c);
                self.communicate(Action::Get(*c, None));
            }
            Effect::Put(c) => {
                self.use_channel(*c);
                self.communicate(Action::Put(*c, Operand::Nothing));
            }
            Effect::Spawn(body) => self.spawn(|compiler| compiler.effect(body)),
            Effect::Seq(parts) => parts.iter().for_each(|part| self.effect(part)),
            Effect::Choice(both) => self.either(
                Instruction::Fork,
                |compiler| compiler.effect(&both[0]),
                |compiler| compiler.effect(&both[1]),
            ),
            Effect::Select(clauses) => self.select(clauses, |compiler, clause| {
                compiler.effect(clause.body());
                match clause {
                    SelectEffect::Get(c, _) => Action::Get(compiler.use_channel(*c), None),
                    SelectEffect::Put(c, _) => {
                        Action::Put(compiler.use_channel(*c), Operand::Nothing)
                    }
                    SelectEffect::Default(_) => Action::Default,
                }
            }),
            Effect::Close(c) => {
                self.use_channel(*c);
                self.emit(Instruction::Close(*c));
            }
            Effect::Drain(c) => {
                self.use_channel(*c);
                self.drain(*c);
            }
            Effect::Lock(m, body) => self.locked(*m, |compiler| compiler.effect(body)),
            Effect::Add(w, n) => {
                self.group(*w, *n);
                self.emit(Instruction::Add(*w, *n));
            }
            Effect::Done(w) => {
                self.group(*w, 0);
                self.emit(Instruction::Done(*w));
            }
            Effect::Wait(w) => {
                self.group(*w, 0);
                self.emit(Instruction::Wait(*w));
            }
        }
    }

    /// A channel of an effect exists even if its creation is not part of it.
    fn use_channel(&mut self, c: Chan) -> Chan {
        self.code.channels.entry(c).or_default();
        c
    }

    fn expression(&mut self, e: &Exp) -> Known {
        match e {
            Exp::Var(x) => self.lookup(x),
            Exp::Unit | Exp::Text(_) => Known::Other,
            Exp::Bool(b) => Known::Truth(Operand::Known(*b)),
            Exp::Int(n) => Known::Number(Some(*n)),
            Exp::Let(x, bound, body) => {
                let known = self.expression(bound);
                self.bind(x, known, |compiler| compiler.expression(body))
            }
            Exp::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let Known::Truth(condition) = self.expression(condition) else {
                    unreachable!("a condition is a boolean")
                };
                self.conditional(condition, then, otherwise)
            }
            Exp::Seq(parts) => parts.iter().fold(Known::Other, |_, part| self.expression(part)),
            Exp::Channel(c, capacity, t) => {
                let channel = Channel { capacity: *capacity, truth: *t == Type::Bool };
                self.code.channels.insert(*c, channel);
                Known::Channel(*c, t.clone())
            }
            Exp::Get(channel) => {
                let (c, t) = self.channel(channel);
                let (slot, known) = self.received(t);
                self.communicate(Action::Get(c, slot));
                known
            }
            Exp::Put(both) => {
                let (c, _) = self.channel(&both[0]);
                let value = self.operand(&both[1]);
                self.communicate(Action::Put(c, value));
                Known::Other
            }
            Exp::Select(rules) => {
                // All clauses are of one type. If that is bool, each assigns its
                // value to one slot; else what is known of it is the same.
                let result = self.slot();
                let mut known = Known::Other;
                self.select(rules, |compiler, rule| {
                    let (action, value) = compiler.rule(rule);
                    known = compiler.keep(result, value);
                    action
                });
                known
            }
            Exp::Spawn(body) => {
                self.spawn(|compiler| {
                    compiler.expression(body);
                });
                Known::Other
            }
            Exp::Coin => self.either_truth(),
            Exp::Less(both) => self.compare(both, |a, b| a < b),
            Exp::Equal(both) => self.compare(both, |a, b| a == b),
            Exp::Close(channel) => {
                let (c, _) = self.channel(channel);
                self.emit(Instruction::Close(c));
                Known::Other
            }
            Exp::Drain(channel) => {
                let (c, _) = self.channel(channel);
                self.drain(c);
                Known::Other
            }
            Exp::Lock(m, body) => {
                let mut known = Known::Other;
                self.locked(*m, |compiler| known = compiler.expression(body));
                known
            }
            Exp::Add(..) | Exp::Done(_) | Exp::Wait(_) => {
                self.effect(&match e {
                    Exp::Add(w, n) => Effect::Add(*w, *n),
                    Exp::Done(w) => Effect::Done(*w),
                    Exp::Wait(w) => Effect::Wait(*w),
                    _ => unreachable!("one of these three"),
                });
                Known::Other
            }
        }
    }

    fn rule(&mut self, rule: &SelectRule) -> (Action, Known) {
        match rule {
            SelectRule::Get(x, y, body) => {
                let Known::Channel(c, t) = self.lookup(y) else {
                    unreachable!("a channel is received from")
                };
                let (slot, known) = self.received(t);
                let value = self.bind(x, known, |compiler| compiler.expression(body));
                (Action::Get(c, slot), value)
            }
            SelectRule::Put(x, y, body) => {
                let Known::Channel(c, _) = self.lookup(x) else {
                    unreachable!("a channel is sent to")
                };
                let value = self.operand(y);
                (Action::Put(c, value), self.expression(body))
            }
            SelectRule::Default(body) => (Action::Default, self.expression(body)),
        }
    }

    fn conditional(&mut self, condition: Operand, then: &Exp, otherwise: &Exp) -> Known {
        let condition = match condition {
            Operand::Known(true) => return self.expression(then),
            Operand::Known(false) => return self.expression(otherwise),
            Operand::Slot(slot) => slot,
            Operand::Nothing => unreachable!("a boolean is known or in a slot"),
        };
        let result = self.slot();
        let mut known = Known::Other;
        self.either(
            |then, otherwise| Instruction::Branch(condition, then, otherwise),
            |compiler| {
                let value = compiler.expression(then);
                compiler.keep(result, value);
            },
            |compiler| {
                let value = compiler.expression(otherwise);
                known = compiler.keep(result, value);
            },
        );
        known
    }

    /// Assigns the value of a branch, if it is a boolean, to the slot of all
    /// branches.
    fn keep(&mut self, slot: usize, value: Known) -> Known {
        match value {
            Known::Truth(operand) => {
                self.emit(Instruction::Set(slot, operand));
                Known::Truth(Operand::Slot(slot))
            }
            Known::Number(_) => Known::Number(None),
            other => other,
        }
    }

    fn compare(&mut self, both: &[Exp; 2], holds: impl Fn(u32, u32) -> bool) -> Known {
        let left = self.expression(&both[0]);
        let right = self.expression(&both[1]);
        match (left, right) {
            (Known::Number(Some(a)), Known::Number(Some(b))) => {
                Known::Truth(Operand::Known(holds(a, b)))
            }
            _ => self.either_truth(),
        }
    }

    /// A boolean that may be either.
    fn either_truth(&mut self) -> Known {
        let slot = self.slot();
        let set = |truth| {
            move |compiler: &mut Self| {
                compiler.emit(Instruction::Set(slot, Operand::Known(truth)));
            }
        };
        self.either(Instruction::Fork, set(true), set(false));
        Known::Truth(Operand::Slot(slot))
    }

    fn channel(&mut self, e: &Exp) -> (Chan, Type) {
        match self.expression(e) {
            Known::Channel(c, t) => (c, t),
            _ => unreachable!("a channel, as the type says"),
        }
    }

    fn operand(&mut self, e: &Exp) -> Operand {
        match self.expression(e) {
            Known::Truth(operand) => operand,
            _ => Operand::Nothing,
        }
    }

    /// The slot for a message of this type, and what is known of the message.
    fn received(&mut self, t: Type) -> (Option<usize>, Known) {
        match t {
            Type::Bool => {
                let slot = self.slot();
                (Some(slot), Known::Truth(Operand::Slot(slot)))
            }
            Type::Channel(element, c) => (None, Known::Channel(c, *element)),
            Type::Int => (None, Known::Number(None)),
            Type::Unit | Type::Text => (None, Known::Other),
        }
    }

    fn lookup(&self, x: &str) -> Known {
        let found = self.environment.iter().rev().find(|(name, _)| name == x);
        found.map(|(_, known)| known.clone()).expect("a bound variable")
    }

    fn bind<T>(&mut self, x: &str, known: Known, then: impl FnOnce(&mut Self) -> T) -> T {
        self.environment.push((x.to_owned(), known));
        let result = then(self);
        self.environment.pop();
        result
    }
}
