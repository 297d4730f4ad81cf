enum Translation {
  case unchanged(String)
  case moved(String, letters: Int)

  var text: String {
    switch self {
    case .unchanged(let word): return word + "way"
    case .moved(let word, letters: _): return word + "ay"
    }
  }

  var cost: Int {
    if case let .moved(_, letters) = self {
      return letters + 1
    }
    return 0
  }
}

func isVowel(_ letter: Character, first: Bool) -> Bool {
  switch letter {
  case "a", "e", "i", "o", "u": return true
  case "y": return !first
  default: return false
  }
}

func translate(_ word: String) -> Translation {
  var index: Int = 0
  for letter in word {
    if isVowel(letter, first: index == 0) { break }
    index += 1
  }
  if index == 0 {
    return .unchanged(word)
  }
  let head = word.prefix(index)
  let tail = word.dropFirst(index)
  return .moved(String(tail + head), letters: index)
}

func sentence(_ words: String..., limit: Int = 10) -> String {
  var cost: Int = 0
  var text: String = ""
  for word in words {
    let result: Translation = translate(word)
    cost += result.cost
    text += text.isEmpty ? result.text : " " + result.text
  }
  let fits: Bool = cost <= limit && text.count < 80
  return fits ? text : "too long by \(cost - limit)"
}

func sample() -> String { sentence("string", "apple", "yes", limit: 4 * 2) }
