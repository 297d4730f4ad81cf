func square(_ x: Int) -> Int { x * x }
func add(_ a: Int, to b: Int) -> Int { a + b }
func isEven(_ x: Int) -> Bool { x & 1 == 0 }

struct Accumulator {
  var total: Int = 0

  func adding(_ amount: Int) -> Int { total + amount }
  mutating func take(_ amount: Int) { total += amount }
  static func combine(_ a: Accumulator, _ b: Accumulator) -> Accumulator {
    Accumulator(total: a.total + b.total)
  }
}

typealias Operation = (Int, Int) -> Int

func operation(_ symbol: Character) -> Operation? {
  switch symbol {
  case "+": return (+)
  case "-": return { $0 - $1 }
  case "*": return (*)
  case "a": return add(_:to:)
  default: return nil
  }
}

func twice(_ f: @escaping (Int) -> Int) -> (Int) -> Int {
  return { f(f($0)) }
}

func curry(_ f: @escaping Operation) -> (Int) -> (Int) -> Int {
  { a in { b in f(a, b) } }
}

func evaluate(_ symbols: [Character], start: Int) -> Int {
  var value: Int = start
  for symbol in symbols {
    guard let apply = operation(symbol) else { continue }
    value = apply(value, 3)
  }
  let addFive: (Int) -> Int = curry(add(_:to:))(5)
  let method: (Int) -> Int = Accumulator(total: 2).adding
  let unbound = Accumulator.adding(_:)
  let _: Accumulator = Accumulator.combine(_:_:)(Accumulator(), Accumulator(total: 1))
  let fourth: Int = twice(square)(2)
  let sum: Int = addFive(value) + method(1) + unbound(Accumulator())(4)
  let evens: [Int] = [1, 2, 4].filter(isEven)
  return evens.count == 2 ? sum + fourth : -sum
}
