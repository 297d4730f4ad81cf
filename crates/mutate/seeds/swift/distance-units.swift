protocol Quantity: Comparable, CustomStringConvertible {
  static var symbol: String { get }
  var amount: Double { get }
  init(amount: Double)
}

extension Quantity {
  static func + (a: Self, b: Self) -> Self { Self(amount: a.amount + b.amount) }
  static func - (a: Self, b: Self) -> Self { Self(amount: a.amount - b.amount) }
  static func * (a: Self, factor: Double) -> Self { Self(amount: a.amount * factor) }
  static func < (a: Self, b: Self) -> Bool { a.amount < b.amount }
  var description: String { "\(amount) " + Self.symbol }
}

struct Kilometres: Quantity {
  static let symbol: String = "km"
  let amount: Double
}

struct Hours: Quantity {
  static var symbol: String { "h" }
  let amount: Double
}

func / (way: Kilometres, time: Hours) -> Double {
  time.amount == 0.0 ? 0.0 : way.amount / time.amount
}

func total<Q: Quantity>(_ parts: Q...) -> Q {
  var sum = Q(amount: 0.0)
  for part in parts {
    sum = sum + part
  }
  return sum
}

func tour(_ detour: Bool) -> String {
  let first = Kilometres(amount: 42.5)
  let second = Kilometres(amount: detour ? 31.0 : 18.25)
  let way: Kilometres = total(first, second, first * 0.5)
  let time: Hours = total(Hours(amount: 2.0), Hours(amount: 1.75))
  let speed: Double = way / time
  let quick: Bool = speed > 20.0 || way < Kilometres(amount: 50.0)
  return quick ? way.description : (time - Hours(amount: 1.0)).description
}
