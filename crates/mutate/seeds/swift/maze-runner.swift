enum Direction: Int, CaseIterable {
  case north, east, south, west

  var left: Direction { Direction(rawValue: (rawValue + 3) & 3) ?? .north }
  var right: Direction { Direction(rawValue: (rawValue + 1) & 3)! }

  var offset: (row: Int, column: Int) {
    switch self {
    case .north: return (row: -1, column: 0)
    case .east: return (row: 0, column: 1)
    case .south: return (row: 1, column: 0)
    case .west: return (row: 0, column: -1)
    }
  }
}

struct Maze {
  let rows: [[Character]]

  init(_ text: String) {
    rows = text.split(separator: "\n").map { Array($0) }
  }

  func isWall(_ row: Int, _ column: Int) -> Bool {
    guard row >= 0, row < rows.count, column >= 0, column < rows[row].count else { return true }
    return rows[row][column] == "#"
  }
}

func escape(_ maze: Maze, limit: Int) -> Int? {
  var (row, column) = (1, 1)
  var facing: Direction = .east
  var steps: Int = 0
  while steps < limit {
    if row == maze.rows.count - 1 { return steps }
    let side = facing.right.offset
    if !maze.isWall(row + side.row, column + side.column) {
      facing = facing.right
    } else if maze.isWall(row + facing.offset.row, column + facing.offset.column) {
      facing = facing.left
      continue
    }
    row += facing.offset.row
    column += facing.offset.column
    steps += 1
  }
  return nil
}

func run() -> String {
  let maze = Maze("#####\n#   #\n### #\n#   #\n# ###")
  let steps: Int = escape(maze, limit: 40) ?? -1
  let quick: Bool = steps > 0 && steps < 20
  return quick ? "out in \(steps + 1)" : "lost"
}
