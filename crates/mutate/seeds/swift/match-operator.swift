struct Version: Comparable {
  let major: Int
  let minor: Int

  static func < (a: Version, b: Version) -> Bool {
    a.major == b.major ? a.minor < b.minor : a.major < b.major
  }
}

struct Prefix {
  let text: String
}

func ~= (pattern: Prefix, value: String) -> Bool {
  return value.hasPrefix(pattern.text)
}

func ~= (pattern: Int, value: Version) -> Bool {
  value.major == pattern
}

func ~= <T>(pattern: (T) -> Bool, value: T) -> Bool {
  pattern(value)
}

func isOdd(_ number: Int) -> Bool { number % 2 != 0 }

func route(_ path: String) -> String {
  switch path {
  case "": return "home"
  case Prefix(text: "/user"): return "user"
  case Prefix(text: "/static"), Prefix(text: "/image"): return "file"
  default: return path.count > 20 ? "long" : "other"
  }
}

func support(_ version: Version) -> Int {
  switch version {
  case 0: return 0
  case Version(major: 1, minor: 0)..<Version(major: 1, minor: 5): return 6
  case 1, 2: return 12
  default: return 24
  }
}

func parity(_ number: Int) -> String {
  switch number {
  case isOdd: "odd"
  default: "even"
  }
}

func total() -> Int {
  let months: Int = support(Version(major: 1, minor: 2)) + support(Version(major: 3, minor: 0))
  let static_: Bool = route("/static/a.css") == "file"
  let label: String = parity(months + 1)
  return static_ && label == "odd" ? months : -1
}
