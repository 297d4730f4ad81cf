//! Making the program of a finding small, without making it another program.
//!
//! [`reduce`] is the entry point. It takes a confirmed [`Sighting`], looks for the
//! smallest programs that show the very same finding (the same kind and signature on
//! the same target), and tells its listener about each better one at once, so that an
//! interruption loses nothing. There are three phases:
//!
//! 1. **Tape.** Shorter and smaller choice tapes are played by the engine. Whatever
//!    the engine guarantees of its programs (well-typed, ill-typed in one place,
//!    terminating) holds of every candidate.
//! 2. **Tree.** Subtrees of the printed program are cut out, hoisted, or replaced by
//!    small expressions. Nothing guarantees that the class of the program stays the
//!    same, so a *reference* must say so after each step: another target that is right
//!    about the program. A well-typed program must still be accepted by it; an
//!    ill-typed one must be rejected by it with the very same error at the same
//!    construct. Where there is no reference this phase is left out, unless the
//!    expectation holds of every program.
//! 3. **Canon.** Names, literals and layout become those that every such program gets,
//!    so that duplicates end as the same bytes. The reference watches here too.
//!
//! Candidates go to warm targets in batches; what comes out at the end of a phase is
//! confirmed alone and cold. A step that meets another finding is noted as another
//! finding and not followed.
//!
//! This crate does not print, keeps nothing, and knows no compiler by name.

mod ask;
mod canon;
mod syntax;
mod token;
mod tree;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use campaign::{Against, Evidence, Seen, Sighting};
use case::{Digest, Engine, Expectation, Family, Plan, TargetName};
use choice::{Shrinker, Tape};
use targets::Target;

pub use token::size;

use ask::{Bench, Changed, Class};
use canon::Substitution;
use syntax::Syntax;
use token::{Token, print, tokens};
use tree::{Attempt, Edit, Joint, Stage};

/// Where the programs of a finding come from.
#[derive(Clone, Copy)]
pub struct Origin<'a> {
    /// The engine that generated them.
    pub engine: &'a dyn Engine,
    /// Its plan, with the subject of the programs.
    pub plan: &'a Plan,
    /// The answers that made them.
    pub tape: &'a Tape,
}

/// How much may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many programs may be tried.
    pub queries: u64,
    /// How long it may take.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { queries: 2000, time: None }
    }
}

/// By what it is known that a reduced program is of the same class as the one that
/// was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// It is the program that was found.
    AsFound,
    /// The engine generated it, from a tape.
    Construction,
    /// After each step this target judged it as it must be judged: it accepts it, or
    /// it rejects it with the same error at the same construct.
    Reference(TargetName),
    /// There is no class to keep: what is expected holds of every program.
    AnyProgram,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guarantee::AsFound => f.write_str("the program being as it was found"),
            Guarantee::Construction => f.write_str("construction"),
            Guarantee::Reference(target) => write!(f, "reference {target}"),
            Guarantee::AnyProgram => f.write_str("any program"),
        }
    }
}

/// The phases of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Smaller tapes.
    Tape,
    /// Smaller trees.
    Tree,
    /// The names, literals and layout that all such programs get.
    Canon,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Tape => "tape",
            Phase::Tree => "tree",
            Phase::Canon => "canon",
        })
    }
}

/// What a listener is told while a finding is reduced. It may ask to stop with
/// [`ControlFlow::Break`].
#[derive(Debug)]
pub enum Step<'a> {
    /// A batch of candidates was tried, and nothing is smaller.
    Tried(&'a Reduced),
    /// A smaller program shows the finding. It was not confirmed alone yet.
    Better(&'a Reduced),
}

/// What goes wrong on the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The finding is not there any more, with the program as it was found.
    #[error("the finding is not seen again, so there is nothing to reduce")]
    NotSeen,
    /// The program as it was found shows another finding, which has this signature.
    #[error("the finding is not seen again; what its program shows now is: {0}")]
    Other(String),
    /// It is seen sometimes.
    #[error("the finding was seen {seen} of {of} times with one program: it is not reliable")]
    Flaky {
        /// How often it was seen.
        seen: u32,
        /// How often it was tried.
        of: u32,
    },
    /// A target that is needed was not given.
    #[error("{0} is needed to see the finding")]
    Missing(TargetName),
    /// A target does not give its canaries the right verdicts any more.
    #[error("{0} stopped working: {1}")]
    Broken(TargetName, String),
    /// A target gives no verdicts any more.
    #[error("{0} gives no verdicts any more: {1}")]
    NoVerdicts(TargetName, String),
    /// The tape does not give the programs of the finding.
    #[error("the tape gives other programs than those of the finding")]
    OtherPrograms,
}

/// How a reduction ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing smaller is left to try.
    Finished,
    /// It is still running.
    Running,
    /// The listener asked to stop.
    Stopped,
    /// A limit was reached.
    Limit,
    /// Something went wrong; what was reached before stands.
    Trouble(Trouble),
}

/// A reduced finding.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The finding with the reduced programs.
    pub sighting: Sighting,
    /// The tape that gives the reduced programs, if one does.
    pub tape: Option<Tape>,
    /// The phase that it has reached.
    pub phase: Phase,
    /// How many tokens its programs had.
    pub before: usize,
    /// How many they have.
    pub after: usize,
    /// How many programs were tried.
    pub queries: u64,
    /// How long that took.
    pub time: Duration,
    /// By what the class of the programs is known.
    pub guarantee: Guarantee,
    /// Why their text was not changed, if nothing could have guaranteed their class.
    pub no_tree: Option<&'static str>,
    /// What was seen when the result was confirmed alone and cold.
    pub evidence: Option<Evidence>,
    /// Other findings that were met and not followed.
    pub others: Vec<Sighting>,
    /// How it ended.
    pub end: End,
}

/// So many candidates are tried at a time.
const BATCH: usize = 12;

/// A great step makes a program smaller by one part in so many.
const GREAT: usize = 10;

/// After so many programs without a great step, trees promise more than tapes: a tape
/// has an answer for every detail of a program, and most of them change little.
const PATIENCE: u64 = 36;

/// The same where a program is one expression, of which a tree has fewer pieces to cut out.
const PATIENCE_WITH_EXPRESSIONS: u64 = 100;

/// Reduces a finding on its targets. `reference` is a target that is right about the
/// programs; without an origin the tape phase is left out.
pub fn reduce<'t>(
    sighting: &Sighting,
    origin: Option<Origin<'_>>,
    targets: &mut [Box<dyn Target + 't>],
    reference: Option<&mut (dyn Target + 't)>,
    limits: Limits,
    listen: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
) -> Reduced {
    let before = family_size(&sighting.family);
    let mut reducer = Reducer {
        bench: Bench::new(sighting.clone(), targets, reference),
        limits,
        started: Instant::now(),
        listen,
        best: Reduced {
            sighting: sighting.clone(),
            tape: origin.map(|origin| origin.tape.clone()),
            phase: Phase::Tape,
            before,
            after: before,
            queries: 0,
            time: Duration::ZERO,
            guarantee: Guarantee::AsFound,
            no_tree: None,
            evidence: None,
            others: Vec::new(),
            end: End::Running,
        },
    };
    let end = match reducer.run(origin) {
        Ok(()) => End::Finished,
        Err(end) => end,
    };
    reducer.note();
    Reduced { end, ..reducer.best }
}

struct Reducer<'a, 't, 'l> {
    bench: Bench<'a, 't>,
    limits: Limits,
    started: Instant,
    listen: &'l mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    best: Reduced,
}

impl From<Trouble> for End {
    fn from(trouble: Trouble) -> End {
        End::Trouble(trouble)
    }
}

/// How many tokens the programs of a family have.
fn family_size(family: &Family) -> usize {
    family.iter().map(|case| size(case.language, &case.source)).sum()
}

impl Reducer<'_, '_, '_> {
    fn run(&mut self, origin: Option<Origin<'_>>) -> Result<(), End> {
        self.confirm_first()?;
        let family = self.best.sighting.family.clone();
        if !self.bench.reference_is_right(&[&family])?[0] {
            self.bench.reference = None;
        }
        self.bench.warm_up(&family)?;
        if let Some(origin) = origin {
            self.shrink_tape(origin)?;
        }
        self.only_what_is_compared();
        let now = self.changed();
        let Some((class, guarantee)) = self.bench.class(&now)? else {
            self.best.no_tree = Some(match self.best.sighting.case().expectation {
                Expectation::Terminates { .. } => {
                    "no target can say that every execution of a changed program ends"
                }
                _ => "there is no reference that is right about the program",
            });
            return Ok(());
        };
        self.change(Phase::Tree, &class, &guarantee)?;
        // The lines that a reference points at are those of the program as it is now.
        match self.bench.class(&self.changed())? {
            Some((class, guarantee)) => self.canon(&class, &guarantee),
            None => Ok(()),
        }
    }

    /// Brings what is counted up to date.
    fn note(&mut self) {
        self.best.queries = self.bench.queries;
        self.best.time = self.started.elapsed();
        self.best.others = self.bench.others.values().cloned().collect();
    }

    /// Tells the listener, and looks whether to go on.
    fn tell(&mut self, better: bool) -> Result<(), End> {
        self.note();
        let step = if better { Step::Better(&self.best) } else { Step::Tried(&self.best) };
        if (self.listen)(step).is_break() {
            return Err(End::Stopped);
        }
        let late = self.limits.time.is_some_and(|time| self.best.time >= time);
        if late || self.best.queries >= self.limits.queries {
            return Err(End::Limit);
        }
        Ok(())
    }

    fn look(&mut self, family: &Family) -> Result<Seen, End> {
        Ok(self.bench.confirm(family).map_err(|missing| Trouble::Missing(missing.0))?)
    }

    fn confirm(&mut self, family: &Family) -> Result<Option<Evidence>, End> {
        Ok(match self.look(family)? {
            Seen::Same(evidence) => Some(evidence),
            Seen::Other(..) | Seen::Nothing(_) | Seen::Unknown(_) => None,
        })
    }

    /// The finding must be there to begin with.
    fn confirm_first(&mut self) -> Result<(), End> {
        const TRIES: u32 = 3;
        let family = self.best.sighting.family.clone();
        let mut trouble = Trouble::NotSeen;
        for _ in 0..TRIES {
            match self.look(&family)? {
                Seen::Same(evidence) => {
                    self.bench.rate = ask::rate(&evidence.outcome);
                    self.best.evidence = Some(evidence);
                    return Ok(());
                }
                Seen::Other(other, _) => trouble = Trouble::Other(other.signature),
                Seen::Nothing(_) | Seen::Unknown(_) => {}
            }
        }
        self.bench.still_work()?;
        Err(trouble.into())
    }

    /// What was reached in a phase must show alone and cold. If it does not, the last
    /// of the steps that does is taken; `steps` begins with one that did.
    fn confirm_steps(&mut self, steps: &[Reduced]) -> Result<(), End> {
        let last = steps.len() - 1;
        if last == 0 {
            return Ok(());
        }
        let (mut good, mut bad) = (0, steps.len());
        let mut next = last;
        while good + 1 < bad {
            let family = steps[next].sighting.family.clone();
            match self.confirm(&family)? {
                Some(evidence) if self.bench.keeps_its_rate(&evidence) => {
                    good = next;
                    self.best = Reduced { evidence: Some(evidence), ..steps[next].clone() };
                }
                _ => bad = next,
            }
            next = good + (bad - good) / 2;
        }
        if good == last {
            return Ok(());
        }
        if good == 0 {
            self.best = steps[0].clone();
        }
        // What warm targets said is not so. Either they are to blame, or chance is.
        self.bench.still_work()?;
        let family = steps[last].sighting.family.clone();
        let of = 3;
        let mut seen = 0;
        for _ in 0..of {
            seen += u32::from(self.confirm(&family)?.is_some());
        }
        match seen {
            0 => Ok(()),
            seen => Err(Trouble::Flaky { seen, of: of + 1 }.into()),
        }
    }

    /// The tape phase. If the tree phase can follow, it ends when it makes little progress.
    fn shrink_tape(&mut self, origin: Origin<'_>) -> Result<(), End> {
        let Origin { engine, plan, tape } = origin;
        let generator = |choices: &mut choice::Choices| engine.generate(plan, choices);
        let shrinker = Shrinker::new(tape, generator, family_size);
        let mut shrinker = shrinker.ok_or(Trouble::OtherPrograms)?;
        let texts = |family: &Family| family.iter().map(|c| c.source.clone()).collect::<Vec<_>>();
        if texts(shrinker.best().0) != texts(&self.best.sighting.family) {
            return Err(Trouble::OtherPrograms.into());
        }
        let mut steps = vec![self.best.clone()];
        let patience = match tree::is_one_expression(self.best.sighting.case().language) {
            true => PATIENCE_WITH_EXPRESSIONS,
            false => PATIENCE,
        };
        // When the last great step was made, and how large the program was then.
        let mut great = (self.bench.queries, self.best.after);
        let ended = loop {
            let queries = self.bench.queries;
            if self.best.after + great.1 / GREAT <= great.1 {
                great = (queries, self.best.after);
            } else if queries >= great.0 + patience {
                // What becomes of a large program may be clear enough for a reference.
                if self.bench.class(&self.changed())?.is_some() {
                    break Ok(());
                }
                great = (self.bench.queries, self.best.after);
            }
            // What the reference is wrong about as well is another bug.
            let proposed = shrinker.propose(BATCH);
            if proposed.is_empty() {
                break Ok(());
            }
            let families: Vec<&Family> = proposed.iter().map(|c| &c.value).collect();
            let mut shown = match self.bench.show(&families, true) {
                Ok(shown) => shown,
                Err(trouble) => break Err(End::Trouble(trouble)),
            };
            let good: Vec<&Family> =
                families.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(f, _)| *f).collect();
            let mut right = match self.bench.reference_is_right(&good) {
                Ok(right) => right.into_iter(),
                Err(trouble) => break Err(End::Trouble(trouble)),
            };
            shown.iter_mut().filter(|shown| **shown).for_each(|shown| {
                *shown = right.next().expect("one for each that is shown");
            });
            shrinker.tell(&shown);
            let better = shown.contains(&true);
            if better {
                let (family, tape) = shrinker.best();
                self.take(family.clone(), Some(tape.clone()), Phase::Tape, Guarantee::Construction);
                steps.push(self.best.clone());
            }
            if let Err(end) = self.tell(better) {
                break Err(end);
            }
        };
        self.confirm_steps(&steps)?;
        ended
    }

    fn take(&mut self, mut family: Family, tape: Option<Tape>, phase: Phase, guarantee: Guarantee) {
        if phase != Phase::Tape {
            // The text was changed, so nobody knows any more in which line the rule is broken.
            for case in &mut family {
                if let Expectation::Reject(reason) = &mut case.expectation {
                    reason.line = None;
                }
            }
        }
        self.best.after = family_size(&family);
        self.best.sighting.family = family;
        self.best.tape = tape;
        self.best.phase = phase;
        self.best.guarantee = guarantee;
        self.best.evidence = None;
    }

    /// Leaves the siblings behind that are not compared.
    fn only_what_is_compared(&mut self) {
        let sighting = &mut self.best.sighting;
        if sighting.family.len() == 1 {
            return;
        }
        let case = sighting.case().clone();
        match sighting.against {
            Some(Against::Sibling(sibling)) => {
                sighting.family = vec![sighting.family[sibling].clone(), case];
                sighting.against = Some(Against::Sibling(0));
                sighting.member = 1;
            }
            _ => {
                sighting.family = vec![case];
                sighting.member = 0;
            }
        }
        self.bench.finding = sighting.clone();
    }

    /// The programs as they are, as tokens, and as these are printed: a reference speaks of
    /// the lines of what it is given.
    fn changed(&self) -> Changed {
        let family = self.best.sighting.family.iter();
        self.with(family.map(|case| tokens(case.language, &case.source)).collect())
    }

    /// A family with other tokens.
    fn with(&self, tokens: Vec<Vec<Token>>) -> Changed {
        let mut family = self.best.sighting.family.clone();
        for (case, tokens) in family.iter_mut().zip(&tokens) {
            case.source = print(tokens);
        }
        Changed { family, tokens }
    }

    /// The tree phase: edits are tried, the greatest gain first, until none is left.
    fn change(&mut self, phase: Phase, class: &Class, guarantee: &Guarantee) -> Result<(), End> {
        let member = self.bench.finding.member;
        let language = self.best.sighting.case().language;
        let mut now = self.changed().tokens;
        let mut steps = vec![self.best.clone()];
        let mut tried: BTreeSet<Digest> = BTreeSet::new();
        // Where a program is one expression, most neighbours of a larger one are never seen
        // in the small ones that are looked for, and the gain alone says what comes first.
        let plain = tree::is_one_expression(language);
        let mut shapes = Shapes::default();
        let attempt =
            |now: &[Vec<Token>], edit: &[Edit]| tree::attempt(&now[member], &edit[member]);
        // What a grammar refuses is not tried; where there is none, one is learned.
        let mut syntax = Syntax::of(language, now.iter().map(|tokens| print(tokens)));
        let learns = !plain && syntax.is_none();
        let mut grammar = Grammar { seen: tree::joints(&now[member]), wrong: Vec::new() };
        // What was no good, as far as it is still the same.
        let mut failed: BTreeSet<Attempt> = BTreeSet::new();
        let whole = !matches!(class, Class::Any);
        let mut improved = true;
        let mut ended = Ok(());
        'rounds: while std::mem::take(&mut improved) {
            // After a step, what would have been tried before it waits for the next round.
            let mut first: Option<Rank> = None;
            // What was no good in the program as it was may be good in what became of it.
            if !plain {
                shapes = Shapes::default();
            }
            'edits: loop {
                let aligned: Vec<Vec<Option<usize>>> =
                    now.iter().map(|other| tree::align(&now[member], other)).collect();
                let mut edits: Vec<(Rank, Vec<Edit>)> = tree::edits(language, &now[member])
                    .into_iter()
                    .map(|(stage, edit)| {
                        let new = learns && !grammar.new_joints(&now[member], &edit).is_empty();
                        ((new, stage, Reverse(edit.gain())), edit)
                    })
                    .filter(|(rank, _)| first.is_none_or(|first| *rank >= first))
                    .filter_map(|(rank, edit)| {
                        let all = aligned.iter().map(|aligned| tree::carry_over(&edit, aligned));
                        Some((rank, all.collect::<Option<_>>()?))
                    })
                    .collect();
                edits.sort_by_key(|(rank, _)| *rank);
                let mut edits = edits.into_iter();
                let mut waiting: Vec<(Rank, Vec<Edit>)> = Vec::new();
                loop {
                    let mut ranks = Vec::new();
                    let mut batch: Vec<(Vec<Edit>, Changed)> = Vec::new();
                    // Of edits that try the same thing on a grammar, one is enough at a time.
                    let mut attempts: Vec<BTreeSet<Joint>> = Vec::new();
                    let mut later = Vec::new();
                    for (rank, edit) in waiting.drain(..).chain(edits.by_ref()) {
                        if batch.len() == BATCH {
                            later.push((rank, edit));
                            break;
                        }
                        // A program that must be accepted declares what it uses.
                        if whole && tree::orphans(&now[member], &edit[member])
                            || shapes.is_hopeless(&tree::shape(&now[member], &edit[member]))
                            || learns && grammar.is_wrong(&now[member], &edit[member])
                            || !plain && failed.contains(&attempt(&now, &edit))
                        {
                            continue;
                        }
                        let new = grammar.new_joints(&now[member], &edit[member]);
                        if learns && !new.is_empty() && attempts.contains(&new) {
                            later.push((rank, edit));
                            continue;
                        }
                        let changed = self.with(make(&now, &[&edit]));
                        if let Some(syntax) = &mut syntax
                            && !changed.family.iter().all(|case| syntax.parses(&case.source))
                        {
                            continue;
                        }
                        if tried.insert(digest(&changed.family)) {
                            attempts.push(new);
                            batch.push((edit, changed));
                            ranks.push(rank);
                        }
                    }
                    waiting.extend(later);
                    if batch.is_empty() {
                        break 'edits;
                    }
                    let (asked, mut changed): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
                    let shown = match self.bench.show_in_class(&mut changed, class) {
                        Ok(shown) => shown,
                        Err(trouble) => {
                            ended = Err(trouble.into());
                            break 'rounds;
                        }
                    };
                    for (edit, shown) in asked.iter().zip(&shown) {
                        if !shown && !plain {
                            failed.insert(attempt(&now, edit));
                        }
                        shapes.note(tree::shape(&now[member], &edit[member]), *shown);
                    }
                    for (edit, changed) in asked.iter().zip(&changed) {
                        let parsed = !self.bench.is_unparsed(&changed.family);
                        grammar.learn(&now[member], &edit[member], parsed);
                    }
                    let good: Vec<usize> = (0..asked.len()).filter(|&at| shown[at]).collect();
                    if good.is_empty() {
                        if let Err(end) = self.tell(false) {
                            ended = Err(end);
                            break 'rounds;
                        }
                        continue;
                    }
                    let taken = match self.together(&now, &asked, changed, &good, class) {
                        Ok(taken) => taken,
                        Err(trouble) => {
                            ended = Err(trouble.into());
                            break 'rounds;
                        }
                    };
                    first = Some(ranks[good[0]]);
                    improved = true;
                    now = taken.tokens;
                    self.take(taken.family, None, phase, guarantee.clone());
                    steps.push(self.best.clone());
                    if let Err(end) = self.tell(true) {
                        ended = Err(end);
                        break 'rounds;
                    }
                    continue 'edits;
                }
            }
        }
        self.confirm_steps(&steps)?;
        ended
    }

    /// Of several edits that are good alone, as many as possible at once.
    fn together(
        &mut self,
        now: &[Vec<Token>],
        edits: &[Vec<Edit>],
        mut changed: Vec<Changed>,
        good: &[usize],
        class: &Class,
    ) -> Result<Changed, Trouble> {
        let mut chosen: Vec<&Vec<Edit>> = Vec::new();
        for &at in good {
            let apart = |other: &&Vec<Edit>| {
                edits[at].iter().zip(other.iter()).all(|(a, b)| a.is_apart_from(b))
            };
            if chosen.iter().all(apart) {
                chosen.push(&edits[at]);
            }
        }
        if chosen.len() > 1 {
            let mut all = [self.with(make(now, &chosen))];
            if self.bench.show_in_class(&mut all, class)? == [true] {
                let [all] = all;
                return Ok(all);
            }
        }
        Ok(changed.swap_remove(good[0]))
    }

    /// The canon phase.
    fn canon(&mut self, class: &Class, guarantee: &Guarantee) -> Result<(), End> {
        let language = self.best.sighting.case().language;
        let before = self.best.clone();
        let mut steps = vec![before];
        let mut now = self.changed().tokens;
        let ended = self.canon_steps(language, &mut now, &mut steps, class, guarantee);
        self.confirm_steps(&steps)?;
        ended
    }

    fn canon_steps(
        &mut self,
        language: case::Language,
        now: &mut Vec<Vec<Token>>,
        steps: &mut Vec<Reduced>,
        class: &Class,
        guarantee: &Guarantee,
    ) -> Result<(), End> {
        let by = |tokens: &[Vec<Token>], substitution: &Substitution| {
            tokens.iter().map(|tokens| canon::substitute(tokens, substitution)).collect::<Vec<_>>()
        };
        let owned = |(from, to): (&String, &String)| (from.clone(), to.clone());
        // What can be changed is changed at once. Only if that shows something else is it
        // found out one by one.
        let simpler = canon::literals(now);
        let all: Substitution = simpler.iter().flatten().map(owned).collect();
        let together = by(now, &all);
        if !self.try_canon(together, now, steps, class, guarantee)? && simpler.len() > 1 {
            let one_by_one = simpler.iter().map(|one| by(now, one)).collect();
            let good = self.which(one_by_one, class)?;
            let good = simpler.iter().zip(good).filter(|(_, good)| *good);
            let all: Substitution = good.flat_map(|(one, _)| one).map(owned).collect();
            let simple = by(now, &all);
            self.try_canon(simple, now, steps, class, guarantee)?;
        }

        let sorted = now.iter().map(|tokens| canon::sorted(tokens)).collect();
        self.try_canon(sorted, now, steps, class, guarantee)?;

        let names = canon::names(now);
        let (declared, others): (BTreeSet<String>, BTreeSet<String>) =
            names.iter().cloned().partition(|name| canon::is_declared(name, now));
        let movable = self.movable(&others, &names, now, class)?;
        let renamed = by(now, &canon::rename(&names, &(&movable | &declared)));
        if !self.try_canon(renamed, now, steps, class, guarantee)? {
            let declared = self.movable(&declared, &names, now, class)?;
            let renamed = by(now, &canon::rename(&names, &(&movable | &declared)));
            self.try_canon(renamed, now, steps, class, guarantee)?;
        }

        let laid_out = now.iter().map(|tokens| canon::layout(language, tokens)).collect();
        self.try_canon(laid_out, now, steps, class, guarantee).map(|_| ())
    }

    /// Those of some names that can be changed: all of them, or those of each half.
    fn movable(
        &mut self,
        some: &BTreeSet<String>,
        names: &[String],
        now: &[Vec<Token>],
        class: &Class,
    ) -> Result<BTreeSet<String>, End> {
        let with_fresh = |group: &Vec<String>| {
            let fresh: Substitution =
                group.iter().flat_map(|name| canon::fresh(name, names)).collect();
            now.iter().map(|tokens| canon::substitute(tokens, &fresh)).collect()
        };
        let mut movable = BTreeSet::new();
        let mut groups: Vec<Vec<String>> = vec![some.iter().cloned().collect()];
        groups.retain(|group| !group.is_empty());
        while !groups.is_empty() {
            let good = self.which(groups.iter().map(with_fresh).collect(), class)?;
            let mut halves = Vec::new();
            for (mut group, good) in groups.into_iter().zip(good) {
                if good {
                    movable.extend(group);
                } else if group.len() > 1 {
                    halves.push(group.split_off(group.len() / 2));
                    halves.push(group);
                }
            }
            groups = halves;
        }
        Ok(movable)
    }

    /// Which changes show the finding.
    fn which(&mut self, changes: Vec<Vec<Vec<Token>>>, class: &Class) -> Result<Vec<bool>, End> {
        let mut good = Vec::new();
        let mut changed: Vec<Changed> =
            changes.into_iter().map(|tokens| self.with(tokens)).collect();
        for batch in changed.chunks_mut(BATCH) {
            good.extend(self.bench.show_in_class(batch, class)?);
            self.tell(false)?;
        }
        Ok(good)
    }

    /// Makes a change if it shows the finding; whether it is made, or there is none.
    fn try_canon(
        &mut self,
        tokens: Vec<Vec<Token>>,
        now: &mut Vec<Vec<Token>>,
        steps: &mut Vec<Reduced>,
        class: &Class,
        guarantee: &Guarantee,
    ) -> Result<bool, End> {
        let mut changed = [self.with(tokens)];
        if changed[0].family == self.best.sighting.family {
            return Ok(true);
        }
        if self.bench.show_in_class(&mut changed, class)? != [true] {
            return Ok(false);
        }
        let [changed] = changed;
        *now = changed.tokens;
        self.take(changed.family, None, Phase::Canon, guarantee.clone());
        steps.push(self.best.clone());
        self.tell(true)?;
        Ok(true)
    }
}

/// What became of edits, by their shapes.
#[derive(Default)]
struct Shapes(BTreeMap<String, (u32, bool)>);

/// A shape of which so many edits were no good, and none was good, is not tried again.
const HOPELESS: u32 = 4;

impl Shapes {
    fn is_hopeless(&self, shape: &str) -> bool {
        self.0.get(shape).is_some_and(|(failed, good)| !good && *failed >= HOPELESS)
    }

    fn note(&mut self, shape: String, good: bool) {
        let (failed, was_good) = self.0.entry(shape).or_default();
        *failed += u32::from(!good);
        *was_good |= good;
    }
}

/// The order in which edits are tried: those that make no tokens neighbours that were not
/// before, by their stages, then the greatest gain first.
type Rank = (bool, Stage, Reverse<usize>);

/// What is known of a language: which tokens may be neighbours.
struct Grammar {
    /// Those that are, in programs that were parsed.
    seen: BTreeSet<Joint>,
    /// New neighbours of programs with wrong syntax. Where an edit made several, it is not
    /// known which of them are to blame.
    wrong: Vec<BTreeSet<Joint>>,
}

impl Grammar {
    fn new_joints(&self, tokens: &[Token], edit: &Edit) -> BTreeSet<Joint> {
        &tree::new_joints(tokens, edit) - &self.seen
    }

    fn is_wrong(&self, tokens: &[Token], edit: &Edit) -> bool {
        let new = self.new_joints(tokens, edit);
        self.wrong.iter().any(|wrong| wrong.is_subset(&new))
    }

    fn learn(&mut self, tokens: &[Token], edit: &Edit, parsed: bool) {
        let new = self.new_joints(tokens, edit);
        if parsed {
            self.seen.extend(new);
        } else if !new.is_empty() {
            self.wrong.push(new);
        }
    }
}

/// Makes edits in all programs of a family.
fn make(now: &[Vec<Token>], edits: &[&Vec<Edit>]) -> Vec<Vec<Token>> {
    let of = |at: usize| edits.iter().map(|edit| &edit[at]).collect::<Vec<_>>();
    now.iter().enumerate().map(|(at, tokens)| tree::apply(tokens, &of(at))).collect()
}

fn digest(family: &Family) -> Digest {
    Digest::of_parts(family.iter().map(|case| case.source.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_learned_from_what_was_parsed() {
        let read = tokens(case::Language::Rust, "let a = f(1, b);");
        let mut grammar = Grammar { seen: tree::joints(&read), wrong: Vec::new() };
        let cut = |start, end| Edit { cuts: vec![(start, end)], ..Edit::default() };
        let (argument, name, sign) = (cut(6, 8), cut(1, 2), cut(2, 3));
        assert!(grammar.new_joints(&read, &argument).contains(&("0".into(), ")".into())));
        assert!(!grammar.is_wrong(&read, &name), "nobody has said so");
        grammar.learn(&read, &name, false);
        assert!(grammar.is_wrong(&read, &name), "`let =`");
        assert!(!grammar.is_wrong(&read, &sign));
        grammar.learn(&read, &argument, true);
        assert!(grammar.new_joints(&read, &argument).is_empty());
        // Of two new pairs either may be to blame.
        let hoist = Edit { cuts: vec![(0, 1), (4, 5)], ..Edit::default() };
        grammar.learn(&read, &hoist, false);
        assert!(grammar.is_wrong(&read, &hoist) && !grammar.is_wrong(&read, &cut(0, 1)));
    }
}
