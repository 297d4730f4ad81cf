func power<N: Numeric>(_ base: N, _ exponent: Int) -> N {
  var result: N = 1
  for _ in 0..<exponent {
    result *= base
  }
  return result
}

func sum<S: Sequence>(_ numbers: S) -> S.Element where S.Element: AdditiveArithmetic {
  var total: S.Element = .zero
  for number in numbers {
    total += number
  }
  return total
}

func mean<C: Collection>(_ numbers: C) -> C.Element? where C.Element: BinaryFloatingPoint {
  if numbers.isEmpty { return nil }
  return sum(numbers) / C.Element(numbers.count)
}

func lerp<F: FloatingPoint>(_ a: F, _ b: F, _ share: F) -> F {
  a + (b - a) * share
}

func digits<I: BinaryInteger>(_ number: I) -> [Int] {
  var rest: I = number < 0 ? 0 - number : number
  var found: [Int] = []
  repeat {
    found.append(Int(rest % 10))
    rest /= 10
  } while rest != 0
  return found.reversed()
}

func clamp<T: Comparable>(_ value: T, _ low: T, _ high: T) -> T {
  return value < low ? low : value > high ? high : value
}

func sample(_ count: Int) -> String {
  let cube: Int = power(count, 3)
  let half: Double = power(0.5, 2)
  let average: Double = mean([1.5, 2.5, half]) ?? 0.0
  let small: Float = lerp(1.0, 3.0, 0.25)
  let figures: [Int] = digits(Int16(-1203))
  let bounded: Int = clamp(cube, 0, 99)
  let level: Bool = average > 1.0 && small < 2.0
  return level ? "\(bounded + sum(figures))" : clamp("m", "a", "k")
}
