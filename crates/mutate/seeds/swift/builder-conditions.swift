@resultBuilder
struct RuleBuilder<Value> {
  typealias Rule = (Value) -> Bool

  static func buildExpression(_ rule: @escaping Rule) -> [Rule] { [rule] }
  static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.reduce([], +) }
  static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }
  static func buildEither(first rules: [Rule]) -> [Rule] { rules }
  static func buildEither(second rules: [Rule]) -> [Rule] { rules }
  static func buildFinalResult(_ rules: [Rule]) -> Validator<Value> {
    Validator(rules: rules)
  }
}

struct Validator<Value> {
  let rules: [(Value) -> Bool]

  func failures(_ value: Value) -> Int {
    var count: Int = 0
    for rule in rules where !rule(value) {
      count += 1
    }
    return count
  }
}

func longer(than length: Int) -> (String) -> Bool { { $0.count > length } }
func containsDigit(_ text: String) -> Bool { text.contains { $0.isNumber } }

@RuleBuilder<String>
func passwordRules(strict: Bool) -> Validator<String> {
  containsDigit
  if strict {
    { $0 != $0.lowercased() }
    longer(than: 12)
  } else {
    longer(than: 6)
  }
}

func strength(_ password: String) -> String {
  let easy: Int = passwordRules(strict: false).failures(password)
  let hard: Int = passwordRules(strict: true).failures(password)
  let total: Int = easy * 2 + hard
  let strong: Bool = easy == 0 && hard == 0
  return strong ? "strong" : (total > 3 ? "weak" : "fair")
}
