enum Mark: Character {
  case cross = "x"
  case ring = "o"
}

struct Grid {
  private var cells: [Mark?] = [Mark?](repeating: nil, count: 9)
  static let lines: [[Int]] = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
  ]

  subscript(row: Int, column: Int) -> Mark? {
    get { cells[row * 3 + column] }
    set { cells[row * 3 + column] = newValue }
  }

  var winner: Mark? {
    for line in Grid.lines {
      guard let mark = cells[line[0]] else { continue }
      if cells[line[1]] == mark && cells[line[2]] == mark {
        return mark
      }
    }
    return nil
  }

  var isFull: Bool { cells.allSatisfy { $0 != nil } }
}

func play(_ moves: [(Int, Int)]) -> String {
  var grid = Grid()
  var turn: Mark = .cross
  var count: Int = 0
  for (row, column) in moves {
    if grid[row, column] != nil { return "taken" }
    grid[row, column] = turn
    count += 1
    if let winner = grid.winner {
      return String(winner.rawValue) + " after \(count)"
    }
    turn = turn == Mark.cross ? Mark.ring : Mark.cross
  }
  return grid.isFull ? "draw" : "open at \(9 - count)"
}
