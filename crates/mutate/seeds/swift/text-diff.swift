enum Edit: Equatable {
  case keep(String)
  case insert(String)
  case delete(String)

  var sign: Character {
    switch self {
    case .keep: " "
    case .insert: "+"
    case .delete: "-"
    }
  }

  var text: String {
    switch self {
    case .keep(let line), .insert(let line), .delete(let line): line
    }
  }
}

func diff(_ old: [String], _ new: [String]) -> [Edit] {
  if old.isEmpty { return new.map { .insert($0) } }
  if new.isEmpty { return old.map { Edit.delete($0) } }
  let oldRest: [String] = Array(old.dropFirst())
  let newRest: [String] = Array(new.dropFirst())
  if old[0] == new[0] {
    return [.keep(old[0])] + diff(oldRest, newRest)
  }
  let deleted: [Edit] = [.delete(old[0])] + diff(oldRest, new)
  let inserted: [Edit] = [.insert(new[0])] + diff(old, newRest)
  return deleted.count <= inserted.count ? deleted : inserted
}

func printed(_ edits: [Edit], plain: Bool = false) -> String {
  var lines: [String] = []
  for edit in edits {
    if plain && edit.sign == " " { continue }
    lines.append(String(edit.sign) + edit.text)
  }
  return lines.joined(separator: "\n")
}

func review() -> String {
  let edits: [Edit] = diff(["a", "b", "c"], ["a", "c", "d"])
  let changes: Int = edits.filter { $0.sign != " " }.count
  let kept: Bool = edits.contains(.keep("c")) && edits[0] == Edit.keep("a")
  let small: Bool = changes < 2 + 1
  return kept && small ? printed(edits, plain: true) : "rewritten"
}
