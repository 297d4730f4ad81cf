//! What each question gives, how often, and what is said when there is nothing.

use std::collections::BTreeMap;

use choice::{Choices, DeadEnd, Exhaustive, GaveUp, Random, ReplayError, Tape, TapeError, replay};

/// How often each result comes in 6000 runs.
fn counts<T: Ord>(generator: impl Fn(&mut Choices) -> Result<T, DeadEnd>) -> BTreeMap<T, u32> {
    let mut random = Random::new(5);
    let mut counts = BTreeMap::new();
    for index in 0..6000 {
        let made = random.generate(index, &generator).expect("there is a result");
        *counts.entry(made.value).or_default() += 1;
    }
    counts
}

/// The results with their shares of 6000 runs, which may be off by 200: five
/// standard deviations.
#[track_caller]
fn check<T: Ord + std::fmt::Debug>(
    generator: impl Fn(&mut Choices) -> Result<T, DeadEnd>,
    expected: &[(T, u32)],
) {
    let counts = counts(generator);
    assert!(
        counts.keys().eq(expected.iter().map(|(result, _)| result))
            && counts
                .values()
                .zip(expected)
                .all(|(count, (_, wanted))| count.abs_diff(*wanted) < 200),
        "{counts:?}, not about {expected:?}"
    );
}

#[test]
fn answers_are_as_likely_as_they_should_be() {
    check(|c| c.pick(3), &[(0, 2000), (1, 2000), (2, 2000)]);
    check(|c| c.pick(1), &[(0, 6000)]);
    check(|c| c.weighted(&[1, 0, 3, 2]), &[(0, 1000), (2, 3000), (3, 2000)]);
    check(|c| c.chance(1, 4), &[(false, 4500), (true, 1500)]);
    check(|c| c.chance(0, 4), &[(false, 6000)]);
    check(|c| c.chance(4, 4), &[(true, 6000)]);
    check(|c| c.range(5..=7), &[(5, 2000), (6, 2000), (7, 2000)]);
    check(|c| c.range(5..=5), &[(5, 6000)]);
    check(|c| c.choose(&['a', 'b']).copied(), &[('a', 3000), ('b', 3000)]);
    let shuffled = |c: &mut Choices| {
        let mut items = ["a", "b", "c"];
        c.shuffle(&mut items)?;
        Ok(items.concat())
    };
    let orders = ["abc", "acb", "bac", "bca", "cab", "cba"];
    check(shuffled, &orders.map(|order| (order.to_owned(), 1000)));
    assert_eq!(replay(&Tape(vec![0, 0]), shuffled), Ok("abc".to_owned()));
}

/// What was refuted counts again for a search that begins anew, and what was refuted
/// before it does not.
#[test]
fn what_is_forgotten_may_be_answered_again() {
    check(
        |c| {
            let start = c.mark();
            let refuted = c.pick(3)?;
            c.rewind(start);
            let first = c.pick(3)?;
            assert_ne!(first, refuted);
            let middle = c.mark();
            let second = c.pick(2)?;
            c.rewind(middle);
            assert_ne!(c.pick(2)?, second);
            c.forget_since(middle);
            let again = c.pick(2)?;
            c.rewind(start);
            let last = c.pick(3)?;
            assert!(last != refuted && last != first);
            Ok(again == second)
        },
        &[(false, 3000), (true, 3000)],
    );
}

/// Answers that led nowhere leave the others as likely as before, compared with
/// each other.
#[test]
fn refuted_answers_are_not_given_again() {
    /// Asks again and again until the answer is right.
    fn until(
        c: &mut Choices,
        ask: impl Fn(&mut Choices) -> Result<usize, DeadEnd>,
        right: impl Fn(usize) -> bool,
    ) -> Result<usize, DeadEnd> {
        let mark = c.mark();
        loop {
            let answer = ask(c)?;
            if right(answer) {
                return Ok(answer);
            }
            c.rewind(mark);
        }
    }
    let odd = |answer| answer % 2 == 1;
    check(|c| until(c, |c| c.pick(6), odd), &[(1, 2000), (3, 2000), (5, 2000)]);
    check(|c| until(c, |c| c.pick(4), |answer| answer > 1), &[(2, 3000), (3, 3000)]);
    check(|c| until(c, |c| c.weighted(&[5, 1, 7, 2]), odd), &[(1, 2000), (3, 4000)]);
    check(
        |c| c.alternatives(&[9, 1, 9, 1], |_, way| if odd(way) { Ok(way) } else { Err(DeadEnd) }),
        &[(1, 3000), (3, 3000)],
    );
    // Only that question is asked differently: the one before stays.
    let two = |c: &mut Choices| Ok((c.pick(2)?, until(c, |c| c.pick(4), odd)?));
    check(two, &[((0, 1), 1500), ((0, 3), 1500), ((1, 1), 1500), ((1, 3), 1500)]);
    // The same question at another place has all its answers.
    let next = |c: &mut Choices| Ok((until(c, |c| c.pick(2), odd)?, c.pick(2)?));
    check(next, &[((1, 0), 3000), ((1, 1), 3000)]);
    let none = Random::new(0).generate(0, |c| until(c, |c| c.pick(4), |_| false));
    assert_eq!(none.unwrap_err(), GaveUp::NoSolution);
}

#[test]
fn without_an_alternative_there_is_a_dead_end() {
    type Generator = fn(&mut Choices) -> Result<usize, DeadEnd>;
    let hopeless: [Generator; 5] = [
        |c| c.pick(0),
        |c| c.weighted(&[]),
        |c| c.weighted(&[0, 0]),
        #[allow(clippy::reversed_empty_ranges)]
        |c| c.range(3..=2),
        |c| c.choose(&[]).copied(),
    ];
    for generator in hopeless {
        assert_eq!(Random::new(1).generate(0, generator).unwrap_err(), GaveUp::NoSolution);
        assert_eq!(Exhaustive::in_order(generator).count(), 0);
        assert_eq!(replay(&Tape::default(), generator), Err(ReplayError::DeadEnd));
    }
}

#[test]
fn the_budget_counts_questions() {
    let mut left = Vec::new();
    let made = Random::new(1).with_budget(3, 1).generate(0, |c| {
        for _ in 0..3 {
            left.push(c.budget());
            c.pick(2)?;
        }
        left.push(c.budget());
        Ok(())
    });
    assert!(made.is_ok());
    assert_eq!(left, [3, 2, 1, 0]);
    // A second attempt has the budget again, and other answers.
    let mut attempts = 0;
    let made = Random::new(1).with_budget(10, 5).generate(0, |c| {
        attempts += u32::from(c.budget() == 10);
        if attempts == 3 {
            return c.pick(1000);
        }
        loop {
            c.pick(1000)?;
        }
    });
    assert_eq!(attempts, 3);
    assert_eq!(made.map(|made| made.tape.0.len()), Ok(1), "earlier attempts are not on the tape");
    let mut attempts = 0;
    let spent = Random::new(1).with_budget(10, 5).generate(0, |c| -> Result<(), DeadEnd> {
        attempts += u32::from(c.budget() == 10);
        loop {
            c.pick(2)?;
        }
    });
    assert_eq!((spent.unwrap_err(), attempts), (GaveUp::BudgetSpent, 5));
}

#[test]
#[should_panic(expected = "a mark that lies ahead")]
fn nothing_goes_back_to_what_lies_ahead() {
    let _ = Random::new(1).generate(0, |c| {
        let start = c.mark();
        c.pick(2)?;
        let ahead = c.mark();
        c.rewind(start);
        c.rewind(ahead);
        Ok(())
    });
}

#[test]
fn tapes_are_ordered_by_length_first() {
    let tape = |answers: &[u32]| Tape(answers.to_vec());
    assert!(tape(&[9]) < tape(&[0, 0]));
    assert!(tape(&[0, 9]) < tape(&[1, 0]));
    assert!(tape(&[]) < tape(&[0]));
    assert_eq!(tape(&[3]).partial_cmp(&tape(&[3])), Some(std::cmp::Ordering::Equal));
}

#[test]
fn tapes_are_read_as_they_are_written() {
    for (answers, text) in [
        (vec![], ""),
        (vec![0], "00"),
        (vec![1, 127, 128], "017f8001"),
        (vec![300], "ac02"),
        (vec![u32::MAX], "ffffffff0f"),
    ] {
        assert_eq!(Tape(answers.clone()).to_string(), text);
        assert_eq!(text.parse(), Ok(Tape(answers)));
    }
    for (text, error, said) in [
        ("0x", TapeError::NotHex('x'), "'x' is not a hexadecimal digit"),
        ("000", TapeError::Truncated, "the tape ends in the middle of an answer"),
        ("80", TapeError::Truncated, "the tape ends in the middle of an answer"),
        ("ffffffff10", TapeError::Overflow, "an answer on the tape does not fit 32 bits"),
        ("808080808000", TapeError::Overflow, "an answer on the tape does not fit 32 bits"),
    ] {
        let found = text.parse::<Tape>().unwrap_err();
        assert_eq!((&found, &found.to_string()[..]), (&error, said), "{text}");
    }
}

#[test]
fn what_ends_a_search_is_said() {
    for (error, said) in [
        (DeadEnd.to_string(), "no choice leads further from here"),
        (GaveUp::NoSolution.to_string(), "the generator has no solution at all"),
        (GaveUp::BudgetSpent.to_string(), "the generator met too many dead ends"),
        (ReplayError::DeadEnd.to_string(), "the tape leads to a dead end in this generator"),
    ] {
        assert_eq!(error, said);
    }
    let mismatch = ReplayError::Mismatch { question: 7 }.to_string();
    assert!(mismatch.contains("(question 7)"), "{mismatch}");
}
