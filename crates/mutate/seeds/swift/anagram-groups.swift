struct Key: Hashable {
  private let letters: [Character]

  init(_ word: String) {
    letters = word.lowercased().sorted()
  }

  var length: Int { letters.count }
}

func groups(_ words: [String]) -> [[String]] {
  var found: [Key: [String]] = [:]
  for word in words {
    found[Key(word), default: []].append(word)
  }
  return found.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
}

func isPalindrome(_ text: String) -> Bool {
  let letters: [Character] = text.lowercased().filter { $0.isLetter }
  var left: Int = 0
  var right: Int = letters.count - 1
  while left < right {
    if letters[left] != letters[right] { return false }
    left += 1
    right -= 1
  }
  return true
}

func vowels(in word: String) -> Int {
  var count: Int = 0
  for letter in word where "aeiou".contains(letter) {
    count += 1
  }
  return count
}

func puzzle(_ extra: String) -> String {
  let words: [String] = ["listen", "silent", "level", extra]
  let pairs: [[String]] = groups(words)
  let first: String = pairs.first?.joined(separator: "=") ?? "no pair"
  let same: Bool = isPalindrome("A man, a plan, a canal: Panama")
  let score: Int = vowels(in: extra) * 3 + (same ? 10 : 0)
  return score > 12 ? first : extra + "!"
}
