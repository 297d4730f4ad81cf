struct Bracket {
  let from: Int
  let rate: Double
}

enum Status: String, CaseIterable {
  case single, married
  case parent = "single parent"

  var allowance: Int {
    switch self {
    case .single: 10_000
    case .married: 20_000
    case .parent: 10_000 + 4_260
    }
  }
}

struct TaxTable {
  let brackets: [Bracket]

  static let standard = TaxTable(brackets: [
    Bracket(from: 0, rate: 0.14), Bracket(from: 15_000, rate: 0.24), Bracket(from: 60_000, rate: 0.42),
  ])

  func tax(on income: Int) -> Double {
    var total: Double = 0.0
    for (index, bracket) in brackets.enumerated() {
      let isLast: Bool = index + 1 == brackets.count
      let upper: Int = isLast ? income : min(income, brackets[index + 1].from)
      let part: Int = upper - bracket.from
      if part <= 0 { break }
      total += Double(part) * bracket.rate
    }
    return total
  }
}

func owed(_ income: Int, _ status: Status, table: TaxTable = .standard) -> Double {
  let taxed: Int = max(0, income - status.allowance)
  let tax: Double = table.tax(on: taxed)
  return (tax * 100.0).rounded() / 100.0
}

func cheapest(_ income: Int) -> String {
  var best: Status = .single
  var least: Double = owed(income, best)
  for status in Status.allCases where owed(income, status) < least {
    best = status
    least = owed(income, status)
  }
  let share: Double = income > 0 ? least / Double(income) : 0.0
  let high: Bool = share > 0.3
  return best.rawValue + (high ? ", high" : "")
}
