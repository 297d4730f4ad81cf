enum Side { case buy, sell }

struct Order {
  let id: Int
  let side: Side
  let price: Double
  var amount: Int
}

struct Trade: Equatable {
  let buyer: Int
  let seller: Int
  let amount: Int
  let price: Double
}

struct Book {
  private var buys: [Order] = []
  private var sells: [Order] = []
  private var nextID: Int = 1

  mutating func place(_ side: Side, _ amount: Int, at price: Double) -> [Trade] {
    var order = Order(id: nextID, side: side, price: price, amount: amount)
    nextID += 1
    var trades: [Trade] = []
    var others: [Order] = side == .buy ? sells : buys
    while order.amount > 0, let best = others.first {
      let matches: Bool = side == .buy ? best.price <= price : best.price >= price
      if !matches { break }
      let traded: Int = min(order.amount, best.amount)
      let (buyer, seller) = side == Side.buy ? (order.id, best.id) : (best.id, order.id)
      trades.append(Trade(buyer: buyer, seller: seller, amount: traded, price: best.price))
      order.amount -= traded
      others[0].amount -= traded
      if others[0].amount == 0 { others.removeFirst() }
    }
    if side == .buy { sells = others } else { buys = others }
    if order.amount > 0 {
      if side == .buy { buys.append(order) } else { sells.append(order) }
    }
    return trades
  }
}

func session() -> Double {
  var book = Book()
  _ = book.place(.sell, 10, at: 2.5)
  _ = book.place(.sell, 5, at: 2.75)
  let trades: [Trade] = book.place(.buy, 8 + 4, at: 3.0)
  var paid: Double = 0.0
  for trade in trades {
    paid += trade.price * Double(trade.amount)
  }
  let whole: Bool = trades.count == 2 && trades[0].amount == 10
  return whole ? paid : 0.0
}
