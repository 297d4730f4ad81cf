//! Shorter and smaller tapes, while the result stays interesting.

use std::collections::BTreeSet;

use crate::choices::{Choices, DeadEnd, Policy, Span};
use crate::tape::Tape;

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

/// Looks for the smallest tape whose result is still interesting.
///
/// Every candidate is a tape played by the generator itself, so whatever holds
/// of all its results (well-typed, terminating) holds of the shrunk one too.
/// Where a changed tape does not fit the generator's questions, the simplest
/// answer is taken instead.
///
/// `interesting` is asked at most `limit` times; `None` when the given tape
/// itself leads to a dead end or is not interesting.
pub fn shrink<T>(
    tape: &Tape,
    limit: usize,
    generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    interesting: impl FnMut(&T) -> bool,
) -> Option<Shrunk<T>> {
    let mut shrinker =
        Shrinker { generator, interesting, limit, asked: 0, seen: BTreeSet::new(), best: None };
    shrinker.consider(tape.0.clone());
    shrinker.best.as_ref()?;
    loop {
        let before = shrinker.tape().clone();
        shrinker.drop_spans();
        shrinker.hoist_spans();
        shrinker.drop_chunks();
        shrinker.zero_spans();
        shrinker.lower_answers();
        shrinker.lower_and_drop();
        if *shrinker.tape() == before || shrinker.exhausted() {
            break;
        }
    }
    let Shrinker { best, asked, .. } = shrinker;
    best.map(|Best { tape, value, .. }| Shrunk { value, tape, asked })
}

struct Best<T> {
    tape: Tape,
    value: T,
    spans: Vec<Span>,
}

struct Shrinker<T, G, I> {
    generator: G,
    interesting: I,
    limit: usize,
    asked: usize,
    /// Tapes that were played already, as the generator took them.
    seen: BTreeSet<Tape>,
    best: Option<Best<T>>,
}

impl<T, G, I> Shrinker<T, G, I>
where
    G: FnMut(&mut Choices) -> Result<T, DeadEnd>,
    I: FnMut(&T) -> bool,
{
    fn tape(&self) -> &Tape {
        &self.best.as_ref().expect("the first tape was interesting").tape
    }

    fn spans(&self) -> Vec<Span> {
        self.best.as_ref().expect("the first tape was interesting").spans.clone()
    }

    fn exhausted(&self) -> bool {
        self.asked >= self.limit
    }

    /// Plays a script and keeps the result if it is smaller and interesting.
    fn consider(&mut self, script: Vec<u32>) -> bool {
        if self.exhausted() || !self.seen.insert(Tape(script.clone())) {
            return false;
        }
        // A script may be repaired into something longer; a bound keeps a
        // generator that recurses on answer 0 from running away.
        let bound = 10_000 + 100 * script.len() as u64;
        let mut choices = Choices::new(Policy::Script(script), bound);
        choices.record_spans();
        let Ok(value) = (self.generator)(&mut choices) else { return false };
        let tape = Tape(choices.answers());
        if let Some(best) = &self.best {
            if tape >= best.tape {
                return false;
            }
            // The script was new, but what the generator made of it may not be.
            self.seen.insert(tape.clone());
        }
        self.asked += 1;
        if !(self.interesting)(&value) {
            return false;
        }
        self.best = Some(Best { tape, value, spans: choices.spans().to_vec() });
        true
    }

    /// Cuts whole spans out, the longest first.
    fn drop_spans(&mut self) {
        let mut i = 0;
        loop {
            let mut spans = self.spans();
            spans.retain(|span| span.end > span.start);
            spans.sort_by_key(|span| (std::cmp::Reverse(span.end - span.start), span.start));
            let Some(span) = spans.get(i) else { break };
            let mut script = self.tape().0.clone();
            script.drain(span.start..span.end);
            if !self.consider(script) {
                i += 1;
            }
            if self.exhausted() {
                break;
            }
        }
    }

    /// Puts a part in the place of the whole: a span is replaced by one inside
    /// it that has the same label.
    fn hoist_spans(&mut self) {
        let mut i = 0;
        while let Some(&outer) = self.spans().get(i) {
            let inner = self
                .spans()
                .into_iter()
                .skip(i + 1)
                .take_while(|span| span.start < outer.end)
                .filter(|span| span.label == outer.label && span.end <= outer.end)
                .collect::<Vec<_>>();
            let hoisted = inner.into_iter().any(|span| {
                let tape = &self.tape().0;
                let mut script = tape[..outer.start].to_vec();
                script.extend_from_slice(&tape[span.start..span.end]);
                script.extend_from_slice(&tape[outer.end..]);
                self.consider(script)
            });
            if !hoisted {
                i += 1;
            }
            if self.exhausted() {
                break;
            }
        }
    }

    /// Cuts stretches out, from half of the tape down to single answers.
    fn drop_chunks(&mut self) {
        let mut size = self.tape().0.len().div_ceil(2);
        while size > 0 {
            let mut end = self.tape().0.len();
            while end > 0 && !self.exhausted() {
                end = end.min(self.tape().0.len());
                let start = end.saturating_sub(size);
                let mut script = self.tape().0.clone();
                script.drain(start..end);
                self.consider(script);
                end = start;
            }
            size /= 2;
        }
    }

    /// Sets all answers of a span to 0 at once.
    fn zero_spans(&mut self) {
        for span in self.spans() {
            let mut script = self.tape().0.clone();
            if span.end <= script.len() && script[span.start..span.end].iter().any(|&a| a > 0) {
                script[span.start..span.end].fill(0);
                self.consider(script);
            }
        }
    }

    /// Makes single answers as small as they can be.
    fn lower_answers(&mut self) {
        let mut i = 0;
        while i < self.tape().0.len() && !self.exhausted() {
            let answer = self.tape().0[i];
            let with = |tape: &Tape, answer| {
                let mut script = tape.0.clone();
                script[i] = answer;
                script
            };
            if answer > 0 && !self.consider(with(self.tape(), 0)) {
                // Small answers name alternatives: there every one is tried.
                // Large ones are numbers: there bisection will do.
                if answer <= 16 {
                    let _ = (1..answer).any(|lower| self.consider(with(self.tape(), lower)));
                } else {
                    let (mut bad, mut good) = (0, answer);
                    while good - bad > 1 {
                        let middle = bad + (good - bad) / 2;
                        let better = self.consider(with(self.tape(), middle))
                            && self.tape().0.get(i) == Some(&middle);
                        if better {
                            good = middle
                        } else {
                            bad = middle
                        }
                        if i >= self.tape().0.len() {
                            break;
                        }
                    }
                }
            }
            i += 1;
        }
    }

    /// Lowers an answer and cuts a stretch behind it at once: a smaller count
    /// with one element less.
    fn lower_and_drop(&mut self) {
        let mut i = 0;
        while i < self.tape().0.len() && !self.exhausted() {
            let answer = self.tape().0[i];
            let ends: Vec<(usize, usize)> = self
                .spans()
                .iter()
                .filter(|span| span.start > i && span.end > span.start)
                .map(|span| (span.start, span.end))
                .chain((i + 1..self.tape().0.len().min(i + 9)).map(|at| (at, at + 1)))
                .collect();
            if answer > 0 {
                let _ = ends.into_iter().any(|(start, end)| {
                    let mut script = self.tape().0.clone();
                    script[i] = answer - 1;
                    script.drain(start..end);
                    self.consider(script)
                });
            }
            i += 1;
        }
    }
}
