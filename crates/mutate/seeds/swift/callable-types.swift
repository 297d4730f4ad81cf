struct Polynomial {
  let coefficients: [Double]

  init(_ coefficients: Double...) {
    self.coefficients = coefficients
  }

  func callAsFunction(_ x: Double) -> Double {
    var result: Double = 0.0
    for coefficient in coefficients.reversed() {
      result = result * x + coefficient
    }
    return result
  }

  var degree: Int { coefficients.count - 1 }

  func derivative() -> [Double] {
    var found: [Double] = []
    for power in 1..<coefficients.count {
      found.append(coefficients[power] * Double(power))
    }
    return found
  }
}

@dynamicCallable
struct Joiner {
  var separator: String = "-"

  func dynamicallyCall(withArguments words: [String]) -> String {
    words.joined(separator: separator)
  }
}

func root(of polynomial: Polynomial, from low: Double, to high: Double) -> Double {
  var (left, right) = (low, high)
  while right - left > 1e-6 {
    let middle: Double = (left + right) * 0.5
    if polynomial(middle) > 0.0 {
      right = middle
    } else {
      left = middle
    }
  }
  return left
}

func solve() -> String {
  let square = Polynomial(-2.0, 0.0, 1.0)
  let found: Double = root(of: square, from: 0.0, to: 2.0)
  let join = Joiner(separator: "/")
  let exact: Bool = abs(square(found)) < 1e-3 && square.degree == 2
  return exact ? join("root", "found") : join("none")
}
