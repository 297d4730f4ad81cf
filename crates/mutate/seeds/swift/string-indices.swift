func between(_ text: String, _ open: Character, _ close: Character) -> Substring? {
  guard let start = text.firstIndex(of: open) else { return nil }
  let rest = text[text.index(after: start)...]
  guard let end = rest.firstIndex(of: close) else { return nil }
  return rest[..<end]
}

func capitalized(_ word: String) -> String {
  guard let first = word.first else { return word }
  return String(first).uppercased() + word.dropFirst()
}

func camelCase(_ name: String, upper: Bool = false) -> String {
  var result: String = ""
  for (index, part) in name.split(separator: "_").enumerated() {
    let word: String = String(part).lowercased()
    let keeps: Bool = index == 0 && !upper
    result += keeps ? word : capitalized(word)
  }
  return result
}

func wrap(_ text: String, at width: Int) -> [String] {
  var lines: [String] = []
  var line: String = ""
  for word in text.split(separator: " ") {
    let length: Int = line.count + word.count + 1
    if length > width && !line.isEmpty {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " " + word
  }
  return line.isEmpty ? lines : lines + [line]
}

func codeUnits(_ text: String) -> Int {
  let scalars: Int = text.unicodeScalars.count
  let bytes: Int = text.utf8.count
  let wide: Int = text.utf16.count
  return bytes - scalars + wide
}

func show() -> String {
  let inner: String = between("f(x + y)", "(", ")").map(String.init) ?? ""
  let lines: [String] = wrap("the quick brown fox", at: 10)
  let plain: Bool = codeUnits(inner) == inner.count
  return plain ? camelCase("max_line_count", upper: lines.count > 2) : lines[0]
}
