struct RomanNumeral: ExpressibleByIntegerLiteral, CustomStringConvertible {
  let value: Int

  init(integerLiteral value: Int) {
    self.value = value
  }

  init?(_ text: String) {
    var total: Int = 0
    var last: Int = 0
    for letter in text.reversed() {
      guard let digit = RomanNumeral.digit(letter) else { return nil }
      if digit < last {
        total -= digit
      } else {
        total += digit
        last = digit
      }
    }
    value = total
  }

  static func digit(_ letter: Character) -> Int? {
    switch letter {
    case "I", "i": return 1
    case "V", "v": return 5
    case "X", "x": return 10
    case "L", "l": return 50
    case "C", "c": return 100
    default: return nil
    }
  }

  var description: String {
    let table: [(Int, String)] = [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    var rest: Int = value
    var text: String = ""
    for (size, letters) in table {
      while rest >= size {
        text += letters
        rest -= size
      }
    }
    return text
  }
}

func roundTrip(_ number: RomanNumeral) -> Bool {
  let text: String = number.description
  guard let back = RomanNumeral(text) else { return false }
  let offset: Int = back.value - number.value
  return offset == 0 && text.count > 0
}
