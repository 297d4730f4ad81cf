//! Expressions: evaluation contexts (Fig. 3), and substitution (Fig. 4).
//!
//! A channel that was created is written as a variable that nothing can bind
//! (`#1`), and a mutex that is held as one with a number that no program uses.

use std::collections::{BTreeMap, BTreeSet};

use channels::lambda::{Chan, Exp, Lock, SelectRule};

use super::{Channel, Configuration, Next, Offer, Process};

/// An expression under evaluation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Running(Exp);

/// Added to the number of a mutex that is held.
const HELD: u16 = 1 << 15;

/// Whether an expression is terminating (Definition 4.3).
pub(crate) fn terminates(e: &Exp, limit: usize) -> Option<bool> {
    let mut channels = BTreeMap::new();
    collect(e, &mut channels);
    let first = Configuration {
        processes: vec![Running(e.clone())],
        channels,
        held: BTreeSet::new(),
        counters: BTreeMap::new(),
    };
    super::terminates(first, limit)
}

fn parts(e: &Exp) -> Vec<&Exp> {
    match e {
        Exp::Let(_, bound, body) => vec![bound, body],
        Exp::If(parts) => parts.iter().collect(),
        Exp::Seq(parts) => parts.iter().collect(),
        Exp::Put(both) | Exp::Less(both) | Exp::Equal(both) => both.iter().collect(),
        Exp::Get(e) | Exp::Spawn(e) | Exp::Close(e) | Exp::Drain(e) | Exp::Lock(_, e) => vec![e],
        Exp::Select(rules) => rules
            .iter()
            .map(|rule| match rule {
                SelectRule::Get(_, _, body)
                | SelectRule::Put(_, _, body)
                | SelectRule::Default(body) => body,
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn collect(e: &Exp, channels: &mut BTreeMap<Chan, Channel<Exp>>) {
    if let Exp::Channel(c, capacity, _) = e {
        channels.insert(*c, Channel::new(*capacity));
    }
    parts(e).into_iter().for_each(|part| collect(part, channels));
}

/// e[x ↦ v], for a closed value `v`.
fn substitute(e: &Exp, x: &str, v: &Exp) -> Exp {
    let inside = |e: &Exp| substitute(e, x, v);
    let boxed = |e: &Exp| Box::new(inside(e));
    let both = |both: &[Exp; 2]| Box::new([inside(&both[0]), inside(&both[1])]);
    let name = |y: &String| match v {
        Exp::Var(channel) if y == x => channel.clone(),
        _ => y.clone(),
    };
    match e {
        Exp::Var(y) if y == x => v.clone(),
        Exp::Let(y, bound, body) if y == x => Exp::Let(y.clone(), boxed(bound), body.clone()),
        Exp::Let(y, bound, body) => Exp::Let(y.clone(), boxed(bound), boxed(body)),
        Exp::If(parts) => Exp::If(Box::new([&parts[0], &parts[1], &parts[2]].map(inside))),
        Exp::Seq(parts) => Exp::Seq(parts.iter().map(inside).collect()),
        Exp::Get(e) => Exp::Get(boxed(e)),
        Exp::Put(parts) => Exp::Put(both(parts)),
        Exp::Spawn(e) => Exp::Spawn(boxed(e)),
        Exp::Less(parts) => Exp::Less(both(parts)),
        Exp::Equal(parts) => Exp::Equal(both(parts)),
        Exp::Close(e) => Exp::Close(boxed(e)),
        Exp::Drain(e) => Exp::Drain(boxed(e)),
        Exp::Lock(m, e) => Exp::Lock(*m, boxed(e)),
        Exp::Select(rules) => {
            let rule = |rule: &SelectRule| match rule {
                SelectRule::Get(bound, y, body) => {
                    let body = if bound == x { body.clone() } else { inside(body) };
                    SelectRule::Get(bound.clone(), name(y), body)
                }
                SelectRule::Put(y, sent, body) => {
                    SelectRule::Put(name(y), inside(sent), inside(body))
                }
                SelectRule::Default(body) => SelectRule::Default(inside(body)),
            };
            Exp::Select(rules.iter().map(rule).collect())
        }
        other => other.clone(),
    }
}

/// The channel that a name stands for, once it was substituted.
fn channel_named(name: &str) -> Option<Chan> {
    Some(Chan(name.strip_prefix('#')?.parse().unwrap()))
}

fn channel(e: &Exp) -> Option<Chan> {
    match e {
        Exp::Var(name) => channel_named(name),
        _ => None,
    }
}

fn is_value(e: &Exp) -> bool {
    matches!(e, Exp::Unit | Exp::Bool(_) | Exp::Int(_) | Exp::Text(_)) || channel(e).is_some()
}

impl Process for Running {
    type Message = Exp;

    fn next(&self) -> Next<'_, Running, Exp> {
        if is_value(&self.0) {
            return Next::Terminated;
        }
        next(&self.0, &|e| Running(e))
    }
}

/// • in a context that is kept until a message arrives.
fn hole() -> Exp {
    Exp::Var("•".to_owned())
}

fn fill(context: &Running, e: &Exp) -> Running {
    Running(substitute(&context.0, "•", e))
}

/// What an expression that is no value does next, in a context that `around` puts
/// around what is left of it.
fn next<'a>(e: &'a Exp, around: &dyn Fn(Exp) -> Running) -> Next<'a, Running, Exp> {
    let local = |e: Exp| Next::Local(vec![around(e)]);
    match e {
        // let x := E in e
        Exp::Let(x, bound, body) if !is_value(bound) => {
            next(bound, &|e| around(Exp::Let(x.clone(), Box::new(e), body.clone())))
        }
        Exp::Let(x, bound, body) => local(substitute(body, x, bound)),
        // if E then e else e
        Exp::If(parts) => match &parts[0] {
            Exp::Bool(true) => local(parts[1].clone()),
            Exp::Bool(false) => local(parts[2].clone()),
            condition => next(condition, &|e| {
                around(Exp::If(Box::new([e, parts[1].clone(), parts[2].clone()])))
            }),
        },
        // E; e
        Exp::Seq(parts) if parts.len() == 1 => local(parts[0].clone()),
        Exp::Seq(parts) if is_value(&parts[0]) => local(Exp::Seq(parts[1..].to_vec())),
        Exp::Seq(parts) => next(&parts[0], &|e| {
            let mut parts = parts.clone();
            parts[0] = e;
            around(Exp::Seq(parts))
        }),
        // E-Channel
        Exp::Channel(c, ..) => local(Exp::Var(format!("#{}", c.0))),
        // <- E
        Exp::Get(e) => match channel(e) {
            Some(c) => {
                let context = around(hole());
                Next::Waits(vec![Offer::Get(c, Box::new(move |v| fill(&context, &v)))])
            }
            None => next(e, &|e| around(Exp::Get(Box::new(e)))),
        },
        // E <- e, v <- E
        Exp::Put(both) => match channel(&both[0]) {
            None => next(&both[0], &|e| around(Exp::Put(Box::new([e, both[1].clone()])))),
            Some(_) if !is_value(&both[1]) => {
                next(&both[1], &|e| around(Exp::Put(Box::new([both[0].clone(), e]))))
            }
            Some(c) => Next::Waits(vec![Offer::Put(c, both[1].clone(), around(Exp::Unit))]),
        },
        Exp::Spawn(body) => Next::Spawn(Running((**body).clone()), around(Exp::Unit)),
        Exp::Select(rules) => {
            let offer = |rule: &'a SelectRule| match rule {
                SelectRule::Get(x, y, body) => {
                    let context = around(hole());
                    let then = move |v: Exp| fill(&context, &substitute(body, x, &v));
                    Offer::Get(channel_named(y).unwrap(), Box::new(then))
                }
                SelectRule::Put(y, sent, body) => {
                    assert!(is_value(sent), "a select clause sends a value");
                    Offer::Put(channel_named(y).unwrap(), sent.clone(), around(body.clone()))
                }
                SelectRule::Default(body) => Offer::Default(around(body.clone())),
            };
            Next::Waits(rules.iter().map(offer).collect())
        }
        Exp::Coin => Next::Local([true, false].map(|truth| around(Exp::Bool(truth))).into()),
        Exp::Less(both) | Exp::Equal(both) => match (&both[0], &both[1]) {
            (Exp::Int(a), Exp::Int(b)) => {
                local(Exp::Bool(if matches!(e, Exp::Less(_)) { a < b } else { a == b }))
            }
            other => panic!("{other:?} is not compared by any program here"),
        },
        Exp::Close(e) => Next::Close(channel(e).unwrap(), around(Exp::Unit)),
        Exp::Drain(on) => {
            let c = channel(on).unwrap();
            let again = Offer::Drain(c, around(e.clone()));
            Next::Waits(vec![again, Offer::End(c, around(Exp::Unit))])
        }
        Exp::Lock(m, body) if m.0 < HELD => {
            Next::Acquire(*m, around(Exp::Lock(Lock(m.0 + HELD), body.clone())))
        }
        Exp::Lock(m, body) if is_value(body) => {
            Next::Release(Lock(m.0 - HELD), around((**body).clone()))
        }
        Exp::Lock(m, body) => next(body, &|e| around(Exp::Lock(*m, Box::new(e)))),
        Exp::Add(w, n) => Next::Add(*w, *n, around(Exp::Unit)),
        Exp::Done(w) => Next::Done(*w, around(Exp::Unit)),
        Exp::Wait(w) => Next::Wait(*w, around(Exp::Unit)),
        Exp::Var(_) | Exp::Unit | Exp::Bool(_) | Exp::Int(_) | Exp::Text(_) => {
            unreachable!("{e} is a value, or not closed")
        }
    }
}
