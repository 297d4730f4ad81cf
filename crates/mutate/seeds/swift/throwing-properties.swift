enum AccessError: Error, CustomStringConvertible {
  case locked(until: Int)
  case empty

  var description: String {
    switch self {
    case .locked(let until): return "locked until \(until)"
    case .empty: return "empty"
    }
  }
}

struct Vault {
  private var contents: [String]
  var hour: Int = 9

  init(_ contents: [String]) throws {
    guard !contents.isEmpty else { throw AccessError.empty }
    self.contents = contents
  }

  var first: String {
    get throws {
      if hour < 8 { throw AccessError.locked(until: 8) }
      return contents[0]
    }
  }

  subscript(index: Int) -> String {
    get throws {
      guard index < contents.count else { throw AccessError.empty }
      return contents[index]
    }
  }
}

func open(at hour: Int, _ contents: String...) -> String {
  do {
    var vault = try Vault(contents)
    vault.hour = hour
    let first: String = try vault.first
    let second: String = (try? vault[1]) ?? "nothing"
    return first + " and " + second
  } catch let error as AccessError {
    return error.description
  } catch {
    return "unexpected"
  }
}

func day() -> Int {
  let morning: String = open(at: 10, "ring", "map")
  let night: String = open(at: 3 + 1, "ring")
  let none: String = open(at: 12)
  let lengths: Int = morning.count + night.count + none.count
  let certain = try! Vault(["coin"])
  return certain.hour == 9 && lengths > 20 ? lengths : 0
}
