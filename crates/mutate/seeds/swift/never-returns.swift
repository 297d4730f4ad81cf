enum Instruction {
  case push(Int)
  case add, multiply
  case jump(Int)
  case halt
}

struct Machine {
  private var stack: [Int] = []
  private var counter: Int = 0
  private(set) var steps: Int = 0

  func fail(_ reason: String) -> Never {
    fatalError(reason + " at \(counter)")
  }

  mutating func pop() -> Int {
    guard let top = stack.popLast() else { fail("empty stack") }
    return top
  }

  mutating func run(_ program: [Instruction], limit: Int = 100) -> Int {
    while true {
      precondition(counter >= 0 && counter < program.count, "outside of the program")
      steps += 1
      if steps > limit { fail("too many steps") }
      let instruction = program[counter]
      counter += 1
      switch instruction {
      case .push(let value):
        stack.append(value)
      case .add:
        let (right, left) = (pop(), pop())
        stack.append(left + right)
      case .multiply:
        let (right, left) = (pop(), pop())
        stack.append(left * right)
      case .jump(let target):
        counter = target
      case .halt:
        return pop()
      }
    }
  }
}

func compute(_ x: Int) -> Int {
  var machine = Machine()
  let program: [Instruction] = [.push(x), .push(3 * 2), .jump(4), .halt, .add, .push(2), .multiply, .halt]
  let result: Int = machine.run(program)
  assert(result > 0, "positive")
  return machine.steps == 7 ? result : -result
}
