struct CaseInsensitive: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: CaseInsensitive, b: CaseInsensitive) -> Bool {
    a.text.lowercased() == b.text.lowercased()
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text.lowercased())
  }
}

struct Headers {
  private var values: [CaseInsensitive: [String]] = [:]

  subscript(name: String) -> String? {
    values[CaseInsensitive(name)]?.last
  }

  mutating func add(_ name: String, _ value: String) {
    values[CaseInsensitive(name), default: []].append(value)
  }

  var count: Int {
    var total: Int = 0
    for list in values.values {
      total += list.count
    }
    return total
  }
}

enum Edge: Hashable {
  case side(Int)
  case corner(Int, Int)
}

func request(_ keepAlive: Bool) -> String {
  var headers = Headers()
  headers.add("Accept", "text/html")
  headers.add("ACCEPT", "text/plain")
  headers.add("Connection", keepAlive ? "keep-alive" : "close")
  let accepted: String = headers["accept"] ?? "*"
  let edges: Set<Edge> = [.side(1), Edge.corner(1, 2), .side(1), .corner(2, 1)]
  let distinct: Bool = edges.count == 3 && headers.count == 3
  let length: Int = accepted.count + (headers["none"]?.count ?? 0)
  return distinct && length > 5 ? accepted : "none"
}
