func makeCounter(startingAt start: Int, step: Int = 1) -> () -> Int {
  var current: Int = start
  return {
    current += step
    return current
  }
}

func memoized(_ compute: @escaping (Int) -> Int) -> (Int) -> Int {
  var known: [Int: Int] = [:]
  return { input in
    if let value = known[input] { return value }
    let value: Int = compute(input)
    known[input] = value
    return value
  }
}

func compose<A, B, C>(_ f: @escaping (A) -> B, _ g: @escaping (B) -> C) -> (A) -> C {
  { g(f($0)) }
}

func apply(_ times: Int, to value: Double, using change: (Double) -> Double) -> Double {
  var result: Double = value
  for _ in 0..<times {
    result = change(result)
  }
  return result
}

func results() -> [Int] {
  let counter = makeCounter(startingAt: 10, step: 3)
  let first: Int = counter()
  let second: Int = counter() + counter()
  var calls: Int = 0
  let square = memoized { (n: Int) -> Int in
    calls += 1
    return n * n
  }
  let sum: Int = square(4) + square(4) + square(first)
  let text = compose(square) { (n: Int) -> String in "<\(n)>" }
  let size: Int = text(12).count
  let halved: Double = apply(3, to: 64.0) { $0 * 0.5 }
  let small: Bool = halved < 10.0 && calls > 1
  return [first, second, sum, size, small ? calls : -calls]
}
