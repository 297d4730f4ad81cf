protocol Cache {
  associatedtype Key: Hashable
  associatedtype Value
  mutating func value(for key: Key) -> Value?
  mutating func insert(_ value: Value, for key: Key)
}

struct RecentCache<Key: Hashable, Value>: Cache {
  private var values: [Key: Value] = [:]
  private var order: [Key] = []
  private(set) var misses: Int = 0
  let capacity: Int

  init(capacity: Int = 2) {
    self.capacity = capacity
  }

  mutating func value(for key: Key) -> Value? {
    guard let value = values[key] else {
      misses += 1
      return nil
    }
    order.removeAll { $0 == key }
    order.append(key)
    return value
  }

  mutating func insert(_ value: Value, for key: Key) {
    if values[key] == nil && order.count >= capacity {
      let oldest = order.removeFirst()
      values[oldest] = nil
    }
    values[key] = value
    order.removeAll { $0 == key }
    order.append(key)
  }
}

func squares(of numbers: [Int]) -> Int {
  var cache = RecentCache<Int, Int>(capacity: 3)
  var sum: Int = 0
  for number in numbers {
    if let known = cache.value(for: number) {
      sum += known
    } else {
      let square: Int = number * number
      cache.insert(square, for: number)
      sum += square
    }
  }
  let wasted: Int = cache.misses > 4 ? cache.misses : 0
  return sum - wasted
}
