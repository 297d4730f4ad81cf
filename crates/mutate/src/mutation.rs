//! Mutants: replace or keep each expression whose type is known (section III-B).

use choice::{Choices, DeadEnd};

use crate::forms::Forms;
use crate::program::{Edit, How, Place, Program};

/// What mutants may be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How expressions are generated.
    pub how: How,
    /// How many expressions are replaced at most.
    pub replaced: usize,
    /// Whether constant conditions are replaced, and nothing else.
    pub constant_conditions: bool,
}

/// Writes a mutant: at least one expression is replaced by another text.
///
/// The answers on the tape are the sites, from the first to the last, and the
/// expressions there, so two tapes never stand for the same replacements.
pub fn mutant(
    program: &dyn Program,
    bounds: Bounds,
    out: &mut String,
    choices: &mut Choices,
) -> Result<Forms, DeadEnd> {
    let source = program.source();
    let places = program.places();
    let wanted = |place: &Place| place.constant_condition == bounds.constant_conditions;
    let mut used = Forms::default();
    let mut copied = 0;
    let mut from = 0;
    out.clear();
    out.reserve(source.len() + 256);
    for replaced in 0..bounds.replaced.max(1) {
        if replaced > 0 && (from == places.len() || !choices.chance(1, 2)?) {
            break;
        }
        let site = from + choices.pick(places.len() - from)?;
        let place = &places[site];
        if !wanted(place) {
            return Err(DeadEnd);
        }
        out.push_str(&source[copied..place.range.start]);
        let mark = out.len();
        choices.span("expression", |choices| {
            program.write(site, bounds.how, out, &mut used, choices)
        })?;
        if out[mark..] == source[place.range.clone()] {
            return Err(DeadEnd);
        }
        copied = place.range.end;
        // What lies inside a replaced expression is gone.
        from = site + 1;
        while places.get(from).is_some_and(|next| next.range.start < copied) {
            from += 1;
        }
    }
    out.push_str(&source[copied..]);
    Ok(used)
}

/// The text with some edits, which must be in order and apart.
pub fn edited(source: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(source.len() + 64);
    let mut copied = 0;
    for (range, text) in edits {
        out.push_str(&source[copied..range.start]);
        out.push_str(text);
        copied = range.end;
    }
    out.push_str(&source[copied..]);
    out
}

/// A variant of the program that a correct compiler must treat alike: up to
/// `most` neutral rewrites.
pub fn variant(
    program: &dyn Program,
    most: usize,
    choices: &mut Choices,
) -> Result<(String, Vec<&'static str>), DeadEnd> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut names = Vec::new();
    for chosen in 0..most.max(1) {
        if chosen > 0 && !choices.chance(1, 2)? {
            break;
        }
        let (name, more) = program.rewrite(choices.pick(program.neutral())?);
        let apart = more.iter().all(|(new, _)| {
            edits.iter().all(|(old, _)| new.end < old.start || old.end < new.start)
        });
        if !apart {
            return Err(DeadEnd);
        }
        edits.extend(more);
        names.push(name);
    }
    edits.sort_by_key(|(range, _)| range.start);
    names.sort_unstable();
    names.dedup();
    Ok((edited(program.source(), &edits), names))
}
