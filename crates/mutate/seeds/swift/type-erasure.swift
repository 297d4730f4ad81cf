protocol Source {
  associatedtype Output
  mutating func produce() -> Output?
}

struct AnySource<Output>: Source {
  private let step: () -> Output?

  init<S: Source>(_ source: S) where S.Output == Output {
    var copy = source
    step = { copy.produce() }
  }

  mutating func produce() -> Output? { step() }
}

struct Countdown: Source {
  var left: Int

  mutating func produce() -> Int? {
    guard left > 0 else { return nil }
    left -= 1
    return left
  }
}

struct Alternating: Source {
  let low: Int
  let high: Int
  private var flips: Int = 0

  init(_ low: Int, _ high: Int) {
    self.low = low
    self.high = high
  }

  mutating func produce() -> Int? {
    flips += 1
    return flips > 6 ? nil : (flips & 1 == 0 ? low : high)
  }
}

func drain<S: Source>(_ source: S, limit: Int = 100) -> [S.Output] {
  var source = source
  var all: [S.Output] = []
  while all.count < limit, let value = source.produce() {
    all.append(value)
  }
  return all
}

func mixture(_ start: Int) -> Int {
  let sources: [AnySource<Int>] = [AnySource(Countdown(left: start)), AnySource(Alternating(1, 5))]
  var total: Int = 0
  for source in sources {
    let values: [Int] = drain(source, limit: 4)
    total += values.reduce(0, +)
  }
  let shared: Int = drain(sources[0]).count
  return shared > 0 ? total * 2 : total - shared
}
