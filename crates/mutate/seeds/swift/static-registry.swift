enum Currency: String, CaseIterable, Comparable {
  case euro, krona, pound

  static let base = Currency.euro
  private static let rates: [Currency: Double] = [.euro: 1.0, .krona: 11.25, .pound: 0.85]

  static func rate(from: Currency, to: Currency) -> Double {
    let first: Double = rates[from] ?? 1.0
    let second: Double = rates[to] ?? 1.0
    return second / first
  }

  static func < (left: Currency, right: Currency) -> Bool {
    left.rawValue < right.rawValue
  }
}

struct Money {
  var amount: Double
  var currency: Currency = .base

  static var zero: Money { Money(amount: 0.0) }

  func converted(to other: Currency) -> Money {
    let rate: Double = Currency.rate(from: currency, to: other)
    return Money(amount: amount * rate, currency: other)
  }
}

func sum(_ wallet: [Money], in currency: Currency) -> Double {
  var total: Double = Money.zero.amount
  for money in wallet {
    let same: Bool = money.currency == currency
    total += same ? money.amount : money.converted(to: currency).amount
  }
  return total
}

func travel(_ budget: Double) -> String {
  let wallet: [Money] = [Money(amount: budget), Money(amount: 20.0, currency: .pound)]
  let krona: Double = sum(wallet, in: Currency.krona)
  let enough: Bool = krona > 1_000.0
  let name: String = Currency.allCases.max()?.rawValue ?? "none"
  return enough ? name : "not enough " + name
}
