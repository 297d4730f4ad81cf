enum List<Element> {
  case end
  indirect case cell(Element, List<Element>)

  static func of(_ elements: Element...) -> List<Element> {
    var list: List<Element> = .end
    for element in elements.reversed() {
      list = .cell(element, list)
    }
    return list
  }

  var length: Int {
    switch self {
    case .end: return 0
    case .cell(_, let rest): return 1 + rest.length
    }
  }

  func map<T>(_ transform: (Element) -> T) -> List<T> {
    switch self {
    case .end: return .end
    case let .cell(element, rest): return .cell(transform(element), rest.map(transform))
    }
  }

  func fold<T>(_ start: T, _ combine: (T, Element) -> T) -> T {
    var result: T = start
    var list: List<Element> = self
    while case let .cell(element, rest) = list {
      result = combine(result, element)
      list = rest
    }
    return result
  }

  subscript(index: Int) -> Element? {
    guard case let .cell(element, rest) = self else { return nil }
    return index == 0 ? element : rest[index - 1]
  }
}

func numbers(_ scale: Int) -> Int {
  let list: List<Int> = List.of(1, 2 + 3, 8)
  let scaled: List<Int> = list.map { $0 * scale }
  let sum: Int = scaled.fold(0) { $0 + $1 }
  let words: List<String> = list.map { "n\($0)" }
  let text: String = words.fold("") { $0.isEmpty ? $1 : $0 + "," + $1 }
  let third: Int = scaled[2] ?? -1
  let short: Bool = text.count < 12 && words.length == 3
  return short ? sum - third : third
}
