enum ParseError: Error, Equatable {
  case empty
  case unexpected(Character, at: Int)
}

struct Parser {
  private let characters: [Character]
  private var position: Int = 0

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func number() throws(ParseError) -> Int {
    if characters.isEmpty { throw .empty }
    var value: Int = 0
    while position < characters.count {
      let character = characters[position]
      guard let digit = character.wholeNumberValue else {
        throw ParseError.unexpected(character, at: position)
      }
      value = value * 10 + digit
      position += 1
    }
    return value
  }
}

func parse(_ text: String) throws(ParseError) -> Int {
  var parser = Parser(text)
  return try parser.number()
}

func outcome(of text: String, fallback: Int = 0) -> Int {
  do throws(ParseError) {
    let value: Int = try parse(text)
    return value > 100 ? 100 : value
  } catch {
    switch error {
    case .empty: return fallback
    case .unexpected(_, let place): return fallback - place - 1
    }
  }
}

func outcomes() -> [Int] {
  let good: Int = outcome(of: "42")
  let bad: Int = outcome(of: "4x2", fallback: 7)
  let both: Bool = good == 42 && bad < 7
  return both ? [good, bad, outcome(of: "")] : []
}
