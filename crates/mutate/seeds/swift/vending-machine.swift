enum Coin: Int {
  case five = 5, ten = 10, fifty = 50
}

enum Outcome: Equatable {
  case sold(String, change: Int)
  case more(Int)
  case soldOut
}

struct Machine {
  private var shelf: [String: (price: Int, left: Int)] = [
    "tea": (price: 60, left: 2), "nuts": (price: 85, left: 1),
  ]
  private(set) var credit: Int = 0

  mutating func insert(_ coins: Coin...) {
    for coin in coins {
      credit += coin.rawValue
    }
  }

  mutating func buy(_ name: String) -> Outcome {
    guard let slot = shelf[name], slot.left > 0 else { return .soldOut }
    let missing: Int = slot.price - credit
    if missing > 0 { return Outcome.more(missing) }
    shelf[name]?.left -= 1
    defer { credit = 0 }
    return .sold(name, change: -missing)
  }
}

func lunch() -> String {
  var machine = Machine()
  machine.insert(.fifty, .ten, .five)
  let first: Outcome = machine.buy("tea")
  machine.insert(.ten)
  let second: Outcome = machine.buy("nuts")
  let third: Outcome = machine.buy("soup")
  let plain: Bool = third == Outcome.soldOut && machine.credit == 10
  switch (first, second) {
  case let (.sold(name, change), .more(missing)):
    return plain ? name + " and \(change + missing)" : name
  case (.soldOut, _), (_, .soldOut):
    return "sold out"
  default:
    return "confused"
  }
}
