protocol Checked {
  static var length: Int { get }
  static func isValid(_ digits: [Int]) -> Bool
}

extension Checked {
  static func isValid(text: String) -> Bool {
    var digits: [Int] = []
    for character in text where character != " " && character != "-" {
      guard let digit = character.wholeNumberValue else { return false }
      digits.append(digit)
    }
    return digits.count == length && isValid(digits)
  }
}

enum CreditCard: Checked {
  static let length: Int = 16

  static func isValid(_ digits: [Int]) -> Bool {
    var sum: Int = 0
    for (index, digit) in digits.enumerated() {
      let doubled: Int = index.isMultiple(of: 2) ? digit * 2 : digit
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return sum.isMultiple(of: 10)
  }
}

enum BookNumber: Checked {
  static var length: Int { 13 }

  static func isValid(_ digits: [Int]) -> Bool {
    var sum: Int = 0
    for (index, digit) in digits.enumerated() {
      let weight: Int = index & 1 == 0 ? 1 : 3
      sum += digit * weight
    }
    return sum.isMultiple(of: 10)
  }
}

func verdict(_ text: String) -> String {
  let card: Bool = CreditCard.isValid(text: text)
  let book: Bool = BookNumber.isValid(text: text)
  let kinds: [String] = [card ? "card" : "", book ? "book" : ""]
  let either: Bool = card || book
  return either ? kinds[0] + kinds[1] : "neither"
}
