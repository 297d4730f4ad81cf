actor Ledger {
  private var entries: [Int] = []
  private(set) var total: Int = 0
  let name: String

  init(name: String) {
    self.name = name
  }

  func record(_ amount: Int) -> Int {
    entries.append(amount)
    total += amount
    return total
  }

  func largest() -> Int? {
    entries.max()
  }

  nonisolated var title: String { "ledger " + name }
}

func fill(_ ledger: Ledger, upTo limit: Int) async -> Int {
  var last: Int = 0
  var amount: Int = 1
  while last < limit {
    last = await ledger.record(amount * 2 + 1)
    amount += 1
  }
  return last
}

func report() async -> String {
  let ledger = Ledger(name: "north")
  let reached: Int = await fill(ledger, upTo: 100)
  let total: Int = await ledger.total
  let largest: Int = await ledger.largest() ?? 0
  let exact: Bool = reached == total && largest < total
  let title: String = ledger.title
  return exact ? title : title + " is off"
}
