//! The reachable configurations of a small program (Figs. 3 to 6).
//!
//! A configuration is packed in as few bits as its numbers need, most often in
//! one 64-bit word. All reachable configurations are visited once, breadth
//! first, so the trace to a deadlock is a shortest one, its choices counted.
//!
//! **Reduction.** The local steps of a process (E-Process, E-Channel, E-Spawn,
//! and choosing a branch) are never disabled by another process, and commute
//! with every step of another process: all that others can see of them is that
//! a spawned process exists. So in any execution they can be moved to the front,
//! and the final configurations are the same if they are taken at once. Where
//! processes have a choice to make, the first of them makes it, and no other step
//! is tried; the configuration before counts as visited, so that choices which
//! lead to the same configuration are followed once. With `reduce` off every order
//! is tried.
//!
//! Beyond the paper: a step that is an error at run time (sending on a closed
//! channel, closing twice, receiving from a closed channel other than by
//! `drain`, a counter of a wait group that is negative or has more than 32 bits)
//! leads to a place from which the process cannot terminate, so such a program
//! does not count as terminating.

use std::collections::BTreeMap;

use super::code::{Action, Code, Instruction, Operand, Place};
use super::effect::{Chan, Effect, Group, Lock};
use super::infer::{TypeError, infer};
use super::syntax::Exp;

/// How to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The number of configurations that are visited at most.
    pub limit: usize,
    /// Whether local steps are taken at once.
    pub reduce: bool,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration { limit: 1_000_000, reduce: true }
    }
}

/// The result of an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every final configuration is terminated (Definition 4.3).
    Terminates {
        /// The number of configurations.
        states: usize,
    },
    /// There is a final configuration that is not terminated.
    Deadlock {
        /// The steps that lead there, without local steps.
        trace: Vec<String>,
        /// Where each process that has not terminated is blocked.
        stuck: Vec<String>,
    },
    /// There are more configurations than the limit, and none of those that were
    /// visited is a deadlock.
    Bound {
        /// The number of configurations visited, which is the limit.
        states: usize,
    },
}

impl Verdict {
    /// Whether every final configuration is terminated.
    pub fn terminates(&self) -> bool {
        matches!(self, Verdict::Terminates { .. })
    }
}

/// Explores an expression.
pub fn explore(e: &Exp, exploration: Exploration) -> Result<Verdict, TypeError> {
    infer(e)?;
    Ok(Explorer::new(&Code::of_expression(e), exploration).run())
}

/// Explores an effect: all expressions that have it at once.
pub fn explore_effect(effect: &Effect, exploration: Exploration) -> Verdict {
    Explorer::new(&Code::of_effect(effect), exploration).run()
}

/// The layout of a configuration.
struct Layout {
    slots: usize,
    channels: BTreeMap<Chan, ChannelLayout>,
    locks: BTreeMap<Lock, usize>,
    groups: BTreeMap<Group, usize>,
    /// The number of bits of each number.
    bits: Vec<u32>,
    /// The number of words of a packed configuration.
    words: usize,
}

#[derive(Clone, Copy)]
struct ChannelLayout {
    capacity: u16,
    /// Whether the messages are booleans; they stand behind `closed`.
    truth: bool,
    /// The number of messages in its buffer.
    count: usize,
    /// Whether it is closed.
    closed: usize,
}

impl Layout {
    fn new(code: &Code) -> Layout {
        let mut layout = Layout {
            slots: 0,
            channels: BTreeMap::new(),
            locks: BTreeMap::new(),
            groups: BTreeMap::new(),
            bits: Vec::new(),
            words: 0,
        };
        for process in &code.processes {
            layout.cell(process.len() + 2);
        }
        layout.slots = layout.bits.len();
        for _ in 0..code.slots {
            layout.cell(1);
        }
        for (&c, channel) in &code.channels {
            let count = layout.cell(usize::from(channel.capacity));
            let closed = layout.cell(1);
            if channel.truth {
                for _ in 0..channel.capacity {
                    layout.cell(1);
                }
            }
            let at =
                ChannelLayout { capacity: channel.capacity, truth: channel.truth, count, closed };
            layout.channels.insert(c, at);
        }
        for &m in code.locks.keys() {
            let at = layout.cell(1);
            layout.locks.insert(m, at);
        }
        for (&w, &most) in &code.groups {
            let at = layout.cell(most as usize);
            layout.groups.insert(w, at);
        }
        let mut free = 0;
        for &bits in &layout.bits {
            if bits > free {
                layout.words += 1;
                free = 64;
            }
            free -= bits;
        }
        layout
    }

    /// Adds a number that is at most `most`.
    fn cell(&mut self, most: usize) -> usize {
        self.bits.push(usize::BITS - most.leading_zeros());
        self.bits.len() - 1
    }

    /// Packs a configuration. A number does not cross words.
    fn pack(&self, state: &[u32], packed: &mut [u64]) {
        packed.fill(0);
        let (mut word, mut free) = (0, 0);
        for (&number, &bits) in state.iter().zip(&self.bits) {
            if bits > free {
                word += 1;
                free = 64;
            }
            free -= bits;
            packed[word - 1] |= u64::from(number) << free;
        }
    }

    fn unpack(&self, packed: &[u64], state: &mut [u32]) {
        let (mut word, mut free) = (0, 0);
        for (number, &bits) in state.iter_mut().zip(&self.bits) {
            if bits > free {
                word += 1;
                free = 64;
            }
            free -= bits;
            *number = if bits == 0 {
                0
            } else {
                (packed[word - 1] >> free & (u64::MAX >> (64 - bits))) as u32
            };
        }
    }
}

/// A set of packed configurations, numbered in the order of their arrival.
struct States {
    words: usize,
    /// How many there may be.
    limit: usize,
    /// Whether one was left out because of the limit.
    full: bool,
    packed: Vec<u64>,
    /// From which configuration each was first reached.
    parents: Vec<u32>,
    /// Open addressing; 0 is free, else the number plus one.
    table: Vec<u32>,
}

impl States {
    fn new(words: usize, limit: usize) -> States {
        States {
            words,
            limit,
            full: false,
            packed: Vec::new(),
            parents: Vec::new(),
            table: vec![0; 64],
        }
    }

    fn len(&self) -> usize {
        self.parents.len()
    }

    fn get(&self, number: usize) -> &[u64] {
        &self.packed[number * self.words..(number + 1) * self.words]
    }

    fn insert(&mut self, state: &[u64], parent: u32) {
        if 2 * self.len() >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(state) & mask;
        while self.table[at] != 0 {
            if self.get(self.table[at] as usize - 1) == state {
                return;
            }
            at = (at + 1) & mask;
        }
        if self.len() >= self.limit {
            self.full = true;
            return;
        }
        self.packed.extend_from_slice(state);
        self.parents.push(parent);
        self.table[at] = self.len() as u32;
    }

    fn grow(&mut self) {
        let mask = 4 * self.table.len() - 1;
        let mut table = vec![0; mask + 1];
        for number in 0..self.len() {
            let mut at = hash(self.get(number)) & mask;
            while table[at] != 0 {
                at = (at + 1) & mask;
            }
            table[at] = number as u32 + 1;
        }
        self.table = table;
    }
}

fn hash(state: &[u64]) -> usize {
    let mixed = state
        .iter()
        .fold(0u64, |hash, &word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed >> 20) as usize
}

/// The place of a process that has not been spawned.
const UNBORN: u32 = 0;

struct Explorer<'a> {
    code: &'a Code,
    layout: Layout,
    exploration: Exploration,
}

/// A step of an execution.
#[derive(Clone, Copy)]
enum Step {
    /// A step of one process.
    Alone(usize, &'static str),
    /// A rendezvous of a sender and a receiver.
    Sync(usize, usize, Chan),
    /// A send to a buffer.
    Put(usize, Chan),
    /// A receive from a buffer.
    Get(usize, Chan),
    /// A drain that ends since its channel is closed and empty.
    Closed(usize, Chan),
}

impl Explorer<'_> {
    fn new(code: &Code, exploration: Exploration) -> Explorer<'_> {
        Explorer { code, layout: Layout::new(code), exploration }
    }

    fn run(&self) -> Verdict {
        // States are numbered with 32 bits.
        let limit = self.exploration.limit.min(u32::MAX as usize - 1);
        let mut states = States::new(self.layout.words, limit);
        let mut packed = vec![0; self.layout.words];
        let mut state = vec![0; self.layout.bits.len()];
        state[0] = at(0);
        self.settle(&mut state);
        self.layout.pack(&state, &mut packed);
        states.insert(&packed, 0);
        let mut number = 0;
        while number < states.len() && !states.full {
            self.layout.unpack(states.get(number), &mut state);
            let mut moved = false;
            self.steps(&state, &mut |_, mut next| {
                moved = true;
                self.settle(&mut next);
                self.layout.pack(&next, &mut packed);
                states.insert(&packed, number as u32);
            });
            if !moved && !self.ended(&state) {
                return self.deadlock(&states, number);
            }
            number += 1;
        }
        match states.full {
            true => Verdict::Bound { states: states.len() },
            false => Verdict::Terminates { states: states.len() },
        }
    }

    fn ended(&self, state: &[u32]) -> bool {
        self.code
            .processes
            .iter()
            .zip(state)
            .all(|(process, &place)| place == UNBORN || place == at(process.len()))
    }

    /// The place of a process after an error.
    fn failed(&self, process: usize) -> u32 {
        at(self.code.processes[process].len() + 1)
    }

    /// The instruction that a process is at.
    fn instruction(&self, state: &[u32], process: usize) -> Option<&Instruction> {
        self.code.processes[process].get(state[process].checked_sub(1)? as usize)
    }

    /// Takes all local steps that are not choices.
    fn settle(&self, state: &mut [u32]) {
        if self.exploration.reduce {
            for process in 0..self.code.processes.len() {
                while let Some(instruction) = self.instruction(state, process)
                    && self.local(state, process, instruction)
                {}
            }
        }
    }

    /// Takes a local step that is not a choice; false if the instruction is none.
    fn local(&self, state: &mut [u32], process: usize, instruction: &Instruction) -> bool {
        match instruction {
            // A process is numbered after its spawner, so `settle` comes to it.
            Instruction::Spawn(spawned) => {
                state[*spawned] = at(0);
                state[process] += 1;
            }
            Instruction::Branch(slot, then, otherwise) => {
                let holds = state[self.layout.slots + slot] == 1;
                state[process] = at(if holds { *then } else { *otherwise });
            }
            Instruction::Set(slot, operand) => {
                state[self.layout.slots + slot] = self.value(state, *operand);
                state[process] += 1;
            }
            Instruction::Jump(place) => state[process] = at(*place),
            _ => return false,
        }
        true
    }

    fn value(&self, state: &[u32], operand: Operand) -> u32 {
        match operand {
            Operand::Known(b) => u32::from(b),
            Operand::Slot(slot) => state[self.layout.slots + slot],
            Operand::Nothing => 0,
        }
    }

    /// The first process that has a choice to make, and its two places.
    fn choice(&self, state: &[u32]) -> Option<(usize, [Place; 2])> {
        (0..self.code.processes.len()).find_map(|process| match self.instruction(state, process) {
            Some(Instruction::Fork(first, second)) => Some((process, [*first, *second])),
            _ => None,
        })
    }

    /// Every step that has to be tried: the choice of a process, with reduction,
    /// or else all that are possible.
    fn steps(&self, state: &[u32], found: &mut impl FnMut(Step, Vec<u32>)) {
        let chooses = |process: usize, places: [Place; 2], found: &mut dyn FnMut(_, _)| {
            for place in places {
                let mut next = state.to_vec();
                next[process] = at(place);
                found(Step::Alone(process, "chooses"), next);
            }
        };
        if self.exploration.reduce
            && let Some((process, places)) = self.choice(state)
        {
            return chooses(process, places, found);
        }
        for process in 0..self.code.processes.len() {
            let Some(instruction) = self.instruction(state, process) else { continue };
            if let Instruction::Fork(first, second) = instruction {
                chooses(process, [*first, *second], found);
                continue;
            }
            let mut next = state.to_vec();
            if self.local(&mut next, process, instruction) {
                found(Step::Alone(process, "steps"), next);
                continue;
            }
            let mut alone = |what, cell: usize, number| {
                let mut next = state.to_vec();
                next[process] += 1;
                next[cell] = number;
                found(Step::Alone(process, what), next);
            };
            match instruction {
                Instruction::Select(actions) => {
                    for &(action, place) in actions {
                        self.act(state, process, action, place, found);
                    }
                }
                Instruction::Close(c) => {
                    let closed = self.layout.channels[c].closed;
                    match state[closed] {
                        0 => alone("closes", closed, 1),
                        _ => alone("fails", process, self.failed(process)),
                    }
                }
                Instruction::Lock(m) => {
                    let held = self.layout.locks[m];
                    if state[held] == 0 {
                        alone("locks", held, 1);
                    }
                }
                Instruction::Unlock(m) => alone("unlocks", self.layout.locks[m], 0),
                Instruction::Add(w, n) => {
                    let group = self.layout.groups[w];
                    match state[group].checked_add(u32::from(*n)) {
                        Some(sum) => alone("adds", group, sum),
                        None => alone("fails", process, self.failed(process)),
                    }
                }
                Instruction::Done(w) => {
                    let group = self.layout.groups[w];
                    match state[group] {
                        0 => alone("fails", process, self.failed(process)),
                        left => alone("is done", group, left - 1),
                    }
                }
                Instruction::Wait(w) => {
                    let group = self.layout.groups[w];
                    if state[group] == 0 {
                        alone("waited", group, 0);
                    }
                }
                _ => unreachable!("every other instruction is a local step"),
            }
        }
    }

    /// The ways to take an action. A rendezvous is found from the side of the
    /// sender.
    fn act(
        &self,
        state: &[u32],
        process: usize,
        action: Action,
        place: Place,
        found: &mut impl FnMut(Step, Vec<u32>),
    ) {
        let gone = || {
            let mut next = state.to_vec();
            next[process] = at(place);
            next
        };
        let fail = |found: &mut dyn FnMut(Step, Vec<u32>)| {
            let mut next = state.to_vec();
            next[process] = self.failed(process);
            found(Step::Alone(process, "fails"), next);
        };
        match action {
            Action::Default => found(Step::Alone(process, "takes the default"), gone()),
            Action::Closed(c) => {
                let channel = self.layout.channels[&c];
                if state[channel.closed] == 1 && state[channel.count] == 0 {
                    found(Step::Closed(process, c), gone());
                }
            }
            Action::Get(c, _) | Action::Drain(c) => {
                let channel = self.layout.channels[&c];
                let count = state[channel.count];
                if count == 0 {
                    if state[channel.closed] == 1 && matches!(action, Action::Get(..)) {
                        fail(found);
                    }
                    return;
                }
                let mut next = gone();
                next[channel.count] -= 1;
                if channel.truth {
                    let first = channel.closed + 1;
                    if let Action::Get(_, Some(slot)) = action {
                        next[self.layout.slots + slot] = state[first];
                    }
                    let end = first + count as usize;
                    next[first..end].rotate_left(1);
                    next[end - 1] = 0;
                }
                found(Step::Get(process, c), next);
            }
            Action::Put(c, operand) => {
                let channel = self.layout.channels[&c];
                if state[channel.closed] == 1 {
                    return fail(found);
                }
                let value = self.value(state, operand);
                if channel.capacity > 0 {
                    let count = state[channel.count];
                    if count < u32::from(channel.capacity) {
                        let mut next = gone();
                        next[channel.count] += 1;
                        if channel.truth {
                            next[channel.closed + 1 + count as usize] = value;
                        }
                        found(Step::Put(process, c), next);
                    }
                    return;
                }
                for partner in 0..self.code.processes.len() {
                    if partner == process {
                        continue;
                    }
                    let Some(Instruction::Select(actions)) = self.instruction(state, partner)
                    else {
                        continue;
                    };
                    for &(action, there) in actions {
                        let (Action::Get(on, _) | Action::Drain(on)) = action else { continue };
                        if on == c {
                            let mut next = gone();
                            next[partner] = at(there);
                            if let Action::Get(_, Some(slot)) = action {
                                next[self.layout.slots + slot] = value;
                            }
                            found(Step::Sync(process, partner, c), next);
                        }
                    }
                }
            }
        }
    }

    fn deadlock(&self, states: &States, number: usize) -> Verdict {
        let mut way = vec![number];
        while let Some(&last) = way.last().filter(|&&last| last != 0) {
            way.push(states.parents[last] as usize);
        }
        way.reverse();
        let trace = way
            .windows(2)
            .filter_map(|pair| self.step_between(states, pair[0], pair[1]))
            .filter(|step| !self.exploration.reduce || !matches!(step, Step::Alone(_, "chooses")))
            .map(describe)
            .collect();
        let mut state = vec![0; self.layout.bits.len()];
        self.layout.unpack(states.get(number), &mut state);
        let stuck = (0..self.code.processes.len())
            .filter_map(|process| match self.instruction(&state, process) {
                Some(instruction) => Some(format!("p{process} at {}", wants(instruction))),
                None if state[process] == self.failed(process) => {
                    Some(format!("p{process} failed"))
                }
                None => None,
            })
            .collect();
        Verdict::Deadlock { trace, stuck }
    }

    /// The step that leads from one configuration to another.
    fn step_between(&self, states: &States, from: usize, to: usize) -> Option<Step> {
        let mut state = vec![0; self.layout.bits.len()];
        let mut packed = vec![0; self.layout.words];
        self.layout.unpack(states.get(from), &mut state);
        let mut step = None;
        self.steps(&state, &mut |taken, mut next| {
            self.settle(&mut next);
            self.layout.pack(&next, &mut packed);
            if packed == states.get(to) {
                step = Some(taken);
            }
        });
        step
    }
}

/// The number of a place in a configuration.
fn at(place: Place) -> u32 {
    place as u32 + 1
}

fn describe(step: Step) -> String {
    match step {
        Step::Alone(process, what) => format!("p{process} {what}"),
        Step::Sync(sender, receiver, c) => format!("p{sender} → {c} → p{receiver}"),
        Step::Put(process, c) => format!("p{process} → {c}"),
        Step::Get(process, c) => format!("{c} → p{process}"),
        Step::Closed(process, c) => format!("p{process} sees {c} closed"),
    }
}

fn wants(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Select(actions) => {
            let wanted: Vec<String> = actions
                .iter()
                .map(|(action, _)| match action {
                    Action::Get(c, _) => format!("GET({c})"),
                    Action::Drain(c) => format!("DRAIN({c})"),
                    Action::Put(c, _) => format!("PUT({c})"),
                    Action::Closed(c) => format!("end of {c}"),
                    Action::Default => "default".to_owned(),
                })
                .collect();
            wanted.join(" ⊕ ")
        }
        Instruction::Close(c) => format!("CLOSE({c})"),
        Instruction::Lock(m) => format!("LOCK({m})"),
        Instruction::Done(w) => format!("DONE({w})"),
        Instruction::Wait(w) => format!("WAIT({w})"),
        other => format!("{other:?}"),
    }
}
