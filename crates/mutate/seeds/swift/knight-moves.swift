struct Square: Hashable, CustomStringConvertible {
  let file: Int
  let rank: Int

  init?(_ file: Int, _ rank: Int) {
    guard (0..<8).contains(file), (0..<8).contains(rank) else { return nil }
    self.file = file
    self.rank = rank
  }

  var isDark: Bool { (file + rank).isMultiple(of: 2) }

  var description: String {
    let letters: [String] = ["a", "b", "c", "d", "e", "f", "g", "h"]
    return letters[file] + String(rank + 1)
  }

  func knightMoves() -> [Square] {
    var found: [Square] = []
    for (df, dr) in [(1, 2), (2, 1), (-1, 2), (-2, 1)] {
      for sign in [1, -1] {
        if let square = Square(file + df * sign, rank + dr * sign) {
          found.append(square)
        }
      }
    }
    return found
  }
}

func moves(from start: Square, to goal: Square) -> Int {
  var reached: Set<Square> = [start]
  var steps: Int = 0
  while !reached.contains(goal) && steps < 7 {
    let edge: Set<Square> = reached
    for square in edge {
      reached.formUnion(square.knightMoves())
    }
    steps += 1
  }
  return steps
}

func corner() -> String {
  guard let a = Square(0, 0), let h = Square(7, 7) else { return "outside" }
  let steps: Int = moves(from: a, to: h)
  let same: Bool = a.isDark == h.isDark && Square(8, 0) == nil
  return same ? "\(steps) to " + h.description : a.description
}
