//! Generation (Fig. 10): effects that terminate by construction.
//!
//! The channels of a rule are fresh, and the effects in its boxes (□) do not use
//! them. So a box terminates whatever the other processes do, and is no more
//! than a delay to the rule around it.
//!
//! Departures from Fig. 10, each sound:
//! * `n` and `m` may be 0, as they are in the paper's first examples (`n`) and in
//!   Figs. 1, 14 and 15 (`m`). So programs shrink to the smallest instance of a
//!   rule. For G-Select `n` = 0 means a select over one channel, of which the
//!   paper has no example; it is rare.
//! * The branches of the `m` selects of one G-Select begin with channels from one
//!   multiset, of at most [`MOST_CLAUSES`]. Those of most selects begin with two
//!   channels at least, where there are two.
//! * Boxes are mostly empty: see [`Boxes`]. Those of G-Mutex and G-WaitGroup are
//!   not all empty, as there would be no channel then.
//!
//! In G-Select the direction of a channel is the same in all `m` repetitions, as
//! the index of φi says. With a direction for every spawned process two of them
//! could communicate with each other and leave the select without a partner.

use choice::{Choices, DeadEnd};

use super::{Protocol, Rule, Rules, Settings};
use crate::lambda::{Chan, Effect, Group, Lock, SelectEffect};

/// Generates an effect, before expansion and reordering.
pub(super) fn generate(settings: &Settings, choices: &mut Choices) -> Result<Protocol, DeadEnd> {
    let buffered = settings.extras.buffered && choices.chance(1, 4)?;
    let mut generator = Generator {
        settings,
        buffered,
        left: settings.bounds.actions,
        protocol: Protocol {
            channels: Vec::new(),
            locks: 0,
            groups: 0,
            body: Effect::Empty,
            rules: Rules::default(),
        },
    };
    generator.protocol.body = generator.effect(choices, settings.bounds.depth, AT_FIRST)?;
    Ok(generator.protocol)
}

/// Generates an effect with fresh channels, which are added to those of
/// `protocol`.
pub(super) fn generate_more(
    settings: &Settings,
    protocol: &mut Protocol,
    left: usize,
    choices: &mut Choices,
) -> Result<Effect, DeadEnd> {
    let empty = Protocol {
        channels: Vec::new(),
        locks: 0,
        groups: 0,
        body: Effect::Empty,
        rules: Rules::default(),
    };
    let buffered = protocol.channels.iter().any(|&capacity| capacity > 0);
    let mut generator =
        Generator { settings, buffered, left, protocol: std::mem::replace(protocol, empty) };
    let effect = generator.effect(choices, 1, AT_FIRST);
    *protocol = generator.protocol;
    effect
}

struct Generator<'a> {
    settings: &'a Settings,
    /// Whether channels may get a capacity.
    buffered: bool,
    /// Actions that may still be spent.
    left: usize,
    protocol: Protocol,
}

/// The weight of all other rules together against G-Final, for the whole effect.
/// The empty program is of little use, but shrinking may try it.
const AT_FIRST: u32 = 500;
/// The same inside G-Spawn, G-Seq and G-Choice.
const INSIDE: u32 = 20;
/// The largest number of clauses of a generated select; expansion may add more.
const MOST_CLAUSES: usize = 6;
/// The weights of leaving all boxes of a rule empty, and of filling some.
const OPEN: [u32; 2] = [3, 2];
/// The same for G-Close. With empty boxes it has few instances, and the rewriting
/// rules hardly apply to it.
const OPEN_CLOSE: [u32; 2] = [1, 5];
/// How likely G-Select has one channel, two, and so on.
const SELECTED: [u32; 9] = [1, 8, 6, 4, 3, 2, 2, 2, 2];

const GRAMMAR: [Rule; 10] = [
    Rule::GSpawn,
    Rule::GPingPong,
    Rule::GFanOut,
    Rule::GPipeline,
    Rule::GSelect,
    Rule::GSeq,
    Rule::GChoice,
    Rule::GClose,
    Rule::GMutex,
    Rule::GWaitGroup,
];

impl Generator<'_> {
    /// The effect of a rule, or with weight 1 against `rules` that of G-Final.
    ///
    /// G-Final is a choice of its own before that of the rule, so that shrinking
    /// can change it and cut out the rest.
    fn effect(&mut self, choices: &mut Choices, depth: u32, rules: u32) -> Result<Effect, DeadEnd> {
        if depth == 0 || self.left == 0 {
            return Ok(Effect::Empty);
        }
        if choices.weighted(&[1, rules])? == 0 {
            self.protocol.rules.insert(Rule::GFinal);
            return Ok(Effect::Empty);
        }
        self.rule(choices, depth)
    }

    /// The effect of a rule.
    fn rule(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let weights = &self.settings.weights;
        let extras = &self.settings.extras;
        // The rules that are not in the paper have the average weight of its
        // four patterns.
        let average =
            (weights.ping_pong + weights.fan_out + weights.pipeline + weights.select).div_ceil(4);
        let extra = |on: bool| if on { average } else { 0 };
        let others = [weights.spawn, weights.seq, weights.choice];
        let beyond = [extra(extras.close), extra(extras.mutex), extra(extras.waitgroup)];
        self.one_of(choices, depth, others, beyond)
    }

    /// The effect of one of the paper's four patterns, all of which communicate.
    fn pattern(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        self.one_of(choices, depth, [0; 3], [0; 3])
    }

    /// The effect of one of the four patterns, of G-Spawn, G-Seq and G-Choice, and
    /// of the rules beyond the paper. A rule has the same number on the tape in
    /// every box, so that shrinking can put a part of a tape in the place of the
    /// whole.
    fn one_of(
        &mut self,
        choices: &mut Choices,
        depth: u32,
        [spawn, seq, choice]: [u32; 3],
        [close, mutex, waitgroup]: [u32; 3],
    ) -> Result<Effect, DeadEnd> {
        choices.span("effect", |choices| {
            let weights = &self.settings.weights;
            let rule = choices.weighted(&[
                spawn,
                weights.ping_pong,
                weights.fan_out,
                weights.pipeline,
                weights.select,
                seq,
                choice,
                close,
                mutex,
                waitgroup,
            ])?;
            self.instance(GRAMMAR[rule], choices, depth)
        })
    }

    /// The effect of this rule.
    fn instance(
        &mut self,
        rule: Rule,
        choices: &mut Choices,
        depth: u32,
    ) -> Result<Effect, DeadEnd> {
        self.protocol.rules.insert(rule);
        match rule {
            Rule::GSpawn => {
                self.spend(1);
                Ok(Effect::spawn(self.effect(choices, depth - 1, INSIDE)?))
            }
            Rule::GSeq => {
                let first = self.effect(choices, depth - 1, INSIDE)?;
                let second = self.effect(choices, depth - 1, INSIDE)?;
                Ok(Effect::seq([first, second]))
            }
            Rule::GChoice => {
                let first = self.effect(choices, depth - 1, INSIDE)?;
                let second = self.effect(choices, depth - 1, INSIDE)?;
                Ok(Effect::choice(first, second))
            }
            Rule::GPingPong => self.ping_pong(choices, depth),
            Rule::GFanOut => self.fan_out(choices, depth),
            Rule::GPipeline => self.pipeline(choices, depth),
            Rule::GSelect => self.select(choices, depth),
            Rule::GClose => self.close(choices, depth),
            Rule::GMutex => self.mutex(choices, depth),
            Rule::GWaitGroup => self.wait_group(choices, depth),
            other => unreachable!("{} is no rule of the grammar", other.name()),
        }
    }

    /// SPAWN(□; [φi; □]); [□; φ̄i], all on one channel.
    fn ping_pong(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let n = self.repeat(choices, 2)?;
        let directions: Vec<bool> =
            (0..n).map(|_| self.direction(choices)).collect::<Result<_, _>>()?;
        // On a buffered channel a process could get the message that it has just
        // put itself, so all messages must have the same direction.
        let one_way = directions.iter().all(|&put| put == directions[0]);
        let c = self.channel(choices, one_way)?;
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let mut spawned = Vec::with_capacity(n);
        boxes.fill(self, choices, &mut spawned)?;
        for &put in &directions {
            spawned.push(operation(c, put));
            boxes.fill(self, choices, &mut spawned)?;
        }
        let mut here = vec![Effect::spawn(Effect::of_flat(spawned))];
        for &put in &directions {
            boxes.fill(self, choices, &mut here)?;
            here.push(operation(c, !put));
        }
        Ok(Effect::of_flat(here))
    }

    /// [SPAWN(□; φi; □)]; [□; φ̄i], each on a channel of its own.
    fn fan_out(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let n = self.repeat(choices, 2)?;
        let mut spawned = Vec::with_capacity(n);
        for _ in 0..n {
            let (c, put) = choices.span("channel", |choices| {
                let put = self.direction(choices)?;
                Ok((self.channel(choices, true)?, put))
            })?;
            spawned.push((c, put));
        }
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let mut here = Vec::with_capacity(2 * n);
        for &(c, put) in &spawned {
            let process = boxes.around(self, choices, operation(c, put))?;
            here.push(Effect::spawn(process));
        }
        for &(c, put) in &spawned {
            boxes.fill(self, choices, &mut here)?;
            here.push(operation(c, !put));
        }
        Ok(Effect::of_flat(here))
    }

    /// [SPAWN(□; GET(ci-1); □; PUT(ci); □); □]; PUT(c0); □; GET(cn).
    fn pipeline(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let n = self.repeat(choices, 2)?;
        let channels = self.channels(choices, n + 1)?;
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let mut here = Vec::with_capacity(n + 2);
        for pair in channels.windows(2) {
            let mut spawned = Vec::with_capacity(2);
            boxes.fill(self, choices, &mut spawned)?;
            spawned.push(Effect::Get(pair[0]));
            boxes.fill(self, choices, &mut spawned)?;
            spawned.push(Effect::Put(pair[1]));
            boxes.fill(self, choices, &mut spawned)?;
            here.push(Effect::spawn(Effect::of_flat(spawned)));
            boxes.fill(self, choices, &mut here)?;
        }
        here.push(Effect::Put(channels[0]));
        boxes.fill(self, choices, &mut here)?;
        here.push(Effect::Get(channels[n]));
        Ok(Effect::of_flat(here))
    }

    /// [[SPAWN(□; φi; □)]; □]; [□; branch(shuffle([φ̄i])) ⊕ …].
    ///
    /// The choices about one channel (its direction, and the number of clauses
    /// that begin with it) form one span of the tape, and so do those about one
    /// of the `m` selects (the order of its clauses, and how many are left out).
    /// So shrinking can cut out a channel or a select as a whole.
    fn select(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let select_put = self.settings.runtime.select_put.is_yes();
        let same_channel = self.settings.runtime.select_same_channel.is_yes();
        let most = self.settings.bounds.selected.min(self.left / 3).max(2);
        let n = 1 + choices.weighted(&SELECTED[..most.min(SELECTED.len())])?;
        self.spend(3 * n);
        let wanted = n.min(1 + choices.weighted(&[1, 15])?);
        let more = |times: usize| u32::from(self.left >= 2 * n * times);
        let m = 1 + choices.weighted(&[5, 3 * more(1), 2 * more(2), more(3)])?;
        self.spend(2 * n * (m - 1));
        let mut spawned: Vec<(Chan, bool)> = Vec::with_capacity(n);
        // The channels that clauses begin with.
        let mut heads = Vec::with_capacity(4);
        for i in 0..n {
            choices.span("channel", |choices| {
                // As many channels as are wanted must be able to begin a clause.
                let able = spawned.iter().filter(|&&(_, put)| put || select_put).count();
                let must = !select_put && able + (n - i) <= wanted;
                let put = must || self.direction(choices)?;
                spawned.push((self.channel(choices, true)?, put));
                let may = u32::from(put || select_put);
                let twice = may * u32::from(same_channel);
                let clauses = choices.weighted(&[3, 12 * may, 2 * twice, twice])?;
                heads.extend(std::iter::repeat_n(i, clauses));
                Ok(())
            })?;
        }
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let mut here = Vec::with_capacity(m * (n + 1));
        for _ in 0..m {
            for &(c, put) in &spawned {
                let process = boxes.around(self, choices, operation(c, put))?;
                here.push(Effect::spawn(process));
            }
            boxes.fill(self, choices, &mut here)?;
        }
        heads.truncate(MOST_CLAUSES);
        for (i, &(_, put)) in spawned.iter().enumerate() {
            if distinct(&heads) < wanted && (put || select_put) && !heads.contains(&i) {
                heads.push(i);
            }
        }
        for _ in 0..m {
            choices.span("select", |choices| {
                boxes.fill(self, choices, &mut here)?;
                permute(choices, &mut heads)?;
                // Leaving none out is the simplest.
                let least = (1..heads.len()).find(|&kept| distinct(&heads[..kept]) >= wanted);
                let least = if m == 1 { heads.len() } else { least.unwrap_or(heads.len()) };
                let kept = heads.len() - choices.pick(heads.len() - least + 1)?;
                let mut clauses = Vec::with_capacity(kept);
                for &head in &heads[..kept] {
                    clauses.push(self.branch(choices, &spawned, head, &mut boxes)?);
                }
                here.push(Effect::Select(clauses));
                Ok(())
            })?;
        }
        Ok(Effect::of_flat(here))
    }

    /// branch(φ; φ1; …; φn) = SELφ(c, □; φ1; □; …; □; φn), of the duals of what
    /// was spawned.
    fn branch(
        &mut self,
        choices: &mut Choices,
        spawned: &[(Chan, bool)],
        head: usize,
        boxes: &mut Boxes,
    ) -> Result<SelectEffect, DeadEnd> {
        let mut rest: Vec<(Chan, bool)> = spawned.to_vec();
        let (c, put) = rest.remove(head);
        permute(choices, &mut rest)?;
        let mut body = Vec::with_capacity(rest.len());
        for (c, put) in rest {
            boxes.fill(self, choices, &mut body)?;
            body.push(operation(c, !put));
        }
        let body = Effect::of_flat(body);
        Ok(if put { SelectEffect::Get(c, body) } else { SelectEffect::Put(c, body) })
    }

    /// SPAWN(□; [PUT(c); □]; CLOSE(c); □); [SPAWN(□; DRAIN(c); □)]; □; DRAIN(c).
    ///
    /// One process sends and closes, so no message is sent on the closed channel.
    /// Together the drains receive all messages, and each ends when the channel
    /// is closed and empty.
    fn close(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let puts = self.repeat(choices, 1)? - 1;
        let c = self.channel(choices, true)?;
        let others = choices.pick(3)?;
        self.spend(2 + 2 * others);
        let mut boxes = self.boxes(choices, depth, OPEN_CLOSE)?;
        let mut sender = Vec::with_capacity(puts + 1);
        boxes.fill(self, choices, &mut sender)?;
        for _ in 0..puts {
            sender.push(Effect::Put(c));
            boxes.fill(self, choices, &mut sender)?;
        }
        sender.push(Effect::Close(c));
        boxes.fill(self, choices, &mut sender)?;
        let mut here = vec![Effect::spawn(Effect::of_flat(sender))];
        for _ in 0..others {
            let spawned = boxes.around(self, choices, Effect::Drain(c))?;
            here.push(Effect::spawn(spawned));
        }
        boxes.fill(self, choices, &mut here)?;
        here.push(Effect::Drain(c));
        Ok(Effect::of_flat(here))
    }

    /// [SPAWN(□; LOCK(m, □); □)]; □; LOCK(m, □).
    ///
    /// The effect in a critical section does not use the mutex, so it terminates
    /// and the mutex is released.
    fn mutex(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let n = self.repeat(choices, 2)?;
        self.protocol.locks += 1;
        let m = Lock(self.protocol.locks);
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let before = self.protocol.channels.len();
        let mut here = Vec::with_capacity(n + 1);
        for _ in 0..n {
            let mut inside = Vec::new();
            boxes.fill(self, choices, &mut inside)?;
            let locked = Effect::Lock(m, Box::new(Effect::of_flat(inside)));
            let spawned = boxes.around(self, choices, locked)?;
            here.push(Effect::spawn(spawned));
        }
        boxes.fill(self, choices, &mut here)?;
        let mut inside = Vec::new();
        boxes.fill(self, choices, &mut inside)?;
        if self.protocol.channels.len() == before {
            self.pattern(choices, boxes.depth.max(1))?.append_to(&mut inside);
        }
        here.push(Effect::Lock(m, Box::new(Effect::of_flat(inside))));
        Ok(Effect::of_flat(here))
    }

    /// ADD(w, n); [SPAWN(□; DONE(w); □)]; □; WAIT(w).
    fn wait_group(&mut self, choices: &mut Choices, depth: u32) -> Result<Effect, DeadEnd> {
        let n = self.repeat(choices, 2)?;
        self.protocol.groups += 1;
        let w = Group(self.protocol.groups);
        let mut boxes = self.boxes(choices, depth, OPEN)?;
        let mut here = vec![Effect::Add(w, n as u16)];
        let before = self.protocol.channels.len();
        for _ in 0..n {
            let spawned = boxes.around(self, choices, Effect::Done(w))?;
            here.push(Effect::spawn(spawned));
        }
        boxes.fill(self, choices, &mut here)?;
        if self.protocol.channels.len() == before {
            self.pattern(choices, boxes.depth.max(1))?.append_to(&mut here);
        }
        here.push(Effect::Wait(w));
        Ok(Effect::of_flat(here))
    }

    /// Chooses the `n + 1` of a rule, in which each repetition has `cost` actions.
    fn repeat(&mut self, choices: &mut Choices, cost: usize) -> Result<usize, DeadEnd> {
        let most = self.settings.bounds.repeat.min(self.left / cost).max(1);
        let n = choices.range(1..=most)?;
        self.spend(n * cost);
        Ok(n)
    }

    fn spend(&mut self, actions: usize) {
        self.left = self.left.saturating_sub(actions);
    }

    /// Chooses whether a spawned process puts.
    fn direction(&mut self, choices: &mut Choices) -> Result<bool, DeadEnd> {
        Ok(choices.pick(2)? == 0)
    }

    fn channel(&mut self, choices: &mut Choices, may_buffer: bool) -> Result<Chan, DeadEnd> {
        let capacity = if self.buffered && may_buffer { choices.pick(4)? as u16 } else { 0 };
        self.protocol.channels.push(capacity);
        Ok(Chan(self.protocol.channels.len() as u16))
    }

    fn channels(&mut self, choices: &mut Choices, n: usize) -> Result<Vec<Chan>, DeadEnd> {
        (0..n).map(|_| self.channel(choices, true)).collect()
    }

    /// The boxes of a rule, with these weights of leaving all of them empty and of
    /// not doing so. There is a choice for each box only in the second case, which
    /// keeps tapes short.
    /// The choice is made even where it has one outcome, so that a part of a
    /// tape means the same at every depth and shrinking can put it in the place
    /// of the whole.
    fn boxes(
        &mut self,
        choices: &mut Choices,
        depth: u32,
        [closed, open]: [u32; 2],
    ) -> Result<Boxes, DeadEnd> {
        let may = u32::from(depth > 1 && self.left > 0);
        let open = choices.weighted(&[closed, open * may])? == 1;
        Ok(Boxes { open, depth: depth - 1 })
    }
}

/// The boxes (□) of one instance of a rule. In most instances all of them are
/// empty, in the others each is filled with a chance of one in five.
struct Boxes {
    open: bool,
    depth: u32,
}

impl Boxes {
    /// Appends a terminating effect, most often ε, to a sequence.
    fn fill(
        &mut self,
        generator: &mut Generator<'_>,
        choices: &mut Choices,
        sequence: &mut Vec<Effect>,
    ) -> Result<(), DeadEnd> {
        if self.open && generator.left > 0 && choices.chance(1, 5)? {
            generator.rule(choices, self.depth)?.append_to(sequence);
        }
        Ok(())
    }

    /// □; φ; □.
    fn around(
        &mut self,
        generator: &mut Generator<'_>,
        choices: &mut Choices,
        effect: Effect,
    ) -> Result<Effect, DeadEnd> {
        if !self.open {
            return Ok(effect);
        }
        let mut sequence = Vec::new();
        self.fill(generator, choices, &mut sequence)?;
        sequence.push(effect);
        self.fill(generator, choices, &mut sequence)?;
        Ok(Effect::of_flat(sequence))
    }
}

/// How many channels clauses begin with.
fn distinct(heads: &[usize]) -> usize {
    heads.iter().enumerate().filter(|(i, head)| !heads[..*i].contains(head)).count()
}

/// PUT(c), or its dual GET(c).
fn operation(c: Chan, put: bool) -> Effect {
    if put { Effect::Put(c) } else { Effect::Get(c) }
}

/// Permutes the items by one choice, whatever their number; 0 leaves them as they
/// are.
fn permute<T>(choices: &mut Choices, items: &mut [T]) -> Result<(), DeadEnd> {
    let mut number = choices.pick((2..=items.len()).product())?;
    for i in 0..items.len().saturating_sub(1) {
        let left = items.len() - i;
        items[i..=i + number % left].rotate_right(1);
        number /= left;
    }
    Ok(())
}
