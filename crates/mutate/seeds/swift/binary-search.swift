struct SortedList {
  private let items: [Int]

  init(_ items: [Int]) {
    self.items = items.sorted()
  }

  func index(of wanted: Int) -> Int? {
    var low: Int = 0
    var high: Int = items.count - 1
    while low <= high {
      let middle: Int = low + (high - low) >> 1
      let found: Int = items[middle]
      if found == wanted { return middle }
      if found < wanted {
        low = middle + 1
      } else {
        high = middle - 1
      }
    }
    return nil
  }

  func nearest(to wanted: Int) -> Int? {
    var best: Int? = nil
    for item in items {
      guard let current = best else {
        best = item
        continue
      }
      if abs(item - wanted) < abs(current - wanted) {
        best = item
      }
    }
    return best
  }

  var middle: Int? { items.isEmpty ? nil : items[items.count >> 1] }
}

func lookUp(_ numbers: [Int]) -> [Int] {
  let list = SortedList(numbers)
  let seven: Int = list.index(of: 7) ?? -1
  let near: Int = list.nearest(to: 10 + 4) ?? 0
  let centre: Int = list.middle ?? near
  let present: Bool = seven >= 0 && near != 0
  return present ? [seven, near, centre] : [centre, 0b101, 0o17]
}
