func countdown(from start: Int) -> AnyIterator<Int> {
  var current: Int = start
  return AnyIterator {
    guard current >= 0 else { return nil }
    defer { current -= 1 }
    return current
  }
}

func powers(of base: Int, below limit: Int) -> [Int] {
  Array(sequence(first: 1) { $0 < limit ? $0 * base : nil })
}

struct Windows<Base: Collection>: Sequence {
  let base: Base
  let size: Int

  func makeIterator() -> AnyIterator<Base.SubSequence> {
    var start = base.startIndex
    return AnyIterator {
      guard let end = base.index(start, offsetBy: size, limitedBy: base.endIndex) else {
        return nil
      }
      defer { start = base.index(after: start) }
      return base[start..<end]
    }
  }
}

func smoothed(_ values: [Double], size: Int) -> [Double] {
  var result: [Double] = []
  for window in Windows(base: values, size: size) {
    var sum: Double = 0.0
    for value in window {
      sum += value
    }
    result.append(sum / Double(size))
  }
  return result
}

func mixed() -> Int {
  var total: Int = 0
  for number in countdown(from: 4) where number != 2 {
    total += number
  }
  let last: Int = powers(of: 3, below: 100).last ?? 0
  let means: [Double] = smoothed([1.0, 2.0, 4.0, 8.0], size: 2)
  let steep: Bool = means.count == 3 && means[2] > means[0] * 2.0
  for index in stride(from: 10, to: 0, by: -3) {
    total += index
  }
  return steep ? total + last : total
}
