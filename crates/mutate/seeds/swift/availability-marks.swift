@available(*, deprecated, renamed: "total(of:)")
func sum(_ numbers: [Int]) -> Int {
  return total(of: numbers)
}

func total(of numbers: [Int]) -> Int {
  var result: Int = 0
  for number in numbers {
    result += number
  }
  return result
}

struct Gauge {
  var level: Int = 0

  @available(macOS 12.0, *)
  var percent: Double { Double(level) * 0.01 }

  @discardableResult
  mutating func raise(by amount: Int = 1) -> Int {
    level += amount
    return level
  }

  @inline(__always)
  func isAbove(_ limit: Int) -> Bool { level > limit }

  @available(*, unavailable, message: "use raise(by:)")
  mutating func up() {}
}

enum Release {
  case first
  case second
  @available(*, unavailable)
  case third
}

func fill(_ amounts: [Int]) -> Double {
  var gauge = Gauge()
  gauge.raise()
  for amount in amounts {
    gauge.raise(by: amount > 50 ? 50 : amount)
  }
  let high: Bool = gauge.isAbove(75 + 5)
  let release: Release = high ? Release.first : .second
  let factor: Double = release == .first ? 0.5 : 1.0
  return gauge.percent * factor + Double(total(of: amounts)) * 1e-3
}
