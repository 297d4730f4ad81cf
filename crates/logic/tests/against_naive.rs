//! The store and the search against implementations too simple to be wrong.

use std::collections::{BTreeMap, BTreeSet};

use choice::{Exhaustive, Random, replay, shrink};
use std::rc::Rc;

use logic::{
    Clause, Differ, Goal, Heights, Oracle, Pat, Pred, PredInfo, Question, Search, Store, Symbol,
    Term, Theory, Tuning, View,
};
use proptest::prelude::*;

/// A predicate like any other.
fn judgment(name: &'static str, arity: usize) -> PredInfo {
    PredInfo {
        name,
        arity,
        deep: true,
        own_depth: None,
        decided: false,
        aside: false,
        context: None,
        reflexive: None,
    }
}

/// A clause to be given a head and premises.
fn plain(pred: Pred) -> Clause {
    Clause {
        pred,
        head: Vec::new(),
        premises: Vec::new(),
        vars: 0,
        names: Vec::new(),
        adds: u128::MAX,
        weight: 1,
        negation: None,
        closed: false,
    }
}

/// A term as a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Var(usize),
    Int(i64),
    Node(u32, Vec<Tree>),
}

fn tree(vars: usize) -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        3 => (0..vars).prop_map(Tree::Var),
        1 => prop_oneof![0..2i64, Just(i64::MAX), Just(i64::MIN)].prop_map(Tree::Int),
        1 => (0..2u32).prop_map(|f| Tree::Node(f, vec![])),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        (0..2u32, prop::collection::vec(inner, 1..3)).prop_map(|(f, args)| Tree::Node(f, args))
    })
}

type Substitution = BTreeMap<usize, Tree>;

fn apply(s: &Substitution, t: &Tree) -> Tree {
    match t {
        Tree::Var(v) => s.get(v).map_or_else(|| t.clone(), |bound| apply(s, bound)),
        Tree::Int(_) => t.clone(),
        Tree::Node(f, args) => Tree::Node(*f, args.iter().map(|arg| apply(s, arg)).collect()),
    }
}

fn occurs(v: usize, t: &Tree) -> bool {
    match t {
        Tree::Var(w) => v == *w,
        Tree::Int(_) => false,
        Tree::Node(_, args) => args.iter().any(|arg| occurs(v, arg)),
    }
}

/// Robinson's algorithm on trees.
fn naive_unify(s: &mut Substitution, a: &Tree, b: &Tree) -> bool {
    match (apply(s, a), apply(s, b)) {
        (a, b) if a == b => true,
        (Tree::Var(v), t) | (t, Tree::Var(v)) => {
            !occurs(v, &t) && {
                s.insert(v, t);
                true
            }
        }
        (Tree::Node(f, xs), Tree::Node(g, ys)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(&ys).all(|(x, y)| naive_unify(s, x, y))
        }
        _ => false,
    }
}

fn put(store: &mut Store, vars: &[Term], t: &Tree) -> Term {
    match t {
        Tree::Var(v) => vars[*v],
        Tree::Int(n) => store.int(*n),
        Tree::Node(f, args) => {
            let args: Vec<Term> = args.iter().map(|arg| put(store, vars, arg)).collect();
            store.structure(Symbol::new(*f, false), &args)
        }
    }
}

/// Reads a term back, naming variables by their first occurrence.
fn take(store: &Store, seen: &mut Vec<Term>, t: Term) -> Tree {
    match store.view(t) {
        View::Var(_) => {
            let t = store.walk(t);
            let known = seen.iter().position(|&s| s == t).unwrap_or_else(|| {
                seen.push(t);
                seen.len() - 1
            });
            Tree::Var(known)
        }
        View::Int(n) => Tree::Int(n),
        View::Struct(symbol, args) => {
            let number = symbol.number().expect("a symbol of the test");
            let args = args.to_vec();
            Tree::Node(number, args.into_iter().map(|arg| take(store, seen, arg)).collect())
        }
        other => panic!("unexpected {other:?}"),
    }
}

fn canonical(seen: &mut Vec<usize>, t: &Tree) -> Tree {
    match t {
        Tree::Var(v) => Tree::Var(seen.iter().position(|s| s == v).unwrap_or_else(|| {
            seen.push(*v);
            seen.len() - 1
        })),
        Tree::Int(_) => t.clone(),
        Tree::Node(f, args) => {
            Tree::Node(*f, args.iter().map(|arg| canonical(seen, arg)).collect())
        }
    }
}

const VARS: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn unification_is_robinsons(pairs in prop::collection::vec((tree(VARS), tree(VARS)), 1..4)) {
        let mut store = Store::new();
        let vars: Vec<Term> = (0..VARS).map(|_| store.fresh_var()).collect();
        let before = store.mark();
        let mut naive = Substitution::new();
        let mut equal = true;
        for (a, b) in &pairs {
            let (x, y) = (put(&mut store, &vars, a), put(&mut store, &vars, b));
            let expected = match store.differ(x, y) {
                Differ::Apart => false,
                Differ::Same => {
                    prop_assert_eq!(apply(&naive, a), apply(&naive, b));
                    true
                }
                Differ::Depends(..) => {
                    prop_assert_ne!(apply(&naive, a), apply(&naive, b));
                    true
                }
            };
            equal = store.unify(x, y);
            prop_assert_eq!(equal, expected);
            prop_assert_eq!(equal, naive_unify(&mut naive, a, b));
            if !equal {
                break;
            }
        }
        if equal {
            let (mut seen, mut known) = (Vec::new(), Vec::new());
            for (v, &var) in vars.iter().enumerate() {
                let ours = take(&store, &mut seen, var);
                prop_assert_eq!(ours, canonical(&mut known, &apply(&naive, &Tree::Var(v))));
                let resolved = store.resolve(var);
                prop_assert_eq!(store.differ(resolved, var), Differ::Same);
            }
        }
        store.undo(before);
        for &var in &vars {
            prop_assert_eq!(store.walk(var), var);
        }
    }

    /// Undoing restores the table of structures: the same terms get the same
    /// handles again, and no lost structure is found.
    #[test]
    fn interning_survives_undo(
        kept in prop::collection::vec(tree(VARS), 0..60),
        undone in prop::collection::vec(tree(VARS), 0..600),
    ) {
        let mut store = Store::new();
        let vars: Vec<Term> = (0..VARS).map(|_| store.fresh_var()).collect();
        let first: Vec<Term> = kept.iter().map(|t| put(&mut store, &vars, t)).collect();
        let mark = store.mark();
        let once: Vec<Term> = undone.iter().map(|t| put(&mut store, &vars, t)).collect();
        store.undo(mark);
        let again: Vec<Term> = undone.iter().map(|t| put(&mut store, &vars, t)).collect();
        prop_assert_eq!(once, again);
        let second: Vec<Term> = kept.iter().map(|t| put(&mut store, &vars, t)).collect();
        prop_assert_eq!(first, second);
    }
}

fn tuning(theory: &Theory, weights: Vec<u32>) -> Tuning {
    Tuning::new(theory, weights, Rc::new(Heights::new(theory, |_| true)))
}

struct NoOracle;

impl Oracle for NoOracle {
    fn holds(&mut self, _: &mut Store, _: Pred, _: &[Term]) -> Option<bool> {
        None
    }
}

/// A clause as a tree: head arguments, and premises that are calls (`Some`) or
/// disequalities.
type NaiveClause = (usize, Vec<Tree>, Vec<NaiveGoal>);

#[derive(Clone, Debug)]
enum NaiveGoal {
    Call(usize, Vec<Tree>),
    Differ(Tree, Tree),
}

const PREDS: usize = 2;
const ARITY: usize = 2;

fn clause() -> impl Strategy<Value = NaiveClause> {
    let args = || prop::collection::vec(tree(3), ARITY);
    let goal = prop_oneof![
        4 => (0..PREDS, args()).prop_map(|(p, args)| NaiveGoal::Call(p, args)),
        1 => (tree(3), tree(3)).prop_map(|(a, b)| NaiveGoal::Differ(a, b)),
    ];
    (0..PREDS, args(), prop::collection::vec(goal, 0..3))
}

/// All proofs within a depth, as answer terms, by plain recursion. Every clause
/// use gets its own variables.
struct Naive<'a> {
    clauses: &'a [NaiveClause],
    budget: usize,
}

type State = (Substitution, Vec<(Tree, Tree)>, usize);

impl Naive<'_> {
    fn all(&mut self, goals: &[(usize, Vec<Tree>, u32)], state: State) -> Option<Vec<State>> {
        self.budget = self.budget.checked_sub(1)?;
        let Some(((pred, args, depth), rest)) = goals.split_first() else {
            return Some(vec![state]);
        };
        let mut found = Vec::new();
        for (head_pred, head, premises) in self.clauses {
            if head_pred != pred || *depth == 0 {
                continue;
            }
            let (mut s, mut apart, base) = state.clone();
            let shift = |t: &Tree| shift(t, base);
            if !head.iter().zip(args).all(|(h, a)| naive_unify(&mut s, &shift(h), a)) {
                continue;
            }
            let mut goals: Vec<_> = Vec::new();
            for premise in premises {
                match premise {
                    NaiveGoal::Call(p, args) => {
                        goals.push((*p, args.iter().map(shift).collect(), depth - 1));
                    }
                    NaiveGoal::Differ(a, b) => apart.push((shift(a), shift(b))),
                }
            }
            goals.extend_from_slice(rest);
            found.extend(self.all(&goals, (s, apart, base + 3))?);
        }
        Some(found)
    }
}

fn shift(t: &Tree, base: usize) -> Tree {
    match t {
        Tree::Var(v) => Tree::Var(v + base),
        Tree::Int(_) => t.clone(),
        Tree::Node(f, args) => Tree::Node(*f, args.iter().map(|arg| shift(arg, base)).collect()),
    }
}

fn theory(clauses: &[NaiveClause]) -> Theory {
    fn pat(t: &Tree) -> Pat {
        match t {
            Tree::Var(v) => Pat::Var(*v as u16),
            Tree::Int(n) => Pat::Int(*n),
            Tree::Node(f, args) => {
                Pat::Node(Symbol::new(*f, false), args.iter().map(pat).collect())
            }
        }
    }
    let mut theory = Theory::new();
    for _ in 0..PREDS {
        theory.add_pred(judgment("p", ARITY));
    }
    for (pred, head, premises) in clauses {
        theory.add_clause(Clause {
            head: head.iter().map(pat).collect(),
            premises: premises
                .iter()
                .map(|goal| match goal {
                    NaiveGoal::Call(p, args) => {
                        Goal::Call(Pred(*p as u32), args.iter().map(pat).collect()).into()
                    }
                    NaiveGoal::Differ(a, b) => Goal::Differ(pat(a), pat(b)).into(),
                })
                .collect(),
            vars: 3,
            ..plain(Pred(*pred as u32))
        });
    }
    theory
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    /// Exhaustive search finds exactly the proofs that plain recursion finds,
    /// each as often; random search finds some of them, and replay the same.
    #[test]
    fn the_search_is_plain_recursion(
        clauses in prop::collection::vec(clause(), 1..6),
        depth in 1u32..4,
        seed: u64,
    ) {
        let mut naive = Naive { clauses: &clauses, budget: 3000 };
        let question = vec![(0, vec![Tree::Var(0), Tree::Var(1)], depth)];
        let Some(states) = naive.all(&question, (Substitution::new(), Vec::new(), 2)) else {
            return Ok(());
        };
        let mut truth: Vec<Vec<Tree>> = states
            .into_iter()
            .filter(|(s, apart, _)| apart.iter().all(|(a, b)| apply(s, a) != apply(s, b)))
            .map(|(s, ..)| {
                let mut seen = Vec::new();
                (0..2).map(|v| canonical(&mut seen, &apply(&s, &Tree::Var(v)))).collect()
            })
            .collect();
        truth.sort();

        let theory = theory(&clauses);
        let tuning = tuning(&theory, vec![1; theory.len()]);
        let mut search = Search::new(&theory, NoOracle);
        let mut generate = |choices: &mut choice::Choices| {
            search.clear();
            let args = [search.store.fresh_var(), search.store.fresh_var()];
            search.solve(choices, &tuning, Question { pred: Pred(0), args: &args, depth, negations: 0 })?;
            let mut seen = Vec::new();
            Ok(args.iter().map(|&arg| take(&search.store, &mut seen, arg)).collect::<Vec<_>>())
        };
        let mut found: Vec<_> = Exhaustive::in_order(&mut generate).map(|g| g.value).collect();
        found.sort();
        prop_assert_eq!(&found, &truth);

        match Random::new(seed).generate(0, &mut generate) {
            Err(_) => prop_assert!(truth.is_empty()),
            Ok(made) => {
                prop_assert!(truth.contains(&made.value));
                prop_assert_eq!(replay(&made.tape, &mut generate), Ok(made.value.clone()));
                let smaller = shrink(&made.tape, 200, &mut generate, |_| true).unwrap();
                prop_assert!(truth.contains(&smaller.value));
            }
        }
    }

    /// What `open` puts in, `close` takes out again; and the search finds every
    /// body that opens to a given term.
    #[test]
    fn opening_and_closing_are_inverse(t in tree(1)) {
        fn name_for_var(store: &mut Store, t: &Tree) -> Term {
            let name = Term::name(7);
            put(store, &[name], t)
        }
        let mut theory = Theory::new();
        let pred = theory.add_pred(judgment("open", 3));
        let open = |closing| Clause {
            head: vec![Pat::Var(0), Pat::Var(1), Pat::Var(2)],
            premises: vec![
                Goal::Open { body: Pat::Var(0), args: Pat::Var(1), result: Pat::Var(2), closing }
                    .into(),
            ],
            vars: 3,
            ..plain(pred)
        };
        theory.add_clause(open(false));
        let tuning = tuning(&theory, vec![1]);
        let mut search = Search::new(&theory, NoOracle);
        let term = name_for_var(&mut search.store, &t);
        let closed = search.store.close(term, &[Term::name(7)]);
        prop_assert_eq!(search.store.open(closed, &[Term::name(7)]), Some(term));
        prop_assert_eq!(search.store.open(closed, &[]).is_none(), count(&t) > 0);

        let occurrences = count(&t);
        prop_assume!(occurrences <= 6);
        let bodies: BTreeSet<String> = Exhaustive::in_order(|choices: &mut choice::Choices| {
            search.clear();
            let term = name_for_var(&mut search.store, &t);
            let args = search.store.list(&[Term::name(7)]);
            let body = search.store.fresh_var();
            let question = Question { pred, args: &[body, args, term], depth: 1, negations: 0 };
            search.solve(choices, &tuning, question)?;
            let body = search.store.resolve(body);
            assert_eq!(search.store.open(body, &[Term::name(7)]), Some(term));
            Ok(show(&search.store, body))
        })
        .map(|g| g.value)
        .collect();
        prop_assert_eq!(bodies.len(), 1 << occurrences);
    }
}

fn count(t: &Tree) -> u32 {
    match t {
        Tree::Var(_) => 1,
        Tree::Int(_) => 0,
        Tree::Node(_, args) => args.iter().map(count).sum(),
    }
}

fn show(store: &Store, t: Term) -> String {
    match store.view(t) {
        View::Struct(symbol, args) => {
            let args: Vec<String> = args.iter().map(|&arg| show(store, arg)).collect();
            format!("{symbol:?}({})", args.join(","))
        }
        other => format!("{other:?}"),
    }
}

/// Trees with a negated clause for one of their leaves: every proof uses as
/// many negations as asked for, at every place where one fits.
#[test]
fn negations_are_spent_exactly() {
    let node = |f, args| Pat::Node(Symbol::new(f, false), args);
    let mut theory = Theory::new();
    let pred = theory.add_pred(judgment("tree", 1));
    let clause = |head, premises, negation| Clause {
        head: vec![head],
        premises,
        vars: 2,
        negation,
        ..plain(pred)
    };
    let call = |v| Goal::Call(pred, vec![Pat::Var(v)]).into();
    theory.add_clause(clause(node(0, vec![]), vec![], None));
    theory.add_clause(clause(
        node(1, vec![Pat::Var(0), Pat::Var(1)]),
        vec![call(0), call(1)],
        None,
    ));
    theory.add_clause(clause(node(2, vec![Pat::Var(0)]), vec![call(0)], Some(0)));
    let tuning = tuning(&theory, vec![1; 3]);
    assert_eq!(tuning.depth(pred), Some(1));
    assert_eq!(tuning.negated_depth(pred), Some(2));
    let mut search = Search::new(&theory, NoOracle);
    // By hand: t(d, k) trees of depth d with k negations.
    fn trees(depth: u32, negations: u32) -> u64 {
        if depth == 0 {
            return 0;
        }
        let leaf = u64::from(negations == 0);
        let pairs: u64 =
            (0..=negations).map(|k| trees(depth - 1, k) * trees(depth - 1, negations - k)).sum();
        let negated = if negations > 0 { trees(depth - 1, negations - 1) } else { 0 };
        leaf + pairs + negated
    }
    for depth in 1..=3 {
        for negations in 0..=3 {
            let found: BTreeSet<String> = Exhaustive::in_order(|choices: &mut choice::Choices| {
                search.clear();
                let arg = search.store.fresh_var();
                let question = Question { pred, args: &[arg], depth, negations };
                search.solve(choices, &tuning, question)?;
                let used = search.proof().iter().filter(|s| s.clause.0 == 2).count();
                assert_eq!(used as u32, negations);
                Ok(show(&search.store, arg))
            })
            .map(|g| g.value)
            .collect();
            assert_eq!(found.len() as u64, trees(depth, negations), "{depth} {negations}");
        }
    }
}

/// Names: the innermost binding wins, and a list can be made from its length.
#[test]
fn lookup_sees_the_innermost_binding() {
    let bind = Symbol::new(0, false);
    let mut theory = Theory::new();
    let pred = theory.add_pred(judgment("lookup", 3));
    theory.add_clause(Clause {
        head: vec![Pat::Var(0), Pat::Var(1), Pat::Var(2)],
        premises: vec![
            Goal::In(Pat::Node(bind, vec![Pat::Var(1), Pat::Var(2)]), Pat::Var(0)).into(),
        ],
        vars: 3,
        ..plain(pred)
    });
    let tuning = tuning(&theory, vec![1]);
    let mut search = Search::new(&theory, NoOracle);
    let found: Vec<(String, String)> = Exhaustive::in_order(|choices: &mut choice::Choices| {
        search.clear();
        let entries = [(1, 10), (2, 20), (1, 30)].map(|(k, v)| {
            let value = search.store.int(v);
            search.store.structure(bind, &[Term::name(k), value])
        });
        let list = search.store.list(&entries);
        let (key, value) = (search.store.fresh_var(), search.store.fresh_var());
        let args = [list, key, value];
        search.solve(choices, &tuning, Question { pred, args: &args, depth: 1, negations: 0 })?;
        Ok((show(&search.store, key), show(&search.store, value)))
    })
    .map(|g| g.value)
    .collect();
    let name = |n| format!("Name({n})");
    let int = |n| format!("Int({n})");
    assert_eq!(found, [(name(1), int(10)), (name(2), int(20))]);
}

/// A theory in which every proof is a dead end is given up, not searched
/// forever.
#[test]
fn a_hopeless_search_ends() {
    let mut theory = Theory::new();
    let pred = theory.add_pred(judgment("p", 1));
    let node = |f, args| Pat::Node(Symbol::new(f, false), args);
    let call = |v| Goal::Call(pred, vec![Pat::Var(v)]).into();
    for f in 0..2 {
        theory.add_clause(Clause {
            head: vec![node(f, vec![Pat::Var(0), Pat::Var(1)])],
            premises: vec![call(0), call(1)],
            vars: 2,
            ..plain(pred)
        });
    }
    theory.add_clause(Clause {
        head: vec![Pat::Var(0)],
        premises: vec![Goal::Differ(Pat::Var(0), Pat::Var(0)).into()],
        vars: 1,
        ..plain(pred)
    });
    let tuning = tuning(&theory, vec![1; 3]);
    let mut search = Search::new(&theory, NoOracle);
    let ended = Random::new(1).with_budget(20_000, 2).generate(0, |choices| {
        search.clear();
        let arg = search.store.fresh_var();
        search.solve(choices, &tuning, Question { pred, args: &[arg], depth: 9, negations: 0 })
    });
    assert!(ended.is_err());
}

/// Lists of the same length: whichever of the two is known, and where neither is, as
/// soon as one of them gets its length.
#[test]
fn zipped_lists_are_of_the_same_length() {
    let mut theory = Theory::new();
    let pred = theory.add_pred(judgment("zipped", 2));
    theory.add_clause(Clause {
        head: vec![Pat::Var(0), Pat::Var(1)],
        premises: vec![
            Goal::Zip(Pat::Var(0), Pat::Var(1)).into(),
            Goal::Length(Pat::Var(1), 0, 2).into(),
        ],
        vars: 2,
        adds: 0,
        ..plain(pred)
    });
    let tuning = tuning(&theory, vec![1]);
    let mut search = Search::new(&theory, NoOracle);
    // How many items each list has; `None` where that is not known.
    for (left, right, lengths) in [
        (None, None, &[0, 1, 2][..]),
        (Some(2), None, &[2]),
        (None, Some(1), &[1]),
        (Some(1), Some(1), &[1]),
        (Some(1), Some(2), &[]),
        (Some(3), None, &[]),
    ] {
        let found: Vec<(usize, usize)> = Exhaustive::in_order(|choices: &mut choice::Choices| {
            search.clear();
            let args = [left, right].map(|length: Option<usize>| match length {
                Some(length) => {
                    let items: Vec<Term> = (0..length).map(|_| search.store.fresh_var()).collect();
                    search.store.list(&items)
                }
                None => search.store.fresh_var(),
            });
            search.solve(
                choices,
                &tuning,
                Question { pred, args: &args, depth: 1, negations: 0 },
            )?;
            let length = |list| search.store.items(list).expect("a list with an end").len();
            Ok((length(args[0]), length(args[1])))
        })
        .map(|g| g.value)
        .collect();
        let wanted: Vec<_> = lengths.iter().map(|length| (*length, *length)).collect();
        assert_eq!(found, wanted, "lists of {left:?} and {right:?} items");
    }
}
