final class Trie {
  private var children: [Character: Trie] = [:]
  private var isWord: Bool = false
  private(set) var size: Int = 0

  func insert(_ word: String) -> Bool {
    var node: Trie = self
    for letter in word {
      if let child = node.children[letter] {
        node = child
      } else {
        let child = Trie()
        node.children[letter] = child
        node = child
      }
    }
    if node.isWord { return false }
    node.isWord = true
    size += 1
    return true
  }

  func contains(_ word: String, asPrefix: Bool = false) -> Bool {
    var node: Trie? = self
    for letter in word {
      node = node?.children[letter]
    }
    guard let node else { return false }
    return asPrefix || node.isWord
  }

  var depth: Int {
    var deepest: Int = 0
    for child in children.values {
      deepest = max(deepest, child.depth + 1)
    }
    return deepest
  }
}

func dictionary(_ words: [String]) -> String {
  let trie = Trie()
  var repeated: Int = 0
  for word in words {
    if !trie.insert(word.lowercased()) {
      repeated += 1
    }
  }
  let found: Bool = trie.contains("tea") || trie.contains("te", asPrefix: true)
  let score: Int = trie.size * 10 - repeated + trie.depth
  return found ? "found \(score)" : String(score + 1)
}
