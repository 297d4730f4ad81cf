enum Class: Hashable {
  case digit(Int)
  case letter(upper: Bool)
  case space
  case other(Character)
}

func classify(_ character: Character) -> Class {
  switch character {
  case "0"..."9":
    return .digit(character.wholeNumberValue ?? 0)
  case "a"..."z":
    return .letter(upper: false)
  case "A"..."Z":
    return Class.letter(upper: true)
  case " ", "\t", "\n":
    return .space
  default:
    return .other(character)
  }
}

func swapCase(_ text: String) -> String {
  var result: String = ""
  for character in text {
    let swapped: String = character.isUppercase ? character.lowercased() : character.uppercased()
    result += swapped
  }
  return result
}

func strength(_ password: String) -> Int {
  var kinds: Set<Class> = []
  var digits: Int = 0
  for character in password {
    let kind: Class = classify(character)
    kinds.insert(kind)
    if case .digit(let value) = kind, value > 0 {
      digits += 1
    }
  }
  let long: Int = password.count > 8 ? 2 : 0
  return kinds.count + digits + long
}

func advice(_ password: String) -> String {
  let points: Int = strength(password)
  let first: Character = password.first ?? "?"
  let mark: Character = points > 6 ? "+" : "-"
  let same: Bool = swapCase(swapCase(password)) == password
  return same ? String(mark) + String(first) : String([mark, first, "~"])
}
