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
    for _ in 0..settings.bounds.rewrites {
        if !choices.span("rewrite", |choices| step(settings, protocol, choices))? {
            break;
        }
    }
    Ok(())
}

/// Applies one rule at one place; false if that is to be the end.
fn step(
    settings: &Settings,
    protocol: &mut Protocol,
    choices: &mut Choices,
) -> Result<bool, DeadEnd> {
    let room = settings.bounds.expanded.saturating_sub(protocol.body.size());
    let mut counts = [0; RULES];
    count_all(settings, room, &protocol.body, &mut counts);
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
    let Some(i) = choices.weighted(&weights)?.checked_sub(1) else { return Ok(false) };
    let place = choices.pick(counts[i])?;
    let rule = rule(i);
    let insert = match rule {
        Rule::ESeq => {
            let effect = generate_more(settings, protocol, room.min(6), choices)?;
            Some((choices.pick(2)? == 1, effect))
        }
        _ => None,
    };
    apply(settings, room, rule, &mut protocol.body, place, insert);
    protocol.rules.insert(rule);
    Ok(true)
}

/// The results of applying a rule once, at every place of an effect. E-Seq puts
/// `extra` before and behind each place.
pub fn apply_everywhere(
    settings: &Settings,
    rule: Rule,
    effect: &Effect,
    extra: &Effect,
) -> Vec<Effect> {
    let room = usize::MAX;
    let mut results = Vec::new();
    for place in 0..count(settings, room, rule, effect) {
        let inserts = match rule {
            Rule::ESeq => vec![Some((false, extra.clone())), Some((true, extra.clone()))],
            _ => vec![None],
        };
        for insert in inserts {
            let mut result = effect.clone();
            apply(settings, room, rule, &mut result, place, insert);
            results.push(result);
        }
    }
    results
}

/// Counts the places of an effect, and inside it, at which each rule applies. The
/// result is the size of the effect.
fn count_all(settings: &Settings, room: usize, effect: &Effect, counts: &mut Ways) -> usize {
    let mut size = effect.own_size();
    effect.each_child(|child| size += count_all(settings, room, child, counts));
    let here = ways(settings, room, effect, size);
    for (count, ways) in counts.iter_mut().zip(here) {
        *count += ways;
    }
    size
}

/// The number of places of an effect, and inside it, at which a rule applies.
fn count(settings: &Settings, room: usize, rule: Rule, effect: &Effect) -> usize {
    let mut counts = [0; RULES];
    count_all(settings, room, effect, &mut counts);
    counts[number(rule)]
}

/// A number of ways for each rule.
type Ways = [usize; RULES];

/// The number of ways in which each rule applies to an effect itself, which is of
/// this size and may grow by `room` actions.
fn ways(settings: &Settings, room: usize, effect: &Effect, size: usize) -> Ways {
    let puts = settings.runtime.select_put.is_yes();
    let same_channel = settings.runtime.select_same_channel.is_yes();
    let polls = settings.extras.default;
    let mut ways = [0; RULES];
    let mut set = |rule: Rule, count: usize| ways[number(rule)] = count;
    if !matches!(effect, Effect::Chan(..)) {
        set(Rule::ESeq, usize::from(room > 0));
    }
    match effect {
        Effect::Chan(..) | Effect::Empty => {}
        Effect::Seq(parts) => {
            // Any stretch of a sequence; a stretch of one part is a child.
            if size <= room {
                set(Rule::EChoiceDup, parts.len() * (parts.len() - 1) / 2);
            }
            let pair = |pair: &&[Effect]| matches!(pair, [Effect::Spawn(_), Effect::Spawn(_)]);
            let spawns = parts.windows(2).filter(pair).count();
            set(Rule::RSpawn1, spawns);
            set(Rule::RSpawn2, spawns);
        }
        _ => set(Rule::EChoiceDup, usize::from(size <= room)),
    }
    match effect {
        Effect::Get(_) => {
            set(Rule::EGetSelect, usize::from(room > 0));
            set(Rule::EDefault, usize::from(polls && room > 1));
        }
        Effect::Put(_) if puts => {
            set(Rule::EPutSelect, usize::from(room > 0));
            set(Rule::EDefault, usize::from(polls && room > 1));
        }
        Effect::Select(clauses) => {
            if same_channel {
                set(Rule::ESelectDup, doubled(clauses, room).count());
            }
            let has_default = matches!(clauses.last(), Some(SelectEffect::Default(_)));
            set(Rule::EDefault, usize::from(polls && !has_default && size < room));
            set(Rule::RSelect, communications(clauses).saturating_sub(1));
        }
        Effect::Choice(both) => {
            if let (Some(c1), Some(c2)) = (first_get(&both[0]), first_get(&both[1])) {
                set(Rule::RChoiceSelectGetGet, usize::from(c1 != c2 || same_channel));
            }
        }
        _ => {}
    }
    ways
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

/// Applies a rule at the place with this number, in the order of [`count`].
fn apply(
    settings: &Settings,
    room: usize,
    rule: Rule,
    effect: &mut Effect,
    place: usize,
    insert: Option<(bool, Effect)>,
) {
    let mut left = place;
    let (at, way) =
        find(settings, room, rule, effect, &mut left).expect("a place that was counted");
    apply_here(settings, room, rule, at, way, insert);
    if matches!(rule, Rule::ESeq | Rule::RSpawn2 | Rule::EChoiceDup) {
        flatten(effect);
    }
}

fn find<'a>(
    settings: &Settings,
    room: usize,
    rule: Rule,
    effect: &'a mut Effect,
    left: &mut usize,
) -> Option<(&'a mut Effect, usize)> {
    let here = ways(settings, room, effect, effect.size())[number(rule)];
    if *left < here {
        return Some((effect, *left));
    }
    *left -= here;
    effect.find_child_mut(|child| find(settings, room, rule, child, left))
}

fn apply_here(
    settings: &Settings,
    room: usize,
    rule: Rule,
    at: &mut Effect,
    way: usize,
    insert: Option<(bool, Effect)>,
) {
    let copies = if settings.runtime.select_same_channel.is_yes() { 2 } else { 1 };
    let taken = std::mem::replace(at, Effect::Empty);
    *at = match (rule, taken) {
        (Rule::EChoiceDup, Effect::Seq(mut parts)) => {
            let (start, end) = stretch(parts.len(), way);
            let inside = Effect::of_flat(parts[start..end].to_vec());
            let doubled = Effect::choice(inside.clone(), inside);
            parts.splice(start..end, [doubled]);
            Effect::of_flat(parts)
        }
        (Rule::EChoiceDup, effect) => Effect::choice(effect.clone(), effect),
        (Rule::EGetSelect, Effect::Get(c)) => {
            Effect::Select(vec![SelectEffect::Get(c, Effect::Empty); copies])
        }
        (Rule::EPutSelect, Effect::Put(c)) => {
            Effect::Select(vec![SelectEffect::Put(c, Effect::Empty); copies])
        }
        (Rule::ESeq, effect) => match insert.expect("E-Seq comes with an effect") {
            (false, extra) => Effect::seq([extra, effect]),
            (true, extra) => Effect::seq([effect, extra]),
        },
        (Rule::ESelectDup, Effect::Select(mut clauses)) => {
            let at = doubled(&clauses, room).nth(way).expect("a clause that was counted");
            clauses.insert(at, clauses[at].clone());
            Effect::Select(clauses)
        }
        (Rule::EDefault, effect) => {
            let mut clauses = match &effect {
                Effect::Get(c) => vec![SelectEffect::Get(*c, Effect::Empty)],
                Effect::Put(c) => vec![SelectEffect::Put(*c, Effect::Empty)],
                Effect::Select(clauses) => clauses.clone(),
                _ => unreachable!("E-Default applies to gets, puts and selects"),
            };
            clauses.push(SelectEffect::Default(effect));
            Effect::Select(clauses)
        }
        (Rule::RSelect, Effect::Select(mut clauses)) => {
            clauses.swap(way, way + 1);
            Effect::Select(clauses)
        }
        (Rule::RChoiceSelectGetGet, Effect::Choice(both)) => {
            let clauses = both.map(|effect| {
                let mut parts = match effect {
                    Effect::Seq(parts) => parts,
                    single => vec![single],
                };
                let Effect::Get(c) = parts.remove(0) else { unreachable!("both begin with a get") };
                SelectEffect::Get(c, Effect::of_flat(parts))
            });
            Effect::Select(clauses.into())
        }
        (Rule::RSpawn1, Effect::Seq(mut parts)) => {
            let i = nth_pair(&parts, way);
            parts.swap(i, i + 1);
            Effect::Seq(parts)
        }
        (Rule::RSpawn2, Effect::Seq(mut parts)) => {
            let i = nth_pair(&parts, way);
            let second = parts.remove(i + 1);
            let Effect::Spawn(first) = parts.remove(i) else { unreachable!("a pair of spawns") };
            parts.insert(i, Effect::spawn(Effect::seq([second, *first])));
            Effect::of_flat(parts)
        }
        (rule, effect) => unreachable!("{} does not apply to {effect}", rule.name()),
    };
}

/// The place of the pair of spawns with this number.
fn nth_pair(parts: &[Effect], number: usize) -> usize {
    parts
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| matches!(pair, [Effect::Spawn(_), Effect::Spawn(_)]))
        .nth(number)
        .expect("a pair that was counted")
        .0
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

/// Restores the normal form of sequences.
fn flatten(effect: &mut Effect) {
    if let Effect::Seq(parts) = effect
        && parts.iter().any(|part| matches!(part, Effect::Seq(_) | Effect::Empty))
    {
        *effect = Effect::seq(std::mem::take(parts));
    }
    effect.find_child_mut(|child| {
        flatten(child);
        None::<()>
    });
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
        let (rule, room) = (Rule::ESelectDup, 2);
        assert_eq!(count(&settings, room, rule, &effect), 1);
        apply(&settings, room, rule, &mut effect, 0, None);
        let doubled =
            "SELGET(c1, GET(c2); GET(c3)) ⊕ SELGET(c2, ε) ⊕ SELGET(c2, ε) ⊕ SELDEFAULT(ε)";
        assert_eq!(effect.to_string(), doubled);
    }
}
