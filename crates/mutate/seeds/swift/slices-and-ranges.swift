struct Segment {
  let text: String
  let range: Range<Int>

  var length: Int { range.count }
  func overlaps(_ other: Segment) -> Bool { range.overlaps(other.range) }
}

func chunks(_ numbers: [Int], of size: Int) -> [[Int]] {
  var result: [[Int]] = []
  var start: Int = 0
  while start < numbers.count {
    let end: Int = min(start + size, numbers.count)
    result.append(Array(numbers[start..<end]))
    start = end
  }
  return result
}

func rotated(_ numbers: [Int], by amount: Int) -> [Int] {
  if numbers.isEmpty { return numbers }
  let shift: Int = amount % numbers.count
  return Array(numbers[shift...] + numbers[..<shift])
}

func middle(_ slice: ArraySlice<Int>) -> Int? {
  guard let first = slice.indices.first, let last = slice.indices.last else { return nil }
  return slice[(first + last) / 2]
}

func clamp(_ value: Int, to range: ClosedRange<Int>) -> Int {
  if range ~= value { return value }
  return value < range.lowerBound ? range.lowerBound : range.upperBound
}

func measure() -> [Int] {
  let numbers: [Int] = Array(1...10)
  let parts: [[Int]] = chunks(numbers, of: 4)
  let turned: [Int] = rotated(numbers, by: 13)
  let centre: Int = middle(turned[2...6]) ?? -1
  let first = Segment(text: "head", range: 0..<4)
  let second = Segment(text: "tail", range: 3..<clamp(20, to: 5...12))
  let both: Bool = first.overlaps(second) && second.length == 9
  var copy: [Int] = numbers
  copy.replaceSubrange(2...4, with: [0, 0])
  return both ? [parts.count, turned[0], centre, copy.count] : []
}
