//! Programs from rules: well-typed, almost well-typed, and equivalent ones.

use std::collections::BTreeMap;
use std::rc::Rc;

use case::Dialect;
use choice::{Choices, DeadEnd, Random};
use logic::{
    Goal, Heights, Question, Search, SearchMemory, Step, Store, Symbol, Term, Tuning, View,
};

use crate::checker::{Answer, Checker, CheckerOracle, Derivation, Failure, Memory};
use crate::print::Printer;
use crate::recheck::Recheck;
use crate::rewrite::rewrite_once;
use crate::system::{Negation, System};

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// How deep a derivation may be, above the least that any program needs.
    pub size: u32,
    /// The features of the rule file that may be used.
    pub features: &'a [&'static str],
    /// The language in which the programs will be printed.
    pub language: &'a str,
    /// The dialect of that language.
    pub dialect: Dialect,
    /// Which premises are negated in ill-typed programs, and how often.
    pub negate: &'a Negate,
}

/// Which premises are negated in an ill-typed program, and how often: a choice that
/// the thesis leaves to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Negate {
    /// The premises, as `RULE.PREMISE`, or the names of rules that negate one. Any if
    /// there are none.
    pub premises: Vec<String>,
    /// How often.
    pub times: Times,
}

/// How often premises are negated in an ill-typed program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// Mostly once, sometimes twice or three times.
    #[default]
    Few,
    /// Exactly as often.
    Exactly(u32),
    /// Wherever one of the chosen premises is used: each of its rules is used with a
    /// negated premise only, at least once and at most [`Times::MAX`] times.
    EveryUse,
}

impl Times {
    /// The most negated premises in a program.
    pub const MAX: u32 = logic::MAX_NEGATIONS;
}

impl std::str::FromStr for Times {
    type Err = String;

    fn from_str(text: &str) -> Result<Times, String> {
        match text.parse() {
            _ if text == "every" => Ok(Times::EveryUse),
            Ok(count @ 1..=Times::MAX) => Ok(Times::Exactly(count)),
            _ => Err(format!("a number from 1 to {}, or `every`", Times::MAX)),
        }
    }
}

impl Negate {
    /// Any premises, a few times.
    pub fn any() -> &'static Negate {
        static ANY: Negate = Negate { premises: Vec::new(), times: Times::Few };
        &ANY
    }

    /// Whether a premise is one of those chosen.
    pub(crate) fn chooses(&self, negation: &Negation) -> bool {
        let named = |name: &String| {
            negation.by == Some(name)
                || name.split_once('.').is_some_and(|(rule, premise)| {
                    (rule, premise) == (negation.rule, negation.premise)
                })
        };
        self.premises.is_empty() || self.premises.iter().any(named)
    }
}

/// A program that was generated and checked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program, a ground term of the generator's store until the next
    /// program is generated.
    pub(crate) term: Term,
    /// The rules that it uses, sorted and without repetition.
    pub rules: Vec<&'static str>,
    /// The negated premises; none in a well-typed program.
    pub negated: Vec<Negated>,
    /// The rewrites that made it from its first sibling.
    pub rewrites: Vec<&'static str>,
    /// What the judgments are about whose premises are negated, and then those around
    /// them: terms of the same store.
    pub(crate) places: Vec<Term>,
}

/// A negated premise of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negated {
    /// The rule that says what holds instead, if there is one.
    pub by: Option<&'static str>,
    /// The rule.
    pub rule: &'static str,
    /// The premise.
    pub premise: &'static str,
    /// The error, in words.
    pub text: &'static str,
    /// The codes that compilers answer with.
    pub codes: Vec<&'static str>,
}

/// How many different sets of weights there are for a rule file; one is drawn
/// for each program, so that rare rules become frequent in some programs.
const SWARMS: u32 = 64;

/// How often a search that gives up begins anew, each time with another set of
/// weights.
const ATTEMPTS: u32 = 64;

/// The weight of a rule in the file is multiplied by this before the swarm
/// raises or lowers it.
const WEIGHT_UNIT: u32 = 8;

/// The factor for the weight of rules that declare what a negated rule looks up.
const BOOST: u32 = 8;

/// A generator for one rule file. It keeps its memory from program to program.
#[derive(Debug)]
pub struct Generator<'s> {
    system: &'s System,
    search: Search<'s, CheckerOracle<'s>>,
    recheck: Recheck,
    /// Whether rules that are rare keep their weights.
    even: bool,
    tunings: BTreeMap<(u32, Wanted), Rc<Tuning>>,
    /// The depths are the same for all sets of weights.
    heights: BTreeMap<Wanted, Rc<Heights>>,
    /// For each set of features and language, the negations that can be used.
    reachable: BTreeMap<(u64, usize, Dialect), Rc<Vec<usize>>>,
    /// Programs that were discarded because the re-check did not agree.
    pub disagreements: u64,
}

/// The memory that a generator keeps from program to program. It belongs to one
/// rule file and borrows nothing from it, so that it can be stored between programs.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    search: SearchMemory,
    oracle: Memory,
    recheck: Recheck,
    tunings: BTreeMap<(u32, Wanted), Rc<Tuning>>,
    heights: BTreeMap<Wanted, Rc<Heights>>,
    reachable: BTreeMap<(u64, usize, Dialect), Rc<Vec<usize>>>,
}

/// What a program may be made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    features: u64,
    /// The negations that may be used.
    negated: Rc<Vec<usize>>,
    /// Whether the rules of these are used in no other way.
    every_use: bool,
}

impl<'s> Generator<'s> {
    /// A generator for a system.
    pub fn new(system: &'s System) -> Generator<'s> {
        Generator::reusing(system, Workspace::default())
    }

    /// A generator with the workspace of an earlier one for the same system.
    pub(crate) fn reusing(system: &'s System, workspace: Workspace) -> Generator<'s> {
        let Workspace { search, oracle, recheck, tunings, heights, reachable } = workspace;
        let oracle = CheckerOracle::new(system, oracle);
        Generator {
            system,
            search: Search::reusing(&system.theory, oracle, search),
            recheck,
            even: false,
            tunings,
            heights,
            reachable,
            disagreements: 0,
        }
    }

    /// What the next generator for the same system can use. The terms of the
    /// last program are gone.
    pub(crate) fn into_workspace(self) -> Workspace {
        let Generator { search, recheck, tunings, heights, reachable, .. } = self;
        let (oracle, search) = search.into_parts();
        let oracle = oracle.into_memory();
        Workspace { search, oracle, recheck, tunings, heights, reachable }
    }

    /// A generator that takes the weights as the file has them, and whose programs
    /// are not counted.
    fn even(system: &'s System) -> Generator<'s> {
        Generator { even: true, recheck: Recheck::uncounted(), ..Generator::new(system) }
    }

    /// The rule file that it generates from.
    pub fn system(&self) -> &'s System {
        self.system
    }

    /// A program that has a derivation.
    pub fn well_typed(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
    ) -> Result<Program, DeadEnd> {
        let features = self.feature_bits(request);
        let wanted = Wanted { features, negated: Rc::default(), every_use: false };
        self.search_program(request, choices, &wanted, 0, None)
    }

    /// A program that has no derivation, because one premise (sometimes two or
    /// three, or as the request says) does not hold and all others do.
    pub fn ill_typed(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
    ) -> Result<Program, DeadEnd> {
        let printer = self.printer(request)?;
        let reachable = self.reachable(request);
        let features = self.feature_bits(request);
        let is_chosen = |n: &usize| request.negate.chooses(&self.system.negations[*n]);
        // What is not chosen keeps its number, so that a tape means the same.
        let weights: Vec<u32> = reachable.iter().map(|n| u32::from(is_chosen(n))).collect();
        let every_use = request.negate.times == Times::EveryUse;
        let mut times = [0; Times::MAX as usize];
        match request.negate.times {
            Times::Few => times[..3].copy_from_slice(&[12, 2, 1]),
            Times::Exactly(count) => times[count.clamp(1, Times::MAX) as usize - 1] = 1,
            Times::EveryUse => times[..4].fill(1),
        }
        let count = 1 + choices.weighted(&times)? as u32;
        // Several negations may be of any of the premises; one is of a target.
        let target = reachable[choices.weighted(&weights)?];
        let negated = match count {
            1 => vec![target],
            _ => reachable.iter().copied().filter(is_chosen).collect(),
        };
        let wanted = Wanted { features, negated: Rc::new(negated), every_use };
        self.search_program(request, choices, &wanted, count, Some(printer))
    }

    /// A program and siblings that must get the same verdict. One in four
    /// families is ill-typed.
    pub fn equivalent(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
    ) -> Result<Vec<Program>, DeadEnd> {
        let (first, answer) = if choices.chance(1, 4)? {
            (self.ill_typed(request, choices)?, Answer::Fails)
        } else {
            (self.well_typed(request, choices)?, Answer::Derives)
        };
        let siblings = choices.range(1..=4)?;
        let mut family = vec![first];
        // Whether the rules must say of a sibling what they say of the first.
        let mut within = true;
        for _ in 0..siblings {
            // Every sibling is the one before with one more rewrite.
            let last = family.last().expect("there is the first");
            let (term, mut rewrites) = (last.term, last.rewrites.clone());
            let (rewrite, term) = rewrite_once(self.system, &mut self.search.store, term, choices)?;
            rewrites.push(rewrite.name);
            within &= !rewrite.beyond;
            if within && self.check(term) != answer {
                self.disagree();
                return Err(DeadEnd);
            }
            let first = &family[0];
            let (rules, negated) = (first.rules.clone(), first.negated.clone());
            family.push(Program { term, rules, negated, rewrites, places: Vec::new() });
        }
        Ok(family)
    }

    /// The text of the last program that was generated, or of a sibling of it.
    pub fn print(&self, language: &str, program: &Program) -> Option<String> {
        self.system.print(language, &self.search.store, program.term)
    }

    /// The same, and the line in which a premise is negated, if that is known.
    pub(crate) fn print_noting(
        &self,
        language: &str,
        program: &Program,
    ) -> Option<(String, Option<u32>)> {
        let Program { term, places, .. } = program;
        self.system.print_noting(language, &self.search.store, *term, places)
    }

    /// The program in the notation of the rule file, which
    /// [`explain`](crate::explain) reads.
    pub fn notation(&self, program: &Program) -> String {
        self.system.notation(&self.search.store, program.term, self.system.program_sort())
    }

    /// The derivation of a program, or where it fails.
    pub fn explain(
        &mut self,
        program: &Program,
    ) -> (Answer, Option<Rc<Derivation>>, Option<Failure>) {
        let store = &mut self.search.store;
        Checker::new(self.system, store).explain(self.system.start_pred(), &[program.term])
    }

    fn check(&mut self, term: Term) -> Answer {
        self.recheck.check(self.system, &self.search.store, term)
    }

    /// Looks for a program, and anew with other weights where the search gives up.
    fn search_program(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
        wanted: &Wanted,
        negations: u32,
        printer: Option<usize>,
    ) -> Result<Program, DeadEnd> {
        for _ in 0..ATTEMPTS {
            let swarm = choices.draw(SWARMS);
            let tuning = self.tuning(swarm, wanted);
            let start = self.system.start_pred();
            let mut depth = tuning.depth(start).ok_or(DeadEnd)? + request.size;
            if negations > 0 {
                depth = depth.max(tuning.negated_depth(start).ok_or(DeadEnd)?);
            }
            let found = self.search_once(choices, &tuning, depth, negations, printer);
            if found.is_ok() || !self.search.gave_up() {
                return found;
            }
        }
        Err(DeadEnd)
    }

    fn search_once(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        depth: u32,
        negations: u32,
        printer: Option<usize>,
    ) -> Result<Program, DeadEnd> {
        self.search.clear();
        let variable = self.search.store.fresh_var();
        let pred = self.system.start_pred();
        let args = [variable];
        let wanted = if negations == 0 { Answer::Derives } else { Answer::Fails };
        self.search.solve(choices, tuning, Question { pred, args: &args, depth, negations })?;
        loop {
            let term = self.search.store.resolve(variable);
            let ground = self.search.store.is_ground(term);
            let rigid = printer.is_none_or(|printer| self.is_rigid(printer));
            if ground && rigid {
                if self.check(term) == wanted {
                    return Ok(self.finish(term));
                }
                self.disagree();
            }
            self.search.reject(choices, tuning)?;
        }
    }

    /// Notes that a program was discarded because the re-check did not agree.
    fn disagree(&mut self) {
        self.disagreements += 1;
        if self.recheck.memory.used.is_some() {
            self.system.uses.discard();
        }
    }

    fn finish(&mut self, term: Term) -> Program {
        let system = self.system;
        let mut rules = Vec::new();
        let (mut negated, mut numbers) = (Vec::new(), Vec::new());
        for step in self.search.proof() {
            match system.theory.clause(step.clause).negation {
                Some(number) => numbers.push(number as usize),
                None => rules.push(system.rule_of[step.clause.0 as usize].expect("not negated")),
            }
        }
        // Numbers are compared faster than names.
        rules.sort_unstable();
        rules.dedup();
        let rules = rules.into_iter().filter(|rule| system.rules[*rule].behind.is_none());
        let mut rules: Vec<_> = rules.map(|rule| system.rules[rule].name).collect();
        for number in &numbers {
            let negation = &system.negations[*number];
            rules.push(negation.rule);
            let error = &system.errors[negation.error];
            negated.push(Negated {
                by: negation.by,
                rule: negation.rule,
                premise: negation.premise,
                text: error.text,
                codes: error.codes.clone(),
            });
        }
        if let Some(used) = &mut self.recheck.memory.used {
            // The checker stops at the first derivation; the search may have found
            // another one.
            let proof = self.search.proof();
            let rule = |step: u32| system.rule_of[proof[step as usize].clause.0 as usize];
            for (number, step) in proof.iter().enumerate() {
                let Some(by) = rule(number as u32) else { continue };
                used.rule(&system.uses, by);
                if let Some((parent, premise)) = step.parent
                    && let Some(parent) = rule(parent)
                {
                    used.premise(&system.uses, parent, premise as usize, by);
                }
            }
            system.uses.count(used, numbers.into_iter());
        }
        rules.sort_unstable();
        rules.dedup();
        let places = if negated.is_empty() { Vec::new() } else { self.places() };
        Program { term, rules, negated, rewrites: Vec::new(), places }
    }

    /// What the judgments with a negated premise are about, and then the two around each.
    fn places(&mut self) -> Vec<Term> {
        let proof: Vec<Step> = self.search.proof().to_vec();
        let theory = &self.system.theory;
        let mut places = Vec::new();
        let negated = proof.iter().filter(|step| theory.clause(step.clause).negation.is_some());
        for step in negated {
            let mut around = Some(*step);
            for _ in 0..3 {
                let Some(step) = around else { break };
                for pat in &theory.clause(step.clause).head {
                    places.push(self.search.instance(step, pat));
                }
                around = step.parent.map(|(parent, _)| proof[parent as usize]);
            }
        }
        places
    }

    // Settings.

    fn printer(&self, request: &Request<'_>) -> Result<usize, DeadEnd> {
        let fits = |p: &Printer| p.notation || p.language == request.language;
        self.system.printers.iter().position(fits).ok_or(DeadEnd)
    }

    fn feature_bits(&self, request: &Request<'_>) -> u64 {
        let features = self.system.features.iter().enumerate();
        features.filter(|(_, f)| request.features.contains(f)).map(|(i, _)| 1 << i).sum()
    }

    fn has(&self, features: u64, feature: Option<&'static str>) -> bool {
        feature.is_none_or(|feature| {
            let i = self.system.features.iter().position(|known| *known == feature);
            i.is_some_and(|i| features >> i & 1 == 1)
        })
    }

    fn tuning(&mut self, swarm: u32, wanted: &Wanted) -> Rc<Tuning> {
        let key = (swarm, wanted.clone());
        if let Some(tuning) = self.tunings.get(&key) {
            return Rc::clone(tuning);
        }
        let system = self.system;
        let rarity = (!self.even).then(|| system.rarity.get_or_init(|| rarity(system)));
        let is_negated =
            |rule: &str| wanted.negated.iter().any(|number| system.negations[*number].rule == rule);
        let mut weights = vec![0; system.theory.len()];
        for (i, weight) in weights.iter_mut().enumerate() {
            let clause = system.theory.clause(logic::ClauseId(i as u32));
            let (feature, enabled) = match clause.negation {
                None => {
                    let rule = &system.rules[system.rule_of[i].expect("a rule")];
                    (rule.feature, !(wanted.every_use && is_negated(rule.name)))
                }
                Some(number) => {
                    let number = number as usize;
                    (system.negations[number].feature, wanted.negated.contains(&number))
                }
            };
            // What has no weight is never generated, but the checker knows it.
            if enabled && clause.weight > 0 && self.has(wanted.features, feature) {
                let raised = rarity.map_or(1, |rarity| rarity[i]);
                let weight_here = clause.weight * WEIGHT_UNIT * raised;
                *weight = (weight_here * swarm_factor(swarm, i) / 4).max(1);
            }
        }
        let usable = |id: logic::ClauseId| weights[id.0 as usize] > 0;
        let heights = self.heights.entry(wanted.clone());
        let heights =
            heights.or_insert_with(|| Rc::new(Heights::new(&system.theory, usable))).clone();
        if let [target] = wanted.negated[..] {
            // The entries that the negated rule looks up must be declared.
            let clauses = || (0..system.theory.len() as u32).map(logic::ClauseId);
            let is_target =
                |id: &logic::ClauseId| system.theory.clause(*id).negation == Some(target as u32);
            let wanted = clauses().filter(is_target).fold(0, |all, id| all | heights.looks(id));
            for id in clauses().filter(|id| heights.brings(&system.theory, *id, wanted)) {
                weights[id.0 as usize] *= BOOST;
            }
        }
        let tuning = Rc::new(Tuning::new(&system.theory, weights, heights));
        self.tunings.insert(key, Rc::clone(&tuning));
        tuning
    }

    /// The negations that can be reached with the features of a request.
    fn reachable(&mut self, request: &Request<'_>) -> Rc<Vec<usize>> {
        let features = self.feature_bits(request);
        let Ok(printer) = self.printer(request) else { return Rc::default() };
        let key = (features, printer, request.dialect);
        if let Some(known) = self.reachable.get(&key) {
            return Rc::clone(known);
        }
        let system = self.system;
        let skipped = &system.printers[printer].skipped;
        let start = system.start_pred();
        let negations = (0..system.negations.len())
            .filter(|&n| {
                let error = system.negations[n].error;
                let skips = |(class, only): &(usize, Option<Dialect>)| {
                    *class == error && only.is_none_or(|dialect| dialect == request.dialect)
                };
                !skipped.iter().any(skips)
            })
            .filter(|&n| {
                let negated = Rc::new(vec![n]);
                let wanted = Wanted { features, negated, every_use: false };
                self.tuning(0, &wanted).negated_depth(start).is_some()
            })
            .collect();
        let negations = Rc::new(negations);
        self.reachable.insert(key, Rc::clone(&negations));
        negations
    }

    /// Whether every mismatch of the last proof is one that compilers of the
    /// printer's language cannot remove by a conversion.
    fn is_rigid(&mut self, printer: usize) -> bool {
        let printer = &self.system.printers[printer];
        if !printer.rigid {
            return true;
        }
        for i in 0..self.search.proof().len() {
            let step = self.search.proof()[i];
            let clause = self.system.theory.clause(step.clause);
            if clause.negation.is_none() {
                continue;
            }
            for premise in &clause.premises {
                if let Goal::Differ(a, b) = &premise.goal {
                    let a = self.search.instance(step, a);
                    let b = self.search.instance(step, b);
                    if !clash(&self.search.store, &printer.converted, a, b) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The size of the sample that shows which rules are rare.
const PILOTS: u64 = 100;

/// The most work for the sample, in parts of terms that are looked at: files with large
/// terms get a smaller one.
const MAX_PILOT_WORK: u64 = 20_000_000;

/// The factor by which the weight of each clause is raised. It is computed from a
/// fixed sample of programs, so it depends on the rule file alone.
fn rarity(system: &System) -> Vec<u32> {
    let mut generator = Generator::even(system);
    let language = system.printers.first().map_or("", |printer| printer.language);
    let negate = Negate::any();
    let (features, dialect) = (&system.features[..], Dialect::Standard);
    let request = Request { size: 4, features, language, dialect, negate };
    let mut random = Random::new(0).with_budget(2000, 1);
    let mut programs = vec![0u64; system.theory.len()];
    let mut given_up = 0;
    let mut sampled = 0;
    for i in 0..PILOTS {
        if generator.search.store.work() > MAX_PILOT_WORK {
            break;
        }
        sampled += 1;
        if random.generate(i, |choices| generator.well_typed(&request, choices)).is_ok() {
            let mut used: Vec<_> =
                generator.search.proof().iter().map(|step| step.clause).collect();
            used.sort_unstable();
            used.dedup();
            used.iter().for_each(|clause| programs[clause.0 as usize] += 1);
        } else {
            // Sampling a file with hardly any programs would take too long.
            given_up += 1;
            if given_up == 3 {
                break;
            }
        }
    }
    let raised = |programs: &u64| match programs * 100 / sampled {
        0..2 => 4,
        2..10 => 2,
        _ => 1,
    };
    programs.iter().map(raised).collect()
}

/// The share of its weight, in quarters, that a clause has in a swarm.
fn swarm_factor(swarm: u32, clause: usize) -> u32 {
    if swarm == 0 {
        return 4;
    }
    // SplitMix64's finaliser.
    let mut z = (u64::from(swarm) << 32 | clause as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    [1, 4, 4, 16][(z >> 62) as usize]
}

/// Whether two types have different constructors at a position that is not below a
/// binder, where neither constructor is a binder or one that the compiler inserts or
/// removes by a conversion. No instantiation, generalisation or coercion makes such
/// types equal.
fn clash(store: &Store, converted: &[Symbol], a: Term, b: Term) -> bool {
    let peel = |mut term: Term| loop {
        match store.view(term) {
            View::Struct(f, args) if converted.contains(&f) => term = args[args.len() - 1],
            _ => return term,
        }
    };
    // If `b` is a converted constructor with any argument, the types clash if `a` does
    // not have that constructor.
    if let (View::Struct(f, _), View::Struct(g, args)) = (store.view(a), store.view(b))
        && converted.contains(&g)
        && matches!(store.view(args[args.len() - 1]), View::Any)
    {
        return !converted.contains(&f) && !f.is_binder();
    }
    let (a, b) = (peel(a), peel(b));
    match (store.view(a), store.view(b)) {
        (View::Var(_) | View::Any, _) | (_, View::Var(_) | View::Any) => false,
        (View::Struct(f, _), _) if f.is_binder() => false,
        (_, View::Struct(f, _)) if f.is_binder() => false,
        (View::Struct(f, xs), View::Struct(g, ys)) => {
            f != g
                || xs.len() != ys.len()
                || xs.iter().zip(ys).any(|(x, y)| clash(store, converted, *x, *y))
        }
        (a, b) => a != b,
    }
}
