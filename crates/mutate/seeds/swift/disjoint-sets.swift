struct DisjointSets {
  private var parents: [Int]
  private var sizes: [Int]
  private(set) var groups: Int

  init(_ count: Int) {
    parents = Array(0..<count)
    sizes = [Int](repeating: 1, count: count)
    groups = count
  }

  mutating func find(_ item: Int) -> Int {
    if parents[item] == item { return item }
    let root: Int = find(parents[item])
    parents[item] = root
    return root
  }

  @discardableResult
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    var (left, right) = (find(a), find(b))
    if left == right { return false }
    if sizes[left] < sizes[right] {
      swap(&left, &right)
    }
    parents[right] = left
    sizes[left] += sizes[right]
    groups -= 1
    return true
  }
}

func spanning(_ edges: [(Int, Int, Double)], nodes: Int) -> Double {
  var sets = DisjointSets(nodes)
  var length: Double = 0.0
  for (a, b, cost) in edges.sorted(by: { $0.2 < $1.2 }) {
    if sets.join(a, b) {
      length += cost
    }
  }
  let connected: Bool = sets.groups == 1
  return connected ? length : -1.0
}

func cables() -> Bool {
  let all: [(Int, Int, Double)] = [(0, 1, 1.5), (1, 2, 2.5), (0, 2, 0.5 + 0.5)]
  let whole: Double = spanning(all, nodes: 3)
  let broken: Double = spanning(all, nodes: 4)
  return whole > broken && whole < 3.0
}
