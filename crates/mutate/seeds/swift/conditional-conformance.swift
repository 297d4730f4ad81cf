protocol Scorable {
  var score: Int { get }
}

extension Int: Scorable {
  var score: Int { self }
}

extension String: Scorable {
  var score: Int { count * 2 }
}

extension Optional: Scorable where Wrapped: Scorable {
  var score: Int { self?.score ?? 0 }
}

extension Array: Scorable where Element: Scorable {
  var score: Int {
    var total: Int = 0
    for element in self {
      total += element.score
    }
    return total
  }
}

struct Pair<A, B> {
  let a: A
  let b: B
}

extension Pair: Equatable where A: Equatable, B: Equatable {}

extension Pair: Scorable where A: Scorable, B: Scorable {
  var score: Int { a.score * 10 + b.score }
}

func best(_ candidates: [any Scorable]) -> Int {
  var highest: Int = -1
  for candidate in candidates where candidate.score > highest {
    highest = candidate.score
  }
  return highest
}

func tally(_ bonus: Int?) -> Int {
  let pair = Pair(a: [1, 2, 3], b: "four")
  let words: [String?] = ["a", nil, "bcd"]
  let all: [any Scorable] = [pair, words, bonus, 12 + 5]
  let top: Int = best(all)
  let same: Bool = Pair(a: 1, b: "x") == Pair(a: 1, b: "x")
  return same ? top : top - 1
}
