//! Looking for programs that take a compiler far longer than others.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use case::TargetName;

use crate::sighting::{SLOW_AT_LEAST, SLOW_RATIO};

/// Recent compile times for one program in a batch, by target.
#[derive(Debug, Default)]
pub(crate) struct Pace(BTreeMap<TargetName, VecDeque<Duration>>);

/// The number of batches that are remembered.
const REMEMBERED: usize = 65;
/// The number of batches before anything is said.
const ENOUGH: usize = 5;

impl Pace {
    /// Notes what a target took for each program of a batch, and gives the median
    /// of the batches before, if there were enough.
    pub(crate) fn note(&mut self, target: &TargetName, each: Duration) -> Option<Duration> {
        let times = self.0.entry(target.clone()).or_default();
        let median = (times.len() >= ENOUGH).then(|| {
            let mut sorted: Vec<Duration> = times.iter().copied().collect();
            sorted.sort();
            sorted[sorted.len() / 2]
        });
        if times.len() == REMEMBERED {
            times.pop_front();
        }
        times.push_back(each);
        median
    }
}

/// Whether a batch took so long that a program in it may be slow: a quarter of
/// the ratio that counts, since one slow program is diluted by the others.
pub(crate) fn is_suspicious(whole: Duration, programs: usize, usual: Duration) -> bool {
    let each = whole.as_secs_f64() / programs.max(1) as f64;
    programs > 1 && whole > SLOW_AT_LEAST && each > SLOW_RATIO / 4.0 * usual.as_secs_f64().max(1e-6)
}

/// The program that takes the most time among those of a batch, found by
/// following the slower half, and another one to compare it with. `time` is what
/// the compiler takes for the programs at some positions.
pub(crate) fn slowest(
    programs: usize,
    mut time: impl FnMut(&[usize]) -> Duration,
) -> Option<(usize, usize)> {
    if programs < 2 {
        return None;
    }
    let mut suspects: Vec<usize> = (0..programs).collect();
    while suspects.len() > 1 {
        let right = suspects.split_off(suspects.len() / 2);
        if time(&right) > time(&suspects) {
            suspects = right;
        }
    }
    let slowest = suspects[0];
    Some((slowest, usize::from(slowest == 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_program_is_found_wherever_it_is() {
        for programs in 2..40 {
            for slow in 0..programs {
                let mut runs = 0;
                let found = slowest(programs, |positions| {
                    runs += 1;
                    let is = |p: &usize| if *p == slow { 1000 } else { 10 };
                    Duration::from_millis(positions.iter().map(is).sum())
                });
                let other = if slow == 0 { 1 } else { 0 };
                assert_eq!(found, Some((slow, other)));
                assert!(runs <= 2 * programs.ilog2() + 2, "{runs} runs for {programs} programs");
            }
        }
        assert_eq!(slowest(1, |_| unreachable!("there is nothing to compare with")), None);
    }

    #[test]
    fn batches_are_compared_with_the_median_of_those_before() {
        let mut pace = Pace::default();
        let (a, b) = (TargetName::new("a", "1"), TargetName::new("b", "1"));
        let ms = Duration::from_millis;
        for i in 0..5 {
            assert_eq!(pace.note(&a, ms([50, 10, 30, 20, 40][i])), None, "too early");
        }
        assert_eq!(pace.note(&a, ms(1)), Some(ms(30)));
        assert_eq!(pace.note(&b, ms(1)), None, "another target");
        for _ in 0..65 {
            pace.note(&a, ms(7));
        }
        assert_eq!(pace.note(&a, ms(7)), Some(ms(7)), "what is long ago is forgotten");
    }

    #[test]
    fn a_batch_is_suspicious_if_it_took_long_in_all_and_for_each() {
        let ms = Duration::from_millis;
        assert!(is_suspicious(ms(2100), 10, ms(80)));
        assert!(!is_suspicious(ms(2100), 10, ms(90)), "2.3 times the usual time");
        assert!(!is_suspicious(ms(2000), 10, ms(10)), "two seconds are nothing");
        assert!(!is_suspicious(ms(9000), 1, ms(10)), "nothing to compare with");
    }
}
