//! Clauses, from which a search builds proofs.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::store::Store;
use crate::term::{Raw, Symbol, Symbols, Term, Var};

/// A predicate of a [`Theory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pred(pub u32);

/// A clause of a [`Theory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u32);

/// A term with the variables of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pat {
    /// A variable of the clause, by number.
    Var(u16),
    /// A wildcard ([`Term::ANY`]); in disequalities only.
    Any,
    /// An integer.
    Int(i64),
    /// A structure.
    Node(Symbol, Vec<Pat>),
}

/// The goal of a premise.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A proof of a predicate.
    Call(Pred, Vec<Pat>),
    /// The terms are equal.
    Equal(Pat, Pat),
    /// The terms are not equal.
    Differ(Pat, Pat),
    /// The entry stands in the list, and nothing before it has the same symbol
    /// and the same first argument: the innermost binding of a name.
    In(Pat, Pat),
    /// No item of the list unifies with the entry.
    NotIn(Pat, Pat),
    /// A name that was not used before; a name that is there already stays. Of
    /// a list, for every item.
    Fresh(Pat),
    /// The same for a search; for whoever checks a proof, any name will do, because it
    /// may shadow another.
    Local(Pat),
    /// `result` is `body` with the `args` (a list) for the things bound in it.
    Open {
        /// What stands under a binder.
        body: Pat,
        /// What to put in the place of the bound things.
        args: Pat,
        /// The outcome.
        result: Pat,
        /// The arguments do not occur in `body`: reading `result` backwards,
        /// every occurrence of an argument is a bound thing.
        closing: bool,
    },
    /// An integer between two, both included.
    Range(Pat, i64, i64),
    /// A list with so many items, both included.
    Length(Pat, u32, u32),
    /// Two lists of equal length.
    Zip(Pat, Pat),
    /// The predicate has no proof; asked of the [`Oracle`] once the arguments
    /// are ground.
    Not(Pred, Vec<Pat>),
    /// A condition in Rust, by its number in [`Theory::conditions`].
    Condition(usize, Vec<Pat>),
}

/// A premise of a clause.
#[derive(Clone, Debug)]
pub struct Premise {
    /// Its goal.
    pub goal: Goal,
    /// Not to be tried before the values of these variables of the clause are
    /// ground, as long as there is something else to do.
    pub after: Vec<u16>,
}

impl From<Goal> for Premise {
    fn from(goal: Goal) -> Premise {
        Premise { goal, after: Vec::new() }
    }
}

/// The verdict of a [`Condition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// Ask again when this variable has a value.
    Wait(Var),
}

/// A condition that text does not suffice for. It may bind variables.
pub type Condition = fn(&mut Store, &[Term]) -> Verdict;

/// Decides predicates about ground terms, so that the search need not prove them
/// and can use their negation.
pub trait Oracle {
    /// Forgets everything before another question, so that answers within bounds do
    /// not depend on earlier questions.
    fn clear(&mut self) {}

    /// Whether the predicate holds of these terms, which are ground and
    /// resolved; `None` if the bounds were reached before there was an answer.
    fn holds(&mut self, store: &mut Store, pred: Pred, args: &[Term]) -> Option<bool>;
}

/// A clause: if the premises hold, so does the head.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The predicate that it proves.
    pub pred: Pred,
    /// The arguments of the predicate.
    pub head: Vec<Pat>,
    /// If these hold.
    pub premises: Vec<Premise>,
    /// How many variables it has.
    pub vars: u16,
    /// Those of them that stand for names only.
    pub names: Vec<u16>,
    /// The symbols of the entries that it adds to contexts.
    pub adds: Symbols,
    /// How likely it is, against the others of its predicate.
    pub weight: u32,
    /// The negation that it applies, if it is a negated one: used only where a
    /// negation is to be spent.
    pub negation: Option<u32>,
    /// No negation is to be spent below it.
    pub closed: bool,
}

impl Clause {
    /// The symbols that it looks for in its context, which is that argument.
    fn looks(&self, context: Option<usize>) -> Symbols {
        let Some(context) = context.map(|i| &self.head[i]) else { return 0 };
        self.premises.iter().fold(0, |symbols, premise| match &premise.goal {
            Goal::In(Pat::Node(symbol, _), list @ Pat::Var(_)) if list == context => {
                symbols | symbol.bit()
            }
            _ => symbols,
        })
    }

    /// The premises that are built-in goals, as a set.
    fn built_in(&self) -> u32 {
        let premises = self.premises.iter().enumerate();
        premises.filter(|(_, p)| !matches!(p.goal, Goal::Call(..))).map(|(i, _)| 1 << i).sum()
    }
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct PredInfo {
    /// Its name; spans on the tape have it as their label.
    pub name: &'static str,
    /// How many arguments.
    pub arity: usize,
    /// Whether a proof of it takes one level of depth.
    pub deep: bool,
    /// How deep its proofs may be where a predicate without this asks for it,
    /// whatever depth is left there. It may only ask for predicates that have a
    /// depth of their own too.
    pub own_depth: Option<u32>,
    /// The [`Oracle`] decides it where all arguments are ground.
    pub decided: bool,
    /// Its proofs are small whatever depth is left, and are searched for before the
    /// large ones that depend on them.
    pub aside: bool,
    /// The argument that is a context: a list that clauses look into and add to.
    pub context: Option<usize>,
    /// Two arguments, the first of which is unified with the second if it is not
    /// known: most terms are their own result, and a search for other terms with
    /// that result would cost more than it gives.
    pub reflexive: Option<(usize, usize)>,
}

impl PredInfo {
    /// The depth that a proof of `asked` may have, where `left` is left for a
    /// premise of this predicate.
    #[inline]
    pub(crate) fn fuel_for(&self, asked: &PredInfo, left: u32) -> u32 {
        match (self.own_depth, asked.own_depth) {
            (None, Some(own)) => own,
            _ => left,
        }
    }
}

/// The set of clauses of one predicate, by their order in it.
type Mask = u128;

/// The most clauses that a predicate may have.
pub const MAX_CLAUSES: usize = 128;

/// The most premises that a clause may have.
pub const MAX_PREMISES: usize = 32;

/// The clauses by what stands in one argument of their heads.
#[derive(Clone, Debug)]
struct ArgIndex {
    arg: usize,
    /// Those that take a name or an integer there.
    atoms: Mask,
    /// Those that take a certain symbol; the first is for symbols that no head has
    /// there.
    masks: Vec<Mask>,
    /// For each symbol, by [`Symbol::index`], which of the masks is its own. A byte
    /// is all that it takes, so the index of a large theory stays in the cache.
    by_symbol: Vec<u8>,
}

impl ArgIndex {
    fn new(arg: usize) -> ArgIndex {
        ArgIndex { arg, atoms: 0, masks: vec![0], by_symbol: Vec::new() }
    }

    fn add(&mut self, pat: &Pat, is_name: bool, bit: Mask) {
        match pat {
            Pat::Node(symbol, _) => {
                let i = symbol.index();
                if self.by_symbol.len() <= i {
                    self.by_symbol.resize(i + 1, 0);
                }
                if self.by_symbol[i] == 0 {
                    self.by_symbol[i] = self.masks.len() as u8;
                    self.masks.push(self.masks[0]);
                }
                self.masks[self.by_symbol[i] as usize] |= bit;
            }
            Pat::Int(_) => self.atoms |= bit,
            Pat::Var(_) if is_name => self.atoms |= bit,
            Pat::Var(_) | Pat::Any => {
                self.atoms |= bit;
                self.masks.iter_mut().for_each(|mask| *mask |= bit);
            }
        }
    }

    #[inline]
    fn with_symbol(&self, symbol: Symbol) -> Mask {
        self.masks[self.by_symbol.get(symbol.index()).copied().unwrap_or(0) as usize]
    }
}

#[derive(Clone, Debug, Default)]
struct Index {
    /// The clauses, simplest first.
    clauses: Vec<ClauseId>,
    /// For each argument that tells clauses apart.
    by_arg: Vec<ArgIndex>,
    /// For an argument that is a list, and symbols: the clauses that look for an
    /// item with these symbols in it.
    looks: Vec<(usize, Symbols, Mask)>,
    /// The predicates whose clauses ask for this one.
    asked_by: Vec<Pred>,
}

/// Predicates, clauses and conditions.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    preds: Vec<PredInfo>,
    clauses: Vec<Clause>,
    /// For each clause the premises that are built-in goals.
    built_in: Vec<u32>,
    index: Vec<Index>,
    /// The conditions that premises name by number.
    pub conditions: Vec<Condition>,
}

impl Theory {
    /// A theory without anything.
    pub fn new() -> Theory {
        Theory::default()
    }

    /// Adds a predicate.
    pub fn add_pred(&mut self, info: PredInfo) -> Pred {
        self.index.push(Index::default());
        self.preds.push(info);
        Pred(self.preds.len() as u32 - 1)
    }

    /// Adds a clause. Of clauses with the same predicate the simplest should
    /// come first: shrinking goes there.
    ///
    /// # Panics
    /// If the head does not fit its predicate, if there are more than
    /// [`MAX_PREMISES`], or if the predicate has [`MAX_CLAUSES`] clauses already.
    pub fn add_clause(&mut self, clause: Clause) -> ClauseId {
        assert_eq!(clause.head.len(), self.pred(clause.pred).arity, "the head's arguments");
        assert!(clause.premises.len() <= MAX_PREMISES, "too many premises in one clause");
        let id = ClauseId(self.clauses.len() as u32);
        let index = &mut self.index[clause.pred.0 as usize];
        assert!(index.clauses.len() < MAX_CLAUSES, "too many clauses in one predicate");
        let bit: Mask = 1 << index.clauses.len();
        index.clauses.push(id);
        let is_name = |pat: &Pat| matches!(pat, Pat::Var(var) if clause.names.contains(var));
        for (i, pat) in clause.head.iter().enumerate() {
            let known = index.by_arg.iter().position(|by| by.arg == i);
            let tells = is_name(pat) || !matches!(pat, Pat::Var(_) | Pat::Any);
            let by = match known {
                Some(known) => &mut index.by_arg[known],
                None if tells => {
                    // The clauses before this one take anything there.
                    let mut new = ArgIndex::new(i);
                    new.add(&Pat::Any, false, bit - 1);
                    index.by_arg.push(new);
                    index.by_arg.last_mut().expect("just pushed")
                }
                None => continue,
            };
            by.add(pat, is_name(pat), bit);
        }
        for premise in &clause.premises {
            let Goal::In(Pat::Node(symbol, parts), list @ Pat::Var(_)) = &premise.goal else {
                continue;
            };
            let Some(arg) = clause.head.iter().position(|pat| pat == list) else { continue };
            let wanted = match parts.as_slice() {
                [Pat::Node(inner, _)] => symbol.bit() | inner.bit(),
                _ => symbol.bit(),
            };
            match index.looks.iter_mut().find(|(a, w, _)| (*a, *w) == (arg, wanted)) {
                Some((.., clauses)) => *clauses |= bit,
                None => index.looks.push((arg, wanted, bit)),
            }
        }
        for premise in &clause.premises {
            if let Goal::Call(asked, _) = premise.goal {
                let asked_by = &mut self.index[asked.0 as usize].asked_by;
                if !asked_by.contains(&clause.pred) {
                    asked_by.push(clause.pred);
                }
            }
        }
        self.built_in.push(clause.built_in());
        self.clauses.push(clause);
        id
    }

    /// A predicate.
    pub fn pred(&self, pred: Pred) -> &PredInfo {
        &self.preds[pred.0 as usize]
    }

    /// All clauses, by their numbers.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter()
    }

    /// A clause.
    #[inline]
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.0 as usize]
    }

    /// The premises of a clause that are built-in goals, as a set.
    #[inline]
    pub(crate) fn built_in(&self, id: ClauseId) -> u32 {
        self.built_in[id.0 as usize]
    }

    /// How many predicates there are; they count from 0.
    pub fn pred_count(&self) -> usize {
        self.preds.len()
    }

    /// How many clauses there are; their ids count from 0.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The clauses of a predicate, simplest first.
    #[inline]
    pub fn clauses_of(&self, pred: Pred) -> &[ClauseId] {
        &self.index[pred.0 as usize].clauses
    }

    /// For each clause the symbols that may come into contexts on the way to a
    /// proof that ends with it.
    fn added(&self) -> Vec<Symbols> {
        let mut added: Vec<Symbols> = self.clauses.iter().map(|clause| clause.adds).collect();
        let mut by_pred = vec![0; self.preds.len()];
        loop {
            let before = by_pred.clone();
            for (clause, added) in self.clauses.iter().zip(&mut added) {
                for premise in &clause.premises {
                    if let Goal::Call(pred, _) = premise.goal {
                        *added |= before[pred.0 as usize];
                    }
                }
                by_pred[clause.pred.0 as usize] |= *added;
            }
            if by_pred == before {
                return added;
            }
        }
    }

    pub(crate) fn preds(&self) -> impl Iterator<Item = Pred> + use<> {
        (0..self.preds.len() as u32).map(Pred)
    }

    /// The clauses, by their order in the predicate, whose heads may match these
    /// terms as far as the outermost symbols tell; [`Term::ANY`] matches all.
    pub fn matching(&self, store: &Store, pred: Pred, args: &[Term]) -> u128 {
        self.candidates(pred, |i| store.shape(args[i]), |i| store.item_symbols(args[i]))
    }

    /// The clauses whose heads may match, as far as the outermost symbols of
    /// the arguments and those of the items of lists tell.
    #[inline]
    pub(crate) fn candidates(
        &self,
        pred: Pred,
        arg: impl Fn(usize) -> Shape,
        items: impl Fn(usize) -> Symbols,
    ) -> Mask {
        let index = &self.index[pred.0 as usize];
        let mut mask = Mask::MAX >> (MAX_CLAUSES - index.clauses.len().max(1));
        if index.clauses.is_empty() {
            return 0;
        }
        for by in &index.by_arg {
            match arg(by.arg) {
                Shape::Open => {}
                Shape::Struct(symbol) => mask &= by.with_symbol(symbol),
                Shape::Atom => mask &= by.atoms,
            }
        }
        for &(i, wanted, clauses) in &index.looks {
            if mask & clauses != 0 && items(i) & wanted != wanted {
                mask &= !clauses;
            }
        }
        mask
    }
}

/// The outermost part of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Open,
    Struct(Symbol),
    Atom,
}

impl Store {
    #[inline]
    pub(crate) fn shape(&self, term: Term) -> Shape {
        match self.walk(term).raw() {
            Raw::Var(_) | Raw::Any => Shape::Open,
            Raw::Struct(index) => match self.symbol_of(index) {
                Symbol::INT => Shape::Atom,
                symbol => Shape::Struct(symbol),
            },
            Raw::Int(_) | Raw::Name(_) => Shape::Atom,
        }
    }
}

/// How likely each clause is, and how deep a proof must at least be: computed
/// once, used for many searches.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The weight of each clause; 0 for those not to be used.
    pub(crate) weights: Vec<u32>,
    heights: Rc<Heights>,
}

/// How deep proofs must at least be, if the clauses of a certain set may be used.
#[derive(Debug, Default)]
pub struct Heights {
    /// The least depth of a proof with each clause, without negation.
    pub(crate) plain: Vec<u32>,
    /// The same with one negation somewhere in the proof.
    negated: Vec<u32>,
    pred_plain: Vec<u32>,
    pred_negated: Vec<u32>,
    /// For each predicate and each fuel the clauses that can be used, without
    /// and with a negation; more fuel than listed is as good as the last.
    usable: [Vec<Vec<Mask>>; 2],
    /// For each clause the symbols that may come into contexts on the way to a
    /// proof that ends with it.
    added: Vec<Symbols>,
    /// For each clause the symbols that it looks for in its context, and those
    /// that any clause looks for.
    looks: Vec<Symbols>,
    looked_for: Symbols,
    /// The heights where contexts lack some symbols that are looked for.
    lacking: RefCell<BTreeMap<Symbols, Rc<Heights>>>,
    /// For predicates and the symbols in their contexts: as in `usable`, with a
    /// negation.
    usable_within: RefCell<BTreeMap<(Pred, Symbols), Vec<Mask>>>,
}

/// A depth that no proof has.
pub(crate) const NEVER: u32 = u32::MAX / 2;

impl Heights {
    /// The heights if only the clauses that are `allowed` may be used.
    pub fn new(theory: &Theory, allowed: impl Fn(ClauseId) -> bool) -> Heights {
        let mut heights = Heights {
            added: theory.added(),
            looks: (0..theory.len() as u32)
                .map(|i| theory.clause(ClauseId(i)))
                .map(|clause| clause.looks(theory.pred(clause.pred).context))
                .collect(),
            ..Heights::default()
        };
        heights.looked_for = heights.looks.iter().fold(0, |all, looks| all | looks);
        heights.settle(theory, allowed);
        heights.usable = [&heights.plain, &heights.negated].map(|heights| {
            let height = |id: ClauseId| heights[id.0 as usize];
            theory.preds().map(|pred| by_fuel(theory, pred, height)).collect()
        });
        heights
    }

    fn settle(&mut self, theory: &Theory, allowed: impl Fn(ClauseId) -> bool) {
        self.plain = vec![NEVER; theory.len()];
        self.negated = vec![NEVER; theory.len()];
        self.pred_plain = vec![NEVER; theory.preds.len()];
        self.pred_negated = vec![NEVER; theory.preds.len()];
        // Least fixed point: heights only fall, and what asks for a predicate whose
        // heights fell is looked at again.
        let mut work: VecDeque<Pred> = theory.preds().collect();
        let mut waits = vec![true; theory.preds.len()];
        while let Some(pred) = work.pop_front() {
            let p = pred.0 as usize;
            waits[p] = false;
            let before = (self.pred_plain[p], self.pred_negated[p]);
            let cost = u32::from(theory.pred(pred).deep);
            for &id in theory.clauses_of(pred).iter().filter(|id| allowed(**id)) {
                let i = id.0 as usize;
                let (plain, negated) = self.of_clause(theory, theory.clause(id), cost);
                self.plain[i] = self.plain[i].min(plain);
                self.negated[i] = self.negated[i].min(negated);
                self.pred_plain[p] = self.pred_plain[p].min(plain);
                self.pred_negated[p] = self.pred_negated[p].min(negated);
            }
            if (self.pred_plain[p], self.pred_negated[p]) != before {
                for &asker in &theory.index[p].asked_by {
                    if !std::mem::replace(&mut waits[asker.0 as usize], true) {
                        work.push_back(asker);
                    }
                }
            }
        }
    }

    fn of_clause(&self, theory: &Theory, clause: &Clause, cost: u32) -> (u32, u32) {
        let own = theory.pred(clause.pred);
        // A predicate with a depth of its own takes none of ours.
        let taken = |height: u32, asked: Pred| match (own.own_depth, theory.pred(asked).own_depth) {
            (None, Some(limit)) if height <= limit => 0,
            (None, Some(_)) => NEVER,
            _ => height,
        };
        let (mut plain, mut negated) = (0, NEVER);
        for premise in &clause.premises {
            if let Goal::Call(pred, _) = &premise.goal {
                let p = pred.0 as usize;
                plain = plain.max(taken(self.pred_plain[p], *pred));
                negated = negated.min(taken(self.pred_negated[p], *pred));
            }
        }
        let plain = (plain + cost).min(NEVER);
        if clause.negation.is_some() {
            return (NEVER, plain);
        }
        if clause.closed {
            return (plain, NEVER);
        }
        (plain, (negated + cost).max(plain).min(NEVER))
    }

    /// The least depth of a proof that ends with the clause and has a negation in
    /// it, where the context holds certain symbols only.
    fn negated_within(&self, theory: &Theory, id: ClauseId, symbols: Symbols) -> u32 {
        let i = id.0 as usize;
        let lacking = self.looked_for & !(symbols | self.added[i]);
        if lacking == 0 {
            return self.negated[i];
        }
        let mut known = self.lacking.borrow_mut();
        let within = known.entry(lacking).or_insert_with(|| {
            let mut within = Heights::default();
            within.settle(theory, |id| {
                let i = id.0 as usize;
                self.plain[i].min(self.negated[i]) < NEVER && self.looks[i] & lacking == 0
            });
            Rc::new(within)
        });
        within.negated[i]
    }
}

/// For each fuel the clauses of a predicate that can be used, by the least depth
/// of their proofs.
fn by_fuel(theory: &Theory, pred: Pred, height: impl Fn(ClauseId) -> u32) -> Vec<Mask> {
    let heights: Vec<u32> = theory.clauses_of(pred).iter().map(|id| height(*id)).collect();
    let finite = heights.iter().filter(|height| **height < NEVER);
    let within = |fuel| {
        let numbered = heights.iter().enumerate();
        numbered.filter(|(_, height)| **height <= fuel).map(|(i, _)| 1 << i).sum()
    };
    (0..=finite.max().copied().unwrap_or(0)).map(within).collect()
}

#[inline]
fn with_fuel(by_fuel: &[Mask], fuel: u32) -> Mask {
    by_fuel[(fuel as usize).min(by_fuel.len() - 1)]
}

impl Heights {
    /// The symbols that a clause looks for in its context.
    pub fn looks(&self, id: ClauseId) -> Symbols {
        self.looks[id.0 as usize]
    }

    /// Whether a proof that ends with the clause may bring symbols into contexts
    /// that not every clause of its predicate brings there.
    pub fn brings(&self, theory: &Theory, id: ClauseId, symbols: Symbols) -> bool {
        let possible = |id: &&ClauseId| self.plain[id.0 as usize] < NEVER;
        let clauses = theory.clauses_of(theory.clause(id).pred).iter().filter(possible);
        let common = clauses.fold(Symbols::MAX, |all, id| all & self.added[id.0 as usize]);
        self.added[id.0 as usize] & symbols & !common != 0
    }
}

impl Tuning {
    /// The tuning for the given weight of each clause, where those that may be
    /// used at all are those of the heights.
    pub fn new(theory: &Theory, weights: Vec<u32>, heights: Rc<Heights>) -> Tuning {
        assert_eq!(weights.len(), theory.len(), "one weight for each clause");
        Tuning { weights, heights }
    }

    pub(crate) fn heights(&self) -> &Heights {
        &self.heights
    }

    /// The clauses of a predicate that can be used with this fuel, without a
    /// negation in the proof.
    #[inline]
    pub(crate) fn usable(&self, pred: Pred, fuel: u32) -> Mask {
        with_fuel(&self.heights.usable[0][pred.0 as usize], fuel)
    }

    /// The clauses of a predicate that can be used with this fuel where a
    /// negation is to be spent and the context holds certain symbols only.
    pub(crate) fn usable_negated(
        &self,
        theory: &Theory,
        pred: Pred,
        fuel: u32,
        symbols: Symbols,
    ) -> Mask {
        let heights = &self.heights;
        let symbols = symbols & heights.looked_for;
        if symbols == heights.looked_for {
            return with_fuel(&heights.usable[1][pred.0 as usize], fuel);
        }
        let mut known = heights.usable_within.borrow_mut();
        let usable = known.entry((pred, symbols)).or_insert_with(|| {
            let height = |id: ClauseId| heights.negated_within(theory, id, symbols);
            by_fuel(theory, pred, height)
        });
        with_fuel(usable, fuel)
    }

    /// The least depth of a proof of the predicate; `None` if there is none.
    pub fn depth(&self, pred: Pred) -> Option<u32> {
        Some(self.heights.pred_plain[pred.0 as usize]).filter(|&depth| depth < NEVER)
    }

    /// The least depth of a proof that ends with the clause; `None` if there is
    /// none.
    pub fn clause_depth(&self, id: ClauseId) -> Option<u32> {
        Some(self.heights.plain[id.0 as usize]).filter(|&depth| depth < NEVER)
    }

    /// The least depth of a proof of the predicate with a negation in it;
    /// `None` if there is none.
    pub fn negated_depth(&self, pred: Pred) -> Option<u32> {
        Some(self.heights.pred_negated[pred.0 as usize]).filter(|&depth| depth < NEVER)
    }
}
