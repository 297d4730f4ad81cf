func swapEnds<T>(_ items: inout [T]) {
  guard items.count > 1 else { return }
  items.swapAt(0, items.count - 1)
}

func bubble(_ numbers: inout [Int], descending: Bool = false) -> Int {
  var swaps: Int = 0
  var end: Int = numbers.count
  while end > 1 {
    var index: Int = 1
    while index < end {
      let wrong: Bool = numbers[index - 1] > numbers[index]
      if wrong != descending {
        let held: Int = numbers[index]
        numbers[index] = numbers[index - 1]
        numbers[index - 1] = held
        swaps += 1
      }
      index += 1
    }
    end -= 1
  }
  return swaps
}

func normalize(_ total: inout Double, _ parts: inout [Double]) {
  total = 0.0
  for part in parts {
    total += part
  }
  for index in parts.indices {
    parts[index] /= total
  }
}

func shuffle() -> String {
  var numbers: [Int] = [5, 3, 9, 1]
  swapEnds(&numbers)
  let swaps: Int = bubble(&numbers)
  var parts: [Double] = [1.0, 3.0, 4.0]
  var total: Double = 0.0
  normalize(&total, &parts)
  (numbers[0], numbers[1]) = (numbers[1], numbers[0])
  let even: Bool = swaps.isMultiple(of: 2) && total == 8.0
  return even ? "even" : "odd \(swaps + numbers.count)"
}
