struct Run: Equatable {
  var character: Character
  var length: Int
}

func encode(_ text: String) -> [Run] {
  var runs: [Run] = []
  for character in text {
    if let last = runs.last, last.character == character {
      runs[runs.count - 1].length += 1
    } else {
      runs.append(Run(character: character, length: 1))
    }
  }
  return runs
}

func decode(_ runs: [Run]) -> String {
  var text: String = ""
  for run in runs {
    text += String(repeating: run.character, count: run.length)
  }
  return text
}

func packed(_ runs: [Run]) -> String {
  var text: String = ""
  for run in runs {
    let number: String = run.length > 1 ? String(run.length) : ""
    text = text + number + String(run.character)
  }
  return text
}

func savings(for text: String) -> Int {
  let runs: [Run] = encode(text)
  let short: String = packed(runs)
  let exact: Bool = decode(runs) == text
  let saved: Int = text.count - short.count
  let bonus: Int = exact ? 0 : -1
  return saved > 0 ? saved : bonus
}

let samples: [String] = ["", "aaab", "abc", "zz" + "zz"]
