struct Triangle: Sequence {
  let height: Int

  struct Iterator: IteratorProtocol {
    var row: [Int] = [1]
    var left: Int

    mutating func next() -> [Int]? {
      guard left > 0 else { return nil }
      left -= 1
      defer {
        var following: [Int] = [1]
        for index in 1..<row.count + 1 {
          let right: Int = index < row.count ? row[index] : 0
          following.append(row[index - 1] + right)
        }
        row = following
      }
      return row
    }
  }

  func makeIterator() -> Iterator { Iterator(left: height) }
}

func centred(_ text: String, width: Int) -> String {
  let missing: Int = width - text.count
  if missing <= 0 { return text }
  let before: Int = missing >> 1
  return String(repeating: " ", count: before) + text
}

func drawn(_ height: Int) -> [String] {
  let width: Int = height * 4
  return Triangle(height: height).map { row in
    centred(row.map(String.init).joined(separator: " "), width: width)
  }
}

func oddCells(_ height: Int) -> Int {
  var count: Int = 0
  for row in Triangle(height: height) {
    count += row.filter { $0 & 1 == 1 }.count
  }
  return count
}

func show() -> String {
  let lines: [String] = drawn(5)
  let odd: Int = oddCells(8)
  let power: Bool = odd == 27 && lines.count == 5
  let last: String = lines.last ?? ""
  return power ? last : last + String(odd - 27)
}
