//! Which features programs have that look like given texts: the tests that a patch of a
//! compiler adds tell what the patch is about.
//!
//! Nobody says which words belong to a feature. The engine shows it: the words that its
//! programs have with the feature and never have without it.

use std::collections::{BTreeMap, BTreeSet};

use case::{Engine, Plan};

use crate::programs::Programs;

/// How many programs are looked at for each feature, with it and without it.
const PROGRAMS: u64 = 150;

/// A word belongs to a feature if so many programs with the feature have it. A word that
/// is as frequent anyway is in none of the others once in thousands of times.
const ENOUGH: usize = 8;

/// The features of a plan whose words are in one of the texts, sorted. A feature that
/// cannot be left out has no words of its own.
pub fn liked(engine: &dyn Engine, plan: &Plan, seed: u64, texts: &[String]) -> Vec<&'static str> {
    let wanted: BTreeSet<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let with = count(engine, plan, seed);
    let belongs = |feature: &&'static str| {
        let mut without = plan.clone();
        without.features.retain(|other| other != feature);
        let without = count(engine, &without, seed);
        let own = with.iter().filter(|(word, n)| **n >= ENOUGH && !without.contains_key(*word));
        !without.is_empty() && own.into_iter().any(|(word, _)| wanted.contains(&word[..]))
    };
    let mut liked: Vec<&'static str> = plan.features.iter().copied().filter(belongs).collect();
    liked.sort_unstable();
    liked
}

/// In how many of the first programs of a plan each word is.
fn count(engine: &dyn Engine, plan: &Plan, seed: u64) -> BTreeMap<String, usize> {
    let mut programs = Programs::new(engine, plan.clone(), seed);
    let mut counts = BTreeMap::new();
    for number in 0..PROGRAMS {
        let Ok(program) = programs.get(number) else { continue };
        let sources = program.family.iter().map(|case| &case.source[..]);
        let all: BTreeSet<&str> = sources.flat_map(words).collect();
        for word in all {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    counts
}

/// The words and the groups of symbols of a text. Names with digits are those of
/// generators, and of one letter those of anybody.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    let pieces = std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let same = |c: char| !c.is_whitespace() && is_word(c) == is_word(first);
        let end = rest.find(|c: char| !same(c)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    });
    pieces.filter(|piece| piece.chars().count() > 1 && !piece.contains(|c: char| c.is_numeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_groups_of_symbols() {
        let all: Vec<&str> = words("fn g1<'a>(x: &'a dyn Foo) -> impl R3 { x_y }").collect();
        assert_eq!(all, ["fn", "<'", ">(", "&'", "dyn", "Foo", "->", "impl", "x_y"]);
    }
}
