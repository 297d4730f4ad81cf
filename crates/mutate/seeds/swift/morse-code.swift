struct Morse {
  private let table: [Character: String] = [
    "a": ".-", "b": "-...", "e": ".", "n": "-.", "o": "---", "s": "...", "t": "-",
  ]
  var separator: String = " "

  func encode(_ text: String) -> String? {
    var parts: [String] = []
    for letter in text.lowercased() {
      guard let code = table[letter] else { return nil }
      parts.append(code)
    }
    return parts.joined(separator: separator)
  }

  func decode(_ code: String) -> String {
    var text: String = ""
    for part in code.split(separator: separator) {
      let match = table.first { $0.value == part }
      text.append(match?.key ?? "?")
    }
    return text
  }
}

func duration(_ code: String, unit: Double = 0.1) -> Double {
  var units: Int = 0
  for mark in code {
    switch mark {
    case ".": units += 2
    case "-": units += 4
    default: units += 3
    }
  }
  return Double(units) * unit
}

func signal(_ text: String) -> String {
  let morse = Morse()
  guard let code = morse.encode(text) else { return "cannot send" }
  let back: String = morse.decode(code)
  let same: Bool = back == text.lowercased()
  let slow: Bool = duration(code) > 2.5 || duration(code, unit: 0.05) > 1.5
  return same ? code + (slow ? " (slow)" : "") : back
}
