struct Candidates: Equatable {
  private var bits: UInt16

  static let all = Candidates(bits: 0b11_1111_1110)

  private init(bits: UInt16) { self.bits = bits }

  init(only digit: Int) { bits = 1 << UInt16(digit) }

  var count: Int { bits.nonzeroBitCount }
  var single: Int? { count == 1 ? bits.trailingZeroBitCount : nil }

  func contains(_ digit: Int) -> Bool { bits & (1 << UInt16(digit)) != 0 }

  mutating func remove(_ digit: Int) -> Bool {
    let had: Bool = contains(digit)
    bits &= ~(1 << UInt16(digit))
    return had
  }
}

struct Sudoku {
  private var cells: [Candidates] = [Candidates](repeating: .all, count: 81)

  static func peers(_ cell: Int) -> [Int] {
    let (row, column) = (cell / 9, cell % 9)
    return (0..<81).filter { other in
      let (r, c) = (other / 9, other % 9)
      let sameBox: Bool = r / 3 == row / 3 && c / 3 == column / 3
      return other != cell && (r == row || c == column || sameBox)
    }
  }

  mutating func set(_ cell: Int, to digit: Int) -> Bool {
    guard cells[cell].contains(digit) else { return false }
    cells[cell] = Candidates(only: digit)
    for peer in Sudoku.peers(cell) where cells[peer].remove(digit) {
      if cells[peer].count == 0 { return false }
      if let last = cells[peer].single, !set(peer, to: last) { return false }
    }
    return true
  }

  var solved: Int { cells.filter { $0.count == 1 }.count }
}

func start(_ digits: [(Int, Int)]) -> String {
  var sudoku = Sudoku()
  for (cell, digit) in digits {
    let possible: Bool = sudoku.set(cell, to: digit)
    if !possible { return "clash at \(cell + 1)" }
  }
  let known: Int = sudoku.solved
  return known > digits.count ? "follows" : "open"
}
