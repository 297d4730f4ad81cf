struct Money {
  let cents: Int
  let currency: String
}

extension String.StringInterpolation {
  mutating func appendInterpolation(_ money: Money, padded width: Int = 0) {
    let whole: Int = money.cents / 100
    let rest: Int = money.cents % 100
    let text: String = String(whole) + (rest < 10 ? ".0" : ".") + String(rest)
    let missing: Int = max(0, width - text.count)
    appendLiteral(String(repeating: " ", count: missing) + text)
    appendLiteral(" " + money.currency)
  }

  mutating func appendInterpolation(if condition: Bool, _ text: @autoclosure () -> String) {
    if condition {
      appendLiteral(text())
    }
  }
}

struct Line {
  var label: String
  var amount: Money
}

func bill(_ lines: [Line], detailed: Bool) -> String {
  var text: String = ""
  var sum: Int = 0
  for line in lines {
    sum += line.amount.cents
    text += "\(if: detailed, line.label + ": ")\(line.amount, padded: 8)\n"
  }
  let total = Money(cents: sum, currency: "EUR")
  return text + "sum \(total)"
}

func lunch(guests: Int) -> String {
  let soup = Line(label: "soup", amount: Money(cents: 450 * guests, currency: "EUR"))
  let water = Line(label: "water", amount: Money(cents: 199, currency: "EUR"))
  let many: Bool = guests > 4
  return bill(many ? [soup] : [soup, water], detailed: !many)
}
