struct Deck<Card> {
  private var front: [Card] = []
  private var back: [Card] = []

  init(_ cards: [Card] = []) {
    back = cards
  }

  mutating func putOnTop(_ card: Card) { front.append(card) }
  mutating func putBelow(_ card: Card) { back.append(card) }
}

extension Deck: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { front.count + back.count }

  subscript(position: Int) -> Card {
    get {
      let inFront: Bool = position < front.count
      return inFront ? front[front.count - 1 - position] : back[position - front.count]
    }
    set {
      if position < front.count {
        front[front.count - 1 - position] = newValue
      } else {
        back[position - front.count] = newValue
      }
    }
  }
}

extension Deck: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Card...) { self.init(elements) }
}

func deal(_ players: Int) -> [Int] {
  var deck: Deck<Int> = [4, 8, 15, 16, 23, 42]
  deck.putOnTop(1)
  deck.putBelow(100)
  deck.swapAt(0, deck.count - 1)
  var hands: [Int] = [Int](repeating: 0, count: players)
  for (index, card) in deck.enumerated() {
    let player: Int = index % players
    hands[player] += card
  }
  let high: Int = deck.max() ?? 0
  let low: Int = deck.prefix(3).min() ?? high
  return hands + [high - low, deck.firstIndex(of: 15) ?? -1]
}
