struct Malformed: Error {
  let text: String
}

final class Ratio {
  var top: Int
  var bottom: Int = 1

  init(_ text: String) throws {
    guard let number = Int(text) else { throw Malformed(text: text) }
    top = number
  }

  func scaled(by factor: Int) -> Int {
    return top * factor
  }
}

func sum(_ words: [String]) -> Int {
  var total: Int = 0
  for word in words {
    total += try! Ratio(word).scaled(by: 2)
  }
  return total
}

let three: Int = try! Ratio("3").top
let one: Int = try! Ratio("3").bottom
print(three + one, sum(["1", "2"]))
