indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  subscript(index: Int) -> JSON? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  var text: String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let value): return "\(value)"
    case .string(let string): return "\"" + string + "\""
    case .array(let items):
      return "[" + items.map { $0.text }.joined(separator: ",") + "]"
    case .object(let members):
      let parts: [String] = members.keys.sorted().map { "\"\($0)\":" + (members[$0]?.text ?? "") }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }
}

func order(_ count: Int) -> JSON {
  let prices: [JSON] = [JSON.number(1.5), JSON.number(Double(count) * 0.25), .null]
  return .object(["prices": .array(prices), "paid": .bool(count > 2), "to": .string("Eve")])
}

func inspect(_ count: Int) -> String {
  let json: JSON = order(count)
  let first: Double = json["prices"]?[0]?.number ?? 0.0
  let second: Double = json["prices"]?[1]?.number ?? 0.0
  let missing: Bool = json["from"] == nil && json["prices"]?[9] == nil
  let paid: Bool = json["paid"] == JSON.bool(true)
  return missing && first > second ? json.text : (paid ? "paid" : "open")
}
