//! A second, naive semantics of λ_chan, against which the explorer is tested.
//!
//! It shares nothing with the explorer but the syntax. A configuration holds what
//! each process has still to do, as an effect or as an expression; a step rewrites
//! that text, as in Figs. 3 to 6; and every order of all steps is tried.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;

use channels::lambda::{Chan, Group, Lock};

pub(crate) mod effects;
pub(crate) mod expressions;

/// What is left of a program: each process that has not terminated, and what they
/// share.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Configuration<P, M> {
    pub(crate) processes: Vec<P>,
    pub(crate) channels: BTreeMap<Chan, Channel<M>>,
    pub(crate) held: BTreeSet<Lock>,
    pub(crate) counters: BTreeMap<Group, u64>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Channel<M> {
    pub(crate) capacity: usize,
    pub(crate) buffer: Vec<M>,
    pub(crate) closed: bool,
}

impl<M> Channel<M> {
    pub(crate) fn new(capacity: u16) -> Channel<M> {
        Channel { capacity: usize::from(capacity), buffer: Vec::new(), closed: false }
    }
}

/// A communication that a process waits for. Taking it leaves `then`, which for
/// what receives depends on the message.
pub(crate) enum Offer<'a, P, M> {
    Get(Chan, Box<dyn Fn(M) -> P + 'a>),
    /// Receives, and is not an error on a closed channel.
    Drain(Chan, P),
    Put(Chan, M, P),
    /// The channel is closed and empty.
    End(Chan, P),
    Default(P),
}

/// What a process does next.
pub(crate) enum Next<'a, P, M> {
    Terminated,
    /// A step of its own, to one of these.
    Local(Vec<P>),
    Spawn(P, P),
    Waits(Vec<Offer<'a, P, M>>),
    Close(Chan, P),
    Acquire(Lock, P),
    Release(Lock, P),
    Add(Group, u16, P),
    Done(Group, P),
    Wait(Group, P),
}

/// A process can be asked what it does next.
pub(crate) trait Process: Clone + Eq + Hash {
    type Message: Clone + Eq + Hash;
    fn next(&self) -> Next<'_, Self, Self::Message>;
}

/// A configuration with an error at run time.
struct Failed;

/// Whether every execution ends with all processes terminated; nothing if there
/// are more configurations than `limit`.
pub(crate) fn terminates<P: Process>(
    first: Configuration<P, P::Message>,
    limit: usize,
) -> Option<bool> {
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(configuration) = open.pop() {
        if seen.len() > limit {
            return None;
        }
        let Ok(steps) = steps(&configuration) else { return Some(false) };
        let all_terminated = configuration
            .processes
            .iter()
            .all(|process| matches!(process.next(), Next::Terminated));
        if steps.is_empty() && !all_terminated {
            return Some(false);
        }
        for next in steps {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Some(true)
}

type After<P> = Vec<Configuration<P, <P as Process>::Message>>;

fn steps<P: Process>(now: &Configuration<P, P::Message>) -> Result<After<P>, Failed> {
    let mut after = Vec::new();
    let with = |number: usize, process: P| {
        let mut next = now.clone();
        next.processes[number] = process;
        next
    };
    for (number, process) in now.processes.iter().enumerate() {
        match process.next() {
            Next::Terminated => {}
            Next::Local(ways) => after.extend(ways.into_iter().map(|way| with(number, way))),
            Next::Spawn(spawned, then) => {
                let mut next = with(number, then);
                next.processes.push(spawned);
                after.push(next);
            }
            Next::Waits(offers) => {
                for offer in offers {
                    communications(now, number, offer, &mut after)?;
                }
            }
            Next::Close(c, then) => {
                let mut next = with(number, then);
                let channel = next.channels.get_mut(&c).unwrap();
                if std::mem::replace(&mut channel.closed, true) {
                    return Err(Failed);
                }
                after.push(next);
            }
            Next::Acquire(m, then) => {
                let mut next = with(number, then);
                if next.held.insert(m) {
                    after.push(next);
                }
            }
            Next::Release(m, then) => {
                let mut next = with(number, then);
                next.held.remove(&m);
                after.push(next);
            }
            Next::Add(w, n, then) => {
                let mut next = with(number, then);
                *next.counters.entry(w).or_default() += u64::from(n);
                after.push(next);
            }
            Next::Done(w, then) => {
                let mut next = with(number, then);
                let counter = next.counters.entry(w).or_default();
                *counter = counter.checked_sub(1).ok_or(Failed)?;
                after.push(next);
            }
            Next::Wait(w, then) => {
                if now.counters.get(&w).is_none_or(|&counter| counter == 0) {
                    after.push(with(number, then));
                }
            }
        }
    }
    Ok(after)
}

fn communications<P: Process>(
    now: &Configuration<P, P::Message>,
    number: usize,
    offer: Offer<'_, P, P::Message>,
    after: &mut After<P>,
) -> Result<(), Failed> {
    let mut take = |c: Chan, then: &dyn Fn(P::Message) -> P| {
        let mut next = now.clone();
        let buffer = &mut next.channels.get_mut(&c).unwrap().buffer;
        let message = (!buffer.is_empty()).then(|| buffer.remove(0));
        let found = message.is_some();
        if let Some(message) = message {
            next.processes[number] = then(message);
            after.push(next);
        }
        found
    };
    match offer {
        Offer::Get(c, then) => {
            if !take(c, &*then) && now.channels[&c].closed {
                return Err(Failed);
            }
        }
        Offer::Drain(c, then) => {
            take(c, &|_| then.clone());
        }
        Offer::End(c, then) => {
            if now.channels[&c].closed && now.channels[&c].buffer.is_empty() {
                let mut next = now.clone();
                next.processes[number] = then;
                after.push(next);
            }
        }
        Offer::Default(then) => {
            let mut next = now.clone();
            next.processes[number] = then;
            after.push(next);
        }
        Offer::Put(c, message, then) => {
            let channel = &now.channels[&c];
            if channel.closed {
                return Err(Failed);
            }
            if channel.buffer.len() < channel.capacity {
                let mut next = now.clone();
                next.channels.get_mut(&c).unwrap().buffer.push(message);
                next.processes[number] = then;
                after.push(next);
            } else if channel.capacity == 0 {
                rendezvous(now, (number, then), (c, message), after);
            }
        }
    }
    Ok(())
}

/// E-Sync, E-Select-Get, E-Select-Put and E-Select-Select: a sender meets every
/// receiver.
fn rendezvous<P: Process>(
    now: &Configuration<P, P::Message>,
    (sender, sent): (usize, P),
    (c, message): (Chan, P::Message),
    after: &mut After<P>,
) {
    for (receiver, process) in now.processes.iter().enumerate() {
        let Next::Waits(offers) = process.next() else { continue };
        for offer in offers.into_iter().filter(|_| receiver != sender) {
            let received = match offer {
                Offer::Get(on, then) if on == c => then(message.clone()),
                Offer::Drain(on, then) if on == c => then,
                _ => continue,
            };
            let mut next = now.clone();
            next.processes[sender] = sent.clone();
            next.processes[receiver] = received;
            after.push(next);
        }
    }
}
