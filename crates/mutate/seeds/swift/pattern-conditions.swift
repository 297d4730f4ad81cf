enum Shape {
  case circle(radius: Double)
  case square(side: Double)
  case group([Shape], name: String?)
  case empty
}

func firstRadius(_ shapes: [Shape]) -> Double? {
  for case .circle(let radius) in shapes where radius > 0.5 {
    return radius
  }
  return nil
}

func depth(_ shape: Shape) -> Int {
  guard case let .group(inner, _) = shape else { return 0 }
  var deepest: Int = 0
  for shape in inner {
    deepest = max(deepest, depth(shape))
  }
  return deepest + 1
}

func name(_ shape: Shape) -> String {
  if case .group(let inner, let name?) = shape, inner.count > 1 {
    return name
  } else if case .group(_, nil) = shape {
    return "unnamed"
  } else if case .square = shape {
    return "square"
  }
  return "plain"
}

func drain(_ shapes: [Shape]) -> Int {
  var stack: [Shape] = shapes
  var steps: Int = 0
  while case let .group(inner, _)? = stack.popLast() {
    stack.append(contentsOf: inner)
    steps += 1
  }
  return steps
}

func values(_ numbers: [Int?]) -> Int {
  var sum: Int = 0
  for case let number? in numbers {
    sum += number
  }
  for case .some(3...5) in numbers {
    sum += 100
  }
  return sum
}

func survey() -> String {
  let inner = Shape.group([Shape.circle(radius: 1.5), .empty], name: nil)
  let outer = Shape.group([inner, Shape.square(side: 2.0)], name: "outer")
  let levels: Int = depth(outer) + drain([outer, inner])
  let radius: Double = firstRadius([.empty, .circle(radius: 0.75)]) ?? 0.0
  let total: Int = values([1, nil, 4])
  return levels > 2 && radius < 1.0 ? name(outer) : "total \(total)"
}
