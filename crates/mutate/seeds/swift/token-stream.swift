enum Token: Equatable, CustomStringConvertible {
  case number(Int)
  case name(String)
  case symbol(Character)

  var description: String {
    switch self {
    case let .number(value): "\(value)"
    case let .name(text): text
    case let .symbol(character): String(character)
    }
  }
}

struct Lexer: Sequence, IteratorProtocol {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  private mutating func take(while matches: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: matches)
    rest = rest.dropFirst(taken.count)
    return String(taken)
  }

  mutating func next() -> Token? {
    _ = take { $0 == " " }
    guard let first = rest.first else { return nil }
    if first.isNumber {
      let digits: String = take { $0.isNumber }
      return .number(Int(digits) ?? 0)
    } else if first.isLetter || first == "_" {
      return .name(take { $0.isLetter || $0.isNumber || $0 == "_" })
    }
    rest.removeFirst()
    return .symbol(first)
  }
}

func nesting(_ text: String) -> Int? {
  var depth: Int = 0
  var deepest: Int = 0
  for token in Lexer(text) {
    switch token {
    case .symbol("("): depth += 1
    case .symbol(")"): depth -= 1
    default: continue
    }
    if depth < 0 { return nil }
    deepest = max(deepest, depth)
  }
  return depth == 0 ? deepest : nil
}

func check() -> String {
  let tokens: [Token] = Array(Lexer("f(x1, 42)"))
  let deep: Int = nesting("((a) + (b * (c)))") ?? -1
  let open: Bool = nesting("(()") == nil
  return open && deep == 3 ? tokens[0].description : "\(tokens.count - 1)"
}
