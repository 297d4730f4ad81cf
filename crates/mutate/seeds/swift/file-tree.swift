indirect enum Entry {
  case file(name: String, size: Int)
  case folder(name: String, entries: [Entry])

  var name: String {
    switch self {
    case .file(let name, _), .folder(let name, _): return name
    }
  }

  var size: Int {
    switch self {
    case .file(_, let size):
      return size
    case .folder(_, let entries):
      var total: Int = 0
      for entry in entries {
        total += entry.size
      }
      return total
    }
  }

  func walk(depth: Int = 0, _ visit: (Entry, Int) throws -> Void) rethrows {
    try visit(self, depth)
    guard case .folder(_, let entries) = self else { return }
    for entry in entries {
      try entry.walk(depth: depth + 1, visit)
    }
  }
}

struct TooDeep: Error {
  let path: String
}

func listing(_ root: Entry, limit: Int) throws -> [String] {
  var lines: [String] = []
  try root.walk { entry, depth in
    if depth > limit { throw TooDeep(path: entry.name) }
    lines.append(String(repeating: "  ", count: depth) + entry.name)
  }
  return lines
}

func backup(_ limit: Int) -> String {
  let notes = Entry.file(name: "notes", size: 512)
  let inner = Entry.folder(name: "old", entries: [notes, .file(name: "log", size: 2_048)])
  let root = Entry.folder(name: "home", entries: [inner, Entry.file(name: "cv", size: 100 + 28)])
  let size: Int = root.size
  do {
    let lines: [String] = try listing(root, limit: limit)
    return size > 2_000 ? lines[0] : lines[lines.count - 1]
  } catch let error as TooDeep {
    return "too deep: " + error.path
  } catch {
    return "unknown"
  }
}
