//! What a generator sees: questions with numbered answers.

use std::fmt;
use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator cannot go on from here; another answer must be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadEnd;

impl fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no choice leads further from here")
    }
}

impl std::error::Error for DeadEnd {}

/// A place on the tape to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

/// A stretch of the tape that makes one thing, named by the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// What was made.
    pub label: &'static str,
    /// The first answer that belongs to it.
    pub start: usize,
    /// One behind its last answer.
    pub end: usize,
}

/// How a question is answered that no earlier run has answered.
#[derive(Clone, Debug)]
pub(crate) enum Policy {
    /// By chance, according to the weights.
    Random(Box<ChaCha8Rng>),
    /// The first alternative that is not refuted.
    InOrder,
    /// From a script; past its end, or where the script does not fit, as
    /// `InOrder`.
    Script(Vec<u32>),
}

#[derive(Clone, Copy, Debug)]
struct Taken {
    answer: u32,
    /// How many answers the question permitted.
    permitted: u32,
}

/// The questions of a generator and their answers so far.
///
/// Every question may end in [`DeadEnd`]: when there is nothing to choose from,
/// when every answer was tried, or when the budget is spent.
#[derive(Clone, Debug)]
pub struct Choices {
    policy: Policy,
    taken: Vec<Taken>,
    /// Questions asked in the current run.
    position: usize,
    /// Answers that are known to lead nowhere after the same prefix, for
    /// positions in increasing order; positions without any are not listed.
    refuted: Vec<(usize, Vec<u32>)>,
    spans: Vec<Span>,
    record_spans: bool,
    budget: u64,
}

impl Choices {
    pub(crate) fn new(policy: Policy, budget: u64) -> Choices {
        Choices {
            policy,
            taken: Vec::new(),
            position: 0,
            refuted: Vec::new(),
            spans: Vec::new(),
            record_spans: false,
            budget,
        }
    }

    pub(crate) fn random(seed: u64) -> Choices {
        Choices::new(Policy::Random(Box::new(ChaCha8Rng::seed_from_u64(seed))), 0)
    }

    /// One of `0..n`, each as likely as the others.
    #[inline]
    pub fn pick(&mut self, n: usize) -> Result<usize, DeadEnd> {
        if let Some(answer) = self.answered()? {
            return Ok(answer);
        }
        if n == 0 {
            return Err(DeadEnd);
        }
        let n = u32::try_from(n).expect("a choice among more than 2^32 alternatives");
        let mut refuted: Vec<u32> = match self.refuted.last() {
            Some((at, answers)) if *at == self.position => {
                answers.iter().copied().filter(|&i| i < n).collect()
            }
            _ => Vec::new(),
        };
        match &mut self.policy {
            Policy::Random(rng) if refuted.len() < n as usize => {
                // The open answers are numbered without the refuted ones, so
                // that a question with many answers costs no more than its
                // refutations.
                let mut answer = below(rng, u64::from(n) - refuted.len() as u64) as u32;
                refuted.sort_unstable();
                for i in refuted {
                    answer += u32::from(i <= answer);
                }
                self.take(answer, n)
            }
            _ => self.answer_slowly(n, |_| 1),
        }
    }

    /// One of `0..weights.len()`, as likely as its share of the weights. An
    /// answer of weight 0 is never given.
    #[inline]
    pub fn weighted(&mut self, weights: &[u32]) -> Result<usize, DeadEnd> {
        if let Some(answer) = self.answered()? {
            return Ok(answer);
        }
        let n = u32::try_from(weights.len()).expect("a choice among more than 2^32 alternatives");
        let refuted = self.refuted.last().is_some_and(|(at, _)| *at == self.position);
        match &mut self.policy {
            // Nearly all questions of a random generator.
            Policy::Random(rng) if !refuted => {
                let total: u64 = weights.iter().copied().map(u64::from).sum();
                if total == 0 {
                    return Err(DeadEnd);
                }
                let mut ticket = below(rng, total);
                let hit = weights.iter().position(|&weight| {
                    let hit = ticket < u64::from(weight);
                    ticket = ticket.wrapping_sub(u64::from(weight));
                    hit
                });
                let answer = hit.expect("the ticket is below the total weight");
                let permitted = weights.iter().filter(|&&weight| weight > 0).count();
                self.take(answer as u32, permitted as u32)
            }
            _ => self.answer_slowly(n, |i| weights[i as usize]),
        }
    }

    /// True with the given odds (`1, 4` is one in four). False is the simpler
    /// answer.
    pub fn chance(&mut self, hits: u32, of: u32) -> Result<bool, DeadEnd> {
        debug_assert!(hits <= of, "odds of {hits} in {of}");
        Ok(self.weighted(&[of - hits, hits])? == 1)
    }

    /// A number of the range, the lowest being the simplest.
    pub fn range(&mut self, range: RangeInclusive<usize>) -> Result<usize, DeadEnd> {
        let (low, high) = range.into_inner();
        if high < low {
            return Err(DeadEnd);
        }
        Ok(low + self.pick(high - low + 1)?)
    }

    /// One of the items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Result<&'a T, DeadEnd> {
        Ok(&items[self.pick(items.len())?])
    }

    /// Puts the items in a random order; all answers 0 leave them as they are.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), DeadEnd> {
        for i in 0..items.len().saturating_sub(1) {
            let j = i + self.pick(items.len() - i)?;
            items.swap(i, j);
        }
        Ok(())
    }

    /// Takes one of several ways, and another where the first leads nowhere.
    ///
    /// `way` is called with the number of the way to take. When it ends in
    /// [`DeadEnd`], only what happened since this call is tried differently, so
    /// a dead end inside costs no more than the work inside. `way` must not
    /// leave traces of a failed try behind.
    pub fn alternatives<T>(
        &mut self,
        weights: &[u32],
        mut way: impl FnMut(&mut Choices, usize) -> Result<T, DeadEnd>,
    ) -> Result<T, DeadEnd> {
        let mark = self.mark();
        let spans = self.spans.len();
        loop {
            let tried = self.weighted(weights).and_then(|i| way(self, i));
            match tried {
                Ok(made) => return Ok(made),
                Err(DeadEnd) => {
                    self.spans.truncate(spans);
                    if !self.back_to_open_choice(mark) {
                        return Err(DeadEnd);
                    }
                }
            }
        }
    }

    /// Marks the answers given inside as one thing, so that shrinking can drop
    /// or replace it as a whole.
    #[inline]
    pub fn span<T>(
        &mut self,
        label: &'static str,
        make: impl FnOnce(&mut Choices) -> Result<T, DeadEnd>,
    ) -> Result<T, DeadEnd> {
        if !self.record_spans {
            return make(self);
        }
        let index = self.spans.len();
        self.spans.push(Span { label, start: self.position, end: self.position });
        let made = make(self)?;
        self.spans[index].end = self.position;
        Ok(made)
    }

    /// [`Choices::span`] after the fact, for a search that does not nest as its
    /// results do. Spans must be added in the order of their beginnings.
    pub fn add_span(&mut self, label: &'static str, from: Mark, to: Mark) {
        if self.record_spans {
            self.spans.push(Span { label, start: from.0, end: to.0 });
        }
    }

    /// The place of the next question.
    pub fn mark(&self) -> Mark {
        Mark(self.position)
    }

    /// Goes back to a place: the answer given there led nowhere.
    ///
    /// For a search that undoes its own work. It must come back to the very
    /// state in which it asked at `mark`, ask the same question again, and go
    /// back to the last question first; the answers refuted there are not given
    /// again, and when none is left the question ends in [`DeadEnd`].
    pub fn rewind(&mut self, mark: Mark) {
        let Mark(position) = mark;
        assert!(position <= self.position, "a mark that lies ahead");
        if let Some(&Taken { answer, .. }) = self.taken.get(position) {
            self.refute(position, answer);
        }
        self.position = position;
        // A span that reaches beyond belongs to what is given up.
        self.spans.retain(|span| span.end <= position);
    }

    /// Goes back to a place as if nothing had been asked since: what was refuted
    /// there may be answered again.
    ///
    /// For a search that gives up without having tried everything, and begins anew.
    pub fn forget_since(&mut self, mark: Mark) {
        let Mark(position) = mark;
        assert!(position <= self.position, "a mark that lies ahead");
        self.taken.truncate(position);
        while self.refuted.last().is_some_and(|&(at, _)| at >= position) {
            self.refuted.pop();
        }
        self.position = position;
        self.spans.retain(|span| span.end <= position);
    }

    /// A number below `n` that is not on the tape: by chance where answers are given
    /// by chance, else 0.
    ///
    /// For what decides how likely answers are, but not what they mean. A generator
    /// must give the same result for the same answers, whatever it drew.
    pub fn draw(&mut self, n: u32) -> u32 {
        match &mut self.policy {
            Policy::Random(rng) => below(rng, u64::from(n)) as u32,
            Policy::InOrder | Policy::Script(_) => 0,
        }
    }

    /// How many questions may still be asked before the budget is spent.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    pub(crate) fn record_spans(&mut self) {
        self.record_spans = true;
    }

    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(crate) fn answers(&self) -> Vec<u32> {
        self.taken[..self.position].iter().map(|taken| taken.answer).collect()
    }

    /// Forgets everything and makes the random source start at `stream`.
    pub(crate) fn restart(&mut self, stream: u64) {
        if let Policy::Random(rng) = &mut self.policy {
            // In this order: away from the start of a block, another stream would compute
            // the block again.
            rng.set_word_pos(0);
            rng.set_stream(stream);
        }
        self.forget();
    }

    /// Forgets all answers; the random source goes on where it is.
    pub(crate) fn forget(&mut self) {
        self.taken.clear();
        self.refuted.clear();
        self.spans.clear();
        self.position = 0;
    }

    /// Refutes the last answer since `mark` that has an alternative and makes
    /// the next run, from `mark` on, repeat the answers before it. False when
    /// there is none.
    pub(crate) fn back_to_open_choice(&mut self, mark: Mark) -> bool {
        // What was taken beyond the current position belongs to an earlier run.
        self.taken.truncate(self.position);
        while self.taken.len() > mark.0 {
            let last = self.taken.len() - 1;
            let Taken { answer, permitted } = self.taken[last];
            self.refute(last, answer);
            let refuted = self.refuted.last().map_or(0, |(_, answers)| answers.len());
            if refuted < permitted as usize {
                self.position = mark.0;
                return true;
            }
        }
        while self.refuted.last().is_some_and(|&(at, _)| at >= mark.0) {
            self.refuted.pop();
        }
        self.position = mark.0;
        false
    }

    /// [`Choices::back_to_open_choice`] for the whole generator.
    pub(crate) fn back_to_open_choice_of_run(&mut self) -> bool {
        self.spans.clear();
        self.back_to_open_choice(Mark(0))
    }

    /// Drops the answers from `position` on and remembers that `answer` there
    /// leads nowhere.
    fn refute(&mut self, position: usize, answer: u32) {
        self.taken.truncate(position);
        while self.refuted.last().is_some_and(|&(at, _)| at > position) {
            self.refuted.pop();
        }
        match self.refuted.last_mut() {
            Some((at, answers)) if *at == position => answers.push(answer),
            _ => self.refuted.push((position, vec![answer])),
        }
    }

    /// The answer of an earlier run, if there is one for this question.
    #[inline]
    fn answered(&mut self) -> Result<Option<usize>, DeadEnd> {
        if self.budget == 0 {
            return Err(DeadEnd);
        }
        self.budget -= 1;
        let answer = self.taken.get(self.position).map(|taken| taken.answer as usize);
        if answer.is_some() {
            self.position += 1;
        }
        Ok(answer)
    }

    fn answer_slowly(&mut self, n: u32, weight: impl Fn(u32) -> u32) -> Result<usize, DeadEnd> {
        let mut total = 0u64;
        let mut permitted = 0;
        for i in 0..n {
            let weight = weight(i);
            total += u64::from(weight);
            permitted += u32::from(weight > 0);
        }
        // Split borrows: `refuted` is read while the random source is used.
        let refuted: &[u32] = match self.refuted.last() {
            Some((at, answers)) if *at == self.position => answers,
            _ => &[],
        };
        let open = |i: u32| weight(i) > 0 && !refuted.contains(&i);
        for &i in refuted {
            total -= if i < n { u64::from(weight(i)) } else { 0 };
        }
        if total == 0 {
            return Err(DeadEnd);
        }
        let first = || (0..n).find(|&i| open(i)).expect("the total weight is not 0");
        let answer = match &mut self.policy {
            Policy::Random(rng) => {
                let mut ticket = below(rng, total);
                (0..n)
                    .filter(|&i| open(i))
                    .find(|&i| {
                        let weight = u64::from(weight(i));
                        let hit = ticket < weight;
                        ticket = ticket.wrapping_sub(weight);
                        hit
                    })
                    .expect("the ticket is below the total weight")
            }
            Policy::InOrder => first(),
            Policy::Script(script) => match script.get(self.position) {
                Some(&i) if i < n && open(i) => i,
                _ => first(),
            },
        };
        self.take(answer, permitted)
    }

    #[inline]
    fn take(&mut self, answer: u32, permitted: u32) -> Result<usize, DeadEnd> {
        self.taken.push(Taken { answer, permitted });
        self.position += 1;
        Ok(answer as usize)
    }
}

/// A number below `n`; the bias is below 2^-32 for all `n` in use.
#[inline]
fn below(rng: &mut ChaCha8Rng, n: u64) -> u64 {
    if n <= 1 {
        return 0;
    }
    ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u64
}
