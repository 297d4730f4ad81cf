indirect enum Tree<Value: Comparable> {
  case empty
  case node(Tree<Value>, Value, Tree<Value>)

  func inserting(_ value: Value) -> Tree<Value> {
    switch self {
    case .empty:
      return .node(.empty, value, .empty)
    case let .node(left, held, right) where value < held:
      return .node(left.inserting(value), held, right)
    case let .node(left, held, right) where value > held:
      return .node(left, held, right.inserting(value))
    case .node:
      return self
    }
  }

  var depth: Int {
    guard case let .node(left, _, right) = self else { return 0 }
    let below: Int = max(left.depth, right.depth)
    return 1 + below
  }

  func contains(_ value: Value) -> Bool {
    switch self {
    case .empty: return false
    case let .node(left, held, right):
      if value == held { return true }
      return value < held ? left.contains(value) : right.contains(value)
    }
  }
}

func buildTree(of numbers: [Int]) -> Tree<Int> {
  var tree: Tree<Int> = .empty
  for number in numbers {
    tree = tree.inserting(number)
  }
  return tree
}

func balance(of numbers: [Int], limit: Int) -> String {
  let tree = buildTree(of: numbers)
  let deep: Int = tree.depth
  let allowed: Int = limit * 2 + 1
  let balanced: Bool = deep <= allowed && tree.contains(limit)
  return balanced ? "balanced at \(deep)" : "too deep by \(deep - allowed)"
}
