struct Ticks: AsyncSequence, Sendable {
  typealias Element = Int
  let limit: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var current: Int = 0
    let limit: Int

    mutating func next() async -> Int? {
      guard current < limit else { return nil }
      current += 1
      return current
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(limit: limit)
  }
}

func numbers(upTo limit: Int) -> AsyncStream<Int> {
  AsyncStream { continuation in
    for number in 0..<limit {
      continuation.yield(number * number)
    }
    continuation.finish()
  }
}

func sum(_ limit: Int) async -> Int {
  var total: Int = 0
  for await tick in Ticks(limit: limit) {
    if tick.isMultiple(of: 3) { continue }
    total += tick
  }
  return total
}

func largest(_ limit: Int) async -> Int {
  var best: Int = 0
  for await square in numbers(upTo: limit) where square > best {
    best = square
  }
  return best
}

func compare() async -> Bool {
  let small: Int = await sum(4 + 6)
  let large: Int = await largest(7)
  let task = Task { await sum(3) }
  let third: Int = await task.value
  let expected: Bool = small == 37 && large == 36
  return expected ? third == 3 : small < large
}
