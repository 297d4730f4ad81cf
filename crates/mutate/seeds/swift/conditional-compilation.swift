import Swift

struct Platform {
  let name: String
  let wordSize: Int

  static func current() -> Platform {
    #if arch(x86_64) || arch(arm64)
    let size: Int = 64
    #else
    let size: Int = 32
    #endif
    #if os(Linux)
    return Platform(name: "linux", wordSize: size)
    #elseif os(macOS)
    return Platform(name: "mac", wordSize: size)
    #else
    return Platform(name: "other", wordSize: size)
    #endif
  }
}

#if DEBUG
func trace(_ text: String) { print(text) }
#else
func trace(_ text: String) {}
#endif

func features(of platform: Platform) -> [String] {
  var found: [String] = []
  if platform.wordSize == 64 {
    found.append("wide")
  }
  if #available(macOS 13, *) {
    found.append("recent")
  }
  guard #available(macOS 10.15, iOS 13, *) else { return [] }
  let bytes: Int = platform.wordSize / 8
  trace(platform.name)
  return found + [bytes > 4 ? "long" : "short"]
}

func line() -> Int {
  let here: Int = #line
  let place: String = #function
  let names: Int = features(of: Platform.current()).count
  return here > 0 && !place.isEmpty ? names + 1 : names
}
