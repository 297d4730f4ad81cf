indirect enum Code: Comparable {
  case leaf(Character, weight: Int)
  case branch(Code, Code, weight: Int)

  var weight: Int {
    switch self {
    case .leaf(_, let weight), .branch(_, _, let weight): return weight
    }
  }

  static func < (left: Code, right: Code) -> Bool { left.weight < right.weight }

  func assign(_ prefix: String, into table: inout [Character: String]) {
    switch self {
    case .leaf(let character, _):
      table[character] = prefix.isEmpty ? "0" : prefix
    case .branch(let zero, let one, _):
      zero.assign(prefix + "0", into: &table)
      one.assign(prefix + "1", into: &table)
    }
  }
}

func codes(for text: String) -> [Character: String] {
  var weights: [Character: Int] = [:]
  for character in text {
    weights[character, default: 0] += 1
  }
  var open: [Code] = weights.map { Code.leaf($0.key, weight: $0.value) }
  while open.count > 1 {
    open.sort(by: >)
    let first: Code = open.removeLast()
    let second: Code = open.removeLast()
    let weight: Int = first.weight + second.weight
    open.append(Code.branch(first, second, weight: weight))
  }
  var table: [Character: String] = [:]
  open.first?.assign("", into: &table)
  return table
}

func bits(_ text: String) -> Int {
  let table: [Character: String] = codes(for: text)
  var total: Int = 0
  for character in text {
    total += table[character]?.count ?? 8
  }
  let plain: Int = text.count * 8
  return total < plain ? total : plain
}
