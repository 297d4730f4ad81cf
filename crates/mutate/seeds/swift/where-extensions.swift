extension Array where Element == Int {
  var total: Int {
    var sum: Int = 0
    for number in self {
      sum += number
    }
    return sum
  }
}

extension Array where Element: Equatable {
  func runs() -> Int {
    guard count > 1 else { return count }
    var found: Int = 1
    for index in 1..<count where self[index] != self[index - 1] {
      found += 1
    }
    return found
  }
}

extension Optional where Wrapped == String {
  var orEmpty: String { self ?? "" }
}

extension Dictionary where Key == String, Value: Comparable {
  func keysAbove(_ limit: Value) -> [String] {
    var found: [String] = []
    for (key, value) in self where value > limit {
      found.append(key)
    }
    return found.sorted()
  }
}

extension Collection {
  func second() -> Element? { dropFirst().first }
}

func figures() -> String {
  let numbers: [Int] = [4, 4, 7, 1 + 1]
  let sum: Int = numbers.total
  let groups: Int = numbers.runs() + "aab".map { $0 }.runs()
  let marks: [String: Double] = ["low": 0.5, "high": 9.5, "middle": 5.0]
  let best: String = marks.keysAbove(4.0).second().orEmpty
  let heavy: Bool = sum > 10 && groups < 10
  let rest: String? = heavy ? nil : "light"
  return best + rest.orEmpty + String(sum - groups)
}
