struct Path {
  private(set) var parts: [String]
  let isAbsolute: Bool

  init(_ text: String) {
    isAbsolute = text.hasPrefix("/")
    parts = text.split(separator: "/").map(String.init)
  }

  var name: String { parts.last ?? "" }

  var fileExtension: String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }

  func appending(_ part: String) -> Path {
    var copy = self
    switch part {
    case "", ".":
      break
    case "..":
      _ = copy.parts.popLast()
    default:
      copy.parts.append(part)
    }
    return copy
  }

  var text: String {
    (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}

func resolve(_ base: String, _ steps: String...) -> String {
  var path = Path(base)
  for step in steps {
    path = path.appending(step)
  }
  return path.text
}

func kind(of text: String) -> String {
  let path = Path(text)
  let suffix: String = path.fileExtension ?? "none"
  let deep: Bool = path.parts.count > 3
  let hidden: Bool = path.name.hasPrefix(".") && !path.isAbsolute
  return hidden ? "hidden" : (deep ? "deep " + suffix : suffix)
}
