protocol Copying {
  init(copying other: Self)
  func merged(with other: Self) -> Self
}

extension Copying {
  func duplicate(_ times: Int) -> [Self] {
    var copies: [Self] = []
    for _ in 0..<times {
      copies.append(Self(copying: self))
    }
    return copies
  }
}

protocol Ordered {
  static func precedes(_ a: Self, _ b: Self) -> Bool
}

extension Ordered where Self: Equatable {
  func isBetween(_ low: Self, _ high: Self) -> Bool {
    let above: Bool = self == low || Self.precedes(low, self)
    return above && Self.precedes(self, high)
  }
}

struct Notes: Copying, Ordered, Equatable {
  var lines: [String]
  var priority: Int = 0

  init(_ lines: String..., priority: Int = 0) {
    self.lines = lines
    self.priority = priority
  }

  init(copying other: Notes) { self = other }

  func merged(with other: Notes) -> Notes {
    var result = self
    result.lines += other.lines
    result.priority = max(priority, other.priority)
    return result
  }

  static func precedes(_ a: Notes, _ b: Notes) -> Bool { a.priority < b.priority }
}

func combine(_ urgent: Int) -> Int {
  let first = Notes("buy milk", priority: 1)
  let second = Notes("call", "write", priority: urgent)
  let all: Notes = first.duplicate(2).reduce(second) { $0.merged(with: $1) }
  let middle: Bool = first.isBetween(Notes(), second)
  let size: Int = all.lines.count
  return middle ? size * 10 + all.priority : size
}
