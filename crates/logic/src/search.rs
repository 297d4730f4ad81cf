//! The search for proofs: a stack of goals, and every decision on the tape.

mod goals;
mod patterns;

use choice::{Choices, DeadEnd};

use self::goals::{Live, holds};
use crate::store::{Mark, Since, Store};
use crate::term::{Symbols, Term};
use crate::theory::{ClauseId, Goal, Oracle, Pat, Pred, Shape, Theory, Tuning};

/// The use of a clause in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The clause.
    pub clause: ClauseId,
    /// The step whose premise it proves, by its place in [`Search::proof`], and
    /// the number of that premise; `None` for the question itself.
    pub parent: Option<(u32, u32)>,
    /// The choice point at which it was chosen, if there was a choice.
    chosen: Option<u32>,
    /// Dead ends that may still be met in the proofs of its premises.
    patience: u32,
    frame: u32,
    /// How many steps it is away from the question.
    level: u32,
    /// Its stretch of the tape.
    start: choice::Mark,
    end: choice::Mark,
}

/// The question of a search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The predicate to prove.
    pub pred: Pred,
    /// Its arguments; the proof binds their variables.
    pub args: &'a [Term],
    /// How deep the proof may be.
    pub depth: u32,
    /// How many negated clauses the proof must use.
    pub negations: u32,
}

const END: u32 = u32::MAX;

/// An element of the agenda, which is a linked list so that a choice point can
/// hold on to it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    task: Task,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// The premises of a step that are still to be proved, as a set.
    Premises { step: u32, left: u32, fuel: u32, spend: Spend },
    /// A goal that has waited.
    Woken(u32),
    /// A goal made by another.
    Made(Live),
    /// All premises of a step are proved.
    EndStep(u32),
}

/// How many negations each premise is to use: four bits for each.
#[derive(Clone, Copy, Debug, Default)]
struct Spend(u128);

impl Spend {
    fn of(self, premise: usize) -> u32 {
        (self.0 >> (4 * premise) & 15) as u32
    }

    fn add(&mut self, premise: usize) {
        self.0 += 1 << (4 * premise);
    }
}

/// The most negations in one proof.
pub const MAX_NEGATIONS: u32 = 15;

/// How much work a search may be before it gives up, counted in steps and in parts of
/// terms that are looked at. Decisions have a budget of their own, but rules may
/// recurse for long, or over large terms, without any.
const MAX_WORK: u64 = 20_000_000;

/// The most steps on the way from the question to a step. Rules that recurse without
/// end, and are not deep, are given up here.
const MAX_LEVEL: u32 = 1000;

/// How many dead ends may be met under one step before another clause is tried
/// in its place: further attempts there would probably fail, too.
const LOCAL_PATIENCE: u32 = 2;

/// How many dead ends may be met without getting further before the search gives
/// up: a restart costs less.
const PATIENCE: u64 = 32;

/// How many proofs of no use a search may find before it gives up.
const REJECTIONS: u32 = 2;

/// A question on the tape and the state in which it was asked.
#[derive(Clone, Copy, Debug)]
struct ChoicePoint {
    asked: Asked,
    /// Where the weights of its answers end.
    weights: u32,
    /// The step whose premise the question is about.
    step: u32,
    tape: choice::Mark,
    store: Mark,
    agenda: u32,
    cells: u32,
    steps: u32,
    frames: u32,
    waiting: u32,
}

#[derive(Clone, Copy, Debug)]
enum Asked {
    /// Which clause?
    Clause(Call),
    /// Which premise gets the next negation? For a step whose head is matched.
    Carrier { step: u32, fuel: u32, spend: Spend, left: u32 },
    /// Which of the alternatives of a built-in goal?
    Way(Live),
}

#[derive(Clone, Copy, Debug)]
struct Call {
    pred: Pred,
    /// Where its questions begin on the tape.
    start: choice::Mark,
    /// Where the arguments stand in `frames`.
    args: u32,
    fuel: u32,
    spend: u32,
    parent: Option<(u32, u32)>,
    candidates: u128,
}

/// The state of a branch: open, or failed.
type Branch = Result<(), Failed>;
struct Failed;

/// A search for proofs from a theory. It keeps its memory from one question to
/// the next.
pub struct Search<'t, O> {
    theory: &'t Theory,
    oracle: O,
    /// The terms. What was made before [`Search::solve`] stays until
    /// [`Search::clear`].
    pub store: Store,
    clean: Mark,
    cells: Vec<Cell>,
    agenda: u32,
    steps: Vec<Step>,
    frames: Vec<Term>,
    /// With the step whose premise each is.
    waiting: Vec<(Live, u32)>,
    choice_points: Vec<ChoicePoint>,
    /// The weights of the answers to the question of each choice point, and on top
    /// those of the question that is to be asked.
    weights: Vec<u32>,
    max_fuel: u32,
    /// The step whose premise is being worked on.
    current: u32,
    /// How many choice points there were when what makes the dead end was decided.
    to_blame: usize,
    /// Whether the search abandons branches that have failed often. It must not if
    /// every proof is wanted.
    bounded: bool,
    /// Dead ends that may still be met without getting further before the search
    /// gives up.
    patience: u64,
    /// The most steps that a branch has had since the last proof.
    furthest: usize,
    rejections_left: u32,
    /// Steps since the question was asked.
    work: u64,
    /// The work in the store at which the search gives up.
    max_store_work: u64,
    gave_up: bool,
}

/// The allocations of a search that has ended, for the next one to use. It holds
/// no terms and no proofs.
#[derive(Default)]
pub struct SearchMemory {
    store: Store,
    cells: Vec<Cell>,
    steps: Vec<Step>,
    frames: Vec<Term>,
    waiting: Vec<(Live, u32)>,
    choice_points: Vec<ChoicePoint>,
    weights: Vec<u32>,
}

impl std::fmt::Debug for SearchMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchMemory").finish_non_exhaustive()
    }
}

impl<O> std::fmt::Debug for Search<'_, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl<'t, O: Oracle> Search<'t, O> {
    /// A search with an empty store.
    pub fn new(theory: &'t Theory, oracle: O) -> Search<'t, O> {
        Search::reusing(theory, oracle, SearchMemory::default())
    }

    /// A search that uses the allocations of an earlier one.
    pub fn reusing(theory: &'t Theory, oracle: O, memory: SearchMemory) -> Search<'t, O> {
        let SearchMemory { store, cells, steps, frames, waiting, choice_points, weights } = memory;
        let clean = store.mark();
        Search {
            theory,
            oracle,
            store,
            clean,
            cells,
            agenda: END,
            steps,
            frames,
            waiting,
            choice_points,
            weights,
            max_fuel: 1,
            current: 0,
            to_blame: usize::MAX,
            bounded: true,
            patience: 0,
            furthest: 0,
            rejections_left: 0,
            work: 0,
            max_store_work: u64::MAX,
            gave_up: false,
        }
    }

    /// Ends the search: its oracle, and its allocations for another search.
    pub fn into_parts(mut self) -> (O, SearchMemory) {
        self.forget();
        let Search { store, cells, steps, frames, waiting, choice_points, weights, .. } = self;
        let memory = SearchMemory { store, cells, steps, frames, waiting, choice_points, weights };
        (self.oracle, memory)
    }

    /// Forgets all terms and proofs.
    pub fn clear(&mut self) {
        self.oracle.clear();
        self.forget();
    }

    /// Whether the last question ended without an answer because the search met too
    /// many dead ends, so that it may be asked again.
    pub fn gave_up(&self) -> bool {
        self.gave_up && !self.is_worn_out()
    }

    fn forget(&mut self) {
        self.store.undo(self.clean);
        self.agenda = END;
        self.cells.clear();
        self.steps.clear();
        self.frames.clear();
        self.waiting.clear();
        self.choice_points.clear();
    }

    /// Looks for a proof. Afterwards the variables of the question have values
    /// and [`Search::proof`] gives the steps.
    ///
    /// At a dead end the search jumps back to the last decision that it depends on. When too many
    /// were met under one step, another clause is tried in its place, and when too
    /// many were met without getting further, the search gives up; a driver without a
    /// budget gets every proof.
    pub fn solve(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        question: Question<'_>,
    ) -> Result<(), DeadEnd> {
        self.agenda = END;
        self.cells.clear();
        self.steps.clear();
        self.frames.clear();
        self.waiting.clear();
        self.choice_points.clear();
        self.max_fuel = question.depth.max(1);
        self.rejections_left = REJECTIONS;
        self.work = 0;
        self.max_store_work = self.store.work().saturating_add(MAX_WORK);
        self.gave_up = false;
        self.store.take_outsize();
        self.current = 0;
        self.bounded = choices.budget() < u64::MAX / 2;
        self.renew_patience();
        assert!(question.negations <= MAX_NEGATIONS, "too many negations");
        let args = self.frames.len() as u32;
        self.frames.extend_from_slice(question.args);
        let Question { pred, depth: fuel, negations: spend, .. } = question;
        let by_shape = self.theory.matching(&self.store, pred, question.args);
        let usable = match spend {
            0 => tuning.usable(pred, fuel),
            _ => {
                // Contexts begin empty, unless one is given.
                let context = self.theory.pred(pred).context;
                let symbols = context.map_or(0, |i| self.store.item_symbols(question.args[i]));
                tuning.usable_negated(self.theory, pred, fuel, symbols)
            }
        };
        let candidates = by_shape & usable;
        let start = choices.mark();
        let call = Call { pred, args, fuel, spend, parent: None, candidates, start };
        let begun = self.prove(choices, tuning, call);
        self.run(choices, tuning, begun)
    }

    /// Gives up the proof that was found and looks for another one, far from
    /// it: for proofs that turned out to be of no use.
    pub fn reject(&mut self, choices: &mut Choices, tuning: &Tuning) -> Result<(), DeadEnd> {
        let keep = self.choice_points.len().div_ceil(2);
        self.choice_points.truncate(keep);
        let branch = if self.rejections_left == 0 {
            self.give_up(choices)
        } else {
            self.rejections_left -= 1;
            self.backtrack(choices, tuning)
        };
        self.renew_patience();
        self.run(choices, tuning, branch)
    }

    /// The steps of the proof that was found, parents before children.
    pub fn proof(&self) -> &[Step] {
        &self.steps
    }

    /// The instance of a pattern of a step's clause in the proof that was found.
    pub fn instance(&mut self, step: Step, pat: &Pat) -> Term {
        let term = self.build(pat, step.frame);
        self.store.resolve(term)
    }

    fn renew_patience(&mut self) {
        self.patience = if self.bounded { PATIENCE } else { u64::MAX };
        self.furthest = self.steps.len();
    }

    /// Proves what is on the agenda.
    fn run(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        mut branch: Branch,
    ) -> Result<(), DeadEnd> {
        loop {
            while branch.is_err() {
                if self.choice_points.is_empty() {
                    return Err(DeadEnd);
                }
                self.patience = self.patience.saturating_sub(1);
                let keep = std::mem::replace(&mut self.to_blame, usize::MAX);
                branch = if self.patience == 0 || self.is_worn_out() {
                    self.give_up(choices)
                } else {
                    self.leave_lost_step();
                    if self.bounded {
                        // Later decisions do not matter to the dead end.
                        self.choice_points.truncate(keep.max(1));
                    }
                    self.backtrack(choices, tuning)
                };
            }
            self.work += 1;
            if self.store.take_outsize() || self.is_worn_out() {
                branch = Err(Failed);
                continue;
            }
            while let Some(goal) = self.store.take_woken() {
                self.push(Task::Woken(goal));
            }
            if self.agenda == END {
                if self.all_settled() {
                    self.record_spans(choices);
                    return Ok(());
                }
                branch = Err(Failed);
                continue;
            }
            let Cell { task, next } = self.cells[self.agenda as usize];
            self.agenda = next;
            branch = match task {
                Task::Woken(goal) => {
                    let (live, step) = self.waiting[goal as usize];
                    self.current = step;
                    self.live(choices, tuning, live)
                }
                Task::Made(live) => self.live(choices, tuning, live),
                Task::EndStep(step) => {
                    self.steps[step as usize].end = choices.mark();
                    if self.steps.len() > self.furthest {
                        self.renew_patience();
                    }
                    Ok(())
                }
                Task::Premises { step, left, fuel, spend } => {
                    self.premise(choices, tuning, step, left, fuel, spend)
                }
            };
        }
    }

    /// Whether the search has worked for so long that it should give up. It must not if
    /// every proof is wanted.
    fn is_worn_out(&self) -> bool {
        self.bounded && (self.work > MAX_WORK || self.store.work() > self.max_store_work)
    }

    /// Disequalities that still wait can be satisfied; nothing else may wait.
    fn all_settled(&self) -> bool {
        self.waiting.iter().enumerate().all(|(goal, (live, _))| {
            !self.store.still_waits(goal as u32) || matches!(live, Live::Differ(..))
        })
    }

    fn record_spans(&self, choices: &mut Choices) {
        for step in &self.steps {
            let pred = self.theory.pred(self.theory.clause(step.clause).pred);
            if pred.deep {
                choices.add_span(pred.name, step.start, step.end);
            }
        }
    }

    fn push(&mut self, task: Task) {
        self.cells.push(Cell { task, next: self.agenda });
        self.agenda = self.cells.len() as u32 - 1;
    }

    /// Counts a dead end for the innermost step around it that was chosen among
    /// several. Forgets the choice points since then when it has had too many.
    fn leave_lost_step(&mut self) {
        let mut step = self.current;
        while let Some(Step { parent: Some((parent, _)), chosen, .. }) =
            self.steps.get(step as usize).copied()
        {
            if let Some(chosen) = chosen {
                let patience = &mut self.steps[step as usize].patience;
                *patience = patience.saturating_sub(1);
                if *patience == 0 {
                    self.choice_points.truncate(chosen as usize + 1);
                }
                return;
            }
            step = parent;
        }
    }

    /// Notes what makes a dead end: that the current step was taken, and whatever
    /// happened last of what it hangs on.
    fn blame(&mut self, since: Since) {
        let mut step = self.current;
        let mut taken = 0;
        while let Some(Step { parent, chosen, .. }) = self.steps.get(step as usize).copied() {
            match (chosen, parent) {
                (Some(chosen), _) => {
                    taken = chosen as usize + 1;
                    break;
                }
                (None, Some((parent, _))) => step = parent,
                (None, None) => break,
            }
        }
        let since = self.choice_points.partition_point(|point| point.store.is_before(since));
        self.to_blame = taken.max(since);
    }

    fn blame_terms(&mut self, terms: &[Term]) {
        let mut since = Since::default();
        for term in terms {
            self.store.settled(*term, &mut since);
        }
        self.blame(since);
    }

    /// Goes back to the last question and asks it again.
    fn backtrack(&mut self, choices: &mut Choices, tuning: &Tuning) -> Branch {
        let Some(point) = self.choice_points.pop() else { return Err(Failed) };
        self.store.undo(point.store);
        self.agenda = point.agenda;
        self.cells.truncate(point.cells as usize);
        self.steps.truncate(point.steps as usize);
        self.frames.truncate(point.frames as usize);
        self.waiting.truncate(point.waiting as usize);
        self.current = point.step;
        choices.rewind(point.tape);
        self.weights.truncate(point.weights as usize);
        self.ask(choices, tuning, point.asked)
    }

    /// Gives up as a whole: no answer since the first question stands, and nothing is
    /// known about them.
    fn give_up(&mut self, choices: &mut Choices) -> Branch {
        if let Some(first) = self.choice_points.first() {
            choices.forget_since(first.tape);
        }
        self.choice_points.clear();
        self.gave_up = true;
        Err(Failed)
    }

    /// Where the weights of the answers to the next question begin.
    #[inline]
    fn next_weights(&self) -> usize {
        self.choice_points.last().map_or(0, |point| point.weights as usize)
    }

    /// Asks a question, whose answers are weighed already, in the current
    /// state, which becomes a choice point.
    fn ask(&mut self, choices: &mut Choices, tuning: &Tuning, asked: Asked) -> Branch {
        let point = ChoicePoint {
            asked,
            weights: self.weights.len() as u32,
            step: self.current,
            tape: choices.mark(),
            store: self.store.mark(),
            agenda: self.agenda,
            cells: self.cells.len() as u32,
            steps: self.steps.len() as u32,
            frames: self.frames.len() as u32,
            waiting: self.waiting.len() as u32,
        };
        let weights = &self.weights[self.next_weights()..];
        let answer = choices.weighted(weights).map_err(|DeadEnd| Failed)?;
        self.choice_points.push(point);
        match asked {
            Asked::Clause(call) => {
                let id = self.theory.clauses_of(call.pred)[answer];
                let chosen = Some(self.choice_points.len() as u32 - 1);
                self.activate(choices, tuning, call, id, chosen)
            }
            Asked::Carrier { step, fuel, mut spend, left } => {
                spend.add(answer);
                self.steps[step as usize].chosen = Some(self.choice_points.len() as u32 - 1);
                self.distribute(choices, tuning, step, fuel, spend, left - 1, answer as u32)
            }
            Asked::Way(live) => self.go(live, answer),
        }
    }

    // Clauses.

    /// Chooses a clause for a call.
    fn prove(&mut self, choices: &mut Choices, tuning: &Tuning, call: Call) -> Branch {
        if call.candidates == 0 {
            return Err(Failed);
        }
        if call.candidates.is_power_of_two() {
            let only = call.candidates.trailing_zeros() as usize;
            let id = self.theory.clauses_of(call.pred)[only];
            return self.activate(choices, tuning, call, id, None);
        }
        self.weigh_clauses(tuning, call);
        self.ask(choices, tuning, Asked::Clause(call))
    }

    /// The weight of each clause for a call. Clauses that go deeper become less
    /// likely as the fuel runs out.
    fn weigh_clauses(&mut self, tuning: &Tuning, call: Call) {
        self.weights.truncate(self.next_weights());
        let max_fuel = self.theory.pred(call.pred).own_depth.unwrap_or(self.max_fuel);
        let clauses = self.theory.clauses_of(call.pred);
        for (i, id) in clauses.iter().enumerate() {
            let mut weight = 0;
            if call.candidates >> i & 1 == 1 {
                weight = tuning.weights[id.0 as usize];
                let clause = self.theory.clause(*id);
                if tuning.heights().plain[id.0 as usize] > 1 && clause.negation.is_none() {
                    weight = (weight * call.fuel.min(max_fuel)).div_ceil(max_fuel);
                }
            }
            self.weights.push(weight);
        }
    }

    /// Matches the head of a clause and puts its premises on the agenda.
    fn activate(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        call: Call,
        id: ClauseId,
        chosen: Option<u32>,
    ) -> Branch {
        let theory = self.theory;
        let clause = theory.clause(id);
        let level = call.parent.map_or(0, |(parent, _)| self.steps[parent as usize].level + 1);
        if level > MAX_LEVEL {
            return Err(Failed);
        }
        let frame = self.frames.len() as u32;
        self.frames.resize(frame as usize + clause.vars as usize, Term::NONE);
        for (i, pat) in clause.head.iter().enumerate() {
            let arg = self.frames[call.args as usize + i];
            if !self.matches(pat, arg, frame) {
                return Err(Failed);
            }
        }
        for i in frame as usize..self.frames.len() {
            if self.frames[i] == Term::NONE {
                self.frames[i] = self.store.fresh_var();
            }
        }
        let start = call.start;
        let patience = if self.bounded { LOCAL_PATIENCE } else { u32::MAX };
        self.steps.push(Step {
            clause: id,
            parent: call.parent,
            chosen,
            patience,
            frame,
            level,
            start,
            end: start,
        });
        let step = self.steps.len() as u32 - 1;
        let deep = theory.pred(call.pred).deep;
        if deep {
            self.push(Task::EndStep(step));
        }
        let fuel = call.fuel - u32::from(deep);
        let left = call.spend - u32::from(clause.negation.is_some());
        self.distribute(choices, tuning, step, fuel, Spend::default(), left, 0)
    }

    /// Gives the premises of a step the negations to spend, from premise `from`
    /// on, and puts them on the agenda.
    #[allow(clippy::too_many_arguments)]
    fn distribute(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        step: u32,
        fuel: u32,
        spend: Spend,
        left: u32,
        from: u32,
    ) -> Branch {
        if left > 0 {
            self.weigh_carriers(tuning, step, fuel, from);
            return self.ask(choices, tuning, Asked::Carrier { step, fuel, spend, left });
        }
        let count = self.theory.clause(self.steps[step as usize].clause).premises.len();
        if count > 0 {
            let left = u32::MAX >> (32 - count);
            self.push(Task::Premises { step, left, fuel, spend });
        }
        Ok(())
    }

    fn weigh_carriers(&mut self, tuning: &Tuning, step: u32, fuel: u32, from: u32) {
        self.weights.truncate(self.next_weights());
        let Step { clause, frame, .. } = self.steps[step as usize];
        let clause = self.theory.clause(clause);
        for (i, premise) in clause.premises.iter().enumerate() {
            let carries = i >= from as usize
                && match &premise.goal {
                    Goal::Call(pred, pats) => {
                        let fuel =
                            self.theory.pred(clause.pred).fuel_for(self.theory.pred(*pred), fuel);
                        let (by_shape, symbols) = self.fitting(*pred, pats, frame);
                        by_shape & tuning.usable_negated(self.theory, *pred, fuel, symbols) != 0
                    }
                    _ => false,
                };
            self.weights.push(u32::from(carries));
        }
    }

    /// The clauses that may prove a premise as far as the shapes of its arguments
    /// tell, and the symbols in its context.
    fn fitting(&self, pred: Pred, pats: &[Pat], frame: u32) -> (u128, Symbols) {
        let by_shape = self.theory.candidates(
            pred,
            |i| self.pat_shape(&pats[i], frame),
            |i| self.pat_items(&pats[i], frame),
        );
        let context = self.theory.pred(pred).context;
        (by_shape, context.map_or(Symbols::MAX, |i| self.pat_items(&pats[i], frame)))
    }

    // Premises.

    /// Works on the most constrained of the premises that are left.
    fn premise(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        step: u32,
        left: u32,
        fuel: u32,
        spend: Spend,
    ) -> Branch {
        let theory = self.theory;
        self.current = step;
        let Step { clause: id, frame, .. } = self.steps[step as usize];
        let clause = theory.clause(id);
        let (best, candidates) = self.most_constrained(tuning, id, frame, left, fuel, spend)?;
        let rest = left & !(1 << best);
        if rest != 0 {
            self.push(Task::Premises { step, left: rest, fuel, spend });
        }
        let premise = &clause.premises[best];
        match &premise.goal {
            Goal::Call(pred, pats) => {
                let asked = theory.pred(*pred);
                if let Some((input, output)) = asked.reflexive
                    && spend.of(best) == 0
                    && self.pat_shape(&pats[input], frame) == Shape::Open
                {
                    let (a, b) =
                        (self.build(&pats[input], frame), self.build(&pats[output], frame));
                    return holds(self.store.unify(a, b));
                }
                let args = self.frames.len() as u32;
                for pat in pats {
                    // What was built from parts that were not known yet gets a
                    // handle that shows it to be ground.
                    let arg = self.build(pat, frame);
                    let arg = self.store.resolve(arg);
                    self.frames.push(arg);
                }
                if asked.decided
                    && spend.of(best) == 0
                    && let Some(verdict) = self.decided(*pred, args)
                {
                    self.frames.truncate(args as usize);
                    if !verdict {
                        let mut since = Since::default();
                        for pat in pats {
                            self.settled(pat, frame, &mut since);
                        }
                        self.blame(since);
                    }
                    return holds(verdict);
                }
                let call = Call {
                    pred: *pred,
                    args,
                    fuel: theory.pred(clause.pred).fuel_for(asked, fuel),
                    spend: spend.of(best),
                    parent: Some((step, best as u32)),
                    candidates,
                    start: choices.mark(),
                };
                self.prove(choices, tuning, call)
            }
            Goal::Equal(a, b) => {
                let (a, b) = (self.build(a, frame), self.build(b, frame));
                holds(self.store.unify(a, b))
            }
            Goal::Fresh(name) | Goal::Local(name) => {
                let name = self.build(name, frame);
                self.fresh(name)
            }
            other => {
                let live = self.instantiate(other, frame);
                self.live(choices, tuning, live)
            }
        }
    }

    /// What the oracle says about a call, if its arguments are ground.
    fn decided(&mut self, pred: Pred, args: u32) -> Option<bool> {
        let args = &self.frames[args as usize..];
        if args.iter().any(|arg| self.store.open_var(*arg).is_some()) {
            return None;
        }
        let mark = self.store.mark();
        let verdict = self.oracle.holds(&mut self.store, pred, args);
        self.store.undo(mark);
        verdict
    }

    /// The premise of a set to go on with, and for a call the clauses that may
    /// prove it: a built-in goal without a decision, then a question to the
    /// oracle, then a call aside that only one clause can prove, then a look into
    /// a list, then the call with the fewest clauses, those aside first. What does
    /// not know enough yet comes last.
    fn most_constrained(
        &mut self,
        tuning: &Tuning,
        id: ClauseId,
        frame: u32,
        left: u32,
        fuel: u32,
        spend: Spend,
    ) -> Result<(usize, u128), Failed> {
        let clause = self.theory.clause(id);
        let built_in = left & self.theory.built_in(id);
        let mut look = None;
        for i in bits(built_in) {
            let goal = &clause.premises[i].goal;
            if self.is_early(goal, frame) {
                continue;
            }
            if !matches!(goal, Goal::In(..)) {
                return Ok((i, 0));
            }
            look = look.or(Some(i));
        }
        let mut best: Option<(usize, u128)> = None;
        let mut best_count = u32::MAX;
        for i in bits(left & !built_in) {
            let premise = &clause.premises[i];
            let Goal::Call(pred, pats) = &premise.goal else {
                unreachable!("built-in goals are left out")
            };
            let (by_shape, symbols) = self.fitting(*pred, pats, frame);
            let asked = self.theory.pred(*pred);
            let fuel = self.theory.pred(clause.pred).fuel_for(asked, fuel);
            let usable = if spend.of(i) == 0 {
                tuning.usable(*pred, fuel)
            } else {
                let usable = tuning.usable_negated(self.theory, *pred, fuel, symbols);
                if usable == 0 && symbols != Symbols::MAX {
                    // What the context lacks was decided long ago.
                    self.patience = 1;
                }
                usable
            };
            let usable = by_shape & usable;
            if usable == 0 {
                let mut since = Since::default();
                for pat in pats {
                    if let Pat::Var(var) = pat {
                        self.store.shaped(self.frames[frame as usize + *var as usize], &mut since);
                    }
                }
                self.blame(since);
                return Err(Failed);
            }
            if asked.decided && spend.of(i) == 0 && pats.iter().all(|p| self.is_ground(p, frame)) {
                return Ok((i, usable));
            }
            let value = |var: &u16| self.frames[frame as usize + *var as usize];
            let early = premise.after.iter().any(|var| self.store.open_var(value(var)).is_some());
            // That a negation leaves but one clause says nothing about what is known.
            let open = usable | by_shape & tuning.usable(*pred, fuel);
            let count =
                open.count_ones() + 1000 * u32::from(!asked.aside) + 2000 * u32::from(early);
            if count < best_count {
                best_count = count;
                best = Some((i, usable));
            }
        }
        match (best, look) {
            (Some(best), _) if best_count == 1 => Ok(best),
            (_, Some(look)) => Ok((look, 0)),
            (Some(best), None) => Ok(best),
            (None, None) => bits(built_in).next().map(|i| (i, 0)).ok_or(Failed),
        }
    }
}

/// The elements of a set of premises.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(first)
    })
}
