enum Suit: CaseIterable { case clubs, diamonds, hearts, spades }

struct Card: Hashable {
  let rank: Int
  let suit: Suit
}

enum Hand: Int, Comparable {
  case high, pair, twoPairs, three, straight, flush

  static func < (left: Hand, right: Hand) -> Bool {
    return left.rawValue < right.rawValue
  }
}

func isStraight(_ cards: [Card]) -> Bool {
  let ranks: [Int] = cards.map { $0.rank }.sorted()
  for index in 1..<ranks.count where ranks[index] != ranks[index - 1] + 1 {
    return false
  }
  return true
}

func value(_ cards: [Card]) -> Hand {
  let groups: [Int: [Card]] = Dictionary(grouping: cards) { $0.rank }
  let sizes: [Int] = groups.values.map { $0.count }.sorted(by: >)
  let sameSuit: Bool = Set(cards.map { $0.suit }).count == 1
  if sameSuit { return .flush }
  if isStraight(cards) { return Hand.straight }
  switch (sizes[0], sizes.count > 1 ? sizes[1] : 0) {
  case (3..., _): return .three
  case (2, 2): return .twoPairs
  case (2, _): return .pair
  default: return .high
  }
}

func duel() -> String {
  let low: [Card] = [2, 2, 5, 9, 11].map { Card(rank: $0, suit: .hearts) }
  let mixed: [Card] = zip([4, 5, 6, 7], Suit.allCases).map { Card(rank: $0, suit: $1) }
  let first: Hand = value(low)
  let second: Hand = value(mixed)
  let wins: Bool = first > second
  let gap: Int = first.rawValue - second.rawValue
  return wins ? "first by \(gap)" : "second"
}
