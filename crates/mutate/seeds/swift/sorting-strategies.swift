protocol Strategy {
  func order(_ a: Int, _ b: Int) -> Bool
  var label: String { get }
}

struct Ascending: Strategy {
  func order(_ a: Int, _ b: Int) -> Bool { a <= b }
  let label: String = "up"
}

struct Nearest: Strategy {
  let target: Int
  var label: String { "near \(target)" }

  func order(_ a: Int, _ b: Int) -> Bool {
    let first: Int = abs(a - target)
    let second: Int = abs(b - target)
    return first == second ? a <= b : first < second
  }
}

struct Sorter<S: Strategy> {
  var strategy: S
  private(set) var comparisons: Int = 0

  init(_ strategy: S) { self.strategy = strategy }

  mutating func sort(_ numbers: [Int]) -> [Int] {
    var result: [Int] = numbers
    var swapped: Bool
    repeat {
      swapped = false
      for index in 1..<max(result.count, 1) {
        comparisons += 1
        if strategy.order(result[index - 1], result[index]) { continue }
        result.swapAt(index - 1, index)
        swapped = true
      }
    } while swapped
    return result
  }
}

func run(_ target: Int) -> String {
  var up = Sorter(Ascending())
  var near = Sorter(Nearest(target: target))
  let numbers: [Int] = [9, -2, 14, 3]
  let first: [Int] = up.sort(numbers)
  let second: [Int] = near.sort(first + [target + 1])
  let work: Int = up.comparisons + near.comparisons
  let closest: Bool = second[0] == target + 1 || second[0] == 3
  return closest && work < 60 ? near.strategy.label : up.strategy.label
}
