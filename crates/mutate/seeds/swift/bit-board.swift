struct BitBoard: SetAlgebraLike, Equatable {
  var bits: UInt64 = 0

  func contains(_ square: Int) -> Bool { bits >> UInt64(square) & 1 == 1 }

  mutating func insert(_ square: Int) { bits |= 1 << UInt64(square) }

  var count: Int { bits.nonzeroBitCount }

  static func | (a: BitBoard, b: BitBoard) -> BitBoard { BitBoard(bits: a.bits | b.bits) }
  static func & (a: BitBoard, b: BitBoard) -> BitBoard { BitBoard(bits: a.bits & b.bits) }
  static prefix func ~ (board: BitBoard) -> BitBoard { BitBoard(bits: ~board.bits) }
}

protocol SetAlgebraLike {
  init()
  mutating func insert(_ square: Int)
  func contains(_ square: Int) -> Bool
}

extension SetAlgebraLike {
  init(squares: Int...) {
    self.init()
    for square in squares {
      insert(square)
    }
  }
}

func file(_ column: Int) -> BitBoard {
  var board = BitBoard()
  for row in 0..<8 {
    board.insert(row * 8 + column)
  }
  return board
}

func neighbours(_ square: Int) -> BitBoard {
  let (row, column) = (square >> 3, square & 7)
  var board = BitBoard()
  for r in max(0, row - 1)...min(7, row + 1) {
    for c in max(0, column - 1)...min(7, column + 1) where r * 8 + c != square {
      board.insert(r * 8 + c)
    }
  }
  return board
}

func safe(_ king: Int) -> String {
  let attacked: BitBoard = file(3) | BitBoard(squares: 0, 9, 18)
  let around: BitBoard = neighbours(king)
  let free: BitBoard = around & ~attacked
  let escapes: Int = free.count
  let check: Bool = attacked.contains(king) && escapes < 5
  let corner: Bool = around.count == 3
  return check ? "check" : (corner ? "corner" : "\(escapes) ways")
}
