struct WordCount {
  private var counts: [String: Int] = [:]
  var minimumLength: Int = 3

  mutating func add(_ text: String) {
    var word: String = ""
    for character in text.lowercased() {
      if character.isLetter || character == "'" {
        word.append(character)
      } else {
        record(word)
        word = ""
      }
    }
    record(word)
  }

  private mutating func record(_ word: String) {
    if word.count >= minimumLength {
      counts[word, default: 0] += 1
    }
  }

  func frequency(of word: String) -> Int {
    return counts[word.lowercased()] ?? 0
  }

  var distinct: Int { counts.count }
}

func richness(of text: String) -> Double {
  var counter = WordCount()
  counter.add(text)
  counter.minimumLength = 2
  counter.add("a second line, and a third")
  let words: Int = counter.distinct
  let common: Int = counter.frequency(of: "and") + counter.frequency(of: "the")
  let share: Double = Double(common) / Double(words + 1)
  let rich: Bool = share < 0.25 && words > 4
  return rich ? 1.0 - share : share * 0.5
}
