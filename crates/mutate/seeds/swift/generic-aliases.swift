typealias Pair<T> = (first: T, second: T)
typealias Lookup<Value> = [String: Value]
typealias Predicate<T> = (T) -> Bool
typealias Grid<T> = [[T]]

func swapped<T>(_ pair: Pair<T>) -> Pair<T> {
  (first: pair.second, second: pair.first)
}

func count<T>(_ items: [T], where matches: Predicate<T>) -> Int {
  var found: Int = 0
  for item in items where matches(item) {
    found += 1
  }
  return found
}

func transposed<T>(_ grid: Grid<T>) -> Grid<T> {
  guard let first = grid.first else { return [] }
  return first.indices.map { column in grid.map { $0[column] } }
}

struct Scores {
  typealias Entry = (name: String, points: Int)
  private var table: Lookup<[Int]> = [:]

  mutating func add(_ entry: Entry) {
    table[entry.name, default: []].append(entry.points)
  }

  func total(_ name: String) -> Int {
    var sum: Int = 0
    for points in table[name] ?? [] {
      sum += points
    }
    return sum
  }
}

func season() -> Int {
  var scores = Scores()
  scores.add((name: "red", points: 3))
  scores.add((name: "blue", points: 1))
  scores.add(("red", 2 * 2))
  let red: Int = scores.total("red")
  let pair: Pair<Int> = swapped((first: red, second: scores.total("blue")))
  let grid: Grid<Int> = transposed([[1, 2, 3], [4, 5, 6]])
  let large: Int = count(grid[2]) { $0 > 2 }
  let won: Bool = pair.second > pair.first && large == 2
  return won ? pair.second : grid.count
}
