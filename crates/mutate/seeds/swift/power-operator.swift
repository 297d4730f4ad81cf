precedencegroup ExponentiationPrecedence {
  associativity: right
  higherThan: MultiplicationPrecedence
}

infix operator **: ExponentiationPrecedence
prefix operator √
postfix operator %%

func ** (base: Double, exponent: Int) -> Double {
  var result: Double = 1.0
  var left: Int = exponent
  while left > 0 {
    result = result * base
    left -= 1
  }
  return result
}

prefix func √ (value: Double) -> Double {
  return value.squareRoot()
}

postfix func %% (value: Double) -> Double {
  return value / 100.0
}

func compound(_ start: Double, rate: Double, years: Int) -> Double {
  let growth: Double = 1.0 + rate%%
  return start * growth ** years
}

func hypotenuse(_ a: Double, _ b: Double) -> Double {
  let sum: Double = a ** 2 + b ** 2
  return √sum
}

func plan(_ amount: Double) -> [Double] {
  let slow: Double = compound(amount, rate: 2.5, years: 10)
  let fast: Double = compound(amount, rate: 7.0, years: 4 + 1)
  let risky: Bool = fast > slow && amount > 100.0
  let corner: Double = hypotenuse(3.0, risky ? 4.0 : 0.5)
  return [slow, fast, corner, √2.0]
}
