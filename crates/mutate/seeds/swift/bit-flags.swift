struct Permissions: OptionSet {
  let rawValue: UInt8

  static let read = Permissions(rawValue: 1 << 0)
  static let write = Permissions(rawValue: 1 << 1)
  static let execute = Permissions(rawValue: 1 << 2)
  static let all: Permissions = [.read, .write, .execute]
}

struct FileEntry {
  var name: String
  var size: Int
  var permissions: Permissions

  var mode: String {
    let r: String = permissions.contains(.read) ? "r" : "-"
    let w: String = permissions.contains(.write) ? "w" : "-"
    let x: String = permissions.contains(.execute) ? "x" : "-"
    return r + w + x
  }
}

func protect(_ entry: FileEntry) -> FileEntry {
  var copy = entry
  copy.permissions.remove(.write)
  copy.permissions.formIntersection([.read, .execute])
  return copy
}

func listing(total limit: Int) -> [String] {
  let entries: [FileEntry] = [
    FileEntry(name: "notes", size: 120, permissions: [.read, .write]),
    FileEntry(name: "tool", size: 4_096, permissions: .all),
    FileEntry(name: "empty", size: 0, permissions: []),
  ]
  var used: Int = 0
  var lines: [String] = []
  for entry in entries where entry.size > 0 {
    let safe = protect(entry)
    used += entry.size
    let full: Bool = used > limit
    lines.append(safe.mode + " " + entry.name + (full ? "!" : ""))
  }
  return lines
}
