extension Sequence {
  func mapPairs<T>(_ transform: (Element, Element) throws -> T) rethrows -> [T] {
    var result: [T] = []
    var previous: Element? = nil
    for element in self {
      if let last = previous {
        result.append(try transform(last, element))
      }
      previous = element
    }
    return result
  }
}

struct Decreasing: Error {
  let by: Int
}

func steps(_ numbers: [Int]) throws -> [Int] {
  try numbers.mapPairs { first, second in
    let step: Int = second - first
    if step < 0 { throw Decreasing(by: -step) }
    return step
  }
}

func largestStep(_ numbers: [Int]) -> Int {
  do {
    let found: [Int] = try steps(numbers)
    return found.max() ?? 0
  } catch let error as Decreasing {
    return -error.by
  } catch {
    return 0
  }
}

func pairs(_ words: [String]) -> [String] {
  let joined: [String] = words.mapPairs { $0 + "-" + $1 }
  let lengths: [Int] = words.mapPairs { $0.count - $1.count }
  let rising: Bool = lengths.allSatisfy { $0 <= 0 }
  let up: Int = largestStep([1, 4, 6])
  let down: Int = largestStep([4, 1 + 2])
  return rising && up > down ? joined : [String(up), String(down)]
}
