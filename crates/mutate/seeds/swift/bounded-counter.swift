protocol Counter {
  var value: Int { get set }
  var limit: Int { get }
  mutating func advance(by step: Int) -> Bool
}

extension Counter {
  mutating func advance(by step: Int = 1) -> Bool {
    let next: Int = value + step
    guard next <= limit else { return false }
    value = next
    return true
  }

  var isAtLimit: Bool { value == limit }
  var left: Int { limit - value }
}

struct Simple: Counter {
  var value: Int = 0
  let limit: Int
}

struct Wrapping: Counter {
  var value: Int = 0
  let limit: Int
  private(set) var wraps: Int = 0

  init(limit: Int) { self.limit = limit }

  mutating func advance(by step: Int) -> Bool {
    value += step
    if value > limit {
      value -= limit + 1
      wraps += 1
    }
    return true
  }
}

func drive(_ counter: inout some Counter, times: Int) -> Int {
  var succeeded: Int = 0
  for index in 0..<times where counter.advance(by: index & 1 == 0 ? 1 : 2) {
    succeeded += 1
  }
  return succeeded
}

func compare(_ limit: Int) -> String {
  var simple = Simple(limit: limit)
  var wrapping = Wrapping(limit: limit)
  let first: Int = drive(&simple, times: 10)
  let second: Int = drive(&wrapping, times: 10)
  let done: Bool = simple.isAtLimit || simple.left < 2
  let gap: Int = second - first
  return done ? "stopped \(gap)" : "wrapped \(wrapping.wraps + 1)"
}
