//! Shorter and smaller tapes, while the result stays interesting.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::choices::{Choices, DeadEnd, Policy, Span};
use crate::tape::Tape;

/// Looks for the smallest tape whose result is still interesting, a batch of
/// candidates at a time: [`Shrinker::propose`] gives the next candidates, and
/// [`Shrinker::tell`] takes the verdicts on them.
///
/// Every candidate is a tape played by the generator itself, so whatever holds
/// of all its results (well-typed, terminating) holds of the shrunk one too.
/// Where a changed tape does not fit the generator's questions, the simplest
/// answer is taken instead.
///
/// A result is smaller than another if the caller's `size` says so, or if they
/// have one size and its tape is smaller.
pub struct Shrinker<T, G, S> {
    generator: G,
    size: S,
    best: Made<T>,
    /// Tapes that were played already, as given and as the generator took them.
    seen: BTreeSet<Tape>,
    /// Where the search stands.
    at: Pass,
    /// Whether something was found since the passes began anew.
    improved: bool,
    /// A script that cuts out everything that was cut out with success one by one.
    together: Option<Vec<u32>>,
    proposed: Vec<Candidate<T>>,
}

/// A tape that may take the place of the best, with what the generator makes of it.
#[derive(Clone, Debug)]
pub struct Candidate<T> {
    /// The result of the generator.
    pub value: T,
    /// The answers that lead to it.
    pub tape: Tape,
    size: usize,
    spans: Vec<Span>,
    /// Where the search continues if this one is taken.
    resume: Pass,
    /// What was cut out of the best tape, if that is all that was changed.
    cut: Option<Range<usize>>,
}

struct Made<T> {
    value: T,
    tape: Tape,
    spans: Vec<Span>,
    size: usize,
}

/// The ways of making a tape smaller, in the order in which they are tried, each
/// with how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Whole spans are cut out, the longest first.
    DropSpans(usize),
    /// A part takes the place of the whole: a span is replaced by one inside it
    /// that has the same label.
    HoistSpans { outer: usize, inner: usize },
    /// Stretches of a size are cut out, from the end to the beginning.
    DropChunks { size: usize, from_end: usize },
    /// All answers of a span are set to 0 at once.
    ZeroSpans(usize),
    /// A single answer is made smaller; those up to `below` are known to be no good.
    LowerAnswer { at: usize, below: Option<u32> },
    /// An answer is lowered and a stretch behind it is cut out at once: a smaller
    /// count with one element less.
    LowerAndDrop { at: usize, way: usize },
    /// The smallest thing that the generator can put there takes the place of a span,
    /// the longest first. Its first answer may be greater than that of the span.
    Replace(usize),
    /// Nothing is left to try.
    Done,
}

/// What may take the place of a span has a first answer below this ...
const OTHERS: u32 = 12;
/// ... and at most so many more, all of them 0.
const MORE: usize = 4;

/// So many spans behind an answer are tried together with it.
const SPANS_BEHIND: usize = 16;
/// So many single answers behind an answer are tried together with it.
const ANSWERS_BEHIND: usize = 8;
/// Answers up to this name alternatives: every smaller one is tried. Larger ones are
/// numbers: there bisection will do.
const ALTERNATIVES: u32 = 16;

/// A changed tape, and what is said of it in its [`Candidate`].
struct Edit {
    script: Vec<u32>,
    resume: Pass,
    cut: Option<Range<usize>>,
}

impl<T, G, S> Shrinker<T, G, S>
where
    G: FnMut(&mut Choices) -> Result<T, DeadEnd>,
    S: FnMut(&T) -> usize,
{
    /// Starts with a tape whose result is interesting; `None` if it leads to a dead
    /// end.
    pub fn new(tape: &Tape, mut generator: G, mut size: S) -> Option<Shrinker<T, G, S>> {
        let best = play(&mut generator, &mut size, tape.0.clone())?;
        let seen = BTreeSet::from([tape.clone(), best.tape.clone()]);
        Some(Shrinker {
            generator,
            size,
            best,
            seen,
            at: Pass::DropSpans(0),
            improved: false,
            together: None,
            proposed: Vec::new(),
        })
    }

    /// The smallest result so far, and its tape.
    pub fn best(&self) -> (&T, &Tape) {
        (&self.best.value, &self.best.tape)
    }

    /// The smallest result so far, and its tape.
    pub fn into_best(self) -> (T, Tape) {
        (self.best.value, self.best.tape)
    }

    /// Up to `most` candidates, all of them smaller than the best and independent of
    /// each other; none if nothing is left to try. What was proposed before and not
    /// told about is forgotten.
    pub fn propose(&mut self, most: usize) -> &[Candidate<T>] {
        self.proposed.clear();
        if let Some(script) = self.together.take() {
            self.consider(Edit { script, resume: self.at, cut: None });
            // If it is taken, all else would have to be tried again.
            if !self.proposed.is_empty() {
                return &self.proposed;
            }
        }
        while self.proposed.len() < most {
            match self.step() {
                Some(edit) => self.consider(edit),
                None if self.at == Pass::Done => break,
                None => {}
            }
        }
        &self.proposed
    }

    /// Takes the verdicts on what was proposed: whether each candidate is still
    /// interesting. The smallest of those that are becomes the best.
    pub fn tell(&mut self, interesting: &[bool]) {
        let proposed = std::mem::take(&mut self.proposed);
        let (good, bad): (Vec<_>, Vec<_>) =
            proposed.into_iter().zip(interesting).partition(|(_, good)| **good);
        drop(bad);
        let good: Vec<Candidate<T>> = good.into_iter().map(|(candidate, _)| candidate).collect();
        self.together = self.cut_all(&good);
        let Some(best) = good.into_iter().min_by(|a, b| (a.size, &a.tape).cmp(&(b.size, &b.tape)))
        else {
            return;
        };
        self.improved = true;
        self.at = best.resume;
        let Candidate { value, tape, spans, size, .. } = best;
        self.best = Made { value, tape, spans, size };
    }

    /// The best tape without everything that was cut out of it with success, if that
    /// is more than one piece.
    fn cut_all(&self, good: &[Candidate<T>]) -> Option<Vec<u32>> {
        let cuts: Vec<&Range<usize>> =
            good.iter().filter_map(|candidate| candidate.cut.as_ref()).collect();
        if cuts.len() < 2 {
            return None;
        }
        let left = self.best.tape.0.iter().enumerate();
        let left = left.filter(|(at, _)| !cuts.iter().any(|cut| cut.contains(at)));
        let script = left.map(|(_, answer)| *answer).collect();
        Some(script)
    }

    /// Plays a script and proposes the result if it is new and smaller.
    fn consider(&mut self, Edit { script, resume, cut }: Edit) {
        if !self.seen.insert(Tape(script.clone())) {
            return;
        }
        let Some(made) = play(&mut self.generator, &mut self.size, script) else { return };
        let smaller = (made.size, &made.tape) < (self.best.size, &self.best.tape);
        let again = self.proposed.iter().any(|other| other.tape == made.tape);
        if !smaller || again {
            return;
        }
        // The script was new, but what the generator made of it may not be.
        self.seen.insert(made.tape.clone());
        let Made { value, tape, spans, size } = made;
        self.proposed.push(Candidate { value, tape, size, spans, resume, cut });
    }

    /// The next change of the best tape, if there is one at this place; then, or if
    /// not, the search has moved on.
    fn step(&mut self) -> Option<Edit> {
        let tape = &self.best.tape.0;
        let spans = &self.best.spans;
        let here = self.at;
        let cut = |range: Range<usize>| {
            let mut script = tape.clone();
            script.drain(range.clone());
            Some(Edit { script, resume: here, cut: Some(range) })
        };
        match here {
            Pass::DropSpans(number) => {
                let longest = longest_first(spans);
                let Some(span) = longest.get(number) else {
                    self.at = Pass::HoistSpans { outer: 0, inner: 0 };
                    return None;
                };
                self.at = Pass::DropSpans(number + 1);
                cut(span.start..span.end)
            }
            Pass::HoistSpans { outer, inner } => {
                let Some(whole) = spans.get(outer) else {
                    self.at = chunks(tape.len().div_ceil(2));
                    return None;
                };
                let mut parts = spans[outer + 1..]
                    .iter()
                    .take_while(|span| span.start < whole.end)
                    .filter(|span| span.label == whole.label && span.end <= whole.end);
                let Some(part) = parts.nth(inner) else {
                    self.at = Pass::HoistSpans { outer: outer + 1, inner: 0 };
                    return None;
                };
                self.at = Pass::HoistSpans { outer, inner: inner + 1 };
                let mut script = tape[..whole.start].to_vec();
                script.extend_from_slice(&tape[part.start..part.end]);
                script.extend_from_slice(&tape[whole.end..]);
                let resume = Pass::HoistSpans { outer, inner: 0 };
                Some(Edit { script, resume, cut: None })
            }
            Pass::DropChunks { size, from_end } => {
                if from_end >= tape.len() {
                    self.at = chunks(size / 2);
                    return None;
                }
                let end = tape.len() - from_end;
                self.at = Pass::DropChunks { size, from_end: from_end + size };
                cut(end.saturating_sub(size)..end)
            }
            Pass::ZeroSpans(number) => {
                let Some(span) = spans.get(number) else {
                    self.at = Pass::LowerAnswer { at: 0, below: None };
                    return None;
                };
                self.at = Pass::ZeroSpans(number + 1);
                let mut script = tape.clone();
                script[span.start..span.end].fill(0);
                Some(Edit { script, resume: self.at, cut: None })
            }
            Pass::LowerAnswer { at, below } => {
                let Some(&answer) = tape.get(at) else {
                    self.at = Pass::LowerAndDrop { at: 0, way: 0 };
                    return None;
                };
                let next = match below {
                    None => 0,
                    Some(below) if answer <= ALTERNATIVES => below + 1,
                    Some(below) => below + (answer - below).div_ceil(2),
                };
                if next >= answer {
                    self.at = Pass::LowerAnswer { at: at + 1, below: None };
                    return None;
                }
                self.at = Pass::LowerAnswer { at, below: Some(next) };
                let mut script = tape.clone();
                script[at] = next;
                // What was no good stays no good, so a number is bisected.
                let resume = match answer <= ALTERNATIVES || next == 0 {
                    true => Pass::LowerAnswer { at: at + 1, below: None },
                    false => here,
                };
                Some(Edit { script, resume, cut: None })
            }
            Pass::LowerAndDrop { at, way } => {
                let Some(&answer) = tape.get(at) else {
                    self.at = Pass::Replace(0);
                    return None;
                };
                let behind = spans.iter().filter(|span| span.start > at && span.end > span.start);
                let single = at + 1..tape.len().min(at + 1 + ANSWERS_BEHIND);
                let mut stretches = behind
                    .take(SPANS_BEHIND)
                    .map(|span| span.start..span.end)
                    .chain(single.map(|at| at..at + 1));
                let stretch = stretches.nth(way).filter(|_| answer > 0);
                let Some(stretch) = stretch else {
                    self.at = Pass::LowerAndDrop { at: at + 1, way: 0 };
                    return None;
                };
                self.at = Pass::LowerAndDrop { at, way: way + 1 };
                let mut script = tape.clone();
                script[at] = answer - 1;
                script.drain(stretch);
                Some(Edit { script, resume: Pass::LowerAndDrop { at, way: 0 }, cut: None })
            }
            Pass::Replace(number) => {
                let Some(span) = longest_first(spans).get(number).copied() else {
                    self.at = match std::mem::take(&mut self.improved) {
                        true => Pass::DropSpans(0),
                        false => Pass::Done,
                    };
                    return None;
                };
                self.at = Pass::Replace(number + 1);
                let script = self.smallest_in_place_of(span)?;
                Some(Edit { script, resume: here, cut: None })
            }
            Pass::Done => None,
        }
    }

    /// The script of the smallest result with something else in the place of a span, if
    /// that is smaller than the best.
    fn smallest_in_place_of(&mut self, span: Span) -> Option<Vec<u32>> {
        // Where only tapes are compared, nothing is smaller than 0.
        if self.best.size == 0 {
            return None;
        }
        let mut smallest: Option<(usize, Tape, Vec<u32>)> = None;
        for first in 0..OTHERS {
            for more in 0..=MORE {
                let mut script = self.best.tape.0[..span.start].to_vec();
                script.push(first);
                script.extend(std::iter::repeat_n(0, more));
                script.extend_from_slice(&self.best.tape.0[span.end..]);
                let made = play(&mut self.generator, &mut self.size, script.clone());
                let Some(made) = made.filter(|made| made.size < self.best.size) else { continue };
                let found = (made.size, made.tape, script);
                if smallest.as_ref().is_none_or(|smallest| found < *smallest) {
                    smallest = Some(found);
                }
            }
        }
        smallest.map(|(_, _, script)| script)
    }
}

/// The spans that are not empty, the longest first.
fn longest_first(spans: &[Span]) -> Vec<Span> {
    let mut filled: Vec<Span> =
        spans.iter().filter(|span| span.end > span.start).cloned().collect();
    filled.sort_by_key(|span| (std::cmp::Reverse(span.end - span.start), span.start));
    filled
}

/// Cutting out stretches of a size; what comes after it if there is nothing to cut.
fn chunks(size: usize) -> Pass {
    match size {
        0 => Pass::ZeroSpans(0),
        size => Pass::DropChunks { size, from_end: 0 },
    }
}

fn play<T>(
    generator: &mut impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    size: &mut impl FnMut(&T) -> usize,
    script: Vec<u32>,
) -> Option<Made<T>> {
    // A script may be repaired into something longer; a bound keeps a generator
    // that recurses on answer 0 from running away.
    let bound = 10_000 + 100 * script.len() as u64;
    let mut choices = Choices::new(Policy::Script(script), bound);
    choices.record_spans();
    let value = generator(&mut choices).ok()?;
    let size = size(&value);
    Some(Made { value, tape: Tape(choices.answers()), spans: choices.spans().to_vec(), size })
}

/// The smallest that was found, and what it cost.
#[derive(Clone, Debug)]
pub struct Shrunk<T> {
    /// The result of the generator on the smallest tape.
    pub value: T,
    /// The smallest tape.
    pub tape: Tape,
    /// How often `interesting` was asked.
    pub asked: usize,
}

/// A [`Shrinker`] for a predicate that is asked about one result after the other.
/// Only tapes are compared.
///
/// `interesting` is asked at most `limit` times; `None` when the given tape
/// itself leads to a dead end or is not interesting.
pub fn shrink<T>(
    tape: &Tape,
    limit: usize,
    generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    mut interesting: impl FnMut(&T) -> bool,
) -> Option<Shrunk<T>> {
    let mut shrinker = Shrinker::new(tape, generator, |_| 0)?;
    if limit == 0 || !interesting(shrinker.best().0) {
        return None;
    }
    let mut asked = 1;
    while asked < limit {
        let [candidate] = shrinker.propose(1) else { break };
        asked += 1;
        let good = interesting(&candidate.value);
        shrinker.tell(&[good]);
    }
    let (value, tape) = shrinker.into_best();
    Some(Shrunk { value, tape, asked })
}
