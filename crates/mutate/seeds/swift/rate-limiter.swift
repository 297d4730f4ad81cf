struct Instant: Comparable {
  let seconds: Double

  static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
  static func - (a: Instant, b: Instant) -> Double { a.seconds - b.seconds }

  func advanced(by seconds: Double) -> Instant {
    Instant(seconds: self.seconds + seconds)
  }
}

struct Limiter {
  let capacity: Double
  let perSecond: Double
  private var tokens: Double
  private var last = Instant(seconds: 0.0)

  init(capacity: Double, perSecond: Double = 1.0) {
    self.capacity = capacity
    self.perSecond = perSecond
    tokens = capacity
  }

  mutating func allows(at now: Instant, cost: Double = 1.0) -> Bool {
    let passed: Double = now - last
    tokens = min(capacity, tokens + passed * perSecond)
    last = now
    if tokens < cost { return false }
    tokens -= cost
    return true
  }
}

func burst(_ count: Int, every gap: Double) -> (allowed: Int, denied: Int) {
  var limiter = Limiter(capacity: 3.0, perSecond: 0.5)
  var now = Instant(seconds: 10.0)
  var result: (allowed: Int, denied: Int) = (allowed: 0, denied: 0)
  for _ in 0..<count {
    if limiter.allows(at: now) {
      result.allowed += 1
    } else {
      result.denied += 1
    }
    now = now.advanced(by: gap)
  }
  return result
}

func verdict() -> String {
  let fast = burst(10, every: 0.1)
  let slow = burst(5, every: 2.5)
  let fair: Bool = slow.denied == 0 && fast.allowed < 5
  let share: Double = Double(fast.allowed) / 10.0
  return fair && share < 0.5 ? "fair" : "unfair"
}
