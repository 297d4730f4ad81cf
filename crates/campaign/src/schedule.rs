//! Which lane is next. A slow compiler gets as much of the machine as a fast one; the
//! modes in which an engine tests one compiler get equally many programs, as far as
//! they cost about the same.

use std::time::Duration;

/// The lanes of a campaign, as one process works on them.
#[derive(Debug)]
pub(crate) struct Schedule(Vec<LaneState>);

/// A lane whose shards take this many times as long as those of another lane of its
/// group still gets as many of them.
const CHEAP: f64 = 4.0;

#[derive(Clone, Debug, Default)]
struct LaneState {
    /// Lanes of one group share the time that each of them would have alone.
    group: usize,
    /// The time that was spent on the lane, and on how many shards.
    spent: Duration,
    shards: u32,
    /// How many workers are at it.
    under_way: u32,
    /// How many shards in a row gave no verdicts.
    without_verdicts: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Open,
    /// Every shard is done.
    Done,
    /// None of its targets works.
    Broken,
}

impl LaneState {
    /// The time that will have been spent when what is under way is done.
    fn expected(&self) -> Duration {
        let each = if self.shards == 0 { Duration::from_secs(1) } else { self.spent / self.shards };
        self.spent + each * self.under_way
    }
}

impl Schedule {
    /// A schedule for lanes in these groups.
    pub(crate) fn new(groups: impl IntoIterator<Item = usize>) -> Schedule {
        let lane = |group| LaneState { group, ..LaneState::default() };
        Schedule(groups.into_iter().map(lane).collect())
    }

    /// Begins work on an open lane: of the group that has had the least time, the lane
    /// that has had the fewest shards, where expensive shards count as several.
    pub(crate) fn begin(&mut self) -> Option<usize> {
        let is_open = |lane: &&LaneState| lane.state == State::Open;
        let of_group =
            |group: usize| self.0.iter().filter(move |lane| lane.group == group).filter(is_open);
        let time = |group: usize| {
            let (count, time) = of_group(group)
                .fold((0, Duration::ZERO), |(n, sum), lane| (n + 1, sum + lane.expected()));
            time / count
        };
        let group =
            self.0.iter().filter(is_open).map(|lane| lane.group).min_by_key(|g| time(*g))?;
        let each = |lane: &LaneState| lane.spent.as_secs_f64() / f64::from(lane.shards.max(1));
        let known = of_group(group).filter(|lane| lane.shards > 0).map(each);
        let cheapest = known.fold(f64::INFINITY, f64::min);
        let had = |lane: &LaneState| {
            let weight = (each(lane) / (CHEAP * cheapest)).max(1.0);
            f64::from(lane.shards + lane.under_way) * weight
        };
        let open = self.0.iter().enumerate().filter(|(_, lane)| is_open(lane));
        let mine = open.filter(|(_, lane)| lane.group == group);
        let next = mine.min_by(|(_, a), (_, b)| had(a).total_cmp(&had(b))).map(|(lane, _)| lane)?;
        self.0[next].under_way += 1;
        Some(next)
    }

    /// A worker has done a shard in this time.
    pub(crate) fn did_shard(&mut self, lane: usize, time: Duration) {
        let lane = &mut self.0[lane];
        lane.under_way -= 1;
        lane.spent += time;
        lane.shards += 1;
        lane.without_verdicts = 0;
    }

    /// A worker got no verdicts for a shard; how many there were in a row.
    pub(crate) fn gave_no_verdicts(&mut self, lane: usize) -> u32 {
        self.0[lane].without_verdicts += 1;
        self.0[lane].without_verdicts
    }

    /// A worker found nothing to do in the lane for now.
    pub(crate) fn waits(&mut self, lane: usize, time: Duration) {
        let lane = &mut self.0[lane];
        lane.under_way -= 1;
        lane.spent += time;
    }

    /// A worker found that every shard of the lane is done.
    pub(crate) fn is_done(&mut self, lane: usize) {
        self.0[lane].under_way -= 1;
        self.0[lane].state = State::Done;
    }

    /// A worker found that none of the lane's targets works.
    pub(crate) fn is_broken(&mut self, lane: usize) {
        self.0[lane].under_way -= 1;
        self.0[lane].state = State::Broken;
    }

    /// Whether no lane has a target that works.
    pub(crate) fn is_all_broken(&self) -> bool {
        self.0.iter().all(|lane| lane.state == State::Broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn modes_of_one_compiler_get_equally_many_programs() {
        // Of the first group one lane takes twice as long as the other, of the second
        // one twenty times.
        let mut schedule = Schedule::new([0, 0, 1, 1]);
        let takes = [1, 2, 1, 20];
        let (mut shards, mut spent) = ([0i32; 4], [0; 4]);
        for _ in 0..3000 {
            let lane = schedule.begin().unwrap();
            shards[lane] += 1;
            spent[lane] += takes[lane];
            schedule.did_shard(lane, seconds(takes[lane]));
        }
        assert!((shards[0] - shards[1]).abs() <= 1, "{shards:?}");
        // What is expensive gets four times the time, and not twenty times.
        assert!((3 * spent[2]..=5 * spent[2]).contains(&spent[3]), "{spent:?}");
        let groups = [spent[0] + spent[1], spent[2] + spent[3]];
        assert!(groups[0].abs_diff(groups[1]) <= 40, "{groups:?}");
    }

    #[test]
    fn compilers_get_equal_time_whatever_a_shard_takes() {
        let mut schedule = Schedule::new(0..3);
        let takes = [1, 5, 20];
        let mut spent = [0; 3];
        for _ in 0..600 {
            let lane = schedule.begin().unwrap();
            spent[lane] += takes[lane];
            schedule.did_shard(lane, seconds(takes[lane]));
        }
        let (least, most) = (spent.iter().min().unwrap(), spent.iter().max().unwrap());
        assert!(most - least <= 20, "{spent:?}");
    }

    #[test]
    fn what_is_under_way_counts_as_what_it_will_take() {
        let mut schedule = Schedule::new(0..2);
        assert_eq!(schedule.begin(), Some(0));
        assert_eq!(schedule.begin(), Some(1), "a lane that nobody is at comes first");
        schedule.did_shard(0, seconds(10));
        schedule.did_shard(1, seconds(4));
        assert_eq!(schedule.begin(), Some(1));
        assert_eq!(schedule.begin(), Some(1), "8 s are less than 10 s");
        assert_eq!(schedule.begin(), Some(0));
    }

    #[test]
    fn lanes_that_are_done_or_broken_get_no_work() {
        let mut schedule = Schedule::new(0..3);
        for lane in 0..3 {
            assert_eq!(schedule.begin(), Some(lane));
        }
        schedule.is_done(0);
        schedule.is_broken(1);
        schedule.waits(2, seconds(100));
        assert_eq!(schedule.begin(), Some(2));
        assert!(!schedule.is_all_broken());
        schedule.is_broken(2);
        assert_eq!(schedule.begin(), None);
        assert!(!schedule.is_all_broken(), "one was done");
        let mut broken = Schedule::new(0..1);
        broken.begin();
        broken.is_broken(0);
        assert!(broken.is_all_broken());
    }
}
