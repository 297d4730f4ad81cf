struct Ticket: ~Copyable {
  let number: Int
  private let price: Double

  init(number: Int, price: Double) {
    self.number = number
    self.price = price
  }

  borrowing func cost(discount: Double) -> Double {
    return price * (1.0 - discount)
  }

  consuming func redeem() -> Int {
    let value: Int = number
    return value
  }

  deinit {}
}

func inspect(_ ticket: borrowing Ticket) -> String {
  let cheap: Bool = ticket.cost(discount: 0.1) < 20.0
  return cheap ? "cheap" : "dear"
}

func use(_ ticket: consuming Ticket, twice: Bool) -> Int {
  let label: String = inspect(ticket)
  let first: Int = ticket.redeem()
  return twice && label == "cheap" ? first * 2 : first
}

func buffers() -> Int {
  let original: [Int] = [3, 1, 2]
  var moved: [Int] = consume original
  moved.append(4)
  let duplicate: [Int] = copy moved
  moved.removeAll()
  return duplicate.count - moved.count
}

func sell(_ count: Int) -> Int {
  var sum: Int = 0
  for number in 0..<count {
    let ticket = Ticket(number: number, price: 12.5)
    sum += use(ticket, twice: number > 1)
  }
  return sum + buffers()
}
