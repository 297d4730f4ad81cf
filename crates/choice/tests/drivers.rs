//! The four drivers against brute force, on generators small enough for it.

use std::collections::BTreeSet;

use choice::{Choices, DeadEnd, Exhaustive, GaveUp, Random, ReplayError, Tape, replay, shrink};
use proptest::prelude::*;

/// A generator as data, so that proptest can make up any.
#[derive(Clone, Debug)]
enum Shape {
    Leaf(u8),
    Fail,
    /// One of several; a weight for each.
    Pick(Vec<(u32, Shape)>),
    /// The same through [`Choices::alternatives`].
    Alternatives(Vec<(u32, Shape)>),
    /// One after the other.
    Both(Box<Shape>, Box<Shape>),
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![3 => (0u8..4).prop_map(Shape::Leaf), 1 => Just(Shape::Fail)];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let branches = prop::collection::vec((0u32..3, inner.clone()), 0..4);
        prop_oneof![
            branches.clone().prop_map(Shape::Pick),
            branches.prop_map(Shape::Alternatives),
            (inner.clone(), inner).prop_map(|(a, b)| Shape::Both(Box::new(a), Box::new(b))),
        ]
    })
}

/// Runs a shape. The result lists the leaves met and the branches taken, so
/// that different answers give different results.
fn run(shape: &Shape, choices: &mut Choices) -> Result<Vec<u32>, DeadEnd> {
    match shape {
        Shape::Leaf(n) => Ok(vec![1000 + u32::from(*n)]),
        Shape::Fail => Err(DeadEnd),
        Shape::Pick(branches) => {
            let weights: Vec<u32> = branches.iter().map(|(weight, _)| *weight).collect();
            let i = choices.weighted(&weights)?;
            choices.span("branch", |choices| {
                let mut made = run(&branches[i].1, choices)?;
                made.insert(0, i as u32);
                Ok(made)
            })
        }
        Shape::Alternatives(branches) => {
            let weights: Vec<u32> = branches.iter().map(|(weight, _)| *weight).collect();
            choices.alternatives(&weights, |choices, i| {
                let mut made = run(&branches[i].1, choices)?;
                made.insert(0, i as u32);
                Ok(made)
            })
        }
        Shape::Both(first, second) => {
            let mut made = choices.span("first", |choices| run(first, choices))?;
            made.extend(choices.span("second", |choices| run(second, choices))?);
            Ok(made)
        }
    }
}

/// All results of a shape, by recursion over the shape itself.
fn brute_force(shape: &Shape) -> Vec<Vec<u32>> {
    match shape {
        Shape::Leaf(n) => vec![vec![1000 + u32::from(*n)]],
        Shape::Fail => vec![],
        Shape::Pick(branches) | Shape::Alternatives(branches) => branches
            .iter()
            .enumerate()
            .filter(|(_, (weight, _))| *weight > 0)
            .flat_map(|(i, (_, inner))| {
                brute_force(inner).into_iter().map(move |mut made| {
                    made.insert(0, i as u32);
                    made
                })
            })
            .collect(),
        Shape::Both(first, second) => {
            let seconds = brute_force(second);
            brute_force(first)
                .into_iter()
                .flat_map(|a| seconds.iter().map(move |b| [a.clone(), b.clone()].concat()))
                .collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn exhaustive_is_brute_force_in_order(shape in shape()) {
        let truth = brute_force(&shape);
        let found: Vec<_> =
            Exhaustive::in_order(|c: &mut Choices| run(&shape, c)).map(|g| g.value).collect();
        prop_assert_eq!(found, truth);
    }

    #[test]
    fn shuffled_has_each_exactly_once(shape in shape(), seed: u64) {
        let mut truth = brute_force(&shape);
        let mut found: Vec<_> =
            Exhaustive::shuffled(seed, |c: &mut Choices| run(&shape, c)).map(|g| g.value).collect();
        truth.sort();
        found.sort();
        prop_assert_eq!(found, truth);
    }

    #[test]
    fn replay_repeats_what_random_made(shape in shape(), seed: u64) {
        let truth = brute_force(&shape);
        match Random::new(seed).generate(0, |c| run(&shape, c)) {
            Ok(made) => {
                prop_assert!(truth.contains(&made.value));
                prop_assert_eq!(replay(&made.tape, |c| run(&shape, c)), Ok(made.value.clone()));
                let again: Tape = made.tape.to_string().parse().unwrap();
                prop_assert_eq!(&again, &made.tape);
                let same = Random::new(seed).generate(0, |c| run(&shape, c)).unwrap();
                prop_assert_eq!(same, made);
            }
            Err(gave_up) => {
                prop_assert!(truth.is_empty());
                prop_assert_eq!(gave_up, GaveUp::NoSolution);
            }
        }
    }

    #[test]
    fn random_reaches_every_solution(shape in shape()) {
        let truth: BTreeSet<_> = brute_force(&shape).into_iter().collect();
        prop_assume!(truth.len() <= 6);
        let mut random = Random::new(7);
        let found: BTreeSet<_> = (0..4000)
            .filter_map(|i| random.generate(i, |c| run(&shape, c)).ok())
            .map(|made| made.value)
            .collect();
        prop_assert_eq!(found, truth);
    }

    #[test]
    fn shrinking_keeps_the_predicate(shape in shape(), seed: u64, wanted in 1000u32..1004) {
        let Ok(made) = Random::new(seed).generate(0, |c| run(&shape, c)) else { return Ok(()) };
        let interesting = |value: &Vec<u32>| value.contains(&wanted);
        match shrink(&made.tape, 10_000, |c| run(&shape, c), interesting) {
            None => prop_assert!(!interesting(&made.value)),
            Some(shrunk) => {
                prop_assert!(interesting(&shrunk.value));
                prop_assert!(shrunk.tape <= made.tape);
                prop_assert_eq!(replay(&shrunk.tape, |c| run(&shape, c)), Ok(shrunk.value));
            }
        }
    }

    #[test]
    fn tapes_survive_their_text(answers: Vec<u32>) {
        let tape = Tape(answers);
        prop_assert_eq!(tape.to_string().parse::<Tape>(), Ok(tape.clone()));
        prop_assert_eq!(Tape::from_bytes(&tape.to_bytes()), Ok(tape));
    }

    #[test]
    fn no_text_makes_the_tape_parser_panic(text: String) {
        let _ = text.parse::<Tape>();
    }

    /// A list of numbers with a length in front: the hard case of shrinking, as
    /// length and elements must change together.
    #[test]
    fn a_list_shrinks_to_its_one_interesting_number(seed: u64, bound in 1u32..900) {
        let numbers = |c: &mut Choices| {
            let n = c.range(0..=20)?;
            (0..n)
                .map(|_| c.span("number", |c| Ok(c.pick(1000)? as u32)))
                .collect::<Result<Vec<_>, _>>()
        };
        let made = Random::new(seed).generate(0, numbers).unwrap();
        let interesting = |list: &Vec<u32>| list.iter().any(|&n| n >= bound);
        if let Some(shrunk) = shrink(&made.tape, 10_000, numbers, interesting) {
            prop_assert_eq!(shrunk.value, vec![bound]);
        }
    }
}

#[derive(Debug, PartialEq)]
enum Expr {
    Number(usize),
    Add(Box<Expr>, Box<Expr>),
    Divide(Box<Expr>, Box<Expr>),
}

fn expression(c: &mut Choices, depth: u32) -> Result<Expr, DeadEnd> {
    c.span("expression", |c| {
        let inner = if depth == 0 { 0 } else { 2 };
        match c.weighted(&[1, inner, inner])? {
            0 => Ok(Expr::Number(c.pick(100)?)),
            kind => {
                let left = Box::new(expression(c, depth - 1)?);
                let right = Box::new(expression(c, depth - 1)?);
                Ok(if kind == 1 { Expr::Add(left, right) } else { Expr::Divide(left, right) })
            }
        }
    })
}

/// The known minimum of "contains a division by zero".
#[test]
fn a_tree_shrinks_to_the_division_by_zero() {
    fn divides_by_zero(e: &Expr) -> bool {
        match e {
            Expr::Number(_) => false,
            Expr::Add(a, b) => divides_by_zero(a) || divides_by_zero(b),
            Expr::Divide(a, b) => {
                **b == Expr::Number(0) || divides_by_zero(a) || divides_by_zero(b)
            }
        }
    }
    let mut random = Random::new(3);
    let mut shrunk = 0;
    for i in 0..2000 {
        let made = random.generate(i, |c| expression(c, 6)).unwrap();
        if divides_by_zero(&made.value) {
            let small = shrink(&made.tape, 10_000, |c| expression(c, 6), divides_by_zero).unwrap();
            let zero = || Box::new(Expr::Number(0));
            assert_eq!(small.value, Expr::Divide(zero(), zero()), "program {i}");
            shrunk += 1;
        }
    }
    assert!(shrunk > 100, "only {shrunk} programs were interesting");
}

/// A search with a trail of its own, through `mark` and `rewind`.
fn queens(c: &mut Choices, n: usize) -> Result<Vec<usize>, DeadEnd> {
    let mut columns: Vec<usize> = Vec::new();
    let mut marks = vec![c.mark()];
    while columns.len() < n {
        let Ok(column) = c.pick(n) else {
            // Nothing is left here: undo the queen before.
            marks.pop();
            let Some(&mark) = marks.last() else { return Err(DeadEnd) };
            columns.pop();
            c.rewind(mark);
            continue;
        };
        let row = columns.len();
        let attacked = columns
            .iter()
            .enumerate()
            .any(|(r, &col)| col == column || col.abs_diff(column) == row - r);
        if attacked {
            c.rewind(*marks.last().expect("a mark for each row"));
        } else {
            columns.push(column);
            marks.push(c.mark());
        }
    }
    Ok(columns)
}

#[test]
fn a_search_that_undoes_its_own_work_is_complete() {
    let all = Exhaustive::in_order(|c: &mut Choices| queens(c, 6)).map(|g| g.value);
    assert_eq!(all.collect::<Vec<_>>().len(), 4);
    let shuffled: BTreeSet<_> =
        Exhaustive::shuffled(1, |c: &mut Choices| queens(c, 8)).map(|g| g.value).collect();
    assert_eq!(shuffled.len(), 92);
    let mut random = Random::new(1);
    let found: BTreeSet<_> = (0..200)
        .map(|i| random.generate(i, |c| queens(c, 6)).unwrap())
        .map(|g| {
            // The dead ends are not on the tape.
            assert_eq!(g.tape.0.len(), 6);
            assert_eq!(replay(&g.tape, |c| queens(c, 6)), Ok(g.value.clone()));
            g.value
        })
        .collect();
    assert_eq!(found.len(), 4);
}

#[test]
fn a_spent_budget_is_said() {
    let hopeless = |c: &mut Choices| -> Result<(), DeadEnd> {
        loop {
            c.pick(2)?;
        }
    };
    let ended = Random::new(0).with_budget(100, 3).generate(0, hopeless);
    assert_eq!(ended.unwrap_err(), GaveUp::BudgetSpent);
}

#[test]
fn a_foreign_tape_is_refused() {
    let pair = |c: &mut Choices| Ok((c.pick(3)?, c.pick(3)?));
    assert_eq!(replay(&Tape(vec![1, 2]), pair), Ok((1, 2)));
    assert_eq!(replay(&Tape(vec![1, 3]), pair), Err(ReplayError::Mismatch { question: 1 }));
    assert_eq!(replay(&Tape(vec![1]), pair), Err(ReplayError::Mismatch { question: 1 }));
    assert_eq!(replay(&Tape(vec![1, 1, 1]), pair), Err(ReplayError::Mismatch { question: 2 }));
}

/// The programs of a seed must stay the same from version to version.
#[test]
fn the_random_stream_is_pinned() {
    let mut random = Random::new(42);
    let made: Vec<_> = (0..3)
        .map(|i| {
            random.generate(i, |c| Ok((c.pick(1000)?, c.weighted(&[1, 2, 3])?))).unwrap().value
        })
        .collect();
    assert_eq!(format!("{made:?}"), "[(681, 2), (716, 1), (183, 1)]");
}

/// A search that notes its spans when a part is solved, and then gives some of
/// what it did up again.
#[test]
fn spans_of_what_was_given_up_are_forgotten() {
    let search = |choices: &mut Choices| {
        let start = choices.mark();
        let first = choices.pick(10)?;
        let middle = choices.mark();
        for _ in 0..20 {
            choices.pick(10)?;
        }
        choices.add_span("part", middle, choices.mark());
        choices.add_span("part", start, choices.mark());
        choices.rewind(middle);
        choices.add_span("part", start, choices.mark());
        Ok(first)
    };
    let made = Random::new(3).generate(0, search).unwrap();
    let shrunk = shrink(&made.tape, 1000, search, |&first| first > 0).unwrap();
    assert_eq!(shrunk.tape, Tape(vec![1]));
}
