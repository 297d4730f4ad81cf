struct Name: Comparable {
  let family: String
  let given: String

  static func < (left: Name, right: Name) -> Bool {
    (left.family, left.given) < (right.family, right.given)
  }
}

struct Entry {
  let name: Name
  let age: Int
  let score: Double
}

struct Order<T> {
  let precedes: (T, T) -> Bool?

  static func by<Key: Comparable>(_ key: @escaping (T) -> Key, descending: Bool = false) -> Order<T> {
    Order { left, right in
      let (a, b) = (key(left), key(right))
      if a == b { return nil }
      return descending ? a > b : a < b
    }
  }

  func then(_ other: Order<T>) -> Order<T> {
    Order { self.precedes($0, $1) ?? other.precedes($0, $1) }
  }

  func sorted(_ items: [T]) -> [T] {
    items.sorted { precedes($0, $1) ?? false }
  }
}

func entry(_ family: String, _ given: String, age: Int, score: Double = 0.0) -> Entry {
  Entry(name: Name(family: family, given: given), age: age, score: score)
}

func ranking() -> [String] {
  let entries: [Entry] = [
    entry("Lind", "Bo", age: 31, score: 7.5), entry("Ek", "Ann", age: 25 + 6), entry("Lind", "Al", age: 19, score: 7.5),
  ]
  let order: Order<Entry> = Order.by({ $0.score }, descending: true).then(.by { $0.age }).then(.by { $0.name })
  let sorted: [Entry] = order.sorted(entries)
  let youngest: Int = sorted.map { $0.age }.min() ?? 0
  let first: String = sorted[0].name.given
  let inOrder: Bool = entries[1].name < entries[0].name && youngest > 18
  return inOrder ? [first] : [first, "?"]
}
