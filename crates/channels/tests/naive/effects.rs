//! Effects: every choice may fall either way, and messages have no content.

use std::collections::{BTreeMap, BTreeSet};

use channels::lambda::{Chan, Effect, Lock, SelectEffect};

use super::{Channel, Configuration, Next, Offer, Process};

/// What a process has still to do.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Todo(Vec<Step>);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Step {
    Effect(Effect),
    Release(Lock),
}

/// Whether an effect is terminating (Definition 4.3).
pub(crate) fn terminates(effect: &Effect, limit: usize) -> Option<bool> {
    let mut channels = BTreeMap::new();
    collect(effect, &mut channels);
    let first = Configuration {
        processes: vec![Todo(vec![Step::Effect(effect.clone())])],
        channels,
        held: BTreeSet::new(),
        counters: BTreeMap::new(),
    };
    super::terminates(first, limit)
}

/// The channels of an effect; those that it does not create have no capacity.
fn collect(effect: &Effect, channels: &mut BTreeMap<Chan, Channel<()>>) {
    match effect {
        Effect::Chan(c, capacity) => {
            channels.insert(*c, Channel::new(*capacity));
        }
        Effect::Get(c) | Effect::Put(c) | Effect::Close(c) | Effect::Drain(c) => {
            channels.entry(*c).or_insert_with(|| Channel::new(0));
        }
        Effect::Select(clauses) => {
            for c in clauses.iter().filter_map(SelectEffect::channel) {
                channels.entry(c).or_insert_with(|| Channel::new(0));
            }
        }
        _ => {}
    }
    effect.children().into_iter().for_each(|child| collect(child, channels));
}

impl Process for Todo {
    type Message = ();

    fn next(&self) -> Next<'_, Todo, ()> {
        let Some((first, rest)) = self.0.split_first() else { return Next::Terminated };
        let rest = || Todo(rest.to_vec());
        let before = |effect: &Effect| {
            let mut steps = vec![Step::Effect(effect.clone())];
            steps.extend(rest().0);
            Todo(steps)
        };
        let get = |c: Chan, then: Todo| Offer::Get(c, Box::new(move |()| then.clone()));
        let effect = match first {
            Step::Release(m) => return Next::Release(*m, rest()),
            Step::Effect(effect) => effect,
        };
        match effect {
            Effect::Empty | Effect::Chan(..) => Next::Local(vec![rest()]),
            Effect::Seq(parts) => {
                let mut steps: Vec<Step> = parts.iter().cloned().map(Step::Effect).collect();
                steps.extend(rest().0);
                Next::Local(vec![Todo(steps)])
            }
            Effect::Choice(both) => Next::Local(both.iter().map(before).collect()),
            Effect::Spawn(body) => Next::Spawn(Todo(vec![Step::Effect((**body).clone())]), rest()),
            Effect::Get(c) => Next::Waits(vec![get(*c, rest())]),
            Effect::Put(c) => Next::Waits(vec![Offer::Put(*c, (), rest())]),
            Effect::Drain(c) => {
                let again = Offer::Drain(*c, self.clone());
                Next::Waits(vec![again, Offer::End(*c, rest())])
            }
            Effect::Select(clauses) => {
                let offer = |clause: &SelectEffect| match clause {
                    SelectEffect::Get(c, body) => get(*c, before(body)),
                    SelectEffect::Put(c, body) => Offer::Put(*c, (), before(body)),
                    SelectEffect::Default(body) => Offer::Default(before(body)),
                };
                Next::Waits(clauses.iter().map(offer).collect())
            }
            Effect::Close(c) => Next::Close(*c, rest()),
            Effect::Lock(m, body) => {
                let mut steps = vec![Step::Effect((**body).clone()), Step::Release(*m)];
                steps.extend(rest().0);
                Next::Acquire(*m, Todo(steps))
            }
            Effect::Add(w, n) => Next::Add(*w, *n, rest()),
            Effect::Done(w) => Next::Done(*w, rest()),
            Effect::Wait(w) => Next::Wait(*w, rest()),
        }
    }
}
