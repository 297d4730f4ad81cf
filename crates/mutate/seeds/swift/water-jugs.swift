struct Jugs: Hashable {
  let small: Int
  let large: Int
}

struct Riddle {
  let smallSize: Int
  let largeSize: Int

  func moves(from jugs: Jugs) -> [(name: String, result: Jugs)] {
    let toLarge: Int = min(jugs.small, largeSize - jugs.large)
    let toSmall: Int = min(jugs.large, smallSize - jugs.small)
    return [
      (name: "fill small", result: Jugs(small: smallSize, large: jugs.large)),
      (name: "fill large", result: Jugs(small: jugs.small, large: largeSize)),
      (name: "empty small", result: Jugs(small: 0, large: jugs.large)),
      (name: "empty large", result: Jugs(small: jugs.small, large: 0)),
      (name: "pour up", result: Jugs(small: jugs.small - toLarge, large: jugs.large + toLarge)),
      (name: "pour down", result: Jugs(small: jugs.small + toSmall, large: jugs.large - toSmall)),
    ]
  }

  func solve(for goal: Int) -> [String]? {
    var open: [(Jugs, [String])] = [(Jugs(small: 0, large: 0), [])]
    var seen: Set<Jugs> = []
    while !open.isEmpty {
      let (jugs, path) = open.removeFirst()
      if jugs.large == goal || jugs.small == goal { return path }
      guard seen.insert(jugs).inserted else { continue }
      for move in moves(from: jugs) {
        open.append((move.result, path + [move.name]))
      }
    }
    return nil
  }
}

func answer(_ goal: Int) -> String {
  let riddle = Riddle(smallSize: 3, largeSize: 2 + 3)
  guard let path = riddle.solve(for: goal) else { return "impossible" }
  let steps: Int = path.count
  let easy: Bool = steps < 4 || goal == 0
  return easy ? "easy" : path[steps - 1]
}
