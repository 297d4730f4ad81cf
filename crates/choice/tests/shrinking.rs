//! How small a tape becomes by each way of shrinking, and after how many tries.
//!
//! Each generator needs one way in particular: without it, the result is larger
//! or the tries are more.

use choice::{Choices, DeadEnd, Shrunk, Tape, shrink};

/// Shrinks a tape; the result, and at most how often it is asked about.
#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(
    tape: &[u32],
    generator: impl FnMut(&mut Choices) -> Result<T, DeadEnd>,
    interesting: impl FnMut(&T) -> bool,
    expected: T,
    tries: usize,
) {
    let Shrunk { value, asked, .. } =
        shrink(&Tape(tape.to_vec()), 10_000, generator, interesting).expect("it is interesting");
    assert_eq!(value, expected);
    assert!(asked <= tries, "{asked} tries instead of {tries}");
}

/// Numbers up to a 0, each in a span of its own.
fn items(c: &mut Choices) -> Result<Vec<usize>, DeadEnd> {
    let mut items = Vec::new();
    loop {
        let item = c.span("item", |c| c.pick(10_000))?;
        if item == 0 {
            return Ok(items);
        }
        items.push(item);
    }
}

#[test]
fn spans_are_cut_out() {
    check(&[5, 8, 5, 9, 5, 0], items, |list| list.contains(&9), vec![9], 10_000);
}

#[test]
fn numbers_are_bisected() {
    check(&[9000, 0], items, |list| list.iter().any(|&n| n >= 4321), vec![4321], 10_000);
}

#[test]
fn small_answers_are_tried_one_by_one() {
    // Only 3 and 11 are interesting: bisection would miss 3.
    let one = |c: &mut Choices| c.pick(16);
    check(&[11], one, |n| [3, 11].contains(n), 3, 10_000);
}
