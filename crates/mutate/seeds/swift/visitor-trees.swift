protocol Visitor {
  associatedtype Result
  mutating func visit(number: Double) -> Result
  mutating func visit(operation: String, _ left: Node, _ right: Node) -> Result
}

indirect enum Node {
  case number(Double)
  case operation(String, Node, Node)

  func accept<V: Visitor>(_ visitor: inout V) -> V.Result {
    switch self {
    case .number(let value): return visitor.visit(number: value)
    case .operation(let name, let left, let right):
      return visitor.visit(operation: name, left, right)
    }
  }
}

struct Evaluator: Visitor {
  var steps: Int = 0

  mutating func visit(number: Double) -> Double { number }

  mutating func visit(operation: String, _ left: Node, _ right: Node) -> Double {
    steps += 1
    let a: Double = left.accept(&self)
    let b: Double = right.accept(&self)
    switch operation {
    case "+": return a + b
    case "*": return a * b
    default: return 0.0
    }
  }
}

struct Printer: Visitor {
  mutating func visit(number: Double) -> String { "\(number)" }

  mutating func visit(operation: String, _ left: Node, _ right: Node) -> String {
    "(" + left.accept(&self) + operation + right.accept(&self) + ")"
  }
}

func calculate(_ x: Double) -> String {
  let sum = Node.operation("+", Node.number(x), Node.number(1.5))
  let product = Node.operation("*", sum, .number(2.0))
  var evaluator = Evaluator()
  var printer = Printer()
  let value: Double = product.accept(&evaluator)
  let text: String = product.accept(&printer)
  let large: Bool = value > 10.0 && evaluator.steps == 2
  return large ? text : text + "?"
}
