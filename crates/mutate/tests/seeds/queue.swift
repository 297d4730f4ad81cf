final class Queue {
  var items: [Int] = []
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  func push(_ item: Int) throws {
    if items.count >= capacity {
      throw Full.full(items.count)
    }
    items.append(item)
  }

  func pop() -> Int? {
    if items.isEmpty {
      return nil
    }
    return items.removeLast()
  }
}

enum Full: Error {
  case full(Int)
}

func drain(_ queue: Queue, upTo limit: Int) -> Int {
  var sum = 0
  var left = limit
  while left > 0, let item = queue.pop() {
    sum += item
    left = left - 1
  }
  return sum
}

func run() throws -> String {
  let queue = Queue(capacity: 4)
  for i in 0..<4 {
    try queue.push(i * 2 + 1)
  }
  let total = drain(queue, upTo: 3)
  let even = total % 2 == 0
  return even ? "even" : "odd \(total + 1)"
}

print((try? run()) ?? "full")
