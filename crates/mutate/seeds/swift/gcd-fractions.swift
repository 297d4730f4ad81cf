struct Fraction: Equatable, Comparable, Hashable {
  let numerator: Int
  let denominator: Int

  init(_ numerator: Int, over denominator: Int = 1) {
    let divisor: Int = Fraction.gcd(abs(numerator), abs(denominator))
    let sign: Int = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / divisor
    self.denominator = sign * denominator / divisor
  }

  static func gcd(_ a: Int, _ b: Int) -> Int {
    return b == 0 ? max(a, 1) : gcd(b, a % b)
  }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    let top: Int = left.numerator * right.denominator + right.numerator * left.denominator
    return Fraction(top, over: left.denominator * right.denominator)
  }

  static prefix func - (fraction: Fraction) -> Fraction {
    Fraction(-fraction.numerator, over: fraction.denominator)
  }

  static func - (left: Fraction, right: Fraction) -> Fraction { left + -right }

  static func < (left: Fraction, right: Fraction) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }
}

func harmonic(_ terms: Int) -> Fraction {
  var sum = Fraction(0)
  var index: Int = 1
  repeat {
    let term = Fraction(1, over: index)
    sum = sum + term
    index += 1
  } while index <= terms
  return sum
}

func compareHarmonics() -> Bool {
  let third = harmonic(3)
  let fourth = harmonic(2 + 2)
  let gap = fourth - third
  return third < fourth && gap == Fraction(1, over: 4)
}
