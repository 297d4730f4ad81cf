struct RingBuffer<Element> {
  private var storage: [Element?]
  private var start: Int = 0
  private(set) var count: Int = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    storage = Array(repeating: nil, count: capacity)
  }

  var isFull: Bool { return count == capacity }

  mutating func write(_ element: Element) -> Bool {
    if isFull {
      return false
    }
    let place: Int = (start + count) % capacity
    storage[place] = element
    count += 1
    return true
  }

  mutating func read() -> Element? {
    if count == 0 { return nil }
    defer {
      start = (start + 1) % capacity
      count -= 1
    }
    return storage[start]
  }
}

func cycle(through values: [Int], size: Int) -> [Int] {
  var buffer = RingBuffer<Int>(capacity: size)
  var dropped: Int = 0
  var seen: [Int] = []
  for value in values {
    let accepted: Bool = buffer.write(value * 3 - 1)
    if !accepted {
      dropped = dropped + 1
      if let oldest = buffer.read() {
        seen.append(oldest)
      }
    }
  }
  let limit: Int = dropped > 2 ? 2 : dropped
  return seen + [limit, dropped, 0x10]
}
