struct Interval<Bound: Comparable>: Equatable {
  let start: Bound
  let end: Bound

  init(_ start: Bound, _ end: Bound) {
    precondition(start <= end, "an interval has no negative length")
    self.start = start
    self.end = end
  }

  func touches(_ other: Interval<Bound>) -> Bool {
    start <= other.end && other.start <= end
  }

  func union(_ other: Interval<Bound>) -> Interval<Bound> {
    Interval(min(start, other.start), max(end, other.end))
  }
}

extension Interval where Bound == Int {
  var length: Int { end - start }
}

func merged<Bound>(_ intervals: [Interval<Bound>]) -> [Interval<Bound>] {
  var result: [Interval<Bound>] = []
  for interval in intervals.sorted(by: { $0.start < $1.start }) {
    if let last = result.last, last.touches(interval) {
      result[result.count - 1] = last.union(interval)
    } else {
      result.append(interval)
    }
  }
  return result
}

func freeMinutes(_ meetings: [(Int, Int)], from open: Int = 540, to close: Int = 1080) -> Int {
  let busy: [Interval<Int>] = merged(meetings.map { Interval($0.0, $0.1) })
  var used: Int = 0
  for interval in busy {
    used += interval.length
  }
  return close - open - used
}

func office() -> String {
  let free: Int = freeMinutes([(600, 660), (630, 700), (900, 960)])
  let none: Int = freeMinutes([], from: 0, to: 60 * 2)
  let words: [Interval<String>] = merged([Interval("a", "f"), Interval("e", "k")])
  let relaxed: Bool = free > 300 && none == 120
  return relaxed ? words[0].end : "busy for \(540 - free)"
}
