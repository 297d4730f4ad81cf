//! How small a tape becomes by each way of shrinking, and after how many tries.
//!
//! Each generator needs one way in particular: without it, the result is larger
//! or the tries are more.

use choice::{Choices, DeadEnd, Shrinker, Shrunk, Tape, shrink};

/// Shrinks a tape; the smallest tape, and at most how often it is asked about.
#[track_caller]
fn check<T>(
    tape: &[u32],
    generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    interesting: impl FnMut(&T) -> bool,
    smallest: &[u32],
    tries: usize,
) {
    let Shrunk { tape, asked, .. } =
        shrink(&Tape(tape.to_vec()), 10_000, generator, interesting).expect("it is interesting");
    assert_eq!(tape.0, smallest);
    assert!(asked <= tries, "{asked} tries instead of {tries}");
}

/// Pairs of numbers up to a pair that begins with 0, which is one of them.
fn pairs(c: &mut Choices) -> Result<Vec<(usize, usize)>, DeadEnd> {
    let mut pairs = Vec::new();
    loop {
        let pair = c.span("pair", |c| Ok((c.pick(100)?, c.pick(100)?)))?;
        pairs.push(pair);
        if pair.0 == 0 {
            return Ok(pairs);
        }
    }
}

#[test]
fn spans_are_cut_out() {
    let tape = [1, 2, 3, 4, 9, 9, 5, 6, 7, 8, 0, 0];
    let has_nines = |pairs: &Vec<_>| pairs.contains(&(9, 9));
    check(&tape, pairs, has_nines, &[9, 9, 0, 0], 31);
}

/// A search knows only afterwards what belongs together.
#[test]
fn spans_may_be_told_afterwards() {
    let told_later = |c: &mut Choices| {
        let mut pairs = Vec::new();
        loop {
            let start = c.mark();
            let pair = (c.pick(100)?, c.pick(100)?);
            let end = c.mark();
            c.add_span("pair", start, end);
            pairs.push(pair);
            if pair.0 == 0 {
                return Ok(pairs);
            }
        }
    };
    let tape = [1, 2, 3, 4, 9, 9, 5, 6, 7, 8, 0, 0];
    check(&tape, told_later, |pairs| pairs.contains(&(9, 9)), &[9, 9, 0, 0], 31);
}

#[test]
fn stretches_are_cut_out() {
    let numbers = |c: &mut Choices| {
        let numbers = std::iter::from_fn(|| Some(c.pick(100)).filter(|n| *n != Ok(0)));
        numbers.collect::<Result<Vec<_>, _>>()
    };
    let has_nine = |numbers: &Vec<_>| numbers.contains(&9);
    check(&[1, 2, 3, 4, 9, 5, 6, 7, 8, 0], numbers, has_nine, &[9, 0], 17);
}

/// A number inside so many wrappings, and what comes behind.
fn wrapped(c: &mut Choices) -> Result<usize, DeadEnd> {
    c.span("wrapped", |c| match c.pick(2)? {
        0 => c.pick(100),
        _ => {
            let inside = wrapped(c)?;
            c.pick(100)?;
            Ok(inside)
        }
    })
}

#[test]
fn a_part_takes_the_place_of_the_whole() {
    let tape = [1, 1, 1, 0, 42, 5, 6, 8, 7];
    let with_tail = |c: &mut Choices| Ok((wrapped(c)?, c.pick(100)?));
    check(&tape, with_tail, |made| *made == (42, 7), &[0, 42, 7], 26);
}

#[test]
fn a_span_goes_to_zero_at_once() {
    let twins = |c: &mut Choices| {
        let twins = c.span("twins", |c| Ok((c.pick(100)?, c.pick(100)?)))?;
        Ok((twins, c.pick(100)?))
    };
    check(&[50, 50, 7], twins, |((a, b), tail)| a == b && *tail == 7, &[0, 0, 7], 15);
}

#[test]
fn numbers_are_bisected() {
    let number = |c: &mut Choices| c.pick(10_000);
    check(&[9000], number, |n| *n >= 4321, &[4321], 26);
    check(&[17], number, |n| *n >= 17, &[17], 7);
    check(&[18], number, |n| *n >= 17, &[17], 10);
}

#[test]
fn small_answers_are_tried_one_by_one() {
    let number = |c: &mut Choices| c.pick(10_000);
    // Bisection would miss these.
    check(&[16], number, |n| [1, 16].contains(n), &[1], 3);
    check(&[11], number, |n| [3, 11].contains(n), &[3], 5);
    check(&[5], number, |n| [4, 5].contains(n), &[4], 6);
}

/// A number of items, then these, then what comes behind.
fn counted(c: &mut Choices, spans: bool) -> Result<(Vec<[usize; 2]>, usize), DeadEnd> {
    let count = c.pick(10)?;
    let item = |c: &mut Choices| Ok([c.pick(100)?, c.pick(if spans { 100 } else { 1 })?]);
    let items =
        (0..count).map(|_| if spans { c.span("item", item) } else { Ok([c.pick(100)?, 0]) });
    let items = items.collect::<Result<_, _>>()?;
    Ok((items, c.pick(100)?))
}

#[test]
fn a_count_and_an_item_go_together() {
    let tape = [3, 1, 2, 9, 9, 3, 4, 7];
    let wanted = |(items, tail): &(Vec<_>, _)| items.contains(&[9, 9]) && *tail == 7;
    check(&tape, |c| counted(c, true), wanted, &[1, 9, 9, 7], 74);
    let tape = [3, 1, 9, 3, 7];
    let wanted = |(items, tail): &(Vec<_>, _)| items.contains(&[9, 0]) && *tail == 7;
    check(&tape, |c| counted(c, false), wanted, &[1, 9, 7], 70);
}

#[test]
fn a_generator_that_runs_away_is_stopped() {
    let zeros = |c: &mut Choices| {
        let mut zeros = 0;
        while c.pick(2)? == 0 {
            zeros += 1;
        }
        Ok(zeros)
    };
    check(&[0, 0, 0, 1], zeros, |zeros| *zeros >= 2, &[0, 0, 1], 3);
}

#[test]
fn the_limit_is_kept() {
    let tape = Tape(vec![1, 2, 3, 4, 9, 9, 5, 6, 7, 8, 0, 0]);
    let has_nines = |pairs: &Vec<_>| pairs.contains(&(9, 9));
    let mut last = tape.clone();
    for limit in 1..6 {
        let shrunk = shrink(&tape, limit, pairs, has_nines).expect("interesting");
        assert_eq!(shrunk.asked, limit);
        assert!(shrunk.tape <= last, "more tries give no larger tape");
        assert_eq!(shrunk.tape == tape, limit == 1, "the first try is the tape itself");
        last = shrunk.tape;
    }
    assert!(shrink(&tape, 0, pairs, has_nines).is_none());
}

#[test]
fn what_is_not_interesting_is_not_shrunk() {
    let number = |c: &mut Choices| c.pick(10);
    assert!(shrink(&Tape(vec![3]), 100, number, |n| *n == 4).is_none());
    let dead_end = |_: &mut Choices| Err::<(), _>(DeadEnd);
    assert!(shrink(&Tape(vec![3]), 100, dead_end, |()| true).is_none());
}

/// Shrinks with batches; the smallest tape, how many batches that took, and how many
/// candidates.
fn in_batches<T: Clone>(
    tape: &[u32],
    most: usize,
    generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    size: impl FnMut(&T) -> usize,
    interesting: impl Fn(&T) -> bool,
) -> (Vec<u32>, usize, usize) {
    let mut shrinker = Shrinker::new(&Tape(tape.to_vec()), generator, size).unwrap();
    let (mut batches, mut candidates) = (0, 0);
    loop {
        let best = shrinker.best().1.clone();
        let proposed = shrinker.propose(most).to_vec();
        if proposed.is_empty() {
            assert_eq!(shrinker.propose(most).len(), 0, "the end is the end");
            return (best.0, batches, candidates);
        }
        assert!(proposed.len() <= most);
        let tapes: std::collections::BTreeSet<_> = proposed.iter().map(|c| &c.tape).collect();
        assert_eq!(tapes.len(), proposed.len(), "each candidate once");
        batches += 1;
        candidates += proposed.len();
        let verdicts: Vec<bool> = proposed.iter().map(|c| interesting(&c.value)).collect();
        shrinker.tell(&verdicts);
    }
}

#[test]
fn batches_find_the_same_in_fewer_rounds() {
    let mut tape: Vec<u32> = (1..=40).collect();
    tape.extend([9, 9, 0, 0]);
    let has_nines = |pairs: &Vec<_>| pairs.contains(&(9, 9));
    let (one, rounds_of_one, _) = in_batches(&tape, 1, pairs, |_| 0, has_nines);
    let (many, rounds_of_many, asked) = in_batches(&tape, 8, pairs, |_| 0, has_nines);
    assert_eq!((&one[..], &many[..]), (&[9, 9, 0, 0][..], &[9, 9, 0, 0][..]));
    assert!(rounds_of_many * 3 < rounds_of_one, "{rounds_of_many} and {rounds_of_one} rounds");
    assert!(asked < 60, "{asked} candidates: cuts that work alone are tried together");
}

#[test]
fn the_size_counts_before_the_tape() {
    // A longer tape for a smaller result: a number is written with one digit, or
    // counted.
    let number = |c: &mut Choices| match c.pick(2)? {
        0 => Ok(5 + c.pick(5)?),
        _ => {
            let mut counted = 0;
            while counted < 4 && c.pick(2)? == 1 {
                counted += 1;
            }
            Ok(counted)
        }
    };
    let at_least_two = |n: &usize| *n >= 2;
    let (by_size, ..) = in_batches(&[1, 1, 1, 1, 1], 4, number, |n| *n, at_least_two);
    assert_eq!(by_size, [1, 1, 1, 0]);
    let (by_tape, ..) = in_batches(&[1, 1, 1, 1, 1], 4, number, |_| 0, at_least_two);
    assert_eq!(by_tape, [0, 0]);
}

#[test]
fn what_is_not_told_about_is_forgotten() {
    let number = |c: &mut Choices| c.pick(10);
    let mut shrinker = Shrinker::new(&Tape(vec![4]), number, |n| *n).unwrap();
    let first: Vec<usize> = shrinker.propose(2).iter().map(|c| c.value).collect();
    let second: Vec<usize> = shrinker.propose(2).iter().map(|c| c.value).collect();
    assert_eq!((first, second), (vec![0, 1], vec![2, 3]));
    assert_eq!(shrinker.best(), (&4, &Tape(vec![4])));
}

#[test]
fn the_smallest_thing_takes_the_place_of_a_span() {
    // A part is 9 or, with a greater answer, 2; what is interesting has three parts.
    let parts = |c: &mut Choices| {
        let part = |c: &mut Choices| Ok([9, 2][c.pick(2)?]);
        (0..3).map(|_| c.span("part", part)).collect::<Result<Vec<usize>, _>>()
    };
    let size = |parts: &Vec<usize>| parts.iter().sum();
    let (tape, ..) = in_batches(&[0, 0, 0], 4, parts, size, |parts| parts.len() == 3);
    assert_eq!(tape, [1, 1, 1]);
}
