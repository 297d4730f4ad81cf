struct Frame {
  var first: Int
  var second: Int

  var isStrike: Bool { first == 10 }
  var isSpare: Bool { !isStrike && first + second == 10 }
  var pins: Int { first + second }
}

struct Game {
  private(set) var frames: [Frame] = []

  mutating func roll(_ first: Int, _ second: Int = 0) {
    frames.append(Frame(first: first, second: second))
  }

  func bonus(after index: Int) -> Int {
    guard index + 1 < frames.count else { return 0 }
    let frame: Frame = frames[index]
    let next: Frame = frames[index + 1]
    if frame.isSpare { return next.first }
    if !frame.isStrike { return 0 }
    if next.isStrike && index + 2 < frames.count {
      return 10 + frames[index + 2].first
    }
    return next.pins
  }

  var score: Int {
    var total: Int = 0
    for index in 0..<frames.count {
      total += frames[index].pins + bonus(after: index)
    }
    return total
  }
}

func evening(lucky: Bool) -> [Int] {
  var game = Game()
  game.roll(lucky ? 10 : 3, lucky ? 0 : 4)
  game.roll(7, 3)
  game.roll(4)
  let middle: Int = game.score
  game.roll(10)
  let last: Int = game.score
  let gained: Int = last - middle
  return [middle, last, gained > 10 ? gained : 0]
}
