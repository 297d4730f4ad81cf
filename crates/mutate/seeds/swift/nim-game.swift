enum Player: String {
  case human = "you"
  case machine = "the machine"

  var other: Player { self == .human ? .machine : .human }
}

struct Nim {
  private(set) var piles: [Int]
  private(set) var turn: Player = .human

  init(_ piles: Int...) {
    self.piles = piles
  }

  var isOver: Bool { piles.allSatisfy { $0 == 0 } }

  var balance: Int {
    var result: Int = 0
    for pile in piles {
      result = result ^ pile
    }
    return result
  }

  mutating func take(_ count: Int, from pile: Int) -> Bool {
    guard pile >= 0, pile < piles.count, count > 0, piles[pile] >= count else { return false }
    piles[pile] -= count
    turn = turn.other
    return true
  }

  func bestMove() -> (pile: Int, count: Int)? {
    let sum: Int = balance
    for (index, pile) in piles.enumerated() {
      let target: Int = pile ^ sum
      if target < pile {
        return (pile: index, count: pile - target)
      }
    }
    return nil
  }
}

func play() -> String {
  var game = Nim(3, 4, 5)
  var moves: Int = 0
  while !game.isOver && moves < 50 {
    let move = game.bestMove() ?? (pile: moves & 1, count: 1)
    let legal: Bool = game.take(move.count, from: move.pile)
    moves += legal ? 1 : 10
  }
  let winner: String = game.turn.other.rawValue
  return winner + " won after \(moves)"
}
