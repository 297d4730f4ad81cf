enum Discount {
  case none
  case percent(Double)
  case amount(Double, above: Double)
  indirect case both(Discount, Discount)

  func applied(to price: Double) -> Double {
    switch self {
    case .none: return price
    case .percent(let percent): return price * (1.0 - percent / 100.0)
    case let .amount(amount, limit): return price > limit ? price - amount : price
    case let .both(first, second): return second.applied(to: first.applied(to: price))
    }
  }
}

struct Cart {
  struct Line {
    let name: String
    let price: Double
    var count: Int = 1
    var total: Double { price * Double(count) }
  }

  private(set) var lines: [Line] = []
  var discount: Discount = .none

  mutating func add(_ name: String, _ price: Double, count: Int = 1) {
    if let index = lines.firstIndex(where: { $0.name == name }) {
      lines[index].count += count
      return
    }
    lines.append(Line(name: name, price: price, count: count))
  }

  var sum: Double {
    var total: Double = 0.0
    for line in lines {
      total += line.total
    }
    return discount.applied(to: total)
  }
}

func checkout(_ member: Bool) -> String {
  var cart = Cart()
  cart.add("lamp", 24.5)
  cart.add("bulb", 3.25, count: 4)
  cart.add("lamp", 24.5, count: 1 + 1)
  cart.discount = member ? Discount.both(.percent(10.0), .amount(5.0, above: 50.0)) : .percent(2.5)
  let sum: Double = cart.sum
  let cheap: Bool = sum < 75.0 || cart.lines.count > 2
  let units: Int = cart.lines.reduce(0) { $0 + $1.count }
  return cheap ? "\(units) for less" : "\(units)"
}
