struct Caesar {
  let shift: Int
  private static let letters: [Character] = Array("abcdefghijklmnopqrstuvwxyz")

  init(shift: Int) {
    self.shift = shift
  }

  private func moved(_ character: Character, by amount: Int) -> Character {
    guard let position = Caesar.letters.firstIndex(of: character) else {
      return character
    }
    let size: Int = Caesar.letters.count
    let target: Int = (position + amount + size) % size
    return Caesar.letters[target]
  }

  func encrypt(_ text: String) -> String {
    String(text.lowercased().map { moved($0, by: shift) })
  }

  func decrypt(_ text: String) -> String {
    var plain: String = ""
    for character in text {
      plain.append(moved(character, by: -shift))
    }
    return plain
  }
}

func check(message: String, with shift: Int) -> Bool {
  let cipher = Caesar(shift: shift)
  let secret: String = cipher.encrypt(message)
  let back: String = cipher.decrypt(secret)
  let changed: Bool = secret != message || shift == 0
  return back == message.lowercased() && changed
}

func guess(_ secret: String, known word: String) -> Int? {
  for shift in 0..<26 {
    let plain: String = Caesar(shift: shift).decrypt(secret)
    if plain.hasPrefix(word) || plain.hasSuffix(word) {
      return shift
    }
  }
  return nil
}
