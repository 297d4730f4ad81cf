enum Fault: Error {
  case unexpected(String)
  case unbalanced
}

struct Calculator {
  private var tokens: [String]
  private var position: Int = 0
  private static let binding: [String: Int] = ["+": 1, "-": 1, "*": 2]

  init(_ text: String) {
    tokens = text.split(separator: " ").map(String.init)
  }

  private var current: String? { position < tokens.count ? tokens[position] : nil }

  private mutating func operand() throws -> Int {
    guard let token = current else { throw Fault.unexpected("end") }
    position += 1
    if token == "(" {
      let inner: Int = try expression(above: 0)
      guard current == ")" else { throw Fault.unbalanced }
      position += 1
      return inner
    }
    guard let value = Int(token) else { throw Fault.unexpected(token) }
    return value
  }

  mutating func expression(above level: Int) throws -> Int {
    var value: Int = try operand()
    while let name = current, let strength = Calculator.binding[name], strength > level {
      position += 1
      let right: Int = try expression(above: strength)
      switch name {
      case "+": value += right
      case "-": value -= right
      default: value *= right
      }
    }
    return value
  }
}

func calculate(_ text: String) -> String {
  var calculator = Calculator(text)
  do {
    let value: Int = try calculator.expression(above: 0)
    return value < 0 ? "minus " + String(-value) : String(value)
  } catch Fault.unexpected(let token) {
    return "unexpected " + token
  } catch {
    return "unbalanced"
  }
}

func homework() -> Bool {
  let first: String = calculate("2 + 3 * ( 4 - 1 )")
  let second: String = calculate("2 + +")
  return first == "11" && second != first && calculate("( 1").count > 5
}
