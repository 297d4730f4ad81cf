//! Expansion (Fig. 11) and reordering (Fig. 12): rewrite rules that can be
//! applied anywhere in an effect and preserve termination.
//!
//! Departures from the figures:
//! * E-Seq, as printed, replaces φ by *any* two generated effects. With φ = PUT(c)
//!   that leaves a get without a partner: SPAWN(PUT(c)); GET(c) would become
//!   SPAWN(ε; ε); GET(c), which deadlocks. Here φ stays, and a generated effect
//!   is put before or behind it.
//! * Select effects and sequences have any number of parts, so the rules for two
//!   apply to any two neighbours, and E-Choice-Dup to any part of a sequence.
//! * Where a select must not name a channel twice, E-Get-Select and E-Put-Select
//!   make a select with one clause, so that a select can still communicate with
//!   a select.
//! * E-Default is new: s → s ⊕ SELDEFAULT(s), where s is a select or a single
//!   get or put. Whether or not the default clause is taken, s happens once.

use choice::{Choices, DeadEnd};

use super::grammar::generate_more;
use super::{Protocol, Rule, Settings};
use crate::lambda::{Chan, Effect, SelectEffect};

const RULES: usize = Rule::EXPANSION.len() + Rule::REORDERING.len();

/// The rule with this number, which is one less than its alternative on the tape.
fn rule(i: usize) -> Rule {
    match Rule::EXPANSION.get(i) {
        Some(&rule) => rule,
        None => Rule::REORDERING[i - Rule::EXPANSION.len()],
    }
}

/// The number of a rule; see [`rule`].
const fn number(rule: Rule) -> usize {
    rule as usize - Rule::EChoiceDup as usize
}

/// Applies rules, each at one place.
pub(super) fn rewrite(
    settings: &Settings,
    protocol: &mut Protocol,
    choices: &mut Choices,
) -> Result<(), DeadEnd> {
    // Counted once: every step says by how much the effect grew.
    let mut size = protocol.body.size();
    let mut counts = None;
    for _ in 0..settings.bounds.rewrites {
        let step = |choices: &mut Choices| step(settings, size, &mut counts, protocol, choices);
        match choices.span("rewrite", step)? {
            Some(grown) => size += grown,
            None => break,
        }
    }
    debug_assert_eq!(size, protocol.body.size());
    Ok(())
}

/// Applies one rule at one place of the effect, which is of this size, and has so many
/// places for each rule if they were counted already. The result is by how many actions
/// it grew; nothing if that is to be the end.
fn step(
    settings: &Settings,
    size: usize,
    known: &mut Option<Ways>,
    protocol: &mut Protocol,
    choices: &mut Choices,
) -> Result<Option<usize>, DeadEnd> {
    let limits = Limits::new(settings, settings.bounds.expanded.saturating_sub(size));
    let counts = known.unwrap_or_else(|| limits.counts(&protocol.body));
    let mut weights = [0; RULES + 1];
    weights[0] = 1;
    for i in 0..RULES {
        if counts[i] > 0 {
            weights[i + 1] = match Rule::EXPANSION.get(i) {
                Some(_) => settings.weights.expansion,
                None => settings.weights.reordering,
            };
        }
    }
    let Some(i) = choices.weighted(&weights)?.checked_sub(1) else { return Ok(None) };
    let place = choices.pick(counts[i])?;
    let rule = rule(i);
    let insert = match rule {
        Rule::ESeq => {
            let effect = generate_more(settings, protocol, limits.room.min(6), choices)?;
            Some((choices.pick(2)? == 1, effect))
        }
        _ => None,
    };
    let grown = limits.apply(rule, &mut protocol.body, place, insert);
    protocol.rules.insert(rule);
    // Two clauses or two spawns that change places leave the counts as they are.
    *known = matches!(rule, Rule::RSelect | Rule::RSpawn1).then_some(counts);
    Ok(Some(grown))
}

/// The results of applying a rule once, at every place of an effect. E-Seq puts
/// `extra` before and behind each place.
pub fn apply_everywhere(
    settings: &Settings,
    rule: Rule,
    effect: &Effect,
    extra: &Effect,
) -> Vec<Effect> {
    let limits = Limits::new(settings, usize::MAX);
    let mut results = Vec::new();
    for place in 0..limits.counts(effect)[number(rule)] {
        let inserts = match rule {
            Rule::ESeq => vec![Some((false, extra.clone())), Some((true, extra.clone()))],
            _ => vec![None],
        };
        for insert in inserts {
            let mut result = effect.clone();
            limits.apply(rule, &mut result, place, insert);
            results.push(result);
        }
    }
    results
}

/// A number of ways for each rule.
type Ways = [usize; RULES];

/// Takes the numbers of ways in which rules apply to an effect. A number that is not
/// wanted is not computed.
trait Tally {
    fn add(&mut self, rule: Rule, ways: impl FnOnce() -> usize);
}

impl Tally for Ways {
    #[inline]
    fn add(&mut self, rule: Rule, ways: impl FnOnce() -> usize) {
        self[number(rule)] += ways();
    }
}

/// The ways of one rule.
struct Only {
    rule: Rule,
    ways: usize,
}

impl Tally for Only {
    #[inline]
    fn add(&mut self, rule: Rule, ways: impl FnOnce() -> usize) {
        if rule == self.rule {
            self.ways += ways();
        }
    }
}

/// What decides which rules apply to an effect.
#[derive(Clone, Copy)]
struct Limits {
    /// By how many actions the effect may grow.
    room: usize,
    /// Whether a select may send.
    puts: bool,
    /// Whether a select may name a channel twice.
    same_channel: bool,
    /// Whether a select may have a default clause.
    polls: bool,
}

impl Limits {
    fn new(settings: &Settings, room: usize) -> Limits {
        Limits {
            room,
            puts: settings.runtime.select_put.is_yes(),
            same_channel: settings.runtime.select_same_channel.is_yes(),
            polls: settings.extras.default,
        }
    }

    /// Counts the places of an effect, and inside it, at which each rule applies. The
    /// result is the size of the effect.
    fn count_all(self, effect: &Effect, counts: &mut Ways) -> usize {
        let mut size = effect.own_size();
        effect.each_child(|child| size += self.count_all(child, counts));
        self.ways(effect, || size, counts);
        size
    }

    /// The number of places of an effect, and inside it, at which each rule applies.
    fn counts(self, effect: &Effect) -> Ways {
        let mut counts = [0; RULES];
        self.count_all(effect, &mut counts);
        counts
    }

    /// Counts the ways in which each rule applies to an effect itself, which is of this
    /// size.
    #[inline]
    fn ways(self, effect: &Effect, size: impl Fn() -> usize + Copy, tally: &mut impl Tally) {
        let Limits { room, puts, same_channel, polls } = self;
        if matches!(effect, Effect::Chan(..)) {
            return;
        }
        tally.add(Rule::ESeq, || usize::from(room > 0));
        match effect {
            Effect::Empty => return,
            Effect::Seq(parts) => {
                // Any stretch of a sequence; a stretch of one part is a child.
                let stretches = parts.len() * (parts.len() - 1) / 2;
                tally.add(Rule::EChoiceDup, || if size() <= room { stretches } else { 0 });
                tally.add(Rule::RSpawn1, || spawn_pairs(parts).count());
                tally.add(Rule::RSpawn2, || spawn_pairs(parts).count());
                return;
            }
            Effect::Get(_) => {
                tally.add(Rule::EGetSelect, || usize::from(room > 0));
                tally.add(Rule::EDefault, || usize::from(polls && room > 1));
            }
            Effect::Put(_) => {
                tally.add(Rule::EPutSelect, || usize::from(puts && room > 0));
                tally.add(Rule::EDefault, || usize::from(puts && polls && room > 1));
            }
            Effect::Select(clauses) => {
                tally.add(Rule::ESelectDup, || match (same_channel, size() <= room) {
                    (false, _) => 0,
                    // What fits as a whole has no clause that does not.
                    (true, true) => communications(clauses),
                    (true, false) => doubled(clauses, room).count(),
                });
                tally.add(Rule::EDefault, || {
                    let has_default = matches!(clauses.last(), Some(SelectEffect::Default(_)));
                    usize::from(polls && !has_default && size() < room)
                });
                tally.add(Rule::RSelect, || communications(clauses).saturating_sub(1));
            }
            Effect::Choice(both) => tally.add(Rule::RChoiceSelectGetGet, || {
                let heads = first_get(&both[0]).zip(first_get(&both[1]));
                usize::from(heads.is_some_and(|(c1, c2)| c1 != c2 || same_channel))
            }),
            _ => {}
        }
        tally.add(Rule::EChoiceDup, || usize::from(size() <= room));
    }

    /// Applies a rule at the place with this number, in the order of [`Limits::find`].
    /// The result is by how many actions the effect grew.
    fn apply(
        self,
        rule: Rule,
        effect: &mut Effect,
        place: usize,
        mut insert: Option<(bool, Effect)>,
    ) -> usize {
        let mut left = place;
        self.find(rule, effect, &mut left, &mut insert).expect("a place that was counted")
    }

    /// Applies a rule at the place that has `left` others before it.
    fn find(
        self,
        rule: Rule,
        effect: &mut Effect,
        left: &mut usize,
        insert: &mut Option<(bool, Effect)>,
    ) -> Option<usize> {
        let mut here = Only { rule, ways: 0 };
        self.ways(effect, || effect.size(), &mut here);
        if *left < here.ways {
            return Some(self.apply_here(rule, effect, *left, insert.take()));
        }
        *left -= here.ways;
        let grown = effect.find_child_mut(|child| self.find(rule, child, left, insert))?;
        restore_normal_form(effect);
        Some(grown)
    }

    /// Applies a rule to an effect itself, in the way with this number. The result is by
    /// how many actions the effect grew.
    fn apply_here(
        self,
        rule: Rule,
        at: &mut Effect,
        way: usize,
        insert: Option<(bool, Effect)>,
    ) -> usize {
        let copies = if self.same_channel { 2 } else { 1 };
        let taken = std::mem::replace(at, Effect::Empty);
        let (rewritten, grown) = match (rule, taken) {
            (Rule::EChoiceDup, Effect::Seq(mut parts)) => {
                let (start, end) = stretch(parts.len(), way);
                let inside = Effect::of_flat(parts[start..end].to_vec());
                let grown = inside.size();
                let doubled = Effect::choice(inside.clone(), inside);
                parts.splice(start..end, [doubled]);
                (Effect::of_flat(parts), grown)
            }
            (Rule::EChoiceDup, effect) => {
                let grown = effect.size();
                (Effect::choice(effect.clone(), effect), grown)
            }
            (Rule::EGetSelect, Effect::Get(c)) => {
                let clauses = vec![SelectEffect::Get(c, Effect::Empty); copies];
                (Effect::Select(clauses), copies - 1)
            }
            (Rule::EPutSelect, Effect::Put(c)) => {
                let clauses = vec![SelectEffect::Put(c, Effect::Empty); copies];
                (Effect::Select(clauses), copies - 1)
            }
            (Rule::ESeq, effect) => {
                let (behind, extra) = insert.expect("E-Seq comes with an effect");
                let grown = extra.size();
                let parts = if behind { [effect, extra] } else { [extra, effect] };
                (Effect::seq(parts), grown)
            }
            (Rule::ESelectDup, Effect::Select(mut clauses)) => {
                let at = doubled(&clauses, self.room).nth(way).expect("a clause that was counted");
                let grown = 1 + clauses[at].body().size();
                clauses.insert(at, clauses[at].clone());
                (Effect::Select(clauses), grown)
            }
            (Rule::EDefault, effect) => {
                let mut clauses = match &effect {
                    Effect::Get(c) => vec![SelectEffect::Get(*c, Effect::Empty)],
                    Effect::Put(c) => vec![SelectEffect::Put(*c, Effect::Empty)],
                    Effect::Select(clauses) => clauses.clone(),
                    _ => unreachable!("E-Default applies to gets, puts and selects"),
                };
                let grown = 1 + effect.size();
                clauses.push(SelectEffect::Default(effect));
                (Effect::Select(clauses), grown)
            }
            (Rule::RSelect, Effect::Select(mut clauses)) => {
                clauses.swap(way, way + 1);
                (Effect::Select(clauses), 0)
            }
            (Rule::RChoiceSelectGetGet, Effect::Choice(both)) => {
                let clauses = both.map(|effect| {
                    let mut parts = match effect {
                        Effect::Seq(parts) => parts,
                        single => vec![single],
                    };
                    let Effect::Get(c) = parts.remove(0) else {
                        unreachable!("both begin with a get")
                    };
                    SelectEffect::Get(c, Effect::of_flat(parts))
                });
                (Effect::Select(clauses.into()), 0)
            }
            (Rule::RSpawn1, Effect::Seq(mut parts)) => {
                let i = spawn_pairs(&parts).nth(way).expect("a pair that was counted");
                parts.swap(i, i + 1);
                (Effect::Seq(parts), 0)
            }
            (Rule::RSpawn2, Effect::Seq(mut parts)) => {
                let i = spawn_pairs(&parts).nth(way).expect("a pair that was counted");
                let second = parts.remove(i + 1);
                let Effect::Spawn(first) = parts.remove(i) else {
                    unreachable!("a pair of spawns")
                };
                parts.insert(i, Effect::spawn(Effect::seq([second, *first])));
                (Effect::of_flat(parts), 0)
            }
            (rule, effect) => unreachable!("{} does not apply to {effect}", rule.name()),
        };
        *at = rewritten;
        grown
    }
}

/// The places of the clauses that E-Select-Dup may double.
fn doubled(clauses: &[SelectEffect], room: usize) -> impl Iterator<Item = usize> {
    let fits =
        move |clause: &SelectEffect| clause.channel().is_some() && clause.body().size() < room;
    clauses.iter().enumerate().filter(move |(_, clause)| fits(clause)).map(|(at, _)| at)
}

/// The number of clauses, not counting the default clause.
fn communications(clauses: &[SelectEffect]) -> usize {
    clauses.iter().filter(|clause| clause.channel().is_some()).count()
}

fn first_get(effect: &Effect) -> Option<Chan> {
    match effect.parts().first() {
        Some(Effect::Get(c)) => Some(*c),
        _ => None,
    }
}

/// The places of the pairs of spawns in a sequence.
fn spawn_pairs(parts: &[Effect]) -> impl Iterator<Item = usize> {
    let pair = |pair: &[Effect]| matches!(pair, [Effect::Spawn(_), Effect::Spawn(_)]);
    parts.windows(2).enumerate().filter(move |(_, two)| pair(two)).map(|(at, _)| at)
}

/// The stretch with this number, of those of at least two of `n` parts.
fn stretch(n: usize, number: usize) -> (usize, usize) {
    let mut left = number;
    for start in 0..n {
        let lengths = n - start - 1;
        if left < lengths {
            return (start, start + 2 + left);
        }
        left -= lengths;
    }
    unreachable!("a stretch that was counted")
}

/// Restores the normal form of a sequence of which a part was rewritten.
fn restore_normal_form(effect: &mut Effect) {
    if let Effect::Seq(parts) = effect
        && parts.iter().any(|part| matches!(part, Effect::Seq(_) | Effect::Empty))
    {
        *effect = Effect::seq(std::mem::take(parts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Bounds, Extras, Heuristic};
    use crate::runtime::Runtime;

    #[test]
    fn rules_have_their_numbers() {
        assert!((0..RULES).all(|i| number(rule(i)) == i));
    }

    /// Only clauses for which there is room are doubled, wherever they stand.
    #[test]
    fn a_clause_that_fits_is_doubled() {
        let settings = Settings {
            runtime: Runtime::named("go").unwrap(),
            weights: Heuristic::A.weights(),
            bounds: Bounds::of_size(4),
            extras: Extras::ALL,
        };
        let mut effect: Effect =
            "SELGET(c1, GET(c2); GET(c3)) ⊕ SELGET(c2, ε) ⊕ SELDEFAULT(ε)".parse().unwrap();
        let (rule, limits) = (Rule::ESelectDup, Limits::new(&settings, 2));
        assert_eq!(limits.counts(&effect)[number(rule)], 1);
        assert_eq!(limits.apply(rule, &mut effect, 0, None), 1);
        let doubled =
            "SELGET(c1, GET(c2); GET(c3)) ⊕ SELGET(c2, ε) ⊕ SELGET(c2, ε) ⊕ SELDEFAULT(ε)";
        assert_eq!(effect.to_string(), doubled);
    }
}
