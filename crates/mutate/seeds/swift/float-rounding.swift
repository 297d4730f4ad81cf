struct Interval {
  var low: Double
  var high: Double

  var width: Double { high - low }
  var centre: Double { low + width / 2.0 }

  func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

func rounded(_ value: Double, to places: Int) -> Double {
  var factor: Double = 1.0
  for _ in 0..<places {
    factor *= 10.0
  }
  return (value * factor).rounded(.toNearestOrEven) / factor
}

func squareRoot(_ value: Double, tolerance: Double = 1e-9) -> Double? {
  if value < 0.0 || value.isNaN { return nil }
  var interval = Interval(low: 0.0, high: max(1.0, value))
  while interval.width > tolerance {
    let middle: Double = interval.centre
    if middle * middle > value {
      interval.high = middle
    } else {
      interval.low = middle
    }
  }
  return interval.centre
}

func sumCarefully(_ values: [Float]) -> Float {
  var sum: Float = 0.0
  var lost: Float = 0.0
  for value in values {
    let corrected: Float = value - lost
    let next: Float = sum + corrected
    lost = (next - sum) - corrected
    sum = next
  }
  return sum
}

func tests() -> [Bool] {
  let root: Double = squareRoot(2.0) ?? 0.0
  let near: Bool = rounded(root, to: 3) == 1.414
  let none: Bool = squareRoot(-1.0) == nil && (0.0 / root).isZero
  let unit = Interval(low: -0.5, high: 0x1p-1)
  let inside: Bool = unit.contains(root - 1.0) || unit.contains(Double.pi)
  let third: Float = sumCarefully([0.1, 0.2, 1e3])
  return [near, none, inside, third > 1000.0, Double.infinity > root]
}
