//! Programs from rules: well-typed, almost well-typed, and equivalent ones.

use std::collections::BTreeMap;
use std::rc::Rc;

use choice::{Choices, DeadEnd, Random};
use logic::{Goal, Heights, Question, Search, SearchMemory, Store, Symbol, Term, Tuning, View};

use crate::checker::{Answer, Checker, CheckerOracle, Derivation, Failure, Memory};
use crate::print::Printer;
use crate::recheck::Recheck;
use crate::rewrite::rewrite_once;
use crate::system::System;

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// How deep a derivation may be, above the least that any program needs.
    pub size: u32,
    /// The features of the rule file that may be used.
    pub features: &'a [&'static str],
    /// The language in which the programs will be printed.
    pub language: &'a str,
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
}

/// A negated premise of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negated {
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
const SWARMS: usize = 64;

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
    tunings: BTreeMap<Key, Rc<Tuning>>,
    /// By keys of the swarm 0: the depths are the same for all swarms.
    heights: BTreeMap<Key, Rc<Heights>>,
    /// For each set of features and language, the negations that can be used.
    reachable: BTreeMap<(u64, usize), Rc<Vec<usize>>>,
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
    tunings: BTreeMap<Key, Rc<Tuning>>,
    heights: BTreeMap<Key, Rc<Heights>>,
    reachable: BTreeMap<(u64, usize), Rc<Vec<usize>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    swarm: u32,
    features: u64,
    negation: Option<usize>,
    /// All negations of the language, by its printer.
    all_of: Option<usize>,
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
        let swarm = choices.pick(SWARMS)? as u32;
        let features = self.feature_bits(request);
        let tuning = self.tuning(Key { swarm, features, negation: None, all_of: None });
        let least = tuning.depth(self.system.start_pred()).ok_or(DeadEnd)?;
        self.search_program(choices, &tuning, least + request.size, 0, Answer::Derives, None)
    }

    /// A program that has no derivation, because one premise (sometimes two or
    /// three) does not hold and all others do.
    pub fn ill_typed(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
    ) -> Result<Program, DeadEnd> {
        let printer = self.printer(request)?;
        let reachable = self.reachable(request);
        let count = 1 + choices.weighted(&[12, 2, 1])?;
        let target = *choices.choose(&reachable)?;
        self.negated(request, choices, printer, count as u32, target)
    }

    /// [`Generator::ill_typed`] with a given premise of a given rule negated,
    /// exactly once; a dead end if there is no such premise.
    pub fn ill_typed_at(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
        rule: &str,
        premise: &str,
    ) -> Result<Program, DeadEnd> {
        let printer = self.printer(request)?;
        let named = |n: &usize| {
            let negation = &self.system.negations[*n];
            negation.rule == rule && negation.premise == premise
        };
        let target = (0..self.system.negations.len()).find(named).ok_or(DeadEnd)?;
        self.negated(request, choices, printer, 1, target)
    }

    fn negated(
        &mut self,
        request: &Request<'_>,
        choices: &mut Choices,
        printer: usize,
        count: u32,
        target: usize,
    ) -> Result<Program, DeadEnd> {
        let swarm = choices.pick(SWARMS)? as u32;
        let features = self.feature_bits(request);
        // Several negations may be of any premises; one is of the target.
        let (negation, all_of) =
            if count == 1 { (Some(target), None) } else { (None, Some(printer)) };
        let tuning = self.tuning(Key { swarm, features, negation, all_of });
        let start = self.system.start_pred();
        let least = tuning.depth(start).ok_or(DeadEnd)?;
        let negated = tuning.negated_depth(start).ok_or(DeadEnd)?;
        let depth = (least + request.size).max(negated);
        self.search_program(choices, &tuning, depth, count, Answer::Fails, Some(printer))
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
        for _ in 0..siblings {
            // Every sibling is the one before with one more rewrite.
            let last = family.last().expect("there is the first");
            let (term, mut rewrites) = (last.term, last.rewrites.clone());
            let (name, term) = rewrite_once(self.system, &mut self.search.store, term, choices)?;
            rewrites.push(name);
            if self.check(term) != answer {
                self.disagreements += 1;
                return Err(DeadEnd);
            }
            let first = &family[0];
            let (rules, negated) = (first.rules.clone(), first.negated.clone());
            family.push(Program { term, rules, negated, rewrites });
        }
        Ok(family)
    }

    /// The text of the last program that was generated, or of a sibling of it.
    pub fn print(&self, language: &str, program: &Program) -> Option<String> {
        self.system.print(language, &self.search.store, program.term)
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

    fn search_program(
        &mut self,
        choices: &mut Choices,
        tuning: &Tuning,
        depth: u32,
        negations: u32,
        wanted: Answer,
        printer: Option<usize>,
    ) -> Result<Program, DeadEnd> {
        self.search.clear();
        let variable = self.search.store.fresh_var();
        let pred = self.system.start_pred();
        let args = [variable];
        self.search.solve(choices, tuning, Question { pred, args: &args, depth, negations })?;
        loop {
            let term = self.search.store.resolve(variable);
            let ground = self.search.store.is_ground(term);
            let rigid = printer.is_none_or(|printer| self.is_rigid(printer));
            if ground && rigid {
                if self.check(term) == wanted {
                    return Ok(self.finish(term));
                }
                self.disagreements += 1;
            }
            self.search.reject(choices, tuning)?;
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
        Program { term, rules, negated, rewrites: Vec::new() }
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

    fn tuning(&mut self, key: Key) -> Rc<Tuning> {
        if let Some(tuning) = self.tunings.get(&key) {
            return Rc::clone(tuning);
        }
        let system = self.system;
        let rarity = (!self.even).then(|| system.rarity.get_or_init(|| rarity(system)));
        let mut weights = vec![0; system.theory.len()];
        for (i, weight) in weights.iter_mut().enumerate() {
            let clause = system.theory.clause(logic::ClauseId(i as u32));
            let (feature, enabled) = match clause.negation {
                None => (system.rules[system.rule_of[i].expect("a rule")].feature, true),
                Some(number) => {
                    let number = number as usize;
                    let negation = &system.negations[number];
                    let chosen = key.negation == Some(number)
                        || key.all_of.is_some_and(|printer| {
                            !system.printers[printer].skipped.contains(&negation.error)
                        });
                    (negation.feature, chosen)
                }
            };
            // What has no weight is never generated, but the checker knows it.
            if enabled && clause.weight > 0 && self.has(key.features, feature) {
                let raised = rarity.map_or(1, |rarity| rarity[i]);
                let weight_here = clause.weight * WEIGHT_UNIT * raised;
                *weight = (weight_here * swarm_factor(key.swarm, i) / 4).max(1);
            }
        }
        let usable = |id: logic::ClauseId| weights[id.0 as usize] > 0;
        let heights = self.heights.entry(Key { swarm: 0, ..key });
        let heights =
            heights.or_insert_with(|| Rc::new(Heights::new(&system.theory, usable))).clone();
        if let Some(target) = key.negation {
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
        if let Some(known) = self.reachable.get(&(features, printer)) {
            return Rc::clone(known);
        }
        let system = self.system;
        let skipped = &system.printers[printer].skipped;
        let start = system.start_pred();
        let negations = (0..system.negations.len())
            .filter(|&n| !skipped.contains(&system.negations[n].error))
            .filter(|&n| {
                let key = Key { swarm: 0, features, negation: Some(n), all_of: None };
                self.tuning(key).negated_depth(start).is_some()
            })
            .collect();
        let negations = Rc::new(negations);
        self.reachable.insert((features, printer), Rc::clone(&negations));
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

/// The factor by which the weight of each clause is raised. It is computed from a
/// fixed sample of programs, so it depends on the rule file alone.
fn rarity(system: &System) -> Vec<u32> {
    let mut generator = Generator::even(system);
    let language = system.printers.first().map_or("", |printer| printer.language);
    let request = Request { size: 4, features: &system.features, language };
    let mut random = Random::new(0).with_budget(2000, 1);
    let mut programs = vec![0u64; system.theory.len()];
    let mut given_up = 0;
    for i in 0..PILOTS {
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
    let raised = |programs: &u64| match programs * 100 / PILOTS {
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
