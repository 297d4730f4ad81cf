indirect enum Formula {
  case number(Double)
  case variable(String)
  case sum(Formula, Formula)
  case product(Formula, Formula)
  case negation(Formula)
  case choice(Formula, then: Formula, otherwise: Formula)
}

enum EvaluationError: Error {
  case unbound(String)
}

func evaluate(_ formula: Formula, with values: [String: Double]) throws -> Double {
  switch formula {
  case .number(let value):
    return value
  case .variable(let name):
    guard let value = values[name] else { throw EvaluationError.unbound(name) }
    return value
  case let .sum(left, right):
    return try evaluate(left, with: values) + evaluate(right, with: values)
  case let .product(left, right):
    let first: Double = try evaluate(left, with: values)
    if first == 0.0 { return 0.0 }
    let second: Double = try evaluate(right, with: values)
    return first * second
  case .negation(let inner):
    return try -evaluate(inner, with: values)
  case .choice(let condition, let then, let otherwise):
    let holds: Bool = try evaluate(condition, with: values) > 0.0
    return try evaluate(holds ? then : otherwise, with: values)
  }
}

func polynomial(at x: Double) -> Double {
  let variable = Formula.variable("x")
  let square = Formula.product(variable, variable)
  let line = Formula.sum(Formula.negation(variable), Formula.number(2.5))
  let whole = Formula.choice(variable, then: Formula.sum(square, line), otherwise: line)
  let value: Double? = try? evaluate(whole, with: ["x": x, "y": 0.5])
  return value ?? 0.0
}
