struct Fibonacci: Sequence, IteratorProtocol {
  private var current: Int = 0
  private var following: Int = 1
  let limit: Int

  init(below limit: Int) {
    self.limit = limit
  }

  mutating func next() -> Int? {
    guard current < limit else { return nil }
    let result: Int = current
    (current, following) = (following, current + following)
    return result
  }
}

func evenSum(below limit: Int) -> Int {
  var sum: Int = 0
  for number in Fibonacci(below: limit) where number.isMultiple(of: 2) {
    sum += number
  }
  return sum
}

func ratios(_ count: Int) -> [Double] {
  var found: [Double] = []
  var previous: Double = 1.0
  for number in Fibonacci(below: 1_000).dropFirst(2).prefix(count) {
    let value: Double = Double(number)
    found.append(value / previous)
    previous = value
  }
  return found
}

func converges() -> Bool {
  let all: [Double] = ratios(12)
  let last: Double = all.last ?? 1.0
  let golden: Double = (1.0 + 5.0.squareRoot()) / 2.0
  let distance: Double = abs(last - golden)
  let small: Bool = distance < 1e-3
  return small && evenSum(below: 100) == 44
}
